// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drawing tools by the events that a canvas would send.

#include "doc/reader.h"
#include "session/formula.h"
#include "session/sketch/sketch.h"

#include <stdio.h>
#include <string.h>

static const char drawing[] =
    "{\"trammel\": 1, \"parameters\": [{\"name\": \"crank\", \"value\": 20}], \"bodies\": ["
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [100, 0]},"
    "{\"id\": \"c1\", \"kind\": \"circle\", \"center\": [200, 0], \"radius\": 50},"
    "{\"id\": \"r1\", \"kind\": \"rigid\", \"position\": [0, 200], \"rotation\": 0.5, "
    "\"length\": 60},"
    "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [0, 100]},"
    "{\"id\": \"h1\", \"kind\": \"sheet\", \"origin\": [0, 400], \"u\": [1, 0], \"v\": [0, 1], "
    "\"size\": [80, 60]}]}";

typedef struct {
  TrSession *session;
  TrSnapper *snapper;
  TrSketch *sketch;
  unsigned last; // what the last event led to
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;
  tr_document_load_text (d, drawing, strlen (drawing), "drawing", &error);
  g_assert_no_error (error);
  f->session = tr_session_new (d);
  f->snapper = tr_snapper_new (f->session);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  tr_sketch_free (f->sketch);
  tr_snapper_free (f->snapper);
  g_assert_finalize_object (f->session);
}

static void
choose (Fixture *f, TrSketchKind kind)
{
  tr_sketch_free (f->sketch);
  f->sketch = tr_sketch_new (kind, f->session, f->snapper);
  tr_sketch_set_reach (f->sketch, 3, 0);
}

// Commits; what was drawn holds as it was drawn: the solver has nothing to move.
static void
commit (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;

  tr_read_elements (tr_session_get_model (f->session), tr_session_get_state (f->session),
                    tr_sketch_get_elements (f->sketch), &m, &s, &error);
  g_assert_no_error (error);
  tr_sketch_commit (f->sketch, &error);
  g_assert_no_error (error);
  const TrState *solved = tr_session_get_state (f->session);
  g_assert_cmpint (solved->n_q, ==, s->n_q);
  for (int i = 0; i < s->n_q; i++)
    g_assert_cmpfloat_with_epsilon (solved->q[i], s->q[i], 1e-9);
}

static void
commit_ready (Fixture *f)
{
  if (f->last & TR_SKETCH_ASKS) {
    g_autofree char *question = tr_sketch_question (f->sketch);
    f->last = tr_sketch_answer (f->sketch, *question ? question : "x = {s1.length:.1f} \"mm\"");
    g_assert_true (f->last & TR_SKETCH_READY);
  }
  if (f->last & TR_SKETCH_READY)
    commit (f);
}

static void
send_pointer (Fixture *f, const char *event)
{
  char how = *event;
  double x, y;

  g_assert_cmpint (sscanf (event + (strchr ("+~^!", how) ? 1 : 0), "%lf,%lf", &x, &y), ==, 2);
  Vec2 at = v2 (x, y);
  f->last = tr_sketch_motion (f->sketch, at, how != '!');
  if (how == '^')
    f->last = tr_sketch_release (f->sketch, at, true);
  else if (how != '~')
    f->last = tr_sketch_press (f->sketch, at, how != '!');
  commit_ready (f);
  if (!strchr ("+~^", how))
    tr_sketch_release (f->sketch, at, how != '!');
}

// An event: "x,y" a click, "+x,y" a press, "~x,y" a motion, "^x,y" a release, "!x,y" a click
// without snaps; "double", "escape", "enter", "back", "tab"; "'text" typed.
static void
send_event (Fixture *f, const char *event)
{
  static const char *const keys[] = {"escape", "enter", "back", "tab"};

  f->last = 0;
  if (*event == '\'') {
    for (const char *c = event + 1; *c; c = g_utf8_next_char (c)) {
      g_autofree char *text = g_strndup (c, (gsize) (g_utf8_next_char (c) - c));
      g_assert_cmpint (tr_sketch_type (f->sketch, text), !=, 0);
    }
    return;
  }
  if (strchr (event, ',')) {
    send_pointer (f, event);
    return;
  }
  if (g_str_equal (event, "double"))
    f->last = tr_sketch_double_click (f->sketch);
  for (int k = 0; k < 4; k++)
    if (g_str_equal (event, keys[k]))
      f->last = tr_sketch_key (f->sketch, (TrSketchKey) k);
  commit_ready (f);
}

