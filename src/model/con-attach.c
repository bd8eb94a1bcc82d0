// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Two points coincide: a − b = 0.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = NULL},
};

// ∂c/∂a = I, ∂c/∂b = −I
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
}

const TrConOps tr_con_attach = {
    .name = "attach",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .inputs = tr_inputs_points,
    .eval = eval,
};
