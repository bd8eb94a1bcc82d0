// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// In the middle of a bend, close to the cubic through both ends with their tangents, there is a
// solution; and so there is in both halves, down to where they are straight. That of a bend, however
// sharp, is found to be round; where the step has left its way, the ends of a part come to lie side by
// side, or what lies between them elsewhere.

#include "solver/hand/bend.h"

#include "solver/bounds.h"
#include "solver/engine-private.h"
#include "solver/hand/crossing.h"
#include "solver/hand/fold.h"
#include "solver/hand/grab.h"
#include "solver/hand/hand.h"
#include "solver/hand/mobility.h"
#include "solver/newton.h"
#include "solver/rates.h"

#include "math/dense.h"

#include <string.h>

enum {
  MOST_MIDDLES = 8,
  LEAST_DEPTH = 2,  // of halves that are looked at
  MOST_HALVES = 16, // to a change point
};

// How far a solution may lie from where it was looked for, beside the chord.
static const double astray = 0.25;
// The cosine between a chord and the tangents at its ends, at the least.
static const double along = 0.5;
// Where it is more all between has gone straight on.
static const double straight = 0.97;

// Of how far the point should go by its rate at both ends; under it, it has gone back in between.
static const double least_share = 0.5;
static const double rounding = 1e-9; // of the drawing's size
// Of ℓ, beside the fourth power of a step's turn, what a limit has to have left in between.
static const double least_beyond = 5e-3;

typedef struct {
  double *q;  // of a place, in the component's order
  double *v;  // and its tangent, of unit length
  Vec2 dir;   // where the grabbed point goes with it
  Vec2 at;    // and is
  double way; // how far it goes, beside the motion
} Place;

static double
dot (const TrComponent *k, const double *a, const double *b)
{
  double sum = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *block = &k->blocks[i];
    for (int j = 0; j < block->dim; j++)
      sum += k->M[block->m + j * (block->dim + 1)] * a[block->v + j] * b[block->v + j];
  }
  return sum;
}

double
tr_bend_cosine (const TrComponent *k, const double *a, const double *b)
{
  double aa = dot (k, a, a), bb = dot (k, b, b);
  return aa > 0 && bb > 0 ? dot (k, a, b) / sqrt (aa * bb) : 0;
}

static Place
place_new (TrEngine *e, const TrComponent *k)
{
  return (Place){tr_scratch_doubles (e->scratch, (size_t) k->n_v),
                 tr_scratch_doubles (e->scratch, (size_t) k->n_v),
                 {0, 0},
                 {0, 0},
                 0};
}

// v: its tangent, either way.
static void
place_set (const TrComponent *k, Place *p, const double *q, const double *v, Vec2 dir)
{
  p->dir = dir;
  double length = sqrt (dot (k, v, v));
  memcpy (p->q, q, sizeof (double) * (size_t) k->n_v);
  for (int i = 0; i < k->n_v; i++)
    p->v[i] = length > 0 ? v[i] / length : 0;
}

// Turns it so that it goes along the chord; returns the cosine between them.
static double
face (const TrComponent *k, Place *p, const double *chord)
{
  double c = tr_bend_cosine (k, p->v, chord);
  for (int i = 0; i < k->n_v && c < 0; i++)
    p->v[i] = -p->v[i];
  p->dir = c < 0 ? v2_scale (p->dir, -1) : p->dir;
  return fabs (c);
}

// The solution in the middle of two places that face each other; false where there is none close to
// it. chord: room for one.
static bool
find_middle (TrEngine *e,
             TrComponent *k,
             TrState *s,
             const Place *p0,
             const Place *p1,
             double *chord,
             Place *p,
             int *iterations)
{
  double length = sqrt (dot (k, chord, chord));
  for (int i = 0; i < k->n_v; i++) {
    p->q[i] = 0.5 * (p0->q[i] + p1->q[i]) + 0.125 * length * (p0->v[i] - p1->v[i]);
    k->trial[i] = p->q[i];
  }
  tr_component_scatter (k, p->q, s->q);
  if (!(tr_project (e, k, s, false, iterations) <= 1) || tr_holds_on_one_side (e, k) ||
      !tr_mobility_measure (e, k, s, NULL) || !e->grab.fold.has_one)
    return false;
  tr_component_gather (k, s->q, chord);
  for (int i = 0; i < k->n_v; i++)
    p->v[i] = chord[i] - p->q[i];
  double off = sqrt (dot (k, p->v, p->v));
  place_set (k, p, chord, e->grab.fold.now, e->grab.fold.now_dir);
  p->way = sqrt (e->grab.mobility);
  p->at = tr_hand_place (e, s);
  return off <= astray * length;
}

