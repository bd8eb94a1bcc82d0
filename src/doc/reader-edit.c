// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One element, or a few, read into a drawing that is there.

#include "doc/reader-list.h"
#include "doc/reader.h"
#include "doc/writer.h"
#include "model/edit-private.h"

#include <glib/gi18n.h>
#include <string.h>

// What the text is an element of: kinds of bodies, constraints and forces have different names;
// a trace, a label and a parameter have none.
static TrElementKind
guess_kind (const json_t *v)
{
  const char *kind = json_string_value (json_object_get (v, "kind"));
  bool is_trace = json_object_get (v, "id") != NULL && json_object_get (v, "a") != NULL &&
                  json_object_get (v, "b") == NULL && json_object_get (v, "value") == NULL;
  if (kind == NULL && json_object_get (v, "kind") == NULL)
    return json_object_get (v, "text") != NULL                             ? TR_ELEMENT_LABEL
           : is_trace                                                      ? TR_ELEMENT_TRACE
           : json_object_get (v, "id") == NULL && json_object_size (v) > 0 ? TR_ELEMENT_PARAMETER
                                                                           : TR_ELEMENT_NONE;
  if (kind == NULL)
    return TR_ELEMENT_NONE;
  if (tr_body_kind_from_name (kind) != TR_N_BODY_KINDS)
    return TR_ELEMENT_BODY;
  if (tr_con_kind_from_name (kind) != TR_N_CON_KINDS)
    return TR_ELEMENT_CONSTRAINT;
  if (tr_force_kind_from_name (kind) != TR_N_FORCE_KINDS)
    return TR_ELEMENT_FORCE;
  return TR_ELEMENT_NONE;
}

static int
count_elements (const TrModel *m, TrElementKind kind)
{
  switch (kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    return m->n_parameters;
  case TR_ELEMENT_BODY:
    return m->n_bodies;
  case TR_ELEMENT_CONSTRAINT:
    return m->n_constraints;
  case TR_ELEMENT_FORCE:
    return m->n_forces;
  case TR_ELEMENT_TRACE:
    return m->n_traces;
  case TR_ELEMENT_LABEL:
    return m->n_labels;
  }
  return 0;
}

static void
begin (TrReader *r, TrEdit *e, TrModel *m, const TrState *s)
{
  tr_reader_init (r, m);
  r->edit = e;
  r->time = s->time;
}

// All of it or nothing.
static bool
finish (TrReader *r, bool ok, TrState **s, GError **error)
{
  ok = ok && tr_reader_finish (r);
  if (ok)
    *s = tr_reader_state (r, tr_edit_carry (r->edit, r->m, *s));
  else
    tr_edit_swap (r->edit, r->m);
  return tr_reader_clear (r, ok ? &r->m : NULL, error);
}

// The text of what takes hold of a body.
typedef struct {
  TrElement e;
  char *text;
} User;

static void
user_clear (gpointer user)
{
  g_free (((User *) user)->text);
}

static void
add_user (GArray *users, const TrModel *m, const TrState *s, TrElementKind kind, int i)
{
  User user = {{kind, i}, NULL};
  user.text = tr_write_element (m, s, user.e);
  g_array_append_val (users, user);
}

static GArray *
find_users (const TrModel *m, const TrState *s, int body)
{
  GArray *users = g_array_new (FALSE, FALSE, sizeof (User));
  g_array_set_clear_func (users, user_clear);
  for (int i = 0; i < m->n_constraints; i++)
    if (tr_constraint_uses (&m->constraints[i], body))
      add_user (users, m, s, TR_ELEMENT_CONSTRAINT, i);
  for (int i = 0; i < m->n_forces; i++)
    if (tr_force_uses (m, &m->forces[i], body))
      add_user (users, m, s, TR_ELEMENT_FORCE, i);
  for (int i = 0; i < m->n_traces; i++)
    if (tr_connector_uses (&m->traces[i].a, body))
      add_user (users, m, s, TR_ELEMENT_TRACE, i);
  for (int i = 0; i < m->n_labels; i++)
    if (tr_connector_uses (&m->labels[i].at, body))
      add_user (users, m, s, TR_ELEMENT_LABEL, i);
  return users;
}

static bool
reread (TrReader *r, const User *user)
{
  g_autoptr (json_t) v = tr_json_parse (user->text, strlen (user->text), "JSON", &r->error);
  if (v == NULL)
    return false;
  return tr_reader_element (r, user->e.kind, user->e.index, v);
}

// Another body in the place of one: what takes hold of it is read again, with the text that it had;
// its points and members may be called otherwise, or be no more.
static bool
read_body (TrReader *r, const TrState *s, int body, json_t *v)
{
  const char *was = r->m->bodies[body].id;
  g_autoptr (GArray) users = find_users (r->m, s, body);
  bool ok = tr_reader_element (r, TR_ELEMENT_BODY, body, v);
  bool renamed = ok && !g_str_equal (r->m->bodies[body].id, was);
  // The old texts find it by its old id; then what holds it says its new one, and an expression that
  // names it is an error.
  if (renamed)
    tr_model_index (r->m, TR_ELEMENT_BODY, body, was);
  for (guint i = 0; ok && i < users->len; i++)
    ok = reread (r, &g_array_index (users, User, i));
  if (renamed)
    tr_model_unindex (r->m, was);
  return ok;
}

