// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces to rest while time stands still: the implicit steps of the first-order law, ever longer.
// A step of h seconds is Newton's on the energy, held back by M/h (Levenberg's way): h doubles
// on, but where a move turns back against the last one, and is hardly shorter, it is cut, and grows
// again only where many moves in a row go the same way. What goes on and on
// (a stone that nothing holds) stays where it was; what only creeps (a snake along its edge) stays
// where it has come to.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/hand/window.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/solve/solve.h"

enum { MOST_STEPS = 1000, QUIET_STEPS = 2, STRAIGHT_STEPS = 8 };

static const double longest = 1e9, shortest = 1e-9; // seconds
static const double least_move = 1e-13;             // of the component's size
static const double straight = 0.5;                 // cosine between moves
static const double creep = 1e-3; // and what is left of a move where it is nearly there

// One step; false where the state is as before. move: what the last one did and what this one does;
// *turn: the cosine between them.
static bool
take_step (TrEngine *e,
           TrComponent *k,
           TrState *s,
           double before,
           double *move,
           double *turn,
           int *iterations)
{
  TrNewtonStep newton = {.most = 1.2};
  tr_component_save (k, s);
  tr_bounds_begin (k, s);
  bool ok = tr_newton_step (e, k, s, NULL, &newton, iterations) && newton.ratio <= newton.most &&
            tr_conflict_project (e, k, s, true, iterations) <= fmax (1, before) &&
            tr_move_ratio (e, k, k->saved, s) < 1.5;
  if (ok)
    tr_component_accept (e, k, s);
  else
    tr_component_restore (k, s);
  double with = 0, last = 0, now = 0;
  for (int i = 0; i < k->n_blocks && ok; i++)
    for (int j = 0; j < k->blocks[i].dim; j++) {
      double *m = &move[k->blocks[i].v + j];
      double d = s->q[k->blocks[i].at + j] - k->saved[k->blocks[i].v + j];
      with += *m * d;
      last += *m * *m;
      now += d * d;
      *m = d;
    }
  *turn = last > 0 && now > 0 ? with / sqrt (last * now) : 0;
  return ok;
}

// Whether it has come to rest, or nearly.
static bool
settle_component (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result)
{
  double h = TR_FRAME_SECONDS, most = longest, last = G_MAXDOUBLE, before, turn;
  double *move = tr_scratch_zeroed (e->scratch, (size_t) k->n_v);
  int quiet = 0, same_way = 0;
  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_bounds_clip (k, s);
  tr_component_measure (e, k, s);
  tr_component_residual (e, k, s, NULL, &before);
  if (before > 1) { // what cannot hold keeps nothing else from coming to rest
    result->moved |= tr_component_solve (e, k, s, result);
    tr_conflict_begin (e, k, s);
    tr_component_residual (e, k, s, NULL, &before);
  }
  result->at_rest = false;
  for (int i = 0; i < MOST_STEPS && quiet < QUIET_STEPS; i++) {
    e->h = h;
    if (!take_step (e, k, s, before, move, &turn, &result->iterations)) {
      if (h <= shortest)
        return false;
      h = fmax (shortest, h / 8);
      continue;
    }
    double moved = 0;
    for (int j = 0; j < k->n_v; j++)
      moved = fmax (moved, fabs (move[j]));
    result->moved |= moved > 0;
    result->substeps++;
    if (moved <= least_move * k->size && h >= fmin (1, most)) {
      quiet++;
    } else if (turn < 0 && moved > 0.8 * last && most > shortest) { // it swings
      most = h = fmax (shortest, h / 4);
      quiet = 0;
    }
    last = moved;
    same_way = turn > straight ? same_way + 1 : 0;
    if (same_way >= STRAIGHT_STEPS && h >= most && most < longest) { // it has swung, and creeps now
      most *= 2;
      same_way = 0;
    }
    h = fmin (most, 2 * h);
  }
  result->at_rest = quiet >= QUIET_STEPS;
  return result->at_rest || last <= creep * k->size;
}

TrStepResult
tr_engine_settle (TrEngine *e, TrState *s)
{
  TrStepResult result = {.ok = true, .at_rest = true};
  g_return_val_if_fail (s->n_q == e->m->n_q && !e->grab.on, result);
  tr_window_end (e);
  tr_move_begin (e, s);
  e->settles = true;
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    TrStepResult r = {.ok = true, .at_rest = true};
    double relative, residual;
    if (k->n_softs == 0)
      continue;
    g_autofree double *start = g_new (double, k->n_v);
    tr_component_gather (k, s->q, start);
    if (!settle_component (e, k, s, &r)) {
      tr_component_scatter (k, start, s->q);
      r.moved = false;
    }
    tr_conflict_end (k);
    residual = tr_component_residual (e, k, s, &relative, NULL);
    result.moved |= r.moved;
    result.at_rest &= r.at_rest;
    result.substeps += r.substeps;
    result.iterations += r.iterations;
    result.residual = fmax (result.residual, residual);
    result.relative = fmax (result.relative, relative);
  }
  e->settles = false;
  e->h = TR_FRAME_SECONDS;
  tr_engine_forget (e);
  return result;
}