static void
run (Fixture *f, const char *events)
{
  g_auto (GStrv) list = g_strsplit (events, " ", -1);
  for (int i = 0; list[i]; i++)
    send_event (f, list[i]);
}

static char *
text_of (Fixture *f)
{
  return tr_document_to_text (tr_session_get_document (f->session), NULL);
}

typedef struct {
  TrSketchKind kind;
  const char *events;
  int bodies, constraints, dof; // more than before
  int steps;
} Case;

static const Case cases[] = {
    {TR_SKETCH_POINT, "300,300", 1, 0, 2, 1},
    {TR_SKETCH_POINT, "1,101", 1, 1, 0, 1},
    {TR_SKETCH_POINT, "!1,101", 1, 0, 2, 1},
    {TR_SKETCH_POINT, "30,1", 1, 1, 1, 1},
    // Click–click, press–drag, chains.
    {TR_SKETCH_SEGMENT, "300,300 350,340", 1, 0, 4, 1},
    {TR_SKETCH_SEGMENT, "+300,300 ~320,310 ^350,340", 1, 0, 4, 1},
    {TR_SKETCH_SEGMENT, "300,300 350,301", 1, 1, 3, 1},
    {TR_SKETCH_SEGMENT, "1,1 1,99", 1, 2, 0, 1},
    {TR_SKETCH_SEGMENT, "300,300 350,340 380,310 escape", 2, 1, 6, 2},
    {TR_SKETCH_SEGMENT, "300,300 350,340 380,310 300,300 enter 500,500 escape", 3, 3, 6, 3},
    {TR_SKETCH_SEGMENT, "300,300 350,340 double 400,400 450,430", 2, 0, 8, 2},
    {TR_SKETCH_SEGMENT, "200,100 244,26", 1, 1, 2, 1},
    {TR_SKETCH_SEGMENT, "30,60 31,1", 1, 2, 2, 1},
    {TR_SKETCH_SEGMENT, "300,300 350,340 back 350,350 400,320", 2, 0, 8, 2},
    {TR_SKETCH_POLYLINE, "300,300 350,340 380,310 enter", 1, 0, 6, 1},
    {TR_SKETCH_POLYLINE, "300,300 350,340 380,310 301,301", 1, 0, 6, 1},
    {TR_SKETCH_POLYLINE, "300,300 350,301 1,101 double", 1, 2, 3, 1},
    {TR_SKETCH_RECTANGLE, "300,300 350,340", 4, 8, 4, 1},
    {TR_SKETCH_RECTANGLE, "+1,1 ~50,50 ^1,101", 0, 0, 0, 0},
    {TR_SKETCH_RECTANGLE, "+99,1 ~50,50 ^1,101", 4, 10, 0, 1},
    {TR_SKETCH_CIRCLE, "300,300 350,340", 1, 0, 3, 1},
    {TR_SKETCH_CIRCLE, "99,1 1,101", 1, 2, 0, 1},
    {TR_SKETCH_CIRCLE, "200,100 201,51", 1, 1, 2, 1},
    {TR_SKETCH_ARC, "300,300 350,340 330,350", 1, 0, 5, 1},
    {TR_SKETCH_ARC, "99,1 300,300 1,101", 1, 2, 2, 1},
    {TR_SKETCH_ARC, "300,300 350,300 400,300", 0, 0, 0, 0},
    {TR_SKETCH_ELLIPSE, "300,300 350,340 300,330", 1, 0, 5, 1},
    {TR_SKETCH_ELLIPSE, "300,300 99,1 1,101", 1, 2, 2, 1},
    {TR_SKETCH_BEZIER, "300,300 350,340 enter", 1, 0, 8, 1},
    {TR_SKETCH_BEZIER, "+300,300 ~300,330 ^300,330 +400,300 ~400,270 ^400,270 500,350 double", 1, 1,
     13, 1},
    {TR_SKETCH_BEZIER, "+300,300 ~300,330 ^300,330 +400,300 ~400,270 ^400,270 500,350 301,301", 1,
     2, 16, 1},
    {TR_SKETCH_BEZIER, "1,101 300,300 enter", 1, 1, 6, 1},
    {TR_SKETCH_SPLINE, "300,300 350,340 enter", 1, 0, 8, 1},
    {TR_SKETCH_SPLINE, "300,300 1,101 350,340 99,1 enter", 1, 2, 8, 1},
    {TR_SKETCH_SPLINE, "300,300 1,101 350,340 400,300 301,300", 1, 1, 6, 1},
    {TR_SKETCH_SPLINE, "300,300 350,340 400,300 301,300", 0, 0, 0, 0},
    {TR_SKETCH_LINK, "300,300 350,340", 1, 0, 3, 1},
    {TR_SKETCH_LINK, "99,1 1,101", 1, 2, -1, 1},
    {TR_SKETCH_LINK, "300,300 350,301", 1, 1, 2, 1},
    {TR_SKETCH_SHEET, "+300,300 ~320,310 ^350,340", 1, 0, 6, 1},
    {TR_SKETCH_SHEET, "99,1 1,101", 1, 2, 2, 1},
    {TR_SKETCH_LABEL, "1,101", 0, 0, 0, 1},
    {TR_SKETCH_LABEL, "300,300", 0, 0, 0, 1},
    {TR_SKETCH_NAIL, "300,300", 0, 0, 0, 0},
    {TR_SKETCH_NAIL, "1,101", 0, 1, -2, 1},
    {TR_SKETCH_NAIL, "30,1", 0, 1, -2, 1},
    {TR_SKETCH_NAIL, "25,415", 0, 1, -2, 1}, // inside a sheet that draws nothing
    {TR_SKETCH_TRACE, "25,415", 0, 0, 0, 1},
    {TR_SKETCH_SPRING, "1,101 300,300", 0, 0, 0, 1},
    {TR_SKETCH_SPRING, "400,400 300,300", 0, 0, 0, 0},
    {TR_SKETCH_MOTOR, "1,201", 0, 1, -1, 1},
    {TR_SKETCH_MOTOR, "30,1", 0, 1, -1, 1},
    {TR_SKETCH_MOTOR, "200,51", 1, 3, 0, 1},
    {TR_SKETCH_TRACE, "1,101", 0, 0, 0, 1},
    // Numbers typed.
    {TR_SKETCH_SEGMENT, "300,300 ~340,310 '50 enter", 1, 1, 3, 1},
    {TR_SKETCH_SEGMENT, "300,300 ~340,310 '2*crank tab '30 enter", 1, 2, 2, 1},
    {TR_SKETCH_SEGMENT, "300,300 ~340,301 '50 360,301", 1, 2, 2, 1},
    {TR_SKETCH_POLYLINE, "300,300 ~340,310 '50 enter 390,350 ~420,370 '=crank enter enter", 1, 2, 6,
     1},
    {TR_SKETCH_RECTANGLE, "300,300 ~340,310 '50 tab '1cm enter", 4, 10, 2, 1},
    {TR_SKETCH_CIRCLE, "300,300 ~340,310 '2.5 enter", 1, 1, 2, 1},
    {TR_SKETCH_ELLIPSE, "300,300 ~340,310 '50 tab '15 enter 300,330", 1, 2, 3, 1},
    {TR_SKETCH_ARC, "300,300 ~340,310 '50 enter 330,350", 1, 1, 4, 1},
    {TR_SKETCH_ELLIPSE, "300,300 ~340,310 '50 tab '15 enter ~300,330 '20 enter", 1, 3, 2, 1},
    {TR_SKETCH_ARC, "300,300 360,300 ~330,310 '31 enter", 1, 1, 4, 1},
    {TR_SKETCH_LINK, "300,300 ~340,310 '50 tab '45° enter", 1, 1, 2, 1},
};

