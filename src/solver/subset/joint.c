// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/subset/joint.h"

#include <math.h>

struct TrJoint {
  int n_nodes, *node; // of the component: those beside
  GArray *start, *touch;
  guint pattern; // of what cannot hold
  TrKkt *kkt;
  double *f, *b, *lambda;
};

static void
take_nodes (TrJoint *joint, const TrComponent *k, const bool *is_in, GArray *rows)
{
  joint->node = g_new (int, k->n_nodes + 1);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    guint first = joint->touch->len;
    for (int r = n->run; r < n->run + n->n_runs && !is_in[i]; r++)
      if (k->run_block[r] >= 0)
        g_array_append_val (joint->touch, k->run_block[r]);
    if (joint->touch->len == first)
      continue;
    g_array_append_val (joint->start, joint->touch->len);
    g_array_append_val (rows, n->rows);
    joint->node[joint->n_nodes++] = i;
  }
}

TrJoint *
tr_joint_new (const TrComponent *k, const TrSquares *of, const bool *is_in)
{
  TrJoint *joint = g_new0 (TrJoint, 1);
  guint none = 0;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree int *dim = g_new (int, k->n_blocks + 1);
  g_autofree int *pair = g_new (int, 2 * of->graph->n_pairs + 1);
  joint->pattern = of->pattern;
  joint->start = g_array_new (FALSE, FALSE, sizeof (int));
  joint->touch = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_val (joint->start, none);
  take_nodes (joint, k, is_in, rows);
  for (int i = 0; i < k->n_blocks; i++)
    dim[i] = k->blocks[i].dim;
  for (int i = 0; i < 2 * of->graph->n_pairs; i++)
    pair[i] = of->t.block[of->graph->pair[i]];
  const TrKktShape shape = {.n_blocks = k->n_blocks,
                            .dim = dim,
                            .n_cons = joint->n_nodes,
                            .rows = (const int *) (const void *) rows->data,
                            .start = (const int *) (const void *) joint->start->data,
                            .touch = (const int *) (const void *) joint->touch->data,
                            .n_pairs = of->graph->n_pairs,
                            .pair = pair};
  joint->kkt = tr_kkt_new (&shape, TR_KKT_AUTO);
  joint->f = g_new (double, tr_kkt_n_unknowns (joint->kkt) + 1);
  joint->b = g_new (double, tr_kkt_n_rows (joint->kkt) + 1);
  joint->lambda = g_new (double, tr_kkt_n_rows (joint->kkt) + 1);
  return joint;
}

void
tr_joint_free (TrJoint *joint)
{
  if (!joint)
    return;
  tr_kkt_free (joint->kkt);
  g_array_unref (joint->start);
  g_array_unref (joint->touch);
  g_free (joint->node);
  g_free (joint->f);
  g_free (joint->b);
  g_free (joint->lambda);
  g_free (joint);
}

bool
tr_joint_fits (const TrJoint *joint, const TrComponent *k, const TrSquares *of)
{
  guint at = 0;
  bool fits = joint->pattern == of->pattern;
  for (int i = 0; i < joint->n_nodes && fits; i++) {
    const TrNode *n = &k->nodes[joint->node[i]];
    for (int r = n->run; r < n->run + n->n_runs && fits; r++)
      if (k->run_block[r] >= 0)
        fits = at < joint->touch->len && g_array_index (joint->touch, int, at++) == k->run_block[r];
    fits &= g_array_index (joint->start, guint, i + 1) == at;
  }
  return fits;
}

static double
root_of (const TrComponent *k, const TrBlock *b, int j)
{
  return sqrt (k->M[b->m + j * (b->dim + 1)]);
}

// A += the numbers of E″ between two blocks, from z to q.
static void
add_scaled (const TrComponent *k, const TrBlock *x, const TrBlock *y, const double *E, double *A)
{
  for (int i = 0; i < x->dim; i++)
    for (int j = 0; j < y->dim; j++)
      A[i * y->dim + j] += root_of (k, x, i) * root_of (k, y, j) * E[i * y->dim + j];
}

static void
put_blocks (const TrJoint *joint, const TrComponent *k, const TrSquares *of, double mu)
{
  const TrSubset *t = &of->t;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    double *A = tr_kkt_a (joint->kkt, i);
    memset (A, 0, sizeof (double) * (size_t) (b->dim * b->dim));
    if (of->nth[i] >= 0)
      add_scaled (k, b, b, of->E->num + of->E->a_at[of->nth[i]], A);
    for (int j = 0; j < b->dim; j++) {
      double root = root_of (k, b, j), *a = &A[j * (b->dim + 1)];
      int at = of->nth[i] >= 0 ? t->place[i] + j : -1;
      if (at >= 0) // without the μ that it was factored with
        *a = of->diagonal[at] * root * root;
      *a += mu * of->mean * root * root;
      joint->f[b->v + j] = at >= 0 ? -of->g[at] * root : 0;
    }
  }
  for (int i = 0; i < of->graph->n_pairs; i++) {
    const TrBlock *x = &k->blocks[t->block[of->graph->pair[2 * i]]];
    const TrBlock *y = &k->blocks[t->block[of->graph->pair[2 * i + 1]]];
    double *A = tr_kkt_pair (joint->kkt, i);
    memset (A, 0, sizeof (double) * (size_t) (x->dim * y->dim));
    add_scaled (k, x, y, of->E->num + of->E->pair_at[i], A);
  }
}

// As they stand in the component's own system.
static void
put_rows (const TrJoint *joint, const TrComponent *k)
{
  int row = 0, at = 0;
  for (int i = 0; i < joint->n_nodes; i++) {
    const TrNode *n = &k->nodes[joint->node[i]];
    double *C = tr_kkt_c (joint->kkt, i);
    memcpy (joint->b + row, k->b + n->lambda, sizeof (double) * (size_t) n->rows);
    row += n->rows;
    memcpy (C, tr_kkt_c (k->kkt, joint->node[i]), sizeof (double) * (size_t) n->rows);
    int end = g_array_index (joint->start, int, i + 1);
    for (int from = n->incidence; at < end; at++, from++) {
      int dim = k->blocks[g_array_index (joint->touch, int, at)].dim;
      memcpy (tr_kkt_j (joint->kkt, at), tr_kkt_j (k->kkt, from),
              sizeof (double) * (size_t) (n->rows * dim));
    }
  }
}

static bool
is_finite (const double *v, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += fabs (v[i]);
  return isfinite (sum);
}

bool
tr_joint_solve (TrJoint *joint, TrComponent *k, const TrSquares *of, double mu)
{
  put_blocks (joint, k, of, mu);
  put_rows (joint, k);
  TrKktResult r = tr_kkt_factor_solve (joint->kkt, joint->f, joint->b, k->d, joint->lambda);
  return r.ok && is_finite (k->d, k->n_v);
}

bool
tr_joint_give (TrJoint *joint, const TrComponent *k, const double *f, double *v)
{
  memset (joint->b, 0, sizeof (double) * (size_t) tr_kkt_n_rows (joint->kkt));
  return tr_kkt_solve (joint->kkt, f, joint->b, v, joint->lambda).ok && is_finite (v, k->n_v);
}
