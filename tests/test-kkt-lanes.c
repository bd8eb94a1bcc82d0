// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Four bodies at a time give the bits of one at a time: whatever the tree, whatever else is in the
// system, factored, solved and updated.

#include "kkt-system.h"
#include "solver/kkt/kkt-peel-private.h"

// ─── systems ────────────────────────────────────────────────────────────────

// A joint of random rows to an earlier block, or to none.
static void
join (System *s, int x, int other)
{
  double compliance = g_rand_int_range (s->rand, 0, 5) ? 0 : 0.2;
  add_constraint (s, 2, other >= 0 ? 2 : 1, (int[]){x, other}, compliance);
}

// A forest of n blocks, each joined to an earlier one among the last `reach`: mostly of three unknowns,
// some with a pull so stiff that cofactors lose their digits, some rows and forces −0.
static System *
make_forest (guint32 seed, int n, int reach)
{
  System *s = system_new (seed);
  for (int x = 0; x < n; x++) {
    add_block (s, g_rand_int_range (s->rand, 0, 12) ? 3 : g_rand_int_range (s->rand, 2, 5));
    if (get (s->dim, x) == 3 && g_rand_int_range (s->rand, 0, 8) == 0) {
      double g[3] = {uniform (s), uniform (s), uniform (s)};
      for (int k = 0; k < 9; k++)
        g_array_index (s->a, double, s->a->len - 9 + (guint) k) += 1e6 * g[k / 3] * g[k % 3];
    }
    if (g_rand_int_range (s->rand, 0, 6) == 0)
      g_array_index (s->f, double, s->f->len - 1) = -0.0;
    int other = x > 0 ? g_rand_int_range (s->rand, MAX (0, x - reach), x) : -1;
    join (s, x, g_rand_int_range (s->rand, 0, 20) ? other : -1);
  }
  for (guint i = 0; i < s->j->len; i += 7)
    g_array_index (s->j, double, i) = -0.0;
  return s;
}

static void
add_loops (System *s, int n_loops)
{
  int n = (int) s->dim->len;
  for (int i = 0; i < n_loops; i++) {
    int a = g_rand_int_range (s->rand, 0, n), b = g_rand_int_range (s->rand, 0, n);
    if (a != b)
      add_constraint (s, 1, 2, (int[]){a, b}, 0.1);
  }
}

// ─── both ways ──────────────────────────────────────────────────────────────

typedef struct {
  System *s;
  TrKkt *k[2];
  Answer a[2];
  bool *block, *con;
  int n_blocks, n_cons;
} Both;

static void
both_init (Both *t, System *s)
{
  *t = (Both){.s = s, .k = {make (s, TR_KKT_AUTO), make (s, TR_KKT_SERIAL)}};
  for (int i = 0; i < 2; i++)
    t->a[i] = answer_new (t->k[i]);
  t->n_blocks = (int) s->dim->len;
  t->n_cons = (int) s->rows->len;
  t->block = g_new0 (bool, t->n_blocks + 1);
  t->con = g_new0 (bool, t->n_cons + 1);
}

static void
both_clear (Both *t)
{
  for (int i = 0; i < 2; i++) {
    answer_clear (&t->a[i]);
    tr_kkt_free (t->k[i]);
  }
  g_free (t->block);
  g_free (t->con);
}

static void
check_same (const Both *t)
{
  const TrKktResult *x = &t->a[0].result, *y = &t->a[1].result;
  g_assert_cmpmem (t->a[0].v, sizeof (double) * t->s->f->len, t->a[1].v,
                   sizeof (double) * t->s->f->len);
  g_assert_cmpmem (t->a[0].lambda, sizeof (double) * t->s->b->len, t->a[1].lambda,
                   sizeof (double) * t->s->b->len);
  g_assert_true (x->ok == y->ok && x->n_small == y->n_small && x->refinements == y->refinements);
  g_assert_cmpuint (tr_kkt_n_factored (t->k[0]), ==, tr_kkt_n_factored (t->k[1]));
}

static void
check_factor (Both *t)
{
  for (int i = 0; i < 2; i++)
    solve_into (t->s, t->k[i], &t->a[i]);
  check_same (t);
}

static void
check_solve (Both *t)
{
  for (guint i = 0; i < t->s->f->len; i += 3)
    g_array_index (t->s->f, double, i) += 0.1;
  for (int i = 0; i < 2; i++)
    t->a[i].result =
        tr_kkt_solve (t->k[i], doubles (t->s->f), doubles (t->s->b), t->a[i].v, t->a[i].lambda);
  check_same (t);
}

// Some blocks and constraints have other numbers.
static void
check_update (Both *t, int n_changes, double close)
{
  double *a = (double *) (void *) t->s->a->data;
  for (int x = 0; x < t->n_blocks; x++) {
    t->block[x] = g_rand_int_range (t->s->rand, 0, t->n_blocks) < n_changes;
    if (t->block[x])
      a[0] += 0.5;
    a += get (t->s->dim, x) * get (t->s->dim, x);
  }
  for (int i = 0; i < 2; i++) {
    fill (t->s, t->k[i]);
    t->a[i].result =
        tr_kkt_refactor_solve (t->k[i], &(TrKktChange){t->block, t->con, close}, doubles (t->s->f),
                               doubles (t->s->b), t->a[i].v, t->a[i].lambda);
  }
  check_same (t);
}

