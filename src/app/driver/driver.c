// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/driver/driver.h"

#include "app/driver/meter.h"
#include "app/driver/rest.h"
#include "app/probe.h"
#include "app/window/window.h"
#include "session/report.h"

#include <errno.h>
#include <glib-unix.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  GString *line;  // of commands, not yet complete
  GPollFunc wait; // of the main loop, without the meter
  TrMeter meter;
} Driver;

static Driver *
get_driver (void)
{
  GApplication *app = g_application_get_default ();
  return app ? g_object_get_data (G_OBJECT (app), "tr-driver") : NULL;
}

static void
driver_free (gpointer data)
{
  Driver *d = data;
  g_string_free (d->line, TRUE);
  g_free (d);
}

static GtkWidget *
find_named (GtkWidget *in, const char *name)
{
  if (strcmp (gtk_widget_get_name (in), name) == 0)
    return in;
  for (GtkWidget *w = gtk_widget_get_first_child (in); w; w = gtk_widget_get_next_sibling (w)) {
    GtkWidget *found = find_named (w, name);
    if (found)
      return found;
  }
  return NULL;
}

// Where a widget of a name is, in pixels of its toplevel.
static void
tell_place (const char *name)
{
  graphene_rect_t r;
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
    GtkWidget *w = find_named (window, name);
    double x, y;
    if (!w || !gtk_widget_get_mapped (w) || !gtk_widget_compute_bounds (w, window, &r))
      continue;
    gtk_native_get_surface_transform (GTK_NATIVE (window), &x, &y);
    tr_probe_say ("place", "\"name\": \"%s\", \"x\": %g, \"y\": %g, \"w\": %g, \"h\": %g", name,
                  r.origin.x + x, r.origin.y + y, (double) r.size.width, (double) r.size.height);
    return;
  }
  tr_probe_say ("place", "\"name\": \"%s\", \"x\": null", name);
}

// What a widget of a name says: its label (that of a button too), what is written in it, and its
// tooltip.
static void
tell_text (const char *name)
{
  GListModel *windows = gtk_window_get_toplevels ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
    GtkWidget *w = find_named (window, name);
    if (!w)
      continue;
    const char *label = GTK_IS_LABEL (w)         ? gtk_label_get_text (GTK_LABEL (w))
                        : GTK_IS_INSCRIPTION (w) ? gtk_inscription_get_text (GTK_INSCRIPTION (w))
                        : GTK_IS_BUTTON (w)      ? gtk_button_get_label (GTK_BUTTON (w))
                        : GTK_IS_EDITABLE (w)    ? gtk_editable_get_text (GTK_EDITABLE (w))
                                                 : NULL;
    const char *tooltip = gtk_widget_get_tooltip_text (w);
    g_autoptr (GString) out = g_string_new ("\"label\": ");
    tr_report_string (out, label ? label : "");
    g_string_append (out, ", \"tooltip\": ");
    tr_report_string (out, tooltip ? tooltip : "");
    tr_probe_say ("text", "\"name\": \"%s\", %s", name, out->str);
    return;
  }
  tr_probe_say ("text", "\"name\": \"%s\", \"label\": null", name);
}

// "GROUP.NAME" or "GROUP.NAME TARGET", a string.
static void
act (GtkWindow *window, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 2);
  gboolean done =
      gtk_widget_activate_action (GTK_WIDGET (window), words[0], words[1] ? "s" : NULL, words[1]);
  tr_probe_say ("act", "\"done\": %s", done ? "true" : "false");
}

static gpointer
find_controller (GtkWidget *w, GType type)
{
  g_autoptr (GListModel) list = gtk_widget_observe_controllers (w);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (list, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
      return controller;
  }
  return NULL;
}

// "hold X Y" and "pinch SCALE", on the canvas: what GTK tells after fingers, which an X server
// without a touch screen does not have. How it finds them in touches is not shown by this.
static void
touch (GtkWindow *window, const char *line)
{
  GtkWidget *canvas = find_named (GTK_WIDGET (window), "canvas");
  GtkGesture *hold = find_controller (canvas, GTK_TYPE_GESTURE_LONG_PRESS);
  GtkGesture *pinch = find_controller (canvas, GTK_TYPE_GESTURE_ZOOM);
  g_auto (GStrv) words = g_strsplit (line, " ", 3);

  if (strcmp (words[0], "hold") == 0)
    g_signal_emit_by_name (hold, "pressed", g_ascii_strtod (words[1], NULL),
                           g_ascii_strtod (words[2], NULL));
  else {
    g_signal_emit_by_name (pinch, "begin", NULL);
    g_signal_emit_by_name (pinch, "scale-changed", g_ascii_strtod (words[1], NULL));
    g_signal_emit_by_name (pinch, "end", NULL);
  }
  tr_probe_say ("touch", NULL);
}

