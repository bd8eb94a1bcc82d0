// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The turn from a to b modulo 2π, never the opposite ray: φ − value in (−π, π] is 0.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = NULL},
};

// c′(φ) = 1; atan2 of the missing turn is exact to the last digits near 0 and has no other root.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->undefined =
      tr_direction_is_short (at, 0, 0) || tr_direction_is_short (at, 1, 1) ? TR_ROWS_ALL : 0;
  if (out->undefined)
    return;
  // the turn that is missing: b turned back by the value, seen from a
  double s = v2_cross (x[0], x[1]), k = v2_dot (x[0], x[1]);
  double sv = sin (at->c->scalar[0].value), kv = cos (at->c->scalar[0].value);
  double d = atan2 (s * kv - k * sv, k * kv + s * sv);
  out->c[0] = d <= -TR_PI ? TR_PI : d;
  tr_turn_gradient (0, 1, x, 1, 0, out);
}

// c = φ − value is as curved as φ.
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  tr_turn_curvature (0, 1, 2, x, w[0], 0, H);
}

const TrConOps tr_con_angle = {
    .name = "angle",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_ANGLE},
    .needs_ell = true,
    .inputs = tr_inputs_vectors,
    .eval = eval,
    .curvature = curvature,
};
