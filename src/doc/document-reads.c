// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which parameters an element computes with.

#include "doc/document-private.h"
#include "model/label-text.h"

typedef struct {
  const TrModel *m;
  bool *parameters; // read
} Reads;

static void
mark_expr (Reads *r, const TrExpr *e)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++) {
    TrElement found = tr_model_find (r->m, tr_expr_var_name (e, v));
    if (found.kind == TR_ELEMENT_PARAMETER && !r->parameters[found.index]) {
      r->parameters[found.index] = true;
      mark_expr (r, r->m->parameters[found.index].value.expr);
    }
  }
}

static void
mark_scalars (Reads *r, const TrScalar *scalars, int n)
{
  for (int i = 0; i < n; i++)
    mark_expr (r, scalars[i].expr);
}

// The unknowns of a formula have names that no parameter has.
static void
mark_body (Reads *r, const TrBody *b)
{
  if (b->kind == TR_BODY_SHEET) {
    mark_expr (r, b->sheet.shape.expr);
    mark_expr (r, b->sheet.area.expr);
  }
  for (int k = 0; k < 2 && b->kind == TR_BODY_FORMULA; k++) {
    mark_expr (r, b->formula.f->expr[k]);
    mark_expr (r, b->formula.f->range[k].expr);
  }
}

static bool
mark_name (const char *id, gpointer data)
{
  Reads *r = data;
  TrElement found = tr_model_find (r->m, id);

  if (found.kind == TR_ELEMENT_PARAMETER && !r->parameters[found.index]) {
    r->parameters[found.index] = true;
    mark_expr (r, r->m->parameters[found.index].value.expr);
  }
  return false; // the others, too
}

void
tr_document_mark_read (const TrModel *m, TrElement e, bool *parameters)
{
  Reads r = {m, parameters};

  switch (e.kind) {
  case TR_ELEMENT_NONE:
  case TR_ELEMENT_TRACE:
    break;
  case TR_ELEMENT_PARAMETER:
    mark_expr (&r, m->parameters[e.index].value.expr);
    break;
  case TR_ELEMENT_BODY:
    mark_body (&r, &m->bodies[e.index]);
    break;
  case TR_ELEMENT_CONSTRAINT:
    mark_expr (&r, m->constraints[e.index].expr);
    mark_scalars (&r, m->constraints[e.index].scalar, G_N_ELEMENTS (m->constraints[0].scalar));
    break;
  case TR_ELEMENT_FORCE:
    mark_expr (&r, m->forces[e.index].expr);
    mark_scalars (&r, m->forces[e.index].scalar, G_N_ELEMENTS (m->forces[0].scalar));
    break;
  case TR_ELEMENT_LABEL:
    tr_label_names (m->labels[e.index].text, mark_name, &r);
    break;
  }
}
