// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/explain.h"

#include "session/arrival.h"
#include "session/relate.h"
#include "session/report.h"
#include "solver/judge/dependence.h"
#include "solver/judge/examine.h"

// Of the size of what is around, and radians.
#define NUDGE    1e-3
#define PATTERNS 2
// Bodies of which a drawing is no larger than what is around each of them.
#define FEW 16

static TrStanding
standing_of (TrSession *s, int constraint)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  const TrConstraint *c = &m->constraints[constraint];
  const TrCheck *check = tr_session_check (s);

  if (c->disabled)
    return TR_STANDING_DISABLED;
  if (c->driven)
    return TR_STANDING_DRIVEN;
  if (tr_check_names (check->undefined, constraint))
    return TR_STANDING_UNDEFINED;
  if (tr_check_names (check->conflicting, constraint))
    return TR_STANDING_CONFLICT;
  if (tr_check_names (check->redundant, constraint))
    return TR_STANDING_REDUNDANT;

  TrScratch *scratch = tr_scratch_new ();
  bool holds = tr_constraint_is_met (m, state, constraint, scratch);
  tr_scratch_free (scratch);
  return holds ? TR_STANDING_HOLDS : TR_STANDING_MISSES;
}

// The conflicts that a constraint is in, without it.
static void
add_opponents (const TrCheck *check, int constraint, GArray *out)
{
  for (guint i = 0; i < check->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (check->conflicts, i);
    for (guint k = 0; tr_check_names (set, constraint) && k < set->len; k++) {
      int other = g_array_index (set, int, k);
      if (other != constraint && !tr_check_names (out, other))
        g_array_append_val (out, other);
    }
  }
}

static void
mark (bool *is_near, int body)
{
  if (body >= 0)
    is_near[body] = true;
}

static void
mark_bodies (const TrConstraint *c, bool *is_near)
{
  for (int k = 0; k < 3; k++) {
    const TrEnd *end = &c->end[k];
    if (end->kind == TR_END_BODY)
      mark (is_near, end->body);
    for (int l = 0; l < (end->kind == TR_END_POINT ? 1 : end->kind == TR_END_FROMTO ? 2 : 0); l++)
      mark (is_near, end->connector[l].body);
  }
  for (int v = 0; c->expr && v < tr_expr_n_vars (c->expr); v++)
    mark (is_near, c->vars[v].body);
}

// How large things are around the constraint and what it depends on: the diagonal of the box of their
// bodies, of very many of as large a part as a few would fill.
static double
size_around (const TrModel *m, const TrState *s, int constraint, const GArray *circuit)
{
  g_autofree bool *is_near = g_new0 (bool, m->n_bodies + 1);
  Vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  int n = 0;

  mark_bodies (&m->constraints[constraint], is_near);
  for (guint i = 0; i < circuit->len; i++)
    mark_bodies (&m->constraints[g_array_index (circuit, int, i)], is_near);
  for (int i = 0; i < m->n_bodies; i++) {
    Vec2 a, b;
    if (!is_near[i] || !tr_body_box (&m->bodies[i], tr_body_q (&m->bodies[i], s->q), &a, &b))
      continue;
    n++;
    low = v2 (fmin (low.x, a.x), fmin (low.y, a.y));
    high = v2 (fmax (high.x, b.x), fmax (high.y, b.y));
  }
  double size = v2_dist (low, high) / sqrt (fmax (1, (double) n / FEW));
  return isfinite (size) && size > 0 ? size : 1;
}

// Numbers in (−½, ½) without a structure of their own, the same on every run.
static double
pattern (guint32 *seed)
{
  *seed = 1664525 * *seed + 1013904223;
  return (double) (*seed >> 8) / (1 << 24) - 0.5;
}

static void
disturb (const TrModel *m, TrState *s, double size, guint32 seed)
{
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    for (int k = 0; k < b->n; k++) {
      double step = 2 * NUDGE * pattern (&seed);
      if (!b->locked)
        s->q[b->q + k] += tr_body_member_is_angle (b, k) ? step : step * size;
    }
  }
}

// Where redundancy is judged, and of what: without what contradicts (solver/judge/examine.h).
static const TrModel *
judged_model (TrSession *s)
{
  const TrModel *m = tr_session_check (s)->model;
  return m ? m : tr_session_get_model (s);
}

static const TrState *
judged_state (TrSession *s)
{
  const TrState *at = tr_session_check (s)->at;
  return at ? at : tr_session_get_state (s);
}

