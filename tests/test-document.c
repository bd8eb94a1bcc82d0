// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of a document: what each does, and that what is refused leaves all as it was.

#include "make-drawing.h"

#include <glib/gstdio.h>
#include <unistd.h>

static const char linkage[] =
    "{'trammel': 1, 'units': 'cm', 'parameters': [{'name': 'w', 'value': 3}, {'name': 'h', "
    "'value': '2*w'}], 'bodies': [{'id': 'p', 'kind': 'point', 'at': [1, 2]}, {'id': 's', 'kind': "
    "'segment', 'a': [0, 0], 'b': [4, 0], 'style': {'width': 0.5}}, {'id': 'c', 'kind': 'circle', "
    "'center': [5, 5], 'radius': 2}, {'id': 'el', 'kind': 'ellipse', 'center': [9, 9], 'radii': "
    "[3, 2], 'rotation': 0}, {'id': 'sh', 'kind': 'sheet', 'origin': [0, 9], 'u': [1, 0], 'v': "
    "[0, 1]}], 'constraints': [{'id': 'k1', 'kind': 'attach', 'a': <p.at>, 'b': <s~0.25>}, {'id': "
    "'k2', 'kind': 'length', 'a': 's', 'value': 'h - 2'}, {'id': 'k3', 'kind': 'equation', "
    "'expr': 'c.radius + p.x - w', 'op': '='}], 'forces': [{'id': 'f1', 'kind': 'push', 'a': "
    "<c.center>, 'force': [0, 1]}], 'traces': [{'id': 'tr1', 'a': <p.at>}], 'labels': [{'text': "
    "'{s.length}', 'at': <s.b>}]}";

static void
set_up (Drawing *d, gconstpointer data)
{
  drawing_load (d, linkage);
}

// What is left is a document that reads back as itself.
static void
tear_down (Drawing *d, gconstpointer data)
{
  gsize n;
  g_autofree char *text = tr_document_to_text (d->document, &n);
  g_autoptr (TrDocument) again = tr_document_new ();
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_document_load_text (again, text, n, "again", &error));
  g_autofree char *same = tr_document_to_text (again, NULL);
  g_assert_cmpstr (text, ==, same);
  drawing_clear (d);
}

static char *
text_of (Drawing *d)
{
  return tr_document_to_text (d->document, NULL);
}

static bool
text_has (Drawing *d, const char *piece)
{
  g_autofree char *json = drawing_text (piece);
  g_autofree char *text = text_of (d);
  return strstr (text, json) != NULL;
}

static void
set (Drawing *d, const char *what, const char *value)
{
  g_autoptr (GError) error = NULL;
  if (!tr_document_set (d->document, what, value, &error))
    g_error ("set %s %s: %s", what, value, error->message);
}

static void
test_set (Drawing *d, gconstpointer data)
{
  guint generation = tr_document_get_generation (d->document);
  set (d, "w.value", "4");
  g_assert_cmpuint (tr_document_get_generation (d->document), !=, generation);
  g_assert_cmpfloat (fabs (tr_session_get_model (d->session)->parameter_values[1] - 8), <, 1e-15);
  set (d, "k2.value", "w + 1");
  g_assert_true (text_has (d, "'value': 'w + 1'"));
  set (d, "k2.value", "\"w + 2\"");
  g_assert_true (text_has (d, "'value': 'w + 2'"));
  set (d, "k2.value", "7.5");
  g_assert_true (text_has (d, "'value': 7.5"));
  set (d, "s.a", "[1, 1]");
  set (d, "s.bx", "2*w + p.x"); // a state member: its value now
  drawing_assert_near (drawing_point (d, "s.a"), v2 (1, 1), 0);
  drawing_assert_near (drawing_point (d, "s.b"), v2 (9, 0), 0);
  set (d, "s.style.width", "2");
  set (d, "p.style.stroke", "\"#ff0000\"");
  g_assert_true (text_has (d, "'style': {'width': 2}") && text_has (d, "'stroke': '#ff0000'"));
  set (d, "s.name", "\"Crank 5\"");
  set (d, "s.locked", "true");
  g_assert_true (text_has (d, "'name': 'Crank 5'") && text_has (d, "'locked': true"));
  set (d, "f1.force", "[1, -1]");
  set (d, "tr1.a", "{\"body\": \"s\", \"point\": \"b\"}");
  set (d, "k1.enabled", "false");
  set (d, "k1.b", "{\"body\": \"s\", \"slide\": 0.5}");
  set (d, "c.radius", "3");
  set (d, "sh.ux", "2");
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 0);
  g_assert_true (tr_document_has_moved (d->document));
}

