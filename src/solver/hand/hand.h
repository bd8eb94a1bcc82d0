// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: the hand. Its steps (hand-step.c), its frames while the pointer moves
// (drag.c) and while it rests (hold.c).

#pragma once

#include "solver/component.h"

// The pull while the pointer rests, to begin with: of the mobility's inverse, a frame.
#define TR_HAND_REST_KAPPA 1e2
// Of the size: a hand that is caught up by less is stuck.
#define TR_HAND_LEAST_WAY 1e-6
// Where a hand at rest is no more links ahead the point glides as that of any small linkage.
#define TR_HAND_FEW_LINKS 2

typedef struct {
  Vec2 from, to;   // the way that is left
  double fraction; // of it, to be tried; on return: done
  bool polish;
  bool predict;
  bool is_paused; // on return: its next try is the next frame's
} TrHandStep;

// hand-step.c
// The component that the hand pulls at, and what it moves of it; NULL: nothing.
TrComponent *tr_hand_whole (const TrEngine *e);
TrComponent *tr_hand_component (const TrEngine *e);
// Where the grabbed point is.
Vec2 tr_hand_place (const TrEngine *e, const TrState *s);
// k h = κ/μ: heavy, tiny and huge drawings follow alike. False: the point has no mobility, it is fixed.
bool tr_hand_set_stiffness (TrEngine *e, TrComponent *k, TrState *s, double kappa);
// The state to go back to, and which inequalities are in force there: a step that failed may have
// met others.
void tr_hand_save (TrEngine *e, TrComponent *k, const TrState *s);
void tr_hand_restore (TrEngine *e, TrComponent *k, TrState *s);
// Of it the inequalities alone; and none in force.
void tr_hand_restore_limits (TrEngine *e, const TrComponent *k);
void tr_hand_let_go_limits (TrEngine *e, const TrComponent *k);
// How well the constraints must hold for the next state to be taken, in tolerances: within them, or
// as well as now where they do not hold. At rest there is no end to steps that lose a little.
double tr_hand_most_miss (TrEngine *e, TrComponent *k, const TrState *s, bool at_rest);
// Solves after which a frame begins nothing more: what is left waits for the next. The fewer the larger
// the component is, so that a frame is no longer.
int tr_hand_most_solves (const TrGrab *g, const TrComponent *k);
// The same of a way out of a dead centre that frames may share; it never begins a step with more than
// tr_hand_most_solves.
int tr_hand_kick_solves (const TrGrab *g, const TrComponent *k);
// One step; false where the state is as before.
bool tr_hand_step (TrEngine *e, TrComponent *k, TrState *s, TrHandStep *step, TrStepResult *result);

// drag.c
TrStepResult
tr_hand_report (TrEngine *e, TrComponent *k, const TrState *s, TrStepResult result, Vec2 pointer);
// How far a point may go in a frame: less than half a link where the hand is slow, less than three
// times as far as the pointer where it is fast. A hand that has fallen behind is caught up at this
// pace, which dies out when it comes to rest, and a point that snaps over glides. step: the pointer's.
// gap: how far a pointer at rest is ahead, of one that moves 0; of what that is more than a few links a share, so
// that a long chain is there in a second.
double tr_hand_allowance (const TrComponent *k, double step, double gap);
// A frame in which the pointer has moved, or has left something to catch up.
TrStepResult tr_hand_frame (TrEngine *e, TrState *s, Vec2 pointer);
typedef TrStepResult (*TrHandFrame) (TrEngine *e, TrState *s, Vec2 pointer);
// A frame on the part of the component that the hand moves.
TrStepResult tr_hand_in_part (TrEngine *e, TrState *s, Vec2 pointer, TrHandFrame frame);
