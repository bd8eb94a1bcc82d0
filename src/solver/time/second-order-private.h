// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the second-order law share: a component on its way, and its impacts.

#pragma once

#include "solver/component.h"

#define TR_MOST_IMPACTS 8 // of a part

// A component on its way. Vectors are local.
typedef struct {
  TrEngine *e;
  TrComponent *k;
  TrState *s;
  double *v, *a, *q0, *v0, *f, *b, *d, *lambda;
  double h; // of a part, signed
  bool stiff;
  int *iterations;
} TrCourse;

// The system at the state, with dampers of so many seconds; w->f: forces over the density.
bool tr_course_assemble (TrCourse *w, double damped);
bool tr_course_factor_solve (TrCourse *w, const double *f, const double *b, double *out);
// The system at the state, its velocities allowed by the constraints after a kick of so many
// seconds, its acceleration.
bool tr_course_settle (TrCourse *w, double kick);
// h seconds on from the settled state, velocities as v½; false where the state is as it was.
bool tr_course_drift (TrCourse *w, double h);
// Back to before a drift.
bool tr_course_go_back (TrCourse *w, double h);

// second-order-impact.c
// The values of the limits now.
void tr_course_look_at_limits (TrCourse *w, double *c);
// The earliest share of the part at which a limit that is not in force is met; 1: none. node and
// row tell which.
double tr_course_first_impact (TrCourse *w, const double *before, int *node, int *row);
// From before a part that would go through a limit to where it is met, `done` of its h seconds:
// share is tried first. was: what was left, in tolerances.
bool
tr_course_fall (TrCourse *w, double h, double share, double was, int node, int row, double *done);
// The limit gives J v⁺ = −e J v, at once; one that hardly bounces stays in force.
bool tr_course_bounce (TrCourse *w, int node, int row);

// From s->time to `time`.
TrStepResult tr_second_order_advance (TrEngine *e, TrState *s, double time);
