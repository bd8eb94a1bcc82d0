// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Selections: what is in them survives edits, the rubber band sees true curves, Tab walks.

#include "session/selection.h"

#include <string.h>

static const char drawing[] =
    "{\"trammel\": 1, \"bodies\": ["
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
    "{\"id\": \"c1\", \"kind\": \"circle\", \"center\": [20, 0], \"radius\": 5},"
    "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [40, 0]},"
    "{\"id\": \"h1\", \"kind\": \"point\", \"at\": [41, 0], \"hidden\": true},"
    "{\"id\": \"f1\", \"kind\": \"formula\", \"unknowns\": {\"k\": 60}, \"x\": \"k + 4*cos(t)\","
    " \"y\": \"2*sin(t)\", \"t\": [0, 6.283185307179586], \"closed\": true},"
    "{\"id\": \"b1\", \"kind\": \"bezier\", \"points\": [[80,0],[80,10],[90,10],[90,0]]}],"
    "\"constraints\": [{\"id\": \"l1\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 10}]}";

typedef struct {
  TrSession *session;
  TrSelection *selection;
  int n_changed;
} Fixture;

static void
changed_cb (Fixture *f)
{
  f->n_changed++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  tr_document_load_text (d, drawing, strlen (drawing), "test", &error);
  g_assert_no_error (error);
  f->session = tr_session_new (d);
  f->selection = tr_selection_new (f->session);
  g_signal_connect_swapped (f->selection, "changed", G_CALLBACK (changed_cb), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_unref (f->selection);
  g_object_unref (f->session);
}

static char *
listed (TrSelection *s)
{
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i ? " " : "", item[i].text);
  return g_string_free (out, FALSE);
}

