// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Time: drives and paths against closed forms, drives that stop and go on, and a session that
// plays, pauses, goes back and is dragged meanwhile.

#include "make-drawing.h"
#include "session/playback.h"
#include "session/timetable.h"

#include <glib/gstdio.h>

// Ground 70, crank 24, coupler 60, rocker 52: the crank turns whole turns.
#define FOUR_BAR(ground, crank, coupler, rocker)                                                   \
  "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [" #crank                                      \
  ", 0]}, {'id': 'm', 'kind': 'segment', 'a': [" #crank                                            \
  ", 0], 'b': [40, 40]}, {'id': 'r', 'kind': 'segment', 'a': [" #ground ", 0], 'b': [40, 40]}",    \
      "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'o', 'kind': 'nail', 'a': "   \
      "<r.a>, 'at': [" #ground ", 0]}, {'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <m.a>}, "    \
      "{'id': 'k', 'kind': 'attach', 'a': <m.b>, 'b': <r.b>}, {'id': 'l', 'kind': 'length', 'a': " \
      "'s', 'value': " #crank "}, {'id': 'p', 'kind': 'length', 'a': 'm', 'value': " #coupler      \
      "}, {'id': 'q', 'kind': 'length', 'a': 'r', 'value': " #rocker "}, "

// The angle of the rocker of that four-bar, coupler above the crank pin: the triangle of crank
// pin, rocker's foot and the joint, by the law of cosines.
static double
rocker_angle (double ground, double crank, double coupler, double rocker, double angle)
{
  Vec2 pin = v2_polar (crank, angle), foot = v2 (ground, 0), d = v2_sub (pin, foot);
  double far = v2_norm (d);
  double turn = acos ((rocker * rocker + far * far - coupler * coupler) / (2 * rocker * far));
  return remainder (atan2 (d.y, d.x) - turn, 2 * G_PI);
}

static void
assert_angle (double a, double b, double within)
{
  double off = fabs (remainder (a - b, 2 * G_PI));
  if (!(off <= within))
    g_error ("%.17g is %g from %.17g", a, off, b);
}

static TrStepResult
run (Drawing *d, double seconds, double fps)
{
  TrStepResult r = {.ok = true};
  double from = tr_session_get_time (d->session);
  int n = (int) lround (seconds * fps);
  for (int i = 1; i <= n; i++) {
    r = tr_session_run_to (d->session, from + i / fps);
    g_assert_true (r.ok);
    drawing_look (d, r);
  }
  return r;
}

static void
init_crank (Drawing *d)
{
  drawing_init (d,
                FOUR_BAR (70, 24, 60, 52) "{'id': 'd', 'kind': 'drive', 'what': 's.angle', "
                                          "'value': '2*pi*time'}",
                NULL);
  tr_session_solve (d->session);
}

static void
test_four_bar (void)
{
  static const double fps[] = {60, 24, 7};
  g_auto (Drawing) d = {0};
  init_crank (&d);
  for (guint i = 0; i < G_N_ELEMENTS (fps); i++)
    for (int k = 0; k < (int) (2 * fps[i]); k++) {
      run (&d, 1 / fps[i], fps[i]);
      double angle = 2 * G_PI * tr_session_get_time (d.session);
      assert_angle (drawing_value (&d, "s.angle"), angle, 1e-9);
      assert_angle (drawing_value (&d, "r.angle"), rocker_angle (70, 24, 60, 52, angle), 1e-9);
    }
  g_assert_cmpfloat (d.worst, <, 1e-9);
}

// After whole turns everything is where it was, whatever the rate of frames.
static void
test_no_drift (void)
{
  g_auto (Drawing) d = {0};
  init_crank (&d);
  g_autoptr (TrState) start = tr_state_copy (tr_session_get_state (d.session));
  run (&d, 50, 60);
  for (int i = 0; i < start->n_q; i++)
    g_assert_cmpfloat (fabs (start->q[i] - tr_session_get_state (d.session)->q[i]), <, 1e-9);
}

