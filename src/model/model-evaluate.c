// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/edit-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

// Where a scalar stands, for messages: "constraint c1, value", "body f1, t[0]".
typedef struct {
  TrElementKind kind;
  const char *id, *member;
  int part; // of a pair; −1: none
} Place;

static char *
place_text (const Place *p)
{
  g_autofree char *element = tr_element_describe (p->kind, p->id);
  if (p->part < 0)
    return g_strdup_printf (_ ("%s, %s"), element, p->member);
  return g_strdup_printf (_ ("%s, %s[%d]"), element, p->member, p->part);
}

static bool
check_value (double x, const Place *place, GError **error)
{
  if (isfinite (x) && fabs (x) <= TR_VALUE_MAX)
    return true;
  g_autofree char *where = place_text (place);
  g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
               isfinite (x)
                   ? _ ("%s: expected a number of at most 1e12, found a larger one")
                   : _ ("%s: expected a number of at most 1e12, found one that is not finite"),
               where);
  return false;
}

static bool
unknown_name (const TrExpr *e, int var, const Place *place, GError **error)
{
  g_autofree char *where = place_text (place);
  g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
               _ ("%s: column %d: expected the name of a parameter, found \"%s\""), where,
               tr_expr_var_column (e, var), tr_expr_var_name (e, var));
  return false;
}

// The parameters that each variable of e stands for; −1 with error set where one is none.
static bool
find_parameters (
    const TrModel *m, const TrExpr *e, int *parameter, const Place *place, GError **error)
{
  for (int v = 0; v < tr_expr_n_vars (e); v++) {
    TrElement found = tr_model_find (m, tr_expr_var_name (e, v));
    if (found.kind != TR_ELEMENT_PARAMETER)
      return unknown_name (e, v, place, error);
    parameter[v] = found.index;
  }
  return true;
}

// Sets *stamp anew (NULL: none) where that changes the value.
static bool
evaluate_scalar (const TrModel *m, TrScalar *s, unsigned *stamp, const Place *place, GError **error)
{
  if (s->expr != NULL) {
    int n = tr_expr_n_vars (s->expr);
    double was = s->value;
    g_autofree int *parameter = g_new (int, n);
    g_autofree double *vars = g_new (double, n);
    if (!find_parameters (m, s->expr, parameter, place, error))
      return false;
    for (int v = 0; v < n; v++)
      vars[v] = m->parameter_values[parameter[v]];
    s->value = tr_expr_value (s->expr, vars);
    if (stamp != NULL && memcmp (&was, &s->value, sizeof was) != 0)
      *stamp = tr_pool_stamp (m->pool);
  }
  return check_value (s->value, place, error);
}

// What the parameters read: those that parameter i needs are need[start[i]] … need[start[i+1]−1].
typedef struct {
  int n;
  int *start;
  GArray *need;
} Needs;

static void
needs_clear (Needs *g)
{
  g_free (g->start);
  if (g->need != NULL)
    g_array_unref (g->need);
}

static bool
needs_init (Needs *g, const TrModel *m, GError **error)
{
  g->n = m->n_parameters;
  g->start = g_new0 (int, m->n_parameters + 1);
  g->need = g_array_sized_new (FALSE, FALSE, sizeof (int), (guint) m->n_parameters + 1);
  for (int i = 0; i < m->n_parameters; i++) {
    const TrExpr *e = m->parameters[i].value.expr;
    int n = e != NULL ? tr_expr_n_vars (e) : 0;
    Place place = {TR_ELEMENT_PARAMETER, m->parameters[i].name, "value", -1};
    g_array_set_size (g->need, g->need->len + (guint) n);
    int *last = &g_array_index (g->need, int, 0) + g->start[i];
    if (e != NULL && !find_parameters (m, e, last, &place, error))
      return false;
    g->start[i + 1] = (int) g->need->len;
  }
  return true;
}

