// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// With A = L D Lᵀ, x = (D^½Lᵀ v, C^½ λ) and rows divided by their size s,
//
//   G = s⁻¹ (J L⁻ᵀD^−½, C^½)      x − Gᵀ(sλ) = x₀ = (D^−½L⁻¹ f, 0)      G x = s⁻¹ b
//
// so that x is x₀ plus the shortest least-squares correction of what x₀ misses, and sλ the
// shortest of the multipliers that give it: with G = Uᵀ W, W's rows orthogonal (of length σ),
//
//   g = U (s⁻¹ b − G x₀)      x = x₀ + Σ_σ>0 (gᵢ/σᵢ²) wᵢ      sλ = Uᵀ (g/σ²)

#include "solver/kkt/kkt-reference.h"

#include "math/dense.h"

#include <glib.h>
#include <math.h>
#include <string.h>

typedef struct {
  const TrKktGraph *g;
  int n, m;     // unknowns, rows
  double *a;    // L D Lᵀ
  double *rows; // G: m × width
  double *w;    // its orthogonal rows
  double *u;    // m × m
  int width;    // columns of G: n, and one for each row with C > 0
  double *sigma2, *size;
  double *x, *r, *work;
} Dense;

static void *
dense_make (const TrKktGraph *g)
{
  gsize n = (gsize) g->n_unknowns, m = (gsize) g->n_rows;
  if ((n + m) * (n + m) > TR_KKT_REFERENCE_MOST)
    return NULL;
  Dense *d = g_new0 (Dense, 1);
  d->g = g;
  d->n = g->n_unknowns;
  d->m = g->n_rows;
  d->a = g_new (double, n *n + 1);
  d->rows = g_new (double, m *(n + m) + 1);
  d->w = g_new (double, m *(n + m) + 1);
  d->u = g_new (double, m *m + 1);
  d->sigma2 = g_new (double, m + 1);
  d->size = g_new (double, m + 1);
  d->x = g_new (double, n + m + 1);
  d->r = g_new (double, m + 1);
  d->work = g_new (double, m + 2 * (gsize) (g->max_dim * g->max_dim) + 1);
  return d;
}

static void
dense_free (void *reference)
{
  Dense *d = reference;
  double *lists[] = {d->a, d->rows, d->w, d->u, d->sigma2, d->size, d->x, d->r, d->work};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (d);
}

static void
gather_a (Dense *d, const TrKktNumbers *num)
{
  const TrKktGraph *g = d->g;
  int n = d->n;

  memset (d->a, 0, sizeof (double) * (size_t) n * (size_t) n);
  for (int b = 0; b < g->n_blocks; b++)
    for (int r = 0; r < g->dim[b]; r++)
      memcpy (d->a + (g->v_at[b] + r) * n + g->v_at[b], num->num + num->a_at[b] + r * g->dim[b],
              sizeof (double) * (size_t) g->dim[b]);
  for (int p = 0; p < g->n_pairs; p++) {
    int i = g->pair[2 * p], j = g->pair[2 * p + 1];
    const double *e = num->num + num->pair_at[p];
    for (int r = 0; r < g->dim[i]; r++)
      for (int c = 0; c < g->dim[j]; c++) {
        int x = g->v_at[i] + r, y = g->v_at[j] + c;
        d->a[x * n + y] = d->a[y * n + x] = e[r * g->dim[j] + c];
      }
  }
}

// The row of G from row r of constraint c; *soft: columns given to compliances so far.
static void
gather_row (Dense *d, const TrKktNumbers *num, int c, int r, int *soft)
{
  const TrKktGraph *g = d->g;
  int at = g->l_at[c] + r, n = d->n;
  double *row = d->rows + at * d->width;

  memset (row, 0, sizeof (double) * (size_t) d->width);
  for (int i = g->start[c]; i < g->start[c + 1]; i++) {
    int b = g->touch[i];
    memcpy (row + g->v_at[b], num->num + num->j_at[i] + r * g->dim[b],
            sizeof (double) * (size_t) g->dim[b]);
  }
  ldl_solve_lower (n, d->a, row);
  for (int k = 0; k < n; k++)
    row[k] *= sqrt (d->a[k * (n + 1)]) / d->size[at];
  if (num->num[num->c_at[c] + r] > 0)
    row[n + (*soft)++] = sqrt (num->num[num->c_at[c] + r]) / d->size[at];
}

