// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every path of the linear solver against the dense one, on random shapes and on frameworks with
// rows to spare.

#include "solver/kkt.h"

#include <glib.h>
#include <malloc.h>
#include <math.h>
#include <string.h>

// ─── systems ────────────────────────────────────────────────────────────────

// A shape with its numbers; grows as it is built.
typedef struct {
  GArray *dim, *rows, *start, *touch, *pair; // int
  GArray *a, *j, *c, *e;                     // double, in the order of the shape
  GArray *f, *b;
  GRand *rand;
} System;

static double
uniform (System *s)
{
  return g_rand_double_range (s->rand, -1, 1);
}

static void
append_int (GArray *a, int x)
{
  g_array_append_val (a, x);
}

static void
append (GArray *a, double x)
{
  g_array_append_val (a, x);
}

static int
get (const GArray *a, int i)
{
  return g_array_index (a, int, i);
}

static System *
system_new (guint32 seed)
{
  System *s = g_new0 (System, 1);
  GArray **ints[] = {&s->dim, &s->rows, &s->start, &s->touch, &s->pair};
  GArray **doubles[] = {&s->a, &s->j, &s->c, &s->e, &s->f, &s->b};
  for (gsize i = 0; i < G_N_ELEMENTS (ints); i++)
    *ints[i] = g_array_new (FALSE, FALSE, sizeof (int));
  for (gsize i = 0; i < G_N_ELEMENTS (doubles); i++)
    *doubles[i] = g_array_new (FALSE, FALSE, sizeof (double));
  append_int (s->start, 0);
  s->rand = g_rand_new_with_seed (seed);
  return s;
}

static void
system_free (System *s)
{
  GArray *arrays[] = {s->dim, s->rows, s->start, s->touch, s->pair, s->a,
                      s->j,   s->c,    s->e,     s->f,     s->b};
  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_rand_free (s->rand);
  g_free (s);
}

// A block with A = B Bᵀ + 2 I and a random f.
static int
add_block (System *s, int dim)
{
  double b[64];
  for (int i = 0; i < dim * dim; i++)
    b[i] = uniform (s);
  for (int r = 0; r < dim; r++)
    for (int c = 0; c < dim; c++) {
      double sum = r == c ? 2 : 0;
      for (int k = 0; k < dim; k++)
        sum += b[r * dim + k] * b[c * dim + k];
      append (s->a, sum);
    }
  for (int r = 0; r < dim; r++)
    append (s->f, uniform (s));
  append_int (s->dim, dim);
  return (int) s->dim->len - 1;
}

// A constraint of random rows on n blocks.
static void
add_constraint (System *s, int rows, int n, const int *blocks, double compliance)
{
  append_int (s->rows, rows);
  for (int i = 0; i < n; i++) {
    append_int (s->touch, blocks[i]);
    for (int k = 0; k < rows * get (s->dim, blocks[i]); k++)
      append (s->j, uniform (s));
  }
  append_int (s->start, (int) s->touch->len);
  for (int r = 0; r < rows; r++) {
    append (s->c, compliance);
    append (s->b, uniform (s));
  }
}

static void
add_pair (System *s, int i, int j)
{
  append_int (s->pair, i);
  append_int (s->pair, j);
  for (int k = 0; k < get (s->dim, i) * get (s->dim, j); k++)
    append (s->e, 0.1 * uniform (s));
}

static TrKkt *
make (const System *s, TrKktMethod method)
{
  TrKktShape shape = {.n_blocks = (int) s->dim->len,
                      .dim = (const int *) (void *) s->dim->data,
                      .n_cons = (int) s->rows->len,
                      .rows = (const int *) (void *) s->rows->data,
                      .start = (const int *) (void *) s->start->data,
                      .touch = (const int *) (void *) s->touch->data,
                      .n_pairs = (int) s->pair->len / 2,
                      .pair = (const int *) (void *) s->pair->data};
  return tr_kkt_new (&shape, method);
}

static const double *
put (double *to, const double *from, int n)
{
  memcpy (to, from, sizeof (double) * (gsize) n);
  return from + n;
}

