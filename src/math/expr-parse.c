// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The grammar, by recursive descent, writing the program as it goes:
//
//   terms    = product { ("+" | "-") product }        each product a term of the program
//   sum      = product { ("+" | "-") product }
//   product  = unary { ("*" | "/") unary }
//   unary    = ("+" | "-") unary | power
//   power    = primary [ "^" unary ]
//   primary  = number [ "deg" ] | "(" sum ")" | name | function "(" sum { "," sum } ")"
//
// Recursion goes through unary signs, exponents and parentheses alone, and those are counted.

#include "math/expr-function.h"
#include "math/expr-program.h"
#include "math/expr-token.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LONGEST_TEXT 65536
#define DEEPEST      64

typedef struct {
  const char *text;
  ExprToken token; // the next one
  int level;       // open signs, exponents and parentheses
  ExprWriter writer;
  GError **error;
} Parser;

static bool parse_sum (Parser *p);
static bool parse_unary (Parser *p);

// Always false. Nothing but ASCII precedes a place where parsing stops, so bytes are characters.
G_GNUC_PRINTF (4, 5)
static bool
fail (Parser *p, const char *where, TrExprError code, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  tr_expr_error_set (p->error, code, (int) (where - p->text) + 1, "%s", message);
  return false;
}

static bool
fail_expecting (Parser *p, const char *what)
{
  g_autofree char *found = expr_token_describe (&p->token);
  return fail (p, p->token.start, TR_EXPR_ERROR_SYNTAX, _ ("expected %s, found %s"), what, found);
}

static void
advance (Parser *p)
{
  p->token = expr_token_read (p->token.start + p->token.length);
}

static bool
at (const Parser *p, char symbol)
{
  return p->token.symbol == symbol;
}

static bool
enter (Parser *p)
{
  if (p->level == DEEPEST)
    return fail (p, p->token.start, TR_EXPR_ERROR_TOO_BIG,
                 _ ("expected at most %d signs, powers and parentheses inside each other, "
                    "found more"),
                 DEEPEST);
  p->level++;
  advance (p);
  return true;
}

// After a value was pushed.
static bool
check_stack (Parser *p, const char *where)
{
  if (p->writer.max_depth <= EXPR_STACK)
    return true;
  return fail (p, where, TR_EXPR_ERROR_TOO_BIG,
               _ ("expected at most %d values waiting for an operation, found more"), EXPR_STACK);
}

static bool
parse_number (Parser *p)
{
  const char *where = p->token.start;
  double value = p->token.number;
  if (!isfinite (value))
    return fail_expecting (p, _ ("a number below 1.8e308"));
  advance (p);
  if (p->token.type == EXPR_TOKEN_NAME && expr_token_is (&p->token, "deg")) {
    // In this order the quarters of a turn come out as the doubles nearest to them.
    value = value / 180 * G_PI;
    advance (p);
  }
  expr_write_const (&p->writer, value);
  return check_stack (p, where);
}

static bool
parse_parentheses (Parser *p)
{
  if (!enter (p) || !parse_sum (p))
    return false;
  if (!at (p, ')'))
    return fail_expecting (p, _ ("an operator or ')'"));
  p->level--;
  advance (p);
  return true;
}

// What is written after the n-th argument. jump: the open one of an if().
static void
write_after_argument (Parser *p, ExprCode code, int n, int *jump)
{
  ExprWriter *w = &p->writer;
  if (n > 1 && (code == EXPR_MIN || code == EXPR_MAX))
    expr_write_op (w, code, 0);
  if (code != EXPR_UNLESS)
    return;
  int open = *jump;
  if (n == 1)
    *jump = expr_write_jump (w, EXPR_UNLESS);
  else if (n == 2)
    *jump = expr_write_jump (w, EXPR_GOTO);
  if (n > 1)
    expr_write_landing (w, open);
}

static void
write_call (Parser *p, int function, int n)
{
  ExprCode code = expr_functions[function].code;
  if (code == EXPR_CALL1 || code == EXPR_CALL2)
    expr_write_op (&p->writer, code, function);
  else if (code == EXPR_HYPOT && n == 2)
    expr_write_op (&p->writer, EXPR_CALL2, function);
  else if (code == EXPR_HYPOT)
    expr_write_op (&p->writer, EXPR_HYPOT, n);
}

static bool
fail_arity (Parser *p, const ExprFunction *f, int n)
{
  int least = f->min_args;
  g_autofree char *found = n < least ? g_strdup_printf ("%d", n) : g_strdup (_ ("more"));
  if (f->max_args > least)
    return fail (p, p->token.start, TR_EXPR_ERROR_SYNTAX,
                 ngettext ("expected at least %d argument of %s, found %s",
                           "expected at least %d arguments of %s, found %s", (gulong) least),
                 least, f->name, found);
  return fail (p, p->token.start, TR_EXPR_ERROR_SYNTAX,
               ngettext ("expected %d argument of %s, found %s",
                         "expected %d arguments of %s, found %s", (gulong) least),
               least, f->name, found);
}

// "(" sum { "," sum } ")" of a function.
static bool
parse_call (Parser *p, int function)
{
  const ExprFunction *f = &expr_functions[function];
  int n = 0, jump = -1;
  if (!enter (p))
    return false;
  for (;;) {
    if (!parse_sum (p))
      return false;
    write_after_argument (p, f->code, ++n, &jump);
    if (!at (p, ',') || n == f->max_args)
      break;
    advance (p);
  }

  if (at (p, ',') || (at (p, ')') && n < f->min_args))
    return fail_arity (p, f, n);
  if (!at (p, ')'))
    return fail_expecting (p, _ ("an operator, ',' or ')'"));
  write_call (p, function, n);
  p->level--;
  advance (p);
  return true;
}

