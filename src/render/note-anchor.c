// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the cards of a constraint belong to.

#include "model/row.h"
#include "render/note-private.h"

#define SPECK 14 // pixels

// Perpendiculars that meet this near to their ends have one card at the corner.
#define CORNER 12

static const Vec2 point_along = {-M_SQRT1_2, -M_SQRT1_2};

static bool
of_point (const TrOverlay *o, const TrConnector *c, TrNoteAnchor *out)
{
  *out =
      (TrNoteAnchor){aff_apply (o->to_pixels, tr_connector_point (o->m, c, o->s->q)), point_along};
  return v2_is_finite (out->at);
}

static bool
of_chord (Vec2 a, Vec2 b, TrNoteAnchor *out)
{
  *out = (TrNoteAnchor){v2_mid (a, b), v2_unit_or (v2_sub (b, a), point_along)};
  return v2_is_finite (out->at);
}

// The middle of a segment, the rim of a circle, the middle of a curve, else that of the box.
static bool
of_body (const TrOverlay *o, int body, TrNoteAnchor *out)
{
  const TrBody *b = &o->m->bodies[body];
  const double *q = tr_body_q (b, o->s->q);
  Vec2 low, high;
  TrJet j;

  if (tr_body_get_ops (b)->has_curve) {
    double t0, t1;
    tr_body_get_ops (b)->range (b, &t0, &t1);
    tr_body_get_ops (b)->jet (b, q, t0 + (tr_body_is_closed (b) ? 0.17 : 0.5) * (t1 - t0),
                              TR_JET_PLACE, &j);
    Vec2 v = m2_apply (o->to_pixels.m, j.x_t);
    *out = (TrNoteAnchor){aff_apply (o->to_pixels, j.x), v2_unit_or (v, point_along)};
    return v2_is_finite (out->at);
  }
  if (!tr_body_box (b, q, &low, &high))
    return false;
  *out = (TrNoteAnchor){aff_apply (o->to_pixels, v2_mid (low, high)), point_along};
  return v2_is_finite (out->at);
}

static bool
of_end (const TrOverlay *o, const TrEnd *e, TrNoteAnchor *out)
{
  TrNoteAnchor a, b;

  switch (e->kind) {
  case TR_END_NONE:
  case TR_END_X:
  case TR_END_Y:
    return false;
  case TR_END_POINT:
    return of_point (o, &e->connector[0], out);
  case TR_END_BODY:
    return of_body (o, e->body, out);
  case TR_END_FROMTO:
    return of_point (o, &e->connector[0], &a) && of_point (o, &e->connector[1], &b) &&
           of_chord (a.at, b.at, out);
  }
  g_return_val_if_reached (false);
}

static bool
segment_ends (const TrOverlay *o, const TrEnd *e, Vec2 p[2])
{
  if (e->kind != TR_END_BODY || o->m->bodies[e->body].kind != TR_BODY_SEGMENT)
    return false;
  const double *q = tr_body_q (&o->m->bodies[e->body], o->s->q);
  p[0] = aff_apply (o->to_pixels, v2 (q[0], q[1]));
  p[1] = aff_apply (o->to_pixels, v2 (q[2], q[3]));
  return true;
}

// The corner of two segments that share one: the first try lies between them.
static bool
of_corner (const TrOverlay *o, const TrConstraint *c, TrNoteAnchor *out)
{
  Vec2 a[2], b[2];

  if (!segment_ends (o, &c->end[0], a) || !segment_ends (o, &c->end[1], b))
    return false;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (v2_dist (a[i], b[k]) < CORNER) {
        Vec2 u = v2_unit_or (v2_sub (a[1 - i], a[i]), v2 (0, 0));
        Vec2 v = v2_unit_or (v2_sub (b[1 - k], b[k]), v2 (0, 0));
        Vec2 inside = v2_unit_or (v2_add (u, v), v2 (0, -1));
        *out = (TrNoteAnchor){a[i], v2_scale (v2_perp (inside), -1)};
        return v2_is_finite (out->at);
      }
  return false;
}

