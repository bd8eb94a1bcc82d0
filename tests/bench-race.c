// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// bench-race [SECONDS]: the solver's workloads beside a plain floor in the same run, sample by sample
// in turns, so that what else the machine does falls on both. The floor eliminates a tree of the same
// bodies as plainly as can be: each body of three unknowns with its one joint of two rows into the
// body above it, numbers in order, nothing looked up. A bushy tree has another one that takes four
// bodies at a time from numbers that lie in lanes; there neither side puts the numbers in. Prints for
// each workload the least and the median of ns a body, the ratio to the floor, and the ratio to hold;
// ends with 1 where one is missed. No test: what it says is of the machine, too.

#include "solver/bench/workload.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ─── the floor ──────────────────────────────────────────────────────────────

// What a body keeps for the way back.
typedef struct {
  double v[3], y[6], l[2], p[6];
} Kept;

// A + what the children left, packed by columns: 00 10 11 20 21 22, and f.
typedef struct {
  double a[6], f[3];
} Body;

typedef struct {
  const TrWorkload *w;
  Body *body;
  Kept *kept;
  double *v;
} Floor;

static double
dot (const double *x, const double *y)
{
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// y = L⁻ᵀ D⁻¹ L⁻¹ x of A = L D Lᵀ, with 1/D.
static void
solve3 (const double *l, const double *d, const double *x, double *y)
{
  double z1 = x[1] - l[0] * x[0], z2 = x[2] - l[1] * x[0] - l[2] * z1;
  y[2] = d[2] * z2;
  y[1] = d[1] * z1 - l[2] * y[2];
  y[0] = d[0] * x[0] - l[0] * y[1] - l[1] * y[2];
}

// Body i with joint j (on it) and k (on its parent; NULL: the ground) into `up`.
static void
eliminate (const Body *x, const double *j, const double *k, const double *b, Kept *q, Body *up)
{
  // A = L D Lᵀ; Y = A⁻¹Jᵀ, v = A⁻¹f; S = J Y
  double d0 = 1 / x->a[0], l10 = x->a[1] * d0, l20 = x->a[3] * d0;
  double d1 = 1 / (x->a[2] - l10 * x->a[1]), t = x->a[4] - l20 * x->a[1], l21 = t * d1;
  double d2 = 1 / (x->a[5] - l20 * x->a[3] - l21 * t);
  const double l[3] = {l10, l20, l21}, d[3] = {d0, d1, d2};
  solve3 (l, d, j, q->y);
  solve3 (l, d, j + 3, q->y + 3);
  solve3 (l, d, x->f, q->v);
  double s00 = dot (j, q->y), s10 = dot (j + 3, q->y), s11 = dot (j + 3, q->y + 3);
  double e0 = 1 / s00, m = s10 * e0, e1 = 1 / (s11 - m * s10);

  // λ = S⁻¹(b − Jv), P = S⁻¹K; the parent receives KᵀP and Kᵀλ
  double g0 = b[0] - dot (j, q->v), g1 = b[1] - dot (j + 3, q->v) - m * g0;
  q->l[1] = e1 * g1;
  q->l[0] = e0 * g0 - m * q->l[1];
  if (!k)
    return;
  for (int i = 0; i < 3; i++) {
    q->p[3 + i] = e1 * (k[3 + i] - m * k[i]);
    q->p[i] = e0 * k[i] - m * q->p[3 + i];
    up->f[i] += k[i] * q->l[0] + k[3 + i] * q->l[1];
  }
  for (int i = 0, at = 0; i < 3; i++)
    for (int c = 0; c <= i; c++, at++)
      up->a[at] += k[i] * q->p[c] + k[3 + i] * q->p[3 + c];
}

// Of the workloads whose constraint i joins body i to an earlier one, chain and btree.
static void
run_floor (Floor *f)
{
  const TrWorkload *w = f->w;
  for (int i = 0; i < w->n_bodies; i++) {
    const double *m = w->mass + 9 * i;
    f->body[i] = (Body){{m[0], m[3], m[4], m[6], m[7], m[8]},
                        {w->f[3 * i], w->f[3 * i + 1], w->f[3 * i + 2]}};
  }
  for (int i = w->n_bodies - 1; i >= 0; i--) {
    const int at = w->start[i];
    Body *up = i > 0 ? &f->body[w->touch[at + 1]] : NULL;
    eliminate (&f->body[i], w->jacobian + 6 * at, up ? w->jacobian + 6 * (at + 1) : NULL,
               w->b + 2 * i, &f->kept[i], up);
  }
  // λ ← λ − P v_p, v ← v + Yλ
  for (int i = 0; i < w->n_bodies; i++) {
    const Kept *q = &f->kept[i];
    double l0 = q->l[0], l1 = q->l[1], *v = f->v + 3 * i;
    if (i > 0) {
      const double *vp = f->v + 3 * w->touch[w->start[i] + 1];
      l0 -= dot (q->p, vp);
      l1 -= dot (q->p + 3, vp);
    }
    for (int c = 0; c < 3; c++)
      v[c] = q->v[c] + q->y[c] * l0 + q->y[3 + c] * l1;
  }
}

// ─── the floor in lanes ─────────────────────────────────────────────────────

#ifdef __x86_64__
#define LANES __attribute__ ((target ("avx2")))
#else
#define LANES
#endif

typedef double Four __attribute__ ((vector_size (32), aligned (32)));

typedef struct {
  Four a_inv[6], y[6], s[3], p[6], v[3], lambda[2];
} FourKept;

#define KERNEL_T      Four
#define KERNEL_FACTOR FourKept
#define KERNEL_TARGET LANES
#include "solver/kkt/kkt-peel-kernel.h"

// Four bodies: their numbers, what their children leave, and where their parents are.
typedef struct {
  Four a[6], f[3], j[6], k[6], b[2], up_a[6], up_f[3], v[3];
  FourKept kept;
  int parent[4];
} FourBodies;

// Of a bushy tree; its first four bodies are left out, who wait for each other.
static FourBodies *
four_bodies_new (const TrWorkload *w)
{
  static const int packed[6] = {0, 3, 4, 6, 7, 8};
  gsize n = (gsize) w->n_bodies / 4;
  FourBodies *bodies = g_aligned_alloc0 (n + 1, sizeof (FourBodies), 64);
  for (int i = 4; i < 4 * (int) n; i++) {
    FourBodies *x = &bodies[i / 4];
    const double *j = w->jacobian + 6 * w->start[i];
    for (int k = 0; k < 6; k++) {
      x->a[k][i % 4] = w->mass[9 * i + packed[k]];
      x->j[k][i % 4] = j[k];
      x->k[k][i % 4] = j[6 + k];
    }
    for (int k = 0; k < 3; k++)
      x->f[k][i % 4] = w->f[3 * i + k];
    for (int k = 0; k < 2; k++)
      x->b[k][i % 4] = w->b[2 * i + k];
    x->parent[i % 4] = w->touch[w->start[i] + 1];
  }
  return bodies;
}

static LANES void
run_floor_in_lanes (FourBodies *bodies, int n)
{
  const Four none = {0};
  for (int e = n - 1; e > 0; e--) {
    FourBodies *x = &bodies[e];
    Four a[6], f[3], c[2] = {none, none}, adj[6], y[6], u[3], up_a[6], up_f[3], bound;
    for (int k = 0; k < 6; k++) {
      a[k] = x->a[k] + x->up_a[k];
      x->up_a[k] = none;
    }
    for (int k = 0; k < 3; k++) {
      f[k] = x->f[k] + x->up_f[k];
      x->up_f[k] = none;
    }
    Four det = start (a, x->j, f, adj, y, u);
    finish (det, adj, y, u, x->j, x->k, c, x->b, &x->kept, x->kept.v, x->kept.lambda, up_a, up_f,
            &bound);
    for (int i = 0; i < 4; i++) {
      FourBodies *up = &bodies[x->parent[i] / 4];
      for (int k = 0; k < 6; k++)
        up->up_a[k][x->parent[i] % 4] += up_a[k][i];
      for (int k = 0; k < 3; k++)
        up->up_f[k][x->parent[i] % 4] += up_f[k][i];
    }
  }
  for (int e = 1; e < n; e++) {
    FourBodies *x = &bodies[e];
    Four vp[3], v[3] = {x->kept.v[0], x->kept.v[1], x->kept.v[2]};
    const int *p = x->parent;
    for (int k = 0; k < 3; k++)
      vp[k] = (Four){bodies[p[0] / 4].v[k][p[0] % 4], bodies[p[1] / 4].v[k][p[1] % 4],
                     bodies[p[2] / 4].v[k][p[2] % 4], bodies[p[3] / 4].v[k][p[3] % 4]};
    back (&x->kept, vp, v, x->kept.lambda);
    memcpy (x->v, v, sizeof (v));
  }
}

static bool
have_lanes (void)
{
#ifdef __x86_64__
  return __builtin_cpu_supports ("avx2");
#else
  return false;
#endif
}

// ─── the race ───────────────────────────────────────────────────────────────

typedef struct {
  const char *name;
  int n, loops;
  const char *floor; // a tree of the same size; "lanes": of the same tree, four
                     // bodies at a time on both sides; "truss": our own solver on one
  double hold;       // ratio to it
} Lane;

// The ratios of the yardsticks, in ns a body by 48 of a chain; of a bushy tree by 32, which is what this
// floor takes where that of the yardsticks takes 38, and four at a time 18 by 12. Rows that depend on
// each other are to cost twice what as many others do, and one more factorisation.
static const Lane lanes[] = {
    {"chain", 54, 0, "chain", 1.3},         {"chain", 1000, 0, "chain", 1.3},
    {"chain", 10000, 0, "chain", 1.3},      {"btree", 54, 0, "btree", 1.55},
    {"btree", 1000, 0, "btree", 1.55},      {"btree", 10000, 0, "btree", 1.55},
    {"btree", 54, 0, "lanes", 1.5},         {"btree", 1000, 0, "lanes", 1.5},
    {"btree", 10000, 0, "lanes", 1.5},      {"chainloop", 1000, 16, "chain", 2.6},
    {"chainloop", 10000, 16, "chain", 2.6}, {"chainnail", 10000, 100, "chain", 2.6},
    {"ladder", 10000, 0, "chain", 4.07},    {"truss", 10000, 0, "chain", 4.58},
    {"grid", 10000, 0, "chain", 39.6},      {"overbraced", 127, 6, "truss", 2.7},
    {"conflicting", 127, 6, "truss", 2.7},  {"overbraced", 300, 6, "truss", 2.7},
    {"conflicting", 300, 6, "truss", 2.7},
};

static double
thread_ns (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

typedef struct {
  double least, median;
} Figure;

// A workload with a solver of its own.
typedef struct {
  TrWorkload *w;
  TrKkt *k;
  double *v, *lambda;
} Racer;

static Racer
racer (const char *name, int n, int loops, TrKktMethod method)
{
  TrWorkload *w = tr_workload_new (name, n, loops);
  TrKktShape shape = tr_workload_shape (w);
  TrKkt *k = tr_kkt_new (&shape, method);
  return (Racer){w, k, g_new0 (double, tr_kkt_n_unknowns (k) + 1),
                 g_new0 (double, tr_kkt_n_rows (k) + 1)};
}

static void
racer_clear (Racer *r)
{
  tr_workload_free (r->w);
  tr_kkt_free (r->k);
  g_free (r->v);
  g_free (r->lambda);
}

static Figure
figure_of (GArray *samples)
{
  qsort (samples->data, samples->len, sizeof (double), compare);
  return (Figure){g_array_index (samples, double, 0),
                  g_array_index (samples, double, samples->len / 2)};
}

static void
sample_floor (Floor *f, int repeats, GArray *out)
{
  double from = thread_ns ();
  for (int i = 0; i < repeats; i++)
    run_floor (f);
  double ns = (thread_ns () - from) / repeats / f->w->n_bodies;
  g_array_append_val (out, ns);
}

static void
sample_lanes (FourBodies *bodies, int n, int repeats, GArray *out)
{
  double from = thread_ns ();
  for (int i = 0; i < repeats; i++)
    run_floor_in_lanes (bodies, n);
  double ns = (thread_ns () - from) / repeats / (4 * n - 4);
  g_array_append_val (out, ns);
}

static void
sample_solver (Racer *r, bool fill, int repeats, GArray *out)
{
  double from = thread_ns ();
  for (int i = 0; i < repeats; i++) {
    if (fill)
      tr_workload_fill (r->w, r->k);
    tr_kkt_factor_solve (r->k, r->w->f, r->w->b, r->v, r->lambda);
  }
  double ns = (thread_ns () - from) / repeats / r->w->n_bodies;
  g_array_append_val (out, ns);
}

static bool
is_in_lanes (const Lane *lane)
{
  return g_str_equal (lane->floor, "lanes");
}

// Whether the ratio of the least times, or of the medians, is held.
static bool
race (const Lane *lane, double seconds)
{
  bool in_lanes = is_in_lanes (lane), one_by_one = g_str_equal (lane->floor, "btree");
  Racer us = racer (lane->name, lane->n, lane->loops, one_by_one ? TR_KKT_SERIAL : TR_KKT_AUTO),
        beside = racer (in_lanes ? lane->name : lane->floor, lane->n, 0, TR_KKT_AUTO);
  FourBodies *four = in_lanes ? four_bodies_new (beside.w) : NULL;
  Floor f = {beside.w, g_new (Body, lane->n), g_new (Kept, lane->n), g_new (double, 3 * lane->n)};
  g_autoptr (GArray) ours = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (double));
  int repeats = MAX (1, 20000 / lane->n);

  tr_workload_fill (us.w, us.k);
  double begin = thread_ns ();
  while (thread_ns () - begin < 1e9 * seconds || ours->len < 9) {
    if (four)
      sample_lanes (four, lane->n / 4, repeats, plain);
    else if (g_str_equal (lane->floor, "truss"))
      sample_solver (&beside, true, repeats, plain);
    else
      sample_floor (&f, repeats, plain);
    sample_solver (&us, !four, repeats, ours);
  }
  if (!g_str_equal (lane->name, "conflicting"))
    g_assert_cmpfloat (tr_workload_residual (us.w, us.v, us.lambda), <, 1e-9);
  Figure a = figure_of (ours), b = figure_of (plain);
  double ratio = fmin (a.least / b.least, a.median / b.median);
  bool held = ratio <= lane->hold;
  printf ("%-11s %6d %s %7.1f least %7.1f median  floor %5.1f %5.1f  ratio "
          "%5.2f  hold %5.2f  %s\n",
          lane->name, us.w->n_bodies, four ? "by four" : "       ", a.least, a.median, b.least,
          b.median, ratio, lane->hold, held ? "held" : "MISSED");
  fflush (stdout);
  g_aligned_free (four);
  g_free (f.body);
  g_free (f.kept);
  g_free (f.v);
  racer_clear (&us);
  racer_clear (&beside);
  return held;
}

int
main (int argc, char **argv)
{
  double seconds = argc > 1 ? atof (argv[1]) : 1;
  bool all_held = true;
  for (gsize i = 0; i < G_N_ELEMENTS (lanes); i++)
    if (!is_in_lanes (&lanes[i]) || have_lanes ())
      all_held &= race (&lanes[i], seconds);
  return all_held ? 0 : 1;
}
