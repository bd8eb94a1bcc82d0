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
  static const int points[] = {4, 10}, nailed[] = {0, 2};
  static const double times[] = {1e-3, 0.1, 10};
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

// Of a circle the area by the circumference is half of its radius, whatever point of it is nailed.
static void
test_round (void)
{
  static const double half[] = {2500, 2.5e6};
  for (guint i = 0; i < G_N_ELEMENTS (half); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *holds = g_strdup_printf (
        "{'id': 'n', 'kind': 'nail', 'a': <c~1>, 'at': [5.701511529340699, 8.207354924039483]},"
        "{'id': 'v', 'kind': 'equation', 'op': '=', 'expr': 'c.area/c.length - %.17g'}",
        half[i]);
    drawing_init (&d, "{'id': 'c', 'kind': 'circle', 'center': [3, 4], 'radius': 5}", holds, NULL);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "c.radius"), 2 * half[i], 1e-8 * half[i]);
  }
}

// A triangle of given angles, one side of which is a thousand times longer: so are the others.
static void
test_angles (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]},"
                "{'id': 'b', 'kind': 'segment', 'a': [10, 0], 'b': [4, 8]},"
                "{'id': 'c', 'kind': 'segment', 'a': [4, 8], 'b': [0, 0]}",
                "{'id': 'ab', 'kind': 'attach', 'a': <a.b>, 'b': <b.a>},"
                "{'id': 'bc', 'kind': 'attach', 'a': <b.b>, 'b': <c.a>},"
                "{'id': 'ca', 'kind': 'attach', 'a': <c.b>, 'b': <a.a>},"
                "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]},"
                "{'id': 'h', 'kind': 'horizontal', 'a': 'a'},"
                "{'id': 'p', 'kind': 'angle', 'a': 'a', 'b': 'b', 'value': 2},"
                "{'id': 'q', 'kind': 'angle', 'a': 'b', 'b': 'c', 'value': 2.2},"
                "{'id': 'l', 'kind': 'length', 'a': 'a', 'value': 10}",
                NULL);
  assert_typed (&d, "l.value", 10000);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "b.length"),
                                  10000 * sin (4.2 - G_PI) / sin (G_PI - 2.2), 1e-3);
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

// ---- As far as it goes ----

// A chain of bars that is nailed at one end: one of them is to be much longer.
static void
test_long_bar (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'a', 'kind': 'segment', 'a': [9.553, 2.069], 'b': [0.155, 6.999]},"
                "{'id': 'b', 'kind': 'segment', 'a': [0.155, 6.999], 'b': [-9.457, 2.276]},"
                "{'id': 'c', 'kind': 'segment', 'a': [-9.457, 2.276], 'b': [-6, -5.592]},"
                "{'id': 'd', 'kind': 'segment', 'a': [-6, -5.592], 'b': [5.749, -5.732]}",
                "{'id': 'ab', 'kind': 'attach', 'a': <a.b>, 'b': <b.a>},"
                "{'id': 'bc', 'kind': 'attach', 'a': <b.b>, 'b': <c.a>},"
                "{'id': 'cd', 'kind': 'attach', 'a': <c.b>, 'b': <d.a>},"
                "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [9.553, 2.069]},"
                "{'id': 'la', 'kind': 'length', 'a': 'a', 'value': 10.613},"
                "{'id': 'lb', 'kind': 'length', 'a': 'b', 'value': 10.71},"
                "{'id': 'lc', 'kind': 'length', 'a': 'c', 'value': 8.594},"
                "{'id': 'ld', 'kind': 'length', 'a': 'd', 'value': 11.75}",
                NULL);
  assert_typed (&d, "la.value", 10613);
  assert_typed (&d, "la.value", 10.613);
  assert_typed (&d, "la.value", 10429.18);
}

// A curve that grows as fast as its formula tells, one point of which has a distance.
static void
test_formula_point (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'f', 'kind': 'formula', 'unknowns': {'k': 3, 'g': 0.5},"
                "'x': 'k*cos(t)*exp(g*t)', 'y': 'k*sin(t)*exp(g*t)', 't': [0, 3]},"
                "{'id': 'q', 'kind': 'point', 'at': [5, 5]}",
                "{'id': 'j', 'kind': 'attach', 'a': <f@2>, 'b': <q.at>},"
                "{'id': 'v', 'kind': 'distance', 'a': <0;0>, 'b': <q.at>, 'value': 7}",
                NULL);
  assert_typed (&d, "v.value", 0.2294964515486235);
  assert_typed (&d, "v.value", 11865264.20669941);
}

// What would throw a curve beyond all numbers is not done, and named; it is no place that nothing leads back from.
static void
test_formula_nowhere (void)
{
  static const double growth[] = {200, 500, -1e6};
  for (guint i = 0; i < G_N_ELEMENTS (growth); i++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d,
                  "{'id': 'f', 'kind': 'formula', 'unknowns': {'k': 3, 'g': 0.5},"
                  "'x': 'k*cos(t)*exp(g*t)', 'y': 'k*sin(t)*exp(g*t)', 't': [-3, 3]}",
                  "{'id': 'v', 'kind': 'fix', 'a': 'f', 'what': 'g', 'value': 0.5}", NULL);
    type (&d, "v.value", growth[i]);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_false (c->holds);
    g_assert_cmpuint (c->conflicts->len, ==, 1);
    g_assert_cmpfloat (drawing_value (&d, "f.g"), <, 1);
    assert_typed (&d, "v.value", 0.25);
  }
}

// ---- Whatever is typed ----

typedef struct {
  const char *bodies, *holds;
  const char *member[3];
} Sketch;

