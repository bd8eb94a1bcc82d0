// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a picture is of high contrast: the size of the slope of its brightness, seen sharply and
// from afar, as a smooth function with exact derivatives. What snakes climb.

#pragma once

#include "math/vec.h"
#include "model/pool.h"

// Samples of the contrast, row 0 at the bottom, the greatest of them 1 (or all 0), and where they
// lie: sample (i, j) at ((i + ½)/nx, (j + ½)/ny) of the rectangle.
typedef struct {
  int nx, ny;
  const float *value;
  Vec2 at, size; // of the picture in its carrier's coordinates: the lower left corner, the sides
  Vec2 along;    // where its lower side points, the picture turned about its middle
} TrContrast;

// From the brightness (0 … 255) of w × h pixels, the topmost row first, taken together where they
// are many. In the pool.
const TrContrast *tr_contrast_new (
    TrPool *pool, int w, int h, const unsigned char *brightness, Vec2 at, Vec2 size, double turn);

// Its value at a local point: cubic B-splines over the samples, so that the first two derivatives
// are continuous; beyond the rim it goes on as at the rim.
double tr_contrast_value (const TrContrast *c, Vec2 p, Vec2 *slope, Mat2 *bend);
