// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Design by pulling the motion: dimensions of a mechanism change so that the curves that points
// trace over a turn of a drive go through given places. A turn that is whole stays whole; one that
// ends at dead ends reaches as far as to the places.

#pragma once

#include "solver/design/sweep.h"

// Where a traced point is to be when the drive has turned by `phase` (radians, within a turn either
// way) from where it stands.
typedef struct {
  double phase;
  Vec2 place;
  const TrConnector *at; // NULL: the design's own
} TrDesignTarget;

enum { TR_DESIGN_TARGETS = 32 }; // at most

typedef struct {
  double gap;     // the farthest target is missed by
  double off;     // and the root of the sum of the squares of all: what is made least
  int iterations; // whole turns that were tried
  bool closed;    // the turn is whole
  bool reached;   // to a millionth of the mechanism's size
  bool is_cut;    // there was no turn left to try more: another pull at the same places goes on
  bool ok;        // false: the mechanism cannot turn to the targets as it is; nothing has changed
} TrDesignResult;

typedef struct _TrDesign TrDesign;

// The dimensions are copied; NULL where the drive turns nothing, or no angle.
TrDesign *tr_design_new (const TrModel *m,
                         const TrState *s,
                         int drive,
                         const TrConnector *at,
                         const TrVariable *dimensions,
                         int n_dimensions);
void tr_design_free (TrDesign *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrDesign, tr_design_free)

// Pulls until the places are reached or hardly more is to be gained (less than a hundredth of what
// is missed, in 16 turns), from where the last pull ended, in at most so many turns. Only turns that are as whole as at first are ever kept.
TrDesignResult tr_design_pull (TrDesign *d, const TrDesignTarget *targets, int n, int most);
// Lets n of the dimensions alone change from here on; NULL: all.
void tr_design_hold (TrDesign *d, const TrVariable *free, int n);
// Back to the dimensions of the beginning.
void tr_design_reset (TrDesign *d);

// The model and state as they are now: the drive where it stood, borrowed.
const TrModel *tr_design_get_model (const TrDesign *d);
const TrState *tr_design_get_state (const TrDesign *d);
// The dimensions that have changed, as of get_model.
const TrVariable *tr_design_get_variables (const TrDesign *d, int *n);
bool tr_design_has_changed (const TrDesign *d, int dimension);

// The traced points of the last good turn and how far the drive has turned at each, *n of them.
const Vec2 *tr_design_get_curve (const TrDesign *d, int *n, const double **phases);
bool tr_design_is_closed (const TrDesign *d);
// The drive's angle where it stands; the phase at which it comes to another one, angles counted
// modulo 2π: the nearest of those on the way.
double tr_design_get_base (const TrDesign *d);
double tr_design_get_phase (const TrDesign *d, double turn);
// Whether the drive takes the body with it.
bool tr_design_moves (const TrDesign *d, int body);

// The point at a phase and its derivatives by the dimensions, for tests; false where it cannot be.
bool tr_design_look (TrDesign *d, double phase, Vec2 *x, Vec2 *x_d);
