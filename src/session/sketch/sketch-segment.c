// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

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
  const char *id = tr_parts_id (parts, "s"), *line = tr_sketch_quoted (parts, id);

  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"segment\", \"a\": %s, \"b\": %s}", id,
                tr_parts_place (parts, p[0].place), tr_parts_place (parts, p[1].place));
  tr_snap_constraints (&p[0].snap, tr_parts_point (parts, id, "a"), NULL, parts);
  tr_snap_constraints (&p[1].snap, tr_parts_point (parts, id, "b"), line, parts);
  tr_sketch_add_given (&p[1], line, parts);
  return true;
}

const TrSketchOps tr_sketch_segment = {
    .name = "segment",
    .step = N_ ("Draw segment"),
    .least = 2,
    .most = 2,
    .chains = true,
    .with = TR_SNAP_LEVELS | TR_SNAP_NORMALS | TR_SNAP_TANGENTS,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_POLAR, TR_MEASURE_POLAR},
    .shape = shape,
    .build = build,
};
