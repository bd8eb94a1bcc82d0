// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/number.h"

#include "math/expr.h"

#include <glib.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
  MOST_DIGITS = 17,  // of a double that has to be told from its neighbours
  SURE_DIGITS = 15,  // so many digits survive decimal → double → decimal
  EXACT_POWERS = 22, // 10^22 is the last power of ten that is a double
  PLAIN_FROM = -5,   // the smallest decimal exponent in plain notation
  PLAIN_TO = 15,     // and the largest
  SHORT_DIGITS = 6,  // where there is little room
  MOST_DECIMALS = 16,
};

// |x| = d₀.d₁d₂… × 10^exponent
typedef struct {
  char digit[MOST_DIGITS + 1];
  int n_digits;
  int exponent;
} Decimal;

static void
strip_zeros (Decimal *d)
{
  while (d->n_digits > 1 && d->digit[d->n_digits - 1] == '0')
    d->n_digits--;
}

// The digits of an integer above 0 and below 1e17, taken times 10^-shift.
static void
decimal_from_integer (uint64_t n, int shift, Decimal *d)
{
  int count = 0;
  for (uint64_t rest = n; rest > 0; rest /= 10)
    count++;
  for (int i = count - 1; i >= 0; i--, n /= 10)
    d->digit[i] = (char) ('0' + (int) (n % 10));
  d->n_digits = count;
  d->exponent = count - 1 - shift;
  strip_zeros (d);
}

static bool
is_same (double a, double b)
{
  return !(a < b) && !(a > b);
}

// Numbers of at most 15 digits without printing: r = round (x 10^k) is exact below 2^53 and so is
// 10^k, hence r / 10^k is the double nearest to that decimal. Where it is x, no other decimal of
// so few digits is.
static bool
short_decimal (double x, Decimal *d)
{
  double power = 1;
  int k = 0;
  if (!(x >= 1e-5 && x < 1e15))
    return false;
  if (is_same (x, floor (x))) {
    decimal_from_integer ((uint64_t) x, 0, d);
    return true;
  }
  for (; k < EXACT_POWERS && x * power < 1e14; k++)
    power *= 10;
  double r = rint (x * power);
  if (!(r < 1e15) || !is_same (r / power, x))
    return false;
  decimal_from_integer ((uint64_t) r, k, d);
  return true;
}

// The double that the digits read back as.
static double
decimal_value (const Decimal *d)
{
  char text[TR_NUMBER_SIZE];
  memcpy (text, d->digit, (size_t) d->n_digits);
  g_snprintf (text + d->n_digits, sizeof text - (size_t) d->n_digits, "e%d",
              d->exponent - d->n_digits + 1);
  return g_ascii_strtod (text, NULL);
}

static void
rounded_decimal (double x, int n_digits, Decimal *d)
{
  char text[TR_NUMBER_SIZE], format[8];
  g_snprintf (format, sizeof format, "%%.%de", n_digits - 1);
  g_ascii_formatd (text, sizeof text, format, x);
  const char *p = text;
  for (d->n_digits = 0; *p != 'e'; p++)
    if (g_ascii_isdigit (*p))
      d->digit[d->n_digits++] = *p;
  d->exponent = (int) g_ascii_strtoll (p + 1, NULL, 10);
}

// The next decimal of as many digits. Below a power of two doubles lie twice as dense as above it,
// so the nearest decimal may miss where the next one up still reads back.
static void
step_up (Decimal *d)
{
  int i = d->n_digits - 1;
  for (; i >= 0 && d->digit[i] == '9'; i--)
    d->digit[i] = '0';
  if (i >= 0) {
    d->digit[i]++;
  } else {
    d->digit[0] = '1';
    d->exponent++;
  }
}

static void
shortest_decimal (double x, Decimal *d)
{
  int power;
  bool is_power_of_two = is_same (frexp (x, &power), 0.5);
  // Subnormals have fewer than 15 sure digits: begin at one.
  int n = fpclassify (x) == FP_SUBNORMAL ? 1 : SURE_DIGITS;
  for (; n < MOST_DIGITS; n++) {
    rounded_decimal (x, n, d);
    if (is_same (decimal_value (d), x))
      break;
    step_up (d);
    if (is_power_of_two && is_same (decimal_value (d), x))
      break;
  }
  if (n == MOST_DIGITS)
    rounded_decimal (x, n, d);
  strip_zeros (d);
}

static char *
put (char *out, char ch, int times)
{
  for (; times > 0; times--)
    *out++ = ch;
  return out;
}

static char *
put_digits (char *out, const Decimal *d, int from, int to)
{
  for (int i = from; i < to; i++)
    *out++ = i < d->n_digits ? d->digit[i] : '0';
  return out;
}

static char *
put_plain (char *out, const Decimal *d)
{
  int whole = d->exponent + 1;
  if (whole <= 0) {
    out = put (out, '0', 1);
    out = put (out, '.', 1);
    out = put (out, '0', -whole);
    return put_digits (out, d, 0, d->n_digits);
  }
  out = put_digits (out, d, 0, whole);
  if (d->n_digits > whole)
    out = put (out, '.', 1);
  return put_digits (out, d, whole, d->n_digits);
}

