// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces in time, with answers known by hand; sets that say too much; drawings with little in
// them.

#include "make-drawing.h"

static void
advance (Drawing *d, int frames)
{
  TrState *s = tr_session_get_state (d->session);
  double from = s->time;
  for (int i = 1; i <= frames; i++) {
    TrStepResult r =
        tr_engine_advance (tr_session_get_engine (d->session), s, from + i * TR_FRAME_SECONDS);
    g_assert_true (r.ok);
    drawing_look (d, r);
  }
}

static void
assert_value (Drawing *d, const char *expr, double expected, double within)
{
  double x = drawing_value (d, expr);
  if (!(fabs (x - expected) <= within))
    g_error ("%s is %.17g, not %.17g", expr, x, expected);
}

#define POINT "{'id': 'p', 'kind': 'point', 'at': [5, 0]}"

// One frame, implicit, of M q̇ = −k (q − q₁): the distance shrinks by 1/(1 + k h).
static void
test_decay (void)
{
  double k = 3, share = pow (1 + k * TR_FRAME_SECONDS, -30);
  g_auto (Drawing) d = {0};
  drawing_init (&d, POINT, NULL,
                "{'id': 'f', 'kind': 'pull', 'a': <p.at>, 'at': [1, 2], 'stiffness': 3}");
  advance (&d, 30);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (1 + 4 * share, 2 - 2 * share), 1e-9);
  g_auto (Drawing) s = {0};
  drawing_init (&s, POINT, NULL,
                "{'id': 'f', 'kind': 'spring', 'a': <0;0>, 'b': <p.at>, 'rest': 2, 'stiffness': "
                "3}");
  advance (&s, 30);
  drawing_assert_near (drawing_point (&s, "p.at"), v2 (2 + 3 * share, 0), 1e-9);
  // However stiff, it comes to rest and does not swing.
  g_auto (Drawing) stiff = {0};
  drawing_init (&stiff, POINT, NULL,
                "{'id': 'f', 'kind': 'spring', 'a': <0;0>, 'b': <p.at>, 'rest': 2, 'stiffness': "
                "1e9}");
  advance (&stiff, 3);
  drawing_assert_near (drawing_point (&stiff, "p.at"), v2 (2, 0), 1e-6);
}

static void
test_push (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                POINT ", {'id': 'g', 'kind': 'rigid', 'position': [0, 9], 'rotation': 0, 'length': "
                      "2}, {'id': 's', 'kind': 'segment', 'a': [0, -9], 'b': [4, -9]}",
                NULL,
                "{'id': 'f', 'kind': 'push', 'a': <p.at>, 'force': [3, -1]}, {'id': 'w', 'kind': "
                "'torque', 'a': 'g', 'value': 4}, {'id': 'u', 'kind': 'push', 'a': <s.middle>, "
                "'force': [0, 8]}");
  advance (&d, 60);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (8, -1), 1e-9);
  assert_value (&d, "g.rotation", 2, 1e-9); // M = L³/4 = 2
  assert_value (&d, "s.ay", -7, 1e-6);      // M = L/2 = 2 at each end, half the force
  assert_value (&d, "s.by", -7, 1e-6);
}

// k (d − rest) = F; two springs in a row share their stretch as 1/k.
static void
test_balance (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, POINT ", {'id': 'q', 'kind': 'point', 'at': [2, 4]}", NULL,
                "{'id': 'f', 'kind': 'spring', 'a': <0;0>, 'b': <p.at>, 'rest': 1, 'stiffness': "
                "2}, {'id': 'g', 'kind': 'push', 'a': <p.at>, 'force': [3, 4]}, {'id': 'h', "
                "'kind': 'spring', 'a': <q.at>, 'b': <-10;4>, 'stiffness': 30}, {'id': 'i', "
                "'kind': 'spring', 'a': <q.at>, 'b': <10;4>, 'stiffness': 10}");
  advance (&d, 1500);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3.5 * 0.6, 3.5 * 0.8), 1e-6);
  drawing_assert_near (drawing_point (&d, "q.at"), v2 (-5, 4), 1e-6);
}

