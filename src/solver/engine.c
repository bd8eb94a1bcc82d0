// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/live.h"
#include "solver/component.h"

// Which constraints are rows of the system: those that hold, and inequalities that may.
static bool
takes_part (const TrConstraint *c)
{
  return !c->disabled && !c->driven;
}

// Disjoint sets of units: bodies first, then slides by their place in q.
typedef struct {
  int n;
  int *parent;
} Sets;

static int
sets_root (Sets *s, int i)
{
  while (s->parent[i] != i) {
    s->parent[i] = s->parent[s->parent[i]];
    i = s->parent[i];
  }
  return i;
}

// The smaller index stays the root, so that components are numbered by their first body.
static void
sets_join (Sets *s, int i, int j)
{
  i = sets_root (s, i);
  j = sets_root (s, j);
  if (i < j)
    s->parent[j] = i;
  else
    s->parent[i] = j;
}

typedef struct {
  TrEngine *e;
  const TrState *s;
  Sets sets;
  int *unit_of_q;             // at the start of each block; −1: does not move
  const TrConnector **slides; // of each slide unit, in the order of q
  int n_slides;
} Builder;

static int
slide_unit (const TrModel *m, int at)
{
  return tr_model_n_all (m) + at - m->n_body_q;
}

// Joins all the movable units that the runs touch; returns one of them, −1 where none moves.
static int
join_runs (Builder *b, int n_runs, const int *run_at)
{
  int first = -1;
  for (int r = 0; r < n_runs; r++) {
    int unit = b->unit_of_q[run_at[r]];
    if (unit < 0)
      continue;
    if (first < 0)
      first = unit;
    else
      sets_join (&b->sets, first, unit);
  }
  return first;
}

static void
mark_slides (Builder *b, int n, TrConnector *slides[])
{
  const TrModel *m = b->e->m;
  for (int i = 0; i < n; i++) {
    int unit = slide_unit (m, slides[i]->slide);
    b->unit_of_q[slides[i]->slide] = unit;
    b->slides[unit - tr_model_n_all (m)] = slides[i];
    // A slide belongs to its curve, whichever span it is on.
    if (slides[i]->body >= 0 && m->bodies[slides[i]->body].n > 0 &&
        b->unit_of_q[m->bodies[slides[i]->body].q] >= 0)
      sets_join (&b->sets, slides[i]->body, unit);
  }
}

static void
mark_units (Builder *b)
{
  const TrModel *m = b->e->m;
  for (int i = 0; i < m->n_q; i++)
    b->unit_of_q[i] = -1;
  for (int i = 0; i < tr_model_n_all (m); i++) {
    const TrBody *body = &m->bodies[i];
    int step = tr_body_get_ops (body)->block;
    for (int k = 0; k < body->n && !body->locked; k += step ? step : body->n)
      b->unit_of_q[body->q + k] = i;
  }
  for (int i = 0; i < m->n_bodies; i++) { // a curve and the free parameters that it is typed with
    const TrBody *body = &m->bodies[i];
    for (int k = body->n; k < body->n + tr_body_n_live (body); k++)
      if (body->n > 0 && !body->locked)
        sets_join (&b->sets, i, b->unit_of_q[body->q + tr_body_offset (body, k)]);
  }
  TrConnector *slides[6];
  for (int i = 0; i < m->n_constraints; i++)
    if (takes_part (&m->constraints[i]))
      mark_slides (b, tr_constraint_slides (&m->constraints[i], slides), slides);
  for (int i = 0; i < m->n_forces; i++)
    if (!m->forces[i].disabled)
      mark_slides (b, tr_force_slides (&m->forces[i], slides), slides);
}

static int
join_body (Builder *b, int first, int body)
{
  const TrBody *it = body >= 0 ? &b->e->m->bodies[body] : NULL;
  if (!it || it->n == 0 || b->unit_of_q[it->q] < 0)
    return first;
  if (first >= 0)
    sets_join (&b->sets, first, body);
  return first >= 0 ? first : body;
}

// What a force joins: the bodies of its ends, and those that its expression reads.
static int
join_force (Builder *b, const TrForce *f)
{
  int first = -1;
  for (int k = 0; k < 2; k++)
    if (f->end[k].kind != TR_END_NONE)
      first = join_body (
          b, first, f->end[k].kind == TR_END_BODY ? f->end[k].body : f->end[k].connector[0].body);
  for (int v = 0; f->expr && v < tr_expr_n_vars (tr_live_expr (f->live, f->expr)); v++)
    first = join_body (b, first, tr_live_vars (f->live, f->vars)[v].body);
  return first;
}

