// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where constraints are far more than the unknowns that they are on: crowds, as thousands of
// dimensions of one bar, of points that slide along one circle, or of bars related each with each.

#pragma once

#include "solver/kkt/kkt-graph.h"

// Fewer are solved as they are: rows, and as many for each unknown. Up to so many unknowns on the
// same blocks make a crowd of small numbers.
enum { TR_KKT_CROWD_ROWS = 64, TR_KKT_CROWD_TIMES = 4, TR_KKT_CROWD_FEW = 24 };

typedef struct {
  int n_cons, *con; // ascending
  int n_blocks, *block;
  int n_rows; // of the constraints, less one for each unknown that one of them has for itself
  int n_cols; // unknowns of the blocks
} TrKktCrowd;

typedef struct {
  int n;
  TrKktCrowd *crowd;
  int *crowd_of; // of each constraint, −1: none
  int *own;    // of each constraint: unknowns of blocks that nothing else touches, as of its slides
  int *col_at; // of each incidence: the first of its block's columns in the crowd, −1: it has none
} TrKktCrowds;

// Crowds of the same blocks first, then of what is joined by very many constraints in all.
void tr_kkt_crowds_find (TrKktCrowds *s, const TrKktGraph *g);
void tr_kkt_crowds_clear (TrKktCrowds *s);
