// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Linkages keep their branch: arms within, at and beyond their reach, dead centres, change
// points.

#include "make-drawing.h"

typedef struct {
  const char *name, *bodies, *constraints;
  const char *elbow, *tip;
} Arm;

// Two bars of 10 from the origin, three ways to say it.
static const Arm arms[] = {
    {"segments",
     "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [8, 6]}, {'id': 'r', 'kind': 'segment', "
     "'a': [8, 6], 'b': [16, 0]}",
     "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'j', 'kind': 'attach', 'a': "
     "<s.b>, 'b': <r.a>}, {'id': 'l', 'kind': 'length', 'a': 's', 'value': 10}, {'id': 'k', "
     "'kind': 'length', 'a': 'r', 'value': 10}",
     "s.b", "r.b"},
    {"rigids",
     "{'id': 's', 'kind': 'rigid', 'position': [4, 3], 'rotation': 0.6435011087932844, 'length': "
     "10}, {'id': 'r', 'kind': 'rigid', 'position': [12, 3], 'rotation': -0.6435011087932844, "
     "'length': 10}",
     "{'id': 'n', 'kind': 'nail', 'a': <s(-5;0)>, 'at': [0, 0]}, {'id': 'j', 'kind': 'attach', "
     "'a': <s(5;0)>, 'b': <r(-5;0)>}",
     "s(5,0)", "r(5,0)"},
    {"points",
     "{'id': 'o', 'kind': 'point', 'at': [0, 0]}, {'id': 'p', 'kind': 'point', 'at': [8, 6]}, "
     "{'id': 'q', 'kind': 'point', 'at': [16, 0]}",
     "{'id': 'n', 'kind': 'nail', 'a': <o.at>, 'at': [0, 0]}, {'id': 'l', 'kind': 'distance', "
     "'a': <o.at>, 'b': <p.at>, 'value': 10}, {'id': 'k', 'kind': 'distance', 'a': <p.at>, 'b': "
     "<q.at>, 'value': 10}",
     "p.at", "q.at"},
};

static double
angle_of (Vec2 v)
{
  return atan2 (v.y, v.x);
}

// The sine of the elbow's turn.
static double
bend (Drawing *d, const Arm *arm)
{
  Vec2 elbow = drawing_point (d, arm->elbow);
  Vec2 tip = v2_sub (drawing_point (d, arm->tip), elbow);
  return v2_cross (elbow, tip) / (v2_norm (elbow) * v2_norm (tip));
}

// The hand circles at a radius, 785 frames of a step; counts the elbow's changes of side, and
// how far the tip came from where it should be.
static int
circle_about (const Arm *arm, double radius, double step, double *worst_tip)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, arm->bodies, arm->constraints, NULL);
  drawing_press (&d, arm->tip);
  Vec2 from = tr_session_get_pointer (d.session);
  for (int i = 1; i <= 40; i++)
    drawing_move (&d, v2_lerp (from, v2 (radius, 0), i / 40.0));
  double last = bend (&d, arm);
  int flips = 0;
  *worst_tip = 0;
  for (int i = 1; i <= 785; i++) {
    Vec2 pointer = v2_polar (radius, i * step / radius);
    TrStepResult r = drawing_move (&d, pointer);
    g_assert_cmpfloat (r.residual, <=, 2e-8);
    Vec2 tip = drawing_point (&d, arm->tip);
    double miss = radius > 20 ? fabs (v2_norm (tip) - 20) : v2_dist (tip, pointer);
    *worst_tip = fmax (*worst_tip, miss);
    double now = bend (&d, arm);
    flips += now * last < 0 && fabs (now) > 0.02 && fabs (last) > 0.02;
    last = now;
  }
  drawing_hold (&d);
  tr_session_release (d.session);
  g_assert_true (drawing_holds (&d));
  return flips;
}