static void
assert_listed (TrSelection *s, const char *expected)
{
  g_autofree char *text = listed (s);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_verbs (Fixture *f, gconstpointer data)
{
  TrSelection *s = f->selection;
  guint n;

  g_assert_true (tr_selection_add (s, "s1"));
  g_assert_true (tr_selection_add (s, "s1"));
  g_assert_cmpint (f->n_changed, ==, 1);
  g_assert_true (tr_selection_add (s, "c1.center"));
  g_assert_true (tr_selection_add (s, "l1"));
  g_assert_false (tr_selection_add (s, "nobody"));
  g_assert_false (tr_selection_add (s, "c1.b"));
  assert_listed (s, "s1 c1.center l1");
  g_assert_cmpint (f->n_changed, ==, 3);
  const TrSelected *item = tr_selection_get (s, &n);
  g_assert_cmpint (item[0].element.kind, ==, TR_ELEMENT_BODY);
  g_assert_cmpint (item[1].element.kind, ==, TR_ELEMENT_NONE);
  g_assert_cmpint (item[1].at.body, ==, 1);
  g_assert_cmpint (item[2].element.kind, ==, TR_ELEMENT_CONSTRAINT);
  g_assert_true (tr_selection_has_element (s, TR_ELEMENT_BODY, 0));
  g_assert_true (tr_selection_toggle (s, "s1"));
  assert_listed (s, "c1.center l1");
  tr_selection_toggle (s, "s1");
  assert_listed (s, "c1.center l1 s1");
  g_autofree const char **ids = tr_selection_ids (s);
  g_assert_cmpstr (ids[0], ==, "l1");
  g_assert_cmpstr (ids[1], ==, "s1");
  g_assert_null (ids[2]);
  f->n_changed = 0;
  tr_selection_set (s, "c1");
  tr_selection_set (s, "c1");
  g_assert_cmpint (f->n_changed, ==, 1);
  tr_selection_all (s);
  assert_listed (s, "s1 c1 p1 f1 b1");
  tr_selection_clear (s);
  tr_selection_clear (s);
  g_assert_cmpint (f->n_changed, ==, 3);
  g_assert_cmpuint (tr_selection_get_n (s), ==, 0);
}

static void
test_edits (Fixture *f, gconstpointer data)
{
  TrSelection *s = f->selection;
  const char *ids[] = {"s1", NULL};
  char *id = NULL;

  tr_selection_add (s, "p1");
  tr_selection_add (s, "s1.b");
  tr_selection_add (s, "l1");
  f->n_changed = 0;
  g_assert_true (tr_session_add (
      f->session, "{\"id\": \"first\", \"kind\": \"point\", \"at\": [1,1]}", &id, NULL));
  g_free (id);
  assert_listed (s, "p1 s1.b l1");
  g_assert_cmpint (f->n_changed, ==, 0);
  tr_selection_add (s, "first");
  g_assert_true (tr_session_remove (f->session, ids, NULL, NULL));
  assert_listed (s, "p1 first");
  g_assert_cmpint (f->n_changed, ==, 2);
  tr_session_undo (f->session);
  assert_listed (s, "p1 first");
  tr_session_undo (f->session);
  assert_listed (s, "p1");
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  g_assert_cmpint (item[0].element.index, ==, 2);
}

typedef struct {
  double x0, y0, x1, y1;
  TrBoxMode mode;
  const char *expected;
} BoxCase;

static const BoxCase boxes[] = {
    {-1, -1, 11, 1, TR_BOX_INSIDE, "s1"},
    {1, -1, 2, 1, TR_BOX_TOUCHING, "s1"},
    {1, -1, 2, 1, TR_BOX_INSIDE, ""},
    // The middle of a circle is not the circle; a corner of its box neither.
    {18, -2, 22, 2, TR_BOX_TOUCHING, ""},
    {24, 4, 26, 6, TR_BOX_TOUCHING, ""},
    {23, 3, 26, 6, TR_BOX_TOUCHING, "c1"},
    {14.9, -5.1, 25.1, 5.1, TR_BOX_INSIDE, "c1"},
    {15.1, -5.1, 25.1, 5.1, TR_BOX_INSIDE, ""},
    {39, -1, 42, 1, TR_BOX_INSIDE, "p1"},
    // Drawn the other way round.
    {42, 1, 39, -1, TR_BOX_TOUCHING, "p1"},
    {55.9, -2.1, 64.1, 2.1, TR_BOX_INSIDE, "f1"},
    {56.5, -0.9, 63, 0.9, TR_BOX_TOUCHING, ""},
    // The cubic reaches 7.5, its control points 10.
    {79, -1, 91, 7.6, TR_BOX_INSIDE, "b1"},
    {79, -1, 91, 7.4, TR_BOX_INSIDE, ""},
    {84, 7.6, 86, 9, TR_BOX_TOUCHING, ""},
    {84, 7.4, 86, 9, TR_BOX_TOUCHING, "b1"},
    {-100, -100, 200, 100, TR_BOX_INSIDE, "s1 c1 p1 f1 b1"},
};

static void
test_box (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++) {
    const BoxCase *c = &boxes[i];
    tr_selection_box (f->selection, v2 (c->x0, c->y0), v2 (c->x1, c->y1), c->mode, false);
    assert_listed (f->selection, c->expected);
  }
  tr_selection_set (f->selection, "c1.center");
  tr_selection_box (f->selection, v2 (-1, -1), v2 (11, 1), TR_BOX_INSIDE, true);
  assert_listed (f->selection, "c1.center s1");
}

static void
test_walk (Fixture *f, gconstpointer data)
{
  static const char *const order[] = {"s1", "c1", "p1", "f1", "b1", "s1"};

  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    g_assert_true (tr_selection_walk (f->selection, 1));
    assert_listed (f->selection, order[i]);
  }
  tr_selection_walk (f->selection, -1);
  assert_listed (f->selection, "b1");
  tr_selection_set (f->selection, "c1.center");
  tr_selection_walk (f->selection, 1);
  assert_listed (f->selection, "p1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/selection/verbs", Fixture, NULL, set_up, test_verbs, tear_down);
  g_test_add ("/selection/edits", Fixture, NULL, set_up, test_edits, tear_down);
  g_test_add ("/selection/box", Fixture, NULL, set_up, test_box, tear_down);
  g_test_add ("/selection/walk", Fixture, NULL, set_up, test_walk, tear_down);
  return g_test_run ();
}
