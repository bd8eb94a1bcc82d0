// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The hand at rest: steps that come ever nearer to the nearest place in reach, and a way out of a
// dead centre.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/hand/grab.h"
#include "solver/hand/hand.h"
#include "solver/move.h"
#include "solver/newton.h"

enum {
  QUIET_FRAMES = 3, // without gain: at rest
  TRIP = 8,         // frames that are looked at together
  KICK_STEPS = 6,
  WAY_TRIES = 3,     // of a step along a compromise
  MOST_KICKS = 16,   // at one place of the pointer
  MOST_MORE = 10000, // of a step that is made at once
};

static const double longest_pace = 1e6; // seconds
static const double least_trip = 0.25;  // of the way of so many frames
static const double most_kappa = 1e4;

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

// What the hand knows of the place where it is, to go back to with the state: where a step is not kept,
// what was learned at its end is of elsewhere, and the next fold would be passed unseen.
typedef struct {
  size_t mark;
  double mobility;
  TrFold fold;
  double *way;
} Learned;

static Learned
learned_save (TrEngine *e, const TrComponent *k)
{
  size_t mark = tr_scratch_mark (e->scratch);
  return (Learned){mark, e->grab.mobility, e->grab.fold, tr_fold_save (e, k)};
}

static void
learned_restore (TrEngine *e, const TrComponent *k, const Learned *was)
{
  e->grab.mobility = was->mobility;
  tr_fold_restore (&e->grab.fold, &was->fold, k, was->way);
}

static void
learned_clear (TrEngine *e, const Learned *was)
{
  tr_scratch_release (e->scratch, was->mark);
}

// Off by the pattern, and together again; whether the constraints hold there.
static bool
begin_kick (TrEngine *e, TrComponent *k, TrState *s, double sign, double most_miss, int *iterations)
{
  kick_pattern (e, k, sign);
  tr_bounds_move (e, k, s, 1);
  tr_bounds_release_all (k, s);
  double miss = tr_conflict_project (e, k, s, false, iterations);
  memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows);
  e->grab.kick_steps = 0;
  e->grab.n_open = 0;
  return miss <= 1.01 * most_miss;
}

static void
put_kick_aside (TrGrab *g, TrComponent *k, const TrState *s)
{
  g->kick_of = k;
  g->kick_n = k->n_v + k->n_rows;
  g->kick = g_renew (double, g->kick, g->kick_n);
  tr_component_gather (k, s->q, g->kick);
  memcpy (g->kick + k->n_v, k->lambda, sizeof (double) * (size_t) k->n_rows);
}

static void
take_kick_up (TrGrab *g, TrComponent *k, TrState *s)
{
  tr_component_scatter (k, g->kick, s->q);
  memcpy (k->lambda, g->kick + k->n_v, sizeof (double) * (size_t) k->n_rows);
  k->known = false;
  tr_bounds_release_all (k, s);
}

typedef enum {
  KICK_FAILED,
  KICK_GOES_ON, // in the next frame
  KICK_HELPED,
} Kick;

// Steps on the way out, as many as the frame has solves for.
static Kick
kick_steps (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  Kick ends = KICK_HELPED;
  g->kicking = true;
  for (; g->kick_steps < KICK_STEPS && result->iterations < tr_hand_most_solves (g, k);
       g->kick_steps++) {
    TrHandStep step = {pointer, pointer, 1, true, false, false};
    if (result->iterations >= tr_hand_kick_solves (g, k)) {
      ends = KICK_GOES_ON;
      break;
    }
    bool ok = tr_hand_set_stiffness (e, k, s, TR_HAND_REST_KAPPA) &&
              tr_hand_step (e, k, s, &step, result);
    if (!ok && step.is_paused)
      ends = KICK_GOES_ON;
    if (!ok)
      break;
  }
  g->kicking = false;
  return ends;
}