// Ground 60, crank 40, coupler 30, rocker 20: the crank comes to where coupler and rocker are one
// line, cos θ = (60² + 40² − 50²) / (2·60·40), stops, and comes back the way it went.
static void
test_dead_centre (void)
{
  double end = acos ((60.0 * 60 + 40 * 40 - 50 * 50) / (2 * 60 * 40));
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                FOUR_BAR (60, 40, 30, 20) "{'id': 'd', 'kind': 'drive', 'what': 's.angle', "
                                          "'value': '0.5 + 0.8*sin(time)'}",
                NULL);
  tr_session_solve (d.session);
  double before = drawing_value (&d, "r.angle");
  run (&d, 1.5, 60);
  g_assert_cmpstr (tr_session_get_stalled (d.session)[0], ==, "d");
  g_autofree char *text = tr_session_stalled_text (d.session);
  g_assert_nonnull (strstr (text, "The drive s.angle "));
  assert_angle (drawing_value (&d, "s.angle"), end, 1e-5);
  run (&d, 1.5, 60); // 3 s: 0.6129
  g_assert_null (tr_session_get_stalled (d.session)[0]);
  g_assert_null (tr_session_stalled_text (d.session));
  assert_angle (drawing_value (&d, "s.angle"), 0.5 + 0.8 * sin (3), 1e-9);
  tr_session_seek (d.session, 2 * G_PI); // over the dead centre of the other side and back
  assert_angle (drawing_value (&d, "r.angle"), before, 1e-6);
  g_assert_cmpfloat (d.worst, <, 1e-9);
}

// A limit stops one drive; the other one, of the same linkage, goes on.
static void
test_limit (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]}, {'id': 'b', 'kind': "
                "'segment', 'a': [10, 0], 'b': [20, 0]}",
                "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]}, {'id': 'j', 'kind': "
                "'attach', 'a': <a.b>, 'b': <b.a>}, {'id': 'l', 'kind': 'length', 'a': 'a', "
                "'value': 10}, {'id': 'm', 'kind': 'length', 'a': 'b', 'value': 10}, {'id': 'u', "
                "'kind': 'drive', 'what': 'a.angle', 'value': 'time'}, {'id': 'v', 'kind': "
                "'drive', 'what': 'b.angle', 'value': '2*time'}, {'id': 'w', 'kind': 'limit', "
                "'what': 'a.by', 'max': 5}",
                NULL);
  run (&d, 1.5, 60);
  g_assert_cmpstr (tr_session_get_stalled (d.session)[0], ==, "u");
  g_assert_null (tr_session_get_stalled (d.session)[1]);
  g_assert_cmpfloat (fabs (drawing_value (&d, "a.by") - 5), <, 1e-5);
  assert_angle (drawing_value (&d, "b.angle"), 3, 1e-9);
  run (&d, 2, 60); // past the top: 3.5 rad is below again, but the way there is over it
  g_assert_cmpstr (tr_session_get_stalled (d.session)[0], ==, "u");
  assert_angle (drawing_value (&d, "b.angle"), 7, 1e-9);
}

// Of very many drives that contradict each other none is led by itself, over and over; another one, of the
// same linkage, goes on.
static void
test_contradicting (void)
{
  enum { N = 60 };
  g_auto (Drawing) d = {0};
  g_autoptr (GString) constraints = g_string_new (
      "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]}, {'id': 'j', 'kind': 'attach', 'a': "
      "<a.b>, 'b': <b.a>}, {'id': 'l', 'kind': 'length', 'a': 'a', 'value': 10}, {'id': 'm', "
      "'kind': 'length', 'a': 'b', 'value': 10}, {'id': 'v', 'kind': 'drive', 'what': 'b.angle', "
      "'value': '2*time'}");
  for (int i = 0; i < N; i++)
    g_string_append_printf (constraints,
                            ", {'id': 'u%d', 'kind': 'drive', 'what': 'a.angle', 'value': "
                            "'time*(1 + %d/1000)'}",
                            i, i);
  drawing_init (&d,
                "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]}, {'id': 'b', 'kind': "
                "'segment', 'a': [10, 0], 'b': [20, 0]}",
                constraints->str, NULL);
  TrStepResult r = run (&d, 0.5, 60);
  g_assert_cmpint (r.stalled, ==, N);
  g_assert_cmpint (r.iterations, <, 3 * N);
  assert_angle (drawing_value (&d, "a.angle"), 0, 1e-4);
  assert_angle (drawing_value (&d, "b.angle"), 1, 1e-9);
}

