// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rank and blame: how many of the rows of a component are independent, which constraints say
// the same twice, and which sets of constraints cannot hold together.

#pragma once

#include <stdbool.h>

// Rows of one connected component, in the order of the constraints in the document.
typedef struct {
  int n_unknowns;
  int n_rows;
  const int *start;     // n_rows + 1, into col and val (compressed rows)
  const int *col;       // unknown, 0 … n_unknowns − 1
  const double *val;    // ∂c/∂q · M^−½ scaled by the caller: unknowns of like size
  const int *owner;     // constraint of each row; rows of one constraint are adjacent
  const double *c;      // residual of each row at the state
  const double *tol;    // tolerance of each row: |c| ≤ tol holds
} TrRows;

typedef struct {
  int rank;
  int n_redundant;
  int *redundant;       // owners, one for each equation too many (an owner appears once), ascending
  int n_conflicts;
  int *conflict_start;  // n_conflicts + 1, into conflict
  int *conflict;        // owners, ascending in each set; sets ordered by their first member
} TrDiagnosis;

// The rank is that of the rows scaled to unit length, singular values under 1e-8 of the largest
// counted as zero. redundant: in document order, each owner of a row that depends on the rows
// before it while the equation it adds is met. conflicts: for each dependency yᵀJ = 0 with
// yᵀc ≠ 0, the minimal set of constraints of which any one may go; independent ones apart.
TrDiagnosis *tr_diagnose (const TrRows *rows);
void tr_diagnosis_free (TrDiagnosis *d);
