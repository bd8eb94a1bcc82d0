// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sides whose values leave nothing of them come to nothing, in their place; no conflict is told. What is too much by a
// little is one.

#include "make-drawing.h"
#include "slow.h"

// Before it is solved and then, all can hold; n bodies are told to have come to nothing.
static void
assert_vanishes (Drawing *d, guint n)
{
  g_assert_cmpuint (tr_session_check (d->session)->conflicts->len, ==, 0);
  tr_session_solve (d->session);
  const TrCheck *c = tr_session_check (d->session);
  g_assert_true (c->holds);
  g_assert_cmpuint (c->shrunk->len, ==, n);
}

// ---- Slots ----

static void
add (GString *out, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_string_append (out, out->len > 0 ? ", " : "");
  g_string_append_vprintf (out, format, args);
  va_end (args);
}

// A rectangle w by h with corners round by 0.2 w, to be round by r; a side is as good as level or upright. Free:
// nothing says how large it is.
static void
draw_round_of (Drawing *d, double w, double h, double r, bool is_free)
{
  const double o = 0.2 * w, x[4] = {w - o, w - o, o, o}, y[4] = {o, h - o, h - o, o};
  const double side[4][4] = {
      {o, 0, w - o, 0}, {w, o, w, h - o}, {w - o, h, o, h}, {0, h - o, 0, o}};
  g_autoptr (GString) bodies = g_string_new (NULL), constraints = g_string_new (NULL);
  for (int i = 0; i < 4; i++) {
    int next = (i + 1) % 4;
    add (bodies, "{'id': 's%d', 'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, %.17g]}", i,
         side[i][0], side[i][1], side[i][2], side[i][3]);
    add (bodies,
         "{'id': 'c%d', 'kind': 'arc', 'center': [%.17g, %.17g], 'radius': %.17g, 'start': %.17g,"
         "'end': %.17g}",
         i, x[i], y[i], o, (i - 1) * G_PI_2, i * G_PI_2);
    add (constraints, "{'id': 't%d', 'kind': 'tangent', 'a': <c%d.start>, 'b': <s%d.b>}", i, i, i);
    add (constraints, "{'id': 'u%d', 'kind': 'tangent', 'a': <c%d.end>, 'b': <s%d.a>}", i, i, next);
    add (constraints, "{'id': 'h%d', 'kind': '%s', 'a': 's%d'}", i,
         i % 2 ? "vertical" : "horizontal", i);
    if (i > 0)
      add (constraints, "{'id': 'q%d', 'kind': 'equal-radius', 'a': 'c0', 'b': 'c%d'}", i, i);
  }
  if (!is_free) {
    add (constraints, "{'id': 'w', 'kind': 'distance', 'a': <s3.b>, 'b': 's1', 'value': %.17g}", w);
    add (constraints, "{'id': 'h', 'kind': 'distance', 'a': <s0.a>, 'b': 's2', 'value': %.17g}", h);
  }
  add (constraints, "{'id': 'n', 'kind': 'nail', 'a': <c3.center>, 'at': [%.17g, %.17g]}", o, o);
  add (constraints, "{'id': 'r', 'kind': 'radius', 'a': 'c0', 'value': %.17g}", r);
  drawing_init (d, bodies->str, constraints->str, NULL);
}

static void
draw_round (Drawing *d, double w, double h, double r)
{
  draw_round_of (d, w, h, r, false);
}

static void
test_slot (void)
{
  static const double size[] = {1, 1e-3, 1e4};
  for (guint i = 0; i < G_N_ELEMENTS (size); i++) {
    g_auto (Drawing) d = {0};
    double s = size[i];
    draw_round (&d, 40 * s, 80 * s, 20 * s);
    assert_vanishes (&d, 2);
    g_assert_cmpfloat (fabs (drawing_value (&d, "s1.length") - 40 * s), <, 1e-8 * s);
    g_assert_cmpfloat (fabs (drawing_value (&d, "s3.length") - 40 * s), <, 1e-8 * s);
    g_assert_cmpfloat (fabs (drawing_value (&d, "s1.ax - s3.ax") - 40 * s), <, 1e-8 * s);
    g_assert_cmpfloat (fabs (drawing_value (&d, "c0.start") + G_PI_2), <, 1e-8);
    g_assert_cmpfloat (fabs (drawing_value (&d, "c3.end") - 3 * G_PI_2), <, 1e-8);
  }
}

