// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point lies on an infinite line: d × (a − place) = 0, d of length 1.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_LINE, .required = true},
    {.name = NULL},
};

// a, the direction, its place.
static const TrLineForm form = {3, 1, {1, 0, -1}};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_POINT, 0);
  in[1] = tr_in (TR_IN_VECTOR, 1);
  in[2] = tr_in (TR_IN_PLACE, 1);
  return 3;
}

// The line's own turning about its place moves c too: con-shape.c has the gradients.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->undefined = tr_direction_is_short (at, 1, 1) ? TR_ROWS_ALL : 0;
  if (!out->undefined)
    tr_line_across (&form, x, 0, out);
}

static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  tr_line_across_curvature (&form, x, w[0], H);
}

const TrConOps tr_con_on_line = {
    .name = "on-line",
    .fields = fields,
    .rows = 1,
    .unit = {TR_ROW_LENGTH},
    .needs_ell = true,
    .inputs = inputs,
    .eval = eval,
    .curvature = curvature,
};
