// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every path of the linear solver against the dense one on random shapes, and what its callers
// rely on.

#include "kkt-system.h"
#include "slow.h"

#include <stdlib.h>

// ─── random shapes ──────────────────────────────────────────────────────────

// Every row is matched to an unknown of its own, taken from one of its blocks, on which it weighs
// most: such rows are independent and well conditioned. spare: unknowns not yet taken.
typedef struct {
  System *s;
  int spare[1024];
  int n;
} Random;

static int
pick (Random *r, int below)
{
  return g_rand_int_range (r->s->rand, 0, below);
}

static void
random_block (Random *r)
{
  int dim = pick (r, 2) ? 3 : 1 + pick (r, 8);
  r->spare[r->n++] = dim;
  add_block (r->s, dim);
}

// Up to most rows on x and n − 1 other blocks; nothing where x has none to spare.
static void
random_constraint (Random *r, int x, int n, const int *others, int most, double compliance)
{
  int blocks[8] = {x};
  int wanted = 1 + pick (r, most), rows = MIN (r->spare[x], wanted);
  for (int i = 1; i < n; i++)
    blocks[i] = others[i - 1];
  if (rows == 0)
    return;
  bool swap = n == 2 && pick (r, 2);
  if (swap) {
    blocks[1] = x;
    blocks[0] = others[0];
  }
  guint at = r->s->j->len + (swap ? (guint) (rows * get (r->s->dim, blocks[0])) : 0);
  add_constraint (r->s, rows, n, blocks, compliance);
  for (int i = 0; i < rows; i++, at += (guint) get (r->s->dim, x))
    g_array_index (r->s->j, double, at + (guint) --r->spare[x]) += 4;
}

// A forest of n blocks, with constraints on single blocks here and there.
static Random
random_forest (guint32 seed, int n)
{
  Random r = {.s = system_new (seed)};
  for (int x = 0; x < n; x++) {
    random_block (&r);
    int p = pick (&r, MAX (x, 1));
    for (int i = 0; x > 0 && pick (&r, 12) > 0 && i < 1 + (pick (&r, 8) == 0); i++)
      random_constraint (&r, x, 2, &p, 2, pick (&r, 6) ? 0 : 0.3);
    if (pick (&r, 4) == 0)
      random_constraint (&r, x, 1, NULL, 2, pick (&r, 3) ? 0 : 0.1);
  }
  return r;
}

// The dense answers beside ours take the time: under sanitizers every fifth system is enough.
static guint32
stride (void)
{
  return is_slow () ? 5 : 1;
}

static void
test_trees (void)
{
  for (guint32 seed = 0; seed < 60; seed += stride ()) {
    Random r = random_forest (seed, 1 + (int) seed);
    check_path (r.s, "tree");
    check (r.s, 1e-9, true);
    system_free (r.s);
  }
}

// Pairs along the constraints of two blocks, and one elsewhere.
static void
add_pairs (Random *r)
{
  int n_cons = (int) r->s->rows->len;
  g_autofree bool *done = g_new0 (bool, r->n * r->n);
  for (int c = 0; c < n_cons; c++) {
    int at = get (r->s->start, c), x = get (r->s->touch, at);
    if (get (r->s->start, c + 1) != at + 2 || pick (r, 2))
      continue;
    int y = get (r->s->touch, at + 1);
    if (!done[MIN (x, y) * r->n + MAX (x, y)])
      add_pair (r->s, x, y);
    done[MIN (x, y) * r->n + MAX (x, y)] = true;
  }
}

static void
test_pairs (void)
{
  for (guint32 seed = 100; seed < 140; seed++) {
    Random r = random_forest (seed, 2 + (int) seed % 40);
    add_pairs (&r);
    check_path (r.s, "tree");
    check (r.s, 1e-9, true);
    system_free (r.s);
  }
}

static void
test_loops (void)
{
  for (guint32 seed = 200; seed < 260; seed += stride ()) {
    Random r = random_forest (seed, 4 + (int) seed % 50);
    for (int i = 0; i < r.n / 2; i++) {
      int x = pick (&r, r.n), y[3] = {(x + 1 + pick (&r, r.n - 3)) % r.n};
      y[1] = y[0] == (x + 1) % r.n ? (x + 2) % r.n : (x + 1) % r.n;
      random_constraint (&r, x, 2 + pick (&r, 2), y, 2, pick (&r, 6) ? 0 : 0.2);
    }
    if (seed % 2)
      add_pairs (&r);
    check (r.s, 1e-9, true);
    system_free (r.s);
  }
}

// ─── sizes and habits ───────────────────────────────────────────────────────

