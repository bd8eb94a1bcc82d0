// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/application.h"

#include "app/command.h"
#include "app/recent.h"
#include "app/settings.h"

#include <glib/gi18n.h>

struct _TrApplication {
  GtkApplication parent;
  GSettings *settings;
  TrRecent *recent;
};

G_DEFINE_FINAL_TYPE (TrApplication, tr_application, GTK_TYPE_APPLICATION)

// Each window may have something to ask; the program ends with the last of them.
static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (data)));
  for (GList *l = windows; l; l = l->next)
    gtk_window_close (GTK_WINDOW (l->data));
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const authors[] = {"The Trammel developers", NULL};
  gtk_show_about_dialog (gtk_application_get_active_window (GTK_APPLICATION (data)), "program-name",
                         "Trammel", "version", TR_VERSION, "logo-icon-name", TR_APPLICATION_ID,
                         "comments", _ ("Draw, constrain, and drag what you have drawn"),
                         "license-type", GTK_LICENSE_GPL_3_0, "authors", authors, "copyright",
                         "© 2026 The Trammel developers", "translator-credits",
                         _ ("translator-credits"), NULL);
}

// "system", "light" or "dark".
static void
color_scheme_cb (GSimpleAction *action, GVariant *value, gpointer data)
{
  TrApplication *app = TR_APPLICATION (data);
  const char *scheme = g_variant_get_string (value, NULL);
  GtkSettings *gtk = gtk_settings_get_default ();

  if (strcmp (scheme, "dark") == 0)
    g_object_set (gtk, "gtk-application-prefer-dark-theme", TRUE, NULL);
  else if (strcmp (scheme, "light") == 0)
    g_object_set (gtk, "gtk-application-prefer-dark-theme", FALSE, NULL);
  else
    gtk_settings_reset_property (gtk, "gtk-application-prefer-dark-theme");
  g_simple_action_set_state (action, value);
  if (app->settings)
    g_settings_set_string (app->settings, TR_SETTINGS_COLOR_SCHEME, scheme);
}

static void
scheme_changed_cb (GSettings *settings, const char *key, TrApplication *app)
{
  g_autofree char *scheme = g_settings_get_string (settings, key);
  g_autoptr (GVariant) now = g_action_group_get_action_state (G_ACTION_GROUP (app), "color-scheme");

  if (strcmp (scheme, g_variant_get_string (now, NULL)) != 0)
    g_action_group_change_action_state (G_ACTION_GROUP (app), "color-scheme",
                                        g_variant_new_string (scheme));
}

static const GActionEntry actions[] = {
    {.name = "quit", .activate = quit_cb},
    {.name = "about", .activate = about_cb},
    {.name = "color-scheme",
     .parameter_type = "s",
     .state = "'system'",
     .change_state = color_scheme_cb},
};

static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/org/trammel/Trammel/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
tr_application_startup (GApplication *application)
{
  TrApplication *app = TR_APPLICATION (application);

  G_APPLICATION_CLASS (tr_application_parent_class)->startup (application);
  app->settings = tr_settings_new ();
  app->recent = tr_recent_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), app);
  tr_command_set_accels (GTK_APPLICATION (app));
  load_style ();
  gtk_window_set_default_icon_name (TR_APPLICATION_ID);
  if (app->settings) {
    g_signal_connect_object (app->settings, "changed::" TR_SETTINGS_COLOR_SCHEME,
                             G_CALLBACK (scheme_changed_cb), app, 0);
    scheme_changed_cb (app->settings, TR_SETTINGS_COLOR_SCHEME, app);
  }
}

static void
tr_application_finalize (GObject *object)
{
  TrApplication *app = TR_APPLICATION (object);
  g_clear_object (&app->settings);
  tr_recent_free (app->recent);
  G_OBJECT_CLASS (tr_application_parent_class)->finalize (object);
}

static void
tr_application_class_init (TrApplicationClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_application_finalize;
  G_APPLICATION_CLASS (class)->startup = tr_application_startup;
}

static void
tr_application_init (TrApplication *app)
{
}

TrApplication *
tr_application_new (void)
{
  return g_object_new (TR_TYPE_APPLICATION, "application-id", TR_APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path", "/org/trammel/Trammel",
                       NULL);
}

GSettings *
tr_application_get_settings (TrApplication *app)
{
  return app->settings;
}

TrRecent *
tr_application_get_recent (TrApplication *app)
{
  return app->recent;
}
