// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drag, frame by frame. The pointer's way is cut into sub-steps in which nothing moves farther
// than the geometry allows, so that no speed of the hand leaves the branch; a frame makes at most
// a count of them and the next ones catch up. No clock enters here.

#include "solver/fold.h"

#include <string.h>

enum {
  SUBSTEPS = 4,     // a frame
  CATCH_UP = 16,    // a frame that has fallen behind
  TRIES = 8,        // of a sub-step
  FOLD_TRIES = 12,  // where it may pass a fold; of those
  LOOSE_TRIES = 2,  // where it cannot be told what it has passed
  QUIET_FRAMES = 3, // without gain: at rest
  KICK_STEPS = 6,
  MOST_KICKS = 16,   // at one place of the pointer
  OLD_MOBILITY = 16, // frames
  MOST_MORE = 10000, // of a step that is made at once
};

static const double drag_kappa = 1e3, rest_kappa = 1e2, most_kappa = 1e4;
static const double least_move = 0.05; // not worth another sub-step
static const double least_way = 1e-6;  // of the size: a hand that is caught up by less is stuck

// The component that the hand pulls at; grabbed: what it moves of it.
static TrComponent *
grabbed_whole (const TrEngine *e)
{
  return e->grab.component >= 0 ? e->slots[e->grab.component] : NULL;
}

static TrComponent *
grabbed (const TrEngine *e)
{
  return e->part ? e->part : grabbed_whole (e);
}

static Vec2
grab_point (const TrEngine *e, const TrState *s)
{
  return tr_connector_point (e->m, &e->grab.what, s->q);
}

void
tr_engine_grab (TrEngine *e, TrState *s, const TrConnector *what, bool whole)
{
  g_return_if_fail (e && s && what && !e->grab.on);
  TrGrab *g = &e->grab;
  *g = (TrGrab){.on = true, .whole = whole, .what = *what, .component = -1, .lambda = -1};
  g->kappa = rest_kappa;
  g->pointer = g->at = grab_point (e, s);
  g->offset = g->pointer;
  if (what->body >= 0)
    g->component = e->bodies.component[what->body];
  TrComponent *k = grabbed (e);
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

void
tr_engine_release (TrEngine *e, TrState *s)
{
  (void) s;
  TrGrab *g = &e->grab;
  e->time_runs = false; // without a hand forces act wherever something is solved
  tr_window_end (e);
  TrComponent *k = grabbed (e);
  bool reshape = k && g->lambda >= 0;
  g_clear_pointer (&g->start, g_free);
  g_clear_pointer (&g->last, g_free);
  tr_fold_clear (&g->fold);
  g->on = false;
  if (reshape)
    tr_component_prepare (e, k, s);
}

// k h = κ/μ: heavy, tiny and huge drawings follow alike. A point without mobility is fixed.
static bool
set_stiffness (TrEngine *e, TrComponent *k, TrState *s, double kappa)
{
  TrGrab *g = &e->grab;
  if (g->whole) {
    g->stiffness = kappa / TR_FRAME_SECONDS;
    return true;
  }
  if (!(g->mobility > 0 && g->age < OLD_MOBILITY)) {
    if (!tr_mobility_measure (e, k, s, NULL))
      return false;
    if (!g->fold.is_known && !tr_holds_on_one_side (e, k))
      tr_fold_begin (e, k, s);
  }
  g->stiffness = kappa / (g->mobility * TR_FRAME_SECONDS);
  return true;
}

// The state to go back to, and which inequalities are in force there: a step that failed may have met
// others.
static void
save (TrEngine *e, TrComponent *k, const TrState *s)
{
  tr_component_save (k, s);
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].saved_active = e->active[k->nodes[i].con];
}

static void
restore (TrEngine *e, TrComponent *k, TrState *s)
{
  tr_component_restore (k, s);
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = k->nodes[i].saved_active;
}

typedef struct {
  Vec2 from, to;   // the way that is left
  double fraction; // of it, to be tried; on return: done
  bool polish;
  bool predict;
} Substep;

