// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/kkt/kkt-graph.h"

#include "math/dense.h"

#include <glib.h>
#include <string.h>

// Bucket sort: the items 0 … n_items − 1 listed by the bucket that of[] gives each of them.
static void
list_by (int n_items, const int *of, int n_buckets, int **start, int **items)
{
  *start = g_new0 (int, n_buckets + 1);
  *items = g_new (int, n_items + 1);
  for (int i = 0; i < n_items; i++)
    (*start)[of[i] + 1]++;
  for (int b = 0; b < n_buckets; b++)
    (*start)[b + 1] += (*start)[b];

  g_autofree int *next = g_memdup2 (*start, sizeof (int) * (gsize) (n_buckets + 1));
  for (int i = 0; i < n_items; i++)
    (*items)[next[of[i]]++] = i;
}

static int *
copy_ints (const int *from, int n)
{
  int *to = g_new (int, n + 1);
  if (n > 0)
    memcpy (to, from, sizeof (int) * (size_t) n);
  return to;
}

// Running sums of n sizes; *max the largest.
static int *
offsets (const int *size, int n, int *max)
{
  int *at = g_new (int, n + 1);
  at[0] = 0;
  for (int i = 0; i < n; i++) {
    at[i + 1] = at[i] + size[i];
    *max = MAX (*max, size[i]);
  }
  return at;
}

static void
list_pairs (TrKktGraph *g)
{
  // the ends of all pairs, two of each, listed by block
  int *ends;
  list_by (2 * g->n_pairs, g->pair, g->n_blocks, &g->pair_start, &ends);
  for (int i = 0; i < 2 * g->n_pairs; i++)
    ends[i] /= 2;
  g->block_pair = ends;
}

TrKktGraph *
tr_kkt_graph_new (const TrKktShape *s)
{
  TrKktGraph *g = g_new0 (TrKktGraph, 1);

  g->n_blocks = s->n_blocks;
  g->n_cons = s->n_cons;
  g->n_pairs = s->n_pairs;
  g->n_touch = s->n_cons > 0 ? s->start[s->n_cons] : 0;
  g->dim = copy_ints (s->dim, s->n_blocks);
  g->rows = copy_ints (s->rows, s->n_cons);
  g->start = s->n_cons > 0 ? copy_ints (s->start, s->n_cons + 1) : g_new0 (int, 1);
  g->touch = copy_ints (s->touch, g->n_touch);
  g->pair = copy_ints (s->pair, 2 * s->n_pairs);
  g->v_at = offsets (g->dim, g->n_blocks, &g->max_dim);
  g->l_at = offsets (g->rows, g->n_cons, &g->max_rows);
  g->n_unknowns = g->v_at[g->n_blocks];
  g->n_rows = g->l_at[g->n_cons];

  g->owner = g_new (int, g->n_touch + 1);
  for (int c = 0; c < g->n_cons; c++)
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      g->owner[i] = c;
  list_by (g->n_touch, g->touch, g->n_blocks, &g->block_start, &g->block_touch);
  list_pairs (g);
  return g;
}

void
tr_kkt_graph_free (TrKktGraph *g)
{
  g_free (g->dim);
  g_free (g->rows);
  g_free (g->start);
  g_free (g->touch);
  g_free (g->pair);
  g_free (g->v_at);
  g_free (g->l_at);
  g_free (g->owner);
  g_free (g->block_start);
  g_free (g->block_touch);
  g_free (g->pair_start);
  g_free (g->block_pair);
  g_free (g);
}

// ─── numbers ────────────────────────────────────────────────────────────────

static int
take (TrKktNumbers *n, int size)
{
  int at = n->n_num;
  n->n_num += size;
  return at;
}

// A constraint lies with the block that is read first, whole: compliances, then its Jacobian.
static void
place_constraint (const TrKktGraph *g, TrKktNumbers *n, int c)
{
  if (n->c_at[c] >= 0)
    return;
  n->c_at[c] = take (n, g->rows[c]);
  for (int i = g->start[c]; i < g->start[c + 1]; i++)
    n->j_at[i] = take (n, g->rows[c] * g->dim[g->touch[i]]);
}

TrKktNumbers *
tr_kkt_numbers_new (const TrKktGraph *g, const int *order)
{
  TrKktNumbers *n = g_new0 (TrKktNumbers, 1);
  n->a_at = g_new (int, g->n_blocks + 1);
  n->j_at = g_new (int, g->n_touch + 1);
  n->c_at = g_new (int, g->n_cons + 1);
  n->pair_at = g_new (int, g->n_pairs + 1);
  for (int c = 0; c < g->n_cons; c++)
    n->c_at[c] = -1;
  for (int p = 0; p < g->n_pairs; p++)
    n->pair_at[p] = -1;

  for (int k = 0; k < g->n_blocks; k++) {
    int b = order[k];
    n->a_at[b] = take (n, g->dim[b] * g->dim[b]);
    for (int i = g->block_start[b]; i < g->block_start[b + 1]; i++)
      place_constraint (g, n, g->owner[g->block_touch[i]]);
    for (int i = g->pair_start[b]; i < g->pair_start[b + 1]; i++) {
      int p = g->block_pair[i];
      if (n->pair_at[p] < 0)
        n->pair_at[p] = take (n, g->dim[g->pair[2 * p]] * g->dim[g->pair[2 * p + 1]]);
    }
  }
  n->num = g_new0 (double, n->n_num + TR_KKT_NOUGHTS);
  return n;
}

void
tr_kkt_numbers_free (TrKktNumbers *n)
{
  g_free (n->num);
  g_free (n->a_at);
  g_free (n->j_at);
  g_free (n->c_at);
  g_free (n->pair_at);
  g_free (n->size);
  g_free (n);
}

