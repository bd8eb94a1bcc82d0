// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/writer.h"

#include "doc/writer-private.h"

#include <string.h>

// Top-level members stand on lines of their own.
static void
append_key (GString *out, const char *key)
{
  g_string_append (out, out->len > 2 ? ",\n  " : "  ");
  tr_json_append_string (out, key);
  g_string_append (out, ": ");
}

// An unknown top-level list, written on one line, in the layout of the known ones: from "[a, b]"
// to an element a line. Elements end at commas that are in no bracket and in no string.
static void
append_list_text (GString *out, const char *json)
{
  int depth = 0;
  bool quoted = false;
  for (const char *p = json; *p != '\0'; p++) {
    bool opens = !quoted && (*p == '[' || *p == '{'), closes = !quoted && (*p == ']' || *p == '}');
    if (closes && --depth == 0)
      g_string_append (out, "\n  ");
    g_string_append_c (out, *p);
    if (quoted && *p == '\\')
      g_string_append_c (out, *++p);
    else if (*p == '"')
      quoted = !quoted;
    if (opens && depth++ == 0)
      g_string_append (out, "\n    ");
    if (!quoted && *p == ',' && depth == 1) {
      g_string_append (out, "\n    ");
      p++; // the blank
    }
  }
}

static void
append_extras (GString *out, const TrModel *m, const char *member)
{
  const char *next = m->extras, *after, *key, *json;
  while (tr_extras_next (&next, &after, &key, &json)) {
    if (!g_str_equal (after, member))
      continue;
    append_key (out, key);
    if (json[0] == '[' && json[1] != ']')
      append_list_text (out, json);
    else
      g_string_append (out, json);
  }
}

typedef void (*AppendElement) (TrWriter *w, int index);

static void
append_list (TrWriter *w, const char *key, bool is_written, int n, AppendElement append)
{
  GString *out = w->out;
  if (n > 0 || is_written) {
    append_key (out, key);
    g_string_append_c (out, '[');
    for (int i = 0; i < n; i++) {
      g_string_append (out, i == 0 ? "\n    " : ",\n    ");
      append (w, i);
    }
    g_string_append (out, n > 0 ? "\n  ]" : "]");
  }
  append_extras (out, w->m, key);
}

static void
append_world_members (TrWriter *w)
{
  const TrWorld *world = &w->m->world;
  TrObject o = tr_object_open (w->out, world->extras);
  if ((world->has & TR_HAS_TIME) != 0 || w->s->time < 0 || w->s->time > 0)
    tr_object_number (&o, "time", w->s->time);
  else
    tr_object_without (&o, "time");
  if ((world->has & TR_HAS_LAW) != 0 || world->law != TR_LAW_FIRST_ORDER)
    tr_object_text (&o, "law", tr_law_names[world->law]);
  else
    tr_object_without (&o, "law");
  if ((world->has & TR_HAS_DENSITY) != 0 || world->density < 1 || world->density > 1)
    tr_object_number (&o, "density", world->density);
  else
    tr_object_without (&o, "density");
  if ((world->has & TR_HAS_DRAG) != 0 || world->drag > 0)
    tr_object_number (&o, "drag", world->drag);
  else
    tr_object_without (&o, "drag");
  if (world->has_gravity)
    tr_object_vec2 (&o, "gravity", world->gravity);
  else
    tr_object_without (&o, "gravity");
  if ((world->has & TR_HAS_METRIC) != 0 || world->metric != TR_METRIC_NATURAL)
    tr_object_text (&o, "metric", tr_metric_names[world->metric]);
  else
    tr_object_without (&o, "metric");
  if ((world->has & TR_HAS_SUPPORTS) != 0 || world->supports != TR_SUPPORTS_STAY)
    tr_object_text (&o, "supports", tr_supports_names[world->supports]);
  else
    tr_object_without (&o, "supports");
  tr_object_close (&o);
}

char *
tr_write_world (const TrModel *m, const TrState *s)
{
  GString *out = g_string_new (NULL);
  append_world_members (&(TrWriter){out, m, s});
  return g_string_free (out, FALSE);
}

// Written where it was, or where it says something.
static void
append_world (TrWriter *w)
{
  GString *out = w->out;
  gsize start = out->len;
  append_key (out, "world");
  gsize value = out->len;
  append_world_members (w);
  if ((w->m->has & TR_HAS_WORLD) == 0 && g_str_equal (out->str + value, "{}"))
    g_string_truncate (out, start);
  append_extras (out, w->m, "world");
}