static void
test_set_refused (Drawing *d, gconstpointer data)
{
  static const char *const refused[][2] = {
      {"w", "3"},
      {".value", "3"},
      {"w.", "3"},
      {"nobody.value", "3"},
      {"w.value", "h"},   // a cycle
      {"w.value", "1/0"}, // not finite
      {"w.value", "1e999"},
      {"w.value", "1e13"},
      {"w.value", "[1]"},
      {"w.value", "p.x"}, // parameters see parameters
      {"w.name", "\"sin\""},
      {"w.name", "\"p\""}, // taken
      {"p.at", "[1]"},
      {"p.at", "[1, 2, 3]"},
      {"p.at", "5"},
      {"p.x", "1e999"},
      {"p.x", "0/0"},
      {"p.x", "\"two\""},
      {"p.x", "[1]"},
      {"p.x", "true"},
      {"p.length", "3"},
      {"s.length", "3"}, // derived: not a state
      {"s.angle", "3"},
      {"s.kind", "\"circle\""}, // and with it all its members
      {"s.style", "3"},
      {"s.style.stroke", "\"reddish\""},
      {"s.style.width", "-1"},
      {"s.id", "\"p\""},
      {"s.id", "\"2s\""},
      {"c.radius", "-1"},
      {"el.u", "-1"},
      {"el.radii", "[3, -1]"},
      {"sh.u", "[0, 2]"}, // flat
      {"sh.vy", "0"},
      {"k1.a", "{\"body\": \"nobody\", \"point\": \"a\"}"},
      {"k1.a", "\"s\""},
      {"k2.value", "q.x"},
      {"k2.value", "3 +"},
      {"k3.op", "\"<\""},
      {"k3.expr", "c.weight"},
      {"f1.force", "[1, \"x\"]"},
      {"f1.stiffness", "3"},
      {"tr1.a", "3"},
  };
  g_autofree char *before = text_of (d);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;
    if (tr_document_set (d->document, refused[i][0], refused[i][1], &error))
      g_error ("set %s %s was not refused", refused[i][0], refused[i][1]);
    g_assert_nonnull (error);
    g_assert_cmpuint (strlen (error->message), >, 8);
    g_autofree char *after = text_of (d);
    g_assert_cmpstr (before, ==, after);
  }
  g_assert_false (tr_document_has_moved (d->document));
}

static void
test_add (Drawing *d, gconstpointer data)
{
  static const char *const good[] = {
      "{'id': 'a1', 'kind': 'segment', 'a': [0, 0], 'b': [1, 1]}",
      "{'id': 'a2', 'kind': 'length', 'a': 'a1', 'value': 'h'}",
      "{'id': 'a3', 'kind': 'gravity', 'g': [0, -1]}",
      "{'id': 'a4', 'a': <a1.b>}",
      "{'name': 'a5', 'value': 'w^2'}",
  };
  static const char *const bad[] = {
      "",
      "{",
      "[]",
      "{}",
      "{'id': 'z'}",
      "{'id': 'p', 'kind': 'point', 'at': [0, 0]}",
      "{'id': 'z', 'kind': 'point'}",
      "{'id': 'z', 'kind': 'point', 'at': [0, 1e13]}",
      "{'id': 'z', 'kind': 'length', 'a': 'nobody', 'value': 1}",
      "{'id': 'z', 'kind': 'length', 'a': 's', 'value': 'z2'}",
      "{'id': 'sin', 'kind': 'point', 'at': [0, 0]}",
      "{'id': 'z', 'kind': 'point', 'at': [0, 0]} x",
      "{'name': 'z', 'value': 'z'}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autofree char *json = drawing_text (good[i]);
    g_autofree char *id = NULL;
    g_autoptr (GError) error = NULL;
    tr_document_add (d->document, json, &id, &error);
    g_assert_no_error (error);
    g_assert_cmpint (id[1], ==, (int) ('1' + i));
  }
  g_autofree char *before = text_of (d);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *json = drawing_text (bad[i]);
    g_autoptr (GError) error = NULL;
    g_assert_false (tr_document_add (d->document, json, NULL, &error));
    g_assert_nonnull (error);
    g_autofree char *after = text_of (d);
    g_assert_cmpstr (before, ==, after);
  }
}

