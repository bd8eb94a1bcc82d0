// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// From a place q₀ to a place q₁ of a way with the parameter α, both with their tangents
// J q_α = −c_α and rows J. That there is one way between them shows in three signs:
//
// Its tangents agree: |q_α1 − q_α0| is small beside their sum. In front of a dead centre the speed
// grows beyond all bounds, and a mechanism that was thrown back from one has turned round.
//
// No singular value has changed its sign (solver/hand/crossing.h). Where one has, the place where it is 0
// is looked for by bisection: if all
// solutions on the way there lie close to the cubic through the places and tangents at hand, it is
// a change point, which is passed straight on; else what lies there is a gap.
//
// No limit and no end of a slide is passed on that cubic.

#include "solver/trail.h"

#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/hand/crossing.h"
#include "solver/masses.h"
#include "solver/move.h"
#include "solver/newton.h"

#include <string.h>

enum {
  MOST_HALVES = 24, // of a bisection
  N_PLACES = 6,     // the last two, the next, and of a bisection its ends and what lies between
};

// How far a solution may lie from where it was looked for, beside the length of the part.
static const double astray = 0.2;
// Where a bisection looks: not in the middle, where a step that lies evenly about a change point
// would have it.
static const double cut = 0.4375;

typedef struct {
  double *q;     // local
  double *v;     // ∂q/∂α
  double length; // of the drives' way from α = 0 to 1
  double rest;   // where there is one drive, with one row: its own; else 0
  double *J;     // the rows of all nodes, incidence after incidence
  int *frozen;   // of each bound
  int *in_force; // of each node
} Place;

struct TrTrail {
  Place place[N_PLACES];
  Place *here; // where the way has come to
  Place *was;  // and was before; NULL: not known
  double step; // from there to here, as `length`
  bool is_known;
  size_t factored; // of the system when `here` was found
  int n_j;
  double *f, *b, *x, *lambda; // a solve
};

// |r| of a drive in radians or in units of ℓ.
static double
lag (const TrModel *m, const TrNode *n, const double *r)
{
  double sum = n->rows > 1 ? hypot (r[0], r[1]) : fabs (r[0]);
  return tr_constraint_unit (m, n->con, 0) == TR_ROW_ANGLE ? sum : sum / n->ell;
}

double
tr_way_length (const TrEngine *e, const TrComponent *k, const TrWay *w)
{
  double worst = 0;
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].drive && (w->only < 0 || w->only == i))
      worst = fmax (worst, lag (e->m, &k->nodes[i], &w->rest[i * TR_ROWS_MAX]));
  return worst;
}

void
tr_way_begin (TrEngine *e, const TrComponent *k, const TrState *s, TrWay *w)
{
  w->only = -1;
  w->left = w->home = 1;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    double *rest = &w->rest[i * TR_ROWS_MAX];
    bool undefined = false;
    if (!n->drive)
      continue;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, rest, &undefined);
    for (int r = 0; r < n->rows; r++)
      if (undefined || !isfinite (rest[r]))
        rest[r] = 0;
  }
  w->far = tr_way_length (e, k, w);
}

void
tr_way_hold (TrComponent *k, const TrWay *w, double left)
{
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].drive && (w->only < 0 || w->only == i))
      for (int r = 0; r < k->nodes[i].rows; r++)
        k->nodes[i].hold[r] = left * w->rest[i * TR_ROWS_MAX + r];
}

static TrTrail *
trail_new (const TrComponent *k)
{
  TrTrail *t = g_new0 (TrTrail, 1);
  t->n_j = tr_rows_count (k);
  for (int i = 0; i < N_PLACES; i++)
    t->place[i] = (Place){.q = g_new0 (double, k->n_v + 1),
                          .v = g_new0 (double, k->n_v + 1),
                          .J = g_new0 (double, t->n_j + 1),
                          .frozen = g_new0 (int, k->n_bounds + 1),
                          .in_force = g_new0 (int, k->n_nodes + 1)};
  t->here = &t->place[0];
  t->f = g_new0 (double, k->n_v + 1);
  t->b = g_new0 (double, k->n_rows + 1);
  t->x = g_new0 (double, k->n_v + 1);
  t->lambda = g_new0 (double, k->n_rows + 1);
  return t;
}