// The start that the last move suggests, scaled by the pointer's: none when the pointer rests,
// turns back, or when it would leave the point farther from where it should go.
static const double *
predictor (TrEngine *e, TrComponent *k, TrState *s, const Substep *step)
{
  TrGrab *g = &e->grab;
  Vec2 way = v2_scale (v2_sub (step->to, step->from), step->fraction);
  double length = v2_norm (way);
  if (!step->predict || !(length > 0) || !(g->last_step > 0) || v2_dot (way, g->last_dir) <= 0)
    return NULL;
  double scale = fmin (1, length / g->last_step);
  double before = v2_dist (grab_point (e, s), g->pointer);
  tr_component_gather (k, s->q, k->trial);
  for (int i = 0; i < k->n_v; i++)
    k->d[i] = scale * g->last[i];
  for (int i = 0; i < k->n_blocks; i++)
    for (int j = 0; j < k->blocks[i].dim; j++)
      s->q[k->blocks[i].at + j] += k->d[k->blocks[i].v + j];
  double after = v2_dist (grab_point (e, s), g->pointer);
  tr_component_scatter (k, k->trial, s->q);
  if (!(after < before))
    return NULL;
  memcpy (k->trial, k->d, sizeof (double) * (size_t) k->n_v);
  return k->trial;
}

static void
keep_move (TrEngine *e, TrComponent *k, const TrState *s, const Substep *step)
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
}

// The hand comes nearer to the point where it is too far for one step (after a standstill).
static void
shorten (TrEngine *e, const TrState *s, Substep *step, double ratio)
{
  TrGrab *g = &e->grab;
  double length = v2_dist (step->from, step->to);
  double part = fmax (0.1, 0.9 / ratio);
  if (step->fraction * length > 0.02 * v2_dist (g->pointer, grab_point (e, s)))
    step->fraction *= part;
  g->reach *= part;
}

// How well the constraints must hold for the next state to be taken, in tolerances: within them, or as
// well as now where they do not hold. At rest there is no end to steps that lose a little.
static double
most_miss_after (TrEngine *e, TrComponent *k, const TrState *s, bool at_rest)
{
  double now = k->miss;
  if (!k->known)
    tr_component_residual (e, k, s, NULL, &now);
  return fmax (1, (at_rest ? 1 + 1e-9 : 1.01) * now);
}

// One sub-step; false where the state is as before.
static bool
substep (TrEngine *e, TrComponent *k, TrState *s, Substep *step, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  double most_miss = most_miss_after (e, k, s, step->polish);
  save (e, k, s);
  Vec2 home = grab_point (e, s);
  bool turns = g->fold.is_known && g->fold.sign != 0;
  int tries = turns ? FOLD_TRIES : TRIES;
  g->reach = 1;
  for (int i = 0; i < tries; i++) {
    Vec2 goal = v2_lerp (step->from, step->to, step->fraction);
    g->pointer = g->reach < 1 ? v2_lerp (home, goal, g->reach) : goal;
    tr_bounds_begin_step (k);
    double ratio = 0, most = i < tries - 1 ? 1.2 : G_MAXDOUBLE;
    bool ok = tr_newton_step (e, k, s, g->reach < 1 ? NULL : predictor (e, k, s, step), most,
                              &ratio, &result->iterations);
    if (ok && ratio > most) {
      restore (e, k, s);
      shorten (e, s, step, ratio);
      continue;
    }
    double miss = ok ? tr_project (e, k, s, step->polish, &result->iterations) : G_MAXDOUBLE;
    if (ok && miss > most_miss && tr_bounds_release_all (k, s))
      miss = tr_project (e, k, s, step->polish, &result->iterations);
    TrFoldStep fold = {most_miss, tr_move_ratio (e, k, k->saved, s), i < tries - LOOSE_TRIES,
                       &result->iterations, false};
    if (miss <= most_miss && fold.turn < 1.15 && tr_fold_stays_before (e, k, s, &fold)) {
      keep_move (e, k, s, step);
      tr_component_accept (e, k, s);
      g->pointer = v2_lerp (step->from, step->to, step->fraction);
      return true;
    }
    restore (e, k, s);
    if (fold.is_at_end)
      break;
    memset (k->lambda, 0, i < 3 ? 0 : sizeof (double) * (size_t) k->n_rows);
    step->fraction *= 0.5;
    g->reach *= i < 2 ? 1 : turns && i > 3 ? 0.25 : 0.5;
    step->predict = false;
  }
  g->pointer = step->from;
  return false;
}

