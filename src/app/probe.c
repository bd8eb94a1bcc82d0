// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/probe.h"

#include "app/probe-meter.h"
#include "app/probe-rest.h"
#include "app/window/window.h"
#include "session/report.h"

#include <errno.h>
#include <glib-unix.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  FILE *log;
  GString *line;  // of commands, not yet complete
  GQueue waiting; // numbers of sync commands
  int frames;     // still to be painted before they are answered
  bool was_shown; // a first frame
  GPollFunc wait; // of the main loop, without the meter
  TrMeter meter;
} Probe;

static Probe *
get_probe (void)
{
  GApplication *app = g_application_get_default ();
  return app ? g_object_get_data (G_OBJECT (app), "tr-probe") : NULL;
}

static void
probe_free (gpointer data)
{
  Probe *p = data;
  fclose (p->log);
  g_string_free (p->line, TRUE);
  g_queue_clear (&p->waiting);
  g_free (p);
}

// Numbers are JSON's, whatever the user's are.
typedef struct {
  locale_t plain, before;
} Numbers;

static Numbers
begin_numbers (void)
{
  Numbers n = {.plain = newlocale (LC_NUMERIC_MASK, "C", duplocale (LC_GLOBAL_LOCALE))};
  n.before = uselocale (n.plain);
  return n;
}

static void
end_numbers (Numbers n)
{
  uselocale (n.before);
  freelocale (n.plain);
}

bool
tr_probe_is_on (void)
{
  return get_probe () != NULL;
}

void
tr_probe_say (const char *event, const char *format, ...)
{
  Probe *p = get_probe ();
  if (!p)
    return;
  g_autofree char *rest = NULL;
  Numbers numbers = begin_numbers ();
  if (format) {
    va_list args;
    va_start (args, format);
    rest = g_strdup_vprintf (format, args);
    va_end (args);
  }
  end_numbers (numbers);
  fprintf (p->log, "{\"ev\": \"%s\"%s%s}\n", event, rest ? ", " : "", rest ? rest : "");
  fflush (p->log);
}

// Since the process was started: /proc counts in ticks since boot.
static double
milliseconds_since_start (void)
{
  g_autofree char *text = NULL;
  struct timespec now;
  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL))
    return 0;
  // Field 22; the second, in parentheses, may hold spaces.
  g_auto (GStrv) fields = g_strsplit (strrchr (text, ')') + 2, " ", 21);
  double ticks = g_ascii_strtod (fields[19], NULL);
  clock_gettime (CLOCK_BOOTTIME, &now);
  return 1e3 * ((double) now.tv_sec + 1e-9 * (double) now.tv_nsec -
                ticks / (double) sysconf (_SC_CLK_TCK));
}

static gboolean
say_idle (gpointer data)
{
  Probe *p = data;

  while (!g_queue_is_empty (&p->waiting))
    tr_probe_say ("sync", "\"n\": %d", GPOINTER_TO_INT (g_queue_pop_head (&p->waiting)));
  return G_SOURCE_REMOVE;
}

static void
painted_cb (GdkFrameClock *clock, gpointer data)
{
  Probe *p = data;
  if (!p->was_shown) {
    p->was_shown = true;
    tr_probe_say ("first-frame", "\"ms\": %.1f", milliseconds_since_start ());
  }
  if (p->frames == 0)
    return;
  if (--p->frames > 0) {
    gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
    return;
  }
  // Not before the clock is done with the frame: it still has what keys go to.
  g_idle_add_full (G_PRIORITY_DEFAULT, say_idle, p, NULL);
}

static void
realized_cb (GtkWidget *window, gpointer data)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  g_signal_connect_after (clock, "after-paint", G_CALLBACK (painted_cb), data);
}

void
tr_probe_watch (GtkWindow *window)
{
  if (get_probe ())
    g_signal_connect (window, "realize", G_CALLBACK (realized_cb), get_probe ());
}

static GtkWindow *
front_window (void)
{
  GtkApplication *app = GTK_APPLICATION (g_application_get_default ());

  // A window that is filled before it is shown has no frames yet.
  for (GList *l = gtk_application_get_windows (app); l; l = l->next)
    if (gtk_widget_get_mapped (l->data))
      return l->data;
  return gtk_application_get_active_window (app);
}

