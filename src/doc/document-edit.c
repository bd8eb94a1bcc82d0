// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of one element: its text is changed and read again, so that the reader is the only judge
// of what an element may be.

#include "doc/document-private.h"
#include "doc/json.h"
#include "doc/members.h"
#include "doc/reader.h"
#include "doc/writer.h"

#include <glib/gi18n.h>
#include <string.h>

static bool
unknown (GError **error, const char *id)
{
  g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN, _ ("nothing is called \"%s\""),
               id);
  return false;
}

bool
tr_document_add (TrDocument *d, const char *json, char **id, GError **error)
{
  TrElement at;
  TrEdit *e = tr_document_begin (d);
  bool ok = tr_edit_read_element (e, d->model, &d->state, TR_ELEMENT_NONE, -1, json, strlen (json),
                                  &at, error);
  if (ok && id)
    *id = g_strdup (tr_model_element_id (d->model, at));
  return tr_document_end (d, e, ok);
}

bool
tr_document_add_all (TrDocument *d, const char *const *json, GError **error)
{
  TrEdit *e = tr_document_begin (d);
  return tr_document_end (d, e, tr_edit_read_elements (e, d->model, &d->state, json, error));
}

// What the texts and points of new elements point to stays in the pool that it is in.
void
tr_document_absorb (TrDocument *d, TrDocument *grown)
{
  TrEdit *e = tr_document_begin (d);
  TrModel *m = d->model;
  const TrModel *g = grown->model;
  int body = m->n_bodies, label = m->n_labels;

  g_return_if_fail (g->n_bodies >= body && g->n_labels >= label);
  tr_pool_keep (m->pool, g->pool);
  tr_edit_append (e, m, TR_ELEMENT_BODY, g->n_bodies - body);
  tr_edit_append (e, m, TR_ELEMENT_LABEL, g->n_labels - label);
  for (int i = body; i < g->n_bodies; i++) {
    m->bodies[i] = g->bodies[i];
    m->bodies[i].stamp = tr_pool_stamp (m->pool);
    tr_model_index (m, TR_ELEMENT_BODY, i, m->bodies[i].id);
  }
  for (int i = label; i < g->n_labels; i++) {
    m->labels[i] = g->labels[i];
    m->labels[i].id = NULL; // another one here may have it by now
    tr_model_index_label (m, i);
  }
  if (!tr_edit_finish (e, m, NULL)) // it was a drawing there
    g_return_if_reached ();
  d->state = tr_edit_carry (e, m, d->state);
  for (int i = body; i < m->n_bodies; i++)
    if (m->bodies[i].n > 0)
      memcpy (d->state->q + m->bodies[i].q, grown->state->q + g->bodies[i].q,
              (size_t) m->bodies[i].n * sizeof (double));
  tr_document_end (d, e, true);
}

static bool
replace (TrDocument *d, TrElement at, const char *text, GError **error)
{
  TrEdit *e = tr_document_begin (d);
  bool ok = tr_edit_read_element (e, d->model, &d->state, at.kind, at.index, text, strlen (text),
                                  NULL, error);
  return tr_document_end (d, e, ok);
}

static bool
replace_by (TrDocument *d, TrElement at, json_t *object, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  tr_json_append (text, object);
  return replace (d, at, text->str, error);
}

// A scalar of a body's state: where the body starts, not held.
static bool
set_state (TrDocument *d, int body, int member, const char *value, GError **error)
{
  const TrBody *b = &d->model->bodies[body];
  g_autoptr (json_t) v = tr_document_parse_value (value);
  double x;
  if (json_is_number (v)) {
    x = json_number_value (v);
  } else {
    const char *text = json_is_string (v) ? json_string_value (v) : "";
    g_autoptr (TrExpr) e = tr_expr_parse (text, error);
    const TrVar *vars = e ? tr_model_bind (d->model, e, false, error) : NULL;
    if (!e || (!vars && tr_expr_n_vars (e) > 0))
      return false;
    x = tr_model_expr_value (d->model, e, vars, d->state->q, d->state->time);
  }
  if (!isfinite (x) || fabs (x) > 1e12) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                 _ ("%s: expected a number of at most 1e12"), value);
    return false;
  }
  // A radius below 0, a flat sheet would not be read again.
  int at = b->q + member;
  double before = d->state->q[at];
  TrElement element = {TR_ELEMENT_BODY, body};
  d->state->q[at] = x;
  g_autofree char *text = tr_write_element (d->model, d->state, element);
  if (replace (d, element, text, error))
    return true;
  d->state->q[at] = before;
  return false;
}

