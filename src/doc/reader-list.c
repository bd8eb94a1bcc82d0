// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/reader-list.h"

#include "math/number.h"
#include "model/label-text.h"
#include "model/row.h"

#include <glib/gi18n.h>
#include <string.h>

void
tr_reader_init (TrReader *r, TrModel *m)
{
  *r = (TrReader){.m = m, .index = -1};
  r->q = g_array_sized_new (FALSE, TRUE, sizeof (double), 64);
  r->was_read = g_array_new (FALSE, FALSE, sizeof (TrWasRead));
  r->text = g_string_new (NULL);
}

bool
tr_reader_clear (TrReader *r, TrModel **model, GError **error)
{
  bool ok = r->error == NULL && model != NULL;
  g_array_unref (r->q);
  g_array_unref (r->was_read);
  g_string_free (r->text, TRUE);
  if (ok) {
    *model = r->m;
    return true;
  }
  g_assert (r->error != NULL);
  if (r->edit == NULL)
    tr_model_free (r->m);
  g_propagate_error (error, r->error);
  return false;
}

// A list of the document: how its elements are called, where they go.
typedef struct {
  const char *list, *id; // id: NULL: they have none in a file
  TrElementKind kind;
  bool (*read) (TrReader *r, json_t *v, int index);
} List;

// Bodies are known before what holds them, parameters before what computes with them.
static const List lists[] = {
    {"parameters", "name", TR_ELEMENT_PARAMETER, tr_read_parameter},
    {"bodies", "id", TR_ELEMENT_BODY, tr_read_body},
    {"constraints", "id", TR_ELEMENT_CONSTRAINT, tr_read_constraint},
    {"forces", "id", TR_ELEMENT_FORCE, tr_read_force},
    {"traces", "id", TR_ELEMENT_TRACE, tr_read_trace},
    {"labels", NULL, TR_ELEMENT_LABEL, tr_read_label},
};

static const List *
find_list (TrElementKind kind)
{
  const List *l = lists;
  while (l->kind != kind)
    l++;
  return l;
}

// Makes the list of a kind n elements longer; returns how long it was.
static int
grow (TrReader *r, TrElementKind kind, int n)
{
  return r->edit != NULL ? tr_edit_append (r->edit, r->m, kind, n)
                         : tr_model_append (r->m, kind, n);
}

static bool
read_id (TrReader *r, const List *l, json_t *v, int index)
{
  json_t *id;
  const char *text;
  if (!tr_is_object (r, v, N_ ("an object")) || !tr_member (r, v, l->id, TR_REQUIRED, &id) ||
      !tr_read_id (r, id, &text) || !tr_register (r, l->kind, index, text))
    return false;
  tr_leave (r);
  r->id = text;
  return true;
}

static bool
read_one (TrReader *r, const List *l, json_t *v, int index)
{
  r->list = l->list;
  r->kind = l->kind;
  r->id = NULL;
  r->index = index;
  bool ok = (l->id == NULL || read_id (r, l, v, index)) && l->read (r, v, index);
  if (ok) {
    r->id = NULL;
    r->index = -1;
  }
  return ok;
}

bool
tr_reader_element (TrReader *r, TrElementKind kind, int index, json_t *v)
{
  TrModel *m = r->m;
  const int count[] = {0,           m->n_parameters, m->n_bodies, m->n_constraints,
                       m->n_forces, m->n_traces,     m->n_labels};
  if (index == count[kind])
    grow (r, kind, 1);
  else
    tr_edit_replace (r->edit, m, kind, index);
  return read_one (r, find_list (kind), v, index);
}

// Of a top-level list, by its name or its value: how many elements it has.
static int
list_count (TrReader *r, const char *name, json_t *list)
{
  return r->pieces ? tr_pieces_count (r->pieces, name) : (int) json_array_size (list);
}

// One of them, a new reference.
static json_t *
list_element (TrReader *r, const char *name, json_t *list, int k)
{
  return r->pieces ? tr_pieces_element (r->pieces, name, k)
                   : json_incref (json_array_get (list, (size_t) k));
}

static bool
read_list (TrReader *r, const List *l, json_t *list)
{
  int n = list_count (r, l->list, list);
  int first = grow (r, l->kind, n);
  for (int k = 0; k < n; k++) {
    g_autoptr (json_t) v = list_element (r, l->list, list, k);
    if (!read_one (r, l, v, first + k))
      return false;
  }
  return true;
}

bool
tr_reader_lists (TrReader *r, json_t *object)
{
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    json_t *list;
    if (!tr_member (r, object, lists[i].list, TR_OPTIONAL, &list))
      return false;
    if (list != NULL && !json_is_array (list))
      return tr_fail_type (r, _ ("a list"), list);
    tr_leave (r);
    if (!read_list (r, &lists[i], list))
      return false;
  }
  return true;
}

static bool
is_closed (const TrBody *b)
{
  return b->closed || b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ELLIPSE;
}

static bool
fail_range (TrReader *r, double t0, double t1, double t)
{
  g_autofree char *from = tr_number_tell (t0), *to = tr_number_tell (t1),
                  *found = tr_number_tell (t);
  return tr_fail (r, _ ("expected a parameter from %s to %s, found %s"), from, to, found);
}

// On a curve with ends t has to lie between them; a slide that a hair of rounding has put beyond
// is at the end.
static bool
check_connector (TrReader *r, TrConnector *c, const char *member)
{
  double t0, t1;
  if (c->kind != TR_AT_T && c->kind != TR_AT_SLIDE)
    return true;
  const TrBody *b = &r->m->bodies[c->body];
  if (is_closed (b))
    return true;
  tr_body_get_ops (b)->range (b, &t0, &t1);
  if (c->kind == TR_AT_SLIDE)
    c->p.x = CLAMP (c->p.x, t0, t1);
  if (c->p.x >= t0 && c->p.x <= t1)
    return true;
  tr_enter (r, member);
  tr_enter (r, "t");
  return fail_range (r, t0, t1, c->p.x);
}

