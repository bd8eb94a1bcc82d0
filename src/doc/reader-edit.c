// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One element, or a few, read into a drawing that is there.

#include "doc/reader-list.h"
#include "doc/reader.h"
#include "doc/writer.h"

#include <glib/gi18n.h>
#include <string.h>

// What the text is an element of: kinds of bodies, constraints and forces have different names;
// a trace and a parameter have none.
static TrElementKind
guess_kind (const json_t *v)
{
  const char *kind = json_string_value (json_object_get (v, "kind"));
  if (kind == NULL)
    return json_object_get (v, "a") != NULL ? TR_ELEMENT_TRACE : TR_ELEMENT_PARAMETER;
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
  }
  return 0;
}

static void
begin (TrReader *r, const TrModel *old, const TrState *os)
{
  TrModel *m = tr_model_copy (old);
  tr_model_layout (m); // copies share the table of ids until then
  tr_reader_init (r, m);
  r->time = os->time;
}

static bool
finish (TrReader *r,
        bool ok,
        const TrModel *old,
        const TrState *os,
        TrModel **model,
        TrState **state,
        GError **error)
{
  ok = ok && tr_reader_finish (r);
  if (ok)
    *state = tr_reader_state (r, tr_state_migrate (old, os, r->m));
  return tr_reader_clear (r, ok ? model : NULL, error);
}

// Reads again, with the text that it had, what takes hold of a body that is another one now: its
// points and members may be called otherwise, or be no more.
static bool
reread (TrReader *r, const TrModel *old, const TrState *os, TrElement e)
{
  g_autofree char *text =
      e.kind == TR_ELEMENT_NONE ? tr_write_label (old, os, e.index) : tr_write_element (old, os, e);
  g_autoptr (json_t) v = tr_json_parse (text, strlen (text), "JSON", &r->error);
  if (v == NULL)
    return false;
  if (e.kind == TR_ELEMENT_NONE)
    return tr_reader_label (r, e.index, v);
  return tr_reader_element (r, e.kind, e.index, v);
}

static bool
reread_users (TrReader *r, const TrModel *old, const TrState *os, int body)
{
  bool ok = true;
  // Where it was renamed the old texts still find it, until the next layout; then what holds it
  // says its new name, and an expression that names it is an error.
  tr_model_index (r->m, TR_ELEMENT_BODY, body, old->bodies[body].id);
  for (int i = 0; ok && i < old->n_constraints; i++)
    if (tr_constraint_uses (&old->constraints[i], body))
      ok = reread (r, old, os, (TrElement){TR_ELEMENT_CONSTRAINT, i});
  for (int i = 0; ok && i < old->n_forces; i++)
    if (tr_force_uses (old, &old->forces[i], body))
      ok = reread (r, old, os, (TrElement){TR_ELEMENT_FORCE, i});
  for (int i = 0; ok && i < old->n_traces; i++)
    if (tr_connector_uses (&old->traces[i].a, body))
      ok = reread (r, old, os, (TrElement){TR_ELEMENT_TRACE, i});
  for (int i = 0; ok && i < old->n_labels; i++)
    if (tr_connector_uses (&old->labels[i].at, body))
      ok = reread (r, old, os, (TrElement){TR_ELEMENT_NONE, i});
  return ok;
}

static bool
read_at (
    TrReader *r, const TrModel *old, const TrState *os, TrElementKind kind, int index, json_t *v)
{
  int n = count_elements (old, kind);
  g_assert (index >= -1 && index < n);
  if (!json_is_object (v))
    return tr_fail_type (r, _ ("an object"), v);
  if (kind == TR_ELEMENT_NONE) {
    tr_enter (r, "kind");
    return tr_fail (r, _ ("expected a kind of body, constraint or force, found another one"));
  }
  if (!tr_reader_element (r, kind, index < 0 ? n : index, v))
    return false;
  return index < 0 || kind != TR_ELEMENT_BODY || reread_users (r, old, os, index);
}

bool
tr_read_element (const TrModel *old,
                 const TrState *os,
                 TrElementKind kind,
                 int index,
                 const char *text,
                 size_t n,
                 TrModel **model,
                 TrState **state,
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
    *read = (TrElement){kind, index < 0 ? count_elements (old, kind) : index};
  begin (&r, old, os);
  return finish (&r, read_at (&r, old, os, kind, index, v), old, os, model, state, error);
}

static bool
read_more (TrReader *r, const char *text)
{
  g_autoptr (json_t) v = tr_json_parse (text, strlen (text), "JSON", &r->error);
  if (v == NULL)
    return false;
  if (json_object_get (v, "kind") == NULL && json_object_get (v, "text") != NULL)
    return tr_reader_element (r, TR_ELEMENT_NONE, r->m->n_labels, v);
  return read_at (r, r->m, NULL, json_is_object (v) ? guess_kind (v) : TR_ELEMENT_NONE, -1, v);
}

bool
tr_read_elements (const TrModel *old,
                  const TrState *os,
                  const char *const *texts,
                  TrModel **model,
                  TrState **state,
                  GError **error)
{
  TrReader r;
  bool ok = true;
  begin (&r, old, os);
  for (int i = 0; ok && texts[i] != NULL; i++)
    ok = read_more (&r, texts[i]);
  return finish (&r, ok, old, os, model, state, error);
}

static bool
read_fragment (TrReader *r, json_t *v)
{
  return tr_is_object (r, v, N_ ("an object")) && tr_reader_lists (r, v);
}

bool
tr_read_fragment (const TrModel *old,
                  const TrState *os,
                  const char *text,
                  size_t n,
                  TrModel **model,
                  TrState **state,
                  GError **error)
{
  TrReader r;
  g_autoptr (json_t) v = tr_json_parse (text, n, "JSON", error);
  if (v == NULL)
    return false;
  begin (&r, old, os);
  return finish (&r, read_fragment (&r, v), old, os, model, state, error);
}
