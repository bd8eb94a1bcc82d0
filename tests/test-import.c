// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Foreign drawings: what comes of each file of data/import, that our own exports come back as
// they were, and that hostile files are answered. TRAMMEL_REFERENCE=1 writes the references anew.

#include "doc/document.h"
#include "doc/json.h"
#include "doc/writer.h"
#include "render/export/export.h"
#include "render/import/import.h"
#include "render/style.h"
#include "render/svg-path.h"

#include <string.h>

static char *
data_path (const char *folder, const char *name)
{
  return g_test_build_filename (G_TEST_DIST, folder, name, NULL);
}

// The drawing that comes of an import, as text.
static char *
document_text (const TrImport *t, TrDocument *d)
{
  g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
  g_autoptr (GError) error = NULL;

  tr_document_add_all (d, (const char *const *) elements->pdata, &error);
  g_assert_no_error (error);
  return tr_document_to_text (d, NULL);
}

static void
check_reference (const char *path, const char *text)
{
  g_autofree char *expected = NULL;

  if (g_getenv ("TRAMMEL_REFERENCE"))
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_reference (gconstpointer data)
{
  const char *name = data;
  g_autofree char *path = data_path ("data/import", name);
  g_autofree char *stem = g_strndup (path, (gsize) (strrchr (path, '.') - path));
  g_autofree char *drawing_path = g_strconcat (stem, ".trammel", NULL);
  g_autofree char *notes_path = g_strconcat (stem, ".left-out", NULL);
  g_autofree char *text = NULL;
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (path, &text, &n, NULL));
  g_autoptr (TrImport) t = tr_import_parse (text, n, name, tr_document_get_model (d), &error);
  if (!t) {
    g_autofree char *message = g_strconcat (error->message, "\n", NULL);
    check_reference (notes_path, message);
    return;
  }
  g_autofree char *drawing = document_text (t, d);
  g_autofree char *notes = g_strjoinv ("\n", (char **) tr_import_left_out (t));
  g_autofree char *notes_line = g_strconcat (notes, *notes ? "\n" : "", NULL);
  check_reference (drawing_path, drawing);
  check_reference (notes_path, notes_line);
}

static TrImport *
import_named (const char *text, const char *name, const TrModel *into)
{
  g_autoptr (GError) error = NULL;
  TrImport *t = tr_import_parse (text, strlen (text), name, into, &error);

  g_assert_no_error (error);
  return t;
}

static TrImport *
import_text (const char *text, const TrModel *into)
{
  return import_named (text, "test.svg", into);
}

// Everything that moves with the drawing, in the order of the state: a circle's centre and radius,
// the points of a polyline. SVG keeps six decimals and the style, DXF all digits that are kept and
// of the style what it has.
static void
assert_same_body (
    bool is_dxf, const TrModel *a, const TrState *sa, int i, const TrModel *b, const TrState *sb)
{
  const TrBody *p = &a->bodies[i];
  TrElement at = tr_model_find (b, p->id);

  g_assert_cmpint (at.kind, ==, TR_ELEMENT_BODY);
  const TrBody *q = &b->bodies[at.index];
  g_assert_cmpint (p->kind, ==, q->kind);
  g_assert_cmpint (p->n, ==, q->n);
  g_assert_cmpint (p->closed, ==, q->closed);
  g_assert_cmpstr (p->name, ==, q->name);
  for (int k = 0; k < p->n; k++)
    g_assert_cmpfloat_with_epsilon (sa->q[p->q + k], sb->q[q->q + k], is_dxf ? 2e-9 : 2e-5);
  g_assert_cmpint (p->construction, ==, q->construction);
  if (is_dxf)
    return;
  TrPen x = tr_pen_make (p->style), y = tr_pen_make (q->style);
  g_assert_cmpfloat_with_epsilon (x.width, y.width, 1e-5);
  g_assert_cmpint (x.stroke.is_none, ==, y.stroke.is_none);
  g_assert_cmpint (x.fill.is_none, ==, y.fill.is_none);
  g_assert_cmpfloat_with_epsilon (x.stroke.r, y.stroke.r, 1e-6);
  g_assert_cmpfloat_with_epsilon (x.fill.b, y.fill.b, 1e-6);
  g_assert_cmpfloat_with_epsilon (x.fill.a, y.fill.a, 0.003);
  g_assert_cmpint (x.cap, ==, y.cap);
  g_assert_cmpint (x.join, ==, y.join);
  g_assert_cmpint (x.n_dash, ==, y.n_dash);
}

