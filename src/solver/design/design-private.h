// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the turns and the pulls of a design share.

#pragma once

#include "math/scratch.h"
#include "solver/design/design.h"

struct _TrDesign {
  TrSweep *sweep;
  TrConnector at;
  int n;
  TrVariable *dimensions;
  double *first, *value, *size, *trial;
  bool *is_held;               // each dimension: it is not to change for now
  double *least;               // of each constraint's first scalar
  TrState *start;              // where the turn began at first
  TrState *state, *next_state; // the same with the values that are kept; of the last turn
  TrScratch *scratch;
  bool closed;
  double mu;
  Vec2 *curve, *next; // ROOM each: to either side of MIDDLE, where the drive stands
  double *phases, *next_phases;
  int n_curve, n_next;
  int n_back, n_next_back; // how many of them lie before where the drive stands
  double *q_d;             // n × n_q
  // What the last pull has found of its targets with the values that are kept; 0: nothing.
  int n_known;
  TrDesignTarget known[TR_DESIGN_TARGETS]; // with the places that the points have come to
  double *known_G;                         // 2 n_known × n
  Vec2 asked[TR_DESIGN_TARGETS];           // where it was to bring them
  int tries;                               // that have brought them no nearer since
  double extent;
  double round; // what the targets were missed by when the sizes were taken
  double stuck; // the phase to which the last turn could not be made; NaN: not known
};

// What one turn has found of the targets.
typedef struct {
  const TrDesignTarget *target;
  int n;
  double *r; // 2 n
  double *G; // 2 n × dimensions, not yet in sizes; NULL: not wanted
} TrDesignLook;

// Sets the values; false where they may not be: bars that vanish, numbers that no file can hold.
bool tr_design_may_be (TrDesign *d, const double *value);
// A turn with the values that are set, to both dead ends where it is not whole. False where a target
// is not reached, or the turn is not whole though it was.
bool tr_design_turn (TrDesign *d, TrDesignLook *look);
// Takes the drive to a phase, with the values that are kept.
bool tr_design_seek (TrDesign *d, double phase);
// Keeps the values, and the curve of the last turn.
void tr_design_keep (TrDesign *d, const double *value);
// The sizes of the dimensions are those that they have now; from where the targets are missed by `off`.
void tr_design_begin_round (TrDesign *d, double off);
