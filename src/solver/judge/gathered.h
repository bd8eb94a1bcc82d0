// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of a component for those who judge them, one after the other.

#pragma once

#include "solver/component.h"
#include "solver/rank/diagnose.h"

typedef struct {
  GArray *start, *col, *owner, *own; // int
  GArray *val, *c, *tol;             // double
} TrGathered;

void tr_gathered_init (TrGathered *g);
void tr_gathered_clear (TrGathered *g);
// Back to no rows; the room for them stays.
void tr_gathered_empty (TrGathered *g);

// Row r of a constraint, unknowns scaled by M^−½. at_ends: columns of unknowns that lie at their
// end there are left out; NULL: all count.
void tr_gathered_add (TrGathered *g,
                      const TrEngine *e,
                      const TrComponent *k,
                      const TrNode *n,
                      const TrRowBlock *rows,
                      int r,
                      const TrState *at_ends);

// A view that lives as long as g stays as it is.
TrRows tr_gathered_rows (const TrGathered *g, int n_unknowns);