// An order in which each parameter comes after what it needs; returns how many could be placed.
static int
order_parameters (const Needs *g, int *order, int *waits)
{
  int n_order = 0;
  int *first = g_new0 (int, g->n + 1); // users of parameter k: user[first[k]] …
  int *user = g_new (int, g->need->len);
  const int *need = &g_array_index (g->need, int, 0);
  for (guint k = 0; k < g->need->len; k++)
    first[need[k] + 1]++;
  for (int i = 0; i < g->n; i++)
    first[i + 1] += first[i];
  int *fill = g_memdup2 (first, (size_t) (g->n + 1) * sizeof (int));
  for (int i = 0; i < g->n; i++)
    for (int k = g->start[i]; k < g->start[i + 1]; k++)
      user[fill[need[k]]++] = i;

  for (int i = 0; i < g->n; i++) {
    waits[i] = g->start[i + 1] - g->start[i];
    if (waits[i] == 0)
      order[n_order++] = i;
  }
  for (int done = 0; done < n_order; done++)
    for (int k = first[order[done]]; k < first[order[done] + 1]; k++)
      if (--waits[user[k]] == 0)
        order[n_order++] = user[k];
  g_free (fill);
  g_free (user);
  g_free (first);
  return n_order;
}

// From a parameter that waits one always gets to another one: follow them until one comes back.
static bool
report_cycle (const TrModel *m, const Needs *g, const int *waits, GError **error)
{
  int at = 0, least, n = 0;
  const int *need = &g_array_index (g->need, int, 0);
  g_autofree int *next = g_new (int, g->n);
  while (waits[at] == 0)
    at++;
  for (int i = at; i < g->n; i++)
    for (int k = g->start[i]; waits[i] > 0 && k < g->start[i + 1]; k++)
      if (waits[need[k]] > 0) {
        next[i] = need[k];
        break;
      }
  for (int i = 0; i < g->n; i++)
    at = next[at];
  // Now on a cycle: begin at its first member in the document.
  least = at;
  for (int i = next[at]; i != at; i = next[i])
    least = MIN (least, i);
  g_autoptr (GString) text = g_string_new (m->parameters[least].name);
  for (int i = next[least]; n < 20 && i != least; i = next[i], n++)
    g_string_append_printf (text, " → %s", m->parameters[i].name);
  if (n == 20)
    g_string_append (text, " → …");
  g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_PARAMETER,
               _ ("parameter %s, value: expected no cycle, found %s → %s"),
               m->parameters[least].name, text->str, m->parameters[least].name);
  return false;
}

static bool
evaluate_parameters (TrModel *m, GError **error)
{
  Needs g = {0, NULL, NULL};
  g_autofree int *order = g_new (int, m->n_parameters);
  g_autofree int *waits = g_new (int, m->n_parameters);
  bool ok = needs_init (&g, m, error);
  if (ok && order_parameters (&g, order, waits) < m->n_parameters)
    ok = report_cycle (m, &g, waits, error);
  for (int i = 0; ok && i < m->n_parameters; i++) {
    TrParameter *p = &m->parameters[order[i]];
    Place place = {TR_ELEMENT_PARAMETER, p->name, "value", -1};
    ok = evaluate_scalar (m, &p->value, NULL, &place, error);
    m->parameter_values[order[i]] = p->value.value;
  }
  needs_clear (&g);
  return ok;
}

// A formula lies in the pool, where nothing is changed: a new range is a new formula.
static bool
evaluate_range (TrModel *m, TrBody *b, GError **error)
{
  TrFormula f = *b->formula.f;
  for (int k = 0; k < 2; k++) {
    Place place = {TR_ELEMENT_BODY, b->id, "t", k};
    if (!evaluate_scalar (m, &f.range[k], NULL, &place, error))
      return false;
  }
  if (!(f.range[0].value < f.range[1].value)) {
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
                 _ ("body %s, t: expected a range [from, to] with from < to"), b->id);
    return false;
  }
  if (memcmp (&f, b->formula.f, sizeof f) != 0) {
    b->formula.f = tr_pool_copy (m->pool, &f, sizeof f);
    b->stamp = tr_pool_stamp (m->pool);
  }
  return true;
}

