// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/driver/rest.h"

#include "app/application.h"
#include "app/probe.h"
#include "app/window/window.h"

#define RESTS "tr-driver-rests"

static void
reset_settings (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  if (!settings)
    return;
  g_object_get (settings, "settings-schema", &schema, NULL);
  g_auto (GStrv) keys = g_settings_schema_list_keys (schema);
  for (int i = 0; keys[i]; i++)
    g_settings_reset (settings, keys[i]);
}

static gpointer
ref_window (gconstpointer window, gpointer unused)
{
  return g_object_ref ((gpointer) window);
}

// Dialogs go with the windows that they belong to: what is still to be closed is held meanwhile, and
// looks back at none when it goes itself.
static void
close_windows (GtkApplication *app)
{
  GList *windows = g_list_copy_deep (gtk_application_get_windows (app), ref_window, NULL);

  for (GList *l = windows; l; l = l->next)
    if (TR_IS_WINDOW (l->data))
      tr_window_discard (l->data);
  g_autoptr (GList) toplevels = gtk_window_list_toplevels ();
  GList *rest = g_list_copy_deep (toplevels, ref_window, NULL);
  for (GList *l = rest; l; l = l->next) {
    gtk_window_destroy (l->data);
    gtk_window_set_transient_for (l->data, NULL);
  }
  g_list_free_full (rest, g_object_unref);
  g_list_free_full (windows, g_object_unref);
}

void
tr_rest_begin (GtkApplication *app)
{
  if (!g_object_get_data (G_OBJECT (app), RESTS)) {
    g_application_hold (G_APPLICATION (app));
    g_object_set_data (G_OBJECT (app), RESTS, app);
  }
  close_windows (app);
  gtk_recent_manager_purge_items (gtk_recent_manager_get_default (), NULL);
  reset_settings (tr_application_get_settings (TR_APPLICATION (app)));
  tr_probe_say ("resting", NULL);
}

void
tr_rest_go_on (GtkApplication *app, const char *files)
{
  g_auto (GStrv) paths = g_strsplit (files, "\t", -1);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_object_unref);

  for (int i = 1; paths[0] && paths[i]; i++)
    g_ptr_array_add (list, g_file_new_for_commandline_arg (paths[i]));
  if (list->len > 0)
    g_application_open (G_APPLICATION (app), (GFile **) list->pdata, (int) list->len, "");
  else
    g_application_activate (G_APPLICATION (app));
  tr_rest_release (app);
}

void
tr_rest_release (GtkApplication *app)
{
  if (g_object_steal_data (G_OBJECT (app), RESTS))
    g_application_release (G_APPLICATION (app));
}
