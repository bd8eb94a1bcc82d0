// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One step of the hand: the grabbed point goes towards where the pointer has come to, the drawing
// with it. A step that goes too far, fails, or passes a fold is taken back and made shorter.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/hand/grab.h"
#include "solver/hand/hand.h"
#include "solver/hand/mobility.h"
#include "solver/masses.h"
#include "solver/move.h"
#include "solver/newton.h"

enum {
  TRIES = 8,        // of a sub-step
  FOLD_TRIES = 12,  // where it may pass a fold; of those
  LOOSE_TRIES = 2,  // where it cannot be told what it has passed
  SOLVES = 48,      // of a frame,
  FOLD_SOLVES = 32, // where each try may look for what it has passed,
  KICK_SOLVES = 64, // and where it does nothing but try a way out of a dead centre;
  WORK = 240000,    // and of all but these no more work than so much, as components count it,
  LEAST_SOLVES = 2, // but so many solves,
  ROOMY = 8,        // where it has so many a step's way is never shared
  MOST_STRETCH = 4, // of a stride
};

static const double well_within = 0.9; // of how long a sub-step may be

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
  int work =
      k->work + k->work * k->n_refined / 4; // most of a first solve is to assemble and factor
  return MAX (LEAST_SOLVES, WORK / MAX (1, work));
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
  int tried = g->kicking && g->n_open == 0 ? 0 : g->tried;
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
  g->stride = 0;
  g->n_open = 0;
  g->tried = 0;
  if (g->kicking)
    return;
  g->eased = eased;
}

// Far behind the hand each sub-step is as short as the geometry has it, and the next one begins so: each try that
// is too long would cost a solve. turn: of what may be, how much this one was.
static void
keep_stride (TrGrab *g, const TrHandStep *step, Vec2 home, double turn)
{
  Vec2 goal = v2_lerp (step->from, step->to, step->fraction);
  g->stride = fmin (MOST_STRETCH, well_within / turn) * g->reach * v2_dist (home, goal);
}

// The hand's way and what the point is behind it come to their end together.
static void
begin_with_stride (TrGrab *g, TrHandStep *step, Vec2 home)
{
  double all = v2_dist (home, step->to);
  if (!(g->stride > 0))
    return;
  step->fraction = all > g->stride ? g->stride / all : 1;
  double far = v2_dist (home, v2_lerp (step->from, step->to, step->fraction));
  if (far > g->stride)
    g->reach = g->stride / far;
}

// Leaves what is left of them to the next frame.
static bool
pause_tries (TrGrab *g, TrHandStep *step, int tried)
{
  g->pointer = step->from;
  if (g->kicking && g->n_open == 0) // it has led nowhere
    return false;
  g->tried = tried;
  g->tried_fraction = step->fraction;
  g->tried_reach = g->reach;
  step->is_paused = true;
  return false;
}

// Solves after which a sub-step of the largest drawings waits for the next frame wherever it is; 0: it does not. One is
// made in any case.
static int
last_solve (const TrGrab *g, const TrComponent *k, int now)
{
  int most = g->kicking ? tr_hand_kick_solves (g, k) : tr_hand_most_solves (g, k);
  return solves_of_work (k) < ROOMY && !k->compromise ? MAX (most, now + 1) : 0;
}

// Where Newton's way has come to: the next frame goes on from there, and until it holds all stays where it was.
static void
leave_open (
    TrEngine *e, TrComponent *k, TrState *s, const TrHandStep *step, const TrNewtonStep *newton)
{
  TrGrab *g = &e->grab;
  g->n_open = newton->made;
  g->is_closing = g->is_late;
  g->is_late = false;
  if (!newton->is_at_end)
    g->open_to = v2_lerp (step->from, step->to, step->fraction);
  g->open_of = k;
  g->open_n = k->n_v + k->n_rows;
  g->open = g_renew (double, g->open, g->open_n);
  tr_component_gather (k, s->q, g->open);
  for (int i = 0; i < k->n_v; i++)
    g->open[i] -= k->saved[i];
  memcpy (g->open + k->n_v, k->lambda, sizeof (double) * (size_t) k->n_rows);
  tr_hand_restore (e, k, s);
}

// NULL: nothing was left.
static const double *
take_up (TrGrab *g, TrComponent *k, int *n_made)
{
  if (g->n_open == 0 || g->open_of != k || g->open_n != k->n_v + k->n_rows)
    return NULL;
  memcpy (k->lambda, g->open + k->n_v, sizeof (double) * (size_t) k->n_rows);
  *n_made = g->n_open;
  return g->open;
}