// Nothing is left of any side of a square: a round.
static void
test_round (void)
{
  g_auto (Drawing) d = {0};
  draw_round (&d, 40, 40, 20);
  assert_vanishes (&d, 4);
  g_assert_cmpfloat (fabs (drawing_value (&d, "s1.ax - s3.ax") - 40), <, 1e-8);
  g_assert_cmpfloat (fabs (drawing_value (&d, "c2.end") - G_PI), <, 1e-8);
}

static void
type_radius (Drawing *d, double radius)
{
  g_autofree char *value = g_strdup_printf ("%g", radius);
  tr_session_solve (d->session);
  g_assert_true (tr_session_set (d->session, "r.value", value, NULL));
}

// What is told of too much has the radius and the width in it; all else holds as it was drawn. By far too much is too
// much for the height alone, too.
static void
assert_too_round (Drawing *d, bool by_far)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrCheck *c = tr_session_check (d->session);
  g_assert_cmpuint (c->conflicts->len, >, 0);
  for (guint i = 0; i < c->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (c->conflicts, i);
    g_assert_true (tr_check_names (set, tr_model_find (m, "r").index));
    g_assert_true (tr_check_names (set, tr_model_find (m, "w").index) ||
                   (by_far && tr_check_names (set, tr_model_find (m, "h").index)));
  }
}

static void
test_too_round (void)
{
  static const double radius[] = {20.2, 30, 45, 100, 1e4};
  for (guint i = 0; i < (is_slow () ? 2 : G_N_ELEMENTS (radius)); i++) {
    g_auto (Drawing) d = {0};
    draw_round (&d, 40, 80, radius[i]);
    assert_too_round (&d, radius[i] > 40);
  }
}

// Typed in: it has been solved in vain when it is looked at.
static void
test_typed_too_round (void)
{
  static const double radius[] = {20.2, 45, 100};
  for (guint i = 0; i < (is_slow () ? 1 : G_N_ELEMENTS (radius)); i++) {
    g_auto (Drawing) d = {0};
    draw_round (&d, 40, 80, 8);
    type_radius (&d, radius[i]);
    assert_too_round (&d, radius[i] > 40);
  }
}

// What nothing holds grows as much as it is asked to.
static void
test_grows_round (void)
{
  static const double radius[] = {100, 1e4, 1e6, 1e9};
  for (guint i = 0; i < G_N_ELEMENTS (radius); i++) {
    g_auto (Drawing) d = {0};
    draw_round_of (&d, 40, 80, 8, true);
    type_radius (&d, radius[i]);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_true (c->holds);
    g_assert_cmpuint (c->shrunk->len, ==, 0);
    g_assert_cmpfloat (fabs (drawing_value (&d, "c2.radius") - radius[i]), <, 1e-9 * radius[i]);
  }
}

// ---- Others ----

// A roof as high as its slopes let it be has no ridge.
static void
test_roof (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's0', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0]},"
                "{'id': 's1', 'kind': 'segment', 'a': [10, 0], 'b': [8, 2]},"
                "{'id': 's2', 'kind': 'segment', 'a': [8, 2], 'b': [2, 2]},"
                "{'id': 's3', 'kind': 'segment', 'a': [2, 2], 'b': [0, 0]}",
                "{'id': 'a', 'kind': 'attach', 'a': <s0.b>, 'b': <s1.a>},"
                "{'id': 'b', 'kind': 'attach', 'a': <s1.b>, 'b': <s2.a>},"
                "{'id': 'c', 'kind': 'attach', 'a': <s2.b>, 'b': <s3.a>},"
                "{'id': 'd', 'kind': 'attach', 'a': <s3.b>, 'b': <s0.a>},"
                "{'id': 'n', 'kind': 'nail', 'a': <s0.a>, 'at': [0, 0]},"
                "{'id': 'f', 'kind': 'horizontal', 'a': 's0'},"
                "{'id': 'g', 'kind': 'parallel', 'a': 's0', 'b': 's2'},"
                "{'id': 'l', 'kind': 'length', 'a': 's0', 'value': 10},"
                "{'id': 'p', 'kind': 'perpendicular', 'a': 's1', 'b': 's3'},"
                "{'id': 'q', 'kind': 'equal-length', 'a': 's1', 'b': 's3'},"
                "{'id': 'h', 'kind': 'distance', 'a': <s2.a>, 'b': 's0', 'value': 5}",
                NULL);
  assert_vanishes (&d, 1);
  g_assert_cmpfloat (fabs (drawing_value (&d, "s2.ax - 5")), <, 1e-7);
  g_assert_cmpfloat (fabs (drawing_value (&d, "s2.ay - 5")), <, 1e-7);
}

