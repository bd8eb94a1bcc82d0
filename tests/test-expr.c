// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expr-helpers.h"

#include <locale.h>

static double
value_of (const char *text)
{
  g_autoptr (TrExpr) e = parse (text);
  g_assert_cmpint (tr_expr_n_vars (e), ==, 0);
  return tr_expr_value (e, NULL);
}

static const struct {
  const char *text;
  double value;
} values[] = {
    // numbers
    {"12", 12},
    {".5*4", 2},
    {"5.", 5},
    {"1e3+1", 1001},
    {"1e-3*1000", 1},
    {"2.5E+1", 25},
    {"90deg", G_PI / 2},
    {"90 deg", G_PI / 2},
    {"-180deg", -G_PI},
    {"360.deg/tau", 1},
    {"2*45deg", G_PI / 2},
    {" \t12\n", 12},
    {"1e-400", 0},
    {"007", 7},
    // precedence
    {"-2^2", -4},
    {"(-2)^2", 4},
    {"2^-1", 0.5},
    {"2^-1*4", 2},
    {"-2^-2", -0.25},
    {"-3^(1+1)", -9},
    {"2^3^2", 512},
    {"2^-3^2", 1.0 / 512},
    {"2^- -3", 8},
    {"9-3^2", 0},
    {"9+-3^2", 0},
    {"10-4-3", 3},
    {"100/10/5", 2},
    {"6/2*3", 9},
    {"2+3*4", 14},
    {"2*-3", -6},
    {"2--3", 5},
    {"2---3", -1},
    {"+-+-4", 4},
    {"1 + + 2", 3},
    {"-3+2", -1},
    {"2-3/4", 1.25},
    {"-(-2)", 2},
    {"-0.0", 0},
    {"-(1-3)*2^2", 8},
    {"1-(2-3)", 2},
    {"1-(2-(3-4))", -2},
    // constants and functions
    {"2*pi", 2 * G_PI},
    {"tau", 2 * G_PI},
    {"ln(e)", 1},
    {"log(e^3)", 3},
    {"log10(1000)", 3},
    {"sqrt(2)", G_SQRT2},
    {"-sqrt(4)", -2},
    {"abs(-3)-1", 2},
    {"cos(0)^2", 1},
    {"2*sin(pi/6)", 1},
    {"tan(45deg)", 1},
    {"asin(1)", G_PI / 2},
    {"acos(-1)", G_PI},
    {"atan(1)*4", G_PI},
    {"atan2(1,1)*4", G_PI},
    {"atan2(1,-1)", 0.75 * G_PI},
    {"sinh(1)+cosh(1)", G_E},
    {"tanh(0.5)", 0.46211715726000975},
    {"exp(1)", G_E},
    {"min(3,1,2)", 1},
    {"max(3,1,4,2)", 4},
    {"hypot(3,4)", 5},
    {"hypot(2,3,6)", 7},
    {"hypot(0,0,0)", 0},
    {"floor(-1.5)", -2},
    {"sign(-3)", -1},
    {"sign(0)", 0},
    {"sign(2)", 1},
    {"mod(7,3)", 1},
    {"mod(-1,3)", 2},
    {"mod(1,-3)", -2},
    {"if(1,2,3)", 2},
    {"if(0,2,3)", 3},
    {"if(-1,2,3)+4", 7},
    {"if(1,2,3)+4", 6},
    {"(if(1,2,3)+4)", 6},
    {"(if(0,2,3)+4)", 7},
    {"2*if(0,1,if(1,5,sqrt(-1)))", 10},
    {"(-8)^3", -512},
    {"0^0", 1},
    {"0^2", 0},
};

static void
test_values (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    if (!is_near (value_of (values[i].text), values[i].value, 4e-16))
      g_error ("%s = %.17g, not %.17g", values[i].text, value_of (values[i].text), values[i].value);

  g_assert_true (isnan (value_of ("sqrt(-1)")));
  g_assert_true (isnan (value_of ("min(1,sqrt(-1))")) && isnan (value_of ("max(sqrt(-1),1)")));
  g_assert_true (isinf (value_of ("1/0")));
  g_assert_true (same_bits (value_of ("90deg"), G_PI / 2));
}

