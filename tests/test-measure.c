// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How long constraints are: what they are judged by, and what says how far their points may go.

#include "make-drawing.h"
#include "model/row.h"

enum { POINTS = 100 };

// A line of many points, two of them held 1 apart, one held by a point.
static void
test_long_list (void)
{
  g_autoptr (GString) bodies = g_string_new ("{'id': 'l', 'kind': 'polyline', 'points': [");
  for (int i = 0; i < POINTS; i++)
    g_string_append_printf (bodies, "%s[%d, 0]", i > 0 ? ", " : "", i);
  g_string_append (bodies, "]}, {'id': 'p', 'kind': 'point', 'at': [7, 0]}");
  Drawing d;
  drawing_init (&d, bodies->str,
                "{'id': 'd', 'kind': 'distance', 'a': <l.point0>, 'b': <l.point1>, 'value': 1}, "
                "{'id': 'c', 'kind': 'attach', 'a': <l.point7>, 'b': <p.at>}",
                NULL);
  const TrModel *m = tr_session_get_model (d.session);
  const double *q = tr_session_get_state (d.session)->q;
  double extent, rough;
  // judged by all of the line, the many points looked at or some of them
  g_assert_cmpfloat_with_epsilon (tr_constraint_ell (m, 0, q, &extent), POINTS - 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (tr_constraint_ell_roughly (m, 0, q, &rough), POINTS - 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (extent, rough, 1e-12);
  // but the line says nothing of how long its spans are, nor a coincidence of any length
  g_assert_cmpfloat_with_epsilon (tr_constraint_link (m, 0, q, NULL), 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (tr_constraint_link (m, 1, q, NULL), 0, 1e-300);
  drawing_clear (&d);
}

// A coordinate is no length, wherever it is held.
static void
test_coordinate (void)
{
  Drawing d;
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [300, 2]}",
                "{'id': 'f', 'kind': 'fix', 'a': 'p', 'what': 'x', 'value': 300}", NULL);
  const TrModel *m = tr_session_get_model (d.session);
  const double *q = tr_session_get_state (d.session)->q;
  g_assert_cmpfloat_with_epsilon (tr_constraint_ell (m, 0, q, NULL), 300, 1e-12);
  g_assert_cmpfloat_with_epsilon (tr_constraint_link (m, 0, q, NULL), 0, 1e-300);
  drawing_clear (&d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measure/long-list", test_long_list);
  g_test_add_func ("/measure/coordinate", test_coordinate);
  return g_test_run ();
}
