// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drag, frame by frame. The pointer's way is cut into sub-steps in which nothing moves farther
// than the geometry allows, so that no speed of the hand leaves the branch; a frame makes at most
// a count of them and the next ones catch up. No clock enters here.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/hand/grab.h"
#include "solver/hand/hand.h"
#include "solver/hand/mobility.h"
#include "solver/hand/window.h"
#include "solver/move.h"
#include "solver/solve/missed.h"
#include "solver/solve/solve.h"
#include "solver/stand.h"

enum {
  SUBSTEPS = 4,  // a frame
  CATCH_UP = 16, // a frame that has fallen behind
};

static const double drag_kappa = 1e3;
static const double least_move = 0.05; // not worth another sub-step
// Of the drawing's size: a hand that holds on is not held up by links that were nearly nothing on its way.
static const double least_allowance = 2.5e-5;
static const double slower = 0.75; // from frame to frame at rest, its pace
// Of how many links more than a few the hand is ahead, in a frame: a long chain is there in a second.
static const double catch_up_share = 1.0 / 12;

void
tr_engine_grab (TrEngine *e, TrState *s, const TrConnector *what, bool whole)
{
  g_return_if_fail (e && s && what && !e->grab.on);
  TrGrab *g = &e->grab;
  *g = (TrGrab){.on = true, .whole = whole, .what = *what, .component = -1, .lambda = -1};
  g->kappa = TR_HAND_REST_KAPPA;
  g->pace = TR_FRAME_SECONDS;
  g->speed = INFINITY;
  g->eased = 1;
  g->pointer = g->at = tr_hand_place (e, s);
  g->offset = g->pointer;
  if (what->body >= 0)
    g->component = e->bodies.component[what->body];
  TrComponent *k = tr_hand_component (e);
  g->fixed = !k;
  if (!k)
    return;
  const TrBody *body = &e->m->bodies[what->body];
  g->start = g_new (double, body->n);
  memcpy (g->start, tr_body_q (body, s->q), sizeof (double) * (size_t) body->n);
  tr_component_prepare (e, k, s);
  tr_bounds_clip (k, s);
  tr_component_measure (e, k, s);
  tr_bounds_begin (k, s);
  k->known = false;
  tr_move_begin_one (e, k, s);
  g->last = g_new0 (double, 2 * k->n_v);
  tr_fold_init (&g->fold, k);
  tr_let_go_take (e, k, s);
}

void
tr_engine_point (TrEngine *e, Vec2 pointer)
{
  if (v2_is_finite (pointer))
    e->grab.pointer = e->grab.at = pointer;
}

void
tr_engine_let_time_run (TrEngine *e, bool runs)
{
  e->time_runs = runs;
}

// What cannot hold was left at rest: solved, it would stay there.
static void
note_compromise (TrEngine *e, TrComponent *k, const TrState *s)
{
  double relative, in_tol, residual = tr_component_residual (e, k, s, &relative, &in_tol);
  TrStand *stand = tr_stand_note (k, s);
  stand->is_solved = true;
  stand->holds = in_tol <= 0.1;
  stand->residual = residual;
  stand->relative = relative;
}

void
tr_engine_release (TrEngine *e, TrState *s)
{
  TrGrab *g = &e->grab;
  e->time_runs = false; // without a hand forces act wherever something is solved
  if (g->on)
    tr_let_go_keep (e, tr_hand_whole (e), s);
  tr_window_end (e);
  TrComponent *k = tr_hand_component (e);
  if (k && (k->compromise || k->n_void > 0)) {
    tr_conflict_end (k);
    tr_take_in_void (k);
    note_compromise (e, k, s);
  }
  bool reshape = k && g->lambda >= 0;
  g_clear_pointer (&g->start, g_free);
  g_clear_pointer (&g->last, g_free);
  g_clear_pointer (&g->kick, g_free);
  g_clear_pointer (&g->open, g_free);
  tr_fold_clear (&g->fold);
  g->on = false;
  if (reshape)
    tr_component_prepare (e, k, s);
}

TrStepResult
tr_hand_report (TrEngine *e, TrComponent *k, const TrState *s, TrStepResult result, Vec2 pointer)
{
  if (k && (k->compromise || k->n_void > 0)) { // what it misses, whatever it is held at
    e->strict = true;
    result.residual = tr_component_residual (e, k, s, &result.relative, NULL);
    e->strict = false;
  } else if (k && k->known) {
    result.residual = k->residual;
    result.relative = k->relative;
  } else if (k) {
    result.residual = tr_component_residual (e, k, s, &result.relative, NULL);
  }
  if (k && k == e->part) {
    result.residual = fmax (result.residual, e->outside);
    result.relative = fmax (result.relative, e->outside_relative);
  }
  result.gap = v2_dist (tr_hand_place (e, s), pointer);
  result.fixed = e->grab.fixed;
  return result;
}