static bool
evaluate_body (TrModel *m, TrBody *b, GError **error)
{
  if (b->kind == TR_BODY_FORMULA)
    return evaluate_range (m, b, error);
  if (b->kind != TR_BODY_SHEET)
    return true;
  Place shape = {TR_ELEMENT_BODY, b->id, "elastic.shape", -1},
        area = {TR_ELEMENT_BODY, b->id, "elastic.area", -1};
  return evaluate_scalar (m, &b->sheet.shape, &b->stamp, &shape, error) &&
         evaluate_scalar (m, &b->sheet.area, &b->stamp, &area, error);
}

// What scalar k of a kind is called in a document.
static const char *
scalar_name (const TrField *fields, int k)
{
  for (; fields->name != NULL; fields++)
    if (fields->type == TR_FIELD_SCALAR && fields->at == k)
      return fields->name;
  return "value";
}

static bool
evaluate_constraint (TrModel *m, TrConstraint *c, GError **error)
{
  for (int k = 0; k < (int) G_N_ELEMENTS (c->scalar); k++) {
    Place place = {TR_ELEMENT_CONSTRAINT, c->id, scalar_name (tr_con_get_ops (c)->fields, k), -1};
    if (!evaluate_scalar (m, &c->scalar[k], &c->stamp, &place, error))
      return false;
  }
  // what hangs on time may have no value now and then, but what hangs on nothing never has one
  Place value = {TR_ELEMENT_CONSTRAINT, c->id, "value", -1};
  if (c->kind == TR_CON_DRIVE && c->expr && tr_expr_n_vars (c->expr) == 0)
    return check_value (tr_expr_value (c->expr, NULL), &value, error);
  return true;
}

static bool
evaluate_force (TrModel *m, TrForce *f, GError **error)
{
  for (int k = 0; k < (int) G_N_ELEMENTS (f->scalar); k++) {
    Place place = {TR_ELEMENT_FORCE, f->id, scalar_name (tr_force_ops[f->kind]->fields, k), -1};
    if (!evaluate_scalar (m, &f->scalar[k], &f->stamp, &place, error))
      return false;
  }
  return true;
}

// An element that has another stamp than before is another one.
static bool
note (TrModel *m, TrElementKind kind, int i, unsigned was, unsigned now, bool ok)
{
  if (was != now)
    tr_ledger_note (&m->ledger, (TrElement){kind, i});
  return ok;
}

bool
tr_model_evaluate_one (TrModel *m, TrElement e, GError **error)
{
  switch (e.kind) {
  case TR_ELEMENT_NONE:
  case TR_ELEMENT_PARAMETER:
  case TR_ELEMENT_TRACE:
  case TR_ELEMENT_LABEL:
    break;
  case TR_ELEMENT_BODY: {
    TrBody *b = &m->bodies[e.index];
    unsigned was = b->stamp;
    bool ok = evaluate_body (m, b, error);
    return note (m, e.kind, e.index, was, b->stamp, ok);
  }
  case TR_ELEMENT_CONSTRAINT: {
    TrConstraint *c = &m->constraints[e.index];
    unsigned was = c->stamp;
    bool ok = evaluate_constraint (m, c, error);
    return note (m, e.kind, e.index, was, c->stamp, ok);
  }
  case TR_ELEMENT_FORCE: {
    TrForce *f = &m->forces[e.index];
    unsigned was = f->stamp;
    bool ok = evaluate_force (m, f, error);
    return note (m, e.kind, e.index, was, f->stamp, ok);
  }
  }
  return true;
}

static bool
evaluate_list (TrModel *m, TrElementKind kind, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    if (!tr_model_evaluate_one (m, (TrElement){kind, i}, error))
      return false;
  return true;
}

bool
tr_model_evaluate (TrModel *m, GError **error)
{
  return evaluate_parameters (m, error) && evaluate_list (m, TR_ELEMENT_BODY, m->n_bodies, error) &&
         evaluate_list (m, TR_ELEMENT_CONSTRAINT, m->n_constraints, error) &&
         evaluate_list (m, TR_ELEMENT_FORCE, m->n_forces, error);
}
