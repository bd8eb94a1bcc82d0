// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/damage.h"

#include "doc/document.h"
#include "render/overlay.h"
#include "render/paint.h"

#include <string.h>

enum { SIDE = 300 };
#define ZOOM  2.0 // pixels a unit
#define REACH 24

static const char drawing[] =
    "{\"trammel\": 1, \"parameters\": [{\"name\": \"k\", \"value\": 3}], \"bodies\": ["
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [-50, -50], \"b\": [-20, -40]},"
    "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [-20, -40], \"b\": [0, -55]},"
    "{\"id\": \"c1\", \"kind\": \"circle\", \"center\": [30, 30], \"radius\": 12,"
    " \"style\": {\"fill\": \"#ffcc0080\"}},"
    "{\"id\": \"z1\", \"kind\": \"bezier\", \"points\": [[-40, 20], [-20, 60], [0, 0], [10, 50]]},"
    "{\"id\": \"r1\", \"kind\": \"rigid\", \"position\": [40, -30], \"rotation\": 0.3, \"length\": "
    "20,"
    " \"drawing\": [{\"path\": \"M 0 0 L 15 5 L 5 15 Z\", \"width\": 1}]},"
    "{\"id\": \"f1\", \"kind\": \"formula\", \"unknowns\": {\"a\": 8}, \"x\": "
    "\"a*cos(k*t)*cos(t)\","
    " \"y\": \"a*cos(k*t)*sin(t)\", \"t\": [0, 6.3]}],"
    "\"constraints\": [{\"id\": \"j1\", \"kind\": \"attach\", \"a\": {\"body\": \"s1\", \"point\": "
    "\"b\"}, \"b\": {\"body\": \"s2\", \"point\": \"a\"}},"
    "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"r1\", \"local\": [25, 0]},"
    " \"at\": [63.88, -22.61]}]}";

typedef struct {
  TrDocument *d;
  TrDamage *damage;
  GArray *areas;
  cairo_surface_t *before;
} Fixture;