typedef struct {
  int *con, *force; // a unit of each, −1: moves nothing
} Anchors;

static void
join_all (Builder *b, Anchors *a)
{
  TrEngine *e = b->e;
  for (int i = 0; i < e->m->n_constraints; i++) {
    a->con[i] = -1;
    if (!takes_part (&e->m->constraints[i]))
      continue;
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows (e->m, i, b->s->q, &b->s->memory[i], b->s->time, e->scratch, &rows);
    a->con[i] = join_runs (b, rows.n_runs, rows.run_at);
    tr_scratch_release (e->scratch, mark);
  }
  for (int i = 0; i < e->m->n_forces; i++)
    a->force[i] = e->m->forces[i].disabled ? -1 : join_force (b, &e->m->forces[i]);
}

static void
add_block (TrComponent *k, int at, int dim, int body, const TrConnector *slide)
{
  int m = k->n_blocks ? k->blocks[k->n_blocks - 1].m : 0;
  if (k->n_blocks)
    m += k->blocks[k->n_blocks - 1].dim * k->blocks[k->n_blocks - 1].dim;
  k->blocks[k->n_blocks++] =
      (TrBlock){.at = at, .dim = dim, .v = k->n_v, .m = m, .body = body, .slide = slide};
  k->n_v += dim;
}

// Counts first, so that every component gets its arrays in one piece.
typedef struct {
  int blocks, nodes, softs, bodies;
} Counts;

// The world's own gravity is one more load on every component.
static bool
has_gravity (const TrModel *m)
{
  return m->world.gravity.x < 0 || m->world.gravity.x > 0 || m->world.gravity.y < 0 ||
         m->world.gravity.y > 0;
}

static int
body_blocks (const TrBody *body)
{
  int step = tr_body_get_ops (body)->block;
  return step ? body->n / step : 1;
}

static void
count_parts (Builder *b, const Anchors *a, const int *component, Counts *counts)
{
  const TrModel *m = b->e->m;
  for (int i = 0; i < tr_model_n_all (m); i++)
    if (component[i] >= 0) {
      counts[component[i]].blocks += body_blocks (&m->bodies[i]);
      counts[component[i]].bodies++;
      counts[component[i]].softs += m->bodies[i].kind == TR_BODY_SHEET;
    }
  for (int i = 0; i < b->n_slides; i++)
    if (component[tr_model_n_all (m) + i] >= 0)
      counts[component[tr_model_n_all (m) + i]].blocks++;
  for (int i = 0; i < m->n_constraints; i++)
    if (a->con[i] >= 0)
      counts[component[a->con[i]]].nodes++;
  for (int i = 0; i < m->n_forces; i++) {
    if (a->force[i] >= 0)
      counts[component[a->force[i]]].softs++;
    else if (m->forces[i].kind == TR_FORCE_GRAVITY)
      for (int c = 0; c < b->e->n_components; c++)
        counts[c].softs++;
  }
  for (int c = 0; c < b->e->n_components; c++)
    counts[c].softs += has_gravity (m);
}

static void
fill_blocks (Builder *b, const int *component)
{
  TrEngine *e = b->e;
  const TrModel *m = e->m;
  for (int i = 0; i < tr_model_n_all (m); i++) {
    e->component_of_body[i] = component[i];
    if (component[i] < 0)
      continue;
    const TrBody *body = &m->bodies[i];
    TrComponent *k = &e->components[component[i]];
    int step = tr_body_get_ops (body)->block;
    k->bodies[k->n_bodies++] = i;
    for (int at = 0; at < body->n; at += step ? step : body->n) {
      e->block_of_q[body->q + at] = k->n_blocks;
      e->component_of_q[body->q + at] = component[i];
      add_block (k, body->q + at, step ? step : body->n, i, NULL);
    }
  }
  for (int i = 0; i < b->n_slides; i++) {
    int unit = tr_model_n_all (m) + i;
    if (component[unit] < 0)
      continue;
    TrComponent *k = &e->components[component[unit]];
    e->block_of_q[m->n_body_q + i] = k->n_blocks;
    e->component_of_q[m->n_body_q + i] = component[unit];
    add_block (k, m->n_body_q + i, 1, -1, b->slides[i]);
  }
}

