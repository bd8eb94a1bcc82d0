// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/document-private.h"

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
    if (it.kind != TR_ELEMENT_LABEL) // their ids are of no use but here
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
  bool ok = tr_model_evaluate (d->model, error);
  if (ok)
    d->state = tr_edit_carry (e, d->model, d->state);
  else
    tr_edit_swap (e, d->model);
  if (ok && removed)
    *removed = names_of (e, gone);
  return tr_document_end (d, e, ok);
}
