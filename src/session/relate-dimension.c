// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Dimensions by what is picked, and what holds a body where it is: values as they are now.

#include "model/con-shape.h"
#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

// Lines that meet at less than this angle are told apart by their distance.
#define PARALLEL 1e-6

#define PICK_TO_MEASURE                                                                            \
  N_ ("Pick a segment, a circle, two points, a point and a segment, or two lines")
#define POINT_ALONE N_ ("A point alone has no dimension: pick another one, or a segment, too")
#define CURVE_WHOLE N_ ("A curve like this has no dimension as a whole: pick points of it instead")

static bool
is_round (const TrBody *b)
{
  return b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC;
}

static bool
has_direction (const TrBody *b)
{
  return tr_body_get_ops (b)->has_direction;
}

// A direction from point to point.
typedef struct {
  int body; // whole; −1: from and to
  TrConnector from, to;
} Line;

static Vec2
line_vector (const TrPicked *p, const Line *l)
{
  if (l->body < 0)
    return v2_sub (tr_picked_place (p, &l->to), tr_picked_place (p, &l->from));
  TrEnd e = {.kind = TR_END_BODY, .body = l->body};
  return tr_direction_vector (p->m, &e, p->q);
}

static void
draft_line (TrDraft *d, const char *member, const Line *l)
{
  if (l->body < 0)
    tr_draft_line (d, member, &l->from, &l->to);
  else
    tr_draft_body (d, member, l->body);
}

static const char *
measure_points (const TrPicked *p, TrRelatePlan *plan, const TrConnector *a, const TrConnector *b)
{
  TrDraft d = tr_draft_begin (plan, p, "distance");
  tr_draft_connector (&d, "a", a);
  tr_draft_connector (&d, "b", b);
  tr_draft_number (&d, "value", v2_dist (tr_picked_place (p, a), tr_picked_place (p, b)));
  tr_draft_end (&d);
  return NULL;
}

// The signed normal distance of a point from a segment: d × (x − place)
static const char *
measure_from_line (const TrPicked *p, TrRelatePlan *plan, const TrConnector *a, int segment)
{
  const double *q = tr_body_q (&p->m->bodies[segment], p->q);
  Vec2 place = v2 (q[0], q[1]), v = v2_sub (v2 (q[2], q[3]), place);
  Vec2 along = v2_unit_or (v, v2 (0, 0));

  if (a->body == segment)
    return N_ ("The point belongs to this segment: pick another one");
  if (!(v2_norm (v) > 0))
    return N_ ("The segment has no direction while it has no length");
  TrDraft d = tr_draft_begin (plan, p, "distance");
  tr_draft_connector (&d, "a", a);
  tr_draft_body (&d, "b", segment);
  tr_draft_number (&d, "value", v2_cross (along, v2_sub (tr_picked_place (p, a), place)));
  tr_draft_end (&d);
  return NULL;
}

// The turn between two lines, taken the way that is less than half a turn.
static const char *
measure_angle (const TrPicked *p, TrRelatePlan *plan, const Line *a, const Line *b)
{
  Vec2 u = line_vector (p, a), v = line_vector (p, b);
  double turn = atan2 (v2_cross (u, v), v2_dot (u, v));

  if (!(v2_norm (u) > 0 && v2_norm (v) > 0))
    return N_ ("A line without length has no angle");
  TrDraft d = tr_draft_begin (plan, p, "angle");
  draft_line (&d, "a", turn < 0 ? b : a);
  draft_line (&d, "b", turn < 0 ? a : b);
  tr_draft_number (&d, "value", fabs (turn));
  tr_draft_end (&d);
  return NULL;
}

