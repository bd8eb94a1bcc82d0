// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a singular value of the constraints' rows has changed its sign between two places. Both
// places hold the constraints and lie on one curve of solutions: on it, det [J; t] with the tangent t
// keeps its sign, at a change point it goes through 0, and beyond a narrow gap, on the other branch,
// it has the other sign.
//
// It shows in J₀ J₁⁺, which then has a negative eigenvalue. Of it minus one the largest is found by
// iteration from a pattern: in a small step all are near 0, one that has changed its sign lies
// beyond −1.

#pragma once

#include "solver/component.h"

// The eigenvalue of J₀ J₁⁺ − 1 that is largest, and how large the iteration would have it. Under the
// first size none has changed its sign; above the second it is too far to tell.
typedef struct {
  double value, size;
} TrCrossing;

#define TR_CROSSING_CALM  0.5
#define TR_CROSSING_ROUGH 1.5

// How many numbers the rows of all nodes are, and these, incidence after incidence, as the system
// was last assembled.
int tr_rows_count (const TrComponent *k);
void tr_rows_copy (TrComponent *k, double *J);
// The system's factor is that of J₁, or nearly; without it all is as far as can be.
TrCrossing tr_crossing_find (TrEngine *e, TrComponent *k, const double *J0, const double *J1);
// Beyond where one may have changed its sign.
bool tr_crossing_is_likely (const TrCrossing *change);
// The sign of det [J; t] with the tangent t, of a small mechanism with one freedom: it is the same all
// along a way, however long a step is, and the other one on the other side of a gap. 0: there is no
// telling.
int tr_crossing_side (TrEngine *e, const TrComponent *k, const double *J, const double *t);
// Whether there is no telling because the place is all but that where ways cross.
bool tr_crossing_is_near (TrEngine *e, const TrComponent *k, const double *J, const double *t);
