// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Orthonormal sets of vectors: rows of a matrix, one after the other.

#pragma once

#include "math/dense.h"

#include <math.h>
#include <stddef.h>

// x ← x / ‖x‖, unless x is zero; returns ‖x‖.
static inline double
ortho_normalize (int n, double *x)
{
  double norm = sqrt (dense_dot (n, x, x));
  for (int i = 0; i < n && norm > 0; i++)
    x[i] /= norm;
  return norm;
}

// x ← x − Σ vⱼ (vⱼ·x) over n_set orthonormal vectors, one by one (modified Gram–Schmidt).
static inline void
ortho_project_out (int n, double *x, int n_set, const double *set)
{
  for (int j = 0; j < n_set; j++) {
    const double *v = set + (size_t) j * (size_t) n;
    dense_axpy (n, -dense_dot (n, v, x), v, x);
  }
}

// x ← its unit part orthogonal to the set; returns how long that was for x of unit length. The
// second pass removes what rounding leaves of the first (kahan: twice is enough).
static inline double
ortho_add (int n, double *x, int n_set, const double *set)
{
  ortho_normalize (n, x);
  ortho_project_out (n, x, n_set, set);
  double rest = ortho_normalize (n, x);
  ortho_project_out (n, x, n_set, set);
  ortho_normalize (n, x);
  return rest;
}

// The sine of the angle between the unit vectors x and v, lines both.
static inline double
ortho_sine (int n, const double *x, const double *v)
{
  double s = dense_dot (n, x, v), sum = 0;
  for (int i = 0; i < n; i++)
    sum += (x[i] - s * v[i]) * (x[i] - s * v[i]);
  return sqrt (sum);
}
