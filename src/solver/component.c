// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/component.h"

#include "model/goal.h"
#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/hand/grab.h"
#include "solver/masses.h"

#include <stdlib.h>
#include <string.h>

// Of a solve, in what an unknown or a row of a pin takes: measured on chains, trusses and rows of circles.
enum { CURVED_WORK = 20, SLIDE_WORK = 6 };

void
tr_component_clear_system (TrComponent *k)
{
  tr_kkt_free (k->kkt);
  k->kkt = NULL;
  tr_trail_forget (k->trail);
  g_clear_pointer (&k->run_block, g_free);
  g_clear_pointer (&k->run_at, g_free);
  g_clear_pointer (&k->pair_of, g_free);
  g_clear_pointer (&k->pair_size, g_free);
  g_clear_pointer (&k->pair_at, g_free);
  g_clear_pointer (&k->pair, g_free);
  g_clear_pointer (&k->pairs, g_free);
  g_clear_pointer (&k->pins, g_free);
  g_clear_pointer (&k->turns, g_free);
  g_clear_pointer (&k->moved, g_free);
  g_clear_pointer (&k->drawn, g_free);
}

void
tr_component_clear (TrComponent *k)
{
  tr_component_clear_system (k);
  tr_stand_free (k->stand);
  tr_trail_free (k->trail);
  tr_compromise_free (k->compromise);
  g_free (k->bounds);
  g_free (k->mass);
  tr_masses_forget (k);
  tr_kept_boxes_free (k->boxes);
  g_free (k->M); // the other vectors lie in the same piece
  g_free (k->blocks);
  g_free (k->nodes);
  g_free (k->softs);
  g_free (k->bodies);
}

void
tr_component_free (TrComponent *k)
{
  tr_component_clear (k);
  g_free (k);
}

// A block is a few numbers, most often three: less than what a call of memcpy takes.
static inline void
copy_block (double *to, const double *from, int dim)
{
  if (dim == 3)
    memcpy (to, from, 3 * sizeof *to);
  else
    memcpy (to, from, sizeof *to * (size_t) dim);
}

void
tr_component_gather (const TrComponent *k, const double *q, double *local)
{
  for (int i = 0; i < k->n_blocks; i++)
    copy_block (local + k->blocks[i].v, q + k->blocks[i].at, k->blocks[i].dim);
}

void
tr_component_scatter (const TrComponent *k, const double *local, double *q)
{
  for (int i = 0; i < k->n_blocks; i++)
    copy_block (q + k->blocks[i].at, local + k->blocks[i].v, k->blocks[i].dim);
}

// The shape while it is gathered.
typedef struct {
  TrEngine *e;
  TrComponent *k;
  GArray *rows, *start, *touch, *run_block, *run_at;
  GArray *pairs; // of PairWish
  int n_pair_of;
} Shape;

typedef struct {
  int i, j;  // blocks, i > j
  int place; // in pair_of
} PairWish;

// Appends the runs of a node or a soft row; returns how many of them move.
static int
append_runs (Shape *p, int n_runs, const int *run_at)
{
  int moving = 0;
  for (int r = 0; r < n_runs; r++) {
    int block = p->e->block_of_q[run_at[r]];
    g_array_append_val (p->run_block, block);
    g_array_append_val (p->run_at, run_at[r]);
    if (block >= 0) {
      g_array_append_val (p->touch, block);
      moving++;
    }
  }
  return moving;
}

static void
append_node (Shape *p, int rows)
{
  int end = (int) p->touch->len;
  g_array_append_val (p->rows, rows);
  g_array_append_val (p->start, end);
  p->k->n_rows += rows;
}

static void
wish_pairs (Shape *p, int first_run, int n_runs, int *pair)
{
  *pair = p->n_pair_of;
  for (int a = 1; a < n_runs; a++)
    for (int b = 0; b < a; b++) {
      int i = g_array_index (p->run_block, int, first_run + a);
      int j = g_array_index (p->run_block, int, first_run + b);
      if (i < 0 || j < 0)
        continue;
      PairWish wish = {MAX (i, j), MIN (i, j), p->n_pair_of++};
      g_array_append_val (p->pairs, wish);
    }
}

// Whether the stiffness of the constraint couples the blocks it joins: its function of the
// inputs is itself curved (attachments only have their connectors' curvature).
static bool
couples (const TrModel *m, const TrNode *n)
{
  const TrConstraint *c = &m->constraints[n->con];
  const TrConOps *ops = tr_con_get_ops (c);
  return n->curved && (ops->curvature || !ops->inputs);
}

