// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What there is to say about one constraint: whether it holds, what it depends on, and what its
// removal would do. Tried on copies; the session stays as it is.

#pragma once

#include "session/session.h"

typedef enum {
  TR_STANDING_HOLDS,
  TR_STANDING_REDUNDANT, // others say it already
  TR_STANDING_CONFLICT,
  TR_STANDING_MISSES, // not to its tolerance: the drawing is not solved
  TR_STANDING_UNDEFINED,
  TR_STANDING_DRIVEN,
  TR_STANDING_DISABLED,
} TrStanding;

// A drawing without the constraint, or with it as a reference, solved.
typedef struct {
  int dof;
  int redundant, conflicts;
  bool holds;   // all constraints
  double moved; // the largest change of a body's unknown by that solve
} TrOutcome;

typedef struct {
  int constraint;
  TrStanding standing;
  // The redundancy goes away when the drawing moves on: a dead centre, a tangency.
  bool is_local;
  GArray *circuit; // int: the others that it follows from or contradicts; empty: it stands alone
  int dof;
  TrOutcome removed, driven;
} TrExplanation;

TrExplanation *tr_explain (TrSession *s, int constraint);
void tr_explanation_free (TrExplanation *x);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrExplanation, tr_explanation_free)

// Whether the redundancy of a constraint is only that of the present state: its rows are looked at
// in two states nearby, where a fixed pattern of 1e-3 of the drawing's size, projected back onto
// the constraints, has put it.
bool tr_redundancy_is_local (TrSession *s, int constraint);

const char *tr_standing_name (TrStanding standing); // "holds", "redundant", …
// A few lines for people.
char *tr_explanation_text (const TrExplanation *x, const TrModel *m);
// {"id", "kind", "title", "standing", "local", "circuit": [ids], "dof", "removed": {"dof",
// "redundant", "conflicts", "holds", "moved"}, "driven": {…}}
char *tr_explanation_json (const TrExplanation *x, const TrModel *m);
