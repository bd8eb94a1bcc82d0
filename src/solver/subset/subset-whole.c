// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is asked for may be of another size altogether than the drawing is, or at another place: a radius of a
// million on a width of forty, a nail as far away. In complex numbers z ↦ m + a (z − m) + b, m the middle, makes
// of the drawing one that is alike elsewhere, and meets all that says nothing of lengths or places as it did. a and b
// are those by which least is missed of what was missed, by Levenberg's and Marquardt's way; what was met counts
// for so little that it tells only what that leaves open: what is nailed stays at its nail.

#include "solver/subset/subset-private.h"

#include "math/dense.h"
#include "solver/engine-private.h"

#include <string.h>

enum { MOST_STEPS = 40 };

static const double per_tol = 1e-9;      // of a tolerance: as much is missed as 1
static const double met = 1e-3;          // what was met counts so much
static const double difference = 1e-6;   // of parameters
static const double least_mu = 1e-12;    // of the diagonal
static const double most_mu = 1e6;       // the same
static const double still = 1 - 1e-6;    // of the energy: a step that leaves more leads nowhere
static const double well_met = 1e-24;    // of the energy at home
static const double fair = 1e-10;        // the same: no more freedom is wanted
static const double is_worth = 0.25;     // the same: no more is to be left
static const double another_size = 1.5;  // times as large or as small
static const double by_far = 20;         // the same
static const double no_size = 1e-9;      // times as large: it is to come to nothing
static const double another_place = 0.5; // of the size

// x: b = size (x₀ + i x₁), a = x₂ + i x₃: where, how large, how turned.
enum { PLACE = 2, SIZE, TURN };

typedef struct {
  const TrSubset *t;
  Vec2 middle;
  double size;
  int m;             // rows, TR_ROWS_MAX of each node
  double *weight;    // of each
  bool *was_missed;  // at home
  double *c, *next;  // what they miss, weighed
  double *col[TURN]; // ∂c/∂x
  double mu;
} Fit;

// ---- Alike elsewhere ----

static bool
is_whole (const TrSubset *t, const TrBlock *b)
{
  return !b->is_slide && b->dim == t->e->m->bodies[b->body].n;
}

static bool
is_point (const TrSubset *t, const TrBlock *b)
{
  return !b->is_slide && !is_whole (t, b) && b->dim == 2;
}

static Vec2
middle_of (const TrSubset *t)
{
  Vec2 sum = v2 (0, 0);
  int n = 0;
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    const double *q = t->s->q + b->at;
    int places = is_whole (t, b) ? tr_body_n_places (&t->e->m->bodies[b->body]) : is_point (t, b);
    for (int j = 0; j < places; j++, n++)
      sum = v2_add (sum, v2 (q[2 * j], q[2 * j + 1]));
  }
  return v2_scale (sum, 1.0 / MAX (n, 1));
}

// From home to where x tells.
static void
go (const Fit *f, const double *x)
{
  const TrSubset *t = f->t;
  Vec2 a = v2 (x[2], x[3]), b = v2_scale (v2 (x[0], x[1]), f->size);
  Mat2 turn = {a.x, -a.y, a.y, a.x};
  tr_subset_move (t, 0);
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *block = &t->k->blocks[t->block[i]];
    double *q = t->s->q + block->at;
    bool is_body = is_whole (t, block);
    if (!is_body && !is_point (t, block))
      continue;
    const TrBody *body = &t->e->m->bodies[block->body];
    Vec2 own = v2_sub (is_body ? tr_body_middle (body, q) : v2 (q[0], q[1]), f->middle);
    Vec2 by = v2_add (v2_sub (m2_apply (turn, own), own), b);
    if (is_body)
      tr_body_throw (body, q, atan2 (a.y, a.x), v2_norm (a), by);
    else {
      q[0] += by.x;
      q[1] += by.y;
    }
  }
}

// ---- What is missed ----

// What has no value, and what is met on one side, misses nothing.
static void
miss (const Fit *f, double *c)
{
  const TrSubset *t = f->t;
  for (int i = 0; i < t->n_nodes; i++) {
    const TrNode *node = &t->k->nodes[t->node[i]];
    double *its = c + i * TR_ROWS_MAX;
    bool undefined = false;
    tr_constraint_residual (t->e->m, node->con, t->s->q, &t->s->memory[node->con], t->s->time, its,
                            &undefined);
    for (int r = 0; r < TR_ROWS_MAX; r++) {
      bool any = !undefined && r < node->rows && isfinite (its[r]);
      double by = any && node->inequality ? fmin (0, its[r]) : any ? its[r] : 0;
      its[r] = by * f->weight[i * TR_ROWS_MAX + r];
    }
  }
}

// At home: those that are missed count in full.
static void
weigh (const Fit *f)
{
  const TrSubset *t = f->t;
  for (int i = 0; i < f->m; i++)
    f->weight[i] = 1;
  miss (f, f->c);
  for (int i = 0; i < t->n_nodes; i++)
    for (int r = 0; r < TR_ROWS_MAX; r++) {
      const TrNode *node = &t->k->nodes[t->node[i]];
      int at = i * TR_ROWS_MAX + r;
      double tol = r < node->rows ? node->tol[r] : INFINITY;
      f->was_missed[at] = fabs (f->c[at]) > tol;
      f->weight[at] = (f->was_missed[at] ? 1 : met) * per_tol / tol;
    }
}

static double
energy (const Fit *f, const double *c)
{
  return 0.5 * dense_dot (f->m, c, c);
}

