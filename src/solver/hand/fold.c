// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point of a mechanism with one freedom goes along a curve, and turns back where the mechanism
// goes through a dead centre: there ∂x/∂τ = 0 while all others go on. Beyond it lies another
// branch, on which the point is at the same places. A hand that pulls the point too far must not
// slip over: the way back would be another one. The fold was passed when ẋ has turned round and
// the motion of all unknowns with it has not, or the other way about.
//
// Elsewhere another branch comes near, and a long step would go straight on to it where its own
// branch turns off: that shows in the rows (solver/hand/crossing.h). Such a step is made shorter; the
// shortest are taken as they are, so that a change point is passed. Where nothing can move beside it,
// a sign tells for certain whether a gap was crossed, however narrow, and what lies between the ends
// of a step whether that has gone round a bend or over to another branch (solver/hand/bend.h).

#include "solver/hand/fold.h"

#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/hand/bend.h"
#include "solver/hand/crossing.h"
#include "solver/hand/grab.h"
#include "solver/hand/hand.h"
#include "solver/hand/mobility.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/rates.h"

#include "math/dense.h"

#include <string.h>

enum {
  MOST_BACK = 8,  // steps back to before a fold
  MOST_ALONG = 4, // and tries of one away from it
};

// The smaller eigenvalue of a point with one way, beside the larger.
static const double one_way = 1e-6;
static const double rounding = 1e-14; // of it, beside that of the free point
// Of μ near a fold, beside what it has where the point goes as far as any.
static const double room = 1e-9;
// Under it, of the free point's, μ is that of a mechanism much heavier than the point's own body.
static const double heavy = 1e-2;
static const double least_heavy = 1e-3; // of μ of the free point, what that may be
static const double little = 0.05;      // of what a step may move, to get away from a fold
// Of the root of μ, likewise: under it the way may turn back within a step in which hardly anything moves.
static const double near_fold = 1e-2;
// The cosine of two motions that can be told from their opposites.
static const double clear = 0.5;
// A step that turns by less has a chord that hangs on what its constraints miss.
static const double least_chord = 1e-3;
// So little turns where ways cross; a drawing in which they do for ever turns more.
static const double short_way = 0.05;
// Where a step's ends turn from each other by less than its arc cosine it has gone on.
static const double straight = 0.9;
// A step that turns by less is not worth another, shorter one, where it goes from a fold over it; nor
// does it jump a limit.
static const double at_end = 0.1;

void
tr_fold_init (TrFold *fold, const TrComponent *k)
{
  *fold = (TrFold){.way = g_new0 (double, k->n_v + 1),
                   .now = g_new0 (double, k->n_v + 1),
                   .n_j = tr_rows_count (k)};
  fold->J = g_new0 (double, 2 * fold->n_j + 1);
}

void
tr_fold_clear (TrFold *fold)
{
  g_clear_pointer (&fold->way, g_free);
  g_clear_pointer (&fold->now, g_free);
  g_clear_pointer (&fold->J, g_free);
}

// v and the point's own velocity under a unit force on it; whether the rows hold but for a small −δ.
static Vec2
give (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 unit, double *v, bool *is_rough)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *f = tr_scratch_zeroed (e->scratch, (size_t) k->n_v);
  double *b = tr_scratch_zeroed (e->scratch, (size_t) k->n_rows + 1);
  double *lambda = tr_scratch_doubles (e->scratch, (size_t) k->n_rows + 1);
  Vec2 x = {0, 0};
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    const TrBlock *block = &k->blocks[e->block_of_q[tap->run_at[a]]];
    for (int i = 0; i < tap->run_n[a]; i++)
      f[block->v + i] = v2_dot (unit, tap->x_q[col + i]);
  }
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      f[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
  *is_rough = tr_kkt_solve (k->kkt, f, b, v, lambda).regularised;
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    const TrBlock *block = &k->blocks[e->block_of_q[tap->run_at[a]]];
    for (int i = 0; i < tap->run_n[a]; i++)
      x = v2_mad (x, v[block->v + i], tap->x_q[col + i]);
  }
  tr_scratch_release (e->scratch, mark);
  return x;
}

