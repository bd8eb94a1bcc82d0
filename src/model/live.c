// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/live.h"

#include <glib/gi18n.h>
#include <string.h>

static bool
too_large (TrElementKind kind, const char *id, GError **error)
{
  g_autofree char *element = tr_element_describe (kind, id);
  g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
               _ ("%s: expected a shorter expression, the free parameters that it hangs on put in"),
               element);
  return false;
}

// The parameter that a name stands for; NULL: it stands for something else.
static const TrParameter *
parameter_of (const TrModel *m, const TrExpr *e, int v)
{
  TrElement found = tr_model_find (m, tr_expr_var_name (e, v));
  return found.kind == TR_ELEMENT_PARAMETER ? &m->parameters[found.index] : NULL;
}

static bool
is_live (const TrModel *m, const TrExpr *e)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++) {
    const TrParameter *p = parameter_of (m, e, v);
    if (p != NULL && (p->number >= 0 || p->flat != NULL))
      return true;
  }
  return false;
}

// The text is that of all that went in, so that the same again is seen to be the same.
const TrExpr *
tr_live_flatten (const TrModel *m, const TrExpr *e, const TrExpr *was)
{
  int n = tr_expr_n_vars (e);
  g_autofree const TrExpr **with = g_new0 (const TrExpr *, n + 1);
  g_autoptr (GString) text = g_string_new (tr_expr_text (e));
  bool any = false;
  for (int v = 0; v < n; v++) {
    const TrParameter *p = parameter_of (m, e, v);
    with[v] = p != NULL ? p->flat : NULL;
    if (with[v] == NULL)
      continue;
    any = true;
    g_string_append_printf (text, "; %s = %s", p->name, tr_expr_text (with[v]));
  }
  if (!any)
    return e;
  if (was != NULL && g_str_equal (tr_expr_text (was), text->str))
    return was;
  TrExpr *made = text->len < 1 << 16 ? tr_expr_substitute (e, with, text->str) : NULL;
  return tr_pool_expr (m->pool, made);
}

// Where the variables of a flat expression stand: free parameters for their unknowns.
static const TrVar *
bind_flat (const TrModel *m, const TrExpr *flat, bool with_time, const TrVar *was)
{
  const TrVar *bound = tr_model_bind (m, flat, with_time, NULL);
  int n = tr_expr_n_vars (flat);
  g_return_val_if_fail (bound != NULL, NULL);
  g_autofree TrVar *vars = g_memdup2 (bound, (size_t) (n + 1) * sizeof (TrVar));
  for (int v = 0; v < n; v++)
    if (vars[v].body == -1 && m->parameters[vars[v].member].number >= 0)
      vars[v] = (TrVar){m->parameters[vars[v].member].number, 0};
  if (was != NULL && memcmp (was, vars, (size_t) n * sizeof (TrVar)) == 0)
    return was;
  return tr_pool_copy (m->pool, vars, (size_t) (n + 1) * sizeof (TrVar));
}

// An expression of an element as it hangs on free parameters; NULLs where it does not.
static bool
bind_one (const TrModel *m,
          const TrExpr *e,
          bool with_time,
          const TrExpr **flat,
          const TrVar **vars,
          TrElementKind kind,
          const char *id,
          GError **error)
{
  const TrExpr *was = *flat;
  *flat = NULL;
  if (!is_live (m, e))
    return true;
  *flat = tr_live_flatten (m, e, was);
  if (*flat == NULL)
    return too_large (kind, id, error);
  *vars = bind_flat (m, *flat, with_time, *flat == was ? *vars : NULL);
  return true;
}

static const TrLive *
keep (const TrModel *m, const TrLive *live, const TrLive *was)
{
  bool any = live->expr != NULL;
  for (guint k = 0; k < G_N_ELEMENTS (live->scalar); k++)
    any |= live->scalar[k] != NULL;
  if (!any)
    return NULL;
  if (was != NULL && memcmp (was, live, sizeof *live) == 0)
    return was;
  return tr_pool_copy (m->pool, live, sizeof *live);
}

