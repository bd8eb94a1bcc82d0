// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// PDF and EPS: Cairo's own writers, in points; 1/256 pt is 1.4 µm.

#include "render/export/export-page.h"
#include "render/export/export.h"

#include <cairo-pdf.h>
#include <cairo-ps.h>
#include <glib/gi18n.h>
#include <string.h>

#define POINTS_PER_MM (72 / 25.4)
#define POINTS_MAX    8e6 // Cairo's 24 bits

static bool
page_fits (TrPage page, GError **error)
{
  double longer = fmax (page.width, page.height) * POINTS_PER_MM;

  if (longer <= POINTS_MAX)
    return true;
  g_set_error (
      error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_TOO_BIG,
      _ ("a page of %.4g m is more than this format holds (2822 m): choose a smaller scale"),
      fmax (page.width, page.height) / 1000);
  return false;
}

// The date would make every file a different one.
static void
describe_pdf (cairo_surface_t *surface, const TrExportJob *job)
{
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Trammel");
  if (job->title)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, job->title);
}

GBytes *
tr_export_pdf (const TrExportJob *job, GError **error)
{
  GByteArray *bytes;
  cairo_surface_t *surface;

  if (!page_fits (job->page, error))
    return NULL;
  bytes = g_byte_array_new ();
  surface = cairo_pdf_surface_create_for_stream (
      tr_page_write, bytes, job->page.width * POINTS_PER_MM, job->page.height * POINTS_PER_MM);
  describe_pdf (surface, job);
  tr_page_paint (job, surface, POINTS_PER_MM);
  return tr_page_finish (surface, bytes, error);
}

// Puts another value behind a comment's key; the file as it is where it has no such comment.
static GBytes *
replace_comment (GBytes *eps, const char *key, const char *value)
{
  gsize n;
  const char *text = g_bytes_get_data (eps, &n), *after = text + n;
  const char *line = g_strstr_len (text, (gssize) n, key);
  const char *at = line ? line + strlen (key) : after;
  const char *end = memchr (at, '\n', (gsize) (after - at));
  GByteArray *out;

  if (!end)
    return eps;
  out = g_byte_array_new ();
  g_byte_array_append (out, (const guint8 *) text, (guint) (at - text));
  g_byte_array_append (out, (const guint8 *) value, (guint) strlen (value));
  g_byte_array_append (out, (const guint8 *) end, (guint) (after - end));
  g_bytes_unref (eps);
  return g_byte_array_free_to_bytes (out);
}

// Cairo writes the time of day, and the box of the ink in whole points: neither the margin nor the
// true size would be left.
static GBytes *
fix_comments (GBytes *eps, TrPage page)
{
  double w = page.width * POINTS_PER_MM, h = page.height * POINTS_PER_MM;
  char a[G_ASCII_DTOSTR_BUF_SIZE], b[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *box = g_strdup_printf (
      "0 0 %.0f %.0f\n%%%%HiResBoundingBox: 0 0 %s %s", ceil (w), ceil (h),
      g_ascii_formatd (a, sizeof a, "%.6f", w), g_ascii_formatd (b, sizeof b, "%.6f", h));

  eps = replace_comment (eps, "\n%%CreationDate: ", "Thu Jan  1 00:00:00 1970");
  return replace_comment (eps, "\n%%BoundingBox: ", box);
}

// A title is one line of a comment.
static void
describe_eps (cairo_surface_t *surface, const TrExportJob *job)
{
  g_autofree char *title = g_strndup (job->title ? job->title : "", 200);
  g_autofree char *line = NULL;

  if (!*title)
    return;
  line = g_strdup_printf ("%%%%Title: %s", g_strdelimit (title, "\r\n", ' '));
  cairo_ps_surface_dsc_comment (surface, line);
}

GBytes *
tr_export_eps (const TrExportJob *job, GError **error)
{
  GByteArray *bytes;
  cairo_surface_t *surface;
  GBytes *eps;

  if (!page_fits (job->page, error))
    return NULL;
  bytes = g_byte_array_new ();
  surface = cairo_ps_surface_create_for_stream (
      tr_page_write, bytes, job->page.width * POINTS_PER_MM, job->page.height * POINTS_PER_MM);
  cairo_ps_surface_set_eps (surface, TRUE);
  describe_eps (surface, job);
  tr_page_paint (job, surface, POINTS_PER_MM);
  eps = tr_page_finish (surface, bytes, error);
  return eps ? fix_comments (eps, job->page) : NULL;
}
