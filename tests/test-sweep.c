// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Coupler curves against closed forms, and dead ends.

#include "make-drawing.h"
#include "solver/design/sweep.h"

enum { SAMPLES = 360 };

static void
init (Drawing *d, const char *coupler, const char *rocker)
{
  g_autofree char *text = g_strdup_printf (
      "{'trammel': 1, 'bodies': [{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [24, 0]}, {'id': "
      "'m', 'kind': 'segment', 'a': [24, 0], 'b': [40, 40]}, {'id': 'r', 'kind': 'segment', 'a': "
      "[70, 0], 'b': [40, 40]}], 'constraints': [{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, "
      "0]}, {'id': 'o', 'kind': 'nail', 'a': <r.a>, 'at': [70, 0]}, {'id': 'j', 'kind': 'attach', "
      "'a': <s.b>, 'b': <m.a>}, {'id': 'k', 'kind': 'attach', 'a': <m.b>, 'b': <r.b>}, {'id': 'l', "
      "'kind': 'length', 'a': 's', 'value': 24}, {'id': 'p', 'kind': 'length', 'a': 'm', 'value': "
      "%s}, {'id': 'q', 'kind': 'length', 'a': 'r', 'value': %s}, {'id': 'd', 'kind': 'drive', "
      "'what': 's.angle', 'value': '2*pi*time'}]}",
      coupler, rocker);
  drawing_load (d, text);
  tr_session_solve (d->session);
}

enum { ROOM = SAMPLES + 1 + 2 * TR_SWEEP_ENDS };

static TrSweepResult
sweep (Drawing *d, const char *at, Vec2 *points, double *phases)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrState *s = tr_session_get_state (d->session);
  TrConnector c = drawing_connector (d, at);
  g_autoptr (TrSweep) w = tr_sweep_new (m, s, tr_model_find (m, "d").index, SAMPLES);
  g_assert_nonnull (w);
  return tr_sweep_run (w, s, &c, SAMPLES, points, phases);
}

// The joint of coupler and rocker, by the law of cosines.
static Vec2
joint (double angle)
{
  Vec2 foot = v2 (70, 0), d = v2_sub (v2_polar (24, angle), foot);
  double far = v2_norm (d), turn = acos ((52 * 52 + far * far - 60 * 60) / (2 * 52 * far));
  return v2_add (foot, v2_polar (52, atan2 (d.y, d.x) - turn));
}

static void
test_curve (void)
{
  Vec2 points[ROOM];
  double phases[ROOM];
  g_auto (Drawing) d = {0};
  init (&d, "60", "52");
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d.session));
  TrSweepResult r = sweep (&d, "m.middle", points, phases);
  g_assert_true (r.closed);
  g_assert_cmpint (r.n, ==, SAMPLES + 1);
  for (int i = 0; i <= SAMPLES; i++) {
    double angle = 2 * G_PI * i / SAMPLES;
    drawing_assert_near (points[i], v2_mid (v2_polar (24, angle), joint (angle)), 1e-7);
  }
  drawing_assert_near (points[SAMPLES], points[0], 1e-8);
  g_assert_true (tr_state_equal (before, tr_session_get_state (d.session))); // nothing has moved
}

// Coupler 30, rocker 30: together shorter than the farthest pin is from the foot. The crank goes to
// cos θ = (70² + 24² − 60²)/(2·70·24) on both sides.
static void
test_dead_ends (void)
{
  Vec2 points[ROOM];
  double phases[ROOM];
  g_auto (Drawing) d = {0};
  init (&d, "30", "30");
  double end = acos ((4900 + 576 - 3600) / (2.0 * 70 * 24));
  TrSweepResult r = sweep (&d, "s.b", points, phases);
  g_assert_false (r.closed);
  g_assert_cmpfloat_with_epsilon (phases[r.n - 1], end, 5e-6);
  g_assert_cmpfloat_with_epsilon (phases[0], -end, 5e-6);
  int whole = 1 + 2 * (int) (end * SAMPLES / (2 * G_PI));
  g_assert_cmpint (r.n, ==, whole + 2 * TR_SWEEP_ENDS);
  for (int i = 0; i < r.n; i++)
    drawing_assert_near (points[i], v2_polar (24, phases[i]), 1e-7);
  // there coupler and rocker lie in line, and the joint between them comes to it in even steps
  r = sweep (&d, "r.b", points, phases);
  drawing_assert_near (points[r.n - 1], v2_mid (v2_polar (24, end), v2 (70, 0)), 0.1);
  drawing_assert_near (points[0], v2_mid (v2_polar (24, -end), v2 (70, 0)), 0.1);
  for (int i = 1; i < TR_SWEEP_ENDS; i++) {
    double first = v2_dist (points[r.n - 1 - i], points[r.n - 2 - i]);
    g_assert_cmpfloat (v2_dist (points[r.n - 1], points[r.n - 2]), <, 1.1 * first);
    g_assert_cmpfloat (phases[r.n - 1 - i], <, phases[r.n - i]);
  }
  int k;
  g_assert_cmpfloat_with_epsilon (
      tr_sweep_find (phases, r.n, 0.25 * phases[3] + 0.75 * phases[4], &k), 0.75, 1e-9);
  g_assert_cmpint (k, ==, 3);
}

// With the crank's length an unknown of the drawing: it is the same curve, and it closes.
static void
test_free_parameters (void)
{
  Vec2 points[ROOM], plain[ROOM];
  double phases[ROOM];
  g_auto (Drawing) d = {0};
  init (&d, "60", "52");
  g_assert_true (sweep (&d, "m.middle", plain, phases).closed);
  g_assert_true (
      tr_session_add (d.session, "{\"name\": \"a\", \"value\": 24, \"free\": true}", NULL, NULL));
  g_assert_true (tr_session_set (d.session, "l.value", "a", NULL));
  TrSweepResult r = sweep (&d, "m.middle", points, phases);
  g_assert_true (r.closed);
  for (int i = 0; i < r.n; i++)
    drawing_assert_near (points[i], plain[i], 1e-7);
}

static void
test_none (void)
{
  g_auto (Drawing) d = {0};
  init (&d, "60", "52");
  const TrModel *m = tr_session_get_model (d.session);
  const TrState *s = tr_session_get_state (d.session);
  g_assert_null (tr_sweep_new (m, s, tr_model_find (m, "l").index, SAMPLES));
  g_assert_null (tr_sweep_new (m, s, -1, SAMPLES));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep/curve", test_curve);
  g_test_add_func ("/sweep/dead-ends", test_dead_ends);
  g_test_add_func ("/sweep/free-parameters", test_free_parameters);
  g_test_add_func ("/sweep/none", test_none);
  return g_test_run ();
}
