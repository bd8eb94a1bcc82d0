// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Names in expressions → what they stand for.

#include "model/edit-private.h"
#include "model/live.h"

#include <glib/gi18n.h>
#include <string.h>

enum { FEW_VARS = 32 }; // so many values are kept on the stack

double
tr_model_expr_value (
    const TrModel *m, const TrExpr *e, const TrVar *vars, const double *q, double time)
{
  double few[FEW_VARS];
  int n = tr_expr_n_vars (e);
  g_autofree double *many = n > FEW_VARS ? g_new (double, n) : NULL;
  double *x = many != NULL ? many : few;
  for (int v = 0; v < n; v++) {
    if (vars[v].body >= 0) {
      const TrBody *b = &m->bodies[vars[v].body];
      x[v] = tr_body_member (b, tr_body_q (b, q), vars[v].member, NULL, NULL);
    } else
      x[v] = vars[v].body == -1 ? m->parameter_values[vars[v].member] : time;
  }
  return tr_expr_value (e, x);
}

static bool
bind_error (const TrExpr *e, int var, GError **error, const char *expected)
{
  g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
               _ ("column %d: expected %s, found \"%s\""), tr_expr_var_column (e, var), expected,
               tr_expr_var_name (e, var));
  return false;
}

// People see the names of bodies, and write them: the body that is called so, upper case or lower.
static const TrBody *
find_called (const TrModel *m, const char *name)
{
  for (int i = 0; i < m->n_bodies; i++)
    if (g_ascii_strcasecmp (m->bodies[i].id, name) == 0 ||
        (m->bodies[i].name && g_ascii_strcasecmp (m->bodies[i].name, name) == 0))
      return &m->bodies[i];
  return NULL;
}

static bool
no_body_error (
    const TrModel *m, const TrExpr *e, int v, const char *id, const char *member, GError **error)
{
  const TrBody *b = find_called (m, id);
  g_autofree char *hint =
      b ? g_strdup_printf (_ ("a member of a body that is there, such as %s%s"), b->id, member)
        : g_strdup (_ ("a member of a body that is there"));
  return bind_error (e, v, error, hint);
}

// `body.member`
static bool
bind_member (const TrModel *m, const TrExpr *e, int v, const char *dot, TrVar *var, GError **error)
{
  const char *name = tr_expr_var_name (e, v);
  g_autofree char *id = g_strndup (name, (gsize) (dot - name));
  g_autofree char *expected = NULL;
  TrElement found = tr_model_find (m, id);
  if (found.kind != TR_ELEMENT_BODY)
    return no_body_error (m, e, v, id, dot, error);
  const TrBody *b = &m->bodies[found.index];
  *var = (TrVar){found.index, tr_body_find_member (b, dot + 1)};
  if (var->member >= 0)
    return true;
  g_autofree char *names = tr_body_list_members (b);
  expected = g_strdup_printf (_ ("a scalar member of the %s %s (%s)"),
                              _ (tr_body_get_ops (b)->name), b->id, names);
  return bind_error (e, v, error, expected);
}

bool
tr_model_bind_var (
    const TrModel *m, const TrExpr *e, int v, bool with_time, TrVar *var, GError **error)
{
  const char *name = tr_expr_var_name (e, v);
  const char *dot = strchr (name, '.');
  if (dot != NULL)
    return bind_member (m, e, v, dot, var, error);
  if (with_time && g_str_equal (name, "time")) {
    *var = (TrVar){-2, 0};
    return true;
  }
  TrElement found = tr_model_find (m, name);
  if (found.kind == TR_ELEMENT_PARAMETER) {
    *var = (TrVar){-1, found.index};
    return true;
  }
  if (found.kind == TR_ELEMENT_BODY && m->bodies[found.index].kind == TR_BODY_NUMBER) {
    *var = (TrVar){found.index, 0};
    return true;
  }
  return bind_error (e, v, error, _ ("a parameter, a number or body.member"));
}

