// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Two directions of the same length: |a| − |b| = 0. One of length 0 grows along x.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_DIRECTION, .required = true},
    {.name = NULL},
};

// ∂c/∂u = u/|u|, ∂c/∂v = −v/|v|
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  tr_length_row (at, -1, 0, 1, v2 (1, 0), 0, out);
  tr_length_row (at, -1, 1, -1, v2 (1, 0), 0, out);
}

// Block diagonal: the two lengths do not know each other.
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  tr_length_curvature (-1, 0, 2, x, w[0], H);
  tr_length_curvature (-1, 1, 2, x, -w[0], H);
}

// One of the two is in tension: that one stiffens.
static bool
stiffness (const TrConAt *at, const double *w, double *K)
{
  const Vec2 *x = at->x;
  tr_length_curvature (-1, w[0] < 0 ? 0 : 1, 2, x, fabs (w[0]), K);
  return true;
}

const TrConOps tr_con_equal_length = {
    .name = "equal-length",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .needs_ell = true,
    .inputs = tr_inputs_vectors,
    .eval = eval,
    .curvature = curvature,
    .stiffness = stiffness,
};