// ─── products ───────────────────────────────────────────────────────────────

// out[row] += |A^−½ jᵀ|² = Σ y²/d, y = L⁻¹ jᵀ, of the rows of one incidence, A = L D Lᵀ.
static inline __attribute__ ((always_inline)) void
add_row_sizes (int m, int d, const double *a, const double *j, double *y, double *out)
{
  for (int r = 0; r < m; r++, j += d) {
    double sum = 0;
    for (int k = 0; k < d; k++) {
      y[k] = j[k];
      for (int l = 0; l < k; l++)
        y[k] -= a[k * d + l] * y[l];
      sum += y[k] * y[k] * a[k * (d + 1)];
    }
    out[r] += sum;
  }
}

void
tr_kkt_row_sizes (const TrKktGraph *g, const TrKktNumbers *n, double *work, double *out)
{
  memset (out, 0, sizeof (double) * (size_t) g->n_rows);
  for (int b = 0; b < g->n_blocks; b++) {
    int d = g->dim[b];
    double a3[9], y3[3], *a = d == 3 ? a3 : work, *y = work + d * d;
    if (d == 3) { // sizes that the compiler knows
      memcpy (a3, n->num + n->a_at[b], sizeof (a3));
      ldl_factor_inline (3, a3, NULL, 0);
    } else {
      memcpy (a, n->num + n->a_at[b], sizeof (double) * (size_t) (d * d));
      ldl_factor (d, a, NULL, 0);
    }
    for (int i = g->block_start[b]; i < g->block_start[b + 1]; i++) {
      int inc = g->block_touch[i], c = g->owner[inc], m = g->rows[c];
      const double *j = n->num + n->j_at[inc];
      if (m == 2 && d == 3)
        add_row_sizes (2, 3, a3, j, y3, out + g->l_at[c]);
      else
        add_row_sizes (m, d, a, j, y, out + g->l_at[c]);
    }
  }
  for (int r = 0; n->size && r < g->n_rows; r++)
    if (n->size[r] > 0)
      out[r] = n->size[r] * n->size[r];
}

static void
take_out_a (const TrKktGraph *g, const TrKktNumbers *n, const double *v, double *rf)
{
  for (int b = 0; b < g->n_blocks; b++) {
    const double *a = n->num + n->a_at[b];
    if (g->dim[b] == 3)
      dense_gemv (3, 3, -1, a, v + g->v_at[b], rf + g->v_at[b]);
    else
      dense_gemv (g->dim[b], g->dim[b], -1, a, v + g->v_at[b], rf + g->v_at[b]);
  }
  for (int p = 0; p < g->n_pairs; p++) {
    int i = g->pair[2 * p], j = g->pair[2 * p + 1];
    const double *e = n->num + n->pair_at[p];
    dense_gemv (g->dim[i], g->dim[j], -1, e, v + g->v_at[j], rf + g->v_at[i]);
    dense_gemv_t (g->dim[i], g->dim[j], -1, e, v + g->v_at[i], rf + g->v_at[j]);
  }
}

// rb ← rb − J v, and rf ← rf + Jᵀλ where it is wanted, of one incidence.
static inline void
take_out_j (
    int m, int d, const double *j, const double *v, const double *lambda, double *rf, double *rb)
{
  dense_gemv (m, d, -1, j, v, rb);
  if (rf)
    dense_gemv_t (m, d, 1, j, lambda, rf);
}

static void
copy_or_zero (double *to, const double *from, int n)
{
  if (from)
    memcpy (to, from, sizeof (double) * (size_t) n);
  else
    memset (to, 0, sizeof (double) * (size_t) n);
}

void
tr_kkt_residual (const TrKktGraph *g,
                 const TrKktNumbers *n,
                 const double *f,
                 const double *b,
                 const double *v,
                 const double *lambda,
                 double *rf,
                 double *rb)
{
  copy_or_zero (rb, b, g->n_rows);
  if (rf) {
    copy_or_zero (rf, f, g->n_unknowns);
    take_out_a (g, n, v, rf);
  }
  for (int c = 0; c < g->n_cons; c++) {
    int m = g->rows[c], at = g->l_at[c];
    for (int r = 0; r < m; r++)
      rb[at + r] -= n->num[n->c_at[c] + r] * lambda[at + r];
    for (int i = g->start[c]; i < g->start[c + 1]; i++) {
      int b_at = g->v_at[g->touch[i]], d = g->dim[g->touch[i]];
      const double *j = n->num + n->j_at[i];
      double *rf_b = rf ? rf + b_at : NULL;
      if (m == 2 && d == 3) // most are joints of rigid bodies: sizes that the compiler knows
        take_out_j (2, 3, j, v + b_at, lambda + at, rf_b, rb + at);
      else
        take_out_j (m, d, j, v + b_at, lambda + at, rf_b, rb + at);
    }
  }
}

void
tr_kkt_add_forces (
    const TrKktGraph *g, const TrKktNumbers *n, int c, const double *lambda, double *f)
{
  int m = g->rows[c];
  for (int i = g->start[c]; i < g->start[c + 1]; i++) {
    int d = g->dim[g->touch[i]];
    const double *j = n->num + n->j_at[i];
    double *f_b = f + g->v_at[g->touch[i]];
    if (m == 2 && d == 3) // sizes that the compiler knows
      dense_gemv_t (2, 3, 1, j, lambda + g->l_at[c], f_b);
    else
      dense_gemv_t (m, d, 1, j, lambda + g->l_at[c], f_b);
  }
}
