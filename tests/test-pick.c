// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/pick.h"

#include "doc/document.h"
#include "model/row.h"
#include "session/mobility.h"
#include "session/session.h"

#include <string.h>

static const char drawing[] =
    "{\"trammel\": 1, \"bodies\": ["
    "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [50, 25]},"
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [100, 0]},"
    "{\"id\": \"k1\", \"kind\": \"circle\", \"center\": [0, 50], \"radius\": 10},"
    "{\"id\": \"b1\", \"kind\": \"bezier\", \"points\": [[-100, 0], [-80, 60], [-40, 60], [-20, "
    "0]]},"
    "{\"id\": \"e1\", \"kind\": \"ellipse\", \"center\": [100, 50], \"radii\": [30, 10], "
    "\"rotation\": 0.5},"
    "{\"id\": \"sh\", \"kind\": \"sheet\", \"origin\": [0, -100], \"u\": [1, 0], \"v\": [0.5, 2], "
    "\"size\": [20, 10]},"
    "{\"id\": \"r1\", \"kind\": \"rigid\", \"position\": [100, -100], \"rotation\": "
    "1.5707963267948966, \"length\": 40},"
    "{\"id\": \"f1\", \"kind\": \"formula\", \"unknowns\": {\"A\": 5}, \"x\": \"10*t - 100\", "
    "\"y\": \"A*sin(t) - 50\", \"t\": [0, 6]},"
    "{\"id\": \"hid\", \"kind\": \"point\", \"at\": [200, 0], \"hidden\": true},"
    "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [100, 0], \"b\": [100, 20]},"
    "{\"id\": \"n\", \"kind\": \"number\", \"value\": 3}"
    "]}";

typedef struct {
  TrSession *session;
  TrPicker *picker; // the session's
} Fixture;

static TrSession *
session_of (const char *text)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  tr_document_load_text (d, text, strlen (text), "test", &error);
  g_assert_no_error (error);
  return tr_session_new (d);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = session_of (drawing);
  f->picker = tr_session_get_picker (f->session);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
}

static TrPick
pick (Fixture *f, double x, double y, double tolerance)
{
  return tr_picker_find (f->picker, v2 (x, y), tolerance, false);
}

