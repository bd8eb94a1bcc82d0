// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
  MOST_SWEEPS = 60,
  MOST_SPLIT = 64, // unknowns that are told apart
};

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

// As large a share of [p b; b r] as is not negative, in place: with m ± s its eigenvalues,
//   A⁺ = (m + s)/(2s) (A − (m − s) I) where one of them is
static void
clamp_two (double *p, double *b, double *r)
{
  double m = 0.5 * (*p + *r), h = 0.5 * (*p - *r), s = hypot (h, *b);
  if (m >= s && *p >= 0 && *r >= 0)
    return;
  double share = m > -s ? (m + s) / (2 * s) : 0;
  double large = fabs (h) + s,
         small = share > 0 ? *b * *b / large : 0; // s ± h without cancellation
  *p = share * (h > 0 ? large : small);
  *r = share * (h > 0 ? small : large);
  *b *= share;
}

// A⁺ = V max(0, D) Vᵀ
static void
clamp_whole (int n, double *a, double *work)
{
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

// The set of i, as bits, with all that it is coupled to, on one way or another.
static uint64_t
coupled_to (int n, const double *a, int i)
{
  uint64_t set = (uint64_t) 1 << i, left = set;
  while (left) {
    int row = __builtin_ctzll (left);
    uint64_t more = 0;
    for (int k = 0; k < n; k++)
      more |= (uint64_t) (fabs (a[row * n + k]) > 0) << k;
    left = (left | (more & ~set)) & ~((uint64_t) 1 << row);
    set |= more;
  }
  return set;
}

static void
clamp_set (int n, double *a, uint64_t set, double *work)
{
  int at[MOST_SPLIT], m = 0;
  for (; set; set &= set - 1)
    at[m++] = __builtin_ctzll (set);
  int i = at[0], k = at[m - 1];
  if (m == 1) {
    a[i * n + i] = fmax (0, a[i * n + i]);
  } else if (m == 2) {
    clamp_two (&a[i * n + i], &a[i * n + k], &a[k * n + k]);
    a[k * n + i] = a[i * n + k];
  } else if (m == n) {
    clamp_whole (n, a, work);
  } else {
    double *part = work; // clamp_whole takes what comes after it
    for (int r = 0; r < m * m; r++)
      part[r] = a[at[r / m] * n + at[r % m]];
    clamp_whole (m, part, work + m * m);
    for (int r = 0; r < m * m; r++)
      a[at[r / m] * n + at[r % m]] = part[r];
  }
}

void
eig_clamp (int n, double *a, double *work)
{
  if (n > MOST_SPLIT) {
    clamp_whole (n, a, work);
    return;
  }
  // most are diagonal, or of a few unknowns here and there
  uint64_t done = 0;
  for (int i = 0; i < n; i++)
    if (!(done & (uint64_t) 1 << i)) {
      uint64_t set = coupled_to (n, a, i);
      clamp_set (n, a, set, work);
      done |= set;
    }
}
