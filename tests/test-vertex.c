// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Vertices put into curves over lists of points and taken out: the shape, and what holds on to them.

#include "doc/document.h"
#include "model/row.h"
#include "model/vertex.h"

#include <string.h>

enum { N_SHAPE = 97 };

// A spline over points that lie up to 60 apart is moved by so much at the most.
#define NEAR 7.5 // an eighth

static TrDocument *
load (const char *text)
{
  g_autoptr (GError) error = NULL;
  TrDocument *d = tr_document_new ();
  tr_document_load_text (d, text, strlen (text), "vertex", &error);
  g_assert_no_error (error);
  return d;
}

// A document of one curve "l" over n points of some shape.
static TrDocument *
load_curve (const char *kind, int n, bool closed)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_printf (text, "{\"trammel\": 1, \"bodies\": [{\"id\": \"l\", \"kind\": \"%s\", ", kind);
  g_string_append (text, "\"points\": [");
  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s[%d, %d]", i > 0 ? ", " : "", 10 * i, (7 * i * i) % 23);
  g_string_append_printf (text, "]%s}]}", closed ? ", \"closed\": true" : "");
  return load (text->str);
}

static const TrBody *
curve_of (TrDocument *d, const double **q)
{
  const TrBody *b = &tr_document_get_model (d)->bodies[0];
  *q = tr_body_q (b, tr_document_get_state (d)->q);
  return b;
}

typedef struct {
  const char *kind;
  int n;
  bool closed, keeps; // its shape, exactly
} Sort;

static const Sort sorts[] = {
    {"polyline", 5, false, true}, {"polyline", 5, true, true}, {"bezier", 10, false, true},
    {"bezier", 9, true, true},    {"spline", 7, false, false}, {"spline", 7, true, false},
};

static void
check_put (const Sort *sort, double t)
{
  g_autoptr (TrDocument) d = load_curve (sort->kind, sort->n, sort->closed);
  const double *q;
  TrBody was = *curve_of (d, &q);
  g_autofree double *old = g_memdup2 (q, (gsize) was.n * sizeof (double));
  g_autofree char *before = tr_document_to_text (d, NULL);
  g_auto (TrVertexChange) c = tr_vertex_put (&was, old, t);
  double t0, t1;
  int point;

  g_assert_true (tr_document_put_vertex (d, 0, t, &point, NULL));
  tr_document_commit (d, "put");
  const TrBody *b = curve_of (d, &q);
  g_assert_cmpint (b->n - was.n, ==, sort->keeps && was.kind == TR_BODY_BEZIER ? 6 : 2);
  tr_body_get_ops (&was)->range (&was, &t0, &t1);
  for (int i = 0; i < N_SHAPE; i++) {
    double s = t0 + (t1 - t0) * i / (N_SHAPE - 1);
    Vec2 x = tr_body_place (&was, old, s), y = tr_body_place (b, q, tr_vertex_parameter (&c, s));
    g_assert_cmpfloat (v2_dist (x, y), <, sort->keeps ? 1e-10 : NEAR);
  }
  for (int i = 0; i < was.n / 2; i++) { // ends of spans are where they were
    int offset;
    double at;
    tr_body_get_ops (&was)->named (&was, i, &offset, &at);
    Vec2 now = v2 (q[2 * c.to[i]], q[2 * c.to[i] + 1]), then = v2 (old[2 * i], old[2 * i + 1]);
    if (isfinite (at))
      g_assert_cmpfloat (v2_dist (now, then), <=, 0);
  }
  // What was put in and is taken out again leaves what was there.
  if (sort->keeps) {
    g_assert_true (tr_document_take_vertex (d, 0, point, NULL, NULL));
    b = curve_of (d, &q);
    for (int i = 0; i < b->n; i++)
      g_assert_cmpfloat_with_epsilon (q[i], old[i], 1e-10);
  }
  tr_document_revert (d);
  g_assert_true (tr_document_undo (d));
  g_autofree char *after = tr_document_to_text (d, NULL);
  g_assert_cmpstr (after, ==, before);
}

static void
test_put (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (sorts); k++)
    for (double t = 0.25; t < 9; t += 0.5)
      check_put (&sorts[k], t);
}

