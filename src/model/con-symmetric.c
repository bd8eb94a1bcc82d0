// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Mirror images about a segment: (b − a)·d = 0 and d × (middle − place) = 0, d along the segment.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "about",
     .type = TR_FIELD_END,
     .at = 2,
     .accepts = TR_ACCEPT_SEGMENT,
     .required = true},
    {.name = NULL},
};

// a, b, the direction, its place.
static const TrLineForm between = {4, 2, {-1, 1, 0, 0}};
static const TrLineForm middle = {4, 2, {0.5, 0.5, 0, -1}};

static int
inputs (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_POINT, 0);
  in[1] = tr_in (TR_IN_POINT, 1);
  in[2] = tr_in (TR_IN_VECTOR, 2);
  in[3] = tr_in (TR_IN_PLACE, 2);
  return 4;
}

// Row 0: a and b are at the same height along the axis; row 1: their middle is on it.
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  out->undefined = tr_direction_is_short (at, 2, 2) ? TR_ROWS_ALL : 0;
  if (out->undefined)
    return;
  tr_line_along (&between, x, 0, out);
  tr_line_across (&middle, x, 1, out);
}

// Each row is a line form of its own, over the same inputs.
static void
curvature (const TrConAt *at, const double *w, double *H)
{
  const Vec2 *x = at->x;
  tr_line_along_curvature (&between, x, w[0], H);
  tr_line_across_curvature (&middle, x, w[1], H);
}

const TrConOps tr_con_symmetric = {
    .name = "symmetric",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .needs_ell = true,
    .inputs = inputs,
    .eval = eval,
    .curvature = curvature,
};