// Nothing else leaves an exact dead centre: a small fixed pattern on every unknown, then a few
// steps; kept only if the gap fell. Until that is known all stays where it was.
static Kick
kick (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, double sign, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  double gap = v2_dist (tr_hand_place (e, s), pointer), after;
  double most_miss = tr_hand_most_miss (e, k, s, true);
  size_t mark = tr_scratch_mark (e->scratch);
  double *home = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *lambda = tr_scratch_doubles (e->scratch, (size_t) k->n_rows);
  tr_component_gather (k, s->q, home);
  memcpy (lambda, k->lambda, sizeof (double) * (size_t) k->n_rows);
  bool whole = true;
  if (g->kick_of == k && g->kick_n == k->n_v + k->n_rows)
    take_kick_up (g, k, s);
  else
    whole = begin_kick (e, k, s, sign, most_miss, &result->iterations);
  Learned was = learned_save (e, k);
  Kick ends = whole ? kick_steps (e, k, s, pointer, result) : KICK_HELPED;
  if (ends == KICK_GOES_ON) {
    put_kick_aside (g, k, s);
  } else {
    g->kick_of = NULL;
    tr_component_residual (e, k, s, NULL, &after);
    bool better =
        after <= most_miss && v2_dist (tr_hand_place (e, s), pointer) < gap - 1e-7 * k->size;
    ends = better ? KICK_HELPED : KICK_FAILED;
  }
  if (ends != KICK_HELPED) {
    learned_restore (e, k, &was);
    tr_component_scatter (k, home, s->q);
    k->known = false; // it is of where the kick led
    tr_conflict_take (e, k, s);
    memcpy (k->lambda, lambda, sizeof (double) * (size_t) k->n_rows);
    tr_bounds_restore (k, s);
  }
  learned_clear (e, &was);
  tr_scratch_release (e->scratch, mark);
  return ends;
}

// At a standstill with a gap left, once for each place of the pointer: one way, and in the next frame the
// other. False where neither helped.
static bool
leave_dead_centre (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  int due = g->kick_due, sign = due ? due : 1;
  g->kick_due = 0;
  if (g->kicks >= MOST_KICKS || g->kicked ||
      v2_dist (tr_hand_place (e, s), pointer) <= 1e-7 * k->size)
    return false;
  if (due == 0 && result->iterations > tr_hand_most_solves (g, k) / 4) {
    g->kick_due = 1; // the next frame has more room
    return true;
  }
  Kick ends = kick (e, k, s, pointer, sign, result);
  if (ends == KICK_GOES_ON) {
    g->kick_due = sign;
    return true;
  }
  if (ends == KICK_FAILED) {
    g->kick_due = sign > 0 ? -1 : 0;
    g->kicked = sign < 0;
    g->kicks += sign < 0;
    return sign > 0;
  }
  g->kicks++;
  g->quiet = 0;
  g->n_alike = 0;
  g->kicked = false;
  g->kappa = TR_HAND_REST_KAPPA;
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
  double gap = v2_dist (tr_hand_place (e, s), pointer);
  Learned was = learned_save (e, k);
  double most_miss = tr_hand_most_miss (e, k, s, true);
  tr_hand_save (e, k, s);
  for (int i = 0; i < k->n_v; i++)
    k->d[i] = more * now[i];
  double ratio = tr_move_ratio_ahead (e, k, s, k->d);
  tr_bounds_move (e, k, s, fmin (1, 1 / ratio));
  double miss = tr_conflict_project (e, k, s, true, &result->iterations);
  TrFoldStep fold = {most_miss, tr_move_ratio (e, k, k->saved, s), true, &result->iterations,
                     false};
  if (miss <= most_miss && fold.turn < 1.15 && tr_fold_stays_before (e, k, s, &fold) &&
      v2_dist (tr_hand_place (e, s), pointer) < gap) {
    tr_component_accept (e, k, s);
  } else {
    learned_restore (e, k, &was);
    tr_hand_restore (e, k, s);
  }
  learned_clear (e, &was);
}

