// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Primary constraints join blocks to a forest, and one more may nail the root of each tree. All
// others are auxiliary: those that close loops, further nails, those on more than two blocks. With
// K their rows, H the primary system and v₀ its answer without them,
//
//   V = H⁻¹ Kᵀ      (K V + C) μ = b − K v₀      v = H⁻¹ (f + Kᵀ μ)
//
// The columns of V anticipate how the primary constraints respond to an auxiliary force: one solve
// each, then a dense system of as many unknowns as there are auxiliary rows.

#include "solver/kkt/kkt-reference.h"

#include "math/dense.h"

#include <glib.h>
#include <string.h>

typedef struct {
  const TrKktGraph *g;
  const TrKktNumbers *n;
  TrKkt *primary;
  int *con, n_primary;   // constraints that are primary, in the order of the primary system
  int *extra, n_extra;   // those that are not
  int k;                 // their rows
  double *s;             // k × k: K V + C, then its factor
  double *size, *length; // n_rows: unreduced size of each row, and of its root
  double *pivot;         // k: the former, of the auxiliary rows
  double *mu, *force, *column, *side, *answer, *rb, *work;
} Auxiliary;

// ─── structure ──────────────────────────────────────────────────────────────

// Disjoint sets of blocks; a set knows whether it is nailed.
typedef struct {
  int *parent;
  bool *nailed;
} Forest;

static int
root (Forest *t, int x)
{
  while (t->parent[x] != x)
    x = t->parent[x] = t->parent[t->parent[x]];
  return x;
}

// Whether constraint c still fits into the forest, which then has it.
static bool
join (Forest *t, const TrKktGraph *g, int c)
{
  int n = g->start[c + 1] - g->start[c];
  const int *touch = g->touch + g->start[c];
  int a = root (t, touch[0]), b = n == 2 ? root (t, touch[1]) : -1;
  if (n > 2 || a == b || (n == 1 && (t->nailed[a] || g->rows[c] > g->dim[touch[0]])))
    return false;
  if (n == 1) {
    t->nailed[a] = true;
    return true;
  }
  t->parent[b] = a;
  t->nailed[a] |= t->nailed[b];
  return true;
}

// Joints before nails, so that only what closes a loop is left over.
static void
choose_primary (Auxiliary *x)
{
  const TrKktGraph *g = x->g;
  g_autofree int *parent = g_new (int, g->n_blocks + 1);
  g_autofree bool *nailed = g_malloc0 (sizeof (bool) * ((gsize) g->n_blocks + 1));
  g_autofree bool *is_primary = g_malloc0 (sizeof (bool) * ((gsize) g->n_cons + 1));
  Forest t = {parent, nailed};
  for (int b = 0; b < g->n_blocks; b++)
    parent[b] = b;
  for (int n = 2; n >= 1; n--)
    for (int c = 0; c < g->n_cons; c++)
      if (g->start[c + 1] - g->start[c] == n)
        is_primary[c] = join (&t, g, c);
  for (int c = 0; c < g->n_cons; c++) {
    if (is_primary[c])
      x->con[x->n_primary++] = c;
    else
      x->extra[x->n_extra++] = c;
    x->k += is_primary[c] ? 0 : g->rows[c];
  }
}

static void
build_primary (Auxiliary *x)
{
  const TrKktGraph *g = x->g;
  g_autofree int *rows = g_new (int, x->n_primary + 1);
  g_autofree int *start = g_new0 (int, x->n_primary + 1);
  g_autofree int *touch = g_new (int, 2 * x->n_primary + 1);
  for (int p = 0; p < x->n_primary; p++) {
    int c = x->con[p], n = g->start[c + 1] - g->start[c];
    rows[p] = g->rows[c];
    start[p + 1] = start[p] + n;
    memcpy (touch + start[p], g->touch + g->start[c], sizeof (int) * (size_t) n);
  }
  TrKktShape shape = {.n_blocks = g->n_blocks,
                      .dim = g->dim,
                      .n_cons = x->n_primary,
                      .rows = rows,
                      .start = start,
                      .touch = touch,
                      .n_pairs = g->n_pairs,
                      .pair = g->pair};
  x->primary = tr_kkt_new (&shape, TR_KKT_AUTO);
}

static void
auxiliary_free (void *reference)
{
  Auxiliary *x = reference;
  double *lists[] = {x->s,      x->size, x->length, x->pivot, x->mu,  x->force,
                     x->column, x->side, x->answer, x->rb,    x->work};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  tr_kkt_free (x->primary);
  g_free (x->con);
  g_free (x->extra);
  g_free (x);
}

static void *
auxiliary_make (const TrKktGraph *g)
{
  Auxiliary *x = g_new0 (Auxiliary, 1);
  gsize n = (gsize) g->n_unknowns + 1, m = (gsize) g->n_rows + 1;
  x->g = g;
  x->con = g_new (int, g->n_cons + 1);
  x->extra = g_new (int, g->n_cons + 1);
  choose_primary (x);
  gsize k = (gsize) x->k;
  if (k * k > TR_KKT_REFERENCE_MOST) {
    auxiliary_free (x);
    return NULL;
  }
  build_primary (x);
  x->s = g_new (double, k *k + 1);
  x->pivot = g_new (double, k + 1);
  x->mu = g_new (double, k + 1);
  x->size = g_new (double, m);
  x->length = g_new (double, m);
  x->side = g_new0 (double, m);
  x->answer = g_new (double, m);
  x->rb = g_new (double, m);
  x->force = g_new (double, n);
  x->column = g_new (double, n);
  x->work = g_new (double, 2 * g->max_dim * g->max_dim + 1);
  return x;
}

