// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Factoring again only what has changed: the answer is that of factoring everything, and what a
// change does not reach is left alone.

#include "kkt-system.h"

// ─── systems ────────────────────────────────────────────────────────────────

typedef struct {
  System *s;
  TrKkt *k;
  bool *block, *con;
  int n_blocks, n_cons;
} Kept;

static void
kept_init (Kept *t, System *s, TrKktMethod method)
{
  *t = (Kept){.s = s, .k = make (s, method)};
  t->n_blocks = (int) s->dim->len;
  t->n_cons = (int) s->rows->len;
  t->block = g_new0 (bool, t->n_blocks + 1);
  t->con = g_new0 (bool, t->n_cons + 1);
}

static void
kept_clear (Kept *t)
{
  tr_kkt_free (t->k);
  g_free (t->block);
  g_free (t->con);
}

// Solves with what is marked as changed, and marks nothing more; returns how many blocks were
// factored.
static size_t
kept_solve (Kept *t, Answer *a)
{
  size_t before = tr_kkt_n_factored (t->k);
  fill (t->s, t->k);
  a->result = tr_kkt_refactor_solve (t->k, &(TrKktChange){t->block, t->con, 0}, doubles (t->s->f),
                                     doubles (t->s->b), a->v, a->lambda);
  memset (t->block, 0, (gsize) t->n_blocks);
  memset (t->con, 0, (gsize) t->n_cons);
  return tr_kkt_n_factored (t->k) - before;
}

static bool
same_bits (const double *x, const double *y, guint n)
{
  return memcmp (x, y, sizeof (double) * n) == 0;
}

// The same from a solver that has seen nothing yet.
static void
check_like_new (const System *s, TrKktMethod method, const Answer *have)
{
  Kept fresh;
  kept_init (&fresh, (System *) s, method);
  Answer want = answer_new (fresh.k), plain = solve (s, method);
  kept_solve (&fresh, &want);
  g_assert_true (want.result.ok && have->result.ok);
  g_assert_cmpfloat (difference (want.v, have->v, (int) s->f->len), <, 1e-9);
  g_assert_cmpfloat (difference (want.lambda, have->lambda, (int) s->b->len), <, 1e-8);
  g_assert_cmpfloat (difference (want.v, plain.v, (int) s->f->len), <, 1e-9);
  if (g_str_equal (tr_kkt_path (fresh.k), "tree")) // nothing else is done there
    g_assert_true (same_bits (want.v, plain.v, s->f->len));
  answer_clear (&want);
  answer_clear (&plain);
  kept_clear (&fresh);
}

// A forest or, with extra constraints, a web of blocks of 1 to 4 unknowns, mostly of 3.
static System *
make_web (guint32 seed, int n, int n_extra, bool pairs)
{
  System *s = system_new (seed);
  for (int x = 0; x < n; x++) {
    add_block (s, g_rand_int_range (s->rand, 0, 3) ? 3 : g_rand_int_range (s->rand, 1, 5));
    int both[2] = {x, x ? g_rand_int_range (s->rand, 0, x) : 0};
    int rows = get (s->dim, x) > 2 ? 2 : 1;
    if (x > 0)
      add_constraint (s, rows, 2, both, g_rand_int_range (s->rand, 0, 4) ? 0 : 0.2);
    if (x > 0 && pairs && x % 3 == 0)
      add_pair (s, both[0], both[1]);
  }
  for (int i = 0; i < n_extra; i++) {
    int both[2] = {g_rand_int_range (s->rand, 0, n), g_rand_int_range (s->rand, 0, n)};
    if (both[0] != both[1])
      add_constraint (s, 1, 2, both, 0.3);
  }
  return s;
}

// ─── changes ────────────────────────────────────────────────────────────────

static double *
matrix_of (System *s, int block)
{
  double *a = (double *) (void *) s->a->data;
  for (int x = 0; x < block; x++)
    a += get (s->dim, x) * get (s->dim, x);
  return a;
}

static void
change_block (Kept *t, int x)
{
  matrix_of (t->s, x)[0] += 0.5;
  t->block[x] = true;
}

static void
change_con (Kept *t, int c)
{
  int at = 0;
  for (int i = 0; i < get (t->s->start, c); i++) {
    int owner = 0;
    while (get (t->s->start, owner + 1) <= i)
      owner++;
    at += get (t->s->rows, owner) * get (t->s->dim, get (t->s->touch, i));
  }
  g_array_index (t->s->j, double, at) += 0.25;
  t->con[c] = true;
}

