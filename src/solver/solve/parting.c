// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/parting.h"

#include "solver/assemble.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/solve/home.h"

enum { N_WAYS = 4, MOST_UNKNOWNS = 500 };

static const double clearly = 0.99; // of the way of another, what a shorter one is

// Whether a length that is to be other than 0 has no direction, and never had one since it was read.
static bool
is_open (const TrEngine *e, const TrNode *n, const TrState *s)
{
  const TrConstraint *c = &e->m->constraints[n->con];
  bool is_apart = c->kind == TR_CON_DISTANCE && c->end[1].kind == TR_END_POINT;
  if ((c->kind != TR_CON_LENGTH && !is_apart) || tr_constraint_joins_points (c))
    return false;
  TrMemory seen = s->memory[n->con];
  if (!(fabs (seen.sign) > 0))
    tr_constraint_remember (e->m, n->con, s->q, 0, &seen);
  return !(fabs (seen.sign) > 0);
}

static void
set_off (const TrEngine *e, const TrComponent *k, TrState *s, int way)
{
  Vec2 to[N_WAYS] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (int i = 0; i < k->n_nodes; i++)
    if (is_open (e, &k->nodes[i], s))
      s->memory[k->nodes[i].con].dir = to[way];
}

// Σ m d² over what has moved, masses as at home.
static double
effort (TrEngine *e, TrComponent *k, TrState *s, const TrHome *home)
{
  double sum = 0;
  g_autoptr (TrState) was = tr_state_copy (s);
  tr_component_scatter (k, home->q, was->q);
  tr_component_masses (e, k, was->q);
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int j = 0; j < b->dim; j++) {
      double d = s->q[b->at + j] - home->q[b->v + j];
      sum += k->M[b->m + j * (b->dim + 1)] * d * d;
    }
  }
  return sum;
}

bool
tr_parting_is_open (const TrEngine *e, const TrComponent *k, const TrState *s)
{
  bool any = false;
  for (int i = 0; i < k->n_nodes && !any && !e->only_asks && k->n_v <= MOST_UNKNOWNS; i++)
    any = is_open (e, &k->nodes[i], s);
  return any;
}

bool
tr_parting_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve)
{
  g_auto (TrHome) home = tr_home_take (e, k, s);
  double least = INFINITY, in_tol;
  int best = 0;
  for (int way = 0; way < N_WAYS; way++) {
    TrStepResult r = *result;
    set_off (e, k, s, way);
    solve (e, k, s, &r);
    tr_component_residual (e, k, s, NULL, &in_tol);
    double now = in_tol <= 1 ? effort (e, k, s, &home) : INFINITY;
    if (now < clearly * least) {
      least = now;
      best = way;
    }
    tr_home_come_back (e, k, s, &home);
  }
  set_off (e, k, s, best);
  return solve (e, k, s, result);
}
