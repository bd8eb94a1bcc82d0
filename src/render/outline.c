// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/outline.h"

TrOutline
tr_outline_make (void)
{
  return (TrOutline){g_byte_array_new (), g_array_new (FALSE, FALSE, sizeof (Vec2)), false};
}

void
tr_outline_clear (TrOutline *o)
{
  g_clear_pointer (&o->verbs, g_byte_array_unref);
  g_clear_pointer (&o->points, g_array_unref);
}

void
tr_outline_empty (TrOutline *o)
{
  g_byte_array_set_size (o->verbs, 0);
  g_array_set_size (o->points, 0);
  o->coarse = false;
}

static void
add_verb (TrOutline *o, TrVerb verb)
{
  g_byte_array_append (o->verbs, &(guint8){(guint8) verb}, 1);
}

void
tr_outline_move (TrOutline *o, Vec2 p)
{
  add_verb (o, TR_VERB_MOVE);
  g_array_append_val (o->points, p);
}

void
tr_outline_line (TrOutline *o, Vec2 p)
{
  g_assert (o->verbs->len > 0);
  add_verb (o, TR_VERB_LINE);
  g_array_append_val (o->points, p);
}

void
tr_outline_curve (TrOutline *o, Vec2 c1, Vec2 c2, Vec2 p)
{
  Vec2 p3[3] = {c1, c2, p};

  g_assert (o->verbs->len > 0);
  add_verb (o, TR_VERB_CURVE);
  g_array_append_vals (o->points, p3, 3);
}

void
tr_outline_close (TrOutline *o)
{
  g_assert (o->verbs->len > 0);
  add_verb (o, TR_VERB_CLOSE);
}

// A piece of angle δ has its inner control points on the end tangents at k = 4/3 tan(δ/4); its
// radius is off by 4/27 sin⁶(δ/4) / cos²(δ/4): 2.7e-4 at 90°, 3.7e-7 at 30°.
void
tr_outline_arc (TrOutline *o, Affine f, double a0, double a1, bool moves)
{
  const double piece = G_PI / 6;
  int n = (int) fmax (1, ceil (fabs (a1 - a0) / piece - 1e-9));
  double step = (a1 - a0) / n, k = 4.0 / 3.0 * tan (step / 4);
  Vec2 p = v2_polar (1, a0), start = aff_apply (f, p);

  if (moves)
    tr_outline_move (o, start);
  else
    tr_outline_line (o, start);
  for (int i = 1; i <= n; i++) {
    Vec2 next = v2_polar (1, i < n ? a0 + i * step : a1);
    Vec2 c1 = v2_mad (p, k, v2_perp (p)), c2 = v2_mad (next, -k, v2_perp (next));
    tr_outline_curve (o, aff_apply (f, c1), aff_apply (f, c2), aff_apply (f, next));
    p = next;
  }
}

void
tr_outline_append (TrOutline *o, const TrOutline *other)
{
  g_byte_array_append (o->verbs, other->verbs->data, other->verbs->len);
  g_array_append_vals (o->points, other->points->data, other->points->len);
  o->coarse |= other->coarse;
}

void
tr_outline_transform (TrOutline *o, Affine f)
{
  for (guint i = 0; i < o->points->len; i++) {
    Vec2 *p = &g_array_index (o->points, Vec2, i);
    *p = aff_apply (f, *p);
  }
}

bool
tr_outline_is_empty (const TrOutline *o)
{
  return o->verbs->len == 0;
}

bool
tr_outline_is_finite (const TrOutline *o)
{
  for (guint i = 0; i < o->points->len; i++)
    if (!v2_is_finite (g_array_index (o->points, Vec2, i)))
      return false;
  return true;
}

TrPieceIter
tr_piece_iter_make (const TrOutline *o)
{
  return (TrPieceIter){.outline = o, .fresh = true};
}

// Whether the verb at `i` begins another subpath or nothing follows.
static bool
ends_subpath (const TrOutline *o, guint i)
{
  return i >= o->verbs->len || o->verbs->data[i] == TR_VERB_MOVE;
}

