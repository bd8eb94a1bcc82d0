// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Parameters, traces, labels, the world and the view.

#include "doc/reader-private.h"

#include <glib/gi18n.h>

static const double label_size = 3.5; // mm, of a label that says none

static bool
read_name (TrReader *r, json_t *object, const char **name)
{
  json_t *v;
  if (!tr_member (r, object, "name", TR_OPTIONAL, &v) || (v != NULL && !tr_read_text (r, v, name)))
    return false;
  tr_leave (r);
  return true;
}

bool
tr_read_parameter (TrReader *r, json_t *v, int index)
{
  TrMembers members = tr_members_parameter ();
  TrParameter *p = &r->m->parameters[index];
  json_t *value, *free;
  *p = (TrParameter){.name = r->id, .number = -1};
  if (!tr_member (r, v, "value", TR_REQUIRED, &value) || !tr_read_scalar (r, value, &p->value))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "free", TR_OPTIONAL, &free) ||
      (free != NULL && !tr_read_bool (r, free, &p->is_free)))
    return false;
  if (p->is_free && p->value.expr != NULL)
    return tr_fail (r,
                    _ ("expected a number as the value of a free parameter, found an expression"));
  tr_leave (r);
  p->extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
read_pin (TrReader *r, const json_t *v, TrTracePin *pin)
{
  double *numbers[] = {&pin->turn, &pin->at.x, &pin->at.y};
  if (!json_is_array (v) || json_array_size (v) != G_N_ELEMENTS (numbers))
    return tr_fail (r, _ ("expected [angle of the drive, x, y]"));
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    if (!tr_read_number (r, json_array_get (v, k), numbers[k]))
      return false;
  return true;
}

static bool
read_pins (TrReader *r, const json_t *v, TrTrace *t)
{
  if (!json_is_array (v))
    return tr_fail_type (r, _ ("a list"), v);
  t->n_pins = (int) json_array_size (v);
  if (t->n_pins > TR_TRACE_PINS)
    return tr_fail (r, _ ("expected at most %d pins"), TR_TRACE_PINS);
  TrTracePin pins[TR_TRACE_PINS];
  for (int i = 0; i < t->n_pins; i++) {
    tr_enter_index (r, i);
    if (!read_pin (r, json_array_get (v, (size_t) i), &pins[i]))
      return false;
    tr_leave (r);
  }
  t->pins = tr_pool_copy (r->m->pool, pins, sizeof *pins * (size_t) t->n_pins);
  return true;
}

bool
tr_read_trace (TrReader *r, json_t *v, int index)
{
  TrMembers members = tr_members_trace ();
  TrTrace *t = &r->m->traces[index];
  json_t *a, *style, *pins;
  *t = (TrTrace){.id = r->id};
  if (!read_name (r, v, &t->name) || !tr_member (r, v, "a", TR_REQUIRED, &a) ||
      !tr_read_connector (r, a, &t->a))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "style", TR_OPTIONAL, &style) ||
      (style != NULL && !tr_read_style (r, style, &t->style)))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "pins", TR_OPTIONAL, &pins) || (pins != NULL && !read_pins (r, pins, t)))
    return false;
  tr_leave (r);
  t->extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
read_offset (TrReader *r, json_t *object, TrLabel *l)
{
  json_t *v;
  if (!tr_member (r, object, "offset", TR_OPTIONAL, &v) ||
      (v != NULL && !tr_read_vec2 (r, v, &l->offset)))
    return false;
  if (v != NULL)
    l->has |= TR_HAS_OFFSET;
  tr_leave (r);
  return true;
}

static bool
read_size (TrReader *r, json_t *object, TrLabel *l)
{
  json_t *v;
  l->size = label_size;
  if (!tr_member (r, object, "size", TR_OPTIONAL, &v))
    return false;
  if (v != NULL) {
    if (!tr_read_number (r, v, &l->size))
      return false;
    if (!(l->size > 0))
      return tr_fail (r, _ ("expected a size above 0"));
    l->has |= TR_HAS_SIZE;
  }
  tr_leave (r);
  return true;
}

static bool
read_marks (TrReader *r, json_t *object, TrLabel *l)
{
  static const char *const names[2] = {"hidden", "locked"};
  bool is[2] = {false, false};
  for (int i = 0; i < 2; i++) {
    json_t *v;
    if (!tr_member (r, object, names[i], TR_OPTIONAL, &v) ||
        (v != NULL && !tr_read_bool (r, v, &is[i])))
      return false;
    tr_leave (r);
  }
  l->hidden = is[0];
  l->locked = is[1];
  return true;
}

bool
tr_read_label (TrReader *r, json_t *v, int index)
{
  TrMembers members = tr_members_label ();
  TrLabel *l = &r->m->labels[index];
  json_t *text, *at;
  *l = (TrLabel){.id = l->id}; // of the one in whose place it is read
  tr_model_index_label (r->m, index);
  if (!tr_is_object (r, v, N_ ("an object")) || !read_name (r, v, &l->name) ||
      !tr_member (r, v, "text", TR_REQUIRED, &text) || !tr_read_text (r, text, &l->text))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "at", TR_REQUIRED, &at) || !tr_read_connector (r, at, &l->at))
    return false;
  tr_leave (r);
  if (!read_offset (r, v, l) || !read_size (r, v, l) || !read_marks (r, v, l))
    return false;
  l->extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
