// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rank and blame: how many of the rows of a component are independent, which constraints say
// the same twice, and which sets of constraints cannot hold together.

#pragma once

#include "math/scratch.h"

#include <glib.h>
#include <stdbool.h>

// Rows of one connected component, in the order of the constraints in the document.
typedef struct {
  int n_unknowns;
  int n_rows;
  const int *start;  // n_rows + 1, into col and val (compressed rows)
  const int *col;    // unknown, 0 … n_unknowns − 1
  const double *val; // ∂c/∂q · M^−½ scaled by the caller: unknowns of like size
  const int *owner;  // constraint of each row; rows of one constraint are adjacent
  // Of each row: how many unknowns its constraint takes along when it goes, those of its slides; the
  // same number in each of its rows. NULL: none.
  const int *own;
  const double *c;   // residual of each row at the state
  const double *tol; // tolerance of each row: |c| ≤ tol holds; 1e-9 of its size ℓ
  // Whether the constraints given could hold by themselves, asked where the rows' first order does
  // not tell; NULL: nobody knows.
  bool (*can_hold) (int n, const int *owner, void *data);
  // < 0 where one constraint is before another in an order that does not hang on that of the rows; NULL: none is known.
  int (*compare) (int a, int b, void *data);
  void *data;
} TrRows;

typedef struct {
  int rank;
  int n_redundant;
  int *redundant; // owners, one for each equation too many (an owner appears once), ascending
  int n_conflicts;
  int *conflict_start; // n_conflicts + 1, into conflict
  int *conflict;       // owners, ascending in each set; sets ordered by their first member
  gint64 n_looked;     // how often rows were looked at for the dependencies of others
  gint64 n_entries;    // of bases of rows that are far more than their unknowns, looked at
} TrDiagnosis;

// The rank is that of the rows scaled to unit length, singular values under 1e-8 of the largest
// counted as zero. The residuals are those of the solved state, of the compromise where there is
// none. Rows without length (between what cannot move) are redundant where met, else a conflict of
// their own.
//
// redundant: for each equation too many the latest constraint that may go: from the last to the
// first, a constraint whose equations all follow from those that stay, but for as many as it has
// unknowns of its own, so that nothing can move that could not; only where none is left so, one of
// which some equations follow. Equations that contradict are not too many but conflicts.
//
// conflicts: the minimal sets of constraints that cannot hold together (a circuit yᵀJ = 0 with
// yᵀc ≠ 0), of which any one may go. Where circuits overlap, sums of smaller ones are left out,
// equals stay: the same length twice against a third makes two sets that share the third. Sets, rank and the number of equations too many do not depend on the order of the rows.
//
// scratch: to work in.
TrDiagnosis *tr_diagnose (const TrRows *rows, TrScratch *scratch);
void tr_diagnosis_free (TrDiagnosis *d);