void
tr_trail_free (TrTrail *t)
{
  if (!t)
    return;
  for (int i = 0; i < N_PLACES; i++) {
    g_free (t->place[i].q);
    g_free (t->place[i].v);
    g_free (t->place[i].J);
    g_free (t->place[i].frozen);
    g_free (t->place[i].in_force);
  }
  g_free (t->f);
  g_free (t->b);
  g_free (t->x);
  g_free (t->lambda);
  g_free (t);
}

void
tr_trail_forget (TrTrail *t)
{
  if (t)
    t->is_known = false;
}

// One with room for the system as it is.
static TrTrail *
make_room (TrComponent *k)
{
  if (k->trail && k->trail->n_j != tr_rows_count (k))
    g_clear_pointer (&k->trail, tr_trail_free);
  if (!k->trail)
    k->trail = trail_new (k);
  return k->trail;
}

// The row of the only drive of a way that has one row; else −1.
static int
find_sole (const TrComponent *k, const TrWay *w)
{
  int sole = -1, n = 0;
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].drive && (w->only < 0 || w->only == i)) {
      sole = i * TR_ROWS_MAX;
      n += k->nodes[i].rows;
    }
  return n == 1 ? sole : -1;
}

// ∂q/∂α with the factor at hand: J q_α = −rest of the drives.
static bool
find_tangent (TrComponent *k, TrTrail *t, const TrWay *w, Place *p)
{
  int sole = find_sole (k, w);
  memset (t->f, 0, sizeof (double) * (size_t) k->n_v);
  memset (t->b, 0, sizeof (double) * (size_t) k->n_rows);
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].drive && (w->only < 0 || w->only == i))
      for (int r = 0; r < k->nodes[i].rows; r++)
        t->b[k->nodes[i].lambda + r] = -w->rest[i * TR_ROWS_MAX + r];
  p->length = w->far;
  p->rest = sole >= 0 ? w->rest[sole] : 0;
  return tr_kkt_solve (k->kkt, t->f, t->b, p->v, t->lambda).ok;
}

// The same where the place is known of another way.
static bool
renew_tangent (TrComponent *k, TrTrail *t, const TrWay *w, Place *p)
{
  int sole = find_sole (k, w);
  if (sole < 0 || !(fabs (p->rest) > 0))
    return find_tangent (k, t, w, p);
  for (int i = 0; i < k->n_v; i++)
    p->v[i] *= w->rest[sole] / p->rest;
  p->length = w->far;
  p->rest = w->rest[sole];
  return true;
}

static bool
look (TrEngine *e, TrComponent *k, const TrState *s, TrTrail *t, const TrWay *w, Place *p)
{
  tr_component_gather (k, s->q, p->q);
  tr_rows_copy (k, p->J);
  for (int i = 0; i < k->n_bounds; i++)
    p->frozen[i] = k->bounds[i].frozen;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    p->in_force[i] = n->inequality ? e->active[n->con] : 0;
  }
  return find_tangent (k, t, w, p);
}

// With a factor of s itself.
static bool
look_closely (TrEngine *e, TrComponent *k, const TrState *s, TrTrail *t, const TrWay *w, Place *p)
{
  const TrTask task = {.inv_h = 1 / e->h, .shrink = 1};
  return tr_newton_direction (e, k, s, &task) && (!t->is_known || look (e, k, s, t, w, p));
}

bool
tr_trail_begin (TrEngine *e, TrComponent *k, const TrState *s, const TrWay *w)
{
  const TrTask task = {.inv_h = 1 / e->h, .shrink = 1};
  TrTrail *t = k->trail;
  if (t && t->is_known && t->factored == tr_kkt_n_factored (k->kkt)) {
    tr_component_gather (k, s->q, t->x);
    if (tr_same_bits (t->x, t->here->q, k->n_v))
      return renew_tangent (k, t, w, t->here);
  }
  tr_component_masses (e, k, s->q);
  bool ok = tr_newton_direction (e, k, s, &task);
  t = make_room (k);
  t->was = NULL;
  t->is_known = ok && look (e, k, s, t, w, t->here);
  t->factored = tr_kkt_n_factored (k->kkt);
  return t->is_known;
}