static void
fill_nodes (Builder *b, const Anchors *a, const int *component)
{
  TrEngine *e = b->e;
  const TrModel *m = e->m;
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    e->row_at[i] = e->n_rows;
    e->n_rows += tr_con_get_ops (c)->rows;
    if (a->con[i] < 0)
      continue;
    TrComponent *k = &e->components[component[a->con[i]]];
    bool inequality = c->kind == TR_CON_LIMIT || (c->kind == TR_CON_EQUATION && c->op != TR_OP_EQ);
    k->nodes[k->n_nodes++] = (TrNode){
        .con = i,
        .rows = tr_con_get_ops (c)->rows,
        .curved = tr_constraint_is_curved (m, i),
        .inequality = inequality,
        .velocity = c->kind == TR_CON_SKATE,
        .drive = c->kind == TR_CON_DRIVE || c->kind == TR_CON_PATH,
    };
    k->has_inequality |= inequality;
    k->has_drive |= k->nodes[k->n_nodes - 1].drive;
  }
}

static bool
is_elastic (const TrBody *b)
{
  return b->kind == TR_BODY_SHEET && (b->sheet.shape.value > 0 || b->sheet.area.value > 0);
}

static void
fill_softs (Builder *b, const Anchors *a, const int *component)
{
  static const TrSoftKind kind_of[TR_N_FORCE_KINDS] = {
      [TR_FORCE_SPRING] = TR_SOFT_SPRING,     [TR_FORCE_PULL] = TR_SOFT_PULL,
      [TR_FORCE_RELATION] = TR_SOFT_RELATION, [TR_FORCE_PUSH] = TR_SOFT_LOAD,
      [TR_FORCE_TORQUE] = TR_SOFT_LOAD,       [TR_FORCE_GRAVITY] = TR_SOFT_LOAD,
      [TR_FORCE_MINIMIZE] = TR_SOFT_LOAD,     [TR_FORCE_FIT] = TR_SOFT_LOAD,
      [TR_FORCE_SNAKE] = TR_SOFT_LOAD,
  };
  TrEngine *e = b->e;
  const TrModel *m = e->m;
  for (int i = 0; i < tr_model_n_all (m); i++)
    if (component[i] >= 0 && is_elastic (&m->bodies[i])) {
      TrComponent *k = &e->components[component[i]];
      k->softs[k->n_softs++] = (TrSoft){.kind = TR_SOFT_SHEET, .force = i, .lambda = -1};
    }
  for (int i = 0; i < m->n_forces; i++) {
    const TrForce *f = &m->forces[i];
    TrSoft soft = {.kind = kind_of[f->kind], .force = i, .lambda = -1};
    if (a->force[i] >= 0) {
      TrComponent *k = &e->components[component[a->force[i]]];
      k->softs[k->n_softs++] = soft;
    } else if (f->kind == TR_FORCE_GRAVITY && !f->disabled) {
      for (int c = 0; c < e->n_components; c++)
        e->components[c].softs[e->components[c].n_softs++] = soft;
    }
  }
  for (int c = 0; c < e->n_components && has_gravity (m); c++) {
    TrComponent *k = &e->components[c];
    k->softs[k->n_softs++] = (TrSoft){.kind = TR_SOFT_WORLD, .force = -1, .lambda = -1};
  }
}

// Numbers the roots and gives each unit the number of its root; −1: it does not move.
static int
number_components (Builder *b, int *component)
{
  const TrModel *m = b->e->m;
  int n = 0, n_all = tr_model_n_all (m);
  for (int u = 0; u < b->sets.n; u++) {
    int at = u < n_all ? m->bodies[u].q : m->n_body_q + u - n_all;
    bool moves = (u >= n_all || m->bodies[u].n > 0) && b->unit_of_q[at] >= 0;
    int root = sets_root (&b->sets, u);
    component[u] = !moves ? -1 : root == u ? n++ : component[root];
  }
  return n;
}

static void
build_components (Builder *b, const Anchors *a)
{
  TrEngine *e = b->e;
  int *component = g_new (int, b->sets.n + 1);
  e->n_components = number_components (b, component);
  e->components = g_new0 (TrComponent, e->n_components + 1);
  Counts *counts = g_new0 (Counts, e->n_components + 1);
  count_parts (b, a, component, counts);
  for (int c = 0; c < e->n_components; c++) {
    TrComponent *k = &e->components[c];
    k->blocks = g_new (TrBlock, counts[c].blocks);
    k->nodes = g_new (TrNode, counts[c].nodes);
    k->softs = g_new (TrSoft, counts[c].softs);
    k->bodies = g_new (int, counts[c].bodies);
  }
  fill_blocks (b, component);
  fill_nodes (b, a, component);
  fill_softs (b, a, component);
  g_free (counts);
  g_free (component);
}

