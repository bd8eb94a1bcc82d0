// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of a bundle, of unit length in J A^−½, are G = Q R with Qᵀ Q = I and no more rows in R than
// the blocks have unknowns (singular values: R = Σ Uᵀ). Since
//
//   |G v − b|² = |R v − Qᵀb|² + |b − Q Qᵀb|²        Gᵀλ = Rᵀμ  for  λ = Q μ, the least such λ
//
// R stands for them in a smaller system, with Qᵀb for its right-hand side; its rows count as of
// length 1 whatever they are, since each stands for as many as it does. Rows with a compliance
// are divided by its root instead, G v + λ = b, and keep what Q does not reach: λ = Q μ + (b − Q Qᵀb).

#include "solver/kkt/kkt-bundle.h"

#include "math/dense.h"
#include "solver/kkt/kkt-private.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MANY = 64, // rows, and
  TIMES = 4, // as many for each unknown: fewer are solved as they are
  MOST_COLS = 24,
};

// Of rows of unit length, what counts as no direction of its own: weak modes count as singular.
#define WEAK 1e-4

// The rows of one sort of a bundle, hard or soft.
typedef struct {
  double *w;     // n_cols × n_rows: Q's columns, of length σ until they are unit
  double *u;     // n_cols × n_cols
  double *sigma; // n_cols, 0 where there is no such direction
  int con;       // of the small system
} Stack;

typedef struct {
  int n_cons, *con; // of the whole
  int n_blocks, *block;
  int n_rows, n_cols;
  int *row; // n_rows, of the whole
  int rank, n_hard;
  int *place;      // n_cons × n_blocks: the incidence of each of the blocks
  double *divisor; // n_rows: what a row has been divided by, 0: it acts on nothing
  bool *is_soft;   // n_rows
  Stack hard, soft;
} Bundle;

struct _TrKktBundle {
  const TrKktGraph *g;
  const TrKktNumbers *num; // of the last factor
  TrKkt *inner;
  int n_bundles;
  Bundle *bundle;
  int *con_of;        // of each constraint: the one of the small system that is the same, −1
  int *bundle_of;     // of each constraint, −1
  int *first;         // of each constraint of the small system: its first incidence
  double *size2, *rb; // n_rows
  double *work;
  double *b, *lambda; // of the small system
  double *scale;      // n_unknowns: A^½ by its diagonal
  bool *changed;      // of each constraint of the small system
};

// ─── structure ──────────────────────────────────────────────────────────────

typedef struct {
  const TrKktGraph *g;
  int con, *touch; // its incidences by block
} Sorted;

static int
compare_touch (const void *pa, const void *pb)
{
  const Sorted *a = pa, *b = pb;
  const TrKktGraph *g = a->g;
  int n = g->start[a->con + 1] - g->start[a->con], m = g->start[b->con + 1] - g->start[b->con];
  if (n != m)
    return n < m ? -1 : 1;
  for (int i = 0; i < n; i++)
    if (g->touch[a->touch[i]] != g->touch[b->touch[i]])
      return g->touch[a->touch[i]] < g->touch[b->touch[i]] ? -1 : 1;
  return 0;
}

static int
compare_sorted (const void *pa, const void *pb)
{
  const Sorted *a = pa, *b = pb;
  int order = compare_touch (pa, pb);
  return order != 0 ? order : (a->con > b->con) - (a->con < b->con);
}

// Whether so many constraints are on each of its blocks that it may be in a bundle.
static bool
is_crowded (const TrKktGraph *g, int con)
{
  for (int i = g->start[con]; i < g->start[con + 1]; i++) {
    int b = g->touch[i];
    if ((g->block_start[b + 1] - g->block_start[b]) * g->max_rows < MANY)
      return false;
  }
  return true;
}