static void
test_cases (Fixture *f, gconstpointer data)
{
  TrDocument *d = tr_session_get_document (f->session);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Case *c = &cases[i];
    g_autofree char *before = text_of (f);
    TrCheck was = *tr_session_check (f->session);
    int undo = tr_document_n_undo (d);
    choose (f, c->kind);
    run (f, c->events);
    const TrCheck *is = tr_session_check (f->session);
    if (is->bodies != was.bodies + c->bodies || is->dof != was.dof + c->dof ||
        is->constraints != was.constraints + c->constraints || !is->holds ||
        is->redundant->len > 0 || tr_document_n_undo (d) != undo + c->steps) {
      g_test_message ("%s %s: bodies %d, constraints %d, dof %d, steps %d, holds %d, redundant %u",
                      tr_sketch_kind_name (c->kind), c->events, is->bodies - was.bodies,
                      is->constraints - was.constraints, is->dof - was.dof,
                      tr_document_n_undo (d) - undo, is->holds, is->redundant->len);
      g_test_fail ();
    }
    // A reader takes what was written.
    gsize n;
    g_autofree char *text = tr_document_to_text (d, &n);
    g_autoptr (TrDocument) copy = tr_document_new ();
    g_assert_true (tr_document_load_text (copy, text, n, "copy", NULL));
    while (tr_document_n_undo (d) > undo)
      g_assert_true (tr_session_undo (f->session));
    g_autofree char *after = text_of (f);
    g_assert_cmpstr (before, ==, after);
  }
}

