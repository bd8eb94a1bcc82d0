// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is asked of a direction is not met by shrinking it to nothing, unless something wants that; and
// where a constraint has no slope it is left by either side.

#include "make-drawing.h"
#include "session/report.h"

static bool
is_named (const GArray *list, const TrModel *m, const char *id)
{
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (m->constraints[g_array_index (list, int, i)].id, id))
      return true;
  return false;
}

static void
assert_conflict (Drawing *d, const char *const *ids)
{
  const TrCheck *c = tr_session_check (d->session);
  g_assert_false (c->holds);
  g_assert_cmpuint (c->undefined->len, ==, 0);
  for (int i = 0; ids[i]; i++)
    g_assert_true (is_named (c->conflicting, tr_session_get_model (d->session), ids[i]));
}

// Solved again it stays, and a hand that pulls at it gets no farther.
static void
assert_stands (Drawing *d)
{
  g_autoptr (TrState) was = tr_state_copy (tr_session_get_state (d->session));
  tr_session_solve (d->session);
  const TrState *is = tr_session_get_state (d->session);
  for (int i = 0; i < was->n_q; i++)
    g_assert_cmpfloat (fabs (is->q[i] - was->q[i]), <=, 1e-9);
}

// Level, and at 40 degrees from level: one of them goes, not the segment.
static void
test_two_angles (void)
{
  static const char *const both[] = {"h", "g", NULL};
  g_auto (Drawing) d;
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 1]}",
                "{'id': 'h', 'kind': 'horizontal', 'a': 's'}, "
                "{'id': 'g', 'kind': 'angle', 'a': 'x', 'b': 's', 'value': 0.7}",
                NULL);
  tr_session_solve (d.session);
  g_assert_cmpfloat (drawing_value (&d, "s.length"), >, 2.5);
  assert_conflict (&d, both);
  assert_stands (&d);
  drawing_drag (&d, "s.b", v2 (5, 3), 20);
  g_assert_cmpfloat (drawing_value (&d, "s.length"), >, 2.5);
}

// Two right angles in a triangle: one is had, and no side is lost for the other.
static void
test_triangle (void)
{
  static const char *const both[] = {"p", "r", NULL};
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 'u', 'kind': 'segment', 'a': [0, 0], 'b': [4, 0]}, "
                "{'id': 'v', 'kind': 'segment', 'a': [4, 0], 'b': [2, 3]}, "
                "{'id': 'w', 'kind': 'segment', 'a': [2, 3], 'b': [0, 0]}",
                "{'id': 'j', 'kind': 'attach', 'a': <u.b>, 'b': <v.a>}, "
                "{'id': 'k', 'kind': 'attach', 'a': <v.b>, 'b': <w.a>}, "
                "{'id': 'l', 'kind': 'attach', 'a': <w.b>, 'b': <u.a>}, "
                "{'id': 'p', 'kind': 'perpendicular', 'a': 'u', 'b': 'v'}, "
                "{'id': 'r', 'kind': 'perpendicular', 'a': 'u', 'b': 'w'}",
                NULL);
  tr_session_solve (d.session);
  g_assert_cmpfloat (drawing_value (&d, "min(u.length, v.length, w.length)"), >, 1);
  g_assert_cmpfloat (fabs (drawing_value (&d, "cos(u.angle - v.angle)")), <, 1e-9);
  assert_conflict (&d, both);
  assert_stands (&d);
}

// Where a length of 0 is asked for the angle has no part in it.
static void
test_wanted (void)
{
  g_auto (Drawing) d;
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 0]}",
                "{'id': 'g', 'kind': 'angle', 'a': 'x', 'b': 's', 'value': 0}, "
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 0}",
                NULL);
  tr_session_solve (d.session);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_cmpfloat (drawing_value (&d, "s.length"), <, 1e-9);
  g_assert_true (c->holds);
  g_assert_true (is_named (c->undefined, tr_session_get_model (d.session), "g"));
}

