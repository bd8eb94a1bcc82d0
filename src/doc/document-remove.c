// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Removal of elements with all that depends on them, and the renumbering of what is left.

#include "doc/document-private.h"

#include <string.h>

// What goes; indices of the old model.
typedef struct {
  const TrModel *m;
  bool *parameters, *bodies, *constraints, *forces, *traces, *labels;
  bool again; // something was marked in this round
} Doom;

static bool
expr_reads (const Doom *d, const TrExpr *e)
{
  for (int i = 0; e && i < tr_expr_n_vars (e); i++) {
    const char *name = tr_expr_var_name (e, i);
    g_autofree char *head = g_strndup (name, strcspn (name, "."));
    TrElement at = tr_model_find (d->m, head);
    if ((at.kind == TR_ELEMENT_PARAMETER && d->parameters[at.index]) ||
        (at.kind == TR_ELEMENT_BODY && d->bodies[at.index]))
      return true;
  }
  return false;
}

static bool
connector_gone (const Doom *d, const TrConnector *c)
{
  return c->body >= 0 && d->bodies[c->body];
}

static bool
end_gone (const Doom *d, const TrEnd *e)
{
  switch (e->kind) {
  case TR_END_NONE:
  case TR_END_X:
  case TR_END_Y:
    return false;
  case TR_END_POINT:
    return connector_gone (d, &e->connector[0]);
  case TR_END_BODY:
    return d->bodies[e->body];
  case TR_END_FROMTO:
    return connector_gone (d, &e->connector[0]) || connector_gone (d, &e->connector[1]);
  }
  return false;
}

static void
mark (Doom *d, bool *gone, bool now)
{
  if (now && !*gone) {
    *gone = true;
    d->again = true;
  }
}

static bool
body_depends (const Doom *d, const TrBody *b)
{
  if (b->kind == TR_BODY_SHEET)
    return expr_reads (d, b->sheet.shape.expr) || expr_reads (d, b->sheet.area.expr);
  if (b->kind != TR_BODY_FORMULA)
    return false;
  const TrFormula *f = b->formula.f;
  for (int axis = 0; axis < 2; axis++)
    for (int i = 0; i < tr_expr_n_vars (f->expr[axis]); i++)
      if (f->slot[axis][i] < 0 && d->parameters[-1 - f->slot[axis][i]])
        return true;
  return expr_reads (d, f->range[0].expr) || expr_reads (d, f->range[1].expr);
}

static void
spread (Doom *d)
{
  const TrModel *m = d->m;
  for (int i = 0; i < m->n_parameters; i++)
    mark (d, &d->parameters[i], expr_reads (d, m->parameters[i].value.expr));
  for (int i = 0; i < m->n_bodies; i++)
    mark (d, &d->bodies[i], body_depends (d, &m->bodies[i]));
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    bool gone = expr_reads (d, c->expr);
    for (int k = 0; k < 3; k++)
      gone |= end_gone (d, &c->end[k]);
    for (int k = 0; k < 2; k++)
      gone |= expr_reads (d, c->scalar[k].expr);
    mark (d, &d->constraints[i], gone);
  }
  for (int i = 0; i < m->n_forces; i++) {
    const TrForce *f = &m->forces[i];
    bool gone = expr_reads (d, f->expr);
    for (int k = 0; k < 2; k++)
      gone |= end_gone (d, &f->end[k]);
    for (int k = 0; k < 3; k++)
      gone |= expr_reads (d, f->scalar[k].expr);
    if (f->image) {
      TrElement at = tr_model_find (m, f->image);
      gone |= at.kind == TR_ELEMENT_BODY && d->bodies[at.index];
    }
    mark (d, &d->forces[i], gone);
  }
  for (int i = 0; i < m->n_traces; i++)
    mark (d, &d->traces[i], connector_gone (d, &m->traces[i].a));
  for (int i = 0; i < m->n_labels; i++)
    mark (d, &d->labels[i], connector_gone (d, &m->labels[i].at));
}

static bool *
flag_of (Doom *d, TrElement at)
{
  switch (at.kind) {
  case TR_ELEMENT_PARAMETER:
    return &d->parameters[at.index];
  case TR_ELEMENT_BODY:
    return &d->bodies[at.index];
  case TR_ELEMENT_CONSTRAINT:
    return &d->constraints[at.index];
  case TR_ELEMENT_FORCE:
    return &d->forces[at.index];
  case TR_ELEMENT_TRACE:
    return &d->traces[at.index];
  case TR_ELEMENT_NONE:
    break;
  }
  return NULL;
}

// New numbers of what stays: −1 where it goes.
static int *
renumber (const bool *gone, int n)
{
  int *to = g_new (int, n + 1), next = 0;
  for (int i = 0; i < n; i++)
    to[i] = gone[i] ? -1 : next++;
  return to;
}

typedef struct {
  TrPool *pool;
  const int *body, *parameter;
} Remap;

static void
remap_connector (const Remap *r, TrConnector *c)
{
  if (c->body >= 0)
    c->body = r->body[c->body];
}

static void
remap_end (const Remap *r, TrEnd *e)
{
  if (e->kind == TR_END_BODY)
    e->body = r->body[e->body];
  if (e->kind == TR_END_POINT || e->kind == TR_END_FROMTO)
    remap_connector (r, &e->connector[0]);
  if (e->kind == TR_END_FROMTO)
    remap_connector (r, &e->connector[1]);
}

