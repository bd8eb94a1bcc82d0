// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a step of a mechanism with one freedom that turns far has gone round a bend of its way, or
// over to another way near by, whose tangents may be those of a bend.

#pragma once

#include "solver/component.h"

// The cosine of the angle between two motions in the metric of the drag.
double tr_bend_cosine (const TrComponent *k, const double *a, const double *b);
// Of a step from k->saved to s, with the way that the grab's fold has learned there and the way at s
// that it has measured. was: the root of μ there. The system is that of s afterwards.
bool tr_bend_goes_on (TrEngine *e, TrComponent *k, TrState *s, double was, int *iterations);
// Of a step at the ends of which tr_crossing_side has other signs: whether its way goes straight on
// through a change point; else what lies between is a gap, however narrow.
bool tr_bend_goes_through (TrEngine *e, TrComponent *k, TrState *s, double was, int *iterations);
// Whether such a step has gone over to the other side of a limit and come back in between.
bool tr_bend_jumps_limit (TrEngine *e, TrComponent *k, TrState *s, double was, double turn);
// Whether the grabbed point has come less far in such a step than it goes with the motion at both ends:
// between two folds, however near each other, it goes back.
bool tr_bend_lags (TrEngine *e, TrComponent *k, TrState *s, double was);
