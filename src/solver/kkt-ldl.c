// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/kkt-ldl.h"

#include "math/dense.h"
#include "solver/kkt-ldl-private.h"

#include <glib.h>
#include <string.h>

// ─── factor ─────────────────────────────────────────────────────────────────

static inline void
put (double *to, const double *from, int rows, int cols, bool transposed)
{
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
      to[transposed ? c * rows + r : r * cols + c] = from[r * cols + c];
}

static void
put_block (double *to, const double *from, const TrLdlSource *s)
{
  if (s->rows == 2 && s->cols == 3 && s->transposed)
    put (to, from, 2, 3, true);
  else if (s->rows == 2 && s->cols == 3)
    put (to, from, 2, 3, false);
  else
    put (to, from, s->rows, s->cols, s->transposed);
}

// Column k of the system itself.
static void
assemble (TrLdl *l,
          const TrLdlColumn *col,
          const TrKktNumbers *n,
          const double *load,
          const double *delta)
{
  double *d = l->pivot + col->pivot;
  int m = col->dim;

  if (col->is_block) {
    memcpy (d, n->num + col->place, sizeof (double) * (size_t) (m * m));
    if (col->load >= 0)
      for (int r = 0; r < m; r++)
        dense_axpy (r + 1, 1, load + col->load + r * (r + 1) / 2, d + r * m);
  } else {
    memset (d, 0, sizeof (double) * (size_t) (m * m));
    for (int r = 0; r < m; r++)
      d[r * (m + 1)] = -n->num[col->place + r] - (delta ? delta[col->out + r] : 0);
  }

  // entries that are not in the system, if there are any
  if (col[1].first - col->first > col[1].source - col->source)
    memset (l->lower + col->values, 0, sizeof (double) * (size_t) (col->n_scalar * m));
  for (int s = col->source; s < col[1].source; s++)
    put_block (l->lower + l->source[s].to, n->num + l->source[s].from, &l->source[s]);
}

// w ← w − l u:  w di × dk, l di × dj, u dj × dk
static inline __attribute__ ((always_inline)) void
subtract_product (double *restrict w,
                  const double *restrict lower,
                  const double *restrict u,
                  int di,
                  int dk,
                  int dj)
{
  for (int i = 0; i < di; i++)
    for (int k = 0; k < dk; k++) {
      double sum = lower[i * dj] * u[k];
      for (int j = 1; j < dj; j++)
        sum += lower[i * dj + j] * u[j * dk + k];
      w[i * dk + k] -= sum;
    }
}

// What column j, eliminated before, does to column k: the product of the rows of j from k on
// with the row of k. Inlined with constant sizes where these are common.
static inline __attribute__ ((always_inline)) void
subtract_column (TrLdl *l, const TrLdlLeft *left, double *d, int dk, int dj)
{
  const double *u = l->upper + left->values;
  const double *lower = l->lower + left->values;

  subtract_product (d, lower, u, dk, dk, dj);
  lower += dk * dj;
  for (int q = left->entry + 1; q < left->end; q++) {
    double *w = l->lower + l->map[l->row[q]];
    int di = l->row_dim[q];
    if (di == 3)
      subtract_product (w, lower, u, 3, dk, dj);
    else if (di == 2)
      subtract_product (w, lower, u, 2, dk, dj);
    else
      subtract_product (w, lower, u, di, dk, dj);
    lower += di * dj;
  }
}

static void
subtract_left (TrLdl *l, const TrLdlLeft *left, double *d, int dk)
{
  int dj = left->dim;
  if (dk == 3 && dj == 3)
    subtract_column (l, left, d, 3, 3);
  else if (dk == 2 && dj == 3)
    subtract_column (l, left, d, 2, 3);
  else if (dk == 2 && dj == 2)
    subtract_column (l, left, d, 2, 2);
  else if (dk == 3 && dj == 2)
    subtract_column (l, left, d, 3, 2);
  else
    subtract_column (l, left, d, dk, dj);
}

