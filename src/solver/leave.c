// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/leave.h"

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/directions.h"
#include "solver/engine-private.h"
#include "solver/last-digits.h"
#include "solver/masses.h"
#include "solver/newton.h"
#include "solver/reach.h"
#include "solver/shrunk.h"

enum { MOST_BACK = 8, MOST_GROWTHS = 16 };

static const double nothing = 1e-9; // of the component's size
static const double growth = 8;     // of it, within a solve

// Whether a sheet is flat, or next to nothing is left of its area since the state to go back to: a row that asks
// for none holds within its tolerance a little before that.
static bool
is_flattened (const TrEngine *e, const TrComponent *k, const TrBlock *b, const TrState *s)
{
  if (b->is_slide || e->m->bodies[b->body].kind != TR_BODY_SHEET)
    return false;
  return tr_sheet_is_flat_at (&e->m->bodies[b->body], s->q) ||
         !(tr_axes_spread (s->q + b->at + 2) > nothing * tr_axes_spread (k->saved + b->v + 2));
}

static bool
any_flattened (const TrEngine *e, const TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_blocks; i++)
    if (is_flattened (e, k, &k->blocks[i], s))
      return true;
  return false;
}

// Which constraints take hold of a sheet that is flat.
static void
find_flattened (const TrEngine *e, const TrComponent *k, const TrState *s, bool *touches)
{
  for (int i = 0; i < k->n_nodes; i++)
    touches[i] = false;
  for (int j = 0; j < k->n_blocks; j++) {
    int body = k->blocks[j].body;
    if (!is_flattened (e, k, &k->blocks[j], s))
      continue;
    for (int i = 0; i < k->n_nodes; i++)
      touches[i] |= tr_constraint_uses (&e->m->constraints[k->nodes[i].con], body);
  }
}

// A sheet is never flat. What would make it so is no reason for all else to stay as it is: the rest
// is met without the latest of those that have to do with it. False where nothing comes of that.
static bool
reach_unflattened (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  bool *touches = tr_scratch_bytes (e->scratch, (size_t) k->n_nodes), ok = false;
  int tries = 0;
  find_flattened (e, k, s, touches);
  for (int i = k->n_nodes - 1; i >= 0 && !ok && tries < MOST_BACK; i--) {
    if (!touches[i])
      continue;
    tries++;
    tr_component_restore (k, s);
    tr_change_forget (k);
    k->nodes[i].out = TR_ROWS_ALL;
    ok = tr_reach (e, k, s, iterations) && tr_component_in_range (e, k, s) &&
         !any_flattened (e, k, s);
    k->nodes[i].out = k->nodes[i].never;
  }
  if (tries > 0) {
    tr_bounds_restore (k, s);
    tr_change_forget (k);
    k->known = false;
  }
  tr_scratch_release (e->scratch, mark);
  return ok;
}

bool
tr_leave_home (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  tr_component_save (k, s);
  tr_component_masses (e, k, s->q);
  bool ok = tr_reach (e, k, s, iterations);
  if (ok) {
    // what has hardly a length has lost its direction, whichever digits are left
    tr_lose_last_digits (e, k, s, k->size, k->saved, false);
    tr_keep_directions (e, k, s, iterations);
    tr_lose_last_digits (e, k, s, k->size, k->saved, false);
  }
  if (ok && (!tr_component_in_range (e, k, s) || any_flattened (e, k, s)))
    ok = reach_unflattened (e, k, s, iterations);
  if (ok)
    tr_component_accept (e, k, s);
  else
    tr_component_restore (k, s);
  return ok;
}

bool
tr_leave_grown (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  bool ok = true;
  for (int i = 0; i < MOST_GROWTHS && ok; i++) {
    double size = k->size, in_tol;
    tr_component_residual (e, k, s, NULL, &in_tol);
    if (in_tol <= 1)
      break;
    tr_component_measure (e, k, s);
    if (k->size < growth * size)
      break;
    ok = tr_leave_home (e, k, s, iterations);
  }
  return ok;
}
