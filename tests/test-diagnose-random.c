// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Random systems against the definitions, by trying all subsets.

#include "diagnose-system.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_ROWS = 11,
  N_UNKNOWNS = 7,
};

// Gaussian elimination with full pivoting among the first n columns of m rows, width long. Returns
// the rank; from that row on, the first n columns are zero.
static int
eliminate (int m, int n, int width, double *a, double least)
{
  int rank = 0;
  for (; rank < m; rank++) {
    int pr = rank, pc = 0;
    double most = 0;
    for (int i = rank; i < m; i++)
      for (int j = 0; j < n; j++)
        if (fabs (a[i * width + j]) > most) {
          most = fabs (a[i * width + j]);
          pr = i;
          pc = j;
        }
    if (most < least)
      break;
    for (int j = 0; j < width; j++) {
      double swap = a[rank * width + j];
      a[rank * width + j] = a[pr * width + j];
      a[pr * width + j] = swap;
    }
    for (int i = rank + 1; i < m; i++) {
      double f = a[i * width + pc] / a[rank * width + pc];
      for (int j = 0; j < width; j++)
        a[i * width + j] -= f * a[rank * width + j];
      a[i * width + pc] = 0;
    }
  }
  return rank;
}

typedef struct {
  int m;
  double a[MOST_ROWS][N_UNKNOWNS];
  double c[MOST_ROWS];
} Small;

// Rank of some of the rows, with the residuals as one more column or without.
static int
rank_of_subset (const Small *s, guint subset, bool with_c)
{
  double rows[MOST_ROWS * (N_UNKNOWNS + 1)];
  int m = 0, n = N_UNKNOWNS + with_c;
  for (int i = 0; i < s->m; i++) {
    if (!(subset >> i & 1))
      continue;
    memcpy (rows + m * n, s->a[i], sizeof s->a[i]);
    if (with_c)
      rows[m * n + N_UNKNOWNS] = s->c[i];
    m++;
  }
  return eliminate (m, n, n, rows, 1e-9);
}

static int
count_bits (guint x)
{
  return __builtin_popcount (x);
}

// y with yᵀA = 0 over a circuit, its largest entry 1: what the eliminated row is made of.
static void
circuit_vector (const Small *s, guint circuit, double *y)
{
  enum { WIDTH = N_UNKNOWNS + MOST_ROWS };
  double rows[MOST_ROWS * WIDTH] = {0}, most = 0;
  int m = 0;
  for (int i = 0; i < s->m; i++) {
    if (!(circuit >> i & 1))
      continue;
    memcpy (rows + m * WIDTH, s->a[i], sizeof s->a[i]);
    rows[m * WIDTH + N_UNKNOWNS + i] = 1;
    m++;
  }
  int rank = eliminate (m, N_UNKNOWNS, WIDTH, rows, 1e-9);
  g_assert_cmpint (rank, ==, m - 1);
  for (int i = 0; i < MOST_ROWS; i++)
    most = fmax (most, fabs (rows[rank * WIDTH + N_UNKNOWNS + i]));
  for (int i = 0; i < MOST_ROWS; i++)
    y[i] = rows[rank * WIDTH + N_UNKNOWNS + i] / most;
}

typedef struct {
  guint circuit[1 << MOST_ROWS];
  bool conflicts[1 << MOST_ROWS];
  double y[1 << MOST_ROWS][MOST_ROWS];
  int n;
} AllCircuits;

static void
find_circuits (const Small *s, AllCircuits *all)
{
  all->n = 0;
  for (int size = 1; size <= s->m; size++)
    for (guint subset = 1; subset < 1u << s->m; subset++) {
      bool is_minimal = count_bits (subset) == size;
      for (int i = 0; i < all->n && is_minimal; i++)
        is_minimal = (all->circuit[i] & ~subset) != 0;
      if (!is_minimal || rank_of_subset (s, subset, false) == size)
        continue;
      all->circuit[all->n] = subset;
      circuit_vector (s, subset, all->y[all->n]);
      all->conflicts[all->n++] = rank_of_subset (s, subset, true) == size;
    }
}

// Whether no row stands in a circuit by so little that it may count as absent.
static bool
are_clear (const AllCircuits *all)
{
  for (int i = 0; i < all->n; i++)
    for (int r = 0; r < MOST_ROWS; r++)
      if ((all->circuit[i] >> r & 1) && fabs (all->y[i][r]) < 1e-2)
        return false;
  return true;
}

static int
compare_texts (const void *pa, const void *pb)
{
  return strcmp (*(const char *const *) pa, *(const char *const *) pb);
}

// The sets that the header promises: conflicting circuits outside of the span of all smaller ones.
static char *
expected_conflicts (const Small *s, const AllCircuits *all)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *rows = g_new (double, (1 << MOST_ROWS) * MOST_ROWS);
  for (int i = 0; i < all->n; i++) {
    int n = 0;
    if (!all->conflicts[i])
      continue;
    for (int k = 0; k < all->n; k++)
      if (count_bits (all->circuit[k]) < count_bits (all->circuit[i]))
        memcpy (rows + MOST_ROWS * n++, all->y[k], sizeof all->y[k]);
    int before = eliminate (n, MOST_ROWS, MOST_ROWS, rows, 1e-7);
    memcpy (rows + MOST_ROWS * before, all->y[i], sizeof all->y[i]);
    if (eliminate (before + 1, MOST_ROWS, MOST_ROWS, rows, 1e-7) == before)
      continue;
    GString *text = g_string_new (NULL);
    for (int r = 0; r < s->m; r++)
      if (all->circuit[i] >> r & 1)
        g_string_append_printf (text, "%s%02d", text->len > 0 ? " " : "", r);
    g_ptr_array_add (sets, g_string_free (text, FALSE));
  }
  g_ptr_array_sort (sets, compare_texts);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < sets->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", (const char *) sets->pdata[i]);
  return g_string_free (text, FALSE);
}

