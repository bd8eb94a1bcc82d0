// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said about a constraint, and whether a redundancy is only that of the moment.

#include "session/explain.h"

#include "session/relate.h"

#include <jansson.h>
#include <string.h>

typedef struct {
  const char *bodies, *constraints;
  const char *id;
  TrStanding standing;
  bool is_local;
  const char *circuit;
  int dof, removed_dof;
  bool removed_holds;
} Case;

#define LINES                                                                                      \
  "{'id': 's1', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]},"                                    \
  "{'id': 's2', 'kind': 'segment', 'a': [0, 5], 'b': [10, 5]},"                                    \
  "{'id': 's3', 'kind': 'segment', 'a': [0, 9], 'b': [10, 9]}"

// A crank of 10 and a rod of 20, its end on the x axis.
#define SLIDER                                                                                     \
  "{'id': 's1', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]},"                                    \
  "{'id': 's2', 'kind': 'segment', 'a': [10, 0], 'b': [30, 0]}"
#define SLIDER_JOINTS                                                                              \
  "{'id': 'n1', 'kind': 'nail', 'a': {'body': 's1', 'point': 'a'}, 'at': [0, 0]},"                 \
  "{'id': 'j1', 'kind': 'attach', 'a': {'body': 's1', 'point': 'b'}, 'b': {'body': 's2', "         \
  "'point': 'a'}},"                                                                                \
  "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 10},"                                        \
  "{'id': 'l2', 'kind': 'length', 'a': 's2', 'value': 20}"

static const Case cases[] = {
    {LINES, "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 10}", "l1", TR_STANDING_HOLDS,
     false, "", 11, 12, true},
    {LINES,
     "{'id': 'p12', 'kind': 'parallel', 'a': 's1', 'b': 's2'},"
     "{'id': 'p23', 'kind': 'parallel', 'a': 's2', 'b': 's3'},"
     "{'id': 'p13', 'kind': 'parallel', 'a': 's1', 'b': 's3'}",
     "p13", TR_STANDING_REDUNDANT, false, "p12 p23", 10, 10, true},
    // One of the circuit that is not the one to go.
    {LINES,
     "{'id': 'p12', 'kind': 'parallel', 'a': 's1', 'b': 's2'},"
     "{'id': 'p23', 'kind': 'parallel', 'a': 's2', 'b': 's3'},"
     "{'id': 'p13', 'kind': 'parallel', 'a': 's1', 'b': 's3'}",
     "p12", TR_STANDING_HOLDS, false, "p23 p13", 10, 10, true},
    {LINES,
     "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 10},"
     "{'id': 'n1', 'kind': 'nail', 'a': {'body': 's1', 'point': 'a'}, 'at': [0, 0]},"
     "{'id': 'n2', 'kind': 'nail', 'a': {'body': 's1', 'point': 'b'}, 'at': [12, 0]}",
     "l1", TR_STANDING_CONFLICT, false, "n1 n2", 8, 8, true},
    {LINES, "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 10, 'driven': true}", "l1",
     TR_STANDING_DRIVEN, false, "", 12, 12, true},
    {LINES, "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 10, 'enabled': false}", "l1",
     TR_STANDING_DISABLED, false, "", 12, 12, true},
    {LINES, "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': 11}", "l1", TR_STANDING_MISSES,
     false, "", 11, 12, true},
    // What nothing can meet contradicts none.
    {LINES, "{'id': 'l1', 'kind': 'length', 'a': 's1', 'value': -5}", "l1", TR_STANDING_CONFLICT,
     false, "", 12, 12, true},
    // Stretched out, the slider at its farthest: one follows from the others only there.
    {SLIDER,
     SLIDER_JOINTS ","
                   "{'id': 'g', 'kind': 'nail', 'a': {'body': 's2', 'point': 'b'}, 'at': [30, 0]}",
     "l2", TR_STANDING_REDUNDANT, true, "n1 j1 l1 g", 1, 1, true},
    {SLIDER,
     SLIDER_JOINTS ","
                   "{'id': 'g', 'kind': 'nail', 'a': {'body': 's2', 'point': 'b'}, 'at': [30, 0]}",
     "g", TR_STANDING_HOLDS, true, "n1 j1 l1 l2", 1, 2, true},
};

static TrSession *
open_text (const char *bodies, const char *constraints)
{
  g_autofree char *text = g_strdup_printf (
      "{\"trammel\": 1, \"bodies\": [%s], \"constraints\": [%s]}", bodies, constraints);
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;
  g_strdelimit (text, "'", '"');
  tr_document_load_text (d, text, strlen (text), "test", &error);
  g_assert_no_error (error);
  return tr_session_new (d);
}

