// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Connectors as people write them on a command line: s1.b, c1@0.5, sheet1(3,4).

#include "math/number.h"
#include "session/session.h"

#include <string.h>

#define PARTS "s1.b (a named point), c1@0.5 (at a parameter) or sheet1(3,4) (a local point)"

static bool fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static bool
fail (GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN, text);
  return false;
}

// As in the expression language: .5 and 5. too.
bool
tr_session_parse_number (const char *text, double *x)
{
  if (tr_number_parse (text, x))
    return true;
  char *end;
  size_t sign = *text == '-' ? 1 : 0;
  if (text[sign] == '\0' || strspn (text + sign, "0123456789.eE+-") != strlen (text + sign))
    return false;
  *x = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*x);
}

// As large as a document's at most.
static bool
parse_numbers (const char *text, int n, double *x)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  if ((int) g_strv_length (parts) != n)
    return false;
  for (int i = 0; i < n; i++)
    if (!tr_session_parse_number (g_strstrip (parts[i]), &x[i]) || !(fabs (x[i]) <= TR_VALUE_MAX))
      return false;
  return true;
}

bool
tr_session_parse_place (const char *text, Vec2 *p)
{
  double x[2];
  if (!parse_numbers (text, G_N_ELEMENTS (x), x))
    return false;
  *p = v2 (x[0], x[1]);
  return true;
}

// c1@0.5
static bool
parse_parameter (const TrModel *m, const char *text, TrConnector *c, GError **error)
{
  const TrBody *b = &m->bodies[c->body];
  double t0, t1;
  c->kind = TR_AT_T;
  if (!tr_body_get_ops (b)->has_curve)
    return fail (error, "the %s %s has no curve: expected %s", tr_body_get_ops (b)->name, b->id,
                 PARTS);
  if (!parse_numbers (text, 1, &c->p.x))
    return fail (error, "\"%s\" is no parameter: expected a number after @", text);
  tr_body_get_ops (b)->range (b, &t0, &t1);
  if (!tr_body_is_closed (b) && (c->p.x < t0 || c->p.x > t1))
    return fail (error, "%s@%s: the parameter of %s runs from %g to %g", b->id, text, b->id, t0,
                 t1);
  return true;
}

// sheet1(3,4)
static bool
parse_local (const TrModel *m, const char *text, TrConnector *c, GError **error)
{
  const TrBody *b = &m->bodies[c->body];
  g_autofree char *inner = g_strdup (text);
  double x[2];
  c->kind = TR_AT_LOCAL;
  if (!tr_body_get_ops (b)->has_local)
    return fail (error, "the %s %s has no local points: expected %s", tr_body_get_ops (b)->name,
                 b->id, PARTS);
  size_t n = strlen (inner);
  if (n == 0 || inner[n - 1] != ')')
    return fail (error, "expected ) at the end of %s(%s", b->id, text);
  inner[n - 1] = '\0';
  if (!parse_numbers (inner, 2, x))
    return fail (error, "\"(%s\" is no place: expected (X,Y)", text);
  c->p = v2 (x[0], x[1]);
  return true;
}

static bool
parse_named (const TrModel *m, const char *text, TrConnector *c, GError **error)
{
  const TrBody *b = &m->bodies[c->body];
  c->kind = TR_AT_NAMED;
  c->point = tr_body_find_point (b, text);
  if (c->point >= 0)
    return true;
  GString *names = g_string_new (NULL);
  char buffer[32];
  for (int i = 0; i < MIN (tr_body_n_points (b), 8); i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", tr_body_point_name (b, i, buffer));
  fail (error, "the %s %s has no point \"%s\"%s%s", tr_body_get_ops (b)->name, b->id, text,
        names->len ? ": it has " : "", names->str);
  g_string_free (names, TRUE);
  return false;
}

bool
tr_session_parse_connector (const TrModel *m, const char *text, TrConnector *c, GError **error)
{
  *c = (TrConnector){.body = -1, .slide = -1};
  double x[2];
  if (parse_numbers (text, 2, x)) {
    c->kind = TR_AT_GROUND;
    c->p = v2 (x[0], x[1]);
    return true;
  }
  size_t n = strcspn (text, ".@(");
  if (n == 0 || text[n] == '\0')
    return fail (error, "\"%s\" is no connector: expected %s", text, PARTS);
  g_autofree char *id = g_strndup (text, n);
  TrElement at = tr_model_find (m, id);
  if (at.kind != TR_ELEMENT_BODY)
    return fail (error, "no body is called \"%s\"", id);
  c->body = at.index;
  switch (text[n]) {
  case '@':
    return parse_parameter (m, text + n + 1, c, error);
  case '(':
    return parse_local (m, text + n + 1, c, error);
  default:
    return parse_named (m, text + n + 1, c, error);
  }
}

char *
tr_session_connector_text (const TrModel *m, const TrConnector *c)
{
  char name[32], x[32], y[32];
  tr_number_format (c->p.x, x);
  tr_number_format (c->p.y, y);
  switch (c->kind) {
  case TR_AT_GROUND:
    return g_strdup_printf ("%s,%s", x, y);
  case TR_AT_NAMED:
    return g_strdup_printf ("%s.%s", m->bodies[c->body].id,
                            tr_body_point_name (&m->bodies[c->body], c->point, name));
  case TR_AT_T:
  case TR_AT_SLIDE:
    return g_strdup_printf ("%s@%s", m->bodies[c->body].id, x);
  case TR_AT_LOCAL:
    return g_strdup_printf ("%s(%s,%s)", m->bodies[c->body].id, x, y);
  }
  g_return_val_if_reached (NULL);
}
