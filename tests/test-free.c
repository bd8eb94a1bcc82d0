// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Free parameters: what hangs on them against differences, drags and goals that move them, and that
// they are saved, counted and undone.

#include "make-drawing.h"
#include "model/live.h"
#include "model/row.h"
#include "session/explain.h"
#include "session/free.h"
#include "session/output.h"

static const double step = 1e-5;

#define PARAMETERS                                                                                 \
  "'parameters': [{'name': 'a', 'value': 3, 'free': true}, {'name': 'b', 'value': 0.7, 'free': "   \
  "true}, {'name': 'c', 'value': 2}, {'name': 'd', 'value': 'if(a - 1, a*b, 0) + c*k - 1'}, "      \
  "{'name': 'k', 'value': 'hypot(a, b, c)'}], "
#define BODIES                                                                                     \
  "'bodies': [{'id': 's', 'kind': 'segment', 'a': [1, 2], 'b': [7, 5]}, {'id': 'o', 'kind': "      \
  "'circle', 'center': [9, 4], 'radius': 3}, {'id': 'g', 'kind': 'rigid', 'position': [4, 9], "    \
  "'rotation': 0.3}, {'id': 'h', 'kind': 'rigid', 'position': [2, 8], 'rotation': 0.9}, {'id': "   \
  "'f', 'kind': 'formula', 'unknowns': {'u': 2, 'v': -1}, 'x': 'u*cos(b*t) + k', 'y': 'd*t^2 + "   \
  "v*sin(t) + a*u', 't': [0, 3]}, {'id': 'w', 'kind': 'formula', 'unknowns': {}, 'x': 'a*t', "     \
  "'y': 'sin(k*t)', 't': [0, 1]}], "

static void
load (Drawing *d, const char *constraints, const char *forces)
{
  g_autofree char *text =
      g_strdup_printf ("{'trammel': 1, " PARAMETERS BODIES "'constraints': [%s], 'forces': [%s]}",
                       constraints, forces);
  drawing_load (d, text);
}

static void
assert_near (double x, double expected, double tolerance)
{
  if (!(fabs (x - expected) <= tolerance))
    g_error ("%.15g, expected %.15g", x, expected);
}

static void
rows_at (const TrModel *m, const TrState *s, const double *q, TrScratch *scratch, TrRowBlock *rows)
{
  tr_constraint_rows (m, 0, q, &s->memory[0], 0.4, scratch, rows);
}

// −∂(Jᵀw)/∂q of one column.
static void
check_second (const TrRowBlock *rows,
              const TrRowBlock *plus,
              const TrRowBlock *minus,
              const double *w,
              const double *H,
              int column)
{
  for (int j = 0; j < rows->n; j++) {
    double about = 0;
    for (int r = 0; r < rows->m; r++)
      about -= w[r] * (plus->J[r * rows->n + j] - minus->J[r * rows->n + j]) / (2 * step);
    assert_near (H[j * rows->n + column], about, 1e-5 * (1 + fabs (about)));
  }
}

static void
check_derivatives (const char *constraint)
{
  static const double w[TR_ROWS_MAX] = {0.8, -1.3, 0.4};
  g_auto (Drawing) d = {0};
  load (&d, constraint, "");
  const TrModel *m = tr_session_get_model (d.session);
  const TrState *s = tr_session_get_state (d.session);
  TrScratch *scratch = tr_scratch_new ();
  g_autofree double *q = g_memdup2 (s->q, sizeof (double) * (size_t) m->n_q);
  TrRowBlock rows, plus, minus;
  int n_parameters = 0;
  rows_at (m, s, q, scratch, &rows);
  double *H = tr_scratch_zeroed (scratch, (size_t) (rows.n * rows.n));
  tr_constraint_hessian (m, 0, q, &s->memory[0], 0.4, w, &rows, scratch, H);
  for (int a = 0, column = 0; a < rows.n_runs; a++)
    for (int i = 0; i < rows.run_n[a]; i++, column++) {
      double *x = &q[rows.run_at[a] + i], x0 = *x;
      n_parameters += rows.run_at[a] >= m->bodies[m->n_bodies].q && rows.run_at[a] < m->n_body_q;
      *x = x0 + step;
      rows_at (m, s, q, scratch, &plus);
      *x = x0 - step;
      rows_at (m, s, q, scratch, &minus);
      *x = x0;
      for (int r = 0; r < rows.m; r++) {
        double about = (plus.c[r] - minus.c[r]) / (2 * step);
        assert_near (rows.J[r * rows.n + column], about, 1e-7 * (1 + fabs (about)));
      }
      check_second (&rows, &plus, &minus, w, H, column);
    }
  g_assert_cmpint (n_parameters, ==, 2);
  tr_scratch_free (scratch);
}

