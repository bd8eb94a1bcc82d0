// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/kkt/kkt-ldl.h"

#include "math/dense.h"
#include "solver/kkt/kkt-ldl-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Pivots of constraints under this share of what they would be by themselves are of rows that depend on others.
#define SMALL_PIVOT 1e-8
// The same of what is rounding in them.
#define LEAST_COMPLIANCE 1e-14

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

// The pivot of a column and what is under it, of the system itself.
static inline __attribute__ ((always_inline)) void
assemble (TrLdl *l,
          const TrLdlColumn *col,
          const TrKktNumbers *n,
          const double *load,
          const double *delta,
          double *d,
          int m)
{
  if (col->is_block) {
    memcpy (d, n->num + col->place, sizeof (double) * (size_t) (m * m));
    for (int r = 0, at = col->load; at >= 0 && r < m; r++, at += r)
      dense_axpy (r + 1, 1, load + at, d + r * m);
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
// the row of k, which solves use. Inlined with constant sizes where these are common.
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
      u[j * dk + k] = l->unit[left->values + k * dj + j] = x[j];
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

static inline __attribute__ ((always_inline)) void
subtract_left (TrLdl *l, const TrLdlLeft *left, double *d, int m)
{
  double u[12];
  if (m > 3 || left->dim > 3)
    subtract_column (l, left, d, l->u, m, left->dim);
  else if (left->dim == 3)
    subtract_column (l, left, d, u, m, 3);
  else if (left->dim == 2)
    subtract_column (l, left, d, u, m, 2);
  else
    subtract_column (l, left, d, u, m, 1);
}

// A row's compliance is in its pivot, whatever the row depends on: where it is more than rounding there the row is soft,
// not spare, however small the pivot is.
static inline __attribute__ ((always_inline)) void
count_compliance (const double *compliance, double *size, int m)
{
  for (int r = 0; r < m; r++)
    if (compliance[r] > LEAST_COMPLIANCE * size[r])
      size[r] = fmin (size[r], 0.5 * compliance[r] / SMALL_PIVOT);
}

// d, of m × m, and size, of m, are the caller's. size ← C + Σ of what blocks put into the diagonal of a
// constraint: what its pivots would be if no other constraint shared those blocks.
static inline __attribute__ ((always_inline)) void
factor_sized (TrLdl *l,
              TrLdlColumn *col,
              const TrKktNumbers *n,
              const double *load,
              const double *delta,
              double *d,
              double *size,
              int m)
{
  assemble (l, col, n, load, delta, d, m);
  for (int q = col->first, at = col->values; col->mapped && q < col[1].first;
       at += l->row_dim[q++] * m)
    l->map[l->row[q]] = at;
  for (int r = 0; r < m; r++)
    size[r] = -d[r * (m + 1)];
  for (int i = col->left; i < col[1].left; i++) {
    const TrLdlLeft *left = &l->left[i];
    bool counts = left->is_block && !col->is_block;
    for (int r = 0; counts && r < m; r++)
      size[r] += d[r * (m + 1)];
    subtract_left (l, left, d, m);
    for (int r = 0; counts && r < m; r++)
      size[r] -= d[r * (m + 1)];
  }
  if (l->counts_compliance && !col->is_block)
    count_compliance (n->num + col->place, size, m);
  col->n_small = ldl_factor_inline (m, d, col->is_block ? NULL : size, SMALL_PIVOT);
}

static void
factor_column (TrLdl *l,
               TrLdlColumn *col,
               const TrKktNumbers *n,
               const double *load,
               const int *load_at,
               const double *delta)
{
  double *pivot = l->pivot + col->pivot, d[9], size[3];
  col->load = col->is_block && load_at ? load_at[col->node] : -1;
  if (col->dim == 3) {
    factor_sized (l, col, n, load, delta, d, size, 3);
    memcpy (pivot, d, sizeof (d));
  } else if (col->dim == 2) {
    factor_sized (l, col, n, load, delta, d, size, 2);
    memcpy (pivot, d, 4 * sizeof (double));
  } else {
    factor_sized (l, col, n, load, delta, pivot, l->size, col->dim);
  }
}

void
tr_ldl_count_compliance (TrLdl *l, bool counts)
{
  l->counts_compliance = counts;
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

bool
tr_ldl_is_definite (const TrLdl *l)
{
  bool is_definite = true;

  for (const TrLdlColumn *col = l->column; col < l->column + l->n; col++)
    for (int r = 0; r < col->dim; r++)
      is_definite &= l->pivot[col->pivot + r * (col->dim + 1)] > 0;
  return is_definite;
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

// L x = f: x of a column from those to its left. What is known last comes last.
static inline __attribute__ ((always_inline)) void
forward (const TrLdl *l, const TrLdlColumn *col, const double *f, double *x, int m)
{
  for (int r = 0; r < m; r++)
    x[r] = f[r];
  for (const TrLdlLeft *left = l->left + col->left; left < l->left + col[1].left; left++) {
    const double *unit = l->unit + left->values, *y = l->x + left->x;
    if (left->dim == 3)
      dense_gemv (m, 3, -1, unit, y, x);
    else if (left->dim == 2)
      dense_gemv (m, 2, -1, unit, y, x);
    else
      dense_gemv (m, left->dim, -1, unit, y, x);
  }
}

// Lᵀx = D⁻¹x, and x of the column to where it belongs.
static inline __attribute__ ((always_inline)) void
backward (const TrLdl *l, const TrLdlColumn *col, double *y, double *out, int m)
{
  const double *unit = l->unit + col->values;
  const int *row = l->scalar_row + col->scalar;
  double *x = l->x + col->x, sign = col->is_block ? 1 : -1;
  for (int c = 0; c < m; c++)
    y[c] = x[c];
  ldl_solve_inline (m, l->pivot + col->pivot, y);
  for (int r = col->n_scalar - 1; r >= 0; r--)
    dense_axpy (m, -l->x[row[r]], unit + r * m, y);
  for (int c = 0; c < m; c++) {
    x[c] = y[c];
    out[col->out + c] = sign * y[c];
  }
}

static inline void
forward_column (TrLdl *l, const TrLdlColumn *col, const double *f, const double *b)
{
  const double *from = (col->is_block ? f : b) + col->out;
  double x[3];
  if (col->dim == 3) {
    forward (l, col, from, x, 3);
    memcpy (l->x + col->x, x, sizeof (x));
  } else if (col->dim == 2) {
    forward (l, col, from, x, 2);
    memcpy (l->x + col->x, x, 2 * sizeof (double));
  } else {
    forward (l, col, from, l->x + col->x, col->dim);
  }
}

static void
backward_all (TrLdl *l, double *v, double *lambda)
{
  double y[3];

  for (int k = l->n - 1; k >= 0; k--) {
    const TrLdlColumn *col = &l->column[k];
    double *out = col->is_block ? v : lambda;
    if (col->dim == 3)
      backward (l, col, y, out, 3);
    else if (col->dim == 2)
      backward (l, col, y, out, 2);
    else
      backward (l, col, l->u, out, col->dim);
  }
}

void
tr_ldl_solve (TrLdl *l, const double *f, const double *b, double *v, double *lambda)
{
  for (int k = 0; k < l->n; k++)
    forward_column (l, &l->column[k], f, b);
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

  for (int k = 0; k < l->n; k++) {
    factor_column (l, &l->column[k], n, load, load_at, NULL);
    n_small += l->column[k].n_small;
    forward_column (l, &l->column[k], f, b);
  }
  backward_all (l, v, lambda);
  return n_small;
}