// What the point goes under a force f, fᵀv, is vᵀ M v / h, and that knows it twice as well where rows nearly
// depend on each other: what they miss in v stands at right angles to the rest of it, and near a fold
// fᵀv would be nothing else. v: under unit forces along x and y.
static void
take_energy (TrEngine *e, const TrComponent *k, const double *v[2], Vec2 *x, Vec2 *y)
{
  double *p = tr_scratch_zeroed (e->scratch, (size_t) k->n_v);
  tr_rates_add_momentum (k, v[0], 1 / e->h, p);
  *x = v2 (dense_dot (k->n_v, v[0], p), dense_dot (k->n_v, v[1], p));
  memset (p, 0, sizeof (double) * (size_t) k->n_v);
  tr_rates_add_momentum (k, v[1], 1 / e->h, p);
  *y = v2 (x->y, dense_dot (k->n_v, v[1], p));
}

double
tr_fold_measure (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrFold *fold = &e->grab.fold;
  size_t mark = tr_scratch_mark (e->scratch);
  TrTap tap;
  tr_tap_connector (e->m, &e->grab.what, s->q, e->scratch, &tap);
  double *v = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  bool is_rough;
  Vec2 x = give (e, k, &tap, v2 (1, 0), fold->now, &is_rough);
  Vec2 y = give (e, k, &tap, v2 (0, 1), v, &is_rough);
  double free = e->h * tr_mobility_free (e, k, s);
  if (is_rough || x.x + y.y < heavy * free)
    take_energy (e, k, (const double *[]){fold->now, v}, &x, &y);
  double mean = 0.5 * (x.x + y.y), half = 0.5 * (x.x - y.y);
  double spread = hypot (half, 0.5 * (x.y + y.x)), larger = mean + spread;
  // the eigenvector of the larger, from the better of two forms
  Vec2 dir = half > 0 ? v2 (half + spread, x.y) : v2 (x.y, spread - half);
  double length = v2_norm (dir);
  double least = fmax (one_way * larger, rounding * free);
  fold->has_one = larger > 0 && length > 0 && mean - spread <= least;
  if (fold->has_one) {
    fold->now_dir = v2_scale (dir, 1 / length);
    for (int i = 0; i < k->n_v; i++)
      fold->now[i] = fold->now_dir.x * fold->now[i] + fold->now_dir.y * v[i];
    double reach = tr_move_reach (e, k, fold->now);
    fold->now_whole = reach * reach / (e->h * larger);
  }
  tr_scratch_release (e->scratch, mark);
  return larger;
}

// What the mobility of the point is small beside: how much of the motion is its own is asked, not how
// heavy the mechanism is; but beside the free point's it is only known to so many digits.
static double
whole_mobility (TrEngine *e, TrComponent *k, const TrState *s, double whole)
{
  double free = tr_mobility_free (e, k, s);
  return whole > 0 ? fmax (whole, least_heavy * free) : free;
}

typedef enum {
  SAME,
  PASSED,
  UNCLEAR, // all has turned too far to tell
  CROSSED, // on another way, or through a change point
} Side;

// The cosine between the two ways. Where the mechanism has turned far on its way from one to the
// other, the chord between the places tells better which end of the one continues the other: both
// go along it or both against it. Where they do neither, the step has left its way: 0. turn: of it; the
// chord of a small one says nothing.
static double
turned (TrEngine *e, const TrComponent *k, const TrState *s, const TrFold *fold, double turn)
{
  double all = tr_bend_cosine (k, fold->way, fold->now);
  if (fabs (all) > straight && (fold->sign == 0 || turn < least_chord))
    return all;
  size_t mark = tr_scratch_mark (e->scratch);
  double *chord = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  tr_component_gather (k, s->q, chord);
  for (int i = 0; i < k->n_v; i++)
    chord[i] -= k->saved[i];
  double before = tr_bend_cosine (k, fold->way, chord),
         after = tr_bend_cosine (k, fold->now, chord);
  double along = fmin (fabs (before), fabs (after));
  tr_scratch_release (e->scratch, mark);
  if (fold->sign != 0 && turn >= least_chord && along < clear)
    return 0;
  if (fabs (all) > straight || along <= fabs (all))
    return all;
  return before * after > 0 ? along : -along;
}

