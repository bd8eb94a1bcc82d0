// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/move.h"

#include "solver/change.h"
#include "solver/engine-private.h"

#include <string.h>

// A sub-step may turn a direction by a radian: half of it or twice made no difference to flips.

static double
pair_move (const double *a, const double *b)
{
  return hypot (b[0] - a[0], b[1] - a[1]);
}

// Relative displacement of the ends of d against its length: the tangent of its turn.
static double
turn (Vec2 from, Vec2 to, double size)
{
  double length = fmax (v2_norm (from), 1e-3 * size);
  return v2_dist (from, to) / length;
}

static double
angle_move (double a, double b)
{
  return fabs (b - a);
}

// The most that the ends of a bar of that length go: its middle's move and the swing.
static double
bar_distance (const double *a, const double *b, double length)
{
  return pair_move (a, b) + 0.5 * length * fabs (b[2] - a[2]);
}

static double
circle_distance (const double *a, const double *b)
{
  return fmax (pair_move (a, b), fabs (b[2] - a[2]));
}

static Vec2
arc_point (const double *q, double t)
{
  return v2_mad (v2 (q[0], q[1]), q[2], v2_polar (1, q[3] + t * (q[4] - q[3])));
}

// As a circle; where it is nearly straight, its radius longer than the drawing, no farther than its ends and its
// middle: its centre goes far for the least that it bends.
static double
arc_distance (const double *a, const double *b, double size)
{
  double worst = 0;
  if (!(fmin (a[2], b[2]) > size))
    return circle_distance (a, b);
  for (int i = 0; i <= 2; i++)
    worst = fmax (worst, v2_dist (arc_point (a, 0.5 * i), arc_point (b, 0.5 * i)));
  return fmin (worst, circle_distance (a, b));
}

// How far the points of a body's block go.
static double
block_distance (const TrBody *body, const double *a, const double *b, double size)
{
  switch (body->kind) {
  case TR_BODY_POINT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_SHEET: // its corners as its directions turn
    return pair_move (a, b);
  case TR_BODY_SEGMENT:
    return fmax (pair_move (a, b), pair_move (a + 2, b + 2));
  case TR_BODY_CIRCLE:
    return circle_distance (a, b);
  case TR_BODY_ARC:
    return arc_distance (a, b, size);
  case TR_BODY_ELLIPSE:
    return fmax (pair_move (a, b), fmax (fabs (b[2] - a[2]), fabs (b[3] - a[3])));
  case TR_BODY_RIGID:
    return bar_distance (a, b, body->rigid.length);
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    return 0;
  }
  return 0;
}

// How far its directions turn, in radians.
static double
block_turn (const TrBody *body, const double *a, const double *b, double size)
{
  switch (body->kind) {
  case TR_BODY_SEGMENT:
    return turn (v2 (a[2] - a[0], a[3] - a[1]), v2 (b[2] - b[0], b[3] - b[1]), size);
  case TR_BODY_ARC:
    return fmax (angle_move (a[3], b[3]), angle_move (a[4], b[4]));
  case TR_BODY_ELLIPSE:
    return angle_move (a[4], b[4]);
  case TR_BODY_RIGID:
    return angle_move (a[2], b[2]);
  case TR_BODY_SHEET:
    return fmax (pair_move (a + 2, b + 2) / fmax (hypot (a[2], a[3]), 1e-3),
                 pair_move (a + 4, b + 4) / fmax (hypot (a[4], a[5]), 1e-3));
  case TR_BODY_POINT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_CIRCLE:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    return 0;
  }
  return 0;
}

// A direction that no body carries: of end i, from one connector to another. False: it has none.
static bool
find_direction (const TrConstraint *c, int i, const TrConnector *between[2])
{
  bool is_distance = i == 0 && c->kind == TR_CON_DISTANCE && c->end[1].kind == TR_END_POINT;
  if (c->end[i].kind != TR_END_FROMTO && !is_distance)
    return false;
  between[0] = &c->end[i].connector[0];
  between[1] = c->end[i].kind == TR_END_FROMTO ? &c->end[i].connector[1] : &c->end[1].connector[0];
  return true;
}

static double
node_turn (
    const TrEngine *e, const TrComponent *k, const TrNode *n, const double *was, const double *is)
{
  const TrConstraint *c = &e->m->constraints[n->con];
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    const TrConnector *between[2];
    if (!find_direction (c, i, between))
      continue;
    const TrConnector *from = between[0], *to = between[1];
    Vec2 d0 = v2_sub (tr_connector_point (e->m, to, was), tr_connector_point (e->m, from, was));
    Vec2 d1 = v2_sub (tr_connector_point (e->m, to, is), tr_connector_point (e->m, from, is));
    worst = fmax (worst, turn (d0, d1, k->size));
  }
  return worst;
}

// Whether a bar goes no farther than that and turns no more, told without a root. Of a large drawing
// most do not: it is the farthest that is looked for.
static bool
is_within (const TrBody *body, const double *a, const double *b, double distance, double angle)
{
  static const double rounding = 1 + 1e-9;
  if (body->kind != TR_BODY_RIGID)
    return false;
  double turned = fabs (b[2] - a[2]);
  double most = fabs (b[0] - a[0]) + fabs (b[1] - a[1]) + 0.5 * body->rigid.length * turned;
  return turned <= angle && rounding * most <= distance;
}

