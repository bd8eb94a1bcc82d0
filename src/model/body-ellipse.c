// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/gauss.h"
#include "model/body-parts.h"

#include <glib/gi18n.h>
#include <glib.h>

// x(t) = c + d,  d = u cos t a + v sin t b,  a = (cos φ, sin φ),  b = perp a;
// q = (c, u, v, φ).  a_φ = b,  b_φ = −a,  d_φ = perp d.

enum { U = 2, V, TURN, N };

static void
ellipse_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = 0;
  *t1 = 2 * G_PI;
}

static void
ellipse_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  double c = cos (t), s = sin (t);
  Vec2 i = v2_polar (1, q[TURN]), k = v2_perp (i);
  Vec2 d = v2_mad (v2_scale (i, q[U] * c), q[V] * s, k);
  Vec2 d_t = v2_mad (v2_scale (i, -q[U] * s), q[V] * c, k);
  tr_jet_clear (j, N);
  j->x = v2_add (v2 (q[0], q[1]), d);
  j->x_t = d_t;
  j->x_tt = v2_scale (d, -1);
  j->x_ttt = v2_scale (d_t, -1);
  tr_jet_place (j, 0, 1);
  j->x_q[U] = v2_scale (i, c);
  j->x_q[V] = v2_scale (k, s);
  j->x_q[TURN] = v2_perp (d);
  j->x_tq[U] = v2_scale (i, -s);
  j->x_tq[V] = v2_scale (k, c);
  j->x_tq[TURN] = v2_perp (d_t);
  for (int m = U; m < N; m++)
    j->x_ttq[m] = v2_scale (j->x_q[m], -1);
}

// x_uφ = cos t b     x_vφ = −sin t a     x_φφ = −d
// x_tuφ = −sin t b   x_tvφ = −cos t a    x_tφφ = −d_t
static void
ellipse_curvature (const TrBody *b, const double *q, double t, Vec2 w, Vec2 w_t, double *H)
{
  double c = cos (t), s = sin (t);
  Vec2 i = v2_polar (1, q[TURN]), k = v2_perp (i);
  Vec2 d = v2_mad (v2_scale (i, q[U] * c), q[V] * s, k);
  Vec2 d_t = v2_mad (v2_scale (i, -q[U] * s), q[V] * c, k);
  tr_add_symmetric (H, N, U, TURN, c * v2_dot (w, k) - s * v2_dot (w_t, k));
  tr_add_symmetric (H, N, V, TURN, -s * v2_dot (w, i) - c * v2_dot (w_t, i));
  tr_add_symmetric (H, N, TURN, TURN, -v2_dot (w, d) - v2_dot (w_t, d_t));
}

static bool
ellipse_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 0;
  *t = NAN;
  return point == 0;
}

// The circumference: two of the rule's eight pieces are a quarter, and four quarters are alike.
static double
ellipse_drag (const TrBody *b, const double *q)
{
  double quarter = 0, step = G_PI / 4;
  for (int p = 0; p < 2; p++)
    for (int k = 0; k < GAUSS_N; k++) {
      double t = step * (p + gauss_12[k].s);
      quarter += gauss_12[k].w * step * hypot (q[U] * sin (t), q[V] * cos (t));
    }
  return 4 * quarter;
}

// L diag (1, 1, 1, 1, max (u, v)²): a vertex pulled leaves the opposite one where it is.
static void
ellipse_mass (const TrBody *b, const double *q, double *M)
{
  double length = ellipse_drag (b, q), longest = fmax (fabs (q[U]), fabs (q[V]));
  tr_set_diagonal (M, N, length);
  M[TURN * N + TURN] = length * longest * longest;
}

static void
ellipse_consistent (const TrBody *b, const double *q, double *M)
{
  tr_curve_consistent (b, q, 8, M);
}

static double
ellipse_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess)
{
  g_assert (which == TR_DERIVED_AREA);
  tr_clear_gradient (N, grad, hess);
  if (grad != NULL) {
    grad[U] = G_PI * q[V];
    grad[V] = G_PI * q[U];
  }
  if (hess != NULL)
    tr_add_symmetric (hess, N, U, V, G_PI);
  return G_PI * q[U] * q[V];
}

// x = A cos t + B sin t has the extent √(A² + B²).
static void
ellipse_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  Vec2 i = v2_polar (1, q[TURN]);
  Vec2 half = v2 (hypot (q[U] * i.x, q[V] * i.y), hypot (q[U] * i.y, q[V] * i.x));
  *low = v2_sub (v2 (q[0], q[1]), half);
  *high = v2_add (v2 (q[0], q[1]), half);
}

static const TrField ellipse_fields[] = {
    {.name = "center", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = "radii", .type = TR_FIELD_PAIR, .at = U, .required = true},
    {.name = "rotation", .type = TR_FIELD_ANGLE, .at = TURN, .required = true},
    {.name = NULL},
};

const TrBodyOps tr_body_ellipse = {
    .name = N_ ("ellipse"),
    .fields = ellipse_fields,
    .n = N,
    .has_curve = true,
    .members = (const char *const[]){"x", "y", "u", "v", "rotation", NULL},
    .points = (const char *const[]){"center", NULL},
    .range = ellipse_range,
    .jet = ellipse_jet,
    .curvature = ellipse_curvature,
    .named = ellipse_named,
    .mass = ellipse_mass,
    .consistent = ellipse_consistent,
    .drag = ellipse_drag,
    .derived = ellipse_derived,
    .has_derived = 1 << TR_DERIVED_AREA,
    .box = ellipse_box,
};
