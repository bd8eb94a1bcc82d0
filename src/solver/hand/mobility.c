// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How much the grabbed point gives way: the stiffness of the hand is set by it.

#include "solver/hand/mobility.h"

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/hand/grab.h"
#include "solver/masses.h"
#include "solver/newton.h"

#include <string.h>

enum { OLD = 16 };            // frames
static const double much = 4; // a block's M beside what it was

// μ: the larger eigenvalue of what the grabbed point gives way to a force under all constraints,
// from the factor at hand (with M/h in it: μ h). motion: of each unknown.
static double
motion_of_all (TrEngine *e, TrComponent *k, const TrState *s, double *motion)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrTap tap;
  tr_tap_connector (e->m, &e->grab.what, s->q, e->scratch, &tap);
  double *f = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *v = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *b = tr_scratch_zeroed (e->scratch, (size_t) k->n_rows + 1);
  double *lambda = tr_scratch_doubles (e->scratch, (size_t) k->n_rows + 1);
  Vec2 x[2];
  for (int axis = 0; axis < 2; axis++) {
    Vec2 unit = axis == 0 ? v2 (1, 0) : v2 (0, 1);
    memset (f, 0, sizeof (double) * (size_t) k->n_v);
    for (int a = 0, col = 0; a < tap.n_runs; col += tap.run_n[a], a++) {
      const TrBlock *block = &k->blocks[e->block_of_q[tap.run_at[a]]];
      for (int i = 0; i < tap.run_n[a]; i++)
        f[block->v + i] = v2_dot (unit, tap.x_q[col + i]);
    }
    for (int i = 0; i < k->n_bounds; i++)
      if (k->bounds[i].frozen)
        f[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
    tr_kkt_solve (k->kkt, f, b, v, lambda);
    for (int i = 0; i < k->n_v; i++)
      motion[i] = fmax (axis == 0 ? 0 : motion[i], fabs (v[i]));
    x[axis] = v2 (0, 0);
    for (int a = 0, col = 0; a < tap.n_runs; col += tap.run_n[a], a++) {
      const TrBlock *block = &k->blocks[e->block_of_q[tap.run_at[a]]];
      for (int i = 0; i < tap.run_n[a]; i++)
        x[axis] = v2_mad (x[axis], v[block->v + i], tap.x_q[col + i]);
    }
  }
  tr_scratch_release (e->scratch, mark);
  double mean = 0.5 * (x[0].x + x[1].y), half = 0.5 * (x[0].x - x[1].y);
  return mean + hypot (half, 0.5 * (x[0].y + x[1].x));
}

double
tr_mobility_free (TrEngine *e, TrComponent *k, const TrState *s)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrTap tap;
  tr_tap_connector (e->m, &e->grab.what, s->q, e->scratch, &tap);
  double sum = 0;
  for (int a = 0, col = 0; a < tap.n_runs; col += tap.run_n[a], a++) {
    const TrBlock *block = &k->blocks[e->block_of_q[tap.run_at[a]]];
    for (int i = 0; i < tap.run_n[a]; i++) {
      double m = k->M[block->m + i * (block->dim + 1)];
      sum += v2_dot (tap.x_q[col + i], tap.x_q[col + i]) / m;
    }
  }
  tr_scratch_release (e->scratch, mark);
  return sum;
}

// What a body resists a move along x with, mostly.
static double
heft (const TrComponent *k, const TrBlock *b)
{
  return k->M[b->m];
}

void
tr_mobility_note (TrEngine *e, TrComponent *k)
{
  e->grab.age = 0;
  for (int i = 0; i < k->n_blocks; i++)
    k->heft[i] = heft (k, &k->blocks[i]);
}

// A curve weighs as much as it is long: drawn out of nothing it would be pulled by what it weighed there, and
// lag far behind the hand.
bool
tr_mobility_is_old (const TrEngine *e, const TrComponent *k)
{
  bool is_old = !(e->grab.mobility > 0) || e->grab.age >= OLD;
  for (int i = 0; i < k->n_blocks && !is_old; i++)
    is_old = heft (k, &k->blocks[i]) > much * k->heft[i];
  return is_old;
}

// What holds on one side only (an unknown at its end, an inequality in force) may let go under
// the hand: the mobility is that of the point without it. Where the curve of a slide stands still
// at its end (x_t = 0) that is the mobility a little inside.
static void
let_go (TrEngine *e, TrComponent *k, TrState *s, signed char *frozen, unsigned char *active)
{
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    const TrBlock *block = &k->blocks[b->block];
    frozen[i] = (signed char) b->frozen;
    if (block->is_slide && b->frozen)
      s->q[block->at] -= 1e-2 * fmin (1, b->high - b->low) * b->frozen;
    b->frozen = 0;
  }
  for (int i = 0; i < k->n_nodes; i++) {
    active[i] = e->active[k->nodes[i].con];
    e->active[k->nodes[i].con] = 0;
  }
}

static void
hold_again (
    TrEngine *e, TrComponent *k, TrState *s, const signed char *frozen, const unsigned char *active)
{
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    b->frozen = frozen[i];
    double *t = &s->q[k->blocks[b->block].at];
    if (b->joint)
      *t = floor (*t + 0.5);
    else if (k->blocks[b->block].is_slide && b->frozen)
      *t = b->frozen < 0 ? b->low : b->high;
  }
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = active[i];
}

bool
tr_holds_on_one_side (const TrEngine *e, const TrComponent *k)
{
  for (int i = 0; i < k->n_nodes; i++)
    if (e->active[k->nodes[i].con])
      return true;
  return tr_bounds_any_frozen (k);
}

// A factorisation of its own where no projection has left one.
bool
tr_mobility_measure (TrEngine *e, TrComponent *k, TrState *s, double *motion)
{
  const TrTask task = {.inv_h = 1 / e->h, .shrink = 1};
  TrGrab *g = &e->grab;
  tr_component_masses (e, k, s->q);
  size_t mark = tr_scratch_mark (e->scratch);
  signed char *frozen = tr_scratch_bytes (e->scratch, (size_t) k->n_bounds);
  unsigned char *active = (unsigned char *) tr_scratch_bytes (e->scratch, (size_t) k->n_nodes);
  let_go (e, k, s, frozen, active);
  bool ok = tr_newton_direction (e, k, s, &task);
  if (ok)
    g->mobility = (motion ? motion_of_all (e, k, s, motion) : tr_fold_measure (e, k, s)) / e->h;
  hold_again (e, k, s, frozen, active);
  tr_scratch_release (e->scratch, mark);
  if (!ok)
    return false;
  tr_mobility_note (e, k);
  if (!(g->mobility > 1e-15 * tr_mobility_free (e, k, s)))
    g->mobility = 0;
  return g->mobility > 0;
}
