// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/rename.h"

#include "model/label-text.h"

#include <string.h>

static bool
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

char *
tr_rename_words (GHashTable *names, const char *text)
{
  GString *out = g_string_new (NULL);
  for (const char *c = text; *c;) {
    if (!is_word (*c)) {
      g_string_append_c (out, *c++);
      continue;
    }
    const char *end = c;
    while (is_word (*end))
      end++;
    g_autofree char *word = g_strndup (c, (gsize) (end - c));
    const char *new = c > text &&c[-1] == '.' ? NULL : g_hash_table_lookup (names, word);
    g_string_append (out, new ? new : word);
    c = end;
  }
  return g_string_free (out, FALSE);
}

// Whether all that an expression names is one of the names or is here.
static bool
is_understood (GHashTable *names, const TrModel *m, const char *text)
{
  g_autoptr (TrExpr) e = tr_expr_parse (text, NULL);
  bool is = e != NULL;

  for (int v = 0; is && v < tr_expr_n_vars (e); v++) {
    const char *name = tr_expr_var_name (e, v);
    g_autofree char *id = g_strndup (name, strcspn (name, "."));
    TrVar var;
    is = g_hash_table_contains (names, id) || tr_model_bind_var (m, e, v, true, &var, NULL);
  }
  return is;
}

char *
tr_rename_braces (GHashTable *names, const TrModel *m, const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char *from = text;
  char *expr, *format;

  for (const char *at = text; tr_label_next (text, &at, &expr, &format); from = at) {
    const char *open = g_strrstr_len (from, at - from, "{");
    g_autofree char *inside = g_strndup (open + 1, (gsize) (at - open - 2));
    g_autofree char *renamed = tr_rename_words (names, inside);
    bool is = !m || is_understood (names, m, expr);
    g_string_append_len (out, from, open - from);
    g_string_append_printf (out, is ? "{%s}" : "{{%s}}", is ? renamed : inside);
    g_free (expr);
    g_free (format);
  }
  g_string_append (out, from);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

bool
tr_rename_is_axis (const char *key, const char *text)
{
  return (strcmp (key, "a") == 0 || strcmp (key, "b") == 0) &&
         (strcmp (text, "x") == 0 || strcmp (text, "y") == 0);
}
