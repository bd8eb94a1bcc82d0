// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One expression put in the place of variables of another: code is copied, with jumps to where
// they now lead.

#include "math/expr-program.h"

#include <string.h>

enum { MOST_CODE = 1 << 14 }; // instructions of what comes of it

static bool
write_code (ExprWriter *w, const TrExpr *e, const ExprTerm *term, const TrExpr *const *with);

// A jump as it is written, and where it led.
typedef struct {
  int at, to;
} Jump;

// The value of a whole expression: its terms, added up.
static bool
write_sum (ExprWriter *w, const TrExpr *e)
{
  for (int i = 0; i < e->n_terms; i++) {
    if (!write_code (w, e, &e->terms[i], NULL))
      return false;
    if (i > 0)
      expr_write_op (w, e->terms[i].negative ? EXPR_SUB : EXPR_ADD, 0);
    else if (e->terms[i].negative)
      expr_write_op (w, EXPR_NEGATE, 0);
  }
  return true;
}

static bool
write_variable (ExprWriter *w, const TrExpr *e, int var, const TrExpr *const *with)
{
  if (with != NULL && with[var] != NULL)
    return write_sum (w, with[var]);
  expr_write_var (w, e->names[var], (int) strlen (e->names[var]), e->columns[var]);
  return true;
}

// Jumps lead forward: each is landed when the place that it goes to is reached.
static bool
write_code (ExprWriter *w, const TrExpr *e, const ExprTerm *term, const TrExpr *const *with)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Jump));
  for (int i = term->begin; i <= term->end; i++) {
    for (guint k = 0; k < open->len; k++)
      if (g_array_index (open, Jump, k).to == i)
        expr_write_landing (w, g_array_index (open, Jump, k).at);
    if (i == term->end)
      break;
    const ExprInstr in = e->code[i];
    if (in.code == EXPR_CONST) {
      expr_write_const (w, e->consts[in.arg]);
    } else if (in.code == EXPR_VAR) {
      if (!write_variable (w, e, in.arg, with))
        return false;
    } else if (in.code == EXPR_UNLESS || in.code == EXPR_GOTO) {
      Jump jump = {expr_write_jump (w, in.code), in.arg};
      g_array_append_val (open, jump);
    } else {
      expr_write_op (w, in.code, in.arg);
    }
    if (w->max_depth > EXPR_STACK || w->code->len > MOST_CODE)
      return false;
  }
  return true;
}

TrExpr *
tr_expr_substitute (const TrExpr *e, const TrExpr *const *with, const char *text)
{
  ExprWriter w;
  bool ok = true;
  expr_writer_init (&w);
  for (int i = 0; ok && i < e->n_terms; i++) {
    ok = write_code (&w, e, &e->terms[i], with);
    if (ok)
      expr_write_term (&w, e->terms[i].negative);
  }
  TrExpr *made = ok ? expr_writer_finish (&w, text) : NULL;
  expr_writer_clear (&w);
  return made;
}
