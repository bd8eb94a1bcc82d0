// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/variable.h"

#include "model/con-shape.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static TrConnector *
connector_of (const TrModel *m, const TrVariable *d)
{
  return &m->constraints[d->element].end[d->part / 2].connector[0];
}

static bool
has_place (const TrEnd *e)
{
  return e->kind == TR_END_POINT &&
         (e->connector[0].kind == TR_AT_GROUND || e->connector[0].kind == TR_AT_LOCAL);
}

static void
add (GArray *dimensions, TrVariableKind kind, int element, int part)
{
  const TrVariable d = {kind, element, part};
  for (guint i = 0; i < dimensions->len; i++) {
    const TrVariable *o = &g_array_index (dimensions, TrVariable, i);
    if (o->kind == kind && o->element == element && o->part == part)
      return;
  }
  g_array_append_val (dimensions, d);
}

// ---- what there is

static const TrField *
find_field (const TrConstraint *c, const char *name)
{
  const TrField *f = tr_con_get_ops (c)->fields;
  while (f->name != NULL && strcmp (f->name, name) != 0)
    f++;
  return f->name != NULL ? f : NULL;
}

static bool
add_member (const TrModel *m, int con, const char *member, GArray *dimensions)
{
  const TrConstraint *c = &m->constraints[con];
  const TrField *f = find_field (c, member);
  if (f == NULL)
    return false;
  if (f->type == TR_FIELD_SCALAR && !c->scalar[f->at].expr && (c->has & (1u << f->at))) {
    add (dimensions, TR_VARIABLE_SCALAR, con, f->at);
    return true;
  }
  bool nail = f->type == TR_FIELD_PLACE && c->kind == TR_CON_NAIL;
  if (!nail && !(f->type == TR_FIELD_END && has_place (&c->end[f->at])))
    return false;
  for (int axis = 0; axis < 2; axis++)
    add (dimensions, nail ? TR_VARIABLE_NAIL : TR_VARIABLE_PLACE, con,
         nail ? axis : 2 * f->at + axis);
  return true;
}

bool
tr_variable_find (const TrModel *m, const char *what, GArray *dimensions, GError **error)
{
  const char *dot = strchr (what, '.');
  g_autofree char *id = dot ? g_strndup (what, (gsize) (dot - what)) : g_strdup (what);
  TrElement e = tr_model_find (m, id);
  bool found = false;
  if (e.kind == TR_ELEMENT_PARAMETER && (!dot || g_str_equal (dot, ".value")) &&
      !m->parameters[e.index].value.expr) {
    add (dimensions, TR_VARIABLE_PARAMETER, e.index, 0);
    found = true;
  } else if (e.kind == TR_ELEMENT_CONSTRAINT && dot)
    found = add_member (m, e.index, dot + 1, dimensions);
  if (!found)
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
                 _ ("expected a parameter or a member of a constraint that is a number or a place, "
                    "found \"%s\""),
                 what);
  return found;
}

// The parameters that are numbers and that an expression hangs on.
static void
add_parameters (const TrModel *m, const TrExpr *e, GArray *dimensions, int depth)
{
  for (int v = 0; e && v < tr_expr_n_vars (e) && depth <= m->n_parameters; v++) {
    TrElement found = tr_model_find (m, tr_expr_var_name (e, v));
    if (found.kind != TR_ELEMENT_PARAMETER)
      continue;
    if (m->parameters[found.index].value.expr)
      add_parameters (m, m->parameters[found.index].value.expr, dimensions, depth + 1);
    else
      add (dimensions, TR_VARIABLE_PARAMETER, found.index, 0);
  }
}

void
tr_variable_list (const TrModel *m, const bool *is_in, GArray *dimensions)
{
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    if (!is_in[i] || c->kind == TR_CON_DRIVE || c->kind == TR_CON_LIMIT)
      continue;
    for (const TrField *f = tr_con_get_ops (c)->fields; f->name != NULL; f++) {
      if (f->type == TR_FIELD_SCALAR && c->scalar[f->at].expr)
        add_parameters (m, c->scalar[f->at].expr, dimensions, 0);
      else if (f->type != TR_FIELD_SCALAR || fabs (c->scalar[f->at].value) > 0)
        add_member (m, i, f->name, dimensions);
    }
  }
}

// ---- their values

