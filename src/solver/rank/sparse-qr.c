// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/sparse-qr.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Under the rounding of rows of unit length: such entries need not travel on.
#define NOTHING 1e-18

void
tr_sparse_qr_init (TrSparseQr *qr, int n, TrScratch *s)
{
  size_t size = (size_t) n;
  qr->n = n;
  qr->scratch = s;
  qr->row = tr_scratch_bytes (s, size * sizeof *qr->row);
  memset (qr->row, 0, size * sizeof *qr->row);
  qr->new_col = tr_scratch_ints (s, size);
  qr->new_val = tr_scratch_doubles (s, size);
  qr->w_col = tr_scratch_ints (s, size);
  qr->w_val = tr_scratch_doubles (s, size);
  qr->w_col2 = tr_scratch_ints (s, size);
  qr->w_val2 = tr_scratch_doubles (s, size);
}

static void
store_row (TrSparseQr *qr, TrQrRow *r, int n, const int *col, const double *val)
{
  if (n > r->n_room) {
    r->n_room = MIN (n + n / 2, qr->n);
    r->col = tr_scratch_ints (qr->scratch, (size_t) r->n_room);
    r->val = tr_scratch_doubles (qr->scratch, (size_t) r->n_room);
  }
  memcpy (r->col, col, sizeof (int) * (size_t) n);
  memcpy (r->val, val, sizeof (double) * (size_t) n);
  r->n_used = n;
}

// Turns r and w, which begin at the same column, until that of w is gone:
// r ← c r + s w, w ← −s r + c w with c = r₀/h, s = w₀/h, h = ‖(r₀, w₀)‖. Returns the entries left
// in w.
static int
rotate (TrSparseQr *qr, TrQrRow *r, int n_w)
{
  double h = hypot (r->val[0], qr->w_val[0]);
  double c = r->val[0] / h, s = qr->w_val[0] / h;
  int i = 1, k = 1, n_new = 0, n_left = 0;
  qr->new_col[n_new] = r->col[0];
  qr->new_val[n_new++] = h;
  while (i < r->n_used || k < n_w) {
    int ci = i < r->n_used ? r->col[i] : qr->n, ck = k < n_w ? qr->w_col[k] : qr->n;
    int col = MIN (ci, ck);
    double x = ci == col ? r->val[i++] : 0, y = ck == col ? qr->w_val[k++] : 0;
    double w = c * y - s * x;
    qr->new_col[n_new] = col;
    qr->new_val[n_new++] = c * x + s * y;
    if (fabs (w) > NOTHING) {
      qr->w_col2[n_left] = col;
      qr->w_val2[n_left++] = w;
    }
  }
  store_row (qr, r, n_new, qr->new_col, qr->new_val);
  int *col = qr->w_col;
  double *val = qr->w_val;
  qr->w_col = qr->w_col2;
  qr->w_val = qr->w_val2;
  qr->w_col2 = col;
  qr->w_val2 = val;
  return n_left;
}

void
tr_sparse_qr_add (TrSparseQr *qr, int n_entries, const int *col, const double *val)
{
  int n = 0;
  for (int k = 0; k < n_entries; k++) {
    g_assert (k == 0 || col[k] > col[k - 1]);
    if (fabs (val[k]) > NOTHING) {
      qr->w_col[n] = col[k];
      qr->w_val[n++] = val[k];
    }
  }
  while (n > 0) {
    TrQrRow *r = &qr->row[qr->w_col[0]];
    if (r->n_used == 0) {
      store_row (qr, r, n, qr->w_col, qr->w_val);
      return;
    }
    n = rotate (qr, r, n);
  }
}

void
tr_sparse_qr_fill (TrSparseQr *qr, double small, double delta)
{
  for (int j = 0; j < qr->n; j++)
    if (qr->row[j].n_used == 0 || fabs (qr->row[j].val[0]) <= small)
      tr_sparse_qr_add (qr, 1, &j, &delta);
}

void
tr_sparse_qr_solve (const TrSparseQr *qr, double *x)
{
  // Rᵀ z = x, forward.
  for (int j = 0; j < qr->n; j++) {
    const TrQrRow *r = &qr->row[j];
    x[j] /= r->val[0];
    for (int k = 1; k < r->n_used; k++)
      x[r->col[k]] -= r->val[k] * x[j];
  }
  // R x = z, backward.
  for (int j = qr->n - 1; j >= 0; j--) {
    const TrQrRow *r = &qr->row[j];
    double sum = x[j];
    for (int k = 1; k < r->n_used; k++)
      sum -= r->val[k] * x[r->col[k]];
    x[j] = sum / r->val[0];
  }
}
