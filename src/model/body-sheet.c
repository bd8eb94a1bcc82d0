// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>
#include <glib.h>

// A local point (ξ, η) is at origin + ξ u + η v; q = (origin, u, v). Linear in q, no curve: the
// troid of witkin-1990 §5.4.

// Below this |u × v| / (|u| |v|) a sheet is flat.
static const double flat = 1e-12;

bool
tr_sheet_is_flat (Vec2 u, Vec2 v)
{
  return !(fabs (v2_cross (u, v)) > flat * sqrt (v2_dot (u, u) * v2_dot (v, v)));
}

bool
tr_sheet_is_flat_at (const TrBody *b, const double *q)
{
  const double *x = q + b->q;
  return tr_sheet_is_flat (v2 (x[2], x[3]), v2 (x[4], x[5]));
}

static Vec2
place (const double *q, Vec2 p)
{
  return v2 (q[0] + p.x * q[2] + p.y * q[4], q[1] + p.x * q[3] + p.y * q[5]);
}

static void
sheet_local (const TrBody *b, const double *q, Vec2 p, TrJet *j)
{
  tr_jet_clear (j, 6);
  j->x = place (q, p);
  tr_jet_place (j, 0, 1);
  tr_jet_place (j, 2, p.x);
  tr_jet_place (j, 4, p.y);
}

static bool
sheet_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 0;
  *t = NAN;
  return point == 0;
}

static double
sheet_drag (const TrBody *b, const double *q)
{
  return b->sheet.size.x * b->sheet.size.y;
}

// wh diag (1, w²/2, h²/2) ⊗ I
static void
sheet_mass (const TrBody *b, const double *q, double *M)
{
  Vec2 size = b->sheet.size;
  const double part[3] = {1, size.x * size.x / 2, size.y * size.y / 2};
  tr_set_diagonal (M, 6, sheet_drag (b, q));
  for (int i = 0; i < 6; i++)
    M[i * 7] *= part[i / 2];
}

// area = w h u × v
static double
sheet_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess)
{
  double s = sheet_drag (b, q);
  Vec2 u = v2 (q[2], q[3]), v = v2 (q[4], q[5]);
  g_assert (which == TR_DERIVED_AREA);
  tr_clear_gradient (6, grad, hess);
  if (grad != NULL) {
    grad[2] = s * v.y;
    grad[3] = -s * v.x;
    grad[4] = -s * u.y;
    grad[5] = s * u.x;
  }
  if (hess != NULL) {
    tr_add_symmetric (hess, 6, 2, 5, s);
    tr_add_symmetric (hess, 6, 3, 4, -s);
  }
  return s * v2_cross (u, v);
}

// The four corners of the rectangle, centred on the origin.
static void
sheet_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  Vec2 half = v2_scale (b->sheet.size, 0.5);
  tr_box_start (v2 (q[0], q[1]), low, high);
  for (int k = 0; k < 4; k++)
    tr_box_add (place (q, v2 (k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y)), low, high);
}

static const TrField sheet_fields[] = {
    {.name = "origin", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = "u", .type = TR_FIELD_POINT, .at = 2, .required = true},
    {.name = "v", .type = TR_FIELD_POINT, .at = 4, .required = true},
    {.name = "size", .type = TR_FIELD_SIZE, .otherwise = 1},
    {.name = "elastic", .type = TR_FIELD_ELASTIC},
    {.name = "rest", .type = TR_FIELD_REST},
    {.name = "drawing", .type = TR_FIELD_DRAWING},
    {.name = NULL},
};

const TrBodyOps tr_body_sheet = {
    .name = N_ ("sheet"),
    .fields = sheet_fields,
    .n = 6,
    .has_local = true,
    .has_direction = true,
    .members = (const char *const[]){"x", "y", "ux", "uy", "vx", "vy", NULL},
    .points = (const char *const[]){"origin", NULL},
    .local = sheet_local,
    .named = sheet_named,
    .mass = sheet_mass,
    .drag = sheet_drag,
    .derived = sheet_derived,
    .has_derived = 1 << TR_DERIVED_AREA,
    .box = sheet_box,
};
