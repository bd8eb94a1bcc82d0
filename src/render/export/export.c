// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/export/export.h"

#include "doc/file.h"
#include "render/export/export-page.h"
#include "render/paint.h"
#include "render/picture.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (tr_export_error, tr_export_error)

#define PAPER_MAX 5080 // mm: pages beyond are cut by most readers of PDF

// One walk over the inks tells the page's size and what is missing from it.
typedef struct {
  const TrModel *m;
  TrBounds box;
  GString *note;
  GHashTable *pictures;
  int last_named;
} Survey;

TrExportOptions
tr_export_options_make (void)
{
  return (TrExportOptions){.scale = 1, .dpi = 300};
}

void
tr_export_note (GString *note, const char *format, ...)
{
  va_list args;

  if (note->len > 0)
    g_string_append_c (note, '\n');
  va_start (args, format);
  g_string_append_vprintf (note, format, args);
  va_end (args);
}

static void
survey_ink (const TrInk *ink, gpointer data)
{
  Survey *s = data;
  bool lost_picture = ink->kind == TR_INK_PICTURE && !tr_picture_cache_get (s->pictures, ink->text);

  s->box = tr_bounds_union (s->box, tr_extent_ink (ink));
  if (ink->kind == TR_INK_PATH && tr_dashes_are_too_many (ink->outline, &ink->pen)) {
    g_autofree char *dashed = tr_ink_element_id (s->m, ink->element);
    tr_export_note (s->note, _ ("%s: dashes too many to be told apart are drawn solid"), dashed);
  }
  if (ink->kind == TR_INK_PATH && ink->outline->coarse) {
    g_autofree char *fine = tr_ink_element_id (s->m, ink->element);
    tr_export_note (s->note, _ ("%s: finer than can be drawn, chords of it are"), fine);
  }
  if (ink->cut_short) {
    g_autofree char *cut = tr_ink_element_id (s->m, ink->element);
    tr_export_note (s->note, _ ("%s: path data with an error in it is drawn up to there"), cut);
  }
  if ((!ink->broken && !lost_picture) || s->last_named == ink->element)
    return;
  g_autofree char *id = tr_ink_element_id (s->m, ink->element);
  s->last_named = ink->element;
  if (lost_picture)
    tr_export_note (s->note, _ ("%s: a picture that cannot be read is left out"), id);
  else
    tr_export_note (s->note, _ ("%s: what is not finite is left out"), id);
}

static bool
fail_option (GError **error, const char *message)
{
  g_set_error_literal (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_OPTION, message);
  return false;
}

static bool
check_options (const TrExportOptions *options, TrColor *background, GError **error)
{
  double w, h;

  *background = (TrColor){.is_none = true};
  if (!(options->scale > 0 && isfinite (options->scale)))
    return fail_option (error, _ ("scale: expected a number over 0"));
  if (!(options->margin >= 0 && isfinite (options->margin)))
    return fail_option (error, _ ("margin: expected millimetres, 0 or more"));
  if (!(options->dpi > 0 && isfinite (options->dpi)))
    return fail_option (error, _ ("dpi: expected a number over 0"));
  if (options->background && !tr_color_parse (options->background, background))
    return fail_option (error, _ ("background: expected “#rrggbb”, “#rrggbbaa” or “none”"));
  if (options->page && !tr_page_parse (options->page, &w, &h))
    return fail_option (error, _ ("page: expected A0 to A6, letter, legal, tabloid, each with "
                                  "“-landscape” if wanted, or a size like 210x297"));
  return true;
}

static TrPage
lay_out (const TrExportOptions *options, TrBounds ink, GString *note)
{
  double w, h;

  if (!options->page || !tr_page_parse (options->page, &w, &h))
    return tr_page_around (ink, options->margin);
  if (ink.high.x - ink.low.x > w - 2 * options->margin ||
      ink.high.y - ink.low.y > h - 2 * options->margin)
    tr_export_note (note, _ ("the drawing (%.6g × %.6g mm) is larger than the page"),
                    ink.high.x - ink.low.x, ink.high.y - ink.low.y);
  return tr_page_paper (ink, w, h);
}

// "six" is what a millimetre at K = 10⁴ has: 1/256 of 1e-4 mm.
static void
note_precision (TrExportFormat format, TrPage page, GString *note)
{
  double k = tr_export_svg_k (page), longer = fmax (page.width, page.height);

  if (format == TR_EXPORT_SVG && k < 1e4)
    tr_export_note (note, _ ("a page of %.6g mm: coordinates are good to %g mm"), longer, 0.01 / k);
  if (format == TR_EXPORT_PDF && longer > PAPER_MAX)
    tr_export_note (note, _ ("a page of %.6g mm: many programs show no more than %d mm of a PDF"),
                    longer, PAPER_MAX);
}

