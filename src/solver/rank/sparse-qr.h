// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The triangle of an orthogonal factorisation, grown row by row with plane rotations
// (george-heath-1980): B = QR without Q. As accurate as singular values are, since BᵀB is never
// formed.

#pragma once

#include "math/scratch.h"

typedef struct {
  int n_used, n_room;
  int *col; // ascending, the first one is the row's own number
  double *val;
} TrQrRow;

typedef struct {
  int n;
  TrQrRow *row; // row j begins at column j; empty where nothing came
  int *new_col; // workspace: one row under rotation
  double *new_val;
  int *w_col, *w_col2;
  double *w_val, *w_val2;
  TrScratch *scratch;
} TrSparseQr;

// n: columns. Everything comes from the scratch stack and goes with it.
void tr_sparse_qr_init (TrSparseQr *qr, int n, TrScratch *s);

// One more row of B: n_entries columns, ascending, and values.
void tr_sparse_qr_add (TrSparseQr *qr, int n_entries, const int *col, const double *val);

// Adds the row δ eⱼ wherever |Rⱼⱼ| ≤ small, so that R can be solved with.
void tr_sparse_qr_fill (TrSparseQr *qr, double small, double delta);

// x ← (RᵀR)⁻¹ x
void tr_sparse_qr_solve (const TrSparseQr *qr, double *x);
