// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/probe.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  FILE *log;
  GQueue waiting; // numbers to be told when what was sent is painted
  int frames;     // still to be painted before they are
  bool was_shown; // a first frame
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
  g_queue_clear (&p->waiting);
  g_free (p);
}

TrPlainNumbers
tr_plain_numbers_begin (void)
{
  TrPlainNumbers n = {.plain = newlocale (LC_NUMERIC_MASK, "C", duplocale (LC_GLOBAL_LOCALE))};
  n.before = uselocale (n.plain);
  return n;
}

void
tr_plain_numbers_end (TrPlainNumbers n)
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
  TrPlainNumbers numbers = tr_plain_numbers_begin ();
  if (format) {
    va_list args;
    va_start (args, format);
    rest = g_strdup_vprintf (format, args);
    va_end (args);
  }
  tr_plain_numbers_end (numbers);
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

GtkWindow *
tr_probe_front_window (void)
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
  GtkWindow *window = tr_probe_front_window ();
  if (!window)
    return say_idle (p);
  p->frames = 2;
  gdk_frame_clock_request_phase (gtk_widget_get_frame_clock (GTK_WIDGET (window)),
                                 GDK_FRAME_CLOCK_PHASE_PAINT);
  return G_SOURCE_REMOVE;
}

void
tr_probe_answer (int n)
{
  Probe *p = get_probe ();

  // What the server has seen by now is read before the idle runs.
  gdk_display_sync (gdk_display_get_default ());
  g_queue_push_tail (&p->waiting, GINT_TO_POINTER (n));
  g_idle_add_full (G_PRIORITY_LOW, answer_idle, p, NULL);
}

void
tr_probe_begin_again (void)
{
  get_probe ()->was_shown = false;
}

void
tr_probe_start (GtkApplication *app, FILE *log)
{
  Probe *p = g_new0 (Probe, 1);

  p->log = log;
  g_queue_init (&p->waiting);
  g_object_set_data_full (G_OBJECT (app), "tr-probe", p, probe_free);
}