// Those that may be in a bundle; n: how many.
static Sorted *
sort_by_blocks (const TrKktGraph *g, int *touch, int *n_sorted)
{
  Sorted *sorted = g_new (Sorted, g->n_cons + 1);
  *n_sorted = 0;
  for (int c = 0; c < g->n_cons; c++) {
    int *t = touch + g->start[c], n = g->start[c + 1] - g->start[c];
    if (!is_crowded (g, c))
      continue;
    sorted[(*n_sorted)++] = (Sorted){g, c, t};
    for (int i = 0; i < n; i++) {
      int k = i, incidence = g->start[c] + i;
      for (; k > 0 && g->touch[t[k - 1]] > g->touch[incidence]; k--)
        t[k] = t[k - 1];
      t[k] = incidence;
    }
  }
  qsort (sorted, (gsize) *n_sorted, sizeof *sorted, compare_sorted);
  return sorted;
}

static Stack
stack_make (int n_cols, int n_rows)
{
  gsize d = (gsize) n_cols;
  return (Stack){g_new0 (double, d *(gsize) n_rows), g_new0 (double, d *d), g_new0 (double, d), -1};
}

static void
add_bundle (TrKktBundle *s, const Sorted *sorted, int n)
{
  const TrKktGraph *g = s->g;
  int first = sorted->con;
  Bundle b = {.n_cons = n, .n_blocks = g->start[first + 1] - g->start[first]};
  b.con = g_new (int, n);
  b.block = g_new (int, b.n_blocks);
  b.place = g_new (int, (gsize) n *(gsize) b.n_blocks);
  for (int i = 0; i < b.n_blocks; i++) {
    b.block[i] = g->touch[sorted->touch[i]];
    b.n_cols += g->dim[b.block[i]];
  }
  for (int c = 0; c < n; c++) {
    b.con[c] = sorted[c].con;
    b.n_rows += g->rows[sorted[c].con];
    s->bundle_of[sorted[c].con] = s->n_bundles;
    memcpy (b.place + c * b.n_blocks, sorted[c].touch, sizeof (int) * (gsize) b.n_blocks);
  }
  b.row = g_new (int, b.n_rows);
  for (int c = 0, r = 0; c < n; c++)
    for (int k = 0; k < g->rows[b.con[c]]; k++)
      b.row[r++] = g->l_at[b.con[c]] + k;
  b.divisor = g_new0 (double, b.n_rows);
  b.is_soft = g_new0 (bool, b.n_rows);
  b.hard = stack_make (b.n_cols, b.n_rows);
  b.soft = stack_make (b.n_cols, b.n_rows);
  s->bundle = g_renew (Bundle, s->bundle, s->n_bundles + 1);
  s->bundle[s->n_bundles++] = b;
}

static void
find_bundles (TrKktBundle *s)
{
  const TrKktGraph *g = s->g;
  g_autofree int *touch = g_new (int, g->n_touch + 1);
  int n = 0;
  g_autofree Sorted *sorted = sort_by_blocks (g, touch, &n);
  for (int from = 0, to; from < n; from = to) {
    int n_rows = 0, n_cols = 0, c = sorted[from].con;
    for (to = from; to < n && compare_touch (&sorted[from], &sorted[to]) == 0; to++)
      n_rows += g->rows[sorted[to].con];
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      n_cols += g->dim[g->touch[i]];
    if (n_rows >= MANY && n_rows >= TIMES * n_cols && n_cols <= MOST_COLS)
      add_bundle (s, sorted + from, to - from);
  }
}

