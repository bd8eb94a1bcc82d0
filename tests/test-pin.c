// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Pins have their own way into the system: the numbers are those of the way of all constraints.

#include "make-drawing.h"
#include "solver/assemble.h"
#include "solver/component.h"
#include "solver/engine-private.h"
#include "solver/masses.h"

// Every sort of end that a pin may have, and some that it may not: a point of a circle, whose
// radius has an end, and two points of one body.
static const char bodies[] =
    "{'id': 'r', 'kind': 'rigid', 'position': [1, 2], 'rotation': 0.3, 'length': 3},"
    "{'id': 's', 'kind': 'rigid', 'position': [3, 1], 'rotation': -2, 'length': 2},"
    "{'id': 'g', 'kind': 'segment', 'a': [1, 1], 'b': [4, 2]},"
    "{'id': 'p', 'kind': 'point', 'at': [2, 2]},"
    "{'id': 'l', 'kind': 'polyline', 'points': [[0, 0], [1, 0], [2, 1], [3, 3]]},"
    "{'id': 'c', 'kind': 'circle', 'center': [1, 0], 'radius': 2},"
    "{'id': 'f', 'kind': 'segment', 'a': [5, 1], 'b': [6, 2], 'locked': true}";
static const char constraints[] =
    "{'id': 'rs', 'kind': 'attach', 'a': <r(1;0.2)>, 'b': <s(-1;0.5)>},"
    "{'id': 'rg', 'kind': 'attach', 'a': <r(-1;0)>, 'b': <g.b>},"
    "{'id': 'gs', 'kind': 'attach', 'a': <g.a>, 'b': <s(0.5;0.5)>},"
    "{'id': 'lp', 'kind': 'attach', 'a': <l.point2>, 'b': <p.at>},"
    "{'id': 'nl', 'kind': 'nail', 'a': <l.point1>, 'at': [1, 1]},"
    "{'id': 'rn', 'kind': 'nail', 'a': <r(0.3;-0.4)>, 'at': [1, 2]},"
    "{'id': 'ro', 'kind': 'attach', 'a': <2;3>, 'b': <r.origin>},"
    "{'id': 'rl', 'kind': 'attach', 'a': <r(1;1)>, 'b': <l.point0>},"
    "{'id': 'cs', 'kind': 'attach', 'a': <c.center>, 'b': <s(1;1)>},"
    "{'id': 'gg', 'kind': 'attach', 'a': <g.a>, 'b': <g.b>},"
    "{'id': 'fs', 'kind': 'attach', 'a': <f.a>, 'b': <s(0;1)>},"
    "{'id': 'gr', 'kind': 'attach', 'a': <g.middle>, 'b': <r(0;2)>}";
enum { PINS = 8, NODES = 12 };

typedef struct {
  Drawing drawing;
  const TrModel *m;
  TrState *s;
  TrEngine *e[2]; // with pins, and without
  TrComponent *k[2];
} Scene;

static void
scene_init (Scene *d)
{
  drawing_init (&d->drawing, bodies, constraints, NULL);
  d->m = tr_session_get_model (d->drawing.session);
  d->s = tr_session_get_state (d->drawing.session);
  for (int i = 0; i < 2; i++) {
    d->e[i] = tr_engine_new (d->m, d->s);
    d->k[i] = d->e[i]->components[0];
    tr_component_prepare (d->e[i], d->k[i], d->s);
    tr_component_measure (d->e[i], d->k[i], d->s);
    tr_component_masses (d->e[i], d->k[i], d->s->q);
  }
  g_assert_cmpint (d->e[0]->n_components, ==, 1);
  g_assert_cmpint (d->k[0]->n_nodes, ==, NODES);
  for (int i = 0; i < NODES; i++)
    d->k[1]->nodes[i].pin = -1;
}

static void
scene_clear (Scene *d)
{
  for (int i = 0; i < 2; i++)
    tr_engine_free (d->e[i]);
  drawing_clear (&d->drawing);
}

static void
assert_same (const double *x, const double *y, int n, double apart)
{
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (x[i] - y[i]), <=, apart);
}

