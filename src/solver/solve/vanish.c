// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Newton's steps, but that none takes more than a share of the length that a side has left: as long as it has one it
// has a direction, and what is asked of that is met on the way, with what is asked of places missed by
// as little as the side is long.

#include "solver/solve/vanish.h"

#include "math/dense.h"
#include "solver/change.h"
#include "solver/masses.h"
#include "solver/solve/shrunk.h"
#include "solver/subset/subset-private.h"
#include "solver/subset/subset.h"

enum { MOST_STEPS = 30, MOST_ROWS = 160 };

static const double next_to_nothing = 1e-6; // of what a body was
static const double hardly_any = 0.05;      // of it: it may come to nothing
static const double shown = 1e-2;           // of it: as long as it is where this begins
static const double about = 0.88;           // cosine of how far it may turn
static const double straight = 1e-3;        // as an angle
static const double most_share = 0.9;       // of its length that a step may take
static const double dependent = 1e-9; // what is left of a row of length 1 that follows from others
static const double well_met = 100;   // times the lengths, what places and directions may miss

bool
tr_body_has_vanished (const TrBody *b, const double *q, const double *home)
{
  return tr_body_size (b, q) < next_to_nothing * tr_body_size (b, home);
}

// The sides; length: of the longest of them.
typedef struct {
  TrDescent w;
  const double *home;
  int n, *side; // in the model
  double length;
} Vanishing;

static Vec2
along (const double *q)
{
  return v2 (q[2] - q[0], q[3] - q[1]);
}

// Finds them, and makes those that have no length as long as is shown, about their places as they lie at home. False: there
// are none, or what vanishes is no side.
static bool
show_sides (Vanishing *p)
{
  const TrSubset *t = &p->w.t;
  for (int i = 0; i < t->k->n_bodies; i++) {
    const TrBody *b = &t->e->m->bodies[t->k->bodies[i]];
    double *q = t->s->q + b->q, size = tr_body_size (b, q), was = tr_body_size (b, p->home + b->q);
    if (!(size < hardly_any * was))
      continue;
    if (b->kind != TR_BODY_SEGMENT)
      return false;
    p->side[p->n++] = t->k->bodies[i];
    Vec2 half = v2_scale (along (p->home + b->q), shown / 2);
    Vec2 middle = v2 ((q[0] + q[2]) / 2, (q[1] + q[3]) / 2);
    q[0] = middle.x - half.x;
    q[1] = middle.y - half.y;
    q[2] = middle.x + half.x;
    q[3] = middle.y + half.y;
  }
  return p->n > 0;
}

// How long the longest side is; NAN where one has turned away.
static double
longest (const Vanishing *p)
{
  const TrSubset *t = &p->w.t;
  double most = 0;
  for (int i = 0; i < p->n; i++) {
    const TrBody *b = &t->e->m->bodies[p->side[i]];
    Vec2 now = along (t->s->q + b->q), was = along (p->home + b->q);
    double length = v2_norm (now);
    most = fmax (most, length);
    if (!(v2_dot (now, was) > about * length * v2_norm (was)))
      return NAN;
  }
  return most;
}

// As much of the step at hand as leaves each side enough of its length.
static double
share_of (const Vanishing *p)
{
  const TrSubset *t = &p->w.t;
  double share = 1;
  for (int i = 0; i < p->n; i++) {
    const TrBody *b = &t->e->m->bodies[p->side[i]];
    int block = t->e->block_of_q[b->q];
    if (block < 0 || t->place[block] < 0)
      continue;
    double length = v2_norm (along (t->s->q + b->q));
    double change = v2_norm (along (t->d + t->place[block]));
    if (share * change > most_share * length)
      share = most_share * length / change;
  }
  return share;
}

static void
go (TrDescent *w, const Vanishing *p, bool to_the_end)
{
  const TrSubset *t = &w->t;
  tr_descent_linearise (w);
  tr_subset_keep_home (t);
  tr_descent_least_step (w, dependent);
  tr_subset_limit (t, t->k->size);
  tr_subset_move (t, to_the_end ? 1 : share_of (p));
}

static bool
approach (Vanishing *p)
{
  const TrSubset *t = &p->w.t;
  bool holds;
  for (int i = 0; i < MOST_STEPS; i++) {
    double length = longest (p), most = well_met * length / t->k->size;
    if (!isfinite (length))
      return false;
    if (length < next_to_nothing * t->k->size)
      return tr_descent_energy (&p->w, &holds) < most * most;
    go (&p->w, p, false);
  }
  return false;
}

// Level and upright are differences of places, which any side misses by nothing that has no length: whether it is met as
// long as it has one.
static bool
is_met_by_sides (const Vanishing *p, int con)
{
  const TrState *s = p->w.t.s;
  const TrModel *m = p->w.t.e->m;
  const TrConstraint *c = &m->constraints[con];
  bool is_met = true;
  for (int i = 0; i < p->n && (c->kind == TR_CON_HORIZONTAL || c->kind == TR_CON_VERTICAL); i++) {
    double miss[TR_ROWS_MAX], length = v2_norm (along (s->q + m->bodies[p->side[i]].q));
    tr_constraint_residual (m, con, s->q, &s->memory[con], s->time, miss, NULL);
    is_met &= !tr_constraint_uses (c, p->side[i]) || fabs (miss[0]) < straight * length;
  }
  return is_met;
}

// To nothing at all, by one whole step. False: something else has no direction either.
static bool
collapse (Vanishing *p, int n, const int *con)
{
  const TrSubset *t = &p->w.t;
  const TrModel *m = t->e->m;
  TrState *s = t->s;
  for (int i = 0; i < n; i++)
    if (!is_met_by_sides (p, con[i]) ||
        tr_constraint_wants_direction (m, con[i], s->q, &s->memory[con[i]], s->time) &
            ~tr_constraint_wants_direction (m, con[i], p->home, &s->memory[con[i]], s->time))
      return false;
  go (&p->w, p, true);
  for (int i = 0; i < p->n; i++) {
    double *q = s->q + m->bodies[p->side[i]].q;
    q[0] = q[2] = (q[0] + q[2]) / 2;
    q[1] = q[3] = (q[1] + q[3]) / 2;
  }
  return true;
}

static bool
vanish (Vanishing *p, TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  TrSubset t;
  tr_subset_init (&t, e->scratch, e, k, s, n, con);
  p->w.t = t;
  if (t.m > MOST_ROWS || !show_sides (p))
    return false;
  tr_descent_init (&p->w, e->scratch, &t);
  return approach (p) && collapse (p, n, con) && tr_subset_solve (e, k, s, n, con);
}

bool
tr_vanish_as_drawn (
    TrEngine *e, TrComponent *k, TrState *s, const double *home, int n, const int *con)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *there = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  Vanishing p = {.home = home};
  p.side = tr_scratch_ints (e->scratch, (size_t) k->n_bodies);
  tr_component_gather (k, s->q, there);
  bool is_there = vanish (&p, e, k, s, n, con);
  if (!is_there)
    tr_component_scatter (k, there, s->q);
  tr_change_forget (k);
  k->known = false;
  tr_scratch_release (e->scratch, mark);
  return is_there;
}
