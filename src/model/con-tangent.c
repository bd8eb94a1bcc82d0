// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Two curves meet and share a tangent line: a − b = 0 and the turn from tₐ to ±t_b is 0. The sign,
// the sense of travel, is that which the curves first had and is never given up: one root, which no
// drag can exchange for the opposite one.

#include "model/con-shape.h"

enum { TURN = 1 << 2 }; // the third row

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = NULL},
};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_POINT, 0);
  in[1] = tr_in (TR_IN_POINT, 1);
  in[2] = tr_in (TR_IN_TANGENT, 0);
  in[3] = tr_in (TR_IN_TANGENT, 1);
  return 4;
}

// A zero handle, a circle of no radius: the curve has no tangent here.
static bool
is_undefined (const Vec2 *x, double ell)
{
  return !(v2_norm (x[2]) > 1e-9 * ell && v2_norm (x[3]) > 1e-9 * ell);
}

// Whether the curves run the same way (1) or against each other (−1).
static double
sense (const Vec2 *x)
{
  return v2_dot (x[2], x[3]) >= 0 ? 1 : -1;
}

// Curves meet whether or not they have tangents. c₂ = atan2 (s t_a × t_b, s t_a·t_b): its gradient is that of the turn, whatever s.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[0].x - x[1].x;
  out->c[1] = x[0].y - x[1].y;
  out->c_x[0][0] = v2 (1, 0);
  out->c_x[1][0] = v2 (0, 1);
  out->c_x[0][1] = v2 (-1, 0);
  out->c_x[1][1] = v2 (0, -1);
  out->undefined = is_undefined (x, at->ell) ? TURN : 0;
  if (out->undefined)
    return;
  double s = fabs (at->memory->sign) > 0 ? at->memory->sign : sense (x);
  double d = atan2 (s * v2_cross (x[2], x[3]), s * v2_dot (x[2], x[3]));
  out->c[2] = d <= -TR_PI ? TR_PI : d;
  tr_turn_gradient (2, 3, x, 1, 2, out);
}

// The meeting is linear in the points; the angle curves with the tangents.
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  tr_turn_curvature (2, 3, 4, x, w[2], 0, H);
}

// Once, when both tangents are first seen; a drag never changes it.
static void
remember (const TrConAt *at, TrMemory *memory)
{
  const Vec2 *x = at->x;
  if (!(fabs (memory->sign) > 0) && !is_undefined (x, at->ell))
    memory->sign = sense (x);
}

const TrConOps tr_con_tangent = {
    .name = "tangent",
    .fields = fields,
    .rows = 3,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH, TR_ROW_ANGLE},
    .needs_ell = true,
    .inputs = inputs,
    .eval = eval,
    .curvature = curvature,
    .remember = remember,
};
