// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/picture.h"

#include <glib/gi18n.h>
#include <stdbool.h>
#include <string.h>

#define PIXELS_MAX (64u << 20)

G_DEFINE_QUARK (tr_picture_error, tr_picture_error)

typedef struct {
  const guchar *data;
  gsize left;
} Source;

static cairo_status_t
read_source (void *closure, unsigned char *data, unsigned int length)
{
  Source *source = closure;

  if (source->left < length)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (data, source->data, length);
  source->data += length;
  source->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

// The two 32-bit numbers behind "IHDR": a few bytes can claim any size.
static bool
png_is_too_big (const guchar *png, gsize n)
{
  guint32 size[2];

  if (n < 24)
    return false;
  memcpy (size, png + 16, sizeof size);
  return (guint64) GUINT32_FROM_BE (size[0]) * GUINT32_FROM_BE (size[1]) > PIXELS_MAX;
}

const char *
tr_picture_reason (cairo_status_t status)
{
  static const char *const likely[] = {
      N_ ("out of memory"),
      N_ ("error while reading from input stream"),
      N_ ("error while writing to output stream"),
      N_ ("invalid value (typically too big) for the size of the input (surface, pattern, etc.)"),
      N_ ("error occurred in libpng while reading from or writing to a PNG file"),
  };
  const char *said = cairo_status_to_string (status);

  for (guint i = 0; i < G_N_ELEMENTS (likely); i++)
    if (g_str_equal (said, likely[i]))
      return _ (likely[i]);
  return said;
}

cairo_surface_t *
tr_picture_load (const char *uri, GError **error)
{
  const char *head = "data:image/png;base64,";
  g_autofree guchar *png = NULL;
  cairo_surface_t *surface;
  gsize n;

  if (g_ascii_strncasecmp (uri, head, strlen (head)) != 0) {
    g_set_error (error, TR_PICTURE_ERROR, TR_PICTURE_ERROR_URI, _ ("expected “%s…”"), head);
    return NULL;
  }
  png = g_base64_decode (uri + strlen (head), &n);
  if (png_is_too_big (png, n)) {
    g_set_error (error, TR_PICTURE_ERROR, TR_PICTURE_ERROR_TOO_BIG,
                 _ ("a picture of over %u million pixels"), PIXELS_MAX >> 20);
    return NULL;
  }
  Source source = {png, n};
  surface = cairo_image_surface_create_from_png_stream (read_source, &source);
  cairo_status_t status = cairo_surface_status (surface);
  if (status != CAIRO_STATUS_SUCCESS) {
    // Cairo takes libpng's complaints about the bytes for a want of memory.
    if (status == CAIRO_STATUS_NO_MEMORY)
      status = CAIRO_STATUS_PNG_ERROR;
    g_set_error (error, TR_PICTURE_ERROR, TR_PICTURE_ERROR_PNG, _ ("no PNG picture: %s"),
                 tr_picture_reason (status));
    cairo_surface_destroy (surface);
    return NULL;
  }
  guchar *kept = g_steal_pointer (&png);
  cairo_surface_set_mime_data (surface, CAIRO_MIME_TYPE_PNG, kept, n, g_free, kept);
  return surface;
}

static void
destroy_picture (gpointer surface)
{
  if (surface)
    cairo_surface_destroy (surface);
}

GHashTable *
tr_picture_cache_new (void)
{
  return g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, destroy_picture);
}

cairo_surface_t *
tr_picture_cache_get (GHashTable *cache, const char *uri)
{
  gpointer surface;

  if (!g_hash_table_lookup_extended (cache, uri, NULL, &surface)) {
    surface = tr_picture_load (uri, NULL);
    g_hash_table_insert (cache, (gpointer) uri, surface);
  }
  return surface;
}
