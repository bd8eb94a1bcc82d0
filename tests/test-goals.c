// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Goals: their slopes and bends against differences of their energies, and drawings that settle
// with answers known by hand.

#include "make-drawing.h"
#include "model/goal.h"
#include "session/goals.h"
#include "session/playback.h"

static const double step = 1e-5;

#define LIST "'points': [[0, 0], [30, 4], [52, 30], [20, 50], [-14, 33], [-9, 12]], 'closed': true"
// 12 × 10 pixels of grey, a bright bar across them.
#define PICTURE                                                                                    \
  "data:image/png;base64,"                                                                         \
  "iVBORw0KGgoAAAANSUhEUgAAAAwAAAAKCAAAAAClR+AmAAAALElEQVR42mPQMLJxC4hKyato6pnGgJtz5+a1yxfO"       \
  "njp+5OC+3Xg4RJqGzAEAcMc7yyYiDM8AAAAASUVORK5CYII="

static double
energy (Drawing *d, const double *q)
{
  const TrModel *m = tr_session_get_model (d->session);
  return tr_force_energy (m, &m->forces[0], q);
}

// Of an expression: E_q = E′ x_q, and E_qq = E″ x_qᵀ x_q + E′ x_qq.
static void
check_value (const char *forces)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's', 'kind': 'spline', " LIST "}, {'id': 'k', 'kind': 'circle', 'center': "
                "[7, 3], 'radius': 2}, {'id': 'g', 'kind': 'rigid', 'position': [4, 9], "
                "'rotation': 0.3}",
                NULL, forces);
  const TrModel *m = tr_session_get_model (d.session);
  const TrForce *f = &m->forces[0];
  TrScratch *scratch = tr_scratch_new ();
  g_autofree double *q = g_memdup2 (tr_session_get_state (d.session)->q, sizeof (double) * m->n_q);
  TrRowBlock rows, plus, minus;
  double first, second, first_plus, first_minus;
  tr_force_rows (m, f, q, scratch, &rows);
  tr_force_ops[f->kind]->of_value (f, rows.c[0], &first, &second);
  double *H = tr_scratch_zeroed (scratch, (size_t) (rows.n * rows.n));
  tr_force_add_hessian (m, f, q, first, &rows, false, scratch, H);
  for (int a = 0, col = 0; a < rows.n_runs; a++)
    for (int i = 0; i < rows.run_n[a]; i++, col++) {
      double *x = &q[rows.run_at[a] + i], x0 = *x;
      *x = x0 + step;
      double up = energy (&d, q);
      tr_force_rows (m, f, q, scratch, &plus);
      tr_force_ops[f->kind]->of_value (f, plus.c[0], &first_plus, &second);
      *x = x0 - step;
      double down = energy (&d, q);
      tr_force_rows (m, f, q, scratch, &minus);
      tr_force_ops[f->kind]->of_value (f, minus.c[0], &first_minus, &second);
      *x = x0;
      g_assert_cmpfloat (fabs ((up - down) / (2 * step) - first * rows.J[col]), <,
                         1e-5 * (1 + fabs (first * rows.J[col])));
      tr_force_ops[f->kind]->of_value (f, rows.c[0], &first, &second);
      for (int j = 0; j < rows.n; j++) {
        double exact = H[col * rows.n + j] + second * rows.J[col] * rows.J[j];
        double about = (first_plus * plus.J[j] - first_minus * minus.J[j]) / (2 * step);
        g_assert_cmpfloat (fabs (exact - about), <, 1e-4 * (1 + fabs (exact)));
      }
    }
  tr_scratch_free (scratch);
}

static void
test_values (void)
{
  check_value ("{'id': 'm', 'kind': 'minimize', 'expr': 's.area*k.x/100 + sin(g.rotation)*k.area - "
               "s.length', 'weight': 3}");
  check_value ("{'id': 'm', 'kind': 'relation', 'expr': 'k.area - s.x1*cos(g.rotation)', 'op': "
               "'=', 'weight': 0.5}");
  check_value ("{'id': 'm', 'kind': 'relation', 'expr': 'k.x*g.x - 900', 'op': '>='}");
  check_value ("{'id': 'm', 'kind': 'relation', 'expr': 'k.x*g.x - 900', 'op': '<='}");
}