// Level and upright, as both are of ends that coincide: it holds, and is told.
static void
test_shrunk (void)
{
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 'o', 'kind': 'circle', 'center': [100, 0], 'radius': 1e-3}, "
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 1]}, "
                "{'id': 'c', 'kind': 'circle', 'center': [9, 2], 'radius': 2}",
                "{'id': 'h', 'kind': 'horizontal', 'a': 's'}, "
                "{'id': 'v', 'kind': 'vertical', 'a': 's'}, "
                "{'id': 'r', 'kind': 'radius', 'a': 'c', 'value': 0}",
                NULL);
  g_assert_cmpuint (tr_session_check (d.session)->shrunk->len, ==, 0);
  tr_session_solve (d.session);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_true (c->holds);
  g_autofree char *text = tr_report_check_text (tr_session_get_model (d.session), c);
  g_assert_nonnull (strstr (text, "shrunk to nothing: s, c\n"));
}

// A number at 0 whose square is to be 1 or more, or 1, and a point in the middle of its circle.
static void
test_no_slope (void)
{
  static const struct {
    const char *op;
    double low, high;
  } squares[] = {{">=", 1, 1.1}, {"=", 1 - 1e-9, 1 + 1e-9}};
  for (guint i = 0; i < G_N_ELEMENTS (squares); i++) {
    g_autofree char *con = g_strdup_printf (
        "{'id': 'sq', 'kind': 'equation', 'expr': 'n^2 - 1', 'op': '%s'}", squares[i].op);
    g_auto (Drawing) d;
    drawing_init (&d, "{'id': 'n', 'kind': 'number', 'value': 0}", con, NULL);
    tr_session_solve (d.session);
    double n = fabs (drawing_value (&d, "n"));
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_true (n >= squares[i].low && n <= squares[i].high);
  }
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 'p', 'kind': 'point', 'at': [0, 0]}, "
                "{'id': 'o', 'kind': 'point', 'at': [9, 4]}",
                "{'id': 'r', 'kind': 'equation', 'expr': 'p.x^2 + p.y^2 - 4', 'op': '='}, "
                "{'id': 'x', 'kind': 'equation', 'expr': 'o.x + 0*p.x - 9', 'op': '='}",
                NULL);
  tr_session_solve (d.session);
  g_assert_true (tr_session_check (d.session)->holds);
  drawing_assert_near (drawing_point (&d, "o.at"), v2 (9, 4), 1e-9);
}

// What has come to nothing, and so has no slope and no size, grows again, to next to nothing and to any size.
static void
test_from_nothing (void)
{
  static const struct {
    const char *body, *con, *set, *to, *measure;
  } things[] = {
      {"{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 1}",
       "{'id': 'f', 'kind': 'fix', 'a': 'c', 'what': 'area', 'value': 3}", "f.value", "", "c.area"},
      {"{'id': 'c', 'kind': 'circle', 'center': [7, 2], 'radius': 1}",
       "{'id': 'f', 'kind': 'fix', 'a': 'c', 'what': 'area', 'value': 3}, "
       "{'id': 'n', 'kind': 'nail', 'a': <c.center>, 'at': [7, 2]}",
       "f.value", "", "c.area"},
      {"{'id': 'c', 'kind': 'ellipse', 'center': [0, 0], 'radii': [3, 2], 'rotation': 0.3}",
       "{'id': 'f', 'kind': 'fix', 'a': 'c', 'what': 'area', 'value': 3}, "
       "{'id': 'q', 'kind': 'equation', 'expr': 'c.u - c.v', 'op': '='}",
       "f.value", "", "c.area"},
      {"{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}",
       "{'id': 'f', 'kind': 'equation', 'expr': 's.length^2 - 25', 'op': '='}", "f.expr",
       "s.length^2 - ", "s.length^2"},
      {"{'id': 'p', 'kind': 'point', 'at': [3, 4]}",
       "{'id': 'f', 'kind': 'equation', 'expr': 'sqrt(p.x^2 + p.y^2) - 5', 'op': '='}", "f.expr",
       "sqrt(p.x^2 + p.y^2) - ", "hypot(p.x, p.y)"},
  };
  static const char *const values[] = {"0", "3.5", "0", "1e-9", "5"};
  for (guint i = 0; i < G_N_ELEMENTS (things); i++) {
    g_auto (Drawing) d;
    drawing_init (&d, things[i].body, things[i].con, NULL);
    tr_session_solve (d.session);
    for (guint k = 0; k < G_N_ELEMENTS (values); k++) {
      double w = g_ascii_strtod (values[k], NULL);
      g_autofree char *to = g_strconcat (things[i].to, values[k], NULL);
      g_assert_true (tr_document_set (d.document, things[i].set, to, NULL));
      tr_session_solve (d.session);
      g_assert_true (tr_session_check (d.session)->holds);
      g_assert_cmpfloat_with_epsilon (drawing_value (&d, things[i].measure), w, 1e-9 * (1 + w));
    }
  }
}