// Events of the display come before this, as they have a higher priority; compressed motion is
// let out by the first of two frames.
static gboolean
answer_idle (gpointer data)
{
  Probe *p = data;
  GtkWindow *window = front_window ();
  if (!window)
    return say_idle (p);
  p->frames = 2;
  gdk_frame_clock_request_phase (gtk_widget_get_frame_clock (GTK_WIDGET (window)),
                                 GDK_FRAME_CLOCK_PHASE_PAINT);
  return G_SOURCE_REMOVE;
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
tell_spent (Probe *p)
{
  TrSpent spent = tr_meter_take (&p->meter);
  tr_probe_say ("spent", "\"total\": %.3f, \"longest\": %.3f", spent.total, spent.longest);
}

// What is said to the program rather than to its window: "rest", "go on\tFILE…".
static bool
obey_program (Probe *p, const char *line)
{
  GtkApplication *app = GTK_APPLICATION (g_application_get_default ());

  if (strcmp (line, "rest") == 0)
    tr_probe_rest (app);
  else if (g_str_has_prefix (line, "go on")) {
    p->was_shown = false;
    tr_probe_go_on (app, line);
  } else
    return false;
  return true;
}

// "sync N", "place NAME", "text NAME", "tell", "spent", "actions", "act GROUP.NAME", "touch HOW".
static void
obey (Probe *p, const char *line)
{
  GtkWindow *window = front_window ();
  if (obey_program (p, line))
    return;
  if (g_str_has_prefix (line, "sync ")) {
    // What the server has seen by now is read before the idle runs.
    gdk_display_sync (gdk_display_get_default ());
    g_queue_push_tail (&p->waiting, GINT_TO_POINTER (atoi (line + 5)));
    g_idle_add_full (G_PRIORITY_LOW, answer_idle, p, NULL);
  } else if (g_str_has_prefix (line, "place "))
    tell_place (line + 6);
  else if (g_str_has_prefix (line, "text "))
    tell_text (line + 5);
  else if (g_str_has_prefix (line, "act ") && window)
    act (window, line + 4);
  else if (g_str_has_prefix (line, "touch ") && window)
    touch (window, line + 6);
  else if (strcmp (line, "spent") == 0)
    tell_spent (p);
  else if (strcmp (line, "actions") == 0)
    tell_actions (window);
  else if (strcmp (line, "tell") == 0) {
    Numbers numbers = begin_numbers ();
    g_autofree char *text = TR_IS_WINDOW (window) ? tr_window_describe (TR_WINDOW (window)) : NULL;
    end_numbers (numbers);
    tr_probe_say ("tell", "%s", text ? text : "\"window\": null");
  }
}

static gboolean
command_cb (int fd, GIOCondition condition, gpointer data)
{
  Probe *p = data;
  char buffer[256];
  ssize_t n = read (fd, buffer, sizeof buffer);
  char *end;
  if (n < 0 && errno == EINTR)
    return G_SOURCE_CONTINUE;
  if (n <= 0) {
    tr_probe_release (GTK_APPLICATION (g_application_get_default ()));
    return G_SOURCE_REMOVE;
  }
  g_string_append_len (p->line, buffer, n);
  while ((end = strchr (p->line->str, '\n')) != NULL) {
    g_autofree char *line = g_strndup (p->line->str, (gsize) (end - p->line->str));
    g_string_erase (p->line, 0, end - p->line->str + 1);
    obey (p, line);
  }
  return G_SOURCE_CONTINUE;
}

static int
wait_metered (GPollFD *fds, guint n, int timeout)
{
  Probe *p = get_probe ();
  if (!p)
    return g_poll (fds, n, timeout);
  tr_meter_pause (&p->meter);
  int ready = p->wait (fds, n, timeout);
  tr_meter_resume (&p->meter);
  return ready;
}

void
tr_probe_start (GtkApplication *app)
{
  const char *fds = g_getenv ("TRAMMEL_TEST_FDS");
  int log, commands;
  FILE *file;
  if (!fds || sscanf (fds, "%d,%d", &log, &commands) != 2 || !(file = fdopen (log, "w")))
    return;
  Probe *p = g_new0 (Probe, 1);
  p->log = file;
  p->line = g_string_new (NULL);
  g_queue_init (&p->waiting);
  p->wait = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, wait_metered);
  g_object_set_data_full (G_OBJECT (app), "tr-probe", p, probe_free);
  g_unix_fd_add (commands, G_IO_IN | G_IO_HUP, command_cb, p);
}