// A segment as a ray that leaves the place where it meets another line, so that the angle between
// two such rays is the one that is seen.
static Line
ray_away_from (const TrPicked *p, int body, Vec2 meet)
{
  Line l = {.body = body};
  const TrBody *b = &p->m->bodies[body];

  if (b->kind != TR_BODY_SEGMENT)
    return l;
  l.from = tr_at_named (p->m, body, "b");
  l.to = tr_at_named (p->m, body, "a");
  if (v2_dist (meet, tr_picked_place (p, &l.from)) < v2_dist (meet, tr_picked_place (p, &l.to)))
    l.body = -1;
  return l;
}

static Vec2
place_of (const TrPicked *p, int body)
{
  TrEnd e = {.kind = TR_END_BODY, .body = body};
  return tr_direction_place (p->m, &e, p->q);
}

// Parallel segments by their distance, other lines by their angle.
static const char *
measure_lines (const TrPicked *p, TrRelatePlan *plan, int a, int b)
{
  Line l = {.body = a}, k = {.body = b};
  Vec2 u = line_vector (p, &l), v = line_vector (p, &k), place = place_of (p, a);
  double cross = v2_cross (u, v);

  if (fabs (cross) <= PARALLEL * v2_norm (u) * v2_norm (v)) {
    if (p->m->bodies[a].kind != TR_BODY_SEGMENT || p->m->bodies[b].kind != TR_BODY_SEGMENT)
      return measure_angle (p, plan, &l, &k);
    TrConnector from = tr_at_named (p->m, b, "a");
    return measure_from_line (p, plan, &from, a);
  }
  // place + s u where it meets the other line
  double s = v2_cross (v2_sub (place_of (p, b), place), v) / cross;
  Vec2 meet = v2_mad (place, s, u);
  l = ray_away_from (p, a, meet);
  k = ray_away_from (p, b, meet);
  return measure_angle (p, plan, &l, &k);
}

// The one point that a body stands for; NULL: it has several, or none.
static const char *
place_name (const TrBody *b)
{
  if (is_round (b) || b->kind == TR_BODY_ELLIPSE)
    return "center";
  return tr_body_get_ops (b)->has_local ? "origin" : NULL;
}

// The points, centres and origins picked, in order: what has a place.
static bool
as_points (const TrPicked *p, guint n, TrConnector *out)
{
  guint k = 0;

  if (p->points->len + p->bodies->len != n)
    return false;
  for (guint i = 0; i < p->points->len; i++)
    out[k++] = *tr_picked_point (p, i);
  for (guint i = 0; i < p->bodies->len; i++) {
    const char *place = place_name (tr_picked_at (p, i));
    if (!place)
      return false;
    out[k++] = tr_at_named (p->m, tr_picked_body (p, i), place);
  }
  return true;
}

// A rigid or a sheet by its turn from the x axis.
static const char *
measure_turn (const TrPicked *p, TrRelatePlan *plan, int body)
{
  Line l = {.body = body};
  Vec2 v = line_vector (p, &l);
  TrDraft d = tr_draft_begin (plan, p, "angle");

  tr_draft_word (&d, "a", "x");
  tr_draft_body (&d, "b", body);
  tr_draft_number (&d, "value", atan2 (v.y, v.x));
  tr_draft_end (&d);
  return NULL;
}

// Both semi-axes, each a member that stays at its value.
static const char *
measure_axes (const TrPicked *p, TrRelatePlan *plan, int body)
{
  static const char *const axes[] = {"u", "v"};
  const TrBody *b = &p->m->bodies[body];

  for (guint i = 0; i < G_N_ELEMENTS (axes); i++) {
    int member = tr_body_find_member (b, axes[i]);
    TrDraft d = tr_draft_begin (plan, p, "fix");
    tr_draft_body (&d, "a", body);
    tr_draft_word (&d, "what", axes[i]);
    tr_draft_number (&d, "value", tr_body_q (b, p->q)[member]);
    tr_draft_end (&d);
  }
  return NULL;
}

