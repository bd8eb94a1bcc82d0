// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/export/export-page.h"

#include "render/export/export.h"
#include "render/paint.h"
#include "render/picture.h"

#include <glib/gi18n.h>
#include <string.h>

// A page is at least so wide and high: programs choke on pages of no size.
#define LEAST_SIDE 1e-3

typedef struct {
  const char *name;
  double width, height; // mm
} Paper;

static const Paper papers[] = {
    {"A0", 841, 1189},       {"A1", 594, 841},          {"A2", 420, 594}, {"A3", 297, 420},
    {"A4", 210, 297},        {"A5", 148, 210},          {"A6", 105, 148}, {"letter", 215.9, 279.4},
    {"legal", 215.9, 355.6}, {"tabloid", 279.4, 431.8},
};

static bool
parse_size (const char *text, double *width, double *height)
{
  char *end;
  double w = g_ascii_strtod (text, &end), h;

  if (end == text || *end != 'x')
    return false;
  text = end + 1;
  h = g_ascii_strtod (text, &end);
  if (end == text || *end || !(w > 0 && h > 0 && w < 1e9 && h < 1e9))
    return false;
  *width = w;
  *height = h;
  return true;
}

bool
tr_page_parse (const char *text, double *width, double *height)
{
  const char *dash = strchr (text, '-');
  g_autofree char *name = dash ? g_strndup (text, (gsize) (dash - text)) : g_strdup (text);

  if (dash && g_ascii_strcasecmp (dash, "-landscape") != 0)
    return false;
  for (gsize i = 0; i < G_N_ELEMENTS (papers); i++)
    if (g_ascii_strcasecmp (papers[i].name, name) == 0) {
      *width = dash ? papers[i].height : papers[i].width;
      *height = dash ? papers[i].width : papers[i].height;
      return true;
    }
  return !dash && parse_size (text, width, height);
}

TrPage
tr_page_around (TrBounds ink, double margin)
{
  double w, h;

  if (tr_bounds_is_empty (ink))
    ink = (TrBounds){{0, 0}, {1, 1}};
  w = ink.high.x - ink.low.x + 2 * margin;
  h = ink.high.y - ink.low.y + 2 * margin;
  return (TrPage){fmax (w, LEAST_SIDE), fmax (h, LEAST_SIDE),
                  v2 (ink.low.x - margin, ink.low.y - margin)};
}

TrPage
tr_page_paper (TrBounds ink, double width, double height)
{
  Vec2 middle = tr_bounds_is_empty (ink) ? v2 (0, 0) : v2_mid (ink.low, ink.high);

  return (TrPage){width, height, v2 (middle.x - width / 2, middle.y - height / 2)};
}

cairo_matrix_t
tr_page_matrix (TrPage page, double k)
{
  return (cairo_matrix_t){k, 0, 0, -k, -k * page.low.x, k * (page.low.y + page.height)};
}

void
tr_page_paint (const TrExportJob *job, cairo_surface_t *surface, double k)
{
  cairo_matrix_t matrix = tr_page_matrix (job->page, k);
  cairo_t *cr = cairo_create (surface);
  TrColor c = job->background;

  if (!c.is_none) {
    tr_color_set (cr, c, 1);
    cairo_paint (cr);
  }
  cairo_transform (cr, &matrix);
  cairo_set_tolerance (cr, fmax (0.1, 0.01 * k)); // of the extents that Cairo takes of curves
  tr_paint_model (job->m, job->state, &job->paint, cr);
  cairo_destroy (cr);
}

cairo_status_t
tr_page_write (void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *
tr_page_finish (cairo_surface_t *surface, GByteArray *bytes, GError **error)
{
  cairo_status_t status;

  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  g_set_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_CAIRO, _ ("drawing failed: %s"),
               tr_picture_reason (status));
  return NULL;
}
