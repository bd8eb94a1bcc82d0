// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/expr-program.h"

void
expr_writer_init (ExprWriter *w)
{
  *w = (ExprWriter){
      .code = g_array_new (FALSE, FALSE, sizeof (ExprInstr)),
      .consts = g_array_new (FALSE, FALSE, sizeof (double)),
      .terms = g_array_new (FALSE, FALSE, sizeof (ExprTerm)),
      .term_vars = g_array_new (FALSE, FALSE, sizeof (int)),
      .columns = g_array_new (FALSE, FALSE, sizeof (int)),
      .last_term = g_array_new (FALSE, FALSE, sizeof (int)),
      .names = g_ptr_array_new_null_terminated (0, g_free, TRUE),
      .index = g_hash_table_new (g_str_hash, g_str_equal),
  };
}

void
expr_writer_clear (ExprWriter *w)
{
  g_array_unref (w->code);
  g_array_unref (w->consts);
  g_array_unref (w->terms);
  g_array_unref (w->term_vars);
  g_array_unref (w->columns);
  g_array_unref (w->last_term);
  g_hash_table_unref (w->index);
  g_ptr_array_unref (w->names);
}

static void
append (ExprWriter *w, ExprCode code, int arg)
{
  ExprInstr instr = {code, arg};
  g_array_append_val (w->code, instr);
}

static void
grow (ExprWriter *w)
{
  w->depth++;
  w->max_depth = MAX (w->max_depth, w->depth);
}

void
expr_write_const (ExprWriter *w, double value)
{
  append (w, EXPR_CONST, (int) w->consts->len);
  g_array_append_val (w->consts, value);
  grow (w);
}

// The place of a name among the variables, a new one at its first appearance.
static int
variable (ExprWriter *w, const char *name, int length, int column)
{
  g_autofree char *key = g_strndup (name, (gsize) length);
  int place = GPOINTER_TO_INT (g_hash_table_lookup (w->index, key));
  if (place > 0)
    return place - 1;

  int never = -1;
  place = (int) w->columns->len;
  g_array_append_val (w->columns, column);
  g_array_append_val (w->last_term, never);
  g_hash_table_insert (w->index, key, GINT_TO_POINTER (place + 1));
  g_ptr_array_add (w->names, g_steal_pointer (&key));
  return place;
}

void
expr_write_var (ExprWriter *w, const char *name, int length, int column)
{
  append (w, EXPR_VAR, variable (w, name, length, column));
  grow (w);
}

static int
n_operands (ExprCode code, int arg)
{
  switch (code) {
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_GOTO:
    return 0;
  case EXPR_NEGATE:
  case EXPR_CALL1:
  case EXPR_UNLESS:
    return 1;
  case EXPR_ADD:
  case EXPR_SUB:
  case EXPR_MUL:
  case EXPR_DIV:
  case EXPR_CALL2:
  case EXPR_MIN:
  case EXPR_MAX:
    return 2;
  case EXPR_HYPOT:
    return arg;
  }
  g_assert_not_reached ();
}

static bool
is_foldable (const ExprWriter *w, int first, int n)
{
  if (first < w->landed || n > EXPR_STACK)
    return false;
  for (int i = 0; i < n; i++)
    if (g_array_index (w->code, ExprInstr, first + i).code != EXPR_CONST)
      return false;
  return true;
}

void
expr_write_op (ExprWriter *w, ExprCode code, int arg)
{
  int n = n_operands (code, arg);
  int first = (int) w->code->len - n;
  g_assert (n > 0 && w->depth >= n);
  append (w, code, arg);
  w->depth -= n - 1;
  if (!is_foldable (w, first, n))
    return;

  // Constants are numbered in the order of the code, so that the operands' are the last ones.
  double value = expr_run ((const ExprInstr *) (gpointer) w->code->data,
                           (const double *) (gpointer) w->consts->data, first, first + n + 1, NULL);
  g_array_set_size (w->code, (guint) first);
  g_array_set_size (w->consts, w->consts->len - (guint) n);
  append (w, EXPR_CONST, (int) w->consts->len);
  g_array_append_val (w->consts, value);
}

int
expr_write_jump (ExprWriter *w, ExprCode code)
{
  g_assert ((code == EXPR_UNLESS || code == EXPR_GOTO) && w->depth > 0);
  append (w, code, -1);
  // Past either jump the value on top is gone: the condition, or the other branch's result.
  w->depth--;
  return (int) w->code->len - 1;
}

void
expr_write_landing (ExprWriter *w, int jump)
{
  g_assert (jump >= 0 && jump < (int) w->code->len);
  w->landed = (int) w->code->len;
  g_array_index (w->code, ExprInstr, jump).arg = w->landed;
}

void
expr_write_term (ExprWriter *w, bool negative)
{
  g_assert (w->depth == 1);
  int number = (int) w->terms->len;
  ExprTerm term = {
      .begin = number > 0 ? g_array_index (w->terms, ExprTerm, number - 1).end : 0,
      .end = (int) w->code->len,
      .negative = negative,
      .first_var = (int) w->term_vars->len,
  };
  for (int i = term.begin; i < term.end; i++) {
    ExprInstr instr = g_array_index (w->code, ExprInstr, i);
    if (instr.code != EXPR_VAR || g_array_index (w->last_term, int, instr.arg) == number)
      continue;
    g_array_index (w->last_term, int, instr.arg) = number;
    g_array_append_val (w->term_vars, instr.arg);
  }
  term.n_vars = (int) w->term_vars->len - term.first_var;
  g_array_append_val (w->terms, term);
  w->landed = term.end;
  w->depth = 0;
}

TrExpr *
expr_writer_finish (ExprWriter *w, const char *text)
{
  g_assert (w->terms->len > 0 && w->max_depth <= EXPR_STACK);
  TrExpr *e = g_new0 (TrExpr, 1);
  e->ref_count = 1;
  e->text = g_strdup (text);
  e->n_terms = (int) w->terms->len;
  e->n_vars = (int) w->names->len;
  e->code = (ExprInstr *) (gpointer) g_array_steal (w->code, NULL);
  e->consts = (double *) (gpointer) g_array_steal (w->consts, NULL);
  e->terms = (ExprTerm *) (gpointer) g_array_steal (w->terms, NULL);
  e->term_vars = (int *) (gpointer) g_array_steal (w->term_vars, NULL);
  e->columns = (int *) (gpointer) g_array_steal (w->columns, NULL);
  e->names = (char **) g_ptr_array_steal (w->names, NULL);
  g_hash_table_remove_all (w->index);
  for (int i = 0; i < e->n_terms; i++)
    e->longest_term = MAX (e->longest_term, e->terms[i].end - e->terms[i].begin);
  return e;
}
