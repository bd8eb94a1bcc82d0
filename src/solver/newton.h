// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: steps of Newton, and the inequalities in force.

#pragma once

#include "solver/assemble.h"

// One factorisation: d and lambda_new are set, and what comes of the rank. False: not finite.
bool tr_newton_direction (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task);
// Newton on the constraints alone, to a tenth of the tolerance; polish: on until the residual
// stops falling. Returns the worst residual in units of the tolerance, G_MAXDOUBLE where the
// numbers failed or went beyond what a file may hold.
double tr_project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations);
// The last digits: goes on with that where it is better there, and within `most` tolerances.
void tr_close_up (TrEngine *e, TrComponent *k, TrState *s, double most, int *iterations);
// Whether no unknown is beyond TR_VALUE_MAX, no radius below 0 and no sheet flat: such a state could
// not be read again.
bool tr_component_in_range (const TrEngine *e, const TrComponent *k, const TrState *s);
bool tr_block_in_range (const TrEngine *e, const TrComponent *k, int block, const TrState *s);
// Brings inequalities into force that are missed; true where one was.
bool tr_inequalities_catch (TrEngine *e, const TrComponent *k, const TrState *s);
// Fills the system, and makes it anew where a slide has gone to another span; false: not finite.
bool tr_newton_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task);
// What a step may do, and how it has ended.
typedef struct {
  // Where the first direction goes beyond what a sub-step may do by more, nothing else is done.
  double most;
  // Iterations, as the caller counts them, after which no other begins; 0: as many as it takes.
  int solves;
  int made;       // of them, in this step, by now
  double ratio;   // how far the first direction goes
  bool is_open;   // it has not come to its end
  bool is_at_end; // it has with what is given as the predictor
} TrNewtonStep;
// One implicit step towards the hand's pointer, from q0 = s and without projection. Returns
// false where a number is not finite.
bool tr_newton_step (TrEngine *e,
                     TrComponent *k,
                     TrState *s,
                     const double *predictor,
                     TrNewtonStep *step,
                     int *iterations);
// The multipliers of such a step at s, where something else has led from q0, into k->lambda.
void tr_newton_pull (TrEngine *e, TrComponent *k, const TrState *s, int *iterations);
// Worst |b| over the constraints in force as last assembled, in units of the tolerance.
double tr_component_miss (TrComponent *k);
void tr_component_save (TrComponent *k, const TrState *s);
void tr_component_restore (TrComponent *k, TrState *s);
// The new state is good: constraints look at it, multipliers are kept, slides wrap.
void tr_component_accept (TrEngine *e, TrComponent *k, TrState *s);
// Inequalities: takes in what d would break, lets go what pulls. True where the set changed.
bool tr_inequalities_update (TrEngine *e, TrComponent *k, const TrState *s);
