// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Very many constraints on the same blocks: solved by few rows, to the same answer.

#include "kkt-system.h"

// Two blocks that a hundred constraints join, the ends in either order, and a third that hangs on one
// of them; soft: every so many of them have a compliance, 0: none.
static System *
two_joined_often (int n, int soft)
{
  System *s = system_new (31);
  int ends[2] = {add_block (s, 3), add_block (s, 2)}, back[2] = {1, 0};
  int hung[2] = {1, add_block (s, 3)};
  for (int i = 0; i < n; i++)
    add_constraint (s, 1 + i % 2, 2, i % 3 == 0 ? back : ends,
                    soft > 0 && i % soft == 0 ? 0.3 + 0.1 * (i % 5) : 0);
  add_constraint (s, 2, 2, hung, 0);
  add_constraint (s, 1, 1, ends, 0);
  return s;
}

static void
assert_as_dense (const System *s)
{
  Answer want = solve (s, TR_KKT_DENSE);
  check_method (s, &want, TR_KKT_AUTO, 1e-9, true);
  answer_clear (&want);
}

static void
test_same_answer (void)
{
  for (int soft = 0; soft < 3; soft++) {
    System *s = two_joined_often (80, 4 * soft);
    TrKkt *k = make (s, TR_KKT_AUTO);
    g_assert_cmpint (tr_kkt_n_distinct (k), ==, 2 * 5 + 3);
    g_assert_cmpint (tr_kkt_n_rows (k), ==, 120 + 3);
    tr_kkt_free (k);
    assert_as_dense (s); // no motion meets them
    system_free (s);
  }
}

// All rows multiples of one another but for a last one; what is asked of them agrees or does not.
static void
test_parallel (void)
{
  for (int agree = 0; agree < 2; agree++) {
    System *s = system_new (5);
    int block = add_block (s, 4), other = add_block (s, 2), both[2] = {block, other};
    for (int i = 0; i < 100; i++)
      add_constraint (s, 1, 1, &block, 0);
    double *j = (double *) (void *) s->j->data, *b = (double *) (void *) s->b->data;
    for (int i = 1; i < 99; i++) {
      for (int l = 0; l < 4; l++)
        j[4 * i + l] = (i % 2 == 0 ? 1 : -2) * j[l];
      if (agree)
        b[i] = (i % 2 == 0 ? 1 : -2) * b[0];
    }
    add_constraint (s, 2, 2, both, 0);
    TrKkt *k = make (s, TR_KKT_AUTO);
    Answer a = answer_new (k);
    solve_into (s, k, &a);
    g_assert_cmpint (a.result.n_small, ==, 98);
    g_assert_true (a.result.regularised);
    if (agree)
      g_assert_cmpfloat (a.result.conflict, <, 1e-9);
    else
      g_assert_cmpfloat (a.result.conflict, >, 0.1);
    g_assert_cmpint (tr_kkt_n_distinct (k), ==, 2 * 4 + 2);
    answer_clear (&a);
    tr_kkt_free (k);
    assert_as_dense (s);
    system_free (s);
  }
}

// A few of them changed, and nothing else.
static void
test_update (void)
{
  System *s = two_joined_often (80, 3);
  TrKkt *k = make (s, TR_KKT_AUTO);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  g_autofree bool *block = g_new0 (bool, s->dim->len), *con = g_new0 (bool, s->rows->len);
  for (int i = 20; i < 40; i++)
    g_array_index (s->j, double, i) += 0.5;
  for (guint c = 0; c < s->rows->len; c++)
    con[c] = c < 20;
  fill (s, k);
  TrKktChange change = {block, con, 0};
  a.result = tr_kkt_refactor_solve (k, &change, doubles (s->f), doubles (s->b), a.v, a.lambda);
  Answer want = solve (s, TR_KKT_DENSE);
  g_assert_true (a.result.ok);
  g_assert_cmpfloat (difference (want.v, a.v, (int) s->f->len), <, 1e-9);
  g_assert_cmpfloat (difference (want.lambda, a.lambda, (int) s->b->len), <, 1e-8);
  answer_clear (&want);
  answer_clear (&a);
  tr_kkt_free (k);
  system_free (s);
}

// Ten thousand dimensions of one bar are factored as four rows.
static void
test_thousands (void)
{
  System *s = system_new (3);
  int block = add_block (s, 4);
  for (int i = 0; i < 10000; i++)
    add_constraint (s, 1, 1, &block, 0);
  TrKkt *k = make (s, TR_KKT_AUTO);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  g_assert_true (a.result.ok);
  g_assert_cmpint (tr_kkt_n_distinct (k), ==, 2 * 4);
  g_assert_cmpint (a.result.n_small, ==, 9996);
  answer_clear (&a);
  tr_kkt_free (k);
  system_free (s);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt-many/same-answer", test_same_answer);
  g_test_add_func ("/kkt-many/parallel", test_parallel);
  g_test_add_func ("/kkt-many/update", test_update);
  g_test_add_func ("/kkt-many/thousands", test_thousands);
  return g_test_run ();
}
