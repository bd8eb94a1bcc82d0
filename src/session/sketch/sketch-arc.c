// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An arc through three points: where it starts, where it ends, and one between.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

// Three points whose triangle is flatter than this lie on a line.
#define FLAT 1e-9

typedef struct {
  Vec2 center;
  double radius, start, end;
} Arc;

// The centre is c = a + u, u·d = |d|²/2 and u·e = |e|²/2 with d = b − a, e = m − a:
//   u = (|d|² e⊥ − |e|² d⊥) / (2 e × d)
static bool
through (Vec2 a, Vec2 b, Vec2 m, Arc *arc)
{
  Vec2 d = v2_sub (b, a), e = v2_sub (m, a), u;
  double dd = v2_dot (d, d), ee = v2_dot (e, e), cross = v2_cross (e, d);
  double sweep, between;

  if (!(fabs (cross) > FLAT * (dd + ee)))
    return false;
  u = v2_scale (v2_sub (v2_scale (v2_perp (e), dd), v2_scale (v2_perp (d), ee)), 0.5 / cross);
  arc->center = v2_add (a, u);
  arc->radius = v2_norm (u);
  arc->start = atan2 (-u.y, -u.x);
  Vec2 to_b = v2_sub (b, arc->center), to_m = v2_sub (m, arc->center);
  sweep = atan2 (to_b.y, to_b.x) - arc->start;
  between = atan2 (to_m.y, to_m.x) - arc->start;
  sweep += sweep < 0 ? 2 * G_PI : 0;
  between += between < 0 ? 2 * G_PI : 0;
  arc->end = arc->start + (between < sweep ? sweep : sweep - 2 * G_PI);
  return true;
}

static double
least_radius (const TrSketchPoint *p)
{
  return 0.5 * v2_dist (p[0].place, p[1].place);
}

static double
radius (const TrSketchPoint *p, Vec2 place)
{
  Arc arc;
  return through (p[0].place, p[1].place, place, &arc) ? arc.radius : NAN;
}

// The middle of the arc, on the pointer's side of the chord 2 s: its height h is r ∓ √(r² − s²), the
// greater one where the pointer is farther away than s.
static Vec2
by_radius (const TrSketchPoint *p, double r, Vec2 pointer)
{
  Vec2 chord = v2_sub (p[1].place, p[0].place), middle = v2_mid (p[0].place, p[1].place);
  Vec2 up = v2_scale (v2_perp (chord), 1 / v2_norm (chord));
  double s = 0.5 * v2_norm (chord), at = v2_dot (v2_sub (pointer, middle), up);
  double root = sqrt (fmax (0, r * r - s * s));
  return v2_mad (middle, copysign (fabs (at) > s ? r + root : r - root, at), up);
}

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  Arc arc;

  if (n == 3 && through (p[0].place, p[1].place, p[2].place, &arc)) {
    b->kind = TR_BODY_ARC;
    tr_shape_add (q, arc.center);
    g_array_append_val (q, arc.radius);
    g_array_append_val (q, arc.start);
    g_array_append_val (q, arc.end);
    return true;
  }
  b->kind = TR_BODY_SEGMENT;
  tr_shape_add (q, p[0].place);
  tr_shape_add (q, p[n > 1 ? 1 : 0].place);
  return n >= 2;
}

// Where on the arc p is: 0 at its start, 1 at its end.
static double
parameter (const Arc *arc, Vec2 p)
{
  Vec2 d = v2_sub (p, arc->center);
  double sweep = arc->end - arc->start, turn = atan2 (d.y, d.x) - arc->start;
  turn = sweep > 0 ? (turn < 0 ? turn + 2 * G_PI : turn) : (turn > 0 ? turn - 2 * G_PI : turn);
  return fmin (1, fmax (0, turn / sweep));
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  const char *id, *a, *b;
  Arc arc;

  if (!through (p[0].place, p[1].place, p[2].place, &arc))
    return false;
  id = tr_parts_id (parts, "a");
  a = tr_parts_point (parts, id, "start");
  b = tr_parts_point (parts, id, "end");
  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"arc\", \"center\": %s, \"radius\": %s, \"start\": "
                "%s, \"end\": %s}",
                id, tr_parts_place (parts, arc.center), tr_parts_number (parts, arc.radius),
                tr_parts_number (parts, arc.start), tr_parts_number (parts, arc.end));
  tr_snap_constraints (&p[0].snap, a, NULL, parts);
  tr_snap_constraints (&p[1].snap, b, NULL, parts);
  tr_sketch_add_given (&p[1], tr_sketch_from_to (parts, a, b), parts);
  tr_sketch_pass (&p[2], id, parameter (&arc, p[2].place), parts);
  if (p[2].given[0])
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"radius\", \"a\": \"%s\", \"value\": %s}",
                  tr_parts_id (parts, "radius"), id, p[2].given[0]);
  return true;
}

const TrSketchOps tr_sketch_arc = {
    .name = "arc",
    .step = N_ ("Draw arc"),
    .why_empty = N_ ("Three points in a line make no arc"),
    .least = 3,
    .most = 3,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_POLAR, TR_MEASURE_OWN},
    .least_radius = least_radius,
    .radius = radius,
    .by_radius = by_radius,
    .shape = shape,
    .build = build,
};
