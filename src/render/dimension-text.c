// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/number.h"
#include "model/row.h"
#include "render/dimension.h"

#include <string.h>

// An expression that is longer is shown by its value alone.
#define MOST_EXPRESSION 18

enum { MOST_DECIMALS = 3, MOST_DIGITS = 6 };

// Decimals that a number of this size is worth.
static int
decimals_of (double x)
{
  double size = fabs (x);
  int magnitude = size > 0 ? (int) floor (log10 (size)) : 0;

  if (magnitude < -MOST_DECIMALS)
    return MIN (2 - magnitude, 12);
  return CLAMP (MOST_DIGITS - 1 - magnitude, 0, MOST_DECIMALS);
}

static void
trim_zeros (GString *s)
{
  if (!strchr (s->str, '.'))
    return;
  while (s->str[s->len - 1] == '0')
    g_string_truncate (s, s->len - 1);
  if (s->str[s->len - 1] == '.')
    g_string_truncate (s, s->len - 1);
}

char *
tr_dimension_number (double x, const TrNumberStyle *style)
{
  char format[8], buffer[G_ASCII_DTOSTR_BUF_SIZE + 320];
  GString *s;

  if (!isfinite (x))
    return g_strdup ("?");
  g_snprintf (format, sizeof format, "%%.%df", decimals_of (x));
  g_ascii_formatd (buffer, sizeof buffer, format, x);
  s = g_string_new (buffer);
  trim_zeros (s);
  if (g_str_equal (s->str, "-0"))
    g_string_erase (s, 0, 1);
  g_string_replace (s, ".", style->decimal, 1);
  if (s->str[0] == '-')
    g_string_erase (g_string_prepend (s, "−"), (gssize) strlen ("−"), 1);
  return g_string_free (s, FALSE);
}

// The measure: c = measure − value.
static double
measure (const TrModel *m, const TrState *s, int constraint)
{
  double c[TR_ROWS_MAX];
  bool undefined;

  tr_constraint_residual (m, constraint, s->q, &s->memory[constraint], s->time, c, &undefined);
  return undefined ? NAN : m->constraints[constraint].scalar[0].value + c[0];
}

static char *
number_text (const TrConstraint *c, double x, const TrNumberStyle *style)
{
  return tr_dimension_number (c->kind == TR_CON_ANGLE ? x * 180 / G_PI : x, style);
}

// What stands behind the number.
static const char *
unit_text (const TrConstraint *c, const TrNumberStyle *style)
{
  if (c->kind == TR_CON_ANGLE)
    return "°";
  return style->unit && *style->unit ? style->unit : NULL;
}

char *
tr_dimension_text (
    const TrModel *m, const TrState *s, int constraint, unsigned states, const TrNumberStyle *style)
{
  const TrConstraint *c = &m->constraints[constraint];
  const char *unit = unit_text (c, style);
  bool is_angle = c->kind == TR_CON_ANGLE;
  double is = measure (m, s, constraint);
  g_autofree char *shown =
      number_text (c, states & TR_NOTE_DRIVEN ? is : c->scalar[0].value, style);
  g_autofree char *now = number_text (c, is, style);
  const TrExpr *e = c->scalar[0].expr;
  g_autofree char *text = e ? tr_number_tell_in (tr_expr_text (e)) : NULL;
  GString *out = g_string_new (c->kind == TR_CON_RADIUS ? "R " : NULL);

  if (text && g_utf8_strlen (text, -1) <= MOST_EXPRESSION && !(states & TR_NOTE_DRIVEN))
    g_string_append_printf (out, "%s = ", text);
  g_string_append (out, shown);
  if ((states & TR_NOTE_CONFLICT) && !g_str_equal (shown, now))
    g_string_append_printf (out, " ≠ %s", now);
  if (unit)
    g_string_append_printf (out, "%s%s", is_angle ? "" : "\u00a0", unit);
  if (states & TR_NOTE_DRIVEN) {
    g_string_prepend_c (out, '(');
    g_string_append_c (out, ')');
  }
  return g_string_free (out, FALSE);
}
