// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A nail that would be put into the point follows from what holds it: its circuit is that.

#include "session/holders.h"

#include "solver/judge/dependence.h"

#define PROBE_ID "+" // no id of a drawing

// The drawing with a nail more, the last of its constraints; NULL: it cannot be had.
static TrModel *
with_nail (const TrModel *m, const TrState *s, const TrConnector *at)
{
  g_autoptr (TrModel) copy = tr_model_copy (m);
  int n = copy->n_constraints;
  TrConstraint nail = {.id = PROBE_ID,
                       .kind = TR_CON_NAIL,
                       .stamp = tr_pool_stamp (copy->pool),
                       .place = tr_connector_point (m, at, s->q)};

  for (int k = 0; k < 3; k++)
    nail.end[k].body = -1;
  nail.end[0].kind = TR_END_POINT;
  nail.end[0].connector[0] = *at;
  copy->constraints = g_renew (TrConstraint, copy->constraints, n + 1);
  copy->constraints[n] = nail;
  copy->n_constraints++;
  tr_model_layout (copy);
  return tr_model_bind_all (copy, NULL) ? g_steal_pointer (&copy) : NULL;
}

// Constraints, in document order; none where the point is free to go some way.
static GArray *
find_circuit (TrSession *s, const TrConnector *at)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *now = tr_session_get_state (s);
  bool may_be_found = at->body >= 0 && at->kind != TR_AT_SLIDE;
  g_autoptr (TrModel) nailed = may_be_found ? with_nail (m, now, at) : NULL;

  if (!nailed)
    return g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (TrState) state = tr_state_migrate (m, now, nailed);
  g_autoptr (TrEngine) e = tr_engine_new (nailed, state);
  g_autoptr (TrDependence) d = tr_dependence_find (e, state, nailed->n_constraints - 1);
  if (d->dependent < d->rows)
    g_array_set_size (d->circuit, 0);
  return g_array_ref (d->circuit);
}

static void
add_own (const TrModel *m, int body, GArray *circuit)
{
  for (int i = 0; i < m->n_constraints; i++)
    if (!m->constraints[i].disabled && !m->constraints[i].driven &&
        tr_constraint_uses (&m->constraints[i], body))
      g_array_append_val (circuit, i);
}

// Of these kinds are those that hold on to a place, to time or to a number; others may be tied to the
// ground.
static const bool are_of_ground[TR_N_CON_KINDS] = {
    [TR_CON_NAIL] = true, [TR_CON_FIX] = true,   [TR_CON_DRIVE] = true,
    [TR_CON_PATH] = true, [TR_CON_LIMIT] = true,
};

static bool
is_ground (const TrConstraint *c)
{
  bool is_tied = false;
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < tr_end_n_connectors (&c->end[k]); j++)
      is_tied |= c->end[k].connector[j].kind == TR_AT_GROUND;
  return is_tied || are_of_ground[c->kind];
}

static void
add_constraints (const TrModel *m, const GArray *circuit, bool of_ground, GArray *out)
{
  for (guint i = 0; i < circuit->len; i++) {
    TrElement e = {TR_ELEMENT_CONSTRAINT, g_array_index (circuit, int, i)};
    if (is_ground (&m->constraints[e.index]) == of_ground)
      g_array_append_val (out, e);
  }
}

static void
add_locked (const TrModel *m, const GArray *circuit, GArray *out)
{
  for (int b = 0; b < m->n_bodies; b++) {
    bool is_used = false;
    for (guint i = 0; m->bodies[b].locked && i < circuit->len && !is_used; i++)
      is_used = tr_constraint_uses (&m->constraints[g_array_index (circuit, int, i)], b);
    if (is_used)
      g_array_append_val (out, ((TrElement){TR_ELEMENT_BODY, b}));
  }
}

GArray *
tr_session_find_holders (TrSession *s, const TrConnector *at)
{
  const TrModel *m = tr_session_get_model (s);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (TrElement));
  g_autoptr (GArray) circuit = find_circuit (s, at);

  if (circuit->len == 0 && at->body >= 0)
    add_own (m, at->body, circuit);
  add_constraints (m, circuit, true, out);
  add_locked (m, circuit, out);
  add_constraints (m, circuit, false, out);
  return out;
}