// Whether a step that is not small has turned far, gives way much more or less where it has come to, or
// has brought the point less far than that and where it began would have it.
static bool
is_bend (TrEngine *e, TrComponent *k, TrState *s, const TrFoldStep *step, double was)
{
  const TrGrab *g = &e->grab;
  const TrFold *fold = &g->fold;
  double now = sqrt (fmax (g->mobility, 0));
  return fold->has_one && fold->sign != 0 && step->turn > least_chord &&
         (fabs (tr_bend_cosine (k, fold->way, fold->now)) < straight ||
          fabs (now - was) > 0.5 * fmax (now, was) || tr_bend_lags (e, k, s, was));
}

// Whether the way that was measured, at s, has turned back under the point since it was learned, at
// the state that the component has saved.
static Side
find_side (TrEngine *e, TrComponent *k, const TrState *s, double turn)
{
  const TrFold *fold = &e->grab.fold;
  if (!fold->is_known || !fold->has_one)
    return SAME;
  double point = v2_dot (fold->dir, fold->now_dir), all = turned (e, k, s, fold, turn);
  if (!(fabs (point) > clear && fabs (all) > clear))
    return UNCLEAR;
  if (point * all < 0)
    return PASSED;
  tr_rows_copy (k, fold->J + fold->n_j);
  if (fold->sign != 0 &&
      fold->sign * tr_crossing_side (e, k, fold->J + fold->n_j, fold->now) * all < 0)
    return CROSSED;
  TrCrossing crossing = tr_crossing_find (e, k, fold->J, fold->J + fold->n_j);
  return tr_crossing_is_likely (&crossing) ? UNCLEAR : SAME;
}

// Where ways cross, what moves with the point is of neither.
static bool
is_at_crossing (TrEngine *e, TrComponent *k, const TrFold *fold)
{
  tr_rows_copy (k, fold->J + fold->n_j);
  return fold->has_one && tr_crossing_is_near (e, k, fold->J + fold->n_j, fold->now);
}

void
tr_fold_learn (TrEngine *e, TrComponent *k, TrFold *fold)
{
  if (!fold->has_one)
    return;
  if (fold->sign != 0 && fold->since < short_way && is_at_crossing (e, k, fold))
    return;
  fold->since = 0;
  fold->is_known = true;
  fold->whole = fold->now_whole;
  fold->dir = fold->now_dir;
  memcpy (fold->way, fold->now, sizeof (double) * (size_t) k->n_v);
  tr_rows_copy (k, fold->J);
  fold->sign = tr_crossing_side (e, k, fold->J, fold->way);
}

void
tr_fold_begin (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrGrab *g = &e->grab;
  if (g->last_step > 0 && is_at_crossing (e, k, &g->fold))
    return; // it goes on as it came
  if (g->mobility >= room * whole_mobility (e, k, s, g->fold.has_one ? g->fold.now_whole : 0))
    tr_fold_learn (e, k, &g->fold);
}

// Where the step has come to: the root of the mobility, which goes like x_τ along the way, through 0
// at a fold; less than 0: the fold was passed. near: below it the factor that a projection has left
// does not do, as it is of where that came from.
static double
measure_way (TrEngine *e, TrComponent *k, TrState *s, double near, double turn, Side *side)
{
  TrGrab *g = &e->grab;
  bool has_factor = k->projected && !tr_holds_on_one_side (e, k);
  if (has_factor) {
    g->mobility = tr_fold_measure (e, k, s) / e->h;
    tr_mobility_note (e, k);
  }
  if (!has_factor || g->mobility < near * near)
    tr_mobility_measure (e, k, s, NULL);
  double way = sqrt (fmax (g->mobility, 0));
  *side = find_side (e, k, s, turn);
  return *side == PASSED ? -way : way;
}

