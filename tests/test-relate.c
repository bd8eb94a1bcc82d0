// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Relations: every one on every fitting and unfitting selection.

#include "session/relate.h"
#include "session/vertex.h"

#include <string.h>

static const char drawing[] =
    "{\"trammel\": 1, \"bodies\": ["
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 1]},"
    "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 20], \"b\": [3, 31]},"
    "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [40, 0], \"b\": [50, 1]},"
    "{\"id\": \"c1\", \"kind\": \"circle\", \"center\": [20, 10], \"radius\": 5},"
    "{\"id\": \"c2\", \"kind\": \"arc\", \"center\": [35, 12], \"radius\": 4, \"start\": 0, "
    "\"end\": 2},"
    "{\"id\": \"e1\", \"kind\": \"ellipse\", \"center\": [20, 40], \"radii\": [5, 3], "
    "\"rotation\": 0.3},"
    "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [7, 8]},"
    "{\"id\": \"p2\", \"kind\": \"point\", \"at\": [-5, 9]},"
    "{\"id\": \"r1\", \"kind\": \"rigid\", \"position\": [60, 0], \"rotation\": 0.5, \"length\": "
    "8},"
    "{\"id\": \"r2\", \"kind\": \"rigid\", \"position\": [80, 9], \"rotation\": -4},"
    "{\"id\": \"h1\", \"kind\": \"sheet\", \"origin\": [60, 20], \"u\": [1, 0.1], \"v\": [0, 1], "
    "\"size\": [6, 4]},"
    "{\"id\": \"y1\", \"kind\": \"polyline\", \"points\": [[0, 50], [10, 52], [12, 60]]},"
    "{\"id\": \"b1\", \"kind\": \"bezier\", \"points\": [[30, 50], [32, 60], [40, 60], [44, 50]]},"
    "{\"id\": \"n1\", \"kind\": \"number\", \"value\": 3}],"
    "\"constraints\": [{\"id\": \"distance1\", \"kind\": \"distance\", \"a\": {\"body\": \"p1\", "
    "\"point\": \"at\"},"
    " \"b\": {\"body\": \"p2\", \"point\": \"at\"}, \"value\": 12.041594578792296}]}";

typedef struct {
  TrSession *session;
  TrSelection *selection;
} Fixture;

static void
load (Fixture *f, const char *text)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  tr_document_load_text (d, text, strlen (text), "test", &error);
  g_assert_no_error (error);
  f->session = tr_session_new (d);
  f->selection = tr_selection_new (f->session);
}

static void
unload (Fixture *f)
{
  g_object_unref (f->selection);
  g_object_unref (f->session);
}

static void
choose (Fixture *f, const char *words)
{
  g_auto (GStrv) word = g_strsplit (words, " ", -1);
  tr_selection_clear (f->selection);
  for (int i = 0; word[i] && *words; i++)
    if (!tr_selection_add (f->selection, word[i]))
      g_error ("%s cannot be selected", word[i]);
}

// What each selection can be constrained by, and by how many degrees of freedom. `still`: nothing
// may move.
typedef struct {
  const char *picked;
  TrRelationId relation;
  int falls;
  bool still;
  const char *kind; // of the first constraint
} Fit;

