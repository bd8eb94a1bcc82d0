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
  int room;         // of hull and is_stray
  GArray *strays;   // bodies that have moved since: looked at by their hull alone
  guint8 *is_stray; // of each body
} TrPickGrid;

TrPickGrid *tr_pick_grid_new (const TrModel *m, const TrState *s);
void tr_pick_grid_free (TrPickGrid *g);

// The bodies are as many as the model has now. Those that have moved, or have come (int), are taken
// out of their cells. False: there are so many that a new grid is better.
bool tr_pick_grid_touch (TrPickGrid *g, const TrModel *m, const TrState *s, const GArray *bodies);

// Sets bodies to those that may lie within `reach` of p, ascending, each once.
void tr_pick_grid_near (const TrPickGrid *g, Vec2 p, double reach, GArray *bodies);
