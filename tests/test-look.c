// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/look.h"

#include "doc/document.h"
#include "render/overlay.h"
#include "render/paint.h"

#include <string.h>

static TrDocument *
document_of (const char *text)
{
  TrDocument *d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  tr_document_load_text (d, text, strlen (text), "test", &error);
  g_assert_no_error (error);
  return d;
}

static void
assert_same_color (TrColor a, TrColor b)
{
  g_assert_cmpfloat_with_epsilon (a.r, b.r, 1e-9);
  g_assert_cmpfloat_with_epsilon (a.g, b.g, 1e-9);
  g_assert_cmpfloat_with_epsilon (a.b, b.b, 1e-9);
}

// Black on white is 21 to 1; what is drawn is seen on both papers.
static void
test_contrast (void)
{
  const TrColor black = {.a = 1}, white = {.r = 1, .g = 1, .b = 1, .a = 1};

  g_assert_cmpfloat_with_epsilon (tr_color_contrast (black, white), 21, 1e-9);
  g_assert_cmpfloat_with_epsilon (tr_color_contrast (white, white), 1, 1e-9);
  for (int dark = 0; dark < 2; dark++) {
    TrTheme t = tr_theme_make (dark);
    const TrColor seen[] = {t.free, t.fixed, t.conflict, t.construction, t.accent, t.quiet};
    for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
      g_assert_cmpfloat (tr_color_contrast (seen[i], t.paper), >=, 3);
    g_assert_cmpfloat (tr_color_contrast (t.grid_strong, t.paper), <, 1.6);
  }
}

// Under high contrast more of it, and still each colour its own.
static void
test_strong (void)
{
  for (int dark = 0; dark < 2; dark++) {
    TrTheme t = tr_theme_make_strong (dark);
    const TrColor seen[] = {t.free,   t.fixed, t.conflict, t.construction,
                            t.accent, t.quiet, t.tension,  t.compression};
    g_assert_true (t.is_dark == dark);
    for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
      g_assert_cmpfloat (tr_color_contrast (seen[i], t.paper), >=, 7);
    g_assert_cmpfloat (tr_color_contrast (t.fixed, t.paper), >, 20.9);
    g_assert_cmpfloat (t.conflict.r, >, t.conflict.b);
    g_assert_cmpfloat (t.free.b, >, t.free.r);
    g_assert_cmpfloat (tr_color_contrast (t.grid_strong, t.paper), <, 3);
  }
}

// Any colour is made visible; what is so already is left alone.
static void
test_against (void)
{
  TrTheme t = tr_theme_make (true);
  const TrColor navy = {.b = 0.4, .a = 1}, black = {.a = 0.5};

  assert_same_color (tr_color_against (t.free, t.paper, t.fixed), t.free);
  assert_same_color (tr_color_against (black, t.paper, t.fixed), t.fixed);
  g_assert_cmpfloat (tr_color_against (black, t.paper, t.fixed).a, <, 0.6);
  TrColor seen = tr_color_against (navy, t.paper, t.fixed);
  g_assert_cmpfloat (tr_color_contrast (seen, t.paper), >=, 3);
  g_assert_cmpfloat (seen.b, >, seen.r);
}

static void
take_pen (const TrInk *ink, gpointer data)
{
  *(TrPen *) data = ink->pen;
}

// States show by colour and by pattern; a stroke of one's own stays but in conflict.
static void
test_states (void)
{
  g_autoptr (TrDocument) d =
      document_of ("{\"trammel\": 1, \"bodies\": ["
                   "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
                   "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
                   "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"
                   "{\"id\": \"s4\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0], "
                   "\"construction\": true},"
                   "{\"id\": \"s5\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0], "
                   "\"style\": {\"stroke\": "
                   "\"#00ff00\"}}]}");
  const guint8 states[] = {TR_LOOK_FREE, TR_LOOK_FIXED, TR_LOOK_CONFLICT, TR_LOOK_FREE,
                           TR_LOOK_FIXED};
  const TrModel *m = tr_document_get_model (d);
  TrPaintOptions options = tr_paint_options_make (m, 1);
  TrTheme theme = tr_theme_make (false);
  TrLook look;
  TrPen pen[5];

  tr_look_init (&look, m, &theme, states, 0.25);
  tr_look_apply (&look, &options);
  for (int i = 0; i < 5; i++)
    tr_ink_body (m, tr_document_get_state (d), i, &options, take_pen, &pen[i]);
  assert_same_color (pen[0].stroke, theme.free);
  g_assert_cmpint (pen[0].n_dash, ==, 0);
  assert_same_color (pen[1].stroke, theme.fixed);
  g_assert_cmpfloat (pen[1].width, >, 1.5 * pen[0].width);
  assert_same_color (pen[2].stroke, theme.conflict);
  g_assert_cmpint (pen[2].n_dash, ==, 2);
  assert_same_color (pen[3].stroke, theme.construction);
  g_assert_cmpint (pen[3].n_dash, ==, 4);
  g_assert_cmpfloat (pen[3].width, <, pen[0].width);
  assert_same_color (pen[4].stroke, (TrColor){.g = 1});
}

