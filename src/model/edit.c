// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/edit-parts.h"
#include "model/edit-private.h"

#include <string.h>

// ─── making one ─────────────────────────────────────────────────────────────

TrEdit *
tr_edit_new (const TrModel *m)
{
  TrEdit *e = g_new0 (TrEdit, 1);
  TrModel sizes = {0};
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++) {
    guint size = (guint) tr_list_of (&sizes, (TrElementKind) k).size;
    e->put[k] = (TrPart){g_array_new (FALSE, FALSE, sizeof (int)), NULL};
    e->taken[k].at = g_array_new (FALSE, FALSE, sizeof (int));
    e->taken[k].bytes = g_array_new (FALSE, FALSE, size);
  }
  e->n_free = m->n_free;
  return e;
}

void
tr_edit_free (TrEdit *e)
{
  if (e == NULL)
    return;
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++) {
    g_array_unref (e->put[k].at);
    g_array_unref (e->taken[k].at);
    g_array_unref (e->taken[k].bytes);
  }
  g_free (e->order);
  g_free (e);
}

static void
unindex (TrModel *m, TrElementKind kind, int i)
{
  const char *id = tr_model_element_id (m, (TrElement){kind, i});
  if (id != NULL) // what could not be read has none
    tr_model_unindex (m, id);
}

void
tr_edit_replace (TrEdit *e, TrModel *m, TrElementKind kind, int i)
{
  TrList l = tr_list_of (m, kind);
  TrPart *put = &e->put[kind], *taken = &e->taken[kind];
  g_return_if_fail (i >= 0 && i < *l.n);
  unindex (m, kind, i);
  if (tr_part_has (put, i))
    return;
  tr_ledger_note (&m->ledger, (TrElement){kind, i});
  g_array_insert_val (put->at, tr_part_find (put, i), i);
  int k = tr_part_find (taken, i);
  g_array_insert_val (taken->at, k, i);
  g_array_insert_vals (taken->bytes, k, tr_list_at (&l, i), 1);
}

static int
grow (TrList l, int n)
{
  int first = *l.n;
  *l.n += n;
  if (*l.array == NULL || *l.n > tr_room (first))
    *l.array = g_realloc_n (*l.array, (gsize) tr_room (*l.n), l.size);
  memset (tr_list_at (&l, first), 0, (size_t) n * l.size);
  return first;
}

int
tr_model_append (TrModel *m, TrElementKind kind, int n)
{
  return grow (tr_list_of (m, kind), n);
}

int
tr_edit_append (TrEdit *e, TrModel *m, TrElementKind kind, int n)
{
  int first = tr_model_append (m, kind, n);
  for (int i = first; i < first + n; i++) {
    g_array_append_val (e->put[kind].at, i);
    tr_ledger_note (&m->ledger, (TrElement){kind, i});
  }
  return first;
}

// ─── moving elements out and in ─────────────────────────────────────────────

// Moves the elements at these places to the taken ones, and closes the gaps.
static void
take_out (TrList l, const TrPart *from, TrPart *taken)
{
  int n = (int) from->at->len, to = n > 0 ? tr_part_place (from, 0) : 0;
  for (int k = 0; k < n; k++) {
    int i = tr_part_place (from, k), next = k + 1 < n ? tr_part_place (from, k + 1) : *l.n;
    g_array_append_val (taken->at, i);
    g_array_append_vals (taken->bytes, tr_list_at (&l, i), 1);
    memmove (tr_list_at (&l, to), tr_list_at (&l, i + 1), (size_t) (next - i - 1) * l.size);
    to += next - i - 1;
  }
  *l.n -= n;
}

// The other way, from the end.
static void
put_in (TrList l, const TrPart *part)
{
  int n = (int) part->at->len, end = grow (l, n);
  for (int k = n - 1; k >= 0; k--) {
    int i = tr_part_place (part, k), last = k + 1 < n ? tr_part_place (part, k + 1) : *l.n;
    int stay = last - i - 1; // elements between this one and the next
    memmove (tr_list_at (&l, i + 1), tr_list_at (&l, end - stay), (size_t) stay * l.size);
    memcpy (tr_list_at (&l, i), tr_part_stored (part, k), l.size);
    end -= stay;
  }
}

