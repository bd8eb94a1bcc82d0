// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program.h"

#include "app/driver/driver.h"
#include "app/window/recovery.h"
#include "app/window/window.h"

#define HAS_OFFERED "tr-has-offered" // what an earlier run left

static void
new_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (tr_window_new (TR_APPLICATION (data))));
}

static TrWindow *
front_window (TrApplication *app)
{
  // The last one used comes first; dialogs are among them.
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (app)); l; l = l->next)
    if (TR_IS_WINDOW (l->data))
      return l->data;
  return tr_window_new (app);
}

static void
open_recent_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));
  tr_window_open (front_window (TR_APPLICATION (data)), file);
}

static gboolean
offer_idle (gpointer data)
{
  tr_recovery_offer (front_window (data));
  return G_SOURCE_REMOVE;
}

// Once, and behind the first frame.
static void
offer_recovery (TrApplication *app)
{
  if (!g_object_get_data (G_OBJECT (app), HAS_OFFERED))
    g_idle_add_full (G_PRIORITY_LOW, offer_idle, app, NULL);
  g_object_set_data (G_OBJECT (app), HAS_OFFERED, app);
}

static void
activate_cb (TrApplication *app)
{
  gtk_window_present (GTK_WINDOW (tr_window_new (app)));
  offer_recovery (app);
}

static void
open_cb (TrApplication *app, GFile **files, int n, const char *hint)
{
  TrWindow *window = front_window (app);
  gtk_window_present (GTK_WINDOW (window));
  for (int i = 0; i < n; i++)
    tr_window_open (window, files[i]);
  offer_recovery (app);
}

TrApplication *
tr_program_new (void)
{
  static const GActionEntry actions[] = {
      {.name = "new", .activate = new_cb},
      {.name = "open-recent", .activate = open_recent_cb, .parameter_type = "s"},
  };
  TrApplication *app = tr_application_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), app);
  g_signal_connect (app, "startup", G_CALLBACK (tr_driver_start), NULL);
  g_signal_connect (app, "activate", G_CALLBACK (activate_cb), NULL);
  g_signal_connect (app, "open", G_CALLBACK (open_cb), NULL);
  return app;
}