// A curve that is no one of the shapes with a measure of their own.
static bool
is_curve (const TrBody *b)
{
  return tr_body_get_ops (b)->has_curve && !is_round (b) && b->kind != TR_BODY_ELLIPSE &&
         b->kind != TR_BODY_SEGMENT;
}

// What is wrong with what was picked.
static const char *
why_no_measure (const TrPicked *p)
{
  for (guint i = 0; i < p->bodies->len; i++)
    if (is_curve (tr_picked_at (p, i)))
      return CURVE_WHOLE;
  return p->points->len == 1 && p->bodies->len == 0 ? POINT_ALONE : PICK_TO_MEASURE;
}

static const char *
measure_one (const TrPicked *p, TrRelatePlan *plan, int body)
{
  const TrBody *b = &p->m->bodies[body];
  const double *q = tr_body_q (b, p->q);
  bool is_segment = b->kind == TR_BODY_SEGMENT;

  if (b->kind == TR_BODY_ELLIPSE)
    return measure_axes (p, plan, body);
  if (!is_segment && !is_round (b))
    return has_direction (b) ? measure_turn (p, plan, body) : why_no_measure (p);
  TrDraft d = tr_draft_begin (plan, p, is_segment ? "length" : "radius");
  tr_draft_body (&d, "a", body);
  tr_draft_number (&d, "value",
                   is_segment ? v2_dist (v2 (q[0], q[1]), v2 (q[2], q[3])) : q[TR_MEMBER_RADIUS]);
  tr_draft_end (&d);
  return NULL;
}

// Corner, and a point on each leg: the one picked second is the corner.
static const char *
measure_corner (const TrPicked *p, TrRelatePlan *plan, const TrConnector c[3])
{
  Line a = {.body = -1, .from = c[1], .to = c[0]}, b = {.body = -1, .from = c[1], .to = c[2]};
  return measure_angle (p, plan, &a, &b);
}

// Two bodies: two lines, a place and a segment, or two places.
static const char *
measure_two (const TrPicked *p, TrRelatePlan *plan, int a, int b)
{
  const TrBody *first = &p->m->bodies[a], *second = &p->m->bodies[b];
  TrConnector c[2];

  if (has_direction (first) && has_direction (second))
    return measure_lines (p, plan, a, b);
  if (as_points (p, 2, c))
    return measure_points (p, plan, &c[0], &c[1]);
  if (first->kind == TR_BODY_SEGMENT)
    return place_name (second) ? measure_two (p, plan, b, a) : why_no_measure (p);
  if (!place_name (first) || second->kind != TR_BODY_SEGMENT)
    return why_no_measure (p);
  c[0] = tr_at_named (p->m, a, place_name (first));
  return measure_from_line (p, plan, &c[0], b);
}

const char *
tr_rule_dimension (const TrPicked *p, TrRelatePlan *plan)
{
  TrConnector c[3];
  guint n_points = p->points->len, n_bodies = p->bodies->len;

  if (n_points == 0 && n_bodies == 1)
    return measure_one (p, plan, tr_picked_body (p, 0));
  if (n_points == 0 && n_bodies == 2)
    return measure_two (p, plan, tr_picked_body (p, 0), tr_picked_body (p, 1));
  if (as_points (p, 2, c))
    return measure_points (p, plan, &c[0], &c[1]);
  if (n_bodies == 0 && as_points (p, 3, c))
    return measure_corner (p, plan, c);
  if (n_points == 1 && n_bodies == 1 && tr_picked_at (p, 0)->kind == TR_BODY_SEGMENT)
    return measure_from_line (p, plan, tr_picked_point (p, 0), tr_picked_body (p, 0));
  return why_no_measure (p);
}

