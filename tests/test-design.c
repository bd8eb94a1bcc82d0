// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Design by pulling the motion: derivatives of the traced point against differences, places that
// are reached, turns that stay whole.

#include "make-drawing.h"
#include "session/motion.h"
#include "session/script/script.h"

#include <stdio.h>

static const char *const names[] = {
    "g",      "crank", "rocker_value.value", "coupler.value", "side.value", "end.value", "pin.at",
    "home.a", NULL};

// A four-bar of ground g, crank, coupler and rocker, and a point that a triangle carries.
static void
make_four_bar (Drawing *d)
{
  drawing_load (
      d,
      "{'trammel': 1, 'parameters': [{'name': 'g', 'value': 70}, {'name': 'crank', 'value': 24}, "
      "{'name': 'twice', 'value': '2*crank'}], 'bodies': [{'id': 'k', 'kind': 'segment', 'a': "
      "[0, 0], 'b': [10, 22]}, {'id': 'r', 'kind': 'segment', 'a': [70, 0], 'b': [62, 51]}, {'id': "
      "'c', 'kind': 'segment', 'a': [10, 22], 'b': [62, 51]}, {'id': 'p', 'kind': 'point', 'at': "
      "[16, 64]}], 'constraints': [{'id': 'pin', 'kind': 'nail', 'a': <k.a>, 'at': [0, 0]}, {'id': "
      "'home', 'kind': 'distance-x', 'a': <0;0>, 'b': <r.a>, 'value': 'g'}, {'id': 'level', "
      "'kind': "
      "'fix', 'a': 'r', 'what': 'ay', 'value': 0}, {'id': 'j', 'kind': 'attach', 'a': <k.b>, 'b': "
      "<c.a>}, {'id': 'i', 'kind': 'attach', 'a': <r.b>, 'b': <c.b>}, {'id': 'long', 'kind': "
      "'length', 'a': 'k', 'value': 'twice/2'}, {'id': 'rocker_value', 'kind': 'length', 'a': 'r', "
      "'value': 52}, {'id': 'coupler', 'kind': 'length', 'a': 'c', 'value': 60}, {'id': 'side', "
      "'kind': 'distance', 'a': <c.a>, 'b': <p.at>, 'value': 43}, {'id': 'end', 'kind': "
      "'distance', "
      "'a': <c.b>, 'b': <p.at>, 'value': 48}, {'id': 'motor', 'kind': 'drive', 'enabled': false, "
      "'what': 'k.angle', 'value': 'time'}]}");
  tr_session_solve (d->session);
}

static TrDesign *
make_design_with (Drawing *d, const char *const *vary, TrSupports supports)
{
  TrConnector at = drawing_connector (d, "p.at");
  g_autoptr (GError) error = NULL;
  TrDesign *design = tr_session_design (d->session, NULL, &at, vary, supports, &error);
  g_assert_no_error (error);
  return design;
}

static TrDesign *
make_design (Drawing *d, const char *const *vary)
{
  return make_design_with (d, vary, TR_SUPPORTS_STAY);
}

static Vec2
look (Drawing *d, double phase, Vec2 *x_d)
{
  g_autoptr (TrDesign) design = make_design (d, names);
  Vec2 x, slopes[16];
  g_assert_true (tr_design_look (design, phase, &x, x_d ? x_d : slopes));
  return x;
}

// The drawing with a number changed. The drive stands at its angle of before.
static Vec2
look_with (const char *what, const char *format, double value, double phase)
{
  g_auto (Drawing) d = {0};
  g_autoptr (GError) error = NULL;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  make_four_bar (&d);
  double angle = drawing_value (&d, "k.angle");
  g_autofree char *hold = g_strdup_printf (
      "{\"id\": \"hold\", \"kind\": \"fix\", \"a\": \"k\", \"what\": \"angle\", \"value\": %.17g}",
      angle);
  g_assert_true (tr_session_add (d.session, hold, NULL, &error));
  g_ascii_dtostr (text, sizeof text, value);
  g_autofree char *json = g_strdup_printf (format, text);
  g_assert_true (tr_session_set (d.session, what, json, &error));
  const char *const gone[] = {"hold", NULL};
  g_assert_true (tr_session_remove (d.session, gone, NULL, &error));
  return look (&d, phase, NULL);
}

