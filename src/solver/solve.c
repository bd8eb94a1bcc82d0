// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Least motion: ½‖q − q₀‖² in M(q₀) subject to c(q) = 0, by Newton on its Lagrangian with the
// steps of a drag, so that the branch that q₀ lies on is kept.

#include "model/indices.h"
#include "model/moves.h"
#include "solver/renew.h"
#include "solver/stand.h"
#include "solver/subset.h"

#include <string.h>

enum { MOST_STEPS = 200, MOST_HALVINGS = 30, MOST_FINISHING = 60 };

static const double soften = 1e-12; // of rows as springs: hard against the pull of home

static double
largest (const double *x, int n)
{
  double m = 0;
  for (int i = 0; i < n; i++)
    m = fmax (m, fabs (x[i]));
  return m;
}

// One damped Newton step; false where it failed and the state is as before.
static bool
least_motion_step (TrEngine *e, TrComponent *k, TrState *s, double *share, double *moved)
{
  static const TrTask task = {.inv_h = 1, .stiffness = true, .home = true, .shrink = 1};
  if (!tr_newton_direction (e, k, s, &task))
    return false;
  double ahead = tr_move_ratio_ahead (e, k, s, k->d);
  double alpha = fmin (*share, ahead > 1 ? 1 / ahead : 1);
  k->corners = true;
  bool changed = tr_bounds_move (e, k, s, alpha);
  k->corners = false;
  changed |= tr_bounds_release (e, k, s);
  changed |= tr_inequalities_update (e, k, s);
  memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
  *moved = changed ? k->size : largest (k->d, k->n_v);
  if (alpha < *share)
    *moved = fmax (*moved, 1e-3 * k->size);
  return true;
}

// To a standstill: the motion left is a rounding of the size. Where the residual and the motion
// both stop falling (a conflict between curved rows), the steps are shortened.
static bool
least_motion (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  double share = 1, last = G_MAXDOUBLE;
  int worse = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    double moved;
    if (!least_motion_step (e, k, s, &share, &moved))
      return i > 0;
    ++*iterations;
    if (moved <= 1e-12 * k->size)
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
      if (!n->inequality || (e->active[n->con] & (1 << r)))
        sum += c[r] * c[r] / (soften * k->scale[n->lambda + r]);
  }
  return 0.5 * sum;
}

// Shortens d until the energy falls; false where it does not.
static bool
descend (TrEngine *e, TrComponent *k, TrState *s, double alpha)
{
  double before = energy (e, k, s);
  tr_component_gather (k, s->q, k->trial);
  for (int i = 0; i < MOST_HALVINGS; i++, alpha *= 0.5) {
    tr_bounds_move (e, k, s, alpha);
    if (energy (e, k, s) < before)
      return true;
    tr_component_scatter (k, k->trial, s->q);
  }
  return false;
}

// The last digits of a compromise. The energy is flat there and tells only half of them; Newton's
// direction tells all. They matter: what cannot hold lies in one line, and the pull of home, which
// is very weak beside the rows, leaves it a hair to the side that it came from.
static void
finish (TrEngine *e, TrComponent *k, TrState *s, const TrTask *task, int *iterations)
{
  for (int i = 0; i < MOST_FINISHING; i++) {
    double before = energy (e, k, s);
    if (!tr_newton_direction (e, k, s, task) || !(largest (k->d, k->n_v) <= 1e-5 * k->size))
      return;
    ++*iterations;
    tr_component_gather (k, s->q, k->trial);
    tr_bounds_move (e, k, s, 1);
    if (!(energy (e, k, s) <= before * (1 + 1e-9))) {
      tr_component_scatter (k, k->trial, s->q);
      return;
    }
    memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
    if (largest (k->d, k->n_v) <= 1e-15 * k->size)
      return;
  }
}

