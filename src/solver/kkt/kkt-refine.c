// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that depend on each other, many or nearly. With −δ on the diagonal of every row (of unit length in
// J A^−½) the factor F of H_δ is regular, and solving F again and again for what is missing,
//
//   ρ ← ρ − T ρ      ρ = b − J v − C λ,   T = S (S + δ)⁻¹,   S = J A⁻¹Jᵀ + C
//
// brings ρ down by δ/(δ + σ²) a pass in a mode of S with eigenvalue σ², and leaves alone what no
// motion can mend: the conflict, σ = 0. The multipliers grow by ρ/δ a pass there, so once ρ
// stands still it is taken out of b and the solution begun anew. Modes in between (slender
// trusses: σ² not much more than δ) are found in the Krylov space of T.

#include "solver/kkt/kkt-private.h"

#include "math/dense.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { STEPS = 8, PASSES = 2 };

static const double delta_of_unit_rows = 1e-8;
static const double exact = 1e-10; // of what is asked for

TrKktRefine *
tr_kkt_refine_new (const TrKktGraph *g)
{
  TrKktRefine *r = g_new0 (TrKktRefine, 1);
  gsize n = (gsize) g->n_unknowns + 1, m = (gsize) g->n_rows + 1;

  r->size = g_new (double, m);
  r->delta = g_new (double, m);
  r->rf = g_new (double, n);
  r->rb = g_new (double, m);
  r->dv = g_new (double, n);
  r->dl = g_new (double, m);
  r->b = g_new (double, m);
  r->zero = g_new0 (double, n);
  r->basis = g_new (double, (STEPS + 1) * m);
  r->work = g_new (double, 2 * g->max_dim * g->max_dim + 1);
  return r;
}

void
tr_kkt_refine_free (TrKktRefine *r)
{
  if (!r)
    return;
  double *lists[] = {r->size, r->delta, r->rf,   r->rb,    r->dv,
                     r->dl,   r->b,     r->zero, r->basis, r->work};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (r);
}

void
tr_kkt_refine_prepare (TrKkt *k)
{
  TrKktRefine *r = k->refine;

  tr_kkt_row_sizes (k->g, k->n, r->work, r->size);
  for (int i = 0; i < k->g->n_rows; i++) {
    if (!(r->size[i] > 0))
      r->size[i] = 1;
    r->delta[i] = delta_of_unit_rows * r->size[i];
    r->size[i] = sqrt (r->size[i]);
  }
}

// The residuals into rf and rb; returns the largest row of unit length.
static double
miss (TrKkt *k, const double *f, const double *b, const double *v, const double *lambda)
{
  TrKktRefine *r = k->refine;
  double most = 0;

  tr_kkt_residual (k->g, k->n, f, b, v, lambda, r->rf, r->rb);
  for (int i = 0; i < k->g->n_rows; i++)
    most = fmax (most, fabs (r->rb[i]) / r->size[i]);
  return most;
}

// Adds what F makes of rf and rb.
static void
correct (TrKkt *k, double *v, double *lambda)
{
  TrKktRefine *r = k->refine;
  tr_kkt_apply (k, r->rf, r->rb, r->dv, r->dl);
  dense_axpy (k->g->n_unknowns, 1, r->dv, v);
  dense_axpy (k->g->n_rows, 1, r->dl, lambda);
}

// How large rows of unit length are in the problem: b, and the motion.
static double
reach (const TrKkt *k, const double *b, const double *v)
{
  const TrKktGraph *g = k->g;
  double most = 0;
  for (int i = 0; i < g->n_rows; i++)
    most = fmax (most, fabs (b[i]) / k->refine->size[i]);
  for (int x = 0; x < g->n_blocks; x++)
    for (int i = 0; i < g->dim[x]; i++) {
      double a = k->n->num[k->n->a_at[x] + i * (g->dim[x] + 1)];
      most = fmax (most, sqrt (a) * fabs (v[g->v_at[x] + i]));
    }
  return most;
}

// ─── Krylov ─────────────────────────────────────────────────────────────────

// The small least-squares problem |β e₁ − H y| of GMRES, H upper Hessenberg, turned into a
// triangle as its columns come.
typedef struct {
  double h[STEPS][STEPS + 1]; // by columns
  double c[STEPS], s[STEPS];
  double e[STEPS + 1];
} Hessenberg;

static void
turn_column (Hessenberg *q, int j)
{
  double *h = q->h[j];
  for (int i = 0; i < j; i++) {
    double a = h[i], b = h[i + 1];
    h[i] = q->c[i] * a + q->s[i] * b;
    h[i + 1] = q->c[i] * b - q->s[i] * a;
  }
  double length = hypot (h[j], h[j + 1]);
  q->c[j] = h[j] / length;
  q->s[j] = h[j + 1] / length;
  h[j] = length;
  q->e[j + 1] = -q->s[j] * q->e[j];
  q->e[j] *= q->c[j];
}

static void
back_substitute (const Hessenberg *q, int n, double *y)
{
  for (int i = n - 1; i >= 0; i--) {
    y[i] = q->e[i];
    for (int j = i + 1; j < n; j++)
      y[i] -= q->h[j][i] * y[j];
    y[i] /= q->h[i][i];
  }
}

// dv, dl ← F⁻¹ (0, x) for x in rows of unit length.
static void
apply_rows (TrKkt *k, const double *x)
{
  TrKktRefine *r = k->refine;
  memset (r->rf, 0, sizeof (double) * (size_t) k->g->n_unknowns);
  for (int i = 0; i < k->g->n_rows; i++)
    r->rb[i] = x[i] * r->size[i];
  tr_kkt_apply (k, r->rf, r->rb, r->dv, r->dl);
}

