// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/partition.h"

#include "model/live.h"
#include "solver/engine-private.h"
#include "solver/tie.h"

// Disjoint sets of units: bodies in their order, then slides by their place in q.
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
  const TrElements *of;
  Sets sets;
  GArray *slides;   // of TrBlock: the unit n_bodies + i
  int *con, *force; // of each in `of` a unit that it moves, −1: none
  bool *tied;       // of each force: its two ends are joined by others
  int *component;   // of each unit, −1: it does not move
  int n_components;
  TrComponent *components;
} Builder;

static const TrBody *
body_of (const Builder *b, int unit)
{
  return &b->e->m->bodies[b->of->bodies[unit]];
}

static const TrConstraint *
constraint_of (const Builder *b, int i)
{
  return &b->e->m->constraints[b->of->constraints[i]];
}

static const TrForce *
force_of (const Builder *b, int i)
{
  return &b->e->m->forces[b->of->forces[i]];
}

// Joins all the movable units that the runs touch; returns one of them, −1 where none moves.
static int
join_runs (Builder *b, int n_runs, const int *run_at)
{
  int first = -1;
  for (int r = 0; r < n_runs; r++) {
    int unit = b->e->unit_of_q[run_at[r]];
    if (unit < 0)
      continue;
    if (first < 0)
      first = unit;
    else
      sets_join (&b->sets, first, unit);
  }
  return first;
}

// The unit of a body, −1: it does not move.
static int
unit_of_body (const Builder *b, int body)
{
  const TrBody *it = body >= 0 ? &b->e->m->bodies[body] : NULL;
  return it && it->n > 0 ? b->e->unit_of_q[it->q] : -1;
}

static void
add_slides (Builder *b, bool of_force, int owner, int n, TrConnector *slides[])
{
  for (int i = 0; i < n; i++) {
    TrBlock block = {.at = slides[i]->slide,
                     .dim = 1,
                     .body = -1,
                     .is_slide = true,
                     .of_force = of_force,
                     .owner = owner,
                     .nth = i};
    b->e->unit_of_q[block.at] = b->of->n_bodies + (int) b->slides->len;
    g_array_append_val (b->slides, block);
  }
}

// Gives all that moves its unit.
static void
mark_units (Builder *b)
{
  const TrModel *m = b->e->m;
  TrConnector *slides[6];
  for (int u = 0; u < b->of->n_bodies; u++) {
    const TrBody *body = body_of (b, u);
    int step = tr_body_get_ops (body)->block;
    for (int k = 0; k < body->n && !body->locked; k += step ? step : body->n)
      b->e->unit_of_q[body->q + k] = u;
  }
  for (int i = 0; i < b->of->n_constraints; i++) {
    int c = b->of->constraints[i];
    if (tr_takes_part (&m->constraints[c]))
      add_slides (b, false, c, tr_constraint_slides (&m->constraints[c], slides), slides);
  }
  for (int i = 0; i < b->of->n_forces; i++) {
    int f = b->of->forces[i];
    if (!m->forces[f].disabled)
      add_slides (b, true, f, tr_force_slides (&m->forces[f], slides), slides);
  }
}

// Units are marked in a table that is everyone's: it is left as it was found.
static void
unmark_units (Builder *b)
{
  for (int u = 0; u < b->of->n_bodies; u++)
    for (int k = 0; k < body_of (b, u)->n; k++)
      b->e->unit_of_q[body_of (b, u)->q + k] = -1;
  for (guint i = 0; i < b->slides->len; i++)
    b->e->unit_of_q[g_array_index (b->slides, TrBlock, i).at] = -1;
}

// Joins a unit (−1: it does not move) to first (−1: none yet); returns that, or else the unit.
static int
join_unit (Builder *b, int first, int unit)
{
  if (first >= 0 && unit >= 0)
    sets_join (&b->sets, first, unit);
  return first >= 0 ? first : unit;
}

