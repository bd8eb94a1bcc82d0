// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The least motion by which a line comes to lie across to where it lay brings its ends together: that is
// less way than to turn it, and the line is gone. Who asks for it wants the line turned. Where
// what was picked would shrink to less than half, it begins turned, about its middle or an end,
// and the motion from there is as small as it can be.

#include "session/relate-private.h"

enum { MOST_LINES = 8, N_PIVOTS = 3 };

static const double shrunk = 0.5; // of what its length was

typedef struct {
  const TrModel *m;
  const TrState *home;
  int line[MOST_LINES];
  int n_lines;
  double left; // from the best start so far, of all lines, in their lengths; −1: it does not hold
  bool is_enough; // and of each
  TrState *start; // that one; NULL: home
} Turning;

static Vec2
along (const Turning *t, int line, const double *q)
{
  const double *x = q + t->m->bodies[line].q;
  return v2 (x[2] - x[0], x[3] - x[1]);
}

// What is left of the lines where what is asked for is met from a start; −1: it is not.
static double
left_from (const Turning *t, const TrState *start, bool *is_enough)
{
  double left = 0;
  g_autoptr (TrState) s = tr_state_copy (start);
  g_autoptr (TrEngine) e = tr_engine_new (t->m, s);
  if (!tr_engine_solve (e, s).ok)
    return -1;
  *is_enough = true;
  for (int i = 0; i < t->n_lines; i++) {
    double now = v2_norm (along (t, t->line[i], s->q));
    double share = now / v2_norm (along (t, t->line[i], t->home->q));
    left += fmin (share, 1);
    *is_enough &= share >= shrunk;
  }
  return left;
}

// Takes the start.
static void
try_start (Turning *t, TrState *start)
{
  bool is_enough = false;
  double left = left_from (t, start, &is_enough);
  if (left > t->left + 1e-6) {
    t->left = left;
    t->is_enough = is_enough;
    tr_state_free (t->start);
    t->start = g_steal_pointer (&start);
  }
  tr_state_free (start);
}

static double
angle_of (Vec2 v)
{
  return atan2 (v.y, v.x);
}

// A line turned by an angle about a place on it: 0 its start, 1 its end.
static void
turn_line (const Turning *t, TrState *s, int line, double angle, double share)
{
  double *x = s->q + t->m->bodies[line].q;
  Vec2 a = v2 (x[0], x[1]), b = v2 (x[2], x[3]), pivot = v2_lerp (a, b, share);
  Mat2 m = m2_rotation (angle);
  a = v2_add (pivot, m2_apply (m, v2_sub (a, pivot)));
  b = v2_add (pivot, m2_apply (m, v2_sub (b, pivot)));
  x[0] = a.x;
  x[1] = a.y;
  x[2] = b.x;
  x[3] = b.y;
}

// The direction that a line is to have, but for half turns.
static double
wanted (const Turning *t, TrRelationId relation, int i)
{
  if (relation == TR_RELATION_HORIZONTAL || relation == TR_RELATION_VERTICAL)
    return relation == TR_RELATION_HORIZONTAL ? 0 : G_PI / 2;
  double other = angle_of (along (t, t->line[1 - i], t->home->q));
  return relation == TR_RELATION_PARALLEL ? other : other + G_PI / 2;
}

// A line that is turned far enough for it to lose half of its length.
static void
try_line (Turning *t, TrRelationId relation, int i)
{
  static const double pivots[N_PIVOTS] = {0.5, 0, 1};
  double now = angle_of (along (t, t->line[i], t->home->q));
  double by = remainder (wanted (t, relation, i) - now, G_PI);
  g_autoptr (TrState) best = tr_state_copy (t->start ? t->start : t->home);
  if (!(cos (by) < shrunk) || t->m->bodies[t->line[i]].locked)
    return;
  for (int k = 0; k < N_PIVOTS; k++) {
    TrState *start = tr_state_copy (best);
    turn_line (t, start, t->line[i], by, pivots[k]);
    try_start (t, start);
  }
}

static bool
is_turned (TrRelationId relation, const GArray *bodies)
{
  bool alone = relation == TR_RELATION_HORIZONTAL || relation == TR_RELATION_VERTICAL;
  bool both = relation == TR_RELATION_PARALLEL || relation == TR_RELATION_PERPENDICULAR;
  return alone ? bodies->len > 0 && bodies->len <= MOST_LINES : both && bodies->len == 2;
}

void
tr_relate_turn (TrSession *s, TrRelationId relation, const GArray *bodies)
{
  TrState *state = tr_session_get_state (s);
  Turning t = {.m = tr_session_get_model (s), .home = state};
  bool is_across = false;
  if (!is_turned (relation, bodies))
    return;
  for (guint i = 0; i < bodies->len; i++) {
    int body = g_array_index (bodies, int, i);
    if (t.m->bodies[body].kind != TR_BODY_SEGMENT || !(v2_norm (along (&t, body, state->q)) > 0))
      return;
    t.line[t.n_lines++] = body;
  }
  for (int i = 0; i < t.n_lines; i++) {
    double now = angle_of (along (&t, t.line[i], state->q));
    is_across |= fabs (cos (wanted (&t, relation, i) - now)) < shrunk;
  }
  if (!is_across)
    return;
  t.left = left_from (&t, state, &t.is_enough);
  for (int i = 0; i < t.n_lines && !t.is_enough; i++)
    try_line (&t, relation, t.n_lines - 1 - i);
  for (int i = 0; i < t.n_lines && t.start; i++) {
    int at = t.m->bodies[t.line[i]].q;
    for (int k = at; k < at + 4; k++)
      state->q[k] = t.start->q[k];
  }
  if (t.start)
    tr_document_note_moved (tr_session_get_document (s));
  tr_state_free (t.start);
}