static void
shape_nodes (Shape *p, const TrState *s)
{
  TrEngine *e = p->e;
  TrComponent *k = p->k;
  for (int i = 0; i < k->n_nodes; i++) {
    TrNode *n = &k->nodes[i];
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_roughly (e->m, n->con, s->q, &s->memory[n->con], s->time, e->scratch, &rows);
    n->rows = rows.m;
    n->run = (int) p->run_block->len;
    n->n_runs = rows.n_runs;
    n->incidence = (int) p->touch->len;
    n->lambda = k->n_rows;
    n->pair = -1;
    int moving = append_runs (p, rows.n_runs, rows.run_at);
    append_node (p, n->rows);
    if (moving > 1 && moving <= TR_PAIR_RUNS && couples (e->m, n))
      wish_pairs (p, n->run, n->n_runs, &n->pair);
    tr_scratch_release (e->scratch, mark);
  }
  k->n_hard = k->n_rows;
}

// What the expression of a goal reads: a row for a relation, for the others only where they bend.
static void
shape_goal (Shape *p, TrSoft *soft, const TrState *s)
{
  TrRowBlock rows;
  tr_force_rows (p->e->m, &p->e->m->forces[soft->force], s->q, p->e->scratch, &rows);
  bool row = soft->kind == TR_SOFT_RELATION;
  guint touched = p->touch->len;
  soft->run = (int) p->run_block->len;
  soft->n_runs = rows.n_runs;
  soft->incidence = (int) touched;
  int moving = append_runs (p, rows.n_runs, rows.run_at);
  if (row && moving > 0) {
    soft->lambda = p->k->n_rows;
    soft->rows = 1;
    append_node (p, 1);
  } else {
    g_array_set_size (p->touch, touched);
  }
  if (moving > 1 && moving <= TR_PAIR_RUNS)
    wish_pairs (p, soft->run, soft->n_runs, &soft->pair);
}