// What is picked there, as it is written on a command line.
static void
assert_picks (Fixture *f, double x, double y, const char *expected)
{
  TrPick p = pick (f, x, y, 3);
  g_autofree char *text = NULL;

  g_assert_cmpint (p.kind, !=, TR_PICK_NONE);
  text = tr_session_connector_text (tr_session_get_model (f->session), &p.at);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_points (Fixture *f, gconstpointer data)
{
  assert_picks (f, 50, 25, "p1.at");
  assert_picks (f, 51, 26, "p1.at");
  assert_picks (f, 1, -1, "s1.a");
  assert_picks (f, 0, 51, "k1.center");
  assert_picks (f, -79, 61, "b1.point1"); // a control point off its curve
  assert_picks (f, 99, 0.5, "s2.a");      // of two at one place the one on top
  g_assert_cmpint (pick (f, 50, 35, 3).kind, ==, TR_PICK_NONE);
  g_assert_cmpint (pick (f, 200, 0, 3).kind, ==, TR_PICK_NONE); // hidden
}

static void
test_curves (Fixture *f, gconstpointer data)
{
  TrPick p = pick (f, 25, 1, 3);

  g_assert_cmpint (p.kind, ==, TR_PICK_CURVE);
  g_assert_cmpint (p.at.kind, ==, TR_AT_T);
  g_assert_cmpfloat_with_epsilon (p.at.p.x, 0.25, 1e-12);
  g_assert_cmpfloat_with_epsilon (p.distance, 1, 1e-12);
  p = pick (f, 0, 61, 3);
  g_assert_cmpfloat_with_epsilon (p.at.p.x, G_PI / 2, 1e-9);
  p = pick (f, -60, 46, 3);
  g_assert_cmpfloat_with_epsilon (p.at.p.x, 0.5, 1e-9);
  p = pick (f, -100 + 31.4159265, -49, 3);
  g_assert_cmpint (p.kind, ==, TR_PICK_CURVE);
  g_assert_cmpfloat_with_epsilon (p.at.p.x, G_PI, 0.2);
}

static void
test_local (Fixture *f, gconstpointer data)
{
  TrPick p = pick (f, 4, -104, 1);

  // (4, −4) = ξ (1, 0) + η (0.5, 2)
  g_assert_cmpint (p.kind, ==, TR_PICK_AREA);
  g_assert_cmpint (p.at.kind, ==, TR_AT_LOCAL);
  g_assert_cmpfloat_with_epsilon (p.at.p.x, 5, 1e-9);
  g_assert_cmpfloat_with_epsilon (p.at.p.y, -2, 1e-9);
  // On the bar of a rigid, turned by a quarter.
  p = pick (f, 100.5, -90, 1);
  g_assert_cmpint (p.kind, ==, TR_PICK_CURVE);
  g_assert_cmpfloat_with_epsilon (p.at.p.x, 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (p.at.p.y, 0, 1e-9);
  g_assert_cmpint (pick (f, 105, -90, 1).kind, ==, TR_PICK_NONE);
}

// The handle at (50, 25) under a zoom of 2.5 is at widget (525, 237.5): 8 pixels are 3.2 units,
// and what lies at (1050, 475) is something else.
static void
test_pixels (Fixture *f, gconstpointer data)
{
  TrPick p = pick (f, (525 - 400) / 2.5, (300 - 237.5) / 2.5, 8 / 2.5);

  g_assert_cmpint (p.kind, ==, TR_PICK_POINT);
  g_assert_cmpfloat_with_epsilon (p.distance, 0, 1e-12);
  g_assert_cmpint (pick (f, (1050 - 400) / 2.5, (300 - 475) / 2.5, 8 / 2.5).kind, ==, TR_PICK_NONE);
}

// After a move the old places are empty.
static void
test_forget (Fixture *f, gconstpointer data)
{
  assert_picks (f, 50, 25, "p1.at");
  TrConnector at = pick (f, 50, 25, 3).at;
  tr_session_press (f->session, &at, false);
  tr_session_move (f->session, v2 (50, 200));
  tr_session_release (f->session);
  assert_picks (f, 50, 200, "p1.at");
  g_assert_cmpint (pick (f, 50, 25, 3).kind, ==, TR_PICK_NONE);
  const guint8 moved[2] = {1, 0};
  tr_session_get_state (f->session)->q[0] = -50; // which nobody notes
  tr_picker_touch (f->picker, moved);
  assert_picks (f, -50, 200, "p1.at");
  g_assert_cmpint (pick (f, 50, 200, 3).kind, ==, TR_PICK_NONE);
  tr_session_undo (f->session);
  assert_picks (f, 50, 25, "p1.at");
}

// The nearest point of a curve is nearer than any of a thousand others on it, from afar as well.
static void
test_nearest (Fixture *f, gconstpointer data)
{
  const TrModel *m = tr_session_get_model (f->session);
  const TrState *s = tr_session_get_state (f->session);

  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    const double *q = tr_body_q (b, s->q);
    double t, t0, t1;
    Vec2 x;
    if (!tr_body_get_ops (b)->has_curve || b->kind == TR_BODY_POINT)
      continue;
    tr_body_get_ops (b)->range (b, &t0, &t1);
    for (int n = 0; n < 200; n++) {
      Vec2 p = v2 (g_test_rand_double_range (-150, 150), g_test_rand_double_range (-150, 150));
      g_assert_true (tr_nearest_on_curve (b, q, p, &t, &x));
      double best = v2_dist (x, p);
      for (int k = 0; k <= 1000; k++) {
        Vec2 other = tr_body_place (b, q, t0 + (t1 - t0) * k / 1000);
        g_assert_cmpfloat (best, <=, v2_dist (other, p) * (1 + 1e-9) + 1e-9);
      }
    }
  }
}

// With the grid the same is found as by looking at each body alone.
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  const int n = 10000;
  for (int i = 0; i < n; i++) {
    double x = g_test_rand_double_range (-500, 500), y = g_test_rand_double_range (-300, 300);
    g_string_append_printf (text, "%s{\"id\": \"b%d\", \"kind\": \"bezier\", \"points\": [[%g, %g]",
                            i ? ", " : "", i, x, y);
    // One of a hundred is long.
    double reach = i % 100 == 0 ? 300 : 12;
    for (int k = 0; k < 3; k++)
      g_string_append_printf (text, ", [%g, %g]", x + g_test_rand_double_range (-reach, reach),
                              y + g_test_rand_double_range (-reach, reach));
    g_string_append (text, "]}");
  }
  g_string_append (text, "]}");
  g_autoptr (TrSession) session = session_of (text->str);
  const TrModel *m = tr_session_get_model (session);
  const TrState *s = tr_session_get_state (session);
  TrPicker *picker = tr_session_get_picker (session);

  for (int k = 0; k < 20; k++) {
    Vec2 p = v2 (g_test_rand_double_range (-500, 500), g_test_rand_double_range (-300, 300));
    TrPick got = tr_picker_find (picker, p, 2, false);
    double points = INFINITY, curves = INFINITY;
    for (int i = 0; i < n; i++) {
      double t;
      Vec2 x;
      for (int c = 0; c < 4; c++)
        points = fmin (points, v2_dist (p, v2 (tr_body_q (&m->bodies[i], s->q)[2 * c],
                                               tr_body_q (&m->bodies[i], s->q)[2 * c + 1])));
      if (tr_nearest_on_curve (&m->bodies[i], tr_body_q (&m->bodies[i], s->q), p, &t, &x))
        curves = fmin (curves, v2_dist (p, x));
    }
    if (points <= 2)
      g_assert_cmpfloat_with_epsilon (got.distance, points, 1e-9);
    else if (curves <= 2)
      g_assert_cmpfloat_with_epsilon (got.distance, curves, 1e-9);
    else
      g_assert_cmpint (got.kind, ==, TR_PICK_NONE);
  }
  gint64 start = g_get_monotonic_time ();
  for (int k = 0; k < 1000; k++)
    tr_picker_find (picker, v2 (k - 500, 0.6 * k - 300), 2, false);
  g_test_message ("a look at %d curves: %.4f ms", n,
                  1e-6 * (double) (g_get_monotonic_time () - start));
  start = g_get_monotonic_time ();
  tr_document_moved (tr_session_get_document (session));
  tr_picker_find (picker, v2 (0, 0), 2, false);
  g_test_message ("after a move of all: %.2f ms",
                  1e-3 * (double) (g_get_monotonic_time () - start));
}

