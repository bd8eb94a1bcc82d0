// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-points.h"

#include <glib/gi18n.h>

// x = (1 − s)³ p₀ + 3 s (1 − s)² p₁ + 3 s² (1 − s) p₂ + s³ p₃, from points 3i … 3i + 3.
static const TrPointsBasis bezier_basis = {
    .width = 4,
    .stride = 3,
    .pieces = 4,
    .least = 4,
    .least_closed = 3,
    .power = {{1, -3, 3, -1}, {0, 3, -6, 3}, {0, 0, 3, -3}, {0, 0, 0, 1}},
};

// Every third point lies on the curve.
static bool
bezier_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 2 * point;
  *t = point % 3 == 0 ? point / 3 : NAN;
  return point >= 0 && point < b->n / 2;
}

// The ends of spans weigh four times as much, so that a curve pulled at its middle bends.
static void
bezier_mass (const TrBody *b, const double *q, double *M)
{
  tr_points_lumped (b, q, M);
  for (int p = 0; p < b->n / 2; p += 3) {
    M[4 * p] *= 4;
    M[4 * p + 3] *= 4;
  }
}

const TrBodyOps tr_body_bezier = {
    .name = N_ ("bezier"),
    .fields = tr_points_fields,
    .block = 2,
    .has_curve = true,
    .basis = &bezier_basis,
    .range = tr_points_range,
    .jet = tr_points_jet,
    .named = bezier_named,
    .mass = bezier_mass,
    .consistent = tr_points_consistent,
    .pairs = tr_points_pairs,
    .drag = tr_points_drag,
    .derived = tr_points_derived,
    .has_derived = 1 << TR_DERIVED_LENGTH | 1 << TR_DERIVED_AREA,
    .box = tr_points_box,
};
