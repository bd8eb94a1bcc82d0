// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Solves: of each component that does not hold, to where it does (solver/solve/reach.h), and what is known of
// those that do.

#include "solver/solve/solve.h"

#include "model/indices.h"
#include "model/moves.h"
#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/drives.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/renew.h"
#include "solver/solve/again.h"
#include "solver/solve/directions.h"
#include "solver/solve/home.h"
#include "solver/solve/last-digits.h"
#include "solver/solve/leave.h"
#include "solver/solve/missed.h"
#include "solver/solve/otherwise.h"
#include "solver/solve/parting.h"
#include "solver/solve/reach.h"
#include "solver/solve/root.h"
#include "solver/solve/shrunk.h"
#include "solver/solve/sized.h"
#include "solver/stand.h"
#include "solver/subset/subset-private.h"

static const double hardly = 1e-3; // of what was missed at home

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

// Solves what does not hold at home; true where it stands elsewhere then.
static bool
solve_from_home (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result)
{
  const TrStand *was = tr_stand_find (k, s);
  bool is_again = was && was->is_solved;
  size_t mark = tr_scratch_mark (e->scratch);
  g_auto (TrHome) home = tr_home_take (e, k, s);
  double in_tol, size = k->size, missed;
  tr_component_residual (e, k, s, NULL, &missed);
  tr_move_begin_one (e, k, s);
  bool ok = tr_leave_home (e, k, s, &result->iterations);
  if (ok)
    ok = tr_leave_again (e, k, s, hardly * missed, &result->iterations);
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (in_tol > 1 && !is_again)
    ok |= tr_leave_otherwise (e, k, s, &home, &result->iterations);
  tr_component_residual (e, k, s, NULL, &in_tol);
  bool held_there = ok && in_tol <= 1;
  // what has shrunk on the way has narrower tolerances than where they were measured
  tr_component_measure (e, k, s);
  if (held_there)
    tr_lose_last_digits (e, k, s, size, home.q, false);
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (held_there && in_tol > 1) {
    tr_leave_home (e, k, s, &result->iterations);
    tr_lose_last_digits (e, k, s, size, home.q, true);
    tr_component_residual (e, k, s, NULL, &in_tol);
  }
  if (in_tol <= 1 && !e->short_of_roots)
    tr_component_meet_root (e, k, s);
  bool is_back = in_tol > 1 && !e->only_asks && (is_again || !tr_home_is_left (&home, e, k, s));
  if (is_back)
    tr_home_come_back (e, k, s, &home);
  if (in_tol > 1 && !k->drawn)
    k->drawn = g_memdup2 (home.q, sizeof *home.q * (size_t) k->n_v);
  tr_scratch_release (e->scratch, mark);
  result->ok &= ok;
  return ok && !is_back;
}

// The same, in the size that things are drawn in.
static bool
solve_in_size (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result)
{
  return tr_sized_solve (e, k, s, result, solve_from_home);
}

// The same, where points part that nothing remembers the direction of.
static bool
solve_apart (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result)
{
  return tr_parting_is_open (e, k, s) ? tr_parting_solve (e, k, s, result, solve_in_size)
                                      : solve_in_size (e, k, s, result);
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
    tr_leave_out_void (e, k, s);
    bool had_void = k->n_void > 0;
    result->moved |= tr_solve_again (e, k, s, result, solve_apart);
    tr_take_in_void (k);
    if (had_void && isfinite (tr_component_residual (e, k, s, NULL, NULL))) // it has one now
      result->moved |= tr_solve_again (e, k, s, result, solve_apart);
    residual = tr_component_residual (e, k, s, &relative, &in_tol);
  }
  k->settled = in_tol > 1 ? residual : 0;
  if (in_tol <= 1)
    g_clear_pointer (&k->drawn, g_free);
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