static void
test_derivatives (void)
{
  check_derivatives ("{'id': 'l', 'kind': 'length', 'a': 's', 'value': 'd'}");
  check_derivatives ("{'id': 'l', 'kind': 'distance', 'a': <s.b>, 'b': <o.center>, 'value': 'k'}");
  check_derivatives ("{'id': 'l', 'kind': 'radius', 'a': 'o', 'value': 'a^2*sin(b)'}");
  check_derivatives ("{'id': 'l', 'kind': 'angle', 'a': 'x', 'b': 's', 'value': 'a*b/5'}");
  check_derivatives ("{'id': 'l', 'kind': 'fix', 'a': 'o', 'what': 'area', 'value': 'd + k'}");
  check_derivatives ("{'id': 'l', 'kind': 'gear', 'a': 'g', 'b': 'h', 'ratio': 'k', 'phase': 'b'}");
  check_derivatives ("{'id': 'l', 'kind': 'rack', 'a': 'g', 'b': 's', 'radius': 'd'}");
  check_derivatives ("{'id': 'l', 'kind': 'rack', 'a': 'g', 'b': 'h', 'radius': 'd'}");
  check_derivatives ("{'id': 'l', 'kind': 'limit', 'what': 'o.radius', 'min': 'a', 'max': 'd'}");
  check_derivatives ("{'id': 'l', 'kind': 'limit', 'what': 's.length', 'max': 'k'}");
  check_derivatives ("{'id': 'l', 'kind': 'equation', 'expr': 'd*o.x - k*s.length', 'op': '='}");
  check_derivatives ("{'id': 'l', 'kind': 'equation', 'expr': 'd*o.x - k', 'op': '<='}");
  check_derivatives ("{'id': 'l', 'kind': 'drive', 'what': 'o.x', 'value': 'd*time^2'}");
  check_derivatives ("{'id': 'l', 'kind': 'attach', 'a': <o.center>, 'b': <f@1.3>}");
  check_derivatives ("{'id': 'l', 'kind': 'attach', 'a': <o.center>, 'b': <f~1.1>}");
  check_derivatives ("{'id': 'l', 'kind': 'distance', 'a': <s.a>, 'b': <f~0.4>, 'value': 'd'}");
  check_derivatives ("{'id': 'l', 'kind': 'attach', 'a': <s.a>, 'b': <w~0.4>}");
  check_derivatives ("{'id': 'l', 'kind': 'tangent', 'a': <o~1>, 'b': <f~0.9>}");
}

// A bar whose length is a, its end pulled away.
static const char bar[] =
    "{'trammel': 1, 'parameters': [{'name': 'a', 'value': 30, 'free': true}, {'name': 'half', "
    "'value': 'a/2'}], 'bodies': [{'id': 'bar', 'kind': 'segment', 'a': [0, 0], 'b': [0, 30]}, "
    "{'id': 'o', 'kind': 'circle', 'center': [50, 0], 'radius': 15}], 'constraints': [{'id': 'n', "
    "'kind': 'nail', 'a': <bar.a>, 'at': [0, 0]}, {'id': 'l', 'kind': 'length', 'a': 'bar', "
    "'value': 'a'}, {'id': 'r', 'kind': 'radius', 'a': 'o', 'value': 'half'}]}";

static double
parameter (Drawing *d, int i)
{
  const TrModel *m = tr_session_get_model (d->session);
  return m->parameters[i].value.value;
}

static void
drag (Drawing *d, const char *point, Vec2 to)
{
  TrConnector c = drawing_connector (d, point);
  tr_session_press (d->session, &c, false);
  for (int i = 0; i < 120; i++)
    tr_session_move (d->session, to);
  tr_session_release (d->session);
}

static void
test_drag (void)
{
  g_auto (Drawing) d = {0};
  drawing_load (&d, bar);
  drag (&d, "bar.b", v2 (30, 40));
  assert_near (v2_dist (drawing_point (&d, "bar.b"), v2 (30, 40)), 0, 1e-6);
  assert_near (parameter (&d, 0), 50, 1e-6);
  assert_near (parameter (&d, 1), 25, 1e-6);
  assert_near (drawing_value (&d, "o.radius"), 25, 1e-6);
  // the circle's rim moves what its radius hangs on
  drag (&d, "o@0", v2 (90, 0));
  assert_near (parameter (&d, 0), 2 * drawing_value (&d, "o.radius"), 1e-9);
  assert_near (drawing_value (&d, "bar.length"), parameter (&d, 0), 1e-8);
  g_assert_cmpfloat (parameter (&d, 0), >, 51);
  tr_session_undo (d.session);
  assert_near (parameter (&d, 0), 50, 1e-6);
  tr_session_undo (d.session);
  assert_near (parameter (&d, 0), 30, 0);
  assert_near (parameter (&d, 1), 15, 0);
  tr_session_redo (d.session);
  assert_near (parameter (&d, 1), 25, 1e-6);
}

