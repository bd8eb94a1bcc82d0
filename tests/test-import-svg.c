// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What SVG files leave to be understood: the size of their page, and what they fill.

#include "doc/document.h"
#include "render/import/import.h"

#include <string.h>

static TrImport *
import_svg (const TrModel *into, const char *page, const char *inside)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      g_strdup_printf ("<svg xmlns='http://www.w3.org/2000/svg' %s>%s</svg>", page, inside);
  TrImport *t = tr_import_parse (text, strlen (text), "test.svg", into, &error);

  g_assert_no_error (error);
  return t;
}

// A page of which one side is said is as wide to its height as its box.
static void
test_page (void)
{
  static const struct {
    const char *page;
    Vec2 low, high; // of the box's upper left quarter, mm
  } pages[] = {
      {"width='50mm' viewBox='0 0 100 80'", {0, 20}, {25, 40}},
      {"style='width: 50mm' viewBox='0 0 100 80'", {0, 20}, {25, 40}},
      {"width='9' style='width:50mm;height:80mm' viewBox='0 0 100 80'", {0, 40}, {25, 60}},
      {"height='40mm' viewBox='0 0 100 80'", {0, 20}, {25, 40}},
      {"width='50mm' height='100%' viewBox='0 0 100 80'", {0, 20}, {25, 40}},
      {"width='50mm' height='80mm' viewBox='0 0 100 80'", {0, 40}, {25, 60}},
      {"width='960' height='100%' viewBox='0 0 100 80'", {0, 101.6}, {127, 203.2}},
      {"width='100%' height='100%' viewBox='0 0 96 96'",
       {0, 14.816666666666666},
       {13.229166666666666, 25.4}},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autoptr (TrImport) t =
        import_svg (tr_document_get_model (d), pages[i].page, "<rect width='50' height='40'/>");
    TrBounds box = tr_import_box (t);
    g_assert_cmpfloat_with_epsilon (box.low.x, pages[i].low.x, 1e-9);
    g_assert_cmpfloat_with_epsilon (box.low.y, pages[i].low.y, 1e-9);
    g_assert_cmpfloat_with_epsilon (box.high.x, pages[i].high.x, 1e-9);
    g_assert_cmpfloat_with_epsilon (box.high.y, pages[i].high.y, 1e-9);
  }
}

// A style says where a shape lies as its attributes do, and before them; of its transforms those that attributes
// know, and of others it is told.
static void
test_placed_by_style (void)
{
  static const struct {
    const char *inside;
    Vec2 low, high; // mm
    bool is_told;
  } shapes[] = {
      {"<circle r='1' style='cx:10px;cy:20px;r:5'/>", {5, 75}, {15, 85}, false},
      {"<style>.a{width:7px;height:3px} rect{x:1}</style><rect class='a' y='2'/>",
       {1, 95},
       {8, 98},
       false},
      {"<rect width='2' height='1' style='transform: translate(10px, 5px) rotate(0deg)'/>",
       {10, 94},
       {12, 95},
       false},
      {"<rect width='2' height='1' style='transform:spin(9)'/>", {0, 99}, {2, 100}, true},
      {"<rect width='2' height='1' style='width:auto'/>", {0, 99}, {2, 100}, false},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autoptr (TrImport) t =
        import_svg (tr_document_get_model (d), "width='100mm' height='100mm' viewBox='0 0 100 100'",
                    shapes[i].inside);
    TrBounds box = tr_import_box (t);
    g_assert_cmpfloat_with_epsilon (box.low.x, shapes[i].low.x, 1e-9);
    g_assert_cmpfloat_with_epsilon (box.low.y, shapes[i].low.y, 1e-9);
    g_assert_cmpfloat_with_epsilon (box.high.x, shapes[i].high.x, 1e-9);
    g_assert_cmpfloat_with_epsilon (box.high.y, shapes[i].high.y, 1e-9);
    g_assert_true ((tr_import_left_out (t)[0] != NULL) == shapes[i].is_told);
  }
}