static TrStepResult
report (TrEngine *e, TrComponent *k, const TrState *s, TrStepResult result, Vec2 pointer)
{
  if (k && k->known) {
    result.residual = k->residual;
    result.relative = k->relative;
  } else if (k) {
    result.residual = tr_component_residual (e, k, s, &result.relative, NULL);
  }
  if (k && k == e->part) {
    result.residual = fmax (result.residual, e->outside);
    result.relative = fmax (result.relative, e->outside_relative);
  }
  result.gap = v2_dist (grab_point (e, s), pointer);
  result.fixed = e->grab.fixed;
  return result;
}

// How far a point may go in a frame: less than half a link where the hand is slow, less than
// three times as far as the pointer where it is fast. A hand that has fallen behind is caught up at this pace, and a point
// that snaps over glides.
static double
frame_allowance (const TrComponent *k, double step)
{
  double inverse = 0, least = G_MAXDOUBLE; // the harmonic mean, near the least: long rails do
  for (int i = 0; i < k->n_nodes; i++) {   // not make links longer, nor one short link all short
    inverse += 1 / k->nodes[i].ell;
    least = fmin (least, k->nodes[i].ell);
  }
  double mean = inverse > 0 ? k->n_nodes / inverse : 0;
  double link = CLAMP (1.2 * least, 0.5 * mean, mean);
  return link > 0 ? fmax (0.25 * link, 2.4 * step) : G_MAXDOUBLE;
}

// What does not hold when a drag begins is solved first: steps could not tell a way along the
// constraints from one that leaves them. A click moves nothing.
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
  tr_component_solve (e, k, s, &solved);
  result->moved |= solved.moved;
  result->iterations += solved.iterations;
  tr_component_measure (e, k, s);
  tr_bounds_begin (k, s);
  k->known = false;
  g->pointer = g->at = grab_point (e, s);
}

static TrStepResult
drag_frame (TrEngine *e, TrState *s, Vec2 pointer)
{
  TrStepResult result = {.ok = true};
  TrGrab *g = &e->grab;
  TrComponent *k = grabbed (e);
  if (!k || !v2_is_finite (pointer))
    return report (e, k, s, result, pointer);
  solve_first (e, k, s, &result);
  bool behind = v2_dist (g->pointer, g->at) > 0;
  if (behind) { // what has grown since the press may move farther
    double size = k->size;
    tr_component_measure (e, k, s);
    k->size = fmax (k->size, size);
  }
  double allowance = k->allowance = frame_allowance (k, v2_dist (g->at, pointer));
  g->at = pointer;
  g->kappa = rest_kappa;
  g->quiet = 0;
  g->n_alike = 0;
  g->kicked = false;
  g->kicks = 0;
  g->age++;
  for (int n = 0; n < (behind ? CATCH_UP : SUBSTEPS); n++) {
    if (n > 0 && (!(v2_dist (g->pointer, pointer) > 0) || k->allowance < least_move * allowance))
      break;
    g->fixed = !set_stiffness (e, k, s, drag_kappa);
    if (g->fixed) {
      g->pointer = pointer;
      break;
    }
    Vec2 from = grab_point (e, s);
    Substep step = {g->pointer, pointer, 1, false, true};
    if (!substep (e, k, s, &step, &result)) {
      result.ok = tr_fold_turn_back (e, k, s, pointer, most_miss_after (e, k, s, false),
                                     &result.iterations);
      if (!result.ok)
        break;
      g->pointer = grab_point (e, s); // the hand's way since it was stopped is gone round
    }
    k->allowance -= tr_move_distance (e, k, k->saved, s);
    result.substeps++;
    result.moved = true;
    if (v2_dist (grab_point (e, s), from) <= least_way * k->size &&
        g->mobility < 1e-6 * tr_mobility_free (e, k, s))
      break; // all but stuck at a fold
  }
  return report (e, k, s, result, pointer);
}

// The part that the hand moves, from what a force on the grabbed point does to the whole.
static void
choose_part (TrEngine *e, TrState *s)
{
  TrComponent *k = grabbed_whole (e);
  if (!k || !tr_window_is_wanted (e, k))
    return;
  size_t mark = tr_scratch_mark (e->scratch);
  double *motion = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  if (tr_mobility_measure (e, k, s, motion))
    tr_window_choose (e, k, s, motion);
  tr_scratch_release (e->scratch, mark);
}

typedef TrStepResult (*Frame) (TrEngine *e, TrState *s, Vec2 pointer);

