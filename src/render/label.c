// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/label.h"

#include <string.h>

// What a name stands for: a parameter, a number body, `body.member`, `time`.
static bool
look_up (const TrModel *m, const TrState *state, const char *name, double *value)
{
  const char *dot = strchr (name, '.');
  g_autofree char *id = dot ? g_strndup (name, (gsize) (dot - name)) : g_strdup (name);
  TrElement found = tr_model_find (m, id);
  int member;

  if (!dot && strcmp (name, "time") == 0) {
    *value = state->time;
    return true;
  }
  if (!dot && found.kind == TR_ELEMENT_PARAMETER) {
    *value = m->parameter_values[found.index];
    return true;
  }
  if (found.kind != TR_ELEMENT_BODY)
    return false;
  const TrBody *b = &m->bodies[found.index];
  if (!dot && b->kind != TR_BODY_NUMBER)
    return false;
  member = dot ? tr_body_find_member (b, dot + 1) : 0;
  if (member < 0)
    return false;
  *value = tr_body_member (b, tr_body_q (b, state->q), member, NULL, NULL);
  return true;
}

// The names are looked up afresh each time: what tr_model_bind makes stays in the pool for good,
// and a label is painted in every frame.
double
tr_label_value (const TrModel *m, const TrState *state, const char *text, bool *understood)
{
  g_autoptr (TrExpr) e = tr_expr_parse (text, NULL);
  g_autofree double *vars = NULL;

  *understood = e != NULL;
  if (!e)
    return NAN;
  vars = g_new0 (double, (gsize) MAX (1, tr_expr_n_vars (e)));
  for (int i = 0; i < tr_expr_n_vars (e) && *understood; i++)
    *understood = look_up (m, state, tr_expr_var_name (e, i), &vars[i]);
  return *understood ? tr_expr_value (e, vars) : NAN;
}

// [.digits](f|e|g|%); false for anything else.
static bool
parse_format (const char *text, int *digits, char *conversion)
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

  if (!understood || (colon && !parse_format (colon + 1, &digits, &conversion)))
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