static void
fill (const System *s, TrKkt *k)
{
  const double *a = (const double *) (void *) s->a->data;
  const double *j = (const double *) (void *) s->j->data;
  const double *c = (const double *) (void *) s->c->data;
  const double *e = (const double *) (void *) s->e->data;
  for (int b = 0; b < (int) s->dim->len; b++)
    a = put (tr_kkt_a (k, b), a, get (s->dim, b) * get (s->dim, b));
  for (int con = 0; con < (int) s->rows->len; con++) {
    c = put (tr_kkt_c (k, con), c, get (s->rows, con));
    for (int i = get (s->start, con); i < get (s->start, con + 1); i++)
      j = put (tr_kkt_j (k, i), j, get (s->rows, con) * get (s->dim, get (s->touch, i)));
  }
  for (int p = 0; p < (int) s->pair->len / 2; p++)
    e = put (tr_kkt_pair (k, p), e,
             get (s->dim, get (s->pair, 2 * p)) * get (s->dim, get (s->pair, 2 * p + 1)));
}

typedef struct {
  double *v, *lambda;
  TrKktResult result;
} Answer;

static Answer
answer_new (const TrKkt *k)
{
  return (Answer){.v = g_new0 (double, tr_kkt_n_unknowns (k) + 1),
                  .lambda = g_new0 (double, tr_kkt_n_rows (k) + 1)};
}

static void
answer_clear (Answer *a)
{
  g_free (a->v);
  g_free (a->lambda);
}

static const double *
doubles (const GArray *a)
{
  return (const double *) (void *) a->data;
}

static void
solve_into (const System *s, TrKkt *k, Answer *a)
{
  fill (s, k);
  a->result = tr_kkt_factor_solve (k, doubles (s->f), doubles (s->b), a->v, a->lambda);
}

static Answer
solve (const System *s, TrKktMethod method)
{
  TrKkt *k = make (s, method);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  g_assert_true (a.result.ok);
  tr_kkt_free (k);
  return a;
}

static double
difference (const double *x, const double *y, int n)
{
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (x[i] - y[i]) / fmax (1, fabs (x[i])));
  return largest;
}

// Both v (within tol) and, if asked for, λ agree with the dense answer.
static void
check_method (const System *s, TrKktMethod method, double tol, bool multipliers)
{
  Answer want = solve (s, TR_KKT_DENSE), have = solve (s, method);
  double dv = difference (want.v, have.v, (int) s->f->len);
  double dl = difference (want.lambda, have.lambda, (int) s->b->len);
  if (!(dv <= tol) || (multipliers && !(dl <= tol)))
    g_error ("method %d: v differs by %g, lambda by %g (small %d, conflict %g)", method, dv, dl,
             have.result.n_small, have.result.conflict);
  for (guint i = 0; i < s->b->len; i++)
    g_assert_cmpfloat (fabs (have.lambda[i]), <, 1e6);
  g_assert_cmpfloat (fabs (want.result.conflict - have.result.conflict), <, 1e-7);
  answer_clear (&want);
  answer_clear (&have);
}

static void
check (const System *s, double tol, bool multipliers)
{
  check_method (s, TR_KKT_AUTO, tol, multipliers);
  check_method (s, TR_KKT_BLOCK, tol, multipliers);
}

static void
check_path (const System *s, const char *path)
{
  TrKkt *k = make (s, TR_KKT_AUTO);
  g_assert_cmpstr (tr_kkt_path (k), ==, path);
  tr_kkt_free (k);
  k = make (s, TR_KKT_TREE);
  g_assert_true ((k != NULL) == g_str_equal (path, "tree"));
  tr_kkt_free (k);
}

// ─── random shapes ──────────────────────────────────────────────────────────

// Every row is matched to an unknown of its own, taken from one of its blocks, on which it weighs
// most: such rows are independent and well conditioned. spare: unknowns not yet taken.
typedef struct {
  System *s;
  int spare[512];
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

static void
test_trees (void)
{
  for (guint32 seed = 0; seed < 60; seed++) {
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
  for (guint32 seed = 200; seed < 260; seed++) {
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt/trees", test_trees);
  g_test_add_func ("/kkt/pairs", test_pairs);
  g_test_add_func ("/kkt/loops", test_loops);
  return g_test_run ();
}
