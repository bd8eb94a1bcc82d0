// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>
#include <glib.h>

// x(t) = c + r e(t),  e = (cos t, sin t),  e′ = perp e;  q = (c, r). Linear in q.

static void
circle_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = 0;
  *t1 = 2 * G_PI;
}

static void
circle_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  Vec2 e = v2_polar (1, t), e_t = v2_perp (e);
  tr_jet_clear (j, 3);
  j->x = v2_mad (v2 (q[0], q[1]), q[2], e);
  j->x_t = v2_scale (e_t, q[2]);
  j->x_tt = v2_scale (e, -q[2]);
  j->x_ttt = v2_scale (e_t, -q[2]);
  tr_jet_place (j, 0, 1);
  j->x_q[2] = e;
  j->x_tq[2] = e_t;
  j->x_ttq[2] = v2_scale (e, -1);
}

static bool
circle_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 0;
  *t = NAN;
  return point == 0;
}

static double
circle_drag (const TrBody *b, const double *q)
{
  return 2 * G_PI * fabs (q[2]);
}

// ∫ X_qᵀ X_q r dt = 2π r I: the consistent matrix, as ∫ e = 0 and e·e = 1.
static void
circle_mass (const TrBody *b, const double *q, double *M)
{
  tr_set_diagonal (M, 3, circle_drag (b, q));
}

static double
circle_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess)
{
  double r = q[2];
  bool is_area = which == TR_DERIVED_AREA;
  g_assert (which != TR_DERIVED_ANGLE);
  tr_clear_gradient (3, grad, hess);
  if (grad != NULL)
    grad[2] = is_area ? 2 * G_PI * r : 2 * G_PI;
  if (hess != NULL)
    hess[8] = is_area ? 2 * G_PI : 0;
  return is_area ? G_PI * r * r : 2 * G_PI * r;
}

static void
circle_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  double r = fabs (q[2]);
  *low = v2 (q[0] - r, q[1] - r);
  *high = v2 (q[0] + r, q[1] + r);
}

static const TrField circle_fields[] = {
    {.name = "center", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = "radius", .type = TR_FIELD_LENGTH, .at = 2, .required = true},
    {.name = NULL},
};

const TrBodyOps tr_body_circle = {
    .name = N_ ("circle"),
    .fields = circle_fields,
    .n = 3,
    .has_curve = true,
    .members = (const char *const[]){"x", "y", "radius", NULL},
    .points = (const char *const[]){"center", NULL},
    .range = circle_range,
    .jet = circle_jet,
    .named = circle_named,
    .mass = circle_mass,
    .drag = circle_drag,
    .derived = circle_derived,
    .has_derived = 1 << TR_DERIVED_LENGTH | 1 << TR_DERIVED_AREA,
    .box = circle_box,
};
