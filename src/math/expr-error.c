// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An error of an expression keeps its column beside the words, which are in the user's language.

#include "math/expr.h"

#include <glib/gi18n.h>

typedef struct {
  int column;
  char *what; // the message behind the column
} TrExprErrorPrivate;

static void
tr_expr_error_private_init (TrExprErrorPrivate *p)
{
  *p = (TrExprErrorPrivate){0, NULL};
}

static void
tr_expr_error_private_copy (const TrExprErrorPrivate *from, TrExprErrorPrivate *to)
{
  *to = (TrExprErrorPrivate){from->column, g_strdup (from->what)};
}

static void
tr_expr_error_private_clear (TrExprErrorPrivate *p)
{
  g_free (p->what);
}

G_DEFINE_EXTENDED_ERROR (TrExprError, tr_expr_error)

int
tr_expr_error_column (const GError *error)
{
  return error && error->domain == TR_EXPR_ERROR ? tr_expr_error_get_private (error)->column : 0;
}

void
tr_expr_error_move (GError *error, int column)
{
  g_return_if_fail (error && error->domain == TR_EXPR_ERROR);
  TrExprErrorPrivate *p = tr_expr_error_get_private (error);
  p->column = column;
  g_free (error->message);
  error->message = g_strdup_printf (_ ("column %d: %s"), column, p->what);
}

void
tr_expr_error_set (GError **error, TrExprError code, int column, const char *format, ...)
{
  va_list args;
  if (!error)
    return;
  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, TR_EXPR_ERROR, (int) code, what);
  tr_expr_error_get_private (*error)->what = g_steal_pointer (&what);
  tr_expr_error_move (*error, column);
}
