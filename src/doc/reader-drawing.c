// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Styles, and the marks that rigids and sheets carry.

#include "doc/reader-private.h"

#include <glib/gi18n.h>
#include <string.h>

// "#rrggbb", "#rrggbbaa" or "none".
static bool
is_colour (const char *text)
{
  size_t n = strlen (text);
  if (g_str_equal (text, "none"))
    return true;
  return (n == 7 || n == 9) && text[0] == '#' &&
         strspn (text + 1, "0123456789abcdefABCDEF") == n - 1;
}

static bool
read_colour (TrReader *r, json_t *object, const char *key, const char **colour)
{
  json_t *v;
  if (!tr_member (r, object, key, TR_OPTIONAL, &v))
    return false;
  if (v != NULL) {
    if (!json_is_string (v))
      return tr_fail_type (r, _ ("a colour"), v);
    if (!is_colour (json_string_value (v)))
      return tr_fail (r, _ ("expected #rrggbb, #rrggbbaa or none, found \"%s\""),
                      json_string_value (v));
    *colour = tr_pool_text (r->m->pool, json_string_value (v));
  }
  tr_leave (r);
  return true;
}

static bool
read_width (TrReader *r, json_t *object, double *width)
{
  json_t *v;
  if (!tr_member (r, object, "width", TR_OPTIONAL, &v))
    return false;
  if (v != NULL) {
    if (!tr_read_number (r, v, width))
      return false;
    if (!(*width >= 0))
      return tr_fail (r, _ ("expected a width of 0 or more, found a negative one"));
  }
  tr_leave (r);
  return true;
}

static bool
read_dash (TrReader *r, json_t *v, int *n, const double **out)
{
  double sum = 0;
  if (!json_is_array (v))
    return tr_fail_type (r, _ ("a list of lengths"), v);
  *n = (int) json_array_size (v);
  // An empty list is a dash too: it undoes one that would be inherited.
  g_autofree double *dash = g_new0 (double, *n + 1);
  for (int i = 0; i < *n; i++) {
    tr_enter_index (r, i);
    if (!tr_read_number (r, json_array_get (v, (size_t) i), &dash[i]))
      return false;
    if (!(dash[i] >= 0))
      return tr_fail (r, _ ("expected a length of 0 or more, found a negative one"));
    sum += dash[i];
    tr_leave (r);
  }
  if (*n > 0 && !(sum > 0))
    return tr_fail (r, _ ("expected lengths of which one is above 0"));
  *out = tr_pool_copy (r->m->pool, dash, (size_t) (*n + 1) * sizeof (double));
  return true;
}

static bool
read_dash_member (TrReader *r, json_t *object, int *n, const double **out)
{
  json_t *dash;
  if (!tr_member (r, object, "dash", TR_OPTIONAL, &dash) ||
      (dash != NULL && !read_dash (r, dash, n, out)))
    return false;
  tr_leave (r);
  return true;
}

static bool
read_choice (
    TrReader *r, json_t *object, const char *key, const char *const *names, const char **choice)
{
  json_t *v;
  int i;
  if (!tr_member (r, object, key, TR_OPTIONAL, &v))
    return false;
  if (v != NULL) {
    if (!tr_read_name (r, v, names, &i))
      return false;
    *choice = names[i];
  }
  tr_leave (r);
  return true;
}

bool
tr_read_style (TrReader *r, json_t *v, const TrStyle **style)
{
  TrMembers members = tr_members_style ();
  TrStyle s = {.width = -1};
  if (!tr_is_object (r, v, N_ ("a style")) || !read_colour (r, v, "stroke", &s.stroke) ||
      !read_width (r, v, &s.width) || !read_dash_member (r, v, &s.n_dash, &s.dash))
    return false;
  if (!read_colour (r, v, "fill", &s.fill) || !read_choice (r, v, "cap", tr_cap_names, &s.cap) ||
      !read_choice (r, v, "join", tr_join_names, &s.join))
    return false;
  s.extras = tr_read_extras (r, v, &members);
  *style = tr_pool_copy (r->m->pool, &s, sizeof s);
  return true;
}

static bool
read_path_mark (TrReader *r, json_t *v, TrMark *mark)
{
  json_t *path;
  if (!tr_member (r, v, "path", TR_REQUIRED, &path) || !tr_read_text (r, path, &mark->text))
    return false;
  tr_leave (r);
  return read_colour (r, v, "stroke", &mark->stroke) && read_width (r, v, &mark->width) &&
         read_dash_member (r, v, &mark->n_dash, &mark->dash) &&
         read_colour (r, v, "fill", &mark->fill);
}