static const Fit fits[] = {
    {"s1.a s2.b", TR_RELATION_ATTACH, 2, false, "attach"},
    {"p1 s1.b", TR_RELATION_ATTACH, 2, false, "attach"},
    {"s1.a s2.b s3.a", TR_RELATION_ATTACH, 4, false, "attach"},
    {"y1.point0 y1.point2", TR_RELATION_ATTACH, 2, false, "attach"},
    {"p1 s1", TR_RELATION_ATTACH, 1, false, "attach"},
    {"s1.a c1", TR_RELATION_ATTACH, 1, false, "attach"},
    {"b1 p2", TR_RELATION_ATTACH, 1, false, "attach"},
    {"p1 r1", TR_RELATION_ATTACH, 2, true, "attach"},
    {"p1 h1", TR_RELATION_ATTACH, 2, true, "attach"},
    {"c1 e1", TR_RELATION_ATTACH, 2, false, "attach"},
    {"p1 s2", TR_RELATION_ON_LINE, 1, false, "on-line"},
    {"s1", TR_RELATION_DIMENSION, 1, true, "length"},
    {"c1", TR_RELATION_DIMENSION, 1, true, "radius"},
    {"c2", TR_RELATION_DIMENSION, 1, true, "radius"},
    {"r1", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"h1", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"e1", TR_RELATION_DIMENSION, 2, true, "fix"},
    {"e1 s1", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"p1 r1", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"h1 c1", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"h1 r1", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"p1 s1.b", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"c1 c2", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"c1 p1", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"p1 s3", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"s1 c2", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"s1 s2", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"s2 s1", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"s1 s3", TR_RELATION_DIMENSION, 1, true, "distance"},
    {"r1 s2", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"p1 s1.a s2.a", TR_RELATION_DIMENSION, 1, true, "angle"},
    {"p1 s1.b", TR_RELATION_DISTANCE_X, 1, true, "distance-x"},
    {"s2", TR_RELATION_DISTANCE_X, 1, true, "distance-x"},
    {"p1 s1.b", TR_RELATION_DISTANCE_Y, 1, true, "distance-y"},
    {"c1 s2.b", TR_RELATION_DISTANCE_Y, 1, true, "distance-y"},
    {"s1", TR_RELATION_HORIZONTAL, 1, false, "horizontal"},
    {"s1 s3 r1", TR_RELATION_HORIZONTAL, 3, false, "horizontal"},
    {"p1 s1.b s2.a", TR_RELATION_HORIZONTAL, 2, false, "horizontal"},
    {"s2", TR_RELATION_VERTICAL, 1, false, "vertical"},
    {"p1 p2", TR_RELATION_VERTICAL, 1, false, "vertical"},
    {"s1 s2", TR_RELATION_PARALLEL, 1, false, "parallel"},
    {"s1 s2 s3 r1 h1", TR_RELATION_PARALLEL, 4, false, "parallel"},
    {"s1 s2", TR_RELATION_PERPENDICULAR, 1, false, "perpendicular"},
    {"s1 s2", TR_RELATION_EQUAL, 1, false, "equal-length"},
    {"s1 s2 s3", TR_RELATION_EQUAL, 2, false, "equal-length"},
    {"c1 c2", TR_RELATION_EQUAL, 1, false, "equal-radius"},
    {"p1 p2 s2", TR_RELATION_SYMMETRIC, 2, false, "symmetric"},
    {"s2 s1.a s3.a", TR_RELATION_SYMMETRIC, 2, false, "symmetric"},
    {"p1 s1", TR_RELATION_MIDPOINT, 2, false, "midpoint"},
    {"p1 s1.a s2.b", TR_RELATION_MIDPOINT, 2, false, "midpoint"},
    {"s1 c1", TR_RELATION_TANGENT, 1, false, "tangent"},
    {"c1 c2", TR_RELATION_TANGENT, 1, false, "tangent"},
    {"s2 e1", TR_RELATION_TANGENT, 1, false, "tangent"},
    {"e1 b1", TR_RELATION_TANGENT, 1, false, "tangent"},
    {"s1.b c2.start", TR_RELATION_TANGENT, 3, false, "tangent"},
    {"r1 r2", TR_RELATION_GEAR, 1, true, "gear"},
    {"r1.origin r2", TR_RELATION_GEAR, 1, true, "gear"},
    {"r1 r2.origin", TR_RELATION_GEAR, 1, true, "gear"},
    {"r1 s2", TR_RELATION_RACK, 2, true, "rack"},
    {"s2 r1.origin", TR_RELATION_RACK, 2, true, "rack"},
    {"s1 r2", TR_RELATION_RACK, 2, true, "rack"},
    {"r1", TR_RELATION_SKATE, 0, true, "skate"},
    {"r1.origin", TR_RELATION_SKATE, 0, true, "skate"},
    {"p1", TR_RELATION_NAIL, 2, true, "nail"},
    {"s1.a s2.b", TR_RELATION_NAIL, 4, true, "nail"},
    {"c1 r1", TR_RELATION_NAIL, 4, true, "nail"},
    {"c1@1.5", TR_RELATION_NAIL, 2, true, "nail"},
    {"s1", TR_RELATION_FIX, 4, true, "nail"},
    {"c1", TR_RELATION_FIX, 3, true, "nail"},
    {"c2", TR_RELATION_FIX, 5, true, "nail"},
    {"e1", TR_RELATION_FIX, 5, true, "nail"},
    {"r1", TR_RELATION_FIX, 3, true, "nail"},
    {"h1", TR_RELATION_FIX, 6, true, "nail"},
    {"y1", TR_RELATION_FIX, 6, true, "nail"},
    {"n1", TR_RELATION_FIX, 1, true, "fix"},
    {"p1", TR_RELATION_FIX, 2, true, "nail"},
};

