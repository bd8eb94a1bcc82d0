// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: the numbers of a component's system at a state.

#pragma once

#include "solver/component.h"

// The most movable runs a node may have for its blocks to be coupled by geometric stiffness;
// beyond it the off-diagonals are majorised on the diagonal.
#define TR_PAIR_RUNS 6

// What a system is assembled for.
typedef struct {
  double inv_h;   // weight of the drag matrix: 1/h in a step, 1 in a solve
  bool stiffness; // geometric stiffness of the last multipliers
  bool forces;    // soft rows, loads and the hand
  bool home;      // the pull of the drag matrix back to q0
  double shrink;  // of the residual: b = −shrink·c
  bool loose;     // rows of blocks that have hardly moved are taken for straight
  double soften;  // rows as springs: compliance in units of J M⁻¹ Jᵀ; 0: they are hard
} TrTask;

// Fills the system at s; false where a number is not finite or the pattern of
// touched blocks has changed (*stale).
bool tr_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task, bool *stale);
// Adds K over the unknowns of runs (n × n, columns run after run) to the blocks of A, and its
// off-diagonals to the pairs, or, where pair is −1, majorised to the diagonal.
void
tr_assemble_stiffness (TrComponent *k, int n_runs, const int *block, int pair, int n, double *K);
// K over the unknowns of rows whose runs stand in run_block from `run` on, immovable and frozen ones
// taken out of it.
void tr_assemble_bend (TrComponent *k, const TrRowBlock *rows, int run, int pair, double *K);
// How large rows are that are to share a miss: J M⁻¹ Jᵀ, the same whichever way the drawing lies, and
// no more for what slides, which weighs next to nothing.
void tr_component_row_sizes (const TrEngine *e,
                             const TrComponent *k,
                             const TrNode *n,
                             const TrRowBlock *rows,
                             double size[TR_ROWS_MAX]);
// Zeroes what belongs to frozen unknowns of a block: columns first … of an m × n matrix.
void tr_assemble_freeze (const TrComponent *k, int block, int m, int n, int first, double *J);
// Worst |c| over the component's constraints in force at s, in their own units; *relative: in
// units of ℓ; *in_tol: of their tolerance.
double tr_component_residual (
    TrEngine *e, TrComponent *k, const TrState *s, double *relative, double *in_tol);
// Whether none misses more than its tolerance.
bool tr_component_holds (TrEngine *e, TrComponent *k, const TrState *s);

// Which constraints are pins, of the system as it is.
void tr_pins_find (TrEngine *e, TrComponent *k);
// Fills the rows of a pin, and its stiffness; false where a number is not finite.
bool tr_assemble_pin (TrComponent *k, int node, const TrState *s, const TrTask *task);