// What is left between the ends of a distance of 0 is no direction: read from a file, it leaves along x.
static void
test_nothing_read (void)
{
  static const double left[] = {0, 1e-33, 3e-17, 1e-12};
  for (guint i = 0; i < G_N_ELEMENTS (left); i++) {
    g_autofree char *bodies = g_strdup_printf ("{'id': 'p', 'kind': 'point', 'at': [%.17g, %.17g]}",
                                               -0.6 * left[i], 0.8 * left[i]);
    g_auto (Drawing) d;
    drawing_init (&d, bodies,
                  "{'id': 'f', 'kind': 'distance', 'a': <0;0>, 'b': <p.at>, 'value': 0}", NULL);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_true (tr_document_set (d.document, "f.value", "10", NULL));
    tr_session_solve (d.session);
    drawing_assert_near (drawing_point (&d, "p.at"), v2 (10, 0), 1e-9);
  }
}

// From the top of a wave, and from close to it, a number comes down to where it crosses 0 beside it.
static void
test_top_of_wave (void)
{
  static const double starts[] = {0, 1e-9, -1e-5, 3.141592653589793};
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++) {
    g_autofree char *body =
        g_strdup_printf ("{'id': 'n', 'kind': 'number', 'value': %.17g}", starts[i]);
    g_auto (Drawing) d;
    drawing_init (&d, body, "{'id': 'f', 'kind': 'equation', 'expr': 'cos(n)', 'op': '='}", NULL);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpfloat_with_epsilon (fabs (drawing_value (&d, "n") - starts[i]), M_PI / 2, 1e-4);
  }
}

static double
gap (Drawing *d, const char *one, const char *other)
{
  return v2_norm (v2_sub (drawing_point (d, one), drawing_point (d, other)));
}

static const char slot[] =
    "{'id': 'u', 'kind': 'segment', 'a': [-20, -4], 'b': [20, -4]}, "
    "{'id': 'r', 'kind': 'arc', 'center': [20, 0], 'radius': 4, 'start': -1.5707963267948966, "
    "'end': 1.5707963267948966}, "
    "{'id': 'v', 'kind': 'segment', 'a': [20, 4], 'b': [-20, 4]}, "
    "{'id': 'l', 'kind': 'arc', 'center': [-20, 0], 'radius': 4, 'start': 1.5707963267948966, "
    "'end': 4.71238898038469}";
#define SLOT_IS                                                                                    \
  "{'id': 't1', 'kind': 'tangent', 'a': <u.b>, 'b': <r.start>}, "                                  \
  "{'id': 't2', 'kind': 'tangent', 'a': <r.end>, 'b': <v.a>}, "                                    \
  "{'id': 't3', 'kind': 'tangent', 'a': <v.b>, 'b': <l.start>}, "                                  \
  "{'id': 't4', 'kind': 'tangent', 'a': <l.end>, 'b': <u.a>}, "                                    \
  "{'id': 'h', 'kind': 'horizontal', 'a': 'u'}, "                                                  \
  "{'id': 'k', 'kind': 'radius', 'a': 'r', 'value': 4}, "