static TrDependence *
find_dependence (TrSession *s, int constraint)
{
  const TrState *at = judged_state (s);
  if (at == tr_session_get_state (s))
    return tr_dependence_find (tr_session_get_engine (s), at, constraint);
  g_autoptr (TrEngine) e = tr_engine_new (judged_model (s), at);
  return tr_dependence_find (e, at, constraint);
}

bool
tr_redundancy_is_local (TrSession *s, int constraint)
{
  const TrModel *m = judged_model (s);
  const TrState *now = judged_state (s);
  g_autoptr (TrDependence) here = find_dependence (s, constraint);

  if (here->dependent == 0)
    return false;
  double size = size_around (m, now, constraint, here->circuit);
  for (guint32 seed = 1; seed <= PATTERNS; seed++) {
    g_autoptr (TrState) near = tr_state_copy (now);
    disturb (m, near, size, seed);
    g_autoptr (TrEngine) e = tr_engine_new (m, near);
    tr_engine_stop_short (e);
    if (!tr_engine_solve (e, near).ok)
      continue;
    g_autoptr (TrDependence) there = tr_dependence_find (e, near, constraint);
    if (there->dependent < here->dependent)
      return true;
  }
  return false;
}

// Takes m.
static TrOutcome
try_model (const TrModel *old, const TrState *os, TrModel *m)
{
  g_autoptr (TrModel) own = m;
  g_autoptr (TrState) s = tr_state_migrate (old, os, own);
  g_autoptr (TrState) before = tr_state_copy (s);
  g_autoptr (TrEngine) e = tr_engine_new (own, s);
  TrOutcome out = {0};

  tr_engine_solve (e, s);
  g_autoptr (TrCheck) check = tr_engine_check (e, s);
  out.dof = check->dof;
  out.holds = check->holds;
  out.redundant = (int) check->redundant->len;
  out.conflicts = (int) check->conflicts->len;
  for (int i = 0; i < own->n_body_q; i++)
    out.moved = fmax (out.moved, fabs (s->q[i] - before->q[i]));
  return out;
}

static TrOutcome
try_without (TrSession *s, int constraint)
{
  const TrModel *m = tr_session_get_model (s);
  TrModel *copy = tr_model_copy (m);
  TrElement at = {TR_ELEMENT_CONSTRAINT, constraint};

  tr_model_remove (copy, &at, 1, NULL);
  return try_model (m, tr_session_get_state (s), copy);
}

// Of what has no slides of its own it makes no difference whether it is there and only measures.
static bool
has_slides (const TrConstraint *c)
{
  bool any = false;
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 2; l++)
      any |= c->end[k].connector[l].kind == TR_AT_SLIDE;
  return any;
}

static TrOutcome
try_driven (TrSession *s, int constraint)
{
  const TrModel *m = tr_session_get_model (s);
  TrModel *copy = tr_model_copy (m);

  copy->constraints[constraint].driven = 1;
  return try_model (m, tr_session_get_state (s), copy);
}

TrExplanation *
tr_explain (TrSession *s, int constraint)
{
  const TrModel *m = tr_session_get_model (s);
  g_return_val_if_fail (constraint >= 0 && constraint < m->n_constraints, NULL);
  const TrCheck *check = tr_session_check (s);
  TrExplanation *x = g_new0 (TrExplanation, 1);
  g_autoptr (TrDependence) d = find_dependence (s, constraint);

  x->constraint = constraint;
  x->standing = standing_of (s, constraint);
  x->dof = check->dof;
  x->circuit = g_array_new (FALSE, FALSE, sizeof (int));
  if (x->standing == TR_STANDING_CONFLICT)
    add_opponents (check, constraint, x->circuit);
  else
    g_array_append_vals (x->circuit, d->circuit->data, d->circuit->len);
  x->is_local = d->dependent > 0 && tr_redundancy_is_local (s, constraint);
  x->removed = try_without (s, constraint);
  x->driven = has_slides (&m->constraints[constraint]) ? try_driven (s, constraint) : x->removed;
  return x;
}

void
tr_explanation_free (TrExplanation *x)
{
  if (!x)
    return;
  g_array_unref (x->circuit);
  g_free (x);
}

const char *
tr_standing_name (TrStanding standing)
{
  switch (standing) {
  case TR_STANDING_HOLDS:
    return "holds";
  case TR_STANDING_REDUNDANT:
    return "redundant";
  case TR_STANDING_CONFLICT:
    return "conflict";
  case TR_STANDING_MISSES:
    return "misses";
  case TR_STANDING_UNDEFINED:
    return "undefined";
  case TR_STANDING_DRIVEN:
    return "driven";
  case TR_STANDING_DISABLED:
    return "disabled";
  }
  g_return_val_if_reached (NULL);
}

