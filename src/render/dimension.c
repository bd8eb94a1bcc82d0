// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/dimension.h"

#include "model/con-shape.h"
#include "model/row.h"

// Logical pixels.
#define FIRST_OFFSET 26
#define NEXT_OFFSET  20
#define GAP          5 // between what is measured and its extension lines
#define OVERSHOOT    4
#define ARROW        9
#define ARROW_HALF   2.6
#define ROOM         8   // between label and arrows
#define TAIL         16  // of a line beyond its arrow
#define ON_SCREEN    1e5 // beyond this nothing is drawn

enum { FIRST_AXIS = 2 }; // of the members of an ellipse: u, v, then its rotation

static Vec2
point_of (const TrOverlay *o, const TrConnector *c)
{
  return aff_apply (o->to_pixels, tr_connector_point (o->m, c, o->s->q));
}

static bool
is_drawable (Vec2 p)
{
  return fabs (p.x) < ON_SCREEN && fabs (p.y) < ON_SCREEN;
}

// Where a direction runs from and to, if it runs between points.
static bool
ends_of (const TrOverlay *o, const TrEnd *e, Vec2 *a, Vec2 *b)
{
  if (e->kind == TR_END_FROMTO) {
    *a = point_of (o, &e->connector[0]);
    *b = point_of (o, &e->connector[1]);
    return true;
  }
  if (e->kind != TR_END_BODY || o->m->bodies[e->body].kind != TR_BODY_SEGMENT)
    return false;
  const double *q = tr_body_q (&o->m->bodies[e->body], o->s->q);
  *a = aff_apply (o->to_pixels, v2 (q[0], q[1]));
  *b = aff_apply (o->to_pixels, v2 (q[2], q[3]));
  return true;
}

static bool
make_linear (Vec2 a, Vec2 b, Vec2 along, TrDimension *out)
{
  *out = (TrDimension){.kind = TR_DIMENSION_LINEAR, .a = a, .b = b};
  out->along = v2_unit_or (along, v2 (1, 0));
  return is_drawable (a) && is_drawable (b);
}

// From the foot on the line to the point.
static bool
make_from_line (const TrOverlay *o, const TrConstraint *c, TrDimension *out)
{
  Vec2 p = point_of (o, &c->end[0].connector[0]);
  Vec2 place = aff_apply (o->to_pixels, tr_direction_place (o->m, &c->end[1], o->s->q));
  Vec2 v = m2_apply (o->to_pixels.m, tr_direction_vector (o->m, &c->end[1], o->s->q));
  Vec2 u = v2_unit_or (v, v2 (0, 0));

  if (!(v2_norm (v) > 0))
    return false;
  Vec2 foot = v2_mad (place, v2_dot (v2_sub (p, place), u), u);
  return make_linear (foot, p, v2_unit_or (v2_sub (p, foot), v2_perp (u)), out);
}

static bool
make_radial (const TrOverlay *o, const TrConstraint *c, TrDimension *out)
{
  const TrBody *b = &o->m->bodies[c->end[0].body];
  const double *q = tr_body_q (b, o->s->q);
  Vec2 edge = m2_apply (o->to_pixels.m, v2 (q[2], 0));
  double flip = m2_det (o->to_pixels.m) < 0 ? -1 : 1;

  *out = (TrDimension){.kind = TR_DIMENSION_RADIAL, .a = aff_apply (o->to_pixels, v2 (q[0], q[1]))};
  out->radius = v2_norm (edge);
  out->from = 0;
  out->turn = 2 * TR_PI;
  if (b->kind == TR_BODY_ARC) {
    out->from = flip * q[3];
    out->turn = flip * (q[4] - q[3]);
  }
  return is_drawable (out->a) && out->radius < ON_SCREEN;
}

