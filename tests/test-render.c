// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths, their extents, clipping and labels.

#include "doc/reader.h"
#include "render/clip.h"
#include "render/extent.h"
#include "render/label.h"
#include "render/paint.h"
#include "render/path.h"
#include "render/svg-path.h"
#include "render/text.h"

#include <string.h>

typedef struct {
  TrModel *m;
  TrState *state;
} Drawing;

static Drawing
drawing_make (const char *bodies)
{
  g_autofree char *text = g_strdup_printf ("{\"trammel\": 1, \"bodies\": [%s]}", bodies);
  g_autoptr (GError) error = NULL;
  Drawing d;

  tr_read_model (text, strlen (text), "test", &d.m, &d.state, &error);
  g_assert_no_error (error);
  return d;
}

static void
drawing_clear (Drawing *d)
{
  tr_model_free (d->m);
  tr_state_free (d->state);
}

static void
assert_near (double a, double b, double tolerance)
{
  if (!(fabs (a - b) <= tolerance))
    g_error ("%.17g is not %.17g within %g", a, b, tolerance);
}

typedef struct {
  const char *body;
  double low[2], high[2];
} BoxCase;

#define R3 1.7320508075688772

static const BoxCase boxes[] = {
    // A square of 100 under the default pen; with round and bevelled corners the sides are the same.
    {"{'id': 'a', 'kind': 'polyline', 'closed': true, 'points': [[0,0],[100,0],[100,100],[0,100]]}",
     {-0.175, -0.175},
     {100.175, 100.175}},
    // Butt ends stop at the points, square and round ones half a width later.
    {"{'id': 'a', 'kind': 'segment', 'a': [0,0], 'b': [10,0], 'style': {'width': 2}}",
     {0, -1},
     {10, 1}},
    {"{'id': 'a', 'kind': 'segment', 'a': [0,0], 'b': [10,0], 'style': {'width': 2, 'cap': "
     "'square'}}",
     {-1, -1},
     {11, 1}},
    {"{'id': 'a', 'kind': 'segment', 'a': [0,0], 'b': [10,10], 'style': {'width': 2, 'cap': "
     "'round'}}",
     {-1, -1},
     {11, 11}},
    // Corners of 60°: a mitre reaches two half widths beyond, a round join one.
    {"{'id': 'a', 'kind': 'polyline', 'points': [[0,0],[5,8.660254037844386],[10,0]], 'style': "
     "{'width': 2}}",
     {-R3 / 2, -0.5},
     {10 + R3 / 2, 5 * R3 + 2}},
    {"{'id': 'a', 'kind': 'polyline', 'points': [[0,0],[5,8.660254037844386],[10,0]], 'style': "
     "{'width': 2, 'join': 'round'}}",
     {-R3 / 2, -0.5},
     {10 + R3 / 2, 5 * R3 + 1}},
    {"{'id': 'a', 'kind': 'polyline', 'points': [[0,0],[5,8.660254037844386],[10,0]], 'style': "
     "{'width': 2, 'join': 'bevel'}}",
     {-R3 / 2, -0.5},
     {10 + R3 / 2, 5 * R3 + 0.5}},
    // 1/sin(φ/2) = 10.05 is over the limit, and the corner is cut.
    {"{'id': 'a', 'kind': 'polyline', 'points': [[0,1],[10,0],[0,-1]], 'style': {'width': 2}}",
     {-0.09950371902099893, -1.9950371902099892},
     {10.0995037190209989, 1.9950371902099892}},
    // Curves by their own extent: ¾ of the height of the control points.
    {"{'id': 'a', 'kind': 'bezier', 'points': [[0,0],[0,10],[10,10],[10,0]], 'style': {'width': "
     "1}}",
     {-0.5, 0},
     {10.5, 8}},
    {"{'id': 'a', 'kind': 'circle', 'center': [1,2], 'radius': 5, 'style': {'width': 1}}",
     {-4.5, -3.5},
     {6.5, 7.5}},
    {"{'id': 'a', 'kind': 'circle', 'center': [1,2], 'radius': 5, 'style': {'fill': '#ff0000', "
     "'stroke': 'none'}}",
     {-4, -3},
     {6, 7}},
    // Half-axes of a turned ellipse's box: √(u² cos² + v² sin²).
    {"{'id': 'a', 'kind': 'ellipse', 'center': [0,0], 'radii': [4,2], 'rotation': "
     "0.7853981633974483, 'style': {'width': 0.2}}",
     {-3.2622776601683795, -3.2622776601683795},
     {3.2622776601683795, 3.2622776601683795}},
    {"{'id': 'a', 'kind': 'arc', 'center': [0,0], 'radius': 10, 'start': 0, 'end': "
     "1.5707963267948966, 'style': {'width': 2}}",
     {0, 0},
     {11, 11}},
    {"{'id': 'a', 'kind': 'point', 'at': [3,4], 'style': {'width': 2}}", {0, 1}, {6, 7}},
    {"{'id': 'a', 'kind': 'rigid', 'position': [0,0], 'rotation': 0, 'length': 20, 'style': "
     "{'width': 2}}",
     {-10, -1},
     {10, 1}},
    {"{'id': 'a', 'kind': 'sheet', 'origin': [0,0], 'u': [1,0], 'v': [0,2], 'size': [4,6], "
     "'style': {'width': 1}}",
     {-2.5, -6.5},
     {2.5, 6.5}},
    {"{'id': 'a', 'kind': 'formula', 'unknowns': {}, 'x': '5*cos(t)', 'y': '3*sin(t)', 't': [0, "
     "'2*pi'], 'closed': true, 'style': {'width': 1}}",
     {-5.5, -3.5},
     {5.5, 3.5}},
};