bool
tr_constraint_bind_live (const TrModel *m, TrConstraint *c, GError **error)
{
  TrLive live = {NULL};
  if (c->live != NULL)
    live = *c->live;
  bool ok = bind_one (m, c->expr, c->kind == TR_CON_DRIVE, &live.expr, &live.vars,
                      TR_ELEMENT_CONSTRAINT, c->id, error);
  for (guint k = 0; ok && k < G_N_ELEMENTS (live.scalar); k++)
    ok = bind_one (m, c->scalar[k].expr, false, &live.scalar[k], &live.scalar_vars[k],
                   TR_ELEMENT_CONSTRAINT, c->id, error);
  const TrLive *was = c->live;
  c->live = ok ? keep (m, &live, was) : NULL;
  if (c->live != was)
    c->stamp = tr_pool_stamp (m->pool);
  return ok;
}

static bool
bind_force (const TrModel *m, TrForce *f, GError **error)
{
  TrLive live = {NULL};
  if (f->live != NULL)
    live = *f->live;
  bool ok = bind_one (m, f->expr, false, &live.expr, &live.vars, TR_ELEMENT_FORCE, f->id, error);
  const TrLive *was = f->live;
  f->live = ok ? keep (m, &live, was) : NULL;
  if (f->live != was)
    f->stamp = tr_pool_stamp (m->pool);
  return ok;
}

static bool
bind_parameter (const TrModel *m, TrParameter *p, GError **error)
{
  const TrExpr *was = p->flat;
  p->flat = NULL;
  if (!is_live (m, p->value.expr))
    return true;
  p->flat = tr_live_flatten (m, p->value.expr, was);
  return p->flat != NULL || too_large (TR_ELEMENT_PARAMETER, p->name, error);
}

// The next parameter that parameter i reads and that was not met yet, from its variable *v on; −1:
// none is left.
static int
next_needed (const TrModel *m, int i, int *v, const bool *met)
{
  const TrExpr *e = m->parameters[i].value.expr;
  for (; e != NULL && *v < tr_expr_n_vars (e); ++*v) {
    const TrParameter *p = parameter_of (m, e, *v);
    if (p != NULL && !met[p - m->parameters])
      return (int) (p - m->parameters);
  }
  return -1;
}

// Parameters read one another in any order, without a cycle: each after those that it reads.
bool
tr_model_bind_parameters (TrModel *m, GError **error)
{
  g_autofree bool *met = g_new0 (bool, m->n_parameters + 1);
  g_autofree int *path = g_new (int, m->n_parameters + 1);
  g_autofree int *at = g_new0 (int, m->n_parameters + 1);
  for (int i = 0, n = 0; i < m->n_parameters; i++) {
    if (met[i])
      continue;
    met[path[n++] = i] = true;
    while (n > 0) {
      int top = path[n - 1], next = next_needed (m, top, &at[top], met);
      if (next >= 0)
        met[path[n++] = next] = true;
      else if (bind_parameter (m, &m->parameters[top], error))
        n--;
      else
        return false;
    }
  }
  return true;
}

bool
tr_constraint_follow_live (const TrModel *m, TrConstraint *c, GError **error)
{
  return (m->n_free == 0 && c->live == NULL) || tr_constraint_bind_live (m, c, error);
}

bool
tr_force_follow_live (const TrModel *m, TrForce *f, GError **error)
{
  return (m->n_free == 0 && f->live == NULL) || bind_force (m, f, error);
}

bool
tr_model_bind_live (TrModel *m, GError **error)
{
  for (int i = 0; i < m->n_constraints; i++)
    if (!tr_constraint_follow_live (m, &m->constraints[i], error))
      return false;
  for (int i = 0; i < m->n_forces; i++)
    if (!tr_force_follow_live (m, &m->forces[i], error))
      return false;
  return true;
}

void
tr_model_follow (TrModel *m, const TrState *s)
{
  bool moved = false;
  for (int i = 0; i < m->n_parameters && m->n_free > 0; i++) {
    TrParameter *p = &m->parameters[i];
    if (p->number < 0)
      continue;
    double x = s->q[m->bodies[p->number].q];
    moved |= x < p->value.value || x > p->value.value;
    p->value.value = m->parameter_values[i] = x;
  }
  if (moved)
    tr_model_evaluate (m, NULL);
}