// Takes a step back by parts to where the way is at least `least`; what it was at the start, and is
// now. False where that was not to be done.
static bool
go_back (TrEngine *e,
         TrComponent *k,
         TrState *s,
         double most_miss,
         double was,
         double now,
         double least,
         int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *passed = tr_scratch_doubles (e->scratch, (size_t) k->n_v), part = 1;
  Side side = PASSED;
  tr_component_gather (k, s->q, passed);
  for (int i = 0; i < MOST_BACK && now < least; i++) {
    part *= (was - 1.2 * least) / (was - now);
    for (int j = 0; j < k->n_v; j++)
      k->trial[j] = k->saved[j] + part * (passed[j] - k->saved[j]);
    tr_component_scatter (k, k->trial, s->q);
    tr_hand_restore_limits (e, k);
    double miss = tr_conflict_project (e, k, s, true, iterations);
    if (miss > most_miss)
      break;
    now = measure_way (e, k, s, 100 * least, 0, &side);
  }
  tr_scratch_release (e->scratch, mark);
  return now >= least && side == SAME;
}

// Whether a step may be taken, of which the way is measured here: it has gone on, or was taken back to
// where it had. least: what the way is to be.
static bool
goes_on (TrEngine *e, TrComponent *k, TrState *s, TrFoldStep *step, double was, double least)
{
  TrGrab *g = &e->grab;
  Side side;
  double now = measure_way (e, k, s, 100 * least, step->turn, &side);
  if (!g->fold.is_known)
    return true;
  if (side == CROSSED) {
    if (!tr_bend_goes_through (e, k, s, was, step->iterations))
      return false;
    side = SAME;
  }
  if (g->fold.has_one && step->turn > at_end && tr_bend_jumps_limit (e, k, s, was, step->turn))
    return false;
  if (g->kicking && (side == PASSED || (side != SAME && g->fold.sign != 0)))
    return false;
  if (side == UNCLEAR && step->strict)
    return false;
  if (side == UNCLEAR && g->fold.sign != 0 && step->turn > least_chord &&
      !tr_bend_goes_on (e, k, s, was, step->iterations))
    return false;
  if (now < fmin (least, was) && (was <= 1.5 * least || !go_back (e, k, s, step->most_miss, was,
                                                                  now, least, step->iterations))) {
    step->is_at_end = was <= 1.5 * least && step->turn < at_end;
    return false;
  }
  return side == UNCLEAR || !is_bend (e, k, s, step, was) ||
         tr_bend_goes_on (e, k, s, was, step->iterations);
}

bool
tr_fold_stays_before (TrEngine *e, TrComponent *k, TrState *s, TrFoldStep *step)
{
  TrGrab *g = &e->grab;
  if (tr_bounds_any_frozen (k) || k->compromise) { // its rows depend on each other anyway
    g->fold.is_known = false;
    return true;
  }
  double was = sqrt (fmax (g->mobility, 0)), whole = sqrt (whole_mobility (e, k, s, g->fold.whole));
  double least = sqrt (room) * whole;
  g->fold.since += step->turn;
  if (!k->projected && !(g->fold.is_known && (was < near_fold * whole ||
                                              (g->fold.drift + step->turn) * whole > 0.1 * was))) {
    g->fold.drift += step->turn; // hardly anything has moved so far
    return true;
  }
  if (!goes_on (e, k, s, step, was, least)) {
    g->mobility = was * was;
    return false;
  }
  g->fold.drift = 0;
  if (g->mobility >= least * least && !(g->kicking && !g->fold.is_known))
    tr_fold_learn (e, k, &g->fold);
  return true;
}

