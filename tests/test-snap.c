// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Snapping: each kind, which goes first, and that what it stands for holds.

#include "session/snap.h"

#include <string.h>

static const char drawing[] =
    "{\"trammel\": 1, \"bodies\": ["
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [100, 0]},"
    "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [70, -30], \"b\": [95, 45]},"
    "{\"id\": \"c1\", \"kind\": \"circle\", \"center\": [200, 0], \"radius\": 50},"
    "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [0, 100]},"
    "{\"id\": \"r1\", \"kind\": \"rigid\", \"position\": [0, 200], \"rotation\": 0, "
    "\"length\": 60},"
    "{\"id\": \"a1\", \"kind\": \"arc\", \"center\": [0, 300], \"radius\": 20, \"start\": 0, "
    "\"end\": 1.5707963267948966},"
    "{\"id\": \"b1\", \"kind\": \"bezier\", \"points\": [[300, 100], [320, 150], [380, 150], [400, "
    "100]]},"
    "{\"id\": \"m1\", \"kind\": \"sheet\", \"origin\": [0, 400], \"u\": [1, 0], \"v\": [0, 1], "
    "\"size\": [40, 20]},"
    "{\"id\": \"h1\", \"kind\": \"point\", \"at\": [-300, -300], \"hidden\": true}]}";

typedef struct {
  TrSession *session;
  TrSnapper *snapper;
  TrSnapQuery query; // what is not the pointer
} Fixture;

static TrSession *
open_text (const char *text)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;
  tr_document_load_text (d, text, strlen (text), "drawing", &error);
  g_assert_no_error (error);
  return tr_session_new (d);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->session = open_text (drawing);
  f->snapper = tr_snapper_new (f->session);
  f->query = (TrSnapQuery){.tolerance = 3};
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  tr_snapper_free (f->snapper);
  g_assert_finalize_object (f->session);
}

static const char *
id_of (Fixture *f, const TrSnap *snap, int i)
{
  g_assert_cmpint (i, <, snap->n);
  return tr_session_get_model (f->session)->bodies[snap->at[i].body].id;
}

// What is snapped to at a pointer: the kind and the place, and that all connectors lie there.
static TrSnap
expect (Fixture *f, double x, double y, TrSnapKind kind, double px, double py)
{
  const TrModel *m = tr_session_get_model (f->session);
  TrState *s = tr_session_get_state (f->session);
  f->query.at = v2 (x, y);
  TrSnap snap = tr_snapper_find (f->snapper, &f->query);
  if (snap.kind != kind)
    g_error ("at %g, %g: %s", x, y, tr_snap_name (snap.kind));
  g_assert_cmpfloat_with_epsilon (snap.place.x, px, 1e-9);
  g_assert_cmpfloat_with_epsilon (snap.place.y, py, 1e-9);
  for (int i = 0; i < snap.n; i++)
    g_assert_cmpfloat (v2_dist (tr_connector_point (m, &snap.at[i], s->q), snap.place), <, 1e-9);
  return snap;
}

static void
test_points (Fixture *f, gconstpointer data)
{
  TrSnap snap = expect (f, 1, 1, TR_SNAP_END, 0, 0);
  g_assert_cmpstr (id_of (f, &snap, 0), ==, "s1");
  g_assert_cmpint (snap.at[0].kind, ==, TR_AT_NAMED);
  expect (f, 51, -2, TR_SNAP_MIDDLE, 50, 0);
  expect (f, 201, 1, TR_SNAP_CENTRE, 200, 0);
  expect (f, 1, 101, TR_SNAP_POINT, 0, 100);
  expect (f, 1, 201, TR_SNAP_MIDDLE, 0, 200);
  snap = expect (f, 29, 201, TR_SNAP_END, 30, 200);
  g_assert_cmpint (snap.at[0].kind, ==, TR_AT_LOCAL);
  expect (f, -1, 299, TR_SNAP_CENTRE, 0, 300);
  expect (f, 21, 301, TR_SNAP_END, 20, 300);
  expect (f, 399, 100, TR_SNAP_END, 400, 100);
  expect (f, 19, 411, TR_SNAP_END, 20, 410);
  expect (f, 1, 399, TR_SNAP_CENTRE, 0, 400);
  // A handle lies off its curve; what is hidden is not there.
  expect (f, 320, 150, TR_SNAP_NONE, 320, 150);
  expect (f, -300, -300, TR_SNAP_NONE, -300, -300);
}

