// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The way of traced points between two frames. What is fast goes far in a frame: its trace would have
// corners. The engine makes several steps of a frame; where the points are after each is noted.

#include "session/session-private.h"

enum { MOST_PARTS = 8 }; // of a frame at speed 1

static void
note_part (const TrState *state, int component, gpointer data)
{
  TrSession *s = data;
  const TrModel *m = tr_session_get_model (s);

  for (int i = 0; i < m->n_traces; i++) {
    int body = m->traces[i].a.body;
    if (component >= 0 && (body < 0 || tr_engine_component_of_body (s->engine, body) != component))
      continue;
    TrTracePart part = {i, state->time, tr_connector_point (m, &m->traces[i].a, state->q)};
    g_array_append_val (s->playback.parts, part);
  }
}

void
tr_trace_parts_advance (TrSession *s, double time)
{
  TrEngine *e = tr_session_get_engine (s);
  bool any = tr_session_get_model (s)->n_traces > 0;

  g_array_set_size (s->playback.parts, 0);
  tr_engine_watch (e, any ? note_part : NULL, s);
  s->last = tr_engine_advance (e, tr_session_get_state (s), time);
  tr_engine_watch (e, NULL, NULL);
}

int
tr_trace_parts_count (TrSession *s, double from)
{
  const GArray *parts = s->playback.parts;
  double frames = ceil ((tr_session_get_state (s)->time - from) / TR_FRAME_SECONDS - 1e-6);
  int most = 0;

  for (int i = 0; i < tr_session_get_model (s)->n_traces; i++) {
    int n = 0;
    for (guint k = 0; k < parts->len; k++)
      n += g_array_index (parts, TrTracePart, k).trace == i;
    most = MAX (most, n);
  }
  return (int) fmin (most, MOST_PARTS * fmax (frames, 1) - 1);
}

Vec2
tr_trace_parts_at (TrSession *s, int trace, double from, Vec2 start, int k, int n)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  double time = from + (state->time - from) * k / (n + 1);
  TrTracePart before = {trace, from, start},
              after = {trace, state->time, tr_connector_point (m, &m->traces[trace].a, state->q)};

  for (guint i = 0; i < s->playback.parts->len; i++) {
    const TrTracePart *p = &g_array_index (s->playback.parts, TrTracePart, i);
    if (p->trace == trace && p->time <= time && p->time > before.time)
      before = *p;
    if (p->trace == trace && p->time > time && p->time < after.time)
      after = *p;
  }
  double span = after.time - before.time;
  return v2_lerp (before.at, after.at, span > 0 ? (time - before.time) / span : 0);
}
