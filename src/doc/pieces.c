// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/pieces.h"

#include "doc/members.h"

#include <string.h>

// The text while it is cut.
typedef struct {
  const char *text;
  size_t n, at;
} Cutter;

static bool
is_space (char x)
{
  return x == ' ' || x == '\n' || x == '\t' || x == '\r';
}

static void
skip_space (Cutter *c)
{
  while (c->at < c->n && is_space (c->text[c->at]))
    c->at++;
}

// Steps over a character, and the space behind it.
static bool
take (Cutter *c, char expected)
{
  if (c->at >= c->n || c->text[c->at] != expected)
    return false;
  c->at++;
  skip_space (c);
  return true;
}

// From a quotation mark to behind the one that ends the string, or to the end of the text.
static void
skip_string (Cutter *c)
{
  const char *text = c->text;
  size_t i = c->at + 1;
  while (i < c->n && text[i] != '"')
    i += text[i] == '\\' ? 2 : 1;
  c->at = MIN (i + 1, c->n);
}

// To the comma or bracket behind a value that has so much room to nest; false: it nests deeper.
static bool
skip_value (Cutter *c, int room, TrPiece *piece)
{
  int depth = 0;
  piece->start = (guint32) c->at;
  for (; c->at < c->n; c->at++) {
    char x = c->text[c->at];
    if (x == '"') {
      skip_string (c);
      c->at--;
    } else if (x == '[' || x == '{') {
      if (++depth > room)
        return false;
    } else if (x == ']' || x == '}') {
      if (depth-- == 0)
        break;
    } else if (x == ',' && depth == 0)
      break;
  }
  piece->end = (guint32) c->at;
  return true;
}

static bool
cut_list (Cutter *c, TrPieces *o, TrCutMember *m)
{
  m->first = (int) o->elements->len;
  m->value.start = (guint32) c->at;
  take (c, '[');
  bool is_empty = take (c, ']');
  while (!is_empty) {
    TrPiece element;
    if (!skip_value (c, TR_JSON_DEPTH - 2, &element))
      return false;
    g_array_append_val (o->elements, element);
    if (take (c, ']'))
      break;
    if (!take (c, ','))
      return false;
  }
  m->value.end = (guint32) c->at;
  m->n = (int) o->elements->len - m->first;
  return true;
}

static bool
cut_member (Cutter *c, TrPieces *o)
{
  TrCutMember m = {.n = -1};
  if (c->at >= c->n || c->text[c->at] != '"')
    return false;
  m.key.start = (guint32) c->at;
  skip_string (c);
  m.key.end = (guint32) c->at;
  skip_space (c);
  // The names of lists are plain: what is written with escapes is left to the parser.
  if (memchr (c->text + m.key.start, '\\', m.key.end - m.key.start) || !take (c, ':'))
    return false;
  bool is_list = c->at < c->n && c->text[c->at] == '[';
  if (!(is_list ? cut_list (c, o, &m) : skip_value (c, TR_JSON_DEPTH - 1, &m.value)))
    return false;
  g_array_append_val (o->members, m);
  return true;
}

bool
tr_pieces_init (TrPieces *o, const char *text, size_t n)
{
  Cutter c = {text, n, 0};
  o->text = text;
  o->members = g_array_new (FALSE, FALSE, sizeof (TrCutMember));
  o->elements = g_array_new (FALSE, FALSE, sizeof (TrPiece));
  // The parser stands still at a NUL behind a number.
  if (n > TR_JSON_BYTES || memchr (text, '\0', n))
    return false;
  c.at = tr_json_mark (text, n);
  skip_space (&c);
  if (!take (&c, '{'))
    return false;
  do
    if (!cut_member (&c, o))
      return false;
  while (take (&c, ','));
  return take (&c, '}') && c.at == n;
}

void
tr_pieces_clear (TrPieces *o)
{
  g_array_unref (o->members);
  g_array_unref (o->elements);
}

static json_t *
parse (const TrPieces *o, TrPiece piece)
{
  return tr_json_parse_piece (o->text + piece.start, piece.end - piece.start);
}

// A list of the format is left empty: its elements are asked for one by one.
static json_t *
parse_member (const TrPieces *o, const TrCutMember *m, const char *key)
{
  TrMembers known = tr_members_document (false);
  return m->n >= 0 && tr_members_has (&known, key) ? json_array () : parse (o, m->value);
}

json_t *
tr_pieces_top (const TrPieces *o)
{
  g_autoptr (json_t) top = json_object ();
  for (guint i = 0; i < o->members->len; i++) {
    const TrCutMember *m = &g_array_index (o->members, TrCutMember, i);
    g_autoptr (json_t) text = parse (o, m->key);
    const char *key = json_string_value (text);
    if (!key || json_object_get (top, key) ||
        json_object_set_new (top, key, parse_member (o, m, key)) != 0)
      return NULL;
  }
  return g_steal_pointer (&top);
}

// NULL: there is none of the name.
static const TrCutMember *
find (const TrPieces *o, const char *list)
{
  size_t n = strlen (list);
  for (guint i = 0; i < o->members->len; i++) {
    const TrCutMember *m = &g_array_index (o->members, TrCutMember, i);
    if (m->key.end - m->key.start == n + 2 && memcmp (o->text + m->key.start + 1, list, n) == 0)
      return m;
  }
  return NULL;
}

int
tr_pieces_count (const TrPieces *o, const char *list)
{
  const TrCutMember *m = find (o, list);
  return m ? MAX (m->n, 0) : 0;
}

json_t *
tr_pieces_element (const TrPieces *o, const char *list, int k)
{
  const TrCutMember *m = find (o, list);
  g_return_val_if_fail (m && k >= 0 && k < m->n, NULL);
  return parse (o, g_array_index (o->elements, TrPiece, m->first + k));
}
