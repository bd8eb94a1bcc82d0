// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/quantity.h"

#include "math/number.h"
#include "render/ink.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#define DEGREE       (G_PI / 180)
#define MOST_DIGITS  9
#define SIGNIFICANT  6
#define DEGREE_SIGN  0xb0
#define MINUS_SIGN   0x2212
#define TIMES_SIGN   0xd7
#define DOT_OPERATOR 0x22c5
#define MIDDLE_DOT   0xb7
#define DIVISION     0xf7

static const char *const symbols[] = {"mm", "cm", "m", "in", "pt", "px"};

TrQuantityKind
tr_quantity_of (const TrBody *b, int member)
{
  if (b->kind == TR_BODY_NUMBER || b->kind == TR_BODY_FORMULA || tr_body_member_is_area (b, member))
    return TR_QUANTITY_NUMBER;
  return tr_body_member_is_angle (b, member) ? TR_QUANTITY_ANGLE : TR_QUANTITY_LENGTH;
}

const char *
tr_units_symbol (TrUnits units)
{
  return symbols[units];
}

// The text being turned into the expression language, and where each byte of that came from.
typedef struct {
  const char *at;
  int column; // of `at`, in characters from 1
  TrQuantityKind kind;
  double unit; // mm in a document unit
  GString *out;
  GArray *columns; // int, one for each byte of out
  guint64 lists;   // a bit for each open parenthesis, the innermost lowest: it holds a list
  bool comma;      // the locale's decimals
  bool operand;    // a value has just ended: here a unit may stand
  bool number;     // and it was a number
  bool list;       // and it was the name of a function of several arguments
  bool words;      // units or names were seen
  bool is_plain;   // the expression language alone: no units
} Rewrite;

static void
put (Rewrite *r, const char *text, int column)
{
  g_string_append (r->out, text);
  for (size_t i = 0; text[i]; i++)
    g_array_append_val (r->columns, column);
}

static void
skip (Rewrite *r)
{
  r->at = g_utf8_next_char (r->at);
  r->column++;
}

static void
copy (Rewrite *r)
{
  g_autofree char *text = g_strndup (r->at, (gsize) (g_utf8_next_char (r->at) - r->at));
  put (r, text, r->column);
  skip (r);
}

static bool
is_decimal_comma (const Rewrite *r)
{
  return r->comma && !(r->lists & 1) && r->at[0] == ',' && g_ascii_isdigit (r->at[1]);
}

static void
copy_digits (Rewrite *r)
{
  while (g_ascii_isdigit (*r->at))
    copy (r);
}

static void
read_number (Rewrite *r)
{
  copy_digits (r);
  if (*r->at == '.' || is_decimal_comma (r)) {
    put (r, ".", r->column);
    skip (r);
    copy_digits (r);
  }
  const char *sign = r->at + 1;
  if ((*r->at == 'e' || *r->at == 'E') &&
      g_ascii_isdigit (*sign == '+' || *sign == '-' ? sign[1] : sign[0])) {
    copy (r);
    copy (r);
    copy_digits (r);
  }
  r->operand = r->number = true;
}

static bool
wrong_unit (const Rewrite *r, const char *word, GError **error)
{
  static const char *const messages[] = {
      N_ ("expected an operator, found '%s'"),
      N_ ("expected an operator or a unit of length (mm, cm, m, in, pt, px), found '%s'"),
      N_ ("expected an operator or a unit of angle (°, deg, rad), found '%s'"),
  };
  tr_expr_error_set (error, TR_EXPR_ERROR_SYNTAX, r->column, _ (messages[r->kind]), word);
  return false;
}

// Of a unit that stands for no factor nothing is left, nor the space before it.
static void
drop_space (Rewrite *r)
{
  while (r->out->len > 0 && r->out->str[r->out->len - 1] == ' ') {
    g_string_truncate (r->out, r->out->len - 1);
    g_array_set_size (r->columns, r->columns->len - 1);
  }
}

