// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/edit.h"

#include "model/edit-private.h"
#include "model/row-private.h"

#include <string.h>

// The lists of a model by TrElementKind.
enum { FIRST_LIST = TR_ELEMENT_PARAMETER, N_LISTS = TR_ELEMENT_LABEL + 1 };

// Elements that stand, or stood, at these places of a list, in order.
typedef struct {
  GArray *at;    // int
  GArray *bytes; // the elements
} Part;

struct TrEdit {
  Part put[N_LISTS];   // places in the model as it is; the elements there are the model's
  Part taken[N_LISTS]; // places in the model as it was, and the elements
  int n_free;          // free parameters as it was
  int *order;          // at i is after a swap the body that is at order[i]; NULL: all stay
};

typedef struct {
  void **array;
  int *n;
  size_t size;
} List;

static List
list_of (TrModel *m, TrElementKind kind)
{
  switch (kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    return (List){(void **) &m->parameters, &m->n_parameters, sizeof (TrParameter)};
  case TR_ELEMENT_BODY:
    return (List){(void **) &m->bodies, &m->n_bodies, sizeof (TrBody)};
  case TR_ELEMENT_CONSTRAINT:
    return (List){(void **) &m->constraints, &m->n_constraints, sizeof (TrConstraint)};
  case TR_ELEMENT_FORCE:
    return (List){(void **) &m->forces, &m->n_forces, sizeof (TrForce)};
  case TR_ELEMENT_TRACE:
    return (List){(void **) &m->traces, &m->n_traces, sizeof (TrTrace)};
  case TR_ELEMENT_LABEL:
    return (List){(void **) &m->labels, &m->n_labels, sizeof (TrLabel)};
  }
  g_assert_not_reached ();
}

static void *
element (const List *l, int i)
{
  return (char *) *l->array + (size_t) i * l->size;
}

static int
place (const Part *p, int i)
{
  return g_array_index (p->at, int, i);
}

static void *
stored (const Part *p, int i)
{
  return p->bytes->data + (gsize) i * g_array_get_element_size (p->bytes);
}

