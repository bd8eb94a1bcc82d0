// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/mark.h"
#include "app/canvas/view.h"

#include <glib.h>

static void
assert_near (Vec2 a, double x, double y, double tolerance)
{
  g_assert_cmpfloat_with_epsilon (a.x, x, tolerance);
  g_assert_cmpfloat_with_epsilon (a.y, y, tolerance);
}

// A widget of 800 × 600, the drawing's origin in its middle.
static TrViewport
middle_of_800_by_600 (void)
{
  return tr_viewport_centered (v2 (0, 0), 2.5, v2 (800, 600));
}

static void
test_there_and_back (void)
{
  TrViewport v = middle_of_800_by_600 ();

  assert_near (v.origin, 400, 300, 1e-12);
  assert_near (tr_viewport_to_drawing (v, v2 (525, 237.5)), 50, 25, 1e-9);
  assert_near (tr_viewport_to_widget (v, v2 (50, 25)), 525, 237.5, 1e-9);
  assert_near (aff_apply (tr_viewport_affine (v), v2 (50, 25)), 525, 237.5, 1e-9);
}

static void
test_seven_notches (void)
{
  TrViewport v = middle_of_800_by_600 ();
  Vec2 pointer = v2 (525, 237.5);

  for (int i = 0; i < 7; i++)
    v = tr_viewport_zoomed (v, TR_ZOOM_NOTCH, pointer);
  g_assert_cmpfloat_with_epsilon (v.zoom, 4.87179275, 1e-6);
  assert_near (v.origin, 281.410362, 359.294819, 1e-4);
  assert_near (tr_viewport_to_drawing (v, pointer), 50, 25, 1e-6);
}

static void
test_drift (void)
{
  TrViewport start = middle_of_800_by_600 (), v = start;
  double factor[200];
  Vec2 about[200];

  for (int i = 0; i < 200; i++) {
    factor[i] = g_test_rand_double_range (0.7, 1.4);
    about[i] = v2 (g_test_rand_double_range (0, 800), g_test_rand_double_range (0, 600));
    v = tr_viewport_zoomed (v, factor[i], about[i]);
  }
  for (int i = 199; i >= 0; i--)
    v = tr_viewport_zoomed (v, 1 / factor[i], about[i]);
  assert_near (v.origin, start.origin.x, start.origin.y, 1e-6);
  g_assert_cmpfloat_with_epsilon (v.zoom, start.zoom, 1e-6);
}

// At the ends of its range the zoom stops, and the place under the pointer stays all the same.
static void
test_bounds (void)
{
  TrViewport v = middle_of_800_by_600 ();
  Vec2 pointer = v2 (100, 50), place = tr_viewport_to_drawing (v, pointer);

  v = tr_viewport_zoomed (v, 1e30, pointer);
  g_assert_cmpfloat_with_epsilon (v.zoom / TR_ZOOM_MOST, 1, 1e-12);
  assert_near (tr_viewport_to_drawing (v, pointer), place.x, place.y, 1e-6);
  v = tr_viewport_zoomed (v, 1e-30, pointer);
  g_assert_cmpfloat_with_epsilon (v.zoom / TR_ZOOM_LEAST, 1, 1e-12);
}

static void
test_pan (void)
{
  TrViewport v = middle_of_800_by_600 ();
  Vec2 place = tr_viewport_to_drawing (v, v2 (10, 20));

  v = tr_viewport_panned (v, v2 (7, -3));
  assert_near (tr_viewport_to_drawing (v, v2 (17, 17)), place.x, place.y, 1e-9);
}

static void
test_fit (void)
{
  Vec2 size = v2 (800, 600);
  TrViewport v = tr_viewport_fit (v2 (-10, 0), v2 (30, 10), size, 50, 100);

  g_assert_cmpfloat_with_epsilon (v.zoom, 700.0 / 40, 1e-12);
  assert_near (tr_viewport_to_drawing (v, v2 (400, 300)), 10, 5, 1e-9);
  // A point, and a widget without room.
  v = tr_viewport_fit (v2 (3, 4), v2 (3, 4), size, 50, 100);
  g_assert_cmpfloat_with_epsilon (v.zoom, 100, 1e-12);
  assert_near (tr_viewport_to_widget (v, v2 (3, 4)), 400, 300, 1e-9);
  v = tr_viewport_fit (v2 (0, 0), v2 (1, 1), v2 (10, 10), 50, 100);
  g_assert_cmpfloat (v.zoom, >, 0);
}