static int
count_soft (const TrKktGraph *g, const TrKktNumbers *num)
{
  int soft = 0;
  for (int c = 0; c < g->n_cons; c++)
    for (int r = 0; r < g->rows[c]; r++)
      soft += num->num[num->c_at[c] + r] > 0;
  return soft;
}

// Singular values under 1e-10 of the largest count as lost.
static int
dense_factor (void *reference, const TrKktNumbers *num)
{
  Dense *d = reference;
  const TrKktGraph *g = d->g;
  int width = d->width = d->n + count_soft (g, num), soft = 0, lost = 0;
  double largest = 0;

  gather_a (d, num);
  ldl_factor (d->n, d->a, NULL, 0);
  tr_kkt_row_sizes (g, num, d->work, d->size);
  for (int r = 0; r < d->m; r++)
    d->size[r] = d->size[r] > 0 ? sqrt (d->size[r]) : 1;
  for (int c = 0; c < g->n_cons; c++)
    for (int r = 0; r < g->rows[c]; r++)
      gather_row (d, num, c, r, &soft);

  memcpy (d->w, d->rows, sizeof (double) * (size_t) d->m * (size_t) width);
  dense_jacobi_svd (d->m, width, d->w, d->u);
  for (int r = 0; r < d->m; r++) {
    d->sigma2[r] = dense_dot (width, d->w + r * width, d->w + r * width);
    largest = fmax (largest, d->sigma2[r]);
  }
  for (int r = 0; r < d->m; r++)
    if (!(d->sigma2[r] > 1e-20 * largest)) {
      d->sigma2[r] = 0;
      lost++;
    }
  return lost;
}

// Least-squares motion, least multipliers.
static double
dense_solve (void *reference, const double *f, const double *b, double *v, double *lambda)
{
  Dense *d = reference;
  int n = d->n, m = d->m, width = d->width;
  double *x = d->x, *r = d->r, *y = d->work;

  // x₀ and what it misses
  memcpy (x, f, sizeof (double) * (size_t) n);
  ldl_solve_lower (n, d->a, x);
  for (int k = 0; k < n; k++)
    x[k] *= sqrt (d->a[k * (n + 1)]);
  memset (x + n, 0, sizeof (double) * (size_t) (width - n));
  for (int i = 0; i < m; i++)
    r[i] = b[i] / d->size[i];
  dense_gemv (m, width, -1, d->rows, x, r);

  // the shortest correction and its multipliers
  memset (lambda, 0, sizeof (double) * (size_t) m);
  for (int i = 0; i < m; i++) {
    if (!(d->sigma2[i] > 0))
      continue;
    y[i] = dense_dot (m, d->u + i * m, r) / d->sigma2[i];
    dense_axpy (width, y[i], d->w + i * width, x);
    dense_axpy (m, y[i], d->u + i * m, lambda);
  }

  double conflict = 0;
  for (int i = 0; i < m; i++)
    r[i] = b[i] / d->size[i];
  dense_gemv (m, width, -1, d->rows, x, r);
  for (int i = 0; i < m; i++) {
    conflict = fmax (conflict, fabs (r[i]));
    lambda[i] /= d->size[i];
  }
  for (int k = 0; k < n; k++)
    v[k] = x[k] * sqrt (d->a[k * (n + 1)]);
  ldl_solve_upper (n, d->a, v);
  return conflict;
}

const TrKktReference tr_kkt_dense = {"dense", dense_make, dense_free, dense_factor, dense_solve};
