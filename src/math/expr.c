// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Expressions: their lifetime, what they say about themselves, and the language's own words.

#include "math/expr-function.h"
#include "math/expr-program.h"

#include <string.h>

TrExpr *
tr_expr_ref (TrExpr *e)
{
  g_atomic_int_inc (&e->ref_count);
  return e;
}

void
tr_expr_unref (TrExpr *e)
{
  if (!g_atomic_int_dec_and_test (&e->ref_count))
    return;
  g_free (e->text);
  g_free (e->code);
  g_free (e->consts);
  g_free (e->terms);
  g_free (e->term_vars);
  g_strfreev (e->names);
  g_free (e->columns);
  g_free (e);
}

const char *
tr_expr_text (const TrExpr *e)
{
  return e->text;
}

int
tr_expr_n_vars (const TrExpr *e)
{
  return e->n_vars;
}

const char *
tr_expr_var_name (const TrExpr *e, int var)
{
  g_return_val_if_fail (var >= 0 && var < e->n_vars, NULL);
  return e->names[var];
}

int
tr_expr_var_column (const TrExpr *e, int var)
{
  g_return_val_if_fail (var >= 0 && var < e->n_vars, 0);
  return e->columns[var];
}

bool
tr_expr_is_reserved (const char *word)
{
  int length = (int) strlen (word);
  double value;
  return expr_constant_find (word, length, &value) || expr_function_find (word, length) >= 0 ||
         strcmp (word, "deg") == 0 || strcmp (word, "t") == 0 || strcmp (word, "time") == 0;
}

bool
tr_expr_takes_list (const char *word)
{
  int function = expr_function_find (word, (int) strlen (word));
  return function >= 0 && expr_functions[function].max_args > 1;
}

bool
tr_expr_is_identifier (const char *text)
{
  if (!g_ascii_isalpha (text[0]) && text[0] != '_')
    return false;
  for (const char *s = text; *s != '\0'; s++)
    if (!g_ascii_isalnum (*s) && *s != '_')
      return false;
  return !tr_expr_is_reserved (text);
}