// size ← C + Σ of what blocks put into the diagonal of a constraint: what its pivots would be if
// no other constraint shared those blocks.
static void
gather (TrLdl *l, const TrLdlColumn *col, double *size)
{
  double *d = l->pivot + col->pivot;
  int m = col->dim;

  for (int q = col->first; q < col[1].first; q++)
    l->map[l->row[q]] = l->entry_values[q];
  for (int r = 0; r < m; r++)
    size[r] = -d[r * (m + 1)];
  for (int i = col->left; i < col[1].left; i++) {
    const TrLdlLeft *left = &l->left[i];
    for (int r = 0; left->is_block && r < m; r++)
      size[r] += d[r * (m + 1)];
    subtract_left (l, left, d, m);
    for (int r = 0; left->is_block && r < m; r++)
      size[r] -= d[r * (m + 1)];
  }
}

// One block under the pivot: upper ← wᵀ, lower ← w d⁻¹.
static inline __attribute__ ((always_inline)) void
divide_entry (const double *d, double *restrict w, double *restrict u, int di, int m)
{
  for (int r = 0; r < di; r++) {
    for (int c = 0; c < m; c++)
      u[c * di + r] = w[r * m + c];
    ldl_solve_inline (m, d, w + r * m);
  }
}

static inline __attribute__ ((always_inline)) void
divide_column (TrLdl *l, const TrLdlColumn *col, int m)
{
  const double *d = l->pivot + col->pivot;
  double *w = l->lower + col->values, *u = l->upper + col->values;

  for (int q = col->first; q < col[1].first; q++) {
    int di = l->row_dim[q];
    if (di == 3)
      divide_entry (d, w, u, 3, m);
    else if (di == 2)
      divide_entry (d, w, u, 2, m);
    else
      divide_entry (d, w, u, di, m);
    w += di * m;
    u += di * m;
  }
}

static void
factor_column (TrLdl *l,
               TrLdlColumn *col,
               const TrKktNumbers *n,
               const double *load,
               const int *load_at,
               const double *delta)
{
  double *d = l->pivot + col->pivot, *size = col->is_block ? NULL : l->size;
  col->load = col->is_block && load_at ? load_at[col->node] : -1;
  assemble (l, col, n, load, delta);
  gather (l, col, l->size);
  col->n_small = ldl_factor (col->dim, d, size, 1e-8);
  if (col->dim == 3)
    divide_column (l, col, 3);
  else if (col->dim == 2)
    divide_column (l, col, 2);
  else
    divide_column (l, col, col->dim);
}

int
tr_ldl_factor (
    TrLdl *l, const TrKktNumbers *n, const double *load, const int *load_at, const double *delta)
{
  int n_small = 0;

  for (int k = 0; k < l->n; k++) {
    factor_column (l, &l->column[k], n, load, load_at, delta);
    n_small += l->column[k].n_small;
  }
  return n_small;
}

// ─── updates ────────────────────────────────────────────────────────────────

void
tr_ldl_forget (TrLdl *l)
{
  memset (l->dirty, true, (size_t) l->n);
}

// The columns that what is marked is stored in: of a matrix between two nodes the first one's.
static void
mark_changed (TrLdl *l, const TrKktChange *change, const bool *load_dirty)
{
  const TrKktGraph *g = l->g;
  const int *of_con = l->column_of + g->n_blocks;
  for (int c = 0; c < g->n_cons; c++) {
    if (of_con[c] < 0 || !change->con[c])
      continue;
    l->dirty[of_con[c]] = true;
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      l->dirty[MIN (of_con[c], l->column_of[g->touch[i]])] = true;
  }
  for (int x = 0; x < g->n_blocks; x++) {
    if (l->column_of[x] < 0 || !(change->block[x] || load_dirty[x]))
      continue;
    l->dirty[l->column_of[x]] = true;
    for (int i = g->pair_start[x]; i < g->pair_start[x + 1]; i++)
      for (int end = 0; end < 2; end++) {
        int other = l->column_of[g->pair[2 * g->block_pair[i] + end]];
        if (other >= 0)
          l->dirty[MIN (other, l->column_of[x])] = true;
      }
  }
}