static double
ratio (TrEngine *e, const TrComponent *k, const double *was, const double *is)
{
  double worst = 0;
  for (int i = k->n_blocks - 1; i >= 0; i--) { // the last are nearer to the hand, most often
    const TrBlock *b = &k->blocks[i];
    k->moved[i] = !tr_same_place (b, was + b->at, is + b->at);
    if (b->is_slide || !k->moved[i])
      continue;
    const TrBody *body = &e->m->bodies[b->body];
    double limit = fmin (k->limit[i], k->allowance);
    if (is_within (body, was + b->at, is + b->at, worst * limit, worst))
      continue;
    double distance = block_distance (body, was + b->at, is + b->at, k->size);
    worst = fmax (worst, distance / limit);
    worst = fmax (worst, block_turn (body, was + b->at, is + b->at, k->size));
  }
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].pin < 0 && tr_node_moved (k, &k->nodes[i]))
      worst = fmax (worst, node_turn (e, k, &k->nodes[i], was, is));
  return worst;
}

static void
allot_shadow (TrEngine *e)
{
  if (!e->shadow)
    e->shadow = g_new (double, e->room_q + 1);
}

void
tr_move_begin (TrEngine *e, const TrState *s)
{
  allot_shadow (e);
  for (int i = 0; i < e->n_components; i++)
    tr_change_forget (e->components[i]);
  if (e->m->n_q > 0)
    memcpy (e->shadow, s->q, sizeof (double) * (size_t) e->m->n_q);
  e->shadow_is_whole = true;
}

static void
shade (TrEngine *e, const TrState *s, int at, int n)
{
  if (n > 0)
    memcpy (e->shadow + at, s->q + at, sizeof (double) * (size_t) n);
}

// A body that stands still, or one of the component: what the place of a connector on it is made of.
static void
shade_connector (TrEngine *e, const TrState *s, const TrConnector *c)
{
  if (c->kind == TR_AT_GROUND)
    return;
  const TrBody *b = &e->m->bodies[c->body];
  shade (e, s, b->q, b->n);
  for (int i = b->n; i < b->n + tr_body_n_live (b); i++)
    shade (e, s, b->q + tr_body_offset (b, i), 1);
}

void
tr_move_begin_one (TrEngine *e, TrComponent *k, const TrState *s)
{
  allot_shadow (e);
  tr_change_forget (k);
  for (int i = 0; i < k->n_blocks; i++)
    shade (e, s, k->blocks[i].at, k->blocks[i].dim);
  for (int i = 0; i < 2 * k->n_nodes; i++) {
    const TrConnector *between[2];
    if (!find_direction (&e->m->constraints[k->nodes[i / 2].con], i % 2, between))
      continue;
    shade_connector (e, s, between[0]);
    shade_connector (e, s, between[1]);
  }
  e->shadow_is_whole = false;
  e->shadow_of = k;
}

// The shadow state agrees with s but for this component's unknowns, in all that is looked at.
static double *
shadow (TrEngine *e, const TrComponent *k, const TrState *s)
{
  if (!e->shadow || !(e->shadow_is_whole || e->shadow_of == k || tr_is_grabbed (e, k)))
    tr_move_begin (e, s);
  return e->shadow;
}

double
tr_move_ratio (TrEngine *e, const TrComponent *k, const double *from, const TrState *s)
{
  double *was = shadow (e, k, s);
  tr_component_scatter (k, from, was);
  return ratio (e, k, was, s->q);
}

double
tr_move_distance (TrEngine *e, const TrComponent *k, const double *from, const TrState *s)
{
  double *shade = shadow (e, k, s), worst = 0;
  tr_component_scatter (k, from, shade);
  for (int i = k->n_blocks - 1; i >= 0; i--) {
    const TrBlock *b = &k->blocks[i];
    const double *was = shade + b->at, *is = s->q + b->at;
    if (b->is_slide || tr_same_place (b, was, is))
      continue;
    const TrBody *body = &e->m->bodies[b->body];
    if (!is_within (body, was, is, worst, INFINITY))
      worst = fmax (worst, block_distance (body, was, is, k->size));
  }
  return worst;
}

double
tr_move_reach (const TrEngine *e, const TrComponent *k, const double *v)
{
  static const double still[6];
  double worst = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    if (!b->is_slide)
      worst = fmax (worst, block_distance (&e->m->bodies[b->body], still, v + b->v, k->size));
  }
  return worst;
}

double
tr_move_ratio_ahead (TrEngine *e, TrComponent *k, const TrState *s, const double *d)
{
  double *ahead = shadow (e, k, s);
  for (int i = 0; i < k->n_blocks; i++)
    for (int j = 0; j < k->blocks[i].dim; j++)
      ahead[k->blocks[i].at + j] = s->q[k->blocks[i].at + j] + d[k->blocks[i].v + j];
  return ratio (e, k, s->q, ahead);
}