// −E_q = Σ f·x_q over the loads; of a snake for a move that goes across the curve everywhere.
static void
check_loads (const char *curve, const char *force, bool across)
{
  g_auto (Drawing) d = {0};
  g_autofree char *bodies = g_strdup_printf (
      "%s, {'id': 'sheet', 'kind': 'sheet', 'origin': [20, 18], 'u': [1.1, 0.2], 'v': [-0.1, 0.9], "
      "'size': [120, 100], 'drawing': [{'image': '" PICTURE "', 'rect': [-60, -50, 120, 100]}]}",
      curve);
  drawing_init (&d, bodies, NULL, force);
  const TrModel *m = tr_session_get_model (d.session);
  const TrForce *f = &m->forces[0];
  const TrForceOps *ops = tr_force_ops[f->kind];
  TrScratch *scratch = tr_scratch_new ();
  g_autofree double *q = g_memdup2 (tr_session_get_state (d.session)->q, sizeof (double) * m->n_q);
  g_autofree double *slope = g_new0 (double, m->n_q);
  int n = ops->n_loads (m->bodies, f);
  g_autofree TrPointLoad *load = g_new (TrPointLoad, n);
  ops->loads (m->bodies, f, q, load, &n);
  Vec2 sum = v2 (0, 0);
  for (int i = 0; i < n; i++) {
    TrTap tap;
    tr_tap_connector (m, &load[i].at, q, scratch, &tap);
    for (int a = 0, col = 0; a < tap.n_runs; a++)
      for (int k = 0; k < tap.run_n[a]; k++, col++)
        slope[tap.run_at[a] + k] += v2_dot (load[i].force, tap.x_q[col]);
    sum = v2_add (sum, load[i].force);
    g_assert_cmpfloat (load[i].stiffness.xx, >=, 0);
    g_assert_cmpfloat (m2_det (load[i].stiffness), >=, -1e-9);
  }
  double most = 0;
  for (int i = 0; i < m->n_q; i++)
    most = fmax (most, fabs (slope[i]));
  g_assert_cmpfloat (most, >, 0);
  for (int i = across ? 2 : 0; i < (across ? 3 : m->n_q); i++) {
    double q0 = q[i];
    q[i] = q0 + step;
    double up = energy (&d, q);
    q[i] = q0 - step;
    double down = energy (&d, q);
    q[i] = q0;
    g_assert_cmpfloat (fabs ((up - down) / (2 * step) + slope[i]), <, 1e-6 * most);
  }
  if (across) // the picture feels what the curve feels
    g_assert_cmpfloat (v2_norm (sum), <, 1e-12 * most);
  tr_scratch_free (scratch);
}

static void
test_loads (void)
{
  check_loads ("{'id': 's', 'kind': 'spline', " LIST "}",
               "{'id': 'm', 'kind': 'fit', 'a': 's', 'stiffness': 2, 'points': [[3, 3], [40, 20], "
               "[0, 50], [30, 30]]}",
               false);
  check_loads ("{'id': 's', 'kind': 'arc', 'center': [1, 2], 'radius': 20, 'start': 0.3, 'end': 2}",
               "{'id': 'm', 'kind': 'fit', 'a': 's', 'stiffness': 2, 'points': [[3, 3], [40, 20], "
               "[0, 50], [30, 30]]}",
               false);
  check_loads ("{'id': 'k', 'kind': 'circle', 'center': [20, 15], 'radius': 17}",
               "{'id': 'm', 'kind': 'snake', 'a': 'k', 'image': 'sheet', 'weight': 3}", true);
}

static void
settle (Drawing *d)
{
  TrStepResult r = tr_session_settle_forces (d->session);
  g_assert_true (r.ok && r.at_rest);
  g_assert_true (drawing_is_finite (d));
}

