// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Running time is recorded as what is seen of the paper, whatever is done to it meanwhile.

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/probe.h"
#include "session/script/recorder.h"

#include <glib/gi18n.h>

static void
show (TrWindow *w)
{
  GAction *a = g_action_map_lookup_action (G_ACTION_MAP (w), "record");
  g_simple_action_set_state (G_SIMPLE_ACTION (a), g_variant_new_boolean (w->recorder != NULL));
  tr_time_bar_show_recording (w->time_bar, w->recorder != NULL);
}

static void
tell_end (TrWindow *w, GError *error)
{
  int n = tr_recorder_get_n (w->recorder);
  g_autofree char *path = g_filename_display_name (tr_recorder_get_path (w->recorder));
  g_autofree char *text =
      g_strdup_printf (ngettext ("%d picture: %s", "%d pictures: %s", (gulong) n), n, path);

  g_clear_pointer (&w->recorder, tr_recorder_free);
  show (w);
  if (error)
    tr_dialog_tell (GTK_WINDOW (w), _ ("Recording has failed"), error->message);
  else
    tr_canvas_set_message (w->canvas, text);
  tr_probe_say ("recorded", "\"n\": %d", n);
}

void
tr_window_end_record (TrWindow *w)
{
  g_autoptr (GError) error = NULL;

  if (!w->recorder)
    return;
  tr_recorder_finish (w->recorder, &error);
  tell_end (w, error);
}

// What is seen, mm; dpi: so that its pixels are the canvas's.
static TrBounds
seen (TrWindow *w, double *dpi)
{
  TrViewport view = tr_canvas_get_view (w->canvas);
  double mm = tr_units_mm (tr_session_get_model (w->session)->units);
  double width = gtk_widget_get_width (GTK_WIDGET (w->canvas)),
         height = gtk_widget_get_height (GTK_WIDGET (w->canvas));

  *dpi = 25.4 * view.zoom / mm;
  return (TrBounds){v2_scale (tr_viewport_to_drawing (view, v2 (0, height)), mm),
                    v2_scale (tr_viewport_to_drawing (view, v2 (width, 0)), mm)};
}

void
tr_window_record_frame (TrWindow *w)
{
  g_autoptr (GError) error = NULL;

  if (!w->recorder || tr_recorder_tick (w->recorder, w->session, &error))
    return;
  tr_canvas_pause (w->canvas);
  tell_end (w, error);
}

static void
chosen_cb (GtkWindow *parent, GFile *file, gpointer data)
{
  TrWindow *w = TR_WINDOW (parent);
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;
  double dpi;

  if (!file || !w->session || w->recorder)
    return;
  TrBounds view = seen (w, &dpi);
  w->recorder = path ? tr_recorder_new (path, view, dpi, &error) : NULL;
  show (w);
  if (w->recorder)
    tr_window_play (w);
  else
    tr_dialog_tell (parent, _ ("Nothing can be recorded there"),
                    path ? error->message : _ ("It is not a file on this machine"));
}

static void
choose (TrWindow *w)
{
  const TrDialogFilter filters[] = {{_ ("Moving GIF pictures"), "*.gif", "image/gif"},
                                    {_ ("Rows of PNG or SVG pictures"), "*.[ps][nv]g", NULL},
                                    {_ ("All files"), NULL, NULL}};
  g_autofree char *folder = NULL, *name = NULL;

  tr_window_propose (w, ".gif", &folder, &name);
  tr_dialog_save (GTK_WINDOW (w), _ ("Record What Runs"), folder, name, filters,
                  G_N_ELEMENTS (filters), chosen_cb, NULL);
}

static void
record_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  TrWindow *w = data;

  if (!w->recorder) {
    choose (w);
    return;
  }
  tr_canvas_pause (w->canvas);
  tr_window_end_record (w);
}

void
tr_window_add_record_actions (TrWindow *w)
{
  static const GActionEntry actions[] = {
      {.name = "record", .state = "false", .change_state = record_cb},
  };
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
