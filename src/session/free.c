// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/free.h"

#include <glib/gi18n-lib.h>
#include <string.h>

// The free parameter whose value is meant; NULL: something else is.
static const char *
free_parameter (const TrModel *m, const char *what)
{
  const char *dot = strchr (what, '.');
  if (dot == NULL || strcmp (dot, ".value") != 0)
    return NULL;
  g_autofree char *name = g_strndup (what, (gsize) (dot - what));
  TrElement e = tr_model_find (m, name);
  bool is_free = e.kind == TR_ELEMENT_PARAMETER && m->parameters[e.index].number >= 0;
  return is_free ? m->parameters[e.index].name : NULL;
}

bool
tr_session_try (TrSession *s, const char *what, const char *value, GError **error)
{
  TrDocument *d = tr_session_get_document (s);
  const char *name = free_parameter (tr_session_get_model (s), what);
  g_autofree char *is_free = name != NULL ? g_strdup_printf ("%s.free", name) : NULL;

  if (!tr_document_set (d, what, value, error))
    return false;
  if (is_free == NULL || !tr_document_set (d, is_free, "false", error))
    return is_free == NULL;
  tr_engine_solve (tr_session_get_engine (s), tr_session_get_state (s));
  tr_document_note_moved (d);
  return tr_document_set (d, is_free, "true", error);
}

// Whether an expression names the parameter, or one that hangs on it.
static bool
reads (const TrModel *m, const TrExpr *e, const char *name)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++) {
    const char *var = tr_expr_var_name (e, v);
    if (g_str_equal (var, name))
      return true;
    TrElement other = tr_model_find (m, var);
    if (other.kind == TR_ELEMENT_PARAMETER &&
        reads (m, m->parameters[other.index].value.expr, name))
      return true;
  }
  return false;
}

static bool
scalars_read (const TrModel *m, const TrScalar *scalar, int n, const char *name)
{
  bool any = false;
  for (int k = 0; k < n; k++)
    any |= reads (m, scalar[k].expr, name);
  return any;
}

// A constraint, a goal or a typed curve has what it reads among its unknowns.
static bool
is_pulled (const TrModel *m, const char *name)
{
  bool any = false;
  for (int i = 0; i < m->n_constraints && !any; i++) {
    const TrConstraint *c = &m->constraints[i];
    any = reads (m, c->expr, name) || scalars_read (m, c->scalar, G_N_ELEMENTS (c->scalar), name);
  }
  for (int i = 0; i < m->n_forces && !any; i++)
    any = reads (m, m->forces[i].expr, name);
  for (int i = 0; i < m->n_bodies && !any; i++)
    if (m->bodies[i].kind == TR_BODY_FORMULA)
      for (int k = 0; k < 2; k++)
        any |= reads (m, m->bodies[i].formula.f->expr[k], name);
  return any;
}

// The first element that only follows it; NULL: none does.
static const char *
find_follower (const TrModel *m, const char *name, TrElementKind *kind)
{
  *kind = TR_ELEMENT_BODY;
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    bool is_curve = b->kind == TR_BODY_FORMULA, is_sheet = b->kind == TR_BODY_SHEET;
    if ((is_curve && scalars_read (m, b->formula.f->range, 2, name)) ||
        (is_sheet &&
         (scalars_read (m, &b->sheet.shape, 1, name) || scalars_read (m, &b->sheet.area, 1, name))))
      return b->id;
  }
  *kind = TR_ELEMENT_FORCE;
  for (int i = 0; i < m->n_forces; i++)
    if (scalars_read (m, m->forces[i].scalar, G_N_ELEMENTS (m->forces[i].scalar), name))
      return m->forces[i].id;
  return NULL;
}

char *
tr_free_idle_text (const TrModel *m, int parameter)
{
  const TrParameter *p = &m->parameters[parameter];
  TrElementKind kind;
  if (!p->is_free || is_pulled (m, p->name))
    return NULL;
  const char *id = find_follower (m, p->name, &kind);
  if (id == NULL)
    return NULL;
  g_autofree char *what = tr_element_describe (kind, id);
  return g_strdup_printf (_ ("Nothing can move the parameter %s: %s follows it and does not pull "
                             "at it. Give it a value "
                             "(not free), or let a constraint read it"),
                          p->name, what);
}