static void
test_slopes (void)
{
  static const struct {
    const char *what, *format;
    double value;
  } numbers[] = {
      {"g.value", "%s", 70},       {"crank.value", "%s", 24}, {"rocker_value.value", "%s", 52},
      {"coupler.value", "%s", 60}, {"side.value", "%s", 43},  {"end.value", "%s", 48},
      {"pin.at", "[%s, 0]", 0},    {"pin.at", "[0, %s]", 0},  {"home.a.at", "[%s, 0]", 0},
  };
  static const double step = 1e-4;
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  for (double phase = 0; phase < 6.2; phase += 1.3) {
    Vec2 x_d[16];
    look (&d, phase, x_d);
    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
      Vec2 up = look_with (numbers[i].what, numbers[i].format, numbers[i].value + step, phase);
      Vec2 down = look_with (numbers[i].what, numbers[i].format, numbers[i].value - step, phase);
      Vec2 about = v2_scale (v2_sub (up, down), 1 / (2 * step));
      if (v2_dist (about, x_d[i]) > 1e-5 * (1 + v2_norm (about)))
        g_error ("%s at %g: %g %g, not %g %g", numbers[i].what, phase, x_d[i].x, x_d[i].y, about.x,
                 about.y);
    }
  }
}

// A whole turn, by hand: the crank goes round with all bars together.
static void
assert_turns (Drawing *d)
{
  g_autoptr (TrDesign) design = make_design (d, NULL);
  int n;
  const double *phases;
  TrDesignTarget here = {0, drawing_point (d, "p.at"), NULL};
  TrDesignResult r = tr_design_pull (design, &here, 1, 1);
  g_assert_true (r.ok && r.closed);
  tr_design_get_curve (design, &n, &phases);
  g_assert_cmpint (n, ==, 73);
}

static void
test_reach (void)
{
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  TrDesignTarget targets[3] = {{.phase = 0.4}, {.phase = 2.5}, {.phase = 4.6}};
  for (int k = 0; k < 3; k++) { // a little away from where it goes
    Vec2 x = look (&d, targets[k].phase, NULL);
    targets[k].place = v2_add (x, v2_polar (5, 1 + 2 * k));
  }
  g_autoptr (TrDesign) design = make_design (&d, names);
  for (int n = 1; n <= 3; n++) {
    TrDesignResult r = tr_design_pull (design, targets, n, 400);
    g_assert_true (r.ok && r.closed && r.reached);
    g_assert_cmpfloat (r.gap, <, 1e-6);
  }
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_session_take_design (d.session, design, -1, NULL, 0, &error));
  g_assert_no_error (error);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, 2);
  g_assert_cmpfloat (tr_session_check (d.session)->worst, <, 1e-8);
  for (int k = 0; k < 3; k++)
    drawing_assert_near (look (&d, targets[k].phase, NULL), targets[k].place, 1e-6);
  assert_turns (&d);
  tr_session_undo (d.session);
  g_assert_cmpfloat (fabs (drawing_value (&d, "c.length") - 60), <, 1e-8);
}

// Places that no whole turn reaches: nearer, but never to where the crank would not go round.
static void
test_out_of_reach (void)
{
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  static const char *const bars[] = {"crank", "rocker_value.value", NULL};
  g_autoptr (TrDesign) design = make_design (&d, bars);
  for (int i = 0; i < 40; i++) {
    TrDesignTarget target = {3, v2_polar (20.0 * i, 0.4 * i), NULL};
    TrDesignResult r = tr_design_pull (design, &target, 1, 12);
    g_assert_true (r.ok && r.closed && isfinite (r.gap));
    int n;
    const double *phases;
    tr_design_get_curve (design, &n, &phases);
    g_assert_cmpint (n, ==, 73);
  }
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_session_take_design (d.session, design, -1, NULL, 0, &error));
  assert_turns (&d);
}

// A four-bar driven at its rocker, which swings between two dead ends: its curve is pulled on both
// sides of where it stands.
static void
make_rocker (Drawing *d)
{
  g_autoptr (GError) error = NULL;
  make_four_bar (d);
  TrConnector pin = drawing_connector (d, "k.b");
  tr_session_press (d->session, &pin, false); // to the middle of its way
  for (int i = 0; i < 20; i++)
    tr_session_move (d->session, v2_polar (24, 1.1 + 0.05 * i));
  tr_session_release (d->session);
  g_assert_true (tr_session_set (d->session, "motor.what", "\"r.angle\"", &error));
  g_assert_true (tr_session_add (
      d->session, "{\"id\": \"way\", \"a\": {\"body\": \"p\", \"point\": \"at\"}}", NULL, &error));
}

