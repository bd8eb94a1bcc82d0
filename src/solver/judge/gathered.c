// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/gathered.h"

#include "solver/engine-private.h"

void
tr_gathered_init (TrGathered *r)
{
  r->start = g_array_new (FALSE, FALSE, sizeof (int));
  r->col = g_array_new (FALSE, FALSE, sizeof (int));
  r->val = g_array_new (FALSE, FALSE, sizeof (double));
  r->owner = g_array_new (FALSE, FALSE, sizeof (int));
  r->own = g_array_new (FALSE, FALSE, sizeof (int));
  r->c = g_array_new (FALSE, FALSE, sizeof (double));
  r->tol = g_array_new (FALSE, FALSE, sizeof (double));
  tr_gathered_empty (r);
}

void
tr_gathered_empty (TrGathered *r)
{
  int zero = 0;
  GArray *all[] = {r->start, r->col, r->val, r->owner, r->own, r->c, r->tol};
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_array_set_size (all[i], 0);
  g_array_append_val (r->start, zero);
}

void
tr_gathered_clear (TrGathered *r)
{
  g_array_unref (r->start);
  g_array_unref (r->col);
  g_array_unref (r->val);
  g_array_unref (r->owner);
  g_array_unref (r->own);
  g_array_unref (r->c);
  g_array_unref (r->tol);
}

// Whether unknown i of a block lies at its end.
static bool
is_at_end (const TrComponent *k, const TrBlock *block, int i, const TrState *s)
{
  for (int j = block->bound; j < block->bound + block->n_bounds; j++) {
    const TrBound *b = &k->bounds[j];
    double x = s->q[block->at + i];
    if (b->k == i && (x <= b->low || x >= b->high))
      return true;
  }
  return false;
}

void
tr_gathered_add (TrGathered *out,
                 const TrEngine *e,
                 const TrComponent *k,
                 const TrNode *n,
                 const TrRowBlock *rows,
                 int r,
                 const TrState *at_ends)
{
  int own = 0;
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = e->block_of_q[rows->run_at[a]];
    if (block >= 0 && rows->run_at[a] >= e->m->n_body_q)
      own += rows->run_n[a];
    for (int i = 0; i < rows->run_n[a] && block >= 0; i++) {
      const TrBlock *b = &k->blocks[block];
      double x = rows->J[r * rows->n + col + i];
      int at = b->v + i;
      x /= sqrt (k->M[b->m + i * (b->dim + 1)]);
      if ((x > 0 || x < 0) && !(at_ends && is_at_end (k, b, i, at_ends))) {
        g_array_append_val (out->col, at);
        g_array_append_val (out->val, x);
      }
    }
  }
  int end = (int) out->col->len;
  g_array_append_val (out->start, end);
  g_array_append_val (out->owner, n->con);
  g_array_append_val (out->own, own);
  g_array_append_val (out->c, rows->c[r]);
  g_array_append_val (out->tol, n->tol[r]);
}

TrRows
tr_gathered_rows (const TrGathered *g, int n_unknowns)
{
  return (TrRows){
      .n_unknowns = n_unknowns,
      .n_rows = (int) g->owner->len,
      .start = (const int *) (void *) g->start->data,
      .col = (const int *) (void *) g->col->data,
      .val = (const double *) (void *) g->val->data,
      .owner = (const int *) (void *) g->owner->data,
      .own = (const int *) (void *) g->own->data,
      .c = (const double *) (void *) g->c->data,
      .tol = (const double *) (void *) g->tol->data,
  };
}
