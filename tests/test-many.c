// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Very many constraints of one kind: what is looked at is counted, so that it grows as they do.

#include "diagnose-system.h"

static void
add_row (System *s, int a, int b, double c)
{
  add_entry (s, a, -1);
  add_entry (s, b, 1);
  end_row (s, n_rows (s), c);
}

// All of n equal, each with each: x_j − x_i, i < j.
static System
each_with_each (int n)
{
  System s = system_make (n);
  for (int j = 0; j < n; j++)
    for (int i = 0; i < j; i++)
      add_row (&s, i, j, 0);
  return s;
}

static void
test_each_with_each (void)
{
  enum { N = 60 };
  System s = each_with_each (N);
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, N - 1);
  g_assert_cmpint (d->n_redundant, ==, n_rows (&s) - (N - 1));
  g_assert_cmpint (d->redundant[0], ==, 2); // what is said with the first one stays
  g_assert_cmpint (d->n_conflicts, ==, 0);
  g_assert_cmpint (d->n_looked, <=, 2 * n_rows (&s));
  tr_diagnosis_free (d);

  // One of them wrong: it is in every set that is named.
  int wrong = 40 * 39 / 2 + 17;
  g_array_index (s.c, double, wrong) = 1;
  d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, N - 1);
  g_assert_cmpint (d->n_redundant, ==, n_rows (&s) - N);
  g_assert_cmpint (d->n_conflicts, >, 0);
  for (int k = 0; k < d->n_conflicts; k++) {
    bool is_there = false;
    for (int i = d->conflict_start[k]; i < d->conflict_start[k + 1]; i++)
      is_there |= d->conflict[i] == wrong;
    g_assert_true (is_there);
    g_assert_cmpint (d->conflict_start[k + 1] - d->conflict_start[k], ==, 3);
  }
  tr_diagnosis_free (d);
  system_clear (&s);
}

// Many rows that look at the same four unknowns from all sides.
static void
test_on_few_unknowns (void)
{
  enum { N = 250 };
  System s = system_make (4);
  for (int i = 0; i < N; i++) {
    add_entry (&s, 0, -cos (i));
    add_entry (&s, 1, -sin (i));
    add_entry (&s, 2, cos (i));
    add_entry (&s, 3, sin (i));
    end_row (&s, i, 0);
  }
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, 2);
  g_assert_cmpint (d->n_redundant, ==, N - 2);
  g_assert_cmpint (d->redundant[0], ==, 2);
  g_assert_cmpint (d->n_looked, <=, 8 * N);
  tr_diagnosis_free (d);
  system_clear (&s);
}

// All of a chain equal to the one in the middle, and each to the next one.
static void
test_around_a_hub (void)
{
  enum { N = 2000 };
  System s = system_make (N + 1);
  for (int i = 0; i < N; i++)
    add_row (&s, i, N, 0);
  for (int i = 1; i < N; i++)
    add_row (&s, i - 1, i, 0);
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, N);
  g_assert_cmpint (d->n_redundant, ==, N - 1);
  g_assert_cmpint (d->redundant[0], ==, N);
  g_assert_cmpint (d->n_looked, <=, 1000 * N);
  tr_diagnosis_free (d);
  system_clear (&s);
}

// Points of a circle that are all nailed: each has its place on it, and nothing else of its own.
static void
test_slides_on_a_circle (void)
{
  enum { N = 400 };
  System s = system_make (3 + N);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 2; k++) {
      double angle = 6.28 * i / N, x = k == 0 ? cos (angle) : sin (angle);
      add_entry (&s, k, 1);
      add_entry (&s, 2, x);
      add_entry (&s, 3 + i, k == 0 ? -sin (angle) : cos (angle));
      end_row (&s, i, 0);
    }
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, 3 + N);
  g_assert_cmpint (d->n_redundant, ==, N - 3);
  g_assert_cmpint (d->redundant[0], ==, 3);
  g_assert_cmpint (d->n_looked, <=, 2 * n_rows (&s));
  tr_diagnosis_free (d);
  system_clear (&s);
}

