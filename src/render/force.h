// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The look of forces over a drawing: bars in tension have arrows that point apart, those in
// compression arrows that point at each other, and a point that is pushed has an arrow away from
// it. Screen only, never exported; logical pixels.

#pragma once

#include "render/overlay.h"

// Where a force acts and how much of the largest it is, 0 … 1.
typedef struct {
  bool is_bar;
  bool is_tension; // of a bar
  TrColor color;
  Vec2 at, to;    // document units; of a bar its ends
  Vec2 direction; // of an arrow, of length 1
  double part;
} TrForceLook;

void tr_force_paint (const TrOverlay *o, const TrForceLook *force, bool is_hovered, cairo_t *cr);
// How far a place (pixels) is from what is painted.
double tr_force_distance (const TrOverlay *o, const TrForceLook *force, Vec2 pixel);