// A slider-crank: x = r cos θ + √(l² − r² sin² θ).
static void
test_slider_crank (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (
      &d,
      "{'id': 'c', 'kind': 'rigid', 'position': [0, 0], 'rotation': 0, 'length': 25}, {'id': 'r', "
      "'kind': 'segment', 'a': [25, 0], 'b': [105, 0]}",
      "{'id': 'n', 'kind': 'nail', 'a': <c.origin>, 'at': [0, 0]}, {'id': 'j', 'kind': 'attach', "
      "'a': <c(25;0)>, 'b': <r.a>}, {'id': 'l', 'kind': 'length', 'a': 'r', 'value': 80}, {'id': "
      "'y', 'kind': 'fix', 'a': 'r', 'what': 'by', 'value': 0}, {'id': 'd', 'kind': 'drive', "
      "'what': 'c.rotation', 'value': '3*time^2'}",
      NULL);
  for (int i = 0; i < 180; i++) {
    run (&d, 1.0 / 60, 60);
    double t = tr_session_get_time (d.session), a = 3 * t * t, s = 25 * sin (a);
    assert_angle (drawing_value (&d, "c.rotation"), a, 1e-9);
    g_assert_cmpfloat (fabs (drawing_value (&d, "r.bx") - 25 * cos (a) - sqrt (6400 - s * s)), <,
                       1e-8);
  }
  // a rotation is counted on over whole turns
  g_assert_cmpfloat (fabs (drawing_value (&d, "c.rotation") - 27), <, 1e-9);
}

// A driven radius that comes to nought goes on from there.
static void
test_radius (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 3}",
                "{'id': 'n', 'kind': 'nail', 'a': <c.center>, 'at': [0, 0]}, {'id': 'd', 'kind': "
                "'drive', 'what': 'c.radius', 'value': 'abs(3 - time)'}",
                NULL);
  for (int i = 1; i <= 10; i++) {
    run (&d, 0.5, 60);
    g_assert_cmpfloat (fabs (drawing_value (&d, "c.radius") - fabs (3 - 0.5 * i)), <, 1e-9);
  }
}

// Keys at equal times: half way between two the curve is (p₀ + p₁)/2 + h (v₀ − v₁)/8, and the
// velocity at a key is that of the parabola through it and its neighbours.
static void
test_path (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0]}",
                "{'id': 'd', 'kind': 'path', 'a': <p.at>, 'keys': [{'time': 0, 'at': [0, 0]}, "
                "{'time': 1, 'at': [10, 4]}, {'time': 2, 'at': [14, -2]}, {'time': 4, 'at': [0, "
                "0]}]}",
                NULL);
  Vec2 last = v2 (0, 0), before = v2 (0, 0), slow = v2 (0, 0);
  for (int i = 1; i <= 500; i++) {
    run (&d, 0.01, 100);
    Vec2 p = drawing_point (&d, "p.at"), speed = v2_scale (v2_sub (p, last), 100);
    if (i > 1) // C¹: no jump of the velocity at the keys
      g_assert_cmpfloat (v2_dist (speed, before), <, 1);
    if (i == 1)
      slow = speed;
    before = speed;
    last = p;
    if (i == 50)
      drawing_assert_near (p, v2 (5 + (0 - 7) / 8.0, 2 + (0 + 1) / 8.0), 1e-9);
    if (i == 100)
      drawing_assert_near (p, v2 (10, 4), 1e-9);
    if (i == 200)
      drawing_assert_near (p, v2 (14, -2), 1e-9);
  }
  g_assert_cmpfloat (v2_norm (slow), <, 0.5); // it starts from rest
  drawing_assert_near (last, v2 (0, 0), 1e-9);
}