// 1, 2, 5 × 10ⁿ, at least so far apart and less than 2.5 times as far.
static void
test_grid (void)
{
  for (double zoom = 1e-6; zoom < 1e9; zoom *= 1.37) {
    TrViewport v = {v2 (0, 0), zoom};
    double step = tr_viewport_grid (v, 16);
    double digit = step / pow (10, floor (log10 (step) + 1e-9));
    g_assert_cmpfloat (step * zoom, >=, 16 * (1 - 1e-9));
    g_assert_cmpfloat (step * zoom, <=, 2.5 * 16 * (1 + 1e-9));
    g_assert_true (fabs (digit - 1) < 1e-9 || fabs (digit - 2) < 1e-9 || fabs (digit - 5) < 1e-9);
  }
}

// The coarse lines of a grid are among the fine ones.
static void
test_grids_agree (void)
{
  for (double zoom = 1e-3; zoom < 1e3; zoom *= 1.13) {
    TrViewport v = {v2 (0, 0), zoom};
    double ratio = tr_viewport_grid (v, 80) / tr_viewport_grid (v, 16);
    g_assert_cmpfloat_with_epsilon (ratio, round (ratio), 1e-9);
  }
}

// Two fingers hold the paper: what was between them stays there, and nothing jumps at the bounds.
static void
test_pinch (void)
{
  TrViewport v = {v2 (320, 240), 4};
  Vec2 from = v2 (100, 50), to = v2 (160, 20), between = tr_viewport_to_drawing (v, from);
  TrViewport twice = tr_viewport_pinched (v, 2, from, to);
  TrViewport most = tr_viewport_pinched (v, 1e12, from, to);
  TrViewport slid = tr_viewport_pinched (v, 1, from, to);

  g_assert_cmpfloat_with_epsilon (twice.zoom, 8, 1e-12);
  g_assert_cmpfloat (v2_dist (tr_viewport_to_widget (twice, between), to), <, 1e-9);
  g_assert_cmpfloat (most.zoom, <=, TR_ZOOM_MOST);
  g_assert_cmpfloat (v2_dist (tr_viewport_to_widget (most, between), to), <, 1e-3);
  // Fingers as far apart as they were only pan.
  g_assert_cmpfloat_with_epsilon (slid.zoom, v.zoom, 1e-12);
  g_assert_cmpfloat (v2_dist (slid.origin, v2 (380, 210)), <, 1e-9);
}

// A box of 90 by 40 in a room of 800 by 600: beside the pointer, in the room, off the line that is drawn.
static void
test_marks (void)
{
  static const struct {
    Vec2 pointer, from;
    bool has_from;
    Vec2 at;
  } cases[] = {
      {{400, 300}, {0, 0}, false, {418, 318}},    {{400, 300}, {300, 200}, true, {418, 318}},
      {{400, 300}, {500, 400}, true, {418, 224}}, {{780, 300}, {0, 0}, false, {672, 318}},
      {{780, 300}, {600, 480}, true, {672, 224}}, {{780, 300}, {600, 120}, true, {672, 318}},
      {{400, 590}, {300, 590}, true, {418, 514}}, {{400, 590}, {500, 490}, true, {292, 514}},
      {{400, 300}, {400, 300}, true, {418, 318}},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    Vec2 at = tr_mark_place (v2 (800, 600), cases[i].pointer, v2 (90, 40),
                             cases[i].has_from ? &cases[i].from : NULL);
    g_test_message ("case %d: %g, %g", (int) i, at.x, at.y);
    g_assert_cmpfloat (v2_dist (at, cases[i].at), <, 1e-9);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view/there-and-back", test_there_and_back);
  g_test_add_func ("/view/seven-notches", test_seven_notches);
  g_test_add_func ("/view/drift", test_drift);
  g_test_add_func ("/view/bounds", test_bounds);
  g_test_add_func ("/view/pan", test_pan);
  g_test_add_func ("/view/pinch", test_pinch);
  g_test_add_func ("/view/fit", test_fit);
  g_test_add_func ("/view/grid", test_grid);
  g_test_add_func ("/view/grids-agree", test_grids_agree);
  g_test_add_func ("/view/marks", test_marks);
  return g_test_run ();
}
