// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_SWEEPS = 60 };

// Turns rows and columns p, q of a so that a_pq = 0, and the columns p, q of v:
//   cot 2φ = (a_qq − a_pp)/(2 a_pq),  t = tan φ the smaller root of t² + 2 t cot 2φ = 1
static void
rotate (int n, double *a, double *v, int p, int q)
{
  double apq = a[p * n + q];
  double cot = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  double t = copysign (1, cot) / (fabs (cot) + sqrt (1 + cot * cot));
  double c = 1 / sqrt (1 + t * t), s = t * c;
  for (int k = 0; k < n; k++) {
    double x = a[k * n + p], y = a[k * n + q];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (int k = 0; k < n; k++) {
    double x = a[p * n + k], y = a[q * n + k];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    x = v[k * n + p];
    y = v[k * n + q];
    v[k * n + p] = c * x - s * y;
    v[k * n + q] = s * x + c * y;
  }
  a[p * n + q] = a[q * n + p] = 0;
}

// The largest magnitude in a, or off its diagonal.
static double
largest (int n, const double *a, bool off_diagonal)
{
  double m = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double x = off_diagonal && i == k ? 0 : fabs (a[i * n + k]);
      m = x > m ? x : m;
    }
  return m;
}

void
eig_jacobi (int n, double *a, double *d, double *v)
{
  memset (v, 0, (size_t) n * (size_t) n * sizeof (double));
  for (int i = 0; i < n; i++)
    v[i * n + i] = 1;

  // rotations below the rounding of the largest entry change nothing
  double tiny = 0.5 * DBL_EPSILON * largest (n, a, false);
  for (int sweep = 0; sweep < MOST_SWEEPS && largest (n, a, true) > tiny; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++)
        if (fabs (a[p * n + q]) > tiny / n)
          rotate (n, a, v, p, q);
  for (int i = 0; i < n; i++)
    d[i] = a[i * n + i];
}

void
eig_clamp (int n, double *a, double *work)
{
  // diagonal matrices are common (a rigid's point) and need no turning
  if (!(largest (n, a, true) > 0)) {
    for (int i = 0; i < n; i++)
      a[i * n + i] = fmax (0, a[i * n + i]);
    return;
  }

  // A⁺ = V max(0, D) Vᵀ
  double *turned = work, *v = work + n * n, *d = work + 2 * n * n;
  memcpy (turned, a, (size_t) n * (size_t) n * sizeof (double));
  eig_jacobi (n, turned, d, v);
  for (int i = 0; i < n; i++)
    for (int k = 0; k <= i; k++) {
      double sum = 0;
      for (int e = 0; e < n; e++)
        sum += fmax (0, d[e]) * v[i * n + e] * v[k * n + e];
      a[i * n + k] = a[k * n + i] = sum;
    }
}
