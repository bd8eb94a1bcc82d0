// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A Bézier curve by its points, each with a handle that is the same on both sides; where none was
// pulled the curve leaves straight for the next point. Points with handles stay smooth.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
has_handle (const TrSketchPoint *p)
{
  return v2_norm (p->handle) > 0;
}

// The handle of p towards another point; side 1: onwards, −1: back.
static Vec2
handle (const TrSketchPoint *p, const TrSketchPoint *to, double side)
{
  return has_handle (p) ? v2_mad (p->place, side, p->handle)
                        : v2_lerp (p->place, to->place, 1.0 / 3.0);
}

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  b->kind = TR_BODY_BEZIER;
  for (int i = 0; i < n - (closed ? 0 : 1); i++) {
    const TrSketchPoint *next = &p[(i + 1) % n];
    tr_shape_add (q, p[i].place);
    tr_shape_add (q, handle (&p[i], next, 1));
    tr_shape_add (q, handle (next, &p[i], -1));
  }
  if (!closed)
    tr_shape_add (q, p[n - 1].place);
  return n >= 2;
}

static const char *
control (TrParts *parts, const char *id, int i)
{
  g_autofree char *name = g_strdup_printf ("point%d", i);
  return tr_parts_point (parts, id, name);
}

// The handles and the point between lie on a line.
static void
keep_smooth (TrParts *parts, const char *id, int i, int n_controls)
{
  const char *line =
      tr_sketch_from_to (parts, control (parts, id, (3 * i + n_controls - 1) % n_controls),
                         control (parts, id, 3 * i + 1));
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"on-line\", \"a\": %s, \"b\": %s}",
                tr_parts_id (parts, "smooth"), control (parts, id, 3 * i), line);
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  g_autoptr (GArray) q = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GString) points = g_string_new (NULL);
  const char *id = tr_parts_id (parts, "b");
  TrBody b;
  int n_controls;

  shape (p, n, closed, &b, q);
  n_controls = (int) q->len / 2;
  for (int i = 0; i < n_controls; i++)
    g_string_append_printf (points, "%s%s", i > 0 ? ", " : "",
                            tr_parts_place (parts, v2 (g_array_index (q, double, 2 * i),
                                                       g_array_index (q, double, 2 * i + 1))));
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"bezier\", \"points\": [%s]%s}", id,
                points->str, closed ? ", \"closed\": true" : "");
  for (int i = 0; i < n; i++) {
    bool inside = closed || (i > 0 && i < n - 1);
    tr_snap_constraints (&p[i].snap, control (parts, id, 3 * i), NULL, parts);
    if (inside && has_handle (&p[i]))
      keep_smooth (parts, id, i, n_controls);
  }
  return true;
}

const TrSketchOps tr_sketch_bezier = {
    .name = "bezier",
    .step = N_ ("Draw Bézier curve"),
    .least = 2,
    .has_handles = true,
    .can_close = true,
    .shape = shape,
    .build = build,
};
