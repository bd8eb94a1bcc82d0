// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Copies: a fragment of a document as text, and its way back in under new names.

#include "doc/document-private.h"
#include "doc/json.h"
#include "doc/reader.h"
#include "doc/rename.h"
#include "doc/writer.h"
#include "model/row.h"

#include <glib/gi18n.h>
#include <string.h>

// The bodies that are copied, and whether a constraint is among them: it holds on to at least one
// of them, to the ground perhaps, and to nothing else.
typedef struct {
  const TrModel *m;
  const bool *bodies;
  bool any, other;
} Among;

static void
look_at_body (Among *a, int body)
{
  if (body < 0)
    return;
  a->any |= a->bodies[body];
  a->other |= !a->bodies[body];
}

static void
look_at_end (Among *a, const TrEnd *e)
{
  if (e->kind == TR_END_BODY)
    look_at_body (a, e->body);
  if (e->kind == TR_END_POINT || e->kind == TR_END_FROMTO)
    look_at_body (a, e->connector[0].body);
  if (e->kind == TR_END_FROMTO)
    look_at_body (a, e->connector[1].body);
}

static void
look_at_vars (Among *a, const TrExpr *e, const TrVar *vars)
{
  for (int i = 0; e && i < tr_expr_n_vars (e); i++)
    look_at_body (a, vars[i].body);
}

static bool
constraint_among (const TrModel *m, const bool *bodies, const TrConstraint *c)
{
  Among a = {m, bodies, false, false};
  for (int k = 0; k < 3; k++)
    look_at_end (&a, &c->end[k]);
  look_at_vars (&a, c->expr, c->vars);
  return a.any && !a.other;
}

static bool
force_among (const TrModel *m, const bool *bodies, const TrForce *f)
{
  Among a = {m, bodies, false, false};
  for (int k = 0; k < 2; k++)
    look_at_end (&a, &f->end[k]);
  look_at_vars (&a, f->expr, f->vars);
  return a.any && !a.other;
}

static void
append_element (TrDocument *d, GString *out, TrElementKind kind, int index, bool *first)
{
  g_autofree char *text = tr_write_element (d->model, d->state, (TrElement){kind, index});
  g_string_append_printf (out, "%s\n    %s", *first ? "" : ",", text);
  *first = false;
}

// A text goes along with its body; alone it is on the ground where it was.
static void
append_label (TrDocument *d, GString *out, const bool *bodies, int index, bool *first)
{
  const TrLabel *l = &d->model->labels[index];
  bool keeps = l->at.kind == TR_AT_GROUND || bodies[l->at.body];
  g_autofree char *text =
      tr_write_element (d->model, d->state, (TrElement){TR_ELEMENT_LABEL, index});
  g_autoptr (json_t) v = keeps ? NULL : tr_json_parse (text, strlen (text), "", NULL);

  g_string_append (out, *first ? "\n    " : ",\n    ");
  *first = false;
  if (!v) {
    g_string_append (out, text);
    return;
  }
  Vec2 at = tr_connector_point (d->model, &l->at, d->state->q);
  json_object_set_new (v, "at", json_pack ("{s: [f, f]}", "at", at.x, at.y));
  tr_json_append (out, v);
}

// Those that are asked for, and those on bodies that are copied.
static void
append_labels (TrDocument *d, GString *out, const bool *bodies, const bool *labels)
{
  const TrModel *m = d->model;
  bool first = true;

  for (int i = 0; i < m->n_labels; i++) {
    bool is_on_one = m->labels[i].at.kind != TR_AT_GROUND && bodies[m->labels[i].at.body];
    if (labels[i] || is_on_one)
      append_label (d, out, bodies, i, &first);
  }
  g_string_append (out, first ? "]\n}\n" : "\n  ]\n}\n");
}

