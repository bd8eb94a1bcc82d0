// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Circuits: the dependencies yᵀA = 0 of minimal support in a space of dependencies. Each names
// rows of which any one may go, whereupon the others are independent.
//
// The space is written with coordinates z ∈ ℝᵏ: y = zᵀY, Y orthonormal. Row e takes no part where
// z ⊥ Yₑ (its column of Y), so a circuit is a z that is orthogonal to k − 1 independent columns.
// Rows with parallel columns stand or fall together: they form a class.

#pragma once

#include "solver/rank/sparse-vec.h"

typedef struct {
  TrSparseList list; // largest entries 1
  bool is_complete;  // all circuits were found
} TrCircuits;

// vec: k independent circuits over n_rows rows, no row without part. Entries under the share noise
// of the largest are zero. All circuits where these are few, short ones where not: which ones hangs on the
// order given (row by place; NULL: that of the rows), and of few dimensions on nothing else.
void tr_circuits_find (TrCircuits *out,
                       int k,
                       int n_rows,
                       const TrSparseVec *vec,
                       const int *order,
                       double noise,
                       TrScratch *s);
