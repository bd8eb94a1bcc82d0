// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A blade: the point of a rigid moves only along the rigid's first axis, n·ẋ = 0 with n normal to
// the axis. It holds of velocities alone (nonholonomic): no place is out of reach, so it has no
// residual and no curvature of its own.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = NULL},
};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_POINT, 0);
  in[1] = tr_in_scalar (0, TR_MEMBER_ROTATION);
  return 2;
}

// ∂c/∂ẋ = n = (−sin θ, cos θ); the rotation only tells where n points.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c_x[0][0] = v2_perp (v2_polar (1, x[1].x));
}

const TrConOps tr_con_skate = {
    .name = "skate",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .is_velocity = true,
    .inputs = inputs,
    .eval = eval,
};