static char *
removal (Drawing *d, const char *id)
{
  const char *const ids[] = {id, NULL};
  g_autoptr (GPtrArray) removed = NULL;
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_document_remove (d->document, ids, &removed, &error));
  g_ptr_array_add (removed, NULL);
  return g_strjoinv (" ", (char **) removed->pdata);
}

static void
test_remove (Drawing *d, gconstpointer data)
{
  g_autofree char *before = text_of (d);
  static const char *const cases[][2] = {
      {"w", "w h k2 k3"}, {"h", "h k2"}, {"p", "p k1 k3 tr1"}, {"s", "s k1 k2 #1"},
      {"c", "c k3 f1"},   {"k1", "k1"},  {"f1", "f1"},         {"tr1", "tr1"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *removed = removal (d, cases[i][0]);
    g_assert_cmpstr (removed, ==, cases[i][1]);
    if (g_str_equal (cases[i][0], "s"))
      g_assert_cmpint (tr_session_get_model (d->session)->n_labels, ==, 0);
    tr_document_revert (d->document);
    g_autofree char *after = text_of (d);
    g_assert_cmpstr (before, ==, after);
  }
  const char *const ids[] = {"s", "nobody", NULL};
  g_autoptr (GError) error = NULL;
  g_assert_false (tr_document_remove (d->document, ids, NULL, &error));
  g_assert_nonnull (error);
  g_autofree char *after = text_of (d);
  g_assert_cmpstr (before, ==, after);
}

static void
paste (Drawing *d, const char *ids, double dx, double dy)
{
  g_auto (GStrv) list = g_strsplit (ids, ",", -1);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = tr_document_copy (d->document, (const char *const *) list, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) renamed = NULL;
  tr_document_paste (d->document, text, dx, dy, &renamed, &error);
  g_assert_no_error (error);
  g_assert_cmpint (renamed->len % 2, ==, 0);
}

static void
test_paste (Drawing *d, gconstpointer data)
{
  paste (d, "p,s,c", 10, -1);
  drawing_assert_near (drawing_point (d, "p_2.at"), v2 (11, 1), 0);
  drawing_assert_near (drawing_point (d, "s_2.b"), v2 (14, -1), 0);
  drawing_assert_near (drawing_point (d, "c_2.center"), v2 (15, 4), 0);
  g_assert_true (text_has (d, "'expr': 'c_2.radius + p_2.x - w'"));
  g_assert_true (text_has (d, "{'id': 'k1_2', 'kind': 'attach', 'a': <p_2.at>, 'b': <s_2~0.25>}"));
  g_assert_true (text_has (d, "{'id': 'f1_2'"));
  g_assert_true (text_has (d, "{'id': 'tr1_2'"));
  paste (d, "s", 0, 3);
  g_assert_true (text_has (d, "'id': 's_3'") && text_has (d, "'id': 'k2_3'"));
  paste (d, "s_3", 0, 3); // its copy is the next of them, no s_3_2
  g_assert_true (text_has (d, "'id': 's_4'"));
  paste (d, "p,el", 0, 3); // what joins them to others stays behind
  g_assert_true (text_has (d, "'id': 'p_3'") && !text_has (d, "'id': 'k1_3'"));
}

// A member's name is not the body of that name.
static void
test_paste_names (Drawing *d, gconstpointer data)
{
  g_autofree char *body = drawing_text ("{'id': 'radius', 'kind': 'circle', 'center': [0, 0], "
                                        "'radius': 1}");
  g_autofree char *con =
      drawing_text ("{'id': 'k9', 'kind': 'fix', 'a': 'radius', 'what': 'radius', 'value': 1}");
  g_autoptr (GError) error = NULL;
  tr_document_add (d->document, body, NULL, &error);
  g_assert_no_error (error);
  tr_document_add (d->document, con, NULL, &error);
  g_assert_no_error (error);
  paste (d, "radius", 4, 0);
  g_assert_true (text_has (d, "'a': 'radius_2', 'what': 'radius', 'value': 1"));
}

// Those of another drawing that it computes with come along: as they are where nothing is called so,
// not at all where the drawing has the same, under another name where it is something else.
static void
test_paste_parameters (Drawing *d, gconstpointer data)
{
  static const struct {
    const char *into, *has, *has_not;
  } cases[] = {
      {"'bodies': []", "{'name': 'w', 'value': 3}", "w_2"},
      {"'bodies': []", "{'name': 'h', 'value': '2*w'}", "unread"},
      {"'parameters': [{'name': 'w', 'value': 3}], 'bodies': []", "'value': 'h + w'", "w_2"},
      {"'parameters': [{'name': 'w', 'value': 7}], 'bodies': []", "'value': 'h + w_2'", "h_2"},
      {"'parameters': [{'name': 'w', 'value': 7}, {'name': 'h', 'value': '2*w'}], 'bodies': []",
       "{'name': 'h_2', 'value': '2*w_2'}", "unread"},
      {"'bodies': [{'id': 'w', 'kind': 'point', 'at': [0, 0]}]", "{'name': 'w_2', 'value': 3}",
       "unread"},
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *json = drawing_text (
      "{'trammel': 1, 'parameters': [{'name': 'h', 'value': '2*w'}, {'name': 'w', 'value': 3}, "
      "{'name': 'unread', 'value': 1}], 'bodies': [{'id': 'bar', 'kind': 'segment', 'a': [0, 0], "
      "'b': [9, 0]}], 'constraints': [{'id': 'c', 'kind': 'length', 'a': 'bar', 'value': 'h + "
      "w'}]}");
  g_autoptr (TrDocument) from = tr_document_new ();
  g_assert_true (tr_document_load_text (from, json, strlen (json), "from", &error));
  g_autofree char *copy = tr_document_copy (from, (const char *const[]){"bar", NULL}, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *quoted = g_strdup_printf ("{'trammel': 1, %s}", cases[i].into);
    g_autofree char *into = drawing_text (quoted), *has = drawing_text (cases[i].has);
    g_autoptr (TrDocument) to = tr_document_new ();
    g_assert_true (tr_document_load_text (to, into, strlen (into), "to", &error));
    tr_document_paste (to, copy, 1, 1, NULL, &error);
    g_assert_no_error (error);
    g_autofree char *now = tr_document_to_text (to, NULL);
    g_assert_nonnull (strstr (now, has));
    g_assert_null (strstr (now, cases[i].has_not));
    g_assert_nonnull (strstr (now, "bar_2"));
  }
}

static void
test_paste_refused (Drawing *d, gconstpointer data)
{
  static const char *const bad[] = {
      "",
      "[]",
      "{",
      "{'bodies': 3}",
      "{'bodies': [{'id': 'z', 'kind': 'point'}]}",
      "{'constraints': [{'id': 'z', 'kind': 'length', 'a': 'gone', 'value': 1}]}",
      "{'bodies': [{'id': 'z', 'kind': 'point', 'at': [1e12, 0]}]}",
  };
  g_autofree char *before = text_of (d);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *json = drawing_text (bad[i]);
    g_autoptr (GError) error = NULL;
    if (tr_document_paste (d->document, json, 1, 1, NULL, &error))
      g_error ("pasted: %s", json);
    g_assert_nonnull (error);
    g_autofree char *after = text_of (d);
    g_assert_cmpstr (before, ==, after);
  }
  const char *const ids[] = {"p", "nobody", NULL};
  g_autoptr (GError) error = NULL;
  g_assert_null (tr_document_copy (d->document, ids, &error));
  g_assert_nonnull (error);
}

static void
test_enable (Drawing *d, gconstpointer data)
{
  g_autofree char *before = text_of (d);
  g_assert_true (tr_document_enable (d->document, "k1", false, NULL));
  g_assert_true (text_has (d, "'enabled': false"));
  g_assert_true (tr_document_enable (d->document, "k1", true, NULL));
  g_autofree char *after = text_of (d);
  g_assert_cmpstr (before, ==, after);
  g_assert_true (tr_document_enable (d->document, "f1", false, NULL));
  g_assert_false (tr_document_enable (d->document, "p", false, NULL));
  g_assert_false (tr_document_enable (d->document, "nobody", false, NULL));
}

static void
test_history (Drawing *d, gconstpointer data)
{
  g_assert_null (tr_document_undo_name (d->document));
  g_assert_null (tr_document_redo_name (d->document));
  set (d, "p.x", "7");
  tr_document_commit (d->document, "One");
  set (d, "p.x", "8");
  tr_document_commit (d->document, "Two");
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Two");
  g_assert_true (tr_document_undo (d->document));
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "One");
  g_assert_cmpstr (tr_document_redo_name (d->document), ==, "Two");
  drawing_assert_near (drawing_point (d, "p.at"), v2 (7, 2), 0);
  set (d, "p.x", "9"); // another way from here
  tr_document_commit (d->document, "Three");
  g_assert_cmpint (tr_document_n_redo (d->document), ==, 0);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 2);
  set (d, "p.x", "10");
  tr_document_revert (d->document);
  drawing_assert_near (drawing_point (d, "p.at"), v2 (9, 2), 0);
}

