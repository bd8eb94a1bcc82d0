// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The steps of the peeling for any sizes; three unknowns with two rows have their own kernel.

#include "solver/kkt/kkt-peel-private.h"

#include "math/dense.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// The parts of a step's factor.
typedef struct {
  double *a; // L D Lᵀ of A, d × d
  double *y; // m × d: A⁻¹Jᵀ, transposed
  double *s; // L D Lᵀ of S, m × m
  double *p; // m × dp
  double *w; // d × dp, or NULL
} Parts;

static Parts
parts_of (const TrKktPeel *p, const TrPeelStep *s)
{
  double *a = p->factor + tr_peel_site (p, s)->factor, *y = a + s->d * s->d;
  double *ss = y + s->m * s->d, *pp = ss + s->m * s->m;
  return (Parts){a, y, ss, pp, tr_peel_site (p, s)->pair >= 0 ? pp + s->m * s->dp : NULL};
}

// The constraints of a step, and the rows of each.
static int
n_cons (const TrPeelStep *s)
{
  return s[1].first - s->first;
}

static int
n_rows (const TrKktPeel *p, const TrPeelStep *s, int i)
{
  return p->g->rows[p->con_of[s->first + i]];
}

static const TrPeelRows *
rows_of (const TrKktPeel *p, const TrPeelStep *s)
{
  return p->rows + tr_peel_site (p, s)->rows;
}

// Y and S, and S's factor; how many of its pivots are small.
static int
factor_rows (const TrKktPeel *p, const TrPeelStep *s, const Parts *q)
{
  int d = s->d, at = 0;
  double *size = p->work;

  for (int i = 0; i < n_cons (s); i++) {
    const TrPeelRows *r = &rows_of (p, s)[i];
    for (int k = 0; k < n_rows (p, s, i); k++, at++) {
      const double *j = p->num + r->j + k * d;
      memcpy (q->y + at * d, j, sizeof (double) * (size_t) d);
      ldl_solve (d, q->a, q->y + at * d);
      for (int l = 0; l <= at; l++)
        q->s[at * s->m + l] = dense_dot (d, j, q->y + l * d);
      q->s[at * s->m + at] += p->num[r->con + k];
      size[at] = q->s[at * s->m + at];
    }
  }
  return ldl_factor (s->m, q->s, size, 1e-8);
}

// E (d × dp) into e and A⁻¹E into w.
static void
factor_pair (const TrKktPeel *p, const TrPeelStep *s, const Parts *q, double *e)
{
  const double *stored = p->num + tr_peel_site (p, s)->pair;
  double *x = p->work;

  for (int c = 0; c < s->dp; c++) {
    for (int r = 0; r < s->d; r++)
      x[r] = e[r * s->dp + c] = s->pair_turned ? stored[c * s->d + r] : stored[r * s->dp + c];
    ldl_solve (s->d, q->a, x);
    for (int r = 0; r < s->d; r++)
      q->w[r * s->dp + c] = x[r];
  }
}

// K − JW into k (m × dp).
static void
parent_rows (const TrKktPeel *p, const TrPeelStep *s, const Parts *q, double *k)
{
  int dp = s->dp;
  for (int i = 0; i < n_cons (s); i++) {
    const TrPeelRows *r = &rows_of (p, s)[i];
    int rows = n_rows (p, s, i);
    if (r->k >= 0)
      memcpy (k, p->num + r->k, sizeof (double) * (size_t) (rows * dp));
    else
      memset (k, 0, sizeof (double) * (size_t) (rows * dp));
    for (int l = 0; q->w && l < rows; l++)
      dense_gemv_t (s->d, dp, -1, q->w, p->num + r->j + l * s->d, k + l * dp);
    k += rows * dp;
  }
}

// to ← to + xᵀy, lower triangle, packed; x, y: m × n
static void
add_product (int m, int n, double sign, const double *x, const double *y, double *to)
{
  for (int i = 0; i < n; i++, to += i)
    for (int k = 0; k < m; k++)
      dense_axpy (i + 1, sign * x[k * n + i], y + k * n, to);
}

// P, and what the parent's A receives is added to up.
static void
factor_parent (TrKktPeel *p, const TrPeelStep *s, const Parts *q, double *up)
{
  int m = s->m, dp = s->dp, max = p->work_dim;
  double *x = p->work, *k = x + max, *e = k + max * max;

  if (q->w)
    factor_pair (p, s, q, e);
  parent_rows (p, s, q, k);
  for (int c = 0; c < dp; c++) {
    for (int r = 0; r < m; r++)
      x[r] = k[r * dp + c];
    ldl_solve (m, q->s, x);
    for (int r = 0; r < m; r++)
      q->p[r * dp + c] = x[r];
  }
  add_product (m, dp, 1, k, q->p, up);
  if (q->w)
    add_product (s->d, dp, -1, e, q->w, up);
}

