// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A window's draft: what would be lost if the program ended now is on the disk all the same.

#include "app/window/window-private.h"

#include "app/probe.h"
#include "app/settings.h"

#include <glib/gi18n.h>

#define DELAY 3000 // ms after the last change, where there are no settings

static void
kept_cb (const GError *error, gpointer data)
{
  TrWindow *w = data;

  if (error) {
    g_autofree char *text =
        g_strdup_printf (_ ("Unsaved changes are not kept safe: %s"), error->message);
    tr_canvas_set_message (w->canvas, text);
  }
  tr_probe_say ("autosaved", "\"ok\": %s", error ? "false" : "true");
}

void
tr_window_keep_draft (TrWindow *w)
{
  g_autofree char *folder = tr_draft_folder ();
  w->autosave = tr_autosave_new (w->session, folder, DELAY, kept_cb, w);
}

static void
delay_cb (GSettings *settings, const char *key, TrWindow *w)
{
  if (w->autosave)
    tr_autosave_set_delay (w->autosave, (guint) g_settings_get_int (settings, key) * 1000);
}

void
tr_window_bind_draft (TrWindow *w, GSettings *settings)
{
  g_signal_connect_object (settings, "changed::" TR_SETTINGS_AUTOSAVE, G_CALLBACK (delay_cb), w, 0);
  delay_cb (settings, TR_SETTINGS_AUTOSAVE, w);
}

// The window that shows the drawing's file, with nothing done to it.
static TrWindow *
window_of_draft (TrWindow *w, const TrDraft *draft)
{
  const char *path = tr_draft_get_path (draft);
  g_autoptr (GFile) file = path ? g_file_new_for_path (path) : NULL;
  TrWindow *at = file ? tr_window_of_file (w, file) : NULL;
  TrDocument *d = at ? tr_window_get_document (at) : NULL;

  if (d && !tr_document_is_modified (d) && tr_document_n_undo (d) == 0)
    return at;
  return tr_window_is_untouched (w) ? w : NULL;
}

bool
tr_window_restore (TrWindow *w, TrDraft *draft, GError **error)
{
  TrWindow *at = window_of_draft (w, draft);
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  bool is_new = !at;

  if (is_new)
    at = tr_window_new (TR_APPLICATION (app));
  if (!tr_draft_restore (draft, tr_window_get_document (at), error)) {
    if (is_new)
      tr_window_discard (at);
    return false;
  }
  tr_autosave_adopt (at->autosave, draft);
  tr_window_arrive (at);
  tr_canvas_show_start (at->canvas);
  gtk_window_present (GTK_WINDOW (at));
  return true;
}