// Escape after any number of events: nothing that is not committed leaves a trace, and the next
// Escape leaves the tool.
static void
test_escape (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (GStrv) events = g_strsplit (cases[i].events, " ", -1);
    int n = (int) g_strv_length (events), steps = 0;
    for (int stop = 0; stop < n; stop++) {
      g_autofree char *before = text_of (f);
      choose (f, cases[i].kind);
      for (int k = 0; k < stop; k++)
        send_event (f, events[k]);
      steps = tr_document_n_undo (tr_session_get_document (f->session));
      g_autofree char *drawn = text_of (f);
      if (tr_sketch_is_active (f->sketch))
        send_event (f, "escape");
      g_assert_false (tr_sketch_is_active (f->sketch));
      g_assert_cmpint (tr_sketch_key (f->sketch, TR_SKETCH_KEY_ESCAPE), ==, TR_SKETCH_LEAVES);
      g_autofree char *left = text_of (f);
      g_assert_cmpstr (drawn, ==, left);
      for (int k = 0; k < steps; k++)
        tr_session_undo (f->session);
      g_autofree char *after = text_of (f);
      g_assert_cmpstr (before, ==, after);
    }
  }
}

static double
member (Fixture *f, const char *id, const char *name)
{
  const TrModel *m = tr_session_get_model (f->session);
  const TrBody *b = &m->bodies[tr_model_find (m, id).index];
  g_assert_cmpint (tr_model_find (m, id).kind, ==, TR_ELEMENT_BODY);
  return tr_body_member (b, tr_body_q (b, tr_session_get_state (f->session)->q),
                         tr_body_find_member (b, name), NULL, NULL);
}

static void
test_live (Fixture *f, gconstpointer data)
{
  choose (f, TR_SKETCH_SEGMENT);
  g_assert_cmpint (tr_sketch_type (f->sketch, "5"), ==, 0); // nothing to measure: a shortcut
  run (f, "300,300 ~340,330");
  g_assert_cmpint (tr_sketch_n_fields (f->sketch), ==, 2);
  TrSketchField length = tr_sketch_get_field (f->sketch, 0);
  TrSketchField angle = tr_sketch_get_field (f->sketch, 1);
  g_assert_cmpfloat_with_epsilon (length.value, 50, 1e-12);
  g_assert_cmpfloat_with_epsilon (angle.value, atan2 (3, 4), 1e-12);
  g_assert_true (length.is_active && !length.typed);
  g_assert_cmpint (tr_sketch_type (f->sketch, "c"), ==, 0);
  // Invalid until it can be read; the pointer gives the direction meanwhile.
  run (f, "'2*");
  length = tr_sketch_get_field (f->sketch, 0);
  g_assert_cmpstr (length.typed, ==, "2*");
  g_assert_false (length.is_valid);
  run (f, "'crank");
  length = tr_sketch_get_field (f->sketch, 0);
  g_assert_true (length.is_valid);
  g_assert_cmpfloat_with_epsilon (length.value, 40, 1e-12);
  run (f, "back back back back back back '50 tab '90");
  angle = tr_sketch_get_field (f->sketch, 1);
  g_assert_true (angle.is_active && angle.is_valid);
  g_assert_cmpfloat_with_epsilon (angle.value, G_PI / 2, 1e-12);
  length = tr_sketch_get_field (f->sketch, 0);
  g_assert_cmpfloat_with_epsilon (length.value, 250, 1e-12);
  run (f, "enter");
  g_assert_cmpfloat_with_epsilon (member (f, "s2", "length"), 250, 1e-9);
  g_assert_cmpfloat_with_epsilon (member (f, "s2", "bx"), 300, 1e-9);
  // A typed expression stays one.
  run (f, "escape 400,400 ~440,420 '2*crank enter escape");
  g_autoptr (GError) error = NULL;
  tr_session_set (f->session, "crank.value", "30", &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (member (f, "s3", "length"), 60, 1e-9);
}

// What cannot be read places nothing, whether it is taken by Enter or by a click.
static void
test_wrong_numbers (Fixture *f, gconstpointer data)
{
  static const char *const wrong[] = {"1/0", "-5", "0", "2*", "5 kg", "-"};

  choose (f, TR_SKETCH_SEGMENT);
  int n = tr_session_get_model (f->session)->n_bodies;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    run (f, "300,300 ~340,330");
    g_assert_null (tr_sketch_complaint (f->sketch));
    tr_sketch_type (f->sketch, wrong[i]);
    g_autofree char *why = tr_sketch_complaint (f->sketch);
    g_assert_true (g_str_has_prefix (why, "Length: "));
    g_assert_cmpint (tr_sketch_key (f->sketch, TR_SKETCH_KEY_ENTER), ==, TR_SKETCH_WRONG);
    g_assert_cmpint (tr_sketch_press (f->sketch, v2 (350, 350), true), ==, TR_SKETCH_WRONG);
    g_assert_cmpint (tr_sketch_n_points (f->sketch), ==, 1);
    run (f, "escape");
  }
  g_assert_cmpint (tr_session_get_model (f->session)->n_bodies, ==, n);
}