static void
assert_value (Drawing *d, const char *expr, double expected, double within)
{
  double x = drawing_value (d, expr);
  if (!(fabs (x - expected) <= within))
    g_error ("%s is %.17g, not %.17g", expr, x, expected);
}

// Weights share what cannot be had: (1·10 + 2·4)/3; what holds already pulls at nothing; what must
// hold is no matter of weights.
static void
test_relations (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'p', 'kind': 'point', 'at': [5, 3]}, {'id': 'r', 'kind': 'point', 'at': "
                "[1, 1]}, {'id': 'k', 'kind': 'circle', 'center': [0, 0], 'radius': 2}",
                "{'id': 'n', 'kind': 'equation', 'expr': 'p.y + r.y - 7', 'op': '='}",
                "{'id': 'f1', 'kind': 'relation', 'expr': 'p.x - 10', 'op': '='}, {'id': 'f2', "
                "'kind': 'relation', 'expr': 'p.x - 4', 'op': '=', 'weight': 2}, {'id': 'f3', "
                "'kind': 'relation', 'expr': 'r.x - 0.5', 'op': '>='}, {'id': 'f4', 'kind': "
                "'relation', 'expr': 'p.y - r.y', 'op': '='}, {'id': 'f5', 'kind': 'relation', "
                "'expr': 'k.area - 50', 'op': '='}");
  tr_session_solve (d.session);
  settle (&d);
  assert_value (&d, "p.x", 6, 1e-9);
  assert_value (&d, "r.x", 1, 1e-12);
  assert_value (&d, "p.y", 3.5, 1e-9);
  assert_value (&d, "r.y", 3.5, 1e-9);
  assert_value (&d, "k.area", 50, 1e-9);
}

// What a goal cannot have it comes nearest to, and it is told by how much it is missed, until it can.
static void
test_missed (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [5, 3]}",
                "{'id': 'n', 'kind': 'limit', 'what': 'p.x', 'max': 8}",
                "{'id': 'far', 'kind': 'relation', 'expr': 'p.x - 10', 'op': '='}, {'id': 'low', "
                "'kind': 'relation', 'expr': 'p.y - 4', 'op': '<='}");
  settle (&d);
  assert_value (&d, "p.x", 8, 1e-9);
  const TrState *s = tr_session_get_state (d.session);
  g_assert_cmpfloat (fabs (tr_goal_missed (tr_session_get_model (d.session), s, 0) - 2), <, 1e-9);
  g_assert_cmpfloat (tr_goal_missed (tr_session_get_model (d.session), s, 1), <=, 0);
  g_autofree char *text = tr_goal_missed_text (tr_session_get_model (d.session), s);
  g_assert_nonnull (strstr (text, "p.x"));
  g_assert_null (strstr (text, "p.y"));
  g_assert_null (strstr (text, "below 0"));
  g_assert_true (tr_session_set (d.session, "far.weight", "-1", NULL));
  g_autofree char *idle =
      tr_goal_missed_text (tr_session_get_model (d.session), tr_session_get_state (d.session));
  g_assert_nonnull (strstr (idle, "a weight below 0 counts as 0"));
  g_assert_true (tr_session_set (d.session, "far.weight", "1", NULL));
  g_assert_true (tr_session_set (d.session, "n.max", "20", NULL));
  settle (&d);
  assert_value (&d, "p.x", 10, 1e-9);
  g_assert_null (
      tr_goal_missed_text (tr_session_get_model (d.session), tr_session_get_state (d.session)));
}

