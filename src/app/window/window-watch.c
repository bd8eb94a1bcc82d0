// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The file of a drawing while it is open: what another program, or another window of this one, writes
// there is told, and read where that is wanted.

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/probe.h"

#include <glib/gi18n.h>
#include <stdlib.h>

static void
file_event_cb (
    GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, TrWindow *w)
{
  // While it is being written it is not looked at.
  if (event == G_FILE_MONITOR_EVENT_CHANGED || event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED ||
      !w->session || !tr_document_is_outdated (tr_window_get_document (w)))
    return;
  tr_window_toast_offer (w, _ ("Another program has changed the file"), _ ("_Read Again"),
                         "win.reload");
}

void
tr_window_stop_watching (TrWindow *w)
{
  if (w->monitor)
    g_file_monitor_cancel (w->monitor);
  g_clear_object (&w->monitor);
  g_clear_object (&w->watched);
}

void
tr_window_watch_file (TrWindow *w)
{
  g_autoptr (GFile) file = tr_window_dup_file (w);

  if (file == w->watched || (file && w->watched && g_file_equal (file, w->watched)))
    return;
  tr_window_stop_watching (w);
  if (!file)
    return;
  w->watched = g_object_ref (file);
  // What a link leads to is what is written. Where nothing can be watched saving still asks.
  char *target = realpath (g_file_peek_path (file), NULL);
  g_autoptr (GFile) place = g_file_new_for_path (target ? target : g_file_peek_path (file));
  free (target);
  w->monitor = g_file_monitor_file (place, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (w->monitor)
    g_signal_connect_object (w->monitor, "changed", G_CALLBACK (file_event_cb), w, 0);
}

static void
reload (TrWindow *w)
{
  g_autoptr (GFile) file = tr_window_dup_file (w);
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  tr_canvas_pause (w->canvas);
  if (!tr_document_load (tr_window_get_document (w), path, &error)) {
    tr_window_tell_failure (w, _ ("Could not open “%s”"), file, error->message);
    return;
  }
  tr_window_arrive (w);
  tr_probe_say ("reloaded", NULL);
}

static void
reload_answer_cb (GtkWindow *parent, int answer, gpointer data)
{
  if (answer == 1)
    reload (TR_WINDOW (parent));
}

static void
reload_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *const buttons[] = {_ ("_Cancel"), _ ("_Read Again"), NULL};
  TrWindow *w = data;
  TrDocument *d = tr_window_get_document (w);

  if (!tr_window_may_edit (w))
    return;
  if (!tr_document_get_path (d)) {
    tr_canvas_set_message (w->canvas, _ ("This drawing has no file yet"));
    return;
  }
  g_action_group_activate_action (G_ACTION_GROUP (w), "toast-close", NULL);
  if (!tr_document_is_modified (d)) {
    reload (w);
    return;
  }
  g_autofree char *name = tr_document_dup_title (d);
  g_autofree char *what = g_strdup_printf (_ ("Read “%s” again?"), name);
  tr_dialog_ask (GTK_WINDOW (w), what, _ ("Changes that are not saved are lost for good."), buttons,
                 1, reload_answer_cb, NULL);
}

static const GActionEntry actions[] = {
    {.name = "reload", .activate = reload_cb},
};

void
tr_window_add_watch_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