static const char *
kind_of (const TrModel *m, const char *id)
{
  TrElement e = tr_model_find (m, id);
  g_assert_cmpint (e.kind, ==, TR_ELEMENT_CONSTRAINT);
  return tr_con_get_ops (&m->constraints[e.index])->name;
}

static void
assert_still (Fixture *f, const TrState *before, const char *what)
{
  const TrState *now = tr_session_get_state (f->session);
  int n = tr_session_get_model (f->session)->n_body_q;
  for (int i = 0; i < n; i++)
    if (!(fabs (now->q[i] - before->q[i]) <= 1e-12))
      g_error ("%s moves unknown %d by %g", what, i, now->q[i] - before->q[i]);
}

static void
test_fits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fits); i++) {
    const Fit *fit = &fits[i];
    Fixture f;
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) added = NULL;
    load (&f, drawing);
    g_autofree char *what =
        g_strdup_printf ("%s of %s", tr_relations[fit->relation].name, fit->picked);
    TrDocument *d = tr_session_get_document (f.session);
    g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (f.session));
    int dof = tr_session_check (f.session)->dof;
    g_autofree char *text = tr_document_to_text (d, NULL);

    choose (&f, fit->picked);
    if (!tr_relate_apply (f.selection, fit->relation, &added, &error))
      g_error ("%s: %s", what, error->message);
    const TrCheck *check = tr_session_check (f.session);
    g_test_message ("%s: %d → %d", what, dof, check->dof);
    g_assert_cmpint (dof - check->dof, ==, fit->falls);
    g_assert_true (check->holds);
    g_assert_cmpuint (check->redundant->len, ==, 0);
    g_assert_cmpint (tr_document_n_undo (d), ==, 1);
    g_assert_cmpstr (kind_of (tr_session_get_model (f.session), g_ptr_array_index (added, 0)), ==,
                     fit->kind);
    if (fit->still)
      assert_still (&f, before, what);
    g_assert_true (tr_session_undo (f.session));
    g_autofree char *again = tr_document_to_text (d, NULL);
    g_assert_cmpstr (again, ==, text);
    unload (&f);
  }
}

// Every relation on selections that are not in the table above: a hint, and nothing done.
static const char *const picks[] = {
    "",         "s1",           "s1.a",         "c1",           "c1.center",   "c2",
    "e1",       "p1",           "r1",           "h1",           "y1",          "b1",
    "n1",       "s1 s2",        "c1 c2",        "c1 e1",        "s1 c1",       "s1 e1",
    "p1 s1",    "p1 s1 s2",     "p1 p2",        "p1 p2 s1",     "s1.a s1.b",   "s1.a s1",
    "n1 s1",    "distance1",    "s1 distance1", "s1 s2 s3",     "p1 p2 s1.a",  "p1 p2 s1.a s2.a",
    "p1 p2 c1", "y1 b1",        "y1.point0",    "s1.a s1.b s2", "s1.a p1 s1",  "0,0",
    "0,0 p1",   "s1 r1",        "h1 r1",        "n1 p1",        "c1@1 s1@0.5", "p1 n1",
    "r1 s2.a",  "r1 r1.origin",
};