// What was bound already is kept where it is still right: expressions are bound again at every edit.
static const TrVar *
bind_again (const TrModel *m, const TrExpr *e, bool with_time, const TrVar *was, GError **error)
{
  int n = tr_expr_n_vars (e);
  g_autofree TrVar *vars = g_new0 (TrVar, n + 1);
  for (int v = 0; v < n; v++)
    if (!tr_model_bind_var (m, e, v, with_time, &vars[v], error))
      return NULL;
  if (was != NULL && memcmp (was, vars, (size_t) n * sizeof (TrVar)) == 0)
    return was;
  return tr_pool_copy (m->pool, vars, (size_t) (n + 1) * sizeof (TrVar));
}

// A program without variables has a table all the same, so that NULL says that it failed.
const TrVar *
tr_model_bind (const TrModel *m, const TrExpr *e, bool with_time, GError **error)
{
  return bind_again (m, e, with_time, NULL, error);
}

// Puts before the message where it belongs: "force f1, value: ".
static bool
place_error (GError **error, TrElementKind kind, const char *id, const char *member)
{
  g_autofree char *element = tr_element_describe (kind, id);
  g_prefix_error (error, _ ("%s, %s: "), element, member);
  return false;
}

// The place of a name among the unknowns of a formula; −1: it is none of them.
static int
find_unknown (const TrBody *b, const char *name)
{
  for (int k = 0; k < b->n; k++)
    if (g_str_equal (b->formula.f->names[k], name))
      return k;
  return -1;
}

// The place of a free parameter among those of the formula, made where there is none yet.
static int
live_slot (const TrModel *m, const TrBody *b, int parameter, GArray *live)
{
  int at = m->bodies[m->parameters[parameter].number].q - b->q, k = 0;
  while (k < (int) live->len && g_array_index (live, int, k) != at)
    k++;
  if (k == (int) live->len)
    g_array_append_val (live, at);
  return 1 + b->n + k;
}

// The slots that were, where they are still right: a formula is bound again at every edit.
static const int *
bind_curve (const TrModel *m, const TrBody *b, const TrFormula *f, int curve, GArray *live)
{
  const TrExpr *e = f->run[curve];
  const int *was = f->slot[curve];
  int n = tr_expr_n_vars (e);
  g_autofree int *slot = g_new0 (int, n + 1);
  for (int v = 0; v < n; v++) {
    const char *name = tr_expr_var_name (e, v);
    int unknown = find_unknown (b, name), parameter = tr_model_find (m, name).index;
    if (g_str_equal (name, "t"))
      slot[v] = 0;
    else if (unknown >= 0)
      slot[v] = 1 + unknown;
    else if (m->parameters[parameter].number >= 0)
      slot[v] = live_slot (m, b, parameter, live);
    else
      slot[v] = -1 - parameter;
  }
  if (was != NULL && memcmp (was, slot, (size_t) n * sizeof (int)) == 0)
    return was;
  return tr_pool_copy (m->pool, slot, (size_t) (n + 1) * sizeof (int));
}

static bool
check_curve (const TrModel *m, const TrBody *b, const TrExpr *e, GError **error)
{
  for (int v = 0; v < tr_expr_n_vars (e); v++) {
    const char *name = tr_expr_var_name (e, v);
    bool known = g_str_equal (name, "t") || find_unknown (b, name) >= 0 ||
                 tr_model_find (m, name).kind == TR_ELEMENT_PARAMETER;
    if (!known)
      return bind_error (e, v, error, _ ("t, an unknown of the formula or a parameter"));
  }
  return true;
}

// The curves over what they hang on in the end.
static bool
bind_curves (const TrModel *m, const TrBody *b, TrFormula *f, GError **error)
{
  g_autoptr (GArray) live = g_array_new (FALSE, FALSE, sizeof (int));
  for (int k = 0; k < 2; k++) {
    const TrExpr *run = tr_live_flatten (m, f->expr[k], f->run[k]);
    if (run == NULL) {
      g_set_error (
          error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
          _ ("expected a shorter expression, the free parameters that it hangs on put in"));
      return false;
    }
    f->slot[k] = run == f->run[k] ? f->slot[k] : NULL;
    f->run[k] = run;
    f->slot[k] = bind_curve (m, b, f, k, live);
  }
  if (b->n + (int) live->len > TR_JET_MAX) {
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
                 _ ("expected at most %d unknowns, free parameters among them"), TR_JET_MAX);
    return false;
  }
  if (f->n_live != (int) live->len || f->live_at == NULL ||
      memcmp (f->live_at, live->data, live->len * sizeof (int)) != 0)
    f->live_at = tr_pool_copy (m->pool, live->data, live->len * sizeof (int));
  f->n_live = (int) live->len;
  return true;
}

