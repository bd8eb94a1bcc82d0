// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drives stop before what lies in a part of their way shorter than a step.

#include "make-drawing.h"
#include "session/playback.h"
#include "solver/design/sweep.h"

// A four-bar of ground 60, crank 24, coupler 44, whose rocker is so much shorter than 40 that it is
// in line with the coupler at the crank's angle π − gap,
//
//   60² + 24² + 2·60·24 cos gap = (44 + rocker)²
//
// less than 0: so much longer that it can just go round. The crank starts at π − 0.5 − late.
static void
init (Drawing *d, double gap, double late, double speed, bool up)
{
  double reach = sqrt (60 * 60 + 24 * 24 + 2 * 60 * 24 * cos (gap));
  double rocker = gap > 0 ? reach - 44 : 40 + (84 - reach), start = G_PI - 0.5 - late;
  Vec2 pin = v2_polar (24, start), foot = v2 (60, 0);
  double far = v2_dist (pin, foot);
  double turn = acos ((far * far + rocker * rocker - 44 * 44) / (2 * far * rocker));
  double angle = atan2 (pin.y, pin.x - 60) + (up ? turn : -turn);
  Vec2 joint = v2_add (foot, v2_polar (rocker, angle));
  g_autofree char *text = g_strdup_printf (
      "{'trammel': 1, 'bodies': [{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [%.17g, %.17g]}, "
      "{'id': 'm', 'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, %.17g]}, {'id': 'r', "
      "'kind': 'segment', 'a': [60, 0], 'b': [%.17g, %.17g]}], 'constraints': [{'id': 'n', 'kind': "
      "'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'o', 'kind': 'nail', 'a': <r.a>, 'at': [60, 0]}, "
      "{'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <m.a>}, {'id': 'k', 'kind': 'attach', 'a': "
      "<m.b>, 'b': <r.b>}, {'id': 'l', 'kind': 'length', 'a': 's', 'value': 24}, {'id': 'p', "
      "'kind': 'length', 'a': 'm', 'value': 44}, {'id': 'q', 'kind': 'length', 'a': 'r', 'value': "
      "%.17g}, {'id': 'd', 'kind': 'drive', 'what': 's.angle', 'value': '%.17g + %.17g*time'}]}",
      pin.x, pin.y, pin.x, pin.y, joint.x, joint.y, joint.x, joint.y, rocker, start, speed);
  drawing_load (d, text);
  tr_session_solve (d->session);
}

// The sine of the angle between coupler and rocker: its sign tells the branch.
static double
elbow (Drawing *d)
{
  return sin (drawing_value (d, "m.angle") - drawing_value (d, "r.angle"));
}

static void
run (Drawing *d, double seconds)
{
  double from = tr_session_get_time (d->session);
  for (int i = 1; i <= (int) (60 * seconds); i++)
    g_assert_true (tr_session_run_to (d->session, from + i / 60.0).ok);
}

static const double late[] = {0, 0.013, 0.031, 0.077};

// In a gap of 0.4 to 40 milliradians, a tenth of a step to 40 of them, it stops, says so, and goes
// on when the crank is led back.
static void
test_gap (void)
{
  static const double gaps[] = {0.02, 0.005, 0.001, 0.0002}, speeds[] = {2 * G_PI, 1};
  for (guint i = 0; i < G_N_ELEMENTS (gaps) * G_N_ELEMENTS (speeds) * 8; i++) {
    double gap = gaps[i % 4], speed = speeds[i / 4 % 2];
    g_auto (Drawing) d = {0};
    init (&d, gap, late[i / 8 % 4], speed, i / 32 > 0);
    double branch = elbow (&d);
    run (&d, 0.9 / speed);
    const char *const *stalled = tr_session_get_stalled (d.session);
    g_assert_cmpstr (stalled[0], ==, "d");
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "s.angle"), G_PI - gap, 5e-5);
    tr_session_seek (d.session, 0.05 / speed);
    g_assert_null (tr_session_get_stalled (d.session)[0]);
    g_assert_cmpfloat (elbow (&d) * branch, >, 0);
  }
}