// How far a motion goes, by the whole of M as the mobility has it: the middle of an arc goes the one way and
// its radius the other, and without what joins them they would seem to go far.
static double
whole_length (TrEngine *e, const TrComponent *k, const double *v)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *momentum = tr_scratch_zeroed (e->scratch, (size_t) k->n_v);
  tr_rates_add_momentum (k, v, 1, momentum);
  double square = dense_dot (k->n_v, v, momentum);
  tr_scratch_release (e->scratch, mark);
  return sqrt (fmax (square, 0));
}

// Whether the point has gone less far from p0 to p1 than it should by what it does at both.
static bool
lags (TrEngine *e, const TrComponent *k, const Place *p0, const Place *p1, const double *chord)
{
  double goes = v2_dot (v2_sub (p1->at, p0->at), v2_lerp (p0->dir, p1->dir, 0.5));
  double asked = 0.5 * (p0->way + p1->way) * whole_length (e, k, chord);
  return goes < least_share * asked - rounding * k->size;
}

// Whether a way leads from p0 to p1; *left: how many middles may be looked at. However straight it looks,
// the halves have middles too: beside what goes far the point may go back in between and on again.
static bool
is_round (TrEngine *e,
          TrComponent *k,
          TrState *s,
          Place *p0,
          Place *p1,
          int depth,
          int *left,
          int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *chord = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  Place p = place_new (e, k);
  for (int j = 0; j < k->n_v; j++)
    chord[j] = p1->q[j] - p0->q[j];
  double first = face (k, p0, chord), second = face (k, p1, chord);
  // between two folds the point goes back
  bool ok = fmin (first, second) > along && v2_dot (p0->dir, p1->dir) > 0;
  if (ok && (depth < LEAST_DEPTH || lags (e, k, p0, p1, chord) || fmin (first, second) < straight))
    ok = --*left >= 0 && find_middle (e, k, s, p0, p1, chord, &p, iterations) &&
         is_round (e, k, s, p0, &p, depth + 1, left, iterations) &&
         is_round (e, k, s, &p, p1, depth + 1, left, iterations);
  tr_scratch_release (e->scratch, mark);
  return ok;
}

// The sign of the determinant with the tangent of a place, whose rows these are.
static int
side (TrEngine *e, const TrComponent *k, const double *J, const Place *p)
{
  return tr_crossing_side (e, k, J, p->v);
}

// Whether the way goes straight on from p0 to p1 through the place where the sign changes. J: room for
// the rows.
static bool
is_through (
    TrEngine *e, TrComponent *k, TrState *s, Place *p0, Place *p1, double *J, int *iterations)
{
  const TrFold *fold = &e->grab.fold;
  double *chord = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  Place p = place_new (e, k);
  int was = 0;
  for (int i = 0; i < MOST_HALVES; i++) {
    for (int j = 0; j < k->n_v; j++)
      chord[j] = p1->q[j] - p0->q[j];
    double first = face (k, p0, chord), second = face (k, p1, chord);
    if (!(fmin (first, second) > straight))
      return false;
    was = i > 0 ? was : side (e, k, fold->J, p0);
    if (!find_middle (e, k, s, p0, p1, chord, &p, iterations))
      return false;
    tr_rows_copy (k, J);
    for (int j = 0; j < k->n_v; j++)
      chord[j] = p1->q[j] - p0->q[j];
    face (k, &p, chord);
    Place *end = side (e, k, J, &p) == was ? p0 : p1, free = *end;
    *end = p;
    p = free;
  }
  return true;
}

// Inequalities that were in force at a step's end, to come back to: between its ends there are none.
static unsigned char *
let_go (TrEngine *e, const TrComponent *k)
{
  unsigned char *was = (unsigned char *) tr_scratch_bytes (e->scratch, (size_t) k->n_nodes + 1);
  for (int i = 0; i < k->n_nodes; i++)
    was[i] = e->active[k->nodes[i].con];
  tr_hand_let_go_limits (e, k);
  return was;
}

// The state and the system are those of a step again.
static bool
come_back (TrEngine *e, TrComponent *k, TrState *s, const double *to, const unsigned char *active)
{
  for (int i = 0; i < k->n_nodes; i++)
    e->active[k->nodes[i].con] = active[i];
  tr_component_scatter (k, to, s->q);
  tr_bounds_restore (k, s);
  k->known = false;
  return tr_mobility_measure (e, k, s, NULL);
}

// The ends of a step from k->saved to s; was: how far the point went at the first, beside the motion.
static void
set_ends (TrEngine *e, TrComponent *k, TrState *s, double was, double *to, Place *p0, Place *p1)
{
  const TrFold *fold = &e->grab.fold;
  tr_component_gather (k, s->q, to);
  place_set (k, p0, k->saved, fold->way, fold->dir);
  place_set (k, p1, to, fold->now, fold->now_dir);
  p1->way = sqrt (fmax (e->grab.mobility, 0));
  p1->at = tr_hand_place (e, s);
  p0->way = was;
  tr_component_scatter (k, k->saved, s->q);
  p0->at = tr_hand_place (e, s);
  tr_component_scatter (k, to, s->q);
}

