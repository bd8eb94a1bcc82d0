// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The distance of two points, |b − a| = value; or, where b is a line, the signed normal distance
// of a from it, d × (a − place) = value. Points that coincide leave along the direction that they
// last had. Points with a distance of 0 are in one place, b − a = 0: all but there the way between them is no
// direction to go by.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b",
     .type = TR_FIELD_END,
     .at = 1,
     .accepts = TR_ACCEPT_POINT | TR_ACCEPT_LINE,
     .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = 0, .required = true},
    {.name = NULL},
};

// a, the direction, its place.
static const TrLineForm form = {3, 1, {1, 0, -1}};

// The two readings of `distance` differ by what b is.
static bool
is_from_line (const TrConstraint *c)
{
  return c->end[1].kind != TR_END_POINT;
}

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  if (!is_from_line (c))
    return tr_inputs_points (bodies, c, in);
  in[0] = tr_in (TR_IN_POINT, 0);
  in[1] = tr_in (TR_IN_VECTOR, 1);
  in[2] = tr_in (TR_IN_PLACE, 1);
  return 3;
}

// c = |x₁ − x₀| − value, ∂c/∂x₁ = n = −∂c/∂x₀; of 0 c = x₁ − x₀
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  if (tr_constraint_joins_points (at->c))
    tr_meeting_rows (0, 1, x, out);
  else if (!is_from_line (at->c))
    tr_length_row (at, 0, 1, 1, at->memory->dir, 0, out);
  else if (!tr_direction_is_short (at, 1, 1))
    tr_line_across (&form, x, 0, out);
  else
    out->undefined = TR_ROWS_ALL;
  out->c[0] -= at->c->scalar[0].value;
}

// c_xx = (I − n nᵀ)/L over x₁ − x₀
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  if (is_from_line (at->c))
    tr_line_across_curvature (&form, x, w[0], H);
  else if (!tr_constraint_joins_points (at->c))
    tr_length_curvature (0, 1, 2, x, w[0], H);
}

// −λ (I − n nᵀ)/L is positive where the distance is in tension (λ < 0), else negative.
static bool
stiffness (const TrConAt *at, const double *w, double *K)
{
  const Vec2 *x = at->x;
  if (is_from_line (at->c))
    return false;
  if (w[0] < 0 && !tr_constraint_joins_points (at->c))
    tr_length_curvature (0, 1, 2, x, -w[0], K);
  return true;
}

// Only where the points are apart: else the last direction stays.
static void
remember (const TrConAt *at, TrMemory *memory)
{
  const Vec2 *x = at->x;
  if (is_from_line (at->c))
    return;
  Vec2 d = v2_sub (x[1], x[0]);
  if (!(v2_norm (d) > 1e-9 * at->ell))
    return;
  memory->dir = v2_unit_or (d, memory->dir);
  memory->sign = 1;
}

const TrConOps tr_con_distance = {
    .name = "distance",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .needs_ell = true,
    .inputs = inputs,
    .eval = eval,
    .curvature = curvature,
    .stiffness = stiffness,
    .remember = remember,
};