static void
test_boxes (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (boxes); i++) {
    g_autofree char *body = g_strdelimit (g_strdup (boxes[i].body), "'", '"');
    g_test_message ("%s", body);
    Drawing d = drawing_make (body);
    TrPaintOptions options = tr_paint_options_make (d.m, 1);
    TrBounds box = tr_extent_model (d.m, d.state, &options);
    // A cubic's own extrema are exact; circles and fitted formulas are within 4e-7 and 1e-4 mm.
    double tolerance = strstr (body, "formula") ? 1e-4 : strstr (body, "ellipse") ? 4e-6 : 1e-9;
    assert_near (box.low.x, boxes[i].low[0], tolerance);
    assert_near (box.low.y, boxes[i].low[1], tolerance);
    assert_near (box.high.x, boxes[i].high[0], tolerance);
    assert_near (box.high.y, boxes[i].high[1], tolerance);
    drawing_clear (&d);
  }
}

// Units and scale change the drawing and leave the pens alone.
static void
test_units (void)
{
  const char *text = "{\"trammel\": 1, \"units\": \"in\", \"bodies\": [{\"id\": \"a\", \"kind\": "
                     "\"circle\", \"center\": [0, 0], \"radius\": 1}]}";
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) state = NULL;
  TrPaintOptions options;
  TrBounds box;

  g_assert_true (tr_read_model (text, strlen (text), "test", &m, &state, NULL));
  options = tr_paint_options_make (m, 0.5);
  box = tr_extent_model (m, state, &options);
  assert_near (box.high.x, 12.7 + 0.175, 1e-9);
}

// Every curve kind against its own x(t): the path runs through the curve's points.
static double
distance_to_outline (const TrOutline *o, Vec2 p)
{
  double best = G_MAXDOUBLE;
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;

  while (tr_piece_iter_next (&iter, &piece)) {
    Vec2 line[4] = {piece.p[0], v2_lerp (piece.p[0], piece.p[3], 1.0 / 3.0),
                    v2_lerp (piece.p[0], piece.p[3], 2.0 / 3.0), piece.p[3]};
    const Vec2 *c = piece.verb == TR_VERB_CURVE ? piece.p : line;
    double t = 0, at = G_MAXDOUBLE;
    for (int i = 0; i <= 32; i++)
      if (v2_dist (tr_cubic_at (c, i / 32.0), p) < at) {
        at = v2_dist (tr_cubic_at (c, i / 32.0), p);
        t = i / 32.0;
      }
    for (int i = 0; i < 30; i++) {
      Vec2 v = tr_cubic_velocity (c, t), r = v2_sub (p, tr_cubic_at (c, t));
      double step = v2_dot (v, v) > 0 ? v2_dot (v, r) / v2_dot (v, v) : 0;
      t = fmin (1, fmax (0, t + step));
    }
    best = fmin (best, fmin (at, v2_dist (tr_cubic_at (c, t), p)));
  }
  return best;
}

