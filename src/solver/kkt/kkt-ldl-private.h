// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The inside of the block LDLᵀ, shared by its symbolic half and its numeric half.

#pragma once

#include "solver/kkt/kkt-ldl.h"

#include <stdint.h>

// What is read once for each column and each solve is packed: beyond the caches it is the memory that
// takes the time.

// One block of the system under the diagonal.
typedef struct {
  int to;              // in below
  int from;            // in the numbers
  uint16_t rows, cols; // as stored there
  bool transposed;
} TrLdlSource;

// A column to the left that has an entry in a row: what updates the column of that row.
typedef struct {
  int entry, end; // the entry, and the end of its column
  int values;     // of the entry, in below
  int pivot;      // of the column
  int x;          // of the column, in x
  int16_t dim;
  bool is_block;
} TrLdlLeft;

// One node in elimination order. What it owns in each array ends where the next column begins.
typedef struct {
  int node; // a block, or n_blocks + constraint
  int dim;
  bool is_block;
  int place;    // of A or C in the numbers
  int load;     // of what is added to A, or −1
  int out;      // in v or λ
  int x;        // in x
  int pivot;    // in pivot, dim × dim
  int first;    // entry: the blocks under the diagonal, by row
  int values;   // in below: entries stacked, n_scalar × dim
  int scalar;   // in scalar_row
  int n_scalar; // rows of all entries together
  int source, left;
  int n_small;      // pivots dropped
  bool mapped;      // a column to the left has entries under the one in this row
  uint16_t reached; // by which groups of the sums of tr_ldl_null
} TrLdlColumn;

struct _TrLdl {
  const TrKktGraph *g;
  int n, n_unknowns, n_rows;
  bool counts_compliance;
  int *column_of;      // of each block and constraint; −1: not in
  bool *dirty;         // of each column: something that it is made of has changed
  double *before;      // room for the largest column
  TrLdlColumn *column; // n + 1
  int *row;
  int16_t *row_dim;
  int *scalar_row; // index in x of each stacked row
  TrLdlSource *source;
  TrLdlLeft *left;
  int *map;      // row → place of its entry in the column at work
  double *pivot; // the factor of each pivot
  double *below; // W = L D, a column's blocks stacked
  double *unit;  // L in the same places; a row of it is there when the column of the row is
  double *x, *size, *u;
  double *many; // as x, of many vectors side by side, 0 between two calls
  int many_width;
};
