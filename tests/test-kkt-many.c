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

// ─── of different blocks ────────────────────────────────────────────────────

static double *
rows_of (const System *s)
{
  return (double *) (void *) s->j->data;
}

// One row for each block and each of the next around, of n blocks.
static System *
each_with_next (int n, int next, int dim)
{
  System *s = system_new (7);
  for (int i = 0; i < n; i++)
    add_block (s, dim);
  for (int i = 0; i < n; i++)
    for (int k = 1; k <= next; k++) {
      int both[2] = {i, (i + k) % n};
      add_constraint (s, 1, 2, both, 0);
    }
  return s;
}

static void
test_on_many_blocks (void)
{
  enum { N = 25, NEXT = 5 };
  System *s = each_with_next (N, NEXT, 1);
  assert_as_dense (s); // all unknowns are told, and nothing agrees
  TrKkt *k = make (s, TR_KKT_AUTO);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  g_assert_cmpint (a.result.n_small, ==, N * NEXT - N);
  g_assert_cmpint (tr_kkt_n_distinct (k), ==, N + 1);

  // Differences alone: they may all move together. What is asked of them agrees, or does not.
  double *b = (double *) (void *) s->b->data;
  for (int agree = 1; agree >= 0; agree--) {
    for (int c = 0; c < N * NEXT; c++) {
      int i = c / NEXT, j = (i + 1 + c % NEXT) % N;
      rows_of (s)[2 * c] = -1;
      rows_of (s)[2 * c + 1] = 1;
      b[c] = agree ? sin (j) - sin (i) : cos (c);
    }
    assert_as_dense (s);
    solve_into (s, k, &a);
    g_assert_cmpint (a.result.n_small, ==, N * NEXT - (N - 1));
    for (int i = 1; i < N && agree; i++)
      g_assert_cmpfloat (fabs (a.v[i] - a.v[0] - sin (i)), <, 1e-12);
  }
  answer_clear (&a);
  tr_kkt_free (k);
  system_free (s);
}

// Where one direction is told by very little, but by enough, digits are not lost; by next to nothing it is
// none.
static void
test_weak (void)
{
  enum { N = 25, NEXT = 5 };
  static const double together[] = {1e-4, 2e-5};
  for (int w = 0; w < 2; w++) {
    System *s = each_with_next (N, NEXT, 1);
    double *b = (double *) (void *) s->b->data, *a = (double *) (void *) s->a->data;
    for (int c = 0; c < N * NEXT; c++) {
      rows_of (s)[2 * c] = -1 + together[w];
      rows_of (s)[2 * c + 1] = 1 + together[w];
      b[c] = cos (c);
    }
    for (int i = 0; i < N; i++)
      a[i] = 1;
    Answer want = solve (s, TR_KKT_DENSE), have = solve (s, TR_KKT_AUTO);
    int lost = N * NEXT - N;
    g_assert_cmpint (have.result.n_small, ==, w == 0 ? lost : lost + 1);
    if (w == 0)
      g_assert_cmpfloat (difference (want.v, have.v, N), <, 1e-10);
    for (int i = 0; i < N; i++)
      g_assert_cmpfloat (fabs (have.v[i]), <, 1e4);
    answer_clear (&want);
    answer_clear (&have);
    system_free (s);
  }
}

// ─── with unknowns of their own ─────────────────────────────────────────────

// Points of one body, or of two, that slide: a constraint with one or two unknowns that nothing else
// touches, in any place among its blocks.
static System *
slides (int n, int own)
{
  System *s = system_new (11);
  int hub = add_block (s, 3), other = add_block (s, 2), hung = add_block (s, 2);
  for (int i = 0; i < n; i++) {
    int first = add_block (s, 1), second = own > 1 ? add_block (s, 1) : -1;
    int one[] = {hub, first}, back[] = {first, hub}, two[] = {first, hub, second, other};
    if (own == 1)
      add_constraint (s, 2, 2, i % 2 == 0 ? one : back, 0);
    else
      add_constraint (s, 3, 4, two, 0);
  }
  int chain[] = {other, hung};
  add_constraint (s, 1, 2, chain, 0);
  return s;
}

static void
test_slides (void)
{
  enum { N = 64 };
  for (int own = 1; own <= 2; own++) {
    System *s = slides (N, own);
    int n_shared = own == 1 ? 3 : 5;
    TrKkt *k = make (s, TR_KKT_AUTO);
    g_assert_cmpint (tr_kkt_n_distinct (k), ==, N * own + 2 * n_shared + 1);
    Answer a = answer_new (k);
    solve_into (s, k, &a);
    g_assert_cmpint (a.result.n_small, ==, N - n_shared);
    assert_as_dense (s);
    // one of them without an unknown of its own for now, as a point on a curve of no size
    for (int i = 0; i < 2; i++)
      rows_of (s)[own == 1 ? 6 + i : i] = 0;
    if (own == 1)
      assert_as_dense (s);
    answer_clear (&a);
    tr_kkt_free (k);
    system_free (s);
  }
}

// Some of a constraint's rows with a compliance, or all of them.
static void
test_soft_slides (void)
{
  System *s = slides (64, 1);
  double *c = (double *) (void *) s->c->data;
  for (int i = 0; i < 40; i += 4)
    c[i] = c[i + 1] = 0.2 + 0.01 * i;
  assert_as_dense (s);
  TrKkt *k = make (s, TR_KKT_AUTO);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  int before = tr_kkt_n_distinct (k);
  c[60] = c[67] = 0.4;
  solve_into (s, k, &a);
  g_assert_cmpint (tr_kkt_n_distinct (k), ==, before + 2);
  assert_as_dense (s);
  Answer want = solve (s, TR_KKT_DENSE);
  g_assert_cmpfloat (difference (want.v, a.v, (int) s->f->len), <, 1e-9);
  answer_clear (&want);
  answer_clear (&a);
  tr_kkt_free (k);
  system_free (s);
}

// Two thousand slides of one joint, and fifty bodies related each with each, as few.
static void
test_thousands_of_blocks (void)
{
  System *s[2] = {slides (2000, 1), each_with_next (50, 49, 4)};
  static const int most[2] = {2000 + 2 * 3 + 1, 200 + 1};
  for (int i = 0; i < 2; i++) {
    TrKkt *k = make (s[i], TR_KKT_AUTO);
    Answer a = answer_new (k);
    solve_into (s[i], k, &a);
    g_assert_true (a.result.ok);
    g_assert_cmpint (tr_kkt_n_distinct (k), <=, most[i]);
    answer_clear (&a);
    tr_kkt_free (k);
    system_free (s[i]);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt-many/same-answer", test_same_answer);
  g_test_add_func ("/kkt-many/parallel", test_parallel);
  g_test_add_func ("/kkt-many/update", test_update);
  g_test_add_func ("/kkt-many/thousands", test_thousands);
  g_test_add_func ("/kkt-many/on-many-blocks", test_on_many_blocks);
  g_test_add_func ("/kkt-many/weak", test_weak);
  g_test_add_func ("/kkt-many/slides", test_slides);
  g_test_add_func ("/kkt-many/soft-slides", test_soft_slides);
  g_test_add_func ("/kkt-many/thousands-of-blocks", test_thousands_of_blocks);
  return g_test_run ();
}
