// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/relate.h"
#include "session/scrub.h"
#include "session/session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum {
  MOST_TAPE = 4096,       // frames
  MOST_BYTES = 256 << 20, // of them all
  MOST_POINTS = 200000,   // of a trace
};

// Times that differ by less are one: far below a frame.
static const double same_time = 1e-9;

void
tr_playback_init (TrPlayback *p)
{
  *p = (TrPlayback){.speed = 1, .touched = true};
  p->tape = g_ptr_array_new_with_free_func ((GDestroyNotify) tr_snapshot_free);
  p->times = g_array_new (FALSE, FALSE, sizeof (double));
  p->points = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  p->parts = g_array_new (FALSE, FALSE, sizeof (TrTracePart));
  p->views = g_array_new (FALSE, TRUE, sizeof (TrTracePoints));
  p->stalled = g_ptr_array_new_null_terminated (0, g_free, true);
  p->poles = g_ptr_array_new_null_terminated (0, g_free, true);
}

void
tr_playback_clear (TrPlayback *p)
{
  g_ptr_array_unref (p->tape);
  g_array_unref (p->times);
  g_ptr_array_unref (p->points);
  g_array_unref (p->parts);
  g_array_unref (p->views);
  g_ptr_array_unref (p->stalled);
  g_ptr_array_unref (p->poles);
}

static const TrSnapshot *
frame_at (const TrPlayback *p, guint i)
{
  return g_ptr_array_index (p->tape, i);
}

static double
point_time (const TrPlayback *p, guint i)
{
  return g_array_index (p->times, double, i);
}

