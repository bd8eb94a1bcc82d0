// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Exported files: what is in them, how exact they are, that they are the same every time, and
// that two other programs draw them as we do. TRAMMEL_REFERENCE=1 writes the golden file anew.

#include "doc/reader.h"
#include "render/export/export.h"

#include <cairo.h>
#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <locale.h>
#include <string.h>

typedef struct {
  TrModel *m;
  TrState *state;
} Drawing;

static Drawing
drawing_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  Drawing d;

  tr_read_model (text, strlen (text), "test", &d.m, &d.state, &error);
  g_assert_no_error (error);
  return d;
}

static Drawing
drawing_open (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "render", name, NULL);
  g_autoptr (GError) error = NULL;
  Drawing d;

  tr_read_file (path, &d.m, &d.state, &error);
  g_assert_no_error (error);
  return d;
}

static void
drawing_clear (Drawing *d)
{
  tr_model_free (d->m);
  tr_state_free (d->state);
}

static char *
export_text (const Drawing *d, TrExportFormat format, const TrExportOptions *options, char **note)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = tr_export_bytes (d->m, d->state, format, options, note, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static const Vec2 trace_points[] = {{50, 50}, {55, 52}, {60, 50}};
static const TrTracePoints traces[] = {{trace_points, 3}};

static TrExportOptions
shapes_options (void)
{
  TrExportOptions options = tr_export_options_make ();

  options.traces = traces;
  options.title = "Shapes <&> \"%s\"";
  return options;
}

static void
assert_attribute (xmlNodePtr node, const char *name, const char *value)
{
  xmlChar *text = xmlGetProp (node, BAD_CAST name);

  g_assert_cmpstr ((const char *) text, ==, value);
  xmlFree (text);
}

static xmlNodePtr
child (xmlNodePtr parent, const char *name)
{
  for (xmlNodePtr n = parent->children; n; n = n->next)
    if (strcmp ((const char *) n->name, name) == 0)
      return n;
  return NULL;
}

// One element for each body that draws, in order, under its id; nothing hidden.
static void
test_svg_structure (void)
{
  const char *ids[] = {"square", "disc", "egg",   "patch",   "round", "bevel",
                       "wave",   "dot",  "cross", "picture", "path"};
  Drawing d = drawing_open ("shapes.trammel");
  TrExportOptions options = shapes_options ();
  g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, NULL);
  xmlDocPtr doc = xmlReadMemory (svg, (int) strlen (svg), NULL, NULL, 0);
  xmlNodePtr root = xmlDocGetRootElement (doc), drawing = child (root, "g"), node;
  xmlChar *title = xmlNodeGetContent (child (root, "title"));
  gsize i = 0;

  g_assert_cmpstr ((const char *) title, ==, options.title);
  xmlFree (title);
  assert_attribute (root, "width", "100.35mm");
  assert_attribute (root, "height", "100.35mm");
  assert_attribute (root, "viewBox", "0 0 100.35 100.35");
  for (node = drawing->children; node; node = node->next)
    if (node->type == XML_ELEMENT_NODE) {
      g_assert_cmpuint (i, <, G_N_ELEMENTS (ids));
      assert_attribute (node, "id", ids[i++]);
    }
  g_assert_cmpuint (i, ==, G_N_ELEMENTS (ids));

  node = child (drawing, "path");
  title = xmlNodeGetContent (child (node, "title"));
  g_assert_cmpstr ((const char *) title, ==, d.m->bodies[0].name);
  xmlFree (title);
  xmlFreeDoc (doc);
  drawing_clear (&d);
}

// Text against text, numbers by value: other versions of libm and Cairo may round otherwise.
static void
assert_same_but_for_rounding (const char *a, const char *b)
{
  while (*a && *b) {
    char *end_a, *end_b;
    bool number = g_ascii_isdigit (*a) || *a == '-';
    double x = number ? g_ascii_strtod (a, &end_a) : 0, y = number ? g_ascii_strtod (b, &end_b) : 0;
    if (number && end_a > a && end_b > b) {
      if (!(fabs (x - y) <= 2e-6))
        g_error ("%.40s is not %.40s", a, b);
      a = end_a, b = end_b;
    } else if (*a++ != *b++) {
      g_error ("“%.60s” is not “%.60s”", a - 1, b - 1);
    }
  }
  g_assert_cmpint (*a, ==, *b);
}

