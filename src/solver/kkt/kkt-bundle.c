// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of a crowd, of unit length in J A^−½, are G = Q R with Qᵀ Q = I and no more rows in R than
// the blocks have unknowns (kkt-told.h). Since
//
//   |G v − b|² = |R v − Qᵀb|² + |b − Q Qᵀb|²        Gᵀλ = Rᵀμ  for  λ = Q μ, the least such λ
//
// R stands for them in a smaller system, with Qᵀb for its right-hand side; its rows count as of
// length 1 whatever they are, since each stands for as many as it does. Rows with a compliance
// are divided by its root instead, G v + λ = b, and keep what Q does not reach: λ = Q μ + (b − Q Qᵀb).
//
// A constraint with unknowns of its own, as a slide's, is turned first: H, orthogonal, makes as many
// of its rows as it has such unknowns tell these, and the others free of them. The former stay in
// the smaller system, the latter are rows of the crowd.

#include "solver/kkt/kkt-bundle.h"

#include "math/dense.h"
#include "solver/kkt/kkt-bundle-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// ─── structure ──────────────────────────────────────────────────────────────

int
tr_kkt_bundle_width (const TrKktGraph *g, int con)
{
  int width = 0;
  for (int i = g->start[con]; i < g->start[con + 1]; i++)
    width += g->dim[g->touch[i]];
  return width;
}

// Where the rows of a crowd have entries: at the blocks that their constraint shares.
static void
lay_out_rows (TrKktBundle *s, TrKktPacked *b)
{
  const TrKktGraph *g = s->g;
  const TrKktCrowd *k = b->crowd;
  g_autoptr (GArray) col = g_array_new (FALSE, FALSE, sizeof (int));
  int row = 0;
  b->start = g_new (int, k->n_rows + 1);
  b->first = g_new (int, k->n_cons + 1);
  for (int c = 0; c < k->n_cons; c++) {
    int con = k->con[c];
    b->first[c] = row;
    for (int r = s->crowds.own[con]; r < g->rows[con]; r++) {
      b->start[row++] = (int) col->len;
      for (int i = g->start[con]; i < g->start[con + 1]; i++)
        for (int d = 0; s->crowds.col_at[i] >= 0 && d < g->dim[g->touch[i]]; d++) {
          int at = s->crowds.col_at[i] + d;
          g_array_append_val (col, at);
        }
    }
  }
  b->start[row] = (int) col->len;
  b->first[k->n_cons] = row;
  b->col = g_memdup2 (col->data, sizeof (int) * (col->len + 1));
}

static void
bundle_init (TrKktBundle *s, TrKktPacked *b, const TrKktCrowd *crowd)
{
  *b = (TrKktPacked){.crowd = crowd};
  lay_out_rows (s, b);
  b->is_soft = g_new0 (bool, crowd->n_rows);
  b->x = g_new0 (double, crowd->n_rows);
  TrKktStack *both[] = {&b->hard, &b->soft};
  for (gsize i = 0; i < G_N_ELEMENTS (both); i++) {
    both[i]->told = tr_kkt_told_new (crowd->n_rows, crowd->n_cols, b->start, b->col);
    both[i]->room = tr_kkt_told_is_small (both[i]->told) ? crowd->n_cols : 1;
  }
  s->refines |= !tr_kkt_told_is_small (b->hard.told);
}