// Where it can just go round it does, on its branch, however short the place where all turns.
static void
test_narrow_pass (void)
{
  static const double gaps[] = {-0.02, -0.005, -0.001}, speeds[] = {2 * G_PI, 1};
  for (guint i = 0; i < G_N_ELEMENTS (gaps) * G_N_ELEMENTS (speeds) * 4; i++) {
    double speed = speeds[i / 3 % 2];
    g_auto (Drawing) d = {0};
    init (&d, gaps[i % 3], late[i / 6 % 4], speed, true);
    double branch = elbow (&d);
    run (&d, 0.9 / speed);
    g_assert_null (tr_session_get_stalled (d.session)[0]);
    g_assert_cmpfloat (elbow (&d) * branch, >, 0);
  }
}

// In line: it goes straight on through the change point, the elbow to the other side.
static void
test_change_point (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (late); i++) {
    g_auto (Drawing) d = {0};
    init (&d, 0, late[i], 2 * G_PI, true);
    double branch = elbow (&d);
    run (&d, 0.9 / (2 * G_PI));
    g_assert_null (tr_session_get_stalled (d.session)[0]);
    g_assert_cmpfloat (elbow (&d) * branch, <, 0);
  }
}

// A limit on the height of a crank's end lies under the top by the 2e-4 that 0.02 rad make.
static void
test_limit (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (late); i++) {
    g_autofree char *value = g_strdup_printf ("%.17g + 2*pi*time", 0.5 * G_PI - 0.5 - late[i]);
    g_autofree char *constraints = g_strdup_printf (
        "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]}, {'id': 'l', 'kind': 'length', 'a': "
        "'a', 'value': 10}, {'id': 'u', 'kind': 'drive', 'what': 'a.angle', 'value': '%s'}, {'id': "
        "'w', 'kind': 'limit', 'what': 'a.by', 'max': %.17g}",
        value, 10 * cos (0.02));
    g_auto (Drawing) d = {0};
    drawing_init (&d, "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [10, 1]}", constraints,
                  NULL);
    tr_session_solve (d.session);
    run (&d, 0.2);
    g_assert_cmpstr (tr_session_get_stalled (d.session)[0], ==, "u");
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "a.angle"), 0.5 * G_PI - 0.02, 1e-4);
  }
}

// A coupler curve ends at the gap, on both sides.
static void
test_sweep (void)
{
  enum { SAMPLES = 60 };
  Vec2 points[SAMPLES + 1 + 2 * TR_SWEEP_ENDS];
  double phases[SAMPLES + 1 + 2 * TR_SWEEP_ENDS];
  for (guint i = 0; i < G_N_ELEMENTS (late); i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      g_auto (Drawing) d = {0};
      init (&d, sign * 0.005, late[i], 0, true);
      const TrModel *m = tr_session_get_model (d.session);
      const TrState *s = tr_session_get_state (d.session);
      TrConnector c = drawing_connector (&d, "m.middle");
      g_autoptr (TrSweep) w = tr_sweep_new (m, s, tr_model_find (m, "d").index, SAMPLES);
      TrSweepResult r = tr_sweep_run (w, s, &c, SAMPLES, points, phases);
      g_assert_true (r.closed == (sign < 0));
      if (sign > 0)
        g_assert_cmpfloat_with_epsilon (phases[r.n - 1], 0.5 + late[i] - 0.005, 5e-5);
      if (sign > 0)
        g_assert_cmpfloat_with_epsilon (phases[r.n - 1] - phases[0], 2 * G_PI - 0.01, 1e-4);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trail/gap", test_gap);
  g_test_add_func ("/trail/narrow-pass", test_narrow_pass);
  g_test_add_func ("/trail/change-point", test_change_point);
  g_test_add_func ("/trail/limit", test_limit);
  g_test_add_func ("/trail/sweep", test_sweep);
  return g_test_run ();
}
