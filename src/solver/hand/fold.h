// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand on a mechanism with one freedom stays on the branch where it took hold.

#pragma once

#include "solver/component.h"
#include "solver/hand/grab.h"

// A step of the hand, as its fold looks at it.
typedef struct {
  double most_miss; // what its constraints may miss, in tolerances
  double turn;      // what it has moved, as tr_move_ratio has it
  bool strict;      // it may be taken again, shorter
  int *iterations;  // counted on
  bool is_at_end;   // set: it began at a fold and would pass it, as a shorter one would
} TrFoldStep;

void tr_fold_init (TrFold *fold, const TrComponent *k);
void tr_fold_clear (TrFold *fold);
// μ: the larger eigenvalue of what the grabbed point gives way to a force under all constraints,
// from the factor at hand: that of a projection, drag matrix and constraints alone. What moves
// with it goes to the grab's fold.
double tr_fold_measure (TrEngine *e, TrComponent *k, const TrState *s);
// Takes what was measured for the way from here on.
void tr_fold_learn (TrEngine *e, TrComponent *k, TrFold *fold);
// The same where the hand takes hold, unless that is at a fold.
void tr_fold_begin (TrEngine *e, TrComponent *k, const TrState *s);
// Of a step from k->saved to s: where it has passed a fold of the point's way, or come so near to it
// that the way back could not be told, it is taken back to before it. False where that was not to be
// done, and where it has gone too far to tell.
bool tr_fold_stays_before (TrEngine *e, TrComponent *k, TrState *s, TrFoldStep *step);
// Where small steps have gone on from where the way was learned: learns it here, where it is the same.
void tr_fold_catch_up (TrEngine *e, TrComponent *k, TrState *s);
// Where a step that goes back from a fold would go to the wrong side of it: a little along the way that
// was learned, to where it can tell them apart. False where that brings the point no nearer.
bool tr_fold_turn_back (
    TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, double most_miss, int *iterations);
// What it has learned, on the scratch, and back to that.
double *tr_fold_save (TrEngine *e, const TrComponent *k);
void tr_fold_restore (TrFold *fold, const TrFold *was, const TrComponent *k, const double *copy);
