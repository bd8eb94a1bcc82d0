// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  Vec2 size = v2_sub (p[n - 1].place, p[0].place);

  b->kind = TR_BODY_SHEET;
  b->sheet.size = v2 (fabs (size.x), fabs (size.y));
  tr_shape_add (q, v2_mid (p[0].place, p[n - 1].place));
  tr_shape_add (q, v2 (1, 0));
  tr_shape_add (q, v2 (0, 1));
  return n == 2 && fabs (size.x) > 0 && fabs (size.y) > 0;
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  Vec2 half = v2_scale (v2_sub (p[1].place, p[0].place), 0.5);
  const char *id = tr_parts_id (parts, "m");

  if (!(fabs (half.x) > 0) || !(fabs (half.y) > 0))
    return false;
  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"sheet\", \"origin\": %s, \"u\": [1, 0], \"v\": [0, "
                "1], \"size\": %s}",
                id, tr_parts_place (parts, v2_mid (p[0].place, p[1].place)),
                tr_parts_place (parts, v2 (2 * fabs (half.x), 2 * fabs (half.y))));
  tr_snap_constraints (&p[0].snap, tr_parts_local (parts, id, v2_scale (half, -1)), NULL, parts);
  tr_snap_constraints (&p[1].snap, tr_parts_local (parts, id, half), NULL, parts);
  return true;
}

const TrSketchOps tr_sketch_sheet = {
    .name = "sheet",
    .step = N_ ("Draw sheet"),
    .why_empty = N_ ("It has no height or no width: pick the corners farther apart"),
    .least = 2,
    .most = 2,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_BOX, TR_MEASURE_BOX},
    .shape = shape,
    .build = build,
};
