// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/dense.h"

#include <math.h>
#include <stdbool.h>

// Inlined with the sizes that matter.
int
ldl_factor (int n, double *a, const double *size, double tiny)
{
  if (n == 3)
    return ldl_factor_inline (3, a, size, tiny);
  if (n == 2)
    return ldl_factor_inline (2, a, size, tiny);
  if (n == 4)
    return ldl_factor_inline (4, a, size, tiny);
  return ldl_factor_inline (n, a, size, tiny);
}

void
ldl_solve_lower (int n, const double *a, double *x)
{
  for (int i = 1; i < n; i++)
    x[i] -= dense_dot (i, a + i * n, x);
}

void
ldl_solve_upper (int n, const double *a, double *x)
{
  for (int i = n - 1; i > 0; i--)
    dense_axpy (i, -x[i], a + i * n, x);
}

void
ldl_solve (int n, const double *a, double *x)
{
  ldl_solve_lower (n, a, x);
  for (int i = 0; i < n; i++)
    x[i] *= a[i * n + i];
  ldl_solve_upper (n, a, x);
}

// x, y ← c x − s y, s x + c y
static void
turn (int n, double *x, double *y, double c, double s)
{
  for (int i = 0; i < n; i++) {
    double p = x[i], q = y[i];
    x[i] = c * p - s * q;
    y[i] = s * p + c * q;
  }
}

// Makes rows i and j orthogonal; whether they were not.
static bool
orthogonalise (int m, int n, double *w, double *u, int i, int j)
{
  double *x = w + i * n, *y = w + j * n;
  double xx = dense_dot (n, x, x), yy = dense_dot (n, y, y), xy = dense_dot (n, x, y);
  if (!(fabs (xy) > 1e-16 * sqrt (xx) * sqrt (yy)))
    return false;

  // tan 2φ = 2 xy / (xx − yy), the smaller root
  double zeta = (yy - xx) / (2 * xy);
  double t = copysign (1, zeta) / (fabs (zeta) + hypot (1, zeta));
  double c = 1 / hypot (1, t);
  turn (n, x, y, c, c * t);
  turn (m, u + i * m, u + j * m, c, c * t);
  return true;
}

void
dense_jacobi_svd (int m, int n, double *w, double *u)
{
  for (int i = 0; i < m * m; i++)
    u[i] = i % (m + 1) == 0;

  bool turned = true;
  for (int sweep = 0; turned && sweep < 40; sweep++) {
    turned = false;
    for (int i = 0; i < m; i++)
      for (int j = i + 1; j < m; j++)
        turned |= orthogonalise (m, n, w, u, i, j);
  }
}

// Rows of unit length, or of none; their equations with them.
static void
scale_rows (int m, int n, double *a, double *c)
{
  for (int r = 0; r < m; r++) {
    double size = sqrt (dense_dot (n, a + r * n, a + r * n)), unit = size > 0 ? 1 / size : 0;
    for (int i = 0; i < n; i++)
      a[r * n + i] *= unit;
    c[r] *= unit;
  }
}

// The longest of rows k … m − 1 comes to place k; returns its length.
static double
choose_row (int k, int m, int n, double *a, double *c)
{
  int best = k;
  double most = 0;
  for (int r = k; r < m; r++) {
    double size = dense_dot (n, a + r * n, a + r * n);
    best = size > most ? r : best;
    most = fmax (most, size);
  }
  for (int i = 0; i < n && best > k; i++) {
    double x = a[k * n + i];
    a[k * n + i] = a[best * n + i];
    a[best * n + i] = x;
  }
  double x = c[k];
  c[k] = c[best];
  c[best] = x;
  return sqrt (most);
}

// What is left of the row is made a unit vector e, upright on those before once more, whose rounding has grown with
// that. Its equation gives d's component z along it, and what lies along it is taken out of the other rows.
void
dense_least_step (int m, int n, double *a, double *c, double cutoff, double *d)
{
  double size;
  for (int i = 0; i < n; i++)
    d[i] = 0;
  scale_rows (m, n, a, c);
  for (int k = 0; k < m && k < n && (size = choose_row (k, m, n, a, c)) > cutoff; k++) {
    double *e = a + k * n, z = -c[k] / size;
    for (int i = 0; i < n; i++)
      e[i] /= size;
    for (int j = 0; j < k; j++)
      dense_axpy (n, -dense_dot (n, a + j * n, e), a + j * n, e);
    dense_axpy (n, z, e, d);
    for (int r = k + 1; r < m; r++) {
      double part = dense_dot (n, e, a + r * n);
      dense_axpy (n, -part, e, a + r * n);
      c[r] += part * z;
    }
  }
}