static bool
is_expected (const char *picked, TrRelationId relation)
{
  // [selection][relation]: the ones that fit and are not in `fits`.
  static const struct {
    const char *picked;
    const char *relations;
  } more[] = {
      {"s1", "dimension distance-x distance-y horizontal vertical fix"},
      {"s1.a", "nail fix"},
      {"c1", "dimension nail fix"},
      {"c1.center", "nail fix"},
      {"c2", "dimension nail fix"},
      {"e1", "dimension nail fix"},
      {"p1", "nail fix"},
      {"r1", "dimension horizontal vertical skate nail fix"},
      {"h1", "dimension horizontal vertical nail fix"},
      {"y1", "fix"},
      {"b1", "fix"},
      {"n1", "fix"},
      {"s1 s2", "dimension horizontal vertical parallel perpendicular equal fix"},
      {"c1 c2", "attach dimension distance-x distance-y equal tangent nail fix"},
      {"c1 e1", "attach dimension distance-x distance-y tangent nail fix"},
      {"s1 c1", "dimension tangent fix"},
      {"s1 e1", "dimension tangent fix"},
      {"p1 s1", "attach on-line dimension midpoint fix"},
      {"p1 s1 s2", "fix"},
      {"p1 p2", "attach dimension distance-x distance-y horizontal vertical nail fix"},
      {"p1 p2 s1", "symmetric fix"},
      {"s1.a s1.b", "dimension distance-x distance-y horizontal vertical nail fix"},
      {"s1.a s1", "fix"},
      {"n1 s1", "fix"},
      {"s1 s2 s3", "horizontal vertical parallel equal fix"},
      {"p1 p2 s1.a", "attach dimension horizontal vertical midpoint nail fix"},
      {"p1 p2 s1.a s2.a", "attach horizontal vertical nail fix"},
      {"p1 p2 c1", "nail fix"},
      {"y1 b1", "tangent fix"},
      {"y1.point0", "nail fix"},
      {"s1.a s1.b s2", "symmetric fix"},
      {"s1.a p1 s1", "fix"},
      {"0,0 p1", "attach dimension distance-x distance-y horizontal vertical"},
      {"s1 r1", "dimension horizontal vertical parallel perpendicular rack fix"},
      {"h1 r1", "dimension distance-x distance-y horizontal vertical parallel perpendicular "
                "nail fix"},
      {"n1 p1", "fix"},
      {"p1 n1", "fix"},
      {"r1 s2.a", "attach dimension distance-x distance-y fix nail"},
      {"r1 r1.origin", "fix dimension distance-x distance-y nail"},
      {"c1@1 s1@0.5",
       "attach dimension distance-x distance-y horizontal vertical tangent nail fix"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    if (g_str_equal (more[i].picked, picked)) {
      g_auto (GStrv) word = g_strsplit (more[i].relations, " ", -1);
      return g_strv_contains ((const char *const *) word, tr_relations[relation].name);
    }
  return false;
}

static void
test_unfitting (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (picks); i++)
    for (int r = 0; r < TR_N_RELATIONS; r++) {
      Fixture f;
      const char *hint = NULL;
      g_autoptr (GError) error = NULL;
      load (&f, drawing);
      choose (&f, picks[i]);
      bool fit = tr_relate_can (f.selection, (TrRelationId) r, &hint);
      if (fit != is_expected (picks[i], (TrRelationId) r))
        g_error ("%s of \"%s\": %s", tr_relations[r].name, picks[i], fit ? "fits" : hint);
      g_assert_true (fit == !hint);
      bool done = tr_relate_apply (f.selection, (TrRelationId) r, NULL, &error);
      if (done != fit)
        g_error ("%s of \"%s\": %s", tr_relations[r].name, picks[i],
                 done ? "done" : error->message);
      g_assert_cmpint (tr_document_n_undo (tr_session_get_document (f.session)), ==, fit);
      unload (&f);
    }
}

// Ends that are attached already: the tangency takes the attachment's place.
static void
test_tangent_joint (void)
{
  Fixture f;
  load (&f, "{\"trammel\": 1, \"bodies\": ["
            "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [-10, 1], \"b\": [0, 0]},"
            "{\"id\": \"c1\", \"kind\": \"arc\", \"center\": [0, 5], \"radius\": 5, \"start\": "
            "-1.5707963267948966, \"end\": 1}], \"constraints\": ["
            "{\"id\": \"j\", \"kind\": \"attach\", \"a\": {\"body\": \"s1\", \"point\": \"b\"}, "
            "\"b\": {\"body\": \"c1\", \"point\": \"start\"}}]}");
  int dof = tr_session_check (f.session)->dof;
  choose (&f, "s1 c1");
  g_assert_true (tr_relate_apply (f.selection, TR_RELATION_TANGENT, NULL, NULL));
  const TrCheck *check = tr_session_check (f.session);
  g_assert_true (check->holds);
  g_assert_cmpint (check->constraints, ==, 1);
  g_assert_cmpint (check->dof, ==, dof - 1);
  g_assert_cmpuint (check->redundant->len, ==, 0);
  g_assert_cmpint (tr_document_n_undo (tr_session_get_document (f.session)), ==, 1);
  unload (&f);
}

static void
test_driven (void)
{
  Fixture f;
  load (&f, drawing);
  TrDocument *d = tr_session_get_document (f.session);

  g_assert_true (tr_relate_set_driven (f.session, "distance1", true, NULL));
  g_assert_true (tr_session_set (f.session, "p1.x", "27", NULL));
  double now =
      tr_constraint_measure (tr_session_get_model (f.session), tr_session_get_state (f.session), 0);
  g_assert_cmpfloat_with_epsilon (now, hypot (32, 1), 1e-12);
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (f.session));
  g_assert_true (tr_relate_set_driven (f.session, "distance1", false, NULL));
  assert_still (&f, before, "a constraint again");
  g_assert_true (tr_session_check (f.session)->holds);
  g_assert_cmpint (tr_document_n_undo (d), ==, 3);
  g_assert_false (tr_relate_set_driven (f.session, "nobody", true, NULL));
  unload (&f);
}

