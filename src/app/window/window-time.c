// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions of time. They work where the drawing has something that time moves; elsewhere playing
// tells what would make it move.

#include "app/window/window-private.h"

#include "app/dialogs/mechanism-window.h"
#include "app/dialogs/plot-window.h"
#include "session/motion.h"
#include "session/playback.h"
#include "session/timetable.h"

#include <glib/gi18n.h>

static const char *const names[] = {"time-start",   "step-back",   "step-forward", "time-reverse",
                                    "time-loop",    "time-bounce", "time-faster",  "time-slower",
                                    "clear-traces", "record"};

// All drives and paths, as one edit. One that cannot be switched stays as it is.
static void
switch_drives (TrWindow *w, bool on)
{
  const TrModel *m = tr_session_get_model (w->session);
  TrDocument *d = tr_window_get_document (w);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  bool done = false;

  for (int i = 0; i < m->n_constraints; i++)
    if (tr_timetable_is_drive (&m->constraints[i]) && m->constraints[i].disabled == on)
      g_ptr_array_add (ids, g_strdup (m->constraints[i].id));
  for (guint i = 0; i < ids->len; i++)
    done |= tr_document_enable (d, ids->pdata[i], on, NULL);
  if (done)
    tr_session_settle (w->session, on ? _ ("Switch On Drives") : _ ("Switch Off Drives"));
}

// Who wants to see it move need not know first that its drives are switched off.
void
tr_window_play (TrWindow *w)
{
  if (!tr_canvas_take_edit (w->canvas))
    return;
  const TrModel *m = tr_session_get_model (w->session);
  if (!tr_timetable_has_motion (m)) {
    tr_canvas_set_message (w->canvas, _ ("Nothing moves by itself yet: mount a motor (M) on a bar "
                                         "or a link, or hang a spring (K) on it"));
    return;
  }
  if (tr_timetable_n_running (m) == 0 && tr_window_may_edit (w))
    switch_drives (w, true);
  tr_canvas_set_message (w->canvas, NULL);
  tr_canvas_play (w->canvas);
  tr_window_show_time (w);
}

static void
play_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (tr_canvas_is_playing (w->canvas))
    tr_canvas_pause (w->canvas);
  else
    tr_window_play (w);
  tr_window_show_time (w);
}

static void
start_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (tr_window_may_edit (w) && tr_canvas_seek (w->canvas, 0))
    tr_canvas_clear_traces (w->canvas);
  tr_window_show_time (w);
}

static void
step_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  bool is_back = strcmp (g_action_get_name (G_ACTION (action)), "step-back") == 0;

  tr_canvas_pause (w->canvas);
  if (tr_window_may_edit (w))
    tr_canvas_seek (w->canvas, tr_session_get_time (w->session) +
                                   (is_back ? -TR_FRAME_SECONDS : TR_FRAME_SECONDS));
  tr_window_show_time (w);
}

static void
reverse_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  TrWindow *w = data;
  double size = fabs (tr_session_get_speed (w->session));

  tr_session_set_speed (w->session, g_variant_get_boolean (value) ? -size : size);
  tr_window_show_time (w);
}

static void
loop_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  TrWindow *w = data;
  bool bounces = strcmp (g_action_get_name (G_ACTION (action)), "time-bounce") == 0;
  TrLoop loop = bounces ? TR_LOOP_BOUNCE : TR_LOOP_REPEAT;

  tr_session_set_loop (w->session, g_variant_get_boolean (value) ? loop : TR_LOOP_OFF, 0,
                       tr_time_bar_get_period (w->time_bar));
  tr_window_show_time (w);
}

static void
speed_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  bool is_faster = strcmp (g_action_get_name (G_ACTION (action)), "time-faster") == 0;

  tr_time_bar_change_speed (w->time_bar, is_faster ? 1 : -1);
}

static void
drives_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  TrWindow *w = data;

  if (tr_window_may_edit (w))
    switch_drives (w, g_variant_get_boolean (value));
  tr_window_show_time (w);
}

static void
supports_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  TrWindow *w = data;
  g_autoptr (GError) error = NULL;
  TrSupports supports = g_variant_get_boolean (value) ? TR_SUPPORTS_MOVE : TR_SUPPORTS_STAY;

  if (tr_window_may_edit (w) && !tr_session_set_supports (w->session, supports, &error))
    tr_canvas_set_message (w->canvas, error->message);
  tr_window_show_time (w);
}

