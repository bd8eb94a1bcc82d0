// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// M q̇ = Q + Jᵀλ (baraff-1996 eq. 8): row r of a constraint puts the force λ_r ∂c_r/∂x on each
// point x that it looks at. Between two points, or along a direction, what lies on the line is a
// tension T = −f·u, f on its end, u from start to end; what lies across turns it.

#include "session/forces.h"

// Of the largest; and what is rounding alone.
#define LEAST 1e-3
#define NONE  1e-9

typedef struct {
  const TrModel *m;
  const TrState *s;
  GArray *out;
  int constraint;
} Search;

static void
add_arrow (Search *w, Vec2 at, Vec2 force)
{
  TrForceMark f = {w->constraint, TR_FORCE_ARROW, at, at, force, 0};
  if (v2_is_finite (at) && v2_is_finite (force) && v2_norm (force) > NONE)
    g_array_append_val (w->out, f);
}

static void
add_bar (Search *w, Vec2 from, Vec2 to, Vec2 force)
{
  Vec2 along = v2_sub (to, from);
  double length = v2_norm (along);
  if (!(length > 0))
    return;
  Vec2 u = v2_scale (along, 1 / length);
  TrForceMark f = {w->constraint, TR_FORCE_BAR, from, to, v2 (0, 0), -v2_dot (force, u)};
  if (v2_is_finite (from) && v2_is_finite (to) && isfinite (f.tension) && fabs (f.tension) > NONE)
    g_array_append_val (w->out, f);
  Vec2 across = v2_add (force, v2_scale (u, f.tension));
  if (v2_norm (across) <= NONE)
    return;
  add_arrow (w, to, across);
  add_arrow (w, from, v2_scale (across, -1));
}

static void
add_input (Search *w, const TrInput *in, Vec2 x, Vec2 force)
{
  const TrEnd *e = &w->m->constraints[w->constraint].end[in->end];

  switch (in->kind) {
  case TR_IN_POINT:
    if (e->connector[in->connector].kind != TR_AT_GROUND)
      add_arrow (w, x, force);
    break;
  case TR_IN_PLACE:
    add_arrow (w, x, force);
    break;
  case TR_IN_VECTOR:
    if (e->kind == TR_END_BODY || e->kind == TR_END_FROMTO) {
      Vec2 from = tr_direction_place (w->m, e, w->s->q);
      add_bar (w, from, v2_add (from, x), force);
    }
    break;
  case TR_IN_TANGENT:
  case TR_IN_SCALAR:
    break;
  }
}

static void
add_constraint (Search *w, const double *lambda)
{
  TrInput in[TR_INPUTS_MAX];
  Vec2 x[TR_INPUTS_MAX], f[TR_INPUTS_MAX];
  int i = w->constraint;
  int n = tr_constraint_forces (w->m, i, w->s->q, &w->s->memory[i], w->s->time, lambda, in, x, f);

  // A rod between two points.
  if (w->m->constraints[i].kind == TR_CON_DISTANCE && n == 2) {
    add_bar (w, x[0], x[1], f[1]);
    return;
  }
  for (int k = 0; k < n; k++)
    add_input (w, &in[k], x[k], f[k]);
}

double
tr_forces_largest (const GArray *forces)
{
  double most = 0;
  for (guint i = 0; i < forces->len; i++)
    most = fmax (most, tr_force_size (&g_array_index (forces, TrForceMark, i)));
  return most;
}

static void
drop_small (GArray *forces)
{
  double least = LEAST * tr_forces_largest (forces);
  guint n = 0;

  for (guint i = 0; i < forces->len; i++) {
    TrForceMark *f = &g_array_index (forces, TrForceMark, i);
    if (tr_force_size (f) >= least)
      g_array_index (forces, TrForceMark, n++) = *f;
  }
  g_array_set_size (forces, n);
}

GArray *
tr_forces_find (TrSession *s)
{
  const TrConnector nothing = {.kind = TR_AT_GROUND, .body = -1, .slide = -1};
  TrEngine *e = tr_session_get_engine (s);
  Search w = {tr_session_get_model (s), tr_session_get_state (s), NULL, 0};
  g_autofree double *velocity = g_new (double, w.m->n_q + 1);
  g_autofree double *still = g_new (double, tr_engine_n_rows (e) + 1);
  const double *lambda = still;

  w.out = g_array_new (FALSE, FALSE, sizeof (TrForceMark));
  if (tr_session_is_dragging (s))
    lambda = tr_engine_lambda (e);
  else if (tr_engine_has_forces (e))
    tr_engine_velocity (e, w.s, &nothing, v2 (0, 0), velocity, still);
  else
    return w.out;
  for (int i = 0; i < w.m->n_constraints; i++)
    if (!w.m->constraints[i].disabled && !w.m->constraints[i].driven) {
      w.constraint = i;
      add_constraint (&w, lambda + tr_engine_row_at (e, i));
    }
  drop_small (w.out);
  return w.out;
}
