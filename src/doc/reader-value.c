// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/reader-private.h"

#include "doc/long-text.h"
#include "math/number.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

// "body s1" or "bodies[3]"; NULL at the top of a document.
static char *
describe_place (const TrReader *r)
{
  if (r->id != NULL)
    return tr_element_describe (r->kind, r->id);
  return r->index >= 0 ? g_strdup_printf ("%s[%d]", r->list, r->index) : NULL;
}

// "a.from.point": what lies below the element; NULL at the element itself.
static char *
describe_path (const TrReader *r)
{
  if (r->depth == 0)
    return NULL;
  GString *out = g_string_new (NULL);
  for (int i = 0; i < r->depth; i++)
    if (r->step[i].key != NULL)
      g_string_append_printf (out, "%s%s", i > 0 ? "." : "", r->step[i].key);
    else
      g_string_append_printf (out, "[%d]", r->step[i].index);
  return g_string_free (out, FALSE);
}

static char *
describe_error (const TrReader *r, bool say_member, const char *message)
{
  g_autofree char *place = describe_place (r);
  g_autofree char *path = describe_path (r);
  if (place == NULL && path == NULL)
    return g_strdup (message);
  if (path == NULL)
    return g_strdup_printf (_ ("%s: %s"), place, message);
  if (place == NULL)
    return g_strdup_printf (say_member ? _ ("member %s: %s") : _ ("%s: %s"), path, message);
  return g_strdup_printf (say_member ? _ ("%s, member %s: %s") : _ ("%s, %s: %s"), place, path,
                          message);
}

static void
set_error (TrReader *r, bool say_member, const char *message)
{
  if (r->error != NULL)
    return;
  g_autofree char *whole = describe_error (r, say_member, message);
  g_autofree char *text = tr_long_text_shorten (whole);
  r->error = g_error_new_literal (TR_READ_ERROR, TR_READ_ERROR_MEANING, text);
}

bool
tr_fail (TrReader *r, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  set_error (r, true, message);
  return false;
}

bool
tr_fail_type (TrReader *r, const char *expected, const json_t *found)
{
  return tr_fail (r, _ ("expected %s, found %s"), expected, tr_json_describe (found));
}

bool
tr_fail_with (TrReader *r, GError *error)
{
  set_error (r, false, error->message);
  g_error_free (error);
  return false;
}

void
tr_enter (TrReader *r, const char *key)
{
  g_assert (r->depth < TR_JSON_DEPTH);
  r->step[r->depth++] = (TrStep){key, 0};
}

void
tr_enter_index (TrReader *r, int index)
{
  g_assert (r->depth < TR_JSON_DEPTH);
  r->step[r->depth++] = (TrStep){NULL, index};
}

void
tr_leave (TrReader *r)
{
  g_assert (r->depth > 0);
  r->depth--;
}

bool
tr_read_number (TrReader *r, const json_t *v, double *x)
{
  if (!json_is_number (v))
    return tr_fail_type (r, _ ("a number"), v);
  *x = json_number_value (v) + 0.0; // −0 is 0
  if (!(fabs (*x) <= TR_VALUE_MAX))
    return tr_fail (r, _ ("expected a number of at most 1e12, found a larger one"));
  return true;
}

bool
tr_read_vec2 (TrReader *r, const json_t *v, Vec2 *p)
{
  if (!json_is_array (v) || json_array_size (v) != 2) {
    if (json_is_array (v))
      return tr_fail (r, _ ("expected [x, y], found a list of %zu"), json_array_size (v));
    return tr_fail_type (r, "[x, y]", v);
  }
  const json_t *x = json_array_get (v, 0), *y = json_array_get (v, 1);
  if (!json_is_number (x) || !json_is_number (y))
    return tr_fail (r, _ ("expected [x, y], found %s in it"),
                    tr_json_describe (json_is_number (x) ? y : x));
  return tr_read_number (r, x, &p->x) && tr_read_number (r, y, &p->y);
}

bool
tr_read_bool (TrReader *r, const json_t *v, bool *is)
{
  if (!json_is_boolean (v))
    return tr_fail_type (r, _ ("true or false"), v);
  *is = json_is_true (v);
  return true;
}

bool
tr_read_text (TrReader *r, const json_t *v, const char **text)
{
  if (!json_is_string (v))
    return tr_fail_type (r, _ ("a string"), v);
  *text = tr_pool_text (r->m->pool, json_string_value (v));
  return true;
}

