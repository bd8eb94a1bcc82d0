// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expr-helpers.h"

// What the derivatives are where a formula needs care.
static void
test_special_derivatives (void)
{
  static const struct {
    const char *text; // in x and y, at (x, y): value, gradient, Hessian xx xy yy
    double x, y, value, grad[2], hess[3];
  } table[] = {
      {"x^2 + 0*y", 0, 0, 0, {0, 0}, {2, 0, 0}},
      {"x^2 + 0*y", -3, 0, 9, {-6, 0}, {2, 0, 0}},
      {"x^3 + 0*y", -2, 0, -8, {12, 0}, {-12, 0, 0}},
      {"x^1 + 0*y", 0, 0, 0, {1, 0}, {0, 0, 0}},
      {"x^0 + 0*y", 0, 0, 1, {0, 0}, {0, 0, 0}},
      {"x^-2 + 0*y", -2, 0, 0.25, {0.25, 0}, {0.375, 0, 0}},
      {"x^y", 2, 3, 8, {12, 8 * G_LN2}, {12, 4 + 12 * G_LN2, 8 * G_LN2 * G_LN2}},
      {"x^y", 0, 3, 0, {0, 0}, {0, 0, 0}},
      {"2^y + 0*x", 0, 3, 8, {0, 8 * G_LN2}, {0, 0, 8 * G_LN2 * G_LN2}},
      {"hypot(x,y)", 0, 0, 0, {0, 0}, {0, 0, 0}},
      {"hypot(x,y)", 3, 4, 5, {0.6, 0.8}, {0.128, -0.096, 0.072}},
      {"hypot(x,y,2)", 0, 0, 2, {0, 0}, {0.5, 0, 0.5}},
      {"hypot(x,y,0)", 0, 0, 0, {0, 0}, {0, 0, 0}},
      {"hypot(x,y,12)", 3, 4, 13, {3.0 / 13, 4.0 / 13}, {160.0 / 2197, -12.0 / 2197, 153.0 / 2197}},
      {"abs(x)*y", -2, 3, 6, {-3, 2}, {0, -1, 0}},
      {"abs(x)*y", 0, 3, 0, {3, 0}, {0, 1, 0}},
      {"min(x^2,y)", 1, 1, 1, {2, 0}, {2, 0, 0}},
      {"max(y,x^2)", 1, 1, 1, {0, 1}, {0, 0, 0}},
      {"min(x,y,2*x)", 1, -3, -3, {0, 1}, {0, 0, 0}},
      {"mod(x,y)", 7, 3, 1, {1, -2}, {0, 0, 0}},
      {"floor(x)*sign(y) + x", 2.5, -2, 0.5, {1, 0}, {0, 0, 0}},
      {"if(x, x*y, sqrt(y))", 1, 0, 0, {0, 1}, {0, 1, 0}},
      {"if(sqrt(x), y, x*y)", 0, 2, 0, {2, 0}, {0, 1, 0}},
      {"if(x, ln(x), y^2)", 0, 3, 9, {0, 6}, {0, 0, 2}},
      {"max(x, sqrt(y)*0 - 1)", 1, 0, 1, {1, 0}, {0, 0, 0}},
      {"floor(sqrt(x)) + y", 0, 2, 2, {0, 1}, {0, 0, 0}},
      {"x/y", 3, 2, 1.5, {0.5, -0.75}, {0, -0.25, 0.75}},
      {"x - (y - x*y)", 2, 3, 5, {4, 1}, {0, 1, 0}},
      {"-x - -y*y", 2, 3, 7, {-1, 6}, {0, 0, 2}},
      {"sqrt(x^2 + y^2)", 3, 4, 5, {0.6, 0.8}, {0.128, -0.096, 0.072}},
      {"exp(x)^y", 0, 2, 1, {2, 0}, {4, 1, 0}},
  };
  for (size_t i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *text = g_strconcat ("0*(x+y) + ", table[i].text, NULL);
    g_autoptr (TrExpr) e = parse (text);
    double at[2] = {table[i].x, table[i].y}, grad[2], hess[4];
    double value = tr_expr_eval (e, at, NULL, grad, hess);
    bool ok = is_near (value, table[i].value, 1e-14);
    for (int k = 0; k < 2; k++)
      ok &= is_near (grad[k], table[i].grad[k], 1e-14);
    for (int k = 0; k < 3; k++)
      ok &= is_near (hess[k < 1 ? 0 : k < 2 ? 1 : 3], table[i].hess[k], 1e-14);
    ok &= same_bits (hess[1], hess[2]);
    if (!ok)
      g_error ("%s at %g, %g: %.17g, (%.17g %.17g), (%.17g %.17g %.17g)", table[i].text, at[0],
               at[1], value, grad[0], grad[1], hess[0], hess[1], hess[3]);
  }
}