// The cosine between the last two moves.
static double
turn_of (const TrGrab *g, int n)
{
  double with = 0, now = 0, last = 0;
  for (int i = 0; i < n; i++) {
    with += g->last[i] * g->last[n + i];
    now += g->last[i] * g->last[i];
    last += g->last[n + i] * g->last[n + i];
  }
  return now > 0 && last > 0 ? with / sqrt (now * last) : 0;
}

// After a step from k->saved, whether it was taken, and how much nearer it came: where that is nothing,
// but what forces pull at creeps to its rest, the next is longer; where something swings, shorter
// again. What falls for ever does not slow down, and is not hastened.
static void
find_pace (TrEngine *e, const TrComponent *k, const TrState *s, bool is_taken, double gain)
{
  TrGrab *g = &e->grab;
  if (!is_taken || turn_of (g, k->n_v) < 0) {
    g->pace = fmax (TR_FRAME_SECONDS, g->pace / 4);
    g->speed = INFINITY;
    return;
  }
  double speed = tr_move_distance (e, k, k->saved, s) / g->pace;
  if (k->n_softs > 0 && gain < 1e-10 * k->size && speed < (1 - 1e-6) * g->speed)
    g->pace = fmin (longest_pace, 2 * g->pace);
  g->speed = speed;
}

// Along the way on which what cannot hold stays at rest, or a part of it, kept if the gap falls. A step of its rows
// as they stand, and then to rest, may lead anywhere near.
static bool
hold_compromise (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  double gap = v2_dist (tr_hand_place (e, s), pointer),
         most_miss = tr_hand_most_miss (e, k, s, true);
  tr_hand_save (e, k, s);
  if (!tr_conflict_way (e, k, s, pointer))
    return false;
  size_t mark = tr_scratch_mark (e->scratch);
  double *way = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  memcpy (way, k->d, sizeof (double) * (size_t) k->n_v);
  double part = 1 / fmax (1, tr_move_ratio_ahead (e, k, s, way));
  bool ok = false;
  for (int i = 0; i < WAY_TRIES && !ok; i++, part *= 0.25) {
    for (int j = 0; j < k->n_v; j++)
      k->d[j] = part * way[j];
    tr_bounds_move (e, k, s, 1);
    double miss = tr_conflict_project (e, k, s, true, &result->iterations);
    ok = miss <= most_miss && tr_move_ratio (e, k, k->saved, s) < 1.15 &&
         v2_dist (tr_hand_place (e, s), pointer) < gap;
    if (!ok)
      tr_hand_restore (e, k, s);
  }
  if (ok)
    tr_component_accept (e, k, s);
  tr_scratch_release (e->scratch, mark);
  return ok;
}

// One holding step: stiffer while the gap falls, softer and back where it grew.
static void
hold_step (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, TrStepResult *result)
{
  TrGrab *g = &e->grab;
  double gap = v2_dist (tr_hand_place (e, s), pointer);
  k->allowance = tr_hand_allowance (k, 0, gap);
  if (tr_fold_turn_back (e, k, s, pointer, tr_hand_most_miss (e, k, s, true),
                         &result->iterations)) {
    g->quiet = 0;
    g->n_alike = 0;
    result->moved = true;
    return;
  }
  TrHandStep step = {pointer, pointer, 1, true, false, false};
  memcpy (g->last + k->n_v, g->last, sizeof (double) * (size_t) k->n_v);
  Learned was = learned_save (e, k);
  e->h = g->pace;
  bool ok = tr_hand_step (e, k, s, &step, result);
  e->h = TR_FRAME_SECONDS;
  if (step.is_paused) {
    learned_clear (e, &was);
    return;
  }
  double now = v2_dist (tr_hand_place (e, s), pointer);
  find_pace (e, k, s, ok && now <= gap, gap - now);
  if (ok && now > gap) {
    tr_hand_restore (e, k, s);
    learned_restore (e, k, &was);
    g->kappa *= 0.25;
    // a short step that goes too far may be had shorter; in a compromise that does not tell
    bool is_last = now - gap < 1e-10 * k->size || g->kappa < 1 || k->compromise;
    g->quiet = is_last ? g->quiet + 1 : 0;
  } else if (ok) {
    g->kappa = fmin (2 * g->kappa, most_kappa);
    // a compromise comes to rest anew in each step, and all else with it to so many digits
    bool creeps = !(k->compromise && k->n_softs == 0) &&
                  tr_move_distance (e, k, k->saved, s) > 1e-9 * k->size;
    bool still = gap - now < 1e-10 * k->size && !creeps;
    g->quiet = still ? g->quiet + 1 : 0;
    if (!still && ++g->n_alike > 1 && result->iterations < tr_hand_most_solves (g, k) / 2)
      hasten (e, k, s, pointer, result);
  } else {
    g->kappa *= 0.25;
    g->quiet++;
  }
  learned_clear (e, &was);
  if (k->compromise && k->n_softs == 0 && !(ok && now < 0.5 * gap) &&
      hold_compromise (e, k, s, pointer, result)) {
    now = v2_dist (tr_hand_place (e, s), pointer);
    ok = true;
    g->quiet = gap - now < 1e-10 * k->size ? g->quiet : 0;
  }
  result->ok &= ok;
  result->moved |= ok && now < gap;
}

