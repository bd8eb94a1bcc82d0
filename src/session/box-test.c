// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Curves against a box, for the rubber band.

#include "render/path.h"
#include "session/selection.h"

// Halvings of a cubic; after these it is a point.
#define MOST_HALVINGS 40
// Of a fitted formula, as part of the box's diagonal.
#define FIT 1e-4

static bool
holds (TrBounds box, Vec2 p)
{
  return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y;
}

// Narrows [*u0, *u1] to where p + u d ≥ 0; false: nowhere.
static bool
narrow (double p, double d, double *u0, double *u1)
{
  if (d > 0)
    *u0 = fmax (*u0, -p / d);
  else if (d < 0)
    *u1 = fmin (*u1, -p / d);
  else
    return p >= 0;
  return *u0 <= *u1;
}

// The line from a to b (Liang–Barsky).
static bool
line_touches (TrBounds box, Vec2 a, Vec2 b)
{
  Vec2 d = v2_sub (b, a);
  double u0 = 0, u1 = 1;

  return narrow (a.x - box.low.x, d.x, &u0, &u1) && narrow (box.high.x - a.x, -d.x, &u0, &u1) &&
         narrow (a.y - box.low.y, d.y, &u0, &u1) && narrow (box.high.y - a.y, -d.y, &u0, &u1);
}

static TrBounds
hull_of (const Vec2 p[4])
{
  TrBounds hull = tr_bounds_empty ();
  for (int i = 0; i < 4; i++)
    hull = tr_bounds_add (hull, p[i]);
  return hull;
}

static bool
is_apart (TrBounds a, TrBounds b)
{
  return a.high.x < b.low.x || a.low.x > b.high.x || a.high.y < b.low.y || a.low.y > b.high.y;
}

static bool
cubic_touches (TrBounds box, const Vec2 p[4], int halvings)
{
  Vec2 left[4], right[4];

  if (holds (box, p[0]) || holds (box, p[3]))
    return true;
  if (is_apart (box, hull_of (p)) || halvings == 0)
    return false;
  tr_cubic_split (p, left, right);
  return cubic_touches (box, left, halvings - 1) || cubic_touches (box, right, halvings - 1);
}

static bool
cubic_is_inside (TrBounds box, const Vec2 p[4], int halvings)
{
  TrBounds hull = hull_of (p);
  Vec2 left[4], right[4];

  if (holds (box, hull.low) && holds (box, hull.high))
    return true;
  if (!holds (box, p[0]) || !holds (box, p[3]))
    return false;
  if (halvings == 0)
    return true;
  tr_cubic_split (p, left, right);
  return cubic_is_inside (box, left, halvings - 1) && cubic_is_inside (box, right, halvings - 1);
}

static bool
piece_is (TrBounds box, const TrPiece *piece, TrBoxMode mode)
{
  bool is_curve = piece->verb == TR_VERB_CURVE;

  switch (mode) {
  case TR_BOX_TOUCHING:
    return is_curve ? cubic_touches (box, piece->p, MOST_HALVINGS)
                    : line_touches (box, piece->p[0], piece->p[1]);
  case TR_BOX_INSIDE:
    return is_curve ? cubic_is_inside (box, piece->p, MOST_HALVINGS)
                    : holds (box, piece->p[0]) && holds (box, piece->p[1]);
  }
  g_return_val_if_reached (false);
}

bool
tr_body_is_in_box (
    const TrModel *m, const TrState *state, int body, Vec2 low, Vec2 high, TrBoxMode mode)
{
  const TrBody *b = &m->bodies[body];
  TrBounds box = {low, high};
  g_auto (TrOutline) outline = tr_outline_make ();
  TrPieceIter iter;
  TrPiece piece;

  if (!(low.x <= high.x && low.y <= high.y))
    return false;
  tr_path_outline (b, tr_body_q (b, state->q), FIT * v2_dist (low, high) + 1e-12, &outline);
  if (tr_outline_is_empty (&outline) || !tr_outline_is_finite (&outline))
    return false;
  iter = tr_piece_iter_make (&outline);
  while (tr_piece_iter_next (&iter, &piece))
    if (piece_is (box, &piece, mode) != (mode == TR_BOX_INSIDE))
      return mode == TR_BOX_TOUCHING;
  return mode == TR_BOX_INSIDE;
}