static void
test_partial (void)
{
  g_auto (Drawing) d = {0};
  make_rocker (&d);
  g_autoptr (TrDesign) design = make_design (&d, NULL);
  int n;
  const double *phases;
  tr_design_get_curve (design, &n, &phases);
  double from = phases[0], to = phases[n - 1];
  g_assert_false (tr_design_is_closed (design));
  g_assert_cmpfloat (from, <, -0.2);
  g_assert_cmpfloat (to, >, 0.2);
  g_assert_cmpfloat (to - from, <, 2.5);
  TrDesignTarget targets[2] = {{.phase = from + 0.1}, {.phase = to - 0.1}};
  for (int k = 0; k < 2; k++)
    targets[k].place = v2_add (look (&d, targets[k].phase, NULL), v2_polar (3, 1 + 2 * k));
  TrDesignResult r = tr_design_pull (design, targets, 2, 400);
  g_assert_true (r.ok && !r.closed);
  g_assert_cmpfloat (r.gap, <, 1e-6);
  g_assert_true (tr_session_take_design (d.session, design, -1, NULL, 0, NULL));
  for (int k = 0; k < 2; k++)
    drawing_assert_near (look (&d, targets[k].phase, NULL), targets[k].place, 1e-6);
  // beyond a dead end nothing can be reached, and nothing changes
  TrDesignTarget beyond = {.phase = to + 1.5, .place = {0, 0}};
  g_assert_false (tr_design_pull (design, &beyond, 1, 10).ok);
}

// Places that no such linkage reaches: it comes as near as it can, says by how much it misses them,
// and does not go on for ever.
static void
test_unreachable (void)
{
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  g_autoptr (TrDesign) design = make_design (&d, names);
  TrDesignTarget targets[4] = {{.phase = 0, .place = {-300, 400}},
                               {.phase = 0.3, .place = {300, -400}},
                               {.phase = 0.6, .place = {-300, -400}},
                               {.phase = 0.9, .place = {300, 400}}};
  TrDesignResult r = tr_design_pull (design, targets, 4, 400);
  g_assert_true (r.ok && !r.reached);
  g_assert_cmpint (r.iterations, <, 120);
  double gap = r.gap;
  for (int i = 0; i < 3; i++) // asked again it finds hardly more
    r = tr_design_pull (design, targets, 4, 400);
  g_assert_cmpfloat (r.gap, >, 0.9 * gap);
}

// Where nobody says what may change, the links do: what stands still stays where it is.
static void
test_ground (void)
{
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  g_autoptr (TrDesign) design = make_design (&d, NULL);
  TrDesignTarget target = {.phase = 1.5};
  target.place = v2_add (look (&d, target.phase, NULL), v2 (-2, 3));
  TrDesignResult r = tr_design_pull (design, &target, 1, 200);
  g_assert_true (r.ok && r.closed);
  g_assert_cmpfloat (r.gap, <, 1e-6);
  g_assert_true (tr_session_take_design (d.session, design, -1, NULL, 0, NULL));
  drawing_assert_near (drawing_point (&d, "k.a"), v2 (0, 0), 1e-12);
  g_assert_cmpfloat (fabs (drawing_value (&d, "r.length") - 52), >, 1e-3);
}

