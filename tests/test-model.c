// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The model as a value: the pool, places in the state, parameters, names, states.

#include "model/live.h"

#include <stdint.h>
#include <string.h>

static TrModel *
new_model (void)
{
  TrPool *pool = tr_pool_new ();
  TrModel *m = tr_model_new (pool);
  tr_pool_unref (pool);
  return m;
}

// name and value of each; NULL expressions are 0.
static TrModel *
with_parameters (const char *const *names, const char *const *values, int n)
{
  TrModel *m = new_model ();
  m->n_parameters = n;
  m->parameters = g_new0 (TrParameter, n);
  for (int i = 0; i < n; i++) {
    m->parameters[i].name = tr_pool_text (m->pool, names[i]);
    if (values[i] != NULL)
      m->parameters[i].value.expr = tr_pool_expr (m->pool, tr_expr_parse (values[i], NULL));
  }
  tr_model_layout (m);
  return m;
}

static bool
is (double a, double b)
{
  return !(a < b) && !(a > b);
}

static void
test_pool (void)
{
  enum { N = 5000 };
  TrPool *pool = tr_pool_new ();
  const char *text[N];
  const double *number[N];
  for (int i = 0; i < N; i++) {
    g_autofree char *made = g_strnfill ((gsize) i % 97, 'a' + i % 26);
    double x[3] = {i, 2 * i, 3 * i};
    text[i] = tr_pool_text (pool, made);
    number[i] = tr_pool_copy (pool, x, sizeof x);
    g_assert_cmpint ((intptr_t) number[i] % 16, ==, 0);
  }
  for (int i = 0; i < N; i++) {
    g_assert_cmpuint (strlen (text[i]), ==, (gsize) i % 97);
    g_assert_true (is (number[i][2], 3 * i));
  }
  g_autofree char *large = g_strnfill (3 << 20, 'x');
  g_assert_cmpstr (tr_pool_text (pool, large), ==, large);
  g_assert_null (tr_pool_copy (pool, large, 0));
  g_assert_null (tr_pool_text (pool, NULL));
  tr_pool_unref (tr_pool_ref (pool));
  tr_pool_unref (pool);
}

static void
test_parameters (void)
{
  static const char *const names[] = {"c", "b", "a", "d"};
  static const char *const values[] = {"b + a", "2*a", "3", "c^2"};
  g_autoptr (TrModel) m = with_parameters (names, values, 4);
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_model_evaluate (m, &error));
  g_assert_no_error (error);
  g_assert_true (is (m->parameter_values[0], 9) && is (m->parameter_values[1], 6));
  g_assert_true (is (m->parameter_values[2], 3) && is (m->parameter_values[3], 81));
}

// A chain as long as a file can hold needs no stack, and no time but its length.
static void
test_parameter_chain (void)
{
  enum { N = 100000 };
  char **names = g_new0 (char *, N + 1), **values = g_new0 (char *, N + 1);
  g_autoptr (GError) error = NULL;
  for (int i = 0; i < N; i++) {
    names[i] = g_strdup_printf ("p%d", i);
    values[i] = i + 1 < N ? g_strdup_printf ("p%d + 1", i + 1) : g_strdup ("0");
  }
  TrModel *m = with_parameters ((const char **) names, (const char **) values, N);
  g_assert_true (tr_model_evaluate (m, NULL));
  g_assert_true (is (m->parameter_values[0], N - 1));
  g_assert_true (tr_model_bind_parameters (m, NULL));
  tr_model_free (m);

  g_free (values[N - 1]);
  values[N - 1] = g_strdup ("p99997");
  m = with_parameters ((const char **) names, (const char **) values, N);
  g_assert_false (tr_model_evaluate (m, &error));
  g_assert_cmpstr (error->message, ==,
                   "parameter p99997, value: expected no cycle, found p99997 → p99998 → p99999 → "
                   "p99997");
  tr_model_free (m);
  g_strfreev (names);
  g_strfreev (values);
}

