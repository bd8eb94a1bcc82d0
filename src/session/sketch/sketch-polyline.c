// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  b->kind = TR_BODY_POLYLINE;
  for (int i = 0; i < n; i++)
    tr_shape_add (q, p[i].place);
  return n >= 2;
}

static const char *
vertex (TrParts *parts, const char *id, int i)
{
  g_autofree char *name = g_strdup_printf ("point%d", i);
  return tr_parts_point (parts, id, name);
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "w");
  g_autoptr (GString) points = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append_printf (points, "%s%s", i > 0 ? ", " : "", tr_parts_place (parts, p[i].place));
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"polyline\", \"points\": [%s]%s}", id,
                points->str, closed ? ", \"closed\": true" : "");
  tr_snap_constraints (&p[0].snap, vertex (parts, id, 0), NULL, parts);
  for (int i = 1; i < n; i++) {
    const char *here = vertex (parts, id, i);
    const char *line = tr_sketch_from_to (parts, vertex (parts, id, i - 1), here);
    tr_snap_constraints (&p[i].snap, here, line, parts);
    tr_sketch_add_given (&p[i], line, parts);
  }
  return true;
}

const TrSketchOps tr_sketch_polyline = {
    .name = "polyline",
    .step = N_ ("Draw polyline"),
    .least = 2,
    .can_close = true,
    .with = TR_SNAP_LEVELS | TR_SNAP_NORMALS,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_POLAR, TR_MEASURE_POLAR},
    .shape = shape,
    .build = build,
};
