// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-points.h"

#include <glib/gi18n.h>

// The uniform cubic B-spline: 6 x = (1 − s)³ p₀ + (3 s³ − 6 s² + 4) p₁
//                                   + (−3 s³ + 3 s² + 3 s + 1) p₂ + s³ p₃
static const TrPointsBasis spline_basis = {
    .width = 4,
    .stride = 1,
    .pieces = 4,
    .least = 4,
    .least_closed = 4,
    .power = {{1.0 / 6, -1.0 / 2, 1.0 / 2, -1.0 / 6},
              {2.0 / 3, 0, -1, 1.0 / 2},
              {1.0 / 6, 1.0 / 2, 1.0 / 2, -1.0 / 2},
              {0, 0, 0, 1.0 / 6}},
};

// Control points lie off the curve.
static bool
spline_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 2 * point;
  *t = NAN;
  return point >= 0 && point < b->n / 2;
}

const TrBodyOps tr_body_spline = {
    .name = N_ ("spline"),
    .fields = tr_points_fields,
    .block = 2,
    .has_curve = true,
    .basis = &spline_basis,
    .range = tr_points_range,
    .jet = tr_points_jet,
    .named = spline_named,
    .mass = tr_points_lumped,
    .consistent = tr_points_consistent,
    .pairs = tr_points_pairs,
    .drag = tr_points_drag,
    .derived = tr_points_derived,
    .has_derived = 1 << TR_DERIVED_LENGTH | 1 << TR_DERIVED_AREA,
    .box = tr_points_box,
};