static void
test_errors (void)
{
  static const struct {
    const char *text, *message;
  } table[] = {
      {"", "column 1: expected a number, a name or '(', found the end"},
      {"   ", "column 4: expected a number, a name or '(', found the end"},
      {"2 2", "column 3: expected an operator or the end, found '2'"},
      {"a b", "column 3: expected an operator or the end, found 'b'"},
      {"(1+2", "column 5: expected an operator or ')', found the end"},
      {"1+2)", "column 4: expected an operator or the end, found ')'"},
      {"1e2e3", "column 4: expected an operator or the end, found 'e3'"},
      {"0x10", "column 2: expected an operator or the end, found 'x10'"},
      {"1.2.3", "column 4: expected an operator or the end, found '.3'"},
      {"sin", "column 4: expected '(' after sin, found the end"},
      {"sin+1", "column 4: expected '(' after sin, found '+'"},
      {"if", "column 3: expected '(' after if, found the end"},
      {"sin()", "column 5: expected a number, a name or '(', found ')'"},
      {"2+", "column 3: expected a number, a name or '(', found the end"},
      {"*2", "column 1: expected a number, a name or '(', found '*'"},
      {"2(3)", "column 2: expected an operator or the end, found '('"},
      {"3!", "column 2: expected an operator or the end, found '!'"},
      {"1,5", "column 2: expected an operator or the end, found ','"},
      {"a<b", "column 2: expected an operator or the end, found '<'"},
      {"2**3", "column 3: expected a number, a name or '(', found '*'"},
      {".", "column 1: expected a number, a name or '(', found '.'"},
      {"1e999", "column 1: expected a number below 1.8e308, found '1e999'"},
      {"sin(1,2)", "column 6: expected 1 argument of sin, found more"},
      {"atan2(1)", "column 8: expected 2 arguments of atan2, found 1"},
      {"hypot(1)", "column 8: expected at least 2 arguments of hypot, found 1"},
      {"if(1,2)", "column 7: expected 3 arguments of if, found 2"},
      {"sin(1", "column 6: expected an operator, ',' or ')', found the end"},
      {"deg", "column 1: expected deg only after a number, found 'deg'"},
      {"(90)deg", "column 5: expected an operator or the end, found 'deg'"},
      {"90degrees", "column 3: expected an operator or the end, found 'degrees'"},
      {"s1.", "column 4: expected a member's name after 's1.', found the end"},
      {"s1.+2", "column 4: expected a member's name after 's1.', found '+'"},
      {"s1 .b", "column 4: expected an operator or the end, found '.'"},
      {"a.b.c", "column 4: expected an operator or the end, found '.'"},
      {"pi.x", "column 1: expected a body's id before '.', found 'pi.x'"},
      // Columns count characters; whole ones are shown.
      {"é", "column 1: expected a number, a name or '(', found 'é'"},
      {"2 × 3", "column 3: expected an operator or the end, found '×'"},
      {"1 + − 2 2", "column 5: expected a number, a name or '(', found '−'"},
      {"1+\xff", "column 3: expected a number, a name or '(', found byte 0xff"},
      {"1+\xe2\x82", "column 3: expected a number, a name or '(', found byte 0xe2"},
      {"1\x01", "column 2: expected an operator or the end, found U+0001"},
      {"1 aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeee",
       "column 3: expected an operator or the end, found "
       "'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd…'"},
  };
  for (size_t i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autoptr (GError) error = NULL;
    TrExpr *e = tr_expr_parse (table[i].text, &error);
    g_assert_null (e);
    g_assert_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX);
    g_assert_cmpstr (error->message, ==, table[i].message);
  }

  static const char *const callless[] = {"foo(2)", "pi(2)", "s1.x(2)", "t (2)"};
  for (size_t i = 0; i < G_N_ELEMENTS (callless); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (tr_expr_parse (callless[i], &error));
    g_assert_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX);
    g_assert_true (g_str_has_prefix (error->message, "column 1: expected a function before '(' ("));
  }
}

