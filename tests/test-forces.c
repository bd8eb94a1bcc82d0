// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The forces of a drawing against those of statics, and drawings that are made to hold on arrival.

#include "make-drawing.h"

#include "session/arrival.h"
#include "session/forces.h"

static const TrForceMark *
find (const TrModel *m, const GArray *forces, const char *id, TrForceSign sign)
{
  for (guint i = 0; i < forces->len; i++) {
    const TrForceMark *f = &g_array_index (forces, TrForceMark, i);
    if (f->sign == sign && strcmp (m->constraints[f->constraint].id, id) == 0)
      return f;
  }
  return NULL;
}

static double
tension (const TrModel *m, const GArray *forces, const char *id)
{
  const TrForceMark *f = find (m, forces, id, TR_FORCE_BAR);
  return f ? f->tension : 0;
}

// A weight of 10 hangs on two bars one below the other: both carry it, and so does the nail.
static void
test_hanging (void)
{
  Drawing d;
  drawing_init (&d,
                "{'id': 'u', 'kind': 'segment', 'a': [0, 0], 'b': [0, -5]},"
                "{'id': 'v', 'kind': 'segment', 'a': [0, -5], 'b': [0, -9]}",
                "{'id': 'n', 'kind': 'nail', 'a': <u.a>, 'at': [0, 0]},"
                "{'id': 'j', 'kind': 'attach', 'a': <u.b>, 'b': <v.a>},"
                "{'id': 'lu', 'kind': 'length', 'a': 'u', 'value': 5},"
                "{'id': 'lv', 'kind': 'length', 'a': 'v', 'value': 4}",
                "{'id': 'w', 'kind': 'push', 'a': <v.b>, 'force': [0, -10]}");
  const TrModel *m = tr_session_get_model (d.session);
  g_autoptr (GArray) forces = tr_forces_find (d.session);
  const TrForceMark *nail = find (m, forces, "n", TR_FORCE_ARROW);

  g_assert_cmpfloat_with_epsilon (tension (m, forces, "lu"), 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (tension (m, forces, "lv"), 10, 1e-9);
  g_assert_nonnull (nail);
  g_assert_cmpfloat_with_epsilon (nail->force.y, 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (nail->force.x, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (tr_forces_largest (forces), 10, 1e-9);
  drawing_clear (&d);
}

// A load of 12 on the top of a symmetric pair of rods, 3 wide and 4 high on each side, held apart
// at their feet: the rods are pressed by 12/2 · 5/4.
static void
test_truss (void)
{
  Drawing d;
  drawing_init (&d,
                "{'id': 'A', 'kind': 'point', 'at': [-3, 0]}, {'id': 'B', 'kind': 'point', 'at': "
                "[3, 0]}, {'id': 'C', 'kind': 'point', 'at': [0, 4]}",
                "{'id': 'na', 'kind': 'nail', 'a': <A.at>, 'at': [-3, 0]},"
                "{'id': 'lb', 'kind': 'distance-y', 'a': <0;0>, 'b': <B.at>, 'value': 0},"
                "{'id': 'ab', 'kind': 'distance', 'a': <A.at>, 'b': <B.at>, 'value': 6},"
                "{'id': 'ac', 'kind': 'distance', 'a': <A.at>, 'b': <C.at>, 'value': 5},"
                "{'id': 'bc', 'kind': 'distance', 'a': <B.at>, 'b': <C.at>, 'value': 5}",
                "{'id': 'w', 'kind': 'push', 'a': <C.at>, 'force': [0, -12]}");
  const TrModel *m = tr_session_get_model (d.session);
  g_autoptr (GArray) forces = tr_forces_find (d.session);

  g_assert_cmpfloat_with_epsilon (tension (m, forces, "ac"), -7.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (tension (m, forces, "bc"), -7.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (tension (m, forces, "ab"), 4.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (find (m, forces, "lb", TR_FORCE_ARROW)->force.y, 6, 1e-9);
  drawing_clear (&d);
}

// A hand pulls a chain of two bars beyond its reach: both are stretched alike, and along them.
static void
test_pull (void)
{
  Drawing d;
  drawing_init (&d,
                "{'id': 'u', 'kind': 'segment', 'a': [0, 0], 'b': [5, 0]},"
                "{'id': 'v', 'kind': 'segment', 'a': [5, 0], 'b': [5, -4]}",
                "{'id': 'n', 'kind': 'nail', 'a': <u.a>, 'at': [0, 0]},"
                "{'id': 'j', 'kind': 'attach', 'a': <u.b>, 'b': <v.a>},"
                "{'id': 'lu', 'kind': 'length', 'a': 'u', 'value': 5},"
                "{'id': 'lv', 'kind': 'length', 'a': 'v', 'value': 4}",
                NULL);
  const TrModel *m = tr_session_get_model (d.session);
  g_autoptr (GArray) before = tr_forces_find (d.session);
  g_assert_cmpuint (before->len, ==, 0);

  drawing_press (&d, "v.b");
  tr_session_move (d.session, v2 (20, 0));
  for (int i = 0; i < 500 && !tr_session_hold (d.session).at_rest; i++)
    ;
  g_autoptr (GArray) forces = tr_forces_find (d.session);
  double u = tension (m, forces, "lu"), v = tension (m, forces, "lv");
  g_test_message ("%.9g %.9g", u, v);
  g_assert_cmpfloat (u, >, 0);
  g_assert_cmpfloat_with_epsilon (u, v, 1e-3 * u);
  tr_session_cancel (d.session);
  drawing_clear (&d);
}

static void
test_arrival (void)
{
  Drawing d;
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 0]}",
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]},"
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 5}",
                NULL);
  g_autofree guint8 *missing = tr_session_find_missing (d.session);
  g_assert_cmpint (missing[0], ==, 0);
  g_assert_cmpint (missing[1], ==, 1);

  TrArrival a = tr_session_arrive (d.session);
  g_assert_false (a.held);
  g_assert_true (a.holds);
  g_assert_cmpfloat_with_epsilon (a.moved, 2, 1e-9);
  g_assert_false (tr_document_is_modified (d.document));
  g_assert_cmpint (tr_document_n_undo (d.document), ==, 0);

  // The second time there is nothing to do, and an undo comes back to what held.
  g_assert_true (tr_session_arrive (d.session).held);
  g_assert_true (tr_session_set (d.session, "l.value", "7", NULL));
  g_assert_true (tr_session_undo (d.session));
  g_assert_true (tr_session_arrive (d.session).held);
  drawing_clear (&d);
}

// What cannot hold settles in between, and is named.
static void
test_arrival_in_conflict (void)
{
  Drawing d;
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 0]}",
                "{'id': 'l', 'kind': 'length', 'a': 's', 'value': 5},"
                "{'id': 'm', 'kind': 'length', 'a': 's', 'value': 7}",
                NULL);
  TrArrival a = tr_session_arrive (d.session);
  g_assert_false (a.held);
  g_assert_false (a.holds);
  g_assert_cmpuint (tr_session_check (d.session)->conflicting->len, ==, 2);
  g_assert_false (tr_document_is_modified (d.document));
  drawing_clear (&d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/forces/hanging", test_hanging);
  g_test_add_func ("/forces/truss", test_truss);
  g_test_add_func ("/forces/pull", test_pull);
  g_test_add_func ("/arrival/solved", test_arrival);
  g_test_add_func ("/arrival/conflict", test_arrival_in_conflict);
  return g_test_run ();
}
