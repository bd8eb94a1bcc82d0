// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Notes on the canvas: none over another, the same again, at rest while the drawing moves a
// little, found under the pointer, and seen.

#include "doc/reader.h"
#include "render/note.h"

#include <string.h>

#define WIDE 900
#define HIGH 700

typedef struct {
  TrModel *m;
  TrState *s;
  TrTheme theme;
  TrNoteScene scene;
} Fixture;

static Fixture
load (const char *text, bool is_dark)
{
  Fixture f = {.theme = tr_theme_make (is_dark)};
  g_autoptr (GError) error = NULL;
  tr_read_model (text, strlen (text), "test", &f.m, &f.s, &error);
  g_assert_no_error (error);
  return f;
}

static TrNoteScene
scene_of (const Fixture *f, double zoom, Vec2 center)
{
  Affine to = {{zoom, 0, 0, -zoom},
               v2 (WIDE / 2.0 - zoom * center.x, HIGH / 2.0 + zoom * center.y)};
  Affine back = aff_inverse (to);
  return (TrNoteScene){
      .on = {f->m,
             f->s,
             &f->theme,
             to,
             {aff_apply (back, v2 (0, HIGH)), aff_apply (back, v2 (WIDE, 0))}},
      .show = TR_NOTES_ALL,
      .numbers = {".", "mm"},
      .text_scale = 1,
  };
}

static void
unload (Fixture *f)
{
  tr_model_free (f->m);
  tr_state_free (f->s);
}

// n bars at random, with every kind of constraint that two bars can have.
static char *
random_drawing (guint32 seed, int n, double size)
{
  g_autoptr (GRand) r = g_rand_new_with_seed (seed);
  static const char *const twos[] = {"parallel", "perpendicular", "equal-length"};
  GString *out = g_string_new ("{\"trammel\": 1, \"bodies\": [");

  for (int i = 0; i < n; i++) {
    double x = g_rand_double_range (r, 0, size), y = g_rand_double_range (r, 0, size);
    g_string_append_printf (
        out, "%s{\"id\": \"s%d\", \"kind\": \"segment\", \"a\": [%.3f, %.3f], \"b\": [%.3f, %.3f]}",
        i ? "," : "", i, x, y, x + g_rand_double_range (r, -20, 20),
        y + g_rand_double_range (r, -20, 20));
  }
  g_string_append (out,
                   "], \"constraints\": [{\"id\": \"h\", \"kind\": \"horizontal\", \"a\": \"s0\"}");
  for (int i = 1; i < n; i++) {
    int j = g_rand_int_range (r, 0, i), kind = g_rand_int_range (r, 0, 7);
    if (kind < 3)
      g_string_append_printf (
          out, ",{\"id\": \"c%d\", \"kind\": \"%s\", \"a\": \"s%d\", \"b\": \"s%d\"}", i,
          twos[kind], i, j);
    else if (kind == 3)
      g_string_append_printf (
          out, ",{\"id\": \"c%d\", \"kind\": \"length\", \"a\": \"s%d\", \"value\": 10}", i, i);
    else if (kind == 4)
      g_string_append_printf (out,
                              ",{\"id\": \"c%d\", \"kind\": \"angle\", \"a\": \"s%d\", \"b\": "
                              "\"s%d\", \"value\": 1}",
                              i, i, j);
    else
      g_string_append_printf (out,
                              ",{\"id\": \"c%d\", \"kind\": \"%s\", \"a\": {\"body\": \"s%d\", "
                              "\"point\": \"a\"}, \"b\": {\"body\": \"s%d\", \"point\": \"b\"}%s}",
                              i, kind == 5 ? "distance-x" : "attach", i, j,
                              kind == 5 ? ", \"value\": 3" : "");
  }
  g_string_append (out, "]}");
  return g_string_free (out, FALSE);
}

static bool
overlap (TrBounds a, TrBounds b)
{
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

static void
assert_apart (const TrNotes *n)
{
  int count = tr_notes_n_boxes (n), ignored;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++)
      g_assert_false (
          overlap (tr_notes_nth_box (n, i, &ignored), tr_notes_nth_box (n, k, &ignored)));
}

