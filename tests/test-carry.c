// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Several bodies carried together by one of them.

#include "make-drawing.h"

// A bar nailed at one end, two links, a wheel and a typed curve.
static const char bodies[] =
    "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [30, 0]}, "
    "{'id': 'u', 'kind': 'segment', 'a': [30, 0], 'b': [60, 20]}, "
    "{'id': 'v', 'kind': 'segment', 'a': [60, 20], 'b': [90, 0]}, "
    "{'id': 'c', 'kind': 'circle', 'center': [0, 60], 'radius': 10}, "
    "{'id': 'f', 'kind': 'formula', 'unknowns': {'cx': 50, 'cy': 60, 'r': 9}, 'x': "
    "'cx + r*cos(t)', 'y': 'cy + r*sin(2*t)', 't': [0, 6]}, "
    "{'id': 'm', 'kind': 'sheet', 'origin': [-50, 0], 'u': [1, 0.2], 'v': [0, 1], 'size': [20, "
    "20]}";
static const char cons[] = "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, "
                           "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 30}, "
                           "{'id': 'j1', 'kind': 'attach', 'a': <s.b>, 'b': <u.a>}, "
                           "{'id': 'j2', 'kind': 'attach', 'a': <u.b>, 'b': <v.a>}";

static void
set_up (Drawing *d, gconstpointer data)
{
  drawing_init (d, bodies, cons, NULL);
}

static void
tear_down (Drawing *d, gconstpointer data)
{
  drawing_clear (d);
}

static void
lift (Drawing *d, const char *by, const int *load, int n)
{
  TrConnector at;
  g_assert_true (tr_session_parse_connector (tr_session_get_model (d->session), by, &at, NULL));
  tr_session_lift (d->session, &at, load, n);
}

static TrStepResult
carry (Drawing *d, Vec2 by)
{
  Vec2 to = v2_add (tr_session_get_pointer (d->session), by);
  TrStepResult r = tr_session_move (d->session, to);
  for (int i = 0; i < 300 && r.ok && !r.at_rest; i++)
    r = tr_session_hold (d->session);
  g_assert_true (r.ok && r.at_rest);
  return r;
}

// What nothing holds goes exactly as the pointer does, and is as it was but for its place.
static void
test_free (Drawing *d, gconstpointer data)
{
  const int load[] = {3, 4, 5};
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d->session));
  const double *was = before->q, *now = tr_session_get_state (d->session)->q;
  const TrModel *m = tr_session_get_model (d->session);

  lift (d, "c.center", load, 3);
  g_assert_true (tr_session_is_lifting (d->session) && tr_session_is_dragging (d->session));
  g_assert_cmpfloat (carry (d, v2 (100, -7)).gap, <, 1e-9);
  tr_session_release (d->session);
  g_assert_false (tr_session_is_lifting (d->session));
  g_assert_cmpstr (tr_document_undo_name (d->document), ==, "Move");
  for (int i = 0; i < 12; i++)
    g_assert_cmpfloat_with_epsilon (now[i], was[i], 1e-12);
  for (int k = 0; k < 3; k++) {
    const TrBody *b = &m->bodies[load[k]];
    for (int i = 0; i < b->n; i++)
      g_assert_cmpfloat_with_epsilon (now[b->q + i] - was[b->q + i],
                                      i == 0   ? 100
                                      : i == 1 ? -7
                                               : 0,
                                      1e-9);
  }
  g_assert_true (tr_session_undo (d->session));
  g_assert_true (tr_state_equal (before, tr_session_get_state (d->session)));
}

// Links that are carried keep their directions, and what they hang on follows as far as it can.
static void
test_held (Drawing *d, gconstpointer data)
{
  const int load[] = {1, 2};
  const double *q = tr_session_get_state (d->session)->q;

  lift (d, "v.b", load, 2);
  g_assert_cmpfloat (carry (d, v2 (-8, 6)).gap, <, 1e-9); // the first link gives way
  g_assert_cmpfloat_with_epsilon (hypot (q[2], q[3]), 30, 1e-9);
  g_assert_true (tr_session_check (d->session)->holds);
  tr_session_cancel (d->session);
  g_assert_cmpint (tr_document_n_undo (d->document), ==, 0);
  // Along the circle on which its end can be, they go there.
  lift (d, "v.b", load, 2);
  Vec2 by = v2 (30 * cos (0.5) - 30, 30 * sin (0.5));
  g_assert_cmpfloat (carry (d, by).gap, <, 1e-5);
  g_assert_cmpfloat_with_epsilon (q[6] - q[4], 30, 1e-5);
  g_assert_cmpfloat_with_epsilon (q[7] - q[5], 20, 1e-5);
  g_assert_cmpfloat_with_epsilon (q[10] - q[8], 30, 1e-5);
  tr_session_release (d->session);
  g_assert_true (tr_session_check (d->session)->holds);
}

// What is nailed as a whole does not move, not by its rounding either, which is told.
static void
test_fixed (Drawing *d, gconstpointer data)
{
  static const char two[] = "{'id': 's', 'kind': 'segment', 'a': [0.1, 0.2], 'b': [30.3, 7.7]}, "
                            "{'id': 'u', 'kind': 'segment', 'a': [30.3, 7.7], 'b': [13.7, 21.9]}";
  static const char nails[] = "{'id': 'n1', 'kind': 'nail', 'a': <s.a>, 'at': [0.1, 0.2]}, "
                              "{'id': 'n2', 'kind': 'nail', 'a': <u.b>, 'at': [13.7, 21.9]}, "
                              "{'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <u.a>}, "
                              "{'id': 'l1', 'kind': 'length', 'a': 's', 'value': 31.117359463}, "
                              "{'id': 'l2', 'kind': 'length', 'a': 'u', 'value': 21.844907873}";
  const int load[] = {0, 1};
  Drawing held;

  drawing_init (&held, two, nails, NULL);
  tr_session_solve (held.session);
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (held.session));
  lift (&held, "s.b", load, 2);
  TrStepResult r = tr_session_move (held.session, v2 (33, 11));
  g_assert_true (r.ok && r.fixed && !r.moved);
  g_assert_true (tr_state_equal (before, tr_session_get_state (held.session)));
  tr_session_release (held.session);
  g_assert_true (tr_state_equal (before, tr_session_get_state (held.session)));
  drawing_clear (&held);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/carry/free", Drawing, NULL, set_up, test_free, tear_down);
  g_test_add ("/carry/held", Drawing, NULL, set_up, test_held, tear_down);
  g_test_add ("/carry/fixed", Drawing, NULL, set_up, test_fixed, tear_down);
  return g_test_run ();
}