// Factors a column anew; true where that gives another one. What columns to the right take from
// it is lower and upper; the pivot is in them.
static bool
refactor_column (
    TrLdl *l, TrLdlColumn *col, const TrKktNumbers *n, const double *load, const int *load_at)
{
  size_t size = sizeof (double) * (size_t) (col->n_scalar * col->dim);
  double *lower = l->lower + col->values, *upper = l->upper + col->values;
  memcpy (l->before, lower, size);
  memcpy (l->before + col->n_scalar * col->dim, upper, size);
  factor_column (l, col, n, load, load_at, NULL);
  return memcmp (l->before, lower, size) != 0 ||
         memcmp (l->before + col->n_scalar * col->dim, upper, size) != 0;
}

int
tr_ldl_update (TrLdl *l,
               const TrKktNumbers *n,
               const double *load,
               const int *load_at,
               const TrKktChange *change,
               const bool *load_dirty,
               size_t *n_factored)
{
  int n_small = 0;

  mark_changed (l, change, load_dirty);
  for (int k = 0; k < l->n; k++) {
    TrLdlColumn *col = &l->column[k];
    if (l->dirty[k]) {
      l->dirty[k] = false;
      *n_factored += col->is_block;
      if (refactor_column (l, col, n, load, load_at))
        for (int q = col->first; q < col[1].first; q++)
          l->dirty[l->row[q]] = true;
    }
    n_small += col->n_small;
  }
  return n_small;
}

// ─── solve ──────────────────────────────────────────────────────────────────

static inline __attribute__ ((always_inline)) void
forward (const TrLdl *l, const TrLdlColumn *col, double *x, int m)
{
  const double *y = x + col->x, *lower = l->lower + col->values;
  const int *row = l->scalar_row + col->scalar;
  for (int r = 0; r < col->n_scalar; r++)
    x[row[r]] -= dense_dot (m, lower + r * m, y);
}

static inline __attribute__ ((always_inline)) void
backward (const TrLdl *l, const TrLdlColumn *col, double *x, int m)
{
  double *y = x + col->x;
  const double *lower = l->lower + col->values;
  const int *row = l->scalar_row + col->scalar;
  ldl_solve_inline (m, l->pivot + col->pivot, y);
  for (int r = 0; r < col->n_scalar; r++)
    dense_axpy (m, -x[row[r]], lower + r * m, y);
}

void
tr_ldl_solve (TrLdl *l, const double *f, const double *b, double *v, double *lambda)
{
  double *x = l->x;

  for (int i = 0; i < l->n_unknowns; i++)
    x[l->unknown[i].x] = f[l->unknown[i].out];
  for (int i = 0; i < l->n_rows; i++)
    x[l->equation[i].x] = b[l->equation[i].out];

  for (int k = 0; k < l->n; k++) {
    const TrLdlColumn *col = &l->column[k];
    if (col->dim == 3)
      forward (l, col, x, 3);
    else if (col->dim == 2)
      forward (l, col, x, 2);
    else
      forward (l, col, x, col->dim);
  }
  for (int k = l->n - 1; k >= 0; k--) {
    const TrLdlColumn *col = &l->column[k];
    if (col->dim == 3)
      backward (l, col, x, 3);
    else if (col->dim == 2)
      backward (l, col, x, 2);
    else
      backward (l, col, x, col->dim);
  }

  for (int i = 0; i < l->n_unknowns; i++)
    v[l->unknown[i].out] = x[l->unknown[i].x];
  for (int i = 0; i < l->n_rows; i++)
    lambda[l->equation[i].out] = -x[l->equation[i].x];
}
