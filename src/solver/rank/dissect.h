// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An elimination order for the rows of a sparse matrix by nested dissection: halves first, what
// separates them last, so that their factors stay apart (george-1973).

#pragma once

#include "math/scratch.h"

#include <stdbool.h>

// A sparse matrix by rows and the same by columns: row i holds col[start[i]] … col[start[i+1] − 1]
// with values val, column u is touched by row[col_start[u]] ….
typedef struct {
  int n_rows, n_cols;
  int *start, *col;
  double *val;
  int *col_start, *row;
} TrSparse;

// The columns' side from the rows' side.
void tr_sparse_transpose (TrSparse *a, TrScratch *s);

// The rows listed, all columns, both sides.
TrSparse tr_sparse_take (const TrSparse *a, int n, const int *row, TrScratch *s);

// Whether a column is one of the few that touch so many rows that they say nothing about how the
// rows lie to each other: a hub.
bool tr_sparse_is_hub (const TrSparse *a, int col);

// order: n_rows, the rows in the order of elimination. Rows are neighbours when they share a column
// that is no hub.
void tr_dissect (const TrSparse *a, TrScratch *s, int *order);