static bool
comes_back (const TrBody *b, bool is_dxf)
{
  switch (b->kind) {
  case TR_BODY_RIGID:
  case TR_BODY_SHEET:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    return false;
  case TR_BODY_POINT:
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
    break;
  }
  return !b->hidden && (!b->construction || is_dxf);
}

// What our SVG and DXF hold is the drawing again: kinds, places, names, styles, labels.
static void
check_round_trip (const char *path, const char *units, TrExportFormat format)
{
  bool is_dxf = format == TR_EXPORT_DXF;
  g_autoptr (TrDocument) d = tr_document_new (), back = tr_document_new ();
  g_autoptr (GError) error = NULL;
  TrExportOptions options = tr_export_options_make ();
  g_autofree char *empty =
      g_strdup_printf ("{\"trammel\": 1, \"units\": \"%s\", \"bodies\": []}", units);

  tr_document_load (d, path, &error);
  g_assert_no_error (error);
  options.background = "#ffffff";
  options.margin = 3;
  const TrModel *m = tr_document_get_model (d);
  g_autoptr (GBytes) bytes =
      tr_export_bytes (m, tr_document_get_state (d), format, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (tr_document_load_text (back, empty, strlen (empty), "", NULL));
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (TrImport) t =
      import_named (text, is_dxf ? "test.dxf" : "test.svg", tr_document_get_model (back));
  g_autofree char *drawing = document_text (t, back);
  for (int i = 0; i < m->n_bodies; i++)
    if (comes_back (&m->bodies[i], is_dxf))
      assert_same_body (is_dxf, m, tr_document_get_state (d), i, tr_document_get_model (back),
                        tr_document_get_state (back));
  g_assert_cmpint (tr_import_n_labels (t), ==, m->n_labels);
}

static void
test_round_trips (void)
{
  const char *names[] = {"data/examples/curves.trammel", "data/examples/four-bar.trammel",
                         "data/examples/theo-jansen.trammel", "data/examples/slider-crank.trammel",
                         "tests/data/render/shapes.trammel"};

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", names[i], NULL);
    check_round_trip (path, "mm", TR_EXPORT_SVG);
    check_round_trip (path, "mm", TR_EXPORT_DXF);
  }
}

// An inch is an inch, whatever the drawing counts in.
static void
test_units (void)
{
  const char *units[] = {"mm", "cm", "in", "px"};
  const double inch[] = {25.4, 2.54, 1, 96};

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autofree char *empty =
        g_strdup_printf ("{\"trammel\": 1, \"units\": \"%s\", \"bodies\": []}", units[i]);
    g_assert_true (tr_document_load_text (d, empty, strlen (empty), "", NULL));
    g_autoptr (TrImport) t =
        import_text ("<svg width='2in' height='1in'><path id='s' stroke-width='1in' stroke='red' "
                     "d='M0 96h96'/></svg>",
                     tr_document_get_model (d));
    g_autofree char *text = document_text (t, d);
    const double *q = tr_document_get_state (d)->q;
    g_assert_cmpfloat_with_epsilon (q[0], 0, 1e-9);
    g_assert_cmpfloat_with_epsilon (q[1], 0, 1e-9);
    g_assert_cmpfloat_with_epsilon (q[2], inch[i], 1e-9);
    g_assert_cmpfloat_with_epsilon (tr_document_get_model (d)->bodies[0].style->width, 25.4, 1e-9);
  }
}

// A line as wide as no drawing can say is left out, and what is beside it taken over.
static void
test_too_wide (void)
{
  const char *pens[] = {"stroke-width='1e13'", "stroke-width='1e308'", "stroke-dasharray='1e13'",
                        "stroke-dasharray='1 1e308'"};

  for (gsize i = 0; i < G_N_ELEMENTS (pens); i++) {
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autofree char *svg = g_strdup_printf (
        "<svg width='9mm' height='9mm'><g stroke='red'><path id='wide' %s d='M0 0h9'/>"
        "<path id='s' d='M0 0h9'/></g></svg>",
        pens[i]);
    g_autoptr (TrImport) t = import_text (svg, tr_document_get_model (d));
    g_autofree char *text = document_text (t, d);
    g_assert_cmpint (tr_document_get_model (d)->n_bodies, ==, 1);
    g_assert_cmpstr (tr_document_get_model (d)->bodies[0].id, ==, "s");
  }
}

