// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The grid of a picker: which bodies pass near a place.

#pragma once

#include "model/model.h"
#include "render/outline.h"

typedef struct {
  Vec2 low;
  double cell; // side
  int nx, ny;
  int *start;     // nx·ny + 1, into items
  int *items;     // bodies, ascending in each cell, possibly more than once
  TrBounds *hull; // of each body: curve, drawing and named points; empty: nothing to pick
  int n_bodies;
  GArray *strays; // bodies that have moved since: looked at by their hull alone
} TrPickGrid;

TrPickGrid *tr_pick_grid_new (const TrModel *m, const TrState *s);
void tr_pick_grid_free (TrPickGrid *g);

// Takes the bodies that have moved out of their cells. False: there are so many that a new grid is
// better.
bool tr_pick_grid_touch (TrPickGrid *g, const TrModel *m, const TrState *s, const guint8 *bodies);

// Sets bodies to those that may lie within `reach` of p, ascending, each once.
void tr_pick_grid_near (const TrPickGrid *g, Vec2 p, double reach, GArray *bodies);
