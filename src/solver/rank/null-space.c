// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/null-space.h"

#include "math/ortho.h"
#include "solver/rank/sparse-qr.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// A row whose share in a column of its own is at least this is independent of all others.
#define SAFE_PIVOT 0.05

enum {
  MOST_TURNS = 30, // of one inverse iteration
};

// y ← yᵀA
static void
combine_rows (const TrSparse *a, const double *y, double *out)
{
  memset (out, 0, sizeof (double) * (size_t) a->n_cols);
  for (int i = 0; i < a->n_rows; i++)
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      out[a->col[k]] += y[i] * a->val[k];
}

// A fixed pattern that no structure has in it: the same numbers on every run.
static void
fill_pattern (int n, double *x, guint32 seed)
{
  guint32 state = 12345 + 2654435761u * seed;
  for (int i = 0; i < n; i++) {
    state = 1664525 * state + 1013904223;
    x[i] = (double) (state >> 8) / (1 << 24) - 0.5;
  }
}

// The largest singular value within a few percent, by the power method on A Aᵀ.
static double
largest_singular (const TrSparse *a, TrScratch *s)
{
  size_t mark = tr_scratch_mark (s);
  double *y = tr_scratch_doubles (s, (size_t) a->n_rows), sigma = 0;
  double *q = tr_scratch_doubles (s, (size_t) a->n_cols);
  fill_pattern (a->n_rows, y, 0);
  ortho_normalize (a->n_rows, y);
  for (int turn = 0; turn < 12; turn++) {
    combine_rows (a, y, q);
    sigma = sqrt (dense_dot (a->n_cols, q, q));
    for (int i = 0; i < a->n_rows; i++) {
      y[i] = 0;
      for (int k = a->start[i]; k < a->start[i + 1]; k++)
        y[i] += a->val[k] * q[a->col[k]];
    }
    ortho_normalize (a->n_rows, y);
  }
  tr_scratch_release (s, mark);
  return sigma;
}

// A column that a single row touches frees that row: yᵢ aᵢᵤ = 0 leaves yᵢ = 0.
void
tr_null_peel (const TrSparse *a, TrScratch *s, int *kept)
{
  size_t mark = tr_scratch_mark (s);
  int *left = tr_scratch_ints (s, (size_t) a->n_cols);
  int *stack = tr_scratch_ints (s, (size_t) a->n_cols + (size_t) a->start[a->n_rows]), n = 0;
  for (int i = 0; i < a->n_rows; i++)
    kept[i] = 1;
  for (int u = 0; u < a->n_cols; u++) {
    left[u] = a->col_start[u + 1] - a->col_start[u];
    if (left[u] == 1)
      stack[n++] = u;
  }
  while (n > 0) {
    int u = stack[--n], i = -1;
    for (int k = a->col_start[u]; k < a->col_start[u + 1]; k++)
      if (kept[a->row[k]])
        i = a->row[k];
    if (i < 0)
      continue;
    double pivot = 0;
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      if (a->col[k] == u)
        pivot = a->val[k];
    if (fabs (pivot) < SAFE_PIVOT)
      continue;
    kept[i] = 0;
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      if (--left[a->col[k]] == 1)
        stack[n++] = a->col[k];
  }
  tr_scratch_release (s, mark);
}

typedef struct {
  int last; // the last of the column's rows in the order of elimination
  int col;
} Arrival;

static int
compare_arrivals (const void *pa, const void *pb)
{
  const Arrival *a = pa, *b = pb;
  return a->last != b->last ? (a->last > b->last) - (a->last < b->last) : a->col - b->col;
}