static char *
repeated (const char *before, int n, const char *middle, const char *after)
{
  GString *s = g_string_new (NULL);
  for (int i = 0; i < n; i++)
    g_string_append (s, before);
  g_string_append (s, middle);
  for (int i = 0; i < n; i++)
    g_string_append (s, after);
  return g_string_free (s, FALSE);
}

static void
check_too_big (char *text, int column)
{
  g_autofree char *owned = text;
  g_autofree char *prefix = g_strdup_printf ("column %d: ", column);
  g_autoptr (GError) error = NULL;
  g_assert_null (tr_expr_parse (text, &error));
  g_assert_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_TOO_BIG);
  g_assert_true (g_str_has_prefix (error->message, prefix));
}

static void
check_fits (char *text, double value)
{
  g_autofree char *owned = text;
  g_assert_true (is_near (value_of (text), value, 1e-12));
}

static void
test_limits (void)
{
  static const struct {
    const char *before, *middle, *after;
  } nests[] = {{"-", "1", ""},  {"+", "1", ""},       {"(", "1", ")"},   {"abs(", "1", ")"},
               {"1^", "1", ""}, {"max(0,", "1", ")"}, {"1*(", "1", ")"}, {"if(1,", "1", ",0)"}};
  for (size_t i = 0; i < G_N_ELEMENTS (nests); i++) {
    int width = (int) strlen (nests[i].before), mark = (int) strcspn (nests[i].before, "-+(^") + 1;
    check_fits (repeated (nests[i].before, 64, nests[i].middle, nests[i].after), 1);
    check_too_big (repeated (nests[i].before, 65, nests[i].middle, nests[i].after),
                   64 * width + mark);
    check_too_big (repeated (nests[i].before, 65530 / width, "", ""), 64 * width + mark);
  }
  check_too_big (repeated ("1", 65537, "", ""), 1);
  check_fits (repeated ("1+", 10000, "1", ""), 10001);
  check_fits (repeated ("1*", 10000, "2", ""), 2);
  check_fits (repeated ("(1)+", 10000, "1", ""), 10001);
  check_fits (repeated ("1-", 10001, "1", ""), -10000);

  // 255 values and one more wait for a hypot: the most that there may be.
  g_autofree char *x = repeated ("x,", 255, "x)", "");
  g_autofree char *widest = g_strconcat ("hypot(", x, NULL);
  g_autoptr (TrExpr) e = parse (widest);
  double three = 3, grad, hess;
  g_assert_true (is_near (tr_expr_eval (e, &three, NULL, &grad, &hess), 48, 1e-14));
  g_assert_true (is_near (grad, 16, 1e-14) && is_near (hess, 0, 1e-12));
  g_autofree char *wider = g_strconcat ("hypot(x,", x, NULL);
  check_too_big (g_steal_pointer (&wider), 6 + 2 * 256 + 1);
}

static void
test_names (void)
{
  g_autoptr (TrExpr) e = parse ("  crank + s1.length*crank - pi*t + _a1.x0 + e");
  static const char *const names[] = {"crank", "s1.length", "t", "_a1.x0"};
  static const int columns[] = {3, 11, 32, 36};
  g_assert_cmpint (tr_expr_n_vars (e), ==, 4);
  for (int i = 0; i < 4; i++) {
    g_assert_cmpstr (tr_expr_var_name (e, i), ==, names[i]);
    g_assert_cmpint (tr_expr_var_column (e, i), ==, columns[i]);
  }

  static const char *const words[] = {"pi",  "tau", "e",   "sin", "hypot",
                                      "log", "if",  "deg", "t",   "time"};
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_true (tr_expr_is_reserved (words[i]) && !tr_expr_is_identifier (words[i]));
  g_assert_true (tr_expr_is_identifier ("s1") && tr_expr_is_identifier ("_") &&
                 !tr_expr_is_reserved ("s1"));
  g_assert_true (tr_expr_is_identifier ("sine") && tr_expr_is_identifier ("E"));
  g_assert_false (tr_expr_is_identifier ("") || tr_expr_is_identifier ("1a"));
  g_assert_false (tr_expr_is_identifier ("a.b") || tr_expr_is_identifier ("é") ||
                  tr_expr_is_reserved ("^a"));
}