// to ← T x, rows of unit length.
static void
apply_t (TrKkt *k, const double *x, double *to)
{
  TrKktRefine *r = k->refine;
  apply_rows (k, x);
  tr_kkt_residual (k->g, k->n, NULL, NULL, r->dv, r->dl, NULL, to);
  for (int i = 0; i < k->g->n_rows; i++)
    to[i] /= -r->size[i];
}

// Least residual over ρ + T span (ρ, Tρ, …): adds the solution's part to v and λ. Starts from the
// rb at hand. Returns the number of solves.
static int
krylov (TrKkt *k, double *v, double *lambda)
{
  TrKktRefine *r = k->refine;
  int m = k->g->n_rows, n = 0;
  Hessenberg q = {0};
  double y[STEPS];

  for (int i = 0; i < m; i++)
    r->basis[i] = r->rb[i] / r->size[i];
  double length = sqrt (dense_dot (m, r->basis, r->basis));
  q.e[0] = length;
  for (int i = 0; i < m; i++)
    r->basis[i] /= length;

  while (n < STEPS) {
    double *next = r->basis + (n + 1) * m;
    apply_t (k, r->basis + n * m, next);
    for (int j = 0; j <= n; j++) {
      q.h[n][j] = dense_dot (m, next, r->basis + j * m);
      dense_axpy (m, -q.h[n][j], r->basis + j * m, next);
    }
    double left = q.h[n][n + 1] = sqrt (dense_dot (m, next, next));
    turn_column (&q, n);
    // a direction that T takes into the others' images, but for rounding, is conflict
    if (!(q.h[n][n] > 1e-6))
      break;
    n++;
    if (!(left > 1e-9) || !(fabs (q.e[n]) > 1e-12 * length))
      break;
    for (int i = 0; i < m; i++)
      next[i] /= left;
  }
  if (n == 0)
    return 1;

  back_substitute (&q, n, y);
  double *sum = r->basis + n * m;
  memset (sum, 0, sizeof (double) * (size_t) m);
  for (int j = 0; j < n; j++)
    dense_axpy (m, y[j], r->basis + j * m, sum);
  apply_rows (k, sum);
  dense_axpy (k->g->n_unknowns, 1, r->dv, v);
  dense_axpy (m, 1, r->dl, lambda);
  return n + 1;
}

// ─── the whole ──────────────────────────────────────────────────────────────

// From nothing: one solve, two refinements, Krylov steps where these are slow. Leaves the
// residual in rb and returns its size.
static double
solve_once (
    TrKkt *k, const double *f, const double *b, double *v, double *lambda, TrKktResult *result)
{
  tr_kkt_apply (k, f, b, v, lambda);
  double before = miss (k, f, b, v, lambda), after = before;
  double small = 1e-12 * reach (k, b, v);

  for (int pass = 0; pass < 2; pass++) {
    before = after;
    correct (k, v, lambda);
    after = miss (k, f, b, v, lambda);
    result->refinements++;
  }
  if (after > small && after > 0.1 * before) {
    result->refinements += krylov (k, v, lambda);
    after = miss (k, f, b, v, lambda);
  }
  return after;
}

// What was taken for conflict may have a share of a weak mode in it, which a motion could still mend.
// Least squares leave Jᵀρ = 0 of rows of unit length; what is not 0 there,
//
//   (A + JᵀJ/δ) dv = Jᵀρ/δ
//
// brings down by δ/(δ + σ²) a pass, and unlike b, Jᵀρ has nothing of the conflict in it that would
// drown the digits.
static void
mend_weak_modes (TrKkt *k, const double *f, const double *b, double *v, double *lambda)
{
  TrKktRefine *r = k->refine;
  for (int pass = 0; pass < PASSES; pass++) {
    miss (k, f, b, v, lambda);
    for (int i = 0; i < k->g->n_rows; i++)
      r->b[i] = r->rb[i] / r->delta[i];
    tr_kkt_residual (k->g, k->n, NULL, NULL, r->zero, r->b, r->rf, r->rb);
    memset (r->rb, 0, sizeof (double) * (size_t) k->g->n_rows);
    tr_kkt_apply (k, r->rf, r->rb, r->dv, r->dl);
    dense_axpy (k->g->n_unknowns, 1, r->dv, v);
    if (!(dense_largest (k->g->n_unknowns, r->dv) > 1e-11 * dense_largest (k->g->n_unknowns, v)))
      return;
  }
}

bool
tr_kkt_refine_rest (
    TrKkt *k, const double *f, const double *b, double *v, double *lambda, TrKktResult *result)
{
  tr_kkt_apply (k, f, b, v, lambda);
  result->refinements++;
  result->conflict = miss (k, f, b, v, lambda);
  double most = fmax (k->may_miss, exact) * reach (k, b, v);
  if (result->conflict > most) {
    correct (k, v, lambda);
    result->refinements++;
    result->conflict = miss (k, f, b, v, lambda);
  }
  return result->conflict <= most;
}

void
tr_kkt_refine_solve (
    TrKkt *k, const double *f, const double *b, double *v, double *lambda, TrKktResult *result)
{
  TrKktRefine *r = k->refine;
  double left = solve_once (k, f, b, v, lambda, result);

  result->conflict = left;
  if (!(left > 1e-9 * reach (k, b, v)))
    return;

  // what remains is the conflict
  for (int i = 0; i < k->g->n_rows; i++)
    r->b[i] = b[i] - r->rb[i];
  solve_once (k, f, r->b, v, lambda, result);
  mend_weak_modes (k, f, b, v, lambda);
  result->refinements += 1 + PASSES;
  result->conflict = miss (k, f, b, v, lambda);
}
