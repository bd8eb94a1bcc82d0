// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>

// A local point p is at position + R(θ) p; q = (position, θ). No curve.

static void
rigid_local (const TrBody *b, const double *q, Vec2 p, TrJet *j)
{
  Vec2 d = m2_apply (m2_rotation (q[2]), p);
  tr_jet_clear (j, 3);
  j->x = v2_add (v2 (q[0], q[1]), d);
  tr_jet_place (j, 0, 1);
  j->x_q[2] = v2_perp (d);
}

static void
rigid_local_curvature (const TrBody *b, const double *q, Vec2 p, Vec2 w, double *H)
{
  H[8] -= v2_dot (w, m2_apply (m2_rotation (q[2]), p));
}

static bool
rigid_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 0;
  *t = NAN;
  return point == 0;
}

static double
rigid_drag (const TrBody *b, const double *q)
{
  return b->rigid.length;
}

// A bar of length L along the first axis, centred, half its drag at each end: (L/2) · 2 (L/2)².
static void
rigid_mass (const TrBody *b, const double *q, double *M)
{
  double length = b->rigid.length;
  tr_set_diagonal (M, 3, length);
  M[8] = length * length * length / 4;
}

// The bar.
static void
rigid_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  Vec2 half = v2_polar (0.5 * b->rigid.length, q[2]);
  tr_box_start (v2_add (v2 (q[0], q[1]), half), low, high);
  tr_box_add (v2_sub (v2 (q[0], q[1]), half), low, high);
}

static const TrField rigid_fields[] = {
    {.name = "position", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = "rotation", .type = TR_FIELD_ANGLE, .at = 2, .required = true},
    {.name = "length", .type = TR_FIELD_BAR_LENGTH, .otherwise = 1},
    {.name = "drawing", .type = TR_FIELD_DRAWING},
    {.name = NULL},
};

const TrBodyOps tr_body_rigid = {
    .name = N_ ("rigid"),
    .fields = rigid_fields,
    .n = 3,
    .has_local = true,
    .has_direction = true,
    .members = (const char *const[]){"x", "y", "rotation", NULL},
    .points = (const char *const[]){"origin", NULL},
    .local = rigid_local,
    .local_curvature = rigid_local_curvature,
    .named = rigid_named,
    .mass = rigid_mass,
    .drag = rigid_drag,
    .box = rigid_box,
};
