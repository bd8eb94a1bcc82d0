// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/eigen.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { N_MAX = 20 };

// Symmetric with the eigenvalues d in random directions: a product of reflections.
static void
make_symmetric (GRand *rand, int n, const double *d, double *a)
{
  memset (a, 0, sizeof (double) * (size_t) (n * n));
  for (int i = 0; i < n; i++)
    a[i * n + i] = d[i];
  for (int pass = 0; pass < 3; pass++) {
    double u[N_MAX], uu = 0;
    for (int i = 0; i < n; i++) {
      u[i] = g_rand_double_range (rand, -1, 1);
      uu += u[i] * u[i];
    }
    // a ← R a R with R = I − 2 u uᵀ/|u|²
    for (int side = 0; side < 2; side++)
      for (int i = 0; i < n; i++) {
        int step = side == 0 ? 1 : n, start = side == 0 ? i * n : i;
        double dot = 0;
        for (int k = 0; k < n; k++)
          dot += u[k] * a[start + k * step];
        for (int k = 0; k < n; k++)
          a[start + k * step] -= 2 * dot / uu * u[k];
      }
  }
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
test_eigenvalues (void)
{
  GRand *rand = g_rand_new_with_seed (5);
  double a[N_MAX * N_MAX], v[N_MAX * N_MAX], d[N_MAX], found[N_MAX];
  for (int n = 0; n <= N_MAX; n++) {
    for (int i = 0; i < n; i++)
      d[i] = i % 3 == 0 ? 2 : g_rand_double_range (rand, -3, 3);
    make_symmetric (rand, n, d, a);
    eig_jacobi (n, a, found, v);
    qsort (d, (size_t) n, sizeof (double), compare);
    qsort (found, (size_t) n, sizeof (double), compare);
    for (int i = 0; i < n; i++)
      g_assert_cmpfloat_with_epsilon (found[i], d[i], 1e-13);
  }
  g_rand_free (rand);
}

// The clamped matrix has the same directions and max(0, d): made from the same reflections.
static void
test_clamp (void)
{
  double a[N_MAX * N_MAX], expected[N_MAX * N_MAX], d[N_MAX], work[3 * N_MAX * N_MAX + N_MAX];
  for (guint32 seed = 0; seed < 40; seed++) {
    int n = 1 + (int) seed % N_MAX;
    GRand *rand = g_rand_new_with_seed (seed);
    for (int i = 0; i < n; i++)
      d[i] = g_rand_double_range (rand, -3, 3);
    GRand *again = g_rand_copy (rand);
    make_symmetric (rand, n, d, a);
    for (int i = 0; i < n; i++)
      d[i] = fmax (0, d[i]);
    make_symmetric (again, n, d, expected);
    eig_clamp (n, a, work);
    for (int k = 0; k < n * n; k++)
      g_assert_cmpfloat_with_epsilon (a[k], expected[k], 1e-13);
    g_rand_free (rand);
    g_rand_free (again);
  }
}

// Sets of unknowns that nothing couples, their numbers mixed: each is clamped by itself.
static void
test_clamp_apart (void)
{
  enum { N = 16 };
  static const int sizes[] = {1, 2, 3, 2, 7, 1};
  double a[N * N], expected[N * N], work[3 * N * N + N];
  for (guint32 seed = 0; seed < 40; seed++) {
    GRand *rand = g_rand_new_with_seed (seed);
    memset (a, 0, sizeof a);
    memset (expected, 0, sizeof expected);
    for (int set = 0, first = 0; set < (int) G_N_ELEMENTS (sizes); first += sizes[set++]) {
      int n = sizes[set];
      double d[N], part[2][N * N];
      for (int i = 0; i < n; i++)
        d[i] = g_rand_double_range (rand, -3, 3);
      GRand *again = g_rand_copy (rand);
      make_symmetric (rand, n, d, part[0]);
      for (int i = 0; i < n; i++)
        d[i] = fmax (0, d[i]);
      make_symmetric (again, n, d, part[1]);
      g_rand_free (again);
      for (int i = 0; i < n * n; i++) {
        int row = 5 * (first + i / n) % N, column = 5 * (first + i % n) % N;
        a[row * N + column] = part[0][i];
        expected[row * N + column] = part[1][i];
      }
    }
    eig_clamp (N, a, work);
    for (int k = 0; k < N * N; k++)
      g_assert_cmpfloat_with_epsilon (a[k], expected[k], 1e-13);
    for (int i = 0; i < N; i++)
      for (int k = 0; k < i; k++)
        g_assert_true (!(fabs (a[i * N + k] - a[k * N + i]) > 0));
    g_rand_free (rand);
  }
}

static void
test_extremes (void)
{
  // sizes far apart, a zero matrix, a diagonal one
  double a[4] = {1e200, 1e-200, 1e-200, -1e-200}, z[4] = {0, 0, 0, 0}, work[14];
  eig_clamp (2, a, work);
  g_assert_cmpfloat_with_epsilon (a[0] / 1e200, 1, 1e-15);
  g_assert_true (isfinite (a[1]) && isfinite (a[3]) && a[3] >= 0);
  eig_clamp (2, z, work);
  g_assert_true (!(z[0] > 0) && !(z[1] > 0) && !(z[3] > 0));
  double diagonal[4] = {-1, 0, 0, 3};
  eig_clamp (2, diagonal, work);
  g_assert_true (!(fabs (diagonal[0]) > 0) && !(fabs (diagonal[3] - 3) > 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eigen/values", test_eigenvalues);
  g_test_add_func ("/eigen/clamp", test_clamp);
  g_test_add_func ("/eigen/clamp-apart", test_clamp_apart);
  g_test_add_func ("/eigen/extremes", test_extremes);
  return g_test_run ();
}
