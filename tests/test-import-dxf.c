// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What DXF files say otherwise than others do: units, blocks, turns.

#include "doc/document.h"
#include "render/import/import.h"
#include "render/text.h"

#include <string.h>

static TrImport *
import_dxf (const char *text, const TrModel *into)
{
  g_autoptr (GError) error = NULL;
  TrImport *t = tr_import_parse (text, strlen (text), "test.DXF", into, &error);

  g_assert_no_error (error);
  return t;
}

// Blocks in blocks in blocks are an error too, and one that holds itself comes to an end.
static void
test_too_many_blocks (void)
{
  GString *text = g_string_new ("0\nSECTION\n2\nBLOCKS\n");
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 14; i++) {
    g_string_append_printf (text, "0\nBLOCK\n2\nb%d\n", i);
    for (int k = 0; k < 10; k++)
      g_string_append_printf (text, "0\nINSERT\n2\nb%d\n0\nPOINT\n", i + 1);
    g_string_append (text, "0\nENDBLK\n");
  }
  g_string_append (text,
                   "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nINSERT\n2\nb0\n0\nENDSEC\n0\nEOF\n");
  g_autofree char *whole = g_string_free (text, FALSE);
  g_autoptr (TrImport) t =
      tr_import_parse (whole, strlen (whole), "test.dxf", tr_document_get_model (d), &error);
  g_assert_null (t);
  g_assert_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_TOO_MUCH);
}

// An ellipse goes round once, however far its end is told to be, and so does one that is leant over.
static void
test_round_once (void)
{
  static const char *const ellipse =
      "0\nELLIPSE\n10\n1\n20\n2\n11\n4\n21\n0\n40\n0.5\n41\n%s\n42\n%s\n";
  static const struct {
    const char *from, *to;
    double high; // of x, or of what draws it
  } turns[] = {{"0", "628138.5307179586", 5},
               {"6", "2", 5},
               {"0", "1.5707963267948966", 5},
               {"1.5707963267948966", "7.8539816339744828", 5},
               {"1.5707963267948966", "3.1415926535897931", 1}};

  for (gsize i = 0; i < G_N_ELEMENTS (turns); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autofree char *one = g_strdup_printf (ellipse, turns[i].from, turns[i].to);
    g_autofree char *text = g_strdup_printf ("0\nSECTION\n2\nENTITIES\n%s0\nENDSEC\n0\nEOF\n", one);
    g_autoptr (TrImport) t = import_dxf (text, tr_document_get_model (d));
    g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
    g_assert_cmpfloat_with_epsilon (tr_import_box (t).high.x, turns[i].high, 0.1);
    g_assert_cmpint ((int) strlen (elements->pdata[0]), <, 1000);
  }
}

// The thinnest of lines is there to be seen; what has the look of its block has that of the insert,
// by layer or its own, and is as hidden as that.
static void
test_looks (void)
{
  static const char layers[] =
      "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLTYPE\n0\nLTYPE\n2\nDASHED\n40\n3\n49\n2\n49\n-1\n"
      "0\nENDTAB\n0\nTABLE\n2\nLAYER\n0\nLAYER\n2\nthin\n70\n0\n62\n1\n6\nDASHED\n370\n0\n"
      "0\nLAYER\n2\nfrozen\n70\n1\n62\n3\n0\nENDTAB\n0\nENDSEC\n"
      "0\nSECTION\n2\nBLOCKS\n0\nBLOCK\n2\nb\n0\nLINE\n8\n0\n62\n0\n370\n-2\n6\nByBlock\n"
      "10\n0\n20\n0\n11\n1\n21\n0\n0\nENDBLK\n0\nENDSEC\n";
  static const struct {
    const char *entity, *look; // look NULL: hidden
  } looks[] = {
      {"LINE\n8\n0\n370\n0\n10\n0\n20\n0\n11\n1\n21\n0\n", "\"style\": {\"width\": 0.05}"},
      {"LINE\n8\nthin\n10\n0\n20\n0\n11\n1\n21\n0\n",
       "\"style\": {\"stroke\": \"#ff0000\", \"width\": 0.05, \"dash\": [2, 1]}"},
      {"INSERT\n8\nthin\n2\nb\n10\n0\n20\n0\n",
       "\"style\": {\"stroke\": \"#ff0000\", \"width\": 0.05, \"dash\": [2, 1]}"},
      {"INSERT\n8\n0\n2\nb\n62\n5\n370\n50\n10\n0\n20\n0\n",
       "\"style\": {\"stroke\": \"#0000ff\", \"width\": 0.5}"},
      {"INSERT\n8\nfrozen\n2\nb\n10\n0\n20\n0\n", NULL},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autofree char *text = g_strdup_printf ("%s0\nSECTION\n2\nENTITIES\n0\n%s0\nENDSEC\n0\nEOF\n",
                                             layers, looks[i].entity);
    g_autoptr (TrImport) t = import_dxf (text, tr_document_get_model (d));
    g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
    const char *line = elements->pdata[0];
    if (looks[i].look)
      g_assert_nonnull (strstr (line, looks[i].look));
    g_assert_true ((strstr (line, "\"hidden\": true") != NULL) == (looks[i].look == NULL));
  }
}