// Both ways fill the system; apart: what the rows may differ by.
static void
assert_same_system (Scene *d, const TrTask *task, double apart)
{
  for (int i = 0; i < 2; i++) {
    bool stale;
    g_assert_true (tr_assemble (d->e[i], d->k[i], d->s, task, &stale));
  }
  const TrComponent *k = d->k[0], *l = d->k[1];
  for (int i = 0; i < NODES; i++)
    assert_same (tr_kkt_c (k->kkt, i), tr_kkt_c (l->kkt, i), k->nodes[i].rows, 0);
  for (int i = 0; i < NODES; i++)
    for (int r = 0, at = k->nodes[i].incidence; r < k->nodes[i].n_runs; r++) {
      int block = k->run_block[k->nodes[i].run + r];
      if (block < 0)
        continue;
      assert_same (tr_kkt_j (k->kkt, at), tr_kkt_j (l->kkt, at),
                   k->nodes[i].rows * k->blocks[block].dim, apart);
      at++;
    }
  for (int i = 0; i < k->n_blocks; i++)
    assert_same (tr_kkt_a (k->kkt, i), tr_kkt_a (l->kkt, i), k->blocks[i].dim * k->blocks[i].dim,
                 1e-12);
  assert_same (k->b, l->b, k->n_rows, apart > 0 ? 1e-14 : 0);
  assert_same (k->f, l->f, k->n_v, 0);
}

static const TrTask step = {.inv_h = 60, .stiffness = true, .home = true, .shrink = 1};
static const TrTask loose = {
    .inv_h = 60, .stiffness = true, .home = true, .shrink = 1, .loose = true};
static const TrTask projection = {.inv_h = 60, .shrink = 1};
static const TrTask soft = {.inv_h = 60, .shrink = 1, .soften = 1e-3};

// All at random places, pulled at by random multipliers.
static void
throw_about (Scene *d, GRand *rand)
{
  for (int i = 0; i < d->m->n_q; i++)
    d->s->q[i] += g_rand_double_range (rand, -1, 1);
  for (int r = 0; r < d->k[0]->n_rows; r++)
    d->k[0]->lambda[r] = d->k[1]->lambda[r] = g_rand_double_range (rand, -1e3, 1e3);
}

static void
test_found (void)
{
  Scene d;
  int n = 0;
  scene_init (&d);
  for (int i = 0; i < NODES; i++)
    n += d.k[0]->nodes[i].pin >= 0;
  g_assert_cmpint (n, ==, PINS);
  scene_clear (&d);
}

static void
test_same (void)
{
  Scene d;
  GRand *rand = g_rand_new_with_seed (1);
  scene_init (&d);
  for (int turn = 0; turn < 50; turn++) {
    throw_about (&d, rand);
    assert_same_system (&d, &step, 0);
    assert_same_system (&d, &projection, 0);
    assert_same_system (&d, &soft, 0);
    assert_same_system (&d, &projection, 0);
  }
  g_rand_free (rand);
  scene_clear (&d);
}

// One body moves, another by so little that its rows count as straight.
static void
test_kept (void)
{
  Scene d;
  GRand *rand = g_rand_new_with_seed (2);
  scene_init (&d);
  for (int turn = 0; turn < 50; turn++) {
    throw_about (&d, rand);
    assert_same_system (&d, &loose, 0);
    for (int part = 0; part < 4; part++) {
      d.s->q[d.m->bodies[part % 4].q + turn % 2] += 0.1;
      d.s->q[d.m->bodies[(part + 1) % 2].q + 2] += 1e-9;
      assert_same_system (&d, &loose, 1e-8);
    }
  }
  g_rand_free (rand);
  scene_clear (&d);
}

// What is no number is told.
static void
test_not_finite (void)
{
  Scene d;
  bool stale;
  scene_init (&d);
  d.s->q[d.m->bodies[0].q + 2] = INFINITY;
  g_assert_false (tr_assemble (d.e[0], d.k[0], d.s, &step, &stale));
  g_assert_false (stale);
  scene_clear (&d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pin/found", test_found);
  g_test_add_func ("/pin/same", test_same);
  g_test_add_func ("/pin/kept", test_kept);
  g_test_add_func ("/pin/not-finite", test_not_finite);
  return g_test_run ();
}
