// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: how far a step goes.

#pragma once

#include "solver/component.h"

// To be called before the first move of a gesture or a solve: anything may have moved since.
void tr_move_begin (TrEngine *e, const TrState *s);
// The same for the grabbed component alone, when nothing else is to move.
void tr_move_begin_one (TrEngine *e, TrComponent *k, const TrState *s);
// How far the move from local state `from` to s goes beyond what a sub-step may do: half the ℓ
// of the constraints on a point, 1 rad for directions and rotations. ≤ 1: within.
double tr_move_ratio (TrEngine *e, const TrComponent *k, const double *from, const TrState *s);
// The largest move of a point.
double tr_move_distance (TrEngine *e, const TrComponent *k, const double *from, const TrState *s);
// The same of a motion of the unknowns, local.
double tr_move_reach (const TrEngine *e, const TrComponent *k, const double *v);
// The ratio for s + α d.
double tr_move_ratio_ahead (TrEngine *e, TrComponent *k, const TrState *s, const double *d);
