// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/extent.h"

typedef struct {
  TrBounds box;
  double h; // half the width
  const TrPen *pen;
} Extent;

static const Vec2 axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static void
add (Extent *e, Vec2 p)
{
  e->box = tr_bounds_add (e->box, p);
}

// Both edges of the stroke where the path runs along the unit vector u.
static void
add_edges (Extent *e, Vec2 p, Vec2 u)
{
  add (e, v2_mad (p, e->h, v2_perp (u)));
  add (e, v2_mad (p, -e->h, v2_perp (u)));
}

// Where x'(t) = 0 or y'(t) = 0 inside (0, 1): a quadratic in Bernstein form,
//   a(1−t)² + 2b(1−t)t + ct² = 0, solved without cancellation.
static int
quadratic_roots (double a, double b, double c, double t[2])
{
  double A = a - 2 * b + c, B = b - a, disc = B * B - A * a;
  double w = -(B + copysign (sqrt (fmax (0, disc)), B));
  double r[2] = {w / A, a / w};
  int n = 0;

  if (disc < 0)
    return 0;
  for (int i = 0; i < 2; i++)
    if (r[i] > 0 && r[i] < 1) // false for NaN
      t[n++] = r[i];
  return n;
}

// The edge of a stroke runs parallel to its curve, so that both are extreme at the same t.
static void
add_extrema (Extent *e, const Vec2 p[4])
{
  double t[2];
  Vec2 a = v2_sub (p[1], p[0]), b = v2_sub (p[2], p[1]), c = v2_sub (p[3], p[2]);

  for (int n = quadratic_roots (a.x, b.x, c.x, t); n > 0; n--)
    add_edges (e, tr_cubic_at (p, t[n - 1]), v2 (0, 1));
  for (int n = quadratic_roots (a.y, b.y, c.y, t); n > 0; n--)
    add_edges (e, tr_cubic_at (p, t[n - 1]), v2 (1, 0));
}

// Unit tangents at the two ends; false where all points coincide.
static bool
end_tangents (const Vec2 p[4], Vec2 *u, Vec2 *v)
{
  const Vec2 none = {0, 0};

  *u = *v = none;
  for (int i = 1; i < 4 && !(v2_norm (*u) > 0); i++)
    *u = v2_unit_or (v2_sub (p[i], p[0]), none);
  for (int i = 2; i >= 0 && !(v2_norm (*v) > 0); i--)
    *v = v2_unit_or (v2_sub (p[3], p[i]), none);
  return v2_norm (*u) > 0;
}

// The corner between u (in) and v (out). With φ the angle between the two lines,
// sin²(φ/2) = (1 + u·v)/2; the mitre holds where 1/sin(φ/2) ≤ limit, and its tip lies at
// p + h (n_u + n_v)/(1 + u·v) on the outer side.
static void
add_join (Extent *e, Vec2 p, Vec2 u, Vec2 v)
{
  double limit = TR_STYLE_MITRE_LIMIT, cosine = v2_dot (u, v);
  double side = v2_cross (u, v) > 0 ? -1 : 1;
  Vec2 nu = v2_scale (v2_perp (u), side), nv = v2_scale (v2_perp (v), side);

  switch (e->pen->join) {
  case CAIRO_LINE_JOIN_MITER:
    if (2 <= limit * limit * (1 + cosine))
      add (e, v2_mad (p, e->h / (1 + cosine), v2_add (nu, nv)));
    break;
  case CAIRO_LINE_JOIN_ROUND:
    // The axis directions between the two normals.
    for (int i = 0; i < 4; i++)
      if (side * v2_cross (nu, axes[i]) <= 0 && side * v2_cross (axes[i], nv) <= 0)
        add (e, v2_mad (p, e->h, axes[i]));
    break;
  case CAIRO_LINE_JOIN_BEVEL:
    break;
  }
}

// The end of an open path at p; u points outwards.
static void
add_cap (Extent *e, Vec2 p, Vec2 u)
{
  switch (e->pen->cap) {
  case CAIRO_LINE_CAP_BUTT:
    break;
  case CAIRO_LINE_CAP_ROUND:
    for (int i = 0; i < 4; i++)
      if (v2_dot (axes[i], u) >= 0)
        add (e, v2_mad (p, e->h, axes[i]));
    break;
  case CAIRO_LINE_CAP_SQUARE:
    add_edges (e, v2_mad (p, e->h, u), u);
    break;
  }
}

// A subpath of no length: a disc or a square under caps that have a shape, else nothing.
static void
add_speck (Extent *e, Vec2 p)
{
  if (e->pen->cap != CAIRO_LINE_CAP_BUTT)
    for (int i = 0; i < 4; i++)
      add (e, v2_mad (p, e->h, axes[i]));
}

static void
stroke_box (Extent *e, const TrOutline *o)
{
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;
  Vec2 u, v, first_p = {0, 0}, first_u = {0, 0}, last_v = {0, 0};
  bool started = false;

  while (tr_piece_iter_next (&iter, &piece)) {
    if (piece.first) {
      started = false;
      first_p = piece.p[0];
    }
    if (end_tangents (piece.p, &u, &v)) {
      add_edges (e, piece.p[0], u);
      add_edges (e, piece.p[3], v);
      if (piece.verb == TR_VERB_CURVE)
        add_extrema (e, piece.p);
      if (started)
        add_join (e, piece.p[0], last_v, u);
      else
        first_u = u;
      last_v = v;
      started = true;
    }
    if (!piece.last)
      continue;
    if (!started) {
      add_speck (e, piece.p[0]);
    } else if (piece.verb == TR_VERB_CLOSE) {
      add_join (e, first_p, last_v, first_u);
    } else {
      add_cap (e, first_p, v2_scale (first_u, -1));
      add_cap (e, piece.p[3], last_v);
    }
  }
}

static TrBounds
fill_box (const TrOutline *o)
{
  static const TrPen thin = {.join = CAIRO_LINE_JOIN_BEVEL};
  Extent e = {tr_bounds_empty (), 0, &thin};
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;

  while (tr_piece_iter_next (&iter, &piece)) {
    add (&e, piece.p[0]);
    add (&e, piece.p[3]);
    if (piece.verb == TR_VERB_CURVE)
      add_extrema (&e, piece.p);
  }
  return e.box;
}

TrBounds
tr_extent_outline (const TrOutline *o, const TrPen *pen)
{
  Extent e = {tr_bounds_empty (), pen->width / 2, pen};

  if (tr_pen_has_fill (pen))
    e.box = fill_box (o);
  if (tr_pen_has_stroke (pen))
    stroke_box (&e, o);
  return e.box;
}

TrBounds
tr_extent_ink (const TrInk *ink)
{
  return ink->kind == TR_INK_PICTURE ? fill_box (ink->outline)
                                     : tr_extent_outline (ink->outline, &ink->pen);
}

static void
measure_ink (const TrInk *ink, gpointer data)
{
  TrBounds *box = data;

  *box = tr_bounds_union (*box, tr_extent_ink (ink));
}

TrBounds
tr_extent_model (const TrModel *m, const TrState *state, const TrPaintOptions *options)
{
  TrBounds box = tr_bounds_empty ();

  tr_ink_each (m, state, options, measure_ink, &box);
  return box;
}
