// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that depend on each other: redundant, conflicting, at dead centre.

#include "kkt-system.h"
#include "slow.h"
#include "solver/bench/workload.h"

// Motion and multipliers as exact as by singular values, in a few solves.
static void
check_exact (const System *s, int most_solves)
{
  Answer want = solve (s, TR_KKT_DENSE), have = solve (s, TR_KKT_AUTO);
  g_assert_cmpfloat (difference (want.v, have.v, (int) s->f->len), <, 1e-9);
  g_assert_cmpfloat (difference (want.lambda, have.lambda, (int) s->b->len), <, 1e-8);
  g_assert_cmpint (have.result.refinements, <=, most_solves);
  answer_clear (&want);
  answer_clear (&have);
}

// Redundant rows that agree, then ones that do not; the rank is found right.
static void
check_spare (System *s, int spare)
{
  TrKkt *k = make (s, TR_KKT_BLOCK);
  Answer a = answer_new (k);
  make_consistent (s);
  solve_into (s, k, &a);
  g_assert_true (a.result.regularised);
  g_assert_cmpint (a.result.n_small, ==, spare);
  g_assert_cmpfloat (a.result.conflict, <, 1e-9);
  check (s, 1e-7, false);
  make_conflicting (s);
  check (s, 1e-7, false);
  answer_clear (&a);
  tr_kkt_free (k);
}

static void
test_braced (void)
{
  static const int cells[][2] = {{2, 2}, {4, 3}, {8, 2}, {5, 4}};
  for (gsize i = 0; i < (is_slow () ? 2 : G_N_ELEMENTS (cells)); i++) {
    // a full bracing leaves one motion less per cell than there are rows
    int n_cells = (cells[i][0] - 1) * (cells[i][1] - 1);
    Frame w = make_grid (7, cells[i][0], cells[i][1], n_cells);
    int n_bars = w.n_bars, n_nodes = w.n_nodes;
    check_spare (w.s, n_bars - (2 * n_nodes - 3));
    system_free (w.s);
  }
}

// A chain of bars along the nodes, nailed at both ends; bend: how far it is from straight.
static Frame
make_nailed_chain (int n, double bend)
{
  Frame w = {.s = system_new (11)};
  for (int i = 0; i <= n; i++)
    add_node (&w, i, bend * (i % 2));
  for (int i = 0; i < n; i++)
    add_bar (&w, i, i + 1);
  add_pin (&w, 0, -1, 0);
  add_pin (&w, n - 1, -1, n);
  return w;
}

// What most drawings have too much of: a few rows, taken out exactly.
static void
test_few_spare (void)
{
  for (int n_braced = 1; n_braced <= 18; n_braced += 3) {
    Frame w = make_grid (7, 10, 3, n_braced);
    make_consistent (w.s);
    check_exact (w.s, 1);
    make_conflicting (w.s);
    check_exact (w.s, 2);
    system_free (w.s);
  }
}

// A point on a line between two nailed ones, all three coupled, beside a slide on a bar: in the order of
// least fill its row comes before it and after all that it is on is fast. The pivot is nothing then,
// the row no spare one.
static void
test_row_before_its_block (void)
{
  enum { A, B, P, Q, BAR, T };
  System *s = system_new (8);
  static const int dims[] = {2, 2, 2, 2, 4, 1};
  for (gsize i = 0; i < G_N_ELEMENTS (dims); i++)
    add_block (s, dims[i]);
  add_constraint (s, 2, 1, (int[]){A}, 0);
  add_constraint (s, 2, 1, (int[]){B}, 0);
  add_constraint (s, 2, 2, (int[]){BAR, A}, 0);
  add_constraint (s, 2, 2, (int[]){BAR, B}, 0);
  add_constraint (s, 2, 3, (int[]){P, BAR, T}, 0);
  add_constraint (s, 1, 3, (int[]){Q, B, A}, 0);
  add_pair (s, B, A);
  add_pair (s, Q, A);
  add_pair (s, Q, B);
  // a projection: nothing pulls, nothing is stiff, and that row alone is missed
  memset (s->e->data, 0, sizeof (double) * s->e->len);
  memset (s->f->data, 0, sizeof (double) * s->f->len);
  memset (s->b->data, 0, sizeof (double) * (s->b->len - 1));
  check (s, 1e-9, true);
  system_free (s);
}