static void
list_actions (GString *out, const char *prefix, GActionGroup *group)
{
  g_auto (GStrv) names = g_action_group_list_actions (group);
  for (int i = 0; names[i]; i++)
    g_string_append_printf (out, "%s\"%s.%s\"", out->len > 0 ? ", " : "", prefix, names[i]);
}

// The names of all that a window and the program can do.
static void
tell_actions (GtkWindow *window)
{
  g_autoptr (GString) out = g_string_new (NULL);
  list_actions (out, "app", G_ACTION_GROUP (g_application_get_default ()));
  if (G_IS_ACTION_GROUP (window))
    list_actions (out, "win", G_ACTION_GROUP (window));
  tr_probe_say ("actions", "\"names\": [%s]", out->str);
}

static void
tell_spent (Driver *d)
{
  TrSpent spent = tr_meter_take (&d->meter);
  tr_probe_say ("spent", "\"total\": %.3f, \"longest\": %.3f", spent.total, spent.longest);
}

// What is said to the program rather than to its window: "rest", "go on\tFILE…".
static bool
obey_program (const char *line)
{
  GtkApplication *app = GTK_APPLICATION (g_application_get_default ());

  if (strcmp (line, "rest") == 0)
    tr_rest_begin (app);
  else if (g_str_has_prefix (line, "go on")) {
    tr_probe_begin_again ();
    tr_rest_go_on (app, line);
  } else
    return false;
  return true;
}

// "sync N", "place NAME", "text NAME", "tell", "spent", "actions", "act GROUP.NAME", "touch HOW".
static void
obey (Driver *d, const char *line)
{
  GtkWindow *window = tr_probe_front_window ();
  if (obey_program (line))
    return;
  if (g_str_has_prefix (line, "sync "))
    tr_probe_answer (atoi (line + 5));
  else if (g_str_has_prefix (line, "place "))
    tell_place (line + 6);
  else if (g_str_has_prefix (line, "text "))
    tell_text (line + 5);
  else if (g_str_has_prefix (line, "act ") && window)
    act (window, line + 4);
  else if (g_str_has_prefix (line, "touch ") && window)
    touch (window, line + 6);
  else if (strcmp (line, "spent") == 0)
    tell_spent (d);
  else if (strcmp (line, "actions") == 0)
    tell_actions (window);
  else if (strcmp (line, "tell") == 0) {
    TrPlainNumbers numbers = tr_plain_numbers_begin ();
    g_autofree char *text = TR_IS_WINDOW (window) ? tr_window_describe (TR_WINDOW (window)) : NULL;
    tr_plain_numbers_end (numbers);
    tr_probe_say ("tell", "%s", text ? text : "\"window\": null");
  }
}

static gboolean
command_cb (int fd, GIOCondition condition, gpointer data)
{
  Driver *d = data;
  char buffer[256];
  ssize_t n = read (fd, buffer, sizeof buffer);
  char *end;
  if (n < 0 && errno == EINTR)
    return G_SOURCE_CONTINUE;
  if (n <= 0) {
    tr_rest_release (GTK_APPLICATION (g_application_get_default ()));
    return G_SOURCE_REMOVE;
  }
  g_string_append_len (d->line, buffer, n);
  while ((end = strchr (d->line->str, '\n')) != NULL) {
    g_autofree char *line = g_strndup (d->line->str, (gsize) (end - d->line->str));
    g_string_erase (d->line, 0, end - d->line->str + 1);
    obey (d, line);
  }
  return G_SOURCE_CONTINUE;
}

static int
wait_metered (GPollFD *fds, guint n, int timeout)
{
  Driver *d = get_driver ();
  if (!d)
    return g_poll (fds, n, timeout);
  tr_meter_pause (&d->meter);
  int ready = d->wait (fds, n, timeout);
  tr_meter_resume (&d->meter);
  return ready;
}

void
tr_driver_start (GtkApplication *app)
{
  const char *fds = g_getenv ("TRAMMEL_TEST_FDS");
  int log, commands;
  FILE *file;
  if (!fds || sscanf (fds, "%d,%d", &log, &commands) != 2 || !(file = fdopen (log, "w")))
    return;
  Driver *d = g_new0 (Driver, 1);
  d->line = g_string_new (NULL);
  d->wait = g_main_context_get_poll_func (NULL);
  g_object_set_data_full (G_OBJECT (app), "tr-driver", d, driver_free);
  tr_probe_start (app, file);
  g_main_context_set_poll_func (NULL, wait_metered);
  g_unix_fd_add (commands, G_IO_IN | G_IO_HUP, command_cb, d);
}
