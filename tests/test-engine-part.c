// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a frame of the hand works on: the part that moves, and of its system what has changed.

#include "make-drawing.h"
#include "solver/assemble.h"
#include "solver/component.h"
#include "solver/engine-private.h"
#include "solver/move.h"

typedef struct {
  Drawing drawing;
  const TrModel *m;
  TrState *s;
  TrEngine *e;
} Scene;

static void
scene_init (Scene *d, const char *bodies, const char *constraints)
{
  drawing_init (&d->drawing, bodies, constraints, NULL);
  d->m = tr_session_get_model (d->drawing.session);
  d->s = tr_session_get_state (d->drawing.session);
  d->e = tr_engine_new (d->m, d->s);
}

static void
scene_clear (Scene *d)
{
  tr_engine_free (d->e);
  drawing_clear (&d->drawing);
}

static void
scene_grab (Scene *d, const char *what)
{
  TrConnector c = drawing_connector (&d->drawing, what);
  tr_engine_grab (d->e, d->s, &c, false);
}

// A zigzag chain of n links of length 1 between points p0 … pn, the first one nailed.
static void
chain_init (Scene *d, int n)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) con =
      g_string_new ("{'id': 'nail', 'kind': 'nail', 'a': <p0.at>, 'at': [0, 0]}");
  for (int i = 0; i <= n; i++)
    g_string_append_printf (bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%g, %.17g]}",
                            i ? ", " : "", i, 0.5 * i, i % 2 ? sqrt (0.75) : 0);
  for (int i = 0; i < n; i++)
    g_string_append_printf (
        con, ", {'id': 'l%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, 'value': 1}", i, i,
        i + 1);
  scene_init (d, bodies->str, con->str);
}

// Pulls the last point out by step in each of some frames.
static void
pull (Scene *d, int frames, double step)
{
  double start = tr_connector_point (d->m, &d->e->grab.what, d->s->q).x;
  for (int i = 1; i <= frames; i++) {
    TrStepResult r = tr_engine_drag (d->e, d->s, v2 (start + step * i, 0));
    g_assert_true (r.ok);
    g_assert_cmpfloat (r.relative, <=, 1e-9);
  }
}

static double
worst_relative (Scene *d)
{
  double relative;
  tr_component_residual (d->e, d->e->slots[d->e->grab.component], d->s, &relative, NULL);
  return relative;
}

// The hand at the end of a long chain moves a part of it, as it would in the whole.
static void
test_part (void)
{
  Scene d, whole;
  chain_init (&d, 900);
  chain_init (&whole, 900);
  g_autofree double *before = g_memdup2 (d.s->q, sizeof (double) * (gsize) d.s->n_q);
  scene_grab (&d, "p900.at");
  scene_grab (&whole, "p900.at");
  whole.e->grab.wide = true; // so that no part is made
  pull (&d, 12, 1.5);
  pull (&whole, 12, 1.5);
  g_assert_nonnull (d.e->part);
  g_assert_null (whole.e->part);
  g_assert_cmpint (d.e->part->n_blocks, <, 450);
  for (int i = 0; i < d.s->n_q; i++) {
    g_assert_cmpfloat (fabs (d.s->q[i] - whole.s->q[i]), <, 1e-6);
    g_assert_true (i > 900 || fabs (d.s->q[i] - before[i]) < 1e-12); // the far half
  }
  g_assert_cmpfloat (worst_relative (&d), <=, 1e-9);
  scene_clear (&d);
  scene_clear (&whole);
}

// When what moves comes near the rim the part is chosen anew; in the end, pulled taut, it is the
// whole.
static void
test_rim (void)
{
  Scene d;
  chain_init (&d, 600);
  scene_grab (&d, "p600.at");
  pull (&d, 2, 1.5);
  g_assert_nonnull (d.e->part);
  pull (&d, 210, 1.5);
  g_assert_null (d.e->part);
  g_assert_cmpfloat (worst_relative (&d), <=, 1e-9);
  Vec2 end = tr_connector_point (d.m, &d.e->grab.what, d.s->q);
  g_assert_cmpfloat (end.x, >, 599);
  scene_clear (&d);
}

