// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Most edits leave all that they do not touch in its place: they write an element anew, add some
// behind the others or take those away again. Then what they touch is all that is laid out,
// evaluated and bound.

#include "model/edit-parts.h"
#include "model/edit-private.h"

// ─── which edits these are ──────────────────────────────────────────────────

static bool
is_end (const TrPart *p, int first, int at)
{
  for (int k = first; k < (int) p->at->len; k++)
    if (tr_part_place (p, k) != at + k - first)
      return false;
  return true;
}

int
tr_edit_n_pairs (const TrEdit *e, TrElementKind kind)
{
  const TrPart *put = &e->put[kind], *taken = &e->taken[kind];
  int n = 0, most = (int) MIN (put->at->len, taken->at->len);
  while (n < most && tr_part_place (put, n) == tr_part_place (taken, n))
    n++;
  return n;
}

// Whether what is not written anew stands at the end, before and after.
static bool
keeps_order (const TrEdit *e, TrModel *m, TrElementKind kind)
{
  const TrPart *put = &e->put[kind], *taken = &e->taken[kind];
  int pairs = tr_edit_n_pairs (e, kind);
  int end = *tr_list_of (m, kind).n - ((int) put->at->len - pairs);
  return is_end (put, pairs, end) && is_end (taken, pairs, end);
}

// How many unknowns an element has.
static int
n_unknowns (TrElementKind kind, void *element)
{
  TrConnector *slides[6];
  switch (kind) {
  case TR_ELEMENT_NONE:
  case TR_ELEMENT_PARAMETER:
  case TR_ELEMENT_TRACE:
  case TR_ELEMENT_LABEL:
    break;
  case TR_ELEMENT_BODY:
    return ((TrBody *) element)->n;
  case TR_ELEMENT_CONSTRAINT:
    return tr_constraint_slides (element, slides);
  case TR_ELEMENT_FORCE:
    return tr_force_slides (element, slides);
  }
  return 0;
}

static void *
put_at (const TrEdit *e, TrModel *m, TrElementKind kind, int k)
{
  TrList l = tr_list_of (m, kind);
  return tr_list_at (&l, tr_part_place (&e->put[kind], k));
}

static bool
keeps_unknowns (const TrEdit *e, TrModel *m, TrElementKind kind)
{
  for (int k = 0; k < tr_edit_n_pairs (e, kind); k++)
    if (n_unknowns (kind, put_at (e, m, kind, k)) !=
        n_unknowns (kind, tr_part_stored (&e->taken[kind], k)))
      return false;
  return true;
}

// The unknowns that come and go at the end of a list; those that come where `comes`.
static int
tail_unknowns (const TrEdit *e, TrModel *m, TrElementKind kind, bool comes)
{
  const TrPart *part = comes ? &e->put[kind] : &e->taken[kind];
  int n = 0;
  for (int k = tr_edit_n_pairs (e, kind); k < (int) part->at->len; k++)
    n += n_unknowns (kind, comes ? put_at (e, m, kind, k) : tr_part_stored (part, k));
  return n;
}

static bool
has_tail (const TrEdit *e, TrElementKind kind)
{
  guint pairs = (guint) tr_edit_n_pairs (e, kind);
  return e->put[kind].at->len > pairs || e->taken[kind].at->len > pairs;
}

bool
tr_edit_find_local (const TrEdit *e, TrModel *m)
{
  static const TrElementKind with_unknowns[] = {TR_ELEMENT_BODY, TR_ELEMENT_CONSTRAINT,
                                                TR_ELEMENT_FORCE};
  if (e->order != NULL || e->put[TR_ELEMENT_PARAMETER].at->len > 0 ||
      e->taken[TR_ELEMENT_PARAMETER].at->len > 0)
    return false;
  for (int k = TR_FIRST_LIST; k < TR_N_LISTS; k++)
    if (!keeps_order (e, m, (TrElementKind) k))
      return false;
  for (guint k = 0; k < G_N_ELEMENTS (with_unknowns); k++)
    if (!keeps_unknowns (e, m, with_unknowns[k]))
      return false;
  // Behind the unknowns of bodies come free parameters and slides, behind those of constraints those
  // of forces.
  if (has_tail (e, TR_ELEMENT_BODY) && (m->n_free > 0 || m->n_q > m->n_body_q))
    return false;
  return m->n_q == m->n_con_q || (tail_unknowns (e, m, TR_ELEMENT_CONSTRAINT, true) == 0 &&
                                  tail_unknowns (e, m, TR_ELEMENT_CONSTRAINT, false) == 0);
}

// ─── laying out ─────────────────────────────────────────────────────────────