bool
tr_model_bind_formula (const TrModel *m, TrBody *b, GError **error)
{
  static const char *const member[2] = {"x", "y"};
  g_return_val_if_fail (b->kind == TR_BODY_FORMULA, false);
  TrFormula f = *b->formula.f;
  for (int k = 0; k < b->n; k++)
    if (tr_model_find (m, f.names[k]).kind == TR_ELEMENT_PARAMETER) {
      g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
                   _ ("expected a name that no parameter has, found \"%s\""), f.names[k]);
      return place_error (error, TR_ELEMENT_BODY, b->id, "unknowns");
    }
  for (int k = 0; k < 2; k++)
    if (!check_curve (m, b, f.expr[k], error))
      return place_error (error, TR_ELEMENT_BODY, b->id, member[k]);
  if (!bind_curves (m, b, &f, error))
    return place_error (error, TR_ELEMENT_BODY, b->id, "x, y");
  if (memcmp (&f, b->formula.f, sizeof f) != 0) {
    b->formula.f = tr_pool_copy (m->pool, &f, sizeof f);
    b->stamp = tr_pool_stamp (m->pool);
  }
  b->formula.parameters = m->parameter_values;
  return true;
}

static bool
rebind (const TrModel *m,
        const TrExpr *e,
        const TrVar **vars,
        bool with_time,
        TrElementKind kind,
        const char *id,
        const TrField *fields,
        GError **error)
{
  if (e == NULL)
    return true;
  const TrVar *bound = bind_again (m, e, with_time, *vars, error);
  while (fields->name != NULL && fields->type != TR_FIELD_EXPR)
    fields++;
  if (bound == NULL)
    return place_error (error, kind, id, fields->name);
  *vars = bound;
  return true;
}

static bool
bind_constraint (TrModel *m, TrConstraint *c, GError **error)
{
  return rebind (m, c->expr, &c->vars, c->kind == TR_CON_DRIVE, TR_ELEMENT_CONSTRAINT, c->id,
                 tr_con_get_ops (c)->fields, error);
}

static bool
bind_force (TrModel *m, TrForce *f, GError **error)
{
  return rebind (m, f->expr, &f->vars, false, TR_ELEMENT_FORCE, f->id,
                 tr_force_ops[f->kind]->fields, error);
}

bool
tr_model_bind_one (TrModel *m, TrElement e, GError **error)
{
  switch (e.kind) {
  case TR_ELEMENT_NONE:
  case TR_ELEMENT_PARAMETER:
  case TR_ELEMENT_TRACE:
  case TR_ELEMENT_LABEL:
    break;
  case TR_ELEMENT_BODY:
    return m->bodies[e.index].kind != TR_BODY_FORMULA ||
           tr_model_bind_formula (m, &m->bodies[e.index], error);
  case TR_ELEMENT_CONSTRAINT:
    return bind_constraint (m, &m->constraints[e.index], error) &&
           tr_constraint_follow_live (m, &m->constraints[e.index], error);
  case TR_ELEMENT_FORCE:
    return bind_force (m, &m->forces[e.index], error) &&
           tr_force_follow_live (m, &m->forces[e.index], error);
  }
  return true;
}

bool
tr_model_bind_all (TrModel *m, GError **error)
{
  if (!tr_model_bind_parameters (m, error))
    return false;
  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].kind == TR_BODY_FORMULA && !tr_model_bind_formula (m, &m->bodies[i], error))
      return false;
  for (int i = 0; i < m->n_constraints; i++)
    if (!bind_constraint (m, &m->constraints[i], error))
      return false;
  for (int i = 0; i < m->n_forces; i++)
    if (!bind_force (m, &m->forces[i], error))
      return false;
  return tr_model_bind_live (m, error);
}
