// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Many bodies at once: which lies over which, and the layers they are in.

#include "session/arrange.h"
#include "session/labels.h"
#include "session/layering.h"
#include "session/relate.h"

#include "make-drawing.h"

// a, b and d overlap; c and f lie elsewhere, n draws nothing. b is nailed to a, and f to c.
static const char bodies[] =
    "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0], 'layer': 'Low'}, "
    "{'id': 'b', 'kind': 'segment', 'a': [10, 0], 'b': [5, 5]}, "
    "{'id': 'c', 'kind': 'circle', 'center': [100, 0], 'radius': 2, 'layer': 'High'}, "
    "{'id': 'd', 'kind': 'segment', 'a': [0, -1], 'b': [10, 3], 'layer': 'Low', 'hidden': true}, "
    "{'id': 'n', 'kind': 'number', 'value': 3}, "
    "{'id': 'f', 'kind': 'point', 'at': [102, 0]}";
static const char constraints[] =
    "{'id': 'ab', 'kind': 'attach', 'a': <a.b>, 'b': <b.a>}, "
    "{'id': 'fc', 'kind': 'attach', 'a': <f.at>, 'b': <c~0>}, "
    "{'id': 'rad', 'kind': 'equation', 'expr': 'c.radius - n + 1', 'op': '='}";

typedef struct {
  Drawing d;
  TrSelection *selection;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  drawing_init (&f->d, bodies, constraints, NULL);
  f->selection = tr_selection_new (f->d.session);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->selection);
  drawing_clear (&f->d);
}

// The names of the bodies, as they are drawn; and everything else is what it was.
static void
assert_order (Fixture *f, const char *expected)
{
  const TrModel *m = tr_session_get_model (f->d.session);
  const char *const expressions[] = {"a.bx", "b.ay", "c.radius", "d.ay", "n", "f.x"};
  const double values[] = {10, 0, 2, -1, 3, 102};
  g_autoptr (GString) order = g_string_new (NULL);

  for (int i = 0; i < m->n_bodies; i++)
    g_string_append (order, m->bodies[i].id);
  g_assert_cmpstr (order->str, ==, expected);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpfloat_with_epsilon (drawing_value (&f->d, expressions[i]), values[i], 1e-15);
  g_assert_cmpfloat (tr_session_check (f->d.session)->worst, <, 1e-12);
}

static bool
arrange (Fixture *f, const char *ids, TrArrangement how)
{
  g_auto (GStrv) texts = g_strsplit (ids, " ", -1);
  tr_selection_set_all (f->selection, (const char *const *) texts, g_strv_length (texts));
  return tr_arrange (f->selection, how);
}

static void
test_order (Fixture *f, gconstpointer data)
{
  assert_order (f, "abcdnf");
  g_assert_true (arrange (f, "a d", TR_ARRANGE_FRONT));
  assert_order (f, "bcnfad");
  g_assert_false (arrange (f, "a d", TR_ARRANGE_FRONT));
  g_assert_true (arrange (f, "f n", TR_ARRANGE_BACK));
  assert_order (f, "nfbcad");
  g_assert_cmpstr (tr_document_undo_name (f->d.document), ==, "Send to back");
  tr_session_undo (f->d.session);
  tr_session_undo (f->d.session);
  assert_order (f, "abcdnf");
  g_assert_cmpint (tr_document_n_undo (f->d.document), ==, 0);
}

static void
test_one_by_one (Fixture *f, gconstpointer data)
{
  // c and what draws nothing are no steps of their own; d, hidden, is none.
  g_assert_true (arrange (f, "a", TR_ARRANGE_RAISE));
  assert_order (f, "bacdnf");
  g_assert_false (arrange (f, "a", TR_ARRANGE_RAISE));
  g_assert_true (tr_layering_show (f->d.session, "Low", true));
  g_assert_true (arrange (f, "a", TR_ARRANGE_RAISE));
  assert_order (f, "bcdanf");
  g_assert_true (arrange (f, "d a", TR_ARRANGE_LOWER));
  assert_order (f, "dabcnf");
  // Both are in front of b again, the one still over the other.
  g_assert_true (arrange (f, "d a", TR_ARRANGE_RAISE));
  assert_order (f, "bdacnf");
  g_assert_false (arrange (f, "n", TR_ARRANGE_RAISE));
}

