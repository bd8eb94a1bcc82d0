// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A path in double precision: what bodies, drawings and texts become before they are measured,
// clipped, or handed to Cairo, whose own paths keep 24 bits only.

#pragma once

#include "math/vec.h"

#include <cairo.h>
#include <glib.h>

typedef enum {
  TR_VERB_MOVE,  // one point
  TR_VERB_LINE,  // one point
  TR_VERB_CURVE, // three points: a cubic Bézier
  TR_VERB_CLOSE, // none
} TrVerb;

typedef struct {
  GByteArray *verbs;
  GArray *points; // Vec2
  bool coarse;    // chords of something finer
} TrOutline;

typedef struct {
  Vec2 low, high; // low.x > high.x: empty
} TrBounds;

// One drawn piece, with the point it starts from; a close is a line back to the start.
typedef struct {
  TrVerb verb;
  Vec2 p[4];  // from p[0] to p[1] or, a curve, p[3]; a move: p[0]
  bool first; // of its subpath
  bool last;  // of its subpath
} TrPiece;

typedef struct {
  const TrOutline *outline;
  guint verb, point;
  Vec2 here, start;
  bool fresh; // nothing was drawn since the last move
} TrPieceIter;

TrOutline tr_outline_make (void);
void tr_outline_clear (TrOutline *o);
void tr_outline_empty (TrOutline *o);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrOutline, tr_outline_clear)

void tr_outline_move (TrOutline *o, Vec2 p);
void tr_outline_line (TrOutline *o, Vec2 p);
void tr_outline_curve (TrOutline *o, Vec2 c1, Vec2 c2, Vec2 p);
void tr_outline_close (TrOutline *o);

// The arc u ↦ f (cos u, sin u) for u from a0 to a1 as cubics of at most 30°: within 4e-7 of the
// radius. Draws a line to its start, or moves there where `moves` is set.
void tr_outline_arc (TrOutline *o, Affine f, double a0, double a1, bool moves);

void tr_outline_append (TrOutline *o, const TrOutline *other);
void tr_outline_transform (TrOutline *o, Affine f);
bool tr_outline_is_empty (const TrOutline *o);
bool tr_outline_is_finite (const TrOutline *o);

// The pieces in order, moves left out.
TrPieceIter tr_piece_iter_make (const TrOutline *o);
bool tr_piece_iter_next (TrPieceIter *iter, TrPiece *piece);

// Appends to the current path of cr.
void tr_outline_to_cairo (const TrOutline *o, cairo_t *cr);

TrBounds tr_bounds_empty (void);
bool tr_bounds_is_empty (TrBounds b);
TrBounds tr_bounds_add (TrBounds b, Vec2 p);
TrBounds tr_bounds_union (TrBounds a, TrBounds b);
// Of all control points: the whole path lies in it.
TrBounds tr_outline_hull (const TrOutline *o);

// A point of a cubic and its derivative.
Vec2 tr_cubic_at (const Vec2 p[4], double t);
Vec2 tr_cubic_velocity (const Vec2 p[4], double t);
// Halves of a cubic at t = ½.
void tr_cubic_split (const Vec2 p[4], Vec2 left[4], Vec2 right[4]);