// Names that the drawing has are not given again, and what is moved moves whole.
static void
test_into (void)
{
  const char *old = "{\"trammel\": 1, \"bodies\": [{\"id\": \"s\", \"kind\": \"point\", \"at\": "
                    "[0, 0]}, {\"id\": \"circle1\", \"kind\": \"point\", \"at\": [0, 0]}]}";
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (tr_document_load_text (d, old, strlen (old), "", NULL));
  g_autoptr (TrImport) t = import_text (
      "<svg width='96mm' height='96mm' viewBox='0 0 96 96'><g fill='none' stroke='red'>"
      "<path id='s' d='M0 0h10'/><circle r='5' cx='20' cy='91'/></g></svg>",
      tr_document_get_model (d));
  g_autofree const char **ids = tr_import_ids (t);
  g_assert_cmpstr (ids[0], ==, "s_2");
  g_assert_cmpstr (ids[1], ==, "circle2");
  g_assert_null (ids[2]);
  TrBounds box = tr_import_box (t);
  g_assert_cmpfloat_with_epsilon (box.low.x, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (box.low.y, 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (box.high.x, 25, 1e-9);
  g_assert_cmpfloat_with_epsilon (box.high.y, 96, 1e-9);
  g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (100, 10));
  tr_document_add_all (d, (const char *const *) elements->pdata, &error);
  g_assert_no_error (error);
  const TrBody *b = &tr_document_get_model (d)->bodies[3];
  g_assert_cmpint (b->kind, ==, TR_BODY_CIRCLE);
  g_assert_cmpfloat_with_epsilon (tr_document_get_state (d)->q[b->q], 120, 1e-9);
  g_assert_cmpfloat_with_epsilon (tr_document_get_state (d)->q[b->q + 1], 15, 1e-9);
}

static char *
repeated (const char *head, const char *piece, int n, const char *tail)
{
  GString *out = g_string_new (head);

  for (int i = 0; i < n; i++)
    g_string_append (out, piece);
  g_string_append (out, tail);
  return g_string_free (out, FALSE);
}

// The words are libxml's own; the place is ours.
static void
test_no_xml (void)
{
  const char *texts[] = {
      "", "words", "<svg xmlns='http://www.w3.org/2000/svg'>\n<path d='M0 0'\n", "<svg><g></svg>",
      "\xff\xfe\x00",
      // Ten of ten of ten … of a word.
      "<!DOCTYPE svg [<!ENTITY a 'lol'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c "
      "'&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e "
      "'&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'><!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'><!ENTITY g "
      "'&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'><!ENTITY h '&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;'>]>"
      "<svg><text x='&h;'>&h;</text></svg>"};
  g_autoptr (TrDocument) d = tr_document_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TrImport) t = tr_import_parse (texts[i], strlen (texts[i]), "test.svg",
                                              tr_document_get_model (d), &error);
    g_assert_null (t);
    g_assert_error (error, TR_READ_ERROR, TR_READ_ERROR_SYNTAX);
    g_assert_true (g_str_has_prefix (error->message, "test.svg:"));
  }
}

// More of anything than a drawing can hold is an error at once, not a minute later.
static void
test_too_much (void)
{
  GString *uses = g_string_new ("<svg><defs><path id='g0' d='M0 0L1 1'/>");

  for (int i = 1; i < 12; i++) {
    g_string_append_printf (uses, "<g id='g%d'>", i);
    for (int k = 0; k < 10; k++)
      g_string_append_printf (uses, "<use href='#g%d'/>", i - 1);
    g_string_append (uses, "</g>");
  }
  g_string_append (uses, "</defs><use href='#g11'/></svg>");
  char *texts[] = {
      g_string_free (uses, FALSE),
      repeated ("<svg>", "<g>", 300, "</svg>"),
      repeated ("<svg><style>.a{fill:red}</style><g class='a'>",
                "<style>.a{fill:red}</style><path class='a' d='M0 0h9'/>", 12000, "</g></svg>"),
  };
  g_autoptr (TrDocument) d = tr_document_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TrImport) t = tr_import_parse (texts[i], strlen (texts[i]), "test.svg",
                                              tr_document_get_model (d), &error);
    g_assert_null (t);
    g_assert_nonnull (error);
    g_assert_true (g_str_has_prefix (error->message, "test.svg:"));
    g_free (texts[i]);
  }
}

