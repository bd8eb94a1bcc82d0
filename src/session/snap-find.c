// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/snap-find.h"

#include "render/path.h"
#include "session/pick.h"

#include <string.h>

#define CHORDS_OF_CUBIC 12

// What the named point of a body is to people; NONE: handles, which lie off their curve.
static TrSnapKind
point_kind (const TrBody *b, int point)
{
  switch (b->kind) {
  case TR_BODY_POINT:
    return TR_SNAP_POINT;
  case TR_BODY_SEGMENT:
    return point == 2 ? TR_SNAP_MIDDLE : TR_SNAP_END;
  case TR_BODY_POLYLINE:
    return TR_SNAP_END;
  case TR_BODY_BEZIER:
    return point % 3 == 0 ? TR_SNAP_END : TR_SNAP_NONE;
  case TR_BODY_CIRCLE:
  case TR_BODY_ELLIPSE:
    return TR_SNAP_CENTRE;
  case TR_BODY_ARC:
    return point == 0 ? TR_SNAP_CENTRE : TR_SNAP_END;
  case TR_BODY_RIGID:
    return b->n_drawing == 0 ? TR_SNAP_MIDDLE : TR_SNAP_POINT;
  case TR_BODY_SHEET:
    return TR_SNAP_CENTRE;
  case TR_BODY_SPLINE:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return TR_SNAP_NONE;
}

void
tr_snap_offer (TrSnapSearch *f, TrSnap snap)
{
  double distance = v2_dist (snap.place, f->query->at);

  if (!(distance <= f->query->tolerance))
    return;
  if (f->best.kind == TR_SNAP_NONE || distance < f->distance ||
      (distance <= f->distance && snap.kind < f->best.kind)) {
    f->best = snap;
    f->distance = distance;
  }
}

static void
offer_connector (TrSnapSearch *f, TrSnapKind kind, TrConnector c)
{
  TrSnap snap = {.kind = kind, .n = 1, .at = {c}};
  snap.place = tr_connector_point (f->m, &c, f->s->q);
  tr_snap_offer (f, snap);
}

// The paths of a rigid's or a sheet's drawing, in its own coordinates.
static void
local_outline (const TrBody *b, TrOutline *out)
{
  static const double rigid[3] = {0}, sheet[6] = {0, 0, 1, 0, 0, 1};
  tr_path_outline (b, b->kind == TR_BODY_RIGID ? rigid : sheet, 1, out);
}

static void
search_corners (TrSnapSearch *f, int body)
{
  g_auto (TrOutline) outline = tr_outline_make ();
  TrConnector c = {.kind = TR_AT_LOCAL, .body = body, .slide = -1};
  TrPieceIter iter;
  TrPiece piece;

  local_outline (&f->m->bodies[body], &outline);
  iter = tr_piece_iter_make (&outline);
  while (tr_piece_iter_next (&iter, &piece)) {
    if (piece.first) {
      c.p = piece.p[0];
      offer_connector (f, TR_SNAP_END, c);
    }
    c.p = piece.p[piece.verb == TR_VERB_CURVE ? 3 : 1];
    offer_connector (f, TR_SNAP_END, c);
  }
}

void
tr_snap_search_points (TrSnapSearch *f, int body)
{
  const TrBody *b = &f->m->bodies[body];

  for (int i = 0; i < tr_body_n_points (b); i++) {
    TrSnapKind kind = point_kind (b, i);
    if (kind != TR_SNAP_NONE)
      offer_connector (f, kind,
                       (TrConnector){.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1});
  }
  if (tr_body_get_ops (b)->has_local)
    search_corners (f, body);
}

// Keeps the nearest curves, nearest first.
static void
note_curve (TrSnapSearch *f, TrSnapCurve curve)
{
  int i = f->n_curves;

  if (!(curve.distance <= f->query->tolerance))
    return;
  if (i == TR_SNAP_MOST_CURVES && !(curve.distance < f->curves[i - 1].distance))
    return;
  if (i < TR_SNAP_MOST_CURVES)
    f->n_curves++;
  else
    i--;
  for (; i > 0 && curve.distance < f->curves[i - 1].distance; i--)
    f->curves[i] = f->curves[i - 1];
  f->curves[i] = curve;
}

// As a cubic, whatever it is.
static void
note_piece (TrSnapSearch *f, const TrPiece *piece, TrSnapPiece strand)
{
  if (!(strand.distance <= f->query->tolerance) || f->n_pieces == TR_SNAP_MOST_CURVES)
    return;
  if (piece->verb == TR_VERB_CURVE)
    memcpy (strand.local, piece->p, sizeof strand.local);
  else
    for (int k = 0; k < 4; k++)
      strand.local[k] = v2_lerp (piece->p[0], piece->p[1], k / 3.0);
  f->pieces[f->n_pieces++] = strand;
}

// The nearest material point on the lines that a rigid or a sheet draws.
static void
note_local (TrSnapSearch *f, int body)
{
  const TrBody *b = &f->m->bodies[body];
  Affine frame = tr_path_frame (b, tr_body_q (b, f->s->q));
  g_auto (TrOutline) outline = tr_outline_make ();
  TrSnapCurve best = {.at = {.kind = TR_AT_LOCAL, .body = body, .slide = -1},
                      .place = {.b = b},
                      .distance = INFINITY};
  TrPieceIter iter;
  TrPiece piece;

  local_outline (b, &outline);
  iter = tr_piece_iter_make (&outline);
  while (tr_piece_iter_next (&iter, &piece)) {
    bool curved = piece.verb == TR_VERB_CURVE;
    TrSnapPiece strand = {.body = body, .distance = INFINITY};
    Vec2 from = piece.p[0];
    int n = curved ? CHORDS_OF_CUBIC : 1;
    for (int i = 1; i <= n; i++) {
      Vec2 to = curved ? tr_cubic_at (piece.p, (double) i / n) : piece.p[1];
      Vec2 a = aff_apply (frame, from), c = aff_apply (frame, to);
      double u = tr_nearest_on_chord (a, c, f->query->at);
      double distance = v2_dist (v2_lerp (a, c, u), f->query->at);
      if (distance < strand.distance) {
        strand.distance = distance;
        strand.t = (i - 1 + u) / n;
      }
      if (distance < best.distance) {
        best.distance = distance;
        best.at.p = v2_lerp (from, to, u);
      }
      from = to;
    }
    note_piece (f, &piece, strand);
  }
  best.place.x = aff_apply (frame, best.at.p);
  note_curve (f, best);
}

void
tr_snap_search_body_curve (TrSnapSearch *f, int body)
{
  const TrBody *b = &f->m->bodies[body];
  TrSnapCurve curve = {.at = {.kind = TR_AT_SLIDE, .body = body, .slide = -1},
                       .place = {.b = b, .q = tr_body_q (b, f->s->q)}};

  if (tr_body_get_ops (b)->has_local)
    note_local (f, body);
  else if (tr_nearest_on_curve (b, curve.place.q, f->query->at, &curve.place.t, &curve.place.x)) {
    curve.distance = v2_dist (curve.place.x, f->query->at);
    curve.at.p.x = curve.place.t;
    note_curve (f, curve);
  }
}

static void
offer_root (
    TrSnapSearch *f, const TrSnapCurve *curve, TrRoot root, TrSnapKind kind, TrSnapKind level)
{
  TrCurvePlace p = curve->place;
  TrSnap snap = {.kind = kind, .level = level, .n = 1};

  if (!tr_root_find (root, f->query->anchor, &p) ||
      v2_dist (p.x, f->query->anchor) <= f->query->tolerance)
    return;
  snap.place = p.x;
  snap.at[0] = tr_snap_slide_at (curve, &p);
  tr_snap_offer (f, snap);
}

// What a line from the anchor, or a circle round it, can be to the curve.
static void
offer_relations (TrSnapSearch *f, const TrSnapCurve *curve)
{
  unsigned with = f->query->with;

  if (with & TR_SNAP_TANGENTS)
    offer_root (f, curve, TR_ROOT_TOUCH, TR_SNAP_TANGENT, TR_SNAP_NONE);
  if (with & TR_SNAP_RIMS)
    offer_root (f, curve, TR_ROOT_FOOT, TR_SNAP_TANGENT, TR_SNAP_NONE);
  if ((with & TR_SNAP_NORMALS) && curve->place.b->kind == TR_BODY_SEGMENT)
    offer_root (f, curve, TR_ROOT_FOOT, TR_SNAP_PERPENDICULAR, TR_SNAP_NONE);
}

static void
offer_levels (TrSnapSearch *f, const TrSnapCurve *curve)
{
  if (!(f->query->with & TR_SNAP_LEVELS))
    return;
  offer_root (f, curve, TR_ROOT_LEVEL, TR_SNAP_ON_CURVE, TR_SNAP_HORIZONTAL);
  offer_root (f, curve, TR_ROOT_UPRIGHT, TR_SNAP_ON_CURVE, TR_SNAP_VERTICAL);
}

void
tr_snap_search_curves (TrSnapSearch *f)
{
  static void (*const finer[]) (TrSnapSearch *, const TrSnapCurve *) = {offer_relations,
                                                                        offer_levels};

  for (guint k = 0; k < G_N_ELEMENTS (finer) && f->query->has_anchor; k++)
    for (int i = 0; i < f->n_curves && f->best.kind == TR_SNAP_NONE; i++)
      if (f->curves[i].at.kind == TR_AT_SLIDE)
        finer[k](f, &f->curves[i]);
  if (f->n_curves > 0 && f->best.kind == TR_SNAP_NONE)
    tr_snap_offer (f, (TrSnap){.kind = TR_SNAP_ON_CURVE,
                               .place = f->curves[0].place.x,
                               .n = 1,
                               .at = {f->curves[0].at}});
}

static double
to_grid (double x, double step)
{
  return step > 0 ? round (x / step) * step : x;
}

// The other coordinate goes to the grid where that is near.
void
tr_snap_search_levels (TrSnapSearch *f)
{
  const TrSnapQuery *query = f->query;
  Vec2 d = v2_sub (query->at, query->anchor);
  Vec2 grid = v2 (to_grid (query->at.x, query->grid), to_grid (query->at.y, query->grid));
  double near = query->tolerance;

  if (f->best.kind != TR_SNAP_NONE || !query->has_anchor || !(query->with & TR_SNAP_LEVELS) ||
      v2_norm (d) <= near)
    return;
  if (fabs (d.y) <= near && fabs (d.y) <= fabs (d.x)) {
    bool at_grid = fabs (grid.x - query->at.x) <= near && fabs (grid.x - query->anchor.x) > near;
    f->best = (TrSnap){.kind = TR_SNAP_HORIZONTAL, .level = TR_SNAP_HORIZONTAL};
    f->best.place = v2 (at_grid ? grid.x : query->at.x, query->anchor.y);
  } else if (fabs (d.x) <= near) {
    bool at_grid = fabs (grid.y - query->at.y) <= near && fabs (grid.y - query->anchor.y) > near;
    f->best = (TrSnap){.kind = TR_SNAP_VERTICAL, .level = TR_SNAP_VERTICAL};
    f->best.place = v2 (query->anchor.x, at_grid ? grid.y : query->at.y);
  }
}

void
tr_snap_search_grid (TrSnapSearch *f)
{
  double step = f->query->grid;
  TrSnap snap = {.kind = TR_SNAP_GRID};

  if (f->best.kind != TR_SNAP_NONE || !(step > 0))
    return;
  snap.place = v2 (to_grid (f->query->at.x, step), to_grid (f->query->at.y, step));
  tr_snap_offer (f, snap);
}
