// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Two points with a distance of 0 are in one place: they come there whatever else holds them, that takes two degrees
// of freedom, and they leave it as they came.

#include "make-drawing.h"

// Four points a … d in a drawing of that size; `other` with 6.19 times the size for each of its %s.
static void
draw (Drawing *d, double size, const char *other)
{
  static const Vec2 at[] = {{0, 0}, {5, 4}, {5.3, 0.4}, {10, 1}};
  g_autoptr (GString) bodies = g_string_new (NULL), all = g_string_new (other);
  g_autofree char *value = g_strdup_printf ("%.17g", 6.19 * size);
  for (int i = 0; i < 4; i++)
    g_string_append_printf (bodies, "%s{'id': '%c', 'kind': 'point', 'at': [%.17g, %.17g]}",
                            i > 0 ? ", " : "", 'a' + i, size * at[i].x, size * at[i].y);
  g_string_replace (all, "%s", value, 0);
  drawing_init (d, bodies->str, all->str, NULL);
}

#define MEET "{'id': 'z', 'kind': 'distance', 'a': <a.at>, 'b': <b.at>, 'value': 0}"

// What has to do with one of them, or with the way between them. Nothing contradicts.
static void
test_beside (void)
{
  static const double size[] = {1, 30, 1000};
  static const char *const others[] = {
      "{'id': 'o', 'kind': 'on-line', 'a': <c.at>, 'b': {'from': <a.at>, 'to': <d.at>}}",
      "{'id': 'o', 'kind': 'on-line', 'a': <c.at>, 'b': {'from': <d.at>, 'to': <b.at>}}",
      "{'id': 'o', 'kind': 'distance', 'a': <a.at>, 'b': <d.at>, 'value': %s}",
      "{'id': 'o', 'kind': 'length', 'a': {'from': <b.at>, 'to': <c.at>}, 'value': %s}",
      "{'id': 'o', 'kind': 'length', 'a': {'from': <b.at>, 'to': <c.at>}, 'value': 0},"
      "{'id': 'p', 'kind': 'distance', 'a': <c.at>, 'b': <d.at>, 'value': %s}",
      "{'id': 'o', 'kind': 'length', 'a': {'from': <b.at>, 'to': <c.at>}, 'value': 0}",
      "{'id': 'o', 'kind': 'angle', 'a': {'from': <b.at>, 'to': <a.at>},"
      " 'b': {'from': <c.at>, 'to': <d.at>}, 'value': 0.87}",
      "{'id': 'o', 'kind': 'parallel', 'a': {'from': <d.at>, 'to': <0;-9>},"
      " 'b': {'from': <c.at>, 'to': <a.at>}},"
      "{'id': 'p', 'kind': 'angle', 'a': {'from': <c.at>, 'to': <b.at>},"
      " 'b': {'from': <a.at>, 'to': <d.at>}, 'value': 1.2}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (size) * G_N_ELEMENTS (others); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *all = g_strconcat (MEET ",", others[i % G_N_ELEMENTS (others)], NULL);
    double s = size[i / G_N_ELEMENTS (others)];
    draw (&d, s, all);
    g_assert_cmpuint (tr_session_check (d.session)->conflicts->len, ==, 0);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    drawing_assert_near (drawing_point (&d, "a.at"), drawing_point (&d, "b.at"), 1e-13 * s);
  }
}

// Of eight unknowns two are taken, or three with another distance; a length in a direction counts alike.
static void
test_freedom (void)
{
  static const struct {
    const char *all;
    int dof;
  } cases[] = {
      {MEET, 6},
      {"{'id': 'z', 'kind': 'length', 'a': {'from': <a.at>, 'to': <b.at>}, 'value': 0}", 6},
      {MEET ", {'id': 'o', 'kind': 'distance', 'a': <b.at>, 'b': <c.at>, 'value': %s}", 5},
      {MEET ", {'id': 'o', 'kind': 'attach', 'a': <b.at>, 'b': <a.at>}", 6},
      {"{'id': 'z', 'kind': 'distance', 'a': <a.at>, 'b': <b.at>, 'value': %s}", 7},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Drawing) d = {0};
    draw (&d, 1, cases[i].all);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpint (tr_session_check (d.session)->dof, ==, cases[i].dof);
  }
}