// Two curves that touch each other where both are free to: each touching has two places of its own, and its
// rows, in which these stand side by side, say one thing of the curves.
static void
test_touching_often (void)
{
  enum { N = 400 };
  System s = system_make (5 + 2 * N);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      double x = cos (1 + i + 2 * k), y = sin (1 + i + 2 * k);
      for (int u = 0; u < 5; u++)
        add_entry (&s, u, 0.01 * sin ((2 + u) * (i + 1.7 * k + 0.3)));
      add_entry (&s, 5 + 2 * i, x);
      if (k < 2)
        add_entry (&s, 6 + 2 * i, y);
      end_row (&s, i, 0);
    }
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, 2 * N + 5);
  g_assert_cmpint (d->n_redundant, ==, N - 5);
  g_assert_cmpint (d->redundant[0], ==, 5);
  g_assert_cmpint (d->n_looked, <=, 8 * n_rows (&s));
  g_assert_cmpint (d->n_entries, <=, 200 * n_rows (&s));
  tr_diagnosis_free (d);
  system_clear (&s);
}

// Small groups, each of which says one thing, and that of the same three unknowns alone.
static void
test_groups_around_hubs (void)
{
  enum { N = 300 };
  System s = system_make (3 + 3 * N);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 4; k++) {
      for (int u = 0; u < 3; u++) {
        add_entry (&s, u, 0.5 * sin ((3 + u) * (i + 1.7 * k + 0.3)));
        add_entry (&s, 3 + 3 * i + u, cos ((2 + u) * (i + 2.3 * k + 0.1)));
      }
      end_row (&s, n_rows (&s), 0);
    }
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, 3 + 3 * N);
  g_assert_cmpint (d->n_redundant, ==, N - 3);
  g_assert_cmpint (d->redundant[0], ==, 4 * 3 + 3);
  g_assert_cmpint (d->n_looked, <=, 100 * n_rows (&s));
  g_assert_cmpint (d->n_entries, <=, 100 * n_rows (&s));
  tr_diagnosis_free (d);

  // One of them wrong, of those that go: it is told, and with it the first three groups.
  g_array_index (s.c, double, 4 * 100 + 1) = 1;
  d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, 3 + 3 * N);
  g_assert_cmpint (d->n_conflicts, >, 0);
  for (int k = 0; k < d->n_conflicts; k++) {
    bool is_there = false;
    for (int i = d->conflict_start[k]; i < d->conflict_start[k + 1]; i++)
      is_there |= d->conflict[i] == 4 * 100 + 1;
    g_assert_true (is_there);
  }
  tr_diagnosis_free (d);
  system_clear (&s);
}

// All tell three unknowns well and the fourth hardly, but all together by enough.
static void
test_hardly_told (void)
{
  enum { N = 400 };
  System s = system_make (4);
  for (int i = 0; i < N; i++) {
    for (int u = 0; u < 3; u++)
      add_entry (&s, u, cos ((1 + u) * (i + 0.3)));
    add_entry (&s, 3, 1e-6 * cos (4 * (i + 0.3)));
    end_row (&s, i, 0);
  }
  TrDiagnosis *d = diagnose (&s);
  g_assert_cmpint (d->rank, ==, 4);
  g_assert_cmpint (d->n_redundant, ==, N - 4);
  g_assert_cmpint (d->n_conflicts, ==, 0);
  g_assert_cmpint (d->n_looked, <=, 20 * N);
  g_assert_cmpint (d->n_entries, <=, 200 * N);
  tr_diagnosis_free (d);
  system_clear (&s);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/many/each-with-each", test_each_with_each);
  g_test_add_func ("/many/on-few-unknowns", test_on_few_unknowns);
  g_test_add_func ("/many/around-a-hub", test_around_a_hub);
  g_test_add_func ("/many/slides-on-a-circle", test_slides_on_a_circle);
  g_test_add_func ("/many/touching-often", test_touching_often);
  g_test_add_func ("/many/groups-around-hubs", test_groups_around_hubs);
  g_test_add_func ("/many/hardly-told", test_hardly_told);
  return g_test_run ();
}
