// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Crossings near a pointer: Newton from the places where each of two strands comes nearest to it.

#include "render/path.h"
#include "session/pick.h"
#include "session/snap-find.h"

// Passes of one curve through the reach of the pointer.
#define MOST_PASSES 8
// Of chords, which lie a little off their curve: so much farther than the reach.
#define CHORD_SLACK 2

TrConnector
tr_snap_slide_at (const TrSnapCurve *curve, const TrCurvePlace *place)
{
  TrConnector c = curve->at;
  c.p = v2 (place->t, 0);
  return c;
}

// ─── of curves ──────────────────────────────────────────────────────────────

static void
offer_crossing (
    TrSnapSearch *f, const TrSnapCurve *a, TrCurvePlace p, const TrSnapCurve *b, TrCurvePlace o)
{
  if (!tr_root_cross (&p, &o))
    return;
  TrSnap snap = {.kind = TR_SNAP_INTERSECTION, .place = p.x, .n = 2};
  snap.at[0] = tr_snap_slide_at (a, &p);
  snap.at[1] = tr_snap_slide_at (b, &o);
  tr_snap_offer (f, snap);
}

// Parameters of a curve at the chords that come nearer than those beside them; returns how many.
static int
find_passes (const TrSnapSearch *f, const TrCurvePlace *p, double passes[MOST_PASSES])
{
  const TrBodyOps *ops = tr_body_get_ops (p->b);
  int n = tr_curve_n_chords (p->b), found = 0;
  g_autofree double *distance = g_new (double, n + 2), *at = g_new (double, n + 2);
  double t0, t1;
  TrJet j;

  ops->range (p->b, &t0, &t1);
  ops->jet (p->b, p->q, t0, TR_JET_PLACE, &j);
  for (int i = 1; i <= n; i++) {
    Vec2 from = j.x;
    ops->jet (p->b, p->q, t0 + (t1 - t0) * i / n, TR_JET_PLACE, &j);
    double u = tr_nearest_on_chord (from, j.x, f->query->at);
    distance[i] = v2_dist (v2_lerp (from, j.x, u), f->query->at);
    at[i] = t0 + (t1 - t0) * (i - 1 + u) / n;
  }
  bool closed = tr_body_is_closed (p->b);
  distance[0] = closed ? distance[n] : INFINITY;
  distance[n + 1] = closed ? distance[1] : INFINITY;
  for (int i = 1; i <= n && found < MOST_PASSES; i++)
    if (distance[i] <= CHORD_SLACK * f->query->tolerance && distance[i] <= distance[i - 1] &&
        distance[i] < distance[i + 1])
      passes[found++] = at[i];
  return found;
}

static void
search_itself (TrSnapSearch *f, const TrSnapCurve *curve)
{
  double passes[MOST_PASSES];
  int n = find_passes (f, &curve->place, passes);

  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) {
      TrCurvePlace p = curve->place, o = curve->place;
      p.t = passes[k];
      o.t = passes[i];
      offer_crossing (f, curve, p, curve, o);
    }
}

// ─── of what is carried ─────────────────────────────────────────────────────

static TrCurvePlace
place_of_piece (const TrSnapSearch *f, const TrSnapPiece *piece, Vec2 in_drawing[4])
{
  const TrBody *b = &f->m->bodies[piece->body];
  Affine frame = tr_path_frame (b, tr_body_q (b, f->s->q));

  for (int k = 0; k < 4; k++)
    in_drawing[k] = aff_apply (frame, piece->local[k]);
  return (TrCurvePlace){.b = b, .piece = in_drawing, .t = piece->t};
}

static TrConnector
material_at (const TrSnapPiece *piece, const TrCurvePlace *place)
{
  TrConnector c = {.kind = TR_AT_LOCAL, .body = piece->body, .slide = -1};
  c.p = tr_cubic_at (piece->local, place->t);
  return c;
}

// A point that is put there is one of the sheet, and runs on the curve.
static void
cross_with_curve (TrSnapSearch *f, const TrSnapPiece *piece, const TrSnapCurve *curve)
{
  Vec2 cubic[4];
  TrCurvePlace p = place_of_piece (f, piece, cubic), o = curve->place;

  if (curve->at.kind != TR_AT_SLIDE || !tr_root_cross (&p, &o))
    return;
  TrSnap snap = {.kind = TR_SNAP_INTERSECTION, .place = p.x, .n = 2};
  snap.at[0] = tr_snap_slide_at (curve, &o);
  snap.at[1] = material_at (piece, &p);
  tr_snap_offer (f, snap);
}

// Two sheets are pinned together there; of one it is one point.
static void
cross_with_piece (TrSnapSearch *f, const TrSnapPiece *a, const TrSnapPiece *b)
{
  Vec2 cubic[4], other[4];
  TrCurvePlace p = place_of_piece (f, a, cubic), o = place_of_piece (f, b, other);

  if (!tr_root_cross (&p, &o))
    return;
  TrSnap snap = {.kind = TR_SNAP_INTERSECTION, .place = p.x, .n = a->body == b->body ? 1 : 2};
  snap.at[0] = material_at (a, &p);
  snap.at[1] = material_at (b, &o);
  tr_snap_offer (f, snap);
}

void
tr_snap_search_crossings (TrSnapSearch *f)
{
  if (f->best.kind != TR_SNAP_NONE)
    return;
  for (int i = 0; i < f->n_curves; i++) {
    if (f->curves[i].at.kind != TR_AT_SLIDE)
      continue;
    for (int k = 0; k < i; k++)
      if (f->curves[k].at.kind == TR_AT_SLIDE)
        offer_crossing (f, &f->curves[k], f->curves[k].place, &f->curves[i], f->curves[i].place);
    search_itself (f, &f->curves[i]);
  }
  for (int i = 0; i < f->n_pieces; i++) {
    for (int k = 0; k < f->n_curves; k++)
      cross_with_curve (f, &f->pieces[i], &f->curves[k]);
    for (int k = 0; k < i; k++)
      cross_with_piece (f, &f->pieces[k], &f->pieces[i]);
  }
}
