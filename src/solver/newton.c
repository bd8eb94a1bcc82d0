// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/newton.h"

#include "math/dense.h"
#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/move.h"
#include "solver/renew.h"
#include "solver/soft.h"

#include <string.h>

enum {
  MOST_NEWTON = 8,   // iterations of a sub-step
  MOST_PROJECT = 24, // of a projection
  MOST_HALVE = 6,
  MOST_CAUGHT = 4, // rounds of inequalities in a projection
};

static const double small_ratio = 0.1;
// Under the hand, of what is asked for, spare rows: what contradicts each other is held at what it misses.
static const double hand_may_miss = 0.1;

void
tr_component_save (TrComponent *k, const TrState *s)
{
  tr_component_gather (k, s->q, k->saved);
  memcpy (k->saved_lambda, k->lambda, sizeof (double) * (size_t) k->n_rows);
  tr_conflict_save (k);
}

void
tr_component_restore (TrComponent *k, TrState *s)
{
  k->known = false;
  tr_component_scatter (k, k->saved, s->q);
  memcpy (k->lambda, k->saved_lambda, sizeof (double) * (size_t) k->n_rows);
  tr_bounds_restore (k, s);
  tr_conflict_restore (k);
}

// Slides on closed curves are kept within one turn.
static void
wrap_slides (TrEngine *e, TrComponent *k, TrState *s)
{
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    if (!b->is_slide)
      continue;
    const TrBody *body = &e->m->bodies[tr_block_slide (e->m, b)->body];
    if (!tr_body_is_closed (body))
      continue;
    double t0, t1, *t = &s->q[k->blocks[i].at];
    tr_body_get_ops (body)->range (body, &t0, &t1);
    if (*t < t0 || *t >= t1)
      *t -= (t1 - t0) * floor ((*t - t0) / (t1 - t0));
    if (*t >= t1) // rounding
      *t = t0;
  }
}

void
tr_component_accept (TrEngine *e, TrComponent *k, TrState *s)
{
  wrap_slides (e, k, s);
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    k->moved[i] = !tr_same_place (b, k->saved + b->v, s->q + b->at);
  }
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (tr_node_moved (k, n))
      tr_constraint_remember (e->m, n->con, s->q, n->ell, &s->memory[n->con]);
    for (int r = 0; r < n->rows; r++)
      e->lambda[e->row_at[n->con] + r] = k->lambda[n->lambda + r];
  }
  tr_conflict_relax (e, k, s);
}

double
tr_component_miss (TrComponent *k)
{
  double worst = 0, residual = 0, relative = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    for (int r = 0; r < n->rows; r++) {
      double c = fabs (k->b[n->lambda + r]), miss = c / n->tol[r];
      if (!(miss <= worst))
        worst = miss;
      if (n->velocity)
        continue;
      residual = c > residual ? c : residual;
      relative = c / n->ell > relative ? c / n->ell : relative;
    }
  }
  k->miss = worst;
  k->residual = residual;
  k->relative = relative;
  k->known = true;
  return worst;
}

double
tr_component_residual (
    TrEngine *e, TrComponent *k, const TrState *s, double *relative, double *in_tol)
{
  double worst = 0, rel = 0, tol = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (n->velocity)
      continue;
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    for (int r = 0; r < n->rows && !undefined; r++) {
      if ((e->strict ? n->out & ~n->never : n->out) & 1u << r)
        continue;
      double left = e->strict ? c[r] : c[r] - n->hold[r];
      double miss = n->inequality ? fmax (0, -left) : fabs (left);
      bool has_value = isfinite (c[r]) && isfinite (n->tol[r]); // else it does not hold
      worst = fmax (worst, has_value ? miss : INFINITY);
      rel = fmax (rel, has_value ? miss / n->ell : INFINITY);
      tol = fmax (tol, has_value ? miss / n->tol[r] : INFINITY);
    }
  }
  if (relative)
    *relative = rel;
  if (in_tol)
    *in_tol = tol;
  return worst;
}

bool
tr_component_holds (TrEngine *e, TrComponent *k, const TrState *s)
{
  double in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  return in_tol <= 1;
}

static bool
all_finite (const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += fabs (x[i]);
  return isfinite (sum);
}