// Ends of spans that stay, and all of the curve that the vertex has no part in, are where they were.
static void
check_take (const Sort *sort, int point)
{
  g_autoptr (TrDocument) d = load_curve (sort->kind, sort->n, sort->closed);
  const double *q;
  TrBody was = *curve_of (d, &q);
  g_autofree double *old = g_memdup2 (q, (gsize) was.n * sizeof (double));
  g_auto (TrVertexChange) c = {0};
  double t0, t1;

  g_assert_true (tr_vertex_take (&was, old, point, &c));
  g_assert_true (tr_document_take_vertex (d, 0, point, NULL, NULL));
  const TrBody *b = curve_of (d, &q);
  tr_body_get_ops (&was)->range (&was, &t0, &t1);
  for (int i = 0; i < N_SHAPE; i++) {
    double s = t0 + (t1 - t0) * i / (N_SHAPE - 1);
    bool depends = false;
    TrJet j;
    tr_body_get_ops (&was)->jet (&was, old, s, TR_JET_PLACE, &j);
    for (int k = 0; k < j.n; k++)
      depends |= tr_vertex_loses (&c, j.at[k] / 2) && v2_norm (j.x_q[k]) > 1e-9;
    if (!depends)
      g_assert_cmpfloat (v2_dist (j.x, tr_body_place (b, q, tr_vertex_parameter (&c, s))), <,
                         1e-10);
  }
  for (int i = 0; i < was.n / 2; i++)
    g_assert_cmpint (c.to[i], <, b->n / 2);
}

static void
test_take (void)
{
  for (guint k = 0; k < G_N_ELEMENTS (sorts); k++)
    for (int point = 0; point < sorts[k].n; point++)
      check_take (&sorts[k], point);
}

static void
test_least (void)
{
  static const Sort least[] = {
      {"polyline", 2, false, true}, {"polyline", 2, true, true}, {"bezier", 4, false, true},
      {"bezier", 3, true, true},    {"spline", 4, false, true},  {"spline", 4, true, true},
  };
  for (guint k = 0; k < G_N_ELEMENTS (least); k++) {
    g_autoptr (TrDocument) d = load_curve (least[k].kind, least[k].n, least[k].closed);
    g_autoptr (GError) error = NULL;
    g_assert_false (tr_document_take_vertex (d, 0, 0, NULL, &error));
    g_assert_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_LEAST);
  }
}

static const char held[] =
    "{\"trammel\": 1, \"bodies\": [{\"id\": \"l\", \"kind\": \"polyline\", \"points\": [[0, 0], "
    "[10, 0], [20, 5], [30, 0]], \"weights\": {\"x1\": 2, \"y3\": 3}}, {\"id\": \"p\", \"kind\": "
    "\"point\", \"at\": [25, 2.5]}, {\"id\": \"ll\", \"kind\": \"point\", \"at\": [1, 2]}], "
    "\"constraints\": ["
    "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"l\", \"point\": \"point1\"}, \"at\": "
    "[10, 0]}, "
    "{\"id\": \"n3\", \"kind\": \"nail\", \"a\": {\"body\": \"l\", \"point\": \"point3\"}, \"at\": "
    "[30, 0]}, "
    "{\"id\": \"on\", \"kind\": \"attach\", \"a\": {\"body\": \"p\", \"point\": \"at\"}, \"b\": "
    "{\"body\": \"l\", \"slide\": 2.5}}, "
    "{\"id\": \"e1\", \"kind\": \"equation\", \"expr\": \"l.y1 - 0\", \"op\": \"=\"}, "
    "{\"id\": \"e2\", \"kind\": \"equation\", \"expr\": \"ll.x + l.y3 + 2*l.x3 - l.length\", "
    "\"op\": \"<=\"}, "
    "{\"id\": \"m1\", \"kind\": \"limit\", \"what\": \"l.x1\", \"max\": 50}, "
    "{\"id\": \"m2\", \"kind\": \"limit\", \"what\": \"l.x2\", \"max\": 50}, "
    "{\"id\": \"m3\", \"kind\": \"limit\", \"what\": \"l.length\", \"max\": 50}], "
    "\"forces\": [{\"id\": \"f3\", \"kind\": \"spring\", \"a\": {\"body\": \"l\", \"point\": "
    "\"point3\"}, \"b\": {\"at\": [40, 0]}, \"stiffness\": 1}], "
    "\"traces\": [{\"id\": \"t2\", \"a\": {\"body\": \"l\", \"point\": \"point2\"}}, {\"id\": "
    "\"tt\", \"a\": {\"body\": \"l\", \"t\": 2.5}}], "
    "\"labels\": [{\"text\": \"l.x3 is {l.x3:.2f}\", \"at\": {\"at\": [0, 0]}}, {\"text\": "
    "\"{l.x1}\", \"at\": {\"at\": [0, 0]}}, {\"text\": \"end\", \"at\": {\"body\": \"l\", "
    "\"point\": "
    "\"point3\"}}]}";