static bool
read_at (TrReader *r, const TrState *s, TrElementKind kind, int index, json_t *v)
{
  int n = count_elements (r->m, kind);
  g_assert (index >= -1 && index < n);
  if (!json_is_object (v))
    return tr_fail_type (r, _ ("an object"), v);
  if (kind == TR_ELEMENT_NONE) {
    json_t *found;
    if (!tr_member (r, v, "kind", TR_REQUIRED, &found))
      return false;
    return json_is_string (found)
               ? tr_fail (r, _ ("expected a kind of body, constraint or force, found \"%s\""),
                          json_string_value (found))
               : tr_fail_type (r, _ ("a kind of body"), found);
  }
  if (index >= 0 && kind == TR_ELEMENT_BODY)
    return read_body (r, s, index, v);
  return tr_reader_element (r, kind, index < 0 ? n : index, v);
}

bool
tr_edit_read_element (TrEdit *e,
                      TrModel *m,
                      TrState **s,
                      TrElementKind kind,
                      int index,
                      const char *text,
                      size_t n,
                      TrElement *read,
                      GError **error)
{
  TrReader r;
  g_autoptr (json_t) v = tr_json_parse (text, n, "JSON", error);
  if (v == NULL)
    return false;
  if (kind == TR_ELEMENT_NONE && json_is_object (v))
    kind = guess_kind (v);
  if (read != NULL)
    *read = (TrElement){kind, index < 0 ? count_elements (m, kind) : index};
  begin (&r, e, m, *s);
  return finish (&r, read_at (&r, *s, kind, index, v), s, error);
}

static bool
read_more (TrReader *r, const char *text)
{
  g_autoptr (json_t) v = tr_json_parse (text, strlen (text), "JSON", &r->error);
  if (v == NULL)
    return false;
  return read_at (r, NULL, json_is_object (v) ? guess_kind (v) : TR_ELEMENT_NONE, -1, v);
}

bool
tr_edit_read_elements (TrEdit *e, TrModel *m, TrState **s, const char *const *texts, GError **error)
{
  TrReader r;
  bool ok = true;
  begin (&r, e, m, *s);
  for (int i = 0; ok && texts[i] != NULL; i++)
    ok = read_more (&r, texts[i]);
  return finish (&r, ok, s, error);
}

bool
tr_edit_read_again (TrEdit *e,
                    TrModel *m,
                    TrState **s,
                    const TrElement *at,
                    const char *const *texts,
                    guint n,
                    GError **error)
{
  TrReader r;
  bool ok = true;
  begin (&r, e, m, *s);
  for (guint i = 0; ok && i < n; i++) {
    g_autoptr (json_t) v = tr_json_parse (texts[i], strlen (texts[i]), "JSON", &r.error);
    ok = v != NULL && tr_reader_element (&r, at[i].kind, at[i].index, v);
  }
  return finish (&r, ok, s, error);
}

static bool
read_fragment (TrReader *r, json_t *v)
{
  return tr_is_object (r, v, N_ ("an object")) && tr_reader_lists (r, v);
}

bool
tr_edit_read_fragment (
    TrEdit *e, TrModel *m, TrState **s, const char *text, size_t n, GError **error)
{
  TrReader r;
  g_autoptr (json_t) v = tr_json_parse (text, n, "JSON", error);
  if (v == NULL)
    return false;
  begin (&r, e, m, *s);
  return finish (&r, read_fragment (&r, v), s, error);
}

bool
tr_read_elements (const TrModel *old,
                  const TrState *os,
                  const char *const *texts,
                  TrModel **model,
                  TrState **state,
                  GError **error)
{
  g_autoptr (TrModel) m = tr_model_copy (old);
  g_autoptr (TrState) s = tr_state_copy (os);
  g_autoptr (TrEdit) e = tr_edit_new (m);
  if (!tr_edit_read_elements (e, m, &s, texts, error))
    return false;
  *model = g_steal_pointer (&m);
  *state = g_steal_pointer (&s);
  return true;
}

bool
tr_read_world_again (TrModel *m, const char *text, GError **error)
{
  TrReader r;
  TrWorld before = m->world;
  g_autoptr (json_t) v = tr_json_parse (text, strlen (text), "JSON", error);
  if (v == NULL)
    return false;
  g_autoptr (TrEdit) none = tr_edit_new (m); // it is a drawing that goes on
  tr_reader_init (&r, m);
  r.edit = none;
  bool ok = tr_read_world (&r, v);
  if (!ok)
    m->world = before;
  return tr_reader_clear (&r, ok ? &r.m : NULL, error);
}