bool
tr_piece_iter_next (TrPieceIter *iter, TrPiece *piece)
{
  const TrOutline *o = iter->outline;
  const Vec2 *points = (const Vec2 *) (void *) o->points->data;

  while (iter->verb < o->verbs->len) {
    TrVerb verb = o->verbs->data[iter->verb++];
    const Vec2 *p = points + iter->point;

    piece->verb = verb;
    piece->p[0] = iter->here;
    piece->first = iter->fresh;
    iter->fresh = false;
    switch (verb) {
    case TR_VERB_MOVE:
      iter->here = iter->start = p[0];
      iter->point += 1;
      iter->fresh = true;
      continue;
    case TR_VERB_LINE:
      piece->p[1] = piece->p[2] = piece->p[3] = p[0];
      iter->point += 1;
      break;
    case TR_VERB_CURVE:
      for (int i = 0; i < 3; i++)
        piece->p[1 + i] = p[i];
      iter->point += 3;
      break;
    case TR_VERB_CLOSE:
      piece->p[1] = piece->p[2] = piece->p[3] = iter->start;
      iter->fresh = true;
      break;
    }
    iter->here = piece->p[3];
    piece->last = verb == TR_VERB_CLOSE || ends_subpath (o, iter->verb);
    return true;
  }
  return false;
}

void
tr_outline_to_cairo (const TrOutline *o, cairo_t *cr)
{
  const Vec2 *p = (const Vec2 *) (void *) o->points->data;

  for (guint i = 0; i < o->verbs->len; i++)
    switch ((TrVerb) o->verbs->data[i]) {
    case TR_VERB_MOVE:
      cairo_move_to (cr, p->x, p->y);
      p += 1;
      break;
    case TR_VERB_LINE:
      cairo_line_to (cr, p->x, p->y);
      p += 1;
      break;
    case TR_VERB_CURVE:
      cairo_curve_to (cr, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
      p += 3;
      break;
    case TR_VERB_CLOSE:
      cairo_close_path (cr);
      break;
    }
}

TrBounds
tr_bounds_empty (void)
{
  return (TrBounds){{G_MAXDOUBLE, G_MAXDOUBLE}, {-G_MAXDOUBLE, -G_MAXDOUBLE}};
}

bool
tr_bounds_is_empty (TrBounds b)
{
  return b.low.x > b.high.x || b.low.y > b.high.y;
}

TrBounds
tr_bounds_add (TrBounds b, Vec2 p)
{
  return (TrBounds){{fmin (b.low.x, p.x), fmin (b.low.y, p.y)},
                    {fmax (b.high.x, p.x), fmax (b.high.y, p.y)}};
}

TrBounds
tr_bounds_union (TrBounds a, TrBounds b)
{
  if (tr_bounds_is_empty (b))
    return a;
  return tr_bounds_add (tr_bounds_add (a, b.low), b.high);
}

TrBounds
tr_outline_hull (const TrOutline *o)
{
  TrBounds b = tr_bounds_empty ();

  for (guint i = 0; i < o->points->len; i++)
    b = tr_bounds_add (b, g_array_index (o->points, Vec2, i));
  return b;
}

Vec2
tr_cubic_at (const Vec2 p[4], double t)
{
  Vec2 a = v2_lerp (p[0], p[1], t), b = v2_lerp (p[1], p[2], t), c = v2_lerp (p[2], p[3], t);

  return v2_lerp (v2_lerp (a, b, t), v2_lerp (b, c, t), t);
}

Vec2
tr_cubic_velocity (const Vec2 p[4], double t)
{
  Vec2 a = v2_sub (p[1], p[0]), b = v2_sub (p[2], p[1]), c = v2_sub (p[3], p[2]);

  return v2_scale (v2_lerp (v2_lerp (a, b, t), v2_lerp (b, c, t), t), 3);
}

void
tr_cubic_split (const Vec2 p[4], Vec2 left[4], Vec2 right[4])
{
  Vec2 a = v2_mid (p[0], p[1]), b = v2_mid (p[1], p[2]), c = v2_mid (p[2], p[3]);
  Vec2 ab = v2_mid (a, b), bc = v2_mid (b, c), m = v2_mid (ab, bc), first = p[0], last = p[3];

  left[0] = first, left[1] = a, left[2] = ab, left[3] = m;
  right[0] = m, right[1] = bc, right[2] = c, right[3] = last;
}