// Forwards, then back to any time: the frames are as they were.
static void
test_seek (void)
{
  g_auto (Drawing) d = {0};
  init_crank (&d);
  run (&d, 1.5, 60);
  g_autoptr (TrState) then = tr_state_copy (tr_session_get_state (d.session));
  run (&d, 1, 60);
  tr_session_seek (d.session, 1.5);
  g_assert_true (tr_state_equal (then, tr_session_get_state (d.session)));
  static const double times[] = {0.3333, 2.2, 0, -1.25, 3.75, 3.75, 0.1};
  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    tr_session_seek (d.session, times[i]);
    g_assert_cmpfloat (fabs (tr_session_get_time (d.session) - times[i]), <, 1e-12);
    assert_angle (drawing_value (&d, "s.angle"), 2 * G_PI * times[i], 1e-9);
    assert_angle (drawing_value (&d, "r.angle"), rocker_angle (70, 24, 60, 52, 2 * G_PI * times[i]),
                  1e-9);
  }
  double from, to;
  g_assert_true (tr_session_get_played (d.session, &from, &to));
  g_assert_cmpfloat (fabs (from + 1.25), <, 1e-9);
  g_assert_cmpfloat (fabs (to - 3.75), <, 1e-9);
}

static void
tick (Drawing *d, int n)
{
  for (int i = 0; i < n; i++)
    drawing_look (d, tr_session_tick (d->session));
}

static void
test_speed_and_loop (void)
{
  double from, to;
  g_auto (Drawing) d = {0};
  init_crank (&d);
  tr_session_set_loop (d.session, TR_LOOP_REPEAT, 0, 0.5);
  tr_session_play (d.session);
  g_assert_true (tr_session_is_playing (d.session));
  tick (&d, 45);
  g_assert_cmpfloat (fabs (tr_session_get_time (d.session) - 0.25), <, 1e-9);
  tr_session_set_loop (d.session, TR_LOOP_BOUNCE, 0, 0.5);
  g_assert_cmpint (tr_session_get_loop (d.session, &from, &to), ==, TR_LOOP_BOUNCE);
  tick (&d, 20);
  g_assert_cmpfloat (fabs (tr_session_get_time (d.session) - 5.0 / 12), <, 1e-9);
  g_assert_cmpfloat (tr_session_get_speed (d.session), <, 0);
  tr_session_set_loop (d.session, TR_LOOP_OFF, 0, 0);
  tr_session_set_speed (d.session, -2);
  tick (&d, 30);
  g_assert_cmpfloat (fabs (tr_session_get_time (d.session) + 7.0 / 12), <, 1e-9);
  assert_angle (drawing_value (&d, "r.angle"), rocker_angle (70, 24, 60, 52, -7 * G_PI / 6), 1e-9);
  tr_session_step_frames (d.session, 5);
  g_assert_cmpfloat (fabs (tr_session_get_time (d.session) + 0.5), <, 1e-9);
  int before = tr_document_n_undo (d.document);
  tr_session_pause (d.session);
  g_assert_false (tr_session_is_playing (d.session));
  g_assert_cmpint (tr_document_n_undo (d.document), ==, before);
  tick (&d, 5); // paused: nothing
  g_assert_cmpfloat (fabs (tr_session_get_time (d.session) + 0.5), <, 1e-9);
}