static TrStepResult
with_part (TrEngine *e, TrState *s, Vec2 pointer, Frame frame)
{
  tr_window_enter (e);
  TrStepResult result = frame (e, s, pointer);
  if (grabbed (e)) // the first frame has warmed up
    tr_kkt_reserve (grabbed (e)->kkt);
  tr_window_leave (e, s);
  choose_part (e, s);
  return result;
}

TrStepResult
tr_engine_drag (TrEngine *e, TrState *s, Vec2 pointer)
{
  g_return_val_if_fail (e->grab.on, ((TrStepResult){.ok = true}));
  return with_part (e, s, pointer, drag_frame);
}

// Whether unknown j of a block is a length: parameters, angles and a sheet's axes have no size.
static bool
is_length (const TrEngine *e, const TrBlock *b, int j)
{
  if (b->is_slide)
    return false;
  const TrBody *body = &e->m->bodies[b->body];
  int member = b->at - body->q + j;
  if (body->kind == TR_BODY_ARC)
    return member < 3;
  if (body->kind == TR_BODY_SHEET)
    return member < 2;
  return !tr_body_member_is_angle (body, member);
}

// A small fixed move of every unknown.
static void
kick_pattern (const TrEngine *e, TrComponent *k, double sign)
{
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int j = 0; j < b->dim; j++) {
      double golden = (b->v + j + 1) * 0.6180339887498949;
      double part = sign * 1e-4 * (golden - floor (golden) - 0.5);
      k->d[b->v + j] = is_length (e, b, j) ? k->size * part : part;
    }
  }
}

// Nothing else leaves an exact dead centre: a small fixed pattern on every unknown, then a few
// steps; kept only if the gap fell.
static bool
kick (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, double sign, TrStepResult *result)
{
  double gap = v2_dist (grab_point (e, s), pointer), after;
  double most_miss = most_miss_after (e, k, s, true);
  size_t mark = tr_scratch_mark (e->scratch);
  double *home = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *lambda = tr_scratch_doubles (e->scratch, (size_t) k->n_rows);
  tr_component_gather (k, s->q, home);
  memcpy (lambda, k->lambda, sizeof (double) * (size_t) k->n_rows);
  kick_pattern (e, k, sign);
  tr_bounds_move (e, k, s, 1);
  tr_bounds_release_all (k, s);
  double miss = tr_project (e, k, s, false, &result->iterations);
  memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows);
  bool whole = miss <= 1.01 * most_miss;
  double mobility = e->grab.mobility;
  const TrFold fold = e->grab.fold;
  double *way = tr_fold_save (e, k);
  e->grab.kicking = true;
  for (int i = 0; i < KICK_STEPS && whole; i++) {
    Substep step = {pointer, pointer, 1, true, false};
    if (!set_stiffness (e, k, s, rest_kappa) || !substep (e, k, s, &step, result))
      break;
  }
  e->grab.kicking = false;
  tr_component_residual (e, k, s, NULL, &after);
  bool better = after <= most_miss && v2_dist (grab_point (e, s), pointer) < gap - 1e-7 * k->size;
  if (!better) {
    e->grab.mobility = mobility;
    tr_fold_restore (&e->grab.fold, &fold, k, way);
    tr_component_scatter (k, home, s->q);
    memcpy (k->lambda, lambda, sizeof (double) * (size_t) k->n_rows);
    tr_bounds_restore (k, s);
  }
  tr_scratch_release (e->scratch, mark);
  return better;
}

// At a standstill with a gap left, once for each place of the pointer. True where it helped.
static bool
leave_dead_centre (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  if (g->kicks >= MOST_KICKS || g->kicked || v2_dist (grab_point (e, s), pointer) <= 1e-7 * k->size)
    return false;
  g->kicked = true;
  g->kicks++;
  if (!kick (e, k, s, pointer, 1, result) && !kick (e, k, s, pointer, -1, result))
    return false;
  g->quiet = 0;
  g->n_alike = 0;
  g->kicked = false;
  g->kappa = rest_kappa;
  g->fixed = false;
  return true;
}