// The corner: where the lines meet, unless that is far from both.
static Vec2
corner_of (Vec2 p, Vec2 u, Vec2 q, Vec2 v)
{
  double cross = v2_cross (u, v), reach = 2 * fmax (v2_norm (u), v2_norm (v)) + 60;

  if (!(fabs (cross) > 1e-3 * v2_norm (u) * v2_norm (v)))
    return q;
  Vec2 meet = v2_mad (p, v2_cross (v2_sub (q, p), v) / cross, u);
  return v2_dist (meet, v2_mad (p, 0.5, u)) < reach && v2_dist (meet, v2_mad (q, 0.5, v)) < reach
             ? meet
             : q;
}

static TrDimensionRay
ray_of (const TrOverlay *o, const TrEnd *e, Vec2 corner, Vec2 direction)
{
  TrDimensionRay r = {atan2 (direction.y, direction.x), 1, 0};
  Vec2 a, b, u = v2_unit_or (direction, v2 (1, 0));

  if (!ends_of (o, e, &a, &b) || e->kind == TR_END_FROMTO)
    return r;
  // Only a line that runs through the corner covers the ray.
  if (fabs (v2_cross (u, v2_sub (corner, a))) > 2)
    return r;
  double s = v2_dot (v2_sub (a, corner), u), t = v2_dot (v2_sub (b, corner), u);
  r.from = fmin (s, t);
  r.to = fmax (s, t);
  return r;
}

static bool
make_angular (const TrOverlay *o, const TrConstraint *c, TrDimension *out)
{
  const TrEnd *e = c->end;
  Vec2 w[2], v[2], at[2];

  for (int i = 0; i < 2; i++) {
    w[i] = tr_direction_vector (o->m, &e[i], o->s->q);
    v[i] = m2_apply (o->to_pixels.m, w[i]);
    bool is_axis = e[i].kind == TR_END_X || e[i].kind == TR_END_Y;
    int placed = is_axis ? 1 - i : i;
    if (e[placed].kind == TR_END_X || e[placed].kind == TR_END_Y)
      return false;
    at[i] = aff_apply (o->to_pixels, tr_direction_place (o->m, &e[placed], o->s->q));
  }
  if (!(v2_norm (v[0]) > 0 && v2_norm (v[1]) > 0))
    return false;
  *out = (TrDimension){.kind = TR_DIMENSION_ANGULAR};
  out->a = corner_of (at[0], v[0], at[1], v[1]);
  out->ray[0] = ray_of (o, &e[0], out->a, v[0]);
  out->ray[1] = ray_of (o, &e[1], out->a, v[1]);
  // The turn that is there, counted as the value counts: 270° stays 270°.
  double near = c->driven ? 0 : fmod (c->scalar[0].value, 2 * TR_PI);
  double turn = near + tr_wrap_angle (atan2 (v2_cross (w[0], w[1]), v2_dot (w[0], w[1])) - near);
  out->from = out->ray[0].angle;
  out->turn = m2_det (o->to_pixels.m) < 0 ? -turn : turn;
  return is_drawable (out->a);
}

static bool
is_axis (const TrModel *m, const TrConstraint *c)
{
  return m->bodies[c->end[0].body].kind == TR_BODY_ELLIPSE &&
         (c->member == FIRST_AXIS || c->member == FIRST_AXIS + 1);
}

bool
tr_dimension_is_one (const TrModel *m, int constraint)
{
  const TrConstraint *c = &m->constraints[constraint];
  return c->kind == TR_CON_DISTANCE || c->kind == TR_CON_DISTANCE_X ||
         c->kind == TR_CON_DISTANCE_Y || c->kind == TR_CON_LENGTH || c->kind == TR_CON_RADIUS ||
         c->kind == TR_CON_ANGLE || (c->kind == TR_CON_FIX && is_axis (m, c));
}

