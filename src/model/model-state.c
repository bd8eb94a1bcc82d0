// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/row-private.h"
#include "model/stood.h"

#include <string.h>

// A state of a model's size: all zero, slides where they were written, free parameters at their
// values, nothing remembered.
TrState *
tr_state_new (const TrModel *m)
{
  TrState *s = g_new0 (TrState, 1);
  s->n_q = m->n_q;
  s->q = g_new0 (double, m->n_q);
  s->v = g_new0 (double, m->n_q);
  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].velocity != NULL && m->bodies[i].n > 0)
      memcpy (s->v + m->bodies[i].q, m->bodies[i].velocity,
              sizeof (double) * (size_t) m->bodies[i].n);
  for (int i = 0; i < m->n_parameters; i++)
    if (m->parameters[i].number >= 0)
      s->q[m->bodies[m->parameters[i].number].q] = m->parameters[i].value.value;
  s->n_memory = m->n_constraints;
  s->memory = g_new (TrMemory, m->n_constraints);
  for (int i = 0; i < s->n_memory; i++)
    s->memory[i] = tr_memory_fresh;

  TrConnector *slides[6];
  for (int i = 0; i < m->n_constraints; i++) {
    int n = tr_constraint_slides (&m->constraints[i], slides);
    for (int k = 0; k < n; k++)
      s->q[slides[k]->slide] = slides[k]->p.x;
  }
  for (int i = 0; i < m->n_forces; i++) {
    int n = tr_force_slides (&m->forces[i], slides);
    for (int k = 0; k < n; k++)
      s->q[slides[k]->slide] = slides[k]->p.x;
  }
  return s;
}

TrState *
tr_state_copy (const TrState *s)
{
  TrState *copy = g_new (TrState, 1);
  *copy = *s;
  copy->q = g_memdup2 (s->q, (size_t) s->n_q * sizeof (double));
  copy->v = g_memdup2 (s->v, (size_t) s->n_q * sizeof (double));
  copy->memory = g_memdup2 (s->memory, (size_t) s->n_memory * sizeof (TrMemory));
  tr_stood_ref (s->stood);
  return copy;
}

void
tr_state_assign (TrState *to, const TrState *from)
{
  g_return_if_fail (to->n_q == from->n_q && to->n_memory == from->n_memory);
  if (to == from)
    return;
  if (from->n_q > 0)
    memcpy (to->q, from->q, (size_t) from->n_q * sizeof (double));
  if (from->n_q > 0)
    memcpy (to->v, from->v, (size_t) from->n_q * sizeof (double));
  if (from->n_memory > 0)
    memcpy (to->memory, from->memory, (size_t) from->n_memory * sizeof (TrMemory));
  to->time = from->time;
  tr_stood_unref (to->stood);
  to->stood = tr_stood_ref (from->stood);
}

void
tr_state_free (TrState *s)
{
  if (s == NULL)
    return;
  g_free (s->q);
  g_free (s->v);
  g_free (s->memory);
  tr_stood_unref (s->stood);
  g_free (s);
}

static bool
is_same_body (const TrModel *old, int i, const TrModel *new, int k)
{
  if (i < 0 || k < 0)
    return i < 0 && k < 0;
  return g_str_equal (old->bodies[i].id, new->bodies[k].id);
}

static bool
is_same_connector (const TrModel *old,
                   const TrConnector *a,
                   const TrModel *new,
                   const TrConnector *b)
{
  return a->kind == b->kind && is_same_body (old, a->body, new, b->body) &&
         (a->kind != TR_AT_NAMED || a->point == b->point);
}