// Circles in a row, each tangent to the next where two slides are, coupled with all that theirs are: what turns
// moves the slides alone, and its row comes after them. No row is spare, and nothing is refined.
static void
test_row_of_slides (void)
{
  enum { N = 12, SLIDE = 1 };
  System *s = system_new (9);
  for (int i = 0; i < N; i++)
    add_block (s, 3);
  for (int i = 0; i + 1 < N; i++) {
    int on[4] = {i, i + 1, add_block (s, SLIDE), add_block (s, SLIDE)};
    guint first = s->j->len;
    add_constraint (s, 3, 4, on, 0);
    // the third row of each circle's nine numbers
    for (guint c = 0; c < 2; c++)
      memset (&g_array_index (s->j, double, first + 9 * c + 6), 0, 3 * sizeof (double));
    for (int a = 0; a < 4; a++)
      for (int b = 0; b < a; b++)
        add_pair (s, on[a], on[b]);
  }
  check (s, 1e-9, true);
  Answer answer = solve (s, TR_KKT_AUTO);
  g_assert_cmpint (answer.result.n_small, ==, 0);
  g_assert_false (answer.result.regularised);
  g_assert_cmpint (answer.result.refinements, ==, 0);
  answer_clear (&answer);
  system_free (s);
}

// Straight between two nails: the rank falls by one, and what pulls outwards cannot be had.
static void
test_dead_centre (void)
{
  Frame straight = make_nailed_chain (10, 0), bent = make_nailed_chain (10, 0.3);
  check_spare (straight.s, 1);
  make_conflicting (bent.s);
  check (bent.s, 1e-9, true);
  system_free (straight.s);
  system_free (bent.s);
}

static void
test_nails (void)
{
  // more nails than motions, the last of them a second time
  Frame w = make_grid (3, 6, 2, 0);
  for (int bar = 1; bar < 4; bar++)
    add_pin (&w, bar, -1, w.last[bar + 1] == bar ? bar + 1 : bar);
  make_conflicting (w.s);
  check (w.s, 1e-7, false);
  add_pin (&w, 0, -1, 0);
  make_conflicting (w.s);
  check (w.s, 1e-7, false);
  system_free (w.s);
}

// A leaf that could be peeled by counting, but whose rows are the same twice.
static void
test_dependent_leaf (void)
{
  for (int apart = 0; apart < 2; apart++) {
    System *s = system_new (5);
    for (int i = 0; i < 4; i++)
      add_block (s, 4);
    for (int i = 1; i < 4; i++)
      add_constraint (s, 2, 2, (int[]){i, i - 1}, 0);
    add_constraint (s, 1, 1, (int[]){3}, 0);
    add_constraint (s, 1, 1, (int[]){3}, 0);
    guint last = s->j->len - 4;
    for (guint x = 0; x < 4; x++)
      g_array_index (s->j, double, last + x) = 2 * g_array_index (s->j, double, last - 4 + x);
    g_array_index (s->b, double, s->b->len - 1) =
        2 * g_array_index (s->b, double, s->b->len - 2) + apart;
    check (s, 1e-7, false);
    system_free (s);
  }
}

// Rows of zeros are conflicts of their own.
static void
test_empty_row (void)
{
  System *s = system_new (6);
  add_block (s, 3);
  add_block (s, 3);
  add_constraint (s, 2, 2, (int[]){0, 1}, 0);
  add_constraint (s, 1, 1, (int[]){0}, 0);
  for (guint i = 12; i < 15; i++)
    g_array_index (s->j, double, i) = 0;
  check (s, 1e-9, false);
  system_free (s);
}

// More spare rows than sums are found of: where they agree a solve or two do, and where they do not it is least squares,
// unless that is of no account.
static void
check_many_spare (System *s, int spare)
{
  TrKkt *k = make (s, TR_KKT_BLOCK);
  Answer have = answer_new (k);
  memset (s->b->data, 0, sizeof (double) * s->b->len);
  make_consistent (s);
  solve_into (s, k, &have);
  g_assert_cmpint (have.result.n_small, ==, spare);
  g_assert_true (have.result.regularised);
  g_assert_cmpfloat (have.result.conflict, <, 1e-9);
  g_assert_cmpint (have.result.refinements, <=, 2);
  make_conflicting (s);
  solve_into (s, k, &have);
  g_assert_cmpint (have.result.refinements, >, 2);
  answer_clear (&have);
  tr_kkt_free (k);

  k = make (s, TR_KKT_BLOCK);
  have = answer_new (k);
  tr_kkt_let_miss (k, INFINITY);
  solve_into (s, k, &have);
  g_assert_true (have.result.ok && have.result.conflict > 1e-3);
  g_assert_cmpint (have.result.refinements, <=, 2);
  answer_clear (&have);
  tr_kkt_free (k);
}