// An inch is an inch in DXF too, and a binary file is told to be one.
static void
test_units (void)
{
  static const char *const others[] = {"AutoCAD Binary DXF\r\n\x1a and so on", "AC1015 and so on"};
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (TrImport) t = import_dxf (
      "  9\r\n$INSUNITS\r\n 70\r\n1\r\n  0\r\nSECTION\r\n  2\r\nHEADER\r\n  9\r\n$INSUNITS\r\n"
      " 70\r\n     1\r\n  0\r\nENDSEC\r\n  0\r\nSECTION\r\n  2\r\nENTITIES\r\n  0\r\nCIRCLE\r\n"
      " 10\r\n 2.0\r\n 20\r\n-1.0\r\n 40\r\n 1.0\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n",
      tr_document_get_model (d));
  TrBounds box = tr_import_box (t);

  g_assert_cmpfloat_with_epsilon (box.low.x, 25.4, 1e-9);
  g_assert_cmpfloat_with_epsilon (box.high.y, 0, 1e-9);
  g_assert_null (tr_import_left_out (t)[0]);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (tr_import_parse (others[i], strlen (others[i]), "test.dxf",
                                    tr_document_get_model (d), &error));
    g_assert_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_MEANING);
  }
}

// Two bulges of 1 are a circle, wherever its seam lies: what rounding leaves between its last point and its
// first is no side. Comments say nothing, wherever they stand.
static void
test_bulged_circle (void)
{
  static const Vec2 seam[] = {{0, 0}, {1e-6, 0}, {700, 300}};

  for (gsize i = 0; i < G_N_ELEMENTS (seam); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autofree char *text = g_strdup_printf (
        "999\nfirst\n9\n$INSUNITS\n70\n4\n0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n"
        "0\nSECTION\n2\nENTITIES\n999\nhere\n0\nLWPOLYLINE\n90\n2\n70\n1\n10\n%.9g\n20\n%.9g\n999\n"
        "there\n42\n1\n10\n%.9g\n20\n%.9g\n42\n1\n0\nENDSEC\n0\nEOF\n",
        seam[i].x, seam[i].y, seam[i].x + 10, seam[i].y);
    g_autoptr (TrImport) t = import_dxf (text, tr_document_get_model (d));
    g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
    g_assert_cmpuint (elements->len, ==, 1);
    g_assert_null (tr_import_left_out (t)[0]);
    g_assert_nonnull (strstr (elements->pdata[0], "\"circle\""));
    g_assert_nonnull (strstr (elements->pdata[0], "\"radius\": 5"));
  }
}

// Where a text begins in a file of one entity, given as what stands behind its height.
static Vec2
start_of_text (const char *entity)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autofree char *text =
      g_strdup_printf ("0\nSECTION\n2\nENTITIES\n0\n%s0\nENDSEC\n0\nEOF\n", entity);
  g_strdelimit (text, "\n", '\r'); // as the oldest files end their lines
  g_autoptr (TrImport) t = import_dxf (text, tr_document_get_model (d));
  g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
  char *at = strstr (elements->pdata[0], "\"at\": [");

  g_assert_nonnull (at);
  double x = g_ascii_strtod (at + 7, &at);
  return v2 (x, g_ascii_strtod (at + 1, NULL));
}

// Letters of height 7.3 stand on, hang from or lie about the place that they are set by.
static void
test_places_of_texts (void)
{
  static const struct {
    const char *entity;
    double before, below; // parts of the text
  } texts[] = {
      {"TEXT\n10\n50\n20\n30\n40\n7.3\n1\nMID\n", 0, 0},
      {"TEXT\n10\n0\n20\n0\n40\n7.3\n1\nMID\n72\n1\n11\n50\n21\n30\n", 0.5, 0},
      {"TEXT\n10\n0\n20\n0\n40\n7.3\n1\nMID\n72\n2\n11\n50\n21\n30\n73\n3\n", 1, 1},
      {"TEXT\n10\n0\n20\n0\n40\n7.3\n1\nMID\n72\n4\n11\n50\n21\n30\n", 0.5, 0.5},
      {"TEXT\n10\n0\n20\n0\n40\n7.3\n1\nMID\n73\n2\n11\n50\n21\n30\n", 0, 0.5},
      {"TEXT\n10\n50\n20\n30\n40\n7.3\n1\nMID\n72\n5\n11\n90\n21\n30\n", 0, 0},
      {"MTEXT\n10\n50\n20\n30\n40\n7.3\n71\n2\n1\nMID\n", 0.5, 1},
      {"MTEXT\n10\n50\n20\n30\n40\n7.3\n71\n9\n1\nMID\n", 1, 0},
  };
  double width = 10 * tr_text_width ("MID");

  g_assert_cmpfloat (width, >, 10);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    Vec2 at = start_of_text (texts[i].entity);
    g_assert_cmpfloat_with_epsilon (at.x, 50 - texts[i].before * width, 1e-6);
    g_assert_cmpfloat_with_epsilon (at.y, 30 - texts[i].below * 7.3, 1e-6);
  }
}

// What is told of an entity stays short enough to be read, whatever the file calls it.
static void
test_long_name (void)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autofree char *name = g_strnfill (100000, 'X');
  g_autofree char *text =
      g_strconcat ("0\nSECTION\n2\nENTITIES\n0\n", name, "\n0\nENDSEC\n0\nEOF\n", NULL);
  g_autoptr (TrImport) t = import_dxf (text, tr_document_get_model (d));
  bool is_told = false;
  for (int i = 0; tr_import_left_out (t)[i]; i++) {
    is_told |= strstr (tr_import_left_out (t)[i], "X…X") != NULL;
    g_assert_cmpuint (strlen (tr_import_left_out (t)[i]), <, 1000);
  }
  g_assert_true (is_told);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import-dxf/too-many-blocks", test_too_many_blocks);
  g_test_add_func ("/import-dxf/round-once", test_round_once);
  g_test_add_func ("/import-dxf/looks", test_looks);
  g_test_add_func ("/import-dxf/units", test_units);
  g_test_add_func ("/import-dxf/bulged-circle", test_bulged_circle);
  g_test_add_func ("/import-dxf/places-of-texts", test_places_of_texts);
  g_test_add_func ("/import-dxf/long-name", test_long_name);
  return g_test_run ();
}