static cairo_surface_t *
picture (TrDocument *d)
{
  const TrModel *m = tr_document_get_model (d);
  const TrState *s = tr_document_get_state (d);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  cairo_t *cr = cairo_create (image);
  TrPaintOptions options = tr_paint_options_make (m, 1);
  TrTheme theme = tr_theme_make (false);
  TrOverlay o = {.m = m, .s = s, .theme = &theme};

  o.to_pixels = (Affine){{ZOOM, 0, 0, -ZOOM}, {SIDE / 2.0, SIDE / 2.0}};
  o.view = (TrBounds){{-100, -100}, {100, 100}};
  cairo_save (cr);
  cairo_translate (cr, SIDE / 2.0, SIDE / 2.0);
  cairo_scale (cr, ZOOM, -ZOOM);
  options.least_width = 1 / ZOOM;
  tr_paint_model (m, s, &options, cr);
  cairo_restore (cr);
  tr_overlay_joints (&o, NULL, false, cr);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

static bool
is_told (const GArray *areas, Vec2 p)
{
  for (guint i = 0; i < areas->len; i++) {
    const TrDamageArea *a = &g_array_index (areas, TrDamageArea, i);
    double reach = REACH / ZOOM + 0.5 * TR_STYLE_MITRE_LIMIT * a->width;
    if (p.x >= a->box.low.x - reach && p.x <= a->box.high.x + reach &&
        p.y >= a->box.low.y - reach && p.y <= a->box.high.y + reach)
      return true;
  }
  return false;
}

// Pixels that differ lie where something was told to have changed.
static int
compare (Fixture *f)
{
  cairo_surface_t *now = picture (f->d);
  const guint8 *a = cairo_image_surface_get_data (f->before);
  const guint8 *b = cairo_image_surface_get_data (now);
  int stride = cairo_image_surface_get_stride (now), n = 0;

  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      if (memcmp (a + y * stride + 4 * x, b + y * stride + 4 * x, 4) != 0) {
        Vec2 p = v2 ((x + 0.5 - SIDE / 2.0) / ZOOM, (SIDE / 2.0 - y - 0.5) / ZOOM);
        g_assert_true (is_told (f->areas, p));
        n++;
      }
  cairo_surface_destroy (f->before);
  f->before = now;
  return n;
}

static void
update (Fixture *f)
{
  bool known = tr_damage_update (f->damage, tr_document_get_model (f->d),
                                 tr_document_get_state (f->d), NULL, f->areas);
  g_assert_true (known);
}

static Fixture
fixture_make (void)
{
  Fixture f = {.d = tr_document_new (), .damage = tr_damage_new ()};
  g_autoptr (GError) error = NULL;

  tr_document_load_text (f.d, drawing, strlen (drawing), "test", &error);
  g_assert_no_error (error);
  f.areas = g_array_new (FALSE, FALSE, sizeof (TrDamageArea));
  f.before = picture (f.d);
  g_assert_false (tr_damage_update (f.damage, tr_document_get_model (f.d),
                                    tr_document_get_state (f.d), NULL, f.areas));
  update (&f);
  g_assert_cmpuint (f.areas->len, ==, 0);
  return f;
}

static void
fixture_clear (Fixture *f)
{
  cairo_surface_destroy (f->before);
  tr_damage_free (f->damage);
  g_array_unref (f->areas);
  g_object_unref (f->d);
}

// The old and the new place of what changes, and nothing else.
static void
expect (Fixture *f, guint n_areas)
{
  update (f);
  g_assert_cmpuint (f->areas->len, ==, n_areas);
  g_assert_cmpint (compare (f), >, 0);
  update (f);
  g_assert_cmpuint (f->areas->len, ==, 0);
}

static void
set (Fixture *f, const char *what, const char *value)
{
  g_autoptr (GError) error = NULL;
  tr_document_set (f->d, what, value, &error);
  g_assert_no_error (error);
}

static void
test_edits (void)
{
  Fixture f = fixture_make ();
  static const struct {
    const char *what, *value;
    guint areas;
  } edits[] = {
      {"c1.radius", "30", 2},   {"c1.style", "{\"stroke\": \"#ff0000\", \"width\": 4}", 2},
      {"z1.hidden", "true", 2}, {"z1.hidden", "false", 2},
      {"z1.x2", "-45", 2},      {"k.value", "5", 2}, // of the formula
      {"f1.a", "20", 2},        {"f1.t", "[0, 3]", 2},
      {"s1.bx", "-25", 4}, // and their joint
      {"r1.rotation", "1", 4},  {"n1.enabled", "false", 1},
  };

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_test_message ("%s", edits[i].what);
    set (&f, edits[i].what, edits[i].value);
    expect (&f, edits[i].areas);
  }
  fixture_clear (&f);
}

// Lists that grow and shrink in the middle.
static void
test_coming_and_going (void)
{
  Fixture f = fixture_make ();
  const char *gone[] = {"z1", NULL};
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  tr_document_remove (f.d, gone, NULL, &error);
  g_assert_no_error (error);
  tr_document_commit (f.d, "remove");
  expect (&f, 1);
  tr_document_add (f.d,
                   "{\"id\": \"c2\", \"kind\": \"circle\", \"center\": [-60, 60], \"radius\": 5}",
                   &id, &error);
  g_assert_no_error (error);
  tr_document_commit (f.d, "add");
  expect (&f, 1);
  tr_document_undo (f.d);
  expect (&f, 1);
  tr_document_undo (f.d);
  expect (&f, 1);
  fixture_clear (&f);
}

static void
test_looks (void)
{
  Fixture f = fixture_make ();
  const TrModel *m = tr_document_get_model (f.d);
  guint8 states[6] = {0, 0, TR_LOOK_CONFLICT, 0, 0, 0};

  g_assert_cmpint (m->n_bodies, ==, 6);
  g_assert_true (tr_damage_update (f.damage, m, tr_document_get_state (f.d), states, f.areas));
  g_assert_cmpuint (f.areas->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (g_array_index (f.areas, TrDamageArea, 0).box.low.x, 18, 1e-9);
  // Another drawing has nothing in common with it.
  tr_document_load_text (f.d, drawing, strlen (drawing), "test", NULL);
  g_assert_false (tr_damage_update (f.damage, tr_document_get_model (f.d),
                                    tr_document_get_state (f.d), NULL, f.areas));
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/damage/edits", test_edits);
  g_test_add_func ("/damage/coming-and-going", test_coming_and_going);
  g_test_add_func ("/damage/looks", test_looks);
  return g_test_run ();
}
