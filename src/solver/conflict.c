// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What cannot hold rests where E = ½ Σ c²/s is least. Often that is where its rows have become
// dependent, three sides in one line, and the rows themselves tell nothing of the way there and of
// the ways that leave it: E bends there only as c does. So it takes Newton's steps with all of E″,
//
//   (Jᵀ W J + Σ W c ∂²c/∂z² + μ I) d = −Jᵀ W c        W = 1/s
//
// in z = M^½ q, with μ next to nothing where E″ allows: what E does not tell stays where it is.
//
// A hand moves the drawing with each of these rows held at what it misses, which is no contradiction:
// what they say together is true where it stands. After a step they come to rest by themselves, from what the
// step has bent, and then together with all else (solver/subset/joint.h): one after the other would not do, where
// each moves what the other has found.

#include "solver/conflict.h"

#include "math/dense.h"
#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/hand/grab.h"
#include "solver/masses.h"
#include "solver/newton.h"
#include "solver/solve/missed.h"
#include "solver/subset/joint.h"
#include "solver/subset/squares.h"

#include <float.h>
#include <string.h>

enum {
  MOST_STEPS = 60,
  MOST_JOINT = 12,
  MOST_SLOW = 2,   // of these one after the other
  MOST_CAUGHT = 4, // rounds of inequalities
  MOST_WEIGHINGS = 40,
};

static const double least_mu = 1e-13, most_mu = 1e6; // of the mean diagonal of E″
static const double worse = 1e-6;                    // share by which a compromise may be
static const double near = 1e-5;                     // of the size: E tells no more, the steps do
static const double gains = 0.5;                     // of what was left a step ago
static const double enough = 0.1;                    // of a tolerance
static const double level = 1e-7;                    // of the largest part of E′
static const double one_way = 1e-4; // of how much a point gives way, what that is in the other
static const double wander = 1e-9;  // of the size: the last digits of E′ lead no farther

// The least μ with which the last digits of E′ lead nowhere.
static double
least (const TrSquares *w)
{
  return least_mu + DBL_EPSILON * w->pull / (wander * w->span * w->mean);
}

// One step down, with as little μ as will do; false where none leads on, and all is as before. *is_fine: E
// does not tell any more whether it does.
static bool
step_down (TrSquares *w, double now, double *mu, double *length, bool *is_fine)
{
  const TrSubset *t = &w->t;
  double most_near = near * t->k->size;
  tr_subset_keep_home (t);
  for (*mu = fmax (*mu, least (w)); *mu <= most_mu; *mu *= 10) {
    if (!tr_squares_direction (w, *mu, length))
      continue;
    tr_subset_move (t, 1);
    w->is_here = false;
    double next = tr_squares_energy (w);
    *is_fine = *length <= most_near && next <= now * (1 + 1e-9);
    if (next < now || *is_fine)
      return true;
    tr_subset_move (t, 0);
    if (*length <= most_near)
      return false;
  }
  return false;
}

// Down to where E is least, and E′ nothing but a share of what goes for still (0: to its last digits);
// returns E, INFINITY where it did not come to rest. In *way how far it went.
static double
come_to_rest (TrSquares *w, double share, double *way)
{
  const TrSubset *t = &w->t;
  double mu = 0, last = INFINITY, slope = INFINITY, length = INFINITY;
  bool is_fine = false;
  *way = 0;
  for (int i = 0; i < MOST_STEPS; i++) {
    double now = tr_squares_assemble (w), before = slope;
    slope = dense_largest (t->n, w->g);
    if (!isfinite (now))
      return INFINITY;
    if (is_fine && slope > 0.9 * before) { // the last digits were had before
      tr_subset_move (t, 0);
      w->is_here = false;
      return last;
    }
    if (slope <= share * w->still)
      return now;
    if (!step_down (w, now, &mu, &length, &is_fine))
      return length <= near * t->k->size ? now : INFINITY;
    *way += length;
    last = now;
    mu *= 0.01;
  }
  return length <= near * t->k->size ? last : INFINITY;
}