// Where each of n elements goes when some are taken out and others put in; NULL: all that stay keep
// their places.
static int *
plan (int n, const TrPart *out, const TrPart *in)
{
  int n_out = (int) out->at->len, n_in = (int) in->at->len, first = n;
  if (n_out > 0)
    first = tr_part_place (out, 0);
  if (n_in > 0)
    first = MIN (first, tr_part_place (in, 0));
  bool same = n_out == n_in && (n_out == 0 || memcmp (out->at->data, in->at->data,
                                                      sizeof (int) * (size_t) n_out) == 0);
  bool ends = (n_out == 0 || tr_part_place (out, 0) == n - n_out) &&
              (n_in == 0 || tr_part_place (in, 0) == n - n_out);
  if (same || ends)
    return NULL;
  int *to = g_new (int, n + 1);
  for (int i = 0, o = 0, p = 0, at = 0; i < n; i++) {
    if (o < n_out && tr_part_place (out, o) == i) {
      to[i] = -1;
      o++;
      continue;
    }
    for (; p < n_in && tr_part_place (in, p) == at; p++)
      at++;
    to[i] = at++;
  }
  return to;
}

// ─── ids ────────────────────────────────────────────────────────────────────

static void
forget_ids (TrModel *m, TrElementKind kind, const TrPart *part)
{
  for (guint k = 0; k < part->at->len; k++)
    unindex (m, kind, g_array_index (part->at, int, k));
}

static void
tell_ids (TrModel *m, TrElementKind kind, const TrPart *part)
{
  for (guint k = 0; k < part->at->len; k++) {
    int i = g_array_index (part->at, int, k);
    tr_model_index (m, kind, i, tr_model_element_id (m, (TrElement){kind, i}));
  }
}

static const char *
id_in (TrElementKind kind, const void *element)
{
  switch (kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    return ((const TrParameter *) element)->name;
  case TR_ELEMENT_BODY:
    return ((const TrBody *) element)->id;
  case TR_ELEMENT_CONSTRAINT:
    return ((const TrConstraint *) element)->id;
  case TR_ELEMENT_FORCE:
    return ((const TrForce *) element)->id;
  case TR_ELEMENT_TRACE:
    return ((const TrTrace *) element)->id;
  case TR_ELEMENT_LABEL:
    return ((const TrLabel *) element)->id;
  }
  return NULL;
}

const char *
tr_edit_taken_id (const TrEdit *e, TrElement it)
{
  const TrPart *taken = &e->taken[it.kind];
  g_return_val_if_fail (tr_part_has (taken, it.index), NULL);
  return id_in (it.kind, tr_part_stored (taken, tr_part_find (taken, it.index)));
}

// ─── both ways ──────────────────────────────────────────────────────────────

// Takes out what was put in, and puts back what was taken, which changes parts.
static void
exchange (TrEdit *e, TrModel *m)
{
  TrPart out[TR_N_LISTS];
  int *to[TR_N_LISTS] = {NULL}, n_free = m->n_free;
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++) {
    TrList l = tr_list_of (m, (TrElementKind) k);
    forget_ids (m, (TrElementKind) k, &e->put[k]);
    to[k] = plan (*l.n, &e->put[k], &e->taken[k]);
    out[k].at = g_array_new (FALSE, FALSE, sizeof (int));
    out[k].bytes = g_array_new (FALSE, FALSE, (guint) l.size);
    take_out (l, &e->put[k], &out[k]);
  }
  if (to[TR_ELEMENT_BODY] != NULL)
    tr_model_move_bodies (m, to[TR_ELEMENT_BODY]);
  tr_model_move_ids (m, (const int *const *) to);
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++) {
    put_in (tr_list_of (m, (TrElementKind) k), &e->taken[k]);
    g_array_unref (e->put[k].at);
    e->put[k].at = g_array_ref (e->taken[k].at);
    g_array_unref (e->taken[k].at);
    g_array_unref (e->taken[k].bytes);
    e->taken[k] = out[k];
    tell_ids (m, (TrElementKind) k, &e->put[k]);
    g_free (to[k]);
  }
  e->n_free = n_free;
}

// What the order asks for; it is the way back afterwards.
static void
permute (TrModel *m, int *order)
{
  gsize n = (gsize) m->n_bodies;
  g_autofree TrBody *was = g_memdup2 (m->bodies, n * sizeof (TrBody));
  g_autofree int *to = g_new (int, n + 1);
  const int *const moves[TR_N_LISTS] = {[TR_ELEMENT_BODY] = to};
  for (int i = 0; i < m->n_bodies; i++) {
    m->bodies[i] = was[order[i]];
    to[order[i]] = i;
  }
  tr_model_move_bodies (m, to);
  tr_model_move_ids (m, moves);
  memcpy (order, to, n * sizeof (int));
}