static void
test_paths_follow_curves (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "data", "render", "gallery.trammel", NULL);
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) state = NULL;
  g_autoptr (GError) error = NULL;

  tr_read_file (path, &m, &state, &error);
  g_assert_no_error (error);
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    const double *q = tr_body_q (b, state->q);
    g_auto (TrOutline) o = tr_outline_make ();
    double t0, t1;

    g_test_message ("%s", b->id);
    g_assert_true (tr_path_outline (b, q, 1e-6, &o));
    if (!tr_body_get_ops (b)->has_curve || b->kind == TR_BODY_POINT)
      continue;
    // Arcs are within 4e-7 of their radius, lines and cubics exact, formulas as asked.
    TrBounds hull = tr_outline_hull (&o);
    double tolerance = 4e-7 * v2_dist (hull.low, hull.high) / 2 + 1e-6;
    tr_body_get_ops (b)->range (b, &t0, &t1);
    for (int k = 0; k <= 100; k++) {
      Vec2 x = tr_body_place (b, q, t0 + (t1 - t0) * k / 100);
      g_assert_cmpfloat (distance_to_outline (&o, x), <, tolerance);
    }
  }
}

typedef struct {
  const char *path, *same;
} PathCase;

static const PathCase paths[] = {
    {"M0 0L10 0", "M 0,0 10,0"},
    {"m1 1 2 3", "M1 1 L3 4"},
    {"M1 1h2v3H0V0z", "M1 1L3 1L3 4L0 4L0 0Z"},
    {"M.5.5-1e1-3", "M0.5 0.5L-10 -3"},
    {"M0 0c1 0 2 1 2 2s1 2 2 2", "M0 0C1 0 2 1 2 2C2 3 3 4 4 4"},
    {"M0 0S1 1 2 0", "M0 0C0 0 1 1 2 0"},
    {"M0 0Q3 3 6 0T12 0", "M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"},
    {"M0 0T6 0", "M0 0C0 0 2 0 6 0"},
    {"M1 1L2 2zL3 3", "M1 1L2 2ZM1 1L3 3"},
    {"M1 1L2 2zm1 1l1 1", "M1 1L2 2ZM2 2L3 3"},
    {"M0 0A0 5 0 0 0 3 4", "M0 0L3 4"},
    {"M5 0a5 5 0 01-5 5", "M5 0A5,5,0,0,1,0,5"},
    {" \n M 1 , 2 \t L 3 , 4 ", "M1 2L3 4"},
};

static void
test_path_grammar (void)
{
  const char *bad[] = {"L1 1",  "M1",         "M1 1L",   "M1 1 X", "M1 1A1 1 0 2 0 3 3",
                       "M1,,1", "M1 1Lnan 0", "M 0x10 0"};

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_auto (TrOutline) a = tr_outline_make (), b = tr_outline_make ();
    g_test_message ("%s", paths[i].path);
    g_assert_true (tr_svg_path_parse (paths[i].path, &a, NULL));
    g_assert_true (tr_svg_path_parse (paths[i].same, &b, NULL));
    g_assert_cmpmem (a.verbs->data, a.verbs->len, b.verbs->data, b.verbs->len);
    g_assert_cmpuint (a.points->len, ==, b.points->len);
    for (guint k = 0; k < a.points->len; k++)
      g_assert_cmpfloat (
          v2_dist (g_array_index (a.points, Vec2, k), g_array_index (b.points, Vec2, k)), <, 1e-12);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_auto (TrOutline) o = tr_outline_make ();
    int at = -1;
    g_test_message ("%s", bad[i]);
    g_assert_false (tr_svg_path_parse (bad[i], &o, &at));
    g_assert_cmpint (at, >=, 0);
  }
}

