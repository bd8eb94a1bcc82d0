// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Places on curves where something holds exactly, by Newton from a parameter nearby.

#pragma once

#include "model/body.h"

typedef struct {
  const TrBody *b;
  const double *q;   // of the body
  const Vec2 *piece; // four points of a cubic that it carries, in the drawing; NULL: its own curve
  double t;
  Vec2 x;
} TrCurvePlace;

typedef enum {
  TR_ROOT_LEVEL,   // (x − a)·(0, 1) = 0
  TR_ROOT_UPRIGHT, // (x − a)·(1, 0) = 0
  TR_ROOT_TOUCH,   // (x − a) × x_t = 0: the line from a is tangent
  TR_ROOT_FOOT,    // (x − a)·x_t = 0: the line from a is perpendicular
} TrRoot;

// Moves p along its curve. False (and p of no use) where it does not converge or leaves the range.
bool tr_root_find (TrRoot root, Vec2 a, TrCurvePlace *p);
// Moves both to where the curves cross; not where they merely touch. They may be of one curve that
// crosses itself.
bool tr_root_cross (TrCurvePlace *p, TrCurvePlace *o);