void
tr_conflict_settle (TrEngine *e, TrComponent *k, TrState *s)
{
  double in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (in_tol <= 1)
    return;
  size_t mark = tr_scratch_mark (e->scratch);
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes), n = 0;
  double *before = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].out != TR_ROWS_ALL)
      con[n++] = k->nodes[i].con;
  tr_component_gather (k, s->q, before);
  TrSquares *w = tr_squares_new (e, k, s, n, con);
  bool ok = true;
  double way = INFINITY;
  w->home = k->saved; // that tells on which side of a line something has come to lie in it
  for (int i = 0; i < MOST_WEIGHINGS && ok && way > 1e-12 * k->size; i++) {
    tr_squares_weigh (w); // anew: how heavy a thing is hangs on how large it is
    ok = isfinite (come_to_rest (w, 0, &way));
    tr_component_masses (e, k, s->q);
  }
  tr_squares_free (w);
  if (!ok)
    tr_component_scatter (k, before, s->q);
  tr_component_gather (k, s->q, before);
  tr_component_scatter (k, k->saved, s->q);
  tr_component_masses (e, k, s->q);
  tr_component_scatter (k, before, s->q);
  tr_scratch_release (e->scratch, mark);
}

bool
tr_conflict_is_at_rest (TrEngine *e, TrComponent *k, const TrState *s, double *least)
{
  size_t mark = tr_scratch_mark (e->scratch);
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes);
  g_autoptr (TrState) copy = tr_state_copy (s);
  for (int i = 0; i < k->n_nodes; i++)
    con[i] = k->nodes[i].con;
  TrSquares *w = tr_squares_new (e, k, copy, k->n_nodes, con);
  tr_squares_weigh (w);
  *least = tr_squares_assemble (w);
  bool rests = dense_largest (w->t.n, w->g) <= level * w->pull;
  tr_squares_free (w);
  tr_scratch_release (e->scratch, mark);
  return rests;
}

// ---- Under the hand ----

struct TrCompromise {
  int n, *node;                 // that share in it
  TrSquares *squares;           // of them, their weights as they stood
  bool *is_in;                  // of each node, whether it is one of them
  TrJoint *joint;               // NULL: to be made
  double (*saved)[TR_ROWS_MAX]; // what they were held at in the state to go back to
  double least;                 // E when the hand came
  bool is_held;                 // it rests nowhere near: what is missed stays as it is
};

void
tr_compromise_free (TrCompromise *p)
{
  if (!p)
    return;
  g_free (p->node);
  tr_squares_free (p->squares);
  tr_joint_free (p->joint);
  g_free (p->is_in);
  g_free (p->saved);
  g_free (p);
}

// Whether the first two rows are what two points are apart, along the axes of the paper: a compromise that
// is turned turns them too.
static bool
misses_vector (const TrModel *m, const TrNode *n)
{
  TrConKind kind = m->constraints[n->con].kind;
  return (kind == TR_CON_ATTACH || kind == TR_CON_MIDPOINT || kind == TR_CON_TANGENT) &&
         n->rows > 1 && hypot (n->hold[0], n->hold[1]) > 1e3 * n->tol[0];
}

void
tr_conflict_take (TrEngine *e, TrComponent *k, const TrState *s)
{
  const TrCompromise *p = k->compromise;
  if (!p)
    return;
  for (int i = 0; i < p->n; i++) {
    TrNode *n = &k->nodes[p->node[i]];
    bool undefined = false;
    double c[TR_ROWS_MAX];
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    for (int r = 0; r < n->rows; r++)
      n->hold[r] = undefined || !isfinite (c[r]) || (n->inequality && c[r] > 0) ? 0 : c[r];
    n->turns = misses_vector (e->m, n);
  }
  tr_change_forget (k);
  k->known = false;
}

void
tr_conflict_begin (TrEngine *e, TrComponent *k, TrState *s)
{
  tr_conflict_end (k);
  size_t mark = tr_scratch_mark (e->scratch);
  int *node = tr_scratch_ints (e->scratch, (size_t) k->n_nodes), n = 0;
  for (int i = 0; i < k->n_nodes; i++)
    if (!k->nodes[i].never && tr_node_is_missed (e, &k->nodes[i], s))
      node[n++] = i;
  if (n > 0) {
    TrCompromise *p = k->compromise = g_new0 (TrCompromise, 1);
    p->n = n;
    p->node = g_memdup2 (node, sizeof (int) * (size_t) n);
    p->saved = g_malloc0 (sizeof *p->saved * (size_t) n);
    p->is_in = g_new0 (bool, k->n_nodes);
    for (int i = 0; i < n; i++) {
      p->is_in[node[i]] = true;
      node[i] = k->nodes[node[i]].con;
    }
    tr_component_masses (e, k, s->q);
    p->squares = tr_squares_new (e, k, s, n, node);
    tr_squares_weigh (p->squares);
    p->least = tr_squares_energy (p->squares);
    double least;
    p->is_held = k->settled > 0 && !tr_conflict_is_at_rest (e, k, s, &least);
    tr_conflict_take (e, k, s);
    // those of the solve, in which rows pull at each other ever harder, are none of the hand
    for (int i = 0; i < k->n_nodes; i++)
      memset (e->lambda + e->row_at[k->nodes[i].con], 0,
              sizeof (double) * (size_t) k->nodes[i].rows);
  }
  tr_scratch_release (e->scratch, mark);
}

