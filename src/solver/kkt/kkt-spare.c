// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Each spare row with those that it depends on is a sum of rows that comes to nothing. With these sums
// as the columns of Z, S the lengths of the rows of J A^−½ and G = ZᵀS²Z,
//
//   JᵀZ = 0        c = S² Z G⁻¹ Zᵀ b        J v = b − c        λ ← λ − Z G⁻¹ ZᵀS² λ
//
// c is what no motion can mend, b's part across the range of S⁻¹J: without it the rows that are left
// give the least-squares motion, the spare ones hold by themselves. λ is free by any Zy, and least
// without its part along S Z. G is small; Z has as many rows as take part.

#include "solver/kkt/kkt-spare.h"

#include "math/dense.h"
#include "solver/kkt/kkt-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// What a sum of rows may come to that counts as nothing, in rows of unit length.
#define NO_REMAINDER 1e-8
// What may be missed, of what is asked for: where one more solve is tried, and where it is another matter.
// A conflict under the first is rounding.
#define WELL   1e-11
#define ENOUGH 1e-10

struct _TrKktSpare {
  const TrKktGraph *g;
  int n, room;
  int n_cons, n_held;     // constraints that take part in a sum, and their rows
  int *con, *held;        // these, in order
  double *z;              // n_held × n, of which what is not 0 is kept, row by row:
  int *z_at;              // n_held + 1, into z
  unsigned char *z_sum;   // of each entry: its column, under TR_LDL_MOST_NULL
  double *gram;           // n × n, L D Lᵀ
  double *size2;          // n_rows: S²
  double *c;              // n_rows: the conflict
  double *b, *rb, *dl;    // n_rows
  double *rf, *dv, *zero; // n_unknowns
  double *work;
};

TrKktSpare *
tr_kkt_spare_new (const TrKktGraph *g)
{
  TrKktSpare *s = g_new0 (TrKktSpare, 1);
  gsize n = (gsize) g->n_unknowns + 1, m = (gsize) g->n_rows + 1;

  s->g = g;
  s->con = g_new (int, (gsize) g->n_cons + 1);
  s->held = g_new (int, m);
  s->z = g_new (double, TR_LDL_MOST_NULL *m);
  s->z_sum = g_new (unsigned char, TR_LDL_MOST_NULL *m);
  s->z_at = g_new (int, m + 1);
  s->gram = g_new (double, TR_LDL_MOST_NULL *TR_LDL_MOST_NULL);
  s->work = g_new (double, 2 * g->max_dim * g->max_dim + 1);
  double **by_row[] = {&s->size2, &s->c, &s->b, &s->rb, &s->dl};
  for (gsize i = 0; i < G_N_ELEMENTS (by_row); i++)
    *by_row[i] = g_new (double, m);
  s->rf = g_new (double, n);
  s->dv = g_new (double, n);
  s->zero = g_new0 (double, MAX (n, m));
  return s;
}

void
tr_kkt_spare_reserve (TrKktSpare *s, int n)
{
  if (n <= s->room)
    return;
  s->room = n;
  g_free (s->z);
  g_free (s->z_sum);
  g_free (s->gram);
  s->z = g_new (double, n *(s->g->n_rows + 1));
  s->z_sum = g_new (unsigned char, n *(s->g->n_rows + 1));
  s->gram = g_new (double, n *n);
}

void
tr_kkt_spare_free (TrKktSpare *s)
{
  if (!s)
    return;
  double *lists[] = {s->z,  s->gram, s->size2, s->c,    s->b,   s->rb,
                     s->dl, s->rf,   s->dv,    s->zero, s->work};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (s->z_at);
  g_free (s->z_sum);
  g_free (s->con);
  g_free (s->held);
  g_free (s);
}

// ─── measures ───────────────────────────────────────────────────────────────

// The largest |x| in rows of unit length, squared.
static double
largest_row (const TrKktSpare *s, const double *x)
{
  double most = 0;
  for (int r = 0; r < s->g->n_rows; r++) {
    double square = x[r] * x[r], bound = most * s->size2[r];
    most = square > bound ? square / s->size2[r] : most;
  }
  return most;
}

// The largest A^½ v, or A^−½ f, by the diagonal of A, squared.
static double
largest_motion (const TrKkt *k, const double *x, bool is_force)
{
  const TrKktGraph *g = k->g;
  double most = 0;
  for (int b = 0; b < g->n_blocks; b++)
    for (int i = 0; i < g->dim[b]; i++) {
      double a = k->n->num[k->n->a_at[b] + i * (g->dim[b] + 1)], y = x[g->v_at[b] + i];
      double square = is_force ? y * y / a : y * y * a;
      most = square > most ? square : most;
    }
  return most;
}

