// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Least motion: ½‖q − q₀‖² in M(q₀) subject to c(q) = 0, by Newton on its Lagrangian with the
// steps of a drag, so that the branch that q₀ lies on is kept.

#include "solver/solve/reach.h"

#include "math/dense.h"
#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/drives.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/solve/missed.h"
#include "solver/subset/subset.h"

#include <string.h>

enum {
  MOST_STEPS = 200,
  MOST_HALVINGS = 30,
  MOST_FINISHING = 60,
  MOST_IN_VAIN = 24,   // steps at whose end as much is missed as before them
  MOST_AT_ONCE = 1000, // steps of a creep
  MOST_LEVEL = 4,      // steps that lead down by next to nothing, and go on
  MOST_NO_NEARER = 8,  // in the end
  LARGE = 500,         // unknowns
  MOST_SHORTENINGS = 40,
};

static const double far = 100;      // of the size
static const double fair = 0.25;    // of what a step promises
static const double soften = 1e-12; // of rows as springs: hard against the pull of home
static const double level = 1e-14;  // of the energy: hardly more than its rounding
static const double soft_level =
    1e-6; // where a compromise goes on by soft rows, the same of what is worth steps
static const double gain = 0.9; // what is missed, of what was, where that is worth steps

// Nothing but equations: how long their steps may be no length of things tells.
static bool
has_only_equations (const TrEngine *e, const TrComponent *k)
{
  bool is_only = k->n_nodes > 0;
  for (int i = 0; i < k->n_nodes && is_only; i++) {
    const TrNode *n = &k->nodes[i];
    is_only = e->m->constraints[n->con].kind == TR_CON_EQUATION && !n->inequality;
  }
  return is_only;
}

// Moves by alpha d, or by less where what is missed would not fall by a fair part of what the step promises: it has
// gone past a pole, or from one wave to another. As far as it was to go where no shorter one is better.
static bool
move_fairly (TrEngine *e, TrComponent *k, TrState *s, double alpha)
{
  double before, after;
  if (!has_only_equations (e, k))
    return tr_bounds_move (e, k, s, alpha);
  size_t mark = tr_scratch_mark (e->scratch);
  double *home = tr_scratch_doubles (e->scratch, (size_t) k->n_v), share = alpha;
  tr_component_gather (k, s->q, home);
  tr_component_residual (e, k, s, NULL, &before);
  bool changed = tr_bounds_move (e, k, s, alpha);
  tr_component_residual (e, k, s, NULL, &after);
  for (int i = 0; i < MOST_SHORTENINGS && before > 1 && !(after <= (1 - fair * share) * before);
       i++) {
    share = i < MOST_SHORTENINGS - 1 ? 0.5 * share : alpha;
    tr_component_scatter (k, home, s->q);
    changed |= tr_bounds_move (e, k, s, share);
    tr_component_residual (e, k, s, NULL, &after);
  }
  tr_scratch_release (e->scratch, mark);
  return changed || share < alpha;
}

// One damped Newton step; false where it failed and the state is as before.
static bool
least_motion_step (
    TrEngine *e, TrComponent *k, TrState *s, double *share, double *moved, bool *is_whole)
{
  static const TrTask task = {.inv_h = 1, .stiffness = true, .home = true, .shrink = 1};
  if (!tr_newton_direction (e, k, s, &task))
    return false;
  double ahead = tr_move_ratio_ahead (e, k, s, k->d);
  double alpha = fmin (*share, ahead > 1 ? 1 / ahead : 1);
  k->corners = true;
  bool changed = move_fairly (e, k, s, alpha);
  k->corners = false;
  changed |= tr_bounds_release (e, k, s);
  changed |= tr_inequalities_update (e, k, s);
  memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
  *moved = changed ? k->size : dense_largest (k->n_v, k->d);
  *is_whole = !(alpha < *share);
  if (!*is_whole)
    *moved = fmax (*moved, 1e-3 * k->size);
  return true;
}

// Steps of few unknowns are next to no work, and they take all that there are.
static bool
is_large (const TrComponent *k)
{
  return k->n_v >= LARGE;
}

// Steps that bring nothing any more.
typedef struct {
  double least; // that was left to be done: over 1 what was missed, else the way, of the size
  int n;        // steps since
} Vain;