static int
packed (int d)
{
  return d * (d + 1) / 2;
}

static size_t
packed_size (int d)
{
  return sizeof (double) * (size_t) packed (d);
}

// up: what goes on to the parent. Returns whether the rows depend on each other.
static bool
factor_step (TrKktPeel *p, const TrPeelStep *s, double *up, bool *blocked)
{
  Parts q = parts_of (p, s);
  const TrPeelSite *at = tr_peel_site (p, s);
  int d = s->d;

  memcpy (q.a, p->num + at->a, sizeof (double) * (size_t) (d * d));
  for (const double *x = p->handed + at->load.from; x < p->handed + at->load.end;)
    for (int r = 0; r < d; x += ++r)
      dense_axpy (r + 1, 1, x, q.a + r * d);
  ldl_factor (d, q.a, NULL, 0);
  bool failed = factor_rows (p, s, &q) > 0;
  if (failed)
    blocked[s->block] = true;
  memset (up, 0, packed_size (s->dp));
  if (s->up >= 0)
    factor_parent (p, s, &q, up);
  return failed;
}

// v holds f at first. Inlined with constant sizes where these are common: points with distances.
static inline __attribute__ ((always_inline)) void
forward_sized (const TrKktPeel *p,
               const TrPeelStep *s,
               int d,
               int m,
               int dp,
               const double *b,
               double *v,
               double *lambda)
{
  Parts q = parts_of (p, s);
  const TrPeelSite *site = tr_peel_site (p, s);
  const TrPeelRows *rows = rows_of (p, s);
  double *x = v + site->v, *g = p->work;
  int at = 0;

  // g = b − Yᵀf, to the parent Pᵀg − Wᵀf
  for (int i = 0; i < n_cons (s); i++)
    for (int k = 0; k < n_rows (p, s, i); k++)
      g[at++] = b[rows[i].l + k];
  dense_gemv (m, d, -1, q.y, x, g);
  if (s->up >= 0) {
    dense_gemv_t (m, dp, 1, q.p, g, v + site->vp);
    if (q.w)
      dense_gemv_t (d, dp, -1, q.w, x, v + site->vp);
  }

  // A⁻¹f and S⁻¹g wait in v and λ
  ldl_solve_inline (d, q.a, x);
  ldl_solve_inline (m, q.s, g);
  for (int i = n_cons (s) - 1; i >= 0; i--)
    for (int k = n_rows (p, s, i) - 1; k >= 0; k--)
      lambda[rows[i].l + k] = g[--at];
}

static bool
joins_points (const TrPeelStep *s)
{
  return s->d == 2 && s->m == 1 && s->dp == 2;
}

static void
forward_step (const TrKktPeel *p, const TrPeelStep *s, const double *b, double *v, double *lambda)
{
  if (joins_points (s))
    forward_sized (p, s, 2, 1, 2, b, v, lambda);
  else
    forward_sized (p, s, s->d, s->m, s->dp, b, v, lambda);
}

static inline __attribute__ ((always_inline)) void
backward_sized (const TrKktPeel *p, const TrPeelStep *s, int d, int dp, double *v, double *lambda)
{
  Parts q = parts_of (p, s);
  const TrPeelSite *site = tr_peel_site (p, s);
  const TrPeelRows *rows = rows_of (p, s);
  const double *y = q.y, *pp = q.p;
  double *x = v + site->v;

  if (q.w)
    dense_gemv (d, dp, -1, q.w, v + site->vp, x);
  for (int i = 0; i < n_cons (s); i++)
    for (int k = 0; k < n_rows (p, s, i); k++, y += d, pp += dp) {
      double *l = lambda + rows[i].l + k;
      if (s->up >= 0)
        *l -= dense_dot (dp, pp, v + site->vp);
      dense_axpy (d, *l, y, x);
    }
}

static void
backward_step (const TrKktPeel *p, const TrPeelStep *s, double *v, double *lambda)
{
  if (joins_points (s))
    backward_sized (p, s, 2, 2, v, lambda);
  else
    backward_sized (p, s, s->d, s->dp, v, lambda);
}

// ─── sweeps ─────────────────────────────────────────────────────────────────

// v ← f, to which the children of each add before it goes.
static void
begin (const TrKktPeel *p, const double *f, double *v)
{
  if (f != v)
    memcpy (v, f, sizeof (double) * (size_t) p->g->n_unknowns);
}