// A free bar beside the linkage is dragged, and a spring attached, while the crank turns.
static void
test_hand (void)
{
  g_auto (Drawing) d = {0};
  init_crank (&d);
  g_assert_true (tr_session_add (
      d.session, "{\"id\": \"free\", \"kind\": \"point\", \"at\": [0, -30]}", NULL, NULL));
  tr_session_play (d.session);
  tick (&d, 10);
  drawing_press (&d, "free.at");
  for (int i = 1; i <= 20; i++) {
    tick (&d, 1);
    drawing_move (&d, v2 (i, -30));
  }
  tr_session_release (d.session);
  drawing_assert_near (drawing_point (&d, "free.at"), v2 (20, -30), 0.1);
  assert_angle (drawing_value (&d, "s.angle"), G_PI, 1e-9);
  g_assert_true (tr_session_add (d.session,
                                 "{\"id\": \"tie\", \"kind\": \"distance\", \"a\": {\"body\": "
                                 "\"free\", \"point\": \"at\"}, \"b\": {\"body\": \"s\", "
                                 "\"point\": \"b\"}, \"value\": 40}",
                                 NULL, NULL));
  tick (&d, 30);
  assert_angle (drawing_value (&d, "s.angle"), 0, 1e-9);
  g_assert_true (drawing_holds (&d));
  const char *ids[] = {"tie", NULL};
  g_assert_true (tr_session_remove (d.session, ids, NULL, NULL));
  tick (&d, 60);
  g_assert_true (drawing_holds (&d));
  // back to before the hand came; what it did after is played anew
  tr_session_pause (d.session);
  drawing_drag (&d, "free.at", v2 (-20, -30), 5);
  tr_session_seek (d.session, 0.9);
  tr_session_seek (d.session, 2.5);
  assert_angle (drawing_value (&d, "s.angle"), G_PI, 1e-9);
}

// A force acts once, whether a hand is there or not, and however many frames it has in one of time:
// 30 in a second on a point of drag 1, which goes sideways as it likes while a hand holds the other.
static void
test_hand_and_forces (void)
{
  for (int frames = 0; frames <= 2; frames++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d,
                  "{'id': 'p', 'kind': 'point', 'at': [0, 0]},"
                  "{'id': 'h', 'kind': 'point', 'at': [0, 9]}",
                  "{'id': 'apart', 'kind': 'distance-y', 'a': <p.at>, 'b': <h.at>, 'value': 9}",
                  "{'id': 'f', 'kind': 'push', 'a': <p.at>, 'force': [30, 0]},"
                  "{'id': 'g', 'kind': 'push', 'a': <h.at>, 'force': [0, 40]}");
    tr_session_solve (d.session);
    tr_session_play (d.session);
    if (frames > 0)
      drawing_press (&d, "h.at");
    for (int i = 0; i < 60; i++) {
      tick (&d, 1);
      for (int k = 0; k < frames; k++)
        drawing_look (&d, tr_session_hold (d.session));
    }
    g_assert_cmpfloat_with_epsilon (drawing_point (&d, "p.at").x, 30, 1e-6);
    if (frames > 0)
      drawing_assert_near (drawing_point (&d, "h.at"), v2 (0, 9), 0.05);
  }
}

// Time is no step of the history. Undoing what was done while it ran goes back to where it had
// come, bit for bit; and it leaves the drawing another than the file's.
static void
test_history (void)
{
  g_auto (Drawing) d = {0};
  init_crank (&d);
  g_assert_true (tr_session_add (
      d.session, "{\"id\": \"free\", \"kind\": \"point\", \"at\": [0, -30]}", NULL, NULL));
  int before = tr_document_n_undo (d.document);
  tr_session_play (d.session);
  tick (&d, 10);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, before);
  g_autoptr (TrState) then = tr_state_copy (tr_session_get_state (d.session));
  drawing_press (&d, "free.at"); // a click
  tick (&d, 3);
  tr_session_release (d.session);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, before);
  tr_session_seek (d.session, then->time);
  g_assert_true (tr_state_equal (then, tr_session_get_state (d.session)));
  drawing_press (&d, "free.at");
  tick (&d, 2);
  drawing_move (&d, v2 (5, -30));
  tr_session_release (d.session);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, before + 1);
  tick (&d, 5);
  g_assert_true (tr_session_undo (d.session));
  g_assert_true (tr_state_equal (then, tr_session_get_state (d.session)));
  g_assert_cmpint (tr_document_n_undo (d.document), ==, before);
}