// Rows that depend on each other and contradict, or whose weakest modes are lost in rounding, are missed by as much
// after any number of steps, or trodden about on; k->b is what was missed before the last one. Where it could not
// go its whole way that says nothing.
static bool
is_in_vain (Vain *v, const TrComponent *k, bool is_whole, double moved)
{
  double miss = 0;
  for (int i = 0; i < k->n_nodes && is_large (k); i++)
    for (int r = 0; r < k->nodes[i].rows; r++)
      miss = fmax (miss, fabs (k->b[k->nodes[i].lambda + r]) / k->nodes[i].tol[r]);
  double left = miss > 1 ? miss : fmin (1, moved / k->size);
  bool is_better = left < gain * v->least;
  if (is_better)
    v->least = left;
  v->n = is_better || !is_whole || k->n_small == 0 || !is_large (k) ? 0 : v->n + 1;
  return v->n >= MOST_IN_VAIN;
}

// To a standstill: the motion left is a rounding of the size. Where the residual and the motion
// both stop falling (a conflict between curved rows), the steps are shortened.
static bool
least_motion (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  double share = 1, last = G_MAXDOUBLE;
  Vain vain = {.least = G_MAXDOUBLE};
  int worse = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    double moved;
    bool is_whole;
    if (!least_motion_step (e, k, s, &share, &moved, &is_whole))
      return i > 0;
    ++*iterations;
    if (moved <= 1e-12 * k->size || is_in_vain (&vain, k, is_whole, moved))
      break;
    if (moved >= last && ++worse >= 4) {
      share = fmax (0.125, 0.5 * share);
      worse = 0;
      if (moved <= 1e-9 * k->size)
        break;
    }
    last = moved;
  }
  return true;
}

static bool
go (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  return least_motion (e, k, s, iterations) && tr_project (e, k, s, true, iterations) <= 1;
}

// ½‖q − q₀‖² in M(q₀), and the rows as springs of the sizes last assembled.
static double
energy (TrEngine *e, const TrComponent *k, const TrState *s)
{
  double sum = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int r = 0; r < b->dim; r++)
      for (int c = 0; c < b->dim; c++)
        sum += k->M[b->m + r * b->dim + c] * (s->q[b->at + r] - k->q0[b->v + r]) *
               (s->q[b->at + c] - k->q0[b->v + c]);
  }
  for (int i = 0; i < k->n_mass; i++) {
    const TrBlock *a = &k->blocks[k->mass[i].i], *b = &k->blocks[k->mass[i].j];
    const double m[2] = {k->mass[i].m.x, k->mass[i].m.y};
    for (int j = 0; j < 2; j++)
      sum += 2 * m[j] * (s->q[a->at + j] - k->q0[a->v + j]) * (s->q[b->at + j] - k->q0[b->v + j]);
  }
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    for (int r = 0; r < n->rows && !undefined && !n->velocity; r++)
      if (!(n->out & 1u << r) && (!n->inequality || (e->active[n->con] & (1 << r))))
        sum += c[r] * c[r] / (soften * k->scale[n->lambda + r]);
  }
  return 0.5 * sum;
}

// Shortens d until the energy falls; by what share of it, −1 where it does not.
static double
descend (TrEngine *e, TrComponent *k, TrState *s, double alpha)
{
  double before = energy (e, k, s);
  tr_component_gather (k, s->q, k->trial);
  for (int i = 0; i < MOST_HALVINGS; i++, alpha *= 0.5) {
    tr_bounds_move (e, k, s, alpha);
    double now = energy (e, k, s);
    if (now < before)
      return (before - now) / before;
    tr_component_scatter (k, k->trial, s->q);
  }
  return -1;
}

