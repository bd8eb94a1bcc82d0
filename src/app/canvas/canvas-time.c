// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Time on the canvas. It runs once a frame of the display, before the hand's own frame; at rest
// there are no frames.

#include "app/canvas/canvas-private.h"

#include "app/probe.h"
#include "session/timetable.h"

// A display that is slower loses time; one that is faster waits.
#define MOST_TICKS 2
// Between counts of freedoms: at least so long, and so many times as long as one takes.
#define COUNT_US    250000
#define COUNT_SHARE 20
// Ticks after which who watches would begin to wonder.
#define STILL_TICKS  30
#define STILL_PIXELS 1e-3
#define FRAME_US     (1e6 * TR_FRAME_SECONDS)

bool
tr_canvas_is_playing (TrCanvas *c)
{
  return c->session && tr_session_is_playing (c->session);
}

// How many frames of time the display's has room for.
static int
ticks_due (TrCanvas *c, gint64 now)
{
  double since = (double) (now - c->ticked);
  int n = (int) CLAMP (floor (since / FRAME_US + 0.25), 0, MOST_TICKS);

  if (n > 0) // what is left over counts for the next, but a long wait does not
    c->ticked = since > (MOST_TICKS + 1) * FRAME_US ? now : c->ticked + (gint64) (n * FRAME_US);
  return n;
}

// Time has moved things: what is kept of where they were is brought up to date, also what lies
// under a pointer at rest.
static void
follow (TrCanvas *c)
{
  tr_picker_touch (tr_session_get_picker (c->session), c->moving);
  c->is_surveyed = false;
  if (c->is_over && !c->is_pressed && strcmp (tr_canvas_get_tool (c), "select") == 0) {
    TrPointer p = tr_canvas_pointer_at (c, c->pointer);
    c->tool->ops->motion (c->tool, c, &p);
  }
}

// The count of freedoms may change on the way: a limit is met, a direction comes to lie along
// another. Looked at a few times a second, and rarely where that takes long.
static void
count_freedoms (TrCanvas *c, gint64 now)
{
  gint64 start = g_get_monotonic_time ();

  if (now < c->count_after || tr_session_is_dragging (c->session))
    return;
  int dof = tr_session_check (c->session)->dof;
  c->is_surveyed = true;
  c->count_after = now + MAX (COUNT_US, COUNT_SHARE * (g_get_monotonic_time () - start));
  tr_probe_say ("counted", "\"dof\": %d", dof);
}

// Since it was last seen to; what a solve leaves of rounding is no motion.
static bool
has_moved (TrCanvas *c)
{
  const TrState *s = tr_session_get_state (c->session);
  guint n = (guint) s->n_q;
  bool moved = c->still_at->len != n;

  for (guint i = 0; i < n && !moved; i++)
    moved = fabs (s->q[i] - g_array_index (c->still_at, double, i)) * c->view.zoom > STILL_PIXELS;
  if (moved) {
    g_array_set_size (c->still_at, 0);
    g_array_append_vals (c->still_at, s->q, n);
  }
  return moved;
}

// What does not move though time runs is explained, and no more once it does. A drive that has stopped
// short is told elsewhere.
static void
note_still (TrCanvas *c, const TrStepResult *r)
{
  bool was_still = c->still >= STILL_TICKS;
  bool moves = has_moved (c) || r->stalled > 0 || tr_session_is_dragging (c->session);

  c->still = moves ? 0 : c->still + 1;
  if (c->still == STILL_TICKS)
    tr_canvas_set_message (c, tr_timetable_still_reason (tr_session_get_model (c->session),
                                                         tr_session_get_time (c->session),
                                                         tr_session_check (c->session)->dof));
  else if (was_still && c->still == 0)
    tr_canvas_set_message (c, NULL);
}

bool
tr_canvas_run_time (TrCanvas *c, gint64 now)
{
  gint64 start = g_get_monotonic_time ();
  int n = tr_canvas_is_playing (c) ? ticks_due (c, now) : 0;

  if (n > 0 && !c->moving)
    tr_canvas_part (c);
  for (int i = 0; i < n && tr_canvas_is_playing (c); i++) {
    TrStepResult r = tr_session_tick (c->session);
    tr_probe_say ("time", "\"at\": %.9g, \"stalled\": %d, \"residual\": %.3g",
                  tr_session_get_time (c->session), r.stalled,
                  isfinite (r.residual) ? r.residual : -1);
    note_still (c, &r);
    tr_canvas_tell_frame (c);
  }
  if (n > 0) {
    tr_canvas_set_solve_ms (c, 1e-3 * (double) (g_get_monotonic_time () - start));
    follow (c);
    count_freedoms (c, now);
    tr_canvas_tell (c);
  }
  return tr_canvas_is_playing (c);
}

void
tr_canvas_play (TrCanvas *c)
{
  if (!c->session || tr_session_is_playing (c->session))
    return;
  if (strcmp (tr_canvas_get_tool (c), "wiggle") == 0)
    tr_canvas_set_tool (c, "select");
  tr_session_play (c->session);
  c->still = 0;
  c->ticked = g_get_monotonic_time ();
  tr_canvas_start_clock (c);
  tr_canvas_tell (c);
}

// What was drawn in parts is a whole again.
static void
rest (TrCanvas *c)
{
  if (tr_session_is_dragging (c->session))
    return;
  tr_canvas_settle (c, true);
  tr_canvas_refresh (c);
}

void
tr_canvas_pause (TrCanvas *c)
{
  if (!tr_canvas_is_playing (c))
    return;
  tr_session_pause (c->session);
  rest (c);
  tr_probe_say ("pause", "\"at\": %.9g", tr_session_get_time (c->session));
  tr_canvas_tell (c);
}

bool
tr_canvas_seek (TrCanvas *c, double time)
{
  if (!c->session || tr_session_is_dragging (c->session))
    return false;
  if (c->still >= STILL_TICKS) // was of the time that it is no more
    tr_canvas_set_message (c, NULL);
  c->still = 0;
  if (!c->moving)
    tr_canvas_part (c);
  tr_session_seek (c->session, time);
  if (tr_canvas_is_playing (c))
    follow (c);
  else
    rest (c);
  tr_probe_say ("sought", "\"at\": %.9g", tr_session_get_time (c->session));
  return true;
}

void
tr_canvas_clear_traces (TrCanvas *c)
{
  tr_session_clear_traces (c->session);
  tr_layers_forget (c->layers);
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

// All of them as they are seen; views: one for each trace of the model.
const TrTracePoints *
tr_canvas_traces (TrCanvas *c, GArray *views)
{
  const TrTracePoints *all = tr_session_get_traces (c->session);
  guint n = (guint) tr_session_get_model (c->session)->n_traces;

  if (!c->thins)
    c->thins = g_ptr_array_new_with_free_func ((GDestroyNotify) tr_trace_thin_free);
  if (!all || c->thins->len > n)
    g_ptr_array_set_size (c->thins, 0);
  for (guint i = 0; all && i < n; i++) {
    if (i == c->thins->len)
      g_ptr_array_add (c->thins, tr_trace_thin_new ());
    TrTracePoints seen = tr_trace_thin_update (c->thins->pdata[i], &all[i], 1 / c->view.zoom);
    g_array_append_val (views, seen);
  }
  return all ? &g_array_index (views, TrTracePoints, 0) : NULL;
}