// Whether what cannot hold goes along the way on which it stays at rest, rather than from step to step and then to
// rest: where nothing else has a say in that, and that way has brought the point nearer than the other did.
static bool
goes_at_rest (const TrGrab *g, const TrHandStep *step, const TrComponent *k)
{
  return g->at_rest && k->compromise && !step->polish && k->n_softs == 0 && !k->has_inequality &&
         !tr_bounds_any_frozen (k);
}

// What is left of the way from home to where the point was to come; 1: all of it.
static double
left_of (const TrEngine *e, const TrState *s, Vec2 home)
{
  double way = v2_dist (home, e->grab.pointer);
  return way > 0 ? v2_dist (tr_hand_place (e, s), e->grab.pointer) / way : 0;
}

// The first part of a try; newton->ratio is looked at before anything has moved. is_first: of the frame.
static bool
set_out (TrEngine *e,
         TrComponent *k,
         TrState *s,
         const TrHandStep *step,
         bool at_rest,
         bool is_first,
         TrNewtonStep *newton,
         int *iterations)
{
  TrGrab *g = &e->grab;
  if (!at_rest || !tr_conflict_way (e, k, s, g->pointer)) {
    const double *start = is_first ? take_up (g, k, &newton->made) : NULL;
    if (!start && !(g->reach < 1))
      start = predictor (e, k, s, step);
    newton->is_at_end = newton->made > 0 && g->is_closing;
    newton->solves = last_solve (g, k, *iterations);
    return tr_newton_step (e, k, s, start, newton, iterations);
  }
  ++*iterations;
  newton->ratio = tr_move_ratio_ahead (e, k, s, k->d);
  if (newton->ratio > newton->most)
    return true;
  tr_component_gather (k, s->q, k->q0);
  tr_component_masses (e, k, s->q);
  tr_bounds_move (e, k, s, 1);
  return true;
}

// The last part of a try; what the rows miss in the end.
static double
close_rows (TrEngine *e,
            TrComponent *k,
            TrState *s,
            const TrHandStep *step,
            double most_miss,
            int *iterations)
{
  TrGrab *g = &e->grab;
  g->last_solve = last_solve (g, k, *iterations);
  double miss = tr_conflict_project (e, k, s, step->polish, iterations);
  if (miss > most_miss && !g->is_late && tr_bounds_release_all (k, s))
    miss = tr_conflict_project (e, k, s, step->polish, iterations);
  g->last_solve = 0;
  return miss;
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
  bool at_rest = goes_at_rest (g, step, k), has_both = false;
  bool is_short = first > 0; // for another reason than its length
  if (first == 0)
    begin_with_stride (g, step, home);
  for (int i = first; i < tries; i++) {
    if (i > first && may_pause (g, k) && result->iterations >= tr_hand_most_solves (g, k))
      return pause_tries (g, step, i);
    Vec2 goal = v2_lerp (step->from, step->to, step->fraction);
    g->pointer = g->reach < 1 ? v2_lerp (home, goal, g->reach) : goal;
    tr_bounds_begin_step (k);
    TrNewtonStep newton = {.most = i < tries - 1 ? 1.2 : G_MAXDOUBLE};
    g->is_late = false;
    bool ok = set_out (e, k, s, step, at_rest, i == first, &newton, &result->iterations);
    if (ok && !newton.is_open && newton.ratio > newton.most) {
      tr_hand_restore (e, k, s);
      shorten (e, s, step, newton.ratio);
      continue;
    }
    double miss = ok && !newton.is_open ? close_rows (e, k, s, step, most_miss, &result->iterations)
                                        : G_MAXDOUBLE;
    if (ok && (newton.is_open || g->is_late)) {
      leave_open (e, k, s, step, &newton);
      return pause_tries (g, step, i);
    }
    TrFoldStep fold = {most_miss, tr_move_ratio (e, k, k->saved, s), i < tries - LOOSE_TRIES,
                       &result->iterations, false};
    double left = k->compromise ? left_of (e, s, home) : 0;
    if (miss <= most_miss && fold.turn < 1.15 && (left < 1 || has_both) &&
        tr_fold_stays_before (e, k, s, &fold)) {
      keep_move (e, k, s, step);
      if (k->compromise)
        tr_newton_pull (e, k, s, &result->iterations);
      g->at_rest ^= k->compromise && left > 0.5;
      tr_component_accept (e, k, s);
      end_tries (g, turns ? fmin (1, 4 * g->reach) : 1);
      if (g->reach < 1 && !turns && !g->kicking && !is_short)
        keep_stride (g, step, home, fold.turn);
      g->pointer = newton.is_at_end ? g->open_to : v2_lerp (step->from, step->to, step->fraction);
      return true;
    }
    tr_hand_restore (e, k, s);
    is_short = true;
    if (k->compromise && !has_both && !step->polish) {
      g->at_rest = !g->at_rest; // the other way, then
      at_rest = goes_at_rest (g, step, k);
      has_both = true;
      continue;
    }
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