static void
test_apart (void)
{
  for (guint32 seed = 1; seed <= 20; seed++) {
    g_autofree char *text = random_drawing (seed, 10 * (int) seed, 100);
    Fixture f = load (text, false);
    g_autoptr (TrNotes) n = tr_notes_new ();
    for (int z = 1; z <= 4; z++) {
      TrNoteScene scene = scene_of (&f, 2.5 * z, v2 (50, 50));
      tr_notes_layout (n, &scene);
      g_assert_cmpint (tr_notes_n_boxes (n), >, 0);
      assert_apart (n);
    }
    unload (&f);
  }
}

static void
test_deterministic (void)
{
  g_autofree char *text = random_drawing (7, 60, 100);
  Fixture f = load (text, false), g = load (text, true);
  g_autoptr (TrNotes) a = tr_notes_new ();
  g_autoptr (TrNotes) b = tr_notes_new ();
  TrNoteScene scene = scene_of (&f, 6, v2 (50, 50)), other = scene_of (&g, 6, v2 (50, 50));

  tr_notes_layout (a, &scene);
  tr_notes_layout (b, &other);
  tr_notes_layout (b, &other);
  g_assert_cmpint (tr_notes_n_boxes (a), ==, tr_notes_n_boxes (b));
  for (int i = 0; i < tr_notes_n_boxes (a); i++) {
    int p, q;
    TrBounds x = tr_notes_nth_box (a, i, &p), y = tr_notes_nth_box (b, i, &q);
    g_assert_cmpint (p, ==, q);
    g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
  }
  unload (&f);
  unload (&g);
}

// A drag: one bar turns in small steps, and its card goes along without a jump.
static void
test_stable (void)
{
  Fixture f = load ("{\"trammel\": 1, \"bodies\": ["
                    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [40, 0]},"
                    "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 70], \"b\": [40, 70]}],"
                    "\"constraints\": ["
                    "{\"id\": \"c1\", \"kind\": \"parallel\", \"a\": \"s1\", \"b\": \"s2\"},"
                    "{\"id\": \"c2\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 40}]}",
                    false);
  g_autoptr (TrNotes) n = tr_notes_new ();
  TrBounds last[3] = {0};

  for (int i = 0; i <= 60; i++) {
    TrNoteScene scene = scene_of (&f, 6, v2 (20, 35));
    double angle = 0.01 * i;
    f.s->q[2] = 40 * cos (angle);
    f.s->q[3] = 40 * sin (angle);
    tr_notes_layout (n, &scene);
    g_assert_cmpint (tr_notes_n_boxes (n), ==, 3);
    for (int k = 0; k < 3; k++) {
      int constraint;
      TrBounds box = tr_notes_nth_box (n, k, &constraint);
      // The middle of the bar moves by 2.4 pixels a step, the label's offset by what it is wide.
      if (i > 0)
        g_assert_cmpfloat (v2_dist (v2_mid (box.low, box.high), v2_mid (last[k].low, last[k].high)),
                           <, 6);
      last[k] = box;
    }
  }
  unload (&f);
}

static void
test_find (void)
{
  g_autofree char *text = random_drawing (3, 30, 100);
  Fixture f = load (text, false);
  g_autoptr (TrNotes) n = tr_notes_new ();
  TrNoteScene scene = scene_of (&f, 6, v2 (50, 50));
  TrBounds box;

  tr_notes_layout (n, &scene);
  for (int i = 0; i < tr_notes_n_boxes (n); i++) {
    int constraint;
    TrBounds b = tr_notes_nth_box (n, i, &constraint);
    g_assert_cmpint (tr_notes_find (n, v2_mid (b.low, b.high), 3), ==, constraint);
    g_assert_true (tr_notes_box (n, constraint, &box));
  }
  g_assert_cmpint (tr_notes_find (n, v2 (-500, -500), 3), ==, -1);
  unload (&f);

  // The line of a dimension counts too.
  Fixture g = load ("{\"trammel\": 1, \"bodies\": [{\"id\": \"s1\", \"kind\": \"segment\", \"a\": "
                    "[0, 0], \"b\": [100, 0]}], \"constraints\": [{\"id\": \"c\", \"kind\": "
                    "\"length\", \"a\": \"s1\", \"value\": 100}]}",
                    false);
  scene = scene_of (&g, 5, v2 (50, 0));
  tr_notes_layout (n, &scene);
  g_assert_true (tr_notes_box (n, 0, &box));
  double y = (box.low.y + box.high.y) / 2;
  g_assert_cmpint (tr_notes_find (n, v2 (box.low.x - 60, y + 2), 4), ==, 0);
  g_assert_cmpint (tr_notes_find (n, v2 (box.low.x - 60, y + 8), 4), ==, -1);
  unload (&g);
}

