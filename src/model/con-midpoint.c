// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point halfway between two others: a − (b + c)/2 = 0.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "c", .type = TR_FIELD_END, .at = 2, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = NULL},
};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  for (int k = 0; k < 3; k++)
    in[k] = tr_in (TR_IN_POINT, k);
  return 3;
}

// ∂c/∂a = I, ∂c/∂b = ∂c/∂c = −I/2
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  Vec2 d = v2_sub (x[0], v2_mid (x[1], x[2]));
  out->c[0] = d.x;
  out->c[1] = d.y;
  for (int k = 0; k < 3; k++) {
    double s = k == 0 ? 1 : -0.5;
    out->c_x[0][k] = v2 (s, 0);
    out->c_x[1][k] = v2 (0, s);
  }
}

const TrConOps tr_con_midpoint = {
    .name = "midpoint",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .inputs = inputs,
    .eval = eval,
};