// ─── the sums ───────────────────────────────────────────────────────────────

// A row takes part in few sums.
static void
leave_out_zeros (TrKktSpare *s)
{
  int n = 0;
  for (int i = 0; i < s->n_held; i++) {
    s->z_at[i] = n;
    for (int j = 0; j < s->n; j++) {
      double z = s->z[i * s->n + j];
      if (!(fabs (z) > 0))
        continue;
      s->z_sum[n] = (unsigned char) j;
      s->z[n++] = z;
    }
  }
  s->z_at[s->n_held] = n;
}

// to ← to + x Z of row i, and (Zx) of row i.
static void
add_row (const TrKktSpare *s, int i, double x, double *to)
{
  for (int e = s->z_at[i]; e < s->z_at[i + 1]; e++)
    to[s->z_sum[e]] += x * s->z[e];
}

static double
dot_row (const TrKktSpare *s, int i, const double *x)
{
  double sum = 0;
  for (int e = s->z_at[i]; e < s->z_at[i + 1]; e++)
    sum += s->z[e] * x[s->z_sum[e]];
  return sum;
}

// Z: each sum of length 1 in rows of unit length.
static void
scale_sums (TrKktSpare *s)
{
  double scale[TR_LDL_MOST_NULL] = {0};
  for (int i = 0; i < s->n_held; i++)
    for (int e = s->z_at[i]; e < s->z_at[i + 1]; e++)
      scale[s->z_sum[e]] += s->z[e] * s->z[e] * s->size2[s->held[i]];
  for (int j = 0; j < s->n; j++)
    scale[j] = 1 / sqrt (scale[j]);
  for (int e = 0; e < s->z_at[s->n_held]; e++)
    s->z[e] *= scale[s->z_sum[e]];
}

// The largest of JᵀZ, by a mix of the sums in which none cancels another.
static double
remainder_of_sums (TrKkt *k)
{
  TrKktSpare *s = k->spare;
  double share[TR_LDL_MOST_NULL];
  for (int j = 0; j < s->n; j++)
    share[j] = 1 / (1 + 0.618 * j);
  memset (s->rf, 0, sizeof (double) * (size_t) s->g->n_unknowns);
  for (int i = 0; i < s->n_held; i++)
    s->dl[s->held[i]] = dot_row (s, i, share);
  for (int i = 0; i < s->n_cons; i++)
    tr_kkt_add_forces (s->g, k->n, s->con[i], s->dl, s->rf);
  return sqrt (largest_motion (k, s->rf, true));
}

bool
tr_kkt_spare_take (TrKkt *k, int n)
{
  TrKktSpare *s = k->spare;
  if (n > TR_LDL_MOST_NULL)
    return false;
  tr_kkt_spare_reserve (s, n);
  s->n = n;
  tr_kkt_row_sizes (s->g, k->n, s->work, s->size2);
  for (int r = 0; r < s->g->n_rows; r++)
    s->size2[r] = s->size2[r] > 0 ? s->size2[r] : 1;
  s->n_cons = tr_ldl_null (k->left, n, s->size2, s->con, s->z);
  s->n_held = 0;
  for (int i = 0; i < s->n_cons; i++)
    for (int r = s->g->l_at[s->con[i]]; r < s->g->l_at[s->con[i] + 1]; r++)
      s->held[s->n_held++] = r;
  leave_out_zeros (s);
  scale_sums (s);

  memset (s->gram, 0, sizeof (double) * (size_t) (n * n));
  for (int i = 0; i < s->n_held; i++)
    for (int e = s->z_at[i]; e < s->z_at[i + 1]; e++)
      add_row (s, i, s->z[e] * s->size2[s->held[i]], s->gram + s->z_sum[e] * n);
  ldl_factor (n, s->gram, NULL, 0);
  return remainder_of_sums (k) <= NO_REMAINDER;
}

// c ← S² Z G⁻¹ Zᵀ b; the largest of it in rows of unit length.
static double
split_conflict (const TrKktSpare *s, const double *b, double *c)
{
  double y[TR_LDL_MOST_NULL] = {0}, most = 0;
  memset (c, 0, sizeof (double) * (size_t) s->g->n_rows);
  for (int i = 0; i < s->n_held; i++)
    add_row (s, i, b[s->held[i]], y);
  ldl_solve (s->n, s->gram, y);
  for (int i = 0; i < s->n_held; i++) {
    int r = s->held[i];
    double share = dot_row (s, i, y), square = share * share * s->size2[r];
    c[r] = share * s->size2[r];
    most = square > most ? square : most;
  }
  return sqrt (most);
}