read_world_number (TrReader *r, json_t *object, const char *key, unsigned bit, double *x)
{
  json_t *v;
  if (!tr_member (r, object, key, TR_OPTIONAL, &v) || (v != NULL && !tr_read_number (r, v, x)))
    return false;
  if (v != NULL)
    r->m->world.has |= bit;
  if (bit == TR_HAS_DENSITY && !(*x > 0))
    return tr_fail (r, _ ("expected a density above 0"));
  if (bit == TR_HAS_DRAG && !(*x >= 0))
    return tr_fail (r, _ ("expected a drag of 0 or more"));
  tr_leave (r);
  return true;
}

static bool
read_world_name (TrReader *r,
                 json_t *object,
                 const char *key,
                 unsigned bit,
                 const char *const *names,
                 int *index)
{
  json_t *v;
  if (!tr_member (r, object, key, TR_OPTIONAL, &v) ||
      (v != NULL && !tr_read_name (r, v, names, index)))
    return false;
  if (v != NULL)
    r->m->world.has |= bit;
  tr_leave (r);
  return true;
}

bool
tr_read_world (TrReader *r, json_t *v)
{
  TrMembers members = tr_members_world ();
  TrWorld *w = &r->m->world;
  int law = TR_LAW_FIRST_ORDER, metric = TR_METRIC_NATURAL, supports = TR_SUPPORTS_STAY;
  json_t *gravity;
  if (!tr_is_object (r, v, N_ ("an object")) ||
      !read_world_number (r, v, "time", TR_HAS_TIME, &r->time) ||
      !read_world_name (r, v, "law", TR_HAS_LAW, tr_law_names, &law) ||
      !read_world_number (r, v, "density", TR_HAS_DENSITY, &w->density) ||
      !read_world_number (r, v, "drag", TR_HAS_DRAG, &w->drag) ||
      !tr_member (r, v, "gravity", TR_OPTIONAL, &gravity) ||
      (gravity != NULL && !tr_read_vec2 (r, gravity, &w->gravity)))
    return false;
  if (gravity != NULL)
    w->has |= TR_HAS_GRAVITY;
  w->has_gravity = gravity != NULL;
  tr_leave (r);
  if (!read_world_name (r, v, "metric", TR_HAS_METRIC, tr_metric_names, &metric) ||
      !read_world_name (r, v, "supports", TR_HAS_SUPPORTS, tr_supports_names, &supports))
    return false;
  w->law = (TrLaw) law;
  w->metric = (TrMetric) metric;
  w->supports = (TrSupports) supports;
  w->extras = tr_read_extras (r, v, &members);
  return true;
}

bool
tr_read_view (TrReader *r, json_t *v)
{
  TrMembers members = tr_members_view ();
  TrView *view = &r->m->view;
  json_t *center, *zoom, *size;
  if (!tr_is_object (r, v, N_ ("an object")) || !tr_member (r, v, "center", TR_OPTIONAL, &center) ||
      (center != NULL && !tr_read_vec2 (r, center, &view->center)))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "zoom", TR_OPTIONAL, &zoom) ||
      (zoom != NULL && !tr_read_number (r, zoom, &view->zoom)))
    return false;
  if (zoom != NULL && !(view->zoom > 0))
    return tr_fail (r, _ ("expected a zoom above 0"));
  tr_leave (r);
  if (!tr_member (r, v, "size", TR_OPTIONAL, &size) ||
      (size != NULL && !tr_read_vec2 (r, size, &view->size)))
    return false;
  if (size != NULL && !(view->size.x > 0 && view->size.y > 0))
    return tr_fail (r, _ ("expected a width and a height above 0"));
  tr_leave (r);
  view->extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
is_new_name (const json_t *v, const GPtrArray *names)
{
  const char *name = json_string_value (v);
  return name && *name &&
         !g_ptr_array_find_with_equal_func ((GPtrArray *) names, name, g_str_equal, NULL);
}

// "layers": ["Frame", "Notes"], each once and none of them empty. What else is called so is another
// program's, and kept like all that is unknown.
bool
tr_read_layers (TrReader *r, const json_t *v)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  if (!json_is_array (v))
    return false;
  for (size_t i = 0; i < json_array_size (v); i++) {
    const json_t *name = json_array_get (v, i);
    if (!is_new_name (name, names))
      return false;
    g_ptr_array_add (names, (gpointer) json_string_value (name));
  }
  for (guint i = 0; i < names->len; i++)
    names->pdata[i] = (gpointer) tr_pool_text (r->m->pool, names->pdata[i]);
  r->m->layers.n = (int) names->len;
  r->m->layers.names = tr_pool_copy (r->m->pool, names->pdata, names->len * sizeof (char *));
  return true;
}
