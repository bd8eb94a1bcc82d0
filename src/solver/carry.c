// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/engine-private.h"
#include "solver/soft.h"

// Parts of a way, and how far one goes of the size of what is carried.
#define MOST_PARTS 8
#define PART       0.25
// Of that size: what moves less has come to rest.
#define REST 1e-8

// Which coordinate of every point of a curve unknown k is; −1: of none.
static int
coordinate_of (const TrBody *b, const double *q, int k)
{
  enum { SAMPLES = 5 };
  double t0, t1;
  int axis = -1;

  if (b->kind != TR_BODY_FORMULA)
    return tr_soft_coordinate_of (b, k);
  tr_body_get_ops (b)->range (b, &t0, &t1);
  for (int i = 0; i < SAMPLES; i++) {
    TrJet j;
    Vec2 x_k = v2 (0, 0);
    tr_body_get_ops (b)->jet (b, q, t0 + (t1 - t0) * (i + 0.5) / SAMPLES, TR_JET_PLACE, &j);
    for (int n = 0; n < j.n; n++)
      x_k = j.at[n] == k ? j.x_q[n] : x_k;
    int now = v2_dist (x_k, v2 (1, 0)) < 1e-9 ? 0 : v2_dist (x_k, v2 (0, 1)) < 1e-9 ? 1 : -1;
    if (now < 0 || (i > 0 && now != axis))
      return -1;
    axis = now;
  }
  return axis;
}

// The bodies as they were, moved; what else they are (radii, turns) as it was, too.
static void
put (const TrEngine *e, TrState *s, const TrLoad *load, Vec2 by)
{
  for (int i = 0; i < load->n; i++) {
    const TrBody *b = &e->m->bodies[load->bodies[i]];
    for (int k = 0; k < b->n; k++) {
      int axis = coordinate_of (b, load->start + b->q, k);
      s->q[b->q + k] = load->start[b->q + k] + (axis == 0 ? by.x : axis == 1 ? by.y : 0);
    }
  }
}

static double
size_of (const TrEngine *e, const TrLoad *load)
{
  Vec2 low = v2 (INFINITY, INFINITY), high = v2 (-INFINITY, -INFINITY), a, b;

  for (int i = 0; i < load->n; i++) {
    const TrBody *body = &e->m->bodies[load->bodies[i]];
    if (!tr_body_box (body, load->start + body->q, &a, &b))
      continue;
    low = v2 (fmin (low.x, a.x), fmin (low.y, a.y));
    high = v2 (fmax (high.x, b.x), fmax (high.y, b.y));
  }
  return high.x >= low.x ? v2_dist (low, high) : 0;
}

static double
farthest (const double *a, const double *b, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax (most, fabs (a[i] - b[i]));
  return most;
}

TrStepResult
tr_engine_carry (TrEngine *e, TrState *s, const TrLoad *load, Vec2 from, Vec2 to)
{
  TrStepResult result = {.ok = true, .at_rest = true};
  g_return_val_if_fail (!e->grab.on && v2_is_finite (from), result);
  if (!v2_is_finite (to))
    return result;
  double size = size_of (e, load), way = v2_dist (from, to);
  int parts = size > 0 ? (int) fmin (MOST_PARTS, ceil (way / (PART * size))) : 1;
  g_autoptr (TrState) before = tr_state_copy (s);
  g_autoptr (TrState) last = tr_state_copy (s);

  parts = MAX (1, parts);
  for (int i = 1; i <= parts && result.ok; i++) {
    put (e, s, load, v2_lerp (from, to, (double) i / parts));
    TrStepResult r = tr_engine_solve (e, s);
    result.ok = r.ok;
    result.iterations += r.iterations;
    result.residual = fmax (result.residual, r.residual);
    result.relative = fmax (result.relative, r.relative);
    tr_state_assign (r.ok ? last : s, r.ok ? s : last);
    result.substeps++;
  }
  // Rounding alone is no motion: what is held stays to the bit.
  result.moved = farthest (s->q, before->q, s->n_q) > REST * fmax (size, way);
  result.at_rest = !result.moved;
  if (!result.moved)
    tr_state_assign (s, before);
  return result;
}