static void
assert_parameter_error (const char *value, const char *message)
{
  const char *const names[] = {"a", "b"}, *const values[] = {value, "a"};
  g_autoptr (TrModel) m = with_parameters (names, values, 2);
  g_autoptr (GError) error = NULL;
  g_assert_false (tr_model_evaluate (m, &error));
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_parameter_errors (void)
{
  assert_parameter_error ("b", "parameter a, value: expected no cycle, found a → b → a");
  assert_parameter_error ("1 + a", "parameter a, value: expected no cycle, found a → a");
  assert_parameter_error ("1 + x",
                          "parameter a, value: column 5: expected the name of a parameter, "
                          "found \"x\"");
  assert_parameter_error ("1/0", "parameter a, value: expected a number of at most 1e12, found one "
                                 "that is not finite");
  assert_parameter_error ("10^12 + 1",
                          "parameter a, value: expected a number of at most 1e12, found "
                          "a larger one");
}

// Two points, a circle, a constraint and a force that slide on it.
static TrModel *
sliding_model (void)
{
  static const char *const ids[] = {"p", "q", "c"};
  static const char *const names[] = {"w"}, *const values[] = {"2"};
  TrModel *m = with_parameters (names, values, 1);
  TrConnector slide = {.kind = TR_AT_SLIDE, .body = 2, .slide = -1, .p = {0.5, 0}};
  m->n_bodies = 3;
  m->bodies = g_new0 (TrBody, 3);
  for (int i = 0; i < 3; i++)
    m->bodies[i] =
        (TrBody){.id = ids[i], .kind = i < 2 ? TR_BODY_POINT : TR_BODY_CIRCLE, .n = i < 2 ? 2 : 3};
  m->n_constraints = 1;
  m->constraints = g_new0 (TrConstraint, 1);
  m->constraints[0] = (TrConstraint){.id = "k", .kind = TR_CON_MIDPOINT};
  m->constraints[0].end[0].kind = TR_END_FROMTO;
  m->constraints[0].end[0].connector[0] = m->constraints[0].end[0].connector[1] = slide;
  m->constraints[0].end[2].kind = TR_END_POINT;
  m->constraints[0].end[2].connector[0] = slide;
  m->n_forces = 1;
  m->forces = g_new0 (TrForce, 1);
  m->forces[0] = (TrForce){.id = "g", .kind = TR_FORCE_PUSH};
  m->forces[0].end[0].kind = TR_END_POINT;
  m->forces[0].end[0].connector[0] = slide;
  g_assert_cmpint (tr_model_layout (m), ==, 11);
  return m;
}

static void
test_layout (void)
{
  g_autoptr (TrModel) m = sliding_model ();
  TrConnector *slides[6];
  g_assert_cmpint (m->n_body_q, ==, 7);
  g_assert_cmpint (m->bodies[2].q, ==, 4);
  g_assert_cmpint (tr_constraint_slides (&m->constraints[0], slides), ==, 3);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (slides[i]->slide, ==, 7 + i);
  g_assert_cmpint (tr_force_slides (&m->forces[0], slides), ==, 1);
  g_assert_cmpint (slides[0]->slide, ==, 10);

  TrElement e = tr_model_find (m, "g");
  g_assert_true (e.kind == TR_ELEMENT_FORCE && e.index == 0);
  e = tr_model_find (m, "c");
  g_assert_true (e.kind == TR_ELEMENT_BODY && e.index == 2);
  e = tr_model_find (m, "w");
  g_assert_true (e.kind == TR_ELEMENT_PARAMETER && e.index == 0);
  g_assert_cmpint (tr_model_find (m, "nothing").kind, ==, TR_ELEMENT_NONE);
}

static void
test_copy (void)
{
  TrModel *m = sliding_model ();
  g_assert_true (tr_model_evaluate (m, NULL));
  TrModel *copy = tr_model_copy (m);
  copy->bodies[0].id = "other";
  tr_model_layout (copy);
  g_assert_cmpint (tr_model_find (m, "p").kind, ==, TR_ELEMENT_BODY);
  g_assert_cmpint (tr_model_find (m, "other").kind, ==, TR_ELEMENT_NONE);
  g_assert_cmpint (tr_model_find (copy, "other").kind, ==, TR_ELEMENT_BODY);
  tr_model_free (m);
  // The pool lives on with the copy.
  g_assert_cmpstr (copy->parameters[0].name, ==, "w");
  g_assert_true (is (copy->parameter_values[0], 2));
  tr_model_free (copy);
}

static void
test_bind (void)
{
  g_autoptr (TrModel) m = sliding_model ();
  g_autoptr (TrExpr) e = tr_expr_parse ("w*c.radius + time + c.radius", NULL);
  g_autoptr (TrExpr) bad = tr_expr_parse ("w + c.side", NULL);
  g_autoptr (GError) error = NULL;
  double q[11] = {0};
  g_assert_true (tr_model_evaluate (m, NULL));
  const TrVar *vars = tr_model_bind (m, e, true, &error);
  g_assert_no_error (error);
  q[6] = 5;
  g_assert_true (is (tr_model_expr_value (m, e, vars, q, 0.5), 15.5));
  g_assert_null (tr_model_bind (m, e, false, &error));
  g_assert_cmpstr (error->message, ==,
                   "column 14: expected a parameter, a number or body.member, found \"time\"");
  g_clear_error (&error);
  g_assert_null (tr_model_bind (m, bad, true, &error));
  g_assert_cmpstr (error->message, ==,
                   "column 5: expected a scalar member of the circle c (x, y, radius, length, "
                   "area), found \"c.side\"");
}

static void
test_state (void)
{
  g_autoptr (TrModel) m = sliding_model ();
  g_autoptr (TrState) s = tr_state_new (m);
  g_assert_true (is (s->q[7], 0.5) && is (s->q[10], 0.5));
  g_assert_true (is (s->memory[0].dir.x, 1) && is (s->memory[0].sign, 0));
  s->q[3] = 4;
  s->time = 9;
  g_autoptr (TrState) copy = tr_state_copy (s);
  s->q[3] = 5;
  g_assert_true (is (copy->q[3], 4));
  tr_state_assign (copy, s);
  g_assert_true (is (copy->q[3], 5) && is (copy->time, 9));

  // Without its first body everything stands elsewhere.
  TrModel *less = tr_model_copy (m);
  TrElement first = {TR_ELEMENT_BODY, 0};
  s->q[8] = 0.75;
  tr_model_remove (less, &first, 1, NULL);
  TrState *moved = tr_state_migrate (m, s, less);
  g_assert_cmpint (moved->n_q, ==, 9);
  g_assert_true (is (moved->q[1], 5) && is (moved->q[6], 0.75) && is (moved->time, 9));
  g_assert_cmpint (less->constraints[0].end[0].connector[0].body, ==, 1);
  tr_state_free (moved);
  tr_model_free (less);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/pool", test_pool);
  g_test_add_func ("/model/parameters", test_parameters);
  g_test_add_func ("/model/parameter-chain", test_parameter_chain);
  g_test_add_func ("/model/parameter-errors", test_parameter_errors);
  g_test_add_func ("/model/layout", test_layout);
  g_test_add_func ("/model/copy", test_copy);
  g_test_add_func ("/model/bind", test_bind);
  g_test_add_func ("/model/state", test_state);
  return g_test_run ();
}
