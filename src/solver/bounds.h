// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: unknowns with ends, among them slides on their curves and radii.

#pragma once

#include "solver/component.h"

// Ends as they are for this gesture; what lies at an end starts frozen there.
void tr_bounds_begin (TrComponent *k, const TrState *s);
// The same, and radii may come to 0. Elsewhere they stop at a thousandth of the component's size, or
// at a tenth of what they are: through 0 a circle would come back as another one's side.
void tr_bounds_begin_at_nought (TrComponent *k, const TrState *s);
bool tr_bounds_stop_radii (const TrComponent *k); // whether one has stopped
void tr_bounds_begin_step (TrComponent *k);
// Slides written beyond an end are brought back to it.
void tr_bounds_clip (TrComponent *k, TrState *s);
// After the state went back: what lies at an end is frozen there again.
void tr_bounds_restore (TrComponent *k, const TrState *s);
// s += α d, clipped at the ends and frozen there.
bool tr_bounds_move (TrEngine *e, TrComponent *k, TrState *s, double alpha);
// s = trial + share·d, with d that of the last move, likewise.
void tr_bounds_go_back (TrComponent *k, TrState *s, double share);
bool tr_bounds_has_joints (const TrBody *body);
// Releases what the multipliers in lambda_new press inside. True where something was.
bool tr_bounds_release (TrEngine *e, TrComponent *k, TrState *s);
bool tr_bounds_any_frozen (const TrComponent *k);
// After a failed projection: all are released, 1e-3 inside.
bool tr_bounds_release_all (TrComponent *k, TrState *s);
