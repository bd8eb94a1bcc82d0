// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The second-order law against closed forms: pendulums, springs, dampers, drag, impacts, drives,
// a hand.

#include "make-drawing.h"
#include "session/playback.h"

static void
init (
    Drawing *d, const char *bodies, const char *constraints, const char *forces, const char *world)
{
  g_autofree char *text = g_strdup_printf (
      "{'trammel': 1, 'bodies': [%s], 'constraints': [%s], 'forces': [%s], 'world': {'law': "
      "'second-order'%s}}",
      bodies, constraints ? constraints : "", forces ? forces : "", world ? world : "");
  drawing_load (d, text);
}

static void
run_to (Drawing *d, double time)
{
  TrStepResult r = tr_session_run_to (d->session, time);
  g_assert_true (r.ok);
  drawing_look (d, r);
}

#define BAR(id, a, b) "{'id': '" id "', 'kind': 'segment', 'a': [" a "], 'b': [" b "]}"
#define PENDULUM                                                                                   \
  "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': 'length', 'a': "     \
  "'s', 'value': 10}"

// Lumped bars: ten units of mass in the elbow, five at the tip.
static double
energy (Drawing *d)
{
  const TrState *s = tr_session_get_state (d->session);
  double sum = 0;
  for (int i = 0; i < 8; i += 2) {
    double m = 5, *v = &s->v[i];
    sum += 0.5 * m * (v[0] * v[0] + v[1] * v[1]) + m * 98.1 * s->q[i + 1];
  }
  return sum;
}

// From rest, both arms level, 60 s at 240 Hz: the potential has a range of 2·98.1·(10·10 + 5·20).
static void
test_double_pendulum (void)
{
  g_auto (Drawing) d = {0};
  init (&d, BAR ("s", "0, 0", "10, 0") ", " BAR ("r", "10, 0", "20, 0"),
        PENDULUM ", {'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <r.a>}, {'id': 'm', 'kind': "
                 "'length', 'a': 'r', 'value': 10}",
        NULL, ", 'gravity': [0, -98.1]");
  double start = energy (&d), worst = 0;
  for (int i = 1; i <= 60 * 240; i++) {
    run_to (&d, i / 240.0);
    worst = fmax (worst, fabs (energy (&d) - start));
  }
  g_assert_cmpfloat (worst, <, 0.005 * 2 * 98.1 * 200);
  g_assert_cmpfloat (d.worst, <, 1e-9);
  g_assert_cmpfloat (fabs (drawing_value (&d, "s.bx") - 10), >, 0.1);
}

// The period of a pendulum of amplitude α: 4 √(l/g) K(sin α/2).
static void
test_period (void)
{
  double a = 0.1, k = sin (a / 2), k2 = k * k;
  double K = G_PI / 2 * (1 + k2 / 4 + 9 * k2 * k2 / 64 + 25 * k2 * k2 * k2 / 256);
  double period = 4 * sqrt (10 / 9.81) * K;
  g_auto (Drawing) d = {0};
  init (&d, "{'id': 'p', 'kind': 'point', 'at': [0.9983341664682815, -9.950041652780259]}",
        "{'id': 'd', 'kind': 'distance', 'a': <0;0>, 'b': <p.at>, 'value': 10}", NULL,
        ", 'gravity': [0, -9.81]");
  for (int i = 1; i <= 120; i++)
    run_to (&d, period * i / 120);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (10 * sin (a), -10 * cos (a)), 1e-4);
}

#define SPRING(more)                                                                               \
  "{'id': 'f', 'kind': 'spring', 'a': <0;0>, 'b': <p.at>, 'rest': 2, 'stiffness': " more "}"
#define POINT "{'id': 'p', 'kind': 'point', 'at': [3, 0]}"

static void
test_spring (void)
{
  g_auto (Drawing) d = {0}, damped = {0}, stiff = {0};
  init (&d, POINT, NULL, SPRING ("100"), NULL);
  init (&damped, POINT, NULL, SPRING ("100, 'damping': 4"), NULL);
  init (&stiff, POINT, NULL, SPRING ("1e9"), NULL);
  for (int i = 1; i <= 120; i++) {
    double t = i / 60.0, w = sqrt (96);
    run_to (&d, t);
    run_to (&damped, t);
    run_to (&stiff, t);
    g_assert_cmpfloat (fabs (drawing_value (&d, "p.x") - 2 - cos (10 * t)), <, 3e-3);
    double x = 2 + exp (-2 * t) * (cos (w * t) + 2 / w * sin (w * t));
    g_assert_cmpfloat (fabs (drawing_value (&damped, "p.x") - x), <, 3e-3);
    g_assert_cmpfloat (fabs (drawing_value (&stiff, "p.x") - 2), <, 1.01);
  }
  g_assert_cmpfloat (fabs (drawing_value (&stiff, "p.x") - 2), <, 1e-3);
}

