// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// In a large linkage most of what a hand does happens near it: under a force on the grabbed point
// the motion of a chain falls by a factor from link to link. What would move by less than the last
// digits stands still, and the part that moves is solved as a component of its own, its rim fixed.
// A frame then costs what moves, not what there is. The force on the rim and its motion are
// watched: when they come near, the part is chosen anew.

#include "solver/hand/window.h"

#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/hand/grab.h"
#include "solver/newton.h"

#include <string.h>

enum {
  LEAST = 256,   // blocks worth a part, and of one
  LEAST_AGE = 8, // frames that a part must last
};

static const double far_motion = 1e-10; // of the grabbed point's: what is further out stands still
static const double rim_motion = 1e-11; // of ℓ, in a sub-step
static const double rim_force = 1e-9;   // of the largest multiplier

// Linkages of bodies that nothing but equations and the hand act on.
static bool
is_plain (const TrEngine *e, const TrComponent *k)
{
  return k->n_blocks >= 2 * LEAST && k->n_softs == 0 && k->n_bounds == 0 && k->n_mass == 0 &&
         !k->has_inequality && !k->has_drive && !k->compromise && e->grab.lambda < 0 &&
         !e->grab.whole;
}

// ─── choice ─────────────────────────────────────────────────────────────────

typedef struct {
  const TrEngine *e;
  const TrComponent *k;
  int *start, *node; // of each block: the nodes that touch it
  bool *in;          // of each body of the model
  int *queue;        // bodies, in the order of their distance from the hand
  int n_queue, n_blocks;
} Choice;

static int
n_body_blocks (const TrBody *b)
{
  int step = tr_body_get_ops (b)->block;
  return step ? b->n / step : 1;
}

static void
take_body (Choice *c, int body)
{
  if (c->in[body])
    return;
  c->in[body] = true;
  c->queue[c->n_queue++] = body;
  c->n_blocks += n_body_blocks (&c->e->m->bodies[body]);
}

static void
list_touches (Choice *c)
{
  const TrComponent *k = c->k;
  c->start = g_new0 (int, k->n_blocks + 1);
  c->node = g_new (int, k->n_runs + 1);
  for (int r = 0; r < k->n_runs; r++)
    if (k->run_block[r] >= 0)
      c->start[k->run_block[r] + 1]++;
  for (int i = 0; i < k->n_blocks; i++)
    c->start[i + 1] += c->start[i];
  g_autofree int *next = g_memdup2 (c->start, sizeof (int) * (gsize) (k->n_blocks + 1));
  for (int i = 0; i < k->n_nodes; i++)
    for (int r = k->nodes[i].run; r < k->nodes[i].run + k->nodes[i].n_runs; r++)
      if (k->run_block[r] >= 0)
        c->node[next[k->run_block[r]]++] = i;
}

static void
take_neighbours (Choice *c, int body)
{
  const TrComponent *k = c->k;
  const TrBody *b = &c->e->m->bodies[body];
  int first = c->e->block_of_q[b->q];
  for (int i = c->start[first]; i < c->start[first + n_body_blocks (b)]; i++) {
    const TrNode *n = &k->nodes[c->node[i]];
    for (int r = n->run; r < n->run + n->n_runs; r++)
      if (k->run_block[r] >= 0)
        take_body (c, k->blocks[k->run_block[r]].body);
  }
}

static double
block_motion (const TrBlock *b, const double *motion)
{
  double most = 0, arm = b->still_turn > 0 ? b->still / b->still_turn : 1;
  for (int j = 0; j < b->dim; j++)
    most = fmax (most, (j == 2 ? arm : 1) * motion[b->v + j]);
  return most;
}

// Bodies by their distance from the hand until all that move (of motion, by unknown) are in, then
// as many again. False where that is more than half of the component.
static bool
choose (Choice *c, const double *motion)
{
  const TrComponent *k = c->k;
  double most = 0;
  int n_moving = 0, n_met = 0;
  for (int i = 0; i < k->n_blocks; i++)
    most = fmax (most, block_motion (&k->blocks[i], motion));
  for (int i = 0; i < k->n_blocks; i++)
    n_moving += block_motion (&k->blocks[i], motion) > far_motion * most;

  take_body (c, c->e->grab.what.body);
  for (int head = 0; head < c->n_queue; head++) {
    const TrBody *b = &c->e->m->bodies[c->queue[head]];
    int first = c->e->block_of_q[b->q];
    for (int i = first; i < first + n_body_blocks (b); i++)
      n_met += block_motion (&k->blocks[i], motion) > far_motion * most;
    if (c->n_blocks > k->n_blocks / 2)
      return false;
    if (n_met < n_moving || c->n_blocks < LEAST || head < c->n_queue / 2)
      take_neighbours (c, c->queue[head]);
    else
      break;
  }
  return n_met == n_moving;
}

// ─── the part ───────────────────────────────────────────────────────────────

static bool
touches_part (const Choice *c, const TrNode *n, bool *whole)
{
  bool any = false;
  *whole = true;
  for (int r = n->run; r < n->run + n->n_runs; r++) {
    int block = c->k->run_block[r];
    bool in = block >= 0 && c->in[c->k->blocks[block].body];
    any |= in;
    *whole &= in || block < 0;
  }
  return any;
}

