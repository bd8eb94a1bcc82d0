// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A curve through scattered points (witkin-1990 §5.3): each pulls at the curve's nearest point,
//
//   E = ½ k |x(t*) − p|²,   t* = arg min |x(t) − p|,   E_x = k (x − p)
//
// t* follows a moving curve, so that along it nothing holds: with d = x − p, τ = x_t/|x_t| and
// b = |x_t|² + d·x_tt, E_xx = k (I − (|x_t|²/b) τ τᵀ). At the end of an open curve t* stays.

#include "model/force.h"

#include <float.h>
#include <glib.h>

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_CURVE, .required = true},
    {.name = "points", .type = TR_FIELD_SCATTER, .required = true},
    {.name = "stiffness", .type = TR_FIELD_SCALAR, .at = TR_FORCE_STIFFNESS, .required = true},
    {.name = NULL},
};

enum { LOOKS = 64, POLISH = 8 };

// The parameter of the curve's point nearest to p: the best of many, polished by Newton.
static double
nearest (const TrBody *b, const double *q, Vec2 p)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  double t0, t1, best = DBL_MAX, t = 0;
  ops->range (b, &t0, &t1);
  int n = LOOKS * MAX (1, b->n / 8);
  TrJet j;
  for (int i = 0; i <= n; i++) {
    double at = t0 + (t1 - t0) * i / n;
    ops->jet (b, q, at, TR_JET_PLACE, &j);
    double d = v2_dist (j.x, p);
    if (d < best) {
      best = d;
      t = at;
    }
  }
  for (int i = 0; i < POLISH; i++) {
    ops->jet (b, q, t, TR_JET_TANGENT, &j);
    double slope = v2_dot (v2_sub (j.x, p), j.x_t);
    double bend = v2_dot (j.x_t, j.x_t) + v2_dot (v2_sub (j.x, p), j.x_tt);
    if (!(bend > 0))
      break;
    t = CLAMP (t - slope / bend, t0, t1);
  }
  return t;
}

// The share of the stiffness that holds along the curve, 0 … 1.
static double
along (const TrBody *b, const TrJet *j, double t, Vec2 d)
{
  double t0, t1, speed = v2_dot (j->x_t, j->x_t), bend = speed + v2_dot (d, j->x_tt);
  tr_body_get_ops (b)->range (b, &t0, &t1);
  bool at_end = !tr_body_is_closed (b) && (t <= t0 || t >= t1);
  return at_end || !(bend > 0) ? 1 : CLAMP (1 - speed / bend, 0, 1);
}

static int
n_loads (const TrBody *bodies, const TrForce *f)
{
  (void) bodies;
  return f->n_points;
}

static double
loads (const TrBody *bodies, const TrForce *f, const double *q, TrPointLoad *out, int *n)
{
  int body = f->end[0].body;
  const TrBody *b = &bodies[body];
  double k = fmax (0, f->scalar[TR_FORCE_STIFFNESS].value), energy = 0;
  *n = f->n_points;
  for (int i = 0; i < f->n_points; i++) {
    double t = nearest (b, q + b->q, f->points[i]);
    TrJet j;
    tr_body_get_ops (b)->jet (b, q + b->q, t, TR_JET_TANGENT, &j);
    Vec2 d = v2_sub (j.x, f->points[i]), u = v2_unit_or (j.x_t, v2 (1, 0));
    double free = 1 - along (b, &j, t, d);
    out[i] = (TrPointLoad){
        .at = {.kind = TR_AT_T, .body = body, .point = -1, .slide = -1, .p = {t, 0}},
        .force = v2_scale (d, -k),
        .stiffness = {k * (1 - free * u.x * u.x), -k * free * u.x * u.y, -k * free * u.x * u.y,
                      k * (1 - free * u.y * u.y)},
    };
    energy += 0.5 * k * v2_dot (d, d);
  }
  return energy;
}

const TrForceOps tr_force_fit = {
    .name = "fit",
    .fields = fields,
    .n_loads = n_loads,
    .loads = loads,
};