double
tr_variable_get (const TrModel *m, const TrVariable *d)
{
  const Vec2 *place = NULL;
  switch (d->kind) {
  case TR_VARIABLE_PARAMETER:
    return m->parameters[d->element].value.value;
  case TR_VARIABLE_SCALAR:
    return m->constraints[d->element].scalar[d->part].value;
  case TR_VARIABLE_NAIL:
    place = &m->constraints[d->element].place;
    break;
  case TR_VARIABLE_PLACE:
    place = &connector_of (m, d)->p;
    break;
  }
  return d->part % 2 ? place->y : place->x;
}

void
tr_variable_set (TrModel *m, const TrVariable *d, double value)
{
  Vec2 *place = NULL;
  switch (d->kind) {
  case TR_VARIABLE_PARAMETER:
    m->parameters[d->element].value.value = value;
    return;
  case TR_VARIABLE_SCALAR:
    m->constraints[d->element].scalar[d->part].value = value;
    return;
  case TR_VARIABLE_NAIL:
    place = &m->constraints[d->element].place;
    break;
  case TR_VARIABLE_PLACE:
    place = &connector_of (m, d)->p;
    break;
  }
  *(d->part % 2 ? &place->y : &place->x) = value;
}

static char *
number_text (double x)
{
  char buf[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_dtostr (buf, sizeof buf, x));
}

static char *
place_text (Vec2 p)
{
  g_autofree char *x = number_text (p.x), *y = number_text (p.y);
  return g_strdup_printf ("[%s, %s]", x, y);
}

static const char *
scalar_name (const TrConstraint *c, int k)
{
  const TrField *f = tr_con_get_ops (c)->fields;
  while (f->name != NULL && (f->type != TR_FIELD_SCALAR || f->at != k))
    f++;
  return f->name;
}

char *
tr_variable_text (const TrModel *m, const TrVariable *d, char **value)
{
  static const char ends[] = "abc";
  if (d->kind == TR_VARIABLE_PARAMETER) {
    *value = number_text (tr_variable_get (m, d));
    return g_strdup_printf ("%s.value", m->parameters[d->element].name);
  }
  const TrConstraint *c = &m->constraints[d->element];
  if (d->kind == TR_VARIABLE_SCALAR) {
    *value = number_text (tr_variable_get (m, d));
    return g_strdup_printf ("%s.%s", c->id, scalar_name (c, d->part));
  }
  if (d->kind == TR_VARIABLE_NAIL) {
    *value = place_text (c->place);
    return g_strdup_printf ("%s.at", c->id);
  }
  const TrConnector *at = connector_of (m, d);
  *value = place_text (at->p);
  return g_strdup_printf ("%s.%c.%s", c->id, ends[d->part / 2],
                          at->kind == TR_AT_GROUND ? "at" : "local");
}

// ---- derivatives

static double
slope_of (const TrModel *m, const TrExpr *e, const double *slopes)
{
  int n = tr_expr_n_vars (e);
  g_autofree double *x = g_new (double, n), *grad = g_new0 (double, n);
  double sum = 0;
  for (int v = 0; v < n; v++) {
    TrElement found = tr_model_find (m, tr_expr_var_name (e, v));
    x[v] = found.kind == TR_ELEMENT_PARAMETER ? m->parameter_values[found.index] : 0;
  }
  tr_expr_eval (e, x, NULL, grad, NULL);
  for (int v = 0; v < n; v++) {
    TrElement found = tr_model_find (m, tr_expr_var_name (e, v));
    if (found.kind == TR_ELEMENT_PARAMETER)
      sum += grad[v] * slopes[found.index];
  }
  return sum;
}

// Parameters read one another in any order, without a cycle: as many rounds as they are deep.
void
tr_variable_parameters (const TrModel *m, const TrVariable *d, double *slopes)
{
  for (int i = 0; i < m->n_parameters; i++)
    slopes[i] = d->kind == TR_VARIABLE_PARAMETER && d->element == i;
  for (bool again = d->kind == TR_VARIABLE_PARAMETER; again;) {
    again = false;
    for (int i = 0; i < m->n_parameters; i++) {
      const TrExpr *e = m->parameters[i].value.expr;
      double slope = e ? slope_of (m, e, slopes) : slopes[i];
      again |= slope < slopes[i] || slope > slopes[i];
      slopes[i] = slope;
    }
  }
}