// R of Aᵀ = QR for rows in their order. The columns of A come in by the last row that they touch,
// which keeps the rows under rotation short; hubs come when all others are in.
static void
factor (const TrSparse *a, TrScratch *s, TrSparseQr *qr)
{
  tr_sparse_qr_init (qr, a->n_rows, s);
  Arrival *in = tr_scratch_bytes (s, (size_t) a->n_cols * sizeof *in);
  double *val = tr_scratch_doubles (s, (size_t) a->start[a->n_rows]);
  int *next = tr_scratch_ints (s, (size_t) a->n_cols);
  memcpy (next, a->col_start, sizeof (int) * (size_t) a->n_cols);
  for (int i = 0; i < a->n_rows; i++)
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      val[next[a->col[k]]++] = a->val[k];
  for (int u = 0; u < a->n_cols; u++) {
    int to = a->col_start[u + 1], last = a->col_start[u] < to ? a->row[to - 1] : -1;
    in[u] = (Arrival){tr_sparse_is_hub (a, u) ? a->n_rows : last, u};
  }
  qsort (in, (size_t) a->n_cols, sizeof *in, compare_arrivals);
  for (int v = 0; v < a->n_cols; v++) {
    int from = a->col_start[in[v].col], to = a->col_start[in[v].col + 1];
    tr_sparse_qr_add (qr, to - from, a->row + from, val + from);
  }
}

// Inverse iteration, orthogonal to the vectors found: x ← (A Aᵀ)⁻¹ x picks the direction of the
// least singular value, by the square of its ratio to the next each turn. Whether that value is
// under the limit.
static bool
find_next (const TrSparse *a,
           const TrSparseQr *qr,
           double limit,
           const TrNullSpace *found,
           double *x,
           double *q)
{
  int n = a->n_rows;
  double before = INFINITY;
  fill_pattern (n, x, 1 + (guint32) found->n);
  ortho_add (n, x, found->n, found->vec);
  for (int turn = 0; turn < MOST_TURNS; turn++) {
    tr_sparse_qr_solve (qr, x);
    if (!(ortho_add (n, x, found->n, found->vec) > 0))
      return false;
    combine_rows (a, x, q);
    double sigma = sqrt (dense_dot (a->n_cols, q, q));
    // Clear of the limit, or settled.
    if (turn >= 1 && (sigma < 1e-3 * limit || sigma > 1e4 * limit || sigma > 0.99 * before))
      return sigma <= limit;
    before = sigma;
  }
  return before <= limit;
}

// The null space of a core, by rows in the order of elimination.
static void
solve_core (const TrSparse *a, double limit, TrScratch *s, TrNullSpace *out)
{
  int room = 0, n = a->n_rows;
  TrSparseQr qr;
  factor (a, s, &qr);
  tr_sparse_qr_fill (&qr, 0.01, 0.01 * limit);
  double *q = tr_scratch_doubles (s, (size_t) a->n_cols);
  for (bool is_more = true; is_more && out->n < n;) {
    if (out->n == room) {
      room = MIN (MAX (8, 2 * room), n);
      double *vec = tr_scratch_doubles (s, (size_t) room * (size_t) n);
      if (out->n > 0)
        memcpy (vec, out->vec, sizeof (double) * (size_t) out->n * (size_t) n);
      out->vec = vec;
    }
    is_more = find_next (a, &qr, limit, out, out->vec + (size_t) out->n * (size_t) n, q);
    out->n += is_more;
  }
}

void
tr_null_space (const TrSparse *a, double cutoff, TrScratch *s, TrNullSpace *out)
{
  *out = (TrNullSpace){0};
  int *kept = tr_scratch_ints (s, (size_t) a->n_rows);
  tr_null_peel (a, s, kept);
  out->row = tr_scratch_ints (s, (size_t) a->n_rows);
  for (int i = 0; i < a->n_rows; i++)
    if (kept[i])
      out->row[out->n_rows++] = i;
  if (out->n_rows == 0)
    return;
  size_t n = (size_t) out->n_rows;
  TrSparse core = tr_sparse_take (a, out->n_rows, out->row, s);
  int *order = tr_scratch_ints (s, n);
  tr_dissect (&core, s, order);
  TrSparse turned = tr_sparse_take (&core, out->n_rows, order, s);
  solve_core (&turned, cutoff * largest_singular (a, s), s, out);
  // Back to the order of the rows given.
  double *v = tr_scratch_doubles (s, n);
  for (int j = 0; j < out->n; j++) {
    double *vec = out->vec + (size_t) j * n;
    memcpy (v, vec, n * sizeof (double));
    for (size_t i = 0; i < n; i++)
      vec[order[i]] = v[i];
  }
}