char *
tr_document_copy (TrDocument *d, const char *const *ids, GError **error)
{
  const TrModel *m = d->model;
  g_autofree bool *bodies = g_new0 (bool, m->n_bodies + 1);
  g_autofree bool *labels = g_new0 (bool, m->n_labels + 1);
  for (int i = 0; ids[i]; i++) {
    TrElement at = tr_model_find (m, ids[i]);
    if (at.kind == TR_ELEMENT_NONE) {
      g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                   _ ("nothing is called \"%s\""), ids[i]);
      return NULL;
    }
    if (at.kind == TR_ELEMENT_BODY)
      bodies[at.index] = true;
    if (at.kind == TR_ELEMENT_LABEL)
      labels[at.index] = true;
  }
  GString *out = g_string_new ("{\n  \"trammel\": 1,\n  \"bodies\": [");
  bool first = true;
  for (int i = 0; i < m->n_bodies; i++)
    if (bodies[i])
      append_element (d, out, TR_ELEMENT_BODY, i, &first);
  g_string_append (out, first ? "],\n  \"constraints\": [" : "\n  ],\n  \"constraints\": [");
  first = true;
  for (int i = 0; i < m->n_constraints; i++)
    if (constraint_among (m, bodies, &m->constraints[i]))
      append_element (d, out, TR_ELEMENT_CONSTRAINT, i, &first);
  g_string_append (out, first ? "],\n  \"forces\": [" : "\n  ],\n  \"forces\": [");
  first = true;
  for (int i = 0; i < m->n_forces; i++)
    if (force_among (m, bodies, &m->forces[i]))
      append_element (d, out, TR_ELEMENT_FORCE, i, &first);
  g_string_append (out, first ? "],\n  \"traces\": [" : "\n  ],\n  \"traces\": [");
  first = true;
  for (int i = 0; i < m->n_traces; i++)
    if (m->traces[i].a.body >= 0 && bodies[m->traces[i].a.body])
      append_element (d, out, TR_ELEMENT_TRACE, i, &first);
  g_string_append (out, first ? "],\n  \"labels\": [" : "\n  ],\n  \"labels\": [");
  append_labels (d, out, bodies, labels);
  return g_string_free (out, FALSE);
}

typedef struct {
  const TrModel *m;
  GHashTable *names; // old → new
  GPtrArray *renamed;
  double dx, dy;
} Paste;

static bool
name_is_taken (const Paste *p, const char *name)
{
  if (tr_model_find (p->m, name).kind != TR_ELEMENT_NONE || !tr_expr_is_identifier (name))
    return true;
  for (guint i = 1; i < p->renamed->len; i += 2)
    if (g_str_equal (g_ptr_array_index (p->renamed, i), name))
      return true;
  return false;
}

// A copy of arm_2 is called arm_3, not arm_2_2.
static char *
fresh_name (const Paste *p, const char *old)
{
  g_autofree char *stem = g_strdup (old);
  char *tail = strrchr (stem, '_');
  if (tail && tail > stem && tail[1] && strspn (tail + 1, "0123456789") == strlen (tail + 1))
    *tail = '\0';
  for (int i = 2;; i++) {
    g_autofree char *name = g_strdup_printf ("%s_%d", stem, i);
    if (!name_is_taken (p, name))
      return g_steal_pointer (&name);
  }
}

static void
name_elements (Paste *p, json_t *fragment)
{
  static const char *const lists[] = {"parameters", "bodies", "constraints", "forces", "traces"};
  for (size_t l = 0; l < G_N_ELEMENTS (lists); l++) {
    size_t i;
    json_t *element;
    json_array_foreach (json_object_get (fragment, lists[l]), i, element)
    {
      const char *key = l == 0 ? "name" : "id";
      const char *id = json_string_value (json_object_get (element, key));
      if (!id || g_hash_table_contains (p->names, id))
        continue;
      char *new = fresh_name (p, id);
      g_ptr_array_add (p->renamed, g_strdup (id));
      g_ptr_array_add (p->renamed, new);
      g_hash_table_insert (p->names, g_strdup (id), g_strdup (new));
      json_object_set_new (element, key, json_string (new));
    }
  }
}