static bool
has (TrDocument *d, const char *text)
{
  g_autofree char *all = tr_document_to_text (d, NULL);
  bool is_there = strstr (all, text) != NULL;
  if (!is_there)
    g_test_message ("no %s in\n%s", text, all);
  return is_there;
}

static void
test_what_stands_on_it_goes (void)
{
  g_autoptr (TrDocument) d = load (held);
  g_autoptr (GPtrArray) removed = NULL;
  g_autofree char *before = tr_document_to_text (d, NULL);

  g_assert_true (tr_document_take_vertex (d, 0, 1, &removed, NULL));
  tr_document_commit (d, "take");
  g_ptr_array_add (removed, NULL);
  g_autofree char *gone = g_strjoinv (" ", (char **) removed->pdata);
  g_assert_cmpstr (gone, ==, "n1 e1 m1 #2");
  // The last point keeps everything under its new name.
  g_assert_true (has (d, "\"id\": \"n3\", \"kind\": \"nail\", \"a\": {\"body\": \"l\", \"point\": "
                         "\"point2\"}"));
  g_assert_true (has (d, "ll.x + l.y2 + 2*l.x2 - l.length"));
  g_assert_true (has (d, "\"what\": \"l.x1\", \"max\": 50"));
  g_assert_true (has (d, "\"what\": \"l.length\""));
  g_assert_true (has (d, "\"slide\": 1.5"));
  g_assert_true (has (d, "{\"body\": \"l\", \"t\": 1.5}"));
  g_assert_true (has (d, "\"text\": \"l.x3 is {l.x2:.2f}\""));
  g_assert_true (has (d, "\"weights\": {\"y2\": 3}"));
  g_assert_cmpint (tr_document_get_model (d)->n_labels, ==, 2);
  g_autofree char *after = tr_document_to_text (d, NULL);
  g_autoptr (TrDocument) again = load (after); // it can be read
  g_autofree char *same = tr_document_to_text (again, NULL);
  g_assert_cmpstr (after, ==, same);

  g_assert_true (tr_document_undo (d));
  g_autofree char *back = tr_document_to_text (d, NULL);
  g_assert_cmpstr (back, ==, before);
  g_assert_true (tr_document_redo (d));
  g_autofree char *redone = tr_document_to_text (d, NULL);
  g_assert_cmpstr (redone, ==, after);
}

static void
test_what_stands_on_others_stays (void)
{
  g_autoptr (TrDocument) d = load (held);
  int point;

  g_assert_true (tr_document_put_vertex (d, 0, 1.5, &point, NULL));
  g_assert_cmpint (point, ==, 2);
  g_assert_true (has (d, "\"point\": \"point4\"}, \"at\": [30, 0]"));
  g_assert_true (has (d, "ll.x + l.y4 + 2*l.x4 - l.length"));
  g_assert_true (has (d, "\"what\": \"l.x1\""));
  g_assert_true (has (d, "\"what\": \"l.x3\""));
  g_assert_true (has (d, "\"slide\": 3.5"));
  g_assert_true (has (d, "l.x3 is {l.x4:.2f}"));
  g_assert_true (has (d, "\"weights\": {\"x1\": 2, \"y4\": 3}"));
  g_assert_true (has (d, "[15, 2.5]"));
  const TrModel *m = tr_document_get_model (d);
  const TrState *s = tr_document_get_state (d);
  for (int i = 0; i < m->n_constraints; i++) {
    double c[TR_ROWS_MAX];
    bool undefined;
    if (g_str_has_prefix (m->constraints[i].id, "n") || g_str_equal (m->constraints[i].id, "on")) {
      int n = tr_constraint_residual (m, i, s->q, &s->memory[i], 0, c, &undefined);
      for (int r = 0; r < n; r++)
        g_assert_cmpfloat (fabs (c[r]), <, 1e-12);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vertex/put", test_put);
  g_test_add_func ("/vertex/take", test_take);
  g_test_add_func ("/vertex/least", test_least);
  g_test_add_func ("/vertex/what-stands-on-it-goes", test_what_stands_on_it_goes);
  g_test_add_func ("/vertex/what-stands-on-others-stays", test_what_stands_on_others_stays);
  return g_test_run ();
}
