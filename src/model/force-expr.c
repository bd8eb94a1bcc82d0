// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Goals of an expression x over the drawing:
//
//   minimize  E = w x
//   relation  E = ½ w x², where x does not stand as `op` says: a relation that gives way
//
// Over the state E_q = E′ x_q and E_qq = E″ x_qᵀ x_q + E′ x_qq.

#include "model/goal.h"

#include "model/live.h"
#include "model/row-private.h"

static const TrField minimize_fields[] = {
    {.name = "expr", .type = TR_FIELD_EXPR, .required = true},
    {.name = "weight", .type = TR_FIELD_SCALAR, .at = TR_FORCE_WEIGHT, .otherwise = 1},
    {.name = NULL},
};

static const TrField relation_fields[] = {
    {.name = "expr", .type = TR_FIELD_EXPR, .required = true},
    {.name = "op", .type = TR_FIELD_OP, .required = true},
    {.name = "weight", .type = TR_FIELD_SCALAR, .at = TR_FORCE_WEIGHT, .otherwise = 1},
    {.name = NULL},
};

static double
minimize_of_value (const TrForce *f, double x, double *first, double *second)
{
  *first = f->scalar[TR_FORCE_WEIGHT].value;
  *second = 0;
  return *first * x;
}

static double
relation_of_value (const TrForce *f, double x, double *first, double *second)
{
  double weight = fmax (0, f->scalar[TR_FORCE_WEIGHT].value);
  if ((f->op == TR_OP_LE && x <= 0) || (f->op == TR_OP_GE && x >= 0))
    weight = 0;
  *first = weight * x;
  *second = weight;
  return 0.5 * weight * x * x;
}

// The value is that of an equation's row.
static TrConstraint
as_equation (const TrForce *f)
{
  return (TrConstraint){
      .kind = TR_CON_EQUATION,
      .op = TR_OP_EQ,
      .expr = f->expr,
      .vars = f->vars,
      .live = f->live,
  };
}

void
tr_force_rows (
    const TrModel *m, const TrForce *f, const double *q, TrScratch *scratch, TrRowBlock *out)
{
  TrConstraint c = as_equation (f);
  tr_expr_rows (m, &c, q, 0, scratch, out);
}

void
tr_force_add_hessian (const TrModel *m,
                      const TrForce *f,
                      const double *q,
                      double first,
                      const TrRowBlock *rows,
                      bool clamp,
                      TrScratch *scratch,
                      double *H)
{
  TrConstraint c = as_equation (f);
  tr_expr_hessian (m, &c, q, 0, -first, clamp, rows, scratch, H);
}

double
tr_force_energy (const TrModel *m, const TrForce *f, const double *q)
{
  const TrForceOps *ops = tr_force_ops[f->kind];
  if (ops->of_value) {
    double first, second;
    return ops->of_value (f,
                          tr_model_expr_value (m, tr_live_expr (f->live, f->expr),
                                               tr_live_vars (f->live, f->vars), q, 0),
                          &first, &second);
  }
  if (!ops->loads)
    return 0;
  int n = ops->n_loads (m->bodies, f);
  g_autofree TrPointLoad *load = g_new (TrPointLoad, n);
  return ops->loads (m->bodies, f, q, load, &n);
}

const TrForceOps tr_force_minimize = {
    .name = "minimize",
    .fields = minimize_fields,
    .of_value = minimize_of_value,
};

const TrForceOps tr_force_relation = {
    .name = "relation",
    .fields = relation_fields,
    .of_value = relation_of_value,
};