// Back where it was when it was saved, it is the file's again.
static void
test_modified (void)
{
  g_auto (Drawing) d = {0};
  init_crank (&d);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "test-time.trammel", NULL);
  g_assert_true (tr_document_save (d.document, path, true, NULL));
  g_assert_false (tr_document_is_modified (d.document));
  double start = tr_session_get_time (d.session);
  run (&d, 0.1, 60);
  g_assert_true (tr_document_is_modified (d.document));
  tr_session_seek (d.session, start);
  g_assert_false (tr_document_is_modified (d.document));
  run (&d, 0.1, 60);
  g_assert_true (tr_document_save (d.document, path, true, NULL));
  g_assert_false (tr_document_is_modified (d.document));
  g_assert_cmpint (g_unlink (path), ==, 0);
}

static TrDocument *
drives_of (const char *value)
{
  TrDocument *d = tr_document_new ();
  g_autofree char *text = g_strdup_printf (
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": "
      "[9, 0]}, "
      "{\"id\": \"u\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [9, 0]}], \"constraints\": "
      "[{\"id\": "
      "\"d\", \"kind\": \"drive\", \"what\": \"s.angle\", \"value\": \"%s\"}, {\"id\": \"f\", "
      "\"kind\": \"drive\", \"enabled\": false, \"what\": \"u.angle\", \"value\": \"4*pi*time\"}]}",
      value);
  g_assert_true (tr_document_load_text (d, text, strlen (text), "test", NULL));
  return d;
}

// Seconds until all drives have come round.
static void
test_period (void)
{
  static const struct {
    const char *value;
    double period;
  } cases[] = {{"1 + 90deg*time", 4},    {"2*pi*time", 1}, {"0.3*sin(60deg*time)", 6},
               {"1.7 - 2*pi*time/7", 7}, {"time^2", 0},    {"2", 0.5},
               {"4*pi*time + 0.1", 0.5}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TrDocument) d = drives_of (cases[i].value);
    const TrModel *m = tr_document_get_model (d);
    double period = tr_timetable_period (m, tr_document_get_state (d)->q);
    g_assert_cmpfloat (fabs (period - cases[i].period), <, 1e-9);
    g_assert_true (tr_timetable_has_motion (m));
    g_assert_cmpint (tr_timetable_n_running (m), ==, 1);
  }
}

static void
test_traces (void)
{
  g_auto (Drawing) d = {0};
  init_crank (&d);
  g_assert_null (tr_session_get_traces (d.session));
  g_assert_true (tr_session_add (
      d.session, "{\"id\": \"trace\", \"a\": {\"body\": \"m\", \"point\": \"middle\"}}", NULL,
      NULL));
  tr_session_solve (d.session);
  run (&d, 1, 60);
  const TrTracePoints *traces = tr_session_get_traces (d.session);
  g_assert_nonnull (traces);
  g_assert_cmpint (traces[0].n, ==, 61);
  drawing_assert_near (traces[0].points[60], traces[0].points[0], 1e-9);
  tr_session_seek (d.session, 0.5); // what was drawn stays
  g_assert_cmpint (tr_session_get_traces (d.session)[0].n, ==, 61);
  run (&d, 1, 60);
  g_assert_cmpint (tr_session_get_traces (d.session)[0].n, ==, 91);
  tr_session_clear_traces (d.session);
  g_assert_null (tr_session_get_traces (d.session));
}

// A pendulum let go on the level, or a crank: a bar of 40 on a nail, its end traced.
static void
init_bar (Drawing *d, bool falls)
{
  drawing_init (d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [40, 0]}",
                falls
                    ? "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': "
                      "'length', 'a': 's', 'value': 40}"
                    : "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': "
                      "'length', 'a': 's', 'value': 40}, {'id': 'm', 'kind': 'drive', 'what': "
                      "'s.angle', 'value': '3*time'}",
                NULL);
  if (falls) {
    g_assert_true (tr_session_set (d->session, "world.law", "second-order", NULL));
    g_assert_true (tr_session_set (d->session, "world.gravity", "[0, -9810]", NULL));
  }
  g_assert_true (tr_session_add (
      d->session, "{\"id\": \"path\", \"a\": {\"body\": \"s\", \"point\": \"b\"}}", NULL, NULL));
}

