// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/leave.h"

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/newton.h"
#include "solver/solve/directions.h"
#include "solver/solve/last-digits.h"
#include "solver/solve/reach.h"
#include "solver/solve/shrunk.h"

enum { MOST_BACK = 8, MOST_GROWTHS = 16 };

static const double nothing = 1e-9;   // of the component's size
static const double growth = 8;       // of it, within a solve
static const double farthest = 1e150; // squares of more have no value
static const double gain = 0.5;       // of what is missed, where another way has led on

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

// Whether a curve is nowhere, or so far away that there is no measuring it: where its unknowns have values those of a
// formula may have none.
static bool
is_nowhere (const TrBody *b, const double *q)
{
  Vec2 low, high;
  return b->kind == TR_BODY_FORMULA &&
         !(tr_body_box (b, q, &low, &high) && v2_dist (low, high) < farthest);
}

// Whether one is that was somewhere in the state to go back to.
static bool
loses_curves (const TrEngine *e, const TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    const TrBody *body = b->is_slide ? NULL : &e->m->bodies[b->body];
    if (body && is_nowhere (body, tr_body_q (body, s->q)) && !is_nowhere (body, k->saved + b->v))
      return true;
  }
  return false;
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
  if (ok && !loses_curves (e, k, s))
    tr_component_accept (e, k, s);
  else {
    tr_component_restore (k, s);
    ok = false;
  }
  return ok;
}

// Whether what is missed where it stands could be less close by.
static bool
has_stopped_short (TrEngine *e, TrComponent *k, const TrState *s)
{
  double least;
  tr_component_masses (e, k, s->q);
  return !tr_conflict_is_at_rest (e, k, s, &least) && isfinite (least);
}

bool
tr_leave_again (TrEngine *e, TrComponent *k, TrState *s, double near, int *iterations)
{
  double before = INFINITY, size = k->size, in_tol;
  bool ok = true;
  for (int i = 0; i < MOST_GROWTHS && ok; i++) {
    tr_component_residual (e, k, s, NULL, &in_tol);
    if (in_tol <= 1)
      break;
    tr_component_measure (e, k, s);
    bool is_grown = !(k->size < growth * size), falls = in_tol < fmin (near, gain * before);
    if (!is_grown && !(falls && has_stopped_short (e, k, s)))
      break;
    before = in_tol;
    size = k->size;
    ok = tr_leave_home (e, k, s, iterations);
  }
  return ok;
}