// Goals at points of a list of points couple those that share a span, as uniform drag does.
static void
shape_points (Shape *p, const TrSoft *soft, const TrState *s)
{
  const TrBody *b = &p->e->m->bodies[p->e->m->forces[soft->force].end[0].body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int first = p->e->block_of_q[b->q];
  if (!ops->pairs || first < 0)
    return;
  TrMassPair *pair = tr_scratch_bytes (p->e->scratch, sizeof *pair * (size_t) (3 * b->n / 2 + 1));
  int n = ops->pairs (b, tr_body_q (b, s->q), pair);
  for (int i = 0; i < n; i++) {
    PairWish wish = {first + MAX (pair[i].i, pair[i].j), first + MIN (pair[i].i, pair[i].j),
                     p->n_pair_of++};
    g_array_append_val (p->pairs, wish);
  }
}

// A row for each spring and relation, two for each pull, with compliance 1/k.
static void
shape_soft (Shape *p, TrSoft *soft, const TrState *s)
{
  TrEngine *e = p->e;
  soft->lambda = soft->pair = -1;
  if (soft->force >= 0 && soft->kind != TR_SOFT_SHEET && e->m->forces[soft->force].expr)
    shape_goal (p, soft, s);
  else if (soft->kind == TR_SOFT_LOAD && tr_force_ops[e->m->forces[soft->force].kind]->loads)
    shape_points (p, soft, s);
  if (soft->kind != TR_SOFT_SPRING && soft->kind != TR_SOFT_PULL)
    return;
  const TrForce *f = &e->m->forces[soft->force];
  TrTap tap[2] = {{.n_runs = 0}};
  int run_at[2 * TR_JET_MAX], n = 0;
  for (int i = 0; i < (soft->kind == TR_SOFT_SPRING ? 2 : 1); i++) {
    tr_tap_connector (e->m, &f->end[i].connector[0], s->q, e->scratch, &tap[i]);
    for (int r = 0; r < tap[i].n_runs; r++) {
      bool seen = false;
      for (int o = 0; o < n; o++)
        seen |= run_at[o] == tap[i].run_at[r];
      if (!seen)
        run_at[n++] = tap[i].run_at[r];
    }
  }
  soft->run = (int) p->run_block->len;
  soft->n_runs = n;
  soft->incidence = (int) p->touch->len;
  if (append_runs (p, n, run_at) == 0)
    return;
  soft->lambda = p->k->n_rows;
  soft->rows = soft->kind == TR_SOFT_SPRING ? 1 : 2;
  append_node (p, soft->rows);
}

// The hand takes two rows where its point depends on more than one block.
static void
shape_grab (Shape *p, const TrState *s)
{
  TrGrab *g = &p->e->grab;
  g->lambda = -1;
  if (g->whole)
    return;
  TrTap tap;
  tr_tap_connector (p->e->m, &g->what, s->q, p->e->scratch, &tap);
  if (tap.n_runs < 2)
    return;
  g->incidence = (int) p->touch->len;
  g->n_runs = tap.n_runs;
  append_runs (p, tap.n_runs, tap.run_at);
  g->lambda = p->k->n_rows;
  append_node (p, 2);
}

static void
shape_mass (Shape *p, const TrState *s)
{
  TrComponent *k = p->k;
  k->mass_pair = p->n_pair_of;
  if (p->e->m->world.metric != TR_METRIC_VISCOUS)
    return;
  tr_masses_find_pairs (p->e, k, s->q);
  for (int i = 0; i < k->n_mass; i++) {
    PairWish wish = {MAX (k->mass[i].i, k->mass[i].j), MIN (k->mass[i].i, k->mass[i].j),
                     p->n_pair_of++};
    g_array_append_val (p->pairs, wish);
  }
}

static int
compare_wishes (const void *a, const void *b)
{
  const PairWish *x = a, *y = b;
  if (x->i != y->i)
    return x->i < y->i ? -1 : 1;
  if (x->j != y->j)
    return x->j < y->j ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

// Sorts the wishes, gives equal ones the same pair, and lists the pairs.
static void
settle_pairs (Shape *p)
{
  TrComponent *k = p->k;
  PairWish *wish = (PairWish *) (void *) p->pairs->data;
  int n = (int) p->pairs->len;
  int *pair = k->pair = g_new (int, 2 * n + 1);
  k->pair_of = g_new (int, n + 1);
  k->pair_size = g_new (int, n + 1);
  k->n_pairs = 0;
  if (n)
    qsort (wish, (size_t) n, sizeof *wish, compare_wishes);
  for (int w = 0; w < n; w++) {
    if (w == 0 || wish[w].i != wish[w - 1].i || wish[w].j != wish[w - 1].j) {
      pair[2 * k->n_pairs] = wish[w].i;
      pair[2 * k->n_pairs + 1] = wish[w].j;
      k->pair_size[k->n_pairs++] = k->blocks[wish[w].i].dim * k->blocks[wish[w].j].dim;
    }
    k->pair_of[wish[w].place] = k->n_pairs - 1;
  }
  k->pair_at = g_new0 (int, k->n_pairs + 1);
  for (int i = 0; i < k->n_pairs; i++)
    k->pair_at[i + 1] = k->pair_at[i] + k->pair_size[i];
  k->pairs = g_new0 (double, k->pair_at[k->n_pairs] + 1);
}

// Marks of what has changed, in one piece, and how things are turned.
static void
allot_marks (TrComponent *k, int n_cons)
{
  k->n_cons = n_cons;
  k->turns = g_new (TrTurn, k->n_blocks);
  k->moved = g_malloc0 (sizeof (bool) * (gsize) (2 * k->n_blocks + n_cons));
  k->new_block = k->moved + k->n_blocks;
  k->new_con = k->new_block + k->n_blocks;
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].kept = false;
  tr_change_forget (k);
}

static void
find_bounds (TrEngine *e, TrComponent *k)
{
  GArray *bounds = g_array_new (FALSE, FALSE, sizeof (TrBound));
  for (int i = 0; i < k->n_blocks; i++) {
    TrBlock *b = &k->blocks[i];
    const TrBody *body = &e->m->bodies[b->is_slide ? tr_block_slide (e->m, b)->body : b->body];
    b->bound = (int) bounds->len;
    TrBound bound = {.block = i, .low = -G_MAXDOUBLE, .high = G_MAXDOUBLE};
    if (b->is_slide && (!tr_body_is_closed (body) || tr_bounds_has_joints (body))) {
      if (!tr_body_is_closed (body))
        tr_body_get_ops (body)->range (body, &bound.low, &bound.high);
      g_array_append_val (bounds, bound);
    } else if (!b->is_slide && (body->kind == TR_BODY_CIRCLE || body->kind == TR_BODY_ARC ||
                                body->kind == TR_BODY_ELLIPSE)) {
      bound.low = 0;
      for (bound.k = 2; bound.k < (body->kind == TR_BODY_ELLIPSE ? 4 : 3); bound.k++)
        g_array_append_val (bounds, bound);
    }
    b->n_bounds = (int) bounds->len - b->bound;
  }
  k->n_bounds = (int) bounds->len;
  k->bounds = (TrBound *) (void *) g_array_free (bounds, FALSE);
}

// One allocation for all the vectors of the component.
static void
allot_vectors (TrComponent *k)
{
  const TrBlock *last = &k->blocks[k->n_blocks - 1];
  size_t n_m = (size_t) (last->m + last->dim * last->dim), v = (size_t) k->n_v;
  size_t r = (size_t) k->n_rows;
  size_t total =
      2 * n_m + 6 * v + 6 * r + 3 * (size_t) k->n_blocks + (size_t) k->n_bounds * (1 + r);
  g_free (k->M);
  double *p = g_new0 (double, total + 1);
  k->M = p, p += n_m;
  k->A = p, p += n_m;
  k->seen = p, p += v;
  k->q0 = p, p += v;
  k->f = p, p += v;
  k->d = p, p += v;
  k->saved = p, p += v;
  k->trial = p, p += v;
  k->b = p, p += r;
  k->base = p, p += r;
  k->scale = p, p += r;
  k->lambda = p, p += r;
  k->lambda_new = p, p += r;
  k->saved_lambda = p, p += r;
  k->heft = p, p += k->n_blocks;
  k->limit = p, p += k->n_blocks;
  k->force = p, p += k->n_bounds;
  k->column = p;
}

// What a system is made of, gathered at s: nodes, soft rows and the hand's.
static void
gather_shape (Shape *p, const TrState *s)
{
  TrComponent *k = p->k;
  int zero = 0;
  p->rows = g_array_new (FALSE, FALSE, sizeof (int));
  p->start = g_array_new (FALSE, FALSE, sizeof (int));
  p->touch = g_array_new (FALSE, FALSE, sizeof (int));
  p->run_block = g_array_new (FALSE, FALSE, sizeof (int));
  p->run_at = g_array_new (FALSE, FALSE, sizeof (int));
  p->pairs = g_array_new (FALSE, FALSE, sizeof (PairWish));
  g_array_append_val (p->start, zero);
  k->n_rows = 0;
  shape_mass (p, s);
  shape_nodes (p, s);
  for (int i = 0; i < k->n_softs; i++)
    shape_soft (p, &k->softs[i], s);
  if (tr_is_grabbed (p->e, k))
    shape_grab (p, s);
  settle_pairs (p);
}

static void
make_system (const Shape *p)
{
  TrComponent *k = p->k;
  int *dim = tr_scratch_ints (p->e->scratch, (size_t) k->n_blocks);
  for (int i = 0; i < k->n_blocks; i++)
    dim[i] = k->blocks[i].dim;
  TrKktShape shape = {.n_blocks = k->n_blocks,
                      .dim = dim,
                      .n_cons = (int) p->rows->len,
                      .rows = (int *) (void *) p->rows->data,
                      .start = (int *) (void *) p->start->data,
                      .touch = (int *) (void *) p->touch->data,
                      .n_pairs = k->n_pairs,
                      .pair = k->pair};
  k->kkt = tr_kkt_new (&shape, p->e->method);
  if (!k->kkt)
    k->kkt = tr_kkt_new (&shape, TR_KKT_AUTO);
}

// Lists that stay are kept in no more room than they need; never NULL.
static int *
keep_ints (GArray *list)
{
  int *ints = g_new (int, list->len + 1);
  if (list->len > 0)
    memcpy (ints, list->data, list->len * sizeof (int));
  g_array_free (list, TRUE);
  return ints;
}

// What curves is differentiated twice, where a pin has its own formula; a slide couples all that it joins.
static int
work_of (const TrComponent *k)
{
  int work = k->n_v + k->n_rows;
  for (int i = 0; i < k->n_nodes; i++)
    work += k->nodes[i].curved && k->nodes[i].pin < 0 ? CURVED_WORK : 0;
  for (int i = 0; i < k->n_blocks; i++)
    work += k->blocks[i].is_slide ? SLIDE_WORK : 0;
  return work;
}

static void
prepare (TrEngine *e, TrComponent *k, const TrState *s, bool with_system)
{
  size_t mark = tr_scratch_mark (e->scratch);
  Shape p = {.e = e, .k = k};
  int old_rows = k->n_rows;
  tr_component_clear_system (k);
  gather_shape (&p, s);
  allot_marks (k, (int) p.rows->len);
  if (with_system)
    make_system (&p);
  k->n_runs = (int) p.run_block->len;
  k->run_block = keep_ints (p.run_block);
  k->run_at = keep_ints (p.run_at);
  if (!k->bounds)
    find_bounds (e, k);
  tr_pins_find (e, k);
  k->work = work_of (k);
  if (!k->M || k->n_rows != old_rows) { // else all stays: a slide has gone to another span
    allot_vectors (k);
    for (int i = 0; i < k->n_nodes; i++) // warm start
      for (int r = 0; r < k->nodes[i].rows; r++)
        k->lambda[k->nodes[i].lambda + r] = e->lambda[e->row_at[k->nodes[i].con] + r];
  }
  g_array_free (p.rows, TRUE);
  g_array_free (p.start, TRUE);
  g_array_free (p.touch, TRUE);
  g_array_free (p.pairs, TRUE);
  tr_scratch_release (e->scratch, mark);
}

void
tr_component_prepare (TrEngine *e, TrComponent *k, const TrState *s)
{
  prepare (e, k, s, true);
}

void
tr_component_prepare_rows (TrEngine *e, TrComponent *k, const TrState *s)
{
  if (!k->run_block)
    prepare (e, k, s, false);
}