// m v̇ = −drag v with m = density: x = v₀ (1 − exp (−k t))/k, k = drag/density.
static void
test_drag (void)
{
  g_auto (Drawing) d = {0};
  init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0], 'velocity': {'at': [3, 0]}}", NULL, NULL,
        ", 'density': 2, 'drag': 0.5");
  for (int i = 1; i <= 60; i++)
    run_to (&d, i / 30.0);
  g_assert_cmpfloat (fabs (drawing_value (&d, "p.x") - 3 * (1 - exp (-0.5)) / 0.25), <, 1e-5);
}

// A ball falls from 10 under g = 10 and keeps 0.8 of its speed each time.
static void
test_bounce (void)
{
  g_auto (Drawing) d = {0};
  init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 10]}",
        "{'id': 'f', 'kind': 'limit', 'what': 'p.y', 'min': 0, 'restitution': 0.8}", NULL,
        ", 'gravity': [0, -10]");
  double hit = sqrt (2), speed = 0.8 * sqrt (200);
  for (int i = 1; i <= 300; i++) {
    double t = i / 60.0;
    run_to (&d, t);
    while (t > hit + speed / 5) {
      hit += speed / 5;
      speed *= 0.8;
    }
    double since = t - hit, y = t < hit ? 10 - 5 * t * t : speed * since - 5 * since * since;
    g_assert_cmpfloat (fabs (drawing_value (&d, "p.y") - y), <, 1e-3);
  }
  run_to (&d, 20); // at rest on the ground
  g_assert_cmpfloat (fabs (drawing_value (&d, "p.y")), <, 1e-9);
  g_assert_cmpfloat (d.worst, <, 1e-9);
}

static void
test_drive (void)
{
  g_auto (Drawing) d = {0};
  init (&d, BAR ("s", "0, 0", "10, 0"),
        PENDULUM ", {'id': 'm', 'kind': 'drive', 'what': 's.angle', 'value': '2*time'}, {'id': "
                 "'q', 'kind': 'limit', 'what': 's.by', 'max': 6}",
        NULL, ", 'gravity': [0, -10]");
  for (int i = 1; i <= 18; i++) {
    run_to (&d, i / 60.0);
    g_assert_cmpfloat (fabs (drawing_value (&d, "s.angle") - i / 30.0), <, 1e-9);
  }
  for (int i = 19; i <= 60; i++)
    run_to (&d, i / 60.0);
  g_assert_cmpstr (tr_session_get_stalled (d.session)[0], ==, "m");
  g_assert_cmpfloat (fabs (drawing_value (&d, "s.by") - 6), <, 1e-6);
}

// Beyond both ends of what a crank can reach it stops, says so, and goes on as soon as time leads it back,
// in the way that it does without masses.
static void
test_beyond_reach (void)
{
  double end = acos ((6.0 * 6 + 4 * 4 - 5 * 5) / (2 * 6 * 4)), stood[2] = {0, 0};
  g_auto (Drawing) d = {0};
  init (&d, BAR ("s", "0, 0", "4, 0") ", " BAR ("m", "4, 0", "4, 2") ", " BAR ("r", "6, 0", "4, 2"),
        "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'o', 'kind': 'nail', 'a': "
        "<r.a>, 'at': [6, 0]}, {'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <m.a>}, {'id': 'k', "
        "'kind': 'attach', 'a': <m.b>, 'b': <r.b>}, {'id': 'l', 'kind': 'length', 'a': 's', "
        "'value': 4}, {'id': 'p', 'kind': 'length', 'a': 'm', 'value': 3}, {'id': 'q', 'kind': "
        "'length', 'a': 'r', 'value': 2}, {'id': 'd', 'kind': 'drive', 'what': 's.angle', "
        "'value': '0.5 + 0.8*sin(time)'}",
        NULL, NULL);
  tr_session_solve (d.session);
  for (int i = 1; i <= 12 * 60; i++) {
    double time = i / 60.0, asked = 0.5 + 0.8 * sin (time);
    run_to (&d, time);
    bool is_stalled = tr_session_get_stalled (d.session)[0] != NULL;
    if (asked < end - 0.04) // some frames after it might
      g_assert_cmpfloat (fabs (drawing_value (&d, "s.angle") - asked), <, 1e-9);
    g_assert_true (is_stalled == (asked > end) || fabs (asked - end) < 0.04);
    if (is_stalled)
      stood[time > G_PI] = drawing_value (&d, "s.angle");
  }
  for (int i = 0; i < 2; i++)
    g_assert_cmpfloat (fabs (stood[i] - end), <, 1e-3);
  g_assert_cmpfloat (d.worst, <, 1e-9);
}

