// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/json.h"

#include "math/number.h"

#include <glib/gi18n.h>
#include <string.h>

GQuark
tr_read_error_quark (void)
{
  return g_quark_from_static_string ("tr-read-error-quark");
}

// Where a byte is: lines and characters from 1.
static void
find_place (const char *text, size_t at, int *line, int *column)
{
  *line = *column = 1;
  for (size_t i = 0; i < at; i++) {
    if (text[i] == '\n') {
      (*line)++;
      *column = 1;
    } else if (((unsigned char) text[i] & 0xC0) != 0x80)
      (*column)++;
  }
}

// The byte at which brackets nest too deep; n: they do not. Before the parser, which recurses.
static size_t
find_too_deep (const char *text, size_t n)
{
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < n; i++) {
    char c = text[i];
    if (quoted) {
      if (c == '\\')
        i++;
      else if (c == '"')
        quoted = false;
    } else if (c == '"')
      quoted = true;
    else if ((c == '[' || c == '{') && ++depth > TR_JSON_DEPTH)
      return i;
    else if (c == ']' || c == '}')
      depth--;
  }
  return n;
}

static json_t *
refuse (const char *name, int line, int column, const char *message, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_SYNTAX, _ ("%s:%d:%d: %s"), name, line, column,
               valid);
  return NULL;
}

typedef struct {
  const char *says, *expected;
} Phrase;

// What the parser says is wrong, as what was expected instead. Where it says that a symbol was
// expected, the symbol is that.
static const Phrase phrases[] = {
    {"invalid token", N_ ("a value")},
    {"unexpected token", N_ ("a value")},
    {"duplicate object key", N_ ("each member once")},
    {"invalid escape", N_ ("an escape sequence of JSON")},
    {"invalid Unicode", N_ ("an escape sequence of a character")},
    {"unexpected newline", N_ ("the end of the string on its line")},
    {"control character", N_ ("no control character in a string")},
    {"premature end of input", N_ ("more text")},
    {"unable to decode byte", N_ ("UTF-8")},
    {"real number overflow", N_ ("a number that is not too large")},
    {"too big", N_ ("a number that is not too large")},
    {"end of file expected", N_ ("the end")},
    {"string or '}' expected near '}'", N_ ("a member after the comma")},
    {"string or '}' expected", N_ ("string or '}'")},
};

static char *
found_token (const char *token)
{
  size_t n = strlen (token);
  if (g_str_equal (token, "end of file"))
    return g_strdup (_ ("the end"));
  if (n < 2 || token[0] != '\'' || token[n - 1] != '\'')
    return g_strdup (token);
  g_autofree char *inside = g_strndup (token + 1, n - 2);
  if (g_str_equal (inside, "\"")) // a string that has just begun tells nothing
    return g_strdup ("");
  return *inside == '"' ? g_steal_pointer (&inside) : g_strdup_printf ("\"%s\"", inside);
}

// found: may be empty.
static char *
expect (const char *what, const char *found)
{
  if (*found)
    return g_strdup_printf (_ ("expected %s, found %s"), what, found);
  return g_strdup_printf (_ ("expected %s"), what);
}

// "X expected near 'Y'" and the like become: expected X, found "Y".
static char *
rephrase (const char *says)
{
  const char *near = g_strrstr (says, " near ");
  g_autofree char *what = near ? g_strndup (says, (gsize) (near - says)) : g_strdup (says);
  g_autofree char *found = found_token (near ? near + strlen (" near ") : "");
  for (size_t i = 0; i < G_N_ELEMENTS (phrases); i++)
    if (g_str_has_prefix (says, phrases[i].says))
      return expect (_ (phrases[i].expected), found);
  if (g_str_has_suffix (what, " expected")) {
    what[strlen (what) - strlen (" expected")] = '\0';
    return expect (what, found);
  }
  return g_strdup_printf (_ ("expected JSON: %s"), says);
}

static const size_t parser_flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;