static void
test_svg_golden (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "render", "shapes.svg", NULL);
  g_autofree char *golden = NULL;
  Drawing d = drawing_open ("shapes.trammel");
  TrExportOptions options = shapes_options ();
  g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, NULL);

  if (g_getenv ("TRAMMEL_REFERENCE"))
    g_file_set_contents (path, svg, -1, NULL);
  g_assert_true (g_file_get_contents (path, &golden, NULL, NULL));
  assert_same_but_for_rounding (svg, golden);
  drawing_clear (&d);
}

// Random points come back within a millionth of a millimetre, up to pages of 800 mm.
static void
test_svg_precision (void)
{
  const double sizes[] = {1, 50, 790};

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++) {
    enum { N = 50 };
    double v[2 * N];
    GString *text = g_string_new ("{\"trammel\": 1, \"bodies\": [{\"id\": \"p\", \"kind\": "
                                  "\"polyline\", \"points\": [");
    char buf[G_ASCII_DTOSTR_BUF_SIZE];
    TrExportOptions options = tr_export_options_make ();

    for (int k = 0; k < 2 * N; k++) {
      v[k] = g_test_rand_double_range (-sizes[i] / 2, sizes[i] / 2);
      g_string_append (text, k % 2 ? "," : k > 0 ? ",[" : "[");
      g_string_append (text, g_ascii_dtostr (buf, sizeof buf, v[k]));
      g_string_append (text, k % 2 ? "]" : "");
    }
    g_string_append (text, "]}]}");
    Drawing d = drawing_parse (text->str);
    g_autofree char *note = NULL;
    g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, &note);
    char *s = strstr (svg, " d=\"M ");
    g_assert_null (note);
    g_assert_nonnull (s);
    s += strlen (" d=\"M ");
    for (int k = 0; k < 2 * N; k++) {
      g_assert_cmpfloat (fabs (g_ascii_strtod (s, &s) - v[k]), <=, 1e-6);
      s += strspn (s, " L");
    }
    drawing_clear (&d);
    g_string_free (text, TRUE);
  }
}

// The same bytes twice in one process and under a decimal comma.
static void
test_same_bytes (void)
{
  const TrExportFormat formats[] = {TR_EXPORT_SVG, TR_EXPORT_PDF, TR_EXPORT_EPS, TR_EXPORT_PNG};
  Drawing d = drawing_open ("gallery.trammel");
  TrExportOptions options = tr_export_options_make ();

  options.title = "Gallery";
  options.dpi = 50;
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autoptr (GBytes) a = tr_export_bytes (d.m, d.state, formats[i], &options, NULL, NULL);
    setlocale (LC_ALL, "de_DE.UTF-8"); // where it is not installed nothing changes
    g_autoptr (GBytes) b = tr_export_bytes (d.m, d.state, formats[i], &options, NULL, NULL);
    setlocale (LC_ALL, "C");
    g_assert_true (g_bytes_equal (a, b));
    g_assert_cmpuint (g_bytes_get_size (a), >, 1000);
  }
  drawing_clear (&d);
}

static void
test_eps_date (void)
{
  Drawing d = drawing_open ("shapes.trammel");
  TrExportOptions options = tr_export_options_make ();
  g_autofree char *eps = export_text (&d, TR_EXPORT_EPS, &options, NULL);

  g_assert_true (g_str_has_prefix (eps, "%!PS-Adobe-3.0 EPSF-3.0"));
  g_assert_nonnull (strstr (eps, "%%CreationDate: Thu Jan  1 00:00:00 1970\n"));
  g_assert_nonnull (strstr (eps, "%%HiResBoundingBox"));
  drawing_clear (&d);
}

// What is not finite is left out and named; what draws nothing is a small page all the same.
static void
test_left_out (void)
{
  Drawing d = drawing_parse (
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"pole\", \"kind\": \"formula\", \"unknowns\": {}, "
      "\"x\": \"t\", \"y\": \"ln(t)\", \"t\": [-1, 1]}, {\"id\": \"s\", \"kind\": \"segment\", "
      "\"a\": [0, 0], \"b\": [1, 0]}]}");
  TrExportOptions options = tr_export_options_make ();
  g_autofree char *note = NULL;

  d.state->q[1] = NAN;
  g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, &note);
  g_assert_cmpstr (note, ==,
                   "pole: what is not finite is left out\ns: what is not finite is left out");
  g_assert_nonnull (strstr (svg, "id=\"pole\""));
  g_assert_null (strstr (svg, "id=\"s\""));
  g_assert_null (strstr (svg, "nan"));
  drawing_clear (&d);

  Drawing empty = drawing_parse ("{\"trammel\": 1, \"bodies\": []}");
  g_autofree char *page = export_text (&empty, TR_EXPORT_SVG, &options, NULL);
  g_assert_nonnull (strstr (page, "width=\"1mm\" height=\"1mm\""));
  drawing_clear (&empty);
}