static void
test_curves (Fixture *f, gconstpointer data)
{
  TrSnap snap = expect (f, 20, 2, TR_SNAP_ON_CURVE, 20, 0);
  g_assert_cmpint (snap.at[0].kind, ==, TR_AT_SLIDE);
  g_assert_cmpfloat_with_epsilon (snap.at[0].p.x, 0.2, 1e-12);
  snap = expect (f, 200, 52, TR_SNAP_ON_CURVE, 200, 50);
  g_assert_cmpfloat_with_epsilon (snap.at[0].p.x, G_PI / 2, 1e-9);
  // On a bar and on the frame of a sheet: material points.
  snap = expect (f, 12, 202, TR_SNAP_ON_CURVE, 12, 200);
  g_assert_cmpint (snap.at[0].kind, ==, TR_AT_LOCAL);
  expect (f, 7, 411, TR_SNAP_ON_CURVE, 7, 410);
  // Two segments that cross at (80, 0), where both pass within reach.
  snap = expect (f, 81, 1, TR_SNAP_INTERSECTION, 80, 0);
  g_assert_cmpint (snap.n, ==, 2);
}

static void
test_anchor (Fixture *f, gconstpointer data)
{
  f->query.has_anchor = true;
  f->query.anchor = v2 (200, 100);
  f->query.with = TR_SNAP_LEVELS | TR_SNAP_TANGENTS | TR_SNAP_NORMALS;
  TrSnap snap = expect (f, 180, 101, TR_SNAP_HORIZONTAL, 180, 100);
  g_assert_cmpint (snap.n, ==, 0);
  expect (f, 201, 150, TR_SNAP_VERTICAL, 200, 150);
  // Level and on the curve at once.
  snap = expect (f, 199, 51, TR_SNAP_ON_CURVE, 200, 50);
  g_assert_cmpint (snap.level, ==, TR_SNAP_VERTICAL);
  // Where the line from (200, 100) touches the circle of radius 50: cos φ = ½.
  snap = expect (f, 200 + 50 * sqrt (0.75) + 1, 26, TR_SNAP_TANGENT, 200 + 50 * sqrt (0.75), 25);
  f->query.anchor = v2 (30, 60);
  expect (f, 31, 1, TR_SNAP_PERPENDICULAR, 30, 0);
  f->query.with = TR_SNAP_LEVELS;
  snap = expect (f, 31, 1, TR_SNAP_ON_CURVE, 30, 0);
  g_assert_cmpint (snap.level, ==, TR_SNAP_VERTICAL);
  // Not with itself.
  expect (f, 31, 61, TR_SNAP_NONE, 31, 61);
  // A circle round the anchor.
  f->query.anchor = v2 (200, 100);
  f->query.with = TR_SNAP_RIMS;
  expect (f, 201, 51, TR_SNAP_TANGENT, 200, 50);
}