static TrLayerInfo
layer (Fixture *f, const char *name)
{
  g_autoptr (GArray) list = tr_layering_list (tr_session_get_model (f->d.session));
  for (guint i = 0; i < list->len; i++)
    if (strcmp (g_array_index (list, TrLayerInfo, i).name, name) == 0)
      return g_array_index (list, TrLayerInfo, i);
  return (TrLayerInfo){0};
}

static void
test_layers (Fixture *f, gconstpointer data)
{
  TrSession *s = f->d.session;

  g_assert_cmpint (layer (f, "").n_bodies, ==, 3);
  g_assert_cmpint (layer (f, "Low").n_bodies, ==, 2);
  g_assert_cmpint (layer (f, "Low").n_hidden, ==, 1);
  g_assert_true (tr_layering_show (s, "Low", false));
  g_assert_cmpint (layer (f, "Low").n_hidden, ==, 2);
  g_assert_false (tr_layering_show (s, "Low", false));
  g_assert_true (tr_layering_lock (s, "High", true));
  g_assert_cmpint (layer (f, "High").n_locked, ==, 1);
  g_assert_true (tr_layering_rename (s, "High", "Low"));
  g_assert_null (layer (f, "High").name);
  g_assert_cmpint (layer (f, "Low").n_bodies, ==, 3);
  g_assert_cmpstr (tr_document_undo_name (f->d.document), ==, "Rename layer");
  tr_session_undo (s);
  g_assert_cmpint (layer (f, "High").n_locked, ==, 1);
  tr_selection_set (f->selection, "b.b");
  tr_selection_add (f->selection, "n");
  tr_selection_add (f->selection, "ab");
  g_assert_true (tr_layering_take (f->selection, "Drei \"½"));
  g_assert_cmpint (layer (f, "Drei \"½").n_bodies, ==, 2);
  g_assert_false (tr_layering_take (f->selection, "Drei \"½"));
  g_assert_true (tr_layering_rename (s, "Low", ""));
  g_assert_cmpint (layer (f, "").n_bodies, ==, 3);
  assert_order (f, "abcdnf");
}

static guint
n_layers (Fixture *f)
{
  g_autoptr (GArray) list = tr_layering_list (tr_session_get_model (f->d.session));
  return list->len;
}

// Those that the drawing lists are there without bodies, in the file and in the history.
static void
test_listed_layers (Fixture *f, gconstpointer data)
{
  TrSession *s = f->d.session;
  guint n = n_layers (f);
  gsize length;

  g_assert_true (tr_layering_add (s, "New \"½\n"));
  g_assert_true (tr_layering_add (s, "Low"));
  g_assert_false (tr_layering_add (s, "Low"));
  g_assert_cmpuint (n_layers (f), ==, n + 1);
  g_autofree char *text = tr_document_to_text (f->d.document, &length);
  g_autoptr (TrDocument) read = tr_document_new ();
  g_assert_true (tr_document_load_text (read, text, length, "listed", NULL));
  g_autofree char *again = tr_document_to_text (read, NULL);
  g_assert_cmpstr (again, ==, text);
  g_assert_cmpint (tr_document_get_model (read)->layers.n, ==, 2);
  g_assert_true (tr_layering_rename (s, "New \"½\n", "Other"));
  g_assert_nonnull (layer (f, "Other").name);
  g_assert_true (tr_layering_rename (s, "Other", "Low")); // one of them
  g_assert_cmpuint (n_layers (f), ==, n);
  g_assert_true (tr_layering_rename (s, "Low", ""));
  g_assert_cmpuint (n_layers (f), ==, n - 1);
  while (tr_session_undo (s))
    ;
  g_assert_cmpuint (n_layers (f), ==, n);
  g_assert_cmpint (tr_session_get_model (s)->layers.n, ==, 0);
  tr_session_redo (s);
  g_assert_nonnull (layer (f, "New \"½\n").name);
}

