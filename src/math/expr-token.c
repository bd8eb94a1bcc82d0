// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/expr-token.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

// The longest piece of text that a message repeats.
#define SHOWN_BYTES 40

static int
digits (const char *s)
{
  int n = 0;
  while (g_ascii_isdigit (s[n]))
    n++;
  return n;
}

static int
identifier (const char *s)
{
  int n = 0;
  if (!g_ascii_isalpha (s[0]) && s[0] != '_')
    return 0;
  while (g_ascii_isalnum (s[n]) || s[n] == '_')
    n++;
  return n;
}

// 12 .5 5. 1e3 2.5E-7: the number of bytes, 0 where none begins here.
static int
literal (const char *s)
{
  int whole = digits (s);
  int n = whole;
  if (s[n] == '.') {
    int part = digits (s + n + 1);
    if (whole == 0 && part == 0)
      return 0;
    n += 1 + part;
  }
  if (n > 0 && (s[n] == 'e' || s[n] == 'E')) {
    int sign = s[n + 1] == '+' || s[n + 1] == '-';
    int power = digits (s + n + 1 + sign);
    if (power > 0)
      n += 1 + sign + power;
  }
  return n;
}

// Of the literal alone: g_ascii_strtod() by itself would read on into 0x10.
static double
literal_value (const char *s, int length)
{
  g_autofree char *alone = g_strndup (s, length);
  return g_ascii_strtod (alone, NULL);
}

static int
name (const char *s)
{
  int n = identifier (s);
  if (n > 0 && s[n] == '.') {
    int member = identifier (s + n + 1);
    if (member > 0)
      n += 1 + member;
  }
  return n;
}

static int
character (const char *s)
{
  gunichar c = g_utf8_get_char_validated (s, -1);
  if (c == (gunichar) -1 || c == (gunichar) -2)
    return 1;
  return (int) (g_utf8_next_char (s) - s);
}

ExprToken
expr_token_read (const char *from)
{
  ExprToken token = {.start = from + strspn (from, " \t\r\n")};
  const char *s = token.start;
  if (*s == '\0')
    return token;
  if ((token.length = literal (s)) > 0) {
    token.type = EXPR_TOKEN_NUMBER;
    token.number = literal_value (s, token.length);
  } else if ((token.length = name (s)) > 0) {
    token.type = EXPR_TOKEN_NAME;
  } else if (strchr ("+-*/^(),", *s) != NULL) {
    token.type = EXPR_TOKEN_SYMBOL;
    token.length = 1;
    token.symbol = *s;
  } else {
    token.type = EXPR_TOKEN_ALIEN;
    token.length = character (s);
  }
  return token;
}

bool
expr_token_is (const ExprToken *token, const char *word)
{
  size_t length = strlen (word);
  return (size_t) token->length == length && memcmp (token->start, word, length) == 0;
}

static char *
describe_alien (const ExprToken *token)
{
  gunichar c = g_utf8_get_char_validated (token->start, token->length);
  if (c == (gunichar) -1 || c == (gunichar) -2)
    return g_strdup_printf (_ ("byte 0x%02x"), (unsigned) (guchar) token->start[0]);
  if (!g_unichar_isprint (c))
    return g_strdup_printf ("U+%04X", c);
  return g_strdup_printf (_ ("'%.*s'"), token->length, token->start);
}

char *
expr_token_describe (const ExprToken *token)
{
  switch (token->type) {
  case EXPR_TOKEN_END:
    return g_strdup (_ ("the end"));
  case EXPR_TOKEN_ALIEN:
    return describe_alien (token);
  case EXPR_TOKEN_NUMBER:
  case EXPR_TOKEN_NAME:
  case EXPR_TOKEN_SYMBOL:
    break;
  }
  bool fits = token->length <= SHOWN_BYTES;
  return g_strdup_printf (fits ? _ ("'%.*s'") : _ ("'%.*s…'"), MIN (token->length, SHOWN_BYTES),
                          token->start);
}