static TrComponent *
make_part (const Choice *c, int *block_of_q)
{
  const TrComponent *k = c->k;
  TrComponent *w = g_new0 (TrComponent, 1);
  w->blocks = g_new (TrBlock, c->n_blocks);
  w->nodes = g_new (TrNode, k->n_nodes);
  w->softs = g_new (TrSoft, 1);
  w->bodies = g_new (int, c->n_queue);
  w->least_size = k->size;
  w->has_rope = k->has_rope;
  w->slot = -1;
  int m = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    if (!c->in[k->blocks[i].body])
      continue;
    TrBlock *b = &w->blocks[w->n_blocks];
    *b = k->blocks[i];
    b->v = w->n_v;
    b->m = m;
    b->bound = b->n_bounds = 0;
    block_of_q[b->at] = w->n_blocks++;
    w->n_v += b->dim;
    m += b->dim * b->dim;
  }
  for (int i = 0; i < k->n_bodies; i++)
    if (c->in[k->bodies[i]])
      w->bodies[w->n_bodies++] = k->bodies[i];
  for (int i = 0; i < k->n_nodes; i++) {
    bool whole;
    if (!touches_part (c, &k->nodes[i], &whole))
      continue;
    w->nodes[w->n_nodes] = k->nodes[i];
    w->nodes[w->n_nodes++].rim = !whole;
  }
  return w;
}

static void
swap_maps (TrEngine *e)
{
  int *other = e->part_of_q;
  e->part_of_q = e->block_of_q;
  e->block_of_q = other;
}

void
tr_window_end (TrEngine *e)
{
  if (!e->part)
    return;
  TrGrab *g = &e->grab;
  TrComponent *k = e->slots[g->component];
  tr_component_clear (e->part);
  g_clear_pointer (&e->part, g_free);
  g_clear_pointer (&e->part_of_q, g_free);
  for (int i = 0; i < k->n_nodes; i++) // what was found there
    for (int r = 0; r < k->nodes[i].rows; r++)
      k->lambda[k->nodes[i].lambda + r] = e->lambda[e->row_at[k->nodes[i].con] + r];
  g->last = g_renew (double, g->last, 2 * k->n_v);
  g->last_step = 0;
  g->n_alike = 0;
  g->mobility = 0; // to be measured on the whole
  g->fold.is_known = false;
  k->known = false;
  tr_change_forget (k);
}

bool
tr_window_is_wanted (const TrEngine *e, const TrComponent *k)
{
  return !e->part && k->n_void == 0 && !e->grab.wide && e->grab.mobility > 0 && is_plain (e, k);
}

void
tr_window_choose (TrEngine *e, const TrComponent *k, const TrState *s, const double *motion)
{
  TrGrab *g = &e->grab;
  Choice c = {.e = e, .k = k};
  c.in = g_new0 (bool, tr_model_n_all (e->m));
  c.queue = g_new (int, k->n_bodies);
  list_touches (&c);
  if (choose (&c, motion)) {
    e->part_of_q = g_new (int, e->m->n_q + 1);
    for (int i = 0; i < e->m->n_q; i++)
      e->part_of_q[i] = -1;
    e->part = make_part (&c, e->part_of_q);
    e->outside = tr_component_residual (e, (TrComponent *) k, s, &e->outside_relative, NULL);
    e->part_age = 0;
    g->last = g_renew (double, g->last, 2 * e->part->n_v);
    g->last_step = 0;
    g->n_alike = 0;
    g->fold.is_known = false;
    swap_maps (e);
    tr_component_prepare (e, e->part, s);
    tr_component_measure (e, e->part, s);
    tr_component_save (e->part, s);
    swap_maps (e);
  } else {
    g->wide = true;
  }
  g_free (c.in);
  g_free (c.queue);
  g_free (c.start);
  g_free (c.node);
}

void
tr_window_enter (TrEngine *e)
{
  if (e->part)
    swap_maps (e);
}

// Whether the rim feels anything of what goes on.
static bool
reaches_rim (const TrComponent *w, const double *q)
{
  double most = 0;
  for (int r = 0; r < w->n_rows; r++)
    most = fmax (most, fabs (w->lambda[r]));
  for (int i = 0; i < w->n_nodes; i++) {
    const TrNode *n = &w->nodes[i];
    if (!n->rim)
      continue;
    if (tr_node_pull (w, n) > rim_force * most)
      return true;
    for (int r = n->run; r < n->run + n->n_runs; r++) {
      const TrBlock *b = w->run_block[r] >= 0 ? &w->blocks[w->run_block[r]] : NULL;
      for (int j = 0; b && j < b->dim; j++)
        if (fabs (q[b->at + j] - w->saved[b->v + j]) > rim_motion * n->ell)
          return true;
    }
  }
  return false;
}

void
tr_window_leave (TrEngine *e, const TrState *s)
{
  if (!e->part)
    return;
  swap_maps (e);
  e->part_age++;
  if (!reaches_rim (e->part, s->q))
    return;
  e->grab.wide = e->part_age < LEAST_AGE; // choosing takes as long as a few frames
  tr_window_end (e);
}