// A damped spring takes longer by 1 + c/M, and ends in the same place.
static void
test_damping (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, POINT, NULL,
                "{'id': 'f', 'kind': 'spring', 'a': <0;0>, 'b': <p.at>, 'rest': 2, 'stiffness': "
                "3, 'damping': 5}");
  advance (&d, 30);
  double share = pow (1 + 3 * TR_FRAME_SECONDS / 6, -30);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (2 + 3 * share, 0), 1e-6);
  advance (&d, 3000);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (2, 0), 1e-6);
}

static void
test_gravity (void)
{
  static const char *const bodies =
      POINT ", {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}";
  static const char *const con =
      "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': 'length', "
      "'a': 's', 'value': 5}";
  g_auto (Drawing) d = {0};
  drawing_init (&d, bodies, con, "{'id': 'f', 'kind': 'gravity', 'g': [0, -10]}");
  advance (&d, 60);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (5, -10), 1e-9);
  advance (&d, 600);
  drawing_assert_near (drawing_point (&d, "s.b"), v2 (0, -5), 1e-6);

  // The world's own gravity does the same.
  g_autofree char *text = g_strdup_printf ("{'trammel': 1, 'bodies': [%s], 'constraints': [%s], "
                                           "'world': {'gravity': [0, -10]}}",
                                           bodies, con);
  g_auto (Drawing) w = {0};
  drawing_load (&w, text);
  g_assert_true (tr_engine_has_forces (tr_session_get_engine (w.session)));
  advance (&w, 60);
  drawing_assert_near (drawing_point (&w, "p.at"), v2 (5, -10), 1e-9);
}

// An elastic sheet comes back to its shape, also from inside out; its area too.
static void
test_sheet (void)
{
  static const char *const states[] = {"'u': [2, 0.5], 'v': [0.3, 0.6]",
                                       "'u': [1, 0], 'v': [0.2, -0.8]",
                                       "'u': [0.1, 0.2], 'v': [-0.2, 0.3]"};
  for (int i = 0; i < 3; i++) {
    g_autofree char *body =
        g_strdup_printf ("{'id': 'h', 'kind': 'sheet', 'origin': [1, 2], %s, 'size': [2, 3], "
                         "'elastic': {'shape': 4, 'area': 20}}",
                         states[i]);
    g_auto (Drawing) d = {0};
    drawing_init (&d, body, NULL, NULL);
    advance (&d, 2000);
    assert_value (&d, "h.ux*h.vy - h.uy*h.vx", 1, 1e-6);
    assert_value (&d, "hypot(h.ux, h.uy)", 1, 1e-6);
    assert_value (&d, "h.ux*h.vx + h.uy*h.vy", 0, 1e-6);
    assert_value (&d, "h.x", 1, 1e-9);
  }
}

static void
test_minimize (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, POINT ", {'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 3}", NULL,
                "{'id': 'f', 'kind': 'minimize', 'expr': '(p.x - 2)^2 + 3*(p.y + 1)^2', 'weight': "
                "5}, {'id': 'g', 'kind': 'minimize', 'expr': '(c.area - 4*pi)^2'}");
  advance (&d, 1500);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (2, -1), 1e-6);
  assert_value (&d, "c.radius", 2, 1e-6);
}

static void
test_fit (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 3}, {'id': 's', "
                "'kind': 'segment', 'a': [10, 0], 'b': [14, 1]}",
                NULL,
                "{'id': 'f', 'kind': 'fit', 'a': 'c', 'points': [[6, 1], [1, 6], [-4, 1], [1, "
                "-4]], 'stiffness': 10}, {'id': 'g', 'kind': 'fit', 'a': 's', 'points': [[10, 2], "
                "[11, 3], [12, 4], [13, 5]], 'stiffness': 10}");
  advance (&d, 3000);
  drawing_assert_near (drawing_point (&d, "c.center"), v2 (1, 1), 1e-5);
  assert_value (&d, "c.radius", 5, 1e-5);
  assert_value (&d, "s.ay - s.ax", -8, 1e-5);
  assert_value (&d, "s.by - s.bx", -8, 1e-5);
}

