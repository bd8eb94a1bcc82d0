// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  double radius = n >= 2 ? v2_dist (p[0].place, p[1].place) : 0;

  b->kind = TR_BODY_CIRCLE;
  tr_shape_add (q, p[0].place);
  g_array_append_val (q, radius);
  return radius > 0;
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "c");
  Vec2 d = v2_sub (p[1].place, p[0].place);

  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"circle\", \"center\": %s, \"radius\": %s}", id,
                tr_parts_place (parts, p[0].place), tr_parts_number (parts, v2_norm (d)));
  tr_snap_constraints (&p[0].snap, tr_parts_point (parts, id, "center"), NULL, parts);
  tr_sketch_pass (&p[1], id, atan2 (d.y, d.x), parts);
  if (p[1].given[0])
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"radius\", \"a\": \"%s\", \"value\": %s}",
                  tr_parts_id (parts, "radius"), id, p[1].given[0]);
  return true;
}

const TrSketchOps tr_sketch_circle = {
    .name = "circle",
    .step = N_ ("Draw circle"),
    .least = 2,
    .most = 2,
    .with = TR_SNAP_RIMS,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_RADIUS, TR_MEASURE_RADIUS},
    .shape = shape,
    .build = build,
};
