// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes together because one element holds on to it, or reads it.

#include "solver/renew.h"

static void
hold (GArray *held, int body)
{
  if (body >= 0)
    g_array_append_val (held, body);
}

static void
hold_vars (GArray *held, const TrExpr *expr, const TrVar *vars)
{
  for (int v = 0; expr && v < tr_expr_n_vars (expr); v++)
    hold (held, vars[v].body);
}

// Numbers of free parameters as well.
static void
hold_all (GArray *held,
          const TrEnd *end,
          int n,
          const TrExpr *expr,
          const TrVar *vars,
          const TrLive *live)
{
  g_array_set_size (held, 0);
  for (int i = 0; i < n; i++) {
    const TrConnector *c = end[i].connector;
    if (end[i].kind == TR_END_BODY)
      hold (held, end[i].body);
    for (int k = 0; k < 2; k++)
      if (end[i].kind == TR_END_FROMTO || (end[i].kind == TR_END_POINT && k == 0))
        hold (held, c[k].kind == TR_AT_GROUND ? -1 : c[k].body);
  }
  hold_vars (held, expr, vars);
  if (!live)
    return;
  hold_vars (held, live->expr, live->vars);
  for (guint k = 0; k < G_N_ELEMENTS (live->scalar); k++)
    hold_vars (held, live->scalar[k], live->scalar_vars[k]);
}

void
tr_renew_hold_constraint (GArray *held, const TrConstraint *c)
{
  hold_all (held, c->end, G_N_ELEMENTS (c->end), c->expr, c->vars, c->live);
}

void
tr_renew_hold_force (GArray *held, const TrForce *f)
{
  hold_all (held, f->end, G_N_ELEMENTS (f->end), f->expr, f->vars, f->live);
}

void
tr_renew_hold_numbers (GArray *held, const TrModel *m, const TrBody *b)
{
  g_array_set_size (held, 0);
  for (int k = b->n; k < b->n + tr_body_n_live (b); k++)
    for (int i = m->n_bodies; i < tr_model_n_all (m); i++)
      if (m->bodies[i].q == b->q + tr_body_offset (b, k))
        hold (held, i);
}