static void
begin (TrComponent *k, const TrState *s, bool at_nought)
{
  (at_nought ? tr_bounds_begin_at_nought : tr_bounds_begin) (k, s);
  memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows);
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
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    if (!tr_newton_direction (e, k, s, &task))
      return false;
    ++*iterations;
    double ahead = tr_move_ratio_ahead (e, k, s, k->d);
    bool moved = descend (e, k, s, ahead > 1 ? 1 / ahead : 1);
    bool changed = tr_bounds_release (e, k, s);
    changed |= tr_inequalities_update (e, k, s);
    memcpy (k->lambda, k->lambda_new, sizeof (double) * (size_t) k->n_rows);
    if (!changed && (!moved || largest (k->d, k->n_v) <= 1e-12 * k->size))
      break;
  }
  finish (e, k, s, &task, iterations);
  return true;
}

// Where the compromise has found its way to where all holds, its last digits.
static void
close_up (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  double before, after;
  tr_component_residual (e, k, s, NULL, &before);
  tr_component_gather (k, s->q, k->q0); // home is needed no more
  tr_project (e, k, s, true, iterations);
  tr_component_residual (e, k, s, NULL, &after);
  if (!(after <= 1 && after < before))
    tr_component_scatter (k, k->q0, s->q);
}

// A compromise may rest between branches, where the residual is flat but nothing contradicts: one
// way down is left to be tried.
static void
leave_saddle (TrEngine *e, TrComponent *k, TrState *s)
{
  double in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (in_tol <= 1)
    return;
  g_autofree int *con = g_new (int, k->n_nodes);
  for (int i = 0; i < k->n_nodes; i++)
    con[i] = k->nodes[i].con;
  tr_component_gather (k, s->q, k->q0);
  if (!tr_subset_solve (e, k, s, k->n_nodes, con))
    tr_component_scatter (k, k->q0, s->q);
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

static bool
go (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  return least_motion (e, k, s, iterations) && tr_project (e, k, s, true, iterations) <= 1;
}

// From where it stands, which is home, to where all holds, or nearly; false where nothing finite
// was found and all is as before.
static bool
leave_home (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  tr_component_save (k, s);
  begin (k, s, false);
  tr_component_gather (k, s->q, k->q0);
  tr_component_masses (e, k, s->q);
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
      leave_saddle (e, k, s);
      close_up (e, k, s, iterations);
    }
  }
  ok = ok && tr_component_in_range (e, k, s);
  if (ok)
    tr_component_accept (e, k, s);
  else
    tr_component_restore (k, s);
  return ok;
}

// Whether it stands where a solve has left it. One that does not hold is tried again, for what it is
// worth, unless it is an edit of something else that asks.
static bool
knows (const TrEngine *e, const TrComponent *k, const TrState *s, TrStepResult *result)
{
  const TrStand *stand = tr_stand_find (k, s);
  if (!stand || !stand->is_solved || !(stand->holds || k->edition != e->edition))
    return false;
  result->residual = fmax (result->residual, stand->residual);
  result->relative = fmax (result->relative, stand->relative);
  return true;
}

bool
tr_component_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result)
{
  if (knows (e, k, s, result))
    return false;
  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_bounds_clip (k, s);
  tr_component_measure (e, k, s);
  tr_drives_go (k);
  double relative, in_tol;
  double residual = tr_component_residual (e, k, s, &relative, &in_tol);
  bool held = in_tol <= 0.1 && isfinite (residual);
  if (!held) {
    tr_move_begin_one (e, k, s);
    bool ok = leave_home (e, k, s, &result->iterations);
    tr_component_residual (e, k, s, NULL, &in_tol);
    bool held_there = ok && in_tol <= 1;
    // what has shrunk on the way has narrower tolerances than where they were measured
    tr_component_measure (e, k, s);
    residual = tr_component_residual (e, k, s, &relative, &in_tol);
    if (held_there && in_tol > 1) {
      leave_home (e, k, s, &result->iterations);
      residual = tr_component_residual (e, k, s, &relative, &in_tol);
    }
    result->ok &= ok;
    result->moved |= ok;
  }
  k->settled = in_tol > 1 ? residual : 0;
  k->edition = e->edition;
  TrStand *stand = tr_stand_note (k, s);
  stand->is_solved = true;
  stand->holds = in_tol <= 0.1;
  stand->residual = residual;
  stand->relative = relative;
  result->residual = fmax (result->residual, residual);
  result->relative = fmax (result->relative, relative);
  return !held;
}