// From left to right, or from below to above, so that the value is not negative.
static const char *
measure_axis (const TrPicked *p, TrRelatePlan *plan, const char *kind, bool is_x)
{
  TrConnector c[2];

  if (p->points->len == 0 && p->bodies->len == 1 && tr_picked_at (p, 0)->kind == TR_BODY_SEGMENT) {
    c[0] = tr_at_named (p->m, tr_picked_body (p, 0), "a");
    c[1] = tr_at_named (p->m, tr_picked_body (p, 0), "b");
  } else if (!as_points (p, 2, c))
    return N_ ("Pick two points or a segment");
  Vec2 v = v2_sub (tr_picked_place (p, &c[1]), tr_picked_place (p, &c[0]));
  double value = is_x ? v.x : v.y;
  TrDraft d = tr_draft_begin (plan, p, kind);
  tr_draft_connector (&d, "a", &c[value < 0]);
  tr_draft_connector (&d, "b", &c[!(value < 0)]);
  tr_draft_number (&d, "value", fabs (value));
  tr_draft_end (&d);
  return NULL;
}

const char *
tr_rule_distance_x (const TrPicked *p, TrRelatePlan *plan)
{
  return measure_axis (p, plan, "distance-x", true);
}

const char *
tr_rule_distance_y (const TrPicked *p, TrRelatePlan *plan)
{
  return measure_axis (p, plan, "distance-y", false);
}

static void
draft_nail (const TrPicked *p, TrRelatePlan *plan, const TrConnector *c)
{
  TrDraft d = tr_draft_begin (plan, p, "nail");
  tr_draft_connector (&d, "a", c);
  tr_draft_place (&d, "at", tr_picked_place (p, c));
  tr_draft_end (&d);
}

const char *
tr_rule_nail (const TrPicked *p, TrRelatePlan *plan)
{
  for (guint i = 0; i < p->points->len; i++)
    if (tr_picked_point (p, i)->body < 0)
      return N_ ("The ground needs no nail");
  for (guint i = 0; i < p->bodies->len; i++)
    if (!place_name (tr_picked_at (p, i)))
      return N_ ("Pick the points to nail");
  for (guint i = 0; i < p->points->len; i++)
    draft_nail (p, plan, tr_picked_point (p, i));
  for (guint i = 0; i < p->bodies->len; i++) {
    TrConnector c = tr_at_named (p->m, tr_picked_body (p, i), place_name (tr_picked_at (p, i)));
    draft_nail (p, plan, &c);
  }
  return plan->json->len ? NULL : N_ ("Pick the points to nail");
}

// All unknowns of a body: named points by nails, what is left by its members.
static void
fix_body (const TrPicked *p, TrRelatePlan *plan, int body)
{
  const TrBody *b = &p->m->bodies[body];
  g_autofree bool *held = g_new0 (bool, b->n + 1);
  char name[32];

  for (int i = 0; i < tr_body_n_points (b); i++) {
    TrConnector c = {.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1};
    int offset = -1;
    double t;
    if (!tr_body_get_ops (b)->named (b, i, &offset, &t) || offset < 0 || held[offset])
      continue;
    held[offset] = held[offset + 1] = true;
    draft_nail (p, plan, &c);
  }
  for (int k = 0; k < b->n; k++) {
    if (held[k])
      continue;
    TrDraft d = tr_draft_begin (plan, p, "fix");
    tr_draft_body (&d, "a", body);
    tr_draft_word (&d, "what", tr_body_member_name (b, k, name));
    tr_draft_number (&d, "value", tr_body_q (b, p->q)[k]);
    tr_draft_end (&d);
  }
}

const char *
tr_rule_fix (const TrPicked *p, TrRelatePlan *plan)
{
  for (guint i = 0; i < p->points->len; i++)
    if (tr_picked_point (p, i)->body < 0)
      return N_ ("The ground does not move");
  for (guint i = 0; i < p->points->len; i++)
    draft_nail (p, plan, tr_picked_point (p, i));
  for (guint i = 0; i < p->bodies->len; i++)
    fix_body (p, plan, tr_picked_body (p, i));
  return plan->json->len ? NULL : N_ ("Pick what is to stay where it is");
}
