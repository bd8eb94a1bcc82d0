// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/probe.h"
#include "session/report.h"

#include <glib/gi18n.h>

#define SECONDS 10

// Where it was is the drawing's again: its room stays, and would take the clicks.
static void
reveal (TrWindow *w, bool is_shown)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (w->toast), is_shown);
  gtk_widget_set_can_target (w->toast, is_shown);
}

static bool
has_focus (TrWindow *w)
{
  return gtk_widget_get_state_flags (w->toast) & GTK_STATE_FLAG_FOCUS_WITHIN;
}

static void
hide (TrWindow *w)
{
  g_clear_handle_id (&w->toast_end, g_source_remove);
  if (has_focus (w))
    gtk_widget_grab_focus (GTK_WIDGET (w->canvas));
  reveal (w, false);
}

static gboolean
end_cb (gpointer data)
{
  TrWindow *w = data;

  if (has_focus (w)) // it is being read by keys
    return G_SOURCE_CONTINUE;
  w->toast_end = 0;
  hide (w);
  return G_SOURCE_REMOVE;
}

// label, action: of its button; NULL: it has none.
static void
show (TrWindow *w, const char *text, const char *label, const char *action)
{
  gtk_label_set_label (GTK_LABEL (w->toast_label), text);
  if (label)
    gtk_button_set_label (GTK_BUTTON (w->toast_more), label);
  if (action)
    gtk_actionable_set_action_name (GTK_ACTIONABLE (w->toast_more), action);
  gtk_widget_set_visible (w->toast_more, label != NULL);
  reveal (w, true);
  g_clear_handle_id (&w->toast_end, g_source_remove);
  w->toast_end = g_timeout_add_seconds (SECONDS, end_cb, w);
}

void
tr_window_toast (TrWindow *w, const char *text, const char *details)
{
  g_autoptr (GString) said = g_string_new ("\"text\": ");

  g_free (w->toast_details);
  w->toast_details = g_strdup (details);
  show (w, text, details ? _ ("_Details") : NULL, "win.toast-details");
  tr_report_string (said, text);
  g_string_append (said, ", \"details\": ");
  tr_report_string (said, details ? details : "");
  tr_probe_say ("toast", "%s", said->str);
}

void
tr_window_toast_offer (TrWindow *w, const char *text, const char *label, const char *action)
{
  g_autoptr (GString) said = g_string_new ("\"text\": ");

  g_clear_pointer (&w->toast_details, g_free);
  show (w, text, label, action);
  tr_report_string (said, text);
  tr_probe_say ("toast", "%s", said->str);
}

static void
details_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  hide (w);
  if (w->toast_details)
    tr_dialog_tell (GTK_WINDOW (w), gtk_label_get_label (GTK_LABEL (w->toast_label)),
                    w->toast_details);
}

static void
close_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  hide (data);
}

static const GActionEntry actions[] = {
    {.name = "toast-details", .activate = details_cb},
    {.name = "toast-close", .activate = close_cb},
};

void
tr_window_add_toast_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}

void
tr_window_clear_toast (TrWindow *w)
{
  g_clear_handle_id (&w->toast_end, g_source_remove);
  g_clear_pointer (&w->toast_details, g_free);
}
