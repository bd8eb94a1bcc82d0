// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Copies: a fragment of a document as text, and its way back in under new names.

#include "doc/document-private.h"
#include "doc/json.h"
#include "doc/members.h"
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

// What is copied: a flag for each element of a list.
typedef struct {
  TrDocument *d;
  bool *of[TR_ELEMENT_LABEL + 1];
  int n[TR_ELEMENT_LABEL + 1];
} Copy;

static void
copy_init (Copy *c, TrDocument *d)
{
  const TrModel *m = d->model;
  *c = (Copy){.d = d,
              .n = {[TR_ELEMENT_PARAMETER] = m->n_parameters,
                    [TR_ELEMENT_BODY] = m->n_bodies,
                    [TR_ELEMENT_CONSTRAINT] = m->n_constraints,
                    [TR_ELEMENT_FORCE] = m->n_forces,
                    [TR_ELEMENT_TRACE] = m->n_traces,
                    [TR_ELEMENT_LABEL] = m->n_labels}};
  for (guint k = 0; k < G_N_ELEMENTS (c->of); k++)
    c->of[k] = g_new0 (bool, c->n[k] + 1);
}

static void
copy_clear (Copy *c)
{
  for (guint k = 0; k < G_N_ELEMENTS (c->of); k++)
    g_free (c->of[k]);
}

// With those that are asked for go what lies among them, what hangs on them, and the parameters that
// all these compute with: elsewhere nothing may be called so.
static void
copy_rest (Copy *c)
{
  const TrModel *m = c->d->model;
  const bool *bodies = c->of[TR_ELEMENT_BODY];

  for (int i = 0; i < m->n_constraints; i++)
    c->of[TR_ELEMENT_CONSTRAINT][i] = constraint_among (m, bodies, &m->constraints[i]);
  for (int i = 0; i < m->n_forces; i++)
    c->of[TR_ELEMENT_FORCE][i] = force_among (m, bodies, &m->forces[i]);
  for (int i = 0; i < m->n_traces; i++)
    c->of[TR_ELEMENT_TRACE][i] = m->traces[i].a.body >= 0 && bodies[m->traces[i].a.body];
  for (int i = 0; i < m->n_labels; i++)
    c->of[TR_ELEMENT_LABEL][i] |=
        m->labels[i].at.kind != TR_AT_GROUND && bodies[m->labels[i].at.body];
  for (int k = TR_ELEMENT_BODY; k <= TR_ELEMENT_LABEL; k++)
    for (int i = 0; i < c->n[k]; i++)
      if (c->of[k][i])
        tr_document_mark_read (m, (TrElement){(TrElementKind) k, i}, c->of[TR_ELEMENT_PARAMETER]);
}

// A text goes along with its body; alone it is on the ground where it was.
static char *
label_text (const Copy *c, int index)
{
  const TrModel *m = c->d->model;
  const TrLabel *l = &m->labels[index];
  bool keeps = l->at.kind == TR_AT_GROUND || c->of[TR_ELEMENT_BODY][l->at.body];
  char *text = tr_write_element (m, c->d->state, (TrElement){TR_ELEMENT_LABEL, index});
  g_autoptr (json_t) v = keeps ? NULL : tr_json_parse (text, strlen (text), "", NULL);

  if (!v)
    return text;
  Vec2 at = tr_connector_point (m, &l->at, c->d->state->q);
  GString *out = g_string_new (NULL);
  json_object_set_new (v, "at", json_pack ("{s: [f, f]}", "at", at.x, at.y));
  tr_json_append (out, v);
  g_free (text);
  return g_string_free (out, FALSE);
}

static void
append_list (const Copy *c, GString *out, const char *name, TrElementKind kind)
{
  bool first = true;

  g_string_append_printf (out, ",\n  \"%s\": [", name);
  for (int i = 0; i < c->n[kind]; i++)
    if (c->of[kind][i]) {
      g_autofree char *text = kind == TR_ELEMENT_LABEL ? label_text (c, i)
                                                       : tr_write_element (c->d->model, c->d->state,
                                                                           (TrElement){kind, i});
      g_string_append_printf (out, "%s\n    %s", first ? "" : ",", text);
      first = false;
    }
  g_string_append (out, first ? "]" : "\n  ]");
}