// Letters are upright sans-serif: what else a text asks for is told.
static void
test_fonts (void)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (TrImport) t =
      import_text ("<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'>"
                   "<text id='a' y='9' font-family='DejaVu Sans'>a</text>"
                   "<g font-family='Times,serif'><text id='b' y='9'>b</text>"
                   "<text id='c' y='9' style='font-family:sans-serif;font-weight:400'>c</text></g>"
                   "<text id='d' y='9' style='font-weight:bold;font-family:Sans'>d</text></svg>",
                   tr_document_get_model (d));
  const char *const *left_out = tr_import_left_out (t);

  g_assert_cmpstr (left_out[0], ==, "b: the font of a text");
  g_assert_cmpstr (left_out[1], ==, "d: the font of a text");
  g_assert_null (left_out[2]);
}

static void
test_refused (void)
{
  const char *names[] = {"a.dxfx", "a.doc", "svg", "", "a.svg.gz"};
  g_autoptr (TrDocument) d = tr_document_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TrImport) t =
        tr_import_parse ("<svg/>", 6, names[i], tr_document_get_model (d), &error);
    g_assert_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_FORMAT);
    g_assert_null (t);
    g_assert_false (tr_import_takes (names[i]));
  }
  g_assert_true (tr_import_takes ("A.SVG"));
}

// A ring with a hole, a line and words become marks of a sheet of 60 × 40: twice as high as wide is
// 20 × 40 there. What it carried stays below.
static void
test_onto (void)
{
  const char *sheet = "{\"trammel\": 1, \"bodies\": [{\"id\": \"m\", \"kind\": \"sheet\", "
                      "\"origin\": [7, 7], \"u\": [1, 0], \"v\": [0, 1], \"size\": [60, 40], "
                      "\"drawing\": [{\"path\": \"M 0 0 L 1 1\"}]}]}";
  const char *svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10mm' height='20mm' "
                    "viewBox='0 0 10 20'><path d='M0 0H10V20H0Z M2 2V8H8V2Z' fill='#ff0000'/>"
                    "<path d='M0 20L10 0' stroke='#0000ff' stroke-width='.5' stroke-dasharray='2'/>"
                    "<text x='5' y='10' font-size='2'>{a}</text></svg>";
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_assert_true (tr_document_load_text (d, sheet, strlen (sheet), "m", &error));
  const TrModel *m = tr_document_get_model (d);
  g_autofree char *text = tr_import_onto (svg, strlen (svg), "a.svg", m, 0, left_out, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (
      text, ==,
      "[{\"path\": \"M 0 0 L 1 1\"}, "
      "{\"path\": \"M -10 20 L 10 20 L 10 -20 L -10 -20 Z M -6 16 L -6 4 L 6 4 L 6 16 Z\", "
      "\"stroke\": \"none\", \"width\": 0, \"fill\": \"#ff0000\"}, "
      "{\"path\": \"M -10 -20 L 10 20\", \"stroke\": \"#0000ff\", \"width\": 1, \"dash\": [4], "
      "\"fill\": "
      "\"#000000\"}, {\"text\": \"{a}\", \"at\": [0, 0], \"size\": 4}]");
  g_assert_cmpuint (left_out->len, ==, 0);
  g_assert_true (tr_document_set (d, "m.drawing", text, &error));
  g_assert_cmpint (tr_document_get_model (d)->bodies[0].n_drawing, ==, 4);
}

// Twice the area of each part of a path, with the sign of the way round.
static int
measure_parts (const char *path, double *area)
{
  g_auto (TrOutline) o = tr_outline_make ();
  g_assert_true (tr_svg_path_parse (path, &o, NULL));
  TrPieceIter iter = tr_piece_iter_make (&o);
  TrPiece piece;
  int n = 0;

  area[0] = 0;
  while (tr_piece_iter_next (&iter, &piece)) {
    area[n] += v2_cross (piece.p[0], piece.verb == TR_VERB_CURVE ? piece.p[3] : piece.p[1]);
    if (piece.last)
      area[++n] = 0;
  }
  return n;
}

// Squares one in the other, all the same way round, and a round hole: by the even-odd rule each is a
// hole of what it is in, and so it is on a sheet; by the other rule they stay as they are.
static void
test_onto_holes (void)
{
  static const char *const rules[] = {"nonzero", "evenodd"};
  static const double signs[][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}};
  const char *sheet = "{\"trammel\": 1, \"bodies\": [{\"id\": \"m\", \"kind\": \"sheet\", "
                      "\"origin\": [0, 0], \"u\": [1, 0], \"v\": [0, 1], \"size\": [30, 30]}]}";

  for (gsize i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autofree char *svg = g_strdup_printf (
        "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 "
        "100'><g fill-rule='%s'><path d='M10 10V90H90V10Z M20 20V60H60V20Z M30 30V50H50V30Z "
        "M65 75A5 5 0 0 0 75 75A5 5 0 0 0 65 75Z'/></g></svg>",
        rules[i]);
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GError) error = NULL;
    double area[8];

    g_assert_true (tr_document_load_text (d, sheet, strlen (sheet), "m", &error));
    g_autofree char *text =
        tr_import_onto (svg, strlen (svg), "a.svg", tr_document_get_model (d), 0, left_out, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (left_out->len, ==, 0);
    g_assert_true (tr_document_set (d, "m.drawing", text, &error));
    const char *path = tr_document_get_model (d)->bodies[0].drawing[0].text;
    g_assert_cmpint (measure_parts (path, area), ==, 4);
    for (int k = 0; k < 4; k++)
      g_assert_cmpfloat (signs[i][k] * area[k] * area[0], >, 0);
  }
}

