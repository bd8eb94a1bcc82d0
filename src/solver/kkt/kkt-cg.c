// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Multipliers by iteration (witkin-1997 §4.4): with s the lengths of the rows of J A^−½,
//
//   S x = r      S = s⁻¹ (J A⁻¹ Jᵀ + C) s⁻¹      r = s⁻¹ (b − J A⁻¹ f)      λ = s⁻¹ x
//
// S is never formed. Of the family of conjugate gradients this is the one that makes the residual
// least in every turn (conjugate residuals): where rows conflict S is singular and r not in its
// range, and the residual is what of r no motion can mend. That is then taken out of r and x begun
// anew, since along it x is of no meaning and grows. What is missed after the last turn is exactly
// known, and the whole is repeated on it as long as that helps.

#include "solver/kkt/kkt-reference.h"

#include "math/dense.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { REPEATS = 6 };

typedef struct {
  const TrKktGraph *g;
  const TrKktNumbers *n;
  TrKkt *mass; // A alone, which pairs may couple
  double *size;
  double *x, *r, *sr, *p, *sp, *side, *goal; // n_rows
  double *force, *v, *zero;                  // n_unknowns
  double *work;
} Cg;

static void
cg_free (void *reference)
{
  Cg *k = reference;
  double *lists[] = {k->size, k->x,    k->r,     k->sr, k->p,    k->sp,
                     k->side, k->goal, k->force, k->v,  k->zero, k->work};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  tr_kkt_free (k->mass);
  g_free (k);
}

static void *
cg_make (const TrKktGraph *g)
{
  Cg *k = g_new0 (Cg, 1);
  double **rows[] = {&k->size, &k->x, &k->r, &k->sr, &k->p, &k->sp, &k->side, &k->goal};
  double **unknowns[] = {&k->force, &k->v, &k->zero};
  int none = 0;
  k->g = g;
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    *rows[i] = g_new0 (double, g->n_rows + 1);
  for (gsize i = 0; i < G_N_ELEMENTS (unknowns); i++)
    *unknowns[i] = g_new0 (double, g->n_unknowns + 1);
  k->work = g_new (double, 2 * g->max_dim * g->max_dim + 1);
  TrKktShape shape = {.n_blocks = g->n_blocks,
                      .dim = g->dim,
                      .start = &none,
                      .n_pairs = g->n_pairs,
                      .pair = g->pair};
  k->mass = tr_kkt_new (&shape, TR_KKT_AUTO);
  return k;
}

static int
cg_factor (void *reference, const TrKktNumbers *n)
{
  Cg *k = reference;
  k->n = n;
  tr_kkt_reference_fill_a (k->g, n, k->mass);
  tr_kkt_reference_sizes (k->g, n, k->work, k->size);
  tr_kkt_factor_solve (k->mass, k->zero, k->side, k->v, k->side);
  return 0;
}

// v ← A⁻¹ (f + Jᵀ λ)
static void
motion (Cg *k, const double *f, const double *lambda, double *v)
{
  tr_kkt_residual (k->g, k->n, f, NULL, k->zero, lambda, k->force, k->sp);
  tr_kkt_solve (k->mass, k->force, k->sp, v, k->sp);
}

// to ← S x
static void
apply (Cg *k, const double *x, double *to)
{
  for (int i = 0; i < k->g->n_rows; i++)
    k->side[i] = x[i] / k->size[i];
  tr_kkt_residual (k->g, k->n, NULL, NULL, k->zero, k->side, k->force, to);
  tr_kkt_solve (k->mass, k->force, to, k->v, to);
  tr_kkt_residual (k->g, k->n, NULL, NULL, k->v, k->side, NULL, to);
  for (int i = 0; i < k->g->n_rows; i++)
    to[i] /= -k->size[i];
}

// x ← x + what makes r least, and r ← what it leaves.
static void
descend (Cg *k)
{
  int m = k->g->n_rows;
  double goal = 1e-15 * sqrt (dense_dot (m, k->r, k->r));
  size_t bytes = sizeof (double) * (size_t) m;
  apply (k, k->r, k->sr);
  memcpy (k->p, k->r, bytes);
  memcpy (k->sp, k->sr, bytes);
  double rsr = dense_dot (m, k->r, k->sr);
  double still = 1e-15 * sqrt (dense_dot (m, k->sr, k->sr));

  for (int turn = 0; turn < 4 * m + 20; turn++) {
    double spsp = dense_dot (m, k->sp, k->sp), r = sqrt (dense_dot (m, k->r, k->r));
    double sr = sqrt (dense_dot (m, k->sr, k->sr));
    // S r of no more than rounding: r is a conflict, and the way on is anywhere
    if (!(rsr > 0) || !(spsp > 0) || r <= goal || sr <= still || sr <= 1e-14 * r)
      return;
    double alpha = rsr / spsp;
    dense_axpy (m, alpha, k->p, k->x);
    dense_axpy (m, -alpha, k->sp, k->r);
    apply (k, k->r, k->sr);
    double next = dense_dot (m, k->r, k->sr), beta = next / rsr;
    rsr = next;
    for (int i = 0; i < m; i++) {
      k->p[i] = k->r[i] + beta * k->p[i];
      k->sp[i] = k->sr[i] + beta * k->sp[i];
    }
  }
}

// From λ = 0 to the least residual, of which r is what is left; returns its largest row.
static double
fit (Cg *k, const double *f, const double *b, double *lambda)
{
  int m = k->g->n_rows;
  double left = G_MAXDOUBLE, before;
  memset (lambda, 0, sizeof (double) * (size_t) m);
  for (int i = 0; i < REPEATS; i++) {
    before = left;
    motion (k, f, lambda, k->v);
    left = tr_kkt_reference_conflict (k->g, k->n, k->size, b, k->v, lambda, k->r);
    for (int r = 0; r < m; r++)
      k->r[r] /= k->size[r];
    if (i == REPEATS - 1 || !(left < 0.5 * before))
      break;
    memset (k->x, 0, sizeof (double) * (size_t) m);
    descend (k);
    for (int r = 0; r < m; r++)
      lambda[r] += k->x[r] / k->size[r];
  }
  return left;
}

static double
cg_solve (void *reference, const double *f, const double *b, double *v, double *lambda)
{
  Cg *k = reference;
  int m = k->g->n_rows;
  double reach = 0, left = fit (k, f, b, lambda);
  for (int r = 0; r < m; r++)
    reach = fmax (reach, fabs (b[r]) / k->size[r]);
  if (left > 1e-9 * reach) { // what remains is the conflict
    for (int r = 0; r < m; r++)
      k->goal[r] = b[r] - k->r[r] * k->size[r];
    fit (k, f, k->goal, lambda);
  }
  motion (k, f, lambda, v);
  return tr_kkt_reference_conflict (k->g, k->n, k->size, b, v, lambda, k->r);
}

const TrKktReference tr_kkt_cg = {"cg", cg_make, cg_free, cg_factor, cg_solve};