// The last digits of a compromise. The energy is flat there and tells only half of them; Newton's
// direction tells all. They matter: what cannot hold lies in one line, and the pull of home, which
// is very weak beside the rows, leaves it a hair to the side that it came from.
static void
finish (TrEngine *e, TrComponent *k, TrState *s, const TrTask *task, int *iterations)
{
  double nearest = INFINITY;
  for (int i = 0, n = 0; i < MOST_FINISHING && (n < MOST_NO_NEARER || !is_large (k)); i++) {
    double before = energy (e, k, s);
    if (!tr_newton_direction (e, k, s, task) || !(dense_largest (k->n_v, k->d) <= 1e-5 * k->size))
      return;
    bool is_nearer = dense_largest (k->n_v, k->d) < 0.5 * nearest;
    n = is_nearer ? 0 : n + 1;
    if (is_nearer)
      nearest = dense_largest (k->n_v, k->d);
    ++*iterations;
    tr_component_gather (k, s->q, k->trial);
    tr_bounds_move (e, k, s, 1);
    if (!(energy (e, k, s) <= before * (1 + 1e-9))) {
      tr_component_scatter (k, k->trial, s->q);
      return;
    }
    memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
    if (dense_largest (k->n_v, k->d) <= 1e-15 * k->size)
      return;
  }
}

static void
begin (TrComponent *k, const TrState *s, bool at_nought)
{
  (at_nought ? tr_bounds_begin_at_nought : tr_bounds_begin) (k, s);
  memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows);
}

// Steps that creep in one way, each a share x shorter than the one before, lead to 1/(1 − x) times the step at
// hand: the stiffness that is kept from being negative (solver/hand/bend.h) does not know that what turns as a
// whole bends nothing.
typedef struct {
  double *last;  // the step before, n_v; all of it a whole one
  double length; // its length; 0: there was none
} Creep;

static double
find_creep (Creep *c, const TrComponent *k)
{
  double length = sqrt (dense_dot (k->n_v, k->d, k->d)), before = c->length, times = 1;
  double along = before > 0 ? dense_dot (k->n_v, k->d, c->last) / (before * length) : 0;
  double share = before > 0 ? length / before : 0;
  if (along > 0.99 && share > 0.5 && is_large (k))
    times = share < 1 - 1.0 / MOST_AT_ONCE ? 1 / (1 - share) : MOST_AT_ONCE;
  memcpy (c->last, k->d, sizeof *c->last * (size_t) k->n_v);
  c->length = times > 1 ? 0 : length; // what is left after that is of another kind
  return times;
}

// Rows that cannot hold together settle as the least-squares compromise of rows of like size:
// stiff springs in their place, from home again, so that the branch is kept.
static bool
compromise (TrEngine *e, TrComponent *k, TrState *s, bool at_nought, int *iterations)
{
  static const TrTask task = {
      .inv_h = 1, .stiffness = true, .home = true, .shrink = 1, .soften = 1e-12};
  tr_component_scatter (k, k->saved, s->q);
  begin (k, s, at_nought);
  size_t mark = tr_scratch_mark (e->scratch);
  Creep creep = {.last = tr_scratch_doubles (e->scratch, (size_t) k->n_v)};
  bool ok = true;
  int n_level = 0;
  bool is_soft = false;
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    ok = tr_newton_direction (e, k, s, &task);
    if (!ok)
      break;
    ++*iterations;
    double ahead = tr_move_ratio_ahead (e, k, s, k->d);
    double fall = descend (e, k, s, fmin (find_creep (&creep, k), 1 / ahead));
    bool changed = tr_bounds_release (e, k, s);
    changed |= tr_inequalities_update (e, k, s);
    memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
    bool is_level = fall < (is_soft ? soft_level : 0);
    if (is_level && !is_soft && k->n_small > 0) { // what spare rows share out is of other weights
      tr_kkt_count_compliance (k->kkt, is_soft = true);
      continue;
    }
    n_level = fall > level || !is_large (k) ? 0 : n_level + 1;
    if (!changed &&
        (is_level || n_level >= MOST_LEVEL || dense_largest (k->n_v, k->d) <= 1e-12 * k->size))
      break;
  }
  tr_scratch_release (e->scratch, mark);
  tr_kkt_count_compliance (k->kkt, false);
  if (ok)
    finish (e, k, s, &task, iterations);
  return ok;
}

// The constraints that take part; only those that are missed, or all.
static int
list_constraints (
    const TrEngine *e, const TrComponent *k, const TrState *s, bool missed_only, int *con)
{
  int n = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *node = &k->nodes[i];
    if (!node->out && (!missed_only || tr_node_is_missed (e, node, s)))
      con[n++] = node->con;
  }
  return n;
}