static void
test_cures (void)
{
  Fixture f;
  load (&f,
        "{\"trammel\": 1, \"bodies\": ["
        "{\"id\": \"s1\", \"kind\": \"segment\", \"name\": \"Rocker\", \"a\": [0, 0], \"b\": [10, "
        "0]}],"
        "\"constraints\": [{\"id\": \"l1\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 10},"
        "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": \"a\"}, \"at\": "
        "[0, 0]},"
        "{\"id\": \"n2\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": \"b\"}, \"at\": "
        "[12, 0]}]}");
  tr_session_solve (f.session);
  g_assert_cmpuint (tr_session_check (f.session)->conflicts->len, ==, 1);
  g_autoptr (GPtrArray) cures = tr_relate_cures (f.session, 0);
  g_assert_cmpuint (cures->len, ==, 4);
  const TrCure *first = g_ptr_array_index (cures, 0), *last = g_ptr_array_index (cures, 3);
  g_assert_cmpint (first->kind, ==, TR_CURE_REFERENCE);
  g_assert_cmpstr (first->title, ==, "Length Rocker");
  g_assert_cmpstr (last->title, ==, "Nail Rocker.a"); // the later one is doubted first
  // Every one of them cures.
  for (guint i = 0; i < cures->len; i++) {
    g_assert_true (tr_relate_cure (f.session, g_ptr_array_index (cures, i), NULL));
    g_assert_true (tr_session_check (f.session)->holds);
    g_assert_true (tr_session_undo (f.session));
    g_assert_false (tr_session_check (f.session)->holds);
  }
  unload (&f);
}

// Sorts of bodies that dimensions know.
typedef enum { PLACE, SEGMENT, CURVE, ROUND, TURNED, NUMBER, N_SORTS } Sort;

