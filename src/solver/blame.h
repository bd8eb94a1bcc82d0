// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// From the dependencies of rows to what they mean: which of them hold anyway, and which
// constraints cannot hold together.

#pragma once

#include "math/scratch.h"
#include "solver/owner-sets.h"

typedef struct {
  int n_rows;
  const int *owner; // constraint of each row, equal ones adjacent
  const double *c;  // residual
  const double *tol;
  int n;        // dimension of the space of dependencies
  double *vec;  // n × n_rows, a basis; put into echelon form by tr_blame
  double noise; // entries under this share of the largest are zero
} TrDependencies;

typedef struct {
  int n;
  double *vec; // n × n_rows
} TrConsistent;

// conflicts: adds the sets of constraints of circuits with yᵀc ≠ 0, of those that are no sum of
// smaller circuits (what vismara-1997 calls relevant, of cycles).
// consistent: a basis of the span of the circuits with yᵀc = 0, from the scratch stack.
// |yᵀc| is zero up to Σ |yᵢ| tolᵢ and what the curvature of the constraints makes of large residuals.
void tr_blame (TrDependencies *d, TrScratch *s, TrConsistent *consistent, TrOwnerSets *conflicts);
