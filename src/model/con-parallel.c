// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Parallel: u × v = 0, perpendicular: u·v = 0, for the unit vectors along two directions: the sine
// and the cosine of the turn φ between them.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = NULL},
};

// Without a length there is no turn.
static bool
is_undefined (const TrConAt *at)
{
  return tr_direction_is_short (at, 0, 0) || tr_direction_is_short (at, 1, 1);
}

// c = sin φ, c′ = cos φ
static void
eval_parallel (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->undefined = is_undefined (at) ? TR_ROWS_ALL : 0;
  if (out->undefined)
    return;
  Vec2 t = tr_turn_sine_cosine (x[0], x[1]);
  out->c[0] = t.x;
  tr_turn_gradient (0, 1, x, t.y, 0, out);
}

// c = cos φ, c′ = −sin φ
static void
eval_perpendicular (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->undefined = is_undefined (at) ? TR_ROWS_ALL : 0;
  if (out->undefined)
    return;
  Vec2 t = tr_turn_sine_cosine (x[0], x[1]);
  out->c[0] = t.y;
  tr_turn_gradient (0, 1, x, -t.x, 0, out);
}

// c′ = cos φ, c″ = −sin φ
static void
curvature_parallel (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  Vec2 t = tr_turn_sine_cosine (x[0], x[1]);
  tr_turn_curvature (0, 1, 2, x, w[0] * t.y, -w[0] * t.x, H);
}

// c′ = −sin φ, c″ = −cos φ
static void
curvature_perpendicular (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  Vec2 t = tr_turn_sine_cosine (x[0], x[1]);
  tr_turn_curvature (0, 1, 2, x, -w[0] * t.x, -w[0] * t.y, H);
}

const TrConOps tr_con_parallel = {
    .name = "parallel",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_SINE},
    .needs_ell = true,
    .inputs = tr_inputs_vectors,
    .eval = eval_parallel,
    .curvature = curvature_parallel,
};

const TrConOps tr_con_perpendicular = {
    .name = "perpendicular",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_SINE},
    .needs_ell = true,
    .inputs = tr_inputs_vectors,
    .eval = eval_perpendicular,
    .curvature = curvature_perpendicular,
};
