// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Values that are typed far from what is drawn: they are reached, or it is told what contradicts them.

#include "make-drawing.h"

static void
type (Drawing *d, const char *member, double value)
{
  g_autofree char *text = g_strdup_printf ("%.17g", value);
  tr_session_solve (d->session);
  g_assert_true (tr_session_set (d->session, member, text, NULL));
}

static void
assert_typed (Drawing *d, const char *member, double value)
{
  type (d, member, value);
  const TrCheck *c = tr_session_check (d->session);
  g_assert_true (c->holds);
  g_assert_cmpuint (c->conflicts->len, ==, 0);
}

// ---- In another size ----

// A polyline to and fro, of n points, nailed at one of them.
static void
draw_zigzag (Drawing *d, int n, int nailed)
{
  g_autoptr (GString) points = g_string_new (NULL), constraints = g_string_new (NULL);
  for (int i = 0; i < n; i++)
    g_string_append_printf (points, "%s[%d, %d]", i ? ", " : "", 3 * i, 2 * (i % 2));
  g_autofree char *bodies =
      g_strdup_printf ("{'id': 'p', 'kind': 'polyline', 'points': [%s]}", points->str);
  g_string_printf (constraints,
                   "{'id': 'n', 'kind': 'nail', 'a': <p.point%d>, 'at': [%d, %d]},"
                   "{'id': 'L', 'kind': 'fix', 'a': 'p', 'what': 'length', 'value': %.17g}",
                   nailed, 3 * nailed, 2 * (nailed % 2), (n - 1) * sqrt (13));
  drawing_init (d, bodies, constraints->str, NULL);
}

// As long as it is to be, and alike.
static void
test_length (void)
{
  static const int points[] = {3, 4, 6, 10, 20}, nailed[] = {0, 2};
  static const double times[] = {1e-3, 0.1, 0.2, 10, 1000};
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    for (guint j = 0; j < G_N_ELEMENTS (nailed); j++)
      for (guint k = 0; k < G_N_ELEMENTS (times); k++) {
        g_auto (Drawing) d = {0};
        double length = (points[i] - 1) * sqrt (13) * times[k];
        draw_zigzag (&d, points[i], nailed[j]);
        assert_typed (&d, "L.value", length);
        g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.length"), length, 1e-8 * length);
      }
}

// A tenth as long: it folds no point over another.
static void
test_alike (void)
{
  g_auto (Drawing) d = {0};
  draw_zigzag (&d, 6, 0);
  assert_typed (&d, "L.value", 0.5 * sqrt (13));
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.x5"), 1.5, 1e-8);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.y5"), 0.2, 1e-8);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.x3 - p.x2"), 0.3, 1e-8);
}

// All in one place.
static void
test_no_length (void)
{
  for (int n = 3; n <= 6; n++) {
    g_auto (Drawing) d = {0};
    draw_zigzag (&d, n, 1);
    assert_typed (&d, "L.value", 0);
    g_assert_cmpuint (tr_session_check (d.session)->shrunk->len, ==, 1);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.x0"), 3, 1e-8);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.y2"), 2, 1e-8);
  }
}

// A ring of bars, all of it as long as a parameter tells.
static void
test_sum (void)
{
  enum { BARS = 8 };
  static const double times[] = {1e-3, 0.01, 0.1, 0.3, 10, 1000};
  g_autoptr (GString) bodies = g_string_new (NULL), holds = g_string_new (NULL);
  g_autoptr (GString) sum = g_string_new (NULL);
  g_string_append (bodies, "{'id': 'all', 'kind': 'number', 'value': 48}");
  g_string_append (holds, "{'id': 'n', 'kind': 'nail', 'a': <s0.a>, 'at': [10, 0]},"
                          "{'id': 'v', 'kind': 'fix', 'a': 'all', 'what': 'value', 'value': 48}");
  for (int i = 0; i < BARS; i++) {
    double a = 2 * G_PI * i / BARS, b = 2 * G_PI * (i + 1) / BARS;
    g_string_append_printf (
        bodies, ",{'id': 's%d', 'kind': 'segment', 'a': [%.9f, %.9f], 'b': [%.9f, %.9f]}", i,
        10 * cos (a), 6 * sin (a), 10 * cos (b), 6 * sin (b));
    g_string_append_printf (holds, ",{'id': 'j%d', 'kind': 'attach', 'a': <s%d.b>, 'b': <s%d.a>}",
                            i, i, (i + 1) % BARS);
    g_string_append_printf (sum, "%ss%d.length", i ? " + " : "", i);
  }
  g_string_append_printf (
      holds, ",{'id': 'sum', 'kind': 'equation', 'op': '=', 'expr': '%s - all'}", sum->str);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d, bodies->str, holds->str, NULL);
    assert_typed (&d, "v.value", 48 * times[i]);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, sum->str), 48 * times[i], 1e-7 * times[i]);
  }
}

// ---- At another place ----

// Three bars, one end of which is nailed where there is nothing of them.
static void
test_far_nail (void)
{
  static const double far[] = {1e3, 1e5, 1e6, 1e7, 1e9};
  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *constraints =
        g_strdup_printf ("{'id': 'n', 'kind': 'nail', 'a': <D.at>, 'at': [%.17g, 0]},"
                         "{'id': 'c1', 'kind': 'distance', 'a': <A.at>, 'b': <B.at>, 'value': 4},"
                         "{'id': 'c2', 'kind': 'distance', 'a': <B.at>, 'b': <C.at>, 'value': 10},"
                         "{'id': 'c3', 'kind': 'distance', 'a': <C.at>, 'b': <D.at>, 'value': 4}",
                         -far[i]);
    drawing_init (&d,
                  "{'id': 'A', 'kind': 'point', 'at': [0, 0]},"
                  "{'id': 'D', 'kind': 'point', 'at': [10, 0]},"
                  "{'id': 'B', 'kind': 'point', 'at': [0, 4]},"
                  "{'id': 'C', 'kind': 'point', 'at': [10, 4]}",
                  constraints, NULL);
    tr_session_solve (d.session);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_true (c->holds);
    g_assert_cmpuint (c->conflicts->len, ==, 0);
    if (far[i] < 1e6) // a solve of least motion leads there
      continue;
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "A.x - D.x"), -10, 1e-5);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "A.y - B.y"), -4, 1e-5);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/typed/length", test_length);
  g_test_add_func ("/typed/alike", test_alike);
  g_test_add_func ("/typed/no-length", test_no_length);
  g_test_add_func ("/typed/sum", test_sum);
  g_test_add_func ("/typed/far-nail", test_far_nail);
  return g_test_run ();
}
