// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Dimensions as they are drawn on the canvas: extension lines, arrows, arcs, a label. Screen only,
// logical pixels, y down.

#pragma once

#include "render/glyph.h"
#include "render/overlay.h"

typedef enum {
  TR_DIMENSION_LINEAR,  // along a line beside what it measures
  TR_DIMENSION_RADIAL,  // a leader from a centre
  TR_DIMENSION_ANGULAR, // an arc between two rays
} TrDimensionKind;

// One side of an angle: a ray from the corner, and the part of it that the drawing covers itself.
typedef struct {
  double angle;
  double from, to; // from > to: nothing
} TrDimensionRay;

typedef struct {
  TrDimensionKind kind;
  Vec2 a, b;         // linear: the points; radial, angular: a is the centre or corner
  Vec2 along;        // linear: the unit vector that is measured along
  double radius;     // radial
  double from, turn; // radial: the angles it may stand at; angular: from ray 0 through the turn
  TrDimensionRay ray[2];
} TrDimension;

// Where a dimension stands.
typedef struct {
  double offset; // linear: signed distance of its line; angular: radius; radial: angle
  int slot;      // linear: label in the line (0), beyond b (1) or a (2), outside the line (3)
} TrDimensionPlace;

// Number of places that are tried, best first.
#define TR_DIMENSION_PLACES 24

// Whether a constraint is drawn as one: distances, lengths, radii, angles, fixed semi-axes.
bool tr_dimension_is_one (const TrModel *m, int constraint);
// False where the constraint is no dimension, or has no place on the screen (a direction without
// length, points that are not finite).
bool tr_dimension_make (const TrOverlay *o, int constraint, TrDimension *out);
// Place k: on the side away from `center`, the middle of the drawing, first.
TrDimensionPlace tr_dimension_place (const TrDimension *d, int k, Vec2 center, Vec2 label_size);
// The box of the label.
TrBounds tr_dimension_label (const TrDimension *d, TrDimensionPlace at, Vec2 label_size);
// Its lines as straight chords; returns how many.
#define TR_DIMENSION_CHORDS 4
int
tr_dimension_chords (const TrDimension *d, TrDimensionPlace at, Vec2 out[TR_DIMENSION_CHORDS][2]);
// How far a point is from its lines.
double tr_dimension_distance (const TrDimension *d, TrDimensionPlace at, Vec2 p);
// Lines, arrows and arcs, with the current source.
void tr_dimension_paint (const TrDimension *d, TrDimensionPlace at, TrBounds label, cairo_t *cr);

// How numbers are written for people.
typedef struct {
  const char *decimal; // separator of the locale
  const char *unit;    // behind lengths; NULL: none
} TrNumberStyle;

// At most three decimals and six digits, without trailing zeros, with a true minus sign; what is
// smaller than a thousandth with three digits.
char *tr_dimension_number (double x, const TrNumberStyle *style);
// The value with its unit, degrees for angles; "base = 70 mm" of a short expression; in
// parentheses what is driven; "24 ≠ 20 mm" what does not hold.
char *tr_dimension_text (const TrModel *m,
                         const TrState *s,
                         int constraint,
                         unsigned states,
                         const TrNumberStyle *style);