// The same of what was missed at home.
static double
energy_left (const Fit *f, const double *c)
{
  double sum = 0;
  for (int i = 0; i < f->m; i++)
    sum += f->was_missed[i] ? 0.5 * c[i] * c[i] : 0;
  return sum;
}

// ---- The fit ----

static double
times_of (const double *x)
{
  return hypot (x[2], x[3]);
}

// By the first n of x, as all of these.
static void
differentiate (const Fit *f, const double *x, int n)
{
  for (int j = 0; j < n; j++) {
    double beside[TURN], h = difference * (j < PLACE ? fmax (1, fabs (x[j])) : times_of (x));
    memcpy (beside, x, sizeof beside);
    beside[j] += h;
    go (f, beside);
    miss (f, f->col[j]);
    for (int i = 0; i < f->m; i++)
      f->col[j][i] = (f->col[j][i] - f->c[i]) / h;
  }
}

// (JᵀJ + μ D) d = −Jᵀ c, D the diagonal of JᵀJ
static void
find_step (const Fit *f, int n, double *d)
{
  double a[TURN * TURN];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[i * n + j] = dense_dot (f->m, f->col[i], f->col[j]);
    d[i] = -dense_dot (f->m, f->col[i], f->c);
    a[i * n + i] += f->mu * a[i * n + i] + G_MINDOUBLE;
  }
  ldl_factor (n, a, NULL, 0);
  ldl_solve (n, a, d);
}

// One step down; f->c is what is missed there. False: none led down by much.
static bool
step (Fit *f, double *x, int n)
{
  double now = energy (f, f->c), next = INFINITY, d[TURN] = {0}, to[TURN];
  differentiate (f, x, n);
  for (; f->mu <= most_mu && !(next < now); f->mu *= 10) {
    find_step (f, n, d);
    for (int j = 0; j < TURN; j++)
      to[j] = x[j] + d[j];
    go (f, to);
    miss (f, f->next);
    next = energy (f, f->next);
  }
  if (!(next < now))
    return false;
  memcpy (x, to, sizeof to);
  memcpy (f->c, f->next, sizeof *f->c * (size_t) f->m);
  f->mu = fmax (least_mu, 0.01 * f->mu);
  return next < still * now;
}

static void
fit (Fit *f, double *x, int n, double enough)
{
  go (f, x);
  miss (f, f->c);
  f->mu = least_mu;
  for (int i = 0; i < MOST_STEPS && energy_left (f, f->c) > enough && step (f, x, n); i++)
    ;
}

// A number that is given a value takes it: it has no place, and what hangs on it asks for another size then.
static void
give_numbers (const TrSubset *t)
{
  for (int i = 0; i < t->n_nodes; i++) {
    int con = t->k->nodes[t->node[i]].con;
    const TrConstraint *c = &t->e->m->constraints[con];
    if (c->kind != TR_CON_FIX || t->e->m->bodies[c->end[0].body].kind != TR_BODY_NUMBER)
      continue;
    double by[TR_ROWS_MAX];
    tr_constraint_residual (t->e->m, con, t->s->q, &t->s->memory[con], t->s->time, by, NULL);
    if (isfinite (by[0]))
      t->s->q[t->e->m->bodies[c->end[0].body].q] -= by[0];
  }
}

static Fit
fit_make (const TrSubset *t)
{
  TrScratch *scratch = t->e->scratch;
  size_t m = (size_t) t->n_nodes * TR_ROWS_MAX;
  Fit f = {.t = t, .middle = middle_of (t), .size = t->k->size, .m = (int) m};
  f.weight = tr_scratch_doubles (scratch, m);
  f.was_missed = tr_scratch_bytes (scratch, m * sizeof (bool));
  f.c = tr_scratch_doubles (scratch, m);
  f.next = tr_scratch_doubles (scratch, m);
  for (int j = 0; j < TURN; j++)
    f.col[j] = tr_scratch_doubles (scratch, m);
  return f;
}

// Whether it is another size or place, and worth the way: in another size by far what is asked for is there at least,
// else it is to miss less in all.
static bool
is_elsewhere (Fit *f, const double *x, double missed)
{
  double size = times_of (x), place = hypot (x[0], x[1]);
  bool is_other = !(size < another_size && size > 1 / another_size) || place > another_place;
  bool is_far = !(size < by_far && size > 1 / by_far);
  double left = energy_left (f, f->c), in_all;
  for (int i = 0; i < f->m; i++)
    f->c[i] *= f->was_missed[i] ? 1 : 1 / met;
  in_all = energy (f, f->c);
  return is_other && (is_far ? left : in_all) < is_worth * missed;
}

// First as it is to another place, then in another size, then turned as well.
bool
tr_subset_go_elsewhere (const TrSubset *t)
{
  size_t mark = tr_scratch_mark (t->e->scratch);
  double x[TURN] = {0, 0, 1, 0};
  g_autofree double *stood = g_new (double, t->k->n_v + 1);
  tr_component_gather (t->k, t->s->q, stood);
  give_numbers (t);
  tr_subset_keep_home (t);
  Fit f = fit_make (t);
  weigh (&f);
  miss (&f, f.c);
  double missed = energy_left (&f, f.c);
  for (int n = PLACE; n <= TURN && energy_left (&f, f.c) > fair * missed; n++)
    fit (&f, x, n, well_met * missed);
  if (times_of (x) < no_size) {
    x[2] = x[3] = 0;
    fit (&f, x, PLACE, 0);
  }
  bool is_there = is_elsewhere (&f, x, missed);
  go (&f, x);
  if (!is_there)
    tr_component_scatter (t->k, stood, t->s->q);
  tr_scratch_release (t->e->scratch, mark);
  return is_there;
}
