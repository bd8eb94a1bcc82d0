// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Four segments, joined at the corners, two horizontal and two vertical: four freedoms are left,
// and it stays a rectangle under the hand.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

// Counter-clockwise from p where b lies up and to the right.
static bool
corners (const TrSketchPoint *p, Vec2 corner[4])
{
  Vec2 a = p[0].place, c = p[1].place;

  corner[0] = a;
  corner[1] = v2 (c.x, a.y);
  corner[2] = c;
  corner[3] = v2 (a.x, c.y);
  return fabs (c.x - a.x) > 0 && fabs (c.y - a.y) > 0;
}

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  Vec2 corner[4];

  if (n < 2 || !corners (p, corner))
    return false;
  b->kind = TR_BODY_POLYLINE;
  b->closed = true;
  for (int i = 0; i < 4; i++)
    tr_shape_add (q, corner[i]);
  return true;
}

static void
add_length (TrParts *parts, const char *id, const char *value)
{
  TrSketchPoint p = {.given = {value, NULL}};
  tr_sketch_add_given (&p, tr_sketch_quoted (parts, id), parts);
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  Vec2 corner[4];
  const char *id[4];

  if (!corners (p, corner))
    return false;
  for (int i = 0; i < 4; i++) {
    id[i] = tr_parts_id (parts, "s");
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"segment\", \"a\": %s, \"b\": %s}", id[i],
                  tr_parts_place (parts, corner[i]), tr_parts_place (parts, corner[(i + 1) % 4]));
  }
  for (int i = 0; i < 4; i++) {
    const char *level = i % 2 ? "vertical" : "horizontal";
    tr_parts_attach (parts, tr_parts_point (parts, id[i], "b"),
                     tr_parts_point (parts, id[(i + 1) % 4], "a"));
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"%s\", \"a\": \"%s\"}",
                  tr_parts_id (parts, level), level, id[i]);
  }
  tr_snap_constraints (&p[0].snap, tr_parts_point (parts, id[0], "a"), NULL, parts);
  tr_snap_constraints (&p[1].snap, tr_parts_point (parts, id[2], "a"), NULL, parts);
  add_length (parts, id[0], p[1].given[0]);
  add_length (parts, id[1], p[1].given[1]);
  return true;
}

const TrSketchOps tr_sketch_rectangle = {
    .name = "rectangle",
    .step = N_ ("Draw rectangle"),
    .why_empty = N_ ("It has no height or no width: pick the corners farther apart"),
    .least = 2,
    .most = 2,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_BOX, TR_MEASURE_BOX},
    .shape = shape,
    .build = build,
};
