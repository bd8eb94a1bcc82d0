// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Relations of rigid links that turn: with each other, along a line, and only forward. Phases are
// measured, so that nothing moves.

#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

static const double *
unknowns_of (const TrPicked *p, int body)
{
  return tr_body_q (&p->m->bodies[body], p->q);
}

static bool
is_of (const TrPicked *p, guint i, TrBodyKind kind)
{
  int body = tr_picked_owner (p, i);
  return body >= 0 && p->m->bodies[body].kind == kind;
}

// Which of two things that are picked is a rigid link, picked as itself or by a point of it; −1: not
// one or the other.
static int
find_link (const TrPicked *p, guint first)
{
  for (guint i = first; i < 2 && p->owners->len == 2; i++)
    if (is_of (p, i, TR_BODY_RIGID))
      return (int) i;
  return -1;
}

// As two wheels of one size that touch from outside; the ratio is there to be changed.
const char *
tr_rule_gear (const TrPicked *p, TrRelatePlan *plan)
{
  const double ratio = -1;

  if (find_link (p, 0) != 0 || find_link (p, 1) != 1 ||
      tr_picked_owner (p, 0) == tr_picked_owner (p, 1))
    return N_ ("Pick two rigid links");
  int a = tr_picked_owner (p, 0), b = tr_picked_owner (p, 1);
  TrDraft d = tr_draft_begin (plan, p, "gear");
  tr_draft_body (&d, "a", a);
  tr_draft_body (&d, "b", b);
  tr_draft_number (&d, "ratio", ratio);
  tr_draft_number (&d, "phase", unknowns_of (p, a)[2] - ratio * unknowns_of (p, b)[2]);
  tr_draft_end (&d);
  return NULL;
}

static bool
is_at (const TrEnd *e, int body)
{
  bool found = e->kind == TR_END_BODY && e->body == body;
  for (int k = 0; k < tr_end_n_connectors (e); k++)
    found |= e->connector[k].body == body;
  return found;
}

static bool
is_held (const TrPicked *p, int body)
{
  bool found = false;
  for (int i = 0; i < p->m->n_constraints && !found; i++) {
    const TrConstraint *c = &p->m->constraints[i];
    for (int e = 0; e < 3 && !c->disabled && !c->driven; e++)
      found |= is_at (&c->end[e], body);
  }
  return found;
}

// A wheel that nothing holds yet stays on its line too; another may be led by what holds it.
static void
draft_height (const TrPicked *p, TrRelatePlan *plan, int wheel, int line, double height)
{
  TrConnector middle = tr_at_named (p->m, wheel, "origin");

  if (is_held (p, wheel))
    return;
  TrDraft d = tr_draft_begin (plan, p, "distance");
  tr_draft_connector (&d, "a", &middle);
  tr_draft_body (&d, "b", line);
  tr_draft_number (&d, "value", height);
  tr_draft_end (&d);
}

// The radius is how far the origin is from the line, positive on its left.
const char *
tr_rule_rack (const TrPicked *p, TrRelatePlan *plan)
{
  int wheel = find_link (p, 0), line = 1 - wheel;

  if (wheel < 0 || p->bodies->len < 1 || !is_of (p, (guint) line, TR_BODY_SEGMENT) ||
      (p->points->len > 0 && tr_picked_at (p, 0)->kind != TR_BODY_SEGMENT))
    return N_ ("Pick a rigid link and a segment");
  const double *q = unknowns_of (p, tr_picked_owner (p, (guint) line));
  const double *link = unknowns_of (p, tr_picked_owner (p, (guint) wheel));
  Vec2 start = v2 (q[0], q[1]), way = v2_sub (v2 (q[2], q[3]), start);
  Vec2 from_start = v2_sub (v2 (link[0], link[1]), start);
  double length = v2_norm (way), radius = v2_cross (way, from_start) / length;
  if (!(length > 0) || !(fabs (radius) > 1e-6 * length))
    return N_ ("The origin of the link is on the line: there is nothing to roll on");
  TrDraft d = tr_draft_begin (plan, p, "rack");
  tr_draft_body (&d, "a", tr_picked_owner (p, (guint) wheel));
  tr_draft_body (&d, "b", tr_picked_owner (p, (guint) line));
  tr_draft_number (&d, "radius", radius);
  tr_draft_number (&d, "phase",
                   v2_dot (way, from_start) / length + radius * (link[2] - atan2 (way.y, way.x)));
  tr_draft_end (&d);
  draft_height (p, plan, tr_picked_owner (p, (guint) wheel), tr_picked_owner (p, (guint) line),
                radius);
  return NULL;
}

const char *
tr_rule_skate (const TrPicked *p, TrRelatePlan *plan)
{
  bool is_link = p->points->len == 0 && p->bodies->len == 1 && is_of (p, 0, TR_BODY_RIGID);
  bool is_point = p->points->len == 1 && p->bodies->len == 0 && tr_picked_point (p, 0)->body >= 0 &&
                  p->m->bodies[tr_picked_point (p, 0)->body].kind == TR_BODY_RIGID;

  if (!is_link && !is_point)
    return N_ ("Pick a rigid link, or a point of one");
  TrConnector at =
      is_link ? tr_at_named (p->m, tr_picked_body (p, 0), "origin") : *tr_picked_point (p, 0);
  TrDraft d = tr_draft_begin (plan, p, "skate");
  tr_draft_connector (&d, "a", &at);
  tr_draft_end (&d);
  return NULL;
}