static void
check_updates (TrKktMethod method, guint32 seed, int n_extra, bool pairs)
{
  System *s = make_web (seed, 5 + (int) seed % 60, n_extra, pairs);
  Kept t;
  kept_init (&t, s, method);
  Answer a = answer_new (t.k);
  kept_solve (&t, &a);
  for (int turn = 0; turn < 8; turn++) {
    for (int i = 0; i < turn % 3; i++)
      change_block (&t, g_rand_int_range (s->rand, 0, t.n_blocks));
    for (int i = 0; i < turn % 2; i++)
      change_con (&t, g_rand_int_range (s->rand, 0, t.n_cons));
    g_array_index (s->f, double, 0) += 0.1;
    if (turn == 5) // something else in between
      tr_kkt_factor_solve (t.k, doubles (s->f), doubles (s->b), a.v, a.lambda);
    kept_solve (&t, &a);
    check_like_new (s, method, &a);
  }
  answer_clear (&a);
  kept_clear (&t);
  system_free (s);
}

static void
test_trees (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    check_updates (TR_KKT_AUTO, seed, 0, seed % 2);
}

static void
test_webs (void)
{
  for (guint32 seed = 60; seed < 120; seed++)
    check_updates (TR_KKT_AUTO, seed, 1 + (int) seed % 9, seed % 2);
}

static void
test_block (void)
{
  for (guint32 seed = 120; seed < 160; seed++)
    check_updates (TR_KKT_BLOCK, seed, (int) seed % 9, seed % 2);
}

// ─── how much is done ───────────────────────────────────────────────────────

// A zigzag of n bars, nailed at the first node, or at both ends.
static System *
make_chain (int n, bool closed)
{
  Frame w = {.s = system_new (7)};
  for (int i = 0; i <= n; i++)
    add_node (&w, i, i % 2 ? 0.4 : 0);
  for (int i = 0; i < n; i++)
    add_bar (&w, i, i + 1);
  add_pin (&w, 0, -1, 0);
  if (closed)
    add_pin (&w, n - 1, -1, n);
  return w.s;
}

// Nothing is factored where nothing has changed but the forces: a constant system. Where its end
// has changed, what is far from there is not.
static void
check_reach (bool closed)
{
  System *s = make_chain (180, closed);
  Kept t;
  kept_init (&t, s, TR_KKT_AUTO);
  Answer a = answer_new (t.k), b = answer_new (t.k);
  g_assert_cmpuint (kept_solve (&t, &a), ==, 180);
  g_assert_cmpuint (kept_solve (&t, &a), ==, 0);
  g_array_index (s->f, double, 3) += 1;
  g_assert_cmpuint (kept_solve (&t, &b), ==, 0);
  g_assert_false (same_bits (a.v, b.v, s->f->len));
  check_like_new (s, TR_KKT_AUTO, &b);
  change_block (&t, 179);
  size_t reached = kept_solve (&t, &a);
  g_assert_cmpuint (reached, >, 0);
  g_assert_cmpuint (reached, <, 120);
  check_like_new (s, TR_KKT_AUTO, &a);
  answer_clear (&a);
  answer_clear (&b);
  kept_clear (&t);
  system_free (s);
}

static void
test_reach (void)
{
  check_reach (false);
  check_reach (true);
}

// Rows that come to depend on each other, and go back.
static void
test_lost_rank (void)
{
  System *s = make_chain (6, true);
  Kept t;
  kept_init (&t, s, TR_KKT_AUTO);
  Answer a = answer_new (t.k);
  kept_solve (&t, &a);
  g_assert_false (a.result.regularised);
  g_autofree double *kept = g_memdup2 (s->j->data, sizeof (double) * s->j->len);
  int last = t.n_cons - 1, at = (int) s->j->len - 6;
  for (int i = 0; i < 3; i++) // the second row becomes the first
    g_array_index (s->j, double, at + 3 + i) = g_array_index (s->j, double, at + i);
  t.con[last] = true;
  kept_solve (&t, &a);
  g_assert_true (a.result.ok && a.result.regularised);
  memcpy (s->j->data, kept, sizeof (double) * s->j->len);
  for (int i = 0; i < 40; i++) {
    t.con[last] = i == 0;
    kept_solve (&t, &a);
    g_assert_true (a.result.ok);
  }
  g_assert_false (a.result.regularised);
  check_like_new (s, TR_KKT_AUTO, &a);
  answer_clear (&a);
  kept_clear (&t);
  system_free (s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt-update/trees", test_trees);
  g_test_add_func ("/kkt-update/webs", test_webs);
  g_test_add_func ("/kkt-update/block", test_block);
  g_test_add_func ("/kkt-update/reach", test_reach);
  g_test_add_func ("/kkt-update/lost-rank", test_lost_rank);
  return g_test_run ();
}