static void
test_arm (gconstpointer data)
{
  static const double steps[] = {1, 3, 8};
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    double miss;
    int flips = circle_about (data, 25, steps[i], &miss);
    g_test_message ("radius 25 step %g: %d flips, miss %g", steps[i], flips, miss);
    g_assert_cmpint (flips, ==, 0);
    g_assert_cmpfloat (miss, <=, 1e-3);
    flips = circle_about (data, 15, steps[i], &miss);
    g_test_message ("radius 15 step %g: %d flips, miss %g", steps[i], flips, miss);
    g_assert_cmpint (flips, ==, 0);
    g_assert_cmpfloat (miss, <=, 0.05);
  }
}

// Pulled to three times its reach and home again: the same elbow, the same place.
static void
test_beyond_and_back (gconstpointer data)
{
  const Arm *arm = data;
  for (int frames = 3; frames <= 300; frames *= 10) {
    g_auto (Drawing) d = {0};
    drawing_init (&d, arm->bodies, arm->constraints, NULL);
    Vec2 home = drawing_point (&d, arm->tip), elbow = drawing_point (&d, arm->elbow);
    drawing_press (&d, arm->tip);
    for (int i = 1; i <= frames; i++)
      drawing_move (&d, v2_lerp (home, v2 (60, 7), (double) i / frames));
    TrStepResult r = drawing_hold (&d);
    g_assert_cmpfloat (fabs (r.gap - (hypot (60, 7) - 20)), <, 1e-6);
    for (int i = 1; i <= frames; i++)
      drawing_move (&d, v2_lerp (v2 (60, 7), home, (double) i / frames));
    r = drawing_hold (&d);
    tr_session_release (d.session);
    drawing_assert_near (drawing_point (&d, arm->tip), home, 1e-6);
    // Two elbows lead there, and a straight arm has forgotten which was its own.
    Vec2 now = drawing_point (&d, arm->elbow);
    if (v2_dist (now, elbow) > 1e-5)
      drawing_assert_near (now, v2 (8, -6), 1e-5);
  }
}

// A straight arm is pushed inward along itself: it folds.
static void
test_straight_arm (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]}, {'id': 'r', 'kind': "
                "'segment', 'a': [10, 0], 'b': [20, 0]}",
                arms[0].constraints, NULL);
  drawing_drag (&d, "r.b", v2 (12, 0), 40);
  drawing_assert_near (drawing_point (&d, "r.b"), v2 (12, 0), 1e-6);
  g_assert_true (drawing_holds (&d));
}

// Exactly in line, the slider is pulled: the crank leaves its dead centre, whichever way.
static void
test_slider_crank (void)
{
  for (int frames = 1; frames <= 64; frames *= 4) {
    g_auto (Drawing) d = {0};
    drawing_init (&d,
                  "{'id': 'o', 'kind': 'point', 'at': [0, 0]}, {'id': 'p', 'kind': 'point', 'at': "
                  "[1, 0]}, {'id': 's', 'kind': 'point', 'at': [4, 0]}",
                  "{'id': 'n', 'kind': 'nail', 'a': <o.at>, 'at': [0, 0]}, {'id': 'c', 'kind': "
                  "'distance', 'a': <o.at>, 'b': <p.at>, 'value': 1}, {'id': 'd', 'kind': "
                  "'distance', 'a': <p.at>, 'b': <s.at>, 'value': 3}, {'id': 'y', 'kind': 'fix', "
                  "'a': 's', 'what': 'y', 'value': 0}",
                  NULL);
    drawing_drag (&d, "s.at", v2 (3, 0), frames);
    drawing_assert_near (drawing_point (&d, "s.at"), v2 (3, 0), 1e-6);
    g_assert_true (drawing_holds (&d));
    // outwards it is at its limit, and stays whole
    drawing_drag (&d, "s.at", v2 (9, 0), frames);
    drawing_assert_near (drawing_point (&d, "s.at"), v2 (4, 0), 1e-6);
    g_assert_true (drawing_holds (&d));
    // round by the crank, through both dead centres
    drawing_press (&d, "p.at");
    double a = angle_of (drawing_point (&d, "p.at")), last = drawing_point (&d, "s.at").x;
    for (int i = 1; i <= 200; i++) {
      drawing_move (&d, v2_polar (1, a + i * 0.1));
      double x = drawing_point (&d, "s.at").x;
      g_assert_cmpfloat (fabs (x - last), <, 0.15); // never the other side of the rail
      last = x;
    }
    tr_session_release (d.session);
    g_assert_cmpfloat (drawing_point (&d, "s.at").x, >, 1.99);
  }
}

