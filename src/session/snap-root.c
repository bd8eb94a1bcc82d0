// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/snap-root.h"

#include "render/outline.h"

#define MOST_STEPS 30
// Of the size of things: a residual, and the sine between crossing curves.
#define TINY     1e-12
#define PARALLEL 1e-7

// f and f′ at a jet.
static double
value (TrRoot root, Vec2 a, const TrJet *j, double *slope)
{
  Vec2 r = v2_sub (j->x, a);

  switch (root) {
  case TR_ROOT_LEVEL:
    *slope = j->x_t.y;
    return r.y;
  case TR_ROOT_UPRIGHT:
    *slope = j->x_t.x;
    return r.x;
  case TR_ROOT_TOUCH:
    *slope = v2_cross (r, j->x_tt);
    return v2_cross (r, j->x_t);
  case TR_ROOT_FOOT:
    *slope = v2_dot (j->x_t, j->x_t) + v2_dot (r, j->x_tt);
    return v2_dot (r, j->x_t);
  }
  g_assert_not_reached ();
}

// A residual beyond which f is not 0: places have rounding of their own.
static double
allowed (TrRoot root, Vec2 a, const TrJet *j)
{
  double size = TINY * (v2_norm (j->x) + v2_norm (a) + v2_norm (j->x_t));
  return root == TR_ROOT_LEVEL || root == TR_ROOT_UPRIGHT ? size : size * v2_norm (j->x_t);
}

// Wraps t on a closed curve; false where it is beyond an end.
static bool
bring_into_range (const TrBody *b, double *t)
{
  double t0, t1, turns;

  tr_body_get_ops (b)->range (b, &t0, &t1);
  if (!isfinite (*t))
    return false;
  if (!tr_body_is_closed (b))
    return *t >= t0 && *t <= t1;
  turns = floor ((*t - t0) / (t1 - t0));
  *t -= turns * (t1 - t0);
  return true;
}

bool
tr_root_find (TrRoot root, Vec2 a, TrCurvePlace *p)
{
  const TrBodyOps *ops = tr_body_get_ops (p->b);
  TrJet j;

  for (int i = 0; i < MOST_STEPS; i++) {
    double slope, f;
    ops->jet (p->b, p->q, p->t, TR_JET_TANGENT, &j);
    f = value (root, a, &j, &slope);
    p->x = j.x;
    if (fabs (f) <= allowed (root, a, &j))
      return fabs (slope) > 0;
    p->t -= f / slope;
    if (!bring_into_range (p->b, &p->t))
      return false;
  }
  return false;
}

static void
look_at (const TrCurvePlace *p, TrJet *j)
{
  if (!p->piece) {
    tr_body_get_ops (p->b)->jet (p->b, p->q, p->t, TR_JET_PLACE, j);
    return;
  }
  j->x = tr_cubic_at (p->piece, p->t);
  j->x_t = tr_cubic_velocity (p->piece, p->t);
}

static bool
is_on (TrCurvePlace *p)
{
  return p->piece ? p->t >= 0 && p->t <= 1 : bring_into_range (p->b, &p->t);
}

//   x_a(t) − x_b(s) = 0:   (x_at  −x_bs) (Δt, Δs)ᵀ = −r
bool
tr_root_cross (TrCurvePlace *p, TrCurvePlace *o)
{
  TrJet a, b;

  for (int i = 0; i < MOST_STEPS; i++) {
    look_at (p, &a);
    look_at (o, &b);
    Vec2 r = v2_sub (a.x, b.x);
    double det = v2_cross (a.x_t, b.x_t);
    if (!(fabs (det) > PARALLEL * v2_norm (a.x_t) * v2_norm (b.x_t)))
      return false;
    p->x = a.x;
    o->x = b.x;
    if (v2_norm (r) <= TINY * (v2_norm (a.x) + v2_norm (a.x_t) + v2_norm (b.x_t)))
      return true;
    p->t -= v2_cross (r, b.x_t) / det;
    o->t -= v2_cross (r, a.x_t) / det;
    if (!is_on (p) || !is_on (o))
      return false;
  }
  return false;
}