static void
test_join (Drawing *d, gconstpointer data)
{
  g_autofree char *dir = g_dir_make_tmp ("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "a.trammel", NULL);

  g_assert_false (tr_document_join (d->document));
  set (d, "p.x", "7");
  tr_document_commit (d->document, "One");
  g_assert_false (tr_document_join (d->document)); // the first entry is no step
  set (d, "p.x", "8");
  tr_document_commit (d->document, "Two");
  set (d, "p.y", "5");
  tr_document_commit (d->document, "Three");
  g_assert_true (tr_document_join (d->document));
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 2);
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Two");
  drawing_assert_near (drawing_point (d, "p.at"), v2 (8, 5), 0);
  g_assert_true (tr_document_undo (d->document));
  drawing_assert_near (drawing_point (d, "p.at"), v2 (7, 2), 0);
  g_assert_false (tr_document_join (d->document)); // something can be made again
  g_assert_true (tr_document_redo (d->document));
  drawing_assert_near (drawing_point (d, "p.at"), v2 (8, 5), 0);

  g_assert_true (tr_document_save (d->document, path, false, NULL));
  set (d, "p.x", "9");
  tr_document_commit (d->document, "Four");
  g_assert_false (tr_document_join (d->document)); // the way back to what the file has
  g_assert_true (tr_document_save (d->document, path, false, NULL));
  set (d, "p.x", "10");
  g_assert_false (tr_document_join (d->document)); // something is being tried
  tr_document_revert (d->document);
  g_assert_true (tr_document_join (d->document));
  g_assert_false (tr_document_is_modified (d->document));
  g_assert_true (tr_document_undo (d->document));
  g_assert_true (tr_document_is_modified (d->document));
  g_unlink (path);
  g_rmdir (dir);
}

