// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: E = ½ Σ W c² of some constraints of a component, and Newton's steps down it,
//
//   (Jᵀ W J + Σ W c ∂²c/∂z² + μ I) d = −Jᵀ W c        z = M^½ q by M's diagonal
//
// Blocks meet in E″ where a constraint joins them: of a chain it is solved in linear time.

#pragma once

#include "solver/kkt/kkt-ldl.h"
#include "solver/subset/subset-private.h"

typedef struct {
  TrSubset t;
  TrScratch *memory;  // that it lives in
  double *c, *weight; // of the rows; weights stay as they are until it is weighed
  double *g, *unit;   // E′; 1/√M of each unknown, 0 of one that is frozen
  double mean;        // of E″'s diagonal
  double still;       // E′ of a place where it rests, but for its last digits
  double *parts, pull; // Σ |W c ∂c/∂z| of each unknown, and the largest: of what E′ is made up
  double span;         // the component's size in z
  const double *home;  // local unknowns that it is drawn to, next to nothing; NULL: none
  int *nth;            // of each block of the component among those here, −1: not here
  int *run, *run_at;   // n_nodes + 1: what each touched when its pattern was found
  int *pair, *pair_of; // n_nodes + 1: first in pair_of, of its blocks (later, earlier) in order
  bool is_here; // whether E′ and E″ are those of the state: who moves it otherwise takes that off
  double now;   // E where it was assembled
  bool is_straight; // E″ is Jᵀ W J alone
  double *diagonal; // of E″, without μ
  guint pattern;    // how often it was made anew: where the old graph was, a new one may lie
  TrKktGraph *graph;
  TrKktNumbers *E; // E″
  TrLdl *factor;
} TrSquares;

// Of n constraints of the model, those on the motion left out. The component is measured.
TrSquares *tr_squares_new (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con);
void tr_squares_free (TrSquares *w);
// W = 1/s of each row at the state, s = J M⁻¹ Jᵀ.
void tr_squares_weigh (TrSquares *w);
// E at the state; INFINITY where it has no value.
double tr_squares_energy (const TrSquares *w);
// E′ and E″ at the state, where they are not known; returns E.
double tr_squares_assemble (TrSquares *w);
// The step as t.d, in units of q, no longer than allowed; false where E″ + μ is not positive definite. μ in
// units of the mean. Returns in *length how far it goes.
bool tr_squares_direction (TrSquares *w, double mu, double *length);
// Takes out of λ, of the rows of each constraint in turn, what rows that depend on each other pull at each
// other: of all with the same Jᵀλ the least in Σ s λ². False, and λ is as before, where it is not finite.
bool tr_squares_relax (TrSquares *w, double *lambda);