// From the centre along a semi-axis: how long it is may be fixed.
static bool
make_axis (const TrOverlay *o, const TrConstraint *c, TrDimension *out)
{
  const double *q = tr_body_q (&o->m->bodies[c->end[0].body], o->s->q);
  int axis = c->member - FIRST_AXIS;
  Vec2 center = v2 (q[0], q[1]);
  Vec2 end = v2_add (center, v2_polar (q[c->member], q[FIRST_AXIS + 2] + axis * TR_PI / 2));
  Vec2 a = aff_apply (o->to_pixels, center), e = aff_apply (o->to_pixels, end);
  return make_linear (a, e, v2_sub (e, a), out);
}

bool
tr_dimension_make (const TrOverlay *o, int constraint, TrDimension *out)
{
  const TrConstraint *c = &o->m->constraints[constraint];
  Vec2 a, b;

  switch (c->kind) {
  case TR_CON_DISTANCE:
    if (c->end[1].kind != TR_END_POINT)
      return make_from_line (o, c, out);
    a = point_of (o, &c->end[0].connector[0]);
    b = point_of (o, &c->end[1].connector[0]);
    return make_linear (a, b, v2_sub (b, a), out);
  case TR_CON_DISTANCE_X:
  case TR_CON_DISTANCE_Y:
    a = point_of (o, &c->end[0].connector[0]);
    b = point_of (o, &c->end[1].connector[0]);
    return make_linear (a, b, c->kind == TR_CON_DISTANCE_X ? v2 (1, 0) : v2 (0, 1), out);
  case TR_CON_LENGTH:
    return ends_of (o, &c->end[0], &a, &b) && make_linear (a, b, v2_sub (b, a), out);
  case TR_CON_RADIUS:
    return make_radial (o, c, out);
  case TR_CON_ANGLE:
    return make_angular (o, c, out);
  case TR_CON_FIX:
    return is_axis (o->m, c) && make_axis (o, c, out);
  case TR_CON_ATTACH:
  case TR_CON_NAIL:
  case TR_CON_ON_LINE:
  case TR_CON_HORIZONTAL:
  case TR_CON_VERTICAL:
  case TR_CON_PARALLEL:
  case TR_CON_PERPENDICULAR:
  case TR_CON_EQUAL_LENGTH:
  case TR_CON_EQUAL_RADIUS:
  case TR_CON_MIDPOINT:
  case TR_CON_SYMMETRIC:
  case TR_CON_TANGENT:
  case TR_CON_GEAR:
  case TR_CON_RACK:
  case TR_CON_SKATE:
  case TR_CON_DRIVE:
  case TR_CON_PATH:
  case TR_CON_EQUATION:
  case TR_CON_LIMIT:
  case TR_N_CON_KINDS:
    break;
  }
  return false;
}

// Half the extent of a box along a unit vector.
static double
half_extent (Vec2 size, Vec2 u)
{
  return 0.5 * (fabs (u.x) * size.x + fabs (u.y) * size.y);
}

static Vec2
normal_of (const TrDimension *d)
{
  return v2_perp (d->along);
}

// The feet of both points on the dimension line.
static void
feet_of (const TrDimension *d, TrDimensionPlace at, Vec2 *a, Vec2 *b)
{
  Vec2 n = normal_of (d);
  double na = v2_dot (n, d->a), nb = v2_dot (n, d->b);
  double level = at.offset > 0 ? fmax (na, nb) + at.offset : fmin (na, nb) + at.offset;

  *a = v2_mad (d->a, level - na, n);
  *b = v2_mad (d->b, level - nb, n);
}

static bool
fits_between (const TrDimension *d, Vec2 label_size)
{
  double room = fabs (v2_dot (v2_sub (d->b, d->a), d->along));
  return room >= 2 * half_extent (label_size, d->along) + 2 * (ARROW + ROOM);
}

// A label that would reach from its line back to what is measured stands outside the line.
static bool
is_label_beside (const TrDimension *d, Vec2 label_size)
{
  return half_extent (label_size, normal_of (d)) > FIRST_OFFSET - 2 * GAP;
}

