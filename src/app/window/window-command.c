// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of a window by its menu and by the palette.

#include "app/window/window-private.h"

#include "app/command.h"
#include "app/dialogs/dialog.h"
#include "app/dialogs/finder.h"
#include "app/dialogs/preferences.h"
#include "session/vertex.h"

#include <glib/gi18n.h>

static bool
is_enabled (TrWindow *w, const char *name)
{
  GApplication *app = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (w)));
  GActionGroup *group = g_str_has_prefix (name, "app.") ? G_ACTION_GROUP (app) : G_ACTION_GROUP (w);
  return g_action_group_get_action_enabled (group, strchr (name, '.') + 1);
}

// Why it cannot be done; NULL: its title says so.
static const char *
why_not (const TrCommand *c)
{
  if (strcmp (c->action, "win.undo") == 0)
    return _ ("There is nothing to undo");
  if (strcmp (c->action, "win.redo") == 0)
    return _ ("There is nothing to redo");
  if (strcmp (c->action, "win.add-vertex") == 0)
    return _ ("Neither a curve over points nor a vertex of one is selected");
  if (strcmp (c->action, "win.detach") == 0)
    return _ ("Nothing that is selected is attached");
  switch (c->group) {
  case TR_GROUP_EDIT:
    return _ ("Nothing is selected");
  case TR_GROUP_ARRANGE:
    return _ ("No body is selected");
  case TR_GROUP_TIME:
    return _ ("Nothing moves by itself: mount a motor");
  case TR_GROUP_FILE:
  case TR_GROUP_TEMPLATE:
  case TR_GROUP_DRAW:
  case TR_GROUP_CONSTRAIN:
  case TR_GROUP_VIEW:
  case TR_GROUP_PROGRAM:
  case TR_N_GROUPS:
    break;
  }
  return NULL;
}

static bool
can (const TrCommand *c, const char **why, gpointer data)
{
  TrWindow *w = data;
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  *why = why_not (c);
  if (!g_action_parse_detailed_name (c->action, &name, &target, NULL) || !is_enabled (w, name))
    return false;
  TrConnector place;
  if (strcmp (name, "win.add-vertex") == 0 &&
      !tr_vertex_find_place (tr_canvas_get_selection (w->canvas), &place))
    return false;
  *why = NULL; // constraints, too, can be asked for before what they apply to is picked
  return true;
}

// The focus is the canvas's by then: some commands are for where it is.
static void
run (const TrCommand *c, gpointer data)
{
  TrWindow *w = data;
  tr_command_activate (c, GTK_WIDGET (w->canvas));
}

static GSettings *
settings_of (TrWindow *w)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  return app ? tr_application_get_settings (TR_APPLICATION (app)) : NULL;
}

static void
commands_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  GtkWidget *at = gtk_window_get_child (GTK_WINDOW (w));

  if (!w->finder) {
    w->finder = tr_finder_new (settings_of (w), can, run, w);
    gtk_widget_set_parent (w->finder, at);
    g_signal_connect_object (w->finder, "closed", G_CALLBACK (gtk_widget_grab_focus), w->canvas,
                             G_CONNECT_SWAPPED);
  }
  gtk_popover_set_pointing_to (GTK_POPOVER (w->finder),
                               &(GdkRectangle){gtk_widget_get_width (at) / 2, 0, 1, 1});
  tr_finder_open (TR_FINDER (w->finder));
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  GSettings *settings = settings_of (w);

  if (!settings) {
    tr_dialog_tell (GTK_WINDOW (w), _ ("There are no preferences"),
                    _ ("The program is not installed: its settings have no place."));
    return;
  }
  if (!w->preferences) {
    GtkWidget *preferences = tr_preferences_new (GTK_WINDOW (w), settings);
    g_set_weak_pointer (&w->preferences, preferences);
  }
  gtk_window_present (GTK_WINDOW (w->preferences));
}

static void
help_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!w->help) {
    g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/trammel/Trammel/help.ui");
    GtkWidget *help = GTK_WIDGET (gtk_builder_get_object (builder, "help"));
    gtk_window_set_transient_for (GTK_WINDOW (help), GTK_WINDOW (w));
    g_set_weak_pointer (&w->help, help);
  }
  gtk_window_present (GTK_WINDOW (w->help));
}

static const GActionEntry actions[] = {
    {.name = "commands", .activate = commands_cb},
    {.name = "help", .activate = help_cb},
    {.name = "preferences", .activate = preferences_cb},
};

// The header bar is hidden then, and with it the way back.
static void
fullscreened_cb (TrWindow *w)
{
  bool is_full = gtk_window_is_fullscreen (GTK_WINDOW (w));
  tr_canvas_set_message (w->canvas, is_full ? _ ("F11 leaves the full screen") : NULL);
}

void
tr_window_add_command_actions (TrWindow *w)
{
  g_autoptr (GMenuModel) menu = tr_window_menu_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
  gtk_menu_button_set_menu_model (w->menu_button, menu);
  tr_window_return_focus (w, w->menu_button);
  g_signal_connect (w, "notify::fullscreened", G_CALLBACK (fullscreened_cb), NULL);
}