static char *
put_scientific (char *out, const Decimal *d)
{
  *out++ = d->digit[0];
  if (d->n_digits > 1)
    *out++ = '.';
  out = put_digits (out, d, 1, d->n_digits);
  return out + g_snprintf (out, 8, "e%d", d->exponent);
}

int
tr_number_format (double x, char buf[TR_NUMBER_SIZE])
{
  Decimal d;
  char *out = buf;
  if (!isfinite (x) || fpclassify (x) == FP_ZERO)
    return (int) g_strlcpy (buf, isfinite (x) ? "0" : "null", TR_NUMBER_SIZE);
  if (x < 0)
    *out++ = '-';
  if (!short_decimal (fabs (x), &d))
    shortest_decimal (fabs (x), &d);
  bool is_plain = d.exponent >= PLAIN_FROM && d.exponent <= PLAIN_TO;
  out = is_plain ? put_plain (out, &d) : put_scientific (out, &d);
  *out = '\0';
  g_assert (out < buf + TR_NUMBER_SIZE);
  return (int) (out - buf);
}

static const char *
skip_digits (const char *p)
{
  while (g_ascii_isdigit (*p))
    p++;
  return p;
}

// RFC 8259: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?   NULL where the text is not that.
static const char *
skip_number (const char *p)
{
  const char *start;
  p += *p == '-';
  start = p;
  p = skip_digits (p);
  if (p == start || (*start == '0' && p > start + 1))
    return NULL;
  if (*p == '.') {
    start = ++p;
    p = skip_digits (p);
    if (p == start)
      return NULL;
  }
  if (*p == 'e' || *p == 'E') {
    p++;
    p += *p == '+' || *p == '-';
    start = p;
    p = skip_digits (p);
    if (p == start)
      return NULL;
  }
  return p;
}

char *
tr_number_tell (double x)
{
  char text[TR_NUMBER_SIZE];
  tr_number_format (x, text);
  g_auto (GStrv) parts = g_strsplit (text, ".", 2);
  return g_strjoinv (localeconv ()->decimal_point, parts);
}

static bool
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

char *
tr_number_tell_in (const char *expr)
{
  GString *out = g_string_new (NULL);
  guint64 lists = 0;    // a bit for each open parenthesis, the innermost lowest: it holds a list
  bool is_list = false; // the name of a function of several arguments has just ended

  for (const char *c = expr; *c;) {
    if (g_ascii_isalpha (*c) || *c == '_') {
      const char *start = c;
      while (is_word (*c))
        c++;
      g_autofree char *word = g_strndup (start, (gsize) (c - start));
      g_string_append (out, word);
      is_list = tr_expr_takes_list (word);
      continue;
    }
    if (*c == '(')
      lists = lists << 1 | (is_list ? 1 : 0);
    else if (*c == ')')
      lists >>= 1;
    if (*c != ' ')
      is_list = false;
    if (*c == '.' && g_ascii_isdigit (c[1]) && !(lists & 1))
      g_string_append (out, localeconv ()->decimal_point);
    else
      g_string_append_c (out, *c);
    c++;
  }
  return g_string_free (out, FALSE);
}

// A literal [start, end) without a power of ten; decimals d such that 10^−d is one of six digits.
static void
append_short (GString *out, const char *start, const char *end, double x)
{
  char text[TR_NUMBER_SIZE], format[8];
  int decimals = x > 0 ? SHORT_DIGITS - 1 - (int) floor (log10 (x)) : 0;
  const char *point = memchr (start, '.', (gsize) (end - start));

  if (!point || end - point - 1 <= decimals || decimals >= MOST_DECIMALS) {
    g_string_append_len (out, start, end - start);
    return;
  }
  g_snprintf (format, sizeof format, "%%.%df", MAX (decimals, 0));
  g_ascii_formatd (text, sizeof text, format, x);
  gsize n = strlen (text);
  while (strchr (text, '.') && text[n - 1] == '0')
    n--;
  g_string_append_len (out, text, (gssize) (text[n - 1] == '.' ? n - 1 : n));
}

char *
tr_number_shorten_in (const char *expr)
{
  GString *out = g_string_new (NULL);

  for (const char *c = expr, *start = c; *c; start = c) {
    bool is_number = g_ascii_isdigit (*c) || (*c == '.' && g_ascii_isdigit (c[1]));
    if (is_number) {
      double x = g_ascii_strtod (c, NULL);
      c += strspn (c, "0123456789.");
      if (x < 1e15 && *c != 'e' && *c != 'E')
        append_short (out, start, c, x);
      else
        g_string_append_len (out, start, c - start);
      start = c;
    }
    while (is_word (*c)) // a unit, the power of ten, or a name
      c++;
    if (c == start && !is_number)
      c++;
    g_string_append_len (out, start, c - start);
  }
  return g_string_free (out, FALSE);
}

bool
tr_number_parse (const char *text, double *x)
{
  g_return_val_if_fail (text != NULL && x != NULL, false);
  const char *end = skip_number (text);
  if (end == NULL || *end != '\0')
    return false;
  double value = g_ascii_strtod (text, NULL);
  if (!isfinite (value))
    return false;
  *x = value;
  return true;
}