// A curve that is drawn beside the points goes to them, in one step; what is refused moves nothing.
static void
test_fit_from_afar (void)
{
  static const Vec2 corners[] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
  g_auto (Drawing) d = {0};
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vec2));
  drawing_init (&d,
                "{'id': 'k', 'kind': 'circle', 'center': [50, 50], 'radius': 10}, {'id': 'x', "
                "'kind': 'number', 'value': 3}",
                NULL, NULL);
  g_array_append_vals (points, corners, G_N_ELEMENTS (corners));
  g_assert_false (tr_goal_add_fit (d.session, "x", points, 1, NULL, NULL));
  g_assert_false (tr_goal_add_fit (d.session, "nobody", points, 1, NULL, NULL));
  assert_value (&d, "k.x", 50, 0);
  g_assert_true (tr_goal_add_fit (d.session, "k", points, 1, NULL, NULL));
  assert_value (&d, "k.x", 10, 1e-9);
  assert_value (&d, "k.y", 10, 1e-9);
  assert_value (&d, "k.radius", 10 * sqrt (2), 1e-9);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, 1);
  tr_session_undo (d.session);
  assert_value (&d, "k.x", 50, 0);
}

// Rosenbrock's valley; the shortest way from a point to a line over a hinge.
static void
test_minimize (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [-1.2, 1]}", NULL,
                "{'id': 'm', 'kind': 'minimize', 'expr': '(1 - p.x)^2 + 100*(p.y - p.x^2)^2'}");
  settle (&d);
  assert_value (&d, "p.x", 1, 1e-9);
  assert_value (&d, "p.y", 1, 1e-9);
  g_auto (Drawing) way = {0};
  drawing_init (&way,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 1]}, {'id': 'p', 'kind': "
                "'point', 'at': [5, 2]}",
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'h', 'kind': "
                "'nail', 'a': <p.at>, 'at': [4, 4]}, {'id': 'l', 'kind': 'length', 'a': 's', "
                "'value': 2}",
                "{'id': 'm', 'kind': 'minimize', 'expr': 'hypot(s.bx - p.x, s.by - p.y)'}");
  tr_session_solve (way.session);
  settle (&way);
  assert_value (&way, "s.angle", G_PI / 4, 1e-8);
}

// Points of an ellipse of half axes 4 and 2.5 turned by 0.4 about (1, 2): found again.
static void
test_ellipse (void)
{
  g_autoptr (GString) points = g_string_new (NULL);
  for (int i = 0; i < 9; i++) {
    double t = 0.3 + 0.7 * i, u = 4 * cos (t), v = 2.5 * sin (t), c = cos (0.4), s = sin (0.4);
    g_string_append_printf (points, "%s[%.17g, %.17g]", i ? ", " : "", 1 + c * u - s * v,
                            2 + s * u + c * v);
  }
  g_autofree char *fit = g_strdup_printf (
      "{'id': 'f', 'kind': 'fit', 'a': 'el', 'stiffness': 1, 'points': [%s]}", points->str);
  g_auto (Drawing) d = {0};
  drawing_init (
      &d, "{'id': 'el', 'kind': 'ellipse', 'center': [0, 0], 'radii': [3.5, 3], 'rotation': 0.1}",
      NULL, fit);
  settle (&d);
  assert_value (&d, "el.x", 1, 1e-8);
  assert_value (&d, "el.y", 2, 1e-8);
  assert_value (&d, "el.u", 4, 1e-8);
  assert_value (&d, "el.v", 2.5, 1e-8);
  assert_value (&d, "el.rotation", 0.4, 1e-8);
}

// The weight of the only goal changes how fast it goes, and nothing of where it comes to.
static void
test_weights (void)
{
  static const int weights[] = {1, 10, 30, 60, 100, 500};

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *fit = g_strdup_printf (
        "{'id': 'f', 'kind': 'fit', 'a': 'el', 'stiffness': %d, 'points': [[39.8, 16.5], [31.6, "
        "24.6], [20, 26.5], [-1.7, 22.4], [-10.7, 15.8], [-23.2, 6.2], [-34.6, -12.6], [-34.3, "
        "-19.4], [-26.4, -28.2], [-11.9, -31.2], [7, -27.9], [24.2, -17.1], [39.9, -1.3], [42, "
        "8.9]]}",
        weights[i]);
    drawing_init (
        &d, "{'id': 'el', 'kind': 'ellipse', 'center': [0, 0], 'radii': [35, 30], 'rotation': 0.2}",
        NULL, fit);
    settle (&d);
    assert_value (&d, "el.u", 41.52312000934, 1e-8);
    assert_value (&d, "el.v", 23.96714481957, 1e-8);
  }
}

