// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the canvas takes to make its picture while a part of a large drawing moves: 10 000
// cubics, the first hundred of them attached in a chain that is dragged. Needs a display:
//   xvfb-run -a env GSK_RENDERER=cairo build/tests/window/bench-canvas

#include "app/canvas/canvas-private.h"

#include <stdlib.h>
#include <string.h>

enum { N_CURVES = 10000, N_MOVING = 100, N_FRAMES = 200, EVERY = N_CURVES / N_MOVING };

static void
add_curve (GString *text, int i, Vec2 at)
{
  g_string_append_printf (text, "%s{\"id\": \"b%d\", \"kind\": \"bezier\", \"points\": [[%g, %g]",
                          i ? ", " : "", i, at.x, at.y);
  for (int k = 0; k < 3; k++)
    g_string_append_printf (text, ", [%g, %g]", at.x + g_random_double_range (-8, 8),
                            at.y + g_random_double_range (-8, 8));
  g_string_append (text, "]}");
}

// The moving ones follow each other in the document, or lie scattered through it.
static char *
make_drawing (bool is_scattered)
{
  GString *text = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  int step = is_scattered ? EVERY : 1;

  for (int i = 0; i < N_CURVES; i++) {
    bool moves = i % step == 0 && i / step < N_MOVING;
    Vec2 anywhere = v2 (g_random_double_range (-300, 300), g_random_double_range (-180, 180));
    Vec2 together = v2 (g_random_double_range (-25, 25), g_random_double_range (-25, 25));
    add_curve (text, i, moves ? together : anywhere);
  }
  g_string_append (text, "], \"constraints\": [");
  for (int i = 1; i < N_MOVING; i++)
    g_string_append_printf (text,
                            "%s{\"id\": \"c%d\", \"kind\": \"distance\", \"a\": {\"body\": "
                            "\"b%d\", \"point\": \"point0\"}, "
                            "\"b\": {\"body\": \"b%d\", \"point\": \"point0\"}, \"value\": 20}",
                            i > 1 ? ", " : "", i, (i - 1) * step, i * step);
  g_string_append (text, "], \"view\": {\"center\": [0, 0], \"zoom\": 2}}");
  return g_string_free (text, FALSE);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
wait_for_frame (TrCanvas *c)
{
  gint64 last = gdk_frame_clock_get_frame_counter (gtk_widget_get_frame_clock (GTK_WIDGET (c)));
  gtk_widget_queue_draw (GTK_WIDGET (c));
  while (gdk_frame_clock_get_frame_counter (gtk_widget_get_frame_clock (GTK_WIDGET (c))) <= last)
    g_main_context_iteration (NULL, TRUE);
}

static void
run (bool is_scattered)
{
  g_autofree char *text = make_drawing (is_scattered);
  g_autoptr (TrDocument) d = tr_document_new ();
  tr_document_load_text (d, text, strlen (text), "bench", NULL);
  g_autoptr (TrSession) session = tr_session_new (d);
  GtkWidget *window = gtk_window_new ();
  TrCanvas *c = g_object_new (TR_TYPE_CANVAS, NULL);
  double picture[N_FRAMES], solve[N_FRAMES];

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (c));
  tr_canvas_set_session (c, session);
  gtk_window_present (GTK_WINDOW (window));
  wait_for_frame (c);
  double whole = tr_canvas_get_snapshot_ms (c);
  TrConnector grab = {.kind = TR_AT_NAMED, .body = 0, .point = 0, .slide = -1};
  tr_session_press (session, &grab, false);
  tr_canvas_part (c);
  wait_for_frame (c);
  for (int i = 0; i < N_FRAMES; i++) {
    gint64 start = g_get_monotonic_time ();
    tr_session_move (session, v2_polar (20, 0.05 * i));
    solve[i] = 1e-3 * (double) (g_get_monotonic_time () - start);
    wait_for_frame (c);
    picture[i] = tr_canvas_get_snapshot_ms (c);
  }
  tr_session_release (session);
  qsort (picture, N_FRAMES, sizeof (double), compare);
  qsort (solve, N_FRAMES, sizeof (double), compare);
  g_print (
      "{\"scattered\": %s, \"curves\": %d, \"moving\": %d, \"whole_ms\": %.2f, "
      "\"snapshot_ms\": {\"median\": %.3f, \"p95\": %.3f}, \"solve_ms\": {\"median\": %.3f}}\n",
      is_scattered ? "true" : "false", N_CURVES, N_MOVING, whole, picture[N_FRAMES / 2],
      picture[N_FRAMES * 95 / 100], solve[N_FRAMES / 2]);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_init ();
  g_random_set_seed (7);
  run (false);
  run (true);
  return 0;
}
