// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/document-private.h"
#include "model/vertex.h"

#include <glib/gi18n.h>

// The elements of the ids; NULL with error set where one leads nowhere.
static GArray *
find_all (const TrModel *m, const char *const *ids, GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (TrElement));
  for (int i = 0; ids[i]; i++) {
    TrElement at = tr_model_find (m, ids[i]);
    if (at.kind == TR_ELEMENT_NONE) {
      g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                   _ ("nothing is called \"%s\""), ids[i]);
      return NULL;
    }
    g_array_append_val (found, at);
  }
  return g_steal_pointer (&found);
}

static GPtrArray *
names_of (const TrEdit *e, const GArray *elements)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < elements->len; i++) {
    TrElement it = g_array_index (elements, TrElement, i);
    g_ptr_array_add (names, g_strdup (tr_edit_taken_id (e, it)));
  }
  return names;
}

bool
tr_document_remove (TrDocument *d, const char *const *ids, GPtrArray **removed, GError **error)
{
  g_autoptr (GArray) elements = find_all (d->model, ids, error);
  if (!elements)
    return false;
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (TrElement));
  TrEdit *e = tr_model_edit_out (d->model, (TrElement *) (void *) elements->data,
                                 (int) elements->len, gone);
  bool ok = tr_edit_is_local (e) || tr_model_evaluate (d->model, error);
  if (ok)
    d->state = tr_edit_carry (e, d->model, d->state);
  else
    tr_edit_swap (e, d->model);
  if (ok && removed)
    *removed = names_of (e, gone);
  return tr_document_end (d, e, ok);
}

static bool
is_list (const TrDocument *d, int body, GError **error)
{
  const TrBody *b = &d->model->bodies[body];
  if (tr_body_get_ops (b)->basis)
    return true;
  g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
               _ ("expected a polyline, Bézier or spline, found the %s %s"),
               _ (tr_body_get_ops (b)->name), b->id);
  return false;
}

static void
change_vertex (TrDocument *d, int body, const TrVertexChange *c)
{
  TrEdit *e = tr_document_begin (d);
  tr_vertex_change (e, d->model, &d->state, body, c);
  tr_document_end (d, e, true);
}

bool
tr_document_put_vertex (TrDocument *d, int body, double t, int *point, GError **error)
{
  if (!is_list (d, body, error))
    return false;
  const TrBody *b = &d->model->bodies[body];
  g_auto (TrVertexChange) c = tr_vertex_put (b, tr_body_q (b, d->state->q), t);
  change_vertex (d, body, &c);
  if (point)
    *point = c.vertex;
  return true;
}

bool
tr_document_take_vertex (TrDocument *d, int body, int point, GPtrArray **removed, GError **error)
{
  if (!is_list (d, body, error))
    return false;
  const TrBody *b = &d->model->bodies[body];
  TrVertexChange c;
  if (!tr_vertex_take (b, tr_body_q (b, d->state->q), point, &c)) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_LEAST,
                 _ ("the %s %s has no more points than it needs"), _ (tr_body_get_ops (b)->name),
                 b->id);
    return false;
  }
  g_autoptr (GArray) lost = tr_vertex_find_lost (d->model, body, &c);
  TrEdit *e = tr_document_begin (d);
  tr_edit_remove (e, d->model, lost);
  d->state = tr_edit_carry (e, d->model, d->state);
  if (removed)
    *removed = names_of (e, lost);
  tr_document_end (d, e, true);
  change_vertex (d, body, &c);
  tr_vertex_clear (&c);
  return true;
}