typedef struct {
  double x;
  const char *decimal, *expected;
} NumberCase;

static const NumberCase numbers[] = {
    {0, ".", "0"},
    {-0.0, ".", "0"},
    {12, ".", "12"},
    {12.5, ",", "12,5"},
    {-3.25, ".", "−3.25"},
    {1.0 / 3, ".", "0.333"},
    {123456.789, ".", "123457"},
    {1234.5678, ",", "1234,57"},
    {0.00012345, ".", "0.000123"},
    {-1e-9, ",", "−0,000000001"},
    {99.9999, ".", "100"},
    {NAN, ".", "?"},
};

static void
test_numbers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    TrNumberStyle style = {numbers[i].decimal, NULL};
    g_autofree char *text = tr_dimension_number (numbers[i].x, &style);
    g_assert_cmpstr (text, ==, numbers[i].expected);
  }
}

static void
test_texts (void)
{
  static const char *const expected[] = {"10\u00a0mm",      "(10\u00a0mm)", "k = 10\u00a0mm",
                                         "12 ≠ 10\u00a0mm", "90°",          "R 5\u00a0mm"};
  Fixture f = load (
      "{\"trammel\": 1, \"parameters\": [{\"name\": \"k\", \"value\": 10}], \"bodies\": ["
      "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
      "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [0, 10]},"
      "{\"id\": \"c1\", \"kind\": \"circle\", \"center\": [0, 0], \"radius\": 5}],"
      "\"constraints\": ["
      "{\"id\": \"l0\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 10},"
      "{\"id\": \"l1\", \"kind\": \"length\", \"driven\": true, \"a\": \"s1\", \"value\": 77},"
      "{\"id\": \"l2\", \"kind\": \"length\", \"a\": \"s1\", \"value\": \"k\"},"
      "{\"id\": \"l3\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 12},"
      "{\"id\": \"a4\", \"kind\": \"angle\", \"a\": \"s1\", \"b\": \"s2\", \"value\": "
      "1.5707963267948966},"
      "{\"id\": \"r5\", \"kind\": \"radius\", \"a\": \"c1\", \"value\": 5}]}",
      false);
  guint8 states[6] = {0, 0, 0, TR_NOTE_CONFLICT, 0, 0};
  g_autoptr (TrNotes) n = tr_notes_new ();
  TrNoteScene scene = scene_of (&f, 20, v2 (5, 5));

  scene.states = states;
  tr_notes_layout (n, &scene);
  g_assert_cmpint (tr_notes_n_boxes (n), ==, 6);
  for (int i = 0; i < 6; i++)
    g_assert_cmpstr (tr_notes_nth_text (n, i), ==, expected[i]);
  unload (&f);
}

// What shows: dimensions alone, wanted ones, none of hidden bodies or specks.
static void
test_show (void)
{
  Fixture f = load (
      "{\"trammel\": 1, \"bodies\": ["
      "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [40, 0]},"
      "{\"id\": \"s2\", \"kind\": \"segment\", \"hidden\": true, \"a\": [0, 30], \"b\": [40, 30]},"
      "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [0, 10], \"b\": [0.5, 10]}],"
      "\"constraints\": ["
      "{\"id\": \"c0\", \"kind\": \"horizontal\", \"a\": \"s1\"},"
      "{\"id\": \"c1\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 40},"
      "{\"id\": \"c2\", \"kind\": \"horizontal\", \"a\": \"s2\"},"
      "{\"id\": \"c3\", \"kind\": \"horizontal\", \"a\": \"s3\"},"
      "{\"id\": \"c4\", \"kind\": \"vertical\", \"enabled\": false, \"a\": \"s1\"}]}",
      false);
  guint8 states[5] = {0};
  g_autoptr (TrNotes) n = tr_notes_new ();
  TrNoteScene scene = scene_of (&f, 6, v2 (20, 15));
  TrBounds box;

  scene.states = states;
  tr_notes_layout (n, &scene);
  g_assert_cmpint (tr_notes_n_boxes (n), ==, 2);
  scene.show = TR_NOTES_DIMENSIONS;
  tr_notes_layout (n, &scene);
  g_assert_cmpint (tr_notes_n_boxes (n), ==, 1);
  g_assert_true (tr_notes_box (n, 1, &box));
  scene.show = TR_NOTES_WANTED;
  tr_notes_layout (n, &scene);
  g_assert_cmpint (tr_notes_n_boxes (n), ==, 0);
  states[3] = TR_NOTE_HOVERED;
  states[4] = TR_NOTE_SELECTED;
  tr_notes_layout (n, &scene);
  g_assert_cmpint (tr_notes_n_boxes (n), ==, 2);
  unload (&f);
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) +
                      (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  guint32 p;
  memcpy (&p, row + 4 * x, 4);
  return p;
}

