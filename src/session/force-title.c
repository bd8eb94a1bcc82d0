// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/force-title.h"

#include "math/number.h"

#include <glib/gi18n-lib.h>

static const char *const op_signs[] = {"=", "≤", "≥"};

static const char *
end_id (const TrModel *m, const TrForce *f)
{
  const TrEnd *e = &f->end[0];
  int body = e->kind == TR_END_BODY ? e->body : e->connector[0].body;
  return e->kind != TR_END_NONE && body >= 0 ? m->bodies[body].id : "";
}

static char *
kind_title (const TrModel *m, const TrForce *f)
{
  g_autofree char *expr = f->expr ? tr_number_tell_in (tr_expr_text (f->expr)) : NULL;

  switch (f->kind) {
  case TR_FORCE_SPRING:
    return g_strdup_printf (_ ("Spring %s"), end_id (m, f));
  case TR_FORCE_PULL:
    return g_strdup_printf (C_ ("force", "Pull %s"), end_id (m, f));
  case TR_FORCE_PUSH:
    return g_strdup_printf (_ ("Push %s"), end_id (m, f));
  case TR_FORCE_TORQUE:
    return g_strdup_printf (_ ("Torque %s"), end_id (m, f));
  case TR_FORCE_GRAVITY:
    return g_strdup (_ ("Gravity"));
  case TR_FORCE_MINIMIZE:
    return g_strdup_printf (_ ("Minimize %s"), expr);
  case TR_FORCE_RELATION:
    return g_strdup_printf (_ ("Goal %s %s 0"), expr, op_signs[f->op]);
  case TR_FORCE_FIT:
    return g_strdup_printf (_ ("Fit %s to points"), end_id (m, f));
  case TR_FORCE_SNAKE:
    return g_strdup_printf (_ ("Snake %s"), end_id (m, f));
  case TR_N_FORCE_KINDS:
    break;
  }
  g_return_val_if_reached (NULL);
}

char *
tr_force_title (const TrModel *m, int force)
{
  const TrForce *f = &m->forces[force];
  return f->name && *f->name ? g_strdup (f->name) : kind_title (m, f);
}

static const TrField *
strength_field (const TrForce *f)
{
  static const char *const names[] = {"weight", "stiffness", "value", NULL};
  for (const TrField *field = tr_force_ops[f->kind]->fields; field->name; field++)
    if (field->type == TR_FIELD_SCALAR && g_strv_contains (names, field->name))
      return field;
  return NULL;
}

const char *
tr_force_strength (const TrForce *f)
{
  const TrField *field = strength_field (f);
  return field ? field->name : NULL;
}

char *
tr_force_strength_text (const TrForce *f)
{
  const TrField *field = strength_field (f);
  if (!field)
    return NULL;
  const TrScalar *s = &f->scalar[field->at];
  return s->expr ? tr_number_tell_in (tr_expr_text (s->expr)) : tr_number_tell (s->value);
}
