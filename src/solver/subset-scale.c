// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is asked for may be of another size altogether than the drawing is: a radius of a million on a width of
// forty. What is alike but larger meets all that says nothing of lengths as it did.

#include "solver/subset-private.h"

#include "solver/engine-private.h"

static const double another_size = 20; // times as large: less far steps go by themselves

static Vec2
middle_of (const TrSubset *t)
{
  Vec2 sum = v2 (0, 0);
  int n = 0;
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    if (b->is_slide || t->e->m->bodies[b->body].q != b->at)
      continue;
    const TrBody *body = &t->e->m->bodies[b->body];
    const double *q = tr_body_q (body, t->s->q);
    for (int j = 0; j < tr_body_n_places (body); j++, n++)
      sum = v2_add (sum, v2 (q[2 * j], q[2 * j + 1]));
  }
  return v2_scale (sum, 1.0 / MAX (n, 1));
}

void
tr_subset_scale (const TrSubset *t, double factor)
{
  Vec2 middle = middle_of (t);
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    if (b->is_slide || t->e->m->bodies[b->body].q != b->at)
      continue;
    const TrBody *body = &t->e->m->bodies[b->body];
    double *q = t->s->q + b->at;
    Vec2 own = tr_body_middle (body, q);
    tr_body_throw (body, q, 0, factor, v2_scale (v2_sub (own, middle), factor - 1));
  }
}

// What a constraint misses; how many rows, 0: it has no direction, or is met on one side.
static int
misses (const TrSubset *t, const TrNode *node, double *c)
{
  bool undefined = false;
  tr_constraint_residual (t->e->m, node->con, t->s->q, &t->s->memory[node->con], t->s->time, c,
                          &undefined);
  return undefined || node->inequality ? 0 : node->rows;
}

// By what is missed now, and what would be in twice the size: where it would be met if lengths grew alike.
static double
factor_of (double now, double twice)
{
  double factor = 1 - now / (twice - now);
  return isfinite (factor) && factor > 0 ? factor : 1;
}

double
tr_subset_find_scale (const TrSubset *t)
{
  size_t mark = tr_scratch_mark (t->e->scratch);
  double (*now)[TR_ROWS_MAX] =
      (void *) tr_scratch_doubles (t->e->scratch, (size_t) t->n_nodes * TR_ROWS_MAX);
  int *rows = tr_scratch_ints (t->e->scratch, (size_t) t->n_nodes);
  double twice[TR_ROWS_MAX], most = 1;
  for (int i = 0; i < t->n_nodes; i++)
    rows[i] = misses (t, &t->k->nodes[t->node[i]], now[i]);
  tr_subset_keep_home (t);
  tr_subset_scale (t, 2);
  for (int i = 0; i < t->n_nodes; i++) {
    const TrNode *node = &t->k->nodes[t->node[i]];
    int both = MIN (rows[i], misses (t, node, twice));
    for (int r = 0; r < both; r++) {
      double f = fabs (now[i][r]) > node->tol[r] ? factor_of (now[i][r], twice[r]) : 1;
      most = fmax (most, f);
    }
  }
  tr_subset_move (t, 0);
  tr_scratch_release (t->e->scratch, mark);
  return most > another_size ? most : 1;
}
