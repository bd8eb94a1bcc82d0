// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The state of a drawing before an edit moved to the drawing after it.

#include "model/edit-parts.h"
#include "model/edit-private.h"
#include "model/row-private.h"
#include "model/stood.h"

#include <string.h>

// A list as it was, element by element.
typedef struct {
  const TrPart *put, *taken;
  TrList list;
  int was, now; // places of the next
  int p, t;     // in the parts
} Walk;

static Walk
walk_begin (const TrEdit *e, const TrModel *m, TrElementKind kind)
{
  return (Walk){&e->put[kind], &e->taken[kind], tr_list_of ((TrModel *) m, kind), 0, 0, 0, 0};
}

// The element that was there, NULL at the end; *now: where it, or what replaces it in the same place,
// is (−1: nowhere), *stays: it is the same.
static const void *
walk_next (Walk *w, int *now, bool *stays)
{
  *stays = !(w->t < (int) w->taken->at->len && tr_part_place (w->taken, w->t) == w->was);
  if (!*stays) {
    *now = tr_part_has (w->put, w->was) ? w->was : -1;
    w->was++;
    return tr_part_stored (w->taken, w->t++);
  }
  for (; w->p < (int) w->put->at->len && tr_part_place (w->put, w->p) == w->now; w->p++)
    w->now++;
  if (w->now >= *w->list.n)
    return NULL;
  *now = w->now++;
  w->was++;
  return tr_list_at (&w->list, *now);
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

// Whether a constraint in the place of another one remembers what that did.
static bool
remembers_same (const TrConstraint *was, const TrConstraint *c)
{
  bool same = was->kind == c->kind;
  for (guint k = 0; same && k < G_N_ELEMENTS (c->end); k++)
    same = is_same_end (&was->end[k], &c->end[k]);
  return same;
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
    if (c != NULL && (stays || remembers_same (was, c)))
      to->memory[now] = from->memory[i];
    if (q < from->n_q)
      q = carry_slides (was->end, c != NULL ? c->end : NULL, G_N_ELEMENTS (was->end), from, q, to);
  }
  return q;
}

// ─── where all keeps its place ──────────────────────────────────────────────

// Then the state stays where it is, and is made longer or shorter at its end.

static void
resize (const TrModel *m, TrState *s)
{
  int was = s->n_q;
  if (m->n_q > was) {
    s->q = g_renew (double, s->q, tr_room (m->n_q));
    s->v = g_renew (double, s->v, tr_room (m->n_q));
    memset (s->q + was, 0, (size_t) (m->n_q - was) * sizeof (double));
    memset (s->v + was, 0, (size_t) (m->n_q - was) * sizeof (double));
  }
  s->n_q = m->n_q;
  if (m->n_constraints > s->n_memory)
    s->memory = g_renew (TrMemory, s->memory, tr_room (m->n_constraints));
  for (int i = s->n_memory; i < m->n_constraints; i++)
    s->memory[i] = tr_memory_fresh;
  s->n_memory = m->n_constraints;
}

// was: NULL: it is new.
static void
start_body (const TrBody *b, const TrBody *was, TrState *s)
{
  size_t size = (size_t) b->n * sizeof (double);
  bool same = was != NULL && was->kind == b->kind && was->n == b->n;
  if (b->n == 0)
    return;
  if (!same)
    memset (s->q + b->q, 0, size);
  if (same && is_same_velocity (was, b))
    return;
  if (b->velocity != NULL)
    memcpy (s->v + b->q, b->velocity, size);
  else
    memset (s->v + b->q, 0, size);
}

// Slides stay where they are on the same body.
static void
start_slides (const TrEnd *now, const TrEnd *was, int n_ends, TrState *s)
{
  for (int i = 0; i < n_ends; i++)
    for (int k = 0; k < tr_end_n_connectors (&now[i]); k++) {
      const TrConnector *a = &now[i].connector[k];
      bool same =
          was != NULL && was[i].kind == now[i].kind && is_same_connector (a, &was[i].connector[k]);
      if (a->kind != TR_AT_SLIDE || same)
        continue;
      s->q[a->slide] = a->p.x;
      s->v[a->slide] = 0;
    }
}

