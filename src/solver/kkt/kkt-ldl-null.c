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

#include "solver/kkt/kkt-ldl.h"

#include "math/dense.h"
#include "solver/kkt/kkt-ldl-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// A share of a row under this, of the whole sum, is rounding.
#define NO_SHARE 1e-11

// Sums go in groups of at most so many: a row takes part in few of them.
#define WIDEST 4
G_STATIC_ASSERT (TR_LDL_MOST_NULL <= 16 * WIDEST); // a bit each in reached

// How many vectors lie side by side for n sums.
static int
width_for (int n)
{
  return n <= 2 ? 2 : (n + WIDEST - 1) / WIDEST * WIDEST;
}

void
tr_ldl_reserve_null (TrLdl *l, int n)
{
  int w = width_for (n);
  if (w <= l->many_width)
    return;
  g_free (l->many);
  l->many = g_new0 (double, (l->n_unknowns + l->n_rows) * w + 1);
  l->many_width = w;
}

// The groups of sums that have a share in some row under the column, a bit each.
static unsigned
groups_below (const TrLdl *l, const TrLdlColumn *col)
{
  unsigned groups = 0;
  for (int q = col->first; q < col[1].first; q++)
    groups |= l->column[l->row[q]].reached;
  return groups;
}

// x ← − Lᵀx of a column that is 0 yet, for one group of sums from `at` on.
static inline __attribute__ ((always_inline)) void
backward_group (const TrLdl *l, const TrLdlColumn *col, int m, int w, int at, int group)
{
  const double *unit = l->unit + col->values;
  const int *row = l->scalar_row + col->scalar;
  for (int c = 0; c < m; c++) {
    double sum[WIDEST] = {0};
    for (int r = 0; r < col->n_scalar; r++)
      dense_axpy (group, -unit[r * m + c], l->many + row[r] * w + at, sum);
    memcpy (l->many + (col->x + c) * w + at, sum, sizeof (double) * (size_t) group);
  }
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

// Puts to 0 what is rounding in a group of a column, beside the largest share of each sum so far;
// whether something else is left.
static inline __attribute__ ((always_inline)) bool
cut (TrLdl *l,
     const TrLdlColumn *col,
     const double *row_size2,
     int w,
     double *largest2,
     int at,
     int group)
{
  double *x = l->many + col->x * w + at;
  bool left = false;
  for (int r = 0; r < col->dim; r++, x += w)
    for (int j = 0; j < group; j++) {
      double share2 = x[j] * x[j] * row_size2[col->out + r];
      bool has_share = share2 > NO_SHARE * NO_SHARE * largest2[at + j];
      x[j] = has_share ? x[j] : 0;
      largest2[at + j] = share2 > largest2[at + j] ? share2 : largest2[at + j];
      left |= has_share;
    }
  return left;
}

static inline __attribute__ ((always_inline)) void
sweep (TrLdl *l, const double *row_size2, int w, int group)
{
  double largest2[TR_LDL_MOST_NULL] = {0};
  int n = 0;
  for (int k = l->n - 1; k >= 0; k--) {
    TrLdlColumn *col = &l->column[k];
    col->reached = 0;
    if (col->is_block)
      continue;
    unsigned groups = groups_below (l, col);
    for (unsigned g = groups; g; g &= g - 1) {
      int at = __builtin_ctz (g) * group;
      if (col->dim == 2)
        backward_group (l, col, 2, w, at, group);
      else if (col->dim == 1)
        backward_group (l, col, 1, w, at, group);
      else
        backward_group (l, col, col->dim, w, at, group);
    }
    int before = n;
    if (col->n_small > 0)
      n = begin_sums (l, col, w, n);
    for (int i = before; i < n; i++)
      groups |= 1u << i / group;
    for (unsigned g = groups; g; g &= g - 1) {
      unsigned i = (unsigned) __builtin_ctz (g);
      if (cut (l, col, row_size2, w, largest2, (int) i * group, group))
        col->reached |= (uint16_t) (1u << i);
    }
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
    sweep (l, row_size2, 2, 2);
  else
    sweep (l, row_size2, w, WIDEST);
  return take_shares (l, n, w, con, z);
}
