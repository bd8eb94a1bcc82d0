// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Two rigids turn together: a.rotation − ratio·b.rotation − phase = 0.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_RIGID, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_RIGID, .required = true},
    {.name = "ratio", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = "phase", .type = TR_FIELD_SCALAR, .at = 1},
    {.name = NULL},
};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in_scalar (0, TR_MEMBER_ROTATION);
  in[1] = tr_in_scalar (1, TR_MEMBER_ROTATION);
  return 2;
}

// Both rotations are counted, so that the ratio holds over any number of turns.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  double ratio = at->c->scalar[0].value;
  out->c[0] = x[0].x - ratio * x[1].x - at->c->scalar[1].value;
  out->c_x[0][0] = v2 (1, 0);
  out->c_x[0][1] = v2 (-ratio, 0);
}

const TrConOps tr_con_gear = {
    .name = "gear",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_ANGLE},
    .inputs = inputs,
    .eval = eval,
};