// The elements at the end of the list from place k of its part on go to the taken ones.
static void
cut_tail (TrList l, const TrPart *from, int k, TrPart *taken)
{
  int n = (int) from->at->len - k;
  if (n == 0)
    return;
  g_array_append_vals (taken->at, &g_array_index (from->at, int, k), (guint) n);
  g_array_append_vals (taken->bytes, tr_list_at (&l, *l.n - n), (guint) n);
  *l.n -= n;
}

static void
add_tail (TrList l, const TrPart *part, int k)
{
  int n = (int) part->at->len - k;
  if (n == 0)
    return;
  int first = grow (l, n);
  memcpy (tr_list_at (&l, first), tr_part_stored (part, k), (size_t) n * l.size);
}

static void
exchange_pair (TrList l, TrPart *taken, int k)
{
  TrBody body; // the largest of them is less than three of these
  char *here = tr_list_at (&l, tr_part_place (taken, k)), *there = tr_part_stored (taken, k);
  for (size_t at = 0; at < l.size; at += sizeof body) {
    size_t n = MIN (sizeof body, l.size - at);
    memcpy (&body, here + at, n);
    memcpy (here + at, there + at, n);
    memcpy (there + at, &body, n);
  }
}

static void
note (const TrPart *part, TrModel *m, TrElementKind kind)
{
  for (int k = 0; k < (int) part->at->len; k++)
    tr_ledger_note (&m->ledger, (TrElement){kind, tr_part_place (part, k)});
}

// The same of an edit that moves nothing else.
static void
exchange_local (TrEdit *e, TrModel *m)
{
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++)
    forget_ids (m, (TrElementKind) k, &e->put[k]);
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++) {
    TrList l = tr_list_of (m, (TrElementKind) k);
    TrPart *put = &e->put[k], *taken = &e->taken[k];
    int pairs = tr_edit_n_pairs (e, (TrElementKind) k);
    TrPart out = {g_array_new (FALSE, FALSE, sizeof (int)),
                  g_array_new (FALSE, FALSE, (guint) l.size)};
    note (put, m, (TrElementKind) k);
    note (taken, m, (TrElementKind) k);
    for (int i = 0; i < pairs; i++)
      exchange_pair (l, taken, i);
    if (pairs > 0) {
      g_array_append_vals (out.at, taken->at->data, (guint) pairs);
      g_array_append_vals (out.bytes, taken->bytes->data, (guint) pairs);
    }
    cut_tail (l, put, pairs, &out);
    add_tail (l, taken, pairs);
    g_array_unref (put->at);
    put->at = taken->at;
    g_array_unref (taken->bytes);
    *taken = out;
  }
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++)
    tell_ids (m, (TrElementKind) k, &e->put[k]);
}

void
tr_edit_swap (TrEdit *e, TrModel *m)
{
  bool ok = true;
  e->is_local = tr_edit_find_local (e, m);
  if (e->is_local) {
    exchange_local (e, m);
    ok = !e->is_placed || tr_edit_settle_local (e, m, NULL);
  } else {
    if (e->order != NULL)
      permute (m, e->order);
    else
      exchange (e, m);
    tr_model_place (m);
    ok = tr_model_evaluate (m, NULL) && tr_model_bind_all (m, NULL);
  }
  g_assert (ok); // it was a drawing before
}

void
tr_edit_reorder (TrEdit *e, TrModel *m, const int *order)
{
  e->order = g_memdup2 (order, sizeof (int) * (gsize) m->n_bodies);
  tr_edit_swap (e, m);
}

// The same with nothing to put back: what goes is what was put in, in the other direction.
void
tr_edit_remove (TrEdit *e, TrModel *m, const GArray *gone)
{
  for (guint i = 0; i < gone->len; i++) {
    TrElement it = g_array_index (gone, TrElement, i);
    g_array_append_val (e->put[it.kind].at, it.index);
  }
  e->is_local = tr_edit_find_local (e, m);
  e->is_placed = true;
  if (e->is_local) {
    exchange_local (e, m);
    tr_edit_settle_local (e, m, NULL);
    return;
  }
  exchange (e, m);
  tr_model_place (m);
  // Nothing that stays names anything that went.
  if (!tr_model_bind_all (m, NULL))
    g_assert_not_reached ();
}
