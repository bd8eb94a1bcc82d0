// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Coupler curves: where a point goes while a drive on an angle makes a whole turn, on a copy of the
// state. Made once for a model, run as often as the state changes; a run allocates nothing.

#pragma once

#include "model/variable.h"
#include "solver/engine.h"

typedef struct _TrSweep TrSweep;

typedef struct {
  int n;           // points found
  bool closed;     // a whole turn: the last point is the first
  double from, to; // how far the drive was turned from where it stands, radians; to a dead end,
                   // where the turn is not whole
  double base;     // where it stands
  double residual; // worst on the way
} TrSweepResult;

// drive: a drive of the model on an angle, enabled or not; NULL where it is none. m is borrowed.
TrSweep *tr_sweep_new (const TrModel *m, const TrState *s, int drive, int most_samples);
void tr_sweep_free (TrSweep *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSweep, tr_sweep_free)

// Whether the drive takes the body with it.
bool tr_sweep_moves (const TrSweep *w, int body);

// Step by step: from the state s the drive is turned to angles off where it stands there, each from
// the one before; false at a dead end, or where nothing holds. Numbers of the model, which is the
// sweep's own, may be changed before the start (tr_model_evaluate is to follow).
TrModel *tr_sweep_get_model (TrSweep *w);
bool tr_sweep_start (TrSweep *w, const TrState *s);
bool tr_sweep_turn (TrSweep *w, double angle);
double tr_sweep_get_base (const TrSweep *w); // where the drive stands there
const TrState *tr_sweep_get_state (const TrSweep *w);
// ∂q/∂d where it stands, the drive held: J q_d = −c_d, the least in M. q_d: n_q for each dimension.
bool tr_sweep_slopes (TrSweep *w, const TrVariable *dimensions, int n, double *q_d);
// Which constraints turn with the drive, itself not: one for each of the model.
void tr_sweep_list (const TrSweep *w, bool *is_in);

// The path of `at` from the state s, in `samples` (at most those of tr_sweep_new) steps a turn;
// points has room for samples + 1 and is contiguous: from one dead end to the other where there
// are such.
TrSweepResult
tr_sweep_run (TrSweep *w, const TrState *s, const TrConnector *at, int samples, Vec2 *points);
