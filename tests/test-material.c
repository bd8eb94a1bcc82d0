// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sheets from jelly to nearly rigid: what is set is what is told, and a nailed picture under a hand
// gives way accordingly, and goes back.

#include "make-drawing.h"
#include "session/material.h"
#include "session/playback.h"
#include "session/timetable.h"
#include "slow.h"

static const char picture[] =
    "{'trammel': 1, 'bodies': [{'id': 'p', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': "
    "[0, 1], 'size': [60, 40]}], 'constraints': [{'id': 'e1', 'kind': 'equation', 'expr': 'p.vx + "
    "p.uy', 'op': '='}, {'id': 'e2', 'kind': 'equation', 'expr': 'p.vy - p.ux', 'op': '='}, {'id': "
    "'n1', 'kind': 'nail', 'a': <p(-30;-20)>, 'at': [-30, -20]}, {'id': 'n2', 'kind': 'nail', 'a': "
    "<p(30;-20)>, 'at': [30, -20]}]}";

static void
set (Drawing *d, TrMaterial which, double value)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_material_set (d->session, 0, which, value, &error));
  tr_session_settle (d->session, "Set");
}

static double
get (Drawing *d, TrMaterial which)
{
  return tr_material_get (tr_session_get_model (d->session), 0, which);
}

static void
test_values (void)
{
  g_auto (Drawing) d = {0};
  g_autoptr (GError) error = NULL;
  drawing_load (&d, picture);
  g_assert_false (isfinite (get (&d, TR_MATERIAL_SHAPE)));
  g_assert_false (tr_timetable_has_motion (tr_session_get_model (d.session)));
  for (double place = 0; place < 1; place += 0.125)
    for (int which = 0; which < TR_N_MATERIALS; which++) {
      const TrModel *m = tr_session_get_model (d.session);
      double value = tr_material_from_slider (m, 0, which, place);
      set (&d, which, value);
      g_assert_cmpfloat (fabs (get (&d, which) - value), <=, 1e-12 * value);
      m = tr_session_get_model (d.session);
      g_assert_cmpfloat (fabs (tr_material_to_slider (m, 0, which, value) - place), <, 1e-9);
    }
  g_assert_true (tr_timetable_has_motion (tr_session_get_model (d.session)));
  const TrModel *m = tr_session_get_model (d.session);
  g_assert_cmpint (m->constraints[0].disabled, ==, 1);
  set (&d, TR_MATERIAL_SHAPE, tr_material_from_slider (m, 0, TR_MATERIAL_SHAPE, 1));
  g_assert_false (isfinite (get (&d, TR_MATERIAL_SHAPE)));
  g_assert_false (tr_material_set (d.session, 0, TR_MATERIAL_SHAPE, -1, NULL));
  g_assert_false (tr_material_set (d.session, 0, TR_MATERIAL_AREA, INFINITY, NULL));
  g_assert_false (tr_material_set (d.session, 0, TR_MATERIAL_DRAG, 0, NULL));
}

// How far the middle of the upper side follows a hand by 20, and what is left of that a second later.
static double
pull (Drawing *d, double *left)
{
  TrConnector top = drawing_connector (d, "p(0,20)");
  tr_session_press (d->session, &top, false);
  for (int i = 0; i < 60; i++)
    tr_session_move (d->session, v2 (0, 40));
  tr_session_release (d->session);
  double moved = drawing_point (d, "p(0,20)").y - 20, now = tr_session_get_time (d->session);
  for (int i = 1; i <= 60; i++)
    tr_session_run_to (d->session, now + i / 60.0);
  *left = drawing_point (d, "p(0,20)").y - 20;
  return moved;
}

static void
test_pulled (void)
{
  g_auto (Drawing) d = {0};
  double moved = 0, last = 20.01, left;
  drawing_load (&d, picture);
  for (double place = 0.1; place < 1; place += is_slow () ? 0.4 : 0.1) {
    const TrModel *m = tr_session_get_model (d.session);
    set (&d, TR_MATERIAL_SHAPE, tr_material_from_slider (m, 0, TR_MATERIAL_SHAPE, place));
    moved = pull (&d, &left);
    g_test_message ("%g: %g, left %g", place, moved, left);
    g_assert_true (isfinite (moved) && moved < last);
    last = moved + 0.01;
    g_assert_cmpfloat (left, >, -0.5);
    g_assert_cmpfloat (left, <=, moved + 1e-9);
    for (int i = 0; i < 600 && left > 1e-3; i++) // back to rest before the next
      tr_session_run_to (d.session, tr_session_get_time (d.session) + 10);
    tr_session_undo (d.session);
  }
  g_assert_cmpfloat (moved, <, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/material/values", test_values);
  g_test_add_func ("/material/pulled", test_pulled);
  return g_test_run ();
}
