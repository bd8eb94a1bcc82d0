// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-random.h"

#include "cli/cli.h"
#include "cli/linkage.h"
#include "session/session.h"

#include <string.h>

enum { LEGS = 6, LEG_FRAMES = 40, FINE = 16 };

// What is compared between two frames.
typedef struct {
  Vec2 *joint;
  double *sine;
} Look;

static void
look (const TrLinkage *l, Look *out)
{
  const double *q = l->state->q;
  for (int i = 0; i < l->n_joints; i++)
    out->joint[i] = tr_connector_point (l->model, &l->joints[i], q);
  for (int i = 0; i < l->n_corners; i++) {
    const TrCorner *c = &l->corners[i];
    Vec2 at = tr_connector_point (l->model, &c->joint, q);
    Vec2 a = v2_sub (at, tr_connector_point (l->model, &c->before, q));
    Vec2 b = v2_sub (tr_connector_point (l->model, &c->after, q), at);
    out->sine[i] = v2_cross (a, b) / (v2_norm (a) * v2_norm (b));
  }
}

static int
count_flips (const TrLinkage *l, const Look *was, const Look *is)
{
  int n = 0;
  for (int i = 0; i < l->n_corners; i++)
    n += was->sine[i] * is->sine[i] < 0 && fabs (was->sine[i]) > 0.1 && fabs (is->sine[i]) > 0.1;
  return n;
}

static int
count_jumps (const TrLinkage *l, const Look *was, const Look *is, double step)
{
  int n = 0;
  for (int i = 0; i < l->n_joints; i++) {
    double moved = v2_dist (was->joint[i], is->joint[i]);
    n += moved > 3 * step && moved > 0.5 * l->link;
  }
  return n;
}

static bool
is_finite (const TrState *s)
{
  double sum = 0;
  for (int i = 0; i < s->n_q; i++)
    sum += fabs (s->q[i]);
  return isfinite (sum);
}

// Where the pointer goes next: within reach, across the base, or far beyond.
static Vec2
next_goal (const TrLinkage *l, TrRandom *r)
{
  double far = tr_random_below (r, 3) == 0 ? 2.5 : 1;
  // one after the other: compilers take arguments in either order
  double angle = tr_random_uniform (r, -G_PI, G_PI);
  double share = tr_random_uniform (r, 0.05, far);
  return v2_add (l->base, v2_polar (share * l->reach, angle));
}

// One frame, or sixteen small ones, each of which a hand would see: a joint that goes far in all of
// them together glides. was, is: room to look.
static bool
frame (TrEngine *e,
       TrLinkage *l,
       Vec2 from,
       Vec2 to,
       bool fine,
       Look *was,
       Look *is,
       TrBenchRandom *out)
{
  bool good = true;
  int parts = fine ? FINE : 1;
  look (l, was);
  for (int i = 1; i <= parts; i++) {
    double start = tr_cli_seconds ();
    TrStepResult r = tr_engine_drag (e, l->state, v2_lerp (from, to, (double) i / parts));
    out->worst_frame_ms = fmax (out->worst_frame_ms, 1e3 * (tr_cli_seconds () - start));
    out->worst_residual = fmax (out->worst_residual, r.relative);
    look (l, is);
    int jumps = count_jumps (l, was, is, v2_dist (from, to) / parts);
    out->jumps += jumps;
    good &= r.relative <= 1e-9 && jumps == 0;
    Look swap = *was;
    *was = *is;
    *is = swap;
  }
  return good;
}

static Look
look_new (const TrLinkage *l)
{
  return (Look){g_new (Vec2, l->n_joints + 1), g_new (double, l->n_corners + 1)};
}

static void
look_clear (Look *k)
{
  g_free (k->joint);
  g_free (k->sine);
}

static bool
drag_one (TrLinkage *l, TrRandom *r, bool fine, TrKktMethod method, TrBenchRandom *out)
{
  Look was = look_new (l), is = look_new (l), before = look_new (l), after = look_new (l);
  TrEngine *e = tr_engine_new (l->model, l->state);
  tr_engine_set_method (e, method);
  tr_engine_grab (e, l->state, &l->hand, false);
  look (l, &was);
  Vec2 pointer = tr_connector_point (l->model, &l->hand, l->state->q);
  bool good = true;
  for (int leg = 0; leg < LEGS; leg++) {
    Vec2 goal = next_goal (l, r);
    double step = exp (tr_random_uniform (r, 0, log (200)));
    for (int i = 0; i < LEG_FRAMES && v2_dist (pointer, goal) > 0; i++) {
      double left = v2_dist (pointer, goal);
      Vec2 to = left <= step ? goal : v2_lerp (pointer, goal, step / left);
      good &= frame (e, l, pointer, to, fine, &before, &after, out);
      out->frames++;
      if (!is_finite (l->state)) {
        out->nonfinite++;
        good = false;
      }
      look (l, &is);
      out->flips += count_flips (l, &was, &is);
      Look swap = was;
      was = is;
      is = swap;
      pointer = to;
    }
  }
  tr_engine_release (e, l->state);
  tr_engine_free (e);
  look_clear (&was);
  look_clear (&is);
  look_clear (&before);
  look_clear (&after);
  return good;
}

void
tr_bench_random (uint64_t seed, int count, bool fine, TrKktMethod method, TrBenchRandom *out)
{
  *out = (TrBenchRandom){.failing = g_array_new (FALSE, FALSE, sizeof (uint64_t))};
  for (int i = 0; i < count; i++) {
    uint64_t s = seed + (uint64_t) i;
    TrLinkage l;
    if (!tr_linkage_make (s, &l)) {
      g_array_append_val (out->failing, s);
      continue;
    }
    TrRandom r = {s};
    out->drawings++;
    if (!drag_one (&l, &r, fine, method, out))
      g_array_append_val (out->failing, s);
    tr_linkage_clear (&l);
  }
}