// Two polylines joined on their spans, one nailed: M and J are constant, so that but for the block
// under the hand nothing is factored more than once.
static void
test_constant (void)
{
  Scene d;
  scene_init (&d,
              "{'id': 'u', 'kind': 'polyline', 'points': [[0, 0], [1, 0], [2, 1], [3, 1]]}, {'id': "
              "'v', 'kind': 'polyline', 'points': [[2.5, 0], [2.5, 2], [5, 1], [6, 0]]}",
              "{'id': 'n', 'kind': 'nail', 'a': <u.point0>, 'at': [0, 0]}, {'id': 'j', 'kind': "
              "'attach', 'a': <u@2.5>, 'b': <v@0.5>}");
  scene_grab (&d, "v.point3");
  const TrComponent *k = d.e->slots[d.e->grab.component];
  tr_engine_drag (d.e, d.s, v2 (6, 0.1));
  size_t before = tr_kkt_n_factored (k->kkt);
  int iterations = 0;
  for (int i = 0; i < 20; i++)
    iterations += tr_engine_drag (d.e, d.s, v2 (6, 0.1 + 0.05 * i)).iterations;
  size_t factored = tr_kkt_n_factored (k->kkt) - before;
  g_test_message ("%d iterations, %zu blocks factored", iterations, factored);
  g_assert_cmpint (iterations, >=, 20);
  g_assert_cmpuint (factored, <=, 2 * (size_t) iterations);
  scene_clear (&d);
}

// n bars of that length, each joined to the one before, wherever that is.
static void
bars_init (Scene *d, int n, double length)
{
  g_autoptr (GString) bodies = g_string_new (NULL), con = g_string_new (NULL);
  for (int i = 0; i < n; i++) {
    g_string_append_printf (bodies,
                            "%s{'id': 'r%d', 'kind': 'rigid', 'position': [%d, 0], 'rotation': 0, "
                            "'length': %g}",
                            i ? ", " : "", i, i, length);
    if (i > 0)
      g_string_append_printf (
          con, "%s{'id': 'j%d', 'kind': 'attach', 'a': <r%d(0.5;0)>, 'b': <r%d(-0.5;0)>}",
          i > 1 ? ", " : "", i, i - 1, i);
  }
  scene_init (d, bodies->str, con->str);
}

// How far a move goes is how far the farthest of its bars does, whichever that is and whichever way.
static void
check_farthest (double length)
{
  enum { N = 30 };
  Scene d;
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  bars_init (&d, N, length);
  scene_grab (&d, "r29.origin");
  tr_engine_drag (d.e, d.s, v2 (29, 0.1));
  TrComponent *k = d.e->slots[d.e->grab.component];
  g_assert_cmpint (k->n_blocks, ==, N);
  double from[3 * N], to[3 * N];
  tr_component_gather (k, d.s->q, from);
  for (int turn = 0; turn < 200; turn++) {
    double ratio = 0, distance = 0;
    for (int i = 0; i < 3 * N; i++) {
      double wide = i % 3 == 2 ? 0.3 : turn % 2;
      to[i] = from[i] + wide * g_rand_double_range (rand, -1, 1);
    }
    for (int b = 0; b < N; b++) { // each by itself
      tr_component_scatter (k, from, d.s->q);
      for (int i = 0; i < 3; i++)
        d.s->q[k->blocks[b].at + i] = to[k->blocks[b].v + i];
      ratio = fmax (ratio, tr_move_ratio (d.e, k, from, d.s));
      distance = fmax (distance, tr_move_distance (d.e, k, from, d.s));
    }
    tr_component_scatter (k, to, d.s->q);
    g_assert_true (tr_move_ratio (d.e, k, from, d.s) >= ratio);
    g_assert_true (tr_move_ratio (d.e, k, from, d.s) <= ratio);
    g_assert_true (tr_move_distance (d.e, k, from, d.s) >= distance);
    g_assert_true (tr_move_distance (d.e, k, from, d.s) <= distance);
  }
  scene_clear (&d);
}

static void
test_farthest (void)
{
  check_farthest (1);
  check_farthest (0.01); // turns more than it goes
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-part/part", test_part);
  g_test_add_func ("/engine-part/rim", test_rim);
  g_test_add_func ("/engine-part/constant", test_constant);
  g_test_add_func ("/engine-part/farthest", test_farthest);
  return g_test_run ();
}