// A fill that hardly stands out from white paper hardly stands out from dark paper either; one that
// has a colour, and every fill on white paper, stays as it is.
static void
test_pale_fills (void)
{
  g_autoptr (TrDocument) d =
      document_of ("{\"trammel\": 1, \"bodies\": ["
                   "{\"id\": \"k1\", \"kind\": \"circle\", \"center\": [0, 0], \"radius\": 5, "
                   "\"style\": {\"fill\": \"#f6f5f4\"}},"
                   "{\"id\": \"k2\", \"kind\": \"circle\", \"center\": [0, 0], \"radius\": 5, "
                   "\"style\": {\"fill\": \"#ffffff\"}},"
                   "{\"id\": \"k3\", \"kind\": \"circle\", \"center\": [0, 0], \"radius\": 5, "
                   "\"style\": {\"fill\": \"#f9f06b\"}}]}");
  const TrModel *m = tr_document_get_model (d);
  const TrColor white = {.r = 1, .g = 1, .b = 1, .a = 1};

  for (int dark = 0; dark < 2; dark++) {
    TrPaintOptions options = tr_paint_options_make (m, 1);
    TrTheme theme = tr_theme_make (dark);
    TrLook look;
    TrPen pen[3];
    tr_look_init (&look, m, &theme, NULL, 0.25);
    tr_look_apply (&look, &options);
    for (int i = 0; i < 3; i++)
      tr_ink_body (m, tr_document_get_state (d), i, &options, take_pen, &pen[i]);
    g_assert_cmpfloat_with_epsilon (tr_color_contrast (pen[0].fill, theme.paper), 1.088, 2e-3);
    g_assert_cmpfloat_with_epsilon (tr_color_contrast (pen[1].fill, theme.paper), 1, 2e-3);
    g_assert_cmpfloat (tr_color_contrast (pen[2].fill, white), <, 1.3);
    assert_same_color (pen[2].fill,
                       (TrColor){.r = 0xf9 / 255.0, .g = 0xf0 / 255.0, .b = 0x6b / 255.0});
  }
}

static void
add_pen (const TrInk *ink, gpointer data)
{
  g_array_append_val ((GArray *) data, ink->pen);
}

// What a drawing has over a fill of its own is seen on that, what it has beside it on the paper.
static void
test_on_a_fill (void)
{
  g_autoptr (TrDocument) d =
      document_of ("{\"trammel\": 1, \"bodies\": [{\"id\": \"face\", \"kind\": \"rigid\", "
                   "\"position\": [0, 0], \"rotation\": 0, \"drawing\": ["
                   "{\"path\": \"M -10 -10 H 10 V 10 H -10 Z\", \"fill\": \"#ffbe6f\"}, "
                   "{\"path\": \"M 3 3 H 5 V 5 Z\", \"fill\": \"#241f31\", \"stroke\": "
                   "\"none\"}, {\"path\": \"M -5 -4 H 5\", \"stroke\": \"#000000\"}, "
                   "{\"path\": \"M -5 -14 H 5\", \"stroke\": \"#000000\"}]}]}");
  const TrModel *m = tr_document_get_model (d);
  TrPaintOptions options = tr_paint_options_make (m, 1);
  TrTheme theme = tr_theme_make (true);
  TrLook look;
  g_autoptr (GArray) pens = g_array_new (FALSE, FALSE, sizeof (TrPen));

  tr_look_init (&look, m, &theme, NULL, 0.25);
  tr_look_apply (&look, &options);
  tr_ink_body (m, tr_document_get_state (d), 0, &options, add_pen, pens);
  g_assert_cmpuint (pens->len, ==, 4);
  const TrPen *pen = (const TrPen *) (void *) pens->data;
  for (int i = 1; i < 3; i++)
    g_assert_cmpfloat (tr_color_contrast (i == 1 ? pen[i].fill : pen[i].stroke, pen[0].fill), >, 5);
  g_assert_cmpfloat (tr_color_contrast (pen[3].stroke, theme.paper), >, 3);
}

static guint32
pixel (cairo_surface_t *image, int x, int y)
{
  cairo_surface_flush (image);
  const unsigned char *row =
      cairo_image_surface_get_data (image) + y * cairo_image_surface_get_stride (image);
  return ((const guint32 *) (const void *) row)[x] & 0xffffff;
}