// A slot whose sides come to nothing stays closed: curves that were joined still meet where one of
// them has no direction, also under a hand.
static void
test_joined (void)
{
  static const char *const joint[][2] = {
      {"u.b", "r.start"}, {"r.end", "v.a"}, {"v.b", "l.start"}, {"l.end", "u.a"}};
  g_auto (Drawing) d;
  drawing_init (&d, slot, SLOT_IS "{'id': 'w', 'kind': 'length', 'a': 'u', 'value': 0}", NULL);
  tr_session_solve (d.session);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_true (c->holds);
  g_assert_true (is_named (c->undefined, tr_session_get_model (d.session), "t1"));
  for (int pulled = 0; pulled < 2; pulled++) {
    for (guint i = 0; i < G_N_ELEMENTS (joint); i++)
      g_assert_cmpfloat (gap (&d, joint[i][0], joint[i][1]), <, 1e-8);
    drawing_drag (&d, "r.center", v2 (20, 15), 20);
  }
}

// Pulled beyond where its sides come to nothing, a slot is pushed aside to find a way out, and put
// back: what a frame misses is that of where it then stands.
static void
test_put_back (void)
{
  g_auto (Drawing) d;
  drawing_init (&d, slot,
                SLOT_IS "{'id': 'n', 'kind': 'midpoint', 'a': <0;0>, 'b': <r.center>, "
                        "'c': <l.center>}",
                NULL);
  drawing_drag (&d, "r.center", v2 (-40, 20), 40);
  g_assert_cmpfloat (d.worst, <, 1e-6);
}

// Without a length, and at an angle: the angle of nothing is not asked for, and is told.
static void
test_no_length (void)
{
  g_auto (Drawing) d;
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 1]}",
                "{'id': 'g', 'kind': 'angle', 'a': 'x', 'b': 's', 'value': 0.7}, "
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 0}",
                NULL);
  tr_session_solve (d.session);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_true (c->holds);
  g_assert_cmpuint (c->conflicts->len, ==, 0);
  g_assert_cmpuint (c->undefined->len, ==, 1);
  g_assert_cmpuint (c->shrunk->len, ==, 1);
  drawing_assert_near (drawing_point (&d, "s.middle"), v2 (1.5, 0.5), 1e-6);
}

// What is one is told as one.
static void
test_one (void)
{
  g_auto (Drawing) d;
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0]}",
                "{'id': 'f', 'kind': 'fix', 'a': 'p', 'what': 'x', 'value': 0}", NULL);
  const TrModel *m = tr_session_get_model (d.session);
  g_autofree char *text = tr_report_check_text (m, tr_session_check (d.session));
  g_assert_true (g_str_has_prefix (text, "1 body, 1 constraint, 1 component: 1 degree of freedom "
                                         "left (2 unknowns, rank 1 of 1 equation)\n"));
}

// A drive and a fixed angle of what has no length take no part: nothing says the same, nothing contradicts.
static void
test_no_angle (void)
{
  static const char *const told[] = {
      "{'id': 'd', 'kind': 'drive', 'what': 's.angle', 'value': 'time'}",
      "{'id': 'd', 'kind': 'fix', 'a': 's', 'what': 'angle', 'value': 0}"};
  for (guint i = 0; i < G_N_ELEMENTS (told); i++) {
    g_auto (Drawing) d;
    drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [1, 1], 'b': [1, 1]}", told[i], NULL);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_true (is_named (c->undefined, tr_session_get_model (d.session), "d"));
    g_assert_cmpuint (c->redundant->len, ==, 0);
    g_assert_cmpuint (c->conflicts->len, ==, 0);
  }
}

// ---- what cannot hold