static bool
read_text_mark (TrReader *r, json_t *v, TrMark *mark)
{
  json_t *text, *at, *size;
  if (!tr_member (r, v, "text", TR_REQUIRED, &text) || !tr_read_text (r, text, &mark->text))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "at", TR_REQUIRED, &at) || !tr_read_vec2 (r, at, &mark->at))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "size", TR_REQUIRED, &size) || !tr_read_number (r, size, &mark->size.x))
    return false;
  if (!(mark->size.x > 0))
    return tr_fail (r, _ ("expected a size above 0"));
  tr_leave (r);
  return true;
}

// data:image/png;base64,…
static bool
is_image (const char *text)
{
  static const char prefix[] = "data:image/png;base64,";
  if (!g_str_has_prefix (text, prefix))
    return false;
  text += strlen (prefix);
  size_t n = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
  size_t pad = strspn (text + n, "=");
  return n > 0 && pad <= 2 && text[n + pad] == '\0';
}

static bool
read_rect (TrReader *r, const json_t *v, TrMark *mark)
{
  double x[4];
  if (!json_is_array (v) || json_array_size (v) != 4)
    return tr_fail (r, _ ("expected [x, y, width, height], found %s"),
                    json_is_array (v) ? _ ("another number of them") : tr_json_describe (v));
  for (size_t i = 0; i < 4; i++) {
    tr_enter_index (r, (int) i);
    if (!tr_read_number (r, json_array_get (v, i), &x[i]))
      return false;
    tr_leave (r);
  }
  if (!(x[2] > 0 && x[3] > 0))
    return tr_fail (r, _ ("expected a width and a height above 0"));
  mark->at = v2 (x[0], x[1]);
  mark->size = v2 (x[2], x[3]);
  return true;
}

static bool
read_image_mark (TrReader *r, json_t *v, TrMark *mark)
{
  json_t *image, *rect, *rotation, *mirrored;
  if (!tr_member (r, v, "image", TR_REQUIRED, &image) || !tr_read_text (r, image, &mark->text))
    return false;
  if (!is_image (mark->text))
    return tr_fail (r, _ ("expected a data URI (data:image/png;base64,…)"));
  tr_leave (r);
  if (!tr_member (r, v, "rect", TR_REQUIRED, &rect) || !read_rect (r, rect, mark))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "rotation", TR_OPTIONAL, &rotation) ||
      (rotation != NULL && !tr_read_number (r, rotation, &mark->turn)))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "mirrored", TR_OPTIONAL, &mirrored) ||
      (mirrored != NULL && !tr_read_bool (r, mirrored, &mark->mirrored)))
    return false;
  tr_leave (r);
  return true;
}

static bool
read_mark (TrReader *r, json_t *v, TrMark *mark)
{
  bool ok = false;
  *mark = (TrMark){.width = -1};
  if (!tr_is_object (r, v, N_ ("a path, a text or an image")))
    return false;
  if (json_object_get (v, "path") != NULL) {
    mark->kind = TR_MARK_PATH;
    ok = read_path_mark (r, v, mark);
  } else if (json_object_get (v, "text") != NULL) {
    mark->kind = TR_MARK_TEXT;
    ok = read_text_mark (r, v, mark);
  } else if (json_object_get (v, "image") != NULL) {
    mark->kind = TR_MARK_IMAGE;
    ok = read_image_mark (r, v, mark);
  } else
    tr_fail (r, _ ("expected a member \"path\", \"text\" or \"image\", found none"));
  TrMembers members = tr_members_mark (mark->kind);
  if (ok)
    mark->extras = tr_read_extras (r, v, &members);
  return ok;
}

bool
tr_read_drawing (TrReader *r, json_t *v, TrBody *b)
{
  if (!json_is_array (v))
    return tr_fail_type (r, _ ("a list of marks"), v);
  b->n_drawing = (int) json_array_size (v);
  g_autofree TrMark *marks = g_new (TrMark, b->n_drawing);
  for (int i = 0; i < b->n_drawing; i++) {
    tr_enter_index (r, i);
    if (!read_mark (r, json_array_get (v, (size_t) i), &marks[i]))
      return false;
    tr_leave (r);
  }
  b->drawing = tr_pool_copy (r->m->pool, marks, (size_t) b->n_drawing * sizeof (TrMark));
  return true;
}
