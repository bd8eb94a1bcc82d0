// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/label-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

bool
tr_label_next (const char *text, const char **at, char **expr, char **format)
{
  const char *end = NULL;
  while (**at && !end) {
    end = **at == '{' && (*at)[1] != '{' ? strchr (*at, '}') : NULL;
    if (!end)
      *at += (**at == '{' || **at == '}') && (*at)[1] == **at ? 2 : 1;
  }
  if (!end)
    return false;
  g_autofree char *inside = g_strndup (*at + 1, (gsize) (end - *at - 1));
  char *colon = strrchr (inside, ':');
  *format = colon ? g_strdup (colon + 1) : NULL;
  if (colon)
    *colon = '\0';
  int width = (int) g_utf8_strlen (text, *at + 1 - text);
  *expr = g_strdup_printf ("%*s%s", width, "", inside);
  *at = end + 1;
  return true;
}

bool
tr_label_reads (const char *text, TrIsId is_it, gpointer data)
{
  char *expr, *format;
  bool does = false;
  for (const char *at = text; !does && tr_label_next (text, &at, &expr, &format);) {
    g_autoptr (TrExpr) e = tr_expr_parse (expr, NULL);
    for (int v = 0; e && v < tr_expr_n_vars (e) && !does; v++)
      does = is_it (tr_expr_var_name (e, v), data);
    g_free (expr);
    g_free (format);
  }
  return does;
}

typedef struct {
  TrIsId is_it;
  gpointer data;
} OfId;

static bool
is_of_id (const char *name, gpointer data)
{
  const OfId *of = data;
  g_autofree char *id = g_strndup (name, strcspn (name, "."));
  return of->is_it (id, of->data);
}

bool
tr_label_names (const char *text, TrIsId is_it, gpointer data)
{
  OfId of = {is_it, data};
  return tr_label_reads (text, is_of_id, &of);
}

char *
tr_label_map (const char *text, TrTextFunc map, gpointer data)
{
  GString *out = g_string_new (NULL);
  const char *from = text;
  char *expr, *format;
  for (const char *at = text; tr_label_next (text, &at, &expr, &format); from = at) {
    const char *end = at - 1 - (format ? strlen (format) + 1 : 0);
    const char *start = g_strrstr_len (from, end - from, "{") + 1;
    g_autofree char *bare = g_strndup (start, (gsize) (end - start));
    g_autofree char *mapped = map (bare, data);
    g_string_append_len (out, from, start - from);
    g_string_append (out, mapped);
    g_string_append_len (out, end, at - end);
    g_free (expr);
    g_free (format);
  }
  g_string_append (out, from);
  return g_string_free (out, FALSE);
}

bool
tr_label_parse_format (const char *text, int *digits, char *conversion)
{
  *digits = 6;
  if (*text == '.') {
    if (!g_ascii_isdigit (text[1]))
      return false;
    *digits = text[1] - '0';
    text += 2;
    if (g_ascii_isdigit (*text))
      *digits = 10 * *digits + (*text++ - '0');
  }
  *conversion = *text;
  return *text && strchr ("feg%", *text) && text[1] == '\0' && *digits <= 17;
}

static bool
check (const TrModel *m, const char *expr, const char *format, GError **error)
{
  int digits;
  char conversion;
  g_autoptr (TrExpr) e = tr_expr_parse (expr, error);
  if (!e)
    return false;
  for (int v = 0; v < tr_expr_n_vars (e); v++) {
    TrVar var;
    if (!tr_model_bind_var (m, e, v, true, &var, error))
      return false;
  }
  if (!format || tr_label_parse_format (format, &digits, &conversion))
    return true;
  g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
               _ ("column %d: expected a format such as .2f, found \"%s\""),
               (int) g_utf8_strlen (expr, -1) + 2, format);
  return false;
}

bool
tr_label_check (const TrModel *m, const char *text, GError **error)
{
  char *expr, *format;
  bool ok = true;
  for (const char *at = text; ok && tr_label_next (text, &at, &expr, &format);) {
    ok = check (m, expr, format, error);
    g_free (expr);
    g_free (format);
  }
  return ok;
}
