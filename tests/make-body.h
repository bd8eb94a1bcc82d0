// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Bodies for tests: every kind in every shape that it may have, with seeded random states.

#pragma once

#include "model/body-points.h"
#include "model/body.h"

#include <glib.h>
#include <string.h>

enum {
  MAKE_MAX = 32, // unknowns
};

typedef struct {
  TrBody b;
  double q[MAKE_MAX];
  TrFormula formula;
  TrExpr *expr[2];
  int slot[2][16];
  double parameter;
} MadeBody;

// A list: how many points, closed or open.
typedef struct {
  TrBodyKind kind;
  int points;
  bool closed;
} MadeList;

static const MadeList made_lists[] = {
    {TR_BODY_POLYLINE, 2, false}, {TR_BODY_POLYLINE, 3, false}, {TR_BODY_POLYLINE, 7, false},
    {TR_BODY_POLYLINE, 2, true},  {TR_BODY_POLYLINE, 3, true},  {TR_BODY_POLYLINE, 6, true},
    {TR_BODY_BEZIER, 4, false},   {TR_BODY_BEZIER, 7, false},   {TR_BODY_BEZIER, 13, false},
    {TR_BODY_BEZIER, 3, true},    {TR_BODY_BEZIER, 6, true},    {TR_BODY_BEZIER, 9, true},
    {TR_BODY_SPLINE, 4, false},   {TR_BODY_SPLINE, 5, false},   {TR_BODY_SPLINE, 9, false},
    {TR_BODY_SPLINE, 4, true},    {TR_BODY_SPLINE, 5, true},    {TR_BODY_SPLINE, 6, true},
    {TR_BODY_SPLINE, 7, true},    {TR_BODY_SPLINE, 9, true},
};

// Curves of a formula over t, the unknowns a, b, w and the parameter k.
typedef struct {
  const char *x, *y;
  bool closed;
  double range[2];
} MadeFormula;

static const char *const made_unknowns[] = {"a", "b", "w"};

static const MadeFormula made_formulas[] = {
    {"a*t + k", "b*sin(w*t)", false, {0, 4}},
    {"(a + b*cos(3*t))*cos(t) + w",
     "(a + b*cos(3*t))*sin(t)*exp(w/k)",
     true,
     {0, 6.283185307179586}},
    {"a + 2*t", "w^2*b", false, {-1, 1}},
};

static inline void
make_formula (const MadeFormula *from, MadeBody *made)
{
  const char *text[2] = {from->x, from->y};
  made->parameter = 1.7;
  made->formula.names = made_unknowns;
  for (int curve = 0; curve < 2; curve++) {
    made->expr[curve] = tr_expr_parse (text[curve], NULL);
    g_assert_nonnull (made->expr[curve]);
    for (int v = 0; v < tr_expr_n_vars (made->expr[curve]); v++) {
      const char *name = tr_expr_var_name (made->expr[curve], v);
      int slot = strcmp (name, "k") == 0 ? -1 : 0;
      for (int u = 0; u < 3; u++)
        if (strcmp (name, made_unknowns[u]) == 0)
          slot = 1 + u;
      made->slot[curve][v] = slot;
    }
    made->formula.expr[curve] = made->formula.run[curve] = made->expr[curve];
    made->formula.slot[curve] = made->slot[curve];
    made->formula.range[curve].value = from->range[curve];
  }
  made->b.formula.f = &made->formula;
  made->b.formula.parameters = &made->parameter;
  made->b.closed = from->closed;
  made->b.n = 3;
}

// A body of a kind that has one shape, a list or a formula; its state is left at 0.
static inline void
make_body (TrBodyKind kind, const MadeList *list, const MadeFormula *formula, MadeBody *made)
{
  memset (made, 0, sizeof *made);
  made->b.id = "b";
  made->b.kind = kind;
  made->b.n = tr_body_ops[kind]->n;
  if (kind == TR_BODY_RIGID)
    made->b.rigid.length = 3;
  if (kind == TR_BODY_SHEET)
    made->b.sheet.size = (Vec2){3, 2};
  if (list != NULL) {
    made->b.n = 2 * list->points;
    made->b.closed = list->closed;
  }
  if (formula != NULL)
    make_formula (formula, made);
}

static inline void
made_clear (MadeBody *made)
{
  for (int k = 0; k < 2; k++)
    g_clear_pointer (&made->expr[k], tr_expr_unref);
}

// Places about (40, −25), lengths of 1 to 5, angles of any turn.
static inline void
made_randomize (MadeBody *made, GRand *rand)
{
  const TrBodyOps *ops = tr_body_get_ops (&made->b);
  for (int i = 0; i < made->b.n; i++)
    made->q[i] = (i % 2 == 0 ? 40 : -25) + g_rand_double_range (rand, -6, 6);
  for (const TrField *f = ops->fields; f->name != NULL; f++)
    for (int k = 0; k < 2 && (f->type == TR_FIELD_LENGTH || f->type == TR_FIELD_PAIR); k++)
      if (k == 0 || f->type == TR_FIELD_PAIR)
        made->q[f->at + k] = g_rand_double_range (rand, 1, 5);
  for (const TrField *f = ops->fields; f->name != NULL; f++)
    if (f->type == TR_FIELD_ANGLE)
      made->q[f->at] = g_rand_double_range (rand, -8, 8);
  if (made->b.kind == TR_BODY_FORMULA)
    for (int i = 0; i < 3; i++)
      made->q[i] = g_rand_double_range (rand, 0.5, 2);
}

typedef void (*MadeVisit) (MadeBody *made, GRand *rand);

// Calls visit for every kind in every shape, twice with different states.
static inline void
for_each_body (MadeVisit visit)
{
  GRand *rand = g_rand_new_with_seed (1990);
  for (int pass = 0; pass < 2; pass++)
    for (int kind = 0; kind < TR_N_BODY_KINDS; kind++) {
      bool is_list = tr_body_ops[kind]->basis != NULL, is_formula = kind == TR_BODY_FORMULA;
      int shapes = is_list      ? (int) G_N_ELEMENTS (made_lists)
                   : is_formula ? (int) G_N_ELEMENTS (made_formulas)
                                : 1;
      for (int k = 0; k < shapes; k++) {
        MadeBody made;
        if (is_list && (int) made_lists[k].kind != kind)
          continue;
        make_body (kind, is_list ? &made_lists[k] : NULL, is_formula ? &made_formulas[k] : NULL,
                   &made);
        made_randomize (&made, rand);
        visit (&made, rand);
        made_clear (&made);
      }
    }
  g_rand_free (rand);
}
