// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The length of a direction: |a| = value. One that is 0 grows along the direction that it last
// had; as of a distance, one that is to be 0 is v = 0.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = NULL},
};

// c = |v| − value, ∂c/∂v = n; of 0 c = v
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  if (tr_constraint_joins_points (at->c)) {
    tr_meeting_rows (-1, 0, at->x, out);
    return;
  }
  tr_length_row (at, -1, 0, 1, at->memory->dir, 0, out);
  out->c[0] -= at->c->scalar[0].value;
}

// c_vv = (I − n nᵀ)/L
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  if (!tr_constraint_joins_points (at->c))
    tr_length_curvature (-1, 0, 1, x, w[0], H);
}

// As of a distance: positive where it is in tension.
static bool
stiffness (const TrConAt *at, const double *w, double *K)
{
  const Vec2 *x = at->x;
  if (w[0] < 0 && !tr_constraint_joins_points (at->c))
    tr_length_curvature (-1, 0, 1, x, -w[0], K);
  return true;
}

// Only while there is a length: else the last direction stays.
static void
remember (const TrConAt *at, TrMemory *memory)
{
  const Vec2 *x = at->x;
  if (!(v2_norm (x[0]) > 1e-9 * at->ell))
    return;
  memory->dir = v2_unit_or (x[0], memory->dir);
  memory->sign = 1;
}

const TrConOps tr_con_length = {
    .name = "length",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .needs_ell = true,
    .inputs = tr_inputs_vector,
    .eval = eval,
    .curvature = curvature,
    .stiffness = stiffness,
    .remember = remember,
};