// A blade that turns evenly goes round in a circle of radius v/ω.
static void
test_skate (void)
{
  g_auto (Drawing) d = {0};
  init (&d,
        "{'id': 'g', 'kind': 'rigid', 'position': [0, 0], 'rotation': 0, 'length': 4, 'velocity': "
        "{'position': [5, 0], 'rotation': 1}}",
        "{'id': 'k', 'kind': 'skate', 'a': <g.origin>}", NULL, NULL);
  for (int i = 1; i <= 100; i++) {
    run_to (&d, 2 * G_PI * i / 100);
    if (i == 50)
      drawing_assert_near (drawing_point (&d, "g.origin"), v2 (0, 10), 1e-3);
  }
  drawing_assert_near (drawing_point (&d, "g.origin"), v2 (0, 0), 1e-3);
}

// A knife edge on a slope that falls along x, set turning at the top (J. I. Neimark and N. A. Fufaev,
// Dynamics of Nonholonomic Systems, 1972): it does not slide down, but draws a cycloid,
//   x = g/(2ω²) sin² ωt,  y = g/(2ω²) (ωt − ½ sin 2ωt)
// How far a run of `rate` steps a second is from there, at the worst.
static double
knife_edge (double rate)
{
  static const double g = 10, w = 2;
  g_auto (Drawing) d = {0};
  double worst = 0;
  init (&d,
        "{'id': 'g', 'kind': 'rigid', 'position': [0, 0], 'rotation': 0, 'length': 4, 'velocity': "
        "{'rotation': 2}}",
        "{'id': 'k', 'kind': 'skate', 'a': <g.origin>}", NULL, ", 'gravity': [10, 0]");
  for (int i = 1; i <= 5 * rate; i++) {
    double t = i / rate, a = w * t, r = g / (2 * w * w);
    run_to (&d, t);
    Vec2 there = v2 (r * sin (a) * sin (a), r * (a - 0.5 * sin (2 * a)));
    worst = fmax (worst, v2_dist (drawing_point (&d, "g.origin"), there));
  }
  return worst;
}

static void
test_knife_edge (void)
{
  double coarse = knife_edge (240), fine = knife_edge (960);
  g_test_message ("240 a second: %g, 960: %g", coarse, fine);
  g_assert_cmpfloat (coarse, <, 4e-4);
  g_assert_cmpfloat_with_epsilon (coarse / fine, 16, 0.5); // of second order, and to nowhere else
}

// RATTLE runs backwards as it ran forwards; the tape finds each frame as it was.
static void
test_reversible (void)
{
  g_auto (Drawing) d = {0};
  init (&d, BAR ("s", "0, 0", "10, 0"), PENDULUM, NULL, ", 'gravity': [0, -10]");
  run_to (&d, 0.5);
  tr_session_seek (d.session, 1);
  tr_session_seek (d.session, 0);
  drawing_assert_near (drawing_point (&d, "s.b"), v2 (10, 0), 1e-12);
  g_auto (Drawing) back = {0};
  init (&back, BAR ("s", "0, 0", "10, 0"), PENDULUM, NULL, ", 'gravity': [0, -10]");
  TrState *s = tr_session_get_state (back.session);
  TrEngine *e = tr_session_get_engine (back.session);
  for (int i = 1; i <= 60; i++)
    tr_engine_advance (e, s, i / 60.0);
  for (int i = 59; i >= 0; i--)
    tr_engine_advance (e, s, i / 60.0);
  drawing_assert_near (drawing_point (&back, "s.b"), v2 (10, 0), 1e-6);
}

// A hand takes the end of a hanging bar along while time runs, and lets it swing.
static void
test_hand (void)
{
  g_auto (Drawing) d = {0};
  init (&d, BAR ("s", "0, 0", "0, -10"), PENDULUM, NULL, ", 'gravity': [0, -98.1]");
  tr_session_play (d.session);
  drawing_press (&d, "s.b");
  for (int i = 0; i < 120; i++) {
    tr_session_move (d.session, v2 (10 * sin (1), -10 * cos (1)));
    drawing_look (&d, tr_session_tick (d.session));
  }
  drawing_assert_near (drawing_point (&d, "s.b"), v2 (10 * sin (1), -10 * cos (1)), 1.2);
  tr_session_release (d.session);
  double low = 10;
  for (int i = 0; i < 120; i++) {
    drawing_look (&d, tr_session_tick (d.session));
    low = fmin (low, drawing_value (&d, "s.bx"));
  }
  g_assert_cmpfloat (low, <, -6);
  g_assert_cmpfloat (d.worst, <, 1e-9);
}