static void
test_saved (void)
{
  g_auto (Drawing) d = {0}, again = {0};
  gsize n;
  drawing_load (&d, bar);
  drag (&d, "bar.b", v2 (30, 40));
  g_autofree char *text = tr_document_to_text (d.document, &n);
  g_assert_nonnull (strstr (text, "\"free\": true"));
  drawing_load (&again, text);
  g_assert_true (tr_session_get_model (again.session)->parameters[0].is_free);
  assert_near (parameter (&again, 0), parameter (&d, 0), 0);
  assert_near (parameter (&again, 1), parameter (&d, 1), 0);
}

// 4 + 3 + 1 unknowns, 2 + 1 + 1 equations; without the flag one unknown less.
static void
test_counted (void)
{
  g_auto (Drawing) d = {0};
  drawing_load (&d, bar);
  g_assert_cmpint (tr_session_check (d.session)->unknowns, ==, 8);
  g_assert_cmpint (tr_session_check (d.session)->dof, ==, 4);
  g_assert_true (tr_session_set (d.session, "a.free", "false", NULL));
  g_assert_cmpint (tr_session_check (d.session)->dof, ==, 3);
  tr_session_undo (d.session);
  g_assert_cmpint (tr_session_check (d.session)->dof, ==, 4);
}

// A value that is given is where the parameter goes, though it is free.
static void
test_given (void)
{
  g_auto (Drawing) d = {0};
  g_autoptr (GError) error = NULL;
  drawing_load (&d, bar);
  g_assert_true (tr_session_set (d.session, "a.value", "44", NULL));
  assert_near (parameter (&d, 0), 44, 1e-9);
  assert_near (drawing_value (&d, "bar.length"), 44, 1e-8);
  g_assert_cmpint (tr_document_n_undo (d.document), ==, 1);
  g_assert_false (tr_session_set (d.session, "a.value", "2*half", &error));
  g_assert_nonnull (strstr (error->message, "free"));
  assert_near (parameter (&d, 0), 44, 1e-9);
}

// Two equations for two parameters; a goal that asks for a third.
static void
test_goals (void)
{
  g_auto (Drawing) d = {0};
  load (&d,
        "{'id': 'p', 'kind': 'equation', 'expr': 'a + 2*b - 8', 'op': '='}, {'id': 'q', 'kind': "
        "'equation', 'expr': 'a - b + 1', 'op': '='}",
        "");
  tr_session_solve (d.session);
  assert_near (parameter (&d, 0), 2, 1e-9);
  assert_near (parameter (&d, 1), 3, 1e-9);
  assert_near (parameter (&d, 3), 2 * 3 + 2 * hypot (hypot (2, 3), 2) - 1, 1e-9);
  g_auto (Drawing) g = {0};
  load (&g, "{'id': 'p', 'kind': 'equation', 'expr': 'a + b - 8', 'op': '='}",
        "{'id': 'm', 'kind': 'minimize', 'expr': '(a - 2*b)^2 + a'}");
  tr_session_settle_forces (g.session);
  // a = 8 − b, E = (8 − 3b)² + 8 − b least at b = 8/3 + 1/18
  assert_near (parameter (&g, 1), 8.0 / 3 + 1.0 / 18, 1e-6);
  assert_near (parameter (&g, 0), 16.0 / 3 - 1.0 / 18, 1e-6);
}

// What is pulled on a typed curve moves the number that it is typed with.
static void
test_curve (void)
{
  g_auto (Drawing) d = {0};
  drawing_load (&d, "{'trammel': 1, 'parameters': [{'name': 'r', 'value': 10, 'free': true}], "
                    "'bodies': [{'id': 'f', 'kind': 'formula', 'unknowns': {'x0': 0}, 'x': "
                    "'x0 + r*cos(t)', 'y': 'r*sin(t)', 't': [0, 6], 'locked': false}]}");
  drag (&d, "f@1.5707963267948966", v2 (0, 25));
  assert_near (parameter (&d, 0), 25, 1e-6);
}

// A measure is pulled, and the number that it hangs on moves: the area of a circle of radius a/2.
static void
test_pulled (void)
{
  g_auto (Drawing) d = {0};
  drawing_load (&d, bar);
  g_assert_true (tr_session_add (d.session,
                                 "{\"id\": \"size\", \"kind\": \"fix\", \"a\": \"o\", \"what\": "
                                 "\"area\", \"driven\": true, \"value\": 0}",
                                 NULL, NULL));
  TrPull *p = tr_pull_new (d.session, "size");
  assert_near (tr_pull_to (p, 400 * G_PI), 400 * G_PI, 1e-6);
  tr_pull_end (p, true);
  assert_near (parameter (&d, 0), 40, 1e-6);
  assert_near (drawing_value (&d, "bar.length"), 40, 1e-6);
  tr_session_undo (d.session);
  assert_near (parameter (&d, 0), 30, 0);
}

