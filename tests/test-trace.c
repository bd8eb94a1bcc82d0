// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths of traced points as they are seen: what is drawn over is left out, nothing else.

#include "render/trace-thin.h"

#include <math.h>

// A rose that closes after `turns`, at a speed that never meets the same places twice.
static GArray *
rose (int n)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (Vec2));
  for (int i = 0; i < n; i++) {
    double a = 0.0317 * i;
    Vec2 p = v2_polar (80 * cos (1.5 * a), a);
    g_array_append_val (points, p);
  }
  return points;
}

static TrTracePoints
as_trace (const GArray *points, guint n)
{
  return (TrTracePoints){(const Vec2 *) (void *) points->data, (int) n};
}

// How far a place is from what is shown.
static double
distance_to (const TrTracePoints *shown, Vec2 p)
{
  double best = G_MAXDOUBLE;
  for (int i = 0; i + 1 < shown->n; i++) {
    Vec2 a = shown->points[i], d = v2_sub (shown->points[i + 1], a);
    if (!v2_is_finite (a) || !v2_is_finite (d))
      continue;
    double part = v2_dot (v2_sub (p, a), d) / fmax (v2_dot (d, d), 1e-300);
    best = fmin (best, v2_dist (v2_mad (a, CLAMP (part, 0, 1), d), p));
  }
  return best;
}

// An hour of a motion that repeats costs what its curve costs, and all of it is there.
static void
test_repeats (void)
{
  g_autoptr (GArray) points = rose (200000);
  g_autoptr (TrTraceThin) thin = tr_trace_thin_new ();
  TrTracePoints all = as_trace (points, points->len), shown = {NULL, 0};
  for (guint n = 1; n <= points->len; n += 997) {
    TrTracePoints some = as_trace (points, n);
    shown = tr_trace_thin_update (thin, &some, 0.25);
  }
  shown = tr_trace_thin_update (thin, &all, 0.25);
  g_assert_cmpint (shown.n, <, 8192);
  for (guint i = 0; i < points->len; i += 131)
    g_assert_cmpfloat (distance_to (&shown, g_array_index (points, Vec2, i)), <, 0.5);
}

// A path that never comes back is shown as it is, and the newest point is its end.
static void
test_once (void)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vec2));
  g_autoptr (TrTraceThin) thin = tr_trace_thin_new ();
  for (int i = 0; i < 3000; i++) {
    Vec2 p = v2_polar (0.02 * i, 0.05 * i);
    g_array_append_val (points, p);
  }
  TrTracePoints all = as_trace (points, points->len);
  TrTracePoints shown = tr_trace_thin_update (thin, &all, 0.01);
  g_assert_cmpint (shown.n, ==, 3000);
  // cleared, and begun anew
  TrTracePoints some = as_trace (points, 10);
  g_assert_cmpint (tr_trace_thin_update (thin, &some, 0.01).n, ==, 10);
}

// A point that stands still, and one that is nowhere for a while.
static void
test_still (void)
{
  static const Vec2 points[] = {{1, 1}, {1, 1}, {1, 1}, {NAN, NAN}, {5, 5}, {9, 5}};
  g_autoptr (TrTraceThin) thin = tr_trace_thin_new ();
  TrTracePoints all = {points, 6};
  TrTracePoints shown = tr_trace_thin_update (thin, &all, 0.5);
  g_assert_cmpfloat (shown.points[shown.n - 1].x, >, 8.99);
  g_assert_cmpfloat (distance_to (&shown, (Vec2){3, 3}), >, 1.9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/repeats", test_repeats);
  g_test_add_func ("/trace/once", test_once);
  g_test_add_func ("/trace/still", test_still);
  return g_test_run ();
}
