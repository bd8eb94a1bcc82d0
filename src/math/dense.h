// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Small dense kernels: sizes, inputs, outputs; all matrices row major, nothing allocated.

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

static inline double
dense_dot (int n, const double *x, const double *y)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// max |x_i|, numbers that are none aside; 0 of none.
static inline double
dense_largest (int n, const double *x)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax (most, fabs (x[i]));
  return most;
}

// Factors the symmetric a = L D Lᵀ in place, without pivoting: L's unit lower triangle below the
// diagonal, 1/D on it; the upper triangle is not read. A pivot not larger than tiny · size[i] in
// magnitude is dropped: its 1/D is 0, as if its unknown and its equation were not there. Returns
// how many are (size NULL: none is).
int ldl_factor (int n, double *a, const double *size, double tiny);

// The same for sizes known where it is inlined.
static inline __attribute__ ((always_inline)) int
ldl_factor_inline (int n, double *a, const double *size, double tiny)
{
  int n_small = 0;

  // l_ij dⱼ = a_ij − Σ_k l_ik d_k l_jk; row i holds l_ik d_k until its pivot is known
  for (int i = 0; i < n; i++) {
    double *row = a + i * n;
    for (int j = 1; j < i; j++)
      row[j] -= dense_dot (j, row, a + j * n);
    double pivot = row[i];
    for (int j = 0; j < i; j++) {
      double l = row[j] * a[j * n + j];
      pivot -= l * row[j];
      row[j] = l;
    }
    bool small = size && !(fabs (pivot) > tiny * size[i]);
    n_small += small;
    row[i] = small ? 0 : 1 / pivot;
  }
  return n_small;
}

// x ← (L D Lᵀ)⁻¹ x
void ldl_solve (int n, const double *a, double *x);

// x ← L⁻¹ x and x ← L⁻ᵀ x of the same factor.
void ldl_solve_lower (int n, const double *a, double *x);
void ldl_solve_upper (int n, const double *a, double *x);

// ldl_solve for sizes known where it is inlined.
static inline void
ldl_solve_inline (int n, const double *a, double *x)
{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      x[i] -= a[i * n + j] * x[j];
  for (int i = n - 1; i >= 0; i--) {
    x[i] *= a[i * n + i];
    for (int j = i + 1; j < n; j++)
      x[i] -= a[j * n + i] * x[j];
  }
}

// The least d with A d = −c, A of m × n, by Gram–Schmidt with pivoting, as exact as A's own condition lets it be. Rows
// of which less than `cutoff` of unit length is left beside those that were taken are left out. A and c are used up.
void dense_least_step (int m, int n, double *a, double *c, double cutoff, double *d);

// One-sided Jacobi: turns the m rows (n long) of w until they are mutually orthogonal, and
// applies the same turns to the rows of u (m × m), which starts as I:  w₀ = uᵀ w.
// The singular values of w₀ are the lengths of the rows of w; accurate to the last digits even
// where they are small.
void dense_jacobi_svd (int m, int n, double *w, double *u);

// y ← y + s x
static inline void
dense_axpy (int n, double s, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] += s * x[i];
}

// y ← y + s A x, A m × n
static inline void
dense_gemv (int m, int n, double s, const double *a, const double *x, double *y)
{
  for (int i = 0; i < m; i++)
    y[i] += s * dense_dot (n, a + i * n, x);
}

// y ← y + s Aᵀ x, A m × n
static inline void
dense_gemv_t (int m, int n, double s, const double *a, const double *x, double *y)
{
  for (int i = 0; i < m; i++)
    dense_axpy (n, s * x[i], a + i * n, y);
}
