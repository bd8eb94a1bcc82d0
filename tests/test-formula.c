// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Typed curves before and after they are bodies, and pictures.

#include "render/picture.h"
#include "session/formula-preset.h"
#include "session/picture-part.h"
#include "session/script/script.h"

static const char drawing[] =
    "{\"trammel\": 1, \"bodies\": [{\"id\": \"f1\", \"kind\": \"formula\", \"unknowns\": {\"a\": "
    "2, "
    "\"b\": 1}, \"x\": \"a*t\", \"y\": \"b\", \"t\": [0, \"2*pi\"]}],"
    "\"constraints\": [{\"id\": \"fix1\", \"kind\": \"fix\", \"a\": \"f1\", \"what\": \"a\", "
    "\"value\": 2}]}";

typedef struct {
  TrDocument *document;
  TrSession *session;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->document = tr_document_new ();
  g_assert_true (tr_document_load_text (f->document, drawing, strlen (drawing), "drawing", NULL));
  f->session = tr_session_new (f->document);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->session);
  g_object_unref (f->document);
}

// Every preset is a curve without gaps, of about the size asked for, around the middle.
static void
test_presets (Fixture *f, gconstpointer data)
{
  int n, column;
  const TrFormulaPreset *presets = tr_formula_presets (&n);

  for (int i = 0; i < n; i++) {
    double values[TR_FORMULA_PRESET_UNKNOWNS];
    g_autoptr (GError) error = NULL;
    TrFormulaField field;
    TrFormulaSurvey s;
    TrFormulaText text = tr_formula_preset_text (&presets[i], v2 (100, -50), 10, values);
    g_assert_true (tr_formula_check (f->session, &text, &field, &column, &error));
    g_assert_no_error (error);
    g_assert_true (tr_formula_survey (f->session, &text, &s));
    g_assert_cmpint (s.n_gaps, ==, 0);
    g_assert_true (s.is_there);
    Vec2 middle = v2_mid (s.frame.low, s.frame.high), size = v2_sub (s.frame.high, s.frame.low);
    g_assert_cmpfloat (v2_dist (middle, v2 (100, -50)), <, 10);
    g_assert_cmpfloat (fmax (size.x, size.y), >, 10);
    g_assert_cmpfloat (fmax (size.x, size.y), <, 25);
  }
}

// Where the drawing has a parameter of an unknown's name, the preset is another curve of the same shape.
static void
test_presets_beside_parameters (Fixture *f, gconstpointer data)
{
  int n, column;
  const TrFormulaPreset *presets = tr_formula_presets (&n);

  for (int i = 0; i < n; i++) {
    double values[TR_FORMULA_PRESET_UNKNOWNS];
    const char *names[TR_FORMULA_PRESET_UNKNOWNS];
    g_autoptr (TrParts) keep = tr_parts_new (tr_session_get_model (f->session));
    TrFormulaField field;
    TrFormulaSurvey is, other;
    TrFormulaText text = tr_formula_preset_text (&presets[i], v2 (100, -50), 10, values);
    g_assert_true (tr_formula_survey (f->session, &text, &is));
    const char *own = text.unknowns[0];
    g_autofree char *json = g_strdup_printf ("{\"name\": \"%s\", \"value\": 7}", own);
    g_autoptr (GError) error = NULL;
    tr_session_add (f->session, json, NULL, &error);
    g_assert_no_error (error);
    g_assert_false (tr_formula_check (f->session, &text, &field, &column, NULL));
    tr_formula_name_apart (tr_session_get_model (f->session), &text, names, keep);
    g_assert_true (tr_formula_check (f->session, &text, &field, &column, NULL));
    g_assert_true (tr_formula_survey (f->session, &text, &other));
    g_assert_cmpfloat (v2_dist (is.frame.low, other.frame.low), <, 1e-9);
    g_assert_cmpfloat (v2_dist (is.frame.high, other.frame.high), <, 1e-9);
    g_assert_true (tr_session_undo (f->session));
  }
}

