// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Values: the stack machine without derivatives. It allocates nothing.

#include "math/expr-function.h"
#include "math/expr-program.h"

double
expr_hypot (int n, const double *x)
{
  g_assert (n >= 2);
  double h = hypot (x[0], x[1]);
  for (int i = 2; i < n; i++)
    h = hypot (h, x[i]);
  return h;
}

double
expr_run (const ExprInstr *code, const double *consts, int begin, int end, const double *vars)
{
  double stack[EXPR_STACK + 1]; // [0] is never used: top = stack while it is empty
  double *top = stack;

  for (int i = begin; i < end; i++) {
    const ExprInstr in = code[i];
    switch (in.code) {
    case EXPR_CONST:
      *++top = consts[in.arg];
      break;
    case EXPR_VAR:
      *++top = vars[in.arg];
      break;
    case EXPR_NEGATE:
      *top = -*top;
      break;
    case EXPR_ADD:
      top--;
      top[0] += top[1];
      break;
    case EXPR_SUB:
      top--;
      top[0] -= top[1];
      break;
    case EXPR_MUL:
      top--;
      top[0] *= top[1];
      break;
    case EXPR_DIV:
      top--;
      top[0] /= top[1];
      break;
    case EXPR_CALL1:
      *top = expr_functions[in.arg].value1 (*top);
      break;
    case EXPR_CALL2:
      top--;
      top[0] = expr_functions[in.arg].value2 (top[0], top[1]);
      break;
    case EXPR_MIN:
    case EXPR_MAX:
      top--;
      if (expr_takes_second (in.code, top[0], top[1]))
        top[0] = top[1];
      break;
    case EXPR_HYPOT:
      top -= in.arg - 1;
      *top = expr_hypot (in.arg, top);
      break;
    case EXPR_UNLESS:
      if (!(*top-- > 0))
        i = in.arg - 1;
      break;
    case EXPR_GOTO:
      i = in.arg - 1;
      break;
    }
  }
  g_assert (top == stack + 1);
  return *top;
}

static double
term_value (const TrExpr *e, int i, const double *vars)
{
  const ExprTerm *term = &e->terms[i];
  double value = expr_run (e->code, e->consts, term->begin, term->end, vars);
  return term->negative ? -value : value;
}

double
tr_expr_value (const TrExpr *e, const double *vars)
{
  g_assert (vars != NULL || e->n_vars == 0);
  double sum = term_value (e, 0, vars);
  for (int i = 1; i < e->n_terms; i++)
    sum += term_value (e, i, vars);
  return sum;
}

double
tr_expr_terms_size (const TrExpr *e, const double *vars)
{
  g_assert (vars != NULL || e->n_vars == 0);
  double sum = 0;
  for (int i = 0; i < e->n_terms; i++)
    sum += fabs (term_value (e, i, vars));
  return sum;
}
