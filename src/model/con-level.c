// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Horizontal: both ends of a direction have the same y; vertical: the same x. Linear, so that ends
// that coincide are no trouble. Of a rigid or a sheet: its first axis.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = NULL},
};

// Of a direction v: v.y, for a rigid sin θ.
static void
eval_horizontal (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[0].y;
  out->c_x[0][0] = v2 (0, 1);
}

// v.x, for a rigid cos θ.
static void
eval_vertical (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[0].x;
  out->c_x[0][0] = v2 (1, 0);
}

const TrConOps tr_con_horizontal = {
    .name = "horizontal",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .inputs = tr_inputs_vector,
    .eval = eval_horizontal,
};

const TrConOps tr_con_vertical = {
    .name = "vertical",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .inputs = tr_inputs_vector,
    .eval = eval_vertical,
};