// All four arcs between two points of a circle of radius 5: their middles.
static void
test_path_arcs (void)
{
  const double middle[4][2] = {{5 - 3.5355339059327378, 5 - 3.5355339059327378},
                               {3.5355339059327378, 3.5355339059327378},
                               {-3.5355339059327378, -3.5355339059327378},
                               {5 + 3.5355339059327378, 5 + 3.5355339059327378}};

  for (int i = 0; i < 4; i++) {
    g_autofree char *d = g_strdup_printf ("M5 0A5 5 30 %d %d 0 5", i / 2, i % 2);
    g_auto (TrOutline) o = tr_outline_make ();
    g_assert_true (tr_svg_path_parse (d, &o, NULL));
    g_assert_cmpfloat (distance_to_outline (&o, v2 (middle[i][0], middle[i][1])), <, 1e-5);
  }
}

static void
test_clip_stroke (void)
{
  const TrBounds keep = {{0, 0}, {10, 10}}, hold = {{-100, -100}, {100, 100}};
  g_auto (TrOutline) o = tr_outline_make (), out = tr_outline_make ();
  Vec2 *p;

  // Two crossings of one line from far away.
  tr_outline_move (&o, v2 (-1e9, 5));
  tr_outline_line (&o, v2 (1e9, 5));
  tr_clip_stroke (&o, keep, hold, 0, &out);
  p = (Vec2 *) (void *) out.points->data;
  g_assert_cmpuint (out.points->len, ==, 2);
  assert_near (p[0].x, 0, 1e-6);
  assert_near (p[1].x, 10, 1e-6);

  // Dashes: the line starts a whole number of periods of 7 from its beginning.
  tr_outline_empty (&out);
  tr_clip_stroke (&o, keep, hold, 7, &out);
  p = (Vec2 *) (void *) out.points->data;
  assert_near (remainder (p[0].x + 1e9, 7), 0, 1e-6);
  g_assert_cmpfloat (p[0].x, <=, 0);
  g_assert_cmpfloat (p[0].x, >, -7.001);

  // A way around a corner without touching leaves nothing.
  tr_outline_empty (&o);
  tr_outline_empty (&out);
  tr_outline_move (&o, v2 (-50, 5));
  tr_outline_line (&o, v2 (5, 70));
  tr_clip_stroke (&o, keep, hold, 0, &out);
  g_assert_true (tr_outline_is_empty (&out));
}

// A circle of 1e9 through the middle of the view: what is left are curves that hug it.
static void
test_clip_curve (void)
{
  const TrBounds keep = {{-10, -10}, {10, 10}}, hold = {{-100, -100}, {100, 100}};
  g_auto (TrOutline) o = tr_outline_make (), out = tr_outline_make ();
  TrPieceIter iter;
  TrPiece piece;
  bool passes = false;

  tr_outline_arc (&o, (Affine){{1e9, 0, 0, 1e9}, {0, -1e9}}, 0, 2 * G_PI, true);
  tr_outline_close (&o);
  tr_clip_stroke (&o, keep, hold, 0, &out);
  g_assert_cmpuint (out.verbs->len, <, 20);
  iter = tr_piece_iter_make (&out);
  while (tr_piece_iter_next (&iter, &piece)) {
    g_assert_cmpint (piece.verb, ==, TR_VERB_CURVE);
    g_assert_cmpfloat (fabs (piece.p[3].x), <=, 100);
    passes = passes || (piece.p[0].x >= 0 && piece.p[3].x <= 0);
  }
  g_assert_true (passes);
}

static double
area (const TrOutline *o)
{
  double sum = 0;
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;

  while (tr_piece_iter_next (&iter, &piece))
    sum += 0.5 * v2_cross (piece.p[0], piece.p[3]);
  return sum;
}