// Of path data with an error in it what stands before is drawn, and the export says so.
static void
test_path_error (void)
{
  Drawing d = drawing_parse (
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"R\", \"kind\": \"rigid\", \"position\": [0, 0], "
      "\"rotation\": 0, \"drawing\": [{\"path\": \"M0 0 L5 5 L 6 x\"}, {\"path\": \"none\"}, "
      "{\"path\": \"M0 0 L9 0\"}]}]}");
  TrExportOptions options = tr_export_options_make ();
  g_autofree char *note = NULL, *svg = export_text (&d, TR_EXPORT_SVG, &options, &note);

  g_assert_cmpstr (note, ==,
                   "R: path data with an error in it is drawn up to there\n"
                   "R: path data with an error in it is drawn up to there");
  g_assert_nonnull (strstr (svg, "M 0 0 L 5 5\""));
  g_assert_nonnull (strstr (svg, "M 0 0 L 9 0\""));
  drawing_clear (&d);
}

// Every number of points: Cairo does not always join a fill with the stroke that names it.
static void
test_points_have_ids (void)
{
  for (int n = 1; n <= 20; n++) {
    GString *text = g_string_new ("{\"trammel\": 1, \"bodies\": [");
    for (int i = 0; i < n; i++)
      g_string_append_printf (text, "%s{\"id\": \"p%d\", \"kind\": \"point\", \"at\": [%d, %d]}",
                              i ? ", " : "", i, i, i * i);
    g_string_append (text, "]}");
    Drawing d = drawing_parse (text->str);
    TrExportOptions options = tr_export_options_make ();
    g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, NULL);
    for (int i = 0; i < n; i++) {
      g_autofree char *id = g_strdup_printf (" id=\"p%d\"", i);
      g_assert_nonnull (strstr (svg, id));
    }
    g_assert_null (strstr (svg, "id=\"\""));
    drawing_clear (&d);
    g_string_free (text, TRUE);
  }
}

static void
test_coarse_pages (void)
{
  Drawing d =
      drawing_parse ("{\"trammel\": 1, \"units\": \"m\", \"bodies\": [{\"id\": \"s\", \"kind\": "
                     "\"segment\", \"a\": [0, 0], \"b\": [100, 3]}]}");
  TrExportOptions options = tr_export_options_make ();
  g_autofree char *note = NULL;
  g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, &note);

  char *end = strstr (svg, " L ") + strlen (" L ");
  g_assert_cmpfloat (fabs (g_ascii_strtod (end, &end) - 100000), <=, 1e-3);
  g_assert_cmpfloat (fabs (g_ascii_strtod (end, &end) - 3000), <=, 1e-3);
  g_assert_nonnull (strstr (note, "0.001 mm"));
  drawing_clear (&d);
}

static void
test_refusals (void)
{
  g_autofree char *dir = g_dir_make_tmp (NULL, NULL);
  const char *names[] = {"a.dwg", "a.txt", "a", "a.svg.txt"};
  Drawing d = drawing_open ("shapes.trammel");
  TrExportOptions options = tr_export_options_make ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (dir, names[i], NULL);
    g_autoptr (GError) error = NULL;
    g_assert_false (tr_export (d.m, d.state, path, &options, NULL, &error));
    g_assert_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_FORMAT);
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  }

  // A file holds no traces: they come with time.
  g_autofree char *table = g_build_filename (dir, "a.csv", NULL);
  g_autoptr (GError) no_traces = NULL;
  g_assert_false (tr_export (d.m, d.state, table, &options, NULL, &no_traces));
  g_assert_nonnull (strstr (no_traces->message, "nothing was traced"));
  g_assert_false (g_file_test (table, G_FILE_TEST_EXISTS));

  g_autoptr (GError) too_big = NULL;
  options.scale = 100;
  g_assert_null (tr_export_bytes (d.m, d.state, TR_EXPORT_PNG, &options, NULL, &too_big));
  g_assert_error (too_big, TR_EXPORT_ERROR, TR_EXPORT_ERROR_TOO_BIG);
  g_assert_nonnull (strstr (too_big->message, "smaller scale"));

  const TrExportOptions bad[] = {{.scale = 0, .dpi = 300},
                                 {.scale = 1, .dpi = 300, .margin = -1},
                                 {.scale = 1, .dpi = 300, .background = "white"},
                                 {.scale = 1, .dpi = 300, .page = "A17"},
                                 {.scale = 1, .dpi = NAN}};
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (tr_export_bytes (d.m, d.state, TR_EXPORT_SVG, &bad[i], NULL, &error));
    g_assert_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_OPTION);
  }
  g_rmdir (dir);
  drawing_clear (&d);
}

