// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Linkages of three pivots and a slide, in closed form: the slider-crank and its inversions that
// make a quick return. Angles in radians, counter-clockwise.

#pragma once

#include "session/four-bar.h"

typedef enum {
  TR_SLIDER_CRANK,         // a crank, a rod, and a slider on a fixed line
  TR_SLIDER_SLOTTED_LEVER, // the crank's pin slides along a lever with a pivot of its own
  TR_SLIDER_SWING_BLOCK,   // a rod on the crank's pin slides through a block that swings
} TrSliderKind;

typedef struct {
  TrSliderKind kind;
  // Crank; rod (of a slider-crank) or what is between the fixed pivots; how far the line passes
  // by the crank's pivot (of a slider-crank: left of its direction), the lever's, or the pin.
  double crank, rod, offset;
  // The crank's angle, from the slide's direction or from the direction to the other pivot.
  double crank_angle;
  TrTurn crank_turn;
  // Of a slider-crank: where the slider is on its line from the foot of the crank's pivot; its
  // ends; the angle between rod and the slide's normal, 0 … π/2, now and its extremes.
  double place, least, most;
  double transmission, transmission_least, transmission_most;
  // Of the others: the lever's angle now, from the direction to the crank's pivot, and what it does.
  double lever_angle;
  TrTurn lever_turn;
  double time_ratio; // as of a four-bar
  int n_dead;
  TrDeadPoint dead[TR_DEAD_MAX];
} TrSlider;

// A slider-crank: pivot A, pin B, slider at C, which moves along u, a unit vector.
void tr_slider_crank_find (Vec2 a, Vec2 b, Vec2 c, Vec2 u, TrSlider *out);
// A slotted lever or a swinging block: pivot A, pin B; D the lever's pivot or the block's; u the
// slide's direction, a unit vector.
void tr_slider_lever_find (TrSliderKind kind, Vec2 a, Vec2 b, Vec2 d, Vec2 u, TrSlider *out);
