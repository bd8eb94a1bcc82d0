// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/supports.h"

#include "solver/design/sweep.h"

#include <string.h>

static const double small_turn = 0.02; // radians of the drive
static const double stands = 1e-9;

// A drawing before the drive turns a little, and after.
typedef struct {
  const TrModel *m;
  const TrState *before, *after;
  bool *moves; // each body
} Turned;

// Which bodies go along; all, where it cannot be turned.
static void
find_moving (Turned *t, bool ok)
{
  for (int i = 0; i < t->m->n_bodies; i++)
    for (int k = t->m->bodies[i].q; k < t->m->bodies[i].q + t->m->bodies[i].n; k++) {
      double q = t->after->q[k];
      t->moves[i] |= !ok || fabs (q - t->before->q[k]) > stands * (1 + fabs (q));
    }
}

// Whether an input says where something is: a radius, a length stay the same on what moves.
static bool
is_place (const TrModel *m, const TrConstraint *c, const TrInput *in)
{
  char name[32];
  if (in->kind != TR_IN_SCALAR)
    return true;
  const TrBody *b = &m->bodies[c->end[in->end].body];
  tr_body_member_name (b, in->member, name);
  return strchr ("xy", name[0]) || strchr ("xy", name[strlen (name) - 1]);
}

static bool
is_same (Vec2 a, Vec2 b)
{
  return v2_dist (a, b) <= stands * (1 + v2_norm (a));
}

// Whether a constraint holds points of what moves that stand still themselves. A link may go
// along without a turn: so a direction's place is looked at as well.
static bool
holds_still (const Turned *t, int i)
{
  const TrConstraint *c = &t->m->constraints[i];
  double lambda[TR_ROWS_MAX] = {0};
  TrInput in[TR_INPUTS_MAX];
  Vec2 x[TR_INPUTS_MAX], y[TR_INPUTS_MAX], f[TR_INPUTS_MAX];
  if (c->kind == TR_CON_NAIL)
    return true;
  int n = tr_constraint_forces (t->m, i, t->before->q, &t->before->memory[i], t->before->time,
                                lambda, in, x, f);
  bool still = n > 0 && n == tr_constraint_forces (t->m, i, t->after->q, &t->after->memory[i],
                                                   t->after->time, lambda, in, y, f);
  for (int k = 0; k < n && still; k++) {
    const TrEnd *end = &c->end[in[k].end];
    still = is_place (t->m, c, &in[k]) && is_same (x[k], y[k]);
    bool has_place = end->kind != TR_END_X && end->kind != TR_END_Y;
    if (still && in[k].kind == TR_IN_VECTOR && has_place)
      still = is_same (tr_direction_place (t->m, end, t->before->q),
                       tr_direction_place (t->m, end, t->after->q));
  }
  return still;
}

// A constraint among what stands still is of the ground too.
static bool
is_of_ground (const Turned *t, int i)
{
  bool any = false;
  for (int b = 0; b < t->m->n_bodies && !any; b++)
    any = t->moves[b] && tr_constraint_uses (&t->m->constraints[i], b);
  return !any || holds_still (t, i);
}

static bool
moves_support (const Turned *t, const bool *of_ground, const GArray *read, const TrVariable *v)
{
  const TrConnector *at = NULL;
  switch (v->kind) {
  case TR_VARIABLE_NAIL:
    return true;
  case TR_VARIABLE_SCALAR:
    return of_ground[v->element];
  case TR_VARIABLE_PLACE:
    at = &t->m->constraints[v->element].end[v->part / 2].connector[0];
    return at->body < 0 || !t->moves[at->body];
  case TR_VARIABLE_PARAMETER:
    for (guint i = 0; i < read->len; i++) {
      const TrVariable *r = &g_array_index (read, TrVariable, i);
      if (r->kind == TR_VARIABLE_PARAMETER && r->element == v->element)
        return true;
    }
    return false;
  }
  return false;
}

void
tr_supports_leave_out (
    const TrModel *m, const TrState *s, int drive, const bool *is_in, GArray *dimensions)
{
  g_autofree bool *moves = g_new0 (bool, m->n_bodies + 1);
  g_autofree bool *of_ground = g_new0 (bool, m->n_constraints + 1);
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (TrVariable));
  g_autoptr (TrSweep) sweep = tr_sweep_new (m, s, drive, 1);
  bool ok = tr_sweep_start (sweep, s);
  g_autoptr (TrState) before = tr_state_copy (tr_sweep_get_state (sweep));
  ok = ok && (tr_sweep_turn (sweep, small_turn) || tr_sweep_turn (sweep, -small_turn));
  Turned t = {m, before, tr_sweep_get_state (sweep), moves};
  find_moving (&t, ok);
  for (int i = 0; i < m->n_constraints; i++)
    of_ground[i] = is_in[i] && is_of_ground (&t, i);
  tr_variable_list (m, of_ground, read);
  guint n = 0;
  for (guint i = 0; i < dimensions->len; i++) {
    TrVariable v = g_array_index (dimensions, TrVariable, i);
    if (!moves_support (&t, of_ground, read, &v))
      g_array_index (dimensions, TrVariable, n++) = v;
  }
  g_array_set_size (dimensions, n);
}