static const char *
standing_text (const TrExplanation *x)
{
  switch (x->standing) {
  case TR_STANDING_HOLDS:
    return "holds";
  case TR_STANDING_REDUNDANT:
    return "holds, but other constraints say the same";
  case TR_STANDING_CONFLICT:
    return x->circuit->len > 0 ? "cannot hold together with others" : "cannot hold";
  case TR_STANDING_MISSES:
    return "does not hold: the drawing is not solved";
  case TR_STANDING_UNDEFINED:
    return "takes no part: a direction has no length for now";
  case TR_STANDING_DRIVEN:
    return "is a reference: it only measures";
  case TR_STANDING_DISABLED:
    return "is switched off";
  }
  g_return_val_if_reached (NULL);
}

static void
append_circuit_text (GString *out, const TrExplanation *x, const TrModel *m)
{
  const char *how = x->standing == TR_STANDING_CONFLICT ? "contradicts" : "depends on";

  if (x->circuit->len == 0) {
    g_string_append (out, x->standing == TR_STANDING_CONFLICT
                              ? "no other constraint stands in its way\n"
                              : "says what no other constraint says\n");
    return;
  }
  g_string_append_printf (out, "%s", how);
  for (guint i = 0; i < x->circuit->len; i++)
    g_string_append_printf (out, "%s%s", i ? ", " : " ",
                            m->constraints[g_array_index (x->circuit, int, i)].id);
  g_string_append (out, x->is_local ? " (only here: a dead centre or a tangency)\n" : "\n");
}

static void
append_outcome_text (GString *out, const char *what, const TrOutcome *o)
{
  char moved[32];

  g_ascii_formatd (moved, sizeof moved, "%.3g", o->moved);
  g_string_append_printf (out, "%s: %d degree%s of freedom, %d redundant, %d conflict%s, %s", what,
                          o->dof, o->dof == 1 ? "" : "s", o->redundant, o->conflicts,
                          o->conflicts == 1 ? "" : "s",
                          o->holds ? "every constraint holds" : "not every constraint holds");
  if (o->moved > 0)
    g_string_append_printf (out, ", things move by up to %s\n", moved);
  else
    g_string_append (out, ", nothing moves\n");
}

char *
tr_explanation_text (const TrExplanation *x, const TrModel *m)
{
  GString *out = g_string_new (NULL);
  g_autofree char *title = tr_constraint_title (m, x->constraint);
  bool in_force = x->standing != TR_STANDING_DRIVEN && x->standing != TR_STANDING_DISABLED;

  g_string_append_printf (out, "%s (%s) %s; %d degree%s of freedom\n",
                          m->constraints[x->constraint].id, title, standing_text (x), x->dof,
                          x->dof == 1 ? "" : "s");
  if (in_force)
    append_circuit_text (out, x, m);
  append_outcome_text (out, "without it", &x->removed);
  append_outcome_text (out, "as a reference", &x->driven);
  return g_string_free (out, FALSE);
}

static void
append_outcome_json (GString *out, const char *key, const TrOutcome *o)
{
  g_string_append_printf (
      out,
      ", \"%s\": {\"dof\": %d, \"redundant\": %d, \"conflicts\": %d, \"holds\": %s, \"moved\": ",
      key, o->dof, o->redundant, o->conflicts, o->holds ? "true" : "false");
  tr_report_number (out, o->moved);
  g_string_append_c (out, '}');
}

char *
tr_explanation_json (const TrExplanation *x, const TrModel *m)
{
  const TrConstraint *c = &m->constraints[x->constraint];
  g_autofree char *title = tr_constraint_title (m, x->constraint);
  GString *out = g_string_new ("{\"id\": ");

  tr_report_string (out, c->id);
  g_string_append (out, ", \"kind\": ");
  tr_report_string (out, tr_con_get_ops (c)->name);
  g_string_append (out, ", \"title\": ");
  tr_report_string (out, title);
  g_string_append_printf (out, ", \"standing\": \"%s\", \"local\": %s, \"circuit\": ",
                          tr_standing_name (x->standing), x->is_local ? "true" : "false");
  tr_report_constraints (out, m, x->circuit);
  g_string_append_printf (out, ", \"dof\": %d", x->dof);
  append_outcome_json (out, "removed", &x->removed);
  append_outcome_json (out, "driven", &x->driven);
  g_string_append_c (out, '}');
  return g_string_free (out, FALSE);
}