// A preset about (10, 20) with its unknowns fixed, a point that slides on it and a bar that touches it.
static char *
preset_drawing (const TrFormulaPreset *p)
{
  double values[TR_FORMULA_PRESET_UNKNOWNS];
  TrFormulaText text = tr_formula_preset_text (p, v2 (10, 20), 40, values);
  GString *unknowns = g_string_new (NULL), *fixes = g_string_new (NULL);
  for (int i = 0; i < text.n_unknowns; i++) {
    g_string_append_printf (unknowns, "%s\"%s\": %g", i ? ", " : "", text.unknowns[i], values[i]);
    g_string_append_printf (fixes,
                            ", {\"id\": \"x%d\", \"kind\": \"fix\", \"a\": \"f\", \"what\": "
                            "\"%s\", \"value\": %g}",
                            i, text.unknowns[i], values[i]);
  }
  char *json = g_strdup_printf (
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"f\", \"kind\": \"formula\", \"unknowns\": {%s}, "
      "\"x\": \"%s\", \"y\": \"%s\", \"t\": [\"%s\", \"%s\"], \"closed\": %s}, {\"id\": \"p\", "
      "\"kind\": \"point\", \"at\": [0, 0]}, {\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, 0], "
      "\"b\": [30, 5]}], \"constraints\": [{\"id\": \"j\", \"kind\": \"attach\", \"a\": {\"body\": "
      "\"p\", \"point\": \"at\"}, \"b\": {\"body\": \"f\", \"slide\": 0.6}}, {\"id\": \"touch\", "
      "\"kind\": \"tangent\", \"a\": {\"body\": \"f\", \"slide\": 0.7}, \"b\": {\"body\": \"s\", "
      "\"point\": \"a\"}}, {\"id\": \"l\", \"kind\": \"length\", \"a\": \"s\", \"value\": 25}%s]}",
      unknowns->str, text.x, text.y, text.from, text.to, text.closed ? "true" : "false",
      fixes->str);
  g_string_free (unknowns, TRUE);
  g_string_free (fixes, TRUE);
  return json;
}

static void
run_script (TrSession *s, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrScript) script = tr_script_new (s, NULL, NULL, NULL);
  g_assert_true (tr_script_run (script, text, "preset", &error));
  g_assert_no_error (error);
}

// Slid on and touched all around, and while its last unknown, its size, is driven to and fro.
static void
test_presets_hold (Fixture *f, gconstpointer data)
{
  int n;
  const TrFormulaPreset *presets = tr_formula_presets (&n);
  for (int i = 0; i < n; i++) {
    g_autofree char *text = preset_drawing (&presets[i]);
    g_autoptr (TrDocument) d = tr_document_new ();
    g_assert_true (tr_document_load_text (d, text, strlen (text), presets[i].name, NULL));
    g_autoptr (TrSession) s = tr_session_new (d);
    g_autoptr (GString) script = g_string_new ("solve\n");
    for (int k = 0; k < 6; k++) {
      Vec2 p = v2_add (v2 (10, 20), v2_polar (60, 1.1 * k));
      g_string_append_printf (script, "drag p.at %g,%g 15\ndrag s.a %g,%g 15\n", p.x, p.y, p.x,
                              p.y);
    }
    run_script (s, script->str);
    g_assert_true (tr_session_check (s)->holds);
    int last = presets[i].n_unknowns - 1;
    double size = tr_session_get_state (s)->q[last];
    g_autofree char *motor = g_strdup_printf (
        "disable x%d\nadd {\"id\": \"motor\", \"kind\": \"drive\", \"what\": \"f.%s\", \"value\": "
        "\"%.17g*(1 + 0.3*sin(2*time))\"}\nplay 2\n",
        last, presets[i].unknowns[last], size);
    run_script (s, motor);
    g_assert_cmpfloat_with_epsilon (tr_session_get_state (s)->q[last], size * (1 + 0.3 * sin (4)),
                                    1e-9);
    g_assert_true (tr_session_check (s)->holds);
    Vec2 p = {tr_session_get_state (s)->q[last + 1], tr_session_get_state (s)->q[last + 2]};
    g_assert_cmpfloat (v2_dist (p, v2 (10, 20)), <, 90);
  }
}

static void
expect_gaps (Fixture *f, const char *y, const char *from, const char *to, int n, Vec2 first)
{
  TrFormulaText text = {.x = "t", .y = y, .from = from, .to = to};
  TrFormulaSurvey s;

  g_assert_true (tr_formula_survey (f->session, &text, &s));
  g_assert_cmpint (s.n_gaps, ==, n);
  if (n == 0)
    return;
  g_assert_cmpfloat_with_epsilon (s.gap[0].x, first.x, 1e-9);
  g_assert_cmpfloat_with_epsilon (s.gap[0].y, first.y, 1e-9);
}

static void
test_gaps (Fixture *f, gconstpointer data)
{
  TrFormulaText pole = {.x = "t", .y = "1/(t - 1)", .from = "0", .to = "2.001"};
  TrFormulaSurvey s;

  expect_gaps (f, "t^2", "0", "1", 0, v2 (0, 0));
  expect_gaps (f, "sqrt(t)", "-2", "4", 1, v2 (-2, 0));
  expect_gaps (f, "sqrt(2 - t)", "0", "4", 1, v2 (2, 4));
  expect_gaps (f, "sqrt(t^2 - 1)", "-2", "2", 1, v2 (-1, 1));
  expect_gaps (f, "ln(t)", "-3", "-1", 1, v2 (-3, -1));
  // Poles between the samples.
  expect_gaps (f, "20/(t - 1)", "-30", "30", 1, v2 (1, 1));
  expect_gaps (f, "20/(t - 1)^2", "-30", "30", 1, v2 (1, 1));
  expect_gaps (f, "20/t^2", "-3", "3", 1, v2 (0, 0));
  expect_gaps (f, "tan(t)", "-4", "4", 2, v2 (-G_PI_2, -G_PI_2));
  expect_gaps (f, "1/(t + 9.1) + 1/(t - 0.3)", "-10", "10", 2, v2 (-9.1, -9.1));
  expect_gaps (f, "50*sin(9*t)", "-10", "10", 0, v2 (0, 0));
  expect_gaps (f, "1/(t^2 + 0.001)", "-10", "10", 0, v2 (0, 0));
  // What a pole reaches does not make the rest a speck.
  g_assert_true (tr_formula_survey (f->session, &pole, &s));
  g_assert_cmpfloat (s.frame.high.y, <, 500);
}

