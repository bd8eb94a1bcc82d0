// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A scalar member of a body stays at a value: member − value = 0. The angle of a segment is known
// modulo 2π only, so its difference is taken in (−π, π]; rotations are counted and are not.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_BODY, .required = true},
    {.name = "what", .type = TR_FIELD_MEMBER, .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = NULL},
};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in_scalar (0, c->member);
  return 1;
}

// Linear in the member; what curves is the member itself (row.h).
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  double d = x[0].x - at->c->scalar[0].value;
  bool wraps = at->c->member == at->bodies[at->c->end[0].body].n + (int) TR_DERIVED_ANGLE;
  out->c[0] = wraps ? tr_wrap_angle (d) : d;
  out->c_x[0][0] = v2 (1, 0);
}

const TrConOps tr_con_fix = {
    .name = "fix",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_OTHER},
    .inputs = inputs,
    .eval = eval,
};
