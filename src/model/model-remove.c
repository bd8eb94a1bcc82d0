// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Removal, with everything that depends on what goes, and new indices for what stays.

#include "model/edit-private.h"
#include "model/edit.h"
#include "model/label-text.h"

#include <string.h>

bool
tr_connector_uses (const TrConnector *c, int b)
{
  return c->kind != TR_AT_GROUND && c->body == b;
}

static bool
end_uses (const TrEnd *e, int b)
{
  switch (e->kind) {
  case TR_END_NONE:
  case TR_END_X:
  case TR_END_Y:
    return false;
  case TR_END_POINT:
    return tr_connector_uses (&e->connector[0], b);
  case TR_END_BODY:
    return e->body == b;
  case TR_END_FROMTO:
    return tr_connector_uses (&e->connector[0], b) || tr_connector_uses (&e->connector[1], b);
  }
  return false;
}

static bool
vars_use (const TrExpr *e, const TrVar *vars, int b)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++)
    if (vars[v].body == b)
      return true;
  return false;
}

bool
tr_constraint_uses (const TrConstraint *c, int b)
{
  for (guint i = 0; i < G_N_ELEMENTS (c->end); i++)
    if (end_uses (&c->end[i], b))
      return true;
  return vars_use (c->expr, c->vars, b);
}

bool
tr_force_uses (const TrModel *m, const TrForce *f, int b)
{
  for (guint i = 0; i < G_N_ELEMENTS (f->end); i++)
    if (end_uses (&f->end[i], b))
      return true;
  return vars_use (f->expr, f->vars, b) ||
         (f->image != NULL && g_str_equal (f->image, m->bodies[b].id));
}

// What goes: a flag for each element of each list.
typedef struct {
  const TrModel *m;
  bool *parameters, *bodies, *constraints, *forces, *traces, *labels;
} Gone;

static void
gone_init (Gone *g, const TrModel *m)
{
  g->m = m;
  g->parameters = g_new0 (bool, m->n_parameters + 1);
  g->bodies = g_new0 (bool, m->n_bodies + 1);
  g->constraints = g_new0 (bool, m->n_constraints + 1);
  g->forces = g_new0 (bool, m->n_forces + 1);
  g->traces = g_new0 (bool, m->n_traces + 1);
  g->labels = g_new0 (bool, m->n_labels + 1);
}

static void
gone_clear (Gone *g)
{
  g_free (g->parameters);
  g_free (g->bodies);
  g_free (g->constraints);
  g_free (g->forces);
  g_free (g->traces);
  g_free (g->labels);
}

static void
mark (Gone *g, TrElement e)
{
  switch (e.kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    g->parameters[e.index] = true;
    break;
  case TR_ELEMENT_BODY:
    g->bodies[e.index] = true;
    break;
  case TR_ELEMENT_CONSTRAINT:
    g->constraints[e.index] = true;
    break;
  case TR_ELEMENT_FORCE:
    g->forces[e.index] = true;
    break;
  case TR_ELEMENT_TRACE:
    g->traces[e.index] = true;
    break;
  case TR_ELEMENT_LABEL:
    g->labels[e.index] = true;
    break;
  }
}

// Whether an expression names a parameter that goes. Names of a formula's own unknowns are none.
static bool
loses_parameter (const Gone *g, const TrExpr *e)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++) {
    TrElement found = tr_model_find (g->m, tr_expr_var_name (e, v));
    if (found.kind == TR_ELEMENT_PARAMETER && g->parameters[found.index])
      return true;
  }
  return false;
}

static bool
body_loses (const Gone *g, const TrBody *b)
{
  if (b->kind == TR_BODY_SHEET)
    return loses_parameter (g, b->sheet.shape.expr) || loses_parameter (g, b->sheet.area.expr);
  if (b->kind != TR_BODY_FORMULA)
    return false;
  for (int k = 0; k < 2; k++)
    if (loses_parameter (g, b->formula.f->expr[k]) ||
        loses_parameter (g, b->formula.f->range[k].expr))
      return true;
  return false;
}

static bool
connector_loses (const Gone *g, const TrConnector *c)
{
  return c->kind != TR_AT_GROUND && g->bodies[c->body];
}

static bool
is_gone (const char *id, gpointer data)
{
  const Gone *g = data;
  TrElement found = tr_model_find (g->m, id);
  return (found.kind == TR_ELEMENT_BODY && g->bodies[found.index]) ||
         (found.kind == TR_ELEMENT_PARAMETER && g->parameters[found.index]);
}

static bool
end_loses (const Gone *g, const TrEnd *e)
{
  return (e->kind == TR_END_BODY && g->bodies[e->body]) ||
         (e->kind == TR_END_POINT && connector_loses (g, &e->connector[0])) ||
         (e->kind == TR_END_FROMTO &&
          (connector_loses (g, &e->connector[0]) || connector_loses (g, &e->connector[1])));
}

static bool
vars_lose (const Gone *g, const TrExpr *e, const TrVar *vars)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++)
    if (vars[v].body >= 0 && g->bodies[vars[v].body])
      return true;
  return loses_parameter (g, e);
}

