// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An ellipse by its centre, the end of one axis, and a point that it passes through.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

// A point farther out along the axis than this part of it says nothing of the other axis: then its
// height over the axis is that.
#define BESIDE 0.999

typedef struct {
  double u, v, rotation;
  double t; // of the point passed through; NAN: none
} Ellipse;

//   (ξ/u)² + (η/v)² = 1  in the frame of the axes
static bool
measure (const TrSketchPoint *p, int n, Ellipse *e)
{
  Vec2 axis = v2_sub (p[1].place, p[0].place), d, local;

  e->u = e->v = v2_norm (axis);
  e->rotation = atan2 (axis.y, axis.x);
  e->t = NAN;
  if (n < 3)
    return e->u > 0;
  d = v2_sub (p[2].place, p[0].place);
  local = v2 (v2_dot (d, axis) / e->u, v2_cross (axis, d) / e->u);
  double s = local.x / e->u;
  if (fabs (s) < BESIDE) {
    e->v = fabs (local.y) / sqrt (1 - s * s);
    e->t = atan2 (local.y / e->v, s);
  } else
    e->v = fabs (local.y);
  return e->u > 0 && e->v > 0;
}

static double
radius (const TrSketchPoint *p, Vec2 place)
{
  TrSketchPoint all[3] = {p[0], p[1], {.place = place}};
  Ellipse e;
  return measure (all, 3, &e) ? e.v : NAN;
}

// At the end of the other axis.
static Vec2
by_radius (const TrSketchPoint *p, double radius, Vec2 pointer)
{
  Vec2 axis = v2_sub (p[1].place, p[0].place);
  double side = v2_cross (axis, v2_sub (pointer, p[0].place));
  Vec2 up = v2_scale (v2_perp (axis), 1 / v2_norm (axis));
  return v2_mad (p[0].place, copysign (radius, side), up);
}

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  Ellipse e;
  // The axis alone, also where the third point lies on it, as it does at first.
  bool is_flat = n < 3 || !measure (p, n, &e);

  if (n < 2 || (is_flat && !measure (p, 2, &e)))
    return false;
  b->kind = is_flat ? TR_BODY_SEGMENT : TR_BODY_ELLIPSE;
  tr_shape_add (q, p[0].place);
  if (is_flat)
    tr_shape_add (q, p[1].place);
  else {
    g_array_append_val (q, e.u);
    g_array_append_val (q, e.v);
    g_array_append_val (q, e.rotation);
  }
  return true;
}

static void
add_fix (TrParts *parts, const char *id, const char *what, const char *value)
{
  if (value)
    tr_parts_add (parts,
                  "{\"id\": \"%s\", \"kind\": \"fix\", \"a\": \"%s\", \"what\": \"%s\", \"value\": "
                  "%s}",
                  tr_parts_id (parts, "fix"), id, what, value);
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  const char *id;
  Ellipse e;

  if (!measure (p, n, &e))
    return false;
  id = tr_parts_id (parts, "e");
  tr_parts_add (
      parts,
      "{\"id\": \"%s\", \"kind\": \"ellipse\", \"center\": %s, \"radii\": %s, \"rotation\": %s}",
      id, tr_parts_place (parts, p[0].place), tr_parts_place (parts, v2 (e.u, e.v)),
      tr_parts_number (parts, e.rotation));
  tr_snap_constraints (&p[0].snap, tr_parts_point (parts, id, "center"), NULL, parts);
  if (p[1].snap.n > 0)
    tr_snap_constraints (&p[1].snap, tr_parts_material (parts, id, 0), NULL, parts);
  if (isfinite (e.t))
    tr_sketch_pass (&p[2], id, e.t, parts);
  add_fix (parts, id, "u", p[1].given[0]);
  add_fix (parts, id, "rotation", p[1].given[1]);
  add_fix (parts, id, "v", p[2].given[0]);
  return true;
}

const TrSketchOps tr_sketch_ellipse = {
    .name = "ellipse",
    .step = N_ ("Draw ellipse"),
    .why_empty = N_ ("An ellipse of no height or no width is none"),
    .least = 3,
    .most = 3,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_POLAR, TR_MEASURE_OWN},
    .radius = radius,
    .by_radius = by_radius,
    .shape = shape,
    .build = build,
};