// A free parameter was chosen to give way: it alone changes, though others could, and comes as near
// as it can; with both that are free the place is reached.
static void
test_free (void)
{
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  g_assert_true (tr_session_set (d.session, "crank.free", "true", NULL));
  TrDesignTarget target = {.phase = 2.5};
  target.place = v2_add (look (&d, target.phase, NULL), v2 (1.5, -2));
  g_autoptr (TrDesign) design = make_design (&d, NULL);
  int n;
  tr_design_get_variables (design, &n);
  g_assert_cmpint (n, ==, 1);
  TrDesignResult one = tr_design_pull (design, &target, 1, 60);
  g_assert_true (one.ok && one.closed);
  g_assert_cmpfloat (one.gap, >, 0.1);
  g_assert_cmpfloat (one.gap, <, 2.5);
  g_assert_true (tr_session_set (d.session, "g.free", "true", NULL));
  g_autoptr (TrDesign) both = make_design (&d, NULL);
  tr_design_get_variables (both, &n);
  g_assert_cmpint (n, ==, 2);
  TrDesignResult two = tr_design_pull (both, &target, 1, 200);
  g_assert_true (two.ok && two.closed);
  g_assert_cmpfloat (two.gap, <, 1e-6);
  g_assert_true (tr_session_take_design (d.session, both, -1, NULL, 0, NULL));
  const TrModel *m = tr_session_get_model (d.session);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "k.length"), m->parameters[1].value.value,
                                  1e-9);
  g_assert_true (m->parameters[0].is_free && m->parameters[1].is_free);
  g_assert_cmpfloat (fabs (m->parameters[1].value.value - 24), >, 0.01);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "c.length"), 60, 1e-9);
  drawing_assert_near (look (&d, target.phase, NULL), target.place, 1e-6);
  assert_turns (&d);
}

// Pins are where the curve was pulled to; they are saved, and hold while more is pulled.
static void
test_pins (void)
{
  g_auto (Drawing) d = {0}, again = {0};
  g_autoptr (GError) error = NULL;
  make_rocker (&d);
  const double angle = drawing_value (&d, "r.angle");
  TrTracePin pins[2] = {{.turn = angle - 0.2}, {.turn = angle + 0.25 - 2 * G_PI}};
  pins[0].at = v2_add (look (&d, -0.2, NULL), v2 (0.6, 0.3));
  pins[1].at = v2_add (look (&d, 0.25, NULL), v2 (-0.4, 0.5));
  g_assert_true (tr_session_set_pins (d.session, 0, pins, 2, "Pins", &error));
  gsize length;
  g_autofree char *text = tr_document_to_text (d.document, &length);
  drawing_load (&again, text);
  g_assert_cmpint (tr_session_get_model (again.session)->traces[0].n_pins, ==, 2);
  g_autoptr (TrDesign) design = make_design_with (&again, NULL, TR_SUPPORTS_MOVE);
  TrDesignTarget targets[TR_DESIGN_TARGETS];
  g_assert_cmpint (tr_session_pin_targets (again.session, design, 0, 1, targets), ==, 1);
  g_assert_cmpint (tr_session_pin_targets (again.session, design, 0, -1, targets), ==, 2);
  g_assert_cmpfloat (fabs (targets[1].phase - 0.25), <, 1e-9);
  targets[2] = (TrDesignTarget){.phase = 0, .place = v2_add (look (&d, 0, NULL), v2 (0.3, 0.2))};
  TrDesignResult r = tr_design_pull (design, targets, 3, 400);
  g_assert_true (r.ok);
  g_assert_cmpfloat (r.gap, <, 1e-6);
  static const char *const bad[] = {"[[1, 2]]", "[1]", "3", "[[1, 2, \"x\"]]"};
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (tr_session_set (d.session, "way.pins", bad[i], NULL));
}

static void
test_refused (void)
{
  static const char *const nothing[] = {"j.a", NULL}, *const unknown[] = {"nobody", NULL};
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  TrConnector at = drawing_connector (&d, "p.at"), ground = drawing_connector (&d, "3,4");
  g_assert_null (tr_session_design (d.session, NULL, &at, nothing, TR_SUPPORTS_STAY, NULL));
  g_assert_null (tr_session_design (d.session, NULL, &at, unknown, TR_SUPPORTS_STAY, NULL));
  g_assert_null (tr_session_design (d.session, NULL, &ground, NULL, TR_SUPPORTS_STAY, NULL));
  g_assert_null (tr_session_design (d.session, "pin", &at, NULL, TR_SUPPORTS_STAY, NULL));
}

static void
take_line (const char *text, gpointer data)
{
  g_string_append (data, text);
}