// Constraints of the small system: those that are in no crowd or have unknowns of their own, then two
// for each crowd.
static TrKkt *
inner_new (TrKktBundle *s)
{
  const TrKktGraph *g = s->g;
  int most = g->n_cons + 2 * s->crowds.n, n = 0, n_touch = 0;
  g_autofree int *rows = g_new (int, most + 1), *start = g_new (int, most + 1);
  g_autofree int *touch = g_new (int, 2 * g->n_touch + 1);
  for (int c = 0; c < g->n_cons; c++) {
    bool has = s->crowds.crowd_of[c] < 0 || s->crowds.own[c] > 0;
    s->con_of[c] = has ? n : -1;
    if (!has)
      continue;
    rows[n] = s->room[c];
    start[n++] = n_touch;
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      touch[n_touch++] = g->touch[i];
  }
  for (int k = 0; k < 2 * s->crowds.n; k++) {
    TrKktPacked *b = &s->bundle[k / 2];
    TrKktStack *t = k % 2 == 0 ? &b->hard : &b->soft;
    t->con = n;
    rows[n] = t->room;
    start[n++] = n_touch;
    for (int i = 0; i < b->crowd->n_blocks; i++)
      touch[n_touch++] = b->crowd->block[i];
  }
  start[n] = n_touch;
  memcpy (s->first, start, sizeof (int) * (gsize) (n + 1));
  TrKktShape shape = {g->n_blocks, g->dim, n, rows, start, touch, g->n_pairs, g->pair};
  return tr_kkt_new_single (&shape);
}

static void
build_inner (TrKktBundle *s)
{
  if (s->inner)
    s->n_factored += tr_kkt_n_factored (s->inner);
  tr_kkt_free (s->inner);
  s->inner = inner_new (s);
  gsize n_rows = (gsize) s->inner->g->n_rows;
  s->b = g_renew (double, s->b, n_rows + 1);
  s->lambda = g_renew (double, s->lambda, n_rows + 1);
  s->inner->n->size = g_new0 (double, n_rows + 1);
  for (int k = 0; k < s->crowds.n; k++)
    for (int r = 0; r < s->bundle[k].hard.room; r++)
      s->inner->n->size[s->inner->g->l_at[s->bundle[k].hard.con] + r] = 1;
}

TrKktBundle *
tr_kkt_bundle_new (const TrKktGraph *g)
{
  TrKktCrowds crowds;
  tr_kkt_crowds_find (&crowds, g);
  if (crowds.n == 0) {
    tr_kkt_crowds_clear (&crowds);
    return NULL;
  }
  TrKktBundle *s = g_new0 (TrKktBundle, 1);
  gsize n_cons = (gsize) g->n_cons + 1, n = (gsize) g->n_unknowns + 1, m = (gsize) g->n_rows + 1;
  int n_turn = 0, widest = 0;
  s->g = g;
  s->crowds = crowds;
  s->bundle = g_new0 (TrKktPacked, crowds.n);
  for (int k = 0; k < crowds.n; k++)
    bundle_init (s, &s->bundle[k], &crowds.crowd[k]);
  s->con_of = g_new (int, n_cons);
  s->turn_at = g_new (int, n_cons);
  s->room = g_new (int, n_cons);
  for (int c = 0; c < g->n_cons; c++) {
    bool turns = crowds.crowd_of[c] >= 0 && crowds.own[c] > 0;
    s->turn_at[c] = turns ? n_turn : -1;
    n_turn += turns ? g->rows[c] * g->rows[c] : 0;
    s->room[c] = turns ? crowds.own[c] : g->rows[c];
    widest = MAX (widest, tr_kkt_bundle_width (g, c));
  }
  s->turn = g_new0 (double, n_turn + 1);
  s->is_kept = g_new0 (bool, n_cons);
  s->first = g_new (int, n_cons + 2 * (gsize) crowds.n + 1);
  s->changed = g_new0 (bool, n_cons + 2 * (gsize) crowds.n + 1);
  s->rows = g_new (double, g->max_rows *widest + 1);
  s->y = g_new (double, g->max_rows + 1);
  s->work = g_new (double, 2 * g->max_dim * g->max_dim + 1);
  double **by_row[] = {&s->divisor, &s->size2, &s->rb, &s->dl};
  for (gsize i = 0; i < G_N_ELEMENTS (by_row); i++)
    *by_row[i] = g_new0 (double, m);
  double **by_unknown[] = {&s->rf, &s->dv, &s->scale};
  for (gsize i = 0; i < G_N_ELEMENTS (by_unknown); i++)
    *by_unknown[i] = g_new0 (double, n);
  build_inner (s);
  return s;
}

