// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/writer-private.h"

static void
append_key (TrObject *o, const char *key)
{
  if (o->n++ > 0)
    g_string_append (o->out, ", ");
  tr_json_append_string (o->out, key);
  g_string_append (o->out, ": ");
}

// What is kept behind a known member: unknown ones, and the member itself where it said no more
// than its absence and still says so.
static void
append_extras (TrObject *o, const char *member, bool is_written)
{
  const char *next = o->extras, *after, *key, *json;
  while (tr_extras_next (&next, &after, &key, &json)) {
    if (!g_str_equal (after, member) || (is_written && g_str_equal (key, member)))
      continue;
    append_key (o, key);
    g_string_append (o->out, json);
  }
}

TrObject
tr_object_open (GString *out, const char *extras)
{
  TrObject o = {out, extras, 0};
  g_string_append_c (out, '{');
  append_extras (&o, "", false);
  return o;
}

void
tr_object_close (TrObject *o)
{
  g_string_append_c (o->out, '}');
}

void
tr_object_key (TrObject *o, const char *key)
{
  append_key (o, key);
}

void
tr_object_after (TrObject *o, const char *key)
{
  if (o->extras != NULL)
    append_extras (o, key, true);
}

void
tr_object_without (TrObject *o, const char *key)
{
  if (o->extras != NULL)
    append_extras (o, key, false);
}

void
tr_object_text (TrObject *o, const char *key, const char *text)
{
  if (text == NULL) {
    tr_object_without (o, key);
    return;
  }
  append_key (o, key);
  tr_json_append_string (o->out, text);
  tr_object_after (o, key);
}

void
tr_object_number (TrObject *o, const char *key, double x)
{
  append_key (o, key);
  tr_json_append_number (o->out, x);
  tr_object_after (o, key);
}

void
tr_object_vec2 (TrObject *o, const char *key, Vec2 p)
{
  append_key (o, key);
  tr_json_append_place (o->out, p);
  tr_object_after (o, key);
}

void
tr_object_flag (TrObject *o, const char *key, bool is_written, bool value)
{
  if (!is_written) {
    tr_object_without (o, key);
    return;
  }
  append_key (o, key);
  g_string_append (o->out, value ? "true" : "false");
  tr_object_after (o, key);
}

void
tr_object_scalar (TrObject *o, const char *key, const TrScalar *s)
{
  append_key (o, key);
  tr_append_scalar (o->out, s);
  tr_object_after (o, key);
}

void
tr_append_scalar (GString *out, const TrScalar *s)
{
  if (s->expr != NULL)
    tr_json_append_string (out, tr_expr_text (s->expr));
  else
    tr_json_append_number (out, s->value);
}

void
tr_append_points (GString *out, const double *q, int n)
{
  g_string_append_c (out, '[');
  for (int i = 0; i < n; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    tr_json_append_place (out, v2 (q[2 * i], q[2 * i + 1]));
  }
  g_string_append_c (out, ']');
}