// A four-bar that cannot turn wholly: stopped at its toggle, and back from there.
static void
test_toggle (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'p', 'kind': 'point', 'at': [0, 4]}, {'id': 'q', 'kind': 'point', 'at': "
                "[6, 5]}",
                "{'id': 'a', 'kind': 'distance', 'a': <0;0>, 'b': <p.at>, 'value': 4}, {'id': "
                "'b', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': 3}, {'id': 'c', "
                "'kind': 'distance', 'a': <8;0>, 'b': <q.at>, 'value': 4}",
                NULL);
  g_assert_true (tr_session_solve (d.session).ok);
  Vec2 home = drawing_point (&d, "p.at"), other = drawing_point (&d, "q.at");
  // The coupler and the rocker in line: cos a = (4² + 8² − 7²) / (2·4·8).
  double toggle = acos ((16.0 + 64 - 49) / 64), a0 = angle_of (home);
  drawing_press (&d, "p.at");
  for (int i = 1; i <= 90; i++)
    drawing_move (&d, v2_polar (4, a0 + i * 0.02));
  tr_session_cancel (d.session);
  drawing_assert_near (drawing_point (&d, "p.at"), home, 0);
  drawing_drag (&d, "p.at", v2_polar (4, toggle + 0.3), 30);
  drawing_assert_near (drawing_point (&d, "p.at"), v2_polar (4, toggle), 2e-2);
  g_assert_true (drawing_holds (&d));
  drawing_drag (&d, "p.at", home, 30);
  drawing_assert_near (drawing_point (&d, "p.at"), home, 1e-6);
  Vec2 now = drawing_point (&d, "q.at");
  if (v2_dist (now, other) > 1e-5) // the rocker's other side of the toggle
    g_assert_cmpfloat (fabs (v2_dist (now, v2 (8, 0)) - 4), <, 1e-8);
}

// A parallelogram (5, 10, 5, 10) goes through its change points as a parallelogram.
static void
test_parallelogram (gconstpointer data)
{
  double step = GPOINTER_TO_INT (data) / 1000.0;
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'p', 'kind': 'point', 'at': [0, 5]}, {'id': 'q', 'kind': 'point', 'at': "
                "[10, 5]}",
                "{'id': 'a', 'kind': 'distance', 'a': <0;0>, 'b': <p.at>, 'value': 5}, {'id': "
                "'b', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': 10}, {'id': 'c', "
                "'kind': 'distance', 'a': <10;0>, 'b': <q.at>, 'value': 5}",
                NULL);
  drawing_press (&d, "p.at");
  for (double a = 0; a < 6 * G_PI; a += step) {
    drawing_move (&d, v2_polar (5, 0.5 * G_PI + a));
    Vec2 bar = v2_sub (drawing_point (&d, "q.at"), drawing_point (&d, "p.at"));
    drawing_assert_near (bar, v2 (10, 0), 1e-2);
  }
  tr_session_release (d.session);
  g_assert_true (drawing_holds (&d));
}

int
main (int argc, char **argv)
{
  static const int speeds[] = {20, 50, 130, 310, 700};
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (arms); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/arm/%s", arms[i].name);
    g_test_add_data_func (path, &arms[i], test_arm);
    g_autofree char *back = g_strdup_printf ("/engine/beyond-and-back/%s", arms[i].name);
    g_test_add_data_func (back, &arms[i], test_beyond_and_back);
  }
  g_test_add_func ("/engine/straight-arm", test_straight_arm);
  g_test_add_func ("/engine/slider-crank", test_slider_crank);
  g_test_add_func ("/engine/toggle", test_toggle);
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/parallelogram/%d", speeds[i]);
    g_test_add_data_func (path, GINT_TO_POINTER (speeds[i]), test_parallelogram);
  }
  return g_test_run ();
}
