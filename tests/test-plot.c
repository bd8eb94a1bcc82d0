// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is plotted of an arm that a drive turns: where its curves begin anew, and what is seen of them.

#include "make-drawing.h"
#include "session/playback.h"
#include "session/plot.h"

// 24 long, a turn in a second.
static void
init_arm (Drawing *d)
{
  drawing_init (d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [24, 0]}",
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': "
                "'length', 'a': 's', 'value': 24}, {'id': 'd', 'kind': 'drive', 'what': "
                "'s.angle', 'value': '2*pi*time'}",
                NULL);
  tr_session_solve (d->session);
}

static void
tick (Drawing *d)
{
  double now = tr_session_get_time (d->session);
  g_assert_true (tr_session_run_to (d->session, now + 1.0 / 60).ok);
}

// What a plot keeps: each frame once, with a gap where time jumps; nothing of what has no value.
static void
test_plot (void)
{
  int n;
  g_auto (Drawing) d = {0};
  init_arm (&d);
  g_autoptr (TrPlot) p = tr_plot_new ();
  g_autoptr (GError) error = NULL;
  g_assert_false (tr_plot_set_y (p, d.session, "s.nowhere", &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (tr_plot_get_y (p), ==, "time");
  g_assert_true (tr_plot_set_y (p, d.session, "s.angle", NULL));
  for (int i = 0; i < 10; i++) {
    tick (&d);
    g_assert_true (tr_plot_sample (p, d.session));
    g_assert_false (tr_plot_sample (p, d.session));
  }
  tr_session_seek (d.session, 5.5);
  g_assert_true (tr_plot_sample (p, d.session));
  const TrPlotPoint *q = tr_plot_get (p, &n);
  g_assert_cmpint (n, ==, 11);
  g_assert_true (q[0].begins && !q[1].begins && q[10].begins);
  g_assert_cmpfloat (fabs (remainder (q[10].y - G_PI, 2 * G_PI)), <, 1e-9);
  g_autofree char *csv = tr_plot_to_csv (p, tr_session_get_model (d.session));
  g_assert_true (g_str_has_prefix (csv, "time [s],s.angle [rad]\n"));
  g_assert_true (tr_plot_set_x (p, d.session, "atan2(s.by, s.bx)", NULL));
  tr_plot_get (p, &n);
  g_assert_cmpint (n, ==, 0);
  g_assert_true (tr_plot_sample (p, d.session));
  g_autofree char *both = tr_plot_to_csv (p, tr_session_get_model (d.session));
  g_assert_true (g_str_has_prefix (both, "time [s],\"atan2(s.by, s.bx)\",s.angle [rad]\n5.5,"));
  const char *ids[] = {"s", NULL}; // what has no meaning any more is not plotted
  g_assert_true (tr_session_remove (d.session, ids, NULL, NULL));
  g_assert_false (tr_plot_sample (p, d.session));
  g_assert_true (tr_session_undo (d.session));
  tr_session_seek (d.session, 5.6);
  g_assert_true (tr_plot_sample (p, d.session));
}

// Where the value jumps, goes through infinity or has none, the curve begins anew; a pole leaves room
// for the rest.
static void
test_plot_leaps (void)
{
  static const struct {
    const char *y;
    int leaps;
    double low, high;
  } cases[] = {
      {"tan(s.angle)", 2, -40, 40},      // at 90° and 270°; a frame may hit them
      {"1/(s.angle - 1)^2", 1, 0, 1500}, // both sides go up
      {"floor(s.angle)", 6, -4, 3},      //
      {"sqrt(s.bx)", 1, 0, 5},           // undefined in the left half
      {"s.by", 0, -25, 25},              //
      {"tanh(40*s.by)", 0, -1.01, 1.01}, // steep, and smooth
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Drawing) d = {0};
    g_autoptr (TrPlot) p = tr_plot_new ();
    double low = 0, high = 0;
    int n, leaps = 0;
    init_arm (&d);
    g_assert_false (tr_plot_range (p, &low, &high));
    g_assert_true (tr_plot_set_y (p, d.session, cases[i].y, NULL));
    for (int k = 0; k < 60; k++) { // one turn
      tr_plot_sample (p, d.session);
      tick (&d);
    }
    const TrPlotPoint *q = tr_plot_get (p, &n);
    for (int k = 0; k < n; k++) {
      leaps += q[k].leaps;
      g_assert_true (q[k].begins == (q[k].leaps || k == 0));
    }
    g_assert_true (tr_plot_range (p, &low, &high));
    g_test_message ("%s: %d leaps, %g … %g", cases[i].y, leaps, low, high);
    g_assert_cmpint (leaps, >=, cases[i].leaps);
    g_assert_cmpint (leaps, <=, 2 * cases[i].leaps);
    g_assert_true (low >= cases[i].low && high <= cases[i].high);
  }
}

// Of a constant the roundings are not spread over the height.
static void
test_plot_noise (void)
{
  static const struct {
    const char *y;
    TrPlotOrder order;
    double value;
  } cases[] = {{"s.length", TR_PLOT_VALUE, 24},
               {"s.length", TR_PLOT_ACCELERATION, 0},
               {"100*time", TR_PLOT_VELOCITY, 100},
               {"100*time", TR_PLOT_ACCELERATION, 0},
               {"50*time^2", TR_PLOT_ACCELERATION, 100}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Drawing) d = {0};
    g_autoptr (TrPlot) p = tr_plot_new ();
    double low = 0, high = 0;
    init_arm (&d);
    g_assert_true (tr_plot_set_y (p, d.session, cases[i].y, NULL));
    tr_plot_set_order (p, cases[i].order);
    for (int k = 0; k < 60; k++) {
      tr_plot_sample (p, d.session);
      tick (&d);
    }
    g_assert_true (tr_plot_range (p, &low, &high));
    g_test_message ("%s: %.17g … %.17g", cases[i].y, low, high);
    g_assert_true (fabs (low - cases[i].value) < 1e-4 && !(low < high));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/points", test_plot);
  g_test_add_func ("/plot/leaps", test_plot_leaps);
  g_test_add_func ("/plot/noise", test_plot_noise);
  return g_test_run ();
}
