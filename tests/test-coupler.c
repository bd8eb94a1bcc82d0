// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Live coupler curves: found beside the main loop, of the newest state, and of nothing that is
// gone.

#include "make-drawing.h"
#include "session/coupler.h"

// Ground 70, crank 24, coupler 60, rocker 52; the motor is switched off.
static const char four_bar[] =
    "{'trammel': 1, 'bodies': [{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [24, 0]}, {'id': "
    "'m', 'kind': 'segment', 'a': [24, 0], 'b': [40, 40]}, {'id': 'r', 'kind': 'segment', 'a': "
    "[70, 0], 'b': [40, 40]}, {'id': 'p', 'kind': 'point', 'at': [9, 99]}], 'constraints': [{'id': "
    "'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'o', 'kind': 'nail', 'a': <r.a>, 'at': "
    "[70, 0]}, {'id': 'j', 'kind': 'attach', 'a': <s.b>, 'b': <m.a>}, {'id': 'k', 'kind': "
    "'attach', 'a': <m.b>, 'b': <r.b>}, {'id': 'l', 'kind': 'length', 'a': 's', 'value': 24}, "
    "{'id': 'q', 'kind': 'length', 'a': 'm', 'value': 60}, {'id': 'u', 'kind': 'length', 'a': 'r', "
    "'value': 52}, {'id': 'd', 'kind': 'drive', 'enabled': false, 'what': 's.angle', 'value': "
    "'2*pi*time'}], 'traces': [{'id': 'still', 'a': <p.at>}, {'id': 'pin', 'a': <s.b>}, {'id': "
    "'top', 'a': <m.b>}]}";

static void
found_cb (TrCoupler *c, gpointer data)
{
  (*(int *) data)++;
}

static void
wait_for (const int *n, int until)
{
  while (*n < until)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_on_circle (const TrCouplerCurve *c, Vec2 center, double radius)
{
  for (int i = 0; i < c->n; i++)
    g_assert_cmpfloat (fabs (v2_dist (c->points[i], center) - radius), <, 1e-6);
}

// Of the two points that the motor moves, though it is switched off.
static void
test_curves (void)
{
  int found = 0, n;
  g_auto (Drawing) d = {0};
  drawing_load (&d, four_bar);
  tr_session_solve (d.session);
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d.session));
  g_autoptr (TrCoupler) c = tr_coupler_new (found_cb, &found);
  g_assert_null (tr_coupler_get (c, &n));
  tr_coupler_ask (c, d.session);
  tr_coupler_ask (c, d.session);
  wait_for (&found, 1);
  const TrCouplerCurve *curve = tr_coupler_get (c, &n);
  g_assert_cmpint (n, ==, 2);
  g_assert_cmpint (curve[0].trace, ==, 1);
  g_assert_cmpint (curve[1].trace, ==, 2);
  g_assert_true (curve[0].closed && curve[1].closed);
  assert_on_circle (&curve[0], v2 (0, 0), 24);
  assert_on_circle (&curve[1], v2 (70, 0), 52);
  g_assert_true (tr_state_equal (before, tr_session_get_state (d.session)));
}

// The next round is of the state as it is then, and of the model.
static void
test_newest (void)
{
  int found = 0, n;
  g_auto (Drawing) d = {0};
  drawing_load (&d, four_bar);
  tr_session_solve (d.session);
  g_autoptr (TrCoupler) c = tr_coupler_new (found_cb, &found);
  tr_coupler_ask (c, d.session);
  wait_for (&found, 1);
  g_assert_true (tr_session_set (d.session, "l.value", "20", NULL));
  g_assert_null (tr_coupler_get (c, &n)); // of another model
  tr_coupler_ask (c, d.session);
  wait_for (&found, 2);
  const TrCouplerCurve *curve = tr_coupler_get (c, &n);
  g_assert_cmpint (n, ==, 2);
  assert_on_circle (&curve[0], v2 (0, 0), 20);
  drawing_drag (&d, "m.b", v2 (60, 50), 10);
  tr_coupler_ask (c, d.session);
  wait_for (&found, 3);
  curve = tr_coupler_get (c, &n);
  drawing_assert_near (curve[0].points[0], drawing_point (&d, "s.b"), 1e-9);
}

// Freed or forgotten at any time; a drawing that takes another's place is its own.
static void
test_gone (void)
{
  int found = 0, n;
  for (int spins = 0; spins < 4; spins++) {
    g_auto (Drawing) d = {0};
    drawing_load (&d, four_bar);
    tr_session_solve (d.session);
    TrCoupler *c = tr_coupler_new (found_cb, &found);
    tr_coupler_ask (c, d.session);
    for (int i = 0; i < spins; i++)
      g_main_context_iteration (NULL, FALSE);
    if (spins % 2 == 0) {
      tr_coupler_forget (c);
      g_assert_null (tr_coupler_get (c, &n));
      g_auto (Drawing) other = {0};
      drawing_load (&other, four_bar);
      g_assert_true (tr_session_set (other.session, "l.value", "15", NULL));
      int before = found;
      tr_coupler_ask (c, other.session);
      wait_for (&found, before + 1);
      assert_on_circle (&tr_coupler_get (c, &n)[0], v2 (0, 0), 15);
      tr_coupler_forget (c);
    }
    tr_coupler_free (c);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/coupler/curves", test_curves);
  g_test_add_func ("/coupler/newest", test_newest);
  g_test_add_func ("/coupler/gone", test_gone);
  return g_test_run ();
}