static void
test_drive (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (
      &d, "{'id': 'g', 'kind': 'rigid', 'position': [5, 0], 'rotation': 0, 'length': 10}, " POINT,
      "{'id': 'n', 'kind': 'nail', 'a': <g(-5;0)>, 'at': [0, 0]}, {'id': 'v', 'kind': "
      "'drive', 'what': 'g.rotation', 'value': '3*time'}, {'id': 'w', 'kind': 'path', "
      "'a': <p.at>, 'keys': [{'time': 0, 'at': [5, 0]}, {'time': 1, 'at': [6, 2]}, "
      "{'time': 2, 'at': [5, 4]}], 'loop': false}",
      NULL);
  advance (&d, 60);
  assert_value (&d, "g.rotation", 3, 1e-9);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (6, 2), 1e-9);
  advance (&d, 240);
  assert_value (&d, "g.rotation", 15, 1e-9); // counted, not wrapped
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (5, 4), 1e-9);
  g_assert_cmpfloat (d.worst, <=, 1e-9);
}

static void
assert_conflict (Drawing *d, guint n)
{
  const TrCheck *c = tr_session_check (d->session);
  g_assert_cmpint (c->conflicts->len, ==, n);
  g_assert_true (c->holds == (n == 0));
}

// Three lengths between two points: the compromise is their mean, in two wishes that weigh alike;
// without the third it holds.
static void
test_conflict (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, POINT,
                "{'id': 'a', 'kind': 'distance-x', 'a': <0;0>, 'b': <p.at>, 'value': 3}, {'id': "
                "'b', 'kind': 'distance-x', 'a': <0;0>, 'b': <p.at>, 'value': 4}, {'id': 'y', "
                "'kind': 'distance-y', 'a': <0;0>, 'b': <p.at>, 'value': 1}",
                NULL);
  tr_session_solve (d.session);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3.5, 1), 1e-7);
  assert_conflict (&d, 1);
  // dragged about, it stays whole
  for (int i = 0; i < 3; i++) {
    drawing_drag (&d, "p.at", v2_polar (50, 2 * i), 10);
    g_assert_cmpfloat (v2_norm (drawing_point (&d, "p.at")), <, 60);
  }
  const char *const ids[] = {"b", NULL};
  g_assert_true (tr_session_remove (d.session, ids, NULL, NULL));
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3, 1), 1e-8);
  assert_conflict (&d, 0);
}

// A triangle that cannot be: lengths 1, 1 and 5; then enabled only where it can.
static void
test_triangle (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (
      &d,
      "{'id': 'p', 'kind': 'point', 'at': [0, 0]}, {'id': 'q', 'kind': 'point', 'at': [1, "
      "0]}, {'id': 'r', 'kind': 'point', 'at': [0, 1]}",
      "{'id': 'a', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': 1}, {'id': "
      "'b', 'kind': 'distance', 'a': <q.at>, 'b': <r.at>, 'value': 5}, {'id': 'c', "
      "'kind': 'distance', 'a': <r.at>, 'b': <p.at>, 'value': 1}",
      NULL);
  tr_session_solve (d.session);
  // in line, each misses by 1: least squares
  assert_value (&d, "hypot(p.x - q.x, p.y - q.y)", 2, 1e-5);
  assert_value (&d, "hypot(r.x - q.x, r.y - q.y)", 4, 1e-5);
  assert_conflict (&d, 1);
  g_assert_true (tr_session_set (d.session, "b.value", "1.5", NULL));
  assert_conflict (&d, 0);
  for (int i = 0; i < 4; i++)
    drawing_drag (&d, "q.at", v2_polar (9, i), 12);
  assert_conflict (&d, 0);
}

// Said twice and three times: it holds, drags, and is named.
static void
test_redundant (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}",
                "{'id': 'a', 'kind': 'length', 'a': 's', 'value': 5}, {'id': 'b', 'kind': "
                "'distance', 'a': <s.a>, 'b': <s.b>, 'value': 5}, {'id': 'c', 'kind': "
                "'equation', 'expr': 's.length^2 - 25', 'op': '='}, {'id': 'n', 'kind': 'nail', "
                "'a': <s.a>, 'at': [0, 0]}",
                NULL);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_cmpint (c->redundant->len, ==, 2);
  g_assert_cmpint (c->dof, ==, 1);
  for (int i = 0; i < 5; i++) {
    drawing_drag (&d, "s.b", v2_polar (2 + 3 * i, 1.1 * i), 7);
    assert_conflict (&d, 0);
  }
  g_assert_cmpfloat (d.worst, <=, 1e-9);
}

