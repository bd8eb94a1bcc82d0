// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A scalar member stays within bounds: member − min ≥ 0, max − member ≥ 0; either may be left out.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "what", .type = TR_FIELD_WHAT, .required = true},
    {.name = "min", .type = TR_FIELD_SCALAR, .at = TR_LIMIT_MIN},
    {.name = "max", .type = TR_FIELD_SCALAR, .at = TR_LIMIT_MAX},
    // Of an impact in the second-order law.
    {.name = "restitution", .type = TR_FIELD_SCALAR, .at = TR_LIMIT_RESTITUTION},
    {.name = NULL},
};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in_scalar (0, c->member);
  return 1;
}

// The rows that there are, the lower bound first.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  int row = 0;
  if (at->c->has & 1) {
    out->c[row] = x[0].x - at->c->scalar[0].value;
    out->c_x[row++][0] = v2 (1, 0);
  }
  if (at->c->has & 2) {
    out->c[row] = at->c->scalar[1].value - x[0].x;
    out->c_x[row][0] = v2 (-1, 0);
  }
}

const TrConOps tr_con_limit = {
    .name = "limit",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_OTHER, TR_ROW_OTHER},
    .is_inequality = true,
    .inputs = inputs,
    .eval = eval,
};