// ---- Values of nothing, and values beyond everything ----

static const char bars[] = "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [20, 5]},"
                           "{'id': 'u', 'kind': 'segment', 'a': [20, 5], 'b': [40, 0]}";

// What is left of a bar of length 0 by rounding is no measure for the nail in it and for what hangs on it.
static void
test_nailed (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, bars,
                "{'id': 'a', 'kind': 'attach', 'a': <s.b>, 'b': <u.a>},"
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]},"
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 0}",
                NULL);
  assert_vanishes (&d, 1);
  g_assert_cmpfloat (drawing_value (&d, "hypot (u.ax, u.ay)"), <, 4e-8);
  g_assert_cmpfloat (fabs (drawing_value (&d, "u.bx - 40")), <, 1e-6);
}

// All points of a polyline and of a spline that are to have no length come to one place.
static void
test_lists (void)
{
  static const char *kind[] = {"polyline", "bezier", "spline"};
  for (guint i = 0; i < G_N_ELEMENTS (kind); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *list = g_strdup_printf ("{'id': 'p', 'kind': '%s',"
                                             "'points': [[0, 10], [10, 15], [20, 10]%s]}",
                                             kind[i], i > 0 ? ", [25, 0]" : "");
    drawing_init (&d, list, "{'id': 'l', 'kind': 'fix', 'a': 'p', 'what': 'length', 'value': 0}",
                  NULL);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpfloat (drawing_value (&d, "hypot (p.x0 - p.x2, p.y0 - p.y2)"), <, 1e-12);
  }
}

// Where an arc of no length lies hangs on the last digits of its angle, and these are no size of anything.
static void
test_speck (void)
{
  static const double turns[] = {0, 0.3, 1, 1.5, 3, 7};
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++) {
    g_auto (Drawing) d = {0};
    double angle = turns[i] * 2 * G_PI;
    g_autofree char *arc = g_strdup_printf ("{'id': 'a', 'kind': 'arc', 'center': [0, 0],"
                                            "'radius': 5, 'start': %.17g, 'end': %.17g}",
                                            angle, angle);
    drawing_init (&d, arc,
                  "{'id': 'l', 'kind': 'fix', 'a': 'a', 'what': 'length', 'value': 0},"
                  "{'id': 'n', 'kind': 'nail', 'a': <a.center>, 'at': [0, 0]}",
                  NULL);
    g_assert_cmpint (tr_session_check (d.session)->rank, ==, 3);
    g_assert_cmpuint (tr_session_check (d.session)->redundant->len, ==, 0);
  }
}

// A bar has a direction, whatever is typed beside it: what is out of all reach is told, and does not hold for want of one.
static void
test_far_value (void)
{
  static const double value[] = {1e9, 1e11, 1e12};
  for (guint i = 0; i < G_N_ELEMENTS (value); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *far = g_strdup_printf (
        "{'id': 'f', 'kind': 'distance', 'a': <u.b>, 'b': 's', 'value': %.17g}", value[i]);
    drawing_init (&d, bars, far, NULL);
    g_assert_cmpuint (tr_session_check (d.session)->undefined->len, ==, 0);
    g_assert_false (tr_session_check (d.session)->holds);
    tr_session_solve (d.session);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_cmpuint (c->undefined->len, ==, 0);
    double off = fabs (drawing_value (
        &d, "abs ((s.bx - s.ax) * (u.by - s.ay) - (s.by - s.ay) * (u.bx - s.ax)) / s.length"));
    g_assert_cmpint (c->holds, ==, fabs (off - value[i]) < 1e-3 * value[i]);
    g_assert_true (c->holds || (value[i] > 1e9 && c->conflicts->len > 0));
  }
}