// Pixels of a box that are not paper.
static int
count_ink (cairo_surface_t *surface, TrBounds box, guint32 paper)
{
  int n = 0;
  for (int y = MAX (0, (int) box.low.y); y < MIN (HIGH, (int) box.high.y); y++)
    for (int x = MAX (0, (int) box.low.x); x < MIN (WIDE, (int) box.high.x); x++)
      n += pixel (surface, x, y) != paper;
  return n;
}

static cairo_surface_t *
paint (const Fixture *f, const TrNotes *n, const TrNoteScene *scene)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDE, HIGH);
  cairo_t *cr = cairo_create (surface);
  cairo_set_source_rgb (cr, f->theme.paper.r, f->theme.paper.g, f->theme.paper.b);
  cairo_paint (cr);
  tr_notes_paint (n, scene, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

// Every sign leaves ink on its card, other ink than any other sign, in light and in dark; and
// every state looks different.
static void
test_signs (void)
{
  const int side = TR_GLYPH_CARD;
  TrTheme theme = tr_theme_make (false);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  int expected = 0;

  for (int kind = 0; kind < TR_N_CON_KINDS; kind++)
    for (unsigned state = 0; state <= TR_NOTE_DISABLED; state = state ? 2 * state : 1) {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, side, side);
      cairo_t *cr = cairo_create (surface);
      tr_glyph_card ((TrConKind) kind, (TrBounds){{0, 0}, {side, side}}, state, &theme, cr);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      char *hash = g_compute_checksum_for_data (
          G_CHECKSUM_SHA256, cairo_image_surface_get_data (surface),
          (gsize) side * (gsize) cairo_image_surface_get_stride (surface));
      g_hash_table_add (seen, hash);
      cairo_surface_destroy (surface);
      // A distance along x looks like any distance.
      expected += kind != TR_CON_DISTANCE_X;
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, expected);
}

static void
test_paint (void)
{
  for (int dark = 0; dark < 2; dark++) {
    g_autofree char *text = random_drawing (5, 40, 100);
    Fixture f = load (text, dark);
    g_autoptr (TrNotes) n = tr_notes_new ();
    TrNoteScene scene = scene_of (&f, 6, v2 (50, 50));
    tr_notes_layout (n, &scene);
    cairo_surface_t *surface = paint (&f, n, &scene);
    cairo_surface_t *blank = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDE, HIGH);
    cairo_t *cr = cairo_create (blank);
    cairo_set_source_rgb (cr, f.theme.paper.r, f.theme.paper.g, f.theme.paper.b);
    cairo_paint (cr);
    cairo_destroy (cr);
    cairo_surface_flush (blank);
    guint32 paper = pixel (blank, 0, 0);
    for (int i = 0; i < tr_notes_n_boxes (n); i++) {
      int constraint;
      TrBounds box = tr_notes_nth_box (n, i, &constraint);
      if (box.low.x > 0 && box.low.y > 0 && box.high.x < WIDE && box.high.y < HIGH)
        g_assert_cmpint (count_ink (surface, box, paper), >, 20);
    }
    cairo_surface_destroy (surface);
    cairo_surface_destroy (blank);
    unload (&f);
  }
}

