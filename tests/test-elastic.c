// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sheets (witkin-1990 §5.4): the same system from frame to frame where they only join, stable
// elasticity however stiff and however they lie, and a rest shape that does not mind being turned.

#include "make-drawing.h"
#include "session/playback.h"
#include "solver/component.h"
#include "solver/engine-private.h"

// The energies of a sheet of size 1 at rest in the unit vectors.
static double
energy (Drawing *d, double shape, double area)
{
  const double *q = tr_session_get_state (d->session)->q;
  double a = q[2] + q[5], b = q[3] - q[4], J = q[2] * q[5] - q[3] * q[4];
  double square = q[2] * q[2] + q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  return 0.5 * shape * (square - 2 * hypot (a, b) + 2) + 0.5 * area * (J - 1) * (J - 1);
}

// Any state, flat and inside out ones included, any stiffness, frames of any length: in no frame
// does energy grow, and where it is stiff the rest shape is there soon.
static void
test_stable (void)
{
  static const double stiffness[] = {1e-3, 1, 1e3, 1e6, 1e9, 1e12}, fps[] = {1, 60, 1000};
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int i = 0; i < 150; i++) {
    double shape = stiffness[i % 6], area = i % 4 == 0 ? 0 : stiffness[i % 5], rate = fps[i % 3];
    double u[4];
    g_auto (Drawing) d = {0};
    for (int k = 0; k < 4; k++)
      u[k] = g_rand_double_range (rand, -3, 3);
    if (i % 7 == 0) { // nearly flat
      u[2] = 2 * u[0];
      u[3] = 2 * u[1] + 1e-6;
    }
    g_autofree char *body = g_strdup_printf (
        "{'id': 's', 'kind': 'sheet', 'origin': [1, 2], 'u': [%.17g, %.17g], 'v': [%.17g, %.17g], "
        "'elastic': {'shape': %g, 'area': %g}}",
        u[0], u[1], u[2], u[3], shape, area);
    drawing_init (&d, body, NULL, NULL);
    double last = energy (&d, shape, area);
    for (int k = 1; k <= 60; k++) {
      TrStepResult r = tr_session_run_to (d.session, k / rate);
      g_assert_true (r.ok);
      drawing_look (&d, r);
      double now = energy (&d, shape, area);
      if (!(now <= last * (1 + 1e-9) + 1e-12 * (shape + area)))
        g_error ("%d: shape %g, area %g, %g fps: energy from %g to %g", i, shape, area, rate, last,
                 now);
      last = now;
    }
    if (shape >= 1e6 && shape >= area)
      g_assert_cmpfloat (last, <, 1e-9 * shape);
    drawing_assert_near (drawing_point (&d, "s.origin"), v2 (1, 2), 1e-9);
  }
}

// Turned any way it is at rest, to the last digits; bent, the turn that it settles in is near.
static void
test_turned (void)
{
  for (int i = 0; i < 24; i++) {
    double angle = i * G_PI / 12, c = cos (angle), s = sin (angle);
    const TrConnector nothing = {.kind = TR_AT_GROUND, .body = -1, .slide = -1};
    g_auto (Drawing) d = {0};
    g_autofree char *body = g_strdup_printf (
        "{'id': 's', 'kind': 'sheet', 'origin': [0, 0], 'u': [%.17g, %.17g], 'v': [%.17g, %.17g], "
        "'size': [3, 2], 'rest': {'u': [2, 0], 'v': [1, 1]}, 'elastic': {'shape': 50, 'area': 7}}",
        2 * c, 2 * s, c - s, s + c);
    drawing_init (&d, body, NULL, NULL);
    TrEngine *e = tr_session_get_engine (d.session);
    TrState *state = tr_session_get_state (d.session);
    double v[6], lambda[1];
    tr_engine_velocity (e, state, &nothing, v2 (0, 0), v, lambda);
    for (int k = 0; k < 6; k++)
      g_assert_cmpfloat_with_epsilon (v[k], 0, 1e-12);

    state->q[2] *= 1.3;
    state->q[5] -= 0.4;
    for (int k = 1; k <= 600; k++)
      drawing_look (&d, tr_session_run_to (d.session, k / 10.0));
    const double *q = state->q;
    g_assert_cmpfloat_with_epsilon (hypot (q[2], q[3]), 2, 1e-6);
    g_assert_cmpfloat_with_epsilon (hypot (q[4], q[5]), sqrt (2), 1e-6);
    g_assert_cmpfloat_with_epsilon (q[2] * q[5] - q[3] * q[4], 2, 1e-6);
  }
}