// What a force joins: the bodies of its ends, its slides (whose curves may stand still), and the
// bodies that its expression reads.
static int
join_force (Builder *b, int i)
{
  TrForce *f = &b->e->m->forces[b->of->forces[i]];
  TrConnector *slides[4];
  int first = -1;
  if (f->disabled)
    return -1;
  for (int k = 0; k < 2; k++)
    if (f->end[k].kind != TR_END_NONE) {
      const TrEnd *end = &f->end[k];
      int body = end->kind == TR_END_BODY ? end->body : end->connector[0].body;
      first = join_unit (b, first, unit_of_body (b, body));
    }
  for (int k = 0, n = tr_force_slides (f, slides); k < n; k++)
    first = join_unit (b, first, b->e->unit_of_q[slides[k]->slide]);
  for (int v = 0; f->expr && v < tr_expr_n_vars (tr_live_expr (f->live, f->expr)); v++)
    first = join_unit (b, first, unit_of_body (b, tr_live_vars (f->live, f->vars)[v].body));
  return first;
}

static int
join_constraint (Builder *b, int i)
{
  TrEngine *e = b->e;
  int c = b->of->constraints[i];
  if (!tr_takes_part (&e->m->constraints[c]))
    return -1;
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  tr_constraint_rows_roughly (e->m, c, b->s->q, &b->s->memory[c], b->s->time, e->scratch, &rows);
  int unit = join_runs (b, rows.n_runs, rows.run_at);
  tr_scratch_release (e->scratch, mark);
  return unit;
}

// A curve and the free parameters that it is typed with.
static void
join_curve (Builder *b, int unit)
{
  const TrBody *body = body_of (b, unit);
  for (int k = body->n; k < body->n + tr_body_n_live (body); k++)
    if (body->n > 0 && !body->locked)
      sets_join (&b->sets, unit, b->e->unit_of_q[body->q + tr_body_offset (body, k)]);
}

// A picture is the ground of its snake, but one that is tied to the curve goes with it: what pulls
// at the one alone would push both about without end.
static bool
is_tied (Builder *b, int i)
{
  const TrForce *f = force_of (b, i);
  int curve = unit_of_body (b, f->end[0].body), picture = unit_of_body (b, f->end[1].body);
  return curve >= 0 && picture >= 0 && sets_root (&b->sets, curve) == sets_root (&b->sets, picture);
}

// Snakes are the last to join.
static void
join_forces (Builder *b)
{
  for (int i = 0; i < b->of->n_forces; i++)
    if (force_of (b, i)->kind != TR_FORCE_SNAKE)
      b->force[i] = join_force (b, i);
  for (int i = 0; i < b->of->n_forces; i++)
    if (force_of (b, i)->kind == TR_FORCE_SNAKE)
      b->tied[i] = is_tied (b, i);
  for (int i = 0; i < b->of->n_forces; i++)
    if (force_of (b, i)->kind == TR_FORCE_SNAKE)
      b->force[i] = join_force (b, i);
}

static void
join_all (Builder *b)
{
  b->sets.n = b->of->n_bodies + (int) b->slides->len;
  b->sets.parent = g_new (int, b->sets.n + 1);
  for (int i = 0; i < b->sets.n; i++)
    b->sets.parent[i] = i;
  for (int u = 0; u < b->of->n_bodies; u++)
    join_curve (b, u);
  // A slide belongs to its curve, whichever span it is on.
  for (guint i = 0; i < b->slides->len; i++)
    join_unit (
        b, b->of->n_bodies + (int) i,
        unit_of_body (b, tr_block_slide (b->e->m, &g_array_index (b->slides, TrBlock, i))->body));
  for (int i = 0; i < b->of->n_constraints; i++)
    b->con[i] = join_constraint (b, i);
  join_forces (b);
}