// Nothing to find, nowhere to look.
static void
test_empty (void)
{
  g_autoptr (TrSession) session = session_of ("{\"trammel\": 1, \"bodies\": []}");
  TrPicker *picker = tr_session_get_picker (session);
  TrPick p = tr_picker_find (picker, v2 (1e9, -1e9), 1, false);

  g_assert_cmpint (p.kind, ==, TR_PICK_NONE);
}

// What is locked is passed over, and found all the same by who asks for it.
static void
test_locked (void)
{
  g_autoptr (TrSession) session = session_of (
      "{\"trammel\": 1, \"bodies\": ["
      "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
      "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0], \"locked\": true}]}");
  TrPicker *picker = tr_session_get_picker (session);

  for (int with_locked = 0; with_locked < 2; with_locked++) {
    TrPick p = tr_picker_find (picker, v2 (3, 0), 1, with_locked != 0);
    g_assert_cmpint (p.kind, ==, TR_PICK_CURVE);
    g_assert_cmpint (p.at.body, ==, with_locked);
  }
}

// A bar nailed at both ends, one nailed at one, a free circle, a locked point.
static void
test_mobility (void)
{
  g_autoptr (TrSession) session =
      session_of ("{\"trammel\": 1, \"bodies\": ["
                  "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
                  "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 5], \"b\": [10, 5]},"
                  "{\"id\": \"k1\", \"kind\": \"circle\", \"center\": [0, 20], \"radius\": 3},"
                  "{\"id\": \"k2\", \"kind\": \"circle\", \"center\": [0, 40], \"radius\": 3},"
                  "{\"id\": \"p\", \"kind\": \"point\", \"at\": [3, 3], \"locked\": true}],"
                  "\"constraints\": ["
                  "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": "
                  "\"a\"}, \"at\": [0, 0]},"
                  "{\"id\": \"n2\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": "
                  "\"b\"}, \"at\": [10, 0]},"
                  "{\"id\": \"n3\", \"kind\": \"nail\", \"a\": {\"body\": \"s2\", \"point\": "
                  "\"a\"}, \"at\": [0, 5]},"
                  "{\"id\": \"n4\", \"kind\": \"nail\", \"a\": {\"body\": \"k2\", \"point\": "
                  "\"center\"}, \"at\": [0, 40]}]}");
  const TrMobility expected[] = {TR_MOBILITY_FIXED, TR_MOBILITY_FREE, TR_MOBILITY_FREE,
                                 TR_MOBILITY_FREE, TR_MOBILITY_FIXED};
  TrMobility got[5];

  tr_mobility_find (tr_session_get_engine (session), tr_session_get_state (session), 100, got);
  for (int i = 0; i < 5; i++)
    g_assert_cmpint (got[i], ==, expected[i]);
  tr_mobility_find (tr_session_get_engine (session), tr_session_get_state (session), 0, got);
  g_assert_cmpint (got[0], ==, TR_MOBILITY_UNKNOWN);
  g_assert_cmpint (got[4], ==, TR_MOBILITY_FIXED);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/pick/points", test_points);
  add ("/pick/curves", test_curves);
  add ("/pick/local", test_local);
  add ("/pick/pixels", test_pixels);
  add ("/pick/forget", test_forget);
  add ("/pick/nearest", test_nearest);
  g_test_add_func ("/pick/many", test_many);
  g_test_add_func ("/pick/empty", test_empty);
  g_test_add_func ("/pick/locked", test_locked);
  g_test_add_func ("/mobility", test_mobility);
  return g_test_run ();
}