bool
tr_bend_goes_through (TrEngine *e, TrComponent *k, TrState *s, double was, int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  Place p0 = place_new (e, k), p1 = place_new (e, k);
  double *to = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *J = tr_scratch_doubles (e->scratch, (size_t) e->grab.fold.n_j);
  const unsigned char *active = let_go (e, k);
  set_ends (e, k, s, was, to, &p0, &p1);
  bool ok = is_through (e, k, s, &p0, &p1, J, iterations);
  ok = come_back (e, k, s, to, active) && ok;
  tr_scratch_release (e->scratch, mark);
  return ok;
}

bool
tr_bend_lags (TrEngine *e, TrComponent *k, TrState *s, double was)
{
  size_t mark = tr_scratch_mark (e->scratch);
  Place p0 = place_new (e, k), p1 = place_new (e, k);
  double *chord = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  set_ends (e, k, s, was, chord, &p0, &p1);
  for (int i = 0; i < k->n_v; i++)
    chord[i] -= k->saved[i];
  face (k, &p0, chord);
  face (k, &p1, chord);
  bool does = lags (e, k, &p0, &p1, chord);
  tr_scratch_release (e->scratch, mark);
  return does;
}

// What limits have left at a place, and how fast that changes along its tangent. NaN: it is none, or undefined.
static void
look_at_limits (
    TrEngine *e, const TrComponent *k, TrState *s, const Place *p, double *c, double *rate)
{
  double little = 1e-6 * k->size, *q = k->trial;
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < k->n_v; i++)
      q[i] = p->q[i] + side * little * p->v[i];
    tr_component_scatter (k, q, s->q);
    for (int i = 0; i < k->n_nodes; i++) {
      const TrNode *n = &k->nodes[i];
      double value[TR_ROWS_MAX];
      bool undefined = !n->inequality;
      if (!undefined)
        tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, value, &undefined);
      for (int r = 0; r < n->rows; r++) {
        double now = undefined ? NAN : value[r], *was = &c[n->lambda + r];
        rate[n->lambda + r] = (now - *was) / little;
        *was = side == 0 ? now : *was;
      }
    }
  }
}

// The least in between of the cubic from a to b with these slopes over the way; at the ends where that is not
// in between.
static double
least_between (double a, double a_slope, double b, double b_slope)
{
  enum { PARTS = 16 };
  double least = fmin (a, b);
  for (int i = 1; i < PARTS; i++) {
    double t = (double) i / PARTS, u = 1 - t;
    least = fmin (least, u * u * ((1 + 2 * t) * a + t * a_slope) +
                             t * t * ((1 + 2 * u) * b - u * b_slope));
  }
  return least;
}

bool
tr_bend_jumps_limit (TrEngine *e, TrComponent *k, TrState *s, double was, double turn)
{
  if (!k->has_inequality)
    return false;
  size_t mark = tr_scratch_mark (e->scratch), n = (size_t) k->n_rows + 1;
  Place p[] = {place_new (e, k), place_new (e, k)};
  double *to = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *chord = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *c[2], *rate[2];
  set_ends (e, k, s, was, to, &p[0], &p[1]);
  for (int i = 0; i < k->n_v; i++)
    chord[i] = to[i] - k->saved[i];
  double length = sqrt (dot (k, chord, chord));
  for (int i = 0; i < 2; i++) {
    face (k, &p[i], chord);
    c[i] = tr_scratch_zeroed (e->scratch, n);
    rate[i] = tr_scratch_zeroed (e->scratch, n);
    look_at_limits (e, k, s, &p[i], c[i], rate[i]);
  }
  tr_component_scatter (k, to, s->q);
  bool jumps = false;
  for (int i = 0; i < k->n_nodes && !jumps; i++) {
    // what a cubic does not know of an arc
    double unknown = k->nodes[i].ell * least_beyond * turn * turn * turn * turn;
    for (int r = k->nodes[i].lambda; r < k->nodes[i].lambda + k->nodes[i].rows; r++) {
      double least = least_between (c[0][r], length * rate[0][r], c[1][r], length * rate[1][r]);
      jumps |= least < unknown && least < fmin (c[0][r], c[1][r]);
    }
  }
  tr_scratch_release (e->scratch, mark);
  return jumps;
}

bool
tr_bend_goes_on (TrEngine *e, TrComponent *k, TrState *s, double was, int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  Place p0 = place_new (e, k), p1 = place_new (e, k);
  double *to = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  const unsigned char *active = let_go (e, k);
  set_ends (e, k, s, was, to, &p0, &p1);
  int left = MOST_MIDDLES;
  bool ok = is_round (e, k, s, &p0, &p1, 0, &left, iterations);
  ok = come_back (e, k, s, to, active) && ok;
  tr_scratch_release (e->scratch, mark);
  return ok;
}