static void
append_view (TrWriter *w)
{
  const TrView *v = &w->m->view;
  bool is_center = v->center.x < 0 || v->center.x > 0 || v->center.y < 0 || v->center.y > 0;
  if ((w->m->has & TR_HAS_VIEW) != 0 || is_center || v->zoom > 0) {
    append_key (w->out, "view");
    TrObject o = tr_object_open (w->out, v->extras);
    if (is_center)
      tr_object_vec2 (&o, "center", v->center);
    else
      tr_object_without (&o, "center");
    if (v->zoom > 0)
      tr_object_number (&o, "zoom", v->zoom);
    else
      tr_object_without (&o, "zoom");
    if (v->size.x > 0)
      tr_object_vec2 (&o, "size", v->size);
    else
      tr_object_without (&o, "size");
    tr_object_close (&o);
  }
  append_extras (w->out, w->m, "view");
}

// Whether another program's member is called like ours; a name stands once in an object.
static bool
is_taken (const TrModel *m, const char *name)
{
  const char *next = m->extras, *after, *key, *json;
  while (tr_extras_next (&next, &after, &key, &json))
    if (g_str_equal (key, name) && !g_str_equal (after, name))
      return true;
  return false;
}

static void
append_layers (TrWriter *w)
{
  const TrLayerNames *layers = &w->m->layers;
  bool is_written = (w->m->has & TR_HAS_LAYERS) != 0 || layers->n > 0;
  if (is_written && !is_taken (w->m, "layers")) {
    append_key (w->out, "layers");
    g_string_append_c (w->out, '[');
    for (int i = 0; i < layers->n; i++) {
      g_string_append (w->out, i > 0 ? ", " : "");
      tr_json_append_string (w->out, layers->names[i]);
    }
    g_string_append_c (w->out, ']');
  }
  append_extras (w->out, w->m, "layers");
}

static void
append_head (TrWriter *w)
{
  const TrModel *m = w->m;
  g_string_append (w->out, "{\n");
  append_extras (w->out, m, "");
  append_key (w->out, "trammel");
  g_string_append (w->out, "1");
  append_extras (w->out, m, "trammel");
  if ((m->has & TR_HAS_UNITS) != 0 || m->units != TR_UNITS_MM) {
    append_key (w->out, "units");
    tr_json_append_string (w->out, tr_units_names[m->units]);
  }
  append_extras (w->out, m, "units");
}

char *
tr_write_model (const TrModel *m, const TrState *s, size_t *n)
{
  g_return_val_if_fail (s->n_q == m->n_q, NULL);
  TrWriter w = {g_string_sized_new (4096), m, s};
  append_head (&w);
  append_list (&w, "parameters", (m->has & TR_HAS_PARAMETERS) != 0, m->n_parameters,
               tr_append_parameter);
  append_list (&w, "bodies", true, m->n_bodies, tr_append_body);
  append_list (&w, "constraints", (m->has & TR_HAS_CONSTRAINTS) != 0, m->n_constraints,
               tr_append_constraint);
  append_list (&w, "forces", (m->has & TR_HAS_FORCES) != 0, m->n_forces, tr_append_force);
  append_list (&w, "traces", (m->has & TR_HAS_TRACES) != 0, m->n_traces, tr_append_trace);
  append_list (&w, "labels", (m->has & TR_HAS_LABELS) != 0, m->n_labels, tr_append_label);
  append_world (&w);
  append_view (&w);
  append_layers (&w);
  g_string_append (w.out, "\n}\n");
  if (n != NULL)
    *n = w.out->len;
  return g_string_free (w.out, FALSE);
}

char *
tr_write_element (const TrModel *m, const TrState *s, TrElement e)
{
  TrWriter w = {g_string_new (NULL), m, s};
  switch (e.kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    tr_append_parameter (&w, e.index);
    break;
  case TR_ELEMENT_BODY:
    tr_append_body (&w, e.index);
    break;
  case TR_ELEMENT_CONSTRAINT:
    tr_append_constraint (&w, e.index);
    break;
  case TR_ELEMENT_FORCE:
    tr_append_force (&w, e.index);
    break;
  case TR_ELEMENT_TRACE:
    tr_append_trace (&w, e.index);
    break;
  case TR_ELEMENT_LABEL:
    tr_append_label (&w, e.index);
    break;
  }
  return g_string_free (w.out, FALSE);
}