static void
test_terms_size (void)
{
  double v[] = {3, -5};
  g_autoptr (TrExpr) e = parse ("x - y + 2*x*y - (x - x) - -y");
  g_assert_true (is_near (tr_expr_terms_size (e, v), 3 + 5 + 30 + 0 + 5, 1e-15));
  g_assert_true (is_near (tr_expr_value (e, v), 3 + 5 - 30 - 0 - 5, 1e-15));
}

// Folding constants changes no bit: the same formula with its numbers passed in as variables.
static void
test_folding (void)
{
  static const char *const shapes[] = {
      "%s^%s+sin(%s)",    "hypot(%s,%s,%s)", "mod(%s,%s)*pi/%s", "atan2(%s,%s)-exp(%s)",
      "if(%s-1,%s,2)+%s", "max(%s,%s,%s)",   "-%s--%s^-%s",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  for (int round = 0; round < 700; round++) {
    const char *shape = shapes[(size_t) round % G_N_ELEMENTS (shapes)];
    char number[3][G_ASCII_DTOSTR_BUF_SIZE];
    double at[3];
    for (int i = 0; i < 3; i++)
      g_ascii_dtostr (number[i], sizeof number[i], at[i] = g_rand_double_range (rand, 0.01, 3));
    g_auto (GStrv) pieces = g_strsplit (shape, "%s", -1);
    g_autofree char *folded = g_strconcat (pieces[0], number[0], pieces[1], number[1], pieces[2],
                                           number[2], pieces[3], NULL);
    g_autofree char *open =
        g_strconcat (pieces[0], "a", pieces[1], "b", pieces[2], "c", pieces[3], NULL);
    g_autoptr (TrExpr) e = parse (open);
    g_assert_true (same_bits (value_of (folded), tr_expr_value (e, at)));
  }
}

static void
try_garbage (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrExpr) e = tr_expr_parse (text, &error);
  if (e == NULL) {
    g_assert_true (g_str_has_prefix (error->message, "column "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return;
  }
  g_assert_no_error (error);
  gsize n = (gsize) tr_expr_n_vars (e);
  g_autofree double *at = g_new0 (double, n + 1);
  g_autofree double *grad = g_new (double, n + 1);
  g_autofree double *hess = g_new (double, n *n + 1);
  double value = tr_expr_value (e, at), again = tr_expr_eval (e, at, NULL, grad, hess);
  g_assert_true (same_bits (value, again) || (isnan (value) && isnan (again)));
}

static void
test_garbage (void)
{
  static const char *const pieces[] = {
      "1", "2.5",  ".",    "x", "y.z", "(",   ")",   "(",    ")",      "+",     "-",
      "*", "/",    "^",    ",", " ",   "deg", "if(", "sin(", "hypot(", "min(",  "pi",
      "é", "\xff", "\x80", "0", "e",   "1e",  "_",   "!",    "%",      "sqrt(", "if(x,y,2)",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  for (int round = 0; round < 60000; round++) {
    g_autoptr (GString) text = g_string_new (NULL);
    for (int n = g_rand_int_range (rand, 0, 14); n > 0; n--)
      g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
    try_garbage (text->str);
    for (gsize i = 0; i < text->len; i++)
      text->str[i] = (char) g_rand_int_range (rand, 1, 256);
    try_garbage (text->str);
  }
}

static void
test_locale (void)
{
  g_autofree char *before = g_strdup (setlocale (LC_NUMERIC, NULL));
  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL) {
    g_test_skip ("no locale with a decimal comma here");
    return;
  }
  g_assert_true (is_near (value_of ("1.5+.25"), 1.75, 0));
  g_assert_null (tr_expr_parse ("1,5", NULL));
  setlocale (LC_NUMERIC, before);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/expr/values", test_values);
  g_test_add_func ("/expr/errors", test_errors);
  g_test_add_func ("/expr/limits", test_limits);
  g_test_add_func ("/expr/names", test_names);
  g_test_add_func ("/expr/terms-size", test_terms_size);
  g_test_add_func ("/expr/folding", test_folding);
  g_test_add_func ("/expr/garbage", test_garbage);
  g_test_add_func ("/expr/locale", test_locale);
  return g_test_run ();
}