// Constraints of the small system: those that are in no bundle, then two for each bundle.
static void
build_inner (TrKktBundle *s)
{
  const TrKktGraph *g = s->g;
  int most = g->n_cons + 2 * s->n_bundles, n = 0, n_touch = 0, n_rows = 0;
  g_autofree int *rows = g_new (int, most + 1), *start = g_new (int, most + 1);
  g_autofree int *touch = g_new (int, 2 * g->n_touch + 1);
  for (int c = 0; c < g->n_cons; c++) {
    s->con_of[c] = s->bundle_of[c] < 0 ? n : -1;
    if (s->bundle_of[c] >= 0)
      continue;
    rows[n] = g->rows[c];
    start[n++] = n_touch;
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      touch[n_touch++] = g->touch[i];
  }
  for (int k = 0; k < 2 * s->n_bundles; k++) {
    Bundle *b = &s->bundle[k / 2];
    (k % 2 == 0 ? &b->hard : &b->soft)->con = n;
    rows[n] = b->n_cols;
    start[n++] = n_touch;
    for (int i = 0; i < b->n_blocks; i++)
      touch[n_touch++] = b->block[i];
  }
  start[n] = n_touch;
  TrKktShape shape = {g->n_blocks, g->dim, n, rows, start, touch, g->n_pairs, g->pair};
  s->inner = tr_kkt_new (&shape, TR_KKT_AUTO);
  for (int c = 0; c < n; c++)
    n_rows += rows[c];
  s->first = g_memdup2 (start, sizeof (int) * (gsize) (n + 1));
  s->b = g_new0 (double, n_rows + 1);
  s->lambda = g_new0 (double, n_rows + 1);
  s->changed = g_new0 (bool, n + 1);
  s->inner->n->size = g_new0 (double, n_rows + 1);
  for (int k = 0; k < s->n_bundles; k++)
    for (int r = 0; r < s->bundle[k].n_cols; r++)
      s->inner->n->size[s->inner->g->l_at[s->bundle[k].hard.con] + r] = 1;
}

TrKktBundle *
tr_kkt_bundle_new (const TrKktGraph *g)
{
  if (g->n_rows < MANY)
    return NULL;
  TrKktBundle *s = g_new0 (TrKktBundle, 1);
  s->g = g;
  s->con_of = g_new (int, g->n_cons);
  s->bundle_of = g_new (int, g->n_cons);
  for (int c = 0; c < g->n_cons; c++)
    s->bundle_of[c] = -1;
  find_bundles (s);
  if (s->n_bundles == 0) {
    tr_kkt_bundle_free (s);
    return NULL;
  }
  s->size2 = g_new (double, g->n_rows);
  s->rb = g_new (double, g->n_rows);
  s->scale = g_new (double, g->n_unknowns);
  s->work = g_new (double, 2 * g->max_dim * g->max_dim + 1);
  build_inner (s);
  return s;
}

void
tr_kkt_bundle_free (TrKktBundle *s)
{
  if (!s)
    return;
  for (Bundle *b = s->bundle; b < s->bundle + s->n_bundles; b++) {
    void *lists[] = {b->row,    b->con,    b->block,      b->place,  b->divisor, b->is_soft,
                     b->hard.w, b->hard.u, b->hard.sigma, b->soft.w, b->soft.u,  b->soft.sigma};
    for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
      g_free (lists[i]);
  }
  tr_kkt_free (s->inner);
  void *lists[] = {s->bundle, s->con_of, s->bundle_of, s->first, s->size2,  s->rb,
                   s->work,   s->b,      s->lambda,    s->scale, s->changed};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (s);
}

TrKkt *
tr_kkt_bundle_inner (TrKktBundle *s)
{
  return s->inner;
}

// ─── numbers ────────────────────────────────────────────────────────────────

// Row r of the bundle, of constraint c, into its stack, by unknowns of like size; the other has none.
static void
put_row (TrKktBundle *s, const TrKktNumbers *num, Bundle *b, int c, int row, int r)
{
  const TrKktGraph *g = s->g;
  int con = b->con[c];
  double softness = num->num[num->c_at[con] + row], size2 = s->size2[g->l_at[con] + row];
  b->is_soft[r] = softness > 0;
  b->divisor[r] = sqrt (b->is_soft[r] ? softness : size2);
  b->n_hard += !b->is_soft[r] && size2 > 0;
  double factor = size2 > 0 ? 1 / b->divisor[r] : 0;
  double hard = b->is_soft[r] ? 0 : factor, soft = b->is_soft[r] ? factor : 0;
  for (int i = 0, col = 0; i < b->n_blocks; i++) {
    int inc = b->place[c * b->n_blocks + i], d = g->dim[b->block[i]];
    const double *j = num->num + num->j_at[inc] + row * d;
    const double *scale = s->scale + g->v_at[b->block[i]];
    for (int k = 0; k < d; k++, col++) {
      b->hard.w[col * b->n_rows + r] = hard * j[k] / scale[k];
      b->soft.w[col * b->n_rows + r] = soft * j[k] / scale[k];
    }
  }
}

