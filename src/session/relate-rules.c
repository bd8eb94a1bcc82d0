// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which constraints a relation makes of what is picked. A rule looks at the picked things alone,
// not at their order, save where the order says who leads.

#include "render/path.h"
#include "session/pick.h"
#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

typedef bool (*BodyTest) (const TrBody *b);

static bool
is_segment (const TrBody *b)
{
  return b->kind == TR_BODY_SEGMENT;
}

static bool
is_round (const TrBody *b)
{
  return b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC;
}

static bool
has_center (const TrBody *b)
{
  return is_round (b) || b->kind == TR_BODY_ELLIPSE;
}

static bool
has_direction (const TrBody *b)
{
  return tr_body_get_ops (b)->has_direction;
}

static bool
has_curve (const TrBody *b)
{
  return tr_body_get_ops (b)->has_curve;
}

// Whether the selection is n points (−1: any number) and bodies that all pass a test.
static bool
are_all (const TrPicked *p, BodyTest test)
{
  for (guint i = 0; i < p->bodies->len; i++)
    if (!test (tr_picked_at (p, i)))
      return false;
  return true;
}

static bool
are_bodies (const TrPicked *p, guint least, guint most, BodyTest test)
{
  return p->points->len == 0 && p->bodies->len >= least && p->bodies->len <= most &&
         are_all (p, test);
}

static bool
are_points (const TrPicked *p, guint least, guint most)
{
  return p->bodies->len == 0 && p->points->len >= least && p->points->len <= most;
}

static bool
are_points_and_body (const TrPicked *p, guint n_points, BodyTest test)
{
  return p->points->len == n_points && p->bodies->len == 1 && test (tr_picked_at (p, 0));
}

static bool
is_point_of (const TrPicked *p, guint point, int body)
{
  return tr_picked_point (p, point)->body == body;
}

// Points that may come together: ends of one segment would leave it without length.
static bool
may_meet (const TrPicked *p, const TrConnector *a, const TrConnector *b)
{
  if (a->body != b->body)
    return true;
  return a->body >= 0 && tr_body_get_ops (&p->m->bodies[a->body])->block == 2 &&
         a->kind == TR_AT_NAMED && b->kind == TR_AT_NAMED && a->point != b->point;
}

static void
draft_pair (const TrPicked *p,
            TrRelatePlan *plan,
            const char *kind,
            const TrConnector *a,
            const TrConnector *b)
{
  TrDraft d = tr_draft_begin (plan, p, kind);
  tr_draft_connector (&d, "a", a);
  tr_draft_connector (&d, "b", b);
  tr_draft_end (&d);
}

// Every body after the first against it.
static const char *
draft_each_with_first (const TrPicked *p, TrRelatePlan *plan, const char *kind)
{
  for (guint i = 1; i < p->bodies->len; i++) {
    TrDraft d = tr_draft_begin (plan, p, kind);
    tr_draft_body (&d, "a", tr_picked_body (p, 0));
    tr_draft_body (&d, "b", tr_picked_body (p, i));
    tr_draft_end (&d);
  }
  return NULL;
}

// A point onto a body: the curve it slides on, or the place of a rigid or a sheet under it.
static const char *
attach_to_body (const TrPicked *p, TrRelatePlan *plan)
{
  const TrBody *b = tr_picked_at (p, 0);
  const TrConnector *point = tr_picked_point (p, 0);
  const double *q = tr_body_q (b, p->q);
  TrConnector on = tr_at_slide (tr_picked_body (p, 0), 0);
  Vec2 x, place = tr_picked_place (p, point);

  if (is_point_of (p, 0, on.body))
    return N_ ("The point belongs to this body: pick another one");
  if (tr_body_get_ops (b)->has_local) {
    on.kind = TR_AT_LOCAL;
    on.p = aff_apply (aff_inverse (tr_path_frame (b, q)), place);
  } else if (!tr_nearest_on_curve (b, q, place, &on.p.x, &x))
    return N_ ("This body has no curve to be on");
  draft_pair (p, plan, "attach", point, &on);
  return NULL;
}