static void
type (Drawing *d, const char *member, double value)
{
  g_autofree char *text = g_strdup_printf ("%.17g", value);
  g_assert_true (tr_session_set (d->session, member, text, NULL));
  g_assert_true (tr_session_check (d->session)->holds);
}

// Two bars upright on each other in the origin, the second to the left of the first, which lies on a fixed line and has a
// length of 5, or none and is to have none.
static void
draw_square (Drawing *d, Vec2 b, Vec2 c, bool is_nothing)
{
  double share = is_nothing ? 0 : 1;
  g_autofree char *bodies =
      g_strdup_printf ("{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [%.17g, %.17g]},"
                       "{'id': 'u', 'kind': 'segment', 'a': [0, 0], 'b': [%.17g, %.17g]}",
                       share * b.x, share * b.y, c.x, c.y);
  g_autofree char *all = g_strdup_printf (
      "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]},"
      "{'id': 'j', 'kind': 'attach', 'a': <s.a>, 'b': <u.a>},"
      "{'id': 'l', 'kind': 'length', 'a': 's', 'value': %g},"
      "{'id': 'k', 'kind': 'length', 'a': 'u', 'value': 3},"
      "{'id': 'p', 'kind': 'parallel', 'a': 's', 'b': {'from': <0;0>, 'to': <%.17g;%.17g>}},"
      "{'id': 'q', 'kind': 'angle', 'a': 's', 'b': 'u', 'value': %.17g}",
      5 * share, fabs (b.x), b.x < 0 ? -b.y : b.y, G_PI_2);
  drawing_init (d, bodies, all, NULL);
  tr_session_solve (d->session);
}

// There and back it lies as it lay, on its side of what it is joined to, whichever that is; after it was read without a
// length, too, where the other bar tells.
static void
test_back (void)
{
  for (int i = 0; i < 16; i++) {
    g_auto (Drawing) d = {0};
    double turn = 0.3 + i % 8 * G_PI / 4;
    Vec2 b = v2_scale (v2 (cos (turn), sin (turn)), 5), c = v2_scale (v2_perp (b), 0.6);
    draw_square (&d, b, c, i >= 8);
    type (&d, "l.value", 0);
    drawing_assert_near (drawing_point (&d, "s.b"), v2 (0, 0), 1e-13);
    drawing_assert_near (drawing_point (&d, "u.b"), c, 1e-8);
    type (&d, "l.value", 5);
    drawing_assert_near (drawing_point (&d, "s.b"), b, 1e-8);
    drawing_assert_near (drawing_point (&d, "u.b"), c, 1e-8);
  }
}

// ---- What is named ----

// The sets that are named where it is solved, by their ids in the order of the document.
static char *
find_named (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  tr_session_solve (d->session);
  const TrCheck *c = tr_session_check (d->session);
  g_autoptr (GString) named = g_string_new (NULL);
  for (guint i = 0; i < c->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (c->conflicts, i);
    g_string_append (named, i > 0 ? "|" : "");
    for (guint k = 0; k < set->len; k++)
      g_string_append_printf (named, "%s%s", k > 0 ? " " : "",
                              m->constraints[g_array_index (set, int, k)].id);
  }
  return g_strdup (named->str);
}

static void
assert_named (Drawing *d, const char *ids)
{
  g_autofree char *named = find_named (d);
  g_assert_cmpstr (named, ==, ids);
}