static void
init_torn (Drawing *d)
{
  drawing_init (d,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [4, 0]}, "
                "{'id': 'u', 'kind': 'segment', 'a': [4, 0], 'b': [6, 2]}",
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, "
                "{'id': 'm', 'kind': 'nail', 'a': <s.a>, 'at': [0.5, 0.2]}, "
                "{'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <u.a>}, "
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 4}, "
                "{'id': 'e1', 'kind': 'equation', 'expr': 'u.length - 0.7*s.length', 'op': '='}, "
                "{'id': 'f', 'kind': 'distance', 'a': <s.a>, 'b': <u.b>, 'value': 12}",
                NULL);
  tr_session_solve (d->session);
  g_assert_false (tr_session_check (d->session)->holds);
}

// Solved again and again it stays where it is, and after an undo the same is to blame.
static void
test_stays (void)
{
  g_auto (Drawing) d;
  init_torn (&d);
  assert_stands (&d);
  assert_stands (&d);
  guint n = tr_session_check (d.session)->conflicting->len;
  g_assert_cmpuint (n, >, 0);
  drawing_drag (&d, "s.b", v2 (-2, 4), 20);
  g_assert_true (tr_session_undo (d.session));
  g_assert_cmpuint (tr_session_check (d.session)->conflicting->len, ==, n);
}

// ---- sheets

// No sheet is ever flat: who asks for that alone is not met, whatever comes after.
static void
test_flat_sheet (void)
{
  static const char *const area[] = {"f", NULL};
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 's', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': [0, 1], "
                "'size': [60, 40]}, {'id': 'b', 'kind': 'segment', 'a': [0, 0], 'b': [10, 1]}",
                "{'id': 'f', 'kind': 'fix', 'a': 's', 'what': 'area', 'value': 0}, "
                "{'id': 'p', 'kind': 'parallel', 'a': 'b', 'b': 's'}, "
                "{'id': 'j', 'kind': 'attach', 'a': <b.b>, 'b': {'body': 's', 'local': [30, 20]}}, "
                "{'id': 'l', 'kind': 'length', 'a': 'b', 'value': 20}",
                NULL);
  tr_session_solve (d.session);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "b.length"), 20, 1e-9);
  g_assert_cmpfloat (drawing_value (&d, "abs(s.area)"), >, 1000);
  assert_conflict (&d, area);
  assert_stands (&d);
}

// Nor is that taken for a place where all holds when something else is the conflict that is looked for.
static void
test_flat_beside (void)
{
  static const char *const all[] = {"f", "l", "m", NULL};
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 's', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': [0, 1], "
                "'size': [60, 40]}, {'id': 'b', 'kind': 'segment', 'a': [0, 0], 'b': [10, 1]}",
                "{'id': 'f', 'kind': 'fix', 'a': 's', 'what': 'area', 'value': 0}, "
                "{'id': 'j', 'kind': 'attach', 'a': <b.b>, 'b': {'body': 's', 'local': [30, 20]}}, "
                "{'id': 'l', 'kind': 'length', 'a': 'b', 'value': 20}, "
                "{'id': 'm', 'kind': 'length', 'a': 'b', 'value': 21}",
                NULL);
  assert_conflict (&d, all);
}

// The other conflict comes to its rest, and the sheet stays as it is: it does not end a little before it is flat, where
// its area is nothing within the tolerance.
static void
test_flat_stays (void)
{
  static const char *const all[] = {"f", "d", "g", NULL};
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 's', 'kind': 'sheet', 'origin': [0, 0], 'u': [4, 0], 'v': [0, 3]}, {'id': "
                "'p', 'kind': 'point', 'at': [10, 0]}, {'id': 'q', 'kind': 'point', 'at': [13, 0]}",
                "{'id': 'f', 'kind': 'equation', 'expr': 's.area', 'op': '='}, {'id': 'd', 'kind': "
                "'distance', 'a': <p.at>, 'b': <q.at>, 'value': 3}, {'id': 'g', 'kind': "
                "'distance', 'a': <p.at>, 'b': <q.at>, 'value': 5}, {'id': 'j', 'kind': "
                "'distance', 'a': <s.origin>, 'b': <p.at>, 'value': 10}",
                NULL);
  tr_session_solve (d.session);
  g_assert_cmpfloat (fabs (drawing_value (&d, "s.area") - 12), <=, 1e-9);
  g_assert_cmpfloat (fabs (v2_dist (drawing_point (&d, "p.at"), drawing_point (&d, "q.at")) - 4),
                     <=, 1e-9);
  assert_conflict (&d, all);
}