// Which way, whatever its length: how much the tangents of two places differ beside what they are.
static bool
tangents_agree (
    TrEngine *e, TrComponent *k, const TrState *s, TrTrail *t, Place *p0, Place *p1, double share)
{
  double length = 0;
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < k->n_v; i++)
      t->x[i] = share * (side ? p1 : p0)->v[i];
    length += tr_move_ratio_ahead (e, k, s, t->x);
  }
  for (int i = 0; i < k->n_v; i++)
    t->x[i] = share * (p1->v[i] - p0->v[i]);
  return tr_move_ratio_ahead (e, k, s, t->x) <= 0.5 * length;
}

// The cubic through two places and with their tangents, which the drives are `step` apart: p₀ at
// x = 0, p₁ at x = 1.
static void
interpolate (const Place *p0, const Place *p1, double step, double x, int n, double *q)
{
  double y = 1 - x, a = y * y * (1 + 2 * x), b = x * x * (1 + 2 * y);
  double c = step / p0->length * x * y * y, d = -step / p1->length * x * x * y;
  for (int i = 0; i < n; i++)
    q[i] = a * p0->q[i] + b * p1->q[i] + c * p0->v[i] + d * p1->v[i];
}

// Where in (0, 1) the parabola through values at 0, ½ and 1 is least, and how much; false: at an end.
static bool
find_least (const double g[3], double *x, double *least)
{
  double bend = 2 * (g[0] - 2 * g[1] + g[2]), slope = -3 * g[0] + 4 * g[1] - g[2];
  if (!(bend > 0 && slope < 0 && -slope < 2 * bend))
    return false;
  *x = -slope / (2 * bend);
  *least = g[0] - slope * slope / (4 * bend);
  return true;
}

// Whether an unknown goes beyond an end between two places.
static bool
passes_end (const TrComponent *k, const Place *p0, const Place *p1, double share)
{
  bool passes = false;
  for (int i = 0; i < k->n_bounds; i++) {
    const TrBound *bound = &k->bounds[i];
    int at = k->blocks[bound->block].v + bound->k;
    double u0 = p0->q[at], u1 = p1->q[at], bend = share * (p0->v[at] - p1->v[at]) / 8, x, least;
    const double up[] = {u0, 0.5 * (u0 + u1) + bend, u1}, down[] = {-up[0], -up[1], -up[2]};
    if (bound->joint || p0->frozen[i] || p1->frozen[i])
      continue;
    passes |= find_least (up, &x, &least) && least < bound->low - 1e-9;
    passes |= find_least (down, &x, &least) && -least > bound->high + 1e-9;
  }
  return passes;
}

static bool
misses (TrEngine *e, const TrNode *n, const TrState *s, double *c)
{
  bool undefined = false;
  tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
  return undefined;
}

// Whether a limit is broken between two places; s is at the second.
static bool
passes_limit (TrEngine *e,
              TrComponent *k,
              TrState *s,
              TrTrail *t,
              const Place *p0,
              const Place *p1,
              double step)
{
  bool passes = false;
  for (int i = 0; i < k->n_nodes && !passes; i++) {
    const TrNode *n = &k->nodes[i];
    double g[TR_ROWS_MAX][3], c[TR_ROWS_MAX], x, least;
    bool undefined = false;
    if (!n->inequality || (p0->in_force[i] && p1->in_force[i]))
      continue;
    for (int place = 0; place < 3; place++) {
      interpolate (p0, p1, step, 0.5 * place, k->n_v, t->x);
      tr_component_scatter (k, t->x, s->q);
      undefined |= misses (e, n, s, c);
      for (int r = 0; r < n->rows; r++)
        g[r][place] = c[r];
    }
    for (int r = 0; r < n->rows && !undefined; r++)
      if (find_least (g[r], &x, &least) && least < -n->tol[r]) {
        interpolate (p0, p1, step, x, k->n_v, t->x);
        tr_component_scatter (k, t->x, s->q);
        passes |= !misses (e, n, s, c) && c[r] < -n->tol[r];
      }
  }
  tr_component_scatter (k, p1->q, s->q);
  return passes;
}

static bool
same_sides (const TrComponent *k, const Place *p0, const Place *p1)
{
  bool same = true;
  for (int i = 0; i < k->n_bounds; i++)
    same &= p0->frozen[i] == p1->frozen[i];
  for (int i = 0; i < k->n_nodes; i++)
    same &= p0->in_force[i] == p1->in_force[i];
  return same;
}

// One that is none of these, nor a place of the way.
static Place *
other_place (TrTrail *t, const Place *a, const Place *b, const Place *c)
{
  for (int i = 0; i < N_PLACES; i++) {
    Place *p = &t->place[i];
    if (p != t->here && p != t->was && p != a && p != b && p != c)
      return p;
  }
  g_assert_not_reached ();
}