static void
test_priority (Fixture *f, gconstpointer data)
{
  f->query.grid = 10;
  expect (f, 161, 161, TR_SNAP_GRID, 160, 160);
  expect (f, 20, 2, TR_SNAP_ON_CURVE, 20, 0);
  f->query.has_anchor = true;
  f->query.with = TR_SNAP_LEVELS;
  f->query.anchor = v2 (100, 161);
  // Level before grid; what it leaves open goes to the grid.
  expect (f, 131, 160.5, TR_SNAP_HORIZONTAL, 130, 161);
  f->query.anchor = v2 (0, 80);
  // A point before all.
  f->query.tolerance = 25;
  expect (f, 95, 3, TR_SNAP_END, 100, 0);
  f->query.tolerance = 6;
  expect (f, 79, -4, TR_SNAP_INTERSECTION, 80, 0);
  // Nothing beyond the tolerance.
  f->query.tolerance = 1;
  f->query.grid = 0;
  expect (f, 20, 2, TR_SNAP_NONE, 20, 2);
}

static void
test_held (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TrConnector held;
  tr_session_add (f->session,
                  "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [0, -80]}", NULL,
                  &error);
  tr_session_add (f->session,
                  "{\"id\": \"k\", \"kind\": \"attach\", \"a\": {\"body\": \"s1\", \"point\": "
                  "\"a\"}, \"b\": {\"body\": \"s3\", \"point\": \"a\"}}",
                  NULL, &error);
  g_assert_no_error (error);
  tr_session_parse_connector (tr_session_get_model (f->session), "s1.a", &held, NULL);
  expect (f, 1, 1, TR_SNAP_END, 0, 0);
  f->query.held = &held;
  expect (f, 1, 1, TR_SNAP_NONE, 1, 1);
  // While it moves, so do those that hang on it, and all else stays where it is.
  tr_session_press (f->session, &held, false);
  for (int i = 1; i <= 10; i++)
    tr_session_move (f->session, v2 (10 * i, 5 * i));
  expect (f, 1, 101, TR_SNAP_POINT, 0, 100);
  expect (f, 1, 1, TR_SNAP_NONE, 1, 1);
  Vec2 b = v2 (0, 0);
  TrConnector other;
  tr_session_parse_connector (tr_session_get_model (f->session), "s1.b", &other, NULL);
  b = tr_connector_point (tr_session_get_model (f->session), &other,
                          tr_session_get_state (f->session)->q);
  f->query.held = NULL;
  expect (f, b.x + 1, b.y, TR_SNAP_END, b.x, b.y);
  tr_session_cancel (f->session);
  expect (f, 1, 1, TR_SNAP_END, 0, 0);
}

// Draws a segment that ends at the snap: the constraints hold at once, none is redundant, and
// nothing moves.
static void
draw_to (Fixture *f, TrSnap snap, int dof_less)
{
  const TrModel *m = tr_session_get_model (f->session);
  g_autoptr (TrParts) parts = tr_parts_new (m);
  g_autoptr (GError) error = NULL;
  int before = tr_session_check (f->session)->dof;
  const char *id = tr_parts_id (parts, "s");
  g_autofree char *line = g_strdup_printf ("\"%s\"", id);

  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"segment\", \"a\": %s, \"b\": %s}", id,
                tr_parts_place (parts, f->query.anchor), tr_parts_place (parts, snap.place));
  tr_snap_constraints (&snap, tr_parts_point (parts, id, "b"), line, parts);
  tr_session_add_all (f->session, tr_parts_get (parts), "Draw", &error);
  g_assert_no_error (error);
  const TrCheck *check = tr_session_check (f->session);
  g_assert_true (check->holds);
  g_assert_cmpint (check->redundant->len, ==, 0);
  g_assert_cmpint (check->dof, ==, before + 4 - dof_less);
  g_assert_cmpfloat (tr_session_last_result (f->session).residual, <, 1e-9);
  g_assert_true (tr_session_undo (f->session));
  g_assert_cmpint (tr_session_check (f->session)->dof, ==, before);
}