bool
tr_newton_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task)
{
  bool stale = false;
  for (int i = 0; i < 2; i++) {
    if (tr_assemble (e, k, s, task, &stale))
      return true;
    if (!stale)
      return false;
    tr_component_prepare (e, k, s);
  }
  return false;
}

static bool
factor_solve (const TrEngine *e, TrComponent *k)
{
  bool is_hand = tr_is_grabbed (e, k) && !k->compromise;
  tr_kkt_let_miss (k->kkt, is_hand ? hand_may_miss : 0);
  TrKktResult r = tr_change_solve (k);
  tr_kkt_let_miss (k->kkt, 0);
  k->conflict = r.conflict;
  k->n_small = r.n_small;
  k->n_refined = r.refinements;
  return r.ok && all_finite (k->d, k->n_v) && all_finite (k->lambda_new, k->n_rows);
}

bool
tr_newton_direction (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task)
{
  return tr_newton_assemble (e, k, s, task) && factor_solve (e, k);
}

// g + J d < 0 comes into force, λ < 0 goes out: with g ≥ 0 the multiplier of a limit presses
// outwards only.
bool
tr_inequalities_update (TrEngine *e, TrComponent *k, const TrState *s)
{
  bool changed = false;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (!n->inequality)
      continue;
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    unsigned char now = e->active[n->con];
    for (int r = 0; r < n->rows; r++) {
      unsigned char bit = (unsigned char) (1 << r);
      if (!(now & bit) && c[r] - n->hold[r] < -0.1 * n->tol[r])
        now |= bit;
      else if ((now & bit) && k->lambda_new[n->lambda + r] < 0) {
        now &= (unsigned char) ~bit;
        k->lambda_new[n->lambda + r] = 0;
      }
    }
    changed |= now != e->active[n->con];
    e->active[n->con] = now;
  }
  return changed;
}

// Newton on c alone, in the metric M/h: where nothing moves and nothing pulls its numbers are
// those of a step. What it leaves in k->residual is of the state it returns.
static double
project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations)
{
  const TrTask task = {.inv_h = 1 / e->h, .shrink = 1};
  double last = G_MAXDOUBLE, share = 1;
  int halved = 0;
  k->projected = false;
  for (int i = 0; i < MOST_PROJECT; i++) {
    if (!tr_newton_assemble (e, k, s, &task))
      return G_MAXDOUBLE;
    double miss = tr_component_miss (k);
    if (miss <= 0.1 && (!polish || miss > 0.5 * last || !(miss > 0))) {
      if (miss > last) // the last digits were had before
        tr_bounds_go_back (k, s, 0);
      return fmin (miss, last);
    }
    if (miss >= last && i > 0) {
      if (miss <= 1 || ++halved > MOST_HALVE) {
        tr_bounds_go_back (k, s, 0);
        return last;
      }
      tr_bounds_go_back (k, s, share *= 0.5);
      continue;
    }
    if (i > 4 && miss > 0.9 * last && k->n_small > 0) // a conflict: this is all there is
      return miss;
    e->grab.is_late = e->grab.last_solve > 0 && *iterations >= e->grab.last_solve;
    if (e->grab.is_late || !factor_solve (e, k))
      return G_MAXDOUBLE;
    k->projected = true;
    ++*iterations;
    last = miss;
    share = 1;
    halved = 0;
    tr_component_gather (k, s->q, k->trial);
    tr_bounds_move (e, k, s, 1);
  }
  return last;
}

bool
tr_inequalities_catch (TrEngine *e, const TrComponent *k, const TrState *s)
{
  bool is_caught = false;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    if (!n->inequality)
      continue;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    for (int r = 0; r < n->rows && !undefined; r++)
      if (c[r] - n->hold[r] < -n->tol[r] && !(e->active[n->con] & (1 << r))) {
        e->active[n->con] = (unsigned char) (e->active[n->con] | (1 << r));
        is_caught = true;
      }
  }
  if (is_caught)
    tr_engine_note_warm (e, k);
  return is_caught;
}

