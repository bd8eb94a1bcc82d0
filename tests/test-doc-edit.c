// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Elements read into a drawing that is there, and taken out of it.

#include "doc/reader.h"
#include "doc/writer.h"

#include <string.h>

typedef struct {
  TrModel *m;
  TrState *s;
} Drawing;

static const char linkage[] =
    "{\"trammel\": 1, \"parameters\": [{\"name\": \"w\", \"value\": 3}, {\"name\": \"v\", "
    "\"value\": "
    "\"2*w\"}], \"bodies\": [{\"id\": \"p\", \"kind\": \"point\", \"at\": [1, 2]}, {\"id\": \"s\", "
    "\"kind\": \"segment\", \"a\": [0, 0], \"b\": [4, 0]}, {\"id\": \"l\", \"kind\": \"polyline\", "
    "\"points\": [[0, 0], [1, 0], [1, 1]]}], \"constraints\": [{\"id\": \"k1\", \"kind\": "
    "\"attach\", \"a\": {\"body\": \"p\", \"point\": \"at\"}, \"b\": {\"body\": \"s\", \"slide\": "
    "0.25}}, {\"id\": \"k2\", \"kind\": \"length\", \"a\": \"s\", \"value\": \"v\"}, {\"id\": "
    "\"k3\", \"kind\": \"equation\", \"expr\": \"l.x2 + w\", \"op\": \"=\"}], \"forces\": "
    "[{\"id\": "
    "\"g\", \"kind\": \"push\", \"a\": {\"body\": \"l\", \"slide\": 1.5}, \"force\": [0, 1]}], "
    "\"traces\": [{\"id\": \"w1\", \"a\": {\"body\": \"l\", \"point\": \"point2\"}}], \"labels\": "
    "[{\"text\": \"x\", \"at\": {\"body\": \"p\", \"point\": \"at\"}}]}";

static void
set_up (Drawing *d, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  tr_read_model (linkage, strlen (linkage), "linkage", &d->m, &d->s, &error);
  g_assert_no_error (error);
}

static void
tear_down (Drawing *d, gconstpointer data)
{
  // What is left is a document that can be read, and that is laid out as the reader does it.
  gsize n;
  g_autofree char *text = tr_write_model (d->m, d->s, &n);
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  g_autoptr (GError) error = NULL;
  tr_read_model (text, n, "left", &m, &s, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (s->q, (size_t) s->n_q * sizeof (double), d->s->q,
                   (size_t) d->s->n_q * sizeof (double));
  tr_model_free (d->m);
  tr_state_free (d->s);
}

// Taken back the drawing says what it said before, and made again what it says now.
static void
assert_there_and_back (Drawing *d, TrEdit *edit, const TrState *then, const char *before)
{
  g_autofree char *now = tr_write_model (d->m, d->s, NULL);
  tr_edit_swap (edit, d->m);
  g_autofree char *back = tr_write_model (d->m, then, NULL);
  g_assert_cmpstr (back, ==, before);
  tr_edit_swap (edit, d->m);
  g_autofree char *again = tr_write_model (d->m, d->s, NULL);
  g_assert_cmpstr (now, ==, again);
}

// Takes the element in; expected: the message, or NULL.
static TrElement
read (Drawing *d, const char *id, const char *text, const char *expected)
{
  TrElement e = {TR_ELEMENT_NONE, -1}, where = e;
  g_autoptr (TrEdit) edit = tr_edit_new (d->m);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrState) then = tr_state_copy (d->s);
  g_autofree char *before = tr_write_model (d->m, d->s, NULL);
  if (id != NULL)
    e = tr_model_find (d->m, id);
  bool ok = tr_edit_read_element (edit, d->m, &d->s, e.kind, id != NULL ? e.index : -1, text,
                                  strlen (text), &where, &error);
  g_assert_true (ok == (expected == NULL));
  if (ok) {
    g_assert_no_error (error);
    assert_there_and_back (d, edit, then, before);
    return where;
  }
  g_autofree char *after = tr_write_model (d->m, d->s, NULL);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpstr (error->message, ==, expected);
  return where;
}