static void
check_all (System *s)
{
  Both t;
  both_init (&t, s);
  check_factor (&t);
  check_solve (&t);
  for (int turn = 0; turn < 6; turn++) {
    check_update (&t, turn, turn % 2 ? 1e-3 : 0);
    if (turn == 3)
      check_factor (&t);
    check_solve (&t);
  }
  both_clear (&t);
  system_free (s);
}

static void
test_trees (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    check_all (make_forest (seed, 1 + (int) seed * 3, 1000));
}

// Levels of about four and fewer: ragged ends, and chains in between.
static void
test_narrow (void)
{
  for (guint32 seed = 100; seed < 160; seed++)
    check_all (make_forest (seed, 90, 1 + (int) seed % 9));
}

static void
test_loops (void)
{
  for (guint32 seed = 200; seed < 240; seed++) {
    System *s = make_forest (seed, 120, 60);
    add_loops (s, (int) seed % 8);
    check_all (s);
  }
}

// Nothing is asked for, by zeros of either sign.
static void
test_zeros (void)
{
  for (guint32 seed = 250; seed < 270; seed++) {
    System *s = make_forest (seed, 100, 50);
    GArray *sides[] = {s->f, s->b};
    for (int side = 0; side < 2; side++)
      for (guint i = 0; i < sides[side]->len; i++)
        g_array_index (sides[side], double, i) = g_rand_int_range (s->rand, 0, 4) ? -0.0 : 0;
    double *m = (double *) (void *) s->a->data;
    for (guint x = 0; x < s->dim->len; m += get (s->dim, x) * get (s->dim, x), x++)
      for (int i = 0; i < get (s->dim, x) * get (s->dim, x); i++)
        m[i] = i % (get (s->dim, x) + 1) == 0 ? m[i] : -0.0;
    Both t;
    both_init (&t, s);
    check_factor (&t);
    check_update (&t, 5, 0);
    check_update (&t, 5, 0);
    both_clear (&t);
    system_free (s);
  }
}

// Leaves whose two rows are one and the same, and numbers that are none.
static void
test_singular (void)
{
  for (guint32 seed = 300; seed < 320; seed++) {
    System *s = system_new (seed);
    for (int x = 0; x < 80; x++) {
      add_block (s, 3);
      join (s, x, x > 0 ? (x - 1) / 3 : -1);
    }
    for (int n = 0; n < 3; n++) {
      int c = g_rand_int_range (s->rand, 30, 80);
      double *j = (double *) (void *) s->j->data + 12 * (c - 1) + 6;
      memcpy (j + 3, j, 3 * sizeof (double));
      memcpy (j + 9, j + 6, 3 * sizeof (double));
      g_array_index (s->c, double, 2 * c) = g_array_index (s->c, double, 2 * c + 1) = 0;
    }
    Both t;
    both_init (&t, s);
    check_factor (&t);
    g_assert_cmpint (t.a[0].result.n_small, >, 0);
    double *bad = &g_array_index (s->j, double, 300), was = *bad;
    *bad = NAN;
    for (int i = 0; i < 2; i++) {
      solve_into (s, t.k[i], &t.a[i]);
      g_assert_false (t.a[i].result.ok);
    }
    *bad = was;
    for (int i = 0; i < 20; i++)
      check_factor (&t);
    both_clear (&t);
    system_free (s);
  }
}

// Where the processor can, a wide tree goes four by four, and a chain does not.
static void
test_taken (void)
{
  for (int wide = 0; wide < 2; wide++) {
    System *s = system_new (7);
    for (int x = 0; x < 200; x++) {
      add_block (s, 3);
      join (s, x, x == 0 ? -1 : wide ? (x - 1) / 2 : x - 1);
    }
    TrKktShape shape = {.n_blocks = 200,
                        .dim = (const int *) (void *) s->dim->data,
                        .n_cons = 200,
                        .rows = (const int *) (void *) s->rows->data,
                        .start = (const int *) (void *) s->start->data,
                        .touch = (const int *) (void *) s->touch->data};
    TrKktGraph *g = tr_kkt_graph_new (&shape);
    bool blocked[201] = {false};
    TrKktPeel *lanes = tr_kkt_peel_new (g, blocked, true);
    TrKktPeel *serial = tr_kkt_peel_new (g, blocked, false);
    g_assert_cmpint (serial->n_lanes, ==, 0);
    if (wide && tr_peel_lanes_at_hand ())
      g_assert_cmpint (lanes->n_lanes, >=, 45);
    else
      g_assert_cmpint (lanes->n_lanes, ==, 0);
    tr_kkt_peel_free (lanes);
    tr_kkt_peel_free (serial);
    tr_kkt_graph_free (g);
    system_free (s);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt-lanes/trees", test_trees);
  g_test_add_func ("/kkt-lanes/narrow", test_narrow);
  g_test_add_func ("/kkt-lanes/loops", test_loops);
  g_test_add_func ("/kkt-lanes/zeros", test_zeros);
  g_test_add_func ("/kkt-lanes/singular", test_singular);
  g_test_add_func ("/kkt-lanes/taken", test_taken);
  return g_test_run ();
}
