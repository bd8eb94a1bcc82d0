// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand that is much faster than what it pulls, and then holds on: the drawing comes after it in a second
// or so, however many links it has, and no frame works more than another.

#include "make-drawing.h"
#include "slow.h"

enum { SECOND = 60, MOST_SOLVES = 64 };

static const double speed = 20; // of the hand, in a frame

// Bars of length 1 in a row that bends to and fro, nailed at the left end, and at the right one where that is
// to stand `span` to the right.
static void
put_chain (Drawing *d, int n, double span, const char *more)
{
  g_autoptr (GString) bodies = g_string_new (NULL), cons = g_string_new (NULL);
  double rise = sqrt (1 - span * span / n / n);
  for (int i = 0; i <= n; i++)
    g_string_append_printf (bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%.17g, %.17g]}",
                            i > 0 ? ", " : "", i, span * i / n, rise * (i % 2));
  for (int i = 0; i < n; i++)
    g_string_append_printf (cons,
                            "{'id': 'd%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, "
                            "'value': 1}, ",
                            i, i, i + 1);
  g_string_append (cons, "{'id': 'n', 'kind': 'nail', 'a': <p0.at>, 'at': [0, 0]}");
  if (more)
    g_string_append_printf (cons, ", %s", more);
  drawing_init (d, bodies->str, cons->str, NULL);
  tr_session_solve (d->session);
}

// Drags a point to `to` at that speed and holds it there for so many frames at most; returns how far it is off.
static double
pull (Drawing *d, const char *what, Vec2 to, int frames)
{
  drawing_press (d, what);
  Vec2 from = tr_session_get_pointer (d->session);
  int n = (int) ceil (v2_dist (from, to) / speed);
  TrStepResult r = {.gap = INFINITY};
  for (int i = 1; i <= n; i++) {
    r = tr_session_move (d->session, v2_lerp (from, to, (double) i / n));
    g_assert_cmpint (r.iterations, <=, MOST_SOLVES);
  }
  for (int i = 0; i < frames && !r.at_rest; i++) {
    r = tr_session_hold (d->session);
    g_assert_cmpint (r.iterations, <=, MOST_SOLVES);
  }
  tr_session_release (d->session);
  return r.gap;
}

static void
test_free_end (void)
{
  const struct {
    int n;
    double seconds;
  } chains[] = {{30, 0.5}, {100, 1}, {300, 1.5}, {1000, 2}};
  for (guint i = 0; i < (is_slow () ? 2 : G_N_ELEMENTS (chains)); i++) {
    g_auto (Drawing) d = {0};
    int n = chains[i].n;
    g_autofree char *end = g_strdup_printf ("p%d.at", n);
    put_chain (&d, n, 0.9 * n, NULL);
    double gap = pull (&d, end, v2_polar (0.8 * n, 1), (int) (chains[i].seconds * SECOND));
    if (!(gap <= 1e-2))
      g_error ("%d bars are %g behind", n, gap);
  }
}

// Nailed at both ends, pulled at the middle.
static void
test_held_ends (void)
{
  const int chains[] = {30, 100, 300};
  for (guint i = 0; i < (is_slow () ? 2 : G_N_ELEMENTS (chains)); i++) {
    g_auto (Drawing) d = {0};
    int n = chains[i];
    g_autofree char *middle = g_strdup_printf ("p%d.at", n / 2);
    g_autofree char *nail =
        g_strdup_printf ("{'id': 'm', 'kind': 'nail', 'a': <p%d.at>, 'at': [%g, 0]}", n, 0.5 * n);
    put_chain (&d, n, 0.5 * n, nail);
    double gap = pull (&d, middle, v2 (0.25 * n, 0.4 * n), (int) (1.2 * SECOND));
    if (!(gap <= 1e-2))
      g_error ("%d bars are %g behind", n, gap);
  }
}

// One bar is to have another length too.
static void
test_conflict (void)
{
  g_auto (Drawing) d = {0};
  put_chain (&d, 100, 90,
             "{'id': 'z', 'kind': 'distance', 'a': <p50.at>, 'b': <p51.at>, 'value': 1.2}");
  g_assert_false (drawing_holds (&d));
  g_assert_cmpfloat (pull (&d, "p100.at", v2_polar (80, 1), SECOND), <=, 1e-2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hand/free-end", test_free_end);
  g_test_add_func ("/hand/held-ends", test_held_ends);
  g_test_add_func ("/hand/conflict", test_conflict);
  return g_test_run ();
}
