// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Coupler curves: where a point goes while a drive on an angle makes a whole turn, on a copy of the
// state. Made once for a model, run as often as the state changes; a run allocates nothing. Free
// parameters keep their values on the way: it is the motion of the mechanism as it is.

#pragma once

#include "model/variable.h"
#include "solver/engine.h"

typedef struct _TrSweep TrSweep;

typedef struct {
  int n;           // points found
  bool closed;     // a whole turn: the last point is the first
  double base;     // where the drive stands
  double residual; // worst on the way
} TrSweepResult;

// Before a dead end so many points more, ever closer to it: a point slows down like the square root
// of what is left of the drive's way, and these lie evenly on its own.
enum { TR_SWEEP_ENDS = 8 };

// How many points a way of `samples` may have, from one dead end to the other.
static inline int
tr_sweep_room (int samples)
{
  return samples + 1 + 2 * TR_SWEEP_ENDS;
}

// Whether a way from 0 to that phase is a whole turn.
static inline bool
tr_sweep_is_whole (double phase)
{
  return phase > 2 * G_PI * (1 - 1e-12);
}

// Between which points k and k + 1 of a way a phase lies, n ≥ 2 ascending phases, and its part of
// the way between them; beyond the ends 0 or 1.
double tr_sweep_find (const double *phases, int n, double phase, int *k);

// drive: a drive of the model on an angle, enabled or not; NULL where it is none. m is borrowed.
TrSweep *tr_sweep_new (const TrModel *m, const TrState *s, int drive, int most_samples);
void tr_sweep_free (TrSweep *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSweep, tr_sweep_free)

// Whether the drive takes the body with it.
bool tr_sweep_moves (const TrSweep *w, int body);

// Step by step: from the state s the drive is turned to angles off where it stands there, each from
// the one before; false at a dead end, or where nothing holds. Numbers of the model, which is the
// sweep's own, may be changed before the start (tr_model_evaluate is to follow); free parameters
// are where the model has them then, not the state.
TrModel *tr_sweep_get_model (TrSweep *w);
bool tr_sweep_start (TrSweep *w, const TrState *s);
bool tr_sweep_turn (TrSweep *w, double angle);
double tr_sweep_get_base (const TrSweep *w); // where the drive stands there
const TrState *tr_sweep_get_state (const TrSweep *w);
// After it could not be turned to the angle `tried`, having come to `last`: up to TR_SWEEP_ENDS
// places of the traced point from there to where it stops. Returns how many; phases[i * way] and
// points[i * way] are set, way ±1.
int tr_sweep_end (TrSweep *w,
                  const TrConnector *at,
                  double last,
                  double tried,
                  int way,
                  Vec2 *points,
                  double *phases);
// ∂q/∂d where it stands, the drive held: J q_d = −c_d, the least in M. q_d: n_q for each dimension.
bool tr_sweep_slopes (TrSweep *w, const TrVariable *dimensions, int n, double *q_d);
// Which constraints turn with the drive, itself not: one for each of the model.
void tr_sweep_list (const TrSweep *w, bool *is_in);

// The path of `at` from the state s, in `samples` (at most those of tr_sweep_new) steps a turn;
// points and phases (how far the drive was turned from where it stands, radians, ascending) have
// tr_sweep_room (samples): from one dead end to the other where there are such.
TrSweepResult tr_sweep_run (
    TrSweep *w, const TrState *s, const TrConnector *at, int samples, Vec2 *points, double *phases);
