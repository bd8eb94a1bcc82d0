// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-points.h"

#include "model/body-parts.h"
#include "model/points-span.h"

#include <glib/gi18n.h>
#include <string.h>

// x = (1 − s) p_i + s p_(i+1)
static const TrPointsBasis polyline_basis = {
    .width = 2,
    .stride = 1,
    .pieces = 1,
    .least = 2,
    .least_closed = 2,
    .power = {{1, -1}, {0, 1}},
};

static bool
polyline_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 2 * point;
  *t = point;
  return point >= 0 && point < b->n / 2;
}

// Half the length of each span at either end: the lumped integrals in closed form.
static void
polyline_mass (const TrBody *b, const double *q, double *M)
{
  memset (M, 0, sizeof (double) * 2 * (size_t) b->n);
  for (int i = 0; i < tr_span_count (b); i++) {
    TrSpan span = tr_span_make (b, i);
    double half = 0.5 * v2_dist (tr_span_point (&span, q, 0), tr_span_point (&span, q, 1));
    for (int k = 0; k < 2; k++) {
      double *block = M + 4 * span.point[k];
      block[0] += half;
      block[3] += half;
    }
  }
}

const TrBodyOps tr_body_polyline = {
    .name = N_ ("polyline"),
    .fields = tr_points_fields,
    .block = 2,
    .has_curve = true,
    .basis = &polyline_basis,
    .range = tr_points_range,
    .jet = tr_points_jet,
    .named = polyline_named,
    .mass = polyline_mass,
    .consistent = tr_points_consistent,
    .pairs = tr_points_pairs,
    .drag = tr_points_drag,
    .derived = tr_points_derived,
    .has_derived = 1 << TR_DERIVED_LENGTH | 1 << TR_DERIVED_AREA,
    .box = tr_points_box,
};