static GBytes *
write_format (TrExportJob *job, TrExportFormat format, double dpi, GString *notes, GError **error)
{
  switch (format) {
  case TR_EXPORT_SVG:
    job->paint.tagged = job->paint.outline_text = true;
    return tr_export_svg (job, error);
  case TR_EXPORT_PDF:
    return tr_export_pdf (job, error);
  case TR_EXPORT_EPS:
    job->paint.outline_text = true;
    return tr_export_eps (job, error);
  case TR_EXPORT_PNG:
    job->paint.outline_text = true; // glyphs would be set on whole pixels
    return tr_export_png (job, dpi, error);
  case TR_EXPORT_CSV:
    return tr_export_csv (job, error);
  case TR_EXPORT_DXF:
    return tr_export_dxf (job, notes);
  }
  g_assert_not_reached ();
}

// What is drawn, and where it lies on its page; false with error set where an option is wrong.
static bool
prepare (TrExportJob *job,
         const TrExportOptions *options,
         GHashTable *pictures,
         GString *notes,
         GError **error)
{
  Survey survey = {job->m, tr_bounds_empty (), notes, pictures, -1};

  if (!check_options (options, &job->background, error))
    return false;
  job->paint = tr_paint_options_make (job->m, options->scale);
  job->paint.traces = options->traces;
  job->paint.pictures = pictures;
  job->paint.filter = options->filter;
  job->paint.filters_labels = job->paint.without_traces = options->filter != NULL;
  tr_ink_each (job->m, job->state, &job->paint, survey_ink, &survey);
  job->page = lay_out (options, options->ink ? *options->ink : survey.box, notes);
  return true;
}

bool
tr_export_measure (const TrModel *m,
                   const TrState *state,
                   const TrExportOptions *options,
                   double *width,
                   double *height,
                   GError **error)
{
  g_autoptr (GHashTable) pictures = tr_picture_cache_new ();
  g_autoptr (GString) notes = g_string_new (NULL);
  TrExportJob job = {.m = m, .state = state};

  if (!prepare (&job, options, pictures, notes, error))
    return false;
  *width = job.page.width;
  *height = job.page.height;
  return true;
}

GBytes *
tr_export_bytes (const TrModel *m,
                 const TrState *state,
                 TrExportFormat format,
                 const TrExportOptions *options,
                 char **note,
                 GError **error)
{
  g_autoptr (GHashTable) pictures = tr_picture_cache_new ();
  g_autoptr (GString) notes = g_string_new (NULL);
  TrExportJob job = {.m = m, .state = state, .title = options->title};
  GBytes *bytes;

  if (note)
    *note = NULL;
  if (!prepare (&job, options, pictures, notes, error))
    return NULL;
  note_precision (format, job.page, notes);
  bytes = write_format (&job, format, options->dpi, notes, error);
  if (bytes && note && notes->len > 0)
    *note = g_strdup (notes->str);
  return bytes;
}

cairo_surface_t *
tr_export_image (const TrModel *m,
                 const TrState *state,
                 const TrExportOptions *options,
                 char **note,
                 GError **error)
{
  g_autoptr (GHashTable) pictures = tr_picture_cache_new ();
  g_autoptr (GString) notes = g_string_new (NULL);
  TrExportJob job = {.m = m, .state = state};

  if (note)
    *note = NULL;
  if (!prepare (&job, options, pictures, notes, error))
    return NULL;
  job.paint.outline_text = true;
  cairo_surface_t *surface = tr_page_image (&job, options->dpi, error);
  if (surface && note && notes->len > 0)
    *note = g_strdup (notes->str);
  return surface;
}

bool
tr_export_format_from_path (const char *path, TrExportFormat *format, GError **error)
{
  static const char *const endings[] = {".svg", ".pdf", ".eps", ".png", ".dxf", ".csv"};
  g_autofree char *name = g_path_get_basename (path);
  const char *ending = strrchr (name, '.');

  for (int i = 0; ending && i < (int) G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (ending, endings[i]) == 0) {
      *format = (TrExportFormat) i;
      return true;
    }
  if (ending)
    g_set_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_FORMAT,
                 _ ("%s: %s export is not built (.svg, .pdf, .eps, .png, .dxf, .csv are)"), path,
                 ending);
  else
    g_set_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_FORMAT,
                 _ ("%s: expected a name that ends in .svg, .pdf, .eps, .png, .dxf or .csv"), path);
  return false;
}

bool
tr_export (const TrModel *m,
           const TrState *state,
           const char *path,
           const TrExportOptions *options,
           char **note,
           GError **error)
{
  TrExportFormat format;
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  gsize n;

  if (note)
    *note = NULL;
  if (!tr_export_format_from_path (path, &format, error))
    return false;
  bytes = tr_export_bytes (m, state, format, options, note, error);
  if (!bytes) {
    g_prefix_error (error, _ ("%s: "), path);
    return false;
  }
  data = g_bytes_get_data (bytes, &n);
  return tr_write_file (path, data, n, error);
}