// Unknowns where those of `was` are, or where there is none from n_q on.
static int
place_one (TrModel *m, TrElementKind kind, void *element, void *was, int n_q)
{
  TrConnector *slides[6], *old[6];
  int n = n_unknowns (kind, element);
  if (kind == TR_ELEMENT_BODY) {
    TrBody *b = element;
    b->q = was != NULL ? ((const TrBody *) was)->q : n_q;
    if (b->kind == TR_BODY_FORMULA)
      b->formula.parameters = m->parameter_values;
    return n;
  }
  if (kind == TR_ELEMENT_CONSTRAINT)
    tr_constraint_slides (element, slides);
  else
    tr_force_slides (element, slides);
  if (was != NULL && kind == TR_ELEMENT_CONSTRAINT)
    tr_constraint_slides (was, old);
  else if (was != NULL)
    tr_force_slides (was, old);
  for (int i = 0; i < n; i++)
    slides[i]->slide = was != NULL ? old[i]->slide : n_q + i;
  return n;
}

static void
place_list (const TrEdit *e, TrModel *m, TrElementKind kind)
{
  int pairs = tr_edit_n_pairs (e, kind);
  for (int k = 0; k < (int) e->put[kind].at->len; k++) {
    void *was = k < pairs ? tr_part_stored (&e->taken[kind], k) : NULL;
    int n = place_one (m, kind, put_at (e, m, kind, k), was, m->n_q);
    m->n_q += was != NULL ? 0 : n;
  }
}

// Traces and labels have no unknowns: where they slide they stay.
static void
place_marks (const TrEdit *e, TrModel *m)
{
  for (int k = 0; k < (int) e->put[TR_ELEMENT_TRACE].at->len; k++)
    ((TrTrace *) put_at (e, m, TR_ELEMENT_TRACE, k))->a.slide = -1;
  for (int k = 0; k < (int) e->put[TR_ELEMENT_LABEL].at->len; k++)
    ((TrLabel *) put_at (e, m, TR_ELEMENT_LABEL, k))->at.slide = -1;
}

static void
place_local (const TrEdit *e, TrModel *m)
{
  int bodies = tail_unknowns (e, m, TR_ELEMENT_BODY, false);
  int slides = tail_unknowns (e, m, TR_ELEMENT_CONSTRAINT, false);
  m->n_body_q -= bodies;
  m->n_con_q -= bodies + slides;
  m->n_q -= bodies + slides + tail_unknowns (e, m, TR_ELEMENT_FORCE, false);
  bool only_bodies = m->n_q == m->n_body_q, only_cons = m->n_q == m->n_con_q;
  place_list (e, m, TR_ELEMENT_BODY);
  m->n_body_q = only_bodies ? m->n_q : m->n_body_q;
  place_list (e, m, TR_ELEMENT_CONSTRAINT);
  m->n_con_q = only_cons ? m->n_q : m->n_con_q;
  place_list (e, m, TR_ELEMENT_FORCE);
  place_marks (e, m);
}

// ─── and all of it ──────────────────────────────────────────────────────────

// Of each body, constraint and force that the edit put in.
static bool
for_each_put (const TrEdit *e,
              TrModel *m,
              bool (*make) (TrModel *m, TrElement it, GError **error),
              GError **error)
{
  static const TrElementKind kinds[] = {TR_ELEMENT_BODY, TR_ELEMENT_CONSTRAINT, TR_ELEMENT_FORCE};
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (int k = 0; k < (int) e->put[kinds[i]].at->len; k++)
      if (!make (m, (TrElement){kinds[i], tr_part_place (&e->put[kinds[i]], k)}, error))
        return false;
  return true;
}

bool
tr_edit_settle_local (const TrEdit *e, TrModel *m, GError **error)
{
  place_local (e, m);
  return for_each_put (e, m, tr_model_evaluate_one, error) &&
         for_each_put (e, m, tr_model_bind_one, error);
}

bool
tr_edit_finish (TrEdit *e, TrModel *m, GError **error)
{
  e->is_local = tr_edit_find_local (e, m);
  e->is_placed = true;
  if (e->is_local)
    return tr_edit_settle_local (e, m, error);
  tr_model_place (m);
  return tr_model_evaluate (m, error) && tr_model_bind_all (m, error);
}

bool
tr_edit_is_local (const TrEdit *e)
{
  return e->is_local;
}

bool
tr_edit_clips (const TrEdit *e)
{
  return e->clips;
}

const GArray *
tr_edit_put (const TrEdit *e, TrElementKind kind)
{
  return e->put[kind].at;
}