// A stone that nothing holds falls for ever: it stays, and it is said.
static void
test_no_rest (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [5, 3]}", NULL,
                "{'id': 'f', 'kind': 'push', 'a': <p.at>, 'force': [0, -1]}");
  TrStepResult r = tr_session_settle_forces (d.session);
  g_assert_false (r.at_rest);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (5, 3), 1e-12);
}

// A hand that was there while time ran has left: goals are met as if it had never been.
static void
test_after_a_hand (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [3, 4]}", NULL,
                "{'id': 'f', 'kind': 'relation', 'expr': 'p.x + 30', 'op': '='}");
  tr_session_play (d.session);
  drawing_press (&d, "p.at");
  for (int i = 0; i < 5; i++) {
    tr_session_move (d.session, v2 (20 + i, 4));
    tr_session_tick (d.session);
  }
  tr_session_release (d.session);
  tr_session_pause (d.session);
  g_assert_true (tr_session_settle_forces (d.session).at_rest);
  g_assert_cmpfloat_with_epsilon (drawing_value (&d, "p.x"), -30, 1e-9);
}

static void
test_undo (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [5, 3]}", NULL,
                "{'id': 'f', 'kind': 'relation', 'expr': 'p.x - 1', 'op': '='}");
  settle (&d);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, 1);
  assert_value (&d, "p.x", 1, 1e-12);
  tr_session_undo (d.session);
  assert_value (&d, "p.x", 5, 0);
}

