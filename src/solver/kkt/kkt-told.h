// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Many sparse rows G told by as few as they have directions: G = Q R with QᵀQ = I.

#pragma once

#include <stdbool.h>

typedef struct _TrKktTold TrKktTold;

// start: n_rows + 1, into col, both as long as the result lives: where G has entries.
TrKktTold *tr_kkt_told_new (int n_rows, int n_cols, const int *start, const int *col);
void tr_kkt_told_free (TrKktTold *t);

// Of n_cols few, R has as many rows, some of them 0; of more as many as there are directions.
bool tr_kkt_told_is_small (const TrKktTold *t);

// The entries of G, which the caller fills.
double *tr_kkt_told_values (TrKktTold *t);

// Finds Q and R; singular values of at most weak are none. weak 0: but for rounding all count.
// Returns how many rows R has, of which *rank are not 0.
int tr_kkt_told_find (TrKktTold *t, double weak, int *rank);

// Row k of R, n_cols; NULL where it is 0.
const double *tr_kkt_told_row (const TrKktTold *t, int k);

// y ← Qᵀx, and x ← x + Q y.
void tr_kkt_told_down (TrKktTold *t, const double *x, double *y);
void tr_kkt_told_up (TrKktTold *t, const double *y, double *x);
