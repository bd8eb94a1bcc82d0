// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Lines that are asked to lie across to where they lie turn, and keep their length.

#include "make-drawing.h"
#include "session/relate.h"

// Whether the relation of what is picked holds afterwards; it is one step, which is taken back exactly.
static void
relate (Drawing *d, const char *picked, TrRelationId relation)
{
  g_autoptr (TrSelection) selection = tr_selection_new (d->session);
  g_auto (GStrv) word = g_strsplit (picked, " ", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d->session));

  for (int i = 0; word[i]; i++)
    g_assert_true (tr_selection_add (selection, word[i]));
  g_assert_true (tr_relate_apply (selection, relation, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (tr_session_check (d->session)->holds);
  g_assert_cmpint (tr_document_n_undo (tr_session_get_document (d->session)), ==, 1);
  g_assert_true (tr_session_undo (d->session));
  g_assert_true (tr_state_equal (before, tr_session_get_state (d->session)));
  g_assert_true (tr_session_redo (d->session));
}

static double
length (Drawing *d, const char *line)
{
  g_autofree char *a = g_strdup_printf ("%s.a", line), *b = g_strdup_printf ("%s.b", line);
  return v2_dist (drawing_point (d, a), drawing_point (d, b));
}

static void
test_alone (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [40, 0]}", NULL, NULL);
  relate (&d, "s", TR_RELATION_VERTICAL);
  g_assert_cmpfloat_with_epsilon (length (&d, "s"), 40, 1e-9);
  g_assert_cmpfloat_with_epsilon (drawing_point (&d, "s.a").x, 20, 1e-9);
  g_assert_cmpfloat_with_epsilon (drawing_point (&d, "s.b").y, 20, 1e-9);
}

// About the end that is held, whichever it is.
static void
test_held (void)
{
  static const char *const ends[] = {"a", "b"};
  for (int i = 0; i < 2; i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *nail = g_strdup_printf (
        "{'id': 'n', 'kind': 'nail', 'a': <s.%s>, 'at': [%d, 3]}", ends[i], 40 * i);
    drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 3], 'b': [40, 3]}", nail, NULL);
    relate (&d, "s", TR_RELATION_VERTICAL);
    g_assert_cmpfloat_with_epsilon (length (&d, "s"), 40, 1e-9);
  }
}

// In a chain of lines without lengths none is lost.
static void
test_chain (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's1', 'kind': 'segment', 'a': [0, 30], 'b': [0, 0]},"
                "{'id': 's2', 'kind': 'segment', 'a': [0, 0], 'b': [40, 1]},"
                "{'id': 's3', 'kind': 'segment', 'a': [40, 1], 'b': [40, 30]}",
                "{'id': 'j1', 'kind': 'attach', 'a': <s1.b>, 'b': <s2.a>},"
                "{'id': 'j2', 'kind': 'attach', 'a': <s2.b>, 'b': <s3.a>}",
                NULL);
  relate (&d, "s2", TR_RELATION_VERTICAL);
  g_assert_cmpfloat (length (&d, "s2"), >=, 20 - 1e-9);
}

// Of two one turns, where the other is held in its direction.
static void
test_two (void)
{
  static const TrRelationId relation[] = {TR_RELATION_PARALLEL, TR_RELATION_PERPENDICULAR};
  static const char *const second[] = {"[0, 20], 'b': [1, 60]", "[0, 20], 'b': [40, 21]"};
  for (int i = 0; i < 2; i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *bodies =
        g_strdup_printf ("{'id': 's1', 'kind': 'segment', 'a': [0, 0], 'b': [40, 0]},"
                         "{'id': 's2', 'kind': 'segment', 'a': %s}",
                         second[i]);
    drawing_init (&d, bodies, "{'id': 'h', 'kind': 'horizontal', 'a': 's1'}", NULL);
    relate (&d, "s1 s2", relation[i]);
    g_assert_cmpfloat (length (&d, "s1"), >=, 39);
    g_assert_cmpfloat (length (&d, "s2"), >=, 39);
  }
}

// Several at once; and what lies nearly so already moves as little as it can.
static void
test_several (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's1', 'kind': 'segment', 'a': [0, 0], 'b': [40, 0]},"
                "{'id': 's2', 'kind': 'segment', 'a': [0, 20], 'b': [-1, 60]},"
                "{'id': 's3', 'kind': 'segment', 'a': [0, 80], 'b': [30, 80]}",
                NULL, NULL);
  relate (&d, "s1 s2 s3", TR_RELATION_VERTICAL);
  g_assert_cmpfloat_with_epsilon (length (&d, "s1"), 40, 1e-9);
  g_assert_cmpfloat_with_epsilon (length (&d, "s2"), 40, 1e-9);
  g_assert_cmpfloat_with_epsilon (length (&d, "s3"), 30, 1e-9);
  g_assert_cmpfloat_with_epsilon (drawing_point (&d, "s2.a").x, -0.5, 1e-9);
}

// What is held in its shape turns as a whole.
static void
test_triangle (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's1', 'kind': 'segment', 'a': [0, 0], 'b': [40, 0]},"
                "{'id': 's2', 'kind': 'segment', 'a': [40, 0], 'b': [20, 30]},"
                "{'id': 's3', 'kind': 'segment', 'a': [20, 30], 'b': [0, 0]}",
                "{'id': 'j1', 'kind': 'attach', 'a': <s1.b>, 'b': <s2.a>},"
                "{'id': 'j2', 'kind': 'attach', 'a': <s2.b>, 'b': <s3.a>},"
                "{'id': 'j3', 'kind': 'attach', 'a': <s3.b>, 'b': <s1.a>},"
                "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 40},"
                "{'id': 'l2', 'kind': 'length', 'a': 's2', 'value': 36.05551275463989},"
                "{'id': 'l3', 'kind': 'length', 'a': 's3', 'value': 36.05551275463989}",
                NULL);
  relate (&d, "s1", TR_RELATION_VERTICAL);
  Vec2 u = v2_sub (drawing_point (&d, "s1.b"), drawing_point (&d, "s1.a"));
  Vec2 v = v2_sub (drawing_point (&d, "s2.b"), drawing_point (&d, "s1.a"));
  g_assert_cmpfloat_with_epsilon (v2_cross (u, v), 1200, 1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/relate-turn/alone", test_alone);
  g_test_add_func ("/relate-turn/held", test_held);
  g_test_add_func ("/relate-turn/chain", test_chain);
  g_test_add_func ("/relate-turn/two", test_two);
  g_test_add_func ("/relate-turn/several", test_several);
  g_test_add_func ("/relate-turn/triangle", test_triangle);
  return g_test_run ();
}