// Locked bodies stay; what lies between fixed things is judged, not moved.
static void
test_fixed (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4], 'locked': true}, " POINT,
                "{'id': 'a', 'kind': 'length', 'a': 's', 'value': 5}, {'id': 'b', 'kind': "
                "'horizontal', 'a': 's'}, {'id': 'c', 'kind': 'distance', 'a': <0;0>, 'b': <3;4>, "
                "'value': 5}, {'id': 'j', 'kind': 'attach', 'a': <p.at>, 'b': <s.b>}",
                NULL);
  tr_session_solve (d.session);
  drawing_assert_near (drawing_point (&d, "s.b"), v2 (3, 4), 0);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3, 4), 1e-9);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_cmpint (c->conflicts->len, ==, 1); // b, of its own
  g_assert_cmpint (c->redundant->len, ==, 2); // a and c
  TrStepResult r = drawing_drag (&d, "s.b", v2 (9, 9), 5);
  g_assert_true (r.at_rest && r.fixed);
  r = drawing_drag (&d, "p.at", v2 (9, 9), 5);
  g_assert_true (r.at_rest && r.fixed);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3, 4), 1e-9);
  r = drawing_drag (&d, "7,7", v2 (9, 9), 5); // the ground
  g_assert_true (r.at_rest && r.fixed);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, 1); // the solve
}

// A locked body set elsewhere draws with it what hangs on it, then and in the next drag.
static void
test_locked_moves (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'o', 'kind': 'point', 'at': [0, 0], 'locked': true}, " POINT,
                "{'id': 'l', 'kind': 'distance', 'a': <o.at>, 'b': <p.at>, 'value': 5}", NULL);
  drawing_drag (&d, "p.at", v2 (0, 9), 10);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (0, 5), 1e-6);
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_session_set (d.session, "o.x", "1000", &error));
  drawing_assert_near (drawing_point (&d, "o.at"), v2 (1000, 0), 0);
  assert_conflict (&d, 0);
  TrStepResult r = drawing_drag (&d, "p.at", v2 (1000, -30), 20);
  g_assert_true (r.ok);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (1000, -5), 1e-6);
}

static void
test_disabled (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, POINT,
                "{'id': 'a', 'kind': 'nail', 'a': <p.at>, 'at': [0, 0], 'enabled': false}, {'id': "
                "'b', 'kind': 'fix', 'a': 'p', 'what': 'x', 'value': 2, 'driven': true}",
                NULL);
  tr_session_solve (d.session);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (5, 0), 0);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_cmpint (c->equations, ==, 0);
  g_assert_cmpint (c->dof, ==, 2);
  g_assert_true (c->holds);
  g_assert_true (tr_session_enable (d.session, "a", true, NULL));
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (0, 0), 1e-9);
  g_assert_true (tr_session_enable (d.session, "a", false, NULL));
  drawing_drag (&d, "p.at", v2 (3, 3), 4);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3, 3), 1e-6);
}

static void
test_empty (void)
{
  static const char *const bodies[] = {"", "{'id': 'n', 'kind': 'number', 'value': 4}", POINT};
  for (int i = 0; i < 3; i++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d, bodies[i], NULL, NULL);
    TrStepResult r = tr_session_solve (d.session);
    g_assert_true (r.ok && !r.moved);
    advance (&d, 3);
    assert_conflict (&d, 0);
    r = drawing_drag (&d, "0,0", v2 (1, 1), 3);
    g_assert_true (r.fixed && r.at_rest);
    g_assert_cmpint (tr_document_n_undo (d.document), ==, 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/force/decay", test_decay);
  g_test_add_func ("/engine/force/push", test_push);
  g_test_add_func ("/engine/force/balance", test_balance);
  g_test_add_func ("/engine/force/damping", test_damping);
  g_test_add_func ("/engine/force/gravity", test_gravity);
  g_test_add_func ("/engine/force/sheet", test_sheet);
  g_test_add_func ("/engine/force/minimize", test_minimize);
  g_test_add_func ("/engine/force/fit", test_fit);
  g_test_add_func ("/engine/force/drive", test_drive);
  g_test_add_func ("/engine/conflict/mean", test_conflict);
  g_test_add_func ("/engine/conflict/triangle", test_triangle);
  g_test_add_func ("/engine/conflict/redundant", test_redundant);
  g_test_add_func ("/engine/still/fixed", test_fixed);
  g_test_add_func ("/engine/still/locked-moves", test_locked_moves);
  g_test_add_func ("/engine/still/disabled", test_disabled);
  g_test_add_func ("/engine/still/empty", test_empty);
  return g_test_run ();
}