void
tr_fold_catch_up (TrEngine *e, TrComponent *k, TrState *s)
{
  TrFold *fold = &e->grab.fold;
  if (!fold->is_known || !(fold->drift > 0) || tr_bounds_any_frozen (k))
    return;
  Side side;
  k->projected = false;
  fold->drift = 0;
  measure_way (e, k, s, 0, 0, &side);
  if (!fold->has_one)
    return;
  // the determinant keeps its sign with the tangent that goes on, however far that has turned
  double point = v2_dot (fold->dir, fold->now_dir);
  tr_rows_copy (k, fold->J + fold->n_j);
  int sign = fold->sign * tr_crossing_side (e, k, fold->J + fold->n_j, fold->now);
  if (side == SAME || (fabs (point) > clear && sign * point > 0))
    tr_fold_learn (e, k, fold);
}

// A little along the way that was learned; what is asked may lie nearer, and near a fold the point goes
// with the square of all else. False where the point comes no nearer.
static bool
go_along (TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, double most_miss, int *iterations)
{
  const TrGrab *g = &e->grab;
  Vec2 home = tr_connector_point (e->m, &g->what, s->q), pull = v2_sub (pointer, home);
  double along = v2_dot (pull, g->fold.dir), part = 1;
  for (int i = 0; i < MOST_ALONG; i++) {
    for (int j = 0; j < k->n_v; j++)
      k->d[j] = copysign (part, along) * g->fold.way[j];
    if (i == 0)
      part = little / tr_move_ratio_ahead (e, k, s, k->d);
    tr_bounds_move (e, k, s, i == 0 ? part : 1);
    double miss = tr_conflict_project (e, k, s, true, iterations);
    Vec2 at = tr_connector_point (e->m, &g->what, s->q);
    if (miss > most_miss)
      return false;
    if (v2_dist (at, pointer) < v2_norm (pull))
      return true;
    part *= fmin (0.5, sqrt (v2_norm (pull) / v2_dist (at, home)));
    tr_component_restore (k, s);
  }
  return false;
}

bool
tr_fold_turn_back (
    TrEngine *e, TrComponent *k, TrState *s, Vec2 pointer, double most_miss, int *iterations)
{
  TrGrab *g = &e->grab;
  double was = sqrt (fmax (g->mobility, 0));
  double least = sqrt (room * whole_mobility (e, k, s, g->fold.whole));
  if (!g->fold.is_known || !(was < 10 * least))
    return false;
  tr_hand_save (e, k, s);
  tr_hand_let_go_limits (e, k); // where it would go against one that is caught again
  Side side = UNCLEAR;
  double now = go_along (e, k, s, pointer, most_miss, iterations)
                   ? measure_way (e, k, s, 100 * least, little, &side)
                   : 0;
  if (side == SAME && now > was) {
    tr_fold_learn (e, k, &g->fold);
    tr_component_accept (e, k, s);
    g->last_step = 0; // the last move led elsewhere
    return true;
  }
  g->mobility = was * was;
  tr_hand_restore (e, k, s);
  return false;
}

double *
tr_fold_save (TrEngine *e, const TrComponent *k)
{
  const TrFold *fold = &e->grab.fold;
  double *copy = tr_scratch_doubles (e->scratch, (size_t) (k->n_v + fold->n_j));
  memcpy (copy, fold->way, sizeof (double) * (size_t) k->n_v);
  memcpy (copy + k->n_v, fold->J, sizeof (double) * (size_t) fold->n_j);
  return copy;
}

void
tr_fold_restore (TrFold *fold, const TrFold *was, const TrComponent *k, const double *copy)
{
  *fold = *was;
  memcpy (fold->way, copy, sizeof (double) * (size_t) k->n_v);
  memcpy (fold->J, copy + k->n_v, sizeof (double) * (size_t) fold->n_j);
}