static void
test_preview (Fixture *f, gconstpointer data)
{
  for (int kind = 0; kind < TR_N_SKETCH_KINDS; kind++) {
    g_auto (TrOutline) outline = tr_outline_make ();
    choose (f, (TrSketchKind) kind);
    tr_sketch_outline (f->sketch, 0.1, &outline);
    g_assert_true (tr_outline_is_empty (&outline));
    run (f, kind == TR_SKETCH_LABEL ? "300,300" : "1,101");
    tr_sketch_motion (f->sketch, v2 (80, 160), true);
    tr_sketch_outline (f->sketch, 0.1, &outline);
    g_assert_true (tr_outline_is_finite (&outline));
    g_assert_true (tr_outline_is_empty (&outline) == !tr_sketch_is_active (f->sketch));
  }
}

// Of arcs and ellipses, whose third point is at first where the second is, what there is is seen.
static void
test_preview_flat (Fixture *f, gconstpointer data)
{
  static const TrSketchKind kinds[] = {TR_SKETCH_ARC, TR_SKETCH_ELLIPSE};

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_auto (TrOutline) outline = tr_outline_make ();
    choose (f, kinds[i]);
    run (f, "300,300 340,330 ~340,330");
    tr_sketch_outline (f->sketch, 0.1, &outline);
    g_assert_false (tr_outline_is_empty (&outline));
    TrBounds hull = tr_outline_hull (&outline);
    g_assert_cmpfloat_with_epsilon (v2_dist (hull.low, hull.high), 50, 1e-9);
    tr_sketch_leave (f->sketch);
  }
}

// The preview of a circle is the circle; a snap is told.
static void
test_preview_shape (Fixture *f, gconstpointer data)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  choose (f, TR_SKETCH_CIRCLE);
  run (f, "300,300 ~1,101");
  g_assert_cmpint (tr_sketch_get_snap (f->sketch)->kind, ==, TR_SNAP_POINT);
  run (f, "~340,330");
  g_assert_cmpint (tr_sketch_get_snap (f->sketch)->kind, ==, TR_SNAP_NONE);
  tr_sketch_outline (f->sketch, 0.1, &outline);
  TrBounds hull = tr_outline_hull (&outline);
  g_assert_cmpfloat_with_epsilon (hull.high.x - hull.low.x, 100, 1e-9);
  g_assert_cmpint (tr_sketch_n_points (f->sketch), ==, 1);
  tr_sketch_leave (f->sketch);
  tr_outline_empty (&outline);
  tr_sketch_outline (f->sketch, 0.1, &outline);
  g_assert_true (tr_outline_is_empty (&outline));
}

// Points follow what they are on; an undo ends the gesture.
static void
test_follow (Fixture *f, gconstpointer data)
{
  TrConnector p;

  choose (f, TR_SKETCH_SEGMENT);
  run (f, "1,101 ~50,150");
  tr_session_parse_connector (tr_session_get_model (f->session), "p1.at", &p, NULL);
  tr_session_press (f->session, &p, false);
  tr_session_move (f->session, v2 (5, 105));
  tr_session_release (f->session);
  g_assert_cmpint (tr_sketch_follow (f->sketch), ==, TR_SKETCH_CHANGED);
  Vec2 at = tr_sketch_get_point (f->sketch, 0);
  g_assert_cmpfloat (v2_dist (at, v2 (5, 105)), <, 0.1);
  run (f, "60,160");
  g_assert_cmpint (tr_sketch_n_points (f->sketch), ==, 1); // the chain goes on
  tr_session_undo (f->session);
  g_assert_cmpint (tr_sketch_follow (f->sketch), ==, TR_SKETCH_CHANGED);
  g_assert_cmpint (tr_sketch_n_points (f->sketch), ==, 0);
}