// Where it may have come to.
static void
note_moves (const TrComponent *k, TrLedger *moves)
{
  for (int i = 0; i < k->n_blocks; i++)
    tr_moves_note_unknowns (moves, k->blocks[i].at, k->blocks[i].dim);
  for (int i = 0; i < k->n_nodes; i++)
    tr_moves_note_memory (moves, k->nodes[i].con);
}

void
tr_engine_note_grabbed (const TrEngine *e, TrLedger *moves)
{
  if (e->grab.on && e->grab.component >= 0)
    note_moves (e->slots[e->grab.component], moves);
}

static void
solve_slot (TrEngine *e, int slot, TrState *s, TrLedger *moves, TrStepResult *result)
{
  TrComponent *k = e->slots[slot];
  if (!k || k->n_nodes == 0)
    return;
  TrStepResult one = {.ok = true};
  if (!knows (e, k, s, &one)) {
    tr_component_solve (e, k, s, &one);
    if (moves)
      note_moves (k, moves);
  }
  tr_engine_set_rest (e, slot, (TrRest){one.residual, one.relative});
  if (!k->stand->holds)
    g_array_append_val (e->awake, slot);
  result->ok &= one.ok;
  result->moved |= one.moved;
  result->iterations += one.iterations;
}

static TrRest
worse (TrRest a, TrRest b)
{
  return (TrRest){a.residual > b.residual ? a.residual : b.residual,
                  a.relative > b.relative ? a.relative : b.relative};
}

void
tr_engine_set_rest (TrEngine *e, int slot, TrRest rest)
{
  TrRest peak = {0, 0};
  e->rests[slot] = rest;
  int first = slot - slot % TR_REST_GROUP, end = MIN (first + TR_REST_GROUP, e->room_slots);
  for (int i = first; i < end; i++)
    peak = worse (peak, e->rests[i]);
  e->peaks[slot / TR_REST_GROUP] = peak;
}

static void
add_rests (const TrEngine *e, TrStepResult *result)
{
  TrRest all = {result->residual, result->relative};
  for (int i = 0; i * TR_REST_GROUP < e->n_slots; i++)
    all = worse (all, e->peaks[i]);
  result->residual = all.residual;
  result->relative = all.relative;
}

TrStepResult
tr_engine_solve (TrEngine *e, TrState *s)
{
  TrStepResult result = {.ok = true, .at_rest = true};
  g_return_val_if_fail (s->n_q == e->m->n_q, result);
  g_array_set_size (e->awake, 0);
  e->all_awake = false;
  for (int i = 0; i < e->n_components; i++)
    solve_slot (e, e->components[i]->slot, s, NULL, &result);
  add_rests (e, &result);
  return result;
}

// The slots of what has moved, and those that are to be looked at anyway.
static GArray *
find_awake (TrEngine *e, const TrElement *moved, guint n)
{
  GArray *slots = e->awake;
  e->awake = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < n; i++) {
    int at = moved[i].index, slot = -1;
    if (tr_moves_is_memory (moved[i]) && at < e->m->n_constraints)
      slot = e->constraints.component[at];
    else if (!tr_moves_is_memory (moved[i]) && at < e->m->n_q)
      slot = e->component_of_q[at];
    if (slot >= 0)
      g_array_append_val (slots, slot);
  }
  return slots;
}

TrStepResult
tr_engine_solve_after (TrEngine *e, TrState *s, const TrElement *moved, guint n, TrLedger *moves)
{
  if (!moved || e->all_awake) {
    tr_ledger_note_all (moves);
    return tr_engine_solve (e, s);
  }
  TrStepResult result = {.ok = true, .at_rest = true};
  g_autoptr (GArray) slots = find_awake (e, moved, n);
  tr_indices_sort (slots);
  for (guint i = 0; i < slots->len; i++)
    solve_slot (e, g_array_index (slots, int, i), s, moves, &result);
  add_rests (e, &result);
  return result;
}