// Puts the factor that a unit stands for. "1/2 in" is half an inch: the unit multiplies what is
// to its left.
static bool
read_unit (Rewrite *r, const char *word, GError **error)
{
  char factor[TR_NUMBER_SIZE];
  bool degrees = g_str_equal (word, "deg") || g_str_equal (word, "°");

  r->words = true;
  if (r->kind == TR_QUANTITY_ANGLE) {
    if (degrees)
      put (r, r->number ? "deg" : "*(pi/180)", r->column);
    else
      drop_space (r);
    return degrees || g_str_equal (word, "rad") || wrong_unit (r, word, error);
  }
  if (g_str_equal (word, "\"") || g_str_equal (word, "″"))
    word = "in";
  for (int u = 0; u < (int) G_N_ELEMENTS (symbols) && r->kind == TR_QUANTITY_LENGTH; u++)
    if (g_str_equal (word, symbols[u])) {
      tr_number_format (tr_units_mm ((TrUnits) u) / r->unit, factor);
      if (!g_str_equal (factor, "1")) {
        put (r, "*", r->column);
        put (r, factor, r->column);
      } else
        drop_space (r);
      return true;
    }
  return wrong_unit (r, word, error);
}

static bool
read_word (Rewrite *r, GError **error)
{
  const char *end = r->at;
  bool ok = true;

  while (g_ascii_isalnum (*end) || *end == '_' || *end == '.')
    end++;
  g_autofree char *word = g_strndup (r->at, (gsize) (end - r->at));
  if (r->operand && !r->is_plain)
    ok = read_unit (r, word, error);
  else
    put (r, word, r->column);
  r->words = r->operand = true;
  r->number = false;
  r->list = tr_expr_takes_list (word);
  r->column += (int) (end - r->at);
  r->at = end;
  return ok;
}

// Operators and signs as they are printed become those of the language.
static void
read_symbol (Rewrite *r, gunichar c)
{
  const char *plain = c == MINUS_SIGN                                           ? "-"
                      : c == TIMES_SIGN || c == DOT_OPERATOR || c == MIDDLE_DOT ? "*"
                      : c == DIVISION                                           ? "/"
                                                                                : NULL;
  if (c == '(')
    r->lists = r->lists << 1 | (r->list ? 1 : 0);
  else if (c == ')')
    r->lists >>= 1;
  r->operand = c == ')';
  r->number = r->list = false;
  if (plain) {
    put (r, plain, r->column);
    skip (r);
  } else
    copy (r);
}

static bool
rewrite (Rewrite *r, GError **error)
{
  while (*r->at) {
    gunichar c = g_utf8_get_char (r->at);
    if (g_unichar_isspace (c)) {
      put (r, " ", r->column);
      skip (r);
    } else if (!r->operand && (g_ascii_isdigit (*r->at) || *r->at == '.' || is_decimal_comma (r))) {
      read_number (r);
    } else if (g_ascii_isalpha (*r->at) || *r->at == '_') {
      if (!read_word (r, error))
        return false;
    } else if (!r->is_plain && (c == DEGREE_SIGN || c == '"' || c == 0x2033)) {
      g_autofree char *sign = g_strndup (r->at, (gsize) (g_utf8_next_char (r->at) - r->at));
      if (!r->operand)
        return wrong_unit (r, sign, error);
      if (!read_unit (r, sign, error))
        return false;
      r->number = false;
      skip (r);
    } else
      read_symbol (r, c);
  }
  return true;
}

// "column 7: …" of the rewritten text, told by the columns of the text as typed.
static void
move_column (const Rewrite *r, GError *error)
{
  guint column = (guint) tr_expr_error_column (error);

  if (column >= 1)
    tr_expr_error_move (
        error, column <= r->columns->len ? g_array_index (r->columns, int, column - 1) : r->column);
}

static bool
evaluate (const TrModel *m, const TrExpr *e, double *value, GError **error)
{
  int n = tr_expr_n_vars (e);
  g_autofree double *vars = g_new (double, n + 1);

  for (int i = 0; i < n; i++) {
    TrElement found = tr_model_find (m, tr_expr_var_name (e, i));
    if (found.kind != TR_ELEMENT_PARAMETER) {
      tr_expr_error_set (error, TR_EXPR_ERROR_SYNTAX, tr_expr_var_column (e, i),
                         _ ("expected the name of a parameter, found \"%s\""),
                         tr_expr_var_name (e, i));
      return false;
    }
    vars[i] = m->parameter_values[found.index];
  }
  double x = tr_expr_value (e, vars);
  if (!isfinite (x) || fabs (x) > TR_VALUE_MAX) {
    tr_expr_error_set (error, TR_EXPR_ERROR_SYNTAX, 1, "%s",
                       isfinite (x)
                           ? _ ("expected a number of at most 1e12, found a larger one")
                           : _ ("expected a number of at most 1e12, found one that is not finite"));
    return false;
  }
  *value = x;
  return true;
}