// Sets a member of an object, or one of an object in it (style.width).
static bool
set_member (json_t *object, const char *member, json_t *value)
{
  const char *dot = strchr (member, '.');
  if (!dot)
    return json_object_set (object, member, value) == 0;
  g_autofree char *head = g_strndup (member, (gsize) (dot - member));
  json_t *inner = json_object_get (object, head);
  if (!inner) {
    inner = json_object ();
    json_object_set_new (object, head, inner);
  }
  return json_is_object (inner) && set_member (inner, dot + 1, value);
}

static json_t *
element_object (TrDocument *d, TrElement at)
{
  g_autofree char *text = tr_write_element (d->model, d->state, at);
  return tr_json_parse (text, strlen (text), "", NULL);
}

static bool
rename_to (TrDocument *d, TrElement at, const char *value, GError **error)
{
  g_autoptr (json_t) v = tr_document_parse_value (value);
  return tr_document_rename (d, at, json_is_string (v) ? json_string_value (v) : value, error);
}

bool
tr_document_set (TrDocument *d, const char *what, const char *value, GError **error)
{
  const TrModel *m = d->model;
  const char *dot = strchr (what, '.');
  if (!dot || dot == what || !dot[1]) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                 _ ("\"%s\": expected ID.MEMBER"), what);
    return false;
  }
  g_autofree char *id = g_strndup (what, (gsize) (dot - what));
  const char *member = dot + 1;
  g_autofree char *head = g_strndup (member, strcspn (member, "."));
  TrElement at = tr_model_find (m, id);
  if (at.kind == TR_ELEMENT_NONE)
    return g_str_equal (id, "world") ? tr_document_set_world (d, member, value, error)
                                     : unknown (error, id);
  if ((at.kind == TR_ELEMENT_PARAMETER && g_str_equal (member, "name")) ||
      (at.kind == TR_ELEMENT_BODY && g_str_equal (member, "id")))
    return rename_to (d, at, value, error);
  TrMembers members = tr_document_members (m, at);
  if (!tr_members_has (&members, head)) {
    int scalar =
        at.kind == TR_ELEMENT_BODY ? tr_body_find_member (&m->bodies[at.index], member) : -1;
    if (scalar >= 0 && scalar < m->bodies[at.index].n)
      return set_state (d, at.index, scalar, value, error);
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                 _ ("%s has no member \"%s\" that can be set"), id, member);
    return false;
  }
  g_autoptr (json_t) object = element_object (d, at);
  g_autoptr (json_t) v = tr_document_parse_value (value);
  g_return_val_if_fail (object, false);
  if (!set_member (object, member, v)) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                 _ ("%s.%s cannot be set: %s is no object"), id, member, head);
    return false;
  }
  return replace_by (d, at, object, error);
}

bool
tr_document_change (TrDocument *d, const char *id, const char *json, GError **error)
{
  TrElement at = tr_model_find (d->model, id);
  g_autoptr (json_t) members = tr_json_parse (json, strlen (json), "JSON", error);

  if (!members)
    return false;
  if (at.kind == TR_ELEMENT_NONE)
    return unknown (error, id);
  g_autoptr (json_t) object = element_object (d, at);
  g_return_val_if_fail (object && json_object_update (object, members) == 0, false);
  const char *key;
  json_t *v;
  void *next;
  json_object_foreach_safe (object, next, key, v) if (json_is_null (v))
      json_object_del (object, key);
  return replace_by (d, at, object, error);
}

bool
tr_document_enable (TrDocument *d, const char *id, bool enabled, GError **error)
{
  TrElement at = tr_model_find (d->model, id);
  if (at.kind != TR_ELEMENT_CONSTRAINT && at.kind != TR_ELEMENT_FORCE) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                 _ ("no constraint is called \"%s\""), id);
    return false;
  }
  g_autoptr (json_t) object = element_object (d, at);
  g_return_val_if_fail (object, false);
  if (enabled)
    json_object_del (object, "enabled");
  else
    json_object_set_new (object, "enabled", json_false ());
  return replace_by (d, at, object, error);
}