static void
test_paper (void)
{
  Drawing d = drawing_open ("shapes.trammel");
  TrExportOptions options = tr_export_options_make ();

  options.page = "A4-landscape";
  g_autofree char *svg = export_text (&d, TR_EXPORT_SVG, &options, NULL);
  g_assert_nonnull (strstr (svg, "width=\"297mm\" height=\"210mm\""));
  g_assert_nonnull (strstr (svg, "matrix(1,0,0,-1,98.5,155)"));
  options.page = "50x60";
  g_autofree char *note = NULL;
  g_autofree char *small = export_text (&d, TR_EXPORT_SVG, &options, &note);
  g_assert_nonnull (strstr (small, "width=\"50mm\" height=\"60mm\""));
  g_assert_nonnull (strstr (note, "larger than the page"));
  drawing_clear (&d);
}

// Root mean square of the differences over all bytes, in units of full scale. The last row and
// column are covered by the page in part and left out.
static double
compare_pictures (const char *a, const char *b)
{
  cairo_surface_t *s[2] = {cairo_image_surface_create_from_png (a),
                           cairo_image_surface_create_from_png (b)};
  int w = cairo_image_surface_get_width (s[0]), h = cairo_image_surface_get_height (s[0]);
  double sum = 0;

  g_assert_cmpint (ABS (w - cairo_image_surface_get_width (s[1])), <=, 1);
  g_assert_cmpint (ABS (h - cairo_image_surface_get_height (s[1])), <=, 1);
  w = MIN (w, cairo_image_surface_get_width (s[1])) - 1;
  h = MIN (h, cairo_image_surface_get_height (s[1])) - 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      for (int c = 0; c < 3; c++) {
        int v[2];
        for (int k = 0; k < 2; k++)
          v[k] = cairo_image_surface_get_data (
              s[k])[y * cairo_image_surface_get_stride (s[k]) + 4 * x + c];
        sum += (v[0] - v[1]) * (v[0] - v[1]);
      }
  cairo_surface_destroy (s[0]);
  cairo_surface_destroy (s[1]);
  return sqrt (sum / (3.0 * w * h)) / 255;
}