// ─── numbers ────────────────────────────────────────────────────────────────

// f ← f + s kᵀ, row r of constraint c being k
static void
add_row (const Auxiliary *x, int c, int r, double s, double *f)
{
  const TrKktGraph *g = x->g;
  for (int i = g->start[c]; i < g->start[c + 1]; i++) {
    int b = g->touch[i];
    dense_axpy (g->dim[b], s, x->n->num + x->n->j_at[i] + r * g->dim[b], f + g->v_at[b]);
  }
}

// k v
static double
row_dot (const Auxiliary *x, int c, int r, const double *v)
{
  const TrKktGraph *g = x->g;
  double sum = 0;
  for (int i = g->start[c]; i < g->start[c + 1]; i++) {
    int b = g->touch[i];
    sum += dense_dot (g->dim[b], x->n->num + x->n->j_at[i] + r * g->dim[b], v + g->v_at[b]);
  }
  return sum;
}

static void
fill_primary (Auxiliary *x)
{
  const TrKktGraph *g = x->g;
  const double *num = x->n->num;
  tr_kkt_reference_fill_a (g, x->n, x->primary);
  for (int p = 0, at = 0; p < x->n_primary; p++) {
    int c = x->con[p], rows = g->rows[c];
    memcpy (tr_kkt_c (x->primary, p), num + x->n->c_at[c], sizeof (double) * (size_t) rows);
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      memcpy (tr_kkt_j (x->primary, at++), num + x->n->j_at[i],
              sizeof (double) * (size_t) (rows * g->dim[g->touch[i]]));
  }
}

// K v into every `stride`-th place of out.
static void
extra_rows (const Auxiliary *x, const double *v, int stride, double *out)
{
  for (int e = 0; e < x->n_extra; e++)
    for (int r = 0; r < x->g->rows[x->extra[e]]; r++, out += stride)
      *out = row_dot (x, x->extra[e], r, v);
}

static int
auxiliary_factor (void *reference, const TrKktNumbers *n)
{
  Auxiliary *x = reference;
  const TrKktGraph *g = x->g;
  size_t bytes = sizeof (double) * (size_t) g->n_unknowns;
  x->n = n;
  tr_kkt_row_sizes (g, n, x->work, x->size);
  tr_kkt_reference_sizes (g, n, x->work, x->length);
  fill_primary (x);
  memset (x->force, 0, bytes);
  memset (x->side, 0, sizeof (double) * (size_t) g->n_rows);
  TrKktResult first = tr_kkt_factor_solve (x->primary, x->force, x->side, x->column, x->answer);

  // a column of V for each row of K, and K V from it
  for (int e = 0, at = 0; e < x->n_extra; e++)
    for (int r = 0; r < g->rows[x->extra[e]]; r++, at++) {
      int c = x->extra[e];
      memset (x->force, 0, bytes);
      add_row (x, c, r, 1, x->force);
      tr_kkt_solve (x->primary, x->force, x->side, x->column, x->answer);
      extra_rows (x, x->column, x->k, x->s + at);
      x->s[at * (x->k + 1)] += n->num[n->c_at[c] + r];
      x->pivot[at] = x->size[g->l_at[c] + r];
    }
  return first.n_small + ldl_factor (x->k, x->s, x->pivot, 1e-11);
}

// The primary system under f + Kᵀ μ.
static void
answer_primary (Auxiliary *x, const double *f, const double *b, bool extra, double *v)
{
  const TrKktGraph *g = x->g;
  memcpy (x->force, f, sizeof (double) * (size_t) g->n_unknowns);
  for (int e = 0, at = 0; e < x->n_extra && extra; e++)
    for (int r = 0; r < g->rows[x->extra[e]]; r++)
      add_row (x, x->extra[e], r, x->mu[at++], x->force);
  for (int p = 0, at = 0; p < x->n_primary; p++)
    for (int r = 0; r < g->rows[x->con[p]]; r++)
      x->side[at++] = b[g->l_at[x->con[p]] + r];
  tr_kkt_solve (x->primary, x->force, x->side, v, x->answer);
}

static double
auxiliary_solve (void *reference, const double *f, const double *b, double *v, double *lambda)
{
  Auxiliary *x = reference;
  const TrKktGraph *g = x->g;
  answer_primary (x, f, b, false, x->column);
  extra_rows (x, x->column, 1, x->mu);
  for (int e = 0, at = 0; e < x->n_extra; e++)
    for (int r = 0; r < g->rows[x->extra[e]]; r++, at++)
      x->mu[at] = b[g->l_at[x->extra[e]] + r] - x->mu[at];
  ldl_solve (x->k, x->s, x->mu);
  answer_primary (x, f, b, true, v);

  for (int p = 0, at = 0; p < x->n_primary; p++)
    for (int r = 0; r < g->rows[x->con[p]]; r++)
      lambda[g->l_at[x->con[p]] + r] = x->answer[at++];
  for (int e = 0, at = 0; e < x->n_extra; e++)
    for (int r = 0; r < g->rows[x->extra[e]]; r++)
      lambda[g->l_at[x->extra[e]] + r] = x->mu[at++];
  return tr_kkt_reference_conflict (g, x->n, x->length, b, v, lambda, x->rb);
}

const TrKktReference tr_kkt_auxiliary = {
    "auxiliary", auxiliary_make, auxiliary_free, auxiliary_factor, auxiliary_solve,
};