double
tr_hand_allowance (const TrComponent *k, double step, double gap)
{
  double links = fmax (0.25 * k->link, least_allowance * k->size);
  double ahead = fmin (gap, k->size) - TR_HAND_FEW_LINKS * k->link;
  return k->link > 0 ? fmax (fmax (links, catch_up_share * ahead), 2.4 * step) : G_MAXDOUBLE;
}

// What does not hold when a drag begins is solved first: steps could not tell a way along the
// constraints from one that leaves them. A click moves nothing. Where a solve has left it that is as far as it
// goes.
static void
solve_first (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  double in_tol;
  if (g->solved)
    return;
  g->solved = true;
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (in_tol <= 1)
    return;
  TrStepResult solved = {.ok = true};
  const TrStand *stand = tr_stand_find (k, s);
  if (!stand || !stand->is_solved)
    tr_component_solve (e, k, s, &solved);
  tr_leave_out_void (e, k, s);
  tr_conflict_begin (e, k, s);
  result->moved |= solved.moved;
  result->iterations += solved.iterations;
  tr_component_measure (e, k, s);
  tr_bounds_begin (k, s);
  k->known = false;
  g->pointer = g->at = tr_hand_place (e, s);
}

TrStepResult
tr_hand_frame (TrEngine *e, TrState *s, Vec2 pointer)
{
  TrStepResult result = {.ok = true};
  TrGrab *g = &e->grab;
  TrComponent *k = tr_hand_component (e);
  if (!k || !v2_is_finite (pointer))
    return tr_hand_report (e, k, s, result, pointer);
  solve_first (e, k, s, &result);
  bool behind = v2_dist (g->pointer, g->at) > 0;
  if (behind) { // what has grown since the press may move farther
    double size = k->size;
    tr_component_measure (e, k, s);
    k->size = fmax (k->size, size);
  }
  bool moves = v2_dist (g->at, pointer) > 0;
  g->step = moves ? v2_dist (g->at, pointer) : slower * g->step;
  double gap = v2_dist (tr_hand_place (e, s), pointer);
  double allowance = k->allowance = tr_hand_allowance (k, g->step, moves ? 0 : gap);
  g->at = pointer;
  g->kappa = TR_HAND_REST_KAPPA;
  g->pace = TR_FRAME_SECONDS;
  g->speed = INFINITY;
  g->quiet = 0;
  g->n_alike = 0;
  g->kicked = false;
  g->kicks = 0;
  g->kick_due = 0;
  g->n_open = g->kick_of ? 0 : g->n_open; // on another way
  g->kick_of = NULL;
  g->age++;
  for (int n = 0; n < (behind ? CATCH_UP : SUBSTEPS); n++) {
    if (n > 0 && (!(v2_dist (g->pointer, pointer) > 0) || k->allowance < least_move * allowance ||
                  result.iterations >= tr_hand_most_solves (g, k)))
      break;
    g->fixed = !tr_hand_set_stiffness (e, k, s, drag_kappa);
    if (g->fixed) {
      g->pointer = pointer;
      break;
    }
    Vec2 from = tr_hand_place (e, s);
    TrHandStep step = {g->pointer, pointer, 1, false, true, false};
    if (!tr_hand_step (e, k, s, &step, &result)) {
      if (step.is_paused)
        break;
      result.ok = tr_fold_turn_back (e, k, s, pointer, tr_hand_most_miss (e, k, s, false),
                                     &result.iterations);
      if (!result.ok)
        break;
      g->pointer = tr_hand_place (e, s); // the hand's way since it was stopped is gone round
    }
    k->allowance -= tr_move_distance (e, k, k->saved, s);
    result.substeps++;
    result.moved = true;
    if (v2_dist (tr_hand_place (e, s), from) <= TR_HAND_LEAST_WAY * k->size &&
        g->mobility < 1e-6 * tr_mobility_free (e, k, s))
      break; // all but stuck at a fold
  }
  return tr_hand_report (e, k, s, result, pointer);
}

// The part that the hand moves, from what a force on the grabbed point does to the whole.
static void
choose_part (TrEngine *e, TrState *s)
{
  TrComponent *k = tr_hand_whole (e);
  if (!k || !tr_window_is_wanted (e, k))
    return;
  size_t mark = tr_scratch_mark (e->scratch);
  double *motion = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  if (tr_mobility_measure (e, k, s, motion))
    tr_window_choose (e, k, s, motion);
  tr_scratch_release (e->scratch, mark);
}

TrStepResult
tr_hand_in_part (TrEngine *e, TrState *s, Vec2 pointer, TrHandFrame frame)
{
  tr_window_enter (e);
  TrStepResult result = frame (e, s, pointer);
  if (tr_hand_component (e)) // the first frame has warmed up
    tr_kkt_reserve (tr_hand_component (e)->kkt);
  tr_window_leave (e, s);
  choose_part (e, s);
  return result;
}

TrStepResult
tr_engine_drag (TrEngine *e, TrState *s, Vec2 pointer)
{
  g_return_val_if_fail (e->grab.on, ((TrStepResult){.ok = true}));
  return tr_hand_in_part (e, s, pointer, tr_hand_frame);
}
