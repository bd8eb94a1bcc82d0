// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One step of the hand: the grabbed point goes towards where the pointer has come to, the drawing
// with it. A step that goes too far, fails, or passes a fold is taken back and made shorter.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/fold.h"
#include "solver/grab.h"
#include "solver/hand.h"
#include "solver/mobility.h"
#include "solver/move.h"
#include "solver/newton.h"

enum {
  TRIES = 8,        // of a sub-step
  FOLD_TRIES = 12,  // where it may pass a fold; of those
  LOOSE_TRIES = 2,  // where it cannot be told what it has passed
  SOLVES = 48,      // of a frame,
  FOLD_SOLVES = 32, // where each try may look for what it has passed,
  KICK_SOLVES = 64, // and where it does nothing but try a way out of a dead centre;
  WORK = 32000, // and of all but these no more than so many unknowns and rows, each time counted,
  LEAST_SOLVES = 8, // but so many solves: fewer would seldom end a step
};

TrComponent *
tr_hand_whole (const TrEngine *e)
{
  return e->grab.component >= 0 ? e->slots[e->grab.component] : NULL;
}

TrComponent *
tr_hand_component (const TrEngine *e)
{
  return e->part ? e->part : tr_hand_whole (e);
}

Vec2
tr_hand_place (const TrEngine *e, const TrState *s)
{
  return tr_connector_point (e->m, &e->grab.what, s->q);
}

bool
tr_hand_set_stiffness (TrEngine *e, TrComponent *k, TrState *s, double kappa)
{
  TrGrab *g = &e->grab;
  if (g->whole) {
    g->stiffness = kappa / TR_FRAME_SECONDS;
    return true;
  }
  if (tr_mobility_is_old (e, k)) {
    if (!tr_mobility_measure (e, k, s, NULL))
      return false;
    if (!g->fold.is_known && !k->compromise && !tr_bounds_any_frozen (k))
      tr_fold_begin (e, k, s);
  }
  g->stiffness = kappa / (g->mobility * TR_FRAME_SECONDS);
  return true;
}

void
tr_hand_save (TrEngine *e, TrComponent *k, const TrState *s)
{
  tr_component_save (k, s);
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].saved_active = e->active[k->nodes[i].con];
}

void
tr_hand_restore (TrEngine *e, TrComponent *k, TrState *s)
{
  tr_component_restore (k, s);
  tr_hand_restore_limits (e, k);
}

void
tr_hand_restore_limits (TrEngine *e, const TrComponent *k)
{
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = k->nodes[i].saved_active;
}

void
tr_hand_let_go_limits (TrEngine *e, const TrComponent *k)
{
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = 0;
}

// The start that the last move suggests, scaled by the pointer's: none when the pointer rests,
// turns back, or when it would leave the point farther from where it should go.
static const double *
predictor (TrEngine *e, TrComponent *k, TrState *s, const TrHandStep *step)
{
  TrGrab *g = &e->grab;
  Vec2 way = v2_scale (v2_sub (step->to, step->from), step->fraction);
  double length = v2_norm (way);
  if (!step->predict || !(length > 0) || !(g->last_step > 0) || v2_dot (way, g->last_dir) <= 0)
    return NULL;
  double scale = fmin (1, length / g->last_step);
  double before = v2_dist (tr_hand_place (e, s), g->pointer);
  tr_component_gather (k, s->q, k->trial);
  for (int i = 0; i < k->n_v; i++)
    k->d[i] = scale * g->last[i];
  for (int i = 0; i < k->n_blocks; i++)
    for (int j = 0; j < k->blocks[i].dim; j++)
      s->q[k->blocks[i].at + j] += k->d[k->blocks[i].v + j];
  double after = v2_dist (tr_hand_place (e, s), g->pointer);
  tr_component_scatter (k, k->trial, s->q);
  if (!(after < before))
    return NULL;
  memcpy (k->trial, k->d, sizeof (double) * (size_t) k->n_v);
  return k->trial;
}

static void
keep_move (TrEngine *e, TrComponent *k, const TrState *s, const TrHandStep *step)
{
  TrGrab *g = &e->grab;
  tr_component_gather (k, s->q, g->last);
  for (int i = 0; i < k->n_v; i++)
    g->last[i] -= k->saved[i];
  for (int i = 0; i < k->n_blocks; i++) // a slide that wrapped has made no such move
    if (k->blocks[i].is_slide && fabs (g->last[k->blocks[i].v]) > 1)
      g->last[k->blocks[i].v] = 0;
  Vec2 way = v2_scale (v2_sub (step->to, step->from), step->fraction);
  g->last_step = v2_norm (way);
  g->last_dir = way;
  if (g->last_step > 0)
    tr_let_go_note (e, k);
}

// The hand comes nearer to the point where it is too far for one step (after a standstill).
static void
shorten (TrEngine *e, const TrState *s, TrHandStep *step, double ratio)
{
  TrGrab *g = &e->grab;
  double length = v2_dist (step->from, step->to);
  double part = fmax (0.1, 0.9 / ratio);
  if (step->fraction * length > 0.02 * v2_dist (g->pointer, tr_hand_place (e, s)))
    step->fraction *= part;
  g->reach *= part;
}