// A script keeps the pins of the drawing, as the hand does.
static void
test_script_keeps_pins (void)
{
  g_auto (Drawing) d = {0};
  g_autoptr (GString) out = g_string_new (NULL);
  make_rocker (&d);
  TrTracePin pin = {drawing_value (&d, "r.angle") - 0.2, look (&d, -0.2, NULL)};
  g_assert_true (tr_session_set_pins (d.session, 0, &pin, 1, "Pin", NULL));
  Vec2 place = v2_add (look (&d, 0.2, NULL), v2 (0.8, 0.6));
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_dtostr (x, sizeof x, place.x);
  g_ascii_dtostr (y, sizeof y, place.y);
  g_autoptr (TrScript) script = tr_script_new (d.session, take_line, NULL, out);
  g_autofree char *line = g_strdup_printf ("design p.at 0.2 %s,%s", x, y);
  g_assert_true (tr_script_run (script, line, "design", NULL));
  drawing_assert_near (look (&d, 0.2, NULL), place, 1e-6);
  double moved = drawing_value (&d, "r.angle") - pin.turn;
  drawing_assert_near (look (&d, -moved, NULL), pin.at, 1e-6);
  // but for a place where it itself cannot be as well
  place = v2_add (pin.at, v2 (0.3, -0.2));
  g_ascii_dtostr (x, sizeof x, place.x);
  g_ascii_dtostr (y, sizeof y, place.y);
  g_autofree char *other = g_strdup_printf ("design p.at -0.2 %s,%s", x, y);
  g_assert_true (tr_script_run (script, other, "design", NULL));
  drawing_assert_near (look (&d, -moved, NULL), place, 1e-6);
}

// Supports stay, however many places are asked for, be they held by nails or by what measures to
// points that stand still; where they may move, no place is missed by more. The choice is the drawing's,
// a word in a script goes before it.
static void
test_supports (void)
{
  g_auto (Drawing) d = {0};
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  make_four_bar (&d);
  TrDesignTarget targets[4];
  for (int k = 0; k < 4; k++) {
    targets[k] = (TrDesignTarget){.phase = 0.3 + 1.5 * k};
    targets[k].place = v2_add (look (&d, targets[k].phase, NULL), v2_polar (6, 2 * k));
  }
  g_autoptr (TrDesign) stay = make_design (&d, NULL);
  g_autoptr (TrDesign) move = make_design_with (&d, NULL, TR_SUPPORTS_MOVE);
  int n;
  const TrVariable *v = tr_design_get_variables (stay, &n);
  for (int i = 0; i < n; i++) {
    g_autofree char *value = NULL;
    g_autofree char *what = tr_variable_text (tr_session_get_model (d.session), &v[i], &value);
    g_assert_false (g_str_equal (what, "g.value") || g_str_has_prefix (what, "home") ||
                    g_str_has_prefix (what, "pin"));
  }
  g_assert_cmpint (n, ==, 5);
  TrDesignResult left = tr_design_pull (stay, targets, 4, 400);
  TrDesignResult all = tr_design_pull (move, targets, 4, 400);
  g_assert_true (left.ok && left.closed && all.ok && all.closed);
  g_assert_cmpfloat (left.gap, >, 1e-3);
  g_assert_cmpfloat (all.off, <, left.off);
  g_autoptr (TrScript) script = tr_script_new (d.session, take_line, NULL, out);
  g_autofree char *line =
      g_strdup_printf ("design p.at 2 %g,%g 4 %g,%g 5 %g,%g", 3.0, 70.0, 30.0, 20.0, 50.0, 60.0);
  g_autofree char *moved = g_strconcat (line, " supports move", NULL);
  g_autofree char *bad = g_strconcat (line, " supports perhaps", NULL);
  g_assert_false (tr_script_run (script, bad, "bad", NULL));
  g_assert_true (tr_script_run (script, line, "stay", &error));
  drawing_assert_near (drawing_point (&d, "k.a"), v2 (0, 0), 1e-9);
  drawing_assert_near (drawing_point (&d, "r.a"), v2 (70, 0), 1e-9);
  tr_session_undo (d.session);
  g_assert_true (tr_script_run (script, moved, "move", &error));
  g_assert_cmpfloat (v2_norm (drawing_point (&d, "k.a")), >, 1e-3);
  tr_session_undo (d.session);
  g_assert_true (tr_session_set_supports (d.session, TR_SUPPORTS_MOVE, &error));
  g_assert_true (tr_script_run (script, line, "move", &error));
  g_assert_cmpfloat (v2_norm (drawing_point (&d, "k.a")), >, 1e-3);
  gsize length;
  g_autofree char *text = tr_document_to_text (d.document, &length);
  g_assert_nonnull (strstr (text, "\"supports\": \"move\""));
  tr_session_undo (d.session);
  tr_session_undo (d.session);
  g_assert_true (tr_session_get_model (d.session)->world.supports == TR_SUPPORTS_STAY);
  g_assert_no_error (error);
}

