// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A rigid bar between two points.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  b->kind = TR_BODY_SEGMENT;
  tr_shape_add (q, p[0].place);
  tr_shape_add (q, p[n - 1].place);
  return n == 2;
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "r"), *line = tr_sketch_quoted (parts, id);
  Vec2 d = v2_sub (p[1].place, p[0].place);
  double length = v2_norm (d);
  TrSketchPoint turned = {.given = {NULL, p[1].given[1]}};

  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"rigid\", \"position\": %s, \"rotation\": %s, "
                "\"length\": %s}",
                id, tr_parts_place (parts, v2_mid (p[0].place, p[1].place)),
                tr_parts_number (parts, atan2 (d.y, d.x)), tr_parts_number (parts, length));
  tr_snap_constraints (&p[0].snap, tr_parts_local (parts, id, v2 (-length / 2, 0)), NULL, parts);
  tr_snap_constraints (&p[1].snap, tr_parts_local (parts, id, v2 (length / 2, 0)), line, parts);
  tr_sketch_add_given (&turned, line, parts);
  return true;
}

const TrSketchOps tr_sketch_link = {
    .name = "link",
    .step = N_ ("Draw link"),
    .least = 2,
    .most = 2,
    .with = TR_SNAP_LEVELS | TR_SNAP_NORMALS,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_POLAR, TR_MEASURE_POLAR},
    .shape = shape,
    .build = build,
};