static void
check_against (const System *s, TrKktMethod one, TrKktMethod other)
{
  Answer a = solve (s, one), b = solve (s, other);
  g_assert_cmpfloat (difference (a.v, b.v, (int) s->f->len), <, 1e-9);
  g_assert_cmpfloat (difference (a.lambda, b.lambda, (int) s->b->len), <, 1e-9);
  answer_clear (&a);
  answer_clear (&b);
}

// A thousand leaves on a hub, then every other one on a second hub as well.
static void
test_hub (void)
{
  Random r = {.s = system_new (9)};
  for (int i = 0; i < 1002; i++)
    random_block (&r);
  for (int i = 2; i < 1002; i++)
    random_constraint (&r, i, 2, (int[]){0}, 2, 0);
  check_path (r.s, "tree");
  check_against (r.s, TR_KKT_TREE, TR_KKT_BLOCK);
  for (int i = 2; i < 1002; i += 2)
    random_constraint (&r, i, 2, (int[]){1}, 2, 0);
  check_path (r.s, "block");
  check_against (r.s, TR_KKT_AUTO, TR_KKT_BLOCK);
  system_free (r.s);
}

// A chain of bars with a stiff pull at every other one: A + k g gᵀ, where cofactors lose digits.
static void
test_stiff (void)
{
  System *s = system_new (51);
  for (int i = 0; i < 40; i++) {
    add_block (s, 3);
    double g[3] = {uniform (s), uniform (s), uniform (s)};
    for (int k = 0; i % 2 && k < 9; k++)
      g_array_index (s->a, double, s->a->len - 9 + (guint) k) += 1e6 * g[k / 3] * g[k % 3];
    if (i > 0)
      add_constraint (s, 2, 2, (int[]){i, i - 1}, 0);
  }
  check_path (s, "tree");
  check_against (s, TR_KKT_TREE, TR_KKT_BLOCK);
  check (s, 1e-8, false);
  system_free (s);
}

static void
test_not_a_number (void)
{
  Random r = random_forest (17, 30);
  for (int method = TR_KKT_AUTO; method <= TR_KKT_SERIAL; method++) {
    TrKkt *k = make (r.s, (TrKktMethod) method);
    Answer bad = answer_new (k), good = answer_new (k), again = answer_new (k);
    solve_into (r.s, k, &good);
    for (guint i = 0; i < r.s->j->len; i += 7) {
      double kept = g_array_index (r.s->j, double, i);
      g_array_index (r.s->j, double, i) = i % 2 ? NAN : INFINITY;
      solve_into (r.s, k, &bad);
      g_assert_false (bad.result.ok);
      g_array_index (r.s->j, double, i) = kept;
    }
    // it recovers at once where it had not resorted to delta, else before long
    for (int i = 0; i < 20; i++)
      solve_into (r.s, k, &again);
    g_assert_true (again.result.ok);
    g_assert_cmpmem (good.v, sizeof (double) * r.s->f->len, again.v, sizeof (double) * r.s->f->len);
    answer_clear (&bad);
    answer_clear (&good);
    answer_clear (&again);
    tr_kkt_free (k);
  }
  system_free (r.s);
}

static void
test_same_bits (void)
{
  Frame w = make_grid (21, 5, 4, 5);
  make_conflicting (w.s);
  for (int method = TR_KKT_AUTO; method <= TR_KKT_CG; method++) {
    if (method == TR_KKT_TREE)
      continue;
    Answer a = solve (w.s, (TrKktMethod) method), b = solve (w.s, (TrKktMethod) method);
    g_assert_cmpmem (a.v, sizeof (double) * w.s->f->len, b.v, sizeof (double) * w.s->f->len);
    g_assert_cmpmem (a.lambda, sizeof (double) * w.s->b->len, b.lambda,
                     sizeof (double) * w.s->b->len);
    answer_clear (&a);
    answer_clear (&b);
  }
  system_free (w.s);
}