// A turned picture stays turned, in the file and in what is drawn of it: a
// square of side 30/(cos 30° + sin 30°) fits into 30 × 30, two corners at the lower and left sides.
static void
test_onto_turned (void)
{
  const char *sheet = "{\"trammel\": 1, \"bodies\": [{\"id\": \"m\", \"kind\": \"sheet\", "
                      "\"origin\": [0, 0], \"u\": [1, 0], \"v\": [0, 1], \"size\": [30, 30]}]}";
  const char *svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 100'>"
      "<image transform='rotate(-30 50 50)' x='40' y='40' width='20' height='20' href='data:image/"
      "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+"
      "kcQAAAABJRU5"
      "ErkJggg=='/></svg>";
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_assert_true (tr_document_load_text (d, sheet, strlen (sheet), "m", &error));
  g_autofree char *text =
      tr_import_onto (svg, strlen (svg), "a.svg", tr_document_get_model (d), 0, left_out, &error);
  g_assert_no_error (error);
  g_assert_true (tr_document_set (d, "m.drawing", text, &error));
  const TrMark *mark = &tr_document_get_model (d)->bodies[0].drawing[0];
  double side = 30 / (cos (G_PI / 6) + sin (G_PI / 6));
  g_assert_cmpfloat_with_epsilon (mark->turn, G_PI / 6, 1e-9);
  g_assert_cmpfloat_with_epsilon (mark->size.x, side, 1e-6);
  Affine f = tr_mark_frame (mark);
  Vec2 corner = aff_apply (f, v2 (0, 0)), top = aff_apply (f, v2 (0, 1));
  g_assert_cmpfloat_with_epsilon (corner.y, -15, 1e-6);
  g_assert_cmpfloat_with_epsilon (top.x, -15, 1e-6);
  g_assert_cmpfloat_with_epsilon (v2_dist (corner, top), side, 1e-6);
  g_autofree char *again = tr_write_drawing (&tr_document_get_model (d)->bodies[0]);
  g_assert_cmpstr (again, ==, text);
}