// Where one curve crosses itself, and where lines cross that a sheet carries.
static void
test_own_crossings (void)
{
  Fixture f;
  f.session = open_text (
      "{\"trammel\": 1, \"bodies\": ["
      "{\"id\": \"f1\", \"kind\": \"formula\", \"unknowns\": {}, \"x\": "
      "\"100*cos(t)/(1+sin(t)^2)\", \"y\": "
      "\"100*sin(t)*cos(t)/(1+sin(t)^2)\", \"t\": [0, \"2*pi\"], \"closed\": true},"
      "{\"id\": \"b1\", \"kind\": \"bezier\", \"points\": [[300, 0], [400, 100], [260, 100], [360, "
      "0]]},"
      "{\"id\": \"p1\", \"kind\": \"polyline\", \"points\": [[500, 0], [600, 50], [600, 0], [500, "
      "50]]},"
      "{\"id\": \"m1\", \"kind\": \"sheet\", \"origin\": [0, 300], \"u\": [1, 0], \"v\": [0, 1], "
      "\"size\": [100, 100], \"drawing\": [{\"path\": \"M0 0L100 100M0 80L80 0\"}]},"
      "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [-50, 370], \"b\": [150, 370]}]}");
  f.snapper = tr_snapper_new (f.session);
  f.query = (TrSnapQuery){.tolerance = 3};
  TrSnap snap = expect (&f, 1, 0.5, TR_SNAP_INTERSECTION, 0, 0);
  g_assert_cmpint (snap.n, ==, 2);
  g_assert_cmpfloat (fabs (snap.at[0].p.x - snap.at[1].p.x), >, 1);
  draw_to (&f, snap, 2);
  snap = tr_snapper_find (f.snapper, &(TrSnapQuery){.tolerance = 3, .at = v2 (330, 37.5)});
  g_assert_cmpint (snap.kind, ==, TR_SNAP_INTERSECTION);
  g_assert_cmpfloat_with_epsilon (snap.place.x, 330, 1e-9);
  expect (&f, 551, 26, TR_SNAP_INTERSECTION, 550, 25);
  expect (&f, 71, 369, TR_SNAP_INTERSECTION, 70, 370);
  snap = expect (&f, 41, 341, TR_SNAP_INTERSECTION, 40, 340);
  g_assert_cmpint (snap.n, ==, 1); // one point of the sheet
  expect (&f, 21, 320, TR_SNAP_ON_CURVE, 20.5, 320.5);
  tear_down (&f, NULL);
}

static void
test_constraints (Fixture *f, gconstpointer data)
{
  f->query.has_anchor = true;
  f->query.anchor = v2 (200, 100);
  f->query.with = TR_SNAP_LEVELS | TR_SNAP_TANGENTS | TR_SNAP_NORMALS;
  draw_to (f, expect (f, 1, 1, TR_SNAP_END, 0, 0), 2);
  draw_to (f, expect (f, 29, 201, TR_SNAP_END, 30, 200), 2);
  draw_to (f, expect (f, 81, 1, TR_SNAP_INTERSECTION, 80, 0), 2);
  draw_to (f, expect (f, 20, 2, TR_SNAP_ON_CURVE, 20, 0), 1);
  draw_to (f, expect (f, 180, 101, TR_SNAP_HORIZONTAL, 180, 100), 1);
  draw_to (f, expect (f, 199, 51, TR_SNAP_ON_CURVE, 200, 50), 2);
  draw_to (f,
           expect (f, 200 + 50 * sqrt (0.75) + 1, 26, TR_SNAP_TANGENT, 200 + 50 * sqrt (0.75), 25),
           2);
  f->query.anchor = v2 (30, 60);
  draw_to (f, expect (f, 31, 1, TR_SNAP_PERPENDICULAR, 30, 0), 2);
  f->query.grid = 10;
  draw_to (f, expect (f, 161, 161, TR_SNAP_GRID, 160, 160), 0);
}