// As large as it is at q, and as heavy; s stays.
static void
weigh_at (TrEngine *e, TrComponent *k, TrState *s, const double *q)
{
  g_autofree double *here = g_new (double, k->n_v);
  tr_component_gather (k, s->q, here);
  tr_component_scatter (k, q, s->q);
  tr_component_measure (e, k, s);
  tr_component_masses (e, k, s->q);
  tr_component_scatter (k, here, s->q);
}

// From a little beside k->q0, where nothing leads down, to where all n constraints hold: what was missed
// there first, then the others, which are as large then as what that has grown to. False: it is back.
static bool
leave_top (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  g_autofree int *missed = g_new (int, k->n_nodes);
  int n_missed = list_constraints (e, k, s, true, missed);
  if (!tr_subset_leave (e, k, s, n_missed, missed)) {
    tr_component_scatter (k, k->q0, s->q);
    return false;
  }
  g_autofree double *there = g_new (double, k->n_v);
  tr_component_gather (k, s->q, there);
  weigh_at (e, k, s, there);
  bool ok = tr_subset_solve (e, k, s, n, con);
  weigh_at (e, k, s, k->saved);
  if (!ok)
    tr_component_scatter (k, k->q0, s->q);
  return ok;
}

// Whether k->q0 is far away from where the solve began: next to a place where nothing leads down, a step
// throws what has no length over all bounds.
static bool
has_flown (const TrComponent *k)
{
  for (int i = 0; i < k->n_v; i++)
    if (fabs (k->q0[i] - k->saved[i]) > far * k->size)
      return true;
  return false;
}

// A compromise may rest between branches, where the residual is flat but nothing contradicts: one
// way down is left to be tried, and where what is missed has none (it stands on top), one from a little
// beside; from where that leads all else goes back as near to home as it may.
static void
leave_saddle (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  double in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (in_tol <= 1)
    return;
  g_autofree int *con = g_new (int, k->n_nodes);
  int n = list_constraints (e, k, s, false, con);
  tr_component_gather (k, s->q, k->q0);
  if (tr_subset_solve (e, k, s, n, con))
    return;
  tr_component_scatter (k, k->q0, s->q);
  if (!leave_top (e, k, s, n, con)) {
    if (!has_flown (k))
      return;
    g_autofree double *rest = g_memdup2 (k->q0, sizeof (double) * (size_t) k->n_v);
    memcpy (k->q0, k->saved, sizeof (double) * (size_t) k->n_v);
    tr_component_scatter (k, k->saved, s->q);
    if (!leave_top (e, k, s, n, con)) {
      tr_component_scatter (k, rest, s->q);
      return;
    }
  }
  g_autofree double *found = g_new (double, k->n_v);
  tr_component_gather (k, s->q, found);
  memcpy (k->q0, k->saved, sizeof (double) * (size_t) k->n_v);
  memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows);
  tr_bounds_restore (k, s);
  if (!go (e, k, s, iterations))
    tr_component_scatter (k, found, s->q);
}

// Back to where the solve began, the drives standing still there.
static bool
stand_at_start (TrEngine *e, TrComponent *k, TrState *s)
{
  if (!k->has_drive)
    return false;
  tr_component_restore (k, s);
  begin (k, s, false);
  return tr_drives_stand (e, k, s);
}

bool
tr_reach (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  begin (k, s, false);
  tr_component_gather (k, s->q, k->q0);
  bool ok = go (e, k, s, iterations), at_nought = !ok && tr_bounds_stop_radii (k);
  if (at_nought) {
    tr_component_restore (k, s);
    begin (k, s, true);
    ok = go (e, k, s, iterations);
  }
  if (!ok && stand_at_start (e, k, s)) // what a drive cannot do bends nothing else
    ok = go (e, k, s, iterations);
  if (!ok) {
    tr_drives_go (k);
    ok = compromise (e, k, s, at_nought, iterations);
    if (ok) {
      leave_saddle (e, k, s, iterations);
      tr_close_up (e, k, s, 1, iterations); // it may have found its way to where all holds
      if (!e->only_asks)
        tr_conflict_settle (e, k, s);
    }
  }
  return ok;
}
