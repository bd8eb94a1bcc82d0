// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Relations of rigid links that turn: with each other, along a line, and only forward. Phases are
// measured, so that nothing moves.

#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

static bool
is_rigid (const TrPicked *p, guint i)
{
  return tr_picked_at (p, i)->kind == TR_BODY_RIGID;
}

static Vec2
origin_of (const TrPicked *p, guint i)
{
  const double *q = tr_body_q (tr_picked_at (p, i), p->q);
  return v2 (q[0], q[1]);
}

static double
rotation_of (const TrPicked *p, guint i)
{
  return tr_body_q (tr_picked_at (p, i), p->q)[2];
}

// As two wheels of one size that touch from outside; the ratio is there to be changed.
const char *
tr_rule_gear (const TrPicked *p, TrRelatePlan *plan)
{
  const double ratio = -1;

  if (p->points->len > 0 || p->bodies->len != 2 || !is_rigid (p, 0) || !is_rigid (p, 1))
    return N_ ("Pick two rigid links");
  TrDraft d = tr_draft_begin (plan, p, "gear");
  tr_draft_body (&d, "a", tr_picked_body (p, 0));
  tr_draft_body (&d, "b", tr_picked_body (p, 1));
  tr_draft_number (&d, "ratio", ratio);
  tr_draft_number (&d, "phase", rotation_of (p, 0) - ratio * rotation_of (p, 1));
  tr_draft_end (&d);
  return NULL;
}

// The radius is how far the origin is from the line, positive on its left.
const char *
tr_rule_rack (const TrPicked *p, TrRelatePlan *plan)
{
  guint wheel = p->bodies->len == 2 && is_rigid (p, 1), line = 1 - wheel;

  if (p->points->len > 0 || p->bodies->len != 2 || !is_rigid (p, wheel) ||
      tr_picked_at (p, line)->kind != TR_BODY_SEGMENT)
    return N_ ("Pick a rigid link and a segment");
  const double *q = tr_body_q (tr_picked_at (p, line), p->q);
  Vec2 start = v2 (q[0], q[1]), way = v2_sub (v2 (q[2], q[3]), start);
  Vec2 from_start = v2_sub (origin_of (p, wheel), start);
  double length = v2_norm (way), radius = v2_cross (way, from_start) / length;
  if (!(length > 0) || !(fabs (radius) > 1e-6 * length))
    return N_ ("The origin of the link is on the line: there is nothing to roll on");
  TrDraft d = tr_draft_begin (plan, p, "rack");
  tr_draft_body (&d, "a", tr_picked_body (p, wheel));
  tr_draft_body (&d, "b", tr_picked_body (p, line));
  tr_draft_number (&d, "radius", radius);
  tr_draft_number (&d, "phase",
                   v2_dot (way, from_start) / length +
                       radius * (rotation_of (p, wheel) - atan2 (way.y, way.x)));
  tr_draft_end (&d);
  return NULL;
}

const char *
tr_rule_skate (const TrPicked *p, TrRelatePlan *plan)
{
  bool is_link = p->points->len == 0 && p->bodies->len == 1 && is_rigid (p, 0);
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
