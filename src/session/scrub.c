// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// With x(t) the held point and p the hand, Gauss and Newton's step on |x − p|²/2 by time:
//
//   Δt = (p − x)·v / v·v,   v = dx/dt
//
// It is kept where the point has come nearer, else halved: so it stays on the way it is on.

#include "session/scrub.h"

#include "session/session-private.h"
#include "session/timetable.h"

enum { STEPS = 2, HALVES = 5 }; // a frame

static const double longest = 0.1;     // seconds of a step
static const double shortest = 1e-5;   // of one that is worth while
static const double slowest = 1e-6;    // of its coordinates a second: less is rounding
static const double difference = 1e-3; // seconds, for v

void
tr_session_let_scrub (TrSession *s, bool may)
{
  s->may_scrub = may;
}

bool
tr_session_is_scrubbing (TrSession *s)
{
  return s->dragging && s->scrubs;
}

static Vec2
held_place (TrSession *s)
{
  return tr_connector_point (tr_session_get_model (s), &s->grab, tr_session_get_state (s)->q);
}

// Tried, and all is as before.
static Vec2
velocity (TrSession *s)
{
  TrState *state = tr_session_get_state (s);
  TrEngine *e = tr_session_get_engine (s);
  g_autoptr (TrState) before = tr_state_copy (state);
  Vec2 x = held_place (s);
  tr_engine_advance (e, state, state->time + difference);
  Vec2 v = v2_scale (v2_sub (held_place (s), x), 1 / difference);
  tr_state_assign (state, before);
  tr_engine_forget (e);
  return v2_is_finite (v) ? v : v2 (0, 0);
}

bool
tr_scrub_begin (TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  if (!s->may_scrub || s->load || m->world.law != TR_LAW_FIRST_ORDER ||
      tr_timetable_n_running (m) == 0)
    return false;
  s->scrubs = v2_norm (velocity (s)) > slowest * (1 + v2_norm (held_place (s)));
  return s->scrubs;
}

// One step; false where it brings the point no nearer.
static bool
step (TrSession *s, Vec2 pointer)
{
  double time = tr_session_get_time (s), gap = v2_dist (held_place (s), pointer);
  Vec2 v = velocity (s);
  double part = v2_dot (v2_sub (pointer, held_place (s)), v) / v2_dot (v, v);
  part = CLAMP (part, -longest, longest);
  for (int i = 0; i < HALVES && fabs (part) > shortest; i++) {
    tr_playback_go (s, time + part);
    if (v2_dist (held_place (s), pointer) < gap)
      return true;
    tr_playback_go (s, time);
    part /= 2;
  }
  return false;
}

TrStepResult
tr_scrub_to (TrSession *s, Vec2 pointer)
{
  double time = tr_session_get_time (s);
  bool goes = true;
  s->pointer = pointer;
  for (int i = 0; i < STEPS && goes; i++)
    goes = step (s, pointer);
  double now = tr_session_get_time (s);
  s->last.ok = true;
  s->last.fixed = false;
  s->last.moved = now < time || now > time;
  s->last.at_rest = !goes;
  s->last.gap = v2_dist (held_place (s), pointer);
  return s->last;
}
