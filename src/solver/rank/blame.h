// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// From the dependencies of rows to what they mean: which of them hold anyway, and which
// constraints cannot hold together.

#pragma once

#include "math/scratch.h"
#include "solver/rank/owner-sets.h"
#include "solver/rank/sparse-vec.h"

// A connected set of dependencies.
typedef struct {
  int n_rows;
  const int *owner; // constraint of each row, equal ones adjacent
  const double *c;  // residual
  const double *tol;
  int n;                  // dimension of the space of dependencies
  const TrSparseVec *vec; // n independent circuits
  double noise;           // entries under this share of the largest are zero
  bool (*can_hold) (int n, const int *owner, void *data); // as in TrRows
  int (*compare) (int a, int b, void *data);              // the same
  void *data;
} TrDependencies;

typedef struct {
  int n;
  TrSparseVec *vec;
} TrConsistent;

// conflicts: adds the sets of constraints of circuits with yᵀc ≠ 0, of those that are no sum of
// smaller circuits (what vismara-1997 calls relevant, of cycles).
// consistent: a basis of the span of the circuits with yᵀc = 0, from the scratch stack.
// |yᵀc| is zero up to Σ |yᵢ| tolᵢ and what the curvature of the constraints makes of large residuals.
void
tr_blame (const TrDependencies *d, TrScratch *s, TrConsistent *consistent, TrOwnerSets *conflicts);

// The owners of a circuit, each once; returns how many.
int tr_owners_of (const TrDependencies *d, const TrSparseVec *y, int *owner);
