// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mobility.h"

#include "model/row.h"

// Speeds below this part of the unhindered one are rounding.
#define AT_REST 1e-7

typedef struct {
  TrEngine *e;
  const TrModel *m;
  const TrState *s;
  TrMobility *out;
  double *still; // velocities without a push: springs and gravity
  double *velocity, *lambda;
  int left; // pushes
} Search;

// All that moves under the push is free.
static void
push (Search *w, const TrConnector *at, Vec2 force)
{
  double top = 0;

  w->left--;
  tr_engine_velocity (w->e, w->s, at, force, w->velocity, w->lambda);
  for (int i = 0; i < w->m->n_body_q; i++)
    top = fmax (top, fabs (w->velocity[i] - w->still[i]));
  // A push at a body that stands fast gives rounding alone: compare with a unit speed as well.
  for (int i = 0; i < w->m->n_bodies; i++) {
    const TrBody *b = &w->m->bodies[i];
    for (int k = 0; k < b->n; k++) {
      double v = fabs (w->velocity[b->q + k] - w->still[b->q + k]);
      if (v > AT_REST * fmax (top, 1e-3))
        w->out[i] = TR_MOBILITY_FREE;
    }
  }
}

static void
push_both_ways (Search *w, const TrConnector *at)
{
  push (w, at, v2 (1, 0));
  if (w->out[at->body] != TR_MOBILITY_FREE)
    push (w, at, v2 (0, 1));
}

static void
ask (Search *w, int body)
{
  const TrBody *b = &w->m->bodies[body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int n = tr_body_n_points (b);

  for (int i = 0; i < n && w->out[body] != TR_MOBILITY_FREE; i++)
    push_both_ways (w, &(TrConnector){.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1});
  for (int i = 0; i < 3 && w->out[body] != TR_MOBILITY_FREE; i++) {
    double t0, t1;
    TrConnector c = {.kind = TR_AT_T, .body = body, .slide = -1};
    if (ops->has_local)
      c = (TrConnector){.kind = TR_AT_LOCAL, .body = body, .slide = -1, .p = {i == 0, i == 1}};
    else if (!ops->has_curve)
      return;
    else {
      ops->range (b, &t0, &t1);
      c.p.x = t0 + (0.1 + 0.3 * i) * (t1 - t0);
    }
    push_both_ways (w, &c);
  }
}

void
tr_mobility_find (TrEngine *e, const TrState *s, int most, TrMobility *out)
{
  const TrModel *m = tr_engine_model (e);
  Search w = {e,
              m,
              s,
              out,
              g_new0 (double, m->n_q + 1),
              g_new0 (double, m->n_q + 1),
              g_new0 (double, tr_engine_n_rows (e) + 1),
              most};
  const TrConnector nothing = {.kind = TR_AT_GROUND, .body = -1, .slide = -1};

  g_return_if_fail (!tr_engine_is_grabbed (e));
  for (int i = 0; i < m->n_bodies; i++)
    out[i] = tr_engine_has_unknowns (e, i) ? TR_MOBILITY_UNKNOWN : TR_MOBILITY_FIXED;
  if (most > 0)
    tr_engine_velocity (e, s, &nothing, v2 (0, 0), w.still, w.lambda);
  for (int i = 0; i < m->n_bodies && w.left > 0; i++)
    if (out[i] == TR_MOBILITY_UNKNOWN) {
      int before = w.left;
      ask (&w, i);
      if (out[i] == TR_MOBILITY_UNKNOWN && before > w.left)
        out[i] = TR_MOBILITY_FIXED;
    }
  g_free (w.still);
  g_free (w.velocity);
  g_free (w.lambda);
}