// A sheet's u and v have no unit: two nails hold it in a drawing of any size, and leave one freedom.
static void
test_small_sheet (void)
{
  static const double sizes[] = {1e-14, 4e-10, 4e-9, 4e-6, 1, 1e6, 1e9};
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
    double size = sizes[i];
    g_auto (Drawing) d;
    g_autofree char *bodies = g_strdup_printf (
        "{'id': 's', 'kind': 'sheet', 'origin': [%.17g, 0], 'u': [1, 0], 'v': [0, 1], 'size': "
        "[%.17g, %.17g]}, {'id': 'p', 'kind': 'point', 'at': [%.17g, %.17g]}",
        0.1 * size, 4 * size, 2 * size, 2.2 * size, 1.3 * size);
    g_autofree char *cons = g_strdup_printf (
        "{'id': 'a', 'kind': 'nail', 'a': {'body': 's', 'local': [%.17g, %.17g]}, 'at': [%.17g, "
        "%.17g]}, {'id': 'b', 'kind': 'nail', 'a': {'body': 's', 'local': [%.17g, %.17g]}, 'at': "
        "[%.17g, %.17g]}, {'id': 'c', 'kind': 'attach', 'a': {'body': 's', 'local': [%.17g, "
        "%.17g]}, 'b': <p.at>}, {'id': 'd', 'kind': 'distance', 'a': <0;0>, 'b': <p.at>, 'value': "
        "%.17g}",
        -2 * size, -size, -2 * size, -size, 2 * size, -size, 2 * size, -1.2 * size, 2 * size, size,
        3 * size);
    drawing_init (&d, bodies, cons, NULL);
    tr_session_solve (d.session);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_true (c->holds);
    g_assert_cmpint (c->dof, ==, 1);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "s.ux"), 1, 1e-9);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "hypot(p.x, p.y)") / size, 3, 1e-9);
  }
}

// ---- At the end of where an expression has a value ----

// Its slope is endless there, and leads away all the same.
static void
test_edge (void)
{
  static const struct {
    double start;
    const char *expr;
    double root;
  } edges[] = {
      {0, "sqrt(n) - 2", 4},
      {0, "n^(1/3) - 2", 8},
      {1, "asin(n)", 0},
      {-1, "asin(n)", 0},
      {1, "acos(n) - 1", 0.54030230586813977},
      {2, "sqrt(2 - n) - 1", 1},
  };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++) {
    g_autofree char *body =
        g_strdup_printf ("{'id': 'n', 'kind': 'number', 'value': %.17g}", edges[i].start);
    g_autofree char *con =
        g_strdup_printf ("{'id': 'f', 'kind': 'equation', 'expr': '%s', 'op': '='}", edges[i].expr);
    g_auto (Drawing) d;
    drawing_init (&d, body, con, NULL);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "n"), edges[i].root, 1e-8);
  }
}

// A point is dragged along a curve to its end, where it stays, and back.
static void
test_to_the_edge (void)
{
  g_auto (Drawing) d;
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0]}",
                "{'id': 'f', 'kind': 'equation', 'expr': 'asin(p.x) - p.y', 'op': '='}", NULL);
  drawing_drag (&d, "p.at", v2 (5, 5), 20);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (1, G_PI_2), 1e-6);
  drawing_drag (&d, "p.at", v2 (-9, 1), 20);
  g_assert_cmpfloat (drawing_value (&d, "p.x"), <, -0.9);
}