// The example, its picture free to be moved, or with a circle in place of its curve that is tied to
// the picture.
static void
load_snake (Drawing *d, bool is_free, bool is_tied)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "snake.trammel", NULL);
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  drawing_load (d, text);
  if (is_free)
    g_assert_true (tr_session_set (d->session, "picture.locked", "false", NULL));
  if (!is_tied)
    return;
  static const char *const parts[] = {
      "{\"id\": \"ring\", \"kind\": \"circle\", \"center\": [70, 52], \"radius\": 40}",
      "{\"id\": \"tie\", \"kind\": \"attach\", \"a\": {\"body\": \"ring\", \"point\": \"center\"}, "
      "\"b\": {\"body\": \"picture\", \"local\": [-2, -2]}}",
      "{\"id\": \"shrinks\", \"kind\": \"snake\", \"a\": \"ring\", \"image\": \"picture\"}"};
  static const char *const outline[] = {"outline", NULL};
  g_assert_true (tr_session_remove (d->session, outline, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_assert_true (tr_session_add (d->session, parts[i], NULL, NULL));
}

static void
assert_picture (Drawing *d)
{
  static const char *const members[] = {"x", "y", "ux", "uy", "vx", "vy"};
  static const double values[] = {72, 54, 1, 0, 0, 1};
  for (guint i = 0; i < G_N_ELEMENTS (members); i++) {
    g_autofree char *name = g_strdup_printf ("picture.%s", members[i]);
    assert_value (d, name, values[i], 0);
  }
}

// A picture is the ground of its snake, be it locked or free: what pulls the curve leaves it alone.
// A hand on either comes to rest; one on the picture takes the curve along.
static void
test_snake_ground (void)
{
  static const char *const grabs[] = {"outline.point2", "outline@3.3"};
  g_auto (Drawing) held = {0}, d = {0}, tied = {0};
  load_snake (&held, false, false);
  load_snake (&d, true, false);
  tr_session_settle_forces (held.session);
  tr_session_settle_forces (d.session);
  assert_picture (&d);
  drawing_assert_near (drawing_point (&d, "outline.point4"),
                       drawing_point (&held, "outline.point4"), 1e-6);
  for (guint i = 0; i < G_N_ELEMENTS (grabs); i++) {
    drawing_drag (&d, grabs[i], v2 (100, 90 - 60.0 * i), 10);
    assert_picture (&d);
  }
  Vec2 before = drawing_point (&held, "outline.point4");
  g_assert_true (tr_session_set (held.session, "picture.locked", "false", NULL));
  drawing_drag (&held, "picture.origin", v2 (78, 57), 10);
  assert_value (&held, "picture.x", 78, 0.01);
  g_assert_cmpfloat (drawing_point (&held, "outline.point4").x - before.x, >, 3);
  // tied to each other they pull at each other: else both would be off for good
  load_snake (&tied, true, true);
  tr_session_settle_forces (tied.session);
  double x = drawing_value (&tied, "picture.x");
  for (int i = 0; i < 30; i++)
    tr_session_settle_forces (tied.session);
  assert_value (&tied, "picture.x", x, 1);
}

// The example's curve tied to its picture at two places, or by one that slides: they come to rest
// about where they were, and stay.
static void
test_snake_tied (void)
{
  static const char *const ties[][2] = {
      {"{\"id\": \"tie\", \"kind\": \"attach\", \"a\": {\"body\": \"outline\", \"point\": "
       "\"point0\"}, \"b\": {\"body\": \"picture\", \"local\": [54, -2]}}",
       "{\"id\": \"tie_2\", \"kind\": \"attach\", \"a\": {\"body\": \"outline\", \"point\": "
       "\"point5\"}, \"b\": {\"body\": \"picture\", \"local\": [-54, -2]}}"},
      {"{\"id\": \"tie\", \"kind\": \"attach\", \"a\": {\"body\": \"outline\", \"slide\": 0}, "
       "\"b\": "
       "{\"body\": \"picture\", \"local\": [54, -2]}}"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (ties); i++) {
    g_auto (Drawing) d = {0};
    load_snake (&d, true, false);
    for (guint k = 0; k < G_N_ELEMENTS (ties[i]) && ties[i][k]; k++)
      g_assert_true (tr_session_add (d.session, ties[i][k], NULL, NULL));
    tr_session_settle_forces (d.session);
    double x = drawing_value (&d, "picture.x"), ux = drawing_value (&d, "picture.ux");
    double vy = drawing_value (&d, "picture.vy");
    assert_value (&d, "picture.x", 72, 5);
    assert_value (&d, "picture.area", 144 * 108, 0.3 * 144 * 108);
    for (int j = 0; j < 5; j++)
      tr_session_settle_forces (d.session);
    assert_value (&d, "picture.x", x, 1e-3);
    assert_value (&d, "picture.ux", ux, 1e-5);
    assert_value (&d, "picture.vy", vy, 1e-5);
  }
}

// A hand on a handle of a snake, time running or not: the handle is where the hand is, places
// opposite go along their edge by no more than the longer curve takes up, and all comes to rest.
static void
hold_snake (bool runs)
{
  g_auto (Drawing) d = {0};
  load_snake (&d, false, false);
  tr_session_settle_forces (d.session);
  drawing_press (&d, "outline.point2");
  Vec2 at = v2_add (drawing_point (&d, "outline.point2"), v2 (12, 12));
  Vec2 first = drawing_point (&d, "outline.point6");
  if (runs)
    tr_session_play (d.session);
  double slip = INFINITY;
  for (int i = 1; i <= 300; i++) {
    Vec2 was = drawing_point (&d, "outline.point6");
    if (runs)
      tr_session_run_to (d.session, i / 60.0);
    drawing_move (&d, at);
    double now = v2_dist (was, drawing_point (&d, "outline.point6"));
    if (i > 10)
      drawing_assert_near (drawing_point (&d, "outline.point2"), at, 0.01);
    if (i > 150) // and never turns back
      g_assert_cmpfloat (now, <, 1.01 * slip);
    slip = now;
  }
  g_assert_cmpfloat (slip, <, 3e-3);
  drawing_assert_near (drawing_point (&d, "outline.point6"), first, 5);
  tr_session_release (d.session);
}

static void
test_snake (void)
{
  hold_snake (false);
  hold_snake (true);
}

static void
expect_point (const char *text, double x, double y)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vec2));

  g_assert_true (tr_goal_read_points (text, points, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (points->len, ==, 1);
  g_assert_cmpfloat (v2_dist (g_array_index (points, Vec2, 0), v2 (x, y)), <, 1e-12);
}

// Tables of all languages: where columns are parted otherwise, a comma is a decimal one.
static void
test_tables (void)
{
  expect_point ("x,y\n60.5,-5\n", 60.5, -5);
  expect_point ("60.5, 5.25, 7", 60.5, 5.25);
  expect_point ("60.5 5.25\r\n", 60.5, 5.25);
  expect_point ("x;y\n60,5;5,25\n", 60.5, 5.25);
  expect_point ("60,5\t-5,25\n", 60.5, -5.25);
  expect_point ("60,;5", 60, 5);
  // A heading says which columns are meant, as in a table of a trace.
  expect_point ("time [s],pen.x [mm],pen.y [mm]\n0.5,60.5,-5\n", 60.5, -5);
  expect_point ("y;name;x\n5,25;;60,5\n", 60.5, 5.25);
  expect_point ("max,tax,index\n60.5,5.25,7\n", 60.5, 5.25);
}

// More numbers than two are told, where no heading says which.
static void
test_more_numbers (void)
{
  static const struct {
    const char *text;
    bool has_more;
  } cases[] = {{"1, 2", false}, {"1 2\n3 4 5 6", true}, {"1,5 2,5", true}, {"t,x,y\n1,2,3", false}};
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vec2));
    bool has_more = !cases[i].has_more;
    g_assert_true (tr_goal_read_points (cases[i].text, points, &has_more, NULL));
    g_assert_true (has_more == cases[i].has_more);
  }
}

