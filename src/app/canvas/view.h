// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the drawing lies in a widget: pure arithmetic in logical pixels. The display's scale
// factor is no part of it.

#pragma once

#include "math/vec.h"

#define TR_ZOOM_LEAST 1e-6
#define TR_ZOOM_MOST  1e9
#define TR_ZOOM_NOTCH 1.1 // of a wheel

typedef struct {
  Vec2 origin; // of the drawing, widget pixels, y down
  double zoom; // pixels a document unit
} TrViewport;

Vec2 tr_viewport_to_widget (TrViewport v, Vec2 drawing);
Vec2 tr_viewport_to_drawing (TrViewport v, Vec2 widget);
// To widget pixels, as a map: y turned over.
Affine tr_viewport_affine (TrViewport v);

// The drawing point `at` in the middle of a widget of this size.
TrViewport tr_viewport_centered (Vec2 at, double zoom, Vec2 size);
// The box in the middle, as large as the margin (pixels) allows, zoom at most `most`. A box
// without width and height is shown at `most`.
TrViewport tr_viewport_fit (Vec2 low, Vec2 high, Vec2 size, double margin, double most);

// Times factor, kept within bounds; the drawing point under the widget point stays there.
TrViewport tr_viewport_zoomed (TrViewport v, double factor, Vec2 about);
TrViewport tr_viewport_panned (TrViewport v, Vec2 by);
// Two fingers, `factor` times as far apart as where they began, their middle gone from `from` to
// `to` (widget): the drawing point that was between them still is.
TrViewport tr_viewport_pinched (TrViewport v, double factor, Vec2 from, Vec2 to);

// The least of 1, 2, 5 × 10ⁿ document units that is at least so many pixels apart.
double tr_viewport_grid (TrViewport v, double pixels);