static void
test_many_spare (void)
{
  Frame w = make_grid (7, 12, 8, 77);
  check_many_spare (w.s, w.n_bars - (2 * w.n_nodes - 3));
  system_free (w.s);
}

// What is measured has as many rows too many as it says, and a motion does all that is asked or not.
static void
test_workloads (void)
{
  static const struct {
    const char *name;
    int spare;
    bool is_possible;
  } works[] = {{"truss", 0, true}, {"overbraced", 7, true}, {"conflicting", 7, false}};
  for (gsize i = 0; i < G_N_ELEMENTS (works); i++) {
    TrWorkload *w = tr_workload_new (works[i].name, 127, works[i].spare);
    TrKktShape shape = tr_workload_shape (w);
    TrKkt *k = tr_kkt_new (&shape, TR_KKT_AUTO);
    Answer a = answer_new (k);
    tr_workload_fill (w, k);
    a.result = tr_kkt_factor_solve (k, w->f, w->b, a.v, a.lambda);
    g_assert_cmpint (w->n_bodies, <=, 127);
    g_assert_cmpint (a.result.n_small, ==, works[i].spare);
    g_assert_true ((a.result.conflict < 1e-9) == works[i].is_possible);
    answer_clear (&a);
    tr_kkt_free (k);
    tr_workload_free (w);
  }
  g_assert_null (tr_workload_new ("overbraced", 20, 4));
}

// What each row gives way, C λ, of dependent rows that contradict each other, by a compliance of so much and more.
static double *
give_way (System *s, double compliance, bool counts)
{
  int n = (int) s->b->len;
  double *c = g_new (double, n);
  for (int i = 0; i < n; i++)
    g_array_index (s->c, double, i) = compliance * (1 + i % 3);
  TrKkt *k = make (s, TR_KKT_BLOCK);
  Answer a = answer_new (k);
  tr_kkt_count_compliance (k, counts);
  solve_into (s, k, &a);
  g_assert_true (a.result.ok);
  for (int i = 0; i < n; i++)
    c[i] = compliance * (1 + i % 3) * a.lambda[i];
  answer_clear (&a);
  tr_kkt_free (k);
  return c;
}

// Springs as hard as can be share out what they cannot do together by what each gives way, as softer ones do.
static void
test_hard_springs (void)
{
  Frame w = make_grid (7, 6, 4, 15);
  int n = (int) w.s->b->len;
  make_conflicting (w.s);
  g_autofree double *soft = give_way (w.s, 1e-6, true);
  g_autofree double *hard = give_way (w.s, 1e-12, true);
  g_autofree double *spare = give_way (w.s, 1e-12, false);
  g_assert_cmpfloat (difference (soft, hard, n), <, 1e-3);
  g_assert_cmpfloat (difference (soft, spare, n), >, 1e-2);
  system_free (w.s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt-rank/braced", test_braced);
  g_test_add_func ("/kkt-rank/few-spare", test_few_spare);
  g_test_add_func ("/kkt-rank/many-spare", test_many_spare);
  g_test_add_func ("/kkt-rank/row-before-its-block", test_row_before_its_block);
  g_test_add_func ("/kkt-rank/row-of-slides", test_row_of_slides);
  g_test_add_func ("/kkt-rank/workloads", test_workloads);
  g_test_add_func ("/kkt-rank/dead-centre", test_dead_centre);
  g_test_add_func ("/kkt-rank/nails", test_nails);
  g_test_add_func ("/kkt-rank/dependent-leaf", test_dependent_leaf);
  g_test_add_func ("/kkt-rank/empty-row", test_empty_row);
  g_test_add_func ("/kkt-rank/hard-springs", test_hard_springs);
  return g_test_run ();
}