// Where a holding step goes on as the last one did and is hardly shorter, or none, the way to where they all lead
// is gone at once, or what of it a step may go; kept only if the gap falls.
static void
hasten (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  const double *now = g->last, *last = g->last + k->n_v;
  double with = 0, n = 0, m = 0;
  for (int i = 0; i < k->n_v; i++) {
    with += now[i] * last[i];
    n += now[i] * now[i];
    m += last[i] * last[i];
  }
  double shrinks = sqrt (n / m); // 1 + r + r² + … = 1 / (1 − r) of the last, which is made
  if (!(n > 0 && m > 0 && shrinks > 0.3 && with > 0.9 * sqrt (n * m)))
    return;
  double more = shrinks < 1 ? fmin (MOST_MORE, shrinks / (1 - shrinks)) : MOST_MORE;
  g->n_alike = 0;
  double gap = v2_dist (grab_point (e, s), pointer), mobility = g->mobility;
  double most_miss = most_miss_after (e, k, s, true);
  save (e, k, s);
  for (int i = 0; i < k->n_v; i++)
    k->d[i] = more * now[i];
  double ratio = tr_move_ratio_ahead (e, k, s, k->d);
  tr_bounds_move (e, k, s, fmin (1, 1 / ratio));
  double miss = tr_project (e, k, s, true, &result->iterations);
  TrFoldStep fold = {most_miss, tr_move_ratio (e, k, k->saved, s), true, &result->iterations,
                     false};
  if (miss <= most_miss && fold.turn < 1.15 && tr_fold_stays_before (e, k, s, &fold) &&
      v2_dist (grab_point (e, s), pointer) < gap) {
    tr_component_accept (e, k, s);
  } else {
    g->mobility = mobility;
    restore (e, k, s);
  }
}

// One holding step: stiffer while the gap falls, softer and back where it grew.
static void
hold_step (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  k->allowance = frame_allowance (k, 0);
  double gap = v2_dist (grab_point (e, s), pointer);
  Substep step = {pointer, pointer, 1, true, false};
  memcpy (g->last + k->n_v, g->last, sizeof (double) * (size_t) k->n_v);
  bool ok = substep (e, k, s, &step, result);
  double now = v2_dist (grab_point (e, s), pointer);
  if (ok && now > gap) {
    restore (e, k, s);
    g->kappa *= 0.25;
    // a short step that goes too far may be had shorter
    g->quiet = now - gap < 1e-10 * k->size || g->kappa < 1 ? g->quiet + 1 : 0;
  } else if (ok) {
    g->kappa = fmin (2 * g->kappa, most_kappa);
    bool still =
        gap - now < 1e-10 * k->size && tr_move_distance (e, k, k->saved, s) <= 1e-9 * k->size;
    g->quiet = still ? g->quiet + 1 : 0;
    if (!still && ++g->n_alike > 1)
      hasten (e, k, s, pointer, result);
  } else {
    g->kappa *= 0.25;
    g->quiet++;
  }
  result->ok &= ok;
  result->moved |= ok && now < gap;
}

static TrStepResult
hold_frame (TrEngine *e, TrState *s, Vec2 pointer)
{
  TrStepResult result = {.ok = true};
  TrGrab *g = &e->grab;
  TrComponent *k = grabbed (e);
  if (!k) {
    result.at_rest = true;
    return report (e, k, s, result, pointer);
  }
  if (v2_dist (g->at, pointer) > 0 || v2_dist (g->pointer, pointer) > 0) {
    Vec2 from = grab_point (e, s);
    result = drag_frame (e, s, pointer);
    bool is_there = result.ok && !(v2_dist (g->pointer, pointer) > 0);
    bool goes = result.ok && v2_dist (grab_point (e, s), from) > least_way * k->size;
    if (!is_there && (goes || ++g->stuck < QUIET_FRAMES))
      return result;
    g->pointer = pointer; // the way there is closed: from here on, only nearer
  }
  g->stuck = 0;
  g->fixed = !set_stiffness (e, k, s, g->kappa);
  if (!g->fixed)
    hold_step (e, k, s, pointer, &result);
  if (g->fixed || g->quiet >= QUIET_FRAMES)
    result.at_rest = !leave_dead_centre (e, k, s, pointer, &result);
  return report (e, k, s, result, pointer);
}

TrStepResult
tr_engine_hold (TrEngine *e, TrState *s, Vec2 pointer)
{
  g_return_val_if_fail (e->grab.on, ((TrStepResult){.ok = true}));
  return with_part (e, s, pointer, hold_frame);
}