void
tr_conflict_end (TrComponent *k)
{
  TrCompromise *p = k->compromise;
  if (!p)
    return;
  for (int i = 0; i < p->n; i++) {
    memset (k->nodes[p->node[i]].hold, 0, sizeof k->nodes->hold);
    k->nodes[p->node[i]].turns = false;
  }
  tr_change_forget (k);
  k->known = false;
  g_clear_pointer (&k->compromise, tr_compromise_free);
}

void
tr_conflict_save (TrComponent *k)
{
  for (int i = 0; k->compromise && i < k->compromise->n; i++)
    memcpy (k->compromise->saved[i], k->nodes[k->compromise->node[i]].hold,
            sizeof k->compromise->saved[i]);
}

void
tr_conflict_restore (TrComponent *k)
{
  for (int i = 0; k->compromise && i < k->compromise->n; i++)
    memcpy (k->nodes[k->compromise->node[i]].hold, k->compromise->saved[i],
            sizeof k->compromise->saved[i]);
  if (k->compromise)
    tr_change_forget (k);
}

void
tr_conflict_relax (TrEngine *e, TrComponent *k, TrState *s)
{
  const TrCompromise *p = k->compromise;
  if (!p || p->is_held)
    return;
  TrSquares *w = p->squares;
  size_t mark = tr_scratch_mark (e->scratch);
  double *lambda = tr_scratch_doubles (e->scratch, (size_t) w->t.m + 1);
  for (int i = 0, row = 0; i < w->t.n_nodes; row += k->nodes[w->t.node[i]].rows, i++) {
    const TrNode *n = &k->nodes[w->t.node[i]];
    memcpy (lambda + row, k->lambda + n->lambda, sizeof (double) * (size_t) n->rows);
    if (n->turns) { // one row for two, along what they miss
      double length = hypot (n->hold[0], n->hold[1]);
      lambda[row + 1] = lambda[row] * n->hold[1] / length;
      lambda[row] *= n->hold[0] / length;
    }
  }
  w->t.s = s;
  if (tr_squares_relax (w, lambda))
    for (int i = 0, row = 0; i < w->t.n_nodes; row += k->nodes[w->t.node[i]].rows, i++) {
      const TrNode *n = &k->nodes[w->t.node[i]];
      memcpy (e->lambda + e->row_at[n->con], lambda + row, sizeof (double) * (size_t) n->rows);
    }
  tr_scratch_release (e->scratch, mark);
}

// Fills both systems. Returns what is left to be done: 1 where all that is to hold does, to a tenth of its
// tolerance, and what cannot rests. *miss: of the rows that are to hold, in tolerances.
static double
look (TrEngine *e, TrComponent *k, TrState *s, double *miss)
{
  const TrTask task = {.inv_h = 1 / e->h, .shrink = 1};
  const TrCompromise *p = k->compromise;
  TrSquares *w = p->squares;
  *miss = 0;
  if (!tr_newton_assemble (e, k, s, &task) || !isfinite (tr_squares_assemble (w)))
    return INFINITY;
  for (int i = 0; i < k->n_nodes; i++)
    for (int r = 0; r < k->nodes[i].rows && !p->is_in[i]; r++)
      *miss = fmax (*miss, fabs (k->b[k->nodes[i].lambda + r]) / k->nodes[i].tol[r]);
  return fmax (*miss / enough, dense_largest (w->t.n, w->g) / w->still);
}

// The step of both into k->d; false where there is none. blindly: without asking whether E alone has its least
// there. It may have but where the rows of all else leave it.
static bool
find_jointly (TrComponent *k, double *mu, bool blindly)
{
  TrCompromise *p = k->compromise;
  double length;
  for (*mu = fmax (*mu, least (p->squares));
       !blindly && !tr_squares_direction (p->squares, *mu, &length); *mu *= 10)
    if (*mu > most_mu)
      return false;
  if (p->joint && !tr_joint_fits (p->joint, k, p->squares))
    g_clear_pointer (&p->joint, tr_joint_free);
  if (!p->joint)
    p->joint = tr_joint_new (k, p->squares, p->is_in);
  return tr_joint_solve (p->joint, k, p->squares, *mu);
}

// One step of both; false where there is none.
static bool
step_jointly (TrEngine *e, TrComponent *k, TrState *s, double *mu, bool blindly)
{
  if (!find_jointly (k, mu, blindly))
    return false;
  tr_component_gather (k, s->q, k->trial);
  tr_bounds_move (e, k, s, 1);
  k->compromise->squares->is_here = false;
  return true;
}