static void
rename_label (const Paste *p, json_t *label)
{
  const char *text = json_string_value (json_object_get (label, "text"));
  g_autofree char *new = text ? tr_rename_braces (p->names, p->m, text) : NULL;

  if (new)
    json_object_set_new (label, "text", json_string (new));
}

static bool
listed (const char *key, const char *const *list)
{
  return g_strv_contains (list, key);
}

static void
shift_point (const Paste *p, json_t *v)
{
  if (json_array_size (v) == 2 && json_is_number (json_array_get (v, 0))) {
    json_array_set_new (v, 0, json_real (json_number_value (json_array_get (v, 0)) + p->dx));
    json_array_set_new (v, 1, json_real (json_number_value (json_array_get (v, 1)) + p->dy));
    return;
  }
  size_t i;
  json_t *inner;
  json_array_foreach (v, i, inner) shift_point (p, inner);
}

// Places move along, names are replaced; what speaks of the inside of a body stays.
static void
walk (const Paste *p, json_t *object, bool is_body)
{
  static const char *const places[] = {"at",       "a",      "b",      "center",
                                       "position", "origin", "points", NULL};
  static const char *const inner[] = {"kind", "name",     "point",    "local",   "drawing", "style",
                                      "rest", "elastic",  "size",     "layer",   "group",   "id",
                                      "text", "unknowns", "velocity", "weights", NULL};
  const char *key, *kind = json_string_value (json_object_get (object, "kind"));
  bool is_fix = kind && g_str_equal (kind, "fix"); // its `what` names a member alone
  json_t *v;
  void *next;
  json_object_foreach_safe (object, next, key, v)
  {
    if (listed (key, inner) || (is_fix && g_str_equal (key, "what")))
      continue;
    bool curve = is_body && (g_str_equal (key, "x") || g_str_equal (key, "y"));
    if (json_is_array (v) && listed (key, places)) {
      shift_point (p, v);
    } else if (json_is_string (v) && !curve) {
      g_autofree char *new = tr_rename_words (p->names, json_string_value (v));
      json_object_set_new (object, key, json_string (new));
    } else if (json_is_object (v)) {
      walk (p, v, false);
    } else if (json_is_array (v) && g_str_equal (key, "keys")) {
      size_t i;
      json_t *element;
      json_array_foreach (v, i, element) walk (p, element, false);
    }
  }
}

bool
tr_document_paste (
    TrDocument *d, const char *text, double dx, double dy, GPtrArray **renamed, GError **error)
{
  static const char *const lists[] = {"parameters", "bodies", "constraints",
                                      "forces",     "traces", "labels"};
  g_autoptr (json_t) fragment = tr_json_parse (text, strlen (text), "clipboard", error);
  if (!fragment)
    return false;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) pairs = g_ptr_array_new_with_free_func (g_free);
  Paste p = {d->model, names, pairs, dx, dy};
  name_elements (&p, fragment);
  for (size_t l = 0; l < G_N_ELEMENTS (lists); l++) {
    size_t i;
    json_t *element;
    json_array_foreach (json_object_get (fragment, lists[l]), i, element)
        walk (&p, element, g_str_equal (lists[l], "bodies"));
  }
  size_t i;
  json_t *label;
  json_array_foreach (json_object_get (fragment, "labels"), i, label) rename_label (&p, label);
  json_object_del (fragment, "trammel");
  GString *out = g_string_new (NULL);
  tr_json_append (out, fragment);
  TrEdit *e = tr_document_begin (d);
  bool ok = tr_edit_read_fragment (e, d->model, &d->state, out->str, out->len, error);
  g_string_free (out, TRUE);
  if (tr_document_end (d, e, ok) && renamed)
    *renamed = g_steal_pointer (&pairs);
  return ok;
}