static void
test_change (Fixture *f, gconstpointer data)
{
  static const char *const names[] = {"a", "c"}, *const others[] = {"d"};
  const double values[] = {7, 3};
  TrFormulaText text = {"a*cos(t)", "c*t", "0", "1", 2, names, values, true};
  g_autoptr (GError) error = NULL;
  g_autoptr (TrParts) keep = tr_parts_new (tr_session_get_model (f->session));
  TrFormulaText was = tr_formula_get (f->session, 0, keep);

  g_assert_cmpstr (was.x, ==, "a*t");
  g_assert_cmpstr (was.from, ==, "0");
  g_assert_cmpstr (was.to, ==, "2*pi");
  g_assert_cmpint (was.n_unknowns, ==, 2);
  g_assert_cmpfloat_with_epsilon (was.values[0], 2, 1e-12);
  g_assert_true (tr_formula_change (f->session, "f1", &text, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (tr_document_undo_name (f->document), ==, "Change formula");
  // The constraint on `a` holds still.
  const TrModel *m = tr_session_get_model (f->session);
  g_assert_cmpint (m->n_constraints, ==, 1);
  g_assert_true (m->bodies[0].closed);
  g_assert_cmpfloat_with_epsilon (tr_session_get_state (f->session)->q[0], 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (tr_session_get_state (f->session)->q[1], 3, 1e-9);
  // It cannot lose what is held.
  text.x = text.y = "d", text.unknowns = others, text.n_unknowns = 1;
  g_assert_false (tr_formula_change (f->session, "f1", &text, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (tr_session_get_model (f->session)->bodies[0].n, ==, 2);
  g_assert_cmpint (tr_document_n_undo (f->document), ==, 1);
  g_assert_true (tr_session_undo (f->session));
  g_assert_cmpstr (tr_expr_text (tr_session_get_model (f->session)->bodies[0].formula.f->expr[0]),
                   ==, "a*t");
}

// One pixel.
#define PIXEL                                                                                      \
  "data:image/png;base64,"                                                                         \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"                                  \
  "M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// It may be turned and scaled; its sides stay at right angles and in proportion.
static void
test_picture (Fixture *f, gconstpointer data)
{
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (f->session));
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface = tr_picture_load (PIXEL, &error);

  g_assert_no_error (error);
  cairo_surface_destroy (surface);
  const char *id = tr_picture_add (parts, PIXEL, v2 (5, 5), v2 (20, 10));
  g_assert_cmpstr (id, ==, "picture1");
  g_assert_true (tr_session_add_all (f->session, tr_parts_get (parts), "Draw picture", &error));
  g_assert_no_error (error);
  const TrModel *m = tr_session_get_model (f->session);
  const TrBody *b = &m->bodies[m->n_bodies - 1];
  g_assert_cmpint (b->kind, ==, TR_BODY_SHEET);
  g_assert_cmpint (b->n_drawing, ==, 1);
  TrConnector corner = {.kind = TR_AT_LOCAL, .body = m->n_bodies - 1, .slide = -1, .p = {10, 5}};
  tr_session_press (f->session, &corner, false);
  for (int i = 1; i <= 20; i++)
    tr_session_move (f->session, v2 (15 + 0.5 * i, 10 + i));
  tr_session_release (f->session);
  const double *q = tr_body_q (b, tr_session_get_state (f->session)->q);
  g_assert_cmpfloat_with_epsilon (q[4], -q[3], 1e-9);
  g_assert_cmpfloat_with_epsilon (q[5], q[2], 1e-9);
  g_assert_cmpfloat (hypot (q[2], q[3]), >, 1.2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/formula/presets", Fixture, NULL, set_up, test_presets, tear_down);
  g_test_add ("/formula/presets-beside-parameters", Fixture, NULL, set_up,
              test_presets_beside_parameters, tear_down);
  g_test_add ("/formula/presets-hold", Fixture, NULL, set_up, test_presets_hold, tear_down);
  g_test_add ("/formula/gaps", Fixture, NULL, set_up, test_gaps, tear_down);
  g_test_add ("/formula/change", Fixture, NULL, set_up, test_change, tear_down);
  g_test_add ("/formula/picture", Fixture, NULL, set_up, test_picture, tear_down);
  return g_test_run ();
}
