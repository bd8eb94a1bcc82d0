// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What has happened to the bodies since somebody looked, out of two ledgers: that of the edits and
// that of the moves.

#include "doc/document-private.h"

#include "model/indices.h"
#include "model/moves.h"

static void
add_formulas (const TrModel *m, GArray *bodies)
{
  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].kind == TR_BODY_FORMULA)
      g_array_append_val (bodies, i);
}

static void
add_edited (const TrModel *m, const TrElement *touched, guint n, GArray *bodies)
{
  bool has_parameters = false;

  for (guint i = 0; i < n; i++) {
    has_parameters |= touched[i].kind == TR_ELEMENT_PARAMETER;
    if (touched[i].kind == TR_ELEMENT_BODY && touched[i].index < m->n_bodies)
      g_array_append_val (bodies, touched[i].index);
  }
  if (has_parameters)
    add_formulas (m, bodies);
}

// The body that has unknown k < n_body_q: they stand in order.
static int
owner (const TrModel *m, int k)
{
  int low = 0, high = tr_model_n_all (m);

  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (m->bodies[middle].q <= k)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// Behind the bodies of the document stand the numbers that formulas read.
static void
add_moved (const TrModel *m, const TrElement *moved, guint n, GArray *bodies)
{
  bool has_numbers = false;
  int last = -1;

  for (guint i = 0; i < n; i++) {
    if (tr_moves_is_memory (moved[i]) || moved[i].index >= m->n_body_q)
      continue;
    int body = owner (m, moved[i].index);
    has_numbers |= body >= m->n_bodies;
    if (body < m->n_bodies && body != last)
      g_array_append_val (bodies, body);
    last = body;
  }
  if (has_numbers)
    add_formulas (m, bodies);
}

GArray *
tr_document_touched (TrDocument *d, TrTouchMark *seen)
{
  const TrModel *m = d->model;
  guint n_edited, n_moved;
  const TrElement *edited = tr_ledger_since (&m->ledger, seen->edits, &n_edited);
  const TrElement *moved = tr_ledger_since (&d->moves, seen->moves, &n_moved);
  bool same_time = seen->time <= d->state->time && seen->time >= d->state->time;
  bool is_known = edited && moved && same_time;
  GArray *bodies = is_known ? g_array_new (FALSE, FALSE, sizeof (int)) : NULL;

  if (is_known) {
    add_edited (m, edited, n_edited, bodies);
    add_moved (m, moved, n_moved, bodies);
    tr_indices_sort (bodies);
  }
  *seen = (TrTouchMark){tr_ledger_end (&m->ledger), tr_ledger_end (&d->moves), d->state->time};
  return bodies;
}