// One solver, numbers that change, right-hand sides of their own.
static void
test_again (void)
{
  Random r = random_forest (33, 40);
  random_constraint (&r, 39, 3, (int[]){0, 20}, 1, 0);
  TrKkt *k = make (r.s, TR_KKT_AUTO), *dense = make (r.s, TR_KKT_DENSE);
  Answer have = answer_new (k), want = answer_new (k);
  int n = (int) r.s->f->len;

  for (int turn = 0; turn < 5; turn++) {
    for (guint i = 0; i < r.s->j->len; i++)
      g_array_index (r.s->j, double, i) += 0.05 * uniform (r.s);
    solve_into (r.s, k, &have);
    solve_into (r.s, dense, &want);
    g_assert_cmpfloat (difference (want.v, have.v, n), <, 1e-9);
    for (guint i = 0; i < r.s->b->len; i++)
      g_array_index (r.s->b, double, i) = uniform (r.s);
    for (int i = 0; i < n; i++)
      g_array_index (r.s->f, double, i) = uniform (r.s);
    have.result = tr_kkt_solve (k, doubles (r.s->f), doubles (r.s->b), have.v, have.lambda);
    tr_kkt_solve (dense, doubles (r.s->f), doubles (r.s->b), want.v, want.lambda);
    g_assert_true (have.result.ok);
    g_assert_cmpfloat (difference (want.v, have.v, n), <, 1e-9);
  }
  answer_clear (&have);
  answer_clear (&want);
  tr_kkt_free (k);
  tr_kkt_free (dense);
  system_free (r.s);
}

// Counts what is allocated; the sanitizers have an allocator of their own.
static int n_allocations;

#ifdef HEAP_CAN_BE_COUNTED
extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *p, size_t size);

void *
malloc (size_t size)
{
  n_allocations++;
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  n_allocations++;
  return __libc_calloc (n, size);
}

void *
realloc (void *p, size_t size)
{
  n_allocations++;
  return __libc_realloc (p, size);
}
#endif

static void
check_allocates_nothing (System *s)
{
  TrKkt *k = make (s, TR_KKT_AUTO);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  int before = n_allocations;
  for (int i = 0; i < 20; i++) {
    solve_into (s, k, &a);
    tr_kkt_solve (k, doubles (s->f), doubles (s->b), a.v, a.lambda);
  }
  g_assert_cmpint (n_allocations, ==, before);
  answer_clear (&a);
  tr_kkt_free (k);
}

static void
test_no_allocation (void)
{
  Random tree = random_forest (41, 300);
  Frame loops = make_grid (42, 8, 8, 0), spare = make_grid (43, 8, 8, 20);
  make_conflicting (spare.s);
  check_allocates_nothing (tree.s);
  check_allocates_nothing (loops.s);
  check_allocates_nothing (spare.s);
  system_free (tree.s);
  system_free (loops.s);
  system_free (spare.s);
}

// A four-bar of points: through its dead centres the two rows of a leaf are the same, now and then.
static void
test_reserved (void)
{
  System *s = system_new (44);
  add_block (s, 2);
  add_block (s, 2);
  add_constraint (s, 1, 1, (int[]){0}, 0);
  add_constraint (s, 1, 2, (int[]){0, 1}, 0);
  add_constraint (s, 1, 1, (int[]){1}, 0);
  check_path (s, "tree");
  TrKkt *k = make (s, TR_KKT_AUTO), *dense = make (s, TR_KKT_DENSE);
  Answer have = answer_new (k), want = answer_new (k);
  solve_into (s, k, &have);
  tr_kkt_reserve (k);
  double *row = &g_array_index (s->j, double, 0);
  for (int i = 0; i < 100; i++) {
    double turn = i % 20 < 3 ? 0 : 0.1 * i, other = i % 31 < 2 ? 0 : 1 - 0.05 * i;
    for (int x = 0; x < 2; x++) {
      row[x] = x ? sin (turn) : cos (turn);
      row[2 + x] = x ? 0 : 1;
      row[4 + x] = x ? 0 : -1;
      row[6 + x] = x ? sin (other) : cos (other);
    }
    int before = n_allocations;
    solve_into (s, k, &have);
    g_assert_cmpint (n_allocations, ==, before);
    g_assert_true (have.result.ok);
    solve_into (s, dense, &want);
    g_assert_cmpfloat (difference (want.v, have.v, 4), <, 1e-7);
    tr_kkt_solve (k, doubles (s->f), doubles (s->b), have.v, have.lambda);
    g_assert_cmpfloat (difference (want.v, have.v, 4), <, 1e-7);
  }
  answer_clear (&have);
  answer_clear (&want);
  tr_kkt_free (k);
  tr_kkt_free (dense);
  system_free (s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt/trees", test_trees);
  g_test_add_func ("/kkt/pairs", test_pairs);
  g_test_add_func ("/kkt/loops", test_loops);
  g_test_add_func ("/kkt/hub", test_hub);
  g_test_add_func ("/kkt/stiff", test_stiff);
  g_test_add_func ("/kkt/not-a-number", test_not_a_number);
  g_test_add_func ("/kkt/same-bits", test_same_bits);
  g_test_add_func ("/kkt/again", test_again);
  g_test_add_func ("/kkt/no-allocation", test_no_allocation);
  g_test_add_func ("/kkt/reserved", test_reserved);
  return g_test_run ();
}