const char *
tr_rule_attach (const TrPicked *p, TrRelatePlan *plan)
{
  if (p->points->len == 1 && p->bodies->len == 1)
    return attach_to_body (p, plan);
  if (are_bodies (p, 2, 2, has_center)) {
    TrConnector a = tr_at_named (p->m, tr_picked_body (p, 0), "center");
    TrConnector b = tr_at_named (p->m, tr_picked_body (p, 1), "center");
    draft_pair (p, plan, "attach", &a, &b);
    return NULL;
  }
  if (!are_points (p, 2, G_MAXUINT))
    return N_ ("Pick points, a point and a curve, or two circles to be concentric");
  for (guint i = 1; i < p->points->len; i++)
    if (!may_meet (p, tr_picked_point (p, 0), tr_picked_point (p, i)))
      return N_ ("Points of one body cannot be attached to each other");
  for (guint i = 1; i < p->points->len; i++)
    draft_pair (p, plan, "attach", tr_picked_point (p, 0), tr_picked_point (p, i));
  return NULL;
}

const char *
tr_rule_on_line (const TrPicked *p, TrRelatePlan *plan)
{
  if (!are_points_and_body (p, 1, is_segment) || is_point_of (p, 0, tr_picked_body (p, 0)))
    return N_ ("Pick a point and a segment");
  TrDraft d = tr_draft_begin (plan, p, "on-line");
  tr_draft_connector (&d, "a", tr_picked_point (p, 0));
  tr_draft_body (&d, "b", tr_picked_body (p, 0));
  tr_draft_end (&d);
  return NULL;
}

// Bodies by their direction, else pairs of points along a chain.
static const char *
level (const TrPicked *p, TrRelatePlan *plan, const char *kind)
{
  if (are_bodies (p, 1, G_MAXUINT, has_direction)) {
    for (guint i = 0; i < p->bodies->len; i++) {
      TrDraft d = tr_draft_begin (plan, p, kind);
      tr_draft_body (&d, "a", tr_picked_body (p, i));
      tr_draft_end (&d);
    }
    return NULL;
  }
  if (!are_points (p, 2, G_MAXUINT))
    return N_ ("Pick segments, rigids or sheets, or points to be in line");
  for (guint i = 1; i < p->points->len; i++) {
    TrDraft d = tr_draft_begin (plan, p, kind);
    tr_draft_line (&d, "a", tr_picked_point (p, 0), tr_picked_point (p, i));
    tr_draft_end (&d);
  }
  return NULL;
}

const char *
tr_rule_horizontal (const TrPicked *p, TrRelatePlan *plan)
{
  return level (p, plan, "horizontal");
}

const char *
tr_rule_vertical (const TrPicked *p, TrRelatePlan *plan)
{
  return level (p, plan, "vertical");
}

const char *
tr_rule_parallel (const TrPicked *p, TrRelatePlan *plan)
{
  if (!are_bodies (p, 2, G_MAXUINT, has_direction))
    return N_ ("Pick two or more segments, rigids or sheets");
  return draft_each_with_first (p, plan, "parallel");
}

const char *
tr_rule_perpendicular (const TrPicked *p, TrRelatePlan *plan)
{
  if (!are_bodies (p, 2, 2, has_direction))
    return N_ ("Pick two segments, rigids or sheets");
  return draft_each_with_first (p, plan, "perpendicular");
}

const char *
tr_rule_equal (const TrPicked *p, TrRelatePlan *plan)
{
  if (are_bodies (p, 2, G_MAXUINT, is_segment))
    return draft_each_with_first (p, plan, "equal-length");
  if (are_bodies (p, 2, G_MAXUINT, is_round))
    return draft_each_with_first (p, plan, "equal-radius");
  return N_ ("Pick two or more segments, or circles and arcs");
}

const char *
tr_rule_symmetric (const TrPicked *p, TrRelatePlan *plan)
{
  if (!are_points_and_body (p, 2, is_segment) || is_point_of (p, 0, tr_picked_body (p, 0)) ||
      is_point_of (p, 1, tr_picked_body (p, 0)))
    return N_ ("Pick two points and the segment between them as the axis");
  TrDraft d = tr_draft_begin (plan, p, "symmetric");
  tr_draft_connector (&d, "a", tr_picked_point (p, 0));
  tr_draft_connector (&d, "b", tr_picked_point (p, 1));
  tr_draft_body (&d, "about", tr_picked_body (p, 0));
  tr_draft_end (&d);
  return NULL;
}

static void
draft_midpoint (const TrPicked *p,
                TrRelatePlan *plan,
                const TrConnector *middle,
                const TrConnector *b,
                const TrConnector *c)
{
  TrDraft d = tr_draft_begin (plan, p, "midpoint");
  tr_draft_connector (&d, "a", middle);
  tr_draft_connector (&d, "b", b);
  tr_draft_connector (&d, "c", c);
  tr_draft_end (&d);
}

