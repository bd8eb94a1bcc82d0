// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/arrival.h"

bool
tr_constraint_is_met (const TrModel *m, const TrState *s, int i, TrScratch *scratch)
{
  const TrConstraint *c = &m->constraints[i];
  bool is_bound = c->kind == TR_CON_LIMIT || (c->kind == TR_CON_EQUATION && c->op != TR_OP_EQ);
  size_t mark = tr_scratch_mark (scratch);
  TrRowBlock rows;
  bool is_met = true;

  tr_constraint_rows (m, i, s->q, &s->memory[i], s->time, scratch, &rows);
  for (int r = 0; r < rows.m; r++)
    is_met &= (is_bound ? -rows.c[r] : fabs (rows.c[r])) <= rows.tol[r];
  tr_scratch_release (scratch, mark);
  return is_met;
}

guint8 *
tr_session_find_missing (TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  guint8 *missing = g_malloc0 ((gsize) m->n_constraints + 1);
  TrScratch *scratch = tr_scratch_new ();

  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    missing[i] = !c->disabled && !c->driven &&
                 !tr_constraint_is_met (m, tr_session_get_state (s), i, scratch);
  }
  tr_scratch_free (scratch);
  return missing;
}

static bool
holds (TrSession *s)
{
  g_autofree guint8 *missing = tr_session_find_missing (s);
  return memchr (missing, 1, (size_t) tr_session_get_model (s)->n_constraints) == NULL;
}

TrArrival
tr_session_arrive (TrSession *s)
{
  TrArrival out = {.held = holds (s)};

  out.holds = out.held;
  if (out.held)
    return out;
  const TrState *now = tr_session_get_state (s);
  g_autoptr (TrState) before = tr_state_copy (now);
  tr_session_follow (s);
  for (int i = 0; i < tr_session_get_model (s)->n_body_q; i++)
    out.moved = fmax (out.moved, fabs (now->q[i] - before->q[i]));
  out.holds = holds (s);
  return out;
}
