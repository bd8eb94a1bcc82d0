// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the files of edits: what an edit is made of.

#pragma once

#include "model/edit.h"

// The lists of a model by TrElementKind.
enum { TR_FIRST_LIST = TR_ELEMENT_PARAMETER, TR_N_LISTS = TR_ELEMENT_LABEL + 1 };

// Elements that stand, or stood, at these places of a list, in order.
typedef struct {
  GArray *at;    // int
  GArray *bytes; // the elements
} TrPart;

struct TrEdit {
  TrPart put[TR_N_LISTS];   // places in the model as it is; the elements there are the model's
  TrPart taken[TR_N_LISTS]; // places in the model as it was, and the elements
  int n_free;               // free parameters as it was
  int *order;               // at i is after a swap the body that is at order[i]; NULL: all stay
  bool is_placed;           // what it put in was laid out
  bool is_local;            // and nothing else had to be
  bool clips;               // slides of other elements were brought to the ends of their curves
};

typedef struct {
  void **array;
  int *n;
  size_t size;
} TrList;

static inline TrList
tr_list_of (TrModel *m, TrElementKind kind)
{
  switch (kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    return (TrList){(void **) &m->parameters, &m->n_parameters, sizeof (TrParameter)};
  case TR_ELEMENT_BODY:
    return (TrList){(void **) &m->bodies, &m->n_bodies, sizeof (TrBody)};
  case TR_ELEMENT_CONSTRAINT:
    return (TrList){(void **) &m->constraints, &m->n_constraints, sizeof (TrConstraint)};
  case TR_ELEMENT_FORCE:
    return (TrList){(void **) &m->forces, &m->n_forces, sizeof (TrForce)};
  case TR_ELEMENT_TRACE:
    return (TrList){(void **) &m->traces, &m->n_traces, sizeof (TrTrace)};
  case TR_ELEMENT_LABEL:
    return (TrList){(void **) &m->labels, &m->n_labels, sizeof (TrLabel)};
  }
  g_assert_not_reached ();
}

static inline void *
tr_list_at (const TrList *l, int i)
{
  return (char *) *l->array + (size_t) i * l->size;
}

static inline int
tr_part_place (const TrPart *p, int i)
{
  return g_array_index (p->at, int, i);
}

static inline void *
tr_part_stored (const TrPart *p, int i)
{
  return p->bytes->data + (gsize) i * g_array_get_element_size (p->bytes);
}

// The first place from i on.
static inline int
tr_part_find (const TrPart *p, int i)
{
  int low = 0, high = (int) p->at->len;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (tr_part_place (p, middle) < i)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static inline bool
tr_part_has (const TrPart *p, int i)
{
  int k = tr_part_find (p, i);
  return k < (int) p->at->len && tr_part_place (p, k) == i;
}

// edit-carry.c
// tr_edit_carry, with slides as they were on the curves as they were.
TrState *tr_edit_carry_numbers (const TrEdit *e, const TrModel *m, TrState *s);

// edit-place.c
// How many elements, the first ones of both parts, are written anew where they are.
int tr_edit_n_pairs (const TrEdit *e, TrElementKind kind);
// Whether all that the edit does not touch keeps its place in its list and in the state, now that the
// model is laid out as it was before the edit, or after it. Then
bool tr_edit_find_local (const TrEdit *e, TrModel *m);
// lays out, evaluates and binds what the edit has put in.
bool tr_edit_settle_local (const TrEdit *e, TrModel *m, GError **error);
