// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drive of what turns:
//
//   rigid, segment, ellipse   the angle that it has
//   arc                       its start; its end keeps its distance from it
//   circle                    which has no angle: a spoke to its rim

#include "math/number.h"
#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

// Parts of a degree that an angle is told in.
#define FINEST 1e8

// The angle that a motor drives; NULL: the body has none.
static const char *
angle_of (const TrBody *b)
{
  switch (b->kind) {
  case TR_BODY_SEGMENT:
    return "angle";
  case TR_BODY_RIGID:
  case TR_BODY_ELLIPSE:
    return "rotation";
  case TR_BODY_ARC:
    return "start";
  case TR_BODY_POINT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_CIRCLE:
  case TR_BODY_SHEET:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return NULL;
}

static bool
turns (const TrBody *b)
{
  return b->kind == TR_BODY_CIRCLE || angle_of (b) != NULL;
}

// Where a spoke to a place on the rim stands; level for one at the centre.
static double
spoke_angle (const TrBody *circle, const double *q, Vec2 at)
{
  Vec2 arm = v2_sub (at, v2 (q[0], q[1]));
  return v2_norm (arm) > 0.5 * q[2] ? atan2 (arm.y, arm.x) : 0;
}

static double
angle_now (const TrBody *b, const double *q, const TrSketchPoint *p)
{
  if (b->kind == TR_BODY_CIRCLE)
    return spoke_angle (b, q, p->place);
  return tr_body_member (b, q, tr_body_find_member (b, angle_of (b)), NULL, NULL);
}

// A quarter turn a second, from where it is now: in degrees, and so near that nobody sees it move.
static char *
question (const TrModel *m, const TrState *s, const TrSketchPoint *p)
{
  const TrBody *b = &m->bodies[p->snap.at[0].body];
  double now = angle_now (b, tr_body_q (b, s->q), p);
  char start[TR_NUMBER_SIZE];

  tr_number_format (round ((now * 180 / G_PI - 90 * s->time) * FINEST) / FINEST, start);
  return g_strdup_printf ("%sdeg + 90deg*time", start);
}

// From the centre to where the motor's angle begins, its end on the rim.
static const char *
add_spoke (const TrBody *circle, const double *q, const TrSketchPoint *p, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "spoke");
  Vec2 centre = v2 (q[0], q[1]);
  double angle = spoke_angle (circle, q, p->place);

  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"segment\", \"a\": %s, \"b\": %s}", id,
                tr_parts_place (parts, centre),
                tr_parts_place (parts, v2_add (centre, v2_polar (q[2], angle))));
  tr_parts_attach (parts, tr_parts_point (parts, id, "a"),
                   tr_parts_point (parts, circle->id, "center"));
  tr_parts_attach (parts, tr_parts_point (parts, id, "b"),
                   tr_parts_slide (parts, circle->id, angle < 0 ? angle + 2 * G_PI : angle));
  return id;
}

// The end of an arc goes with its start.
static void
add_span (const TrBody *arc, const double *q, TrParts *parts)
{
  g_autofree char *span = g_strdup_printf ("%s.end - %s.start - %s", arc->id, arc->id,
                                           tr_parts_number (parts, q[4] - q[3]));
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"equation\", \"expr\": %s, \"op\": \"=\"}",
                tr_parts_id (parts, "span"), tr_parts_string (parts, span));
}

static bool
build_with (const TrState *s, const TrSketchPoint *p, const char *text, TrParts *parts)
{
  const TrBody *b = &tr_parts_model (parts)->bodies[p->snap.at[0].body];
  const double *q = tr_body_q (b, s->q);
  const char *id = b->id, *angle = angle_of (b);

  if (!*text)
    return false;
  g_autofree char *plain = tr_quantity_plain (text);
  if (b->kind == TR_BODY_CIRCLE) {
    id = add_spoke (b, q, p, parts);
    angle = "angle";
  }
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"drive\", \"what\": \"%s.%s\", \"value\": %s}",
                tr_parts_id (parts, "drive"), id, angle, tr_parts_string (parts, plain));
  if (b->kind == TR_BODY_ARC)
    add_span (b, q, parts);
  return true;
}

const TrSketchOps tr_sketch_motor = {
    .name = "motor",
    .step = N_ ("Add motor"),
    .least = 1,
    .most = 1,
    .needs_body = true,
    .accepts = turns,
    .question = question,
    .build_with = build_with,
};