static TrDimensionPlace
place_linear (const TrDimension *d, int k, Vec2 center, Vec2 label_size)
{
  Vec2 out = v2_sub (v2_mid (d->a, d->b), center);
  double side = v2_dot (out, normal_of (d)) >= 0 ? 1 : -1;
  int slots = fits_between (d, label_size) ? 1 : 2, row = k / slots;
  int slot = slots == 2 ? 1 + k % 2 : is_label_beside (d, label_size) ? 3 : 0;

  // One row on the good side, one on the other, then the second rows.
  return (TrDimensionPlace){
      (row % 2 ? -side : side) * (FIRST_OFFSET + NEXT_OFFSET * (row / 2)),
      slot,
  };
}

// From the middle of what there is of the circle outwards; where it is whole, from the upper right.
static TrDimensionPlace
place_radial (const TrDimension *d, int k)
{
  static const double part[8] = {0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.05};

  if (fabs (d->turn) < 2 * TR_PI)
    return (TrDimensionPlace){d->from + part[k % 8] * d->turn, k / 8};
  return (TrDimensionPlace){-TR_PI / 4 + 2 * TR_PI * (k % 8) / 8 + 0.2 * (k / 8), 0};
}

TrDimensionPlace
tr_dimension_place (const TrDimension *d, int k, Vec2 center, Vec2 label_size)
{
  switch (d->kind) {
  case TR_DIMENSION_LINEAR:
    return place_linear (d, k, center, label_size);
  case TR_DIMENSION_RADIAL:
    return place_radial (d, k);
  case TR_DIMENSION_ANGULAR:
    return (TrDimensionPlace){FIRST_OFFSET + 14 * (k % 12), k / 12};
  }
  g_return_val_if_reached ((TrDimensionPlace){0});
}

static TrBounds
box_about (Vec2 at, Vec2 size)
{
  Vec2 half = v2_scale (size, 0.5);
  return (TrBounds){v2_sub (at, half), v2_add (at, half)};
}

static Vec2
label_center_linear (const TrDimension *d, TrDimensionPlace at, Vec2 size)
{
  Vec2 a, b, out;

  feet_of (d, at, &a, &b);
  if (at.slot == 0)
    return v2_mid (a, b);
  if (at.slot == 3) {
    out = at.offset > 0 ? normal_of (d) : v2_scale (normal_of (d), -1);
    return v2_mad (v2_mid (a, b), 3 + half_extent (size, out), out);
  }
  out = v2_dot (v2_sub (b, a), d->along) < 0 ? v2_scale (d->along, -1) : d->along;
  if (at.slot == 2) {
    out = v2_scale (out, -1);
    b = a;
  }
  return v2_mad (b, ARROW + ROOM + half_extent (size, out), out);
}

// Inside the circle only where the leader is long enough for both.
static bool
is_label_inside (const TrDimension *d, Vec2 u, Vec2 size)
{
  return d->radius > 2 * half_extent (size, u) + 2 * (ARROW + ROOM);
}

TrBounds
tr_dimension_label (const TrDimension *d, TrDimensionPlace at, Vec2 size)
{
  Vec2 u;

  switch (d->kind) {
  case TR_DIMENSION_LINEAR:
    return box_about (label_center_linear (d, at, size), size);
  case TR_DIMENSION_RADIAL:
    u = v2_polar (1, at.offset);
    if (is_label_inside (d, u, size))
      return box_about (v2_mad (d->a, 0.55 * d->radius, u), size);
    return box_about (v2_mad (d->a, d->radius + TAIL + half_extent (size, u), u), size);
  case TR_DIMENSION_ANGULAR:
    u = v2_polar (1, d->from + (at.slot ? 0.25 : 0.5) * d->turn);
    return box_about (v2_mad (d->a, at.offset + 4 + half_extent (size, u), u), size);
  }
  g_return_val_if_reached (tr_bounds_empty ());
}

static double
distance_to_chord (Vec2 a, Vec2 b, Vec2 p)
{
  Vec2 v = v2_sub (b, a);
  double vv = v2_dot (v, v);
  double u = vv > 0 ? fmin (1, fmax (0, v2_dot (v2_sub (p, a), v) / vv)) : 0;
  return v2_dist (p, v2_mad (a, u, v));
}