static bool
is_same_end (const TrModel *old, const TrEnd *a, const TrModel *new, const TrEnd *b)
{
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case TR_END_NONE:
  case TR_END_X:
  case TR_END_Y:
    return true;
  case TR_END_BODY:
    return is_same_body (old, a->body, new, b->body);
  case TR_END_POINT:
    return is_same_connector (old, &a->connector[0], new, &b->connector[0]);
  case TR_END_FROMTO:
    return is_same_connector (old, &a->connector[0], new, &b->connector[0]) &&
           is_same_connector (old, &a->connector[1], new, &b->connector[1]);
  }
  return false;
}

// Where a slide is at both ends of the move, on the same body: its parameter comes along.
static void
carry_slides (const TrModel *old,
              const TrState *os,
              const TrEnd *from,
              const TrModel *new,
              TrState *s,
              const TrEnd *to,
              int n_ends)
{
  for (int i = 0; i < n_ends; i++)
    for (int k = 0; k < 2; k++) {
      const TrConnector *a = &from[i].connector[k], *b = &to[i].connector[k];
      bool alive = from[i].kind == to[i].kind &&
                   (to[i].kind == TR_END_FROMTO || (to[i].kind == TR_END_POINT && k == 0));
      if (alive && a->kind == TR_AT_SLIDE && is_same_connector (old, a, new, b))
        s->q[b->slide] = os->q[a->slide];
    }
}

static void
carry_constraint (const TrModel *old, const TrState *os, const TrModel *new, TrState *s, int i)
{
  const TrConstraint *c = &new->constraints[i];
  TrElement e = tr_model_find (old, c->id);
  if (e.kind != TR_ELEMENT_CONSTRAINT)
    return;
  const TrConstraint *was = &old->constraints[e.index];
  bool same = was->kind == c->kind;
  for (int k = 0; k < (int) G_N_ELEMENTS (c->end); k++)
    same = same && is_same_end (old, &was->end[k], new, &c->end[k]);
  if (same)
    s->memory[i] = os->memory[e.index];
  carry_slides (old, os, was->end, new, s, c->end, G_N_ELEMENTS (c->end));
}

static bool
is_same_velocity (const TrBody *a, const TrBody *b)
{
  if (a->velocity == NULL || b->velocity == NULL)
    return a->velocity == b->velocity;
  return memcmp (a->velocity, b->velocity, (size_t) a->n * sizeof (double)) == 0;
}

TrState *
tr_state_migrate (const TrModel *old, const TrState *os, const TrModel *new)
{
  TrState *s = tr_state_new (new);
  s->time = os->time;
  s->stood = tr_stood_ref (os->stood);
  for (int i = 0; i < new->n_bodies; i++) {
    const TrBody *b = &new->bodies[i];
    TrElement e = tr_model_find (old, b->id);
    const TrBody *was = e.kind == TR_ELEMENT_BODY ? &old->bodies[e.index] : NULL;
    if (was != NULL && was->kind == b->kind && was->n == b->n && b->n > 0) {
      memcpy (s->q + b->q, os->q + was->q, (size_t) b->n * sizeof (double));
      if (is_same_velocity (was, b)) // else it was edited: it starts with that
        memcpy (s->v + b->q, os->v + was->q, (size_t) b->n * sizeof (double));
    }
  }
  for (int i = 0; i < new->n_constraints; i++)
    carry_constraint (old, os, new, s, i);
  for (int i = 0; i < new->n_forces; i++) {
    const TrForce *f = &new->forces[i];
    TrElement e = tr_model_find (old, f->id);
    if (e.kind == TR_ELEMENT_FORCE)
      carry_slides (old, os, old->forces[e.index].end, new, s, f->end, G_N_ELEMENTS (f->end));
  }
  return s;
}

bool
tr_state_equal (const TrState *a, const TrState *b)
{
  return a->n_q == b->n_q && memcmp (&a->time, &b->time, sizeof a->time) == 0 &&
         (a->n_q == 0 || (memcmp (a->q, b->q, sizeof (double) * (size_t) a->n_q) == 0 &&
                          memcmp (a->v, b->v, sizeof (double) * (size_t) a->n_q) == 0));
}