// R and Q of a stack, R into the small system. Directions that are none act on nothing there.
static int
reduce (TrKktBundle *s, const Bundle *b, Stack *t, double weak, double softness)
{
  int d = b->n_cols, rank = 0;
  dense_jacobi_svd (d, b->n_rows, t->w, t->u);
  for (int k = 0; k < d; k++) {
    double *w = t->w + k * b->n_rows, sigma = sqrt (dense_dot (b->n_rows, w, w));
    t->sigma[k] = sigma > weak ? sigma : 0;
    rank += t->sigma[k] > 0;
    for (int r = 0; r < b->n_rows; r++)
      w[r] = t->sigma[k] > 0 ? w[r] / sigma : 0;
    tr_kkt_c (s->inner, t->con)[k] = t->sigma[k] > 0 ? softness : 1;
  }
  for (int i = 0, col = 0; i < b->n_blocks; col += s->g->dim[b->block[i++]]) {
    int dim = s->g->dim[b->block[i]];
    double *j = tr_kkt_j (s->inner, s->first[t->con] + i);
    for (int k = 0; k < d; k++)
      for (int l = 0; l < dim; l++)
        j[k * dim + l] =
            t->sigma[k] * t->u[k * d + col + l] * s->scale[s->g->v_at[b->block[i]] + l];
  }
  return rank;
}

static void
reduce_bundle (TrKktBundle *s, const TrKktNumbers *num, Bundle *b)
{
  int r = 0;
  b->n_hard = 0;
  for (int c = 0; c < b->n_cons; c++)
    for (int row = 0; row < s->g->rows[b->con[c]]; row++)
      put_row (s, num, b, c, row, r++);
  b->rank = reduce (s, b, &b->hard, WEAK, 0);
  reduce (s, b, &b->soft, 0, 1);
}

static void
measure_unknowns (TrKktBundle *s, const TrKktNumbers *num)
{
  const TrKktGraph *g = s->g;
  tr_kkt_row_sizes (g, num, s->work, s->size2);
  for (int b = 0; b < g->n_blocks; b++)
    for (int i = 0; i < g->dim[b]; i++)
      s->scale[g->v_at[b] + i] = sqrt (num->num[num->a_at[b] + i * (g->dim[b] + 1)]);
}

static bool
has_changed (const Bundle *b, const TrKktChange *change)
{
  bool has = !change;
  for (int c = 0; c < b->n_cons && !has; c++)
    has = change->con[b->con[c]];
  for (int i = 0; i < b->n_blocks && !has; i++)
    has = change->block[b->block[i]];
  return has;
}

static void
fill_inner (TrKktBundle *s, const TrKktNumbers *num, const TrKktChange *change)
{
  const TrKktGraph *g = s->g;
  tr_kkt_reference_fill_a (g, num, s->inner);
  measure_unknowns (s, num);
  for (int c = 0; c < g->n_cons; c++) {
    int to = s->con_of[c];
    if (to < 0)
      continue;
    s->changed[to] = !change || change->con[c];
    memcpy (tr_kkt_c (s->inner, to), num->num + num->c_at[c], sizeof (double) * (gsize) g->rows[c]);
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      memcpy (tr_kkt_j (s->inner, s->first[to] + i - g->start[c]), num->num + num->j_at[i],
              sizeof (double) * (gsize) (g->rows[c] * g->dim[g->touch[i]]));
  }
  for (Bundle *b = s->bundle; b < s->bundle + s->n_bundles; b++) {
    bool changed = has_changed (b, change);
    s->changed[b->hard.con] = s->changed[b->soft.con] = changed;
    if (changed)
      reduce_bundle (s, num, b);
  }
}

// ─── the solution ───────────────────────────────────────────────────────────

