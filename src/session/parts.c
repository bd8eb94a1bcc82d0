// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/parts.h"

#include "math/number.h"

struct _TrParts {
  const TrModel *m;
  GPtrArray *texts; // ends with NULL
  GStringChunk *pool;
  GHashTable *taken; // ids given out
};

TrParts *
tr_parts_new (const TrModel *m)
{
  TrParts *p = g_new0 (TrParts, 1);
  p->m = m;
  p->texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (p->texts, NULL);
  p->pool = g_string_chunk_new (512);
  p->taken = g_hash_table_new (g_str_hash, g_str_equal);
  return p;
}

void
tr_parts_free (TrParts *p)
{
  if (!p)
    return;
  g_ptr_array_unref (p->texts);
  g_string_chunk_free (p->pool);
  g_hash_table_unref (p->taken);
  g_free (p);
}

const TrModel *
tr_parts_model (const TrParts *p)
{
  return p->m;
}

void
tr_parts_add (TrParts *p, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_ptr_array_insert (p->texts, tr_parts_count (p), g_strdup_vprintf (format, args));
  va_end (args);
}

void
tr_parts_attach (TrParts *p, const char *a, const char *b)
{
  tr_parts_add (p, "{\"id\": \"%s\", \"kind\": \"attach\", \"a\": %s, \"b\": %s}",
                tr_parts_id (p, "attach"), a, b);
}

const char *const *
tr_parts_get (TrParts *p)
{
  return (const char *const *) p->texts->pdata;
}

int
tr_parts_count (const TrParts *p)
{
  return (int) p->texts->len - 1;
}

const char *
tr_parts_keep (TrParts *p, const char *text)
{
  return g_string_chunk_insert (p->pool, text);
}

static const char *keep (TrParts *p, const char *format, ...) G_GNUC_PRINTF (2, 3);

static const char *
keep (TrParts *p, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  return g_string_chunk_insert (p->pool, text);
}

const char *
tr_parts_id (TrParts *p, const char *stem)
{
  for (int i = 1;; i++) {
    g_autofree char *id = g_strdup_printf ("%s%d", stem, i);
    if (tr_model_find (p->m, id).kind != TR_ELEMENT_NONE || g_hash_table_contains (p->taken, id))
      continue;
    char *kept = g_string_chunk_insert (p->pool, id);
    g_hash_table_add (p->taken, kept);
    return kept;
  }
}

const char *
tr_parts_number (TrParts *p, double x)
{
  char text[TR_NUMBER_SIZE];
  tr_number_format (x, text);
  return g_string_chunk_insert (p->pool, text);
}

const char *
tr_parts_place (TrParts *p, Vec2 at)
{
  char x[TR_NUMBER_SIZE], y[TR_NUMBER_SIZE];
  tr_number_format (at.x, x);
  tr_number_format (at.y, y);
  return keep (p, "[%s, %s]", x, y);
}

const char *
tr_parts_string (TrParts *p, const char *text)
{
  g_autoptr (GString) out = g_string_new ("\"");
  for (const char *c = text; *c; c++)
    if ((guchar) *c < 0x20)
      g_string_append_printf (out, "\\u%04x", (guint) *c);
    else {
      if (*c == '"' || *c == '\\')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *c);
    }
  g_string_append_c (out, '"');
  return g_string_chunk_insert (p->pool, out->str);
}

const char *
tr_parts_point (TrParts *p, const char *body, const char *point)
{
  return keep (p, "{\"body\": \"%s\", \"point\": \"%s\"}", body, point);
}

static const char *
on_curve (TrParts *p, const char *body, const char *member, double t)
{
  char text[TR_NUMBER_SIZE];
  tr_number_format (t, text);
  return keep (p, "{\"body\": \"%s\", \"%s\": %s}", body, member, text);
}

const char *
tr_parts_slide (TrParts *p, const char *body, double t)
{
  return on_curve (p, body, "slide", t);
}

const char *
tr_parts_material (TrParts *p, const char *body, double t)
{
  return on_curve (p, body, "t", t);
}

const char *
tr_parts_local (TrParts *p, const char *body, Vec2 at)
{
  return keep (p, "{\"body\": \"%s\", \"local\": %s}", body, tr_parts_place (p, at));
}

const char *
tr_parts_connector (TrParts *p, const TrConnector *c, bool material)
{
  const TrBody *b = c->body >= 0 ? &p->m->bodies[c->body] : NULL;
  char buf[32];

  switch (c->kind) {
  case TR_AT_GROUND:
    break;
  case TR_AT_NAMED:
    return tr_parts_point (p, b->id, tr_body_point_name (b, c->point, buf));
  case TR_AT_T:
    return tr_parts_material (p, b->id, c->p.x);
  case TR_AT_SLIDE:
    return on_curve (p, b->id, material ? "t" : "slide", c->p.x);
  case TR_AT_LOCAL:
    return tr_parts_local (p, b->id, c->p);
  }
  return keep (p, "{\"at\": %s}", tr_parts_place (p, c->p));
}
