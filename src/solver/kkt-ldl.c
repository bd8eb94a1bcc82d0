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
    memset (l->below + col->values, 0, sizeof (double) * (size_t) (col->n_scalar * m));
  for (int s = col->source; s < col[1].source; s++)
    put_block (l->below + l->source[s].to, n->num + l->source[s].from, &l->source[s]);
}

// w ← w − b u:  w di × dk, b di × dj, u dj × dk
static inline __attribute__ ((always_inline)) void
subtract_product (
    double *restrict w, const double *restrict b, const double *restrict u, int di, int dk, int dj)
{
  for (int i = 0; i < di; i++)
    for (int k = 0; k < dk; k++) {
      double sum = b[i * dj] * u[k];
      for (int j = 1; j < dj; j++)
        sum += b[i * dj + j] * u[j * dk + k];
      w[i * dk + k] -= sum;
    }
}

// What column j, eliminated before, does to column k: W of its rows from k on times u = D⁻¹Wᵀ = Lᵀ of
// the row of k. Inlined with constant sizes where these are common.
static inline __attribute__ ((always_inline)) void
subtract_column (TrLdl *l, const TrLdlLeft *left, double *d, double *u, int dk, int dj)
{
  const double *pivot = l->pivot + left->pivot, *b = l->below + left->values;
  double *x = u + dj * dk;

  for (int k = 0; k < dk; k++) {
    for (int j = 0; j < dj; j++)
      x[j] = b[k * dj + j];
    ldl_solve_inline (dj, pivot, x);
    for (int j = 0; j < dj; j++)
      u[j * dk + k] = x[j];
  }
  subtract_product (d, b, u, dk, dk, dj);
  b += dk * dj;
  for (int q = left->entry + 1; q < left->end; q++) {
    double *w = l->below + l->map[l->row[q]];
    int di = l->row_dim[q];
    if (di == 3)
      subtract_product (w, b, u, 3, dk, dj);
    else if (di == 2)
      subtract_product (w, b, u, 2, dk, dj);
    else
      subtract_product (w, b, u, di, dk, dj);
    b += di * dj;
  }
}

static void
subtract_left (TrLdl *l, const TrLdlLeft *left, double *d, int dk)
{
  double u[12];
  int dj = left->dim;
  if (dk == 3 && dj == 3)
    subtract_column (l, left, d, u, 3, 3);
  else if (dk == 2 && dj == 3)
    subtract_column (l, left, d, u, 2, 3);
  else if (dk == 2 && dj == 2)
    subtract_column (l, left, d, u, 2, 2);
  else if (dk == 3 && dj == 2)
    subtract_column (l, left, d, u, 3, 2);
  else
    subtract_column (l, left, d, l->u, dk, dj);
}

// size ← C + Σ of what blocks put into the diagonal of a constraint: what its pivots would be if
// no other constraint shared those blocks.
static void
gather (TrLdl *l, const TrLdlColumn *col, double *size)
{
  double *d = l->pivot + col->pivot;
  int m = col->dim;

  for (int q = col->first, at = col->values; q < col[1].first; at += l->row_dim[q++] * m)
    l->map[l->row[q]] = at;
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

// Factors a column anew; true where that gives another one.
static bool
refactor_column (
    TrLdl *l, TrLdlColumn *col, const TrKktNumbers *n, const double *load, const int *load_at)
{
  size_t size = sizeof (double) * (size_t) (col->n_scalar * col->dim);
  size_t pivot_size = sizeof (double) * (size_t) (col->dim * col->dim);
  double *below = l->below + col->values, *pivot = l->pivot + col->pivot;
  double *pivot_before = l->before + col->n_scalar * col->dim;
  memcpy (l->before, below, size);
  memcpy (pivot_before, pivot, pivot_size);
  factor_column (l, col, n, load, load_at, NULL);
  return memcmp (l->before, below, size) != 0 || memcmp (pivot_before, pivot, pivot_size) != 0;
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

// x of a column is D⁻¹x from here on: L x = W D⁻¹x.
static inline __attribute__ ((always_inline)) void
forward (const TrLdl *l, const TrLdlColumn *col, double *x, int m)
{
  double *y = x + col->x;
  const double *below = l->below + col->values;
  const int *row = l->scalar_row + col->scalar;
  ldl_solve_inline (m, l->pivot + col->pivot, y);
  for (int r = 0; r < col->n_scalar; r++)
    x[row[r]] -= dense_dot (m, below + r * m, y);
}

// Lᵀx = x + D⁻¹Wᵀx
static inline __attribute__ ((always_inline)) void
backward (const TrLdl *l, const TrLdlColumn *col, double *x, double *sum, int m)
{
  const double *below = l->below + col->values;
  const int *row = l->scalar_row + col->scalar;
  for (int c = 0; c < m; c++)
    sum[c] = 0;
  for (int r = 0; r < col->n_scalar; r++)
    dense_axpy (m, x[row[r]], below + r * m, sum);
  ldl_solve_inline (m, l->pivot + col->pivot, sum);
  for (int c = 0; c < m; c++)
    x[col->x + c] -= sum[c];
}

static void
gather_sides (TrLdl *l, const double *f, const double *b)
{
  for (int i = 0; i < l->n_unknowns; i++)
    l->x[l->unknown[i].x] = f[l->unknown[i].out];
  for (int i = 0; i < l->n_rows; i++)
    l->x[l->equation[i].x] = b[l->equation[i].out];
}

static inline void
forward_column (TrLdl *l, const TrLdlColumn *col)
{
  if (col->dim == 3)
    forward (l, col, l->x, 3);
  else if (col->dim == 2)
    forward (l, col, l->x, 2);
  else
    forward (l, col, l->x, col->dim);
}

static void
backward_all (TrLdl *l, double *v, double *lambda)
{
  double sum[3];

  for (int k = l->n - 1; k >= 0; k--) {
    const TrLdlColumn *col = &l->column[k];
    if (col->dim == 3)
      backward (l, col, l->x, sum, 3);
    else if (col->dim == 2)
      backward (l, col, l->x, sum, 2);
    else
      backward (l, col, l->x, l->u, col->dim);
  }
  for (int i = 0; i < l->n_unknowns; i++)
    v[l->unknown[i].out] = l->x[l->unknown[i].x];
  for (int i = 0; i < l->n_rows; i++)
    lambda[l->equation[i].out] = -l->x[l->equation[i].x];
}

void
tr_ldl_solve (TrLdl *l, const double *f, const double *b, double *v, double *lambda)
{
  gather_sides (l, f, b);
  for (int k = 0; k < l->n; k++)
    forward_column (l, &l->column[k]);
  backward_all (l, v, lambda);
}

int
tr_ldl_factor_solve (TrLdl *l,
                     const TrKktNumbers *n,
                     const double *load,
                     const int *load_at,
                     const double *f,
                     const double *b,
                     double *v,
                     double *lambda)
{
  int n_small = 0;

  gather_sides (l, f, b);
  for (int k = 0; k < l->n; k++) {
    factor_column (l, &l->column[k], n, load, load_at, NULL);
    n_small += l->column[k].n_small;
    forward_column (l, &l->column[k]);
  }
  backward_all (l, v, lambda);
  return n_small;
}