// A pole of one variable is no business of the others.
static void
test_poles_stay_apart (void)
{
  g_autoptr (TrExpr) e = parse ("(sqrt(x) + y^2) * z");
  double at[3] = {0, 2, 3}, grad[3], hess[9];
  tr_expr_eval (e, at, NULL, grad, hess);
  g_assert_true (isinf (grad[0]) && is_near (grad[1], 12, 0) && is_near (grad[2], 4, 0));
  g_assert_true (isinf (hess[0]) && is_near (hess[1], 0, 0) && isinf (hess[2]));
  g_assert_true (is_near (hess[4], 6, 0) && is_near (hess[5], 4, 0) && is_near (hess[8], 0, 0));
}

#define N_VARS 4

static void random_expr (GRand *rand, int depth, GString *out);

// The shape's letters: E any expression, B one inside (−1, 1), P a positive one, I a whole number.
static void
random_shape (GRand *rand, int depth, const char *shape, GString *out)
{
  for (const char *s = shape; *s != '\0'; s++) {
    if (*s == 'E') {
      random_expr (rand, depth, out);
    } else if (*s == 'B') {
      random_shape (rand, depth, "(0.9*sin(E))", out);
    } else if (*s == 'P') {
      random_shape (rand, depth, "(1.5+sin(E))", out);
    } else if (*s == 'I') {
      g_string_append_printf (out, "%d", g_rand_int_range (rand, -3, 5));
    } else {
      g_string_append_c (out, *s);
    }
  }
}

// Values stay within a few units, so that differences are sharp.
static void
random_expr (GRand *rand, int depth, GString *out)
{
  static const char *const shapes[] = {
      "E+E",          "E-E",
      "(E)+(E-E)",    "B*B",
      "B*(E)",        "E/P",
      "-E",           "(+E)",
      "(-B)^2",       "P^I",
      "P^B",          "P^P",
      "sin(E)",       "cos(E)",
      "tan(B)",       "asin(B)",
      "acos(B)",      "atan(E)",
      "atan2(E,P)",   "atan2(B,-P)",
      "sinh(B)",      "cosh(B)",
      "tanh(E)",      "exp(B)",
      "ln(P)",        "log(P)",
      "log10(P)",     "sqrt(P)",
      "abs(E)",       "min(E,E)",
      "max(E,E,E)",   "hypot(E,P)",
      "hypot(E,E,P)", "hypot(E,P,E,E)",
      "floor(E)*B",   "sign(E)*B",
      "mod(E,P)",     "if(E,E,E)",
      "3.7deg*(E)",   "B^3",
      "pi*B",         "B-(E)",
      "if(B,P,B)",
  };
  if (depth == 0) {
    int pick = g_rand_int_range (rand, 0, N_VARS + 1);
    if (pick < N_VARS)
      g_string_append_printf (out, "v%d", pick);
    else
      g_string_append_printf (out, "%.3f", g_rand_double_range (rand, 0.1, 2));
    return;
  }
  random_shape (rand, depth - 1, shapes[g_rand_int_range (rand, 0, G_N_ELEMENTS (shapes))], out);
}

// The derivative of f along variable k by central differences, for f the value (part < 0) or one
// member of the gradient; false near a kink, where two step widths disagree.
static bool
difference (const TrExpr *e, const double *at, int k, int part, double *result)
{
  double estimates[2];
  for (int i = 0; i < 2; i++) {
    double h = i == 0 ? 2e-5 : 1e-5, f[2];
    for (int side = 0; side < 2; side++) {
      double moved[N_VARS], grad[N_VARS];
      memcpy (moved, at, sizeof moved);
      moved[k] += side == 0 ? -h : h;
      double value = tr_expr_eval (e, moved, NULL, grad, NULL);
      f[side] = part < 0 ? value : grad[part];
    }
    estimates[i] = (f[1] - f[0]) / (2 * h);
  }
  *result = (4 * estimates[1] - estimates[0]) / 3;
  return is_near (estimates[0], estimates[1], 1e-6);
}

