// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The small system that stands for the whole where constraints are crowded, and what leads there.

#pragma once

#include "solver/kkt/kkt-bundle.h"
#include "solver/kkt/kkt-crowd.h"
#include "solver/kkt/kkt-private.h"
#include "solver/kkt/kkt-told.h"

// The rows of one sort of a crowd, hard or soft.
typedef struct {
  TrKktTold *told;
  int con, room; // of the small system, and its rows
  int n;         // of these, how many tell something
} TrKktStack;

typedef struct {
  const TrKktCrowd *crowd;
  int *start, *col; // of the crowd's rows
  int *first;       // of each constraint: its first row of the crowd's
  bool *is_soft;    // of each row
  TrKktStack hard, soft;
  int rank, n_hard;
  double *x; // of each row
} TrKktPacked;

struct _TrKktBundle {
  const TrKktGraph *g;
  const TrKktNumbers *num; // of the last factor
  TrKktCrowds crowds;
  TrKkt *inner;
  size_t n_factored; // by inners that were before
  bool refines;      // some crowd's R has not all digits
  TrKktPacked *bundle;
  int *
      con_of; // of each constraint: the one of the small system that is the same or tells its own unknowns, −1
  int *turn_at;    // of each constraint: its H in turn, −1: it is not turned
  double *turn;    // rows × rows each
  bool *is_kept;   // of each constraint: hard and soft rows in one, which cannot be turned
  int *room;       // of each constraint: rows in the small system
  int *first;      // of each constraint of the small system: its first incidence
  double *divisor; // n_rows: what a row of a crowd has been divided by, 0: it acts on nothing
  double *rows;    // of the constraint at hand
  double *size2, *rb, *rf, *dv, *dl; // n_rows, n_unknowns
  double *work, *y;
  double *b, *lambda; // of the small system
  double *scale;      // n_unknowns: A^½ by its diagonal
  bool *changed;      // of each constraint of the small system
};

// How many numbers a row of a constraint has.
int tr_kkt_bundle_width (const TrKktGraph *g, int con);

// The numbers of the whole, s->num, into the small system. False where it has too little room for
// them: some rooms are larger then, and it is to be made and filled anew.
bool tr_kkt_bundle_fill (TrKktBundle *s, const TrKktChange *change);