// A joint is a ring with paper inside, where its points are; it belongs to what moves if one of
// its bodies does.
static void
test_joints (void)
{
  g_autoptr (TrDocument) d =
      document_of ("{\"trammel\": 1, \"bodies\": ["
                   "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [-20, 0], \"b\": [0, 0]},"
                   "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [20, 0]}],"
                   "\"constraints\": [{\"id\": \"c\", \"kind\": \"attach\", \"a\": {\"body\": "
                   "\"s1\", \"point\": \"b\"},"
                   " \"b\": {\"body\": \"s2\", \"point\": \"a\"}}]}");
  TrTheme theme = tr_theme_make (false);
  TrOverlay o = {tr_document_get_model (d),
                 tr_document_get_state (d),
                 &theme,
                 {{1, 0, 0, -1}, {50, 50}},
                 {{-50, -50}, {50, 50}}};
  const guint8 second = 2;
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (image);

  tr_overlay_joints (&o, &second, false, cr);
  g_assert_cmphex (pixel (image, 50, 50), ==, 0);
  tr_overlay_joints (&o, &second, true, cr);
  g_assert_cmphex (pixel (image, 50, 50), ==, 0xffffff);
  g_assert_cmphex (pixel (image, 55, 50), ==, 0x2e3436);
  g_assert_cmphex (pixel (image, 60, 50), ==, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

// Ink between the ends, to both sides of the line; none of one that is switched off.
static void
test_spring (void)
{
  g_autoptr (TrDocument) d = document_of (
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"p\", \"kind\": \"point\", \"at\": [40, 0]}], "
      "\"forces\": [{\"id\": \"k\", \"kind\": \"spring\", \"a\": {\"at\": [-40, 0]}, \"b\": "
      "{\"body\": "
      "\"p\", \"point\": \"at\"}, \"stiffness\": 1, \"rest\": 80}, {\"id\": \"off\", \"kind\": "
      "\"spring\", "
      "\"enabled\": false, \"a\": {\"at\": [-40, 30]}, \"b\": {\"at\": [40, 30]}, \"stiffness\": "
      "1}]}");
  TrTheme theme = tr_theme_make (false);
  TrOverlay o = {tr_document_get_model (d),
                 tr_document_get_state (d),
                 &theme,
                 {{1, 0, 0, -1}, {50, 50}},
                 {{-50, -50}, {50, 50}}};
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (image);
  int above = 0, below = 0, off = 0;

  tr_overlay_spring (&o, 0, theme.quiet, cr);
  tr_overlay_spring (&o, 1, theme.quiet, cr);
  for (int x = 0; x < 100; x++) {
    above += pixel (image, x, 46) != 0;
    below += pixel (image, x, 53) != 0;
    off += pixel (image, x, 20) != 0;
  }
  g_assert_cmpint (above, >, 5);
  g_assert_cmpint (below, >, 5);
  g_assert_cmpint (off, ==, 0);
  g_assert_cmphex (pixel (image, 14, 50), !=, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

// The way that a path leads, its keys as rings with paper inside; one far away costs nothing.
static void
test_path (void)
{
  g_autoptr (TrDocument) d = document_of (
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"p\", \"kind\": \"point\", \"at\": [-30, 20]}], "
      "\"constraints\": [{\"id\": \"c\", \"kind\": \"path\", \"a\": {\"body\": \"p\", \"point\": "
      "\"at\"}, \"keys\": [{\"time\": 0, \"at\": [-30, 20]}, {\"time\": 1, \"at\": [30, 20]}, "
      "{\"time\": 2, \"at\": [1e11, 20]}]}]}");
  TrTheme theme = tr_theme_make (false);
  TrOverlay o = {tr_document_get_model (d),
                 tr_document_get_state (d),
                 &theme,
                 {{1, 0, 0, -1}, {50, 50}},
                 {{-50, -50}, {50, 50}}};
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (image);

  tr_overlay_constraint (&o, 0, theme.accent, 1, cr);
  g_assert_cmphex (pixel (image, 80, 30), ==, 0xffffff);
  g_assert_cmphex (pixel (image, 50, 60), ==, 0);
  int ink = 0;
  for (int y = 0; y < 100; y++) // across the middle of the span
    ink += pixel (image, 50, y) != 0;
  g_assert_cmpint (ink, >, 0);
  g_assert_cmpint (ink, <, 6);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
}

// A line that is paler than its colour is still seen, on either paper and under high contrast.
static void
test_thin (void)
{
  const TrColor wine = {.r = 0.65, .g = 0.11, .b = 0.18, .a = 1};
  const TrTheme themes[] = {tr_theme_make (false), tr_theme_make (true),
                            tr_theme_make_strong (false), tr_theme_make_strong (true)};

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++) {
    TrColor seen = tr_theme_thin (&themes[i], wine, 0.8);
    g_assert_cmpfloat (tr_color_contrast (seen, themes[i].paper), >=, i < 2 ? 3 : 4.5);
    g_assert_cmpfloat (seen.r, >, seen.b);
    g_assert_cmpfloat (seen.a, >, 0.99);
  }
  // 0.65 + 0.2 (1 − 0.65) over white, where that is seen.
  g_assert_cmpfloat_with_epsilon (tr_theme_thin (&themes[0], wine, 0.8).r, 0.72, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/look/contrast", test_contrast);
  g_test_add_func ("/look/strong", test_strong);
  g_test_add_func ("/look/against", test_against);
  g_test_add_func ("/look/states", test_states);
  g_test_add_func ("/look/thin", test_thin);
  g_test_add_func ("/look/pale-fills", test_pale_fills);
  g_test_add_func ("/look/on-a-fill", test_on_a_fill);
  g_test_add_func ("/look/joints", test_joints);
  g_test_add_func ("/look/spring", test_spring);
  g_test_add_func ("/look/path", test_path);
  return g_test_run ();
}