static void
test_clip_fill (void)
{
  const TrBounds keep = {{-1, -1}, {1, 1}};
  g_auto (TrOutline) o = tr_outline_make (), out = tr_outline_make ();

  // A huge circle around the view leaves all of it, one below leaves half, one beside nothing.
  for (int i = 0; i < 3; i++) {
    const Vec2 centers[] = {{0, 0}, {0, -1e8}, {2e8 + 2, 0}};
    const double left[] = {4, 2, 0};
    tr_outline_empty (&o);
    tr_outline_empty (&out);
    tr_outline_arc (&o, (Affine){{1e8, 0, 0, 1e8}, centers[i]}, 0, 2 * G_PI, true);
    tr_clip_fill (&o, keep, 1e-3, &out);
    assert_near (area (&out), left[i], 1e-2);
  }
}

static bool
pixel_is_dark (cairo_surface_t *s, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (s) + y * cairo_image_surface_get_stride (s);

  return row[4 * x + 3] > 128;
}

// A segment of 2e9 at a thousand pixels a unit, where Cairo alone would wrap; and a dashed one.
static void
test_paint_far (void)
{
  Drawing d = drawing_make ("{\"id\": \"s\", \"kind\": \"segment\", \"a\": [-1e9, -1e9], \"b\": "
                            "[1e9, 1e9], \"style\": {\"width\": 0.01}}, {\"id\": \"c\", \"kind\": "
                            "\"circle\", \"center\": [0.05, 1e8], \"radius\": 1e8, \"style\": "
                            "{\"stroke\": \"none\", \"fill\": \"#000000\"}}");
  cairo_surface_t *s = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 200, 200);
  cairo_t *cr = cairo_create (s);
  TrPaintOptions options = tr_paint_options_make (d.m, 1);

  cairo_translate (cr, 100, 100);
  cairo_scale (cr, 1000, -1000);
  tr_paint_model (d.m, d.state, &options, cr);
  cairo_surface_flush (s);
  // The diagonal below the axis, the disc's half plane above it.
  g_assert_true (pixel_is_dark (s, 50, 150));
  g_assert_false (pixel_is_dark (s, 150, 150));
  g_assert_false (pixel_is_dark (s, 80, 150));
  for (int x = 5; x < 200; x += 10)
    g_assert_true (pixel_is_dark (s, x, 50));
  cairo_destroy (cr);
  cairo_surface_destroy (s);
  drawing_clear (&d);
}

static void
test_labels (void)
{
  const char *const cases[][2] = {
      {"L = {s.length:.2f}", "L = 5.00"},
      {"{s.length}", "5"},
      {"{s.length/3:.3g}", "1.67"},
      {"{-s.length:.1f}", "\u22125.0"},
      {"{-0.001:.1f}", "0.0"},
      {"{n}", "42.5"},
      {"{nobody.x}", "{nobody.x}"},
      {"{1/0}", "\u2014"},
      {"{{braces}} {s.ax}", "{braces} 0"},
      {"{0.25:.0%}", "25\u2009%"},
      {"open { end", "open { end"},
      {"{s.length:%s%n}", "{s.length:%s%n}"},
      {"{1/3:e}", "3.333333e-01"},
      {"%s %d", "%s %d"},
  };
  Drawing d = drawing_make ("{\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [3, 4]}, "
                            "{\"id\": \"n\", \"kind\": \"number\", \"value\": 42.5}");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = tr_label_format (d.m, d.state, cases[i][0]);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
  drawing_clear (&d);
}

static void
test_colors (void)
{
  TrColor c;

  g_assert_true (tr_color_parse ("#ff8000", &c));
  assert_near (c.r, 1, 0);
  assert_near (c.g, 128 / 255.0, 0);
  assert_near (c.a, 1, 0);
  g_assert_true (tr_color_parse ("#FF800080", &c));
  assert_near (c.a, 128 / 255.0, 0);
  g_assert_true (tr_color_parse ("none", &c) && c.is_none);
  g_assert_false (tr_color_parse ("red", &c));
  g_assert_false (tr_color_parse ("#12345", &c));
  g_assert_false (tr_color_parse ("#12345g", &c));
}