// The right-hand side of the small system.
static void
reduce_right (TrKktBundle *s, const double *b)
{
  const TrKktGraph *g = s->g, *in = s->inner->g;
  for (int c = 0; c < g->n_cons; c++)
    if (s->con_of[c] >= 0)
      memcpy (s->b + in->l_at[s->con_of[c]], b + g->l_at[c], sizeof (double) * (gsize) g->rows[c]);
  for (const Bundle *k = s->bundle; k < s->bundle + s->n_bundles; k++)
    for (int i = 0; i < k->n_cols; i++) {
      const double *hard = k->hard.w + i * k->n_rows, *soft = k->soft.w + i * k->n_rows;
      double sum[2] = {0};
      for (int r = 0; r < k->n_rows; r++) {
        double x = k->divisor[r] > 0 ? b[k->row[r]] / k->divisor[r] : 0;
        sum[0] += hard[r] * x;
        sum[1] += soft[r] * x;
      }
      s->b[in->l_at[k->hard.con] + i] = sum[0];
      s->b[in->l_at[k->soft.con] + i] = sum[1];
    }
}

static void
expand_multipliers (const TrKktBundle *s, const double *b, double *lambda)
{
  const TrKktGraph *g = s->g, *in = s->inner->g;
  for (int c = 0; c < g->n_cons; c++)
    if (s->con_of[c] >= 0)
      memcpy (lambda + g->l_at[c], s->lambda + in->l_at[s->con_of[c]],
              sizeof (double) * (gsize) g->rows[c]);
  for (const Bundle *k = s->bundle; k < s->bundle + s->n_bundles; k++) {
    int hard = in->l_at[k->hard.con], soft = in->l_at[k->soft.con];
    for (int r = 0; r < k->n_rows; r++) {
      double sum = k->is_soft[r] ? b[k->row[r]] / k->divisor[r] : 0;
      for (int i = 0; i < k->n_cols; i++)
        sum += k->hard.w[i * k->n_rows + r] * s->lambda[hard + i] +
               k->soft.w[i * k->n_rows + r] * (s->lambda[soft + i] - s->b[soft + i]);
      lambda[k->row[r]] = k->divisor[r] > 0 ? sum / k->divisor[r] : 0;
    }
  }
}

static TrKktResult
expand (TrKktBundle *s, TrKktResult result, const double *b, const double *v, double *lambda)
{
  double most = 0;
  expand_multipliers (s, b, lambda);
  tr_kkt_residual (s->g, s->num, NULL, b, v, lambda, NULL, s->rb);
  for (int r = 0; r < s->g->n_rows; r++)
    most = fmax (most, s->rb[r] * s->rb[r] / (s->size2[r] > 0 ? s->size2[r] : 1));
  for (const Bundle *k = s->bundle; k < s->bundle + s->n_bundles; k++) {
    result.n_small += k->n_hard - k->rank;
    result.regularised |= k->n_hard > k->rank;
  }
  result.conflict = result.regularised ? sqrt (most) : 0;
  for (int r = 0; r < s->g->n_rows; r++)
    result.ok &= isfinite (lambda[r]);
  return result;
}

TrKktResult
tr_kkt_bundle_factor_solve (TrKktBundle *s,
                            const TrKktNumbers *n,
                            const TrKktChange *change,
                            const double *f,
                            const double *b,
                            double *v,
                            double *lambda)
{
  s->num = n;
  fill_inner (s, n, change);
  reduce_right (s, b);
  if (!change)
    return expand (s, tr_kkt_factor_solve (s->inner, f, s->b, v, s->lambda), b, v, lambda);
  TrKktChange inner = {change->block, s->changed, change->close};
  return expand (s, tr_kkt_refactor_solve (s->inner, &inner, f, s->b, v, s->lambda), b, v, lambda);
}

TrKktResult
tr_kkt_bundle_solve (TrKktBundle *s, const double *f, const double *b, double *v, double *lambda)
{
  reduce_right (s, b);
  return expand (s, tr_kkt_solve (s->inner, f, s->b, v, s->lambda), b, v, lambda);
}
