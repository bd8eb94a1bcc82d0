// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The signed distance of two points along an axis: b.x − a.x = value, b.y − a.y = value.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = NULL},
};

// Signed, so that b cannot slip to the other side of a.
static void
eval_x (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[1].x - x[0].x - at->c->scalar[0].value;
  out->c_x[0][0] = v2 (-1, 0);
  out->c_x[0][1] = v2 (1, 0);
}

static void
eval_y (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[1].y - x[0].y - at->c->scalar[0].value;
  out->c_x[0][0] = v2 (0, -1);
  out->c_x[0][1] = v2 (0, 1);
}

const TrConOps tr_con_distance_x = {
    .name = "distance-x",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .inputs = tr_inputs_points,
    .eval = eval_x,
};

const TrConOps tr_con_distance_y = {
    .name = "distance-y",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .inputs = tr_inputs_points,
    .eval = eval_y,
};