static Sort
sort_of (const TrBody *b)
{
  switch (b->kind) {
  case TR_BODY_POINT:
    return PLACE;
  case TR_BODY_SEGMENT:
    return SEGMENT;
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_FORMULA:
    return CURVE;
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
    return ROUND;
  case TR_BODY_RIGID:
  case TR_BODY_SHEET:
    return TURNED;
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return NUMBER;
}

// The dimension of each body alone, and of each with each other: words of its JSON, or of what is
// said instead.
static const char *const alone[N_SORTS] = {"A point alone", "length",        "points of it", NULL,
                                           "angle",         "Pick a segment"};
static const char *const pairs[N_SORTS][N_SORTS] = {
    {"distance", "distance", "points of it", "distance", "distance", "Pick a segment"},
    {"distance", NULL, "points of it", "distance", "angle", "Pick a segment"},
    {"points of it", "points of it", "points of it", "points of it", "points of it",
     "points of it"},
    {"distance", "distance", "points of it", "distance", "distance", "Pick a segment"},
    {"distance", "angle", "points of it", "distance", "angle", "Pick a segment"},
    {"Pick a segment", "Pick a segment", "points of it", "Pick a segment", "Pick a segment",
     "Pick a segment"},
};

static void
assert_dimension (Fixture *f, const char *picked, const char *expected)
{
  choose (f, picked);
  g_autoptr (TrRelatePlan) plan = tr_relate_plan (f->selection, TR_RELATION_DIMENSION);
  const char *is = plan->hint ? plan->hint : g_ptr_array_index (plan->json, 0);
  if (expected ? !strstr (is, expected) : plan->hint != NULL)
    g_error ("%s: %s, not %s", picked, is, expected ? expected : "a dimension");
}

static void
test_dimension_of_all (void)
{
  Fixture f;
  load (&f, drawing);
  const TrModel *m = tr_session_get_model (f.session);

  for (int i = 0; i < m->n_bodies; i++) {
    Sort sort = sort_of (&m->bodies[i]);
    assert_dimension (&f, m->bodies[i].id, alone[sort]);
    for (int k = 0; k < m->n_bodies; k++) {
      g_autofree char *both = g_strdup_printf ("%s %s", m->bodies[i].id, m->bodies[k].id);
      if (k != i)
        assert_dimension (&f, both, pairs[sort][sort_of (&m->bodies[k])]);
    }
  }
  unload (&f);
}

static void
test_edits (void)
{
  Fixture f;
  load (&f, drawing);
  TrDocument *d = tr_session_get_document (f.session);
  g_autoptr (GPtrArray) removed = NULL;

  choose (&f, "p1 p2");
  g_assert_true (tr_relate_duplicate (f.selection, 3, 4, NULL));
  g_assert_true (tr_selection_has (f.selection, "p1_2"));
  g_assert_true (tr_selection_has (f.selection, "p2_2"));
  g_assert_cmpuint (tr_selection_get_n (f.selection), ==, 2);
  g_assert_cmpint (tr_session_get_model (f.session)->n_constraints, ==, 2);
  choose (&f, "p1");
  g_assert_true (tr_selection_delete (f.selection, &removed, NULL));
  g_assert_cmpuint (removed->len, ==, 2);
  g_assert_cmpuint (tr_selection_get_n (f.selection), ==, 0);
  g_assert_false (tr_selection_delete (f.selection, NULL, NULL));
  g_assert_cmpint (tr_document_n_undo (d), ==, 2);
  unload (&f);
}

static void
test_nudge (void)
{
  Fixture f;
  load (&f, "{\"trammel\": 1, \"bodies\": ["
            "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
            "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [10, 0], \"b\": [5, 8]},"
            "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [5, 8], \"b\": [0, 0]},"
            "{\"id\": \"s4\", \"kind\": \"segment\", \"a\": [5, 18], \"b\": [0, 10]}],"
            "\"constraints\": ["
            "{\"id\": \"j1\", \"kind\": \"attach\", \"a\": {\"body\": \"s1\", \"point\": \"b\"}, "
            "\"b\": {\"body\": \"s2\", \"point\": \"a\"}},"
            "{\"id\": \"j2\", \"kind\": \"attach\", \"a\": {\"body\": \"s2\", \"point\": \"b\"}, "
            "\"b\": {\"body\": \"s3\", \"point\": \"a\"}},"
            "{\"id\": \"j3\", \"kind\": \"attach\", \"a\": {\"body\": \"s3\", \"point\": \"b\"}, "
            "\"b\": {\"body\": \"s1\", \"point\": \"a\"}},"
            "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s4\", \"point\": \"a\"}, "
            "\"at\": [5, 18]},"
            "{\"id\": \"n2\", \"kind\": \"nail\", \"a\": {\"body\": \"s4\", \"point\": \"b\"}, "
            "\"at\": [0, 10]}]}");
  TrDocument *d = tr_session_get_document (f.session);
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (f.session));

  choose (&f, "s4");
  g_assert_false (tr_relate_nudge (f.selection, 1, 2));
  g_assert_cmpint (tr_document_n_undo (d), ==, 0);
  choose (&f, "s1 s2 s3");
  g_assert_true (tr_relate_nudge (f.selection, 1, 2));
  const double *q = tr_session_get_state (f.session)->q;
  for (int i = 0; i < 12; i++)
    g_assert_cmpfloat_with_epsilon (q[i] - before->q[i], 1 + i % 2, 1e-6);
  g_assert_cmpint (tr_document_n_undo (d), ==, 1);
  g_assert_true (tr_session_check (f.session)->holds);
  // A point is pulled, the others stay where they can.
  Vec2 joint = v2 (q[2], q[3]), far = v2 (q[6], q[7]);
  choose (&f, "s1.b");
  g_assert_true (tr_relate_nudge (f.selection, 3, 0));
  g_assert_cmpfloat_with_epsilon (q[2] - joint.x, 3, 1e-6);
  g_assert_cmpfloat_with_epsilon (q[3] - joint.y, 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (v2_dist (v2 (q[6], q[7]), far), 0, 1);
  choose (&f, "s4.a");
  g_autoptr (TrState) held = tr_state_copy (tr_session_get_state (f.session));
  g_assert_false (tr_relate_nudge (f.selection, 3, 0));
  g_assert_true (tr_state_equal (held, tr_session_get_state (f.session)));
  unload (&f);
}

// What is locked can be selected in a list, and neither it nor its text goes with the others.
static void
test_nudge_locked (void)
{
  Fixture f;
  load (&f, "{\"trammel\": 1, \"bodies\": ["
            "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [0, 0]},"
            "{\"id\": \"p2\", \"kind\": \"point\", \"at\": [5, 5], \"locked\": true}],"
            "\"labels\": [{\"text\": \"a\", \"at\": {\"at\": [9, 9]}, \"locked\": true}]}");
  const double *q = tr_session_get_state (f.session)->q;

  choose (&f, "p2 #1");
  g_assert_false (tr_relate_nudge (f.selection, 3, 0));
  choose (&f, "p1 p2 #1");
  g_assert_true (tr_relate_nudge (f.selection, 3, 0));
  g_assert_cmpfloat_with_epsilon (q[0], 3, 1e-6);
  g_assert_cmpfloat_with_epsilon (q[2], 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (tr_session_get_model (f.session)->labels[0].offset.x, 0, 1e-12);
  unload (&f);
}

static void
check_attachments (Fixture *f, const char *selected, guint n)
{
  choose (f, selected);
  g_autoptr (GArray) found = tr_relate_attachments (f->selection);
  g_assert_cmpuint (found->len, ==, n);
}

static void
test_attachments (void)
{
  Fixture f;
  load (&f,
        "{\"trammel\": 1, \"bodies\": ["
        "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
        "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [10, 0], \"b\": [5, 8]},"
        "{\"id\": \"p1\", \"kind\": \"point\", \"at\": [5, 0]}],"
        "\"constraints\": ["
        "{\"id\": \"j1\", \"kind\": \"attach\", \"a\": {\"body\": \"s1\", \"point\": \"b\"}, "
        "\"b\": {\"body\": \"s2\", \"point\": \"a\"}},"
        "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": \"a\"}, "
        "\"at\": [0, 0]},"
        "{\"id\": \"m1\", \"kind\": \"midpoint\", \"a\": {\"body\": \"p1\", \"point\": \"at\"}, "
        "\"b\": {\"body\": \"s1\", \"point\": \"a\"}, \"c\": {\"body\": \"s1\", \"point\": "
        "\"b\"}},"
        "{\"id\": \"l1\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 10}]}");
  check_attachments (&f, "s1", 2); // the middle is p1's
  check_attachments (&f, "s1.a", 1);
  check_attachments (&f, "s1.a s2.a", 2);
  check_attachments (&f, "p1", 1);
  check_attachments (&f, "s2.b", 0);
  check_attachments (&f, "l1", 0);
  unload (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/relate/fits", test_fits);
  g_test_add_func ("/relate/unfitting", test_unfitting);
  g_test_add_func ("/relate/tangent-joint", test_tangent_joint);
  g_test_add_func ("/relate/driven", test_driven);
  g_test_add_func ("/relate/cures", test_cures);
  g_test_add_func ("/relate/dimension-of-all", test_dimension_of_all);
  g_test_add_func ("/relate/edits", test_edits);
  g_test_add_func ("/relate/nudge", test_nudge);
  g_test_add_func ("/relate/nudge-locked", test_nudge_locked);
  g_test_add_func ("/relate/attachments", test_attachments);
  return g_test_run ();
}
