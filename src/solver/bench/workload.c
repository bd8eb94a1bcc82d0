// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/bench/workload.h"

#include "math/vec.h"

#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

// ─── random numbers ─────────────────────────────────────────────────────────

// splitmix64 (Steele, Lea and Flood 2014)
static uint64_t
draw (uint64_t *state)
{
  uint64_t z = *state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

// In [0, 1).
static double
unit (uint64_t *state)
{
  return (double) (draw (state) >> 11) * 0x1p-53;
}

// In [−1, 1).
static double
spread (uint64_t *state)
{
  return 2 * unit (state) - 1;
}

static int
below (uint64_t *state, int n)
{
  return (int) (unit (state) * n);
}

// ─── making ─────────────────────────────────────────────────────────────────

// Bodies are rods with a reference point off their middle.
typedef struct {
  TrWorkload *w;
  uint64_t random;
  Vec2 *reference; // of each body
} Maker;

static void
maker_init (Maker *m, int n_bodies, int max_cons)
{
  TrWorkload *w = m->w = g_new0 (TrWorkload, 1);
  gsize n = (gsize) n_bodies, c = (gsize) max_cons;

  m->random = 20261127;
  m->reference = g_new (Vec2, n);
  w->n_bodies = n_bodies;
  w->dim = g_new (int, n);
  w->rows = g_new (int, c);
  w->start = g_new0 (int, c + 1);
  w->touch = g_new (int, 2 * c);
  w->mass = g_new0 (double, 9 * n);
  w->jacobian = g_new0 (double, 12 * c);
  w->f = g_new (double, 3 * n);
  w->b = g_new (double, 2 * c);
}

static TrWorkload *
maker_finish (Maker *m)
{
  TrWorkload *w = m->w;
  for (int i = 0; i < 3 * w->n_bodies; i++)
    w->f[i] = spread (&m->random);
  for (int i = 0; i < 2 * w->n_cons; i++)
    w->b[i] = 0.1 * spread (&m->random);
  g_free (m->reference);
  return w;
}

// A rod of that length and a random mass, its middle at the reference point − off.
static void
add_rod (Maker *m, int body, double length, Vec2 off)
{
  double mass = 0.5 + unit (&m->random), inertia = mass * length * length / 12;
  double *a = m->w->mass + 9 * body;

  m->w->dim[body] = 3;
  a[0] = a[4] = mass;
  a[2] = a[6] = mass * off.y;
  a[5] = a[7] = -mass * off.x;
  a[8] = inertia + mass * v2_dot (off, off);
}

// Drawn in the order x, y.
static Vec2
draw_offset (Maker *m)
{
  double x = 0.1 * spread (&m->random);
  double y = 0.1 * spread (&m->random);
  return v2 (x, y);
}

// ± ∂p/∂(x, y, angle) of the point p of a body.
static void
touch (Maker *m, int body, Vec2 p, double sign)
{
  TrWorkload *w = m->w;
  int at = w->start[w->n_cons]++;
  Vec2 r = v2_sub (p, m->reference[body]);
  double *j = w->jacobian + 6 * at;

  w->touch[at] = body;
  j[0] = j[4] = sign;
  j[2] = -sign * r.y;
  j[5] = sign * r.x;
}

// Joins two bodies at p, or nails one there (other −1).
static void
add_constraint (Maker *m, int body, int other, Vec2 p)
{
  TrWorkload *w = m->w;
  w->start[w->n_cons + 1] = w->start[w->n_cons];
  w->rows[w->n_cons++] = 2;
  touch (m, body, p, 1);
  if (other >= 0)
    touch (m, other, p, -1);
}

// ─── trees and chains ───────────────────────────────────────────────────────

typedef enum { CHAIN, STAR, BTREE, RTREE } TreeKind;
typedef enum { NONE, LOCAL_LOOPS, RANDOM_LOOPS, NAILS_ALONG, NAILS_LAST } ExtraKind;

static int
parent_of (Maker *m, TreeKind kind, int i)
{
  switch (kind) {
  case CHAIN:
    return i - 1;
  case STAR:
    return 0;
  case BTREE:
    return (i - 1) / 2;
  case RTREE:
    return below (&m->random, i);
  }
  g_assert_not_reached ();
}

// Where body i begins, on its parent.
static Vec2
start_point (Maker *m, TreeKind kind, const Vec2 *end, int i, int parent)
{
  if (i == 0)
    return v2 (0, 0);
  if (kind != STAR)
    return end[parent];
  double radius = sqrt (unit (&m->random));
  double angle = 2 * G_PI * unit (&m->random);
  return v2_add (m->reference[0], v2_polar (radius, angle));
}

static void
add_local_loop (Maker *m, const Vec2 *end, int j, int extra)
{
  const int span = 8;
  int a = (int) ((double) j * (m->w->n_bodies - 1 - span) / extra), b = a + span;
  add_constraint (m, a, b, v2_mid (end[a], end[b]));
}

static void
add_random_loop (Maker *m, const Vec2 *end)
{
  int a, b;
  do {
    a = below (&m->random, m->w->n_bodies);
    b = below (&m->random, m->w->n_bodies);
  } while (ABS (a - b) < 4);
  add_constraint (m, a, b, v2_mid (end[a], end[b]));
}

static void
add_extras (Maker *m, ExtraKind kind, const Vec2 *end, int extra)
{
  int n = m->w->n_bodies;
  for (int j = 0; j < extra; j++) {
    int along = (int) ((double) (j + 1) * n / extra) - 1, last = n - 1 - j;
    switch (kind) {
    case NONE:
      break;
    case LOCAL_LOOPS:
      add_local_loop (m, end, j, extra);
      break;
    case RANDOM_LOOPS:
      add_random_loop (m, end);
      break;
    case NAILS_ALONG:
      add_constraint (m, along, -1, end[along]);
      break;
    case NAILS_LAST:
      add_constraint (m, last, -1, end[last]);
      break;
    }
  }
}

static TrWorkload *
make_tree (TreeKind kind, ExtraKind extra_kind, int n, int extra)
{
  Maker m;
  maker_init (&m, n, n + extra);
  g_autofree int *parent = g_new (int, n);
  g_autofree Vec2 *start = g_new (Vec2, n);
  g_autofree Vec2 *end = g_new (Vec2, n);

  for (int i = 1; i < n; i++)
    parent[i] = parent_of (&m, kind, i);
  for (int i = 0; i < n; i++) {
    double angle = G_PI * spread (&m.random);
    Vec2 off = draw_offset (&m);
    start[i] = start_point (&m, kind, end, i, i > 0 ? parent[i] : -1);
    end[i] = v2_add (start[i], v2_polar (1, angle));
    m.reference[i] = v2_add (v2_mid (start[i], end[i]), off);
    add_rod (&m, i, 1, off);
  }
  add_constraint (&m, 0, -1, start[0]);
  for (int i = 1; i < n; i++)
    add_constraint (&m, i, parent[i], start[i]);
  add_extras (&m, extra_kind, end, extra);
  return maker_finish (&m);
}

// ─── bar frameworks ─────────────────────────────────────────────────────────

// Nodes and the bars between them.
typedef struct {
  int n_nodes, n_bars;
  Vec2 *node;
  int *from, *to;
} Framework;

static void
framework_init (Framework *w, int n_nodes, int max_bars)
{
  *w = (Framework){.n_nodes = n_nodes,
                   .node = g_new (Vec2, n_nodes),
                   .from = g_new (int, max_bars),
                   .to = g_new (int, max_bars)};
}

static void
add_bar (Framework *w, int from, int to)
{
  w->from[w->n_bars] = from;
  w->to[w->n_bars++] = to;
}

static void
place_node (Framework *w, uint64_t *random, int i, double x, double y)
{
  w->node[i].x = x + 0.2 * spread (random);
  w->node[i].y = y + 0.2 * spread (random);
}

static void
lay_grid (Framework *w, uint64_t *random, int n)
{
  int side = 2;
  while (2 * (side + 1) * side <= n)
    side++;
  framework_init (w, side * side, 2 * side * side);
  for (int i = 0; i < side * side; i++)
    place_node (w, random, i, i % side, i / side);
  for (int i = 0; i < side * side; i++) {
    if (i % side + 1 < side)
      add_bar (w, i, i + 1);
    if (i / side + 1 < side)
      add_bar (w, i, i + side);
  }
}

// Panels with a diagonal where they are braced; so many of those have the other one as well, and hold
// one bar too many each.
static void
lay_ladder (Framework *w, uint64_t *random, int n, bool braced, int extra)
{
  int panels = MAX (1, (n - extra - 1) / (braced ? 4 : 3));
  framework_init (w, 2 * (panels + 1), 5 * panels + 1);
  for (int i = 0; i < w->n_nodes; i++)
    place_node (w, random, i, i / 2, i % 2);
  for (int i = 0; i <= panels; i++) {
    add_bar (w, 2 * i, 2 * i + 1);
    if (i == panels)
      break;
    add_bar (w, 2 * i, 2 * i + 2);
    add_bar (w, 2 * i + 1, 2 * i + 3);
    if (braced)
      add_bar (w, 2 * i + 1, 2 * i + 2);
    if ((gint64) (i + 1) * extra / panels > (gint64) i * extra / panels)
      add_bar (w, 2 * i, 2 * i + 3);
  }
}

// Each end of a bar is joined to the bar that touched its node last.
static void
join_bars (Maker *m, const Framework *w)
{
  g_autofree int *last = g_new (int, w->n_nodes);
  for (int i = 0; i < w->n_nodes; i++)
    last[i] = -1;

  add_constraint (m, 0, -1, w->node[w->from[0]]);
  for (int i = 0; i < 2 * w->n_bars; i++) {
    int bar = i / 2, node = i % 2 ? w->to[bar] : w->from[bar];
    if (last[node] >= 0)
      add_constraint (m, bar, last[node], w->node[node]);
    last[node] = bar;
  }
}

// b ← J f: some motion does all that is asked.
static void
make_possible (TrWorkload *w)
{
  memset (w->b, 0, sizeof (double) * (gsize) (2 * w->n_cons));
  for (int c = 0; c < w->n_cons; c++)
    for (int k = 6 * w->start[c]; k < 6 * w->start[c + 1]; k++)
      w->b[2 * c + k % 6 / 3] += w->jacobian[k] * w->f[3 * w->touch[k / 6] + k % 3];
}

static TrWorkload *
make_framework (const char *name, int n, int extra)
{
  Framework w;
  uint64_t random = 20261127;
  bool is_possible = g_str_equal (name, "overbraced");
  if (g_str_equal (name, "grid"))
    lay_grid (&w, &random, n);
  else
    lay_ladder (&w, &random, n, !g_str_equal (name, "ladder"), extra);

  Maker m;
  maker_init (&m, w.n_bars, 1 + 2 * w.n_bars - w.n_nodes);
  m.random = random;
  for (int i = 0; i < w.n_bars; i++) {
    Vec2 from = w.node[w.from[i]], to = w.node[w.to[i]], off = draw_offset (&m);
    m.reference[i] = v2_add (v2_mid (from, to), off);
    add_rod (&m, i, v2_dist (from, to), off);
  }
  join_bars (&m, &w);
  g_free (w.node);
  g_free (w.from);
  g_free (w.to);
  maker_finish (&m);
  if (is_possible)
    make_possible (m.w);
  return m.w;
}

// ─── doors ──────────────────────────────────────────────────────────────────

typedef enum { TREE, FRAMEWORK, BRACED_FRAMEWORK } WorkloadKind;

typedef struct {
  const char *name;
  WorkloadKind kind;
  TreeKind tree;
  ExtraKind extra;
  int fewest;
} Recipe;

// NULL: there is none of that name.
static const Recipe *
find_recipe (const char *name)
{
  static const Recipe recipes[] = {
      {"chain", TREE, CHAIN, NONE, 1},
      {"star", TREE, STAR, NONE, 1},
      {"btree", TREE, BTREE, NONE, 1},
      {"rtree", TREE, RTREE, NONE, 1},
      {"chainloop", TREE, CHAIN, LOCAL_LOOPS, 10},
      {"chainrand", TREE, CHAIN, RANDOM_LOOPS, 5},
      {"chainnail", TREE, CHAIN, NAILS_ALONG, 1},
      {"btreenail", TREE, BTREE, NAILS_LAST, 1},
      {"ladder", FRAMEWORK, CHAIN, NONE, 1},
      {"truss", FRAMEWORK, CHAIN, NONE, 1},
      {"grid", FRAMEWORK, CHAIN, NONE, 1},
      {"overbraced", BRACED_FRAMEWORK, CHAIN, NONE, 5},
      {"conflicting", BRACED_FRAMEWORK, CHAIN, NONE, 5},
  };
  for (gsize i = 0; i < G_N_ELEMENTS (recipes); i++)
    if (g_str_equal (name, recipes[i].name))
      return &recipes[i];
  return NULL;
}

// What takes no loops does not mind how many are asked for.
static int
most_loops_of (const Recipe *r, int n)
{
  if (r->kind == BRACED_FRAMEWORK)
    return n / 5 - 1;
  return r->extra == NONE ? G_MAXINT : n;
}

TrWorkloadLimits
tr_workload_limits (const char *name, int n)
{
  const Recipe *r = find_recipe (name);
  return r ? (TrWorkloadLimits){r->fewest, most_loops_of (r, n)} : (TrWorkloadLimits){0, 0};
}

TrWorkload *
tr_workload_new (const char *name, int n, int loops)
{
  const Recipe *r = find_recipe (name);
  if (!r || n < r->fewest || loops < 0 || loops > most_loops_of (r, n))
    return NULL;
  if (r->kind == TREE)
    return make_tree (r->tree, r->extra, n, r->extra == NONE ? 0 : loops);
  return make_framework (name, n, r->kind == BRACED_FRAMEWORK ? loops : 0);
}

void
tr_workload_free (TrWorkload *w)
{
  if (!w)
    return;
  void *lists[] = {w->dim, w->rows, w->start, w->touch, w->mass, w->jacobian, w->f, w->b};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (w);
}

TrKktShape
tr_workload_shape (const TrWorkload *w)
{
  return (TrKktShape){.n_blocks = w->n_bodies,
                      .dim = w->dim,
                      .n_cons = w->n_cons,
                      .rows = w->rows,
                      .start = w->start,
                      .touch = w->touch};
}

void
tr_workload_fill (const TrWorkload *w, TrKkt *k)
{
  // a body and the constraint of its number, which lie side by side in a tree
  for (int i = 0; i < w->n_bodies || i < w->n_cons; i++) {
    if (i < w->n_bodies)
      memcpy (tr_kkt_a (k, i), w->mass + 9 * i, 9 * sizeof (double));
    for (int at = w->start[MIN (i, w->n_cons)]; i < w->n_cons && at < w->start[i + 1]; at++)
      memcpy (tr_kkt_j (k, at), w->jacobian + 6 * at, 6 * sizeof (double));
  }
}

double
tr_workload_residual (const TrWorkload *w, const double *v, const double *lambda)
{
  g_autofree double *rf = g_memdup2 (w->f, sizeof (double) * (gsize) (3 * w->n_bodies));
  double worst = 0, size = 1;

  for (int i = 0; i < 9 * w->n_bodies; i++)
    rf[i / 3] -= w->mass[i] * v[i / 9 * 3 + i % 3];
  for (int c = 0; c < w->n_cons; c++)
    for (int r = 0; r < 2; r++) {
      double l = lambda[2 * c + r], miss = w->b[2 * c + r];
      for (int i = w->start[c]; i < w->start[c + 1]; i++)
        for (int x = 0; x < 3; x++) {
          double j = w->jacobian[6 * i + 3 * r + x];
          miss -= j * v[3 * w->touch[i] + x];
          rf[3 * w->touch[i] + x] += j * l;
        }
      worst = fmax (worst, fabs (miss));
      size = fmax (size, fabs (l));
    }
  for (int i = 0; i < 3 * w->n_bodies; i++) {
    worst = fmax (worst, fabs (rf[i]));
    size = fmax (size, fabs (v[i]));
  }
  return worst / size;
}
