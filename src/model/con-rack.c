// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A rigid rolls along a line without slip: with d along the line, θ its turn,
//
//   d·(a.origin − place) + radius·(a.rotation − θ) − phase = 0
//
// The turn of a rigid is its counted rotation; that of any other line is the angle of its
// direction, counted on from the one that is remembered. Files do not tell how many turns that is: as
// long as nothing is remembered it is as many as let the rack hold best.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_RIGID, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_LINE, .required = true},
    {.name = "radius", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = "phase", .type = TR_FIELD_SCALAR, .at = 1},
    {.name = NULL},
};

// The origin, the rotation, the direction, its place, and where it is a rigid its rotation.
enum { ORIGIN, ROTATION, VECTOR, PLACE, TURN };
static const TrLineForm rigid_form = {5, VECTOR, {1, 0, 0, -1, 0}};
static const TrLineForm line_form = {4, VECTOR, {1, 0, 0, -1}};

// A rigid counts its own rotation; other lines need the memory.
static bool
is_on_rigid (const TrBody *bodies, const TrConstraint *c)
{
  return c->end[1].kind == TR_END_BODY && bodies[c->end[1].body].kind == TR_BODY_RIGID;
}

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[ORIGIN] = tr_in (TR_IN_PLACE, 0);
  in[ROTATION] = tr_in_scalar (0, TR_MEMBER_ROTATION);
  in[VECTOR] = tr_in (TR_IN_VECTOR, 1);
  in[PLACE] = tr_in (TR_IN_PLACE, 1);
  if (!is_on_rigid (bodies, c))
    return 4;
  in[TURN] = tr_in_scalar (1, TR_MEMBER_ROTATION);
  return 5;
}

// The angle of v that is nearest to the one remembered.
static double
count_on (double last, Vec2 v)
{
  return last + tr_wrap_angle (atan2 (v.y, v.x) - last);
}

// θ of a line that is no rigid.
static double
line_turn (const TrConAt *at, const TrMemory *memory)
{
  const Vec2 *x = at->x;
  double radius = at->c->scalar[0].value, turn = atan2 (x[VECTOR].y, x[VECTOR].x);
  if (fabs (memory->sign) > 0)
    return count_on (memory->turn, x[VECTOR]);
  double rolled = v2_dot (x[VECTOR], v2_sub (x[ORIGIN], x[PLACE])) / v2_norm (x[VECTOR]);
  double missed = rolled + radius * (x[ROTATION].x - turn) - at->c->scalar[1].value;
  double turns = missed / (2 * G_PI * radius);
  return isfinite (turns) ? turn + 2 * G_PI * floor (turns + 0.5) : turn;
}

// ∂c/∂origin = d = −∂c/∂place, ∂c/∂rotation = radius, ∂c/∂θ = −radius; and d turns with v.
double
tr_rack_turn (const TrConAt *at)
{
  bool rigid = is_on_rigid (at->bodies, at->c);
  return at->x[ROTATION].x - (rigid ? at->x[TURN].x : line_turn (at, at->memory));
}

Vec2
tr_rack_turn_gradient (const TrConAt *at, int k)
{
  bool rigid = is_on_rigid (at->bodies, at->c);
  if (k == VECTOR && !rigid)
    return v2_scale (tr_angle_gradient (at->x[VECTOR]), -1);
  return v2 (k == ROTATION ? 1 : k == TURN ? -1 : 0, 0);
}

static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->undefined = tr_direction_is_short (at, 1, VECTOR) ? TR_ROWS_ALL : 0;
  if (out->undefined)
    return;
  bool rigid = is_on_rigid (at->bodies, at->c);
  double radius = at->c->scalar[0].value;
  tr_line_along (rigid ? &rigid_form : &line_form, x, 0, out);
  out->c[0] += radius * tr_rack_turn (at) - at->c->scalar[1].value;
  out->c_x[0][ROTATION] = v2 (radius, 0);
  if (rigid)
    out->c_x[0][TURN] = v2 (-radius, 0);
  else
    out->c_x[0][VECTOR] = v2_mad (out->c_x[0][VECTOR], -radius, tr_angle_gradient (x[VECTOR]));
}

// The turn of a line that is no rigid adds −radius θ_vv.
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  if (is_on_rigid (at->bodies, at->c)) {
    tr_line_along_curvature (&rigid_form, x, w[0], H);
    return;
  }
  tr_line_along_curvature (&line_form, x, w[0], H);
  tr_hess_add (H, 4, VECTOR, VECTOR, -w[0] * at->c->scalar[0].value, tr_angle_hessian (x[VECTOR]));
}

// Frame by frame, so that no turn of more than half a circle is missed.
static void
remember (const TrConAt *at, TrMemory *memory)
{
  if (is_on_rigid (at->bodies, at->c) || tr_direction_is_short (at, 1, VECTOR))
    return;
  memory->turn = line_turn (at, at->memory);
  memory->sign = 1;
}

const TrConOps tr_con_rack = {
    .name = "rack",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .needs_ell = true,
    .inputs = inputs,
    .eval = eval,
    .curvature = curvature,
    .remember = remember,
};