double
tr_hand_most_miss (TrEngine *e, TrComponent *k, const TrState *s, bool at_rest)
{
  double now = k->miss;
  if (!k->known)
    tr_component_residual (e, k, s, NULL, &now);
  return fmax (1, (at_rest ? 1 + 1e-9 : 1.01) * now);
}

static bool
may_turn (const TrGrab *g)
{
  return g->fold.is_known && g->fold.sign != 0;
}

static int
solves_of_work (const TrComponent *k)
{
  return MAX (LEAST_SOLVES, WORK / MAX (1, k->n_v + k->n_rows));
}

int
tr_hand_most_solves (const TrGrab *g, const TrComponent *k)
{
  return g->kicking ? KICK_SOLVES : MIN (may_turn (g) ? FOLD_SOLVES : SOLVES, solves_of_work (k));
}

// On a mechanism with one freedom what is learned of its way on the way out would be lost between frames.
int
tr_hand_kick_solves (const TrGrab *g, const TrComponent *k)
{
  return may_turn (g) ? KICK_SOLVES : MIN (KICK_SOLVES, solves_of_work (k));
}

// Whether the tries of a step may be more than a frame has room for.
static bool
may_pause (const TrGrab *g, const TrComponent *k)
{
  return may_turn (g) || g->kicking || k->compromise || solves_of_work (k) < SOLVES;
}

// Goes on with the tries of a step that the last frame has begun; returns how many were made. A kick has
// none from before.
static int
resume (TrComponent *k, TrGrab *g, TrHandStep *step)
{
  int tried = g->kicking ? 0 : g->tried;
  g->reach = g->kicking ? 1 : g->eased;
  step->is_paused = false;
  if (tried == 0)
    return 0;
  step->fraction = g->tried_fraction;
  step->predict = false;
  g->reach = g->tried_reach;
  memset (k->lambda, 0, tried < 4 ? 0 : sizeof (double) * (size_t) k->n_rows);
  return tried;
}

// The next sub-step begins anew. eased: with that reach.
static void
end_tries (TrGrab *g, double eased)
{
  if (g->kicking)
    return;
  g->tried = 0;
  g->eased = eased;
}

// Leaves what is left of them to the next frame.
static bool
pause_tries (TrGrab *g, TrHandStep *step, int tried)
{
  g->pointer = step->from;
  if (g->kicking) // it has led nowhere
    return false;
  g->tried = tried;
  g->tried_fraction = step->fraction;
  g->tried_reach = g->reach;
  step->is_paused = true;
  return false;
}

bool
tr_hand_step (TrEngine *e, TrComponent *k, TrState *s, TrHandStep *step, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  double most_miss = tr_hand_most_miss (e, k, s, step->polish);
  tr_hand_save (e, k, s);
  Vec2 home = tr_hand_place (e, s);
  bool turns = may_turn (g);
  int tries = turns && !g->kicking ? FOLD_TRIES : TRIES;
  int first = resume (k, g, step);
  for (int i = first; i < tries; i++) {
    if (i > first && may_pause (g, k) && result->iterations >= tr_hand_most_solves (g, k))
      return pause_tries (g, step, i);
    Vec2 goal = v2_lerp (step->from, step->to, step->fraction);
    g->pointer = g->reach < 1 ? v2_lerp (home, goal, g->reach) : goal;
    tr_bounds_begin_step (k);
    double ratio = 0, most = i < tries - 1 ? 1.2 : G_MAXDOUBLE;
    bool ok = tr_newton_step (e, k, s, g->reach < 1 ? NULL : predictor (e, k, s, step), most,
                              &ratio, &result->iterations);
    if (ok && ratio > most) {
      tr_hand_restore (e, k, s);
      shorten (e, s, step, ratio);
      continue;
    }
    double miss =
        ok ? tr_conflict_project (e, k, s, step->polish, &result->iterations) : G_MAXDOUBLE;
    if (ok && miss > most_miss && tr_bounds_release_all (k, s))
      miss = tr_conflict_project (e, k, s, step->polish, &result->iterations);
    TrFoldStep fold = {most_miss, tr_move_ratio (e, k, k->saved, s), i < tries - LOOSE_TRIES,
                       &result->iterations, false};
    if (miss <= most_miss && fold.turn < 1.15 && tr_fold_stays_before (e, k, s, &fold)) {
      keep_move (e, k, s, step);
      tr_component_accept (e, k, s);
      end_tries (g, turns ? fmin (1, 4 * g->reach) : 1);
      g->pointer = v2_lerp (step->from, step->to, step->fraction);
      return true;
    }
    tr_hand_restore (e, k, s);
    if (fold.is_at_end)
      break;
    tr_fold_catch_up (e, k, s);
    memset (k->lambda, 0, i < 3 ? 0 : sizeof (double) * (size_t) k->n_rows);
    step->fraction *= 0.5;
    // out of a dead centre any way will do that leads on, and there are not solves for long tries
    g->reach *= g->kicking ? 0.25 : i < 2 ? 1 : turns && i > 3 ? 0.25 : 0.5;
    step->predict = false;
  }
  end_tries (g, 1);
  g->pointer = step->from;
  return false;
}
