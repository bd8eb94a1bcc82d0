// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/directions.h"

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/newton.h"
#include "solver/solve/reach.h"
#include "solver/solve/shrunk.h"
#include "solver/solve/vanish.h"

enum { MOST_BACK = 8 };

static const double hardly_a_sheet = 1e-6; // of what it was

// Which rows, as bits, want a direction that has no length.
static void
find_lost (const TrEngine *e, const TrComponent *k, const TrState *s, unsigned *lost)
{
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    lost[i] = tr_constraint_wants_direction (e->m, n->con, s->q, &s->memory[n->con], s->time);
  }
}

// Once more from home without those that are out; how many others have lost their direction.
static int
reach_without (
    TrEngine *e, TrComponent *k, TrState *s, const unsigned *lost, unsigned *now, int *iterations)
{
  int n_lost = 0;
  tr_component_restore (k, s);
  tr_change_forget (k);
  if (!tr_reach (e, k, s, iterations))
    return k->n_nodes;
  find_lost (e, k, s, now);
  for (int i = 0; i < k->n_nodes; i++)
    n_lost += (now[i] & ~lost[i] & ~k->nodes[i].out) != 0;
  return n_lost;
}

// Those that are out but keep their direction without being met come back one after the other, where
// that is not at the cost of one. Those that lose it all the same may: others want that.
static void
take_back (
    TrEngine *e, TrComponent *k, TrState *s, const unsigned *lost, unsigned *now, int *iterations)
{
  double *best = tr_scratch_doubles (e->scratch, (size_t) k->n_v), in_tol;
  bool *wanted = tr_scratch_bytes (e->scratch, (size_t) k->n_nodes);
  int tries = 0;
  for (int i = 0; i < k->n_nodes; i++)
    wanted[i] = (k->nodes[i].out & ~now[i] & ~k->nodes[i].never) != 0;
  for (int i = 0; i < k->n_nodes && tries < MOST_BACK; i++) {
    if (!wanted[i])
      continue;
    tries++;
    tr_component_gather (k, s->q, best);
    unsigned out = k->nodes[i].out;
    k->nodes[i].out = 0;
    int n_lost = reach_without (e, k, s, lost, now, iterations);
    tr_component_residual (e, k, s, NULL, &in_tol);
    if (n_lost == 0 && in_tol <= 1)
      continue;
    k->nodes[i].out = out;
    tr_component_scatter (k, best, s->q);
  }
}

// To where all holds with what has lost its direction come to nothing as it was drawn; false: s is as before.
static bool
lose_well (TrEngine *e, TrComponent *k, TrState *s)
{
  int n = 0;
  g_autofree int *con = g_new (int, k->n_nodes);
  g_autoptr (TrState) home = tr_state_copy (s);
  tr_component_scatter (k, k->saved, home->q);
  for (int i = 0; i < k->n_nodes; i++)
    if (!k->nodes[i].velocity)
      con[n++] = k->nodes[i].con;
  return tr_vanish_as_drawn (e, k, s, home->q, n, con);
}

void
tr_keep_directions (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  size_t size = (size_t) k->n_nodes * sizeof (unsigned);
  unsigned *lost = tr_scratch_bytes (e->scratch, size); // at home
  unsigned *now = tr_scratch_bytes (e->scratch, size);
  double *there = tr_scratch_doubles (e->scratch, (size_t) k->n_v), in_tol;
  int n_lost = 0, n_spared = 0;
  find_lost (e, k, s, now);
  tr_component_gather (k, s->q, there);
  tr_component_scatter (k, k->saved, s->q);
  find_lost (e, k, s, lost);
  tr_component_scatter (k, there, s->q);
  for (int i = 0; i < k->n_nodes; i++) {
    unsigned gone = now[i] & ~lost[i];
    k->nodes[i].out = gone | k->nodes[i].never;
    n_lost += gone != 0;
  }
  tr_component_residual (e, k, s, NULL, &in_tol);
  bool is_well = (n_lost > 0 || in_tol > 1) && lose_well (e, k, s);
  if (n_lost > 0 && !is_well && !e->only_asks) {
    bool ok = reach_without (e, k, s, lost, now, iterations) == 0;
    for (int i = 0; i < k->n_nodes; i++)
      n_spared += (k->nodes[i].out & ~now[i] & ~k->nodes[i].never) != 0;
    if (ok && n_spared > 0)
      take_back (e, k, s, lost, now, iterations);
    else
      tr_component_scatter (k, there, s->q);
    tr_bounds_restore (k, s);
    tr_change_forget (k);
    k->known = false;
  }
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].out = k->nodes[i].never;
  if (is_well)
    tr_close_up (e, k, s, INFINITY, iterations);
  tr_scratch_release (e->scratch, mark);
}

static bool
has_given_size (const TrEngine *e, const TrComponent *k, int body)
{
  for (int i = 0; i < k->n_nodes; i++)
    if (!k->nodes[i].out && tr_gives_size (e->m, k->nodes[i].con, body))
      return true;
  return false;
}

// Whether a sheet, which carries a drawing, is flat or next to nothing of what it was.
static bool
is_lost_sheet (const TrBody *b, const double *q, const double *was)
{
  if (b->kind != TR_BODY_SHEET)
    return false;
  Vec2 u = v2 (q[2], q[3]), v = v2 (q[4], q[5]);
  double size = fmax (v2_norm (u), v2_norm (v)),
         before = fmax (hypot (was[2], was[3]), hypot (was[4], was[5]));
  return tr_sheet_is_flat (u, v) || size < hardly_a_sheet * before;
}

bool
tr_keeps_meaning (TrEngine *e, TrComponent *k, const TrState *s, const TrHome *home)
{
  size_t mark = tr_scratch_mark (e->scratch);
  size_t size = (size_t) k->n_nodes * sizeof (unsigned);
  unsigned *lost = tr_scratch_bytes (e->scratch, size), *now = tr_scratch_bytes (e->scratch, size);
  g_autoptr (TrState) was = tr_state_copy (s);
  bool keeps = true;
  tr_component_scatter (k, home->q, was->q);
  find_lost (e, k, was, lost);
  find_lost (e, k, s, now);
  for (int i = 0; i < k->n_nodes; i++)
    keeps &= (now[i] & ~lost[i]) == 0 && !(tr_sense_of (e->m, k->nodes[i].con, s->q) *
                                               tr_sense_of (e->m, k->nodes[i].con, was->q) <
                                           0);
  for (int i = 0; i < k->n_bodies; i++) {
    const TrBody *b = &e->m->bodies[k->bodies[i]];
    keeps &= !tr_body_has_vanished (b, tr_body_q (b, s->q), tr_body_q (b, was->q)) ||
             has_given_size (e, k, k->bodies[i]);
    keeps &= !is_lost_sheet (b, tr_body_q (b, s->q), tr_body_q (b, was->q));
  }
  tr_scratch_release (e->scratch, mark);
  return keeps;
}