// An answer that is no expression adds nothing, and may be given again.
static void
test_answer (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = text_of (f);

  choose (f, TR_SKETCH_MOTOR);
  unsigned last = tr_sketch_press (f->sketch, v2 (1, 201), true);
  g_assert_true (last & TR_SKETCH_ASKS);
  g_assert_true (tr_sketch_answer (f->sketch, "2*") & TR_SKETCH_READY);
  g_assert_false (tr_sketch_commit (f->sketch, &error));
  g_assert_nonnull (error);
  g_autofree char *after = text_of (f);
  g_assert_cmpstr (before, ==, after);
  g_assert_true (tr_sketch_answer (f->sketch, "0.5 + time") & TR_SKETCH_READY);
  g_assert_true (tr_sketch_commit (f->sketch, NULL));
  g_assert_false (tr_sketch_is_active (f->sketch));
}

static void
expect_formula (Fixture *f, TrFormulaText text, TrFormulaField field, int column)
{
  g_autoptr (GError) error = NULL;
  TrFormulaField found;
  int at;

  g_assert_false (tr_formula_check (f->session, &text, &found, &at, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (found, ==, field);
  g_assert_cmpint (at, ==, column);
}

static void
test_formula (Fixture *f, gconstpointer data)
{
  static const char *const names[] = {"k"};
  static const char *const bad[] = {"sin"};
  const double values[] = {3};
  TrFormulaText rose = {
      "crank*cos(k*t)*cos(t)", "crank*cos(k*t)*sin(t)", "0", "2*pi", 1, names, values, true};
  TrFormulaText text;
  TrFormulaField field;
  int column;
  g_autoptr (GError) error = NULL;
  g_auto (TrOutline) outline = tr_outline_make ();
  g_autofree char *before = text_of (f);

  g_assert_true (tr_formula_check (f->session, &rose, &field, &column, &error));
  g_assert_no_error (error);
  g_assert_true (tr_formula_outline (f->session, &rose, 0.01, &outline));
  TrBounds hull = tr_outline_hull (&outline);
  g_assert_cmpfloat_with_epsilon (hull.high.x, 20, 0.5);
  text = rose, text.x = "2*";
  expect_formula (f, text, TR_FORMULA_X, 3);
  text = rose, text.y = "1 + rod";
  expect_formula (f, text, TR_FORMULA_Y, 5);
  text = rose, text.to = "t";
  expect_formula (f, text, TR_FORMULA_TO, 1);
  text = rose, text.unknowns = bad, text.x = text.y = "t";
  expect_formula (f, text, TR_FORMULA_WHOLE, 0);
  g_autofree char *after = text_of (f);
  g_assert_cmpstr (before, ==, after);
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (f->session));
  g_assert_cmpstr (tr_formula_add (&rose, parts), ==, "f1");
  g_assert_true (tr_session_add_all (f->session, tr_parts_get (parts), "Draw formula", &error));
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sketch/cases", Fixture, NULL, set_up, test_cases, tear_down);
  g_test_add ("/sketch/escape", Fixture, NULL, set_up, test_escape, tear_down);
  g_test_add ("/sketch/live", Fixture, NULL, set_up, test_live, tear_down);
  g_test_add ("/sketch/wrong-numbers", Fixture, NULL, set_up, test_wrong_numbers, tear_down);
  g_test_add ("/sketch/preview", Fixture, NULL, set_up, test_preview, tear_down);
  g_test_add ("/sketch/preview-flat", Fixture, NULL, set_up, test_preview_flat, tear_down);
  g_test_add ("/sketch/preview-shape", Fixture, NULL, set_up, test_preview_shape, tear_down);
  g_test_add ("/sketch/follow", Fixture, NULL, set_up, test_follow, tear_down);
  g_test_add ("/sketch/answer", Fixture, NULL, set_up, test_answer, tear_down);
  g_test_add ("/sketch/formula", Fixture, NULL, set_up, test_formula, tear_down);
  return g_test_run ();
}