static void
set_chord (Vec2 chord[2], Vec2 a, Vec2 b)
{
  chord[0] = a;
  chord[1] = b;
}

int
tr_dimension_chords (const TrDimension *d, TrDimensionPlace at, Vec2 out[TR_DIMENSION_CHORDS][2])
{
  Vec2 a, b;

  switch (d->kind) {
  case TR_DIMENSION_LINEAR:
    feet_of (d, at, &a, &b);
    set_chord (out[0], a, b);
    set_chord (out[1], d->a, a);
    set_chord (out[2], d->b, b);
    return 3;
  case TR_DIMENSION_RADIAL:
    set_chord (out[0], d->a, v2_mad (d->a, d->radius, v2_polar (1, at.offset)));
    return 1;
  case TR_DIMENSION_ANGULAR:
    for (int i = 0; i < TR_DIMENSION_CHORDS; i++) {
      double u = d->from + i * d->turn / TR_DIMENSION_CHORDS;
      double v = d->from + (i + 1) * d->turn / TR_DIMENSION_CHORDS;
      set_chord (out[i], v2_mad (d->a, at.offset, v2_polar (1, u)),
                 v2_mad (d->a, at.offset, v2_polar (1, v)));
    }
    return TR_DIMENSION_CHORDS;
  }
  g_return_val_if_reached (0);
}

double
tr_dimension_distance (const TrDimension *d, TrDimensionPlace at, Vec2 p)
{
  Vec2 chord[TR_DIMENSION_CHORDS][2], r = v2_sub (p, d->a);
  double least = INFINITY;

  if (d->kind == TR_DIMENSION_ANGULAR) {
    // How far along the turn the point lies, from its middle.
    double off = tr_wrap_angle (atan2 (r.y, r.x) - d->from - d->turn / 2);
    return fabs (off) <= fabs (d->turn) / 2 ? fabs (v2_norm (r) - at.offset) : INFINITY;
  }
  for (int i = 0, n = tr_dimension_chords (d, at, chord); i < n; i++)
    least = fmin (least, distance_to_chord (chord[i][0], chord[i][1], p));
  return least;
}

static void
add_line (cairo_t *cr, Vec2 a, Vec2 b)
{
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
}

// A slim filled arrow head at `tip`, pointing along u.
static void
arrow_head (cairo_t *cr, Vec2 tip, Vec2 u)
{
  Vec2 back = v2_mad (tip, -ARROW, u), n = v2_scale (v2_perp (u), ARROW_HALF);

  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, back.x + n.x, back.y + n.y);
  cairo_line_to (cr, back.x - n.x, back.y - n.y);
  cairo_close_path (cr);
  cairo_fill (cr);
}

// From the point past the dimension line, with a gap at the point.
static void
extension (cairo_t *cr, Vec2 from, Vec2 to)
{
  Vec2 u = v2_unit_or (v2_sub (to, from), v2 (0, 0));

  if (v2_dist (from, to) > GAP)
    add_line (cr, v2_mad (from, GAP, u), v2_mad (to, OVERSHOOT, u));
}

static void
paint_linear (const TrDimension *d, TrDimensionPlace at, TrBounds label, cairo_t *cr)
{
  Vec2 a, b, u, size = v2_sub (label.high, label.low);
  double reach = ARROW + ROOM;

  feet_of (d, at, &a, &b);
  u = v2_dot (v2_sub (b, a), d->along) < 0 ? v2_scale (d->along, -1) : d->along;
  extension (cr, d->a, a);
  extension (cr, d->b, b);
  if (at.slot == 3)
    add_line (cr, a, b);
  else if (at.slot == 0) {
    double half = half_extent (size, u) + 2;
    Vec2 mid = v2_mid (label.low, label.high);
    // Beside a label that the line only grazes it goes on.
    if (v2_dist (a, b) > 2 * half) {
      add_line (cr, a, v2_mad (mid, -half, u));
      add_line (cr, v2_mad (mid, half, u), b);
    }
  } else {
    add_line (cr, v2_mad (a, -reach, u), a);
    add_line (cr, a, b);
    add_line (cr, b, v2_mad (b, reach, u));
  }
  cairo_stroke (cr);
  double inward = at.slot == 0 || at.slot == 3 ? 1 : -1;
  arrow_head (cr, a, v2_scale (u, -inward));
  arrow_head (cr, b, v2_scale (u, inward));
}