// Returns how many entries were sharp enough to be compared.
static int
check_derivatives (const TrExpr *e, const double *at)
{
  int n = tr_expr_n_vars (e), n_checked = 0;
  double grad[N_VARS], alone[N_VARS], hess[N_VARS * N_VARS], expected;
  double value = tr_expr_eval (e, at, NULL, grad, hess);
  g_assert_true (isfinite (value) && same_bits (value, tr_expr_value (e, at)));
  g_assert_true (same_bits (value, tr_expr_eval (e, at, NULL, alone, NULL)));
  g_assert_true (same_bits (value, tr_expr_eval (e, at, NULL, NULL, NULL)));
  g_assert_cmpmem (alone, (gsize) n * sizeof *grad, grad, (gsize) n * sizeof *grad);

  for (int j = 0; j < n; j++)
    for (int i = -1; i < n; i++) {
      if (i >= 0)
        g_assert_true (same_bits (hess[i * n + j], hess[j * n + i]));
      if (!difference (e, at, j, i, &expected))
        continue;
      n_checked++;
      double exact = i < 0 ? grad[j] : hess[i * n + j];
      if (!is_near (exact, expected, 1e-5))
        g_error ("%s: derivative %d %d is %.12g, differences say %.12g", tr_expr_text (e), i, j,
                 exact, expected);
    }
  return n_checked;
}

static void
test_derivatives (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260101);
  int n_checked = 0, n_all = 0;
  for (int round = 0; round < 4000; round++) {
    g_autoptr (GString) text = g_string_new (NULL);
    random_expr (rand, g_rand_int_range (rand, 1, 4), text);
    g_autoptr (TrExpr) e = parse (text->str);
    double at[N_VARS];
    for (int i = 0; i < N_VARS; i++)
      at[i] = g_rand_double_range (rand, -2, 2);
    int n = tr_expr_n_vars (e);
    n_all += n * (n + 1);
    n_checked += check_derivatives (e, at);
  }
  g_test_message ("%d of %d derivatives compared", n_checked, n_all);
  g_assert_cmpint (n_checked, >, n_all * 95 / 100);
}

// More than the fixed workspace holds: a term of many variables, and many terms.
static void
test_many_variables (void)
{
  enum { N = 300 };
  g_autoptr (GString) text = g_string_new ("(0");
  for (int i = 0; i < N; i++)
    g_string_append_printf (text, "+x%d", i);
  g_string_append (text, ")^2/2");
  for (int i = 0; i < N; i++)
    g_string_append_printf (text, "%cx%d^3", i % 2 == 0 ? '+' : '-', i);
  g_autoptr (TrExpr) e = parse (text->str);
  g_autofree double *at = g_new (double, N);
  g_autofree double *grad = g_new (double, N);
  g_autofree double *hess = g_new (double, N *N);
  for (int i = 0; i < N; i++)
    at[i] = 1;
  g_assert_cmpint (tr_expr_n_vars (e), ==, N);
  g_assert_true (is_near (tr_expr_eval (e, at, NULL, grad, hess), N * N / 2.0, 1e-14));
  for (int i = 0; i < N; i++) {
    g_assert_true (is_near (grad[i], N + (i % 2 == 0 ? 3 : -3), 1e-14));
    for (int j = 0; j < N; j++)
      g_assert_true (is_near (hess[i * N + j], 1 + (i != j ? 0 : i % 2 == 0 ? 6 : -6), 1e-14));
  }
  TrScratch *scratch = tr_scratch_new ();
  g_autofree double *again = g_new (double, N);
  g_assert_true (is_near (tr_expr_eval (e, at, scratch, again, hess), N * N / 2.0, 1e-14));
  g_assert_cmpmem (grad, sizeof *grad * N, again, sizeof *again * N);
  size_t held = tr_scratch_capacity (scratch);
  tr_expr_eval (e, at, scratch, again, hess);
  g_assert_cmpuint (tr_scratch_capacity (scratch), ==, held);
  tr_scratch_free (scratch);
}

static void
test_reparse (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int round = 0; round < 300; round++) {
    g_autoptr (GString) text = g_string_new (NULL);
    random_expr (rand, 3, text);
    g_autoptr (TrExpr) e = parse (text->str);
    g_assert_cmpstr (tr_expr_text (e), ==, text->str);
    g_autoptr (TrExpr) again = parse (tr_expr_text (e));
    double at[N_VARS] = {0.3, -1.1, 0.7, 1.9};
    g_assert_true (same_bits (tr_expr_value (e, at), tr_expr_value (again, at)));
    g_assert_cmpint (tr_expr_n_vars (e), ==, tr_expr_n_vars (again));
    g_autoptr (TrExpr) kept = tr_expr_ref (e);
    g_assert_true (kept == e);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expr/special-derivatives", test_special_derivatives);
  g_test_add_func ("/expr/poles-stay-apart", test_poles_stay_apart);
  g_test_add_func ("/expr/derivatives", test_derivatives);
  g_test_add_func ("/expr/many-variables", test_many_variables);
  g_test_add_func ("/expr/reparse", test_reparse);
  return g_test_run ();
}