// Between two places with tangents that agree a singular value has changed its sign: whether the way
// goes straight on through the place where it is 0. `left`: of the way at each of them.
static bool
goes_through (
    TrEngine *e, TrComponent *k, TrState *s, const TrWay *w, Place *to, double from, double left)
{
  TrTrail *t = k->trail;
  Place *p0 = t->here, *p1 = to;
  double l0 = from, l1 = left;
  int iterations = 0;
  for (int i = 0; i < MOST_HALVES && (l0 - l1) * w->far > TR_TRAIL_LEAST; i++) {
    double share = l0 - l1, l = l0 - cut * share;
    Place *p = other_place (t, p0, p1, to);
    interpolate (p0, p1, share * w->far, cut, k->n_v, p->q);
    tr_component_scatter (k, p->q, s->q);
    tr_way_hold (k, w, l);
    if (!(tr_project (e, k, s, true, &iterations) <= 1))
      return false;
    tr_component_gather (k, s->q, t->x);
    for (int j = 0; j < k->n_v; j++)
      t->x[j] = p->q[j] - t->x[j];
    double far = tr_move_ratio_ahead (e, k, s, t->x);
    for (int j = 0; j < k->n_v; j++)
      t->x[j] = share * p0->v[j];
    if (far > astray * tr_move_ratio_ahead (e, k, s, t->x) || !look_closely (e, k, s, t, w, p))
      return false;
    if (!t->is_known) // other rows
      return true;
    if (tr_crossing_find (e, k, p0->J, p->J).value > -1)
      p0 = p, l0 = l;
    else
      p1 = p, l1 = l;
  }
  return true;
}

static void
go_to (TrComponent *k, TrState *s, const TrWay *w, const Place *p, double left)
{
  tr_component_scatter (k, p->q, s->q);
  for (int i = 0; i < k->n_bounds; i++)
    k->bounds[i].frozen = p->frozen[i];
  tr_way_hold (k, w, left);
  k->known = false;
}

static void
go_on (TrTrail *t, Place *p, double step, size_t factored)
{
  t->was = t->here;
  t->here = p;
  t->step = step;
  t->factored = factored;
}

bool
tr_trail_predict (const TrComponent *k, double length, double *d)
{
  const TrTrail *t = k->trail;
  const Place *p0 = t->was, *p1 = t->here;
  if (!t->is_known || !p0 || !same_sides (k, p0, p1) || !(t->step > 0.1 * length))
    return false;
  double x = 1 + length / t->step;
  interpolate (p0, p1, t->step, x, k->n_v, d);
  for (int i = 0; i < k->n_v; i++)
    d[i] -= p1->q[i];
  return true;
}

bool
tr_trail_goes_on (TrEngine *e, TrComponent *k, TrState *s, const TrWay *w, double from, double left)
{
  TrTrail *t = k->trail;
  double share = from - left;
  if (!t || !t->is_known)
    return true;
  Place *p0 = t->here, *p1 = other_place (t, p0, NULL, NULL);
  if (!look (e, k, s, t, w, p1)) {
    t->is_known = false;
    return true;
  }
  if (share * w->far > TR_TRAIL_LEAST) {
    if (passes_end (k, p0, p1, share) || passes_limit (e, k, s, t, p0, p1, share * w->far))
      return false;
    if (same_sides (k, p0, p1)) {
      if (!tangents_agree (e, k, s, t, p0, p1, share))
        return false;
      TrCrossing change = tr_crossing_find (e, k, p0->J, p1->J);
      if (change.size > TR_CROSSING_CALM && look_closely (e, k, s, t, w, p1) && t->is_known)
        change = tr_crossing_find (e, k, p0->J, p1->J);
      if (!(change.size < TR_CROSSING_ROUGH))
        return false;
      if (tr_crossing_is_likely (&change)) {
        bool goes = goes_through (e, k, s, w, p1, from, left);
        go_to (k, s, w, p1, left);
        if (!goes)
          return false;
        // the factor at hand is of another place
        go_on (t, p1, share * w->far, tr_kkt_n_factored (k->kkt) - 1);
        return true;
      }
    }
  }
  go_on (t, p1, share * w->far, tr_kkt_n_factored (k->kkt));
  return true;
}