size_t
tr_json_mark (const char *text, size_t n)
{
  return n >= 3 && memcmp (text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

json_t *
tr_json_parse_piece (const char *text, size_t n)
{
  return json_loadb (text, n, parser_flags, NULL);
}

json_t *
tr_json_parse (const char *text, size_t n, const char *name, GError **error)
{
  json_error_t e;
  int line, column;
  if (n > TR_JSON_BYTES)
    return refuse (name, 1, 1, _ ("expected at most 256 MiB"), error);
  size_t mark = tr_json_mark (text, n);
  text += mark;
  n -= mark;
  size_t deep = find_too_deep (text, n);
  if (deep < n) {
    find_place (text, deep, &line, &column);
    return refuse (name, line, column, _ ("expected nesting of at most 64"), error);
  }
  const char *nul = memchr (text, '\0', n);
  if (nul) {
    find_place (text, (size_t) (nul - text), &line, &column);
    return refuse (name, line, column, _ ("expected no NUL character"), error);
  }
  // Whole numbers stay whole, so that members of newer formats keep all their digits; where one
  // is too large for that, all are read as doubles.
  json_t *v = json_loadb (text, n, parser_flags, &e);
  if (v == NULL && json_error_code (&e) == json_error_numeric_overflow)
    v = json_loadb (text, n, parser_flags | JSON_DECODE_INT_AS_REAL, &e);
  if (v != NULL)
    return v;
  g_autofree char *message = json_error_code (&e) == json_error_null_character
                                 ? g_strdup (_ ("expected no NUL character"))
                                 : rephrase (e.text);
  return refuse (name, MAX (e.line, 1), MAX (e.column, 1), message, error);
}

const char *
tr_json_describe (const json_t *v)
{
  if (v == NULL)
    return _ ("nothing");
  switch (json_typeof (v)) {
  case JSON_OBJECT:
    return _ ("an object");
  case JSON_ARRAY:
    return _ ("a list");
  case JSON_STRING:
    return _ ("a string");
  case JSON_INTEGER:
  case JSON_REAL:
    return _ ("a number");
  case JSON_TRUE:
    return "true";
  case JSON_FALSE:
    return "false";
  case JSON_NULL:
    return "null";
  }
  return _ ("nothing");
}

void
tr_json_append_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *plain = text;; text++) {
    unsigned char c = (unsigned char) *text;
    if (c >= 0x20 && c != '"' && c != '\\')
      continue;
    g_string_append_len (out, plain, text - plain);
    plain = text + 1;
    if (c == '\0')
      break;
    if (c == '"' || c == '\\')
      g_string_append_printf (out, "\\%c", c);
    else if (c == '\n')
      g_string_append (out, "\\n");
    else if (c == '\t')
      g_string_append (out, "\\t");
    else
      g_string_append_printf (out, "\\u%04x", c);
  }
  g_string_append_c (out, '"');
}

void
tr_json_append_number (GString *out, double x)
{
  char buf[TR_NUMBER_SIZE];
  int n = tr_number_format (x, buf);
  g_string_append_len (out, buf, n);
}

static void
append_object (GString *out, json_t *v)
{
  const char *key, *separator = "";
  json_t *member;
  g_string_append_c (out, '{');
  json_object_foreach (v, key, member)
  {
    g_string_append (out, separator);
    tr_json_append_string (out, key);
    g_string_append (out, ": ");
    tr_json_append (out, member);
    separator = ", ";
  }
  g_string_append_c (out, '}');
}

static void
append_list (GString *out, const json_t *v)
{
  g_string_append_c (out, '[');
  for (size_t i = 0; i < json_array_size (v); i++) {
    if (i > 0)
      g_string_append (out, ", ");
    tr_json_append (out, json_array_get (v, i));
  }
  g_string_append_c (out, ']');
}

void
tr_json_append (GString *out, const json_t *v)
{
  switch (json_typeof (v)) {
  case JSON_OBJECT:
    append_object (out, (json_t *) v);
    break;
  case JSON_ARRAY:
    append_list (out, v);
    break;
  case JSON_STRING:
    tr_json_append_string (out, json_string_value (v));
    break;
  case JSON_INTEGER:
    g_string_append_printf (out, "%" JSON_INTEGER_FORMAT, json_integer_value (v));
    break;
  case JSON_REAL:
    tr_json_append_number (out, json_real_value (v));
    break;
  case JSON_TRUE:
    g_string_append (out, "true");
    break;
  case JSON_FALSE:
    g_string_append (out, "false");
    break;
  case JSON_NULL:
    g_string_append (out, "null");
    break;
  }
}

void
tr_json_append_place (GString *out, Vec2 p)
{
  g_string_append_c (out, '[');
  tr_json_append_number (out, p.x);
  g_string_append (out, ", ");
  tr_json_append_number (out, p.y);
  g_string_append_c (out, ']');
}