static int
expected_redundant (const AllCircuits *all)
{
  g_autofree double *rows = g_new (double, (1 << MOST_ROWS) * MOST_ROWS);
  int n = 0;
  for (int k = 0; k < all->n; k++)
    if (!all->conflicts[k])
      memcpy (rows + MOST_ROWS * n++, all->y[k], sizeof all->y[k]);
  return eliminate (n, MOST_ROWS, MOST_ROWS, rows, 1e-7);
}

// Sparse random rows, of which some are combinations of up to three before them, met or not.
static Small
random_small (GRand *rand)
{
  Small s = {.m = g_rand_int_range (rand, 4, MOST_ROWS + 1)};
  for (int i = 0; i < s.m; i++) {
    int planted = i > 1 && g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int_range (rand, 1, 4) : 0;
    for (int k = 0; k < planted; k++) {
      int from = g_rand_int_range (rand, 0, i);
      double f = g_rand_double_range (rand, 0.3, 1) * (g_rand_boolean (rand) ? 1 : -1);
      for (int u = 0; u < N_UNKNOWNS; u++)
        s.a[i][u] += f * s.a[from][u];
      s.c[i] += f * s.c[from];
    }
    for (int k = 0; k < 3 && planted == 0; k++)
      s.a[i][g_rand_int_range (rand, 0, N_UNKNOWNS)] = g_rand_double_range (rand, -2, 2);
    if (g_rand_int_range (rand, 0, 4) == 0)
      s.c[i] += g_rand_double_range (rand, 0.5, 1);
  }
  return s;
}

static System
system_of_small (const Small *s, double unit)
{
  System t = system_make (N_UNKNOWNS);
  for (int i = 0; i < s->m; i++) {
    for (int u = 0; u < N_UNKNOWNS; u++)
      if (fabs (s->a[i][u]) > 0)
        add_entry (&t, u, s->a[i][u] * unit);
    end_row (&t, i, 1e-5 * s->c[i]); // small beside the size of 1 that the tolerance stands for
  }
  return t;
}

static char *
padded_conflicts (const TrDiagnosis *d, const int *order)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (g_free);
  for (int k = 0; k < d->n_conflicts; k++) {
    GString *text = g_string_new (NULL);
    for (int r = 0; r < MOST_ROWS; r++)
      for (int i = d->conflict_start[k]; i < d->conflict_start[k + 1]; i++)
        if (order[d->conflict[i]] == r)
          g_string_append_printf (text, "%s%02d", text->len > 0 ? " " : "", r);
    g_ptr_array_add (sets, g_string_free (text, FALSE));
  }
  g_ptr_array_sort (sets, compare_texts);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < sets->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", (const char *) sets->pdata[i]);
  return g_string_free (text, FALSE);
}

// Without the redundant ones the rank is the same, and they are as many as promised.
static void
assert_redundant (const Small *s, const AllCircuits *all, const TrDiagnosis *d, const int *order)
{
  guint rest = (1u << s->m) - 1;
  g_assert_cmpint (d->n_redundant, ==, expected_redundant (all));
  for (int i = 0; i < d->n_redundant; i++)
    rest &= ~(1u << order[d->redundant[i]]);
  g_assert_cmpint (rank_of_subset (s, rest, false), ==, d->rank);
  g_assert_cmpint (rank_of_subset (s, rest, true), ==, rank_of_subset (s, (1u << s->m) - 1, true));
}

static void
test_random_against_definition (void)
{
  GRand *rand = g_rand_new_with_seed (11);
  g_autofree AllCircuits *all = g_new (AllCircuits, 1);
  int n_conflicts = 0, n_redundant = 0, n_many = 0;
  for (int trial = 0; trial < 400; trial++) {
    Small s = random_small (rand);
    int order[MOST_ROWS];
    for (int i = 0; i < s.m; i++)
      order[i] = i;
    find_circuits (&s, all);
    if (!are_clear (all))
      continue;
    g_autofree char *expected = expected_conflicts (&s, all);
    for (int again = 0; again < 4; again++) {
      System t = system_of_small (&s, pow (10, 2 * again - 3)), u = reordered (&t, s.m, order);
      TrDiagnosis *d = diagnose (&u);
      g_autofree char *found = padded_conflicts (d, order);
      g_assert_cmpint (d->rank, ==, rank_of_subset (&s, (1u << s.m) - 1, false));
      g_assert_cmpstr (found, ==, expected);
      assert_redundant (&s, all, d, order);
      n_conflicts += d->n_conflicts;
      n_redundant += d->n_redundant;
      n_many += d->n_conflicts > 1;
      tr_diagnosis_free (d);
      system_clear (&t);
      system_clear (&u);
      shuffle (rand, s.m, order);
    }
  }
  g_test_message ("%d conflicts, %d redundant, %d with several", n_conflicts, n_redundant, n_many);
  g_assert_cmpint (n_conflicts, >, 500);
  g_assert_cmpint (n_redundant, >, 500);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnose/random-against-definition", test_random_against_definition);
  return g_test_run ();
}