// Of three points the one that is nearest to halfway already.
static const char *
midpoint_of_three (const TrPicked *p, TrRelatePlan *plan)
{
  guint middle = 0;
  double least = INFINITY;

  for (guint i = 0; i < 3; i++) {
    Vec2 b = tr_picked_place (p, tr_picked_point (p, (i + 1) % 3));
    Vec2 c = tr_picked_place (p, tr_picked_point (p, (i + 2) % 3));
    double miss = v2_dist (tr_picked_place (p, tr_picked_point (p, i)), v2_mid (b, c));
    if (miss < least) {
      least = miss;
      middle = i;
    }
  }
  draft_midpoint (p, plan, tr_picked_point (p, middle), tr_picked_point (p, (middle + 1) % 3),
                  tr_picked_point (p, (middle + 2) % 3));
  return NULL;
}

const char *
tr_rule_midpoint (const TrPicked *p, TrRelatePlan *plan)
{
  if (are_points (p, 3, 3))
    return midpoint_of_three (p, plan);
  if (!are_points_and_body (p, 1, is_segment) || is_point_of (p, 0, tr_picked_body (p, 0)))
    return N_ ("Pick a point and a segment, or three points");
  TrConnector a = tr_at_named (p->m, tr_picked_body (p, 0), "a");
  TrConnector b = tr_at_named (p->m, tr_picked_body (p, 0), "b");
  draft_midpoint (p, plan, tr_picked_point (p, 0), &a, &b);
  return NULL;
}

// Whether a connector takes hold of a point that lies on its curve.
static bool
is_on_curve (const TrPicked *p, const TrConnector *c)
{
  return c->body >= 0 && has_curve (&p->m->bodies[c->body]) &&
         isfinite (tr_connector_t (p->m, c, p->q));
}

// The attachment that already joins points of two curves; −1: none.
static int
find_joint (const TrPicked *p, int a, int b)
{
  for (int i = 0; i < p->m->n_constraints; i++) {
    const TrConstraint *c = &p->m->constraints[i];
    const TrConnector *x = &c->end[0].connector[0], *y = &c->end[1].connector[0];
    if (c->kind == TR_CON_ATTACH && !c->disabled && !c->driven &&
        ((x->body == a && y->body == b) || (x->body == b && y->body == a)) && is_on_curve (p, x) &&
        is_on_curve (p, y))
      return i;
  }
  return -1;
}

// A tangency says that the points meet: an attachment there would say it twice.
static void
replace_joint (const TrPicked *p, TrRelatePlan *plan, int joint)
{
  const TrConstraint *c = &p->m->constraints[joint];
  g_ptr_array_add (plan->remove, g_strdup (c->id));
  draft_pair (p, plan, "tangent", &c->end[0].connector[0], &c->end[1].connector[0]);
}

static const char *
touch_bodies (const TrPicked *p, TrRelatePlan *plan)
{
  int a = tr_picked_body (p, 0), b = tr_picked_body (p, 1), joint = find_joint (p, a, b);
  double t_a, t_b;

  if (joint >= 0) {
    replace_joint (p, plan, joint);
    return NULL;
  }
  if (!tr_nearest_touch (p->m, p->q, a, b, &t_a, &t_b))
    return N_ ("These curves have no point where they could touch");
  TrConnector on_a = tr_at_slide (a, t_a), on_b = tr_at_slide (b, t_b);
  draft_pair (p, plan, "tangent", &on_a, &on_b);
  return NULL;
}

const char *
tr_rule_tangent (const TrPicked *p, TrRelatePlan *plan)
{
  bool are_curves = are_bodies (p, 2, 2, has_curve) && !are_all (p, is_segment);
  bool are_ends = are_points (p, 2, 2) && is_on_curve (p, tr_picked_point (p, 0)) &&
                  is_on_curve (p, tr_picked_point (p, 1)) &&
                  tr_picked_point (p, 0)->body != tr_picked_point (p, 1)->body;

  if (are_curves)
    return touch_bodies (p, plan);
  if (!are_ends)
    return N_ ("Pick two curves, at least one of them bent, or an end of each");
  draft_pair (p, plan, "tangent", tr_picked_point (p, 0), tr_picked_point (p, 1));
  return NULL;
}
