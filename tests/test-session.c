// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The session: drags and edits, their entries in the history, and connectors as text.

#include "make-drawing.h"

static const char bodies[] =
    "{'id': 's', 'kind': 'segment', 'name': 'Crank', 'a': [0, 0], 'b': [3, 4]}, {'id': 'c', "
    "'kind': 'circle', 'center': [9, 0], 'radius': 2}, {'id': 'g', 'kind': 'rigid', 'position': "
    "[0, 9], 'rotation': 0}";
static const char cons[] = "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', "
                           "'kind': 'length', 'a': 's', 'value': 5}";

static void
set_up (Drawing *d, gconstpointer data)
{
  drawing_init (d, bodies, cons, NULL);
}

static void
tear_down (Drawing *d, gconstpointer data)
{
  drawing_clear (d);
}

static char *
text_of (Drawing *d)
{
  return tr_document_to_text (d->document, NULL);
}

static void
test_drag_entries (Drawing *d, gconstpointer data)
{
  g_autofree char *before = text_of (d);
  g_assert_false (tr_session_is_dragging (d->session));
  g_assert_null (tr_session_get_grab (d->session));
  drawing_press (d, "s.b");
  g_assert_true (tr_session_is_dragging (d->session));
  g_assert_cmpint (tr_session_get_grab (d->session)->body, ==, 0);
  drawing_assert_near (tr_session_get_pointer (d->session), v2 (3, 4), 0);
  tr_session_release (d->session); // a click
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 0);
  g_assert_false (tr_document_is_modified (d->document));

  drawing_drag (d, "s.b", v2 (4, 3), 5);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 1);
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Move Crank");
  g_assert_true (tr_document_is_modified (d->document));
  drawing_drag (d, "c.center", v2 (9, 1), 5);
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Move c");
  g_autofree char *after = text_of (d);

  g_assert_true (tr_session_undo (d->session));
  g_assert_cmpstr (tr_document_redo_name (d->document), ==, "Move c");
  g_assert_true (tr_session_undo (d->session));
  g_assert_false (tr_session_undo (d->session));
  g_autofree char *back = text_of (d);
  g_assert_cmpstr (before, ==, back);
  g_assert_false (tr_document_is_modified (d->document));
  g_assert_true (tr_session_redo (d->session) && tr_session_redo (d->session));
  g_assert_false (tr_session_redo (d->session));
  g_autofree char *again = text_of (d);
  g_assert_cmpstr (after, ==, again);
}

static void
test_cancel (Drawing *d, gconstpointer data)
{
  g_autofree char *before = text_of (d);
  drawing_press (d, "s.b");
  for (int i = 0; i < 10; i++)
    drawing_move (d, v2_polar (7, 0.3 * i));
  g_autofree char *during = text_of (d);
  g_assert_cmpstr (before, !=, during);
  tr_session_cancel (d->session);
  g_assert_false (tr_session_is_dragging (d->session));
  g_autofree char *after = text_of (d);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 0);
  drawing_drag (d, "s.b", v2 (5, 0), 9); // and it can be dragged again
  drawing_assert_near (drawing_point (d, "s.b"), v2 (5, 0), 1e-6);
}

// The whole body is carried: it does not turn.
static void
test_whole (Drawing *d, gconstpointer data)
{
  TrConnector c = drawing_connector (d, "g(3,1)");
  tr_session_press (d->session, &c, true);
  for (int i = 1; i <= 10; i++)
    drawing_move (d, v2 (3 + i, 10 + 2 * i));
  drawing_hold (d);
  tr_session_release (d->session);
  drawing_assert_near (drawing_point (d, "g.origin"), v2 (10, 29), 1e-5);
  g_assert_cmpfloat (fabs (drawing_value (d, "g.rotation")), <, 1e-9);
}

