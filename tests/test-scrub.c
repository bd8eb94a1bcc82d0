// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand on what a drive holds: time follows it.

#include "make-drawing.h"
#include "session/playback.h"
#include "session/scrub.h"

// A crank that turns once a second, and a rod from its pin to a slider, at a time.
static void
init (Drawing *d, double time)
{
  drawing_init (d,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [24, 0]}, {'id': 'm', 'kind': "
                "'segment', 'a': [24, 0], 'b': [84, 0]}",
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'j', 'kind': "
                "'attach', 'a': <s.b>, 'b': <m.a>}, {'id': 'l', 'kind': 'length', 'a': 's', "
                "'value': 24}, {'id': 'p', 'kind': 'length', 'a': 'm', 'value': 60}, {'id': 'y', "
                "'kind': 'fix', 'a': 'm', 'what': 'by', 'value': 0}, {'id': 'd', 'kind': 'drive', "
                "'what': 's.angle', 'value': '2*pi*time'}",
                NULL);
  tr_session_solve (d->session);
  tr_session_seek (d->session, time);
}

// A pivot that stands still whatever the time is fixed for every hand.
static void
test_scrub_pivot (void)
{
  g_auto (Drawing) d = {0};
  init (&d, 0.37);
  tr_session_let_scrub (d.session, true);
  double time = tr_session_get_time (d.session);
  drawing_press (&d, "s.a");
  for (int i = 1; i <= 20; i++) {
    TrStepResult r = tr_session_move (d.session, v2 (i, 2.0 * i));
    g_assert_true (r.fixed);
    g_assert_false (tr_session_is_scrubbing (d.session));
  }
  tr_session_release (d.session);
  g_assert_cmpfloat (fabs (tr_session_get_time (d.session) - time), <=, 0);
}

// A hand on what a drive holds takes time along, as far as it goes round, and no step of the history is
// made; Escape goes back. Other hands than a window's find it fixed. While time runs it waits for
// the hand, and goes on from where it is let go.
static void
test_scrub (void)
{
  for (int k = 0; k < 3; k++) {
    g_auto (Drawing) d = {0};
    init (&d, 0.5);
    tr_session_let_scrub (d.session, k > 0);
    if (k == 2)
      tr_session_play (d.session);
    double start = tr_session_get_time (d.session), time = start;
    Vec2 first = drawing_point (&d, "s.b"), foot = drawing_point (&d, "s.a");
    double length = v2_dist (first, foot), angle = drawing_value (&d, "s.angle");
    int undo = tr_document_n_undo (d.document);
    drawing_press (&d, "s.b");
    for (int i = 1; i <= 120; i++) { // a third round, by a hand that is farther out
      Vec2 to = v2_mad (foot, 1.3 * length, v2_polar (1, angle + i * G_PI / 180));
      if (k == 2)
        tr_session_tick (d.session);
      TrStepResult r = tr_session_move (d.session, to);
      g_assert_true (r.fixed == (k == 0));
      if (k == 0)
        continue;
      g_assert_true (tr_session_is_scrubbing (d.session));
      g_assert_cmpfloat (tr_session_get_time (d.session), >=, time - 1e-9);
      time = tr_session_get_time (d.session);
    }
    for (int i = 0; i < 60; i++) {
      if (k == 2)
        tr_session_tick (d.session);
      tr_session_hold (d.session);
    }
    if (k == 0) {
      drawing_assert_near (drawing_point (&d, "s.b"), first, 1e-9);
      tr_session_release (d.session);
      continue;
    }
    Vec2 now = v2_mad (foot, length, v2_polar (1, angle + 2 * G_PI / 3));
    drawing_assert_near (drawing_point (&d, "s.b"), now, 1e-3 * length);
    g_assert_true (drawing_holds (&d));
    time = tr_session_get_time (d.session);
    g_assert_cmpfloat (time, >, start);
    if (k == 1) { // and back again
      tr_session_cancel (d.session);
      g_assert_cmpfloat (fabs (tr_session_get_time (d.session) - start), <, 1e-9);
      drawing_assert_near (drawing_point (&d, "s.b"), first, 1e-9);
    } else {
      tr_session_release (d.session);
      tr_session_tick (d.session);
      g_assert_cmpfloat (fabs (tr_session_get_time (d.session) - time), <, 0.05);
      g_assert_cmpfloat (tr_session_get_time (d.session), >, time);
    }
    g_assert_cmpint (tr_document_n_undo (d.document), ==, undo);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scrub/crank", test_scrub);
  g_test_add_func ("/scrub/pivot", test_scrub_pivot);
  return g_test_run ();
}
