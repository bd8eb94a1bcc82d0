// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The radius of a circle or an arc: radius = value; and two that are the same.

#include "model/con-shape.h"

static const TrField radius_fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_ROUND, .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = NULL},
};

static const TrField equal_fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_ROUND, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_ROUND, .required = true},
    {.name = NULL},
};

static int
radius_inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in_scalar (0, TR_MEMBER_RADIUS);
  return 1;
}

static int
equal_inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in_scalar (0, TR_MEMBER_RADIUS);
  in[1] = tr_in_scalar (1, TR_MEMBER_RADIUS);
  return 2;
}

static void
radius_eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[0].x - at->c->scalar[0].value;
  out->c_x[0][0] = v2 (1, 0);
}

// Of radii, never of their squares: linear.
static void
equal_eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[0].x - x[1].x;
  out->c_x[0][0] = v2 (1, 0);
  out->c_x[0][1] = v2 (-1, 0);
}

const TrConOps tr_con_radius = {
    .name = "radius",
    .fields = radius_fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .inputs = radius_inputs,
    .eval = radius_eval,
};

const TrConOps tr_con_equal_radius = {
    .name = "equal-radius",
    .fields = equal_fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .inputs = equal_inputs,
    .eval = equal_eval,
};