static const TrVar *
remap_vars (const Remap *r, const TrExpr *e, const TrVar *vars)
{
  int n = e ? tr_expr_n_vars (e) : 0;
  if (n == 0)
    return vars;
  g_autofree TrVar *new = g_new (TrVar, n);
  for (int i = 0; i < n; i++) {
    new[i] = vars[i];
    if (vars[i].body >= 0)
      new[i].body = r->body[vars[i].body];
    else if (vars[i].body == -1)
      new[i].member = r->parameter[vars[i].member];
  }
  return tr_pool_copy (r->pool, new, sizeof *new *(gsize) n);
}

static void
remap_formula (const Remap *r, TrBody *b)
{
  TrFormula f = *b->formula.f;
  for (int axis = 0; axis < 2; axis++) {
    int n = tr_expr_n_vars (f.expr[axis]);
    g_autofree int *slot = g_new (int, n + 1);
    for (int i = 0; i < n; i++)
      slot[i] = f.slot[axis][i] < 0 ? -1 - r->parameter[-1 - f.slot[axis][i]] : f.slot[axis][i];
    f.slot[axis] = tr_pool_copy (r->pool, slot, sizeof *slot * (gsize) MAX (n, 1));
  }
  b->formula.f = tr_pool_copy (r->pool, &f, sizeof f);
}

static int
keep (void *list, size_t size, int n, const bool *gone)
{
  char *at = list;
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (!gone[i])
      memmove (at + size * (size_t) kept++, at + size * (size_t) i, size);
  return kept;
}

// A copy of the model without what is doomed.
static TrModel *
without (Doom *d)
{
  TrModel *m = tr_model_copy (d->m);
  g_autofree int *body = renumber (d->bodies, m->n_bodies);
  g_autofree int *parameter = renumber (d->parameters, m->n_parameters);
  Remap r = {m->pool, body, parameter};
  m->n_parameters = keep (m->parameters, sizeof *m->parameters, m->n_parameters, d->parameters);
  m->n_bodies = keep (m->bodies, sizeof *m->bodies, m->n_bodies, d->bodies);
  m->n_constraints =
      keep (m->constraints, sizeof *m->constraints, m->n_constraints, d->constraints);
  m->n_forces = keep (m->forces, sizeof *m->forces, m->n_forces, d->forces);
  m->n_traces = keep (m->traces, sizeof *m->traces, m->n_traces, d->traces);
  m->n_labels = keep (m->labels, sizeof *m->labels, m->n_labels, d->labels);
  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].kind == TR_BODY_FORMULA)
      remap_formula (&r, &m->bodies[i]);
  for (int i = 0; i < m->n_constraints; i++) {
    TrConstraint *c = &m->constraints[i];
    for (int k = 0; k < 3; k++)
      remap_end (&r, &c->end[k]);
    c->vars = remap_vars (&r, c->expr, c->vars);
  }
  for (int i = 0; i < m->n_forces; i++) {
    TrForce *f = &m->forces[i];
    for (int k = 0; k < 2; k++)
      remap_end (&r, &f->end[k]);
    f->vars = remap_vars (&r, f->expr, f->vars);
  }
  for (int i = 0; i < m->n_traces; i++)
    remap_connector (&r, &m->traces[i].a);
  for (int i = 0; i < m->n_labels; i++)
    remap_connector (&r, &m->labels[i].at);
  tr_model_layout (m);
  return m;
}

static void
list_removed (const Doom *d, GPtrArray *out)
{
  const TrModel *m = d->m;
  for (int i = 0; i < m->n_parameters; i++)
    if (d->parameters[i])
      g_ptr_array_add (out, g_strdup (m->parameters[i].name));
  for (int i = 0; i < m->n_bodies; i++)
    if (d->bodies[i])
      g_ptr_array_add (out, g_strdup (m->bodies[i].id));
  for (int i = 0; i < m->n_constraints; i++)
    if (d->constraints[i])
      g_ptr_array_add (out, g_strdup (m->constraints[i].id));
  for (int i = 0; i < m->n_forces; i++)
    if (d->forces[i])
      g_ptr_array_add (out, g_strdup (m->forces[i].id));
  for (int i = 0; i < m->n_traces; i++)
    if (d->traces[i])
      g_ptr_array_add (out, g_strdup (m->traces[i].id));
}

bool
tr_document_remove (TrDocument *d, const char *const *ids, GPtrArray **removed, GError **error)
{
  const TrModel *m = d->model->model;
  g_autofree bool *flags = g_new0 (bool, m->n_parameters + m->n_bodies + m->n_constraints +
                                             m->n_forces + m->n_traces + m->n_labels + 1);
  Doom doom = {.m = m, .parameters = flags};
  doom.bodies = doom.parameters + m->n_parameters;
  doom.constraints = doom.bodies + m->n_bodies;
  doom.forces = doom.constraints + m->n_constraints;
  doom.traces = doom.forces + m->n_forces;
  doom.labels = doom.traces + m->n_traces;
  for (int i = 0; ids[i]; i++) {
    bool *flag = flag_of (&doom, tr_model_find (m, ids[i]));
    if (!flag) {
      g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN, "nothing is called \"%s\"",
                   ids[i]);
      return false;
    }
    *flag = true;
  }
  do {
    doom.again = false;
    spread (&doom);
  } while (doom.again);

  TrModel *left = without (&doom);
  if (!tr_model_evaluate (left, error)) {
    tr_model_free (left);
    return false;
  }
  if (removed) {
    *removed = g_ptr_array_new_with_free_func (g_free);
    list_removed (&doom, *removed);
  }
  TrState *state = tr_state_migrate (m, d->state, left);
  tr_document_take (d, left, state);
  return true;
}
