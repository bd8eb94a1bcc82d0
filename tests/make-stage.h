// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A stage for tests of constraints: bodies of every kind and every end that a constraint may have
// on them.

#pragma once

#include "make-body.h"
#include "model/row.h"

enum {
  STAGE_BODIES = 26,
  STAGE_ENDS = 600,
  STAGE_Q = 256,
};

typedef struct {
  MadeBody made[STAGE_BODIES];
  TrBody bodies[STAGE_BODIES];
  TrConstraint con;
  double parameter;
  double q[STAGE_Q];
  TrMemory memory;
  TrModel m;
  int n_choices;
  TrEnd choice[STAGE_ENDS];
  GRand *rand;
} Stage;

static const MadeList stage_lists[] = {
    {TR_BODY_POLYLINE, 4, false}, {TR_BODY_POLYLINE, 3, true}, {TR_BODY_BEZIER, 7, false},
    {TR_BODY_BEZIER, 6, true},    {TR_BODY_SPLINE, 6, false},  {TR_BODY_SPLINE, 4, true},
};

static inline void
stage_add_body (Stage *s, TrBodyKind kind, const MadeList *list, const MadeFormula *formula)
{
  MadeBody *made = &s->made[s->m.n_bodies];
  g_assert_cmpint (s->m.n_bodies, <, STAGE_BODIES);
  make_body (kind, list, formula, made);
  s->bodies[s->m.n_bodies++] = made->b;
}

// Two of each kind, one of each list and formula.
static inline Stage *
stage_new (guint32 seed)
{
  Stage *s = g_new0 (Stage, 1);
  s->rand = g_rand_new_with_seed (seed);
  s->m.bodies = s->bodies;
  s->m.constraints = &s->con;
  s->m.n_constraints = 1;
  s->m.parameter_values = &s->parameter;
  s->parameter = 1.3;
  for (int kind = 0; kind < TR_N_BODY_KINDS; kind++) {
    if (tr_body_ops[kind]->basis != NULL || kind == TR_BODY_FORMULA)
      continue;
    stage_add_body (s, kind, NULL, NULL);
    stage_add_body (s, kind, NULL, NULL);
  }
  for (guint k = 0; k < G_N_ELEMENTS (stage_lists); k++)
    stage_add_body (s, stage_lists[k].kind, &stage_lists[k], NULL);
  for (int k = 0; k < 2; k++)
    stage_add_body (s, TR_BODY_FORMULA, NULL, &made_formulas[k]);
  for (int i = 0; i < s->m.n_bodies; i++) {
    s->bodies[i].q = s->m.n_q;
    s->m.n_q += s->bodies[i].n;
  }
  s->m.n_body_q = s->m.n_q;
  return s;
}

static inline void
stage_free (Stage *s)
{
  for (int i = 0; i < s->m.n_bodies; i++)
    made_clear (&s->made[i]);
  g_rand_free (s->rand);
  g_free (s);
}

static inline void
stage_randomize (Stage *s)
{
  for (int i = 0; i < s->m.n_bodies; i++) {
    made_randomize (&s->made[i], s->rand);
    memcpy (s->q + s->bodies[i].q, s->made[i].q, (size_t) s->bodies[i].n * sizeof (double));
  }
}

static inline Vec2
stage_vector (Stage *s)
{
  return v2 (g_rand_double_range (s->rand, -6, 6), g_rand_double_range (s->rand, -6, 6));
}

// A parameter away from the joints of spans.
static inline double
stage_parameter (Stage *s, const TrBody *b)
{
  double t0, t1;
  tr_body_get_ops (b)->range (b, &t0, &t1);
  int span = g_rand_int_range (s->rand, 0, MAX (1, (int) (t1 - t0)));
  return t0 + span + g_rand_double_range (s->rand, 0.1, MIN (0.9, t1 - t0 - 0.1));
}