static int
of_ends (const TrOverlay *o, const TrConstraint *c, int n, TrNoteAnchor *out)
{
  int found = 0;
  for (int i = 0; i < n; i++)
    found += of_end (o, &c->end[i], &out[found]);
  return found;
}

// A constraint over an expression stands at the first body that it reads.
static int
of_expression (const TrOverlay *o, const TrConstraint *c, TrNoteAnchor *out)
{
  for (int v = 0; c->expr && v < tr_expr_n_vars (c->expr); v++)
    if (c->vars[v].body >= 0 && of_body (o, c->vars[v].body, out))
      return 1;
  return 0;
}

int
tr_note_anchors (const TrOverlay *o, int constraint, TrNoteAnchor out[TR_NOTE_CARDS])
{
  const TrConstraint *c = &o->m->constraints[constraint];
  TrNoteAnchor a, b;

  switch (c->kind) {
  case TR_CON_PARALLEL:
  case TR_CON_EQUAL_LENGTH:
  case TR_CON_EQUAL_RADIUS:
  case TR_CON_GEAR:
  case TR_CON_ANGLE:
    return of_ends (o, c, 2, out);
  case TR_CON_PERPENDICULAR:
    return of_corner (o, c, out) ? 1 : of_ends (o, c, 2, out);
  case TR_CON_SYMMETRIC:
    if (!of_end (o, &c->end[0], &a) || !of_end (o, &c->end[1], &b) ||
        !of_end (o, &c->end[2], &out[0]))
      return 0;
    out[0].at = v2_mid (a.at, b.at);
    return 1;
  case TR_CON_EQUATION:
    return of_expression (o, c, out);
  case TR_CON_ATTACH:
  case TR_CON_NAIL:
  case TR_CON_ON_LINE:
  case TR_CON_DISTANCE:
  case TR_CON_DISTANCE_X:
  case TR_CON_DISTANCE_Y:
  case TR_CON_LENGTH:
  case TR_CON_RADIUS:
  case TR_CON_FIX:
  case TR_CON_HORIZONTAL:
  case TR_CON_VERTICAL:
  case TR_CON_MIDPOINT:
  case TR_CON_TANGENT:
  case TR_CON_RACK:
  case TR_CON_SKATE:
  case TR_CON_DRIVE:
  case TR_CON_PATH:
  case TR_CON_LIMIT:
    return of_ends (o, c, 1, out);
  case TR_N_CON_KINDS:
    break;
  }
  return 0;
}

// The bodies that the ends take hold of, one after the other; −1 after the last.
static int
nth_body (const TrConstraint *c, int i)
{
  for (int k = 0; k < 3; k++) {
    const TrEnd *e = &c->end[k];
    int n = e->kind == TR_END_FROMTO ? 2 : e->kind == TR_END_POINT || e->kind == TR_END_BODY;
    if (i < n)
      return e->kind == TR_END_BODY ? e->body : e->connector[i].body;
    i -= n;
  }
  return -2;
}

bool
tr_note_is_speck (const TrOverlay *o, int constraint)
{
  const TrConstraint *c = &o->m->constraints[constraint];
  bool any = false;
  int body;

  for (int i = 0; (body = nth_body (c, i)) > -2; i++) {
    Vec2 low, high;
    if (body < 0 || o->m->bodies[body].kind == TR_BODY_POINT ||
        !tr_body_box (&o->m->bodies[body], tr_body_q (&o->m->bodies[body], o->s->q), &low, &high))
      continue;
    if (!(v2_norm (m2_apply (o->to_pixels.m, v2_sub (high, low))) < SPECK))
      return false;
    any = true;
  }
  return any;
}

bool
tr_note_is_hidden (const TrOverlay *o, int constraint)
{
  int body;
  for (int i = 0; (body = nth_body (&o->m->constraints[constraint], i)) > -2; i++)
    if (body >= 0 && o->m->bodies[body].hidden)
      return true;
  return false;
}