static const Sketch sketches[] = {
    {"{'id': 'c', 'kind': 'circle', 'center': [3, 4], 'radius': 5},"
     "{'id': 's', 'kind': 'segment', 'a': [-5, 10], 'b': [12, 9]}",
     "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [-5, 10]},"
     "{'id': 'tt', 'kind': 'tangent', 'a': <s~0.5>, 'b': <c~1.6>},"
     "{'id': 'r', 'kind': 'radius', 'a': 'c', 'value': 5},"
     "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 17}",
     {"r.value", "l.value"}},
    {"{'id': 'A', 'kind': 'point', 'at': [1, 1]}, {'id': 'B', 'kind': 'point', 'at': [5, 1]},"
     "{'id': 'C', 'kind': 'point', 'at': [1, 4]}",
     "{'id': 'n', 'kind': 'nail', 'a': <A.at>, 'at': [1, 1]},"
     "{'id': 'c1', 'kind': 'distance', 'a': <A.at>, 'b': <B.at>, 'value': 4},"
     "{'id': 'c2', 'kind': 'horizontal', 'a': {'from': <A.at>, 'to': <B.at>}},"
     "{'id': 'c3', 'kind': 'distance', 'a': <A.at>, 'b': <C.at>, 'value': 3},"
     "{'id': 'c4', 'kind': 'distance', 'a': <B.at>, 'b': <C.at>, 'value': 5}",
     {"c1.value", "c3.value", "c4.value"}},
    {"{'id': 'g', 'kind': 'rigid', 'position': [0, 0], 'rotation': 0.1},"
     "{'id': 'k', 'kind': 'rigid', 'position': [10, 0], 'rotation': 0.3},"
     "{'id': 's', 'kind': 'segment', 'a': [1, 0], 'b': [12, 1]}",
     "{'id': 'n', 'kind': 'nail', 'a': <g.origin>, 'at': [0, 0]},"
     "{'id': 'm', 'kind': 'nail', 'a': <k.origin>, 'at': [10, 0]},"
     "{'id': 'w', 'kind': 'gear', 'a': 'g', 'b': 'k', 'ratio': 2, 'phase': 0.5},"
     "{'id': 'j', 'kind': 'attach', 'a': <g(1;0)>, 'b': <s.a>},"
     "{'id': 'jj', 'kind': 'attach', 'a': <k(2;1)>, 'b': <s.b>},"
     "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 11}",
     {"w.phase", "w.ratio", "l.value"}},
    {"{'id': 'p', 'kind': 'polyline', 'points': [[10, 0], [3, 6], [-8, 5], [-9, -4], [2, -7]],"
     "'closed': true}",
     "{'id': 'n', 'kind': 'nail', 'a': <p.point0>, 'at': [10, 0]},"
     "{'id': 'A', 'kind': 'fix', 'a': 'p', 'what': 'area', 'value': 180},"
     "{'id': 'L', 'kind': 'fix', 'a': 'p', 'what': 'length', 'value': 52}",
     {"A.value", "L.value"}},
    {"{'id': 'f', 'kind': 'formula', 'unknowns': {'k': 3, 'g': 0.5},"
     "'x': 'k*cos(t)*exp(g*t)', 'y': 'k*sin(t)*exp(g*t)', 't': [0, 3]}",
     "{'id': 'v', 'kind': 'distance', 'a': <f@0>, 'b': <f@3>, 'value': 10},"
     "{'id': 'u', 'kind': 'fix', 'a': 'f', 'what': 'g', 'value': 0.5}",
     {"v.value", "u.value"}},
    {"{'id': 'f', 'kind': 'formula', 'unknowns': {'k': 3, 'g': 0.5},"
     "'x': 'k*cos(t)*exp(g*t)', 'y': 'k*sin(t)*exp(g*t)', 't': [0, 3]}",
     "{'id': 'u', 'kind': 'fix', 'a': 'f', 'what': 'g', 'value': 0.5}",
     {"u.value"}},
    {"{'id': 'a', 'kind': 'arc', 'center': [0, 0], 'radius': 5, 'start': 0.3, 'end': 2}",
     "{'id': 'n', 'kind': 'nail', 'a': <a.start>, 'at': [4.8, 1.5]},"
     "{'id': 'm', 'kind': 'nail', 'a': <a.end>, 'at': [-2, 4.5]},"
     "{'id': 'r', 'kind': 'fix', 'a': 'a', 'what': 'radius', 'value': 5}",
     {"r.value"}},
};

// It holds, or what does not is named.
static void
test_named (void)
{
  static const double times[] = {-1, 0, 1e-7, 0.2, 300, 1e9};
  for (guint i = 0; i < G_N_ELEMENTS (sketches); i++) {
    const Sketch *sketch = &sketches[i];
    g_auto (Drawing) d = {0};
    drawing_init (&d, sketch->bodies, sketch->holds, NULL);
    for (guint k = 0; k < G_N_ELEMENTS (times); k++)
      for (guint l = 0; l < G_N_ELEMENTS (sketch->member) && sketch->member[l]; l++) {
        type (&d, sketch->member[l], times[k] * (double) (3 + l));
        const TrCheck *c = tr_session_check (d.session);
        g_assert_true (c->holds || c->conflicts->len > 0);
        tr_document_undo (d.document);
      }
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
  g_test_add_func ("/typed/round", test_round);
  g_test_add_func ("/typed/angles", test_angles);
  g_test_add_func ("/typed/far-nail", test_far_nail);
  g_test_add_func ("/typed/long-bar", test_long_bar);
  g_test_add_func ("/typed/formula-point", test_formula_point);
  g_test_add_func ("/typed/formula-nowhere", test_formula_nowhere);
  g_test_add_func ("/typed/named", test_named);
  return g_test_run ();
}