// What turns more often than it can be followed ends, in chords on the curve and in its box.
static void
test_fine_formulas (void)
{
  const struct {
    const char *y;
    bool coarse;
  } cases[] = {
      {"sin(1e9*t)*1e12", true},
      {"sin(1e5*t)", true},
      {"t^t^t^t^9", false},
      {"sin(300*t)", false},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *body =
        g_strdup_printf ("{\"id\": \"f\", \"kind\": \"formula\", \"unknowns\": {}, \"x\": \"t\", "
                         "\"y\": \"%s\", \"t\": [0, 6.25]}",
                         cases[i].y);
    g_auto (TrOutline) o = tr_outline_make ();
    Drawing d = drawing_make (body);

    tr_path_outline (&d.m->bodies[0], d.state->q, 1e-3, &o);
    g_test_message ("%s: %u pieces", cases[i].y, o.verbs->len);
    g_assert_true (o.coarse == cases[i].coarse);
    g_assert_cmpuint (o.verbs->len, <, 50000);
    g_assert_true (tr_outline_is_finite (&o));
    if (o.coarse)
      g_assert_cmpfloat (tr_outline_hull (&o).high.y, <=, 1e12);
    drawing_clear (&d);
  }
}

// 1/x has a pole in its range, √ begins with infinite speed, floor jumps: three, one, many parts.
static void
test_broken_formulas (void)
{
  const struct {
    const char *y, *t;
    bool whole;
    int parts;
  } cases[] = {
      {"1/t", "[-1, 1]", false, 2},     {"sqrt(t)", "[0, 1]", true, 1},
      {"sqrt(t)", "[-1, 1]", false, 1}, {"floor(t)", "[0.5, 3.5]", true, 4},
      {"ln(-1)", "[0, 1]", false, 0},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *body =
        g_strdup_printf ("{\"id\": \"f\", \"kind\": \"formula\", \"unknowns\": {}, \"x\": \"t\", "
                         "\"y\": \"%s\", \"t\": %s}",
                         cases[i].y, cases[i].t);
    g_auto (TrOutline) o = tr_outline_make ();
    Drawing d = drawing_make (body);
    int moves = 0;

    g_test_message ("%s", cases[i].y);
    g_assert_true (tr_path_outline (&d.m->bodies[0], d.state->q, 1e-3, &o) == cases[i].whole);
    for (guint k = 0; k < o.verbs->len; k++)
      moves += o.verbs->data[k] == TR_VERB_MOVE;
    g_assert_cmpint (moves, ==, cases[i].parts);
    g_assert_true (tr_outline_is_finite (&o));
    drawing_clear (&d);
  }
}

// However long a text, all its letters are drawn.
static void
test_long_text (void)
{
  g_auto (TrOutline) one = tr_outline_make (), many = tr_outline_make ();
  TrPen pen = tr_pen_default ();
  pen.stroke.is_none = true;
  pen.fill.is_none = false;
  tr_text_outline ("m", &one);
  tr_text_outline ("mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", &many);
  TrBounds a = tr_extent_outline (&one, &pen), b = tr_extent_outline (&many, &pen);
  g_assert_cmpfloat (b.high.x - b.low.x, >, 40 * (a.high.x - a.low.x));
  g_assert_cmpuint (many.verbs->len, ==, 40 * one.verbs->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/boxes", test_boxes);
  g_test_add_func ("/render/units", test_units);
  g_test_add_func ("/render/paths-follow-curves", test_paths_follow_curves);
  g_test_add_func ("/render/broken-formulas", test_broken_formulas);
  g_test_add_func ("/render/fine-formulas", test_fine_formulas);
  g_test_add_func ("/render/svg-path/grammar", test_path_grammar);
  g_test_add_func ("/render/svg-path/arcs", test_path_arcs);
  g_test_add_func ("/render/clip/stroke", test_clip_stroke);
  g_test_add_func ("/render/clip/curve", test_clip_curve);
  g_test_add_func ("/render/clip/fill", test_clip_fill);
  g_test_add_func ("/render/paint-far", test_paint_far);
  g_test_add_func ("/render/labels", test_labels);
  g_test_add_func ("/render/long-text", test_long_text);
  g_test_add_func ("/render/colors", test_colors);
  return g_test_run ();
}