bool
tr_block_in_range (const TrEngine *e, const TrComponent *k, int block, const TrState *s)
{
  const TrBlock *b = &k->blocks[block];
  bool is_in = true;
  for (int j = 0; j < b->dim; j++)
    is_in &= fabs (s->q[b->at + j]) <= TR_VALUE_MAX;
  if (!b->is_slide && e->m->bodies[b->body].kind == TR_BODY_SHEET)
    is_in &= !tr_sheet_is_flat_at (&e->m->bodies[b->body], s->q);
  for (int j = b->bound; j < b->bound + b->n_bounds && !b->is_slide; j++)
    is_in &= s->q[b->at + k->bounds[j].k] >= 0;
  return is_in;
}

bool
tr_component_in_range (const TrEngine *e, const TrComponent *k, const TrState *s)
{
  bool is_in = true;
  for (int i = 0; i < k->n_blocks; i++)
    is_in &= tr_block_in_range (e, k, i, s);
  return is_in;
}

double
tr_project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations)
{
  double miss = project (e, k, s, polish, iterations);
  // What was not in force may have been passed on the way.
  for (int i = 0;
       i < MOST_CAUGHT && !e->grab.is_late && k->has_inequality && tr_inequalities_catch (e, k, s);
       i++)
    miss = project (e, k, s, polish, iterations);
  if (k->has_inequality) {
    double in_tol;
    tr_component_residual (e, k, s, NULL, &in_tol);
    miss = fmax (miss, in_tol);
  }
  if (!tr_component_in_range (e, k, s))
    return G_MAXDOUBLE;
  // after a step back, or with inequalities at rest, the rows at hand are of another state
  k->known = k->known && !(miss > k->miss) && !(miss < k->miss) && !k->has_inequality;
  return miss;
}

void
tr_close_up (TrEngine *e, TrComponent *k, TrState *s, double most, int *iterations)
{
  double before, after;
  tr_component_residual (e, k, s, NULL, &before);
  tr_component_gather (k, s->q, k->q0); // home is needed no more
  tr_project (e, k, s, true, iterations);
  tr_component_residual (e, k, s, NULL, &after);
  if (!(after <= most && after < before))
    tr_component_scatter (k, k->q0, s->q);
}

bool
tr_newton_step (TrEngine *e,
                TrComponent *k,
                TrState *s,
                const double *predictor,
                TrNewtonStep *step,
                int *iterations)
{
  const TrTask task = {.inv_h = 1 / e->h,
                       .stiffness = true,
                       .forces = true,
                       .home = true,
                       .shrink = 1,
                       .loose = true};
  tr_component_gather (k, s->q, k->q0);
  tr_component_masses (e, k, s->q);
  tr_soft_begin (e, k, s);
  if (predictor) {
    memcpy (k->d, predictor, sizeof (double) * (size_t) k->n_v);
    tr_bounds_move (e, k, s, 1);
  }
  if (step->is_at_end)
    return true;
  for (int i = 0; i == 0 || step->made < MOST_NEWTON; i++) {
    if (!tr_newton_direction (e, k, s, &task))
      return false;
    ++*iterations;
    step->made++;
    if (i == 0) {
      step->ratio = tr_move_ratio_ahead (e, k, s, k->d);
      if (step->ratio > step->most)
        return true;
    }
    // small for the drawing, and for its smallest links
    double ahead = i == 0 ? step->ratio : tr_move_ratio_ahead (e, k, s, k->d);
    bool small = dense_largest (k->n_v, k->d) < 1e-3 * k->size && ahead < small_ratio;
    double alpha = ahead > 1 ? 1 / ahead : 1;
    k->corners = true;
    bool changed = tr_bounds_move (e, k, s, alpha);
    k->corners = false;
    changed |= tr_bounds_release (e, k, s);
    changed |= tr_inequalities_update (e, k, s);
    memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
    if (!changed && alpha >= 1 && small)
      break;
    step->is_open = step->solves > 0 && *iterations >= step->solves && step->made < MOST_NEWTON;
    if (step->is_open)
      break;
  }
  return true;
}

void
tr_newton_pull (TrEngine *e, TrComponent *k, const TrState *s, int *iterations)
{
  const TrTask task = {.inv_h = 1 / e->h,
                       .stiffness = true,
                       .forces = true,
                       .home = true,
                       .shrink = 1,
                       .loose = true};
  ++*iterations;
  if (tr_newton_direction (e, k, s, &task))
    memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
}