static void
plot_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!w->plot) {
    GtkWidget *plot = tr_plot_window_new (GTK_WINDOW (w), w->session);
    g_set_weak_pointer (&w->plot, plot);
  }
  gtk_window_present (GTK_WINDOW (w->plot));
}

static void
mechanism_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!w->mechanism) {
    GtkWidget *mechanism = tr_mechanism_window_new (GTK_WINDOW (w), w->session);
    g_set_weak_pointer (&w->mechanism, mechanism);
  }
  gtk_window_present (GTK_WINDOW (w->mechanism));
}

static void
clear_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_clear_traces (((TrWindow *) data)->canvas);
}

static void
set_state (TrWindow *w, const char *name, bool is_on)
{
  GAction *a = g_action_map_lookup_action (G_ACTION_MAP (w), name);
  g_autoptr (GVariant) state = g_action_get_state (a);
  if (g_variant_get_boolean (state) != is_on)
    g_simple_action_set_state (G_SIMPLE_ACTION (a), g_variant_new_boolean (is_on));
}

static void
set_enabled (TrWindow *w, const char *name, bool is_enabled)
{
  GAction *a = g_action_map_lookup_action (G_ACTION_MAP (w), name);
  if (g_action_get_enabled (a) != is_enabled)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (a), is_enabled);
}

static bool
has_drives (const TrModel *m)
{
  bool has = false;
  for (int i = 0; i < m->n_constraints && !has; i++)
    has = tr_timetable_is_drive (&m->constraints[i]);
  return has;
}

// Looked for once in each model: this is told as often as a pointer moves.
static const TrWindowMotion *
find_motion (TrWindow *w)
{
  const TrModel *m = tr_session_get_model (w->session);
  guint now = tr_document_get_generation (tr_session_get_document (w->session));

  if (!w->motion.is_known || w->motion.generation != now)
    w->motion = (TrWindowMotion){
        .is_known = true,
        .generation = now,
        .moves = tr_timetable_has_motion (m),
        .has_drives = has_drives (m),
        .runs = tr_timetable_n_running (m) > 0,
    };
  return &w->motion;
}

// What the buttons show, as often as the status line, and at once where the drawing is another.
void
tr_window_show_time (TrWindow *w)
{
  const TrWindowMotion *motion = find_motion (w);
  bool moves = motion->moves;
  double from, to;
  TrLoop loop = tr_session_get_loop (w->session, &from, &to);

  // A slider that is held may pass by where nothing moves.
  if (!moves && !tr_document_has_moved (tr_session_get_document (w->session)))
    tr_canvas_pause (w->canvas);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    set_enabled (w, names[i], moves);
  set_enabled (w, "drives", motion->has_drives);
  set_state (w, "time-reverse", tr_session_get_speed (w->session) < 0);
  set_state (w, "time-loop", loop == TR_LOOP_REPEAT);
  set_state (w, "time-bounce", loop == TR_LOOP_BOUNCE);
  set_state (w, "drives", motion->runs);
  set_state (w, "move-supports",
             tr_session_get_model (w->session)->world.supports == TR_SUPPORTS_MOVE);
  tr_time_bar_show_playing (w->play_button, tr_canvas_is_playing (w->canvas));
  gtk_widget_set_visible (GTK_WIDGET (w->time_bar), moves);
  if (moves)
    tr_time_bar_update (w->time_bar, w->canvas);
}

void
tr_window_add_time_actions (TrWindow *w)
{
  static const GActionEntry actions[] = {
      {.name = "play", .activate = play_cb},
      {.name = "time-start", .activate = start_cb},
      {.name = "step-back", .activate = step_cb},
      {.name = "step-forward", .activate = step_cb},
      {.name = "time-reverse", .state = "false", .change_state = reverse_cb},
      {.name = "time-loop", .state = "false", .change_state = loop_cb},
      {.name = "time-bounce", .state = "false", .change_state = loop_cb},
      {.name = "time-faster", .activate = speed_cb},
      {.name = "time-slower", .activate = speed_cb},
      {.name = "drives", .state = "false", .change_state = drives_cb},
      {.name = "move-supports", .state = "false", .change_state = supports_cb},
      {.name = "plot", .activate = plot_cb},
      {.name = "mechanism", .activate = mechanism_cb},
      {.name = "clear-traces", .activate = clear_cb},
  };
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
