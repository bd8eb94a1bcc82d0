// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/value.h"

#include "math/number.h"
#include "session/free.h"
#include "session/relate.h"

#include <glib/gi18n.h>
#include <math.h>

// For a list, which has little room.
static char *
short_text (const TrExpr *e)
{
  g_autofree char *text = tr_number_shorten_in (tr_expr_text (e));
  return tr_number_tell_in (text);
}

// The member that a constraint is edited by: of its kind the first that is a number or an
// expression.
static const TrField *
value_field (const TrConstraint *c)
{
  const TrField *f = tr_con_get_ops (c)->fields;
  while (f->name && f->type != TR_FIELD_SCALAR && f->type != TR_FIELD_EXPR)
    f++;
  return f->name && c->kind != TR_CON_LIMIT ? f : NULL;
}

static TrQuantityKind
quantity (const TrModel *m, const TrConstraint *c)
{
  if (c->kind == TR_CON_FIX || c->kind == TR_CON_LIMIT)
    return tr_quantity_of (&m->bodies[c->end[0].body], c->member);
  if (c->kind == TR_CON_ANGLE)
    return TR_QUANTITY_ANGLE;
  return c->kind == TR_CON_GEAR ? TR_QUANTITY_NUMBER : TR_QUANTITY_LENGTH;
}

// "0 … 90°", of bounds that are there.
static char *
describe_limit (const TrModel *m, const TrConstraint *c)
{
  TrQuantityKind kind = quantity (m, c);
  g_autofree char *low = tr_quantity_format (c->scalar[0].value, kind, m->units, 0);
  g_autofree char *high = tr_quantity_format (c->scalar[1].value, kind, m->units, 0);
  if (!(c->has & 2))
    return g_strconcat ("≥ ", low, NULL);
  return c->has & 1 ? g_strconcat (low, " … ", high, NULL) : g_strconcat ("≤ ", high, NULL);
}

char *
tr_value_describe (TrSession *s, int constraint)
{
  const TrModel *m = tr_session_get_model (s);
  const TrConstraint *c = &m->constraints[constraint];
  const TrField *f = value_field (c);

  if (c->kind == TR_CON_LIMIT)
    return describe_limit (m, c);
  if (!f)
    return NULL;
  if (f->type == TR_FIELD_EXPR)
    return c->expr ? short_text (c->expr) : NULL;
  const TrScalar *v = &c->scalar[f->at];
  double now = c->driven ? tr_constraint_measure (m, tr_session_get_state (s), constraint) : NAN;
  g_autofree char *text =
      tr_quantity_format (isnan (now) ? v->value : now, quantity (m, c), m->units, 0);
  if (!v->expr || c->driven)
    return g_steal_pointer (&text);
  g_autofree char *expr = short_text (v->expr);
  return g_strdup_printf ("%s = %s", expr, text);
}

char *
tr_value_text (TrSession *s, int constraint)
{
  const TrModel *m = tr_session_get_model (s);
  const TrConstraint *c = &m->constraints[constraint];
  const TrField *f = value_field (c);

  if (!f || c->driven)
    return NULL;
  if (f->type == TR_FIELD_EXPR)
    return tr_number_tell_in (c->expr ? tr_expr_text (c->expr) : "");
  const TrScalar *v = &c->scalar[f->at];
  if (v->expr)
    return tr_number_tell_in (tr_expr_text (v->expr));
  return tr_quantity_format (v->value, quantity (m, c), m->units, 0);
}

// Lengths and radii, and how far two points are apart; from a line there are two sides.
static bool
is_positive (const TrConstraint *c)
{
  return c->kind == TR_CON_LENGTH || c->kind == TR_CON_RADIUS ||
         (c->kind == TR_CON_DISTANCE && c->end[1].kind == TR_END_POINT);
}

// The step is called as the constraint is.
static bool
set_named (TrSession *s, int constraint, const char *member, const char *value, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  g_autofree char *what = g_strdup_printf ("%s.%s", m->constraints[constraint].id, member);
  g_autofree char *title = tr_constraint_title (m, constraint);
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), title);

  if (!tr_session_try (s, what, value, error))
    return false;
  tr_session_settle (s, name);
  return true;
}

bool
tr_value_set (TrSession *s, int constraint, const char *text, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrConstraint *c = &m->constraints[constraint];
  const TrField *f = value_field (c);
  g_autofree char *before = tr_value_text (s, constraint), *expr = NULL;
  char number[TR_NUMBER_SIZE];
  double value;

  g_return_val_if_fail (f, false);
  if (before && strcmp (before, text) == 0)
    return true;
  if (f->type == TR_FIELD_EXPR) {
    g_autofree char *plain = tr_quantity_plain (text);
    return set_named (s, constraint, f->name, plain, error);
  }
  if (!tr_quantity_parse (text, quantity (m, c), m, &value, &expr, error))
    return false;
  if (value < 0 && is_positive (c)) {
    g_set_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX, _ ("expected 0 or more, found %s"),
                 text);
    return false;
  }
  tr_number_format (value, number);
  return set_named (s, constraint, f->name, expr ? expr : number, error);
}