// The largest turn of a trace from one of its points to the next.
static double
sharpest_corner (const TrTracePoints *t)
{
  double worst = 0;
  for (int i = 1; i + 1 < t->n; i++) {
    Vec2 a = v2_sub (t->points[i], t->points[i - 1]), b = v2_sub (t->points[i + 1], t->points[i]);
    worst = fmax (worst, fabs (atan2 (v2_cross (a, b), v2_dot (a, b))));
  }
  return worst;
}

// What is fast in a frame leaves a trace without corners, each point of which is on its way.
static void
test_fast_traces (void)
{
  for (int falls = 0; falls < 2; falls++) {
    g_auto (Drawing) d = {0};
    init_bar (&d, falls);
    run (&d, falls ? 0.2 : 8, falls ? 60 : 7.5); // till it swings back
    const TrTracePoints *t = tr_session_get_traces (d.session);
    g_assert_nonnull (t);
    g_assert_cmpint (t[0].n, >, 40);
    for (int i = 0; i < t[0].n; i++)
      g_assert_cmpfloat (fabs (v2_norm (t[0].points[i]) - 40), <, 1e-6);
    g_assert_cmpfloat (sharpest_corner (&t[0]), <, 0.12);
  }
}

// A frame in which a point is led by five halves of its bar takes as many steps whatever the size: the
// point has no length, the bar has.
static void
test_sizes (void)
{
  static const double sizes[] = {1e-3, 1, 1e3};
  static const char *const others[] = {
      "", ", {'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 50000}"};
  for (int i = 0; i < 6; i++) {
    double size = sizes[i % 3];
    g_auto (Drawing) d = {0};
    g_autofree char *bodies = g_strdup_printf (
        "{'id': 'p', 'kind': 'point', 'at': [0, 0]}, {'id': 's', 'kind': 'segment', 'a': [0, 0], "
        "'b': [0, %g]}%s",
        2 * size, others[i / 3]);
    g_autofree char *cons = g_strdup_printf (
        "{'id': 'l', 'kind': 'length', 'a': 's', 'value': %g}, {'id': 'j', 'kind': 'attach', 'a': "
        "<p.at>, 'b': <s.a>}, {'id': 'd', 'kind': 'drive', 'what': 'p.x', 'value': '%g*time'}",
        2 * size, 299.9 * size);
    drawing_init (&d, bodies, cons, NULL);
    TrState *s = tr_session_get_state (d.session);
    TrStepResult r = tr_engine_advance (tr_session_get_engine (d.session), s, TR_FRAME_SECONDS);
    g_assert_true (r.ok);
    g_assert_cmpint (r.substeps, ==, 5);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time/four-bar", test_four_bar);
  g_test_add_func ("/time/no-drift", test_no_drift);
  g_test_add_func ("/time/dead-centre", test_dead_centre);
  g_test_add_func ("/time/limit", test_limit);
  g_test_add_func ("/time/contradicting", test_contradicting);
  g_test_add_func ("/time/slider-crank", test_slider_crank);
  g_test_add_func ("/time/path", test_path);
  g_test_add_func ("/time/seek", test_seek);
  g_test_add_func ("/time/speed-and-loop", test_speed_and_loop);
  g_test_add_func ("/time/hand", test_hand);
  g_test_add_func ("/time/hand-and-forces", test_hand_and_forces);
  g_test_add_func ("/time/history", test_history);
  g_test_add_func ("/time/modified", test_modified);
  g_test_add_func ("/time/radius", test_radius);
  g_test_add_func ("/time/period", test_period);
  g_test_add_func ("/time/traces", test_traces);
  g_test_add_func ("/time/fast-traces", test_fast_traces);
  g_test_add_func ("/time/sizes", test_sizes);
  return g_test_run ();
}
