// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/clip.h"

enum { DEPTH_MAX = 64 };

typedef struct {
  TrBounds keep, hold;
  double period;
  double run; // length of the subpath so far
  bool drawing;
  TrOutline *out;
} Stroke;

static TrBounds
hull (const Vec2 p[4])
{
  TrBounds b = tr_bounds_empty ();

  for (int i = 0; i < 4; i++)
    b = tr_bounds_add (b, p[i]);
  return b;
}

static bool
misses (TrBounds a, TrBounds b)
{
  return a.high.x < b.low.x || a.low.x > b.high.x || a.high.y < b.low.y || a.low.y > b.high.y;
}

static bool
lies_in (TrBounds a, TrBounds b)
{
  return a.low.x >= b.low.x && a.high.x <= b.high.x && a.low.y >= b.low.y && a.high.y <= b.high.y;
}

// Narrows [t0, t1] to where from + t·d ≥ low and ≤ high in one coordinate.
static bool
narrow (double from, double d, double low, double high, double *t0, double *t1)
{
  double a = (low - from) / d, b = (high - from) / d;

  if (!(fabs (d) > 0))
    return from >= low && from <= high;
  *t0 = fmax (*t0, fmin (a, b));
  *t1 = fmin (*t1, fmax (a, b));
  return *t0 <= *t1;
}

static void
stroke_line (Stroke *s, const Vec2 p[4])
{
  Vec2 from = p[0], to = p[3], d = v2_sub (to, from);
  double t0 = 0, t1 = 1, length = v2_norm (d), start = s->run;

  s->run += length;
  if (!narrow (from.x, d.x, s->keep.low.x, s->keep.high.x, &t0, &t1) ||
      !narrow (from.y, d.y, s->keep.low.y, s->keep.high.y, &t0, &t1)) {
    s->drawing = false;
    return;
  }
  if (t0 > 0 && s->period > 0)
    t0 = fmax (0, t0 - fmod (start + t0 * length, s->period) / length);
  if (!s->drawing || t0 > 0)
    tr_outline_move (s->out, t0 > 0 ? v2_lerp (from, to, t0) : from);
  tr_outline_line (s->out, t1 < 1 ? v2_lerp (from, to, t1) : to);
  s->drawing = !(t1 < 1);
}

static void
stroke_curve (Stroke *s, const Vec2 p[4], int depth)
{
  TrBounds box = hull (p);
  Vec2 left[4], right[4];

  if (misses (box, s->keep)) {
    s->drawing = false;
  } else if (lies_in (box, s->hold)) {
    if (!s->drawing)
      tr_outline_move (s->out, p[0]);
    tr_outline_curve (s->out, p[1], p[2], p[3]);
    s->drawing = true;
  } else if (depth == DEPTH_MAX) {
    stroke_line (s, p);
  } else {
    tr_cubic_split (p, left, right);
    stroke_curve (s, left, depth + 1);
    stroke_curve (s, right, depth + 1);
  }
}

void
tr_clip_stroke (const TrOutline *o, TrBounds keep, TrBounds hold, double period, TrOutline *out)
{
  Stroke s = {.keep = keep, .hold = hold, .period = period, .out = out};
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;

  while (tr_piece_iter_next (&iter, &piece)) {
    if (piece.first) {
      s.drawing = false;
      s.run = 0;
    }
    if (piece.verb == TR_VERB_CURVE)
      stroke_curve (&s, piece.p, 0);
    else
      stroke_line (&s, piece.p);
  }
}

// Signed distance inwards from one side of the box: 0 left, 1 right, 2 bottom, 3 top.
static double
inside (TrBounds b, int side, Vec2 p)
{
  switch (side) {
  case 0:
    return p.x - b.low.x;
  case 1:
    return b.high.x - p.x;
  case 2:
    return p.y - b.low.y;
  default:
    return b.high.y - p.y;
  }
}

// Beyond one side a curve and its chord bound the same area inside the box.
static bool
is_beyond_a_side (TrBounds b, const Vec2 p[4])
{
  for (int side = 0; side < 4; side++) {
    bool all = true;
    for (int i = 0; i < 4; i++)
      all = all && inside (b, side, p[i]) < 0;
    if (all)
      return true;
  }
  return false;
}

static bool
is_flat (const Vec2 p[4], double tolerance)
{
  return v2_dist (p[1], v2_lerp (p[0], p[3], 1.0 / 3.0)) <= tolerance &&
         v2_dist (p[2], v2_lerp (p[0], p[3], 2.0 / 3.0)) <= tolerance;
}

static void
flatten (const Vec2 p[4], TrBounds keep, double tolerance, int depth, GArray *polygon)
{
  Vec2 left[4], right[4];

  if (depth == DEPTH_MAX || is_beyond_a_side (keep, p) || is_flat (p, tolerance)) {
    g_array_append_val (polygon, p[3]);
    return;
  }
  tr_cubic_split (p, left, right);
  flatten (left, keep, tolerance, depth + 1, polygon);
  flatten (right, keep, tolerance, depth + 1, polygon);
}

static void
cut_side (const GArray *in, TrBounds keep, int side, GArray *out)
{
  g_array_set_size (out, 0);
  for (guint i = 0; i < in->len; i++) {
    Vec2 a = g_array_index (in, Vec2, (i + in->len - 1) % in->len);
    Vec2 b = g_array_index (in, Vec2, i);
    double da = inside (keep, side, a), db = inside (keep, side, b);
    if ((da < 0) != (db < 0)) {
      Vec2 cut = v2_lerp (a, b, da / (da - db));
      g_array_append_val (out, cut);
    }
    if (db >= 0)
      g_array_append_val (out, b);
  }
}

// Cuts one closed polygon at all four sides; `polygon` is used up.
static void
add_polygon (GArray *polygon, GArray *spare, TrBounds keep, TrOutline *out)
{
  cut_side (polygon, keep, 0, spare);
  cut_side (spare, keep, 1, polygon);
  cut_side (polygon, keep, 2, spare);
  cut_side (spare, keep, 3, polygon);
  for (guint i = 0; i < polygon->len; i++) {
    Vec2 p = g_array_index (polygon, Vec2, i);
    if (i == 0)
      tr_outline_move (out, p);
    else
      tr_outline_line (out, p);
  }
  if (polygon->len > 0)
    tr_outline_close (out);
  g_array_set_size (polygon, 0);
}

void
tr_clip_fill (const TrOutline *o, TrBounds keep, double tolerance, TrOutline *out)
{
  g_autoptr (GArray) polygon = g_array_new (FALSE, FALSE, sizeof (Vec2));
  g_autoptr (GArray) spare = g_array_new (FALSE, FALSE, sizeof (Vec2));
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;

  while (tr_piece_iter_next (&iter, &piece)) {
    if (piece.first)
      g_array_append_val (polygon, piece.p[0]);
    if (piece.verb == TR_VERB_CURVE)
      flatten (piece.p, keep, tolerance, 0, polygon);
    else
      g_array_append_val (polygon, piece.p[3]);
    if (piece.last)
      add_polygon (polygon, spare, keep, out);
  }
}