void
tr_kkt_bundle_free (TrKktBundle *s)
{
  if (!s)
    return;
  for (TrKktPacked *b = s->bundle; b < s->bundle + s->crowds.n; b++) {
    tr_kkt_told_free (b->hard.told);
    tr_kkt_told_free (b->soft.told);
    void *lists[] = {b->start, b->col, b->first, b->is_soft, b->x};
    for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
      g_free (lists[i]);
  }
  tr_kkt_crowds_clear (&s->crowds);
  tr_kkt_free (s->inner);
  void *lists[] = {s->bundle,  s->room, s->con_of, s->turn_at, s->turn,  s->is_kept, s->first,
                   s->divisor, s->rows, s->size2,  s->rb,      s->rf,    s->dv,      s->dl,
                   s->work,    s->y,    s->b,      s->lambda,  s->scale, s->changed};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (s);
}

TrKkt *
tr_kkt_bundle_inner (TrKktBundle *s)
{
  return s->inner;
}

size_t
tr_kkt_bundle_n_factored (const TrKktBundle *s)
{
  return s->n_factored + tr_kkt_n_factored (s->inner);
}

// ─── the solution ───────────────────────────────────────────────────────────

// What is asked of a constraint of a crowd, divided and turned, into s->y.
static void
turn_right (TrKktBundle *s, int con, const double *b)
{
  const TrKktGraph *g = s->g;
  const double *h = s->turn + s->turn_at[con];
  int m = g->rows[con];
  bool is_turned = s->turn_at[con] >= 0 && !s->is_kept[con];
  for (int r = 0; r < m; r++)
    s->y[r] = 0;
  for (int r = 0; r < m; r++) {
    double divisor = s->divisor[g->l_at[con] + r];
    double x = divisor > 0 ? b[g->l_at[con] + r] / divisor : 0;
    for (int i = 0; i < m; i++)
      s->y[i] += is_turned ? h[i * m + r] * x : i == r ? x : 0;
  }
}

// The right-hand side of the small system.
static void
reduce_right (TrKktBundle *s, const double *b)
{
  const TrKktGraph *g = s->g, *in = s->inner->g;
  memset (s->b, 0, sizeof (double) * (gsize) in->n_rows);
  for (int c = 0; c < g->n_cons; c++)
    if (s->crowds.crowd_of[c] < 0)
      memcpy (s->b + in->l_at[s->con_of[c]], b + g->l_at[c], sizeof (double) * (gsize) g->rows[c]);
  for (TrKktPacked *k = s->bundle; k < s->bundle + s->crowds.n; k++) {
    for (int c = 0; c < k->crowd->n_cons; c++) {
      int con = k->crowd->con[c], own = s->crowds.own[con], in_small = own;
      turn_right (s, con, b);
      if (s->is_kept[con])
        in_small = g->rows[con];
      for (int r = 0; r < in_small; r++)
        s->b[in->l_at[s->con_of[con]] + r] = s->y[r];
      for (int r = own; r < g->rows[con]; r++)
        k->x[k->first[c] + r - own] = s->is_kept[con] ? 0 : s->y[r];
    }
    tr_kkt_told_down (k->hard.told, k->x, s->b + in->l_at[k->hard.con]);
    tr_kkt_told_down (k->soft.told, k->x, s->b + in->l_at[k->soft.con]);
  }
}

// The multipliers of a constraint of a crowd, its rows in s->y, turned back and divided.
static void
turn_back (TrKktBundle *s, int con, double *lambda)
{
  const TrKktGraph *g = s->g;
  const double *h = s->turn + s->turn_at[con];
  int m = g->rows[con];
  bool is_turned = s->turn_at[con] >= 0 && !s->is_kept[con];
  for (int r = 0; r < m; r++) {
    double sum = is_turned ? 0 : s->y[r], divisor = s->divisor[g->l_at[con] + r];
    for (int i = 0; is_turned && i < m; i++)
      sum += h[i * m + r] * s->y[i];
    lambda[g->l_at[con] + r] = divisor > 0 ? sum / divisor : 0;
  }
}