// What misses by 2 does not hold, however steep it is there.
static void
test_steep (void)
{
  g_auto (Drawing) d;
  drawing_init (&d, "{'id': 'n', 'kind': 'number', 'value': 8}",
                "{'id': 'f', 'kind': 'equation', 'expr': 'n^(1/3) + 2', 'op': '='}", NULL);
  tr_session_solve (d.session);
  g_assert_false (tr_session_check (d.session)->holds);
  g_auto (Drawing) r;
  drawing_init (&r, "{'id': 'p', 'kind': 'point', 'at': [4, 2]}",
                "{'id': 'f', 'kind': 'equation', 'expr': 'sqrt(p.x) - p.y', 'op': '='}", NULL);
  drawing_drag (&r, "p.at", v2 (-5, -5), 60);
  drawing_assert_near (drawing_point (&r, "p.at"), v2 (0, 0), 1e-5);
  g_assert_cmpfloat (fabs (drawing_value (&r, "sqrt(p.x) - p.y")), <, 1e-5);
}

// What has no value is told, and all that hangs on it is solved and follows the hand without it; where it has got one by
// that it holds again.
static void
test_void (void)
{
  static const char *const alone[] = {"q", NULL};
  g_auto (Drawing) d;
  drawing_init (&d,
                "{'id': 'p', 'kind': 'point', 'at': [2, 0]}, "
                "{'id': 's', 'kind': 'segment', 'a': [2, 0], 'b': [10, 0]}, "
                "{'id': 'u', 'kind': 'segment', 'a': [10, 0], 'b': [20, 5]}",
                "{'id': 'q', 'kind': 'equation', 'expr': 'sqrt(p.x - 3) - p.y', 'op': '='}, "
                "{'id': 'a', 'kind': 'attach', 'a': <s.a>, 'b': <p.at>}, "
                "{'id': 'c', 'kind': 'attach', 'a': <s.b>, 'b': <u.a>}, "
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 8}",
                NULL);
  assert_conflict (&d, alone);
  drawing_press (&d, "u.b");
  for (int i = 0; i < 40; i++) // no frame has a finite residual
    tr_session_move (d.session, v2 (20, 5 + fmin (10, 0.5 * i)));
  tr_session_release (d.session);
  drawing_assert_near (drawing_point (&d, "u.b"), v2 (20, 15), 1e-9);
  assert_conflict (&d, alone);
  g_assert_true (tr_document_set (d.document, "l.value", "7.5", NULL));
  tr_session_solve (d.session);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "s.length"), 7.5, 1e-9);
  assert_conflict (&d, alone);
  g_assert_true (tr_document_set (d.document, "l.value", "4", NULL));
  tr_session_solve (d.session);
  g_assert_true (tr_session_check (d.session)->holds);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/degenerate/no-angle", test_no_angle);
  g_test_add_func ("/degenerate/two-angles", test_two_angles);
  g_test_add_func ("/degenerate/triangle", test_triangle);
  g_test_add_func ("/degenerate/wanted", test_wanted);
  g_test_add_func ("/degenerate/shrunk", test_shrunk);
  g_test_add_func ("/degenerate/joined", test_joined);
  g_test_add_func ("/degenerate/put-back", test_put_back);
  g_test_add_func ("/degenerate/no-length", test_no_length);
  g_test_add_func ("/degenerate/one", test_one);
  g_test_add_func ("/degenerate/no-slope", test_no_slope);
  g_test_add_func ("/degenerate/from-nothing", test_from_nothing);
  g_test_add_func ("/degenerate/nothing-read", test_nothing_read);
  g_test_add_func ("/degenerate/top-of-wave", test_top_of_wave);
  g_test_add_func ("/degenerate/stays", test_stays);
  g_test_add_func ("/degenerate/flat-sheet", test_flat_sheet);
  g_test_add_func ("/degenerate/flat-beside", test_flat_beside);
  g_test_add_func ("/degenerate/flat-stays", test_flat_stays);
  g_test_add_func ("/degenerate/small-sheet", test_small_sheet);
  g_test_add_func ("/degenerate/edge", test_edge);
  g_test_add_func ("/degenerate/to-the-edge", test_to_the_edge);
  g_test_add_func ("/degenerate/steep", test_steep);
  g_test_add_func ("/degenerate/void", test_void);
  return g_test_run ();
}
