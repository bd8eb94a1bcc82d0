// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>
#include <glib.h>

// x(t) = c + r e(θ),  θ = start + t D,  D = end − start,  e = (cos θ, sin θ),  e′ = perp e;
// q = (c, r, start, end). With α = 1 − t, β = t:
//   x_r = e              x_start = r α e′                 x_end = r β e′
//   x_tr = D e′          x_tstart = −r e′ − r α D e       x_tend = r e′ − r β D e
//   x_ttr = −D² e        x_ttstart = 2 r D e − r α D² e′  x_ttend = −2 r D e − r β D² e′

enum { RADIUS = 2, START, END, N };

static void
arc_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = 0;
  *t1 = 1;
}

static void
arc_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  double r = q[RADIUS], D = q[END] - q[START], alpha = 1 - t, beta = t;
  Vec2 e = v2_polar (1, alpha * q[START] + beta * q[END]), f = v2_perp (e);
  tr_jet_clear (j, N);
  j->x = v2_mad (v2 (q[0], q[1]), r, e);
  j->x_t = v2_scale (f, r * D);
  j->x_tt = v2_scale (e, -r * D * D);
  j->x_ttt = v2_scale (f, -r * D * D * D);
  tr_jet_place (j, 0, 1);
  j->x_q[RADIUS] = e;
  j->x_q[START] = v2_scale (f, r * alpha);
  j->x_q[END] = v2_scale (f, r * beta);
  j->x_tq[RADIUS] = v2_scale (f, D);
  j->x_tq[START] = v2_mad (v2_scale (f, -r), -r * alpha * D, e);
  j->x_tq[END] = v2_mad (v2_scale (f, r), -r * beta * D, e);
  j->x_ttq[RADIUS] = v2_scale (e, -D * D);
  j->x_ttq[START] = v2_mad (v2_scale (e, 2 * r * D), -r * alpha * D * D, f);
  j->x_ttq[END] = v2_mad (v2_scale (e, -2 * r * D), -r * beta * D * D, f);
}

// x_qq:   (r, s_i) κ_i e′     (s_i, s_k) −r κ_i κ_k e                          κ = (α, β)
// x_tqq:  (r, s_i) σ_i e′ − κ_i D e
//         (s_i, s_k) −r ((σ_i κ_k + κ_i σ_k) e + κ_i κ_k D e′)                 σ = κ_t = (−1, 1)
static void
arc_curvature (const TrBody *b, const double *q, double t, Vec2 w, Vec2 w_t, double *H)
{
  double r = q[RADIUS], D = q[END] - q[START];
  const double kappa[2] = {1 - t, t}, sigma[2] = {-1, 1};
  Vec2 e = v2_polar (1, kappa[0] * q[START] + kappa[1] * q[END]), f = v2_perp (e);
  double we = v2_dot (w, e), wf = v2_dot (w, f), ve = v2_dot (w_t, e), vf = v2_dot (w_t, f);
  for (int i = 0; i < 2; i++) {
    double mixed = kappa[i] * wf + sigma[i] * vf - kappa[i] * D * ve;
    tr_add_symmetric (H, N, RADIUS, START + i, mixed);
    for (int k = i; k < 2; k++) {
      double both = kappa[i] * kappa[k], turned = sigma[i] * kappa[k] + kappa[i] * sigma[k];
      double pure = both * we + turned * ve + both * D * vf;
      tr_add_symmetric (H, N, START + i, START + k, -r * pure);
    }
  }
}

enum { POINT_CENTER, POINT_START, POINT_END };

static bool
arc_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = point == POINT_CENTER ? 0 : -1;
  *t = point == POINT_CENTER ? NAN : point == POINT_START ? 0 : 1;
  return point >= POINT_CENTER && point <= POINT_END;
}

static double
arc_drag (const TrBody *b, const double *q)
{
  return fabs (q[RADIUS] * (q[END] - q[START]));
}

// (L/3) Σ X_qᵀ X_q at t = 0, ½, 1: pulling one end then leaves the other nearly where it is.
static void
arc_mass (const TrBody *b, const double *q, double *M)
{
  double third = arc_drag (b, q) / 3;
  tr_set_diagonal (M, N, 0);
  for (int k = 0; k <= 2; k++) {
    TrJet j;
    arc_jet (b, q, 0.5 * k, TR_JET_PLACE, &j);
    tr_jet_add_outer (&j, third, M);
  }
}

// A piece for each quarter turn is exact to rounding.
static void
arc_consistent (const TrBody *b, const double *q, double *M)
{
  double quarters = fabs (q[END] - q[START]) / G_PI_2;
  tr_curve_consistent (b, q, 1 + (int) fmin (quarters, 255), M);
}

// length = r |D|
static double
arc_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess)
{
  double r = q[RADIUS], D = q[END] - q[START], sign = D >= 0 ? 1 : -1;
  g_assert (which == TR_DERIVED_LENGTH);
  tr_clear_gradient (N, grad, hess);
  if (grad != NULL) {
    grad[RADIUS] = sign * D;
    grad[START] = -sign * r;
    grad[END] = sign * r;
  }
  if (hess != NULL) {
    tr_add_symmetric (hess, N, RADIUS, START, -sign);
    tr_add_symmetric (hess, N, RADIUS, END, sign);
  }
  return r * sign * D;
}

// The two ends, and each of the circle's four outermost points that the arc passes.
static void
arc_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  Vec2 c = v2 (q[0], q[1]);
  double r = q[RADIUS], first = fmin (q[START], q[END]), last = fmax (q[START], q[END]);
  tr_box_start (v2_add (c, v2_polar (r, first)), low, high);
  tr_box_add (v2_add (c, v2_polar (r, last)), low, high);
  double from = ceil (first / G_PI_2), count = floor (last / G_PI_2) - from;
  for (int k = 0; k < 4 && k <= count; k++) {
    int quarter = (int) (from + k - 4 * floor ((from + k) / 4)) & 3;
    static const Vec2 outermost[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    tr_box_add (v2_mad (c, r, outermost[quarter]), low, high);
  }
}

static const TrField arc_fields[] = {
    {.name = "center", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = "radius", .type = TR_FIELD_LENGTH, .at = RADIUS, .required = true},
    {.name = "start", .type = TR_FIELD_ANGLE, .at = START, .required = true},
    {.name = "end", .type = TR_FIELD_ANGLE, .at = END, .required = true},
    {.name = NULL},
};

const TrBodyOps tr_body_arc = {
    .name = N_ ("arc"),
    .fields = arc_fields,
    .n = N,
    .has_curve = true,
    .members = (const char *const[]){"x", "y", "radius", "start", "end", NULL},
    .points = (const char *const[]){"center", "start", "end", NULL},
    .range = arc_range,
    .jet = arc_jet,
    .curvature = arc_curvature,
    .named = arc_named,
    .mass = arc_mass,
    .consistent = arc_consistent,
    .drag = arc_drag,
    .derived = arc_derived,
    .has_derived = 1 << TR_DERIVED_LENGTH,
    .box = arc_box,
};