static void
expand_multipliers (TrKktBundle *s, double *lambda)
{
  const TrKktGraph *g = s->g, *in = s->inner->g;
  for (int c = 0; c < g->n_cons; c++)
    if (s->crowds.crowd_of[c] < 0)
      memcpy (lambda + g->l_at[c], s->lambda + in->l_at[s->con_of[c]],
              sizeof (double) * (gsize) g->rows[c]);
  for (TrKktPacked *k = s->bundle; k < s->bundle + s->crowds.n; k++) {
    double *hard = s->lambda + in->l_at[k->hard.con], *soft = s->lambda + in->l_at[k->soft.con];
    for (int r = 0; r < k->crowd->n_rows; r++)
      k->x[r] = k->is_soft[r] ? k->x[r] : 0;
    dense_axpy (k->soft.n, -1, s->b + in->l_at[k->soft.con], soft);
    tr_kkt_told_up (k->hard.told, hard, k->x);
    tr_kkt_told_up (k->soft.told, soft, k->x);
    for (int c = 0; c < k->crowd->n_cons; c++) {
      int con = k->crowd->con[c], own = s->crowds.own[con];
      for (int r = own; r < g->rows[con]; r++)
        s->y[r] = k->x[k->first[c] + r - own];
      for (int r = 0; r < (s->is_kept[con] ? g->rows[con] : own); r++)
        s->y[r] = s->lambda[in->l_at[s->con_of[con]] + r];
      turn_back (s, con, lambda);
    }
  }
}

// What the small system has missed since not all of R's digits are good.
static void
refine (TrKktBundle *s, const double *f, const double *b, double *v, double *lambda)
{
  tr_kkt_residual (s->g, s->num, f, b, v, lambda, s->rf, s->rb);
  reduce_right (s, s->rb);
  tr_kkt_solve (s->inner, s->rf, s->b, s->dv, s->lambda);
  expand_multipliers (s, s->dl);
  dense_axpy (s->g->n_unknowns, 1, s->dv, v);
  dense_axpy (s->g->n_rows, 1, s->dl, lambda);
}

static TrKktResult
expand (
    TrKktBundle *s, TrKktResult result, const double *f, const double *b, double *v, double *lambda)
{
  double most = 0;
  expand_multipliers (s, lambda);
  if (s->refines)
    refine (s, f, b, v, lambda);
  tr_kkt_residual (s->g, s->num, NULL, b, v, lambda, NULL, s->rb);
  for (int r = 0; r < s->g->n_rows; r++)
    most = fmax (most, s->rb[r] * s->rb[r] / (s->size2[r] > 0 ? s->size2[r] : 1));
  for (const TrKktPacked *k = s->bundle; k < s->bundle + s->crowds.n; k++) {
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
  while (!tr_kkt_bundle_fill (s, change)) {
    build_inner (s);
    change = NULL;
  }
  reduce_right (s, b);
  TrKktResult result;
  if (change) {
    TrKktChange inner = {change->block, s->changed, change->close};
    result = tr_kkt_refactor_solve (s->inner, &inner, f, s->b, v, s->lambda);
  } else {
    result = tr_kkt_factor_solve (s->inner, f, s->b, v, s->lambda);
  }
  return expand (s, result, f, b, v, lambda);
}

TrKktResult
tr_kkt_bundle_solve (TrKktBundle *s, const double *f, const double *b, double *v, double *lambda)
{
  reduce_right (s, b);
  return expand (s, tr_kkt_solve (s->inner, f, s->b, v, s->lambda), f, b, v, lambda);
}