static inline void
stage_choose (Stage *s, TrEnd end)
{
  g_assert_cmpint (s->n_choices, <, STAGE_ENDS);
  s->choice[s->n_choices++] = end;
}

static inline TrEnd
stage_point (TrConnectorKind kind, int body, int point, Vec2 p)
{
  return (TrEnd){
      .kind = TR_END_POINT, .body = -1, .connector[0] = {kind, body, point, -1, p, NULL}};
}

static inline TrEnd
stage_body (int body)
{
  return (TrEnd){.kind = TR_END_BODY, .body = body};
}

static inline void
stage_choose_points (Stage *s)
{
  stage_choose (s, stage_point (TR_AT_GROUND, -1, 0, stage_vector (s)));
  for (int i = 0; i < s->m.n_bodies; i++) {
    const TrBody *b = &s->bodies[i];
    const TrBodyOps *ops = tr_body_get_ops (b);
    for (int k = 0; k < tr_body_n_points (b); k++)
      stage_choose (s, stage_point (TR_AT_NAMED, i, k, v2 (0, 0)));
    if (ops->has_local)
      stage_choose (s, stage_point (TR_AT_LOCAL, i, 0, stage_vector (s)));
    if (!ops->has_curve || b->kind == TR_BODY_POINT)
      continue;
    stage_choose (s, stage_point (TR_AT_T, i, 0, v2 (stage_parameter (s, b), 0)));
    stage_choose (s, stage_point (TR_AT_SLIDE, i, 0, v2 (stage_parameter (s, b), 0)));
  }
}

static inline bool
stage_accepts (const TrBody *b, unsigned accepts)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  bool round = b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC;
  return ((accepts & (TR_ACCEPT_DIRECTION | TR_ACCEPT_LINE)) && ops->has_direction) ||
         ((accepts & TR_ACCEPT_ROUND) && round) ||
         ((accepts & TR_ACCEPT_RIGID) && b->kind == TR_BODY_RIGID) ||
         ((accepts & TR_ACCEPT_SEGMENT) && b->kind == TR_BODY_SEGMENT) ||
         ((accepts & TR_ACCEPT_CURVE) && ops->has_curve) || (accepts & TR_ACCEPT_BODY);
}

// Every end that a field accepts, into s->choice.
static inline void
stage_choices (Stage *s, unsigned accepts)
{
  s->n_choices = 0;
  stage_choose_points (s);
  int n_points = s->n_choices;
  TrEnd pair[2 * STAGE_BODIES];
  for (int k = 0; k < 2 * STAGE_BODIES; k++) {
    pair[k] = s->choice[g_rand_int_range (s->rand, 0, n_points)];
    pair[k].kind = TR_END_FROMTO;
    pair[k].connector[1] = s->choice[g_rand_int_range (s->rand, 0, n_points)].connector[0];
  }
  if (!(accepts & TR_ACCEPT_POINT))
    s->n_choices = 0;
  for (int i = 0; i < s->m.n_bodies; i++)
    if (stage_accepts (&s->bodies[i], accepts))
      stage_choose (s, stage_body (i));
  if (accepts & TR_ACCEPT_DIRECTION) {
    stage_choose (s, (TrEnd){.kind = TR_END_X, .body = -1});
    stage_choose (s, (TrEnd){.kind = TR_END_Y, .body = -1});
  }
  for (int k = 0; k < 2 * STAGE_BODIES && (accepts & (TR_ACCEPT_DIRECTION | TR_ACCEPT_LINE)); k++)
    stage_choose (s, pair[k]);
}

// Gives the slides of the constraint their places in q.
static inline void
stage_place_slides (Stage *s)
{
  TrConnector *slides[6];
  int n = tr_constraint_slides (&s->con, slides);
  s->m.n_q = s->m.n_body_q;
  for (int k = 0; k < n; k++) {
    slides[k]->slide = s->m.n_q++;
    s->q[slides[k]->slide] = slides[k]->p.x;
  }
  g_assert_cmpint (s->m.n_q, <=, STAGE_Q);
}