static void
paint_radial (const TrDimension *d, TrDimensionPlace at, TrBounds label, cairo_t *cr)
{
  Vec2 u = v2_polar (1, at.offset), tip = v2_mad (d->a, d->radius, u);
  Vec2 size = v2_sub (label.high, label.low), mid = v2_mid (label.low, label.high);
  double half = half_extent (size, u) + 2;

  if (is_label_inside (d, u, size)) {
    add_line (cr, d->a, v2_mad (mid, -half, u));
    add_line (cr, v2_mad (mid, half, u), tip);
    cairo_stroke (cr);
    arrow_head (cr, tip, u);
  } else {
    add_line (cr, d->a, v2_mad (tip, TAIL - 2, u));
    cairo_stroke (cr);
    arrow_head (cr, tip, d->radius > 2 * ARROW ? u : v2_scale (u, -1));
  }
  cairo_new_sub_path (cr);
  cairo_arc (cr, d->a.x, d->a.y, 1.5, 0, 2 * G_PI);
  cairo_fill (cr);
}

// What of the ray as far as `reach` the drawing does not show itself.
static void
paint_ray (const TrDimension *d, const TrDimensionRay *r, double reach, cairo_t *cr)
{
  Vec2 u = v2_polar (1, r->angle);
  bool is_bare = r->from > r->to || r->to <= 0 || r->from >= reach;

  if (is_bare || r->from > GAP)
    add_line (cr, d->a, v2_mad (d->a, is_bare ? reach : r->from - GAP, u));
  if (!is_bare && r->to < reach - GAP)
    add_line (cr, v2_mad (d->a, r->to + GAP, u), v2_mad (d->a, reach, u));
}

static void
paint_angular (const TrDimension *d, TrDimensionPlace at, cairo_t *cr)
{
  double r = at.offset, end = d->from + d->turn, sign = d->turn < 0 ? -1 : 1;
  // An arrow head is a chord of the arc.
  double head = fmin (0.5 * ARROW / r, 0.25 * TR_PI);
  bool has_arrows = fabs (d->turn) * r > 2.5 * ARROW;

  paint_ray (d, &d->ray[0], r + OVERSHOOT, cr);
  paint_ray (d, &d->ray[1], r + OVERSHOOT, cr);
  cairo_new_sub_path (cr);
  if (d->turn < 0)
    cairo_arc_negative (cr, d->a.x, d->a.y, r, d->from, end);
  else
    cairo_arc (cr, d->a.x, d->a.y, r, d->from, end);
  cairo_stroke (cr);
  if (!has_arrows)
    return;
  arrow_head (cr, v2_mad (d->a, r, v2_polar (1, end)),
              v2_polar (1, end + sign * (TR_PI / 2 - head)));
  arrow_head (cr, v2_mad (d->a, r, v2_polar (1, d->from)),
              v2_polar (1, d->from - sign * (TR_PI / 2 - head)));
}

void
tr_dimension_paint (const TrDimension *d, TrDimensionPlace at, TrBounds label, cairo_t *cr)
{
  cairo_new_path (cr);
  switch (d->kind) {
  case TR_DIMENSION_LINEAR:
    paint_linear (d, at, label, cr);
    break;
  case TR_DIMENSION_RADIAL:
    paint_radial (d, at, label, cr);
    break;
  case TR_DIMENSION_ANGULAR:
    paint_angular (d, at, cr);
    break;
  }
}