static void
test_saved (void)
{
  g_auto (Drawing) d = {0};
  init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0]}", NULL, NULL, ", 'gravity': [0, -10]");
  run_to (&d, 1);
  gsize n;
  g_autofree char *text = tr_document_to_text (d.document, &n);
  g_auto (Drawing) again = {.document = tr_document_new ()};
  g_assert_true (tr_document_load_text (again.document, text, n, "again", NULL));
  again.session = tr_session_new (again.document);
  run_to (&again, 2);
  drawing_assert_near (drawing_point (&again, "p.at"), v2 (0, -20), 1e-9);
}

// What no file could give back is not come to: a sheet that would lie flat at the end of a part, a point
// that flies beyond all numbers.
static void
test_range (void)
{
  g_auto (Drawing) d = {0};
  init (&d,
        "{'id': 's', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': [1, 1], 'velocity': "
        "{'v': [0, -1]}}, {'id': 'p', 'kind': 'point', 'at': [999999999990, 0], 'velocity': {'at': "
        "[40, 0]}}",
        NULL, NULL, NULL);
  for (int i = 1; i <= 60; i++) {
    tr_session_run_to (d.session, i / 60.0);
    g_autoptr (TrDocument) again = tr_document_new ();
    g_autofree char *text = tr_document_to_text (d.document, NULL);
    g_autoptr (GError) error = NULL;
    tr_document_load_text (again, text, strlen (text), "again", &error);
    g_assert_no_error (error);
  }
  g_assert_cmpfloat (drawing_value (&d, "p.x"), >, 999999999999);
}

// A driven four-bar with masses and a limit in its way, led into dead centres and limits at many speeds:
// whatever stands, all else holds, at each frame.
static void
drive_four_bar (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  double x[6];
  g_auto (Drawing) d = {0};
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_rand_double_range (rand, -5, 5);
  g_autofree char *bodies = g_strdup_printf (
      BAR ("s", "0, 0", "%.6f, %.6f") ", {'id': 'p', 'kind': 'point', 'at': [%.6f, %.6f]}", x[0],
      x[1], x[2], x[3]);
  Vec2 a = v2 (x[0], x[1]), p = v2 (x[2], x[3]), b = v2 (x[4], x[5]);
  g_autofree char *con = g_strdup_printf (
      "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': 'length', 'a': "
      "'s', 'value': %.9f}, {'id': 'm', 'kind': 'drive', 'what': 's.angle', 'value': '%.6f + "
      "%.6f*time'}, {'id': 'c', 'kind': 'distance', 'a': <s.b>, 'b': <p.at>, 'value': %.9f}, "
      "{'id': "
      "'r', 'kind': 'distance', 'a': <p.at>, 'b': <%.6f;%.6f>, 'value': %.9f}, {'id': 'q', 'kind': "
      "'limit', 'what': 'p.y', 'min': %.6f}",
      v2_norm (a), atan2 (a.y, a.x), g_rand_double_range (rand, -20, 20), v2_dist (a, p), b.x, b.y,
      v2_dist (p, b), p.y - g_rand_double_range (rand, 0.1, 9));
  init (&d, bodies, con, NULL, ", 'gravity': [0, -10]");
  tr_session_solve (d.session);
  for (int i = 1; i <= 40; i++) {
    TrStepResult r = tr_session_run_to (d.session, i / 60.0);
    drawing_look (&d, r);
    if (!(r.relative < 1e-8))
      g_error ("seed %u, frame %d: %g of a bar is missing", seed, i, r.relative);
  }
}

static void
test_driven (void)
{
  for (guint seed = 1; seed <= 100; seed++)
    drive_four_bar (seed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/masses/double-pendulum", test_double_pendulum);
  g_test_add_func ("/masses/period", test_period);
  g_test_add_func ("/masses/spring", test_spring);
  g_test_add_func ("/masses/drag", test_drag);
  g_test_add_func ("/masses/bounce", test_bounce);
  g_test_add_func ("/masses/drive", test_drive);
  g_test_add_func ("/masses/beyond-reach", test_beyond_reach);
  g_test_add_func ("/masses/skate", test_skate);
  g_test_add_func ("/masses/knife-edge", test_knife_edge);
  g_test_add_func ("/masses/reversible", test_reversible);
  g_test_add_func ("/masses/hand", test_hand);
  g_test_add_func ("/masses/range", test_range);
  g_test_add_func ("/masses/driven", test_driven);
  g_test_add_func ("/masses/saved", test_saved);
  return g_test_run ();
}