// Two nails in one place, and what is asked of the way between them, which takes no part: two bars from there to one
// point cannot have two lengths. Of equal lengths they can.
static void
test_nails_meet (void)
{
  static const double other[] = {6, 7};
  for (int i = 0; i < 2; i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *all = g_strdup_printf (
        "{'id': 'k', 'kind': 'distance', 'a': <a.at>, 'b': <c.at>, 'value': 7},"
        "{'id': 'm', 'kind': 'nail', 'a': <b.at>, 'at': [0, 0]},"
        "{'id': 'l', 'kind': 'distance', 'a': <b.at>, 'b': <c.at>, 'value': %g},"
        "{'id': 'o', 'kind': 'on-line', 'a': <f.at>, 'b': {'from': <a.at>, 'to': <b.at>}},"
        "{'id': 'p', 'kind': 'perpendicular', 'a': {'from': <a.at>, 'to': <b.at>},"
        " 'b': {'from': <c.at>, 'to': <f.at>}},"
        "{'id': 'n', 'kind': 'nail', 'a': <a.at>, 'at': [0, 0]}",
        other[i]);
    drawing_init (&d,
                  "{'id': 'a', 'kind': 'point', 'at': [0, 0]},"
                  "{'id': 'b', 'kind': 'point', 'at': [10, 0]},"
                  "{'id': 'c', 'kind': 'point', 'at': [5, 4]},"
                  "{'id': 'f', 'kind': 'point', 'at': [5, 0]}",
                  all, NULL);
    assert_named (&d, i == 0 ? "k m l n" : "");
  }
}

// A triangle about a circle, one side of which is to have no length: a side without direction touches the circle with
// no tangent, but its ends are seen in one direction, in which they are not to be.
static void
test_side_of_nothing (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [30, 0]},"
                "{'id': 'v', 'kind': 'segment', 'a': [30, 0], 'b': [10, 20]},"
                "{'id': 'u', 'kind': 'segment', 'a': [10, 20], 'b': [0, 0]},"
                "{'id': 'c', 'kind': 'circle', 'center': [12.038204263768, 7.4400193985225],"
                " 'radius': 7.4400193985225}",
                "{'id': 'i', 'kind': 'attach', 'a': <s.b>, 'b': <v.a>},"
                "{'id': 'j', 'kind': 'attach', 'a': <v.b>, 'b': <u.a>},"
                "{'id': 'k', 'kind': 'attach', 'a': <u.b>, 'b': <s.a>},"
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 30},"
                "{'id': 'z', 'kind': 'length', 'a': 'v', 'value': 28.284271247461902},"
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]},"
                "{'id': 'h', 'kind': 'horizontal', 'a': 's'},"
                "{'id': 'w', 'kind': 'angle', 'a': 's', 'b': {'from': <s.a>, 'to': <v.b>},"
                " 'value': 1.1071487177940904},"
                "{'id': 'd', 'kind': 'tangent', 'a': <s~0.4>, 'b': <c~4.7>},"
                "{'id': 'g', 'kind': 'tangent', 'a': <v~0.6>, 'b': <c~0.8>},"
                "{'id': 'f', 'kind': 'tangent', 'a': <u~0.5>, 'b': <c~2.7>}",
                NULL);
  assert_named (&d, "");
  Vec2 b = drawing_point (&d, "v.b"), c = drawing_point (&d, "c.center");
  g_assert_true (tr_session_set (d.session, "z.value", "0", NULL));
  g_autofree char *named = find_named (&d);
  // without the side's own length both could vanish together
  if (!g_str_equal (named, "i z w"))
    g_assert_cmpstr (named, ==, "i l z w");
  type (&d, "z.value", 28.284271247461902);
  drawing_assert_near (drawing_point (&d, "v.b"), b, 1e-6);
  drawing_assert_near (drawing_point (&d, "c.center"), c, 1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/meet/beside", test_beside);
  g_test_add_func ("/meet/freedom", test_freedom);
  g_test_add_func ("/meet/back", test_back);
  g_test_add_func ("/meet/nails", test_nails_meet);
  g_test_add_func ("/meet/side-of-nothing", test_side_of_nothing);
  return g_test_run ();
}