// Our own picture against another program's of our SVG: {in} and {out} are put into its call.
static void
check_renderer (const char *program, const char *const *call)
{
  g_autofree char *found = g_find_program_in_path (program);
  g_autofree char *dir = g_dir_make_tmp (NULL, NULL);
  g_autofree char *svg = g_build_filename (dir, "a.svg", NULL);
  g_autofree char *ours = g_build_filename (dir, "a.png", NULL);
  g_autofree char *theirs = g_build_filename (dir, "b.png", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  Drawing d = drawing_open ("gallery.trammel");
  TrExportOptions options = tr_export_options_make ();
  g_auto (GStrv) clean = g_environ_unsetenv (g_get_environ (), "G_DEBUG"); // not for others
  double rms;

  if (found) {
    options.background = "#ffffff";
    options.dpi = 150;
    g_assert_true (tr_export (d.m, d.state, svg, &options, NULL, NULL));
    g_assert_true (tr_export (d.m, d.state, ours, &options, NULL, NULL));
    for (int i = 0; call[i]; i++)
      g_ptr_array_add (argv, strcmp (call[i], "{in}") == 0    ? svg
                             : strcmp (call[i], "{out}") == 0 ? theirs
                                                              : (char *) call[i]);
    g_ptr_array_add (argv, NULL);
    g_assert_true (
        g_spawn_sync (NULL, (char **) argv->pdata, clean,
                      G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                      NULL, NULL, NULL, NULL, NULL, NULL));
    rms = compare_pictures (ours, theirs);
    g_test_message ("%s: rms %.4f", program, rms);
    g_assert_cmpfloat (rms, <, 0.03);
    g_unlink (svg);
    g_unlink (ours);
    g_unlink (theirs);
  } else {
    g_test_skip ("not installed");
  }
  g_rmdir (dir);
  drawing_clear (&d);
}

static void
test_rsvg (void)
{
  const char *call[] = {"rsvg-convert", "-d", "150", "-p", "150", "{in}", "-o", "{out}", NULL};

  check_renderer (call[0], call);
}

static void
test_inkscape (void)
{
  const char *call[] = {"inkscape", "-d", "150", "{in}", "-o", "{out}", NULL};

  check_renderer (call[0], call);
}

static void
test_ghostscript (void)
{
  g_autofree char *found = g_find_program_in_path ("gs");
  Drawing d = drawing_open ("gallery.trammel");
  TrExportOptions options = tr_export_options_make ();
  g_autofree char *dir = g_dir_make_tmp (NULL, NULL);
  g_autofree char *ours = g_build_filename (dir, "a.png", NULL);

  options.background = "#ffffff";
  options.dpi = 150;
  g_assert_true (tr_export (d.m, d.state, ours, &options, NULL, NULL));
  for (int i = 0; found && i < 2; i++) {
    g_autofree char *in = g_build_filename (dir, i ? "a.eps" : "a.pdf", NULL);
    g_autofree char *theirs = g_build_filename (dir, "b.png", NULL);
    g_autofree char *out = g_strconcat ("-sOutputFile=", theirs, NULL);
    const char *argv[] = {"gs",
                          "-q",
                          "-dBATCH",
                          "-dNOPAUSE",
                          "-sDEVICE=png16m",
                          "-r150",
                          out,
                          "-dTextAlphaBits=4",
                          "-dGraphicsAlphaBits=4",
                          "-dEPSCrop",
                          in,
                          NULL};
    g_assert_true (tr_export (d.m, d.state, in, &options, NULL, NULL));
    g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                                 NULL, NULL, NULL));
    double rms = compare_pictures (ours, theirs);
    g_test_message ("%s: rms %.4f", in, rms);
    g_assert_cmpfloat (rms, <, 0.05);
    g_unlink (in);
    g_unlink (theirs);
  }
  if (!found)
    g_test_skip ("not installed");
  g_unlink (ours);
  g_rmdir (dir);
  drawing_clear (&d);
}

// A line of 10¹² mm has more dashes than anybody has time for.
static void
test_dashes_without_number (void)
{
  static const char text[] =
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, 0], "
      "\"b\": [1e12, 0], \"style\": {\"dash\": [1, 1]}}]}";
  TrExportOptions options = tr_export_options_make ();
  TrModel *m;
  TrState *state;
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_assert_true (tr_read_model (text, strlen (text), "text", &m, &state, &error));
  g_autoptr (GBytes) svg = tr_export_bytes (m, state, TR_EXPORT_SVG, &options, &note, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (note, "s: dashes"));
  g_assert_null (g_strstr_len (g_bytes_get_data (svg, NULL), (gssize) g_bytes_get_size (svg),
                               "stroke-dasharray"));
  tr_model_free (m);
  tr_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/svg/structure", test_svg_structure);
  g_test_add_func ("/export/svg/golden", test_svg_golden);
  g_test_add_func ("/export/svg/points", test_points_have_ids);
  g_test_add_func ("/export/svg/precision", test_svg_precision);
  g_test_add_func ("/export/same-bytes", test_same_bytes);
  g_test_add_func ("/export/eps-date", test_eps_date);
  g_test_add_func ("/export/left-out", test_left_out);
  g_test_add_func ("/export/path-error", test_path_error);
  g_test_add_func ("/export/coarse-pages", test_coarse_pages);
  g_test_add_func ("/export/paper", test_paper);
  g_test_add_func ("/export/refusals", test_refusals);
  g_test_add_func ("/export/renderer/rsvg", test_rsvg);
  g_test_add_func ("/export/renderer/inkscape", test_inkscape);
  g_test_add_func ("/export/renderer/ghostscript", test_ghostscript);
  g_test_add_func ("/export/dashes-without-number", test_dashes_without_number);
  return g_test_run ();
}
