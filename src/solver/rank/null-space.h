// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The combinations y of the rows of a sparse matrix that vanish, yᵀA = 0: as many as the rank
// lacks. Time is linear in trees, and in what is left close to that of a sparse factorisation.

#pragma once

#include "solver/rank/dissect.h"

typedef struct {
  int n_rows; // rows of A that may take part, ascending
  int *row;
  int n;       // dependencies: n_rows of A − rank
  double *vec; // n × n_rows, orthonormal
} TrNullSpace;

// Rows that can take part in no dependency, since no other touches one of their unknowns, and taken
// away free others in turn: trees vanish, cores of loops stay. kept: of each row, 1 where it stays.
void tr_null_peel (const TrSparse *a, TrScratch *s, int *kept);

// a: rows of unit length, columns' side set. Singular values up to cutoff times the largest count
// as zero. All from the scratch stack.
void tr_null_space (const TrSparse *a, double cutoff, TrScratch *s, TrNullSpace *out);