bool
tr_read_name (TrReader *r, const json_t *v, const char *const *names, int *index)
{
  g_autoptr (GString) all = g_string_new (NULL);
  if (json_is_string (v))
    for (int i = 0; names[i] != NULL; i++)
      if (g_str_equal (names[i], json_string_value (v))) {
        *index = i;
        return true;
      }
  int last = (int) g_strv_length ((char **) names) - 1;
  for (int i = 0; i < last; i++)
    g_string_append_printf (all, "%s%s", i == 0 ? "" : _ (", "), names[i]);
  g_autofree char *any = g_strdup_printf (_ ("%s or %s"), all->str, names[last]);
  if (json_is_string (v))
    return tr_fail (r, _ ("expected %s, found \"%s\""), any, json_string_value (v));
  return tr_fail_type (r, any, v);
}

bool
tr_read_id (TrReader *r, const json_t *v, const char **id)
{
  const char *text = json_string_value (v);
  if (text == NULL)
    return tr_fail_type (r, _ ("an identifier"), v);
  if (!tr_expr_is_identifier (text))
    return tr_fail (
        r,
        tr_expr_is_reserved (text)
            ? _ ("expected an identifier, found \"%s\", a word of the expression language")
            : _ ("expected an identifier (letters, digits and _), found \"%s\""),
        text);
  *id = tr_pool_text (r->m->pool, text);
  return true;
}

static bool
parse_expr (TrReader *r, const char *text, TrExpr **e)
{
  GError *error = NULL;
  *e = tr_pool_expr (r->m->pool, tr_expr_parse (text, &error));
  return *e != NULL || tr_fail_with (r, error);
}

bool
tr_read_scalar (TrReader *r, const json_t *v, TrScalar *s)
{
  s->expr = NULL;
  if (json_is_string (v))
    return parse_expr (r, json_string_value (v), &s->expr);
  if (!json_is_number (v))
    return tr_fail_type (r, _ ("a number or an expression"), v);
  return tr_read_number (r, v, &s->value);
}

bool
tr_read_expr (TrReader *r, const json_t *v, TrExpr **e, bool *is_number)
{
  char text[TR_NUMBER_SIZE];
  double x;
  *is_number = json_is_number (v);
  if (json_is_string (v))
    return parse_expr (r, json_string_value (v), e);
  if (!*is_number)
    return tr_fail_type (r, _ ("an expression"), v);
  if (!tr_read_number (r, v, &x))
    return false;
  tr_number_format (x, text);
  return parse_expr (r, text, e);
}

bool
tr_read_points (TrReader *r, const json_t *v, Vec2 **points, int *n)
{
  if (!json_is_array (v))
    return tr_fail_type (r, "[[x, y], …]", v);
  *n = (int) json_array_size (v);
  *points = g_new (Vec2, *n);
  for (int i = 0; i < *n; i++) {
    tr_enter_index (r, i);
    if (!tr_read_vec2 (r, json_array_get (v, (size_t) i), &(*points)[i]))
      return false;
    tr_leave (r);
  }
  return true;
}

bool
tr_member (TrReader *r, json_t *object, const char *key, TrNeed need, json_t **v)
{
  *v = json_object_get (object, key);
  if (*v == NULL && need == TR_REQUIRED)
    return tr_fail (r, _ ("expected a member \"%s\", found none"), key);
  tr_enter (r, key);
  return true;
}

static void
append_extra (GString *out, const char *after, const char *key, const json_t *v)
{
  g_string_append_len (out, after, (gssize) strlen (after) + 1);
  g_string_append_len (out, key, (gssize) strlen (key) + 1);
  tr_json_append (out, v);
  g_string_append_c (out, '\0');
}

// No absence says a text, or an object with anything in it; most members are such.
static bool
may_be_default (const json_t *v)
{
  return !json_is_string (v) && json_object_size (v) == 0;
}

// Whether the value says what its absence would.
static bool
is_default (const TrMembers *members, const char *key, const json_t *v)
{
  const char *expected = may_be_default (v) ? tr_members_default (members, key) : NULL;
  if (expected == NULL)
    return false;
  g_autoptr (GString) text = g_string_new (NULL);
  tr_json_append (text, v);
  return g_str_equal (text->str, expected);
}

const char *
tr_read_extras (TrReader *r, json_t *object, const TrMembers *members)
{
  const char *key, *after = "";
  json_t *v;
  g_string_truncate (r->text, 0);
  json_object_foreach (object, key, v)
  {
    bool known = tr_members_has (members, key);
    if (known)
      after = key;
    if (!known || is_default (members, key, v))
      append_extra (r->text, after, key, v);
  }
  if (r->text->len == 0)
    return NULL;
  g_string_append_len (r->text, "\0\0", 3);
  return tr_pool_copy (r->m->pool, r->text->str, r->text->len);
}

bool
tr_is_object (TrReader *r, const json_t *v, const char *expected)
{
  return json_is_object (v) || tr_fail_type (r, _ (expected), v);
}

bool
tr_register (TrReader *r, TrElementKind kind, int index, const char *id)
{
  return tr_model_index (r->m, kind, index, id) ||
         tr_fail (r, _ ("expected a name that nothing else has, found \"%s\" again"), id);
}