// Each edit of a text is a step.
static void
test_labels (Fixture *f, gconstpointer data)
{
  const char *const labels[] = {"{\"text\": \"one\", \"at\": {\"at\": [0, 50]}, \"size\": 5}",
                                "{\"text\": \"two\", \"at\": {\"body\": \"a\", \"point\": \"a\"}}",
                                NULL};
  TrSession *s = f->d.session;
  const TrModel *m = tr_session_get_model (s);
  gsize length;

  g_assert_true (tr_session_add_all (s, labels, "Add", NULL));
  g_assert_cmpint (m->n_labels, ==, 2);
  int n = tr_document_n_undo (f->d.document);
  g_autofree char *before = tr_document_to_text (f->d.document, &length);
  TrBounds box = tr_label_box (m, tr_session_get_state (s), 0);
  g_assert_cmpfloat (box.low.y, >, 45);
  Vec2 at = v2_mid (box.low, box.high);
  g_assert_cmpint (tr_label_find (m, tr_session_get_state (s), at, 0.1), ==, 0);
  g_assert_cmpint (tr_label_find (m, tr_session_get_state (s), v2 (at.x, at.y + 20), 0.1), ==, -1);
  g_autoptr (GArray) first = g_array_new (FALSE, TRUE, sizeof (int));
  g_array_set_size (first, 1);
  tr_label_move_all (s, first, v2 (0, 20));
  g_assert_cmpint (tr_label_find (m, tr_session_get_state (s), v2 (at.x, at.y + 20), 0.1), ==, 0);
  g_assert_false (tr_label_set_text (s, 1, "{nobody}", NULL));
  g_assert_true (tr_label_set_text (s, 1, "two", NULL)); // as it is: no step
  g_assert_cmpint (tr_document_n_undo (f->d.document), ==, n + 1);
  g_assert_true (tr_label_set_text (s, 1, "{a.length:.1f}", NULL));
  g_assert_true (tr_label_set_text (s, 0, "", NULL));
  g_assert_cmpint (m->n_labels, ==, 1);
  g_assert_cmpstr (m->labels[0].text, ==, "{a.length:.1f}");
  g_assert_cmpint (tr_document_n_undo (f->d.document), ==, n + 3);
  while (tr_document_n_undo (f->d.document) > n)
    tr_session_undo (s);
  g_autofree char *after = tr_document_to_text (f->d.document, &length);
  g_assert_cmpstr (after, ==, before);
}

// A large drawing that was read on a copy comes to the layer that is drawn on, like a small one.
static void
test_absorbed (Fixture *f, gconstpointer data)
{
  const char *const more[] = {"{\"id\": \"x\", \"kind\": \"point\", \"at\": [0, 0]}",
                              "{\"id\": \"y\", \"kind\": \"point\", \"at\": [1, 0]}", NULL};
  TrSession *s = f->d.session;
  g_autoptr (TrDocument) grown = tr_document_new ();
  gsize length;
  g_autofree char *text = tr_document_to_text (f->d.document, &length);

  g_assert_true (tr_document_load_text (grown, text, length, "grown", NULL));
  g_assert_true (tr_document_add_all (grown, more, NULL));
  int n = tr_document_n_undo (f->d.document);
  tr_session_set_layer (s, "Imported");
  tr_session_set_layer (s, tr_session_get_layer (s));
  tr_session_absorb (s, grown, "Import");
  g_assert_cmpint (layer (f, "Imported").n_bodies, ==, 2);
  g_assert_cmpint (tr_document_n_undo (f->d.document), ==, n + 1);
  tr_session_undo (s);
  g_assert_null (layer (f, "Imported").name);
}

