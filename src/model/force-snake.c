// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A curve drawn to the edges in a picture (witkin-1990 §5.3): with g the picture's contrast and
// p(x) the point of its carrier that lies at x, over N parameters evenly along the curve,
//
//   E = −(w A/N) Σ g(p(xᵢ)),   A: the picture's area in its carrier's units
//
// p = L⁻¹(x − o) for the carrier's axes L and origin o: E_x = −(w A/N) L⁻ᵀ g_p. Only what E_x has across the curve pulls, n n·E_x: along it nothing is
// gained, and places that slide there would end up where the picture is a little clearer. Along a
// list of points they are evened out instead, by (w A/N) τ (τ·x_tt)/|x_t|², the slope of ln |x_t|,
// which answers a change of x_t by (w A/N) τ τᵀ/|x_t|².
//
// The opposite of all of that at p is the carrier's answer: where both go together, be it turned or
// stretched, nothing is gained or lost, and tied to each other they come to rest.

#include "model/force.h"

#include <glib.h>

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_CURVE, .required = true},
    {.name = "image", .type = TR_FIELD_IMAGE, .required = true},
    {.name = "weight", .type = TR_FIELD_SCALAR, .at = TR_FORCE_WEIGHT, .otherwise = 1},
    {.name = NULL},
};

enum { LEAST_LOOKS = 64, LOOKS_A_POINT = 8 };

// Two for each place on the curve: there, and on the carrier.
static int
n_loads (const TrBody *bodies, const TrForce *f)
{
  return 2 * MAX (LEAST_LOOKS, LOOKS_A_POINT * bodies[f->end[0].body].n / 2);
}

// The carrier's axes.
static Mat2
axes (const TrBody *b, const double *q, Vec2 *origin)
{
  TrJet o, u, v;
  tr_body_get_ops (b)->local (b, q, v2 (0, 0), &o);
  tr_body_get_ops (b)->local (b, q, v2 (1, 0), &u);
  tr_body_get_ops (b)->local (b, q, v2 (0, 1), &v);
  *origin = o.x;
  return (Mat2){u.x.x - o.x.x, v.x.x - o.x.x, u.x.y - o.x.y, v.x.y - o.x.y};
}

static Mat2
transpose (Mat2 a)
{
  return (Mat2){a.xx, a.yx, a.xy, a.yy};
}

// The positive part of −s nᵀ (Lᵀ B L) n, along n.
static Mat2
stiffness (Mat2 B, Mat2 L, double s, Vec2 n)
{
  Vec2 u = m2_apply (L, n);
  double k = fmax (0, -s * v2_dot (u, m2_apply (B, u)));
  return (Mat2){k * n.x * n.x, k * n.x * n.y, k * n.x * n.y, k * n.y * n.y};
}

// Adds what evens out the places along a curve whose points may go along it.
static void
even_out (const TrJet *j, double weight, TrPointLoad *load)
{
  double speed = v2_dot (j->x_t, j->x_t);
  if (!(speed > 0) || !(weight > 0))
    return;
  Vec2 u = v2_scale (j->x_t, 1 / sqrt (speed));
  load->force = v2_mad (load->force, weight * v2_dot (u, j->x_tt) / speed, u);
  load->along = v2_scale (u, sqrt (weight / speed));
}

static double
loads (const TrBody *bodies, const TrForce *f, const double *q, TrPointLoad *out, int *n)
{
  const TrBody *b = &bodies[f->end[0].body], *carrier = &bodies[f->end[1].body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int looks = n_loads (bodies, f) / 2;
  double t0, t1, weight = f->scalar[TR_FORCE_WEIGHT].value, energy = 0;
  weight *= f->contrast->size.x * f->contrast->size.y / looks;
  ops->range (b, &t0, &t1);
  Vec2 origin;
  Mat2 back = m2_inverse (axes (carrier, q + carrier->q, &origin));
  *n = 2 * looks;
  for (int i = 0; i < looks; i++) {
    double t = t0 + (t1 - t0) * (i + 0.5) / looks;
    TrJet j;
    Vec2 slope;
    Mat2 bend;
    ops->jet (b, q + b->q, t, TR_JET_TANGENT, &j);
    Vec2 p = m2_apply (back, v2_sub (j.x, origin));
    energy -= weight * tr_contrast_value (f->contrast, p, &slope, &bend);
    Vec2 across = v2_perp (v2_unit_or (j.x_t, v2 (1, 0)));
    Vec2 up = v2_scale (m2_apply (transpose (back), slope), weight);
    Vec2 pull = v2_scale (across, v2_dot (across, up));
    TrConnector on = {.kind = TR_AT_T, .body = f->end[0].body, .point = -1, .slide = -1};
    TrConnector under = {.kind = TR_AT_LOCAL, .body = f->end[1].body, .point = -1, .slide = -1};
    on.p = v2 (t, 0);
    under.p = p;
    Mat2 K = stiffness (bend, back, weight, across);
    TrPointLoad load = {.at = on, .force = pull, .stiffness = K};
    if (ops->basis)
      even_out (&j, weight, &load);
    out[2 * i] = load;
    load.at = under;
    load.force = v2_scale (load.force, -1);
    load.along = v2 (0, 0);
    load.answer = true;
    out[2 * i + 1] = load;
  }
  return energy;
}

const TrForceOps tr_force_snake = {
    .name = "snake",
    .fields = fields,
    .n_loads = n_loads,
    .loads = loads,
};
