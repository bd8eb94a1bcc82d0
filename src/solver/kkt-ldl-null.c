// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a row depends on whose pivot has vanished. With its pivot dropped, L D Lᵀ is the system less
// such rows; where row i is a combination of those that are eliminated before it,
//
//   Lᵀ x = eᵢ      is 1 in row i, 0 in the unknowns, and Jᵀx = 0:
//
// the backward half of a solve, of the constraints' columns alone, and only of those in reach. What is
// rounding is put to 0, so that the reach of a sum ends where the sum does. All sums go through the
// factor at once, side by side.

#include "solver/kkt-ldl.h"

#include "math/dense.h"
#include "solver/kkt-ldl-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// A share of a row under this, of the whole sum, is rounding.
#define NO_SHARE 1e-11

// How many vectors lie side by side for n sums.
static int
width_for (int n)
{
  return n <= 2 ? 2 : n <= 4 ? 4 : (n + 7) / 8 * 8;
}

void
tr_ldl_reserve_null (TrLdl *l, int n)
{
  int w = width_for (n), largest = 1;
  if (w <= l->many_width)
    return;
  for (int k = 0; k < l->n; k++)
    largest = MAX (largest, l->column[k].dim);
  g_free (l->many);
  l->many = g_new0 (double, (l->n_unknowns + l->n_rows + largest) * w + 1);
  l->many_width = w;
}

// x ← (L D Lᵀ)⁻¹ x of w vectors side by side.
static inline __attribute__ ((always_inline)) void
solve_many (int m, int w, const double *a, double *x)
{
  for (int i = 1; i < m; i++)
    for (int j = 0; j < i; j++)
      dense_axpy (w, -a[i * m + j], x + j * w, x + i * w);
  for (int i = m - 1; i >= 0; i--) {
    for (int q = 0; q < w; q++)
      x[i * w + q] *= a[i * m + i];
    for (int j = i + 1; j < m; j++)
      dense_axpy (w, -a[j * m + i], x + j * w, x + i * w);
  }
}

// x ← − D⁻¹Wᵀx of a column that is 0 yet.
static inline __attribute__ ((always_inline)) void
backward_many (const TrLdl *l, const TrLdlColumn *col, double *sum, int m, int w)
{
  const double *below = l->below + col->values;
  const int *row = l->scalar_row + col->scalar;
  memset (sum, 0, sizeof (double) * (size_t) (m * w));
  for (int r = 0; r < col->n_scalar; r++)
    for (int c = 0; c < m; c++)
      dense_axpy (w, below[r * m + c], l->many + row[r] * w, sum + c * w);
  solve_many (m, w, l->pivot + col->pivot, sum);
  for (int i = 0; i < m * w; i++)
    l->many[col->x * w + i] = -sum[i];
}

// Adds eᵢ within its node for each dropped pivot, numbered from n on; returns the next number.
static int
begin_sums (TrLdl *l, const TrLdlColumn *col, int w, int n)
{
  const double *a = l->pivot + col->pivot;
  int m = col->dim;
  for (int r = 0; r < m; r++) {
    bool is_dropped = !(fabs (a[r * (m + 1)]) > 0);
    if (!is_dropped || n == w) // more than w only where numbers are infinite
      continue;
    memset (l->u, 0, sizeof (double) * (size_t) m);
    l->u[r] = 1;
    ldl_solve_upper (m, a, l->u);
    for (int c = 0; c < m; c++)
      l->many[(col->x + c) * w + n] += l->u[c];
    n++;
  }
  return n;
}

static bool
is_in_reach (const TrLdl *l, const TrLdlColumn *col)
{
  bool in_reach = col->n_small > 0;
  for (int q = col->first; q < col[1].first && !in_reach; q++)
    in_reach = l->column[l->row[q]].reached;
  return in_reach;
}

// Puts to 0 what is rounding in a column, beside the largest share of each sum so far; whether
// something else is left.
static bool
cut (TrLdl *l, const TrLdlColumn *col, const double *row_size2, int w, double *largest2)
{
  double *x = l->many + col->x * w;
  bool left = false;
  for (int r = 0; r < col->dim; r++, x += w)
    for (int j = 0; j < w; j++) {
      double share2 = x[j] * x[j] * row_size2[col->out + r];
      bool has_share = share2 > NO_SHARE * NO_SHARE * largest2[j];
      x[j] = has_share ? x[j] : 0;
      largest2[j] = share2 > largest2[j] ? share2 : largest2[j];
      left |= has_share;
    }
  return left;
}

static inline __attribute__ ((always_inline)) void
sweep (TrLdl *l, const double *row_size2, int w)
{
  double largest2[TR_LDL_MOST_NULL] = {0}, *sum = l->many + (l->n_unknowns + l->n_rows) * w;
  int n = 0;
  for (int k = l->n - 1; k >= 0; k--) {
    TrLdlColumn *col = &l->column[k];
    col->reached = !col->is_block && is_in_reach (l, col);
    if (!col->reached)
      continue;
    if (col->dim == 2)
      backward_many (l, col, sum, 2, w);
    else if (col->dim == 1)
      backward_many (l, col, sum, 1, w);
    else
      backward_many (l, col, sum, col->dim, w);
    if (col->n_small > 0)
      n = begin_sums (l, col, w, n);
    col->reached = cut (l, col, row_size2, w, largest2);
  }
}

// The rows of the constraints in reach; what was used is 0 again.
static int
take_shares (TrLdl *l, int n, int w, int *con, double *z)
{
  int n_cons = 0;
  for (int k = 0; k < l->n; k++) {
    const TrLdlColumn *col = &l->column[k];
    if (!col->reached)
      continue;
    con[n_cons++] = col->node - l->g->n_blocks;
    for (int r = 0; r < col->dim; r++, z += n)
      memcpy (z, l->many + (col->x + r) * w, sizeof (double) * (size_t) n);
    memset (l->many + col->x * w, 0, sizeof (double) * (size_t) (col->dim * w));
  }
  return n_cons;
}

int
tr_ldl_null (TrLdl *l, int n, const double *row_size2, int *con, double *z)
{
  g_return_val_if_fail (n >= 1 && n <= TR_LDL_MOST_NULL, 0);
  tr_ldl_reserve_null (l, n);
  int w = width_for (n);
  if (w == 2)
    sweep (l, row_size2, 2);
  else if (w == 4)
    sweep (l, row_size2, 4);
  else if (w == 8)
    sweep (l, row_size2, 8);
  else
    sweep (l, row_size2, w);
  return take_shares (l, n, w, con, z);
}