// Sheets in a row, the first nailed, the last in a hand.
static void
row_init (Drawing *d, int n, const char *elastic)
{
  g_autoptr (GString) bodies = g_string_new (NULL), joins = g_string_new (NULL);
  for (int i = 0; i < n; i++) {
    g_string_append_printf (bodies,
                            "%s{'id': 's%d', 'kind': 'sheet', 'origin': [%d, 0], 'u': [1, 0], 'v': "
                            "[0, 1], 'size': [4, 2]%s}",
                            i > 0 ? ", " : "", i, 4 * i, elastic);
    if (i > 0)
      g_string_append_printf (
          joins, ", {'id': 'j%d', 'kind': 'attach', 'a': <s%d(2;0)>, 'b': <s%d(-2;0)>}", i, i - 1,
          i);
  }
  g_autofree char *constraints =
      g_strconcat ("{'id': 'n', 'kind': 'nail', 'a': <s0(-2;0)>, 'at': [-2, 0]}", joins->str, NULL);
  drawing_init (d, bodies->str, constraints, NULL);
}

// Blocks factored in so many frames of a drag.
static size_t
drag_row (Drawing *d, int n, int frames, int *iterations)
{
  TrEngine *e = tr_session_get_engine (d->session);
  TrState *s = tr_session_get_state (d->session);
  g_autofree char *end = g_strdup_printf ("s%d(2,0)", n - 1);
  TrConnector grab = drawing_connector (d, end);
  Vec2 from = tr_connector_point (tr_session_get_model (d->session), &grab, s->q);
  tr_engine_grab (e, s, &grab, false);
  const TrComponent *k = e->slots[e->grab.component];
  tr_engine_drag (e, s, v2_add (from, v2 (0, 0.05)));
  size_t before = tr_kkt_n_factored (k->kkt);
  for (int i = 1; i <= frames; i++) {
    TrStepResult r = tr_engine_drag (e, s, v2_add (from, v2 (0, 0.05 + 0.05 * i)));
    drawing_look (d, r);
    *iterations += r.iterations;
  }
  size_t factored = tr_kkt_n_factored (k->kkt) - before;
  tr_engine_release (e, s);
  return factored;
}

// M and J are the same in every frame: but for the sheet that the hand pulls at, as its mobility is
// measured anew, nothing of a row of twenty is factored again. Elastic ones are, each time.
static void
test_constant (void)
{
  int plain_iterations = 0, elastic_iterations = 0;
  g_auto (Drawing) plain = {0}, elastic = {0};
  row_init (&plain, 20, "");
  row_init (&elastic, 20, ", 'elastic': {'shape': 10, 'area': 10}");
  size_t a = drag_row (&plain, 20, 40, &plain_iterations);
  size_t b = drag_row (&elastic, 20, 40, &elastic_iterations);
  g_test_message ("%zu blocks in %d iterations, elastic: %zu in %d", a, plain_iterations, b,
                  elastic_iterations);
  g_assert_cmpint (plain_iterations, >=, 40);
  g_assert_cmpuint (a, <=, 2 * (size_t) plain_iterations);
  g_assert_cmpuint (b, >, a);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/elastic/stable", test_stable);
  g_test_add_func ("/elastic/turned", test_turned);
  g_test_add_func ("/elastic/constant", test_constant);
  return g_test_run ();
}