static char *
circuit_text (const TrExplanation *x, const TrModel *m)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < x->circuit->len; i++)
    g_string_append_printf (out, "%s%s", i ? " " : "",
                            m->constraints[g_array_index (x->circuit, int, i)].id);
  return g_string_free (out, FALSE);
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const Case *c = &cases[i];
    g_autoptr (TrSession) s = open_text (c->bodies, c->constraints);
    if (c->standing == TR_STANDING_CONFLICT)
      tr_session_solve (s);
    const TrModel *m = tr_session_get_model (s);
    g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (s));
    g_autoptr (TrExplanation) x = tr_explain (s, tr_model_find (m, c->id).index);
    g_autofree char *circuit = circuit_text (x, m);
    g_autofree char *text = tr_explanation_text (x, m);

    g_test_message ("%u: %s", i, text);
    g_assert_cmpstr (tr_standing_name (x->standing), ==, tr_standing_name (c->standing));
    g_assert_cmpstr (circuit, ==, c->circuit);
    g_assert_cmpint (x->is_local, ==, c->is_local);
    bool is_alone = x->standing == TR_STANDING_CONFLICT && *circuit == '\0';
    g_assert_cmpint (strstr (text, "no other constraint stands in its way") != NULL, ==, is_alone);
    g_assert_true (!is_alone || !strstr (text, "with others"));
    g_assert_cmpint (x->dof, ==, c->dof);
    g_assert_cmpint (x->removed.dof, ==, c->removed_dof);
    g_assert_cmpint (x->driven.dof, ==, c->removed_dof);
    g_assert_cmpint (x->removed.holds, ==, c->removed_holds);
    // Nothing of it is left behind.
    g_assert_true (tr_state_equal (before, tr_session_get_state (s)));
    g_assert_true (m == tr_session_get_model (s));
  }
}

static void
test_json (void)
{
  g_autoptr (TrSession) s = open_text (cases[1].bodies, cases[1].constraints);
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (TrExplanation) x = tr_explain (s, 2);
  g_autofree char *text = tr_explanation_json (x, m);
  json_t *j = json_loads (text, 0, NULL);

  g_assert_nonnull (j);
  g_assert_cmpstr (json_string_value (json_object_get (j, "id")), ==, "p13");
  g_assert_cmpstr (json_string_value (json_object_get (j, "kind")), ==, "parallel");
  g_assert_cmpstr (json_string_value (json_object_get (j, "standing")), ==, "redundant");
  g_assert_cmpuint (json_array_size (json_object_get (j, "circuit")), ==, 2);
  g_assert_cmpint (json_integer_value (json_object_get (json_object_get (j, "removed"), "dof")), ==,
                   10);
  json_decref (j);
}

// Two nails of a sheet are told from each other; what has a name of its own has no number.
static void
test_numbered_titles (void)
{
  static const char *const titles[] = {"Nail Flag", "Nail Flag (2)", "Nail Flag.origin",
                                       "Peg",       "Nail Flag (3)", "Path Flag"};
  g_autoptr (TrSession) s = open_text (
      "{'id': 'm', 'kind': 'sheet', 'name': 'Flag', 'origin': [0, 0], 'u': [1, 0], 'v': [0, 1], "
      "'size': [9, 9]}",
      "{'id': 'c1', 'kind': 'nail', 'a': {'body': 'm', 'local': [1, 1]}, 'at': [1, 1]},"
      "{'id': 'c2', 'kind': 'nail', 'a': {'body': 'm', 'local': [2, 1]}, 'at': [2, 1]},"
      "{'id': 'c3', 'kind': 'nail', 'a': {'body': 'm', 'point': 'origin'}, 'at': [0, 0]},"
      "{'id': 'c4', 'kind': 'nail', 'name': 'Peg', 'a': {'body': 'm', 'local': [3, 1]}, "
      "'at': [3, 1]},"
      "{'id': 'c5', 'kind': 'nail', 'a': {'body': 'm', 'local': [4, 1]}, 'at': [4, 1]},"
      "{'id': 'c6', 'kind': 'path', 'a': {'body': 'm', 'local': [4, 1]}, "
      "'keys': [{'time': 0, 'at': [4, 1]}]}");
  const TrModel *m = tr_session_get_model (s);

  for (int i = 0; i < m->n_constraints; i++) {
    g_autofree char *title = tr_constraint_title (m, i);
    g_assert_cmpstr (title, ==, titles[i]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explain/cases", test_cases);
  g_test_add_func ("/explain/json", test_json);
  g_test_add_func ("/explain/numbered-titles", test_numbered_titles);
  return g_test_run ();
}