// A drag that ends on something: one entry of the history.
static void
test_release (Fixture *f, gconstpointer data)
{
  TrDocument *d = tr_session_get_document (f->session);
  TrConnector held;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = tr_document_to_text (d, NULL);
  int n = tr_document_n_undo (d);

  tr_session_parse_connector (tr_session_get_model (f->session), "s2.b", &held, NULL);
  tr_session_press (f->session, &held, false);
  for (int i = 1; i <= 20; i++)
    tr_session_move (f->session, v2 (95 - 4.7 * i, 45 + 2.65 * i));
  f->query.held = &held;
  TrSnap snap = expect (f, 1, 98, TR_SNAP_POINT, 0, 100);
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (f->session));
  tr_snap_constraints (&snap, tr_parts_connector (parts, &held, false), NULL, parts);
  g_assert_true (tr_session_release_adding (f->session, tr_parts_get (parts), &error));
  g_assert_no_error (error);
  g_assert_true (tr_session_check (f->session)->holds);
  g_assert_cmpint (tr_session_get_model (f->session)->n_constraints, ==, 1);
  g_assert_cmpint (tr_document_n_undo (d), ==, n + 1);
  tr_session_undo (f->session);
  g_autofree char *after = tr_document_to_text (d, NULL);
  g_assert_cmpstr (before, ==, after);
}

// 10 000 curves in a square: told, not judged.
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  double worst = 0, sum = 0;
  int n = 1000, found = 0;

  for (int i = 0; i < 10000; i++) {
    double x = 10 * (i % 100), y = 10 * (i / 100);
    g_string_append (text, i ? "," : "");
    if (i % 2)
      g_string_append_printf (text,
                              "{\"id\": \"b%d\", \"kind\": \"circle\", \"center\": [%g, %g], "
                              "\"radius\": 7}",
                              i, x, y);
    else
      g_string_append_printf (text,
                              "{\"id\": \"b%d\", \"kind\": \"bezier\", \"points\": [[%g, %g], "
                              "[%g, %g], [%g, %g], [%g, %g]]}",
                              i, x, y, x + 5, y + 30, x + 20, y - 10, x + 25, y + 8);
  }
  g_string_append (text, "]}");
  g_autoptr (TrSession) session = open_text (text->str);
  g_autoptr (TrSnapper) snapper = tr_snapper_new (session);
  TrSnapQuery query = {.tolerance = 1,
                       .has_anchor = true,
                       .with = TR_SNAP_LEVELS | TR_SNAP_TANGENTS | TR_SNAP_NORMALS};
  gint64 start = g_get_monotonic_time ();
  tr_snapper_find (snapper, &query);
  g_test_message ("10000 curves: first %.2f ms", 1e-3 * (double) (g_get_monotonic_time () - start));
  for (int i = 0; i < n; i++) {
    query.at = v2 (g_rand_double_range (rand, 0, 1000), g_rand_double_range (rand, 0, 1000));
    start = g_get_monotonic_time ();
    found += tr_snapper_find (snapper, &query).kind != TR_SNAP_NONE;
    double ms = 1e-3 * (double) (g_get_monotonic_time () - start);
    sum += ms;
    worst = fmax (worst, ms);
  }
  g_test_message ("then %.4f ms in the mean, %.3f ms at worst; %d of %d snapped", sum / n, worst,
                  found, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/snap/points", Fixture, NULL, set_up, test_points, tear_down);
  g_test_add ("/snap/curves", Fixture, NULL, set_up, test_curves, tear_down);
  g_test_add ("/snap/anchor", Fixture, NULL, set_up, test_anchor, tear_down);
  g_test_add ("/snap/priority", Fixture, NULL, set_up, test_priority, tear_down);
  g_test_add ("/snap/held", Fixture, NULL, set_up, test_held, tear_down);
  g_test_add ("/snap/constraints", Fixture, NULL, set_up, test_constraints, tear_down);
  g_test_add ("/snap/release", Fixture, NULL, set_up, test_release, tear_down);
  g_test_add_func ("/snap/many", test_many);
  g_test_add_func ("/snap/own-crossings", test_own_crossings);
  return g_test_run ();
}
