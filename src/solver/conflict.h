// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints that cannot hold together, as they rest: the compromise to its last digits, and a hand
// that keeps it.

#pragma once

#include "solver/component.h"

// From near it to where Σ c²/s of all rows is least, s = J M⁻¹ Jᵀ of each: there what has no part in a
// conflict holds exactly. The state stays as it was where nothing better is found, or there is
// too much to be looked at.
void tr_conflict_settle (TrEngine *e, TrComponent *k, TrState *s);

// Whether s is such a place, or E is level there: what is missed cannot be had by little moves. False too where
// there is too much to be looked at. The component is measured, its masses are known. In *least what E
// is at s: INFINITY where it has no value, or that is too much.
bool tr_conflict_is_at_rest (TrEngine *e, TrComponent *k, const TrState *s, double *least);

// For the hand, at a state that a solve has left: what is missed there is held at what it misses from now
// on, so that all else holds beside it.
void tr_conflict_begin (TrEngine *e, TrComponent *k, TrState *s);
void tr_conflict_end (TrComponent *k);
// With the state to go back to.
void tr_conflict_save (TrComponent *k);
void tr_conflict_restore (TrComponent *k);
// After the state went back: they are held at what they miss there.
void tr_conflict_take (TrEngine *e, TrComponent *k, const TrState *s);

// As tr_project, which it is where there is no conflict. What cannot hold comes back to a compromise,
// which is no worse than the one that the hand began at; G_MAXDOUBLE where it does not.
double tr_conflict_project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations);

// The way of the grabbed point to `to` on which what cannot hold stays at rest and all else holds, as the state tells
// it, into k->d: a step that holds each row at what it misses knows nothing of how stiffly they keep each other in
// line. False where there is none, and where there is no conflict.
bool tr_conflict_way (TrEngine *e, TrComponent *k, TrState *s, Vec2 to);

// The engine's multipliers of its rows, at a state that is taken. They depend on each other there, and a solve
// with the drawing a little bent has them pull at each other as hard as the bend is small: that is taken out.
void tr_conflict_relax (TrEngine *e, TrComponent *k, TrState *s);
