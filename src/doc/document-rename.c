// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Another name for a parameter or a body, wherever it is computed with.

#include "doc/document-private.h"
#include "doc/json.h"
#include "doc/members.h"
#include "doc/reader.h"
#include "doc/rename.h"
#include "doc/writer.h"

#include <glib/gi18n.h>
#include <string.h>

// Members whose texts are no expressions.
static bool
is_plain (const char *key)
{
  static const char *const plain[] = {"id",    "kind",  "name",     "style",    "drawing", "layer",
                                      "group", "point", "unknowns", "velocity", "op",      NULL};
  return g_strv_contains (plain, key);
}

static void rename_members (GHashTable *names, json_t *object, const TrMembers *members);

// What is to stand for a value; NULL: it stays, changed inside perhaps.
static json_t *
rename_value (GHashTable *names, json_t *v, bool is_label)
{
  size_t i;
  json_t *element;

  if (json_is_string (v)) {
    const char *text = json_string_value (v);
    g_autofree char *new =
        is_label ? tr_rename_braces (names, NULL, text) : tr_rename_words (names, text);
    return json_string (new);
  }
  if (json_is_object (v))
    rename_members (names, v, NULL);
  json_array_foreach (v, i, element)
  {
    json_t *new = rename_value (names, element, false);
    if (new)
      json_array_set_new (v, i, new);
  }
  return NULL;
}

// members: those of the format, others are not ours to change; NULL: of an object inside.
static void
rename_members (GHashTable *names, json_t *object, const TrMembers *members)
{
  const char *key, *kind = json_string_value (json_object_get (object, "kind"));
  bool is_fix = kind && g_str_equal (kind, "fix"); // its `what` names a member alone
  json_t *v;
  void *next;

  json_object_foreach_safe (object, next, key, v)
  {
    if (is_plain (key) || (json_is_string (v) && tr_rename_is_axis (key, json_string_value (v))) ||
        (is_fix && g_str_equal (key, "what")) || (members && !tr_members_has (members, key)))
      continue;
    json_t *new = rename_value (names, v, g_str_equal (key, "text"));
    if (new &&tr_rename_is_axis (key, json_string_value (new)))
      new = json_pack ("{so}", "body", new);
    if (new)
      json_object_set_new (object, key, new);
  }
}

typedef struct {
  TrDocument *d;
  GHashTable *names;
  GArray *at;       // TrElement: what is read again
  GPtrArray *texts; // with these
} Rename;

static void
add (Rename *r, TrElement e, json_t *object)
{
  GString *text = g_string_new (NULL);

  tr_json_append (text, object);
  g_array_append_val (r->at, e);
  g_ptr_array_add (r->texts, g_string_free (text, FALSE));
}

// An element that computes with it.
static void
look_at (Rename *r, TrElementKind kind, int index)
{
  TrElement e = {kind, index};
  g_autofree char *text = tr_write_element (r->d->model, r->d->state, e);
  g_autoptr (json_t) object = tr_json_parse (text, strlen (text), "", NULL);
  g_autoptr (json_t) before = json_deep_copy (object);
  TrMembers members = tr_document_members (r->d->model, e);

  rename_members (r->names, object, &members);
  if (!json_equal (object, before))
    add (r, e, object);
}

// Neither parameters nor formulas see bodies.
static void
look_at_all (Rename *r, bool is_body)
{
  const TrModel *m = r->d->model;
  const struct {
    TrElementKind kind;
    int n;
  } lists[] = {{TR_ELEMENT_PARAMETER, m->n_parameters},
               {TR_ELEMENT_BODY, m->n_bodies},
               {TR_ELEMENT_CONSTRAINT, m->n_constraints},
               {TR_ELEMENT_FORCE, m->n_forces},
               {TR_ELEMENT_LABEL, m->n_labels}};

  for (guint l = is_body ? 2 : 0; l < G_N_ELEMENTS (lists); l++)
    for (int i = 0; i < lists[l].n; i++)
      look_at (r, lists[l].kind, i);
}

static bool
may_be_called (TrDocument *d, const char *name, GError **error)
{
  const char *why = NULL;

  if (!tr_expr_is_identifier (name))
    why = _ ("a name begins with a letter and has letters, digits and _ only");
  else if (tr_model_find (d->model, name).kind != TR_ELEMENT_NONE)
    why = _ ("something else is called so");
  if (why)
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE, "\"%s\": %s", name, why);
  return why == NULL;
}

bool
tr_document_rename (TrDocument *d, TrElement e, const char *to, GError **error)
{
  bool is_body = e.kind == TR_ELEMENT_BODY;
  const char *from = tr_model_element_id (d->model, e);

  if (strcmp (from, to) == 0)
    return true;
  if (!may_be_called (d, to, error))
    return false;
  g_autofree char *text = tr_write_element (d->model, d->state, e);
  g_autoptr (json_t) object = tr_json_parse (text, strlen (text), "", NULL);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) at = g_array_new (FALSE, FALSE, sizeof (TrElement));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Rename r = {d, names, at, texts};
  g_hash_table_insert (names, (gpointer) from, (gpointer) to);
  json_object_set_new (object, is_body ? "id" : "name", json_string (to));
  add (&r, e, object);
  look_at_all (&r, is_body);
  TrEdit *edit = tr_document_begin (d);
  bool ok = tr_edit_read_again (edit, d->model, &d->state, (const TrElement *) (void *) at->data,
                                (const char *const *) texts->pdata, texts->len, error);
  return tr_document_end (d, edit, ok);
}