// A label that the edge of the view would cut off stands on the other side, where there is room.
static void
test_in_view (void)
{
  Fixture f =
      load ("{\"trammel\": 1, \"parameters\": [{\"name\": \"reach_of_the_arm\", \"value\": 20}], "
            "\"bodies\": ["
            "{\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, -10], \"b\": [0, 10]},"
            "{\"id\": \"k\", \"kind\": \"circle\", \"center\": [-40, 0], \"radius\": 2}],"
            "\"constraints\": [{\"id\": \"l\", \"kind\": \"length\", \"a\": \"s\", \"value\": "
            "\"reach_of_the_arm\"}]}",
            false);
  guint8 states[1] = {0};
  int constraint;

  for (int k = 0; k < 2; k++) {
    g_autoptr (TrNotes) n = tr_notes_new ();
    TrNoteScene scene = scene_of (&f, 10, v2 (k ? -20 : -40, 0));
    scene.states = states;
    tr_notes_layout (n, &scene);
    g_assert_cmpint (tr_notes_n_boxes (n), ==, 1);
    TrBounds box = tr_notes_nth_box (n, 0, &constraint);
    double side = WIDE / 2.0 + 10 * (k ? 20 : 40);
    g_assert_cmpfloat (box.high.x, <, WIDE);
    g_assert_true ((box.low.x > side) == (k == 1));
  }
  unload (&f);
}

// Where both sides have drawing under them, a label stands over that rather than where nobody sees
// it, also where the layout reaches beyond what is seen.
static void
test_never_out_of_sight (void)
{
  Fixture f =
      load ("{\"trammel\": 1, \"parameters\": [{\"name\": \"reach_of_the_arm\", \"value\": 20}], "
            "\"bodies\": [{\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, -10], \"b\": [0, 10]},"
            "{\"id\": \"z\", \"kind\": \"polyline\", \"points\": [[-4, -20], [-4, 20], [-8, -20], "
            "[-8, 20], [-12, -20], [-12, 20], [-16, -20], [-16, 20]]}],"
            "\"constraints\": [{\"id\": \"l\", \"kind\": \"length\", \"a\": \"s\", \"value\": "
            "\"reach_of_the_arm\"}]}",
            false);
  guint8 states[1] = {0};
  int constraint;

  for (int k = 0; k < 2; k++) {
    g_autoptr (TrNotes) n = tr_notes_new ();
    TrNoteScene scene = scene_of (&f, 10, v2 (-40, 0));
    scene.states = states;
    scene.beyond = k ? 50 : 0;
    scene.on.view.low = v2_sub (scene.on.view.low, v2 (k * 5, k * 5));
    scene.on.view.high = v2_add (scene.on.view.high, v2 (k * 5, k * 5));
    tr_notes_layout (n, &scene);
    g_assert_cmpint (tr_notes_n_boxes (n), ==, 1);
    g_assert_cmpfloat (tr_notes_nth_box (n, 0, &constraint).high.x, <, WIDE);
  }
  unload (&f);
}

static void
test_speed (void)
{
  g_autofree char *text = random_drawing (9, 400, 140);
  Fixture f = load (text, false);
  g_autoptr (TrNotes) n = tr_notes_new ();
  TrNoteScene scene = scene_of (&f, 6, v2 (70, 60));

  for (int i = 0; i < 3; i++) {
    gint64 start = g_get_monotonic_time ();
    tr_notes_layout (n, &scene);
    g_test_message ("%d notes laid out in %.2f ms", tr_notes_n_boxes (n),
                    1e-3 * (double) (g_get_monotonic_time () - start));
  }
  assert_apart (n);
  unload (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/glyph/numbers", test_numbers);
  g_test_add_func ("/glyph/texts", test_texts);
  g_test_add_func ("/glyph/signs", test_signs);
  g_test_add_func ("/glyph/apart", test_apart);
  g_test_add_func ("/glyph/deterministic", test_deterministic);
  g_test_add_func ("/glyph/stable", test_stable);
  g_test_add_func ("/glyph/find", test_find);
  g_test_add_func ("/glyph/show", test_show);
  g_test_add_func ("/glyph/paint", test_paint);
  g_test_add_func ("/glyph/in-view", test_in_view);
  g_test_add_func ("/glyph/never-out-of-sight", test_never_out_of_sight);
  g_test_add_func ("/glyph/speed", test_speed);
  return g_test_run ();
}