static void
assert_element (Drawing *d, const char *id, const char *expected)
{
  g_autofree char *text = tr_write_element (d->m, d->s, tr_model_find (d->m, id));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_write (Drawing *d, gconstpointer data)
{
  assert_element (d, "w", "{\"name\": \"w\", \"value\": 3}");
  assert_element (d, "p", "{\"id\": \"p\", \"kind\": \"point\", \"at\": [1, 2]}");
  assert_element (d, "w1", "{\"id\": \"w1\", \"a\": {\"body\": \"l\", \"point\": \"point2\"}}");
}

static void
test_add (Drawing *d, gconstpointer data)
{
  // The state has moved since the load: it comes along.
  d->s->q[0] = 7;
  d->s->q[12] = 0.75;
  d->s->time = 2;
  d->s->memory[1].dir = v2 (0, 1);
  TrElement e = read (
      d, NULL, "{\"id\": \"c\", \"kind\": \"circle\", \"center\": [5, 6], \"radius\": 7}", NULL);
  g_assert_cmpint (e.kind, ==, TR_ELEMENT_BODY);
  g_assert_cmpint (e.index, ==, 3);
  g_assert_cmpint (d->m->n_q, ==, 17);
  assert_element (d, "c",
                  "{\"id\": \"c\", \"kind\": \"circle\", \"center\": [5, 6], \"radius\": 7}");
  assert_element (d, "p", "{\"id\": \"p\", \"kind\": \"point\", \"at\": [7, 2]}");
  g_assert_true (d->s->q[15] >= 0.75 && d->s->q[15] <= 0.75);
  g_assert_true (d->s->time >= 2 && d->s->memory[1].dir.y >= 1);

  e = read (d, NULL, "{\"id\": \"k4\", \"kind\": \"radius\", \"a\": \"c\", \"value\": \"v\"}",
            NULL);
  g_assert_cmpint (e.kind, ==, TR_ELEMENT_CONSTRAINT);
  g_assert_true (d->m->constraints[3].scalar[0].value >= 6);
  e = read (d, NULL, "{\"id\": \"g2\", \"kind\": \"gravity\", \"g\": [0, -1]}", NULL);
  g_assert_cmpint (e.kind, ==, TR_ELEMENT_FORCE);
  e = read (d, NULL, "{\"id\": \"w2\", \"a\": {\"body\": \"c\", \"t\": 0}}", NULL);
  g_assert_cmpint (e.kind, ==, TR_ELEMENT_TRACE);
  e = read (d, NULL, "{\"name\": \"u\", \"value\": \"w + v\"}", NULL);
  g_assert_cmpint (e.kind, ==, TR_ELEMENT_PARAMETER);
  g_assert_true (d->m->parameter_values[2] >= 9);
}

static void
test_add_refused (Drawing *d, gconstpointer data)
{
  read (d, NULL, "{\"id\": \"p\", \"kind\": \"number\", \"value\": 1}",
        "bodies[3], member id: expected a name that nothing else has, found \"p\" again");
  read (d, NULL, "{\"id\": \"k\", \"kind\": \"glue\"}",
        "member kind: expected a kind of body, constraint or force, found \"glue\"");
  read (d, NULL, "{\"id\": \"k\", \"kind\": 3}",
        "member kind: expected a kind of body, found a number");
  read (d, NULL, "{\"id\": \"k\"}", "expected a member \"kind\", found none");
  read (d, NULL,
        "{\"id\": \"k\", \"a\": {\"body\": \"c\", \"t\": 0}, \"b\": {\"body\": \"c\", \"t\": 1}}",
        "expected a member \"kind\", found none");
  read (d, NULL, "{}", "expected a member \"kind\", found none");
  read (d, NULL, "[1]", "expected an object, found a list");
  read (d, NULL, "{\"id\": }", "JSON:1:8: expected a value, found \"}\"");
  read (d, NULL, "{\"name\": \"l2\", \"value\": \"l2\"}",
        "parameter l2, value: expected no cycle, found l2 → l2");
}

static void
test_replace (Drawing *d, gconstpointer data)
{
  d->s->q[12] = 0.75;          // k1's slide
  d->s->q[4] = d->s->q[5] = 0; // s has no length: its direction is what k2 remembers
  d->s->memory[1].dir = v2 (0, 1);
  read (d, "k2", "{\"id\": \"k2\", \"kind\": \"length\", \"a\": \"s\", \"value\": 9}", NULL);
  g_assert_true (d->s->memory[1].dir.y >= 1);
  g_assert_true (d->s->q[12] >= 0.75 && d->s->q[12] <= 0.75);
  read (d, "k2",
        "{\"id\": \"k2\", \"kind\": \"length\", \"a\": {\"from\": {\"at\": [0, 0]}, \"to\": "
        "{\"body\": \"p\", \"point\": \"at\"}}, \"value\": 9}",
        NULL);
  // Of other things it remembers what they are now: from (0, 0) to (1, 2).
  g_assert_true (d->s->memory[1].dir.x > 0.447 && d->s->memory[1].dir.y < 0.895);
  read (d, "k1",
        "{\"id\": \"k1\", \"kind\": \"attach\", \"a\": {\"body\": \"p\", \"point\": \"at\"}, "
        "\"b\": {\"body\": \"s\", \"slide\": 0.5}}",
        NULL);
  g_assert_true (d->s->q[12] >= 0.5 && d->s->q[12] <= 0.5);
  read (d, "p", "{\"id\": \"p\", \"kind\": \"point\", \"at\": [8, 9]}", NULL);
  g_assert_true (d->s->q[0] >= 8 && d->s->q[1] >= 9);
  read (d, "w", "{\"name\": \"w\", \"value\": 1.5}", NULL);
  g_assert_true (d->m->parameter_values[1] <= 3);
}

// A body of another shape: what holds it is checked against it.
static void
test_replace_shape (Drawing *d, gconstpointer data)
{
  read (d, "l", "{\"id\": \"l\", \"kind\": \"polyline\", \"points\": [[0, 0], [1, 0]]}",
        "constraint k3, expr: column 1: expected a scalar member of the polyline l (x0, y0, x1, "
        "y1, length), found \"l.x2\"");
  read (d, "k3", "{\"id\": \"k3\", \"kind\": \"equation\", \"expr\": \"w\", \"op\": \"=\"}", NULL);
  read (d, "l", "{\"id\": \"l\", \"kind\": \"polyline\", \"points\": [[0, 0], [1, 0]]}",
        "trace w1, member a.point: expected a named point of the polyline l (point0, point1), "
        "found \"point2\"");
  read (d, "w1", "{\"id\": \"w1\", \"a\": {\"body\": \"l\", \"t\": 1.5}}", NULL);
  read (d, "l", "{\"id\": \"l\", \"kind\": \"polyline\", \"points\": [[0, 0], [1, 0]]}",
        "trace w1, member a.t: expected a parameter from 0 to 1, found 1.5");
  read (d, "l",
        "{\"id\": \"l\", \"kind\": \"polyline\", \"points\": [[0, 0], [1, 0], [2, 2], [3, 3]]}",
        NULL);
  g_assert_cmpint (d->m->n_q, ==, 16);
  g_assert_true (d->s->q[15] >= 1.5 && d->s->q[15] <= 1.5); // the force's slide
}

// Connectors follow a new name; expressions, which are texts, do not.
static void
test_rename (Drawing *d, gconstpointer data)
{
  d->s->q[12] = 0.75;
  read (d, "s", "{\"id\": \"bar\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [4, 0]}", NULL);
  assert_element (d, "k2",
                  "{\"id\": \"k2\", \"kind\": \"length\", \"a\": \"bar\", \"value\": \"v\"}");
  g_assert_cmpint (tr_model_find (d->m, "s").kind, ==, TR_ELEMENT_NONE);
  g_assert_true (d->s->q[12] >= 0.75 && d->s->q[12] <= 0.75);
  read (d, "l", "{\"id\": \"line\", \"kind\": \"polyline\", \"points\": [[0, 0], [1, 0], [1, 1]]}",
        "constraint k3, expr: column 1: expected a member of a body that is there, found \"l.x2\"");
  read (d, "w", "{\"name\": \"w2\", \"value\": 1}",
        "parameter v, value: column 3: expected the name of a parameter, found \"w\"");
}

static void
test_fragment (Drawing *d, gconstpointer data)
{
  static const char text[] =
      "{\"constraints\": [{\"id\": \"k1_2\", \"kind\": \"attach\", \"a\": {\"body\": \"p_2\", "
      "\"point\": \"at\"}, \"b\": {\"body\": \"s\", \"slide\": 0.5}}], \"bodies\": [{\"id\": "
      "\"p_2\", "
      "\"kind\": \"point\", \"at\": [3, 2]}]}";
  g_autoptr (TrEdit) e = tr_edit_new (d->m);
  g_assert_true (tr_edit_read_fragment (e, d->m, &d->s, text, strlen (text), NULL));
  g_assert_cmpint (d->m->n_q, ==, 17);
  g_assert_true (d->s->q[12] >= 3 && d->s->q[15] >= 0.5 && d->s->q[15] <= 0.5);
  g_assert_cmpint (d->m->constraints[3].end[1].connector[0].slide, ==, 15);
}

static void
remove_one (Drawing *d, const char *id, const char *expected)
{
  g_autoptr (GArray) removed = g_array_new (FALSE, FALSE, sizeof (TrElement));
  g_autoptr (GString) text = g_string_new (NULL);
  TrModel *m = tr_model_copy (d->m);
  TrElement e = tr_model_find (m, id);
  tr_model_remove (m, &e, 1, removed);
  for (guint i = 0; i < removed->len; i++)
    g_string_append_printf (text, "%s ",
                            tr_model_element_id (d->m, g_array_index (removed, TrElement, i)));
  g_assert_cmpstr (text->str, ==, expected);
  TrState *s = tr_state_migrate (d->m, d->s, m);
  tr_model_free (d->m);
  tr_state_free (d->s);
  d->m = m;
  d->s = s;
}

static void
test_remove_body (Drawing *d, gconstpointer data)
{
  d->s->q[7] = 11;
  remove_one (d, "p", "p k1 #1 ");
  g_assert_cmpint (d->m->n_labels, ==, 0);
  g_assert_cmpint (d->m->n_q, ==, 11);
  g_assert_true (d->s->q[5] >= 11);
  assert_element (d, "k2",
                  "{\"id\": \"k2\", \"kind\": \"length\", \"a\": \"s\", \"value\": \"v\"}");
  assert_element (d, "g",
                  "{\"id\": \"g\", \"kind\": \"push\", \"a\": {\"body\": \"l\", \"slide\": "
                  "1.5}, \"force\": [0, 1]}");
  // The equation's variables have moved with the body.
  double x =
      tr_model_expr_value (d->m, d->m->constraints[1].expr, d->m->constraints[1].vars, d->s->q, 0);
  g_assert_true (x >= 4 && x <= 4);
  remove_one (d, "l", "l k3 g w1 ");
}

static void
test_remove_parameter (Drawing *d, gconstpointer data)
{
  remove_one (d, "w", "w v k2 k3 ");
  remove_one (d, "k1", "k1 ");
  g_assert_cmpint (d->m->n_q, ==, 13);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/doc-edit/write", Drawing, NULL, set_up, test_write, tear_down);
  g_test_add ("/doc-edit/add", Drawing, NULL, set_up, test_add, tear_down);
  g_test_add ("/doc-edit/add-refused", Drawing, NULL, set_up, test_add_refused, tear_down);
  g_test_add ("/doc-edit/replace", Drawing, NULL, set_up, test_replace, tear_down);
  g_test_add ("/doc-edit/replace-shape", Drawing, NULL, set_up, test_replace_shape, tear_down);
  g_test_add ("/doc-edit/rename", Drawing, NULL, set_up, test_rename, tear_down);
  g_test_add ("/doc-edit/fragment", Drawing, NULL, set_up, test_fragment, tear_down);
  g_test_add ("/doc-edit/remove-body", Drawing, NULL, set_up, test_remove_body, tear_down);
  g_test_add ("/doc-edit/remove-parameter", Drawing, NULL, set_up, test_remove_parameter,
              tear_down);
  return g_test_run ();
}
