// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of many bodies at once that leave the state where it is: their order, and their marks.

#include "doc/document-private.h"

void
tr_document_reorder (TrDocument *d, const int *order)
{
  TrEdit *e = tr_document_begin (d);
  tr_edit_reorder (e, d->model, order);
  d->state = tr_edit_carry (e, d->model, d->state);
  tr_document_end (d, e, true);
}

static bool
set_flag (bool was, int now)
{
  return now < 0 ? was : now != 0;
}

void
tr_document_set_layers (TrDocument *d, const char *const *names, int n)
{
  TrPool *pool = d->model->pool;
  g_autofree const char **kept = g_new (const char *, n + 1);

  for (int i = 0; i < n; i++)
    kept[i] = tr_pool_text (pool, names[i]);
  d->model->layers = (TrLayerNames){tr_pool_copy (pool, kept, (size_t) n * sizeof *kept), n};
}

void
tr_document_mark (TrDocument *d, const int *bodies, guint n, const TrBodyMarks *marks)
{
  TrModel *m = d->model;
  TrEdit *e = tr_document_begin (d);
  const char *layer = marks->layer && *marks->layer ? tr_pool_text (m->pool, marks->layer) : NULL;
  for (guint i = 0; i < n; i++) {
    tr_edit_replace (e, m, TR_ELEMENT_BODY, bodies[i]);
    TrBody *b = &m->bodies[bodies[i]];
    b->stamp = tr_pool_stamp (m->pool);
    b->layer = marks->layer ? layer : b->layer;
    b->hidden = set_flag (b->hidden, marks->hidden);
    b->locked = set_flag (b->locked, marks->locked);
    tr_model_index (m, TR_ELEMENT_BODY, bodies[i], b->id);
  }
  tr_document_end (d, e, tr_edit_finish (e, m, NULL));
}
