// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sparse rows against the same rows with their zeros, to the last bit.

#include "math/dense.h"
#include "math/gram.h"

#include <glib.h>
#include <string.h>

enum { MOST_ROWS = 70, MOST_COLUMNS = 90 };

typedef struct {
  int m, n;
  double a[MOST_ROWS * MOST_COLUMNS], c[MOST_ROWS];
} Dense;

// Rows of few entries, some of them of none, in no order; now and then one that has nearly all.
static void
make (GRand *rand, Dense *dense, Gram *g)
{
  int at[MOST_COLUMNS];
  double a[MOST_COLUMNS];
  memset (dense->a, 0, sizeof dense->a);
  gram_empty (g);
  for (int r = 0; r < dense->m; r++) {
    double share = g_rand_int_range (rand, 0, 30) ? 3.0 / dense->n : 0.9;
    int n = 0;
    for (int i = 0; i < dense->n; i++)
      if (g_rand_double (rand) < share)
        at[n++] = i;
    for (int i = n - 1; i > 0; i--) {
      int j = g_rand_int_range (rand, 0, i + 1), other = at[i];
      at[i] = at[j];
      at[j] = other;
    }
    for (int i = 0; i < n; i++)
      a[i] = dense->a[r * dense->n + at[i]] = g_rand_double_range (rand, -2, 2);
    gram_add_row (g, n, at, a);
    dense->c[r] = g_rand_double_range (rand, -1, 1);
  }
}

static void
solve_dense (const Dense *dense, double mu, double least, double *y)
{
  double gram[MOST_ROWS * MOST_ROWS];
  int m = dense->m, n = dense->n;
  double mean = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j <= i; j++)
      gram[i * m + j] = dense_dot (n, dense->a + i * n, dense->a + j * n);
  for (int i = 0; i < m; i++)
    mean += gram[i * m + i] / m;
  for (int i = 0; i < m; i++)
    gram[i * m + i] += mu * mean + least;
  memcpy (y, dense->c, sizeof (double) * (size_t) m);
  ldl_factor (m, gram, NULL, 0);
  ldl_solve (m, gram, y);
}

static void
assert_same (const Dense *dense, Gram *g, double mu)
{
  double y[MOST_ROWS], z[MOST_ROWS], x[MOST_COLUMNS] = {0}, w[MOST_COLUMNS] = {0};
  solve_dense (dense, mu, 1e-300, y);
  gram_solve (g, mu, 1e-300, dense->c, z);
  g_assert_cmpmem (y, sizeof *y * (size_t) dense->m, z, sizeof *z * (size_t) dense->m);
  dense_gemv_t (dense->m, dense->n, -1, dense->a, y, x);
  gram_add_transposed (g, -1, z, w);
  g_assert_cmpmem (x, sizeof *x * (size_t) dense->n, w, sizeof *w * (size_t) dense->n);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  Dense dense;
  for (int i = 0; i < 200; i++) {
    TrScratch *scratch = tr_scratch_new ();
    Gram g;
    dense.m = g_rand_int_range (rand, 0, MOST_ROWS + 1);
    dense.n = g_rand_int_range (rand, 1, MOST_COLUMNS + 1);
    gram_init (&g, scratch, MOST_ROWS, dense.n);
    for (int again = 0; again < 2; again++) {
      make (rand, &dense, &g);
      gram_multiply (&g);
      assert_same (&dense, &g, 1e-3);
      assert_same (&dense, &g, 10);
      int column = g_rand_int_range (rand, 0, dense.n);
      for (int r = 0; r < dense.m; r++)
        dense.a[r * dense.n + column] = 0;
      gram_drop_column (&g, column);
      gram_multiply (&g);
      assert_same (&dense, &g, 1e-8);
    }
    tr_scratch_free (scratch);
  }
}

// A few rows whose numbers are far apart, one that nearly follows from others and one that follows: the least
// step, known from how it is made, d = Aᵀ y.
static void
test_least_step (void)
{
  enum { M = 6, N = 9 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int turn = 0; turn < 50; turn++) {
    double a[M * N], c[M], d[N], expected[N] = {0}, small = pow (10, -(turn % 8));
    for (int i = 0; i < M * N; i++)
      a[i] = g_rand_double_range (rand, -1, 1);
    for (int i = 0; i < N; i++) {
      a[3 * N + i] = a[i] - a[N + i] + small * a[3 * N + i];
      a[4 * N + i] = 1e4 * (a[i] + a[2 * N + i]);
    }
    for (int r = 0; r < M; r++)
      dense_axpy (N, r == 4 ? 0 : g_rand_double_range (rand, -1, 1), a + r * N, expected);
    for (int r = 0; r < M; r++)
      c[r] = -dense_dot (N, a + r * N, expected);
    dense_least_step (M, N, a, c, 1e-11, d);
    for (int i = 0; i < N; i++)
      g_assert_cmpfloat (fabs (d[i] - expected[i]), <, 1e-14 / small);
  }
}

// Coarsely nearly the same is the same, and what it misses is left.
static void
test_coarse_step (void)
{
  double a[] = {1, 0, 0, 1, 1e-6, 0}, c[] = {-2, -2.1}, d[3];
  dense_least_step (2, 3, a, c, 1e-4, d);
  g_assert_cmpfloat (fabs (d[0] - 2), <, 0.11);
  g_assert_cmpfloat (fabs (d[1]), <, 1e-5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gram/random", test_random);
  g_test_add_func ("/gram/least-step", test_least_step);
  g_test_add_func ("/gram/coarse-step", test_coarse_step);
  return g_test_run ();
}