// What is handed to those left, to where the elimination of these finds it.
static void
gather_left (TrKktPeel *p, int k)
{
  int x = p->left[k], d = p->g->dim[x];
  if (p->load_at[x] < 0)
    return;
  double *load = p->load + p->load_at[x];
  memset (load, 0, packed_size (d));
  for (int at = p->left_load[k].from; at < p->left_load[k].end; at += packed (d))
    dense_axpy (packed (d), 1, p->handed + at, load);
}

int
tr_kkt_peel_factor (
    TrKktPeel *p, const double *f, const double *b, double *v, double *lambda, bool *blocked)
{
  int n_failed = 0;

  begin (p, f, v);
  for (const TrPeelRun *r = p->run; r < p->run + p->n_runs; r++)
    if (r->sort == TR_PEEL_IN_LANES)
      n_failed += tr_peel_factor_lanes (p, r->from, r->to, b, v, lambda, blocked);
    else if (r->sort == TR_PEEL_SMALL)
      n_failed += tr_peel_factor_small (p, r->from, r->to, b, v, lambda, blocked);
    else
      for (int e = r->from; e < r->to; e++) {
        const TrPeelStep *s = &p->step[e];
        n_failed += factor_step (p, s, p->handed + tr_peel_site (p, s)->to, blocked);
        forward_step (p, s, b, v, lambda);
      }
  for (int k = 0; k < p->n_left; k++)
    gather_left (p, k);
  return n_failed;
}

// ─── updates ────────────────────────────────────────────────────────────────

void
tr_kkt_peel_forget (TrKktPeel *p)
{
  memset (p->dirty, true, (size_t) p->g->n_blocks);
}

static int
update_any (
    TrKktPeel *p, const TrPeelStep *s, const TrKktChange *change, bool *blocked, size_t *n_factored)
{
  bool *dirty = &p->dirty[s - p->step];
  if (!*dirty && !tr_peel_is_changed (p, s, change))
    return 0;
  double *up =
      p->work + 2 * p->work_dim * p->work_dim + p->work_dim; // after what factor_parent has
  bool failed = factor_step (p, s, up, blocked);
  tr_peel_keep (p, s, tr_peel_site (p, s)->to, packed (s->dp), up, change->close);
  *dirty = false;
  ++*n_factored;
  return failed;
}

int
tr_kkt_peel_update (TrKktPeel *p,
                    const TrKktChange *change,
                    const double *f,
                    const double *b,
                    double *v,
                    double *lambda,
                    bool *blocked,
                    size_t *n_factored)
{
  int n_failed = 0;

  begin (p, f, v);
  for (const TrPeelRun *r = p->run; r < p->run + p->n_runs; r++)
    if (r->sort == TR_PEEL_IN_LANES)
      n_failed +=
          tr_peel_update_lanes (p, r->from, r->to, change, b, v, lambda, blocked, n_factored);
    else if (r->sort == TR_PEEL_SMALL)
      n_failed +=
          tr_peel_update_small (p, r->from, r->to, change, b, v, lambda, blocked, n_factored);
    else
      for (int e = r->from; e < r->to; e++) {
        n_failed += update_any (p, &p->step[e], change, blocked, n_factored);
        forward_step (p, &p->step[e], b, v, lambda);
      }
  for (int k = 0; k < p->n_left; k++) {
    bool *dirty = &p->dirty[p->n_steps + k];
    if (*dirty)
      gather_left (p, k);
    p->left_dirty[p->left[k]] = *dirty;
    *dirty = false;
  }
  return n_failed;
}

void
tr_kkt_peel_forward (TrKktPeel *p, const double *f, const double *b, double *v, double *lambda)
{
  begin (p, f, v);
  for (const TrPeelRun *r = p->run; r < p->run + p->n_runs; r++)
    if (r->sort == TR_PEEL_IN_LANES)
      tr_peel_forward_lanes (p, r->from, r->to, b, v, lambda);
    else if (r->sort == TR_PEEL_SMALL)
      tr_peel_forward_small (p, r->from, r->to, b, v, lambda);
    else
      for (int e = r->from; e < r->to; e++)
        forward_step (p, &p->step[e], b, v, lambda);
}

void
tr_kkt_peel_backward (const TrKktPeel *p, double *v, double *lambda)
{
  for (const TrPeelRun *r = p->run + p->n_runs - 1; r >= p->run; r--)
    if (r->sort == TR_PEEL_IN_LANES)
      tr_peel_backward_lanes (p, r->from, r->to, v, lambda);
    else if (r->sort == TR_PEEL_SMALL)
      tr_peel_backward_small (p, r->from, r->to, v, lambda);
    else
      for (int e = r->to - 1; e >= r->from; e--)
        backward_step (p, &p->step[e], v, lambda);
}
