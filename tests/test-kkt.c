// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every path of the linear solver against the dense one, on random shapes and on frameworks with
// rows to spare.

#include "solver/kkt.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
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

// ─── rows to spare ──────────────────────────────────────────────────────────

// A free rod, its middle a little off the reference point.
static void
add_rod (System *s)
{
  double mass = 1 + 0.5 * uniform (s), sx = 0.1 * uniform (s), sy = 0.1 * uniform (s);
  double a[9] = {mass,       0,         -mass * sy,
                 0,          mass,      mass * sx,
                 -mass * sy, mass * sx, mass * (0.1 + sx * sx + sy * sy)};
  g_array_append_vals (s->a, a, 9);
  append (s->f, uniform (s));
  append (s->f, uniform (s));
  append (s->f, uniform (s));
  append_int (s->dim, 3);
}

// Bars between nodes, each a rod with its reference point in its middle; joined in turn at nodes.
typedef struct {
  System *s;
  double x[256], y[256];
  int last[256], n_nodes;
  double mid_x[512], mid_y[512];
  int n_bars;
} Frame;

static int
add_node (Frame *w, double x, double y)
{
  w->x[w->n_nodes] = x;
  w->y[w->n_nodes] = y;
  w->last[w->n_nodes] = -1;
  return w->n_nodes++;
}

static void
add_point_rows (Frame *w, int bar, int node, double sign)
{
  double rx = w->x[node] - w->mid_x[bar], ry = w->y[node] - w->mid_y[bar];
  double j[6] = {sign, 0, -sign * ry, 0, sign, sign * rx};
  append_int (w->s->touch, bar);
  g_array_append_vals (w->s->j, j, 6);
}

// other −1: a nail.
static void
add_pin (Frame *w, int bar, int other, int node)
{
  System *s = w->s;
  append_int (s->rows, 2);
  add_point_rows (w, bar, node, 1);
  if (other >= 0)
    add_point_rows (w, other, node, -1);
  append_int (s->start, (int) s->touch->len);
  for (int r = 0; r < 2; r++) {
    append (s->c, 0);
    append (s->b, 0);
  }
}

static int
add_bar (Frame *w, int from, int to)
{
  int bar = w->n_bars++;
  w->mid_x[bar] = 0.5 * (w->x[from] + w->x[to]);
  w->mid_y[bar] = 0.5 * (w->y[from] + w->y[to]);
  add_rod (w->s);
  for (int end = 0; end < 2; end++) {
    int node = end ? to : from;
    if (w->last[node] >= 0)
      add_pin (w, bar, w->last[node], node);
    w->last[node] = bar;
  }
  return bar;
}

// Columns × rows of nodes, joined sideways and upwards; every diagonal of the first n_braced cells
// both ways: one row too many for each.
static Frame
make_grid (guint32 seed, int columns, int rows, int n_braced)
{
  Frame w = {.s = system_new (seed)};
  for (int i = 0; i < columns * rows; i++) {
    double x = i % columns + 0.2 * uniform (w.s), y = i / columns + 0.2 * uniform (w.s);
    add_node (&w, x, y);
  }
  for (int i = 0; i < columns * rows; i++) {
    if (i % columns + 1 < columns)
      add_bar (&w, i, i + 1);
    if (i / columns + 1 < rows)
      add_bar (&w, i, i + columns);
  }
  for (int i = 0; i < columns * rows && n_braced > 0; i++)
    if (i % columns + 1 < columns && i / columns + 1 < rows) {
      add_bar (&w, i, i + columns + 1);
      add_bar (&w, i + 1, i + columns);
      n_braced--;
    }
  add_pin (&w, 0, -1, 0);
  return w;
}

// b ← J v for some v: rows that agree, however many.
static void
make_consistent (System *s)
{
  double *b = (double *) (void *) s->b->data;
  g_autofree double *v = g_new (double, s->f->len);
  g_autofree int *at = g_new0 (int, s->dim->len + 1);
  const double *j = doubles (s->j);
  int row = 0;

  for (guint i = 0; i < s->f->len; i++)
    v[i] = uniform (s);
  for (guint x = 0; x < s->dim->len; x++)
    at[x + 1] = at[x] + get (s->dim, (int) x);
  for (int c = 0; c < (int) s->rows->len; c++) {
    for (int i = get (s->start, c); i < get (s->start, c + 1); i++)
      for (int r = 0; r < get (s->rows, c); r++)
        for (int x = at[get (s->touch, i)]; x < at[get (s->touch, i) + 1]; x++)
          b[row + r] += *j++ * v[x];
    row += get (s->rows, c);
  }
}

static void
make_conflicting (System *s)
{
  for (guint i = 0; i < s->b->len; i++)
    g_array_index (s->b, double, i) = uniform (s);
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
  static const int cells[][2] = {{2, 2}, {4, 3}, {8, 2}, {6, 6}};
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++) {
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

static void
test_not_a_number (void)
{
  Random r = random_forest (17, 30);
  for (int method = TR_KKT_AUTO; method <= TR_KKT_BLOCK; method++) {
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
  for (int method = TR_KKT_AUTO; method <= TR_KKT_DENSE; method++) {
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

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kkt/trees", test_trees);
  g_test_add_func ("/kkt/pairs", test_pairs);
  g_test_add_func ("/kkt/loops", test_loops);
  g_test_add_func ("/kkt/braced", test_braced);
  g_test_add_func ("/kkt/dead-centre", test_dead_centre);
  g_test_add_func ("/kkt/nails", test_nails);
  g_test_add_func ("/kkt/dependent-leaf", test_dependent_leaf);
  g_test_add_func ("/kkt/empty-row", test_empty_row);
  g_test_add_func ("/kkt/hub", test_hub);
  g_test_add_func ("/kkt/not-a-number", test_not_a_number);
  g_test_add_func ("/kkt/same-bits", test_same_bits);
  g_test_add_func ("/kkt/again", test_again);
  g_test_add_func ("/kkt/no-allocation", test_no_allocation);
  return g_test_run ();
}