// What is pressed flat is not drawn (SVG 1.1 §7.6), and that is told.
static void
test_pressed_flat (void)
{
  static const char *const flat[] = {
      "<circle r='3' transform='scale(1,0)'/>",
      "<g transform='scale(0)'><path stroke='red' d='M0 0L9 9'/></g>",
      "<path stroke='red' d='M0 0L9 9' transform='matrix(1 2 2 4 0 0)'/>",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (flat); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autoptr (TrImport) t = import_svg (tr_document_get_model (d), "", flat[i]);
    g_assert_cmpint (tr_import_n_bodies (t), ==, 0);
    g_assert_nonnull (strstr (tr_import_left_out (t)[0], "a shape without a size"));
  }
}

// Told is what would be filled that the file leaves empty, and nothing else.
static void
test_filling (void)
{
  static const char *const star = "M50 0L80 90L5 35H95L20 90Z";
  static const struct {
    const char *path, *rule;
    const char *as_bodies, *as_marks; // what is told begins so; NULL: nothing is
  } paths[] = {
      {"M10 10h5v5zM30 10h5v5z", "evenodd", NULL, NULL},
      {"M10 10h5v5zM30 10h5v5z", "nonzero", NULL, NULL},
      {"M0 0H9V9H0ZM2 2H5V5H2Z", "evenodd", "path: holes", NULL},
      {"M0 0H9V9H0ZM2 2H5V5H2Z", "nonzero", NULL, NULL},
      {"M0 0H9V9H0ZM2 2V5H5V2Z", "nonzero", "path: holes", NULL},
      {"M0 0H9V9H0ZM5 5H14V14H5Z", "evenodd", "path: holes", NULL},
      {"M0 0H9V9H0ZM5 5H14V14H5Z", "nonzero", NULL, NULL},
      {"M0 0L10 10V0L0 10Z", "evenodd", NULL, NULL},
      {NULL, "evenodd", "path: the even-odd rule", "path: the even-odd rule"},
      {NULL, "nonzero", NULL, NULL},
      {"M0 0A5 5 0 0 0 10 0A5 5 0 0 0 0 0Z", "evenodd", NULL, NULL},
  };
  const char *sheet = "{\"trammel\": 1, \"bodies\": [{\"id\": \"m\", \"kind\": \"sheet\", "
                      "\"origin\": [0, 0], \"u\": [1, 0], \"v\": [0, 1], \"size\": [30, 30]}]}";

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *path = g_strdup_printf ("<path fill-rule='%s' d='%s'/>", paths[i].rule,
                                             paths[i].path ? paths[i].path : star);
    g_autofree char *svg =
        g_strdup_printf ("<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100' "
                         "viewBox='0 0 100 100'>%s</svg>",
                         path);
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autoptr (GPtrArray) told = g_ptr_array_new_null_terminated (1, g_free, TRUE);
    g_autoptr (GError) error = NULL;
    g_assert_true (tr_document_load_text (d, sheet, strlen (sheet), "m", &error));
    const TrModel *m = tr_document_get_model (d);

    g_autoptr (TrImport) t = tr_import_parse (svg, strlen (svg), "a.svg", m, &error);
    const char *first = tr_import_left_out (t)[0];
    g_assert_true (paths[i].as_bodies ? first && g_str_has_prefix (first, paths[i].as_bodies)
                                      : !first);
    g_autofree char *drawing = tr_import_onto (svg, strlen (svg), "a.svg", m, 0, told, &error);
    g_assert_nonnull (drawing);
    first = told->pdata[0];
    g_assert_true (paths[i].as_marks ? first && g_str_has_prefix (first, paths[i].as_marks)
                                     : !first);
  }
}

// What is no SVG drawing is refused with the line where it begins.
static void
test_no_drawing (void)
{
  const char *text = "<?xml version='1.0'?>\n\n<html/>";
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (tr_import_parse (text, strlen (text), "a.svg", tr_document_get_model (d), &error));
  g_assert_true (g_str_has_prefix (error->message, "a.svg:3: "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import-svg/page", test_page);
  g_test_add_func ("/import-svg/placed-by-style", test_placed_by_style);
  g_test_add_func ("/import-svg/pressed-flat", test_pressed_flat);
  g_test_add_func ("/import-svg/filling", test_filling);
  g_test_add_func ("/import-svg/no-drawing", test_no_drawing);
  return g_test_run ();
}