// The first place from i on.
static int
find (const Part *p, int i)
{
  int low = 0, high = (int) p->at->len;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (place (p, middle) < i)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool
has (const Part *p, int i)
{
  int k = find (p, i);
  return k < (int) p->at->len && place (p, k) == i;
}

// ─── making one ─────────────────────────────────────────────────────────────

TrEdit *
tr_edit_new (const TrModel *m)
{
  TrEdit *e = g_new0 (TrEdit, 1);
  TrModel sizes = {0};
  for (int k = FIRST_LIST; k < N_LISTS; k++) {
    guint size = (guint) list_of (&sizes, (TrElementKind) k).size;
    e->put[k] = (Part){g_array_new (FALSE, FALSE, sizeof (int)), NULL};
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
  for (int k = FIRST_LIST; k < N_LISTS; k++) {
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
  List l = list_of (m, kind);
  Part *put = &e->put[kind], *taken = &e->taken[kind];
  g_return_if_fail (i >= 0 && i < *l.n);
  unindex (m, kind, i);
  if (has (put, i))
    return;
  g_array_insert_val (put->at, find (put, i), i);
  int k = find (taken, i);
  g_array_insert_val (taken->at, k, i);
  g_array_insert_vals (taken->bytes, k, element (&l, i), 1);
}

static int
grow (List l, int n)
{
  int first = *l.n;
  *l.n += n;
  if (*l.array == NULL || *l.n > tr_room (first))
    *l.array = g_realloc_n (*l.array, (gsize) tr_room (*l.n), l.size);
  memset (element (&l, first), 0, (size_t) n * l.size);
  return first;
}

int
tr_model_append (TrModel *m, TrElementKind kind, int n)
{
  return grow (list_of (m, kind), n);
}

int
tr_edit_append (TrEdit *e, TrModel *m, TrElementKind kind, int n)
{
  int first = tr_model_append (m, kind, n);
  for (int i = first; i < first + n; i++)
    g_array_append_val (e->put[kind].at, i);
  return first;
}

// ─── moving elements out and in ─────────────────────────────────────────────

// Moves the elements at these places to the taken ones, and closes the gaps.
static void
take_out (List l, const Part *from, Part *taken)
{
  int n = (int) from->at->len, to = n > 0 ? place (from, 0) : 0;
  for (int k = 0; k < n; k++) {
    int i = place (from, k), next = k + 1 < n ? place (from, k + 1) : *l.n;
    g_array_append_val (taken->at, i);
    g_array_append_vals (taken->bytes, element (&l, i), 1);
    memmove (element (&l, to), element (&l, i + 1), (size_t) (next - i - 1) * l.size);
    to += next - i - 1;
  }
  *l.n -= n;
}

// The other way, from the end.
static void
put_in (List l, const Part *part)
{
  int n = (int) part->at->len, end = grow (l, n);
  for (int k = n - 1; k >= 0; k--) {
    int i = place (part, k), last = k + 1 < n ? place (part, k + 1) : *l.n;
    int stay = last - i - 1; // elements between this one and the next
    memmove (element (&l, i + 1), element (&l, end - stay), (size_t) stay * l.size);
    memcpy (element (&l, i), stored (part, k), l.size);
    end -= stay;
  }
}

// Where each of n elements goes when some are taken out and others put in; NULL: all that stay keep
// their places.
static int *
plan (int n, const Part *out, const Part *in)
{
  int n_out = (int) out->at->len, n_in = (int) in->at->len, first = n;
  if (n_out > 0)
    first = place (out, 0);
  if (n_in > 0)
    first = MIN (first, place (in, 0));
  bool same = n_out == n_in && (n_out == 0 || memcmp (out->at->data, in->at->data,
                                                      sizeof (int) * (size_t) n_out) == 0);
  bool ends =
      (n_out == 0 || place (out, 0) == n - n_out) && (n_in == 0 || place (in, 0) == n - n_out);
  if (same || ends)
    return NULL;
  int *to = g_new (int, n + 1);
  for (int i = 0, o = 0, p = 0, at = 0; i < n; i++) {
    if (o < n_out && place (out, o) == i) {
      to[i] = -1;
      o++;
      continue;
    }
    for (; p < n_in && place (in, p) == at; p++)
      at++;
    to[i] = at++;
  }
  return to;
}

// ─── ids ────────────────────────────────────────────────────────────────────

static void
forget_ids (TrModel *m, TrElementKind kind, const Part *part)
{
  for (guint k = 0; k < part->at->len; k++)
    unindex (m, kind, g_array_index (part->at, int, k));
}

static void
tell_ids (TrModel *m, TrElementKind kind, const Part *part)
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
  const Part *taken = &e->taken[it.kind];
  g_return_val_if_fail (has (taken, it.index), NULL);
  return id_in (it.kind, stored (taken, find (taken, it.index)));
}

// ─── both ways ──────────────────────────────────────────────────────────────

// Takes out what was put in, and puts back what was taken, which changes parts.
static void
exchange (TrEdit *e, TrModel *m)
{
  Part out[N_LISTS];
  int *to[N_LISTS] = {NULL}, n_free = m->n_free;
  for (int k = FIRST_LIST; k < N_LISTS; k++) {
    List l = list_of (m, (TrElementKind) k);
    forget_ids (m, (TrElementKind) k, &e->put[k]);
    to[k] = plan (*l.n, &e->put[k], &e->taken[k]);
    out[k].at = g_array_new (FALSE, FALSE, sizeof (int));
    out[k].bytes = g_array_new (FALSE, FALSE, (guint) l.size);
    take_out (l, &e->put[k], &out[k]);
  }
  if (to[TR_ELEMENT_BODY] != NULL)
    tr_model_move_bodies (m, to[TR_ELEMENT_BODY]);
  tr_model_move_ids (m, (const int *const *) to);
  for (int k = FIRST_LIST; k < N_LISTS; k++) {
    put_in (list_of (m, (TrElementKind) k), &e->taken[k]);
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
  const int *const moves[N_LISTS] = {[TR_ELEMENT_BODY] = to};
  for (int i = 0; i < m->n_bodies; i++) {
    m->bodies[i] = was[order[i]];
    to[order[i]] = i;
  }
  tr_model_move_bodies (m, to);
  tr_model_move_ids (m, moves);
  memcpy (order, to, n * sizeof (int));
}

void
tr_edit_swap (TrEdit *e, TrModel *m)
{
  if (e->order != NULL)
    permute (m, e->order);
  else
    exchange (e, m);
  tr_model_place (m);
  // It was a drawing before.
  if (!tr_model_evaluate (m, NULL) || !tr_model_bind_all (m, NULL))
    g_assert_not_reached ();
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
  exchange (e, m);
  tr_model_place (m);
  // Nothing that stays names anything that went.
  if (!tr_model_bind_all (m, NULL))
    g_assert_not_reached ();
}

// ─── the state ──────────────────────────────────────────────────────────────

// A list as it was, element by element.
typedef struct {
  const Part *put, *taken;
  List list;
  int was, now; // places of the next
  int p, t;     // in the parts
} Walk;

static Walk
walk_begin (const TrEdit *e, const TrModel *m, TrElementKind kind)
{
  return (Walk){&e->put[kind], &e->taken[kind], list_of ((TrModel *) m, kind), 0, 0, 0, 0};
}

// The element that was there, NULL at the end; *now: where it, or what replaces it in the same place,
// is (−1: nowhere), *stays: it is the same.
static const void *
walk_next (Walk *w, int *now, bool *stays)
{
  *stays = !(w->t < (int) w->taken->at->len && place (w->taken, w->t) == w->was);
  if (!*stays) {
    *now = has (w->put, w->was) ? w->was : -1;
    w->was++;
    return stored (w->taken, w->t++);
  }
  for (; w->p < (int) w->put->at->len && place (w->put, w->p) == w->now; w->p++)
    w->now++;
  if (w->now >= *w->list.n)
    return NULL;
  *now = w->now++;
  w->was++;
  return element (&w->list, *now);
}

static bool
is_same_velocity (const TrBody *a, const TrBody *b)
{
  if (a->velocity == NULL || b->velocity == NULL)
    return a->velocity == b->velocity;
  return memcmp (a->velocity, b->velocity, (size_t) a->n * sizeof (double)) == 0;
}

// The bodies as they were ordered.
static int
carry_ordered (const TrEdit *e, const TrModel *m, const TrState *from, TrState *to)
{
  int q = 0;
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[e->order[i]];
    for (int k = 0; k < b->n; k++, q++) {
      to->q[b->q + k] = from->q[q];
      to->v[b->q + k] = from->v[q];
    }
  }
  return q;
}

// Returns where the slides begin in the old state.
static int
carry_bodies (const TrEdit *e, const TrModel *m, const TrState *from, TrState *to)
{
  Walk w = walk_begin (e, m, TR_ELEMENT_BODY);
  const TrBody *was;
  bool stays;
  int now, q = e->order != NULL ? carry_ordered (e, m, from, to) : 0;
  while (e->order == NULL && (was = walk_next (&w, &now, &stays)) != NULL) {
    const TrBody *b = now >= 0 ? &m->bodies[now] : NULL;
    size_t size = (size_t) was->n * sizeof (double);
    if (b != NULL && was->kind == b->kind && was->n == b->n && was->n > 0) {
      memcpy (to->q + b->q, from->q + q, size);
      if (stays || is_same_velocity (was, b)) // else it was edited: it starts with that
        memcpy (to->v + b->q, from->v + q, size);
    }
    q += was->n;
  }
  return q + e->n_free;
}

static bool
is_same_connector (const TrConnector *a, const TrConnector *b)
{
  return a->kind == b->kind && a->body == b->body &&
         (a->kind != TR_AT_NAMED || a->point == b->point);
}

static bool
is_same_end (const TrEnd *a, const TrEnd *b)
{
  bool same = a->kind == b->kind && (a->kind != TR_END_BODY || a->body == b->body);
  for (int k = 0; same && k < tr_end_n_connectors (a); k++)
    same = is_same_connector (&a->connector[k], &b->connector[k]);
  return same;
}

// The slides of ends, those of `was` from q on; returns where the next ones begin. What was replaced
// keeps its slides where they are on the same body.
static int
carry_slides (
    const TrEnd *was, const TrEnd *now, int n_ends, const TrState *from, int q, TrState *to)
{
  for (int i = 0; i < n_ends; i++)
    for (int k = 0; k < tr_end_n_connectors (&was[i]); k++) {
      const TrConnector *a = &was[i].connector[k];
      if (a->kind != TR_AT_SLIDE)
        continue;
      if (now != NULL && now[i].kind == was[i].kind && is_same_connector (a, &now[i].connector[k]))
        to->q[now[i].connector[k].slide] = from->q[q];
      q++;
    }
  return q;
}

static int
carry_constraints (const TrEdit *e, const TrModel *m, const TrState *from, int q, TrState *to)
{
  Walk w = walk_begin (e, m, TR_ELEMENT_CONSTRAINT);
  const TrConstraint *was;
  bool stays;
  int now;
  for (int i = 0; (was = walk_next (&w, &now, &stays)) != NULL; i++) {
    const TrConstraint *c = now >= 0 ? &m->constraints[now] : NULL;
    bool same = c != NULL && (stays || was->kind == c->kind);
    for (guint k = 0; same && !stays && k < G_N_ELEMENTS (c->end); k++)
      same = is_same_end (&was->end[k], &c->end[k]);
    if (same)
      to->memory[now] = from->memory[i];
    if (q < from->n_q)
      q = carry_slides (was->end, c != NULL ? c->end : NULL, G_N_ELEMENTS (was->end), from, q, to);
  }
  return q;
}

// Whether nothing has changed place: constraints without slides are more than there were, at most.
static bool
keeps_places (const TrEdit *e, const TrModel *m, const TrState *s)
{
  static const TrElementKind others[] = {TR_ELEMENT_PARAMETER, TR_ELEMENT_BODY, TR_ELEMENT_FORCE};
  bool keeps = e->order == NULL && m->n_q == s->n_q && e->taken[TR_ELEMENT_CONSTRAINT].at->len == 0;
  for (guint k = 0; k < G_N_ELEMENTS (others); k++)
    keeps = keeps && e->put[others[k]].at->len == 0 && e->taken[others[k]].at->len == 0;
  return keeps;
}

// Then the state stays where it is: few edits of a large drawing move all of it.
static void
lengthen (const TrModel *m, TrState *s)
{
  s->memory = g_renew (TrMemory, s->memory, m->n_constraints);
  for (; s->n_memory < m->n_constraints; s->n_memory++)
    s->memory[s->n_memory] = tr_memory_fresh;
}

TrState *
tr_edit_carry (const TrEdit *e, const TrModel *m, TrState *s)
{
  if (keeps_places (e, m, s)) {
    lengthen (m, s);
    return s;
  }
  TrState *new = tr_state_new (m);
  const TrForce *was;
  bool stays;
  Walk w = walk_begin (e, m, TR_ELEMENT_FORCE);
  int now, q = carry_bodies (e, m, s, new);
  q = carry_constraints (e, m, s, q, new);
  while ((was = walk_next (&w, &now, &stays)) != NULL)
    q = carry_slides (was->end, now >= 0 ? m->forces[now].end : NULL, G_N_ELEMENTS (was->end), s, q,
                      new);
  g_warn_if_fail (q == s->n_q);
  new->time = s->time;
  tr_state_free (s);
  return new;
}