// Out of reach it comes as near as it can and says so, and goes on as soon as it is asked for less.
static void
test_pulled_short (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [8, 6]}, {'id': 'b', 'kind': "
                "'segment', 'a': [8, 6], 'b': [16, 0]}",
                "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]}, {'id': 'j', 'kind': "
                "'attach', 'a': <a.b>, 'b': <b.a>}, {'id': 'la', 'kind': 'length', 'a': 'a', "
                "'value': 10}, {'id': 'lb', 'kind': 'length', 'a': 'b', 'value': 10}, {'id': "
                "'reach', 'kind': 'distance', 'a': <a.a>, 'b': <b.b>, 'value': 0, 'driven': true}",
                NULL);
  TrPull *p = tr_pull_new (d.session, "reach");
  static const double far[] = {500, 1000, 1e12};
  for (guint i = 0; i < G_N_ELEMENTS (far); i++) {
    assert_near (tr_pull_to (p, 15), 15, 1e-9);
    assert_near (tr_pull_to (p, far[i]), 20, 1e-4); // however far it is pulled
    g_assert_true (tr_pull_is_at_end (p));
    g_assert_true (drawing_holds (&d));
  }
  assert_near (tr_pull_to (p, 15), 15, 1e-9);
  g_assert_false (tr_pull_is_at_end (p));
  assert_near (tr_pull_to (p, 19), 19, 1e-9);
  g_assert_false (tr_pull_is_at_end (p));
  tr_pull_end (p, true);
  assert_near (drawing_value (&d, "hypot(b.bx, b.by)"), 19, 1e-6);
}

// It is one of what a constraint's removal sets free, no more.
static void
test_explained (void)
{
  g_auto (Drawing) d = {0};
  drawing_load (&d, bar);
  const TrModel *m = tr_session_get_model (d.session);
  g_autoptr (TrExplanation) x = tr_explain (d.session, tr_model_find (m, "r").index);
  g_assert_cmpint (x->standing, ==, TR_STANDING_HOLDS);
  g_assert_cmpint (x->dof, ==, 4);
  g_assert_cmpint (x->removed.dof, ==, 5);
}

// What only follows a free parameter says so, and what may be done; a constraint that reads it, also
// by way of another, is enough.
static void
test_idle (void)
{
  g_auto (Drawing) d = {0};
  drawing_load (
      &d, "{'trammel': 1, 'parameters': [{'name': 'u', 'value': 3, 'free': true}, {'name': 'k', "
          "'value': 2, 'free': true}, {'name': 'far', 'value': '2*u'}, {'name': 'l', 'value': 4, "
          "'free': true}], 'bodies': [{'id': 'f', 'kind': 'formula', 'unknowns': {'cx': 0}, 'x': "
          "'cx + cos(t)', 'y': 'sin(t)', 't': [0, 'far']}, {'id': 'p', 'kind': 'segment', 'a': [0, "
          "0], 'b': [4, 0]}], 'constraints': [{'id': 'c', 'kind': 'length', 'a': 'p', 'value': "
          "'l'}], 'forces': [{'id': 's', 'kind': 'spring', 'a': <p.a>, 'b': <p.b>, 'rest': 'l', "
          "'stiffness': 'k'}]}");
  const TrModel *m = tr_session_get_model (d.session);
  g_autofree char *u = tr_free_idle_text (m, 0), *k = tr_free_idle_text (m, 1);
  g_assert_nonnull (strstr (u, "parameter u: body f follows it"));
  g_assert_nonnull (strstr (k, "parameter k: force s follows it"));
  g_assert_null (tr_free_idle_text (m, 2)); // not free
  g_assert_null (tr_free_idle_text (m, 3));
  g_assert_true (tr_session_add (d.session,
                                 "{\"id\": \"eq\", \"kind\": \"equation\", \"expr\": \"far - "
                                 "p.bx\", \"op\": \"=\"}",
                                 NULL, NULL));
  g_assert_null (tr_free_idle_text (tr_session_get_model (d.session), 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/free/derivatives", test_derivatives);
  g_test_add_func ("/free/drag", test_drag);
  g_test_add_func ("/free/saved", test_saved);
  g_test_add_func ("/free/counted", test_counted);
  g_test_add_func ("/free/given", test_given);
  g_test_add_func ("/free/goals", test_goals);
  g_test_add_func ("/free/curve", test_curve);
  g_test_add_func ("/free/pulled", test_pulled);
  g_test_add_func ("/free/pulled-short", test_pulled_short);
  g_test_add_func ("/free/explained", test_explained);
  g_test_add_func ("/free/idle", test_idle);
  return g_test_run ();
}