// λ ← λ − Z G⁻¹ ZᵀS² λ
static void
least_multipliers (const TrKktSpare *s, double *lambda)
{
  double y[TR_LDL_MOST_NULL] = {0};
  for (int i = 0; i < s->n_held; i++)
    add_row (s, i, s->size2[s->held[i]] * lambda[s->held[i]], y);
  ldl_solve (s->n, s->gram, y);
  for (int i = 0; i < s->n_held; i++)
    lambda[s->held[i]] -= dot_row (s, i, y);
}

// ─── the solution ───────────────────────────────────────────────────────────

// The sums are as exact as the factor, whose small pivots lose some of their digits: what Jᵀ makes of
// c/S², which should be nothing, tells how much of a motion is in it.
//
//   A dv − Jᵀμ = Jᵀ(c/S²), J dv = 0        c ← c + S²μ
static void
polish_conflict (TrKkt *k, TrKktSpare *s, int *n_solves)
{
  const TrKktGraph *g = s->g;
  memset (s->rf, 0, sizeof (double) * (size_t) g->n_unknowns);
  for (int i = 0; i < s->n_held; i++)
    s->dl[s->held[i]] = s->c[s->held[i]] / s->size2[s->held[i]];
  for (int i = 0; i < s->n_cons; i++)
    tr_kkt_add_forces (g, k->n, s->con[i], s->dl, s->rf);
  tr_kkt_apply (k, s->rf, s->zero, s->dv, s->dl);
  ++*n_solves;
  for (int r = 0; r < g->n_rows; r++)
    s->dl[r] *= s->size2[r];
  dense_axpy (g->n_rows, 1, s->dl, s->c);
}

// The residuals into rf and rb; how large they are in units of length and of motion.
static double
miss (TrKkt *k, TrKktSpare *s, const double *f, const double *v, const double *lambda)
{
  tr_kkt_residual (s->g, k->n, f, s->b, v, lambda, s->rf, s->rb);
  double rows = largest_row (s, s->rb), motions = largest_motion (k, s->rf, true);
  return sqrt (rows > motions ? rows : motions);
}

// What is missed is asked for as the whole was.
static void
refine (TrKkt *k, TrKktSpare *s, double *v, double *lambda, int *n_solves)
{
  const TrKktGraph *g = s->g;
  split_conflict (s, s->rb, s->dl);
  dense_axpy (g->n_rows, 1, s->dl, s->c);
  dense_axpy (g->n_rows, -1, s->dl, s->b);
  dense_axpy (g->n_rows, -1, s->dl, s->rb);
  tr_kkt_apply (k, s->rf, s->rb, s->dv, s->dl);
  dense_axpy (g->n_unknowns, 1, s->dv, v);
  dense_axpy (g->n_rows, 1, s->dl, lambda);
  ++*n_solves;
}

bool
tr_kkt_spare_solve (TrKkt *k,
                    const double *f,
                    const double *b,
                    double *v,
                    double *lambda,
                    double *conflict,
                    int *n_solves)
{
  TrKktSpare *s = k->spare;
  double asked = sqrt (largest_row (s, b)), left = split_conflict (s, b, s->c);

  if (left > WELL * asked)
    polish_conflict (k, s, n_solves);
  else
    memset (s->c, 0, sizeof (double) * (size_t) s->g->n_rows);
  memcpy (s->b, b, sizeof (double) * (size_t) s->g->n_rows);
  dense_axpy (s->g->n_rows, -1, s->c, s->b);
  tr_kkt_apply (k, f, s->b, v, lambda);

  double missed = miss (k, s, f, v, lambda);
  if (!(missed <= WELL * asked)) {
    double moved = sqrt (largest_motion (k, v, false));
    asked = moved > asked ? moved : asked;
  }
  if (!(missed <= WELL * asked)) {
    refine (k, s, v, lambda, n_solves);
    missed = miss (k, s, f, v, lambda);
  }
  least_multipliers (s, lambda);
  dense_axpy (s->g->n_rows, 1, s->c, s->rb);
  *conflict = sqrt (largest_row (s, s->rb));
  return missed <= ENOUGH * asked;
}