// What is locked stays where it is; let go, it follows what has changed.
static void
test_locked (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  tr_layering_lock (f->d.session, "High", true);
  tr_session_set (f->d.session, "n.value", "5", &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (drawing_value (&f->d, "c.radius"), 2, 1e-15);
  tr_layering_lock (f->d.session, "High", false);
  g_assert_cmpfloat_with_epsilon (drawing_value (&f->d, "c.radius - n"), -1, 1e-9);
}

// New bodies go where they are told to, but for those that know better.
static void
test_new_bodies (Fixture *f, gconstpointer data)
{
  static const char *const added[] = {
      "{\"id\": \"p\", \"kind\": \"point\", \"at\": [0, 9]}",
      "{\"id\": \"o\", \"kind\": \"point\", \"at\": [1, 9], \"layer\": \"High\"}", NULL};
  g_autoptr (GError) error = NULL;

  tr_session_set_layer (f->d.session, "Low");
  tr_session_add_all (f->d.session, added, "Draw", &error);
  g_assert_no_error (error);
  g_assert_cmpint (layer (f, "Low").n_bodies, ==, 3);
  g_assert_cmpint (layer (f, "High").n_bodies, ==, 2);
  g_assert_cmpint (tr_document_n_undo (f->d.document), ==, 1);
  tr_session_undo (f->d.session);
  g_assert_cmpint (layer (f, "Low").n_bodies, ==, 2);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

// The text of the last label.
static const char *
last_text (const TrModel *m)
{
  return m->labels[m->n_labels - 1].text;
}

// A text keeps its id as long as it is there, whatever comes and goes about it.
static void
test_ids_of_labels (Fixture *f, gconstpointer data)
{
  const char *const labels[] = {"{\"text\": \"one\", \"at\": {\"at\": [0, 50]}}",
                                "{\"text\": \"two\", \"at\": {\"body\": \"a\", \"point\": \"a\"}}",
                                NULL};
  const char *const first[] = {"#1", NULL};
  TrSession *s = f->d.session;
  const TrModel *m = tr_session_get_model (s);

  g_assert_true (tr_session_add_all (s, labels, "Add", NULL));
  tr_selection_set (f->selection, "#2");
  g_assert_true (tr_selection_has_element (f->selection, TR_ELEMENT_LABEL, 1));
  g_assert_true (tr_session_set (s, "#2.text", "too", NULL));
  g_assert_false (tr_session_set (s, "#2.at", "{\"body\": \"nobody\"}", NULL));
  g_assert_true (tr_session_remove (s, first, NULL, NULL));
  g_assert_true (tr_selection_has_element (f->selection, TR_ELEMENT_LABEL, 0));
  g_assert_true (tr_document_add (f->d.document, labels[0], NULL, NULL));
  g_assert_cmpstr (m->labels[1].id, ==, "#3");
  tr_document_revert (f->d.document);
  tr_session_undo (s);
  g_assert_true (tr_selection_has_element (f->selection, TR_ELEMENT_LABEL, 1));
  g_assert_cmpstr (m->labels[1].text, ==, "too");
  // A name in its place: what hangs on the body is read again, and is the same.
  g_assert_true (tr_session_set (s, "a.id", "z", NULL));
  g_assert_true (tr_selection_has_element (f->selection, TR_ELEMENT_LABEL, 1));
}

static void
paste (Fixture *f, const char *id)
{
  const char *const ids[] = {id, NULL};
  g_autofree char *text = tr_document_copy (f->d.document, ids, NULL);
  g_assert_true (tr_relate_paste (f->selection, text, 1, 2, NULL));
}

// With its body a text is copied along and computes with the copy; alone it stands on the ground.
// What has no layer goes to the current one.
static void
test_copies (Fixture *f, gconstpointer data)
{
  const char *const labels[] = {"{\"text\": \"{{}} {b.length + a.length} {b.ax:.1f}\", \"at\": "
                                "{\"body\": \"b\", \"point\": \"a\"}, \"offset\": [0, 3]}",
                                NULL};
  TrSession *s = f->d.session;
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (TrDocument) other = tr_document_new ();
  const char *const ids[] = {"b", NULL};

  g_assert_true (tr_session_add_all (s, labels, "Add", NULL));
  tr_session_set_layer (s, "High");
  paste (f, "b");
  g_assert_true (tr_selection_has (f->selection, "b_2") && tr_selection_has (f->selection, "#2"));
  g_assert_cmpstr (last_text (m), ==, "{{}} {b_2.length + a.length} {b_2.ax:.1f}");
  g_assert_cmpstr (m->bodies[m->labels[1].at.body].id, ==, "b_2");
  g_assert_cmpstr (m->bodies[m->n_bodies - 1].layer, ==, "High");
  paste (f, "a");
  g_assert_cmpstr (m->bodies[m->n_bodies - 1].layer, ==, "Low");
  paste (f, "#1");
  g_assert_cmpstr (last_text (m), ==, m->labels[0].text);
  const TrConnector *at = &m->labels[m->n_labels - 1].at;
  g_assert_true (at->kind == TR_AT_GROUND && fabs (at->p.x - 11) + fabs (at->p.y - 2) < 1e-9);
  // Elsewhere nobody is called a.
  g_autofree char *text = tr_document_copy (f->d.document, ids, NULL);
  g_assert_true (tr_document_paste (other, text, 0, 0, NULL, NULL));
  g_assert_cmpstr (last_text (tr_document_get_model (other)), ==,
                   "{{}} {{b.length + a.length}} {b_2.ax:.1f}");
}

// A parameter under another name: all that computes with it says the new one, and nothing else does.
static void
test_renamed (Fixture *f, gconstpointer data)
{
  const char *const more[] = {
      "{\"name\": \"ax\", \"value\": 10}",
      "{\"name\": \"w\", \"value\": \"ax/2\"}",
      "{\"id\": \"curve\", \"kind\": \"formula\", \"unknowns\": {}, \"x\": \"ax*cos(t)\", \"y\": "
      "\"sin(t)\", "
      "\"t\": [0, \"w\"]}",
      "{\"id\": \"len\", \"kind\": \"length\", \"a\": \"a\", \"value\": \"ax\"}",
      "{\"id\": \"eq\", \"kind\": \"equation\", \"expr\": \"a.ax + 2*ax - 20\", \"op\": \"=\"}",
      "{\"text\": \"ax {ax}, {a.ax}\", \"at\": {\"body\": \"a\", \"point\": \"a\"}}",
      NULL};
  TrSession *s = f->d.session;
  gsize length;

  g_autoptr (GError) error = NULL;
  tr_session_add_all (s, more, "Add", &error);
  g_assert_no_error (error);
  g_autofree char *before = tr_document_to_text (f->d.document, &length);
  g_assert_false (tr_session_set (s, "ax.name", "w", NULL));
  g_assert_false (tr_session_set (s, "ax.name", "c", NULL));
  g_assert_false (tr_session_set (s, "ax.name", "2x", NULL));
  g_assert_true (tr_session_set (s, "ax.name", "width", NULL));
  g_autofree char *text = tr_document_to_text (f->d.document, &length);
  const char *const said[] = {"\"width/2\"", "\"width*cos(t)\"", "\"value\": \"width\"",
                              "\"a.ax + 2*width - 20\"", "\"ax {width}, {a.ax}\""};
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    g_assert_nonnull (strstr (text, said[i]));
  g_assert_cmpfloat_with_epsilon (drawing_value (&f->d, "a.bx"), 10, 1e-12);
  tr_session_undo (s);
  g_autofree char *after = tr_document_to_text (f->d.document, &length);
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/arrange/order", test_order);
  add ("/arrange/one-by-one", test_one_by_one);
  add ("/arrange/layers", test_layers);
  add ("/arrange/listed-layers", test_listed_layers);
  add ("/arrange/absorbed", test_absorbed);
  add ("/arrange/labels", test_labels);
  add ("/arrange/ids-of-labels", test_ids_of_labels);
  add ("/arrange/copies", test_copies);
  add ("/arrange/renamed", test_renamed);
  add ("/arrange/locked", test_locked);
  add ("/arrange/new-bodies", test_new_bodies);
  return g_test_run ();
}