char *
tr_document_copy (TrDocument *d, const char *const *ids, GError **error)
{
  static const char *const lists[] = {
      [TR_ELEMENT_PARAMETER] = "parameters",   [TR_ELEMENT_BODY] = "bodies",
      [TR_ELEMENT_CONSTRAINT] = "constraints", [TR_ELEMENT_FORCE] = "forces",
      [TR_ELEMENT_TRACE] = "traces",           [TR_ELEMENT_LABEL] = "labels"};
  Copy c;
  bool any = false;

  for (int i = 0; ids[i]; i++)
    if (tr_model_find (d->model, ids[i]).kind == TR_ELEMENT_NONE) {
      g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                   _ ("nothing is called \"%s\""), ids[i]);
      return NULL;
    }
  copy_init (&c, d);
  for (int i = 0; ids[i]; i++) {
    TrElement at = tr_model_find (d->model, ids[i]);
    if (at.kind == TR_ELEMENT_BODY || at.kind == TR_ELEMENT_LABEL)
      any = c.of[at.kind][at.index] = true;
  }
  if (!any) {
    copy_clear (&c);
    g_set_error_literal (
        error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
        _ ("only bodies and texts are copied, and with bodies what is among them: select those"));
    return NULL;
  }
  copy_rest (&c);
  GString *out = g_string_new ("{\n  \"trammel\": 1");
  if (d->model->units != TR_UNITS_MM)
    g_string_append_printf (out, ",\n  \"units\": \"%s\"", tr_units_names[d->model->units]);
  for (int k = TR_ELEMENT_PARAMETER; k <= TR_ELEMENT_LABEL; k++)
    append_list (&c, out, lists[k], (TrElementKind) k);
  g_string_append (out, "\n}\n");
  copy_clear (&c);
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
  if (tr_model_find (p->m, name).kind != TR_ELEMENT_NONE || !tr_expr_is_identifier (name) ||
      g_strcmp0 (g_hash_table_lookup (p->names, name), name) == 0)
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

static const char *
give_fresh_name (Paste *p, json_t *element, const char *key)
{
  const char *id = json_string_value (json_object_get (element, key));

  if (!id || g_hash_table_contains (p->names, id))
    return NULL;
  char *new = fresh_name (p, id);
  g_ptr_array_add (p->renamed, g_strdup (id));
  g_ptr_array_add (p->renamed, new);
  g_hash_table_insert (p->names, g_strdup (id), g_strdup (new));
  json_object_set_new (element, key, json_string (new));
  return new;
}

// Whether the drawing has this parameter: of that value, or as free, which has none of its own.
static bool
has_parameter (const Paste *p, json_t *parameter)
{
  const char *name = json_string_value (json_object_get (parameter, "name"));
  TrElement e = name ? tr_model_find (p->m, name) : (TrElement){TR_ELEMENT_NONE, -1};
  if (e.kind != TR_ELEMENT_PARAMETER)
    return false;
  g_autofree char *text = tr_write_element (p->m, NULL, e);
  g_autoptr (json_t) own = tr_json_parse (text, strlen (text), "", NULL);
  bool is_free = json_is_true (json_object_get (own, "free"));
  json_t *value = json_object_get (own, "value"), *other = json_object_get (parameter, "value");
  bool is_same = json_is_number (value) && json_is_number (other)
                     ? !(fabs (json_number_value (value) - json_number_value (other)) > 0)
                     : json_equal (value, other);
  return is_free == json_is_true (json_object_get (parameter, "free")) && (is_free || is_same);
}

static bool
is_renamed (const Paste *p, json_t *value)
{
  const char *text = json_string_value (value);
  g_autofree char *new = text ? tr_rename_words (p->names, text) : NULL;
  return new &&strcmp (new, text) != 0;
}

// One that the drawing has too is that; one of another value, or computed from such a one, gets
// another name; one that is new to it keeps its own.
static void
name_parameters (Paste *p, json_t *parameters)
{
  g_autofree bool *is_named = g_new0 (bool, json_array_size (parameters) + 1);
  size_t i;
  json_t *element;

  json_array_foreach (parameters, i, element)
  {
    const char *name = json_string_value (json_object_get (element, "name"));
    is_named[i] = name && tr_model_find (p->m, name).kind == TR_ELEMENT_NONE &&
                  g_hash_table_insert (p->names, g_strdup (name), g_strdup (name));
  }
  for (bool again = true; again;) {
    again = false;
    json_array_foreach (parameters, i, element)
    {
      bool is_other =
          !has_parameter (p, element) || is_renamed (p, json_object_get (element, "value"));
      if (is_named[i] || !is_other)
        continue;
      is_named[i] = give_fresh_name (p, element, "name") != NULL;
      again |= is_named[i];
    }
  }
  for (i = json_array_size (parameters); i-- > 0;)
    if (!is_named[i] && has_parameter (p, json_array_get (parameters, i)))
      json_array_remove (parameters, i);
}

static void
name_elements (Paste *p, json_t *fragment)
{
  static const char *const lists[] = {"bodies", "constraints", "forces", "traces"};

  name_parameters (p, json_object_get (fragment, "parameters"));
  for (size_t l = 0; l < G_N_ELEMENTS (lists); l++) {
    size_t i;
    json_t *element;
    json_array_foreach (json_object_get (fragment, lists[l]), i, element)
        give_fresh_name (p, element, "id");
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
    } else if (json_is_string (v) && !curve && !tr_rename_is_axis (key, json_string_value (v))) {
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

TrUnits
tr_document_copy_units (const char *text)
{
  g_autoptr (json_t) fragment = tr_json_parse (text, strlen (text), "clipboard", NULL);
  const char *name = json_string_value (json_object_get (fragment, "units"));

  for (int i = 0; name && tr_units_names[i]; i++)
    if (g_str_equal (name, tr_units_names[i]))
      return (TrUnits) i;
  return TR_UNITS_MM;
}