static bool
fail_unknown_function (Parser *p)
{
  g_autoptr (GString) list = g_string_new (NULL);
  for (int i = 0; i < expr_n_functions; i++)
    if (g_ascii_isalpha (expr_functions[i].name[0]))
      g_string_append_printf (list, "%s%s", list->len > 0 ? " " : "", expr_functions[i].name);
  g_autofree char *what = g_strdup_printf (_ ("a function before '(' (one of %s)"), list->str);
  return fail_expecting (p, what);
}

// ident or ident.ident that names a value of the document.
static bool
parse_variable (Parser *p)
{
  const ExprToken *token = &p->token;
  const char *dot = memchr (token->start, '.', (size_t) token->length);
  g_autofree char *first =
      g_strndup (token->start, (gsize) (dot != NULL ? dot - token->start : token->length));
  const char *after = token->start + token->length;

  if (dot == NULL && *after == '.') {
    ExprToken found = expr_token_read (after + 1);
    g_autofree char *described = expr_token_describe (&found);
    return fail (p, after + 1, TR_EXPR_ERROR_SYNTAX,
                 _ ("expected a member's name after '%s.', found %s"), first, described);
  }
  if (dot != NULL && tr_expr_is_reserved (first))
    return fail_expecting (p, _ ("a body's id before '.'"));
  expr_write_var (&p->writer, token->start, token->length, (int) (token->start - p->text) + 1);
  if (!check_stack (p, token->start))
    return false;
  advance (p);
  return true;
}

static bool
parse_name (Parser *p)
{
  const ExprToken name = p->token;
  int function = expr_function_find (name.start, name.length);
  ExprToken next = expr_token_read (name.start + name.length);
  double value;

  if (function >= 0) {
    advance (p);
    g_autofree char *what = g_strdup_printf (_ ("'(' after %s"), expr_functions[function].name);
    return at (p, '(') ? parse_call (p, function) : fail_expecting (p, what);
  }
  if (expr_token_is (&name, "deg"))
    return fail_expecting (p, _ ("deg only after a number"));
  if (next.symbol == '(')
    return fail_unknown_function (p);
  if (expr_constant_find (name.start, name.length, &value)) {
    expr_write_const (&p->writer, value);
    advance (p);
    return check_stack (p, name.start);
  }
  return parse_variable (p);
}

static bool
parse_primary (Parser *p)
{
  if (p->token.type == EXPR_TOKEN_NUMBER)
    return parse_number (p);
  if (p->token.type == EXPR_TOKEN_NAME)
    return parse_name (p);
  if (at (p, '('))
    return parse_parentheses (p);
  return fail_expecting (p, _ ("a number, a name or '('"));
}

static bool
parse_power (Parser *p)
{
  if (!parse_primary (p))
    return false;
  if (!at (p, '^'))
    return true;
  if (!enter (p) || !parse_unary (p))
    return false;
  p->level--;
  expr_write_op (&p->writer, EXPR_CALL2, expr_function_find ("^", 1));
  return true;
}

static bool
parse_unary (Parser *p)
{
  bool negative = at (p, '-');
  if (!negative && !at (p, '+'))
    return parse_power (p);
  if (!enter (p) || !parse_unary (p))
    return false;
  p->level--;
  if (negative)
    expr_write_op (&p->writer, EXPR_NEGATE, 0);
  return true;
}

static bool
parse_product (Parser *p)
{
  if (!parse_unary (p))
    return false;
  while (at (p, '*') || at (p, '/')) {
    ExprCode code = at (p, '*') ? EXPR_MUL : EXPR_DIV;
    advance (p);
    if (!parse_unary (p))
      return false;
    expr_write_op (&p->writer, code, 0);
  }
  return true;
}

static bool
parse_sum (Parser *p)
{
  if (!parse_product (p))
    return false;
  while (at (p, '+') || at (p, '-')) {
    ExprCode code = at (p, '+') ? EXPR_ADD : EXPR_SUB;
    advance (p);
    if (!parse_product (p))
      return false;
    expr_write_op (&p->writer, code, 0);
  }
  return true;
}

static bool
parse_terms (Parser *p)
{
  bool negative = false;
  while (parse_product (p)) {
    expr_write_term (&p->writer, negative);
    if (p->token.type == EXPR_TOKEN_END)
      return true;
    negative = at (p, '-');
    if (!negative && !at (p, '+'))
      return fail_expecting (p, _ ("an operator or the end"));
    advance (p);
  }
  return false;
}

TrExpr *
tr_expr_parse (const char *text, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  Parser p = {.text = text, .error = error};
  if (strlen (text) > LONGEST_TEXT) {
    fail (&p, text, TR_EXPR_ERROR_TOO_BIG, _ ("expected at most %d bytes, found more"),
          LONGEST_TEXT);
    return NULL;
  }
  p.token = expr_token_read (text);
  expr_writer_init (&p.writer);
  bool ok = parse_terms (&p);
  g_assert (!ok || p.level == 0);
  TrExpr *e = ok ? expr_writer_finish (&p.writer, text) : NULL;
  expr_writer_clear (&p.writer);
  return e;
}
