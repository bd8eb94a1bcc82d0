// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of many bodies at once that leave the state where it is: their order, and their marks.

#include "doc/document-private.h"

void
tr_document_reorder (TrDocument *d, const int *order)
{
  TrModel *m = tr_model_copy (d->model->model);
  tr_model_reorder (m, order);
  TrState *state = tr_state_migrate (d->model->model, d->state, m);
  tr_document_take (d, m, state);
}

static bool
set_flag (bool was, int now)
{
  return now < 0 ? was : now != 0;
}

void
tr_document_mark (TrDocument *d, const int *bodies, guint n, const TrBodyMarks *marks)
{
  TrModel *m = tr_model_copy (d->model->model);
  const char *layer = marks->layer && *marks->layer ? tr_pool_text (m->pool, marks->layer) : NULL;
  for (guint i = 0; i < n; i++) {
    TrBody *b = &m->bodies[bodies[i]];
    b->layer = marks->layer ? layer : b->layer;
    b->hidden = set_flag (b->hidden, marks->hidden);
    b->locked = set_flag (b->locked, marks->locked);
  }
  tr_document_take (d, m, tr_state_copy (d->state));
}
