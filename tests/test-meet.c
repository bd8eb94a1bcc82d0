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

// There and back it lies as it lay, on its side of what it is joined to, whichever that is.
static void
test_back (void)
{
  for (int i = 0; i < 8; i++) {
    g_auto (Drawing) d = {0};
    double turn = 0.3 + i * G_PI / 4;
    Vec2 b = v2_scale (v2 (cos (turn), sin (turn)), 5), c = v2_scale (v2_perp (b), 0.6);
    g_autofree char *bodies =
        g_strdup_printf ("{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [%.17g, %.17g]},"
                         "{'id': 'u', 'kind': 'segment', 'a': [0, 0], 'b': [%.17g, %.17g]}",
                         b.x, b.y, c.x, c.y);
    g_autofree char *all = g_strdup_printf (
        "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]},"
        "{'id': 'j', 'kind': 'attach', 'a': <s.a>, 'b': <u.a>},"
        "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 5},"
        "{'id': 'k', 'kind': 'length', 'a': 'u', 'value': 3},"
        "{'id': 'p', 'kind': 'parallel', 'a': 's', 'b': {'from': <0;0>, 'to': <%.17g;%.17g>}},"
        "{'id': 'q', 'kind': 'angle', 'a': 's', 'b': 'u', 'value': %.17g}",
        fabs (b.x), b.x < 0 ? -b.y : b.y, G_PI_2);
    drawing_init (&d, bodies, all, NULL);
    tr_session_solve (d.session);
    type (&d, "l.value", 0);
    drawing_assert_near (drawing_point (&d, "s.b"), v2 (0, 0), 1e-13);
    drawing_assert_near (drawing_point (&d, "u.b"), c, 1e-8);
    type (&d, "l.value", 5);
    drawing_assert_near (drawing_point (&d, "s.b"), b, 1e-8);
    drawing_assert_near (drawing_point (&d, "u.b"), c, 1e-8);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/meet/beside", test_beside);
  g_test_add_func ("/meet/freedom", test_freedom);
  g_test_add_func ("/meet/back", test_back);
  return g_test_run ();
}
