// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point stays at a place: a − at = 0.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "at", .type = TR_FIELD_PLACE, .required = true},
    {.name = NULL},
};

// ∂c/∂a = I
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->c[0] = x[0].x - at->c->place.x;
  out->c[1] = x[0].y - at->c->place.y;
  out->c_x[0][0] = v2 (1, 0);
  out->c_x[1][0] = v2 (0, 1);
}

const TrConOps tr_con_nail = {
    .name = "nail",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .inputs = tr_inputs_point,
    .eval = eval,
};