// ---- Spans of a polyline of a fixed length ----

static void
draw_rope (Drawing *d, const char *points, const char *length, const char *others)
{
  g_autofree char *bodies =
      g_strdup_printf ("{'id': 'p', 'kind': 'polyline', 'points': [%s]}", points);
  g_autofree char *constraints = g_strdup_printf (
      "{'id': 'l', 'kind': 'fix', 'a': 'p', 'what': 'length', 'value': %s}%s", length, others);
  drawing_init (d, bodies, constraints, NULL);
}

#define NAILED ", {'id': 'n', 'kind': 'nail', 'a': <p.point0>, 'at': [0, 0]}"

// What hangs behind the point that is pulled comes up to it, and so it comes as far as the length lets it: one that is
// fixed, or the most that it may be.
static void
test_pulled (void)
{
  static const char *const lengths[] = {
      "{'id': 'l', 'kind': 'fix', 'a': 'p', 'what': 'length', 'value': 16}",
      "{'id': 'l', 'kind': 'limit', 'what': 'p.length', 'max': 16}",
      "{'id': 'l', 'kind': 'limit', 'what': 'p.length', 'min': 1, 'max': 16}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *constraints = g_strconcat (lengths[i], NAILED, NULL);
    drawing_init (&d,
                  "{'id': 'p', 'kind': 'polyline', 'points': [[0, 0], [5, 0], [10, 2], [15, 0]]}",
                  constraints, NULL);
    drawing_drag (&d, "p.point1", v2 (14, 3), 40);
    drawing_assert_near (drawing_point (&d, "p.point1"), v2 (14, 3), 1e-8);
    drawing_drag (&d, "p.point1", v2 (30, 0), 40);
    drawing_assert_near (drawing_point (&d, "p.point1"), v2 (16, 0), 1e-4);
    drawing_drag (&d, "p.point1", v2 (0, 9), 40);
    drawing_assert_near (drawing_point (&d, "p.point1"), v2 (0, 9), 1e-8);
    g_assert_cmpfloat (d.worst, <=, 1e-9);
  }
}

// From where three points are in one place, at an open end and within.
static void
test_folded (void)
{
  static const char *const points[] = {
      "[0, 0], [0, 0], [0, 0], [20, 0]",
      "[-5, 0], [0, 0], [0, 0], [0, 0], [15, 0]",
      "[0, 0], [0, 0], [20, 0]",
  };
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    for (int k = 0; k < 2; k++) {
      g_auto (Drawing) d = {0};
      const char *hand = k == 0 ? "p.point0" : "p.point1";
      draw_rope (&d, points[i], "20", "");
      drawing_drag (&d, hand, v2 (3, 5), 40);
      drawing_assert_near (drawing_point (&d, hand), v2 (3, 5), 1e-8);
      g_assert_true (drawing_holds (&d));
      g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.length"), 20, 1e-7);
    }
}

// Shorter than it was, to nothing, and longer again.
static void
test_cut (void)
{
  static const double lengths[] = {10, 3, 0.5, 0, 5, 20};
  g_auto (Drawing) d = {0};
  draw_rope (&d, "[0, 0], [5, 4], [10, 2], [15, 0]", "16.8", NAILED);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++) {
    g_autofree char *value = g_strdup_printf ("%.17g", lengths[i]);
    g_assert_true (tr_document_set (d.document, "l.value", value, NULL));
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.length"), lengths[i], 1e-7);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vanish/slot", test_slot);
  g_test_add_func ("/vanish/round", test_round);
  g_test_add_func ("/vanish/too-round", test_too_round);
  g_test_add_func ("/vanish/typed-too-round", test_typed_too_round);
  g_test_add_func ("/vanish/grows-round", test_grows_round);
  g_test_add_func ("/vanish/roof", test_roof);
  g_test_add_func ("/vanish/nailed", test_nailed);
  g_test_add_func ("/vanish/lists", test_lists);
  g_test_add_func ("/vanish/speck", test_speck);
  g_test_add_func ("/vanish/far-value", test_far_value);
  g_test_add_func ("/vanish/pulled", test_pulled);
  g_test_add_func ("/vanish/folded", test_folded);
  g_test_add_func ("/vanish/cut", test_cut);
  return g_test_run ();
}