// Numbers the roots and gives each unit the number of its root.
static void
number_components (Builder *b)
{
  b->component = g_new (int, b->sets.n + 1);
  for (int u = 0; u < b->sets.n; u++) {
    bool moves = u >= b->of->n_bodies || unit_of_body (b, b->of->bodies[u]) >= 0;
    int root = sets_root (&b->sets, u);
    b->component[u] = !moves ? -1 : root == u ? b->n_components++ : b->component[root];
  }
}

static TrComponent *
component_of (Builder *b, int unit)
{
  int c = unit >= 0 ? b->component[unit] : -1;
  return c >= 0 ? &b->components[c] : NULL;
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

bool
tr_force_is_everywhere (const TrForce *f)
{
  return f->kind == TR_FORCE_GRAVITY;
}

static int
body_blocks (const TrBody *body)
{
  int step = tr_body_get_ops (body)->block;
  return step ? body->n / step : 1;
}

static void
count_parts (const Builder *b, Counts *counts)
{
  const TrElements *of = b->of;
  int everywhere = has_gravity (b->e->m);
  for (int u = 0; u < b->sets.n; u++) {
    if (b->component[u] < 0)
      continue;
    Counts *k = &counts[b->component[u]];
    bool is_body = u < of->n_bodies;
    k->blocks += is_body ? body_blocks (body_of (b, u)) : 1;
    k->bodies += is_body;
    k->softs += is_body && body_of (b, u)->kind == TR_BODY_SHEET;
  }
  for (int i = 0; i < of->n_constraints; i++)
    if (b->con[i] >= 0)
      counts[b->component[b->con[i]]].nodes++;
  for (int i = 0; i < of->n_forces; i++) {
    if (b->force[i] >= 0)
      counts[b->component[b->force[i]]].softs++;
    else
      everywhere += tr_force_is_everywhere (force_of (b, i));
  }
  for (int c = 0; c < b->n_components; c++)
    counts[c].softs += everywhere;
}

static void
add_block (TrComponent *k, TrBlock block)
{
  const TrBlock *last = k->n_blocks ? &k->blocks[k->n_blocks - 1] : NULL;
  block.v = k->n_v;
  block.m = last ? last->m + last->dim * last->dim : 0;
  k->blocks[k->n_blocks++] = block;
  k->n_v += block.dim;
}

static void
fill_blocks (Builder *b)
{
  for (int u = 0; u < b->of->n_bodies; u++) {
    const TrBody *body = body_of (b, u);
    TrComponent *k = component_of (b, u);
    int step = tr_body_get_ops (body)->block, dim = step ? step : body->n;
    if (!k)
      continue;
    k->bodies[k->n_bodies++] = b->of->bodies[u];
    for (int at = 0; at < body->n; at += dim)
      add_block (k, (TrBlock){.at = body->q + at, .dim = dim, .body = b->of->bodies[u]});
  }
  for (guint i = 0; i < b->slides->len; i++)
    add_block (component_of (b, b->of->n_bodies + (int) i), g_array_index (b->slides, TrBlock, i));
}

static void
fill_nodes (Builder *b)
{
  const TrModel *m = b->e->m;
  for (int i = 0; i < b->of->n_constraints; i++) {
    const TrConstraint *c = constraint_of (b, i);
    TrComponent *k = component_of (b, b->con[i]);
    if (!k)
      continue;
    bool inequality = c->kind == TR_CON_LIMIT || (c->kind == TR_CON_EQUATION && c->op != TR_OP_EQ);
    k->nodes[k->n_nodes++] = (TrNode){
        .con = b->of->constraints[i],
        .rows = tr_constraint_row_count (c),
        .curved = tr_constraint_is_curved (m, b->of->constraints[i]),
        .inequality = inequality,
        .velocity = c->kind == TR_CON_SKATE,
        .drive = c->kind == TR_CON_DRIVE || c->kind == TR_CON_PATH,
    };
    k->has_inequality |= inequality;
    k->has_drive |= k->nodes[k->n_nodes - 1].drive;
    k->has_blade |= k->nodes[k->n_nodes - 1].velocity;
    k->has_rope |= tr_constraint_is_rope (m, c);
  }
}

static bool
is_elastic (const TrBody *b)
{
  return b->kind == TR_BODY_SHEET && (b->sheet.shape.value > 0 || b->sheet.area.value > 0);
}

static void
add_soft (TrComponent *k, TrSoftKind kind, int force, bool tied)
{
  k->softs[k->n_softs++] = (TrSoft){.kind = kind, .force = force, .tied = tied, .lambda = -1};
}

static void
fill_softs (Builder *b)
{
  static const TrSoftKind kind_of[TR_N_FORCE_KINDS] = {
      [TR_FORCE_SPRING] = TR_SOFT_SPRING,     [TR_FORCE_PULL] = TR_SOFT_PULL,
      [TR_FORCE_RELATION] = TR_SOFT_RELATION, [TR_FORCE_PUSH] = TR_SOFT_LOAD,
      [TR_FORCE_TORQUE] = TR_SOFT_LOAD,       [TR_FORCE_GRAVITY] = TR_SOFT_LOAD,
      [TR_FORCE_MINIMIZE] = TR_SOFT_LOAD,     [TR_FORCE_FIT] = TR_SOFT_LOAD,
      [TR_FORCE_SNAKE] = TR_SOFT_LOAD,
  };
  for (int u = 0; u < b->of->n_bodies; u++)
    if (b->component[u] >= 0 && is_elastic (body_of (b, u)))
      add_soft (component_of (b, u), TR_SOFT_SHEET, b->of->bodies[u], false);
  for (int i = 0; i < b->of->n_forces; i++) {
    const TrForce *f = force_of (b, i);
    int at = b->of->forces[i];
    if (b->force[i] >= 0)
      add_soft (component_of (b, b->force[i]), kind_of[f->kind], at, b->tied[i]);
    else if (tr_force_is_everywhere (f) && !f->disabled)
      for (int c = 0; c < b->n_components; c++)
        add_soft (&b->components[c], kind_of[f->kind], at, false);
  }
  for (int c = 0; c < b->n_components && has_gravity (b->e->m); c++)
    add_soft (&b->components[c], TR_SOFT_WORLD, -1, false);
}

static void
build_components (Builder *b)
{
  Counts *counts = g_new0 (Counts, b->n_components + 1);
  b->components = g_new0 (TrComponent, b->n_components + 1);
  count_parts (b, counts);
  for (int c = 0; c < b->n_components; c++) {
    TrComponent *k = &b->components[c];
    k->slot = -1;
    k->edition = b->e->edition;
    k->blocks = g_new (TrBlock, counts[c].blocks);
    k->nodes = g_new (TrNode, counts[c].nodes);
    k->softs = g_new (TrSoft, counts[c].softs);
    k->bodies = g_new (int, counts[c].bodies);
  }
  fill_blocks (b);
  fill_nodes (b);
  fill_softs (b);
  g_free (counts);
}

TrComponent **
tr_partition (TrEngine *e, const TrState *s, const TrElements *of, int *n)
{
  Builder b = {.e = e, .s = s, .of = of};
  b.slides = g_array_new (FALSE, FALSE, sizeof (TrBlock));
  b.con = g_new (int, of->n_constraints + 1);
  b.force = g_new (int, of->n_forces + 1);
  b.tied = g_new0 (bool, of->n_forces + 1);
  mark_units (&b);
  join_all (&b);
  number_components (&b);
  build_components (&b);
  unmark_units (&b);
  g_array_unref (b.slides);
  g_free (b.con);
  g_free (b.force);
  g_free (b.tied);
  g_free (b.component);
  g_free (b.sets.parent);
  *n = b.n_components;
  TrComponent **made = g_new (TrComponent *, b.n_components + 1);
  for (int c = 0; c < b.n_components; c++)
    made[c] = g_memdup2 (&b.components[c], sizeof (TrComponent));
  g_free (b.components);
  return made;
}