static bool
check_end (TrReader *r, TrEnd *e, const char *member)
{
  if (e->kind == TR_END_POINT)
    return check_connector (r, &e->connector[0], member);
  if (e->kind != TR_END_FROMTO)
    return true;
  tr_enter (r, member);
  if (!check_connector (r, &e->connector[0], "from") ||
      !check_connector (r, &e->connector[1], "to"))
    return false;
  tr_leave (r);
  return true;
}

static bool
check_ends (TrReader *r, TrElementKind kind, const char *id, const TrField *fields, TrEnd *ends)
{
  r->kind = kind;
  r->id = id;
  for (const TrField *f = fields; f->name != NULL; f++)
    if (f->type == TR_FIELD_END && !check_end (r, &ends[f->at], f->name))
      return false;
  r->id = NULL;
  return true;
}

// One element that holds on to curves, by its list and its place there.
static bool
check_holder (TrReader *r, TrElementKind kind, int i)
{
  TrModel *m = r->m;
  bool ok = true;
  switch (kind) {
  case TR_ELEMENT_LABEL:
    r->list = "labels";
    r->index = i;
    ok = check_connector (r, &m->labels[i].at, "at");
    break;
  case TR_ELEMENT_NONE:
  case TR_ELEMENT_PARAMETER:
  case TR_ELEMENT_BODY:
    break;
  case TR_ELEMENT_CONSTRAINT: {
    TrConstraint *c = &m->constraints[i];
    return check_ends (r, kind, c->id, tr_con_get_ops (c)->fields, c->end);
  }
  case TR_ELEMENT_FORCE: {
    TrForce *f = &m->forces[i];
    return check_ends (r, kind, f->id, tr_force_ops[f->kind]->fields, f->end);
  }
  case TR_ELEMENT_TRACE:
    r->kind = kind;
    r->id = m->traces[i].id;
    ok = check_connector (r, &m->traces[i].a, "a");
    break;
  }
  if (ok) {
    r->id = NULL;
    r->index = -1;
  }
  return ok;
}

// The ranges of curves are known only when the parameters are.
static bool
check_ranges (TrReader *r)
{
  static const TrElementKind holders[] = {TR_ELEMENT_CONSTRAINT, TR_ELEMENT_FORCE, TR_ELEMENT_TRACE,
                                          TR_ELEMENT_LABEL};
  const TrModel *m = r->m;
  const int count[] = {m->n_constraints, m->n_forces, m->n_traces, m->n_labels};
  bool local = r->edit != NULL && tr_edit_is_local (r->edit);
  for (guint h = 0; h < G_N_ELEMENTS (holders); h++) {
    const GArray *put = local ? tr_edit_put (r->edit, holders[h]) : NULL;
    int n = local ? (int) put->len : count[h];
    for (int k = 0; k < n; k++)
      if (!check_holder (r, holders[h], local ? g_array_index (put, int, k) : k))
        return false;
  }
  return true;
}

// What labels compute hangs on all that is there.
static bool
check_labels (TrReader *r)
{
  for (int i = 0; i < r->m->n_labels; i++) {
    GError *error = NULL;
    r->list = "labels";
    r->index = i;
    tr_enter (r, "text");
    if (!tr_label_check (r->m, r->m->labels[i].text, &error))
      return tr_fail_with (r, error);
    tr_leave (r);
    r->index = -1;
  }
  return true;
}

bool
tr_reader_finish (TrReader *r)
{
  TrModel *m = r->m;
  GError *error = NULL;
  bool ok;
  if (r->edit != NULL) {
    ok = tr_edit_finish (r->edit, m, &error);
  } else {
    tr_model_place (m); // ids are told one by one
    ok = tr_model_evaluate (m, &error) && tr_model_bind_all (m, &error);
  }
  return ok ? check_ranges (r) && check_labels (r) : tr_fail_with (r, error);
}

static void
place_slides (TrConnector **slides, int n, TrState *s)
{
  for (int i = 0; i < n; i++)
    s->q[slides[i]->slide] = slides[i]->p.x;
}

TrState *
tr_reader_state (TrReader *r, TrState *s)
{
  TrModel *m = r->m;
  TrConnector *slides[6];
  s->time = r->time;
  for (guint i = 0; i < r->was_read->len; i++) {
    TrWasRead was = g_array_index (r->was_read, TrWasRead, i);
    if (was.element.kind == TR_ELEMENT_BODY) {
      const TrBody *b = &m->bodies[was.element.index];
      if (b->n > 0)
        memcpy (s->q + b->q, (const double *) (void *) r->q->data + was.q,
                (size_t) b->n * sizeof (double));
    } else if (was.element.kind == TR_ELEMENT_CONSTRAINT)
      place_slides (slides, tr_constraint_slides (&m->constraints[was.element.index], slides), s);
    else
      place_slides (slides, tr_force_slides (&m->forces[was.element.index], slides), s);
  }
  // A tangency is as it lies now, a distance goes where it points.
  for (guint i = 0; i < r->was_read->len; i++) {
    TrElement e = g_array_index (r->was_read, TrWasRead, i).element;
    if (e.kind == TR_ELEMENT_CONSTRAINT)
      tr_constraint_remember (m, e.index, s->q, 0, &s->memory[e.index]);
  }
  return s;
}
