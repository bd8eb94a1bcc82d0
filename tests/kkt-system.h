// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Systems for the tests of the linear solver: built block by block, solved on any path, compared
// with the dense answer.

#pragma once

#include "solver/kkt/kkt.h"

#include <glib.h>
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

static inline double
uniform (System *s)
{
  return g_rand_double_range (s->rand, -1, 1);
}

static inline void
append_int (GArray *a, int x)
{
  g_array_append_val (a, x);
}

static inline void
append (GArray *a, double x)
{
  g_array_append_val (a, x);
}

static inline int
get (const GArray *a, int i)
{
  return g_array_index (a, int, i);
}

static inline System *
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

static inline void
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
static inline int
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
static inline void
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

static inline void
add_pair (System *s, int i, int j)
{
  append_int (s->pair, i);
  append_int (s->pair, j);
  for (int k = 0; k < get (s->dim, i) * get (s->dim, j); k++)
    append (s->e, 0.1 * uniform (s));
}

static inline TrKkt *
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

static inline void
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

static inline Answer
answer_new (const TrKkt *k)
{
  return (Answer){.v = g_new0 (double, tr_kkt_n_unknowns (k) + 1),
                  .lambda = g_new0 (double, tr_kkt_n_rows (k) + 1)};
}

static inline void
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

static inline void
solve_into (const System *s, TrKkt *k, Answer *a)
{
  fill (s, k);
  a->result = tr_kkt_factor_solve (k, doubles (s->f), doubles (s->b), a->v, a->lambda);
}

static inline Answer
solve (const System *s, TrKktMethod method)
{
  TrKkt *k = make (s, method);
  Answer a = answer_new (k);
  solve_into (s, k, &a);
  g_assert_true (a.result.ok);
  tr_kkt_free (k);
  return a;
}

static inline double
difference (const double *x, const double *y, int n)
{
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (x[i] - y[i]) / fmax (1, fabs (x[i])));
  return largest;
}

// Both v (within tol) and, if asked for, λ agree with the dense answer.
static inline void
check_method (const System *s, const Answer *want, TrKktMethod method, double tol, bool multipliers)
{
  Answer have = solve (s, method);
  double dv = difference (want->v, have.v, (int) s->f->len);
  double dl = difference (want->lambda, have.lambda, (int) s->b->len);
  if (!(dv <= tol) || (multipliers && !(dl <= tol)))
    g_error ("method %d: v differs by %g, lambda by %g (small %d, conflict %g)", method, dv, dl,
             have.result.n_small, have.result.conflict);
  for (guint i = 0; i < s->b->len; i++)
    g_assert_cmpfloat (fabs (have.lambda[i]), <, 1e6);
  g_assert_cmpfloat (fabs (want->result.conflict - have.result.conflict), <, 1e-7);
  answer_clear (&have);
}

// All ways to the answer; the auxiliary one has another where rows conflict.
static inline void
check (const System *s, double tol, bool multipliers)
{
  Answer want = solve (s, TR_KKT_DENSE);
  check_method (s, &want, TR_KKT_AUTO, tol, multipliers);
  check_method (s, &want, TR_KKT_BLOCK, tol, multipliers);
  check_method (s, &want, TR_KKT_CG, tol, multipliers);
  if (want.result.conflict < 1e-9)
    check_method (s, &want, TR_KKT_AUXILIARY, tol, multipliers);
  answer_clear (&want);
}

static inline void
check_path (const System *s, const char *path)
{
  TrKkt *k = make (s, TR_KKT_AUTO);
  g_assert_cmpstr (tr_kkt_path (k), ==, path);
  tr_kkt_free (k);
  k = make (s, TR_KKT_TREE);
  g_assert_true ((k != NULL) == g_str_equal (path, "tree"));
  tr_kkt_free (k);
}

// ─── frameworks ─────────────────────────────────────────────────────────────

// A free rod, its middle a little off the reference point.
static inline void
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

static inline int
add_node (Frame *w, double x, double y)
{
  w->x[w->n_nodes] = x;
  w->y[w->n_nodes] = y;
  w->last[w->n_nodes] = -1;
  return w->n_nodes++;
}

static inline void
add_point_rows (Frame *w, int bar, int node, double sign)
{
  double rx = w->x[node] - w->mid_x[bar], ry = w->y[node] - w->mid_y[bar];
  double j[6] = {sign, 0, -sign * ry, 0, sign, sign * rx};
  append_int (w->s->touch, bar);
  g_array_append_vals (w->s->j, j, 6);
}

// other −1: a nail.
static inline void
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

static inline int
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
static inline Frame
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
static inline void
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

static inline void
make_conflicting (System *s)
{
  for (guint i = 0; i < s->b->len; i++)
    g_array_index (s->b, double, i) = uniform (s);
}
