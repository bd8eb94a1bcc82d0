// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Double roots, and what is worse, and roots that a step could miss: a solve ends at them, not where the tolerance would let it, and says of
// a drawing there what it says of one that was drawn there.

#include "make-drawing.h"
#include "session/explain.h"

// Of what is drawn, and what is said of it when it was solved.
static void
solve (Drawing *d, const char *bodies, const char *constraints, int rank, const char *redundant)
{
  drawing_init (d, bodies, constraints, NULL);
  tr_session_solve (d->session);
  const TrCheck *c = tr_session_check (d->session);
  g_assert_true (c->holds);
  g_assert_cmpint (c->rank, ==, rank);
  g_assert_cmpuint (c->redundant->len, ==, 1);
  const TrModel *m = tr_session_get_model (d->session);
  g_assert_cmpstr (m->constraints[g_array_index (c->redundant, int, 0)].id, ==, redundant);
  g_assert_true (tr_redundancy_is_local (d->session, g_array_index (c->redundant, int, 0)));
}

// A bar between two rails, just as long as these lie apart: it stands upright on them.
static void
test_bar (void)
{
  static const double from[][4] = {{0, 0, 3, 9}, {-2, 1, 4, 9}, {0, 0, -0.01, 10}, {0, 0, 0, 10}};
  for (guint i = 0; i < G_N_ELEMENTS (from); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *bodies =
        g_strdup_printf ("{'id': 's', 'kind': 'segment', 'a': [%g, %g], 'b': [%g, %g]},"
                         "{'id': 'u', 'kind': 'segment', 'a': [-20, 0], 'b': [20, 0]},"
                         "{'id': 'v', 'kind': 'segment', 'a': [-20, 10], 'b': [20, 10]}",
                         from[i][0], from[i][1], from[i][2], from[i][3]);
    solve (&d, bodies,
           "{'id': 'a', 'kind': 'nail', 'a': <u.a>, 'at': [-20, 0]},"
           "{'id': 'b', 'kind': 'nail', 'a': <u.b>, 'at': [20, 0]},"
           "{'id': 'c', 'kind': 'nail', 'a': <v.a>, 'at': [-20, 10]},"
           "{'id': 'd', 'kind': 'nail', 'a': <v.b>, 'at': [20, 10]},"
           "{'id': 'o', 'kind': 'on-line', 'a': <s.a>, 'b': 'u'},"
           "{'id': 'f', 'kind': 'on-line', 'a': <s.b>, 'b': 'v'},"
           "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 10}",
           10, "l");
    g_assert_cmpfloat (fabs (drawing_value (&d, "s.ax - s.bx")), <, 1e-8);
  }
}

// Sides of one length on a level one of another, which is tied to them by a distance that only an upright
// place has: three branches meet there.
static void
test_box (void)
{
  g_auto (Drawing) d = {0};
  solve (&d,
         "{'id': 'p', 'kind': 'segment', 'a': [0, 0], 'b': [159, 0]},"
         "{'id': 'q', 'kind': 'segment', 'a': [159, 0], 'b': [158, 61]},"
         "{'id': 'r', 'kind': 'segment', 'a': [158, 61], 'b': [1, 60]},"
         "{'id': 's', 'kind': 'segment', 'a': [1, 60], 'b': [0, 0]},"
         "{'id': 'm', 'kind': 'point', 'at': [80, 0]}",
         "{'id': 'n', 'kind': 'nail', 'a': <p.a>, 'at': [0, 0]},"
         "{'id': 'a', 'kind': 'attach', 'a': <p.b>, 'b': <q.a>},"
         "{'id': 'b', 'kind': 'attach', 'a': <q.b>, 'b': <r.a>},"
         "{'id': 'c', 'kind': 'attach', 'a': <r.b>, 'b': <s.a>},"
         "{'id': 'd', 'kind': 'attach', 'a': <s.b>, 'b': <p.a>},"
         "{'id': 'o', 'kind': 'horizontal', 'a': 'p'},"
         "{'id': 'f', 'kind': 'horizontal', 'a': 'r'},"
         "{'id': 'g', 'kind': 'midpoint', 'a': <m.at>, 'b': <p.a>, 'c': <p.b>},"
         "{'id': 'h', 'kind': 'length', 'a': 'r', 'value': 160},"
         "{'id': 'i', 'kind': 'distance', 'a': <m.at>, 'b': <s.a>, 'value': 100},"
         "{'id': 'j', 'kind': 'length', 'a': 'q', 'value': 60},"
         "{'id': 'k', 'kind': 'length', 'a': 's', 'value': 60}",
         17, "k");
  g_assert_cmpfloat (fabs (drawing_value (&d, "p.length - 160")), <, 1e-3);
  g_assert_cmpfloat (fabs (drawing_value (&d, "s.ax")), <, 1e-3);
}

// Equations of numbers alone have no lengths to tell how far a step may go: it ends before it has passed a pole or the
// next wave, and at the root that lies before these.
static void
test_before_poles (void)
{
  static const struct {
    double start;
    const char *expr;
    double root;
  } things[] = {
      {0, "tan(n) - 10", 1.4711276743037347},
      {0, "tan(n) - 100", 1.5607966601082315},
      {3, "n*n*n + 8", -2},
      {1, "1/n - 10", 0.1},
      {10, "ln(n) + 3", 0.049787068367863944},
  };
  for (guint i = 0; i < G_N_ELEMENTS (things); i++) {
    g_autofree char *body =
        g_strdup_printf ("{'id': 'n', 'kind': 'number', 'value': %.17g}", things[i].start);
    g_autofree char *con = g_strdup_printf (
        "{'id': 'f', 'kind': 'equation', 'expr': '%s', 'op': '='}", things[i].expr);
    g_auto (Drawing) d = {0};
    drawing_init (&d, body, con, NULL);
    tr_session_solve (d.session);
    g_assert_true (tr_session_check (d.session)->holds);
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "n"), things[i].root, 1e-9);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/roots/bar", test_bar);
  g_test_add_func ("/roots/box", test_box);
  g_test_add_func ("/roots/before-poles", test_before_poles);
  return g_test_run ();
}