// So is one whose left and right have changed: its lower left corner is at the right, turned or not.
static void
test_onto_mirrored (void)
{
  static const struct {
    const char *transform;
    double turn;
  } pictures[] = {{"translate(100 0) scale(-1 1)", 0},
                  {"translate(0 100) scale(1 -1)", G_PI},
                  {"rotate(-30 50 50) translate(100 0) scale(-1 1)", G_PI / 6}};
  const char *sheet = "{\"trammel\": 1, \"bodies\": [{\"id\": \"m\", \"kind\": \"sheet\", "
                      "\"origin\": [0, 0], \"u\": [1, 0], \"v\": [0, 1], \"size\": [30, 30]}]}";

  for (gsize i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autofree char *svg = g_strdup_printf (
        "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' viewBox='0 0 100 "
        "100'><image transform='%s' x='40' y='40' width='20' height='20' href='data:image/"
        "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+"
        "kcQAAAABJRU5ErkJggg=='/></svg>",
        pictures[i].transform);
    g_autoptr (TrDocument) d = tr_document_new ();
    g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
    g_autoptr (GError) error = NULL;

    g_assert_true (tr_document_load_text (d, sheet, strlen (sheet), "m", &error));
    g_autofree char *text =
        tr_import_onto (svg, strlen (svg), "a.svg", tr_document_get_model (d), 0, left_out, &error);
    g_assert_no_error (error);
    g_assert_true (tr_document_set (d, "m.drawing", text, &error));
    const TrMark *mark = &tr_document_get_model (d)->bodies[0].drawing[0];
    g_assert_true (mark->mirrored);
    g_assert_cmpfloat_with_epsilon (remainder (mark->turn - pictures[i].turn, 2 * G_PI), 0, 1e-9);
    Affine f = tr_mark_frame (mark);
    Vec2 corner = aff_apply (f, v2 (0, 0)), middle = aff_apply (f, v2 (0.5, 0.5));
    double reach = mark->size.x / sqrt (2), angle = mark->turn - G_PI_4;
    g_assert_cmpfloat_with_epsilon (v2_norm (middle), 0, 1e-6);
    g_assert_cmpfloat_with_epsilon (corner.x, reach * cos (angle), 1e-6);
    g_assert_cmpfloat_with_epsilon (corner.y, reach * sin (angle), 1e-6);
    g_autofree char *again = tr_write_drawing (&tr_document_get_model (d)->bodies[0]);
    g_assert_cmpstr (again, ==, text);
  }
}

// What holds nothing, and what is no drawing, is refused.
static void
test_onto_refused (void)
{
  const char *sheet = "{\"trammel\": 1, \"bodies\": [{\"id\": \"r\", \"kind\": \"rigid\", "
                      "\"position\": [0, 0], \"rotation\": 0}]}";
  const char *const texts[][3] = {
      {"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg", "nothing in it"},
      {"<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>", "a.svg", "nothing in it"},
      {"\x89PNG\r\n\x1a\n and no more", "a.png", "a.png: no PNG picture: error occurred"},
      {"not a picture", "a.PNG", "a.PNG: no PNG picture: error occurred"},
      {"BM", "a.bmp", "a name that ends"},
  };
  g_autoptr (TrDocument) d = tr_document_new ();

  g_assert_true (tr_document_load_text (d, sheet, strlen (sheet), "r", NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
    g_assert_null (tr_import_onto (texts[i][0], strlen (texts[i][0]), texts[i][1],
                                   tr_document_get_model (d), 0, left_out, &error));
    g_assert_nonnull (error);
    g_assert_nonnull (strstr (error->message, texts[i][2]));
  }
}

static void
add_references (void)
{
  g_autofree char *folder = data_path ("data", "import");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)))
    if (tr_import_takes (name)) {
      g_autofree char *path = g_strconcat ("/import/reference/", name, NULL);
      g_test_add_data_func_full (path, g_strdup (name), test_reference, g_free);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_references ();
  g_test_add_func ("/import/round-trips", test_round_trips);
  g_test_add_func ("/import/units", test_units);
  g_test_add_func ("/import/too-wide", test_too_wide);
  g_test_add_func ("/import/into", test_into);
  g_test_add_func ("/import/no-xml", test_no_xml);
  g_test_add_func ("/import/too-much", test_too_much);
  g_test_add_func ("/import/fonts", test_fonts);
  g_test_add_func ("/import/refused", test_refused);
  g_test_add_func ("/import/onto", test_onto);
  g_test_add_func ("/import/onto-holes", test_onto_holes);
  g_test_add_func ("/import/onto-turned", test_onto_turned);
  g_test_add_func ("/import/onto-mirrored", test_onto_mirrored);
  g_test_add_func ("/import/onto-refused", test_onto_refused);
  return g_test_run ();
}