static void
test_edits (Drawing *d, gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_session_set (d->session, "l.value", "10", &error));
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Change Length Crank");
  drawing_assert_near (drawing_point (d, "s.b"), v2 (6, 8), 1e-8); // the shortest way
  g_autofree char *json =
      drawing_text ("{'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <c.center>}");
  g_assert_true (tr_session_add (d->session, json, &id, &error));
  g_assert_cmpstr (id, ==, "j");
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Add Attach Crank.b · c.center");
  g_assert_true (drawing_holds (d));
  g_assert_true (tr_session_enable (d->session, "j", false, &error));
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Disable Attach Crank.b · c.center");
  const char *const ids[] = {"c", NULL};
  g_autoptr (GPtrArray) removed = NULL;
  g_assert_true (tr_session_remove (d->session, ids, &removed, &error));
  g_assert_cmpint (removed->len, ==, 2);
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Remove c");
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 4);
  TrStepResult r = tr_session_solve (d->session); // nothing to do: no entry
  g_assert_false (r.moved);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 4);
  for (int i = 0; i < 4; i++)
    g_assert_true (tr_session_undo (d->session));
  drawing_assert_near (drawing_point (d, "s.b"), v2 (3, 4), 0);
}

// What is refused leaves no trace.
static void
test_refused (Drawing *d, gconstpointer data)
{
  g_autofree char *before = text_of (d);
  const char *const ids[] = {"nobody", NULL};
  g_autoptr (GError) e1 = NULL, e2 = NULL, e3 = NULL, e4 = NULL, e5 = NULL;
  g_assert_false (tr_session_set (d->session, "l.value", "1/0", &e1));
  g_assert_false (tr_session_add (d->session, "{", NULL, &e2));
  g_assert_false (tr_session_remove (d->session, ids, NULL, &e3));
  g_assert_false (tr_session_enable (d->session, "s", true, &e4));
  g_assert_false (tr_session_paste (d->session, "[]", 1, 1, NULL, &e5));
  g_assert_true (e1 && e2 && e3 && e4 && e5);
  g_autofree char *after = text_of (d);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 0);
}

// The judgement is kept while nothing changes and made anew when something does.
static void
test_check (Drawing *d, gconstpointer data)
{
  const TrCheck *c = tr_session_check (d->session);
  g_assert_true (c == tr_session_check (d->session));
  g_assert_cmpint (c->dof, ==, 10 - 3);
  g_assert_true (tr_session_set (d->session, "c.y", "3", NULL));
  g_assert_true (tr_session_check (d->session)->holds);
  g_autofree char *json = drawing_text ("{'id': 'm', 'kind': 'length', 'a': 's', 'value': 6}");
  g_assert_true (tr_session_add (d->session, json, NULL, NULL));
  g_assert_false (tr_session_check (d->session)->holds);
  tr_session_undo (d->session);
  g_assert_true (tr_session_check (d->session)->holds);
}

static void
test_connectors (Drawing *d, gconstpointer data)
{
  static const char *const good[] = {"s.a",      "s.middle",  "s@0.25",   "c@7",
                                     "c.center", "g(1,-2.5)", "g.origin", "3,-4"};
  static const char *const bad[] = {"",        "s",    "s.c",   "q.a",     "s@2", "s@",    "s@nan",
                                    "s(1,2)",  "g(1)", "g(1,2", "g(1,2)x", "g@0", "1,2,3", "n.a",
                                    "s@1e999", "s@.",  "s@-",   "s@0x1",   "."};
  const TrModel *m = tr_session_get_model (d->session);
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    TrConnector c = drawing_connector (d, good[i]);
    g_autofree char *text = tr_session_connector_text (m, &c);
    g_assert_cmpstr (text, ==, good[i]);
  }
  drawing_assert_near (drawing_point (d, "g(.5,-.5)"), v2 (0.5, 8.5), 1e-15);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    TrConnector c;
    g_autoptr (GError) error = NULL;
    if (tr_session_parse_connector (m, bad[i], &c, &error))
      g_error ("\"%s\" was read as a connector", bad[i]);
    g_assert_nonnull (error);
  }
}

static void
add (const char *name, void (*test) (Drawing *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/session/", name, NULL);
  g_test_add (path, Drawing, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("drag-entries", test_drag_entries);
  add ("cancel", test_cancel);
  add ("whole", test_whole);
  add ("edits", test_edits);
  add ("refused", test_refused);
  add ("check", test_check);
  add ("connectors", test_connectors);
  return g_test_run ();
}