static void
load_example (Drawing *d, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", name, NULL);
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  drawing_load (d, text);
}

// Far away, and with more freedom than is needed: no farther than with less, and where one place is
// asked for, as good as there. A bar that a parameter tells stops at its least, and the rest go on.
static void
test_far (void)
{
  static const struct {
    double phase;
    Vec2 place;
  } places[] = {{1.5, {150, 120}}, {3, {-80, -90}}, {1.5, {-80, 150}}, {2, {300, -200}}};
  for (guint i = 0; i < 2 * G_N_ELEMENTS (places); i++) {
    g_auto (Drawing) d = {0};
    load_example (&d, "four-bar.trammel");
    gsize length;
    g_autofree char *before = tr_document_to_text (d.document, &length);
    TrDesignTarget target = {.phase = places[i / 2].phase, .place = places[i / 2].place};
    TrConnector at = drawing_connector (&d, "pen.at");
    g_autoptr (TrDesign) design = tr_session_design (
        d.session, NULL, &at, NULL, i % 2 ? TR_SUPPORTS_MOVE : TR_SUPPORTS_STAY, NULL);
    TrDesignResult r = tr_design_pull (design, &target, 1, 400);
    g_assert_true (r.ok && r.closed && r.reached);
    g_assert_true (tr_session_take_design (d.session, design, -1, NULL, 0, NULL));
    g_assert_cmpfloat (tr_session_check (d.session)->worst, <, 1e-7);
    tr_session_undo (d.session);
    g_autofree char *after = tr_document_to_text (d.document, &length);
    g_assert_cmpstr (before, ==, after);
  }
}

static double
gap_of_line (const char *example, const char *line, const char *supports)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (Drawing) d = {0};
  load_example (&d, example);
  g_autoptr (TrScript) script = tr_script_new (d.session, take_line, NULL, out);
  g_autofree char *whole = g_strconcat (line, " supports ", supports, NULL);
  g_assert_true (tr_script_run (script, whole, "design", NULL));
  return g_ascii_strtod (strstr (out->str, "\"gap\": ") + strlen ("\"gap\": "), NULL);
}