static void
test_modified (Drawing *d, gconstpointer data)
{
  g_autofree char *dir = g_dir_make_tmp ("trammel-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (dir, "a.trammel", NULL);
  g_autoptr (GError) error = NULL;
  g_assert_null (tr_document_get_path (d->document));
  set (d, "p.x", "7");
  g_assert_true (tr_document_is_modified (d->document)); // moved, not yet committed
  tr_document_commit (d->document, "One");
  g_assert_true (tr_document_save (d->document, path, false, &error));
  g_assert_false (tr_document_is_modified (d->document));
  tr_document_undo (d->document);
  g_assert_true (tr_document_is_modified (d->document));
  tr_document_redo (d->document);
  g_assert_false (tr_document_is_modified (d->document));
  // The saved entry is dropped: no way leads back to it.
  tr_document_undo (d->document);
  set (d, "p.x", "8");
  tr_document_commit (d->document, "Two");
  g_assert_true (tr_document_is_modified (d->document));
  tr_document_undo (d->document);
  g_assert_true (tr_document_is_modified (d->document));

  g_autofree char *before = text_of (d);
  g_assert_false (tr_document_load (d->document, "/nowhere/at/all.trammel", &error));
  g_assert_nonnull (error);
  g_autofree char *after = text_of (d);
  g_assert_cmpstr (before, ==, after);
  g_assert_true (tr_document_load (d->document, path, NULL));
  drawing_assert_near (drawing_point (d, "p.at"), v2 (7, 2), 0);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 0);
  g_unlink (path);
  g_rmdir (dir);
}

static void
add (const char *name, void (*test) (Drawing *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/document/", name, NULL);
  g_test_add (path, Drawing, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("set", test_set);
  add ("set-refused", test_set_refused);
  add ("add", test_add);
  add ("remove", test_remove);
  add ("paste", test_paste);
  add ("paste-names", test_paste_names);
  add ("paste-parameters", test_paste_parameters);
  add ("paste-refused", test_paste_refused);
  add ("enable", test_enable);
  add ("history", test_history);
  add ("join", test_join);
  add ("modified", test_modified);
  return g_test_run ();
}