// After a frame that has caught up from `from`: whether the point gets anywhere. To and fro it does not:
// where it turns about a place that it cannot pass each frame goes somewhere, and all of them nowhere.
static bool
gets_on (const TrEngine *e, const TrComponent *k, const TrState *s, TrGrab *g, Vec2 from)
{
  Vec2 at = tr_hand_place (e, s);
  double moved = v2_dist (at, from);
  if (g->n_trip == 0) {
    g->trip_start = from;
    g->trip = 0;
  }
  g->trip += moved;
  if (++g->n_trip < TRIP)
    return moved > TR_HAND_LEAST_WAY * k->size;
  g->n_trip = 0;
  if (v2_dist (at, g->trip_start) >= least_trip * g->trip)
    return moved > TR_HAND_LEAST_WAY * k->size;
  g->stuck = QUIET_FRAMES;
  return false;
}

static TrStepResult
hold_frame (TrEngine *e, TrState *s, Vec2 pointer)
{
  TrStepResult result = {.ok = true};
  TrGrab *g = &e->grab;
  TrComponent *k = tr_hand_component (e);
  if (!k) {
    result.at_rest = true;
    return tr_hand_report (e, k, s, result, pointer);
  }
  if (v2_dist (g->at, pointer) > 0 || v2_dist (g->pointer, pointer) > 0) {
    Vec2 from = tr_hand_place (e, s);
    result = tr_hand_frame (e, s, pointer);
    if ((g->tried > 0 || g->n_open > 0) && !result.moved)
      return result;
    bool is_there = result.ok && !(v2_dist (g->pointer, pointer) > 0);
    bool goes = result.ok && gets_on (e, k, s, g, from);
    if (!is_there && (goes || ++g->stuck < QUIET_FRAMES))
      return result;
    g->pointer = pointer; // the way there is closed: from here on, only nearer
    g->tried = 0;
  }
  g->stuck = 0;
  g->n_trip = 0;
  if (result.iterations >= tr_hand_most_solves (g, k) / 2)
    return tr_hand_report (e, k, s, result, pointer);
  g->fixed = !tr_hand_set_stiffness (e, k, s, g->kappa);
  if (!g->fixed && g->kick_due == 0)
    hold_step (e, k, s, pointer, &result);
  if (g->fixed || g->quiet >= QUIET_FRAMES || g->kick_due != 0)
    result.at_rest = !leave_dead_centre (e, k, s, pointer, &result);
  return tr_hand_report (e, k, s, result, pointer);
}

TrStepResult
tr_engine_hold (TrEngine *e, TrState *s, Vec2 pointer)
{
  g_return_val_if_fail (e->grab.on, ((TrStepResult){.ok = true}));
  return tr_hand_in_part (e, s, pointer, hold_frame);
}