// To where what cannot hold rests and all else holds, as long as it comes nearer; returns what that misses,
// G_MAXDOUBLE where it does not come there.
static double
go_jointly (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations)
{
  double last = INFINITY, mu = 0, miss, before = G_MAXDOUBLE;
  int slow = 0;
  for (int i = 0; i < MOST_JOINT; i++) {
    double left = look (e, k, s, &miss);
    if (left <= 1 && (!polish || miss > 0.5 * before || !(miss > 0))) {
      if (miss > before) { // the last digits were had before
        tr_bounds_go_back (k, s, 0);
        k->compromise->squares->is_here = false;
      }
      return fmin (miss, before);
    }
    slow = left > gains * last ? slow + 1 : 0;
    if (!isfinite (left) || slow > MOST_SLOW)
      return G_MAXDOUBLE;
    last = left;
    before = left <= 1 ? miss : G_MAXDOUBLE;
    ++*iterations;
    if (!step_jointly (e, k, s, &mu, slow > 0))
      return G_MAXDOUBLE;
    mu = slow > 0 ? 0 : 0.01 * mu;
  }
  return G_MAXDOUBLE;
}

double
tr_conflict_project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations)
{
  const TrCompromise *p = k->compromise;
  double way;
  if (!p || p->is_held)
    return tr_project (e, k, s, polish, iterations);
  p->squares->t.s = s;
  p->squares->is_here = false;
  double miss = G_MAXDOUBLE;
  if (isfinite (come_to_rest (p->squares, 1, &way)))
    miss = go_jointly (e, k, s, polish, iterations);
  for (int i = 0; i < MOST_CAUGHT && miss < G_MAXDOUBLE && tr_inequalities_catch (e, k, s); i++)
    miss = go_jointly (e, k, s, polish, iterations);
  bool ok = miss < G_MAXDOUBLE && tr_component_in_range (e, k, s) &&
            tr_squares_energy (p->squares) <= p->least * (1 + worse);
  tr_conflict_take (e, k, s);
  return ok ? miss : G_MAXDOUBLE;
}

// What moves with the point under a unit force on it, by the joint factor at hand; returns the point's part.
static Vec2
give (TrEngine *e, const TrComponent *k, const TrTap *tap, Vec2 unit, double *v)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *f = tr_scratch_zeroed (e->scratch, (size_t) k->n_v);
  Vec2 x = {0, 0};
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++)
    for (int i = 0; i < tap->run_n[a]; i++)
      f[k->blocks[e->block_of_q[tap->run_at[a]]].v + i] = v2_dot (unit, tap->x_q[col + i]);
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      f[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
  if (!tr_joint_give (k->compromise->joint, k, f, v))
    x = v2 (NAN, NAN);
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++)
    for (int i = 0; i < tap->run_n[a]; i++)
      x = v2_mad (x, v[k->blocks[e->block_of_q[tap->run_at[a]]].v + i], tap->x_q[col + i]);
  tr_scratch_release (e->scratch, mark);
  return x;
}

bool
tr_conflict_way (TrEngine *e, TrComponent *k, TrState *s, Vec2 to)
{
  double miss, mu = 0;
  if (!k->compromise || k->compromise->is_held)
    return false;
  k->compromise->squares->t.s = s;
  k->compromise->squares->is_here = false;
  if (!isfinite (look (e, k, s, &miss)) || !find_jointly (k, &mu, true))
    return false;
  size_t mark = tr_scratch_mark (e->scratch);
  TrTap tap;
  tr_tap_connector (e->m, &e->grab.what, s->q, e->scratch, &tap);
  double *v = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *w = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  Vec2 x = give (e, k, &tap, v2 (1, 0), v), y = give (e, k, &tap, v2 (0, 1), w);
  Vec2 pull = v2_sub (to, tr_connector_point (e->m, &e->grab.what, s->q));
  // what it gives way to least counts for something too, so that no force is out of all proportion
  double little = one_way * (x.x + y.y), cross = 0.5 * (x.y + y.x);
  double det = (x.x + little) * (y.y + little) - cross * cross;
  Vec2 force = v2_scale (
      v2 ((y.y + little) * pull.x - cross * pull.y, (x.x + little) * pull.y - cross * pull.x),
      1 / det);
  for (int i = 0; i < k->n_v; i++)
    k->d[i] = force.x * v[i] + force.y * w[i];
  tr_scratch_release (e->scratch, mark);
  return v2_is_finite (force);
}