static bool
parts_lose (const Gone *g, const TrEnd *ends, int n_ends, const TrScalar *scalars, int n_scalars)
{
  for (int i = 0; i < n_ends; i++)
    if (end_loses (g, &ends[i]))
      return true;
  for (int i = 0; i < n_scalars; i++)
    if (loses_parameter (g, scalars[i].expr))
      return true;
  return false;
}

static bool
force_loses_image (const Gone *g, const TrForce *f)
{
  TrElement e = {TR_ELEMENT_NONE, 0};
  if (f->image != NULL)
    e = tr_model_find (g->m, f->image);
  return e.kind == TR_ELEMENT_BODY && g->bodies[e.index];
}

// Parameters may stand before what they need, so that one pass is not enough.
static void
mark_parameters (Gone *g)
{
  for (bool again = true; again;) {
    again = false;
    for (int i = 0; i < g->m->n_parameters; i++)
      if (!g->parameters[i] && loses_parameter (g, g->m->parameters[i].value.expr))
        g->parameters[i] = again = true;
  }
}

static void
mark_dependents (Gone *g)
{
  const TrModel *m = g->m;
  mark_parameters (g);
  for (int i = 0; i < m->n_bodies; i++)
    g->bodies[i] = g->bodies[i] || body_loses (g, &m->bodies[i]);
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    g->constraints[i] =
        g->constraints[i] || vars_lose (g, c->expr, c->vars) ||
        parts_lose (g, c->end, G_N_ELEMENTS (c->end), c->scalar, G_N_ELEMENTS (c->scalar));
  }
  for (int i = 0; i < m->n_forces; i++) {
    const TrForce *f = &m->forces[i];
    g->forces[i] =
        g->forces[i] || vars_lose (g, f->expr, f->vars) || force_loses_image (g, f) ||
        parts_lose (g, f->end, G_N_ELEMENTS (f->end), f->scalar, G_N_ELEMENTS (f->scalar));
  }
  for (int i = 0; i < m->n_traces; i++)
    g->traces[i] = g->traces[i] || connector_loses (g, &m->traces[i].a);
  for (int i = 0; i < m->n_labels; i++)
    g->labels[i] = g->labels[i] || connector_loses (g, &m->labels[i].at) ||
                   tr_label_names (m->labels[i].text, is_gone, g);
}

static void
list_gone (const bool *gone, int n, TrElementKind kind, GArray *removed)
{
  for (int i = 0; i < n; i++)
    if (gone[i]) {
      TrElement e = {kind, i};
      g_array_append_val (removed, e);
    }
}

static void
move_connector (TrConnector *c, const int *to)
{
  if (c->kind != TR_AT_GROUND)
    c->body = to[c->body];
}

static void
move_end (TrEnd *e, const int *to)
{
  if (e->kind == TR_END_BODY)
    e->body = to[e->body];
  if (e->kind == TR_END_POINT || e->kind == TR_END_FROMTO)
    move_connector (&e->connector[0], to);
  if (e->kind == TR_END_FROMTO)
    move_connector (&e->connector[1], to);
}

void
tr_model_move_bodies (TrModel *m, const int *to)
{
  for (int i = 0; i < m->n_constraints; i++)
    for (guint k = 0; k < G_N_ELEMENTS (m->constraints[i].end); k++)
      move_end (&m->constraints[i].end[k], to);
  for (int i = 0; i < m->n_forces; i++)
    for (guint k = 0; k < G_N_ELEMENTS (m->forces[i].end); k++)
      move_end (&m->forces[i].end[k], to);
  for (int i = 0; i < m->n_traces; i++)
    move_connector (&m->traces[i].a, to);
  for (int i = 0; i < m->n_labels; i++)
    move_connector (&m->labels[i].at, to);
}

TrEdit *
tr_model_edit_out (TrModel *m, const TrElement *elements, int n, GArray *removed)
{
  Gone g;
  gone_init (&g, m);
  for (int i = 0; i < n; i++)
    mark (&g, elements[i]);
  mark_dependents (&g);
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (TrElement));
  list_gone (g.parameters, m->n_parameters, TR_ELEMENT_PARAMETER, gone);
  list_gone (g.bodies, m->n_bodies, TR_ELEMENT_BODY, gone);
  list_gone (g.constraints, m->n_constraints, TR_ELEMENT_CONSTRAINT, gone);
  list_gone (g.forces, m->n_forces, TR_ELEMENT_FORCE, gone);
  list_gone (g.traces, m->n_traces, TR_ELEMENT_TRACE, gone);
  list_gone (g.labels, m->n_labels, TR_ELEMENT_LABEL, gone);
  if (removed != NULL && gone->len > 0)
    g_array_append_vals (removed, gone->data, gone->len);
  gone_clear (&g);
  TrEdit *e = tr_edit_new (m);
  tr_edit_remove (e, m, gone);
  return e;
}

void
tr_model_remove (TrModel *m, const TrElement *elements, int n, GArray *removed)
{
  tr_edit_free (tr_model_edit_out (m, elements, n, removed));
}
