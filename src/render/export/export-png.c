// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/export/export-page.h"
#include "render/export/export.h"
#include "render/picture.h"

#include <glib/gi18n.h>
#include <string.h>

#define PIXELS_MAX 32767 // a side of Cairo's image surfaces

// The checksum of PNG chunks (PNG 1.2, annex D): x³² + x²⁶ + … + 1, reflected.
static guint32
crc (const guint8 *data, gsize n)
{
  guint32 c = 0xffffffffu;

  for (gsize i = 0; i < n; i++) {
    c ^= data[i];
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
  }
  return c ^ 0xffffffffu;
}

static void
put (guint8 *at, guint32 value)
{
  value = GUINT32_TO_BE (value);
  memcpy (at, &value, 4);
}

// A pHYs chunk behind the header (8 + 25 bytes), so that the picture has its true size on paper.
static void
add_resolution (GByteArray *png, double k)
{
  const guint header = 33;
  guint8 chunk[21] = {0, 0, 0, 9, 'p', 'H', 'Y', 's'};
  guint old = png->len;

  if (old < header)
    return;
  put (chunk + 8, (guint32) lround (k * 1000));
  put (chunk + 12, (guint32) lround (k * 1000));
  chunk[16] = 1; // the unit is the metre
  put (chunk + 17, crc (chunk + 4, 13));
  g_byte_array_set_size (png, old + (guint) sizeof chunk);
  memmove (png->data + header + sizeof chunk, png->data + header, old - header);
  memcpy (png->data + header, chunk, sizeof chunk);
}

static double
pixels (double mm, double dpi)
{
  return fmax (1, ceil (mm * (dpi / 25.4) - 1e-6));
}

int
tr_export_pixels (double mm, double dpi)
{
  return (int) fmin (pixels (mm, dpi), G_MAXINT);
}

cairo_surface_t *
tr_page_image (const TrExportJob *job, double dpi, GError **error)
{
  double w = pixels (job->page.width, dpi), h = pixels (job->page.height, dpi);

  if (fmax (w, h) > PIXELS_MAX) {
    g_set_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_TOO_BIG,
                 _ ("%.0f × %.0f pixels at %g dpi, but a picture has at most %d on a side: "
                    "choose a smaller scale or fewer dpi"),
                 w, h, dpi, PIXELS_MAX);
    return NULL;
  }
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) w, (int) h);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    tr_page_paint (job, surface, dpi / 25.4);
  cairo_status_t status = cairo_surface_status (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return surface;
  cairo_surface_destroy (surface);
  g_set_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_CAIRO,
               _ ("a picture of %.0f × %.0f pixels: %s"), w, h, tr_picture_reason (status));
  return NULL;
}

GBytes *
tr_export_png (const TrExportJob *job, double dpi, GError **error)
{
  cairo_surface_t *surface = tr_page_image (job, dpi, error);
  if (!surface)
    return NULL;
  GByteArray *png = g_byte_array_new ();
  cairo_status_t status = cairo_surface_write_to_png_stream (surface, tr_page_write, png);
  if (status == CAIRO_STATUS_SUCCESS) {
    add_resolution (png, dpi / 25.4);
    return tr_page_finish (surface, png, error);
  }
  cairo_surface_destroy (surface);
  g_byte_array_unref (png);
  g_set_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_CAIRO, _ ("a picture: %s"),
               tr_picture_reason (status));
  return NULL;
}