TrEngine *
tr_engine_new (const TrModel *m, const TrState *s)
{
  g_return_val_if_fail (m && s && s->n_q == m->n_q, NULL);
  TrEngine *e = g_new0 (TrEngine, 1);
  e->m = m;
  e->scratch = tr_scratch_new ();
  e->h = TR_FRAME_SECONDS;
  e->component_of_body = g_new (int, tr_model_n_all (m) + 1);
  e->block_of_q = g_new (int, m->n_q + 1);
  e->component_of_q = g_new (int, m->n_q + 1);
  e->row_at = g_new (int, m->n_constraints + 1);
  e->active = g_new0 (unsigned char, m->n_constraints + 1);
  for (int i = 0; i < m->n_q; i++)
    e->block_of_q[i] = e->component_of_q[i] = -1;

  int n_slides = m->n_q - m->n_body_q;
  Builder b = {.e = e, .s = s, .n_slides = n_slides};
  b.sets.n = tr_model_n_all (m) + n_slides;
  b.sets.parent = g_new (int, b.sets.n + 1);
  for (int i = 0; i < b.sets.n; i++)
    b.sets.parent[i] = i;
  b.unit_of_q = g_new (int, m->n_q + 1);
  b.slides = g_new0 (const TrConnector *, n_slides + 1);
  Anchors a = {g_new (int, m->n_constraints + 1), g_new (int, m->n_forces + 1)};
  mark_units (&b);
  join_all (&b, &a);
  build_components (&b, &a);
  e->lambda = g_new0 (double, e->n_rows + 1);
  g_free (a.con);
  g_free (a.force);
  g_free (b.slides);
  g_free (b.unit_of_q);
  g_free (b.sets.parent);
  return e;
}

void
tr_engine_free (TrEngine *e)
{
  if (!e)
    return;
  tr_window_end (e);
  for (int i = 0; i < e->n_components; i++)
    tr_component_clear (&e->components[i]);
  g_free (e->components);
  g_free (e->component_of_body);
  g_free (e->component_of_q);
  g_free (e->block_of_q);
  g_free (e->row_at);
  g_free (e->lambda);
  g_free (e->active);
  g_free (e->shadow);
  g_free (e->last);
  g_free (e->grab.start);
  g_free (e->grab.last);
  tr_fold_clear (&e->grab.fold);
  tr_scratch_free (e->scratch);
  g_free (e);
}

const TrModel *
tr_engine_model (const TrEngine *e)
{
  return e->m;
}

void
tr_engine_set_method (TrEngine *e, TrKktMethod method)
{
  for (int i = 0; i < e->n_components; i++)
    g_return_if_fail (!e->components[i].kkt);
  e->method = method;
}

const double *
tr_engine_lambda (const TrEngine *e)
{
  return e->lambda;
}

int
tr_engine_row_at (const TrEngine *e, int constraint)
{
  return e->row_at[constraint];
}

int
tr_engine_n_rows (const TrEngine *e)
{
  return e->n_rows;
}

int
tr_engine_n_components (const TrEngine *e)
{
  return e->n_components;
}

int
tr_engine_component_of_body (const TrEngine *e, int body)
{
  g_return_val_if_fail (body >= 0 && body < e->m->n_bodies, -1);
  return e->component_of_body[body];
}

bool
tr_engine_touches (const TrEngine *e, int body)
{
  return e->grab.on && e->grab.component >= 0 && e->component_of_body[body] == e->grab.component;
}

bool
tr_engine_runs (const TrEngine *e, int body)
{
  int i = tr_engine_component_of_body (e, body);
  return i >= 0 && (e->m->world.law == TR_LAW_SECOND_ORDER || e->components[i].n_softs > 0 ||
                    e->components[i].has_drive);
}

bool
tr_engine_is_grabbed (const TrEngine *e)
{
  return e->grab.on;
}

bool
tr_engine_has_forces (const TrEngine *e)
{
  for (int i = 0; i < e->n_components; i++)
    if (e->components[i].n_softs > 0 || e->components[i].has_drive)
      return true;
  return false;
}
