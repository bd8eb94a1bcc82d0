// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A link moves as v(x) = v₀ + ω × (x − r). Two links have the same velocity where
//
//   d + Δω × (x − r) = 0,   d = v₀ᵇ − v₀ᵃ:   x = r + (Δω × d) / Δω²

#include "session/mechanism/mechanism-private.h"

#include "solver/motion.h"

#include <string.h>

// Of the fastest: what is at rest.
#define AT_REST 1e-9

enum { MOST_PAIRS_OF = 40 }; // links

typedef struct {
  Vec2 v;      // at the reference place
  double turn; // ω
} Twist;

static Twist
twist_of (const TrChain *c, const TrLink *link, const double *v, Vec2 reference)
{
  if (link->from < 0)
    return (Twist){v2 (0, 0), 0};
  const TrJoint *from = tr_chain_joint (c, link->from), *to = tr_chain_joint (c, link->to);
  const double *q = c->state[0]->q;
  Vec2 va = tr_connector_velocity (c->released, &from->place, q, v);
  Vec2 vb = tr_connector_velocity (c->released, &to->place, q, v);
  Vec2 along = v2_sub (to->at, from->at);
  double turn = v2_cross (along, v2_sub (vb, va)) / v2_dot (along, along);
  return (Twist){v2_mad (va, turn, v2_perp (v2_sub (reference, from->at))), turn};
}

static TrPole
pole_of (const Twist *a, const Twist *b, Vec2 reference, double size, double fastest)
{
  Vec2 d = v2_sub (b->v, a->v);
  TrPole p = {.kind = TR_POLE_TOGETHER, .turn = b->turn - a->turn};
  if (fabs (p.turn) * size > AT_REST * fastest) {
    p.kind = TR_POLE_AT;
    p.at = v2_mad (reference, 1 / p.turn, v2_perp (d));
  } else if (v2_norm (d) > AT_REST * fastest) {
    p.kind = TR_POLE_FAR;
    p.at = v2_unit_or (v2_perp (d), v2 (1, 0));
  }
  return p;
}

// The only motion there is; else the one that drives make. False where there is neither.
static bool
find_motion (const TrMechanismSearch *w, double *v)
{
  const TrConnector nothing = {.kind = TR_AT_GROUND, .body = -1, .slide = -1};
  const TrChain *c = w->chain;
  double fastest = 0;
  if (c->motions->len == 1) {
    const TrMotion *only = g_ptr_array_index (c->motions, 0);
    memcpy (v, only->v, sizeof (double) * (size_t) c->m->n_q);
    return true;
  }
  if (c->motions->len == 0)
    return false;
  g_autoptr (TrEngine) e = tr_engine_new (c->m, c->state[0]); // drives on
  if (!tr_engine_has_forces (e))
    return false;
  g_autofree double *lambda = g_new (double, tr_engine_n_rows (e) + 1);
  tr_engine_velocity (e, c->state[0], &nothing, v2 (0, 0), v, lambda);
  for (int i = 0; i < c->m->n_q; i++)
    fastest = fmax (fastest, fabs (v[i]));
  return fastest > 0;
}

static Vec2
middle_of (const TrChain *c)
{
  Vec2 sum = v2 (0, 0);
  for (guint i = 0; i < c->joints->len; i++)
    sum = v2_mad (sum, 1.0 / c->joints->len, tr_chain_joint (c, (int) i)->at);
  return sum;
}

void
tr_mechanism_find_poles (TrMechanismSearch *w)
{
  const TrChain *c = w->chain;
  int n = (int) c->links->len;
  Vec2 reference = middle_of (c);
  double fastest = 0;
  g_autofree double *v = g_new0 (double, c->m->n_q + 1);
  g_autofree Twist *twist = g_new0 (Twist, c->links->len);

  w->out->has_motion = find_motion (w, v);
  if (!w->out->has_motion)
    return;
  for (int i = 1; i < n; i++) {
    twist[i] = twist_of (c, tr_chain_link (c, i), v, reference);
    fastest = fmax (fastest, fmax (v2_norm (twist[i].v), fabs (twist[i].turn) * c->size));
  }
  for (int a = 0; a < n; a++)
    for (int b = a + 1; b < n && (a == 0 || n <= MOST_PAIRS_OF); b++) {
      TrPole p = pole_of (&twist[a], &twist[b], reference, c->size, fastest);
      p.a = a;
      p.b = b;
      g_array_append_val (w->out->poles, p);
    }
}