static void
start_constraint (const TrConstraint *c, const TrConstraint *was, TrMemory *memory, TrState *s)
{
  start_slides (c->end, was != NULL ? was->end : NULL, G_N_ELEMENTS (c->end), s);
  if (was == NULL || !remembers_same (was, c))
    *memory = tr_memory_fresh;
}

// What was in the place that k of the elements that were put in has; NULL: nothing.
static const void *
was_there (const TrEdit *e, TrElementKind kind, int k)
{
  return k < tr_edit_n_pairs (e, kind) ? tr_part_stored (&e->taken[kind], k) : NULL;
}

static void
carry_in_place (const TrEdit *e, const TrModel *m, TrState *s)
{
  const TrPart *put = e->put;
  resize (m, s);
  for (int k = 0; k < (int) put[TR_ELEMENT_BODY].at->len; k++)
    start_body (&m->bodies[tr_part_place (&put[TR_ELEMENT_BODY], k)],
                was_there (e, TR_ELEMENT_BODY, k), s);
  for (int k = 0; k < (int) put[TR_ELEMENT_CONSTRAINT].at->len; k++) {
    int i = tr_part_place (&put[TR_ELEMENT_CONSTRAINT], k);
    start_constraint (&m->constraints[i], was_there (e, TR_ELEMENT_CONSTRAINT, k), &s->memory[i],
                      s);
  }
  for (int k = 0; k < (int) put[TR_ELEMENT_FORCE].at->len; k++) {
    const TrForce *f = &m->forces[tr_part_place (&put[TR_ELEMENT_FORCE], k)];
    const TrForce *was = was_there (e, TR_ELEMENT_FORCE, k);
    start_slides (f->end, was != NULL ? was->end : NULL, G_N_ELEMENTS (f->end), s);
  }
}

// ─── slides ─────────────────────────────────────────────────────────────────

// Whether slides may lie beyond the ends of what the edit has put in: a parameter may be read by
// any typed curve.
static bool
changes_range (const TrEdit *e, const TrModel *m)
{
  if (!e->is_local)
    return true;
  for (int k = 0; k < tr_edit_n_pairs (e, TR_ELEMENT_BODY); k++) {
    const TrBody *was = tr_part_stored (&e->taken[TR_ELEMENT_BODY], k);
    const TrBody *b = &m->bodies[tr_part_place (&e->put[TR_ELEMENT_BODY], k)];
    double t0, t1, s0, s1;
    if (!tr_body_get_ops (b)->has_curve || tr_body_is_closed (b))
      continue;
    tr_body_get_ops (b)->range (b, &t0, &t1);
    if (!tr_body_get_ops (was)->has_curve || tr_body_is_closed (was))
      return true;
    tr_body_get_ops (was)->range (was, &s0, &s1);
    if (t0 > s0 || t1 < s1)
      return true;
  }
  return false;
}

static bool
clip (const TrModel *m, TrConnector *const *slides, int n, TrState *s)
{
  bool any = false;
  for (int i = 0; i < n; i++) {
    const TrBody *b = &m->bodies[slides[i]->body];
    double t0, t1, *t = &s->q[slides[i]->slide];
    if (tr_body_is_closed (b))
      continue;
    tr_body_get_ops (b)->range (b, &t0, &t1);
    any |= *t < t0 || *t > t1;
    *t = fmin (fmax (*t, t0), t1);
  }
  return any;
}

// A slide stands between the ends of its curve as it is now, also where nothing solves for it.
static bool
clip_slides (const TrModel *m, TrState *s)
{
  TrConnector *slides[6];
  bool any = false;
  for (int i = 0; i < m->n_constraints; i++)
    any |= clip (m, slides, tr_constraint_slides (&m->constraints[i], slides), s);
  for (int i = 0; i < m->n_forces; i++)
    any |= clip (m, slides, tr_force_slides (&m->forces[i], slides), s);
  return any;
}

TrState *
tr_edit_carry (TrEdit *e, const TrModel *m, TrState *s)
{
  s = tr_edit_carry_numbers (e, m, s);
  e->clips = m->n_q > m->n_body_q && changes_range (e, m) && clip_slides (m, s);
  return s;
}

TrState *
tr_edit_carry_numbers (const TrEdit *e, const TrModel *m, TrState *s)
{
  if (e->is_local) {
    carry_in_place (e, m, s);
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
  new->stood = tr_stood_ref (s->stood);
  tr_state_free (s);
  return new;
}
