// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/label.h"

#include "model/label-text.h"

#include <string.h>

// The names are looked up afresh each time: what tr_model_bind makes stays in the pool for good,
// and a label is painted in every frame.
double
tr_label_value (const TrModel *m, const TrState *state, const char *text, bool *understood)
{
  g_autoptr (TrExpr) e = tr_expr_parse (text, NULL);
  g_autofree TrVar *vars = NULL;

  *understood = e != NULL;
  if (!e)
    return NAN;
  vars = g_new0 (TrVar, MAX (1, tr_expr_n_vars (e)));
  for (int i = 0; i < tr_expr_n_vars (e) && *understood; i++)
    *understood = tr_model_bind_var (m, e, i, true, &vars[i], NULL);
  return *understood ? tr_model_expr_value (m, e, vars, state->q, state->time) : NAN;
}

// U+2212 for a minus, as in print; no "-0.00".
static void
append_number (GString *out, double value, int digits, char conversion)
{
  char format[8], buf[400];
  const char *s = buf;
  bool percent = conversion == '%';

  g_snprintf (format, sizeof format, "%%.%d%c", digits, percent ? 'f' : conversion);
  g_ascii_formatd (buf, sizeof buf, format, percent ? 100 * value : value);
  if (*s == '-') {
    s++;
    if (strcspn (s, "123456789") < strcspn (s, "e"))
      g_string_append (out, "\u2212");
  }
  g_string_append (out, s);
  if (percent)
    g_string_append (out, "\u2009%");
}

static void
append_value (const TrModel *m, const TrState *state, const char *inside, GString *out)
{
  const char *colon = strrchr (inside, ':');
  g_autofree char *text = colon ? g_strndup (inside, (gsize) (colon - inside)) : g_strdup (inside);
  bool understood;
  double value = tr_label_value (m, state, text, &understood);
  int digits = 6;
  char conversion = 'g';

  if (!understood || (colon && !tr_label_parse_format (colon + 1, &digits, &conversion)))
    g_string_append_printf (out, "{%s}", inside);
  else if (!isfinite (value))
    g_string_append (out, "\u2014");
  else
    append_number (out, value, digits, conversion);
}

char *
tr_label_format (const TrModel *m, const TrState *state, const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text) {
    const char *end = *text == '{' && text[1] != '{' ? strchr (text, '}') : NULL;
    if (end) {
      g_autofree char *inside = g_strndup (text + 1, (gsize) (end - text - 1));
      append_value (m, state, inside, out);
      text = end + 1;
    } else {
      g_string_append_c (out, *text);
      text += (*text == '{' || *text == '}') && text[1] == *text ? 2 : 1;
    }
  }
  return g_string_free (out, FALSE);
}