// The last frame of the tape that is not after time; −1: all are.
static int
find_frame (const TrPlayback *p, double time)
{
  int low = -1, high = (int) p->tape->len;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (tr_snapshot_time (frame_at (p, (guint) middle)) <= time + same_time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// Every other frame goes; those in between are made again when they are asked for.
static void
thin_tape (TrPlayback *p)
{
  guint kept = 0;
  for (guint i = 0; i < p->tape->len; i++)
    if (i % 2 == 0 || i + 1 == p->tape->len) {
      TrSnapshot *frame = p->tape->pdata[i];
      p->tape->pdata[i] = p->tape->pdata[kept];
      p->tape->pdata[kept++] = frame;
    }
  g_ptr_array_set_size (p->tape, (int) kept);
  p->thin = 2 * p->thin + 1;
}

static int
most_frames (const TrState *s)
{
  size_t bytes = sizeof (TrState) + 2 * sizeof (double) * (size_t) s->n_q +
                 sizeof (TrMemory) * (size_t) s->n_memory;
  return (int) CLAMP (MOST_BYTES / bytes, 16, (size_t) MOST_TAPE);
}

// The state as a frame of the tape, at its end or before its start.
static void
put_frame (TrPlayback *p, const TrState *s)
{
  guint n = p->tape->len;
  bool first = n == 0;
  bool before = !first && s->time < tr_snapshot_time (frame_at (p, 0)) - same_time;
  bool after = !first && s->time > tr_snapshot_time (frame_at (p, n - 1)) + same_time;
  if (!first && !before && !after)
    return;
  if (p->skipped++ < p->thin && !first)
    return;
  p->skipped = 0;
  const TrSnapshot *next_to = first ? NULL : frame_at (p, before ? 0 : n - 1);
  g_ptr_array_insert (p->tape, before ? 0 : -1, tr_snapshot_new (s, next_to));
  if ((int) p->tape->len > most_frames (s))
    thin_tape (p);
}

// What was recorded after a time is no longer so.
static void
cut (TrPlayback *p, double time)
{
  int last = find_frame (p, time - 2 * same_time);
  g_ptr_array_set_size (p->tape, last + 1);
  guint n = p->times->len;
  while (n > 0 && point_time (p, n - 1) > time - same_time)
    n--;
  g_array_set_size (p->times, n);
  for (guint i = 0; i < p->points->len; i++)
    g_array_set_size (g_ptr_array_index (p->points, i), n);
}

void
tr_session_clear_traces (TrSession *s)
{
  TrPlayback *p = &s->playback;
  g_array_set_size (p->times, 0);
  g_ptr_array_set_size (p->points, 0);
  for (int i = 0; i < tr_session_get_model (s)->n_traces; i++)
    g_ptr_array_add (p->points, g_array_new (FALSE, FALSE, sizeof (Vec2)));
}

// Every other point of a very long run goes, so that all of it stays.
static void
thin_points (TrPlayback *p)
{
  guint n = p->times->len, half = n / 2;
  for (guint i = 0; i < half; i++)
    g_array_index (p->times, double, i) = g_array_index (p->times, double, 2 * i);
  g_array_set_size (p->times, half);
  for (guint k = 0; k < p->points->len; k++) {
    GArray *points = g_ptr_array_index (p->points, k);
    for (guint i = 0; i < half; i++)
      g_array_index (points, Vec2, i) = g_array_index (points, Vec2, 2 * i);
    g_array_set_size (points, half);
  }
}

// The traced points at the state, where time is later than all of them.
static void
put_points (TrSession *s)
{
  TrPlayback *p = &s->playback;
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  guint n = p->times->len;
  if (m->n_traces == 0 || (n > 0 && state->time < point_time (p, n - 1) + same_time))
    return;
  if (n >= MOST_POINTS)
    thin_points (p);
  g_array_append_val (p->times, state->time);
  for (int i = 0; i < m->n_traces; i++) {
    Vec2 at = tr_connector_point (m, &m->traces[i].a, state->q);
    g_array_append_val (((GArray *) g_ptr_array_index (p->points, (guint) i)), at);
  }
}

// Before time moves: the tape and the traces are of this model and end at this state, where
// something else has moved it.
static void
begin (TrSession *s)
{
  TrPlayback *p = &s->playback;
  TrState *state = tr_session_get_state (s);
  guint now = tr_document_get_generation (s->document);
  if (p->generation != now || p->tape->len == 0) {
    g_ptr_array_set_size (p->tape, 0);
    p->thin = p->skipped = 0;
    tr_session_clear_traces (s);
    p->generation = now;
  } else if (!p->touched) {
    return;
  }
  cut (p, state->time);
  tr_engine_forget (tr_session_get_engine (s));
  p->skipped = p->thin; // this one is kept
  put_frame (p, state);
  put_points (s);
  p->touched = false;
}

static void
find_stalled (TrSession *s)
{
  TrPlayback *p = &s->playback;
  const TrModel *m = tr_session_get_model (s);
  g_ptr_array_set_size (p->stalled, 0);
  g_ptr_array_set_size (p->poles, 0);
  for (int i = 0; i < m->n_constraints && s->last.stalled > 0; i++)
    if (tr_engine_is_stalled (s->engine, i))
      g_ptr_array_add (p->stalled, g_strdup (m->constraints[i].id));
  if (isfinite (s->last.residual))
    return;
  const TrState *state = tr_session_get_state (s);
  for (int i = 0; i < m->n_constraints; i++) { // what has no value here: √ of less than 0
    double c[TR_ROWS_MAX] = {0};
    int n = tr_constraint_residual (m, i, state->q, &state->memory[i], state->time, c, NULL);
    bool is_finite = true;
    for (int r = 0; r < n; r++)
      is_finite = is_finite && isfinite (c[r]);
    if (!is_finite && !m->constraints[i].disabled && !m->constraints[i].driven)
      g_ptr_array_add (p->poles, g_strdup (m->constraints[i].id));
  }
}

// The traced points between the last that were put and the state.
static void
put_parts (TrSession *s)
{
  TrPlayback *p = &s->playback;
  guint last = p->times->len - 1;
  if (p->times->len == 0 || tr_session_get_state (s)->time < point_time (p, last) + same_time)
    return;
  double from = point_time (p, last), to = tr_session_get_state (s)->time;
  int n = tr_trace_parts_count (s, from);
  for (int k = 1; k <= n; k++) {
    double time = from + (to - from) * k / (n + 1);
    g_array_append_val (p->times, time);
    for (guint i = 0; i < p->points->len; i++) {
      GArray *points = g_ptr_array_index (p->points, i);
      Vec2 start = g_array_index (points, Vec2, last);
      Vec2 at = tr_trace_parts_at (s, (int) i, from, start, k, n);
      g_array_append_val (points, at);
    }
  }
}

// On by the engine, as one frame.
static void
advance (TrSession *s, double time)
{
  double from = tr_session_get_state (s)->time;
  tr_trace_parts_advance (s, time);
  put_frame (&s->playback, tr_session_get_state (s));
  guint n = s->playback.times->len;
  if (n > 0 && fabs (point_time (&s->playback, n - 1) - from) < same_time)
    put_parts (s);
  put_points (s);
}

static TrStepResult
finish (TrSession *s)
{
  find_stalled (s);
  tr_document_note_moved (s->document); // time tells nobody what it moves
  if (!s->dragging)
    tr_document_run_on (s->document);
  s->playback.running = true;
  tr_session_moved (s);
  s->playback.running = false;
  return s->last;
}

TrStepResult
tr_session_run_to (TrSession *s, double time)
{
  begin (s);
  advance (s, time);
  return finish (s);
}

// On or back by the engine in frames.
static void
advance_frames (TrSession *s, double time)
{
  double from = tr_session_get_state (s)->time;
  int n = (int) fmin (1e7, ceil (fabs (time - from) / TR_FRAME_SECONDS - 1e-6));
  for (int i = 1; i < n; i++)
    advance (s, from + (time - from) * i / n);
  advance (s, time);
}

// Takes up a frame of the tape.
static void
take_frame (TrSession *s, const TrSnapshot *frame)
{
  tr_snapshot_restore (frame, tr_session_get_state (s));
  tr_engine_forget (tr_session_get_engine (s));
}

TrStepResult
tr_playback_go (TrSession *s, double time)
{
  TrPlayback *p = &s->playback;
  begin (s);
  guint n = p->tape->len;
  double now = tr_session_get_state (s)->time;
  double first = tr_snapshot_time (frame_at (p, 0)), last = tr_snapshot_time (frame_at (p, n - 1));
  int i = find_frame (p, time);
  if (i < 0 && now > first + same_time)
    take_frame (s, frame_at (p, 0));
  else if (i >= 0 && !(time > last && now > last - same_time && now <= time))
    take_frame (s, frame_at (p, (guint) i));
  advance_frames (s, time);
  p->ticks = 0;
  p->origin = time;
  return finish (s);
}

TrStepResult
tr_session_seek (TrSession *s, double time)
{
  g_return_val_if_fail (isfinite (time) && !s->dragging, s->last);
  return tr_playback_go (s, time);
}

TrStepResult
tr_session_step_frames (TrSession *s, int n)
{
  return tr_session_seek (s, tr_session_get_time (s) + n * TR_FRAME_SECONDS);
}

double
tr_session_get_time (TrSession *s)
{
  return tr_session_get_state (s)->time;
}

// Ticks are counted from where time stands now.
static void
count_from_here (TrSession *s)
{
  s->playback.ticks = 0;
  s->playback.origin = tr_session_get_time (s);
}

void
tr_session_play (TrSession *s)
{
  s->playback.playing = true;
  count_from_here (s);
}

void
tr_session_pause (TrSession *s)
{
  s->playback.playing = false;
}

bool
tr_session_is_playing (TrSession *s)
{
  return s->playback.playing;
}

// The frame that goes over an end of the loop: on from the other end, or back.
static TrStepResult
turn_round (TrSession *s, double time)
{
  TrPlayback *p = &s->playback;
  double over = p->speed > 0 ? time - p->to : p->from - time;
  if (p->loop == TR_LOOP_BOUNCE) {
    double end = p->speed > 0 ? p->to : p->from;
    p->speed = -p->speed;
    tr_session_seek (s, p->speed > 0 ? end + over : end - over);
  } else {
    double span = p->to - p->from, rest = over - span * floor (over / span);
    tr_session_seek (s, p->speed > 0 ? p->from + rest : p->to - rest);
  }
  return s->last;
}

TrStepResult
tr_session_tick (TrSession *s)
{
  TrPlayback *p = &s->playback;
  if (!p->playing)
    return s->last;
  if (tr_session_is_scrubbing (s)) { // time is in the hand, and goes on from where it is let go
    count_from_here (s);
    return s->last;
  }
  double now = tr_session_get_time (s);
  double time = p->origin + ++p->ticks * p->speed * TR_FRAME_SECONDS;
  if (fabs (time - now) > 2 * fabs (p->speed) * TR_FRAME_SECONDS) { // time was set elsewhere
    p->origin = now;
    p->ticks = 1;
    time = now + p->speed * TR_FRAME_SECONDS;
  }
  bool over = p->loop != TR_LOOP_OFF &&
              (p->speed > 0 ? time > p->to + same_time : time < p->from - same_time);
  if (s->dragging)
    return over ? s->last : tr_session_run_to (s, time);
  if (over)
    return turn_round (s, time);
  return p->speed > 0 ? tr_session_run_to (s, time) : tr_session_seek (s, time);
}

void
tr_session_set_speed (TrSession *s, double speed)
{
  g_return_if_fail (isfinite (speed) && (speed > 0 || speed < 0));
  s->playback.speed = speed;
  count_from_here (s);
}

double
tr_session_get_speed (TrSession *s)
{
  return s->playback.speed;
}

void
tr_session_set_loop (TrSession *s, TrLoop loop, double from, double to)
{
  g_return_if_fail (loop == TR_LOOP_OFF || (isfinite (from) && to > from));
  s->playback.loop = loop;
  s->playback.from = from;
  s->playback.to = to;
}

TrLoop
tr_session_get_loop (TrSession *s, double *from, double *to)
{
  *from = s->playback.from;
  *to = s->playback.to;
  return s->playback.loop;
}

bool
tr_session_get_played (TrSession *s, double *from, double *to)
{
  const TrPlayback *p = &s->playback;
  if (p->tape->len == 0 || p->generation != tr_document_get_generation (s->document))
    return false;
  *from = tr_snapshot_time (frame_at (p, 0));
  *to = tr_snapshot_time (frame_at (p, p->tape->len - 1));
  return true;
}

// ids: as of the last frame, if the drawing is still that.
static const char *const *
of_last_frame (TrSession *s, const GPtrArray *ids)
{
  static const char *const none[] = {NULL};
  TrPlayback *p = &s->playback;
  bool known = ids->len > 0 && p->generation == tr_document_get_generation (s->document);
  return known ? (const char *const *) ids->pdata : none;
}

const char *const *
tr_session_get_stalled (TrSession *s)
{
  return of_last_frame (s, s->playback.stalled);
}

// What people call them: their own names, or what they drive, "Crank.angle".
static char *
names_of (TrSession *s, const char *const *ids)
{
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (GString) out = g_string_new (NULL);
  for (int i = 0; ids[i]; i++) {
    TrElement e = tr_model_find (m, ids[i]);
    g_autofree char *title =
        e.kind == TR_ELEMENT_CONSTRAINT ? tr_constraint_title (m, e.index) : g_strdup (ids[i]);
    const char *kind = e.kind == TR_ELEMENT_CONSTRAINT
                           ? tr_constraint_kind_label (m->constraints[e.index].kind)
                           : "";
    size_t n = strlen (kind);
    bool has_kind = n > 0 && g_str_has_prefix (title, kind) && title[n] == ' ';
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", title + (has_kind ? n + 1 : 0));
  }
  return g_strdup (out->str);
}

char *
tr_session_stalled_text (TrSession *s)
{
  const char *const *ids = tr_session_get_stalled (s);
  const char *const *poles = of_last_frame (s, s->playback.poles);
  if (poles[0]) {
    g_autofree char *names = names_of (s, poles);
    return g_strdup_printf (_ ("No value at this time: %s"), names);
  }
  if (!ids[0])
    return NULL;
  g_autofree char *list = names_of (s, ids);
  return g_strdup_printf (ids[1] ? _ ("The drives %s stand still: dead centre or limit")
                                 : _ ("The drive %s stands still: dead centre or limit"),
                          list);
}

const TrTracePoints *
tr_session_get_traces (TrSession *s)
{
  TrPlayback *p = &s->playback;
  guint n = p->points->len;
  if (n == 0 || p->times->len < 2 || p->generation != tr_document_get_generation (s->document))
    return NULL;
  g_array_set_size (p->views, n);
  for (guint i = 0; i < n; i++) {
    GArray *points = g_ptr_array_index (p->points, i);
    g_array_index (p->views, TrTracePoints, i) =
        (TrTracePoints){(const Vec2 *) (void *) points->data, (int) points->len};
  }
  return &g_array_index (p->views, TrTracePoints, 0);
}