static bool
read_rewritten (Rewrite *r, const TrModel *m, double *value, char **expr, GError **error)
{
  double x;
  g_autoptr (TrExpr) e = NULL;

  if (!rewrite (r, error))
    return false;
  e = tr_expr_parse (r->out->str, error);
  if (!e || !evaluate (m, e, &x, error)) {
    if (error)
      move_column (r, *error);
    return false;
  }
  *value = r->kind == TR_QUANTITY_ANGLE && !r->words ? x * DEGREE : x;
  if (expr)
    *expr = tr_expr_n_vars (e) > 0 ? g_strstrip (g_strdup (r->out->str)) : NULL;
  return true;
}

bool
tr_quantity_parse (const char *text,
                   TrQuantityKind kind,
                   const TrModel *m,
                   double *value,
                   char **expr,
                   GError **error)
{
  Rewrite r = {.at = text, .column = 1, .kind = kind, .unit = tr_units_mm (m->units)};
  bool ok;

  if (!g_utf8_validate (text, -1, NULL)) {
    tr_expr_error_set (error, TR_EXPR_ERROR_SYNTAX, 1, "%s",
                       _ ("expected a number, found no text"));
    return false;
  }
  r.comma = g_str_equal (localeconv ()->decimal_point, ",");
  r.out = g_string_new (NULL);
  r.columns = g_array_new (FALSE, FALSE, sizeof (int));
  ok = read_rewritten (&r, m, value, expr, error);
  g_string_free (r.out, TRUE);
  g_array_unref (r.columns);
  return ok;
}

char *
tr_quantity_plain (const char *text)
{
  Rewrite r = {.at = text, .column = 1, .is_plain = true};

  if (!g_utf8_validate (text, -1, NULL))
    return g_strdup (text);
  r.comma = g_str_equal (localeconv ()->decimal_point, ",");
  r.out = g_string_new (NULL);
  r.columns = g_array_new (FALSE, FALSE, sizeof (int));
  rewrite (&r, NULL); // without units nothing is wrong yet
  g_array_unref (r.columns);
  return g_string_free (r.out, FALSE);
}

// Decimals so that the last one is no larger than half a step.
static int
n_decimals (double value, double step)
{
  int n = step > 0           ? (int) ceil (-log10 (step))
          : fabs (value) > 0 ? SIGNIFICANT - 1 - (int) floor (log10 (fabs (value)))
                             : 0;
  return CLAMP (n, 0, MOST_DIGITS);
}

// Drops zeros behind the decimals, and the sign of nothing.
static void
trim (char *text)
{
  size_t n = strlen (text);
  size_t mark = strlen (localeconv ()->decimal_point);
  char *decimals = strstr (text, localeconv ()->decimal_point);

  if (decimals) {
    while (text[n - 1] == '0')
      text[--n] = '\0';
    if (text + n == decimals + mark)
      *decimals = '\0';
  }
  if (g_str_equal (text, "-0"))
    memmove (text, text + 1, strlen (text));
}

char *
tr_quantity_format (double value, TrQuantityKind kind, TrUnits units, double step)
{
  bool angle = kind == TR_QUANTITY_ANGLE;
  double x = angle ? value / DEGREE : value;

  if (!isfinite (value))
    return g_strdup ("—");
  g_autofree char *text = g_strdup_printf ("%.*f", n_decimals (x, angle ? step / DEGREE : step), x);
  trim (text);
  switch (kind) {
  case TR_QUANTITY_NUMBER:
    return g_steal_pointer (&text);
  case TR_QUANTITY_LENGTH:
    return g_strdup_printf ("%s %s", text, tr_units_symbol (units));
  case TR_QUANTITY_ANGLE:
    return g_strdup_printf ("%s°", text);
  }
  g_return_val_if_reached (NULL);
}