// Several places that are far from each other: however many ways there are to go astray, with supports
// that move the farthest is never missed by more than with those that stay.
static void
test_never_worse (void)
{
  static const struct {
    const char *example, *line;
  } cases[] = {
      {"slider-crank.trammel", "design rod@0.4 0.3 3.7,1.7 1.7 -92.29,120.34 3.1 -97.81,18.93"},
      {"four-bar.trammel", "design pen.at 0.3 -33.32,52.92 1.7 135.76,148.7"},
      {"elliptical-trammel.trammel",
       "design pen.at 0.3 7.49,50.6 1.7 -64.03,68.56 3.1 16.26,-19.75"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    double stay = gap_of_line (cases[i].example, cases[i].line, "stay");
    g_assert_cmpfloat (gap_of_line (cases[i].example, cases[i].line, "move"), <=, stay + 1e-9);
  }
}

static const char *
mark_of (Drawing *d, const char *body, int i)
{
  const TrModel *m = tr_session_get_model (d->session);
  TrElement e = tr_model_find (m, body);
  g_assert_true (e.kind == TR_ELEMENT_BODY);
  return m->bodies[e.index].drawing[i].text;
}

// What a link carries follows its joints: its corners are at them as before, a hole that is at one
// goes along, round as it was, and so does the mark of a support with its hatch.
static void
test_drawing_follows (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (Drawing) d = {0};
  load_example (&d, "four-bar.trammel");
  g_assert_true (tr_session_set (d.session, "coupler.drawing",
                                 "[{\"path\": \"M0,0 L60,0 L26,34 Z\"}, {\"path\": "
                                 "\"M28,34 L26,36 L24,34 Z\"}]",
                                 &error));
  TrConnector at = drawing_connector (&d, "pen.at");
  g_autoptr (TrDesign) design =
      tr_session_design (d.session, NULL, &at, NULL, TR_SUPPORTS_MOVE, &error);
  TrDesignTarget targets[2] = {{1.5, {30, 95}, NULL}, {4, {5, 25}, NULL}};
  g_assert_true (tr_design_pull (design, targets, 2, 400).reached);
  g_assert_true (tr_session_take_design (d.session, design, -1, NULL, 0, &error));
  g_assert_no_error (error);
  const TrModel *m = tr_session_get_model (d.session);
  Vec2 end = m->constraints[tr_model_find (m, "join7").index].end[0].connector[0].p;
  Vec2 pen = m->constraints[tr_model_find (m, "join8").index].end[0].connector[0].p;
  Vec2 foot = m->constraints[tr_model_find (m, "join1").index].end[1].connector[0].p;
  g_assert_cmpfloat (v2_dist (pen, v2 (26, 34)), >, 0.1);
  g_assert_cmpfloat (v2_norm (foot), >, 0.1);
  Vec2 a, b, c;
  g_assert_cmpint (
      sscanf (mark_of (&d, "coupler", 0), "M0,0 L%lf,%lf L%lf,%lf Z", &a.x, &a.y, &b.x, &b.y), ==,
      4);
  drawing_assert_near (a, end, 1e-12);
  drawing_assert_near (b, pen, 1e-12);
  g_assert_cmpint (sscanf (mark_of (&d, "coupler", 1), "M%lf,%lf L%lf,%lf L%lf,%lf Z", &a.x, &a.y,
                           &b.x, &b.y, &c.x, &c.y),
                   ==, 6);
  drawing_assert_near (a, v2_add (pen, v2 (2, 0)), 1e-9);
  drawing_assert_near (b, v2_add (pen, v2 (0, 2)), 1e-9);
  drawing_assert_near (c, v2_add (pen, v2 (-2, 0)), 1e-9);
  for (int i = 0; i < 2; i++) {
    static const Vec2 first[] = {{0, 0}, {-9, -8}};
    g_assert_cmpint (sscanf (mark_of (&d, "frame", i), "M%lf,%lf ", &a.x, &a.y), ==, 2);
    drawing_assert_near (a, v2_add (foot, first[i]), 1e-9);
  }
  tr_session_undo (d.session);
  g_assert_cmpstr (mark_of (&d, "coupler", 0), ==, "M0,0 L60,0 L26,34 Z");
}

static void
test_script (void)
{
  static const char *const bad[] = {"design p.at",
                                    "design p.at 7 3,4",
                                    "design p.at 1 3",
                                    "design p.at 1 3,4 vary",
                                    "design p.at 1 3,4 vary nobody",
                                    "design p.at 1 3,4 by pin"};
  g_auto (Drawing) d = {0};
  make_four_bar (&d);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (TrScript) script = tr_script_new (d.session, take_line, NULL, out);
  g_autoptr (GError) error = NULL;
  Vec2 x = look (&d, 2, NULL);
  g_autofree char *line = g_strdup_printf (
      "design p.at 2 %.17g,%.17g vary crank,coupler.value,side.value by motor\n", x.x + 3, x.y - 2);
  g_assert_true (tr_script_run (script, line, "design", &error));
  g_assert_no_error (error);
  g_assert_nonnull (strstr (out->str, "\"closed\": true, \"dimensions\": {\"crank.value\": "));
  g_assert_null (strstr (out->str, "rocker"));
  drawing_assert_near (look (&d, 2, NULL), v2_add (x, v2 (3, -2)), 1e-6);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (tr_script_run (script, bad[i], "bad", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/slopes", test_slopes);
  g_test_add_func ("/design/reach", test_reach);
  g_test_add_func ("/design/out-of-reach", test_out_of_reach);
  g_test_add_func ("/design/supports", test_supports);
  g_test_add_func ("/design/far", test_far);
  g_test_add_func ("/design/never-worse", test_never_worse);
  g_test_add_func ("/design/drawing-follows", test_drawing_follows);
  g_test_add_func ("/design/partial", test_partial);
  g_test_add_func ("/design/unreachable", test_unreachable);
  g_test_add_func ("/design/ground", test_ground);
  g_test_add_func ("/design/free", test_free);
  g_test_add_func ("/design/script-keeps-pins", test_script_keeps_pins);
  g_test_add_func ("/design/pins", test_pins);
  g_test_add_func ("/design/refused", test_refused);
  g_test_add_func ("/design/script", test_script);
  return g_test_run ();
}