// ∂c/∂scalar k: of a gear's ratio −b.rotation, of a rack's radius what the rigid has turned more
// than the line, of all others −1.
static double
scalar_slope (const TrModel *m, const TrConstraint *c, int k, const TrState *s, int i)
{
  if (c->kind == TR_CON_GEAR && k == 0)
    return -s->q[m->bodies[c->end[1].body].q + TR_MEMBER_ROTATION];
  if (c->kind != TR_CON_RACK || k != 0)
    return -1;
  return tr_constraint_turn (m, i, s);
}

// How a connector's point goes with its place.
static Vec2
place_slope (const TrModel *m, const TrConnector *c, const TrState *s, int axis)
{
  Vec2 unit = axis ? v2 (0, 1) : v2 (1, 0);
  if (c->kind == TR_AT_GROUND)
    return unit;
  TrConnector from = *c, to = *c;
  from.p = v2 (0, 0);
  to.p = unit;
  return v2_sub (tr_connector_point (m, &to, s->q), tr_connector_point (m, &from, s->q));
}

// c_d = Σ c_x x_d over the inputs that hang on the connector: points, and directions' places.
static void
add_place (const TrModel *m, const TrVariable *d, int i, const TrState *s, double c_d[])
{
  Vec2 x_d = place_slope (m, connector_of (m, d), s, d->part % 2);
  for (int r = 0; r < TR_ROWS_MAX; r++) {
    double lambda[TR_ROWS_MAX] = {0};
    TrInput in[TR_INPUTS_MAX];
    Vec2 x[TR_INPUTS_MAX], f[TR_INPUTS_MAX];
    lambda[r] = 1;
    int n = tr_constraint_forces (m, i, s->q, &s->memory[i], s->time, lambda, in, x, f);
    for (int k = 0; k < n; k++)
      if (in[k].kind == TR_IN_POINT && in[k].end == d->part / 2)
        c_d[r] += v2_dot (f[k], x_d);
  }
}

// The parameter that a variable of an equation stands for, be it fixed or free; −1: none.
static int
parameter_of (const TrModel *m, TrVar var)
{
  if (var.body == -1)
    return var.member;
  for (int i = 0; i < m->n_parameters && var.body >= m->n_bodies; i++)
    if (m->parameters[i].number == var.body)
      return i;
  return -1;
}

void
tr_variable_slope (const TrModel *m,
                   const TrVariable *d,
                   const double *slopes,
                   int i,
                   const TrState *s,
                   double c_d[TR_ROWS_MAX])
{
  const TrConstraint *c = &m->constraints[i];
  for (int r = 0; r < TR_ROWS_MAX; r++)
    c_d[r] = 0;
  bool own = d->kind != TR_VARIABLE_PARAMETER && d->element == i;
  if (own && d->kind == TR_VARIABLE_NAIL)
    c_d[d->part] = -1;
  if (own && d->kind == TR_VARIABLE_PLACE)
    add_place (m, d, i, s, c_d);
  for (int k = 0; k < (int) G_N_ELEMENTS (c->scalar) && c->kind != TR_CON_LIMIT; k++) {
    double slope = c->scalar[k].expr ? slope_of (m, c->scalar[k].expr, slopes)
                                     : own && d->kind == TR_VARIABLE_SCALAR && d->part == k;
    if (slope < 0 || slope > 0)
      c_d[0] += slope * scalar_slope (m, c, k, s, i);
  }
  if (c->kind != TR_CON_EQUATION || d->kind != TR_VARIABLE_PARAMETER)
    return;
  int n = tr_expr_n_vars (c->expr);
  g_autofree double *x = g_new (double, n), *grad = g_new0 (double, n);
  for (int v = 0; v < n; v++)
    x[v] = c->vars[v].body >= 0 ? tr_body_member (&m->bodies[c->vars[v].body],
                                                  tr_body_q (&m->bodies[c->vars[v].body], s->q),
                                                  c->vars[v].member, NULL, NULL)
                                : m->parameter_values[c->vars[v].member];
  tr_expr_eval (c->expr, x, NULL, grad, NULL);
  for (int v = 0; v < n; v++) {
    int parameter = parameter_of (m, c->vars[v]);
    if (parameter >= 0)
      c_d[0] += (c->op == TR_OP_LE ? -1 : 1) * grad[v] * slopes[parameter];
  }
}
