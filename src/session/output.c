// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/output.h"

#include "math/number.h"
#include "model/live.h"
#include "session/arrival.h"
#include "session/session-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>

enum { STEPS = 8, IN_A_ROW = 3 }; // of a pull; steps that came, until they are longer again

// Of what is measured, or of a pull's way if that is less: as near as it can.
static const double least_part = 1e-6;

static const double holds = 1e-8; // residuals in units of ℓ

// On a copy of the drawing the reference is a constraint, whose value goes to where it is pulled.
struct _TrPull {
  TrSession *session;
  TrModel *m;
  TrState *start, *state;
  int con;
  double value; // where it is
  int end;      // 1: it goes no farther up, −1: down; 0: nothing is known
  guint generation;
};

bool
tr_output_is (const TrModel *m, int i)
{
  const TrConstraint *c = &m->constraints[i];
  switch ((int) c->kind) {
  case TR_CON_DISTANCE:
  case TR_CON_DISTANCE_X:
  case TR_CON_DISTANCE_Y:
  case TR_CON_LENGTH:
  case TR_CON_RADIUS:
  case TR_CON_FIX:
  case TR_CON_ANGLE:
    return c->driven && !c->disabled;
  case TR_CON_EQUATION:
    return c->driven && !c->disabled && c->op == TR_OP_EQ;
  }
  return false;
}

// The row is measure − value, of an equation the measure alone.
double
tr_output_value (const TrModel *m, const TrState *s, int i)
{
  double c[TR_ROWS_MAX] = {0};
  bool undefined = false;
  tr_constraint_residual (m, i, s->q, &s->memory[i], s->time, c, &undefined);
  if (undefined)
    return NAN;
  return c[0] + (m->constraints[i].kind == TR_CON_EQUATION ? 0 : m->constraints[i].scalar[0].value);
}

TrQuantityKind
tr_output_kind (const TrModel *m, int i)
{
  switch (tr_constraint_unit (m, i, 0)) {
  case TR_ROW_LENGTH:
    return TR_QUANTITY_LENGTH;
  case TR_ROW_ANGLE:
    return TR_QUANTITY_ANGLE;
  case TR_ROW_SINE:
  case TR_ROW_OTHER:
    break;
  }
  return TR_QUANTITY_NUMBER;
}

TrPull *
tr_pull_new (TrSession *s, const char *id)
{
  const TrModel *m = tr_session_get_model (s);
  TrElement e = tr_model_find (m, id);
  if (s->dragging || e.kind != TR_ELEMENT_CONSTRAINT || !tr_output_is (m, e.index))
    return NULL;
  double value = tr_output_value (m, tr_session_get_state (s), e.index);
  if (!isfinite (value))
    return NULL;
  TrPull *p = g_new0 (TrPull, 1);
  p->session = g_object_ref (s);
  p->m = tr_model_copy (m);
  p->con = e.index;
  p->m->constraints[p->con].driven = 0;
  p->start = tr_state_copy (tr_session_get_state (s));
  p->state = tr_state_copy (p->start);
  p->value = value;
  p->generation = tr_document_get_generation (s->document);
  return p;
}

// The constraint says `value`.
static bool
set_value (TrPull *p, double value)
{
  TrConstraint *c = &p->m->constraints[p->con];
  char number[TR_NUMBER_SIZE];
  if (c->kind != TR_CON_EQUATION) {
    c->scalar[0] = (TrScalar){.value = value};
    return tr_constraint_bind_live (p->m, c, NULL);
  }
  tr_number_format (value, number);
  const char *text = tr_expr_text (tr_session_get_model (p->session)->constraints[p->con].expr);
  g_autofree char *moved = g_strdup_printf ("(%s) - (%s)", text, number);
  TrExpr *e = tr_expr_parse (moved, NULL);
  if (!e)
    return false;
  c->expr = tr_pool_expr (p->m->pool, e);
  c->vars = tr_model_bind (p->m, c->expr, false, NULL);
  return c->vars != NULL && tr_constraint_bind_live (p->m, c, NULL);
}

// Near the end of what it can reach a compromise is hardly to be told from what holds.
static bool
all_met (const TrPull *p)
{
  bool ok = true;
  TrScratch *scratch = tr_scratch_new ();
  for (int i = 0; i < p->m->n_constraints && ok; i++) {
    const TrConstraint *c = &p->m->constraints[i];
    ok = c->disabled || c->driven || tr_constraint_is_met (p->m, p->state, i, scratch);
  }
  tr_scratch_free (scratch);
  return ok;
}

// False where not all holds at that value; the state is as before.
static bool
step (TrPull *p, double value)
{
  g_autoptr (TrState) before = tr_state_copy (p->state);
  if (!set_value (p, value))
    return false;
  g_autoptr (TrEngine) e = tr_engine_new (p->m, p->state);
  TrStepResult r = tr_engine_solve (e, p->state);
  bool ok = r.ok && r.relative <= holds && all_met (p);
  if (!ok)
    tr_state_assign (p->state, before);
  return ok;
}

// By halves where a step is too far.
static void
go (TrPull *p, double value)
{
  double from = p->value, part = 1.0 / STEPS, done = 0;
  double share = fmax (DBL_EPSILON, fabs (from) / fabs (value - from)); // of a way far out of reach
  double least = least_part * fmin (1, share);
  for (int came = 0; done < 1 && part > least;) {
    double next = fmin (1, done + part);
    if (!step (p, from + (value - from) * next)) {
      part /= 2;
      came = 0;
      continue;
    }
    done = next;
    p->value = next < 1 ? from + (value - from) * done : value;
    if (++came == IN_A_ROW) { // what was in the way is passed
      part = fmin (1.0 / STEPS, 2 * part);
      came = 0;
    }
  }
  p->end = done < 1 ? (value > from ? 1 : -1) : 0;
}

double
tr_pull_to (TrPull *p, double value)
{
  g_return_val_if_fail (isfinite (value), p->value);
  if (p->generation != tr_document_get_generation (p->session->document))
    return p->value;
  if (!(p->end > 0 && value >= p->value) && !(p->end < 0 && value <= p->value))
    go (p, value);
  tr_state_assign (tr_session_get_state (p->session), p->state);
  p->session->playback.touched = true;
  tr_session_moved (p->session);
  return p->value;
}

bool
tr_pull_is_at_end (const TrPull *p)
{
  return p->end != 0;
}

void
tr_pull_end (TrPull *p, bool keeps)
{
  TrSession *s = p->session;
  if (p->generation == tr_document_get_generation (s->document)) {
    const TrConstraint *c = &tr_session_get_model (s)->constraints[p->con];
    g_autofree char *name = g_strdup_printf (_ ("Pull %s"), c->name && *c->name ? c->name : c->id);
    bool moved = !tr_state_equal (p->start, p->state);
    tr_state_assign (tr_session_get_state (s), keeps ? p->state : p->start);
    if (keeps && moved)
      tr_session_commit (s, name);
    else
      tr_session_moved (s);
  }
  tr_model_free (p->m);
  tr_state_free (p->start);
  tr_state_free (p->state);
  g_object_unref (s);
  g_free (p);
}