static void
expect_read (const TrModel *m, const char *typed, const char *expr, int column)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *read = tr_goal_read (m, typed, &error);

  g_assert_cmpstr (read, ==, expr);
  g_assert_true (!read == (error != NULL));
  if (error)
    g_assert_cmpint (tr_expr_error_column (error), ==, column);
}

// As equations are written; what is wrong is told where it was typed.
static void
test_equations (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'k', 'kind': 'circle', 'center': [7, 3], 'radius': 2}", NULL, NULL);
  const TrModel *m = tr_session_get_model (d.session);

  expect_read (m, "k.x - 30", "k.x - 30", 0);
  expect_read (m, "k.x = 30", "k.x - 30", 0);
  expect_read (m, "k.x=-2*k.y", "k.x - (-2*k.y)", 0);
  expect_read (m, "2*k.x - k.y = k.radius + 1", "2*k.x - k.y - (k.radius + 1)", 0);
  expect_read (m, "k.x = 3 +", NULL, 10);
  expect_read (m, "k.x + = 3", NULL, 7);
  expect_read (m, "k.x = 3 = 4", NULL, 9);
  // Without a weight it has to hold.
  g_assert_true (tr_goal_add (d.session, TR_GOAL_EQUAL, "k.x - 30", " ", NULL, NULL));
  g_assert_cmpint (tr_session_get_model (d.session)->n_constraints, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/goals/values", test_values);
  g_test_add_func ("/goals/loads", test_loads);
  g_test_add_func ("/goals/relations", test_relations);
  g_test_add_func ("/goals/minimize", test_minimize);
  g_test_add_func ("/goals/ellipse", test_ellipse);
  g_test_add_func ("/goals/weights", test_weights);
  g_test_add_func ("/goals/no-rest", test_no_rest);
  g_test_add_func ("/goals/after-a-hand", test_after_a_hand);
  g_test_add_func ("/goals/undo", test_undo);
  g_test_add_func ("/goals/missed", test_missed);
  g_test_add_func ("/goals/fit-from-afar", test_fit_from_afar);
  g_test_add_func ("/goals/snake", test_snake);
  g_test_add_func ("/goals/snake-ground", test_snake_ground);
  g_test_add_func ("/goals/snake-tied", test_snake_tied);
  g_test_add_func ("/goals/tables", test_tables);
  g_test_add_func ("/goals/more-numbers", test_more_numbers);
  g_test_add_func ("/goals/equations", test_equations);
  return g_test_run ();
}
