// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// GIF 89a. A frame is held back until one comes that differs from it: only then is it known how
// long it is shown. What stays as it was is transparent within the frame's rectangle, and the frame
// before is left to show through.

#include "render/export/export-gif.h"

#include "render/export/export.h"
#include "render/export/palette-cut.h"

#include <gif_lib.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define SHORTEST 2     // hundredths of a second
#define LONGEST  65535 // that the format holds

typedef struct {
  int x, y, width, height;
} Rect;

struct _TrGifWriter {
  int width, height;
  double fps;
  int n_added;
  int held_since;    // hundredths of a second; −1: no frame is held
  uint32_t *held;    // 0xrrggbb
  uint32_t *next;    // the frame that comes in
  uint32_t *written; // what is shown before the held one
  bool has_written;
  bool failed;
  TrPalette *first; // the colours of the file
  GifFileType *gif;
  GByteArray *bytes;
};

static int
write_bytes (GifFileType *gif, const GifByteType *data, int n)
{
  g_byte_array_append (gif->UserData, data, (guint) n);
  return n;
}

static uint32_t *
pixels_new (int width, int height)
{
  return g_new0 (uint32_t, (size_t) width * (size_t) height);
}

TrGifWriter *
tr_gif_writer_new (int width, int height, double fps)
{
  g_return_val_if_fail (width > 0 && height > 0 && width <= 65535 && height <= 65535, NULL);
  g_return_val_if_fail (fps > 0, NULL);
  TrGifWriter *w = g_new0 (TrGifWriter, 1);
  int error;
  w->width = width;
  w->height = height;
  w->fps = fps;
  w->held_since = -1;
  w->held = pixels_new (width, height);
  w->next = pixels_new (width, height);
  w->written = pixels_new (width, height);
  w->bytes = g_byte_array_new ();
  w->gif = EGifOpen (w->bytes, write_bytes, &error);
  w->failed = w->gif == NULL;
  if (w->gif)
    EGifSetGifVersion (w->gif, true);
  return w;
}

void
tr_gif_writer_free (TrGifWriter *w)
{
  int error;
  if (!w)
    return;
  if (w->gif)
    EGifCloseFile (w->gif, &error);
  g_clear_pointer (&w->bytes, g_byte_array_unref);
  tr_palette_free (w->first);
  g_free (w->held);
  g_free (w->next);
  g_free (w->written);
  g_free (w);
}

// Premultiplied, over white.
static uint32_t
over_white (uint32_t pixel, bool opaque)
{
  uint32_t rest = opaque ? 0 : 255 - (pixel >> 24);
  return (pixel & 0xffffff) + rest * 0x010101;
}

static void
read_frame (TrGifWriter *w, cairo_surface_t *frame)
{
  bool opaque = cairo_image_surface_get_format (frame) == CAIRO_FORMAT_RGB24;
  const unsigned char *data = cairo_image_surface_get_data (frame);
  int stride = cairo_image_surface_get_stride (frame);
  for (int y = 0; y < w->height; y++) {
    const uint32_t *row = (const uint32_t *) (const void *) (data + (size_t) y * (size_t) stride);
    for (int x = 0; x < w->width; x++)
      w->next[(size_t) y * (size_t) w->width + (size_t) x] = over_white (row[x], opaque);
  }
}

// The least rectangle with all that differs; one pixel where nothing does.
static Rect
changed_part (const TrGifWriter *w)
{
  int left = w->width, right = -1, top = w->height, bottom = -1;
  if (!w->has_written)
    return (Rect){0, 0, w->width, w->height};
  for (int y = 0; y < w->height; y++)
    for (int x = 0; x < w->width; x++) {
      size_t i = (size_t) y * (size_t) w->width + (size_t) x;
      if (w->held[i] == w->written[i])
        continue;
      left = MIN (left, x);
      right = MAX (right, x);
      top = MIN (top, y);
      bottom = MAX (bottom, y);
    }
  return right < 0 ? (Rect){0, 0, 1, 1} : (Rect){left, top, right - left + 1, bottom - top + 1};
}

static bool
stays (const TrGifWriter *w, size_t i)
{
  return w->has_written && w->held[i] == w->written[i];
}

// How often each colour is new; *stay whether some pixel is as it was.
static GHashTable *
count_colors (const TrGifWriter *w, Rect r, bool *stay)
{
  GHashTable *counts = g_hash_table_new (NULL, NULL);
  *stay = false;
  for (int y = r.y; y < r.y + r.height; y++)
    for (int x = r.x; x < r.x + r.width; x++) {
      size_t i = (size_t) y * (size_t) w->width + (size_t) x;
      gpointer color = GUINT_TO_POINTER (w->held[i]);
      *stay |= stays (w, i);
      if (!stays (w, i))
        g_hash_table_insert (
            counts, color,
            GUINT_TO_POINTER (1 + GPOINTER_TO_UINT (g_hash_table_lookup (counts, color))));
    }
  if (g_hash_table_size (counts) == 0) // nothing is new
    g_hash_table_insert (counts, GUINT_TO_POINTER (0), GUINT_TO_POINTER (1));
  return counts;
}

static bool
has_all (const TrPalette *p, GHashTable *counts)
{
  GHashTableIter iter;
  gpointer color;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &color, NULL)) {
    int k = tr_palette_find (p, GPOINTER_TO_UINT (color));
    if (k < 0 || p->color[k] != GPOINTER_TO_UINT (color))
      return false;
  }
  return true;
}

// A power of two of them; with room for the transparent one behind the last, if there is.
static ColorMapObject *
color_map (const TrPalette *p)
{
  GifColorType colors[TR_PALETTE_MAX] = {{0, 0, 0}};
  int n = 2;
  while (n < p->n + 1 && n < TR_PALETTE_MAX)
    n *= 2;
  for (int i = 0; i < p->n; i++)
    colors[i] = (GifColorType){(GifByteType) (p->color[i] >> 16), (GifByteType) (p->color[i] >> 8),
                               (GifByteType) p->color[i]};
  return GifMakeMapObject (n, colors);
}

// The loop's block, as Netscape 2.0 had it: 1, then how often (0: for ever).
static bool
write_head (TrGifWriter *w, const ColorMapObject *map)
{
  const GifByteType loop[] = {1, 0, 0};
  return EGifPutScreenDesc (w->gif, w->width, w->height, 8, 0, map) == GIF_OK &&
         EGifPutExtensionLeader (w->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock (w->gif, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock (w->gif, sizeof loop, loop) == GIF_OK &&
         EGifPutExtensionTrailer (w->gif) == GIF_OK;
}

static bool
write_control (TrGifWriter *w, int delay, int transparent)
{
  GraphicsControlBlock control = {DISPOSE_DO_NOT, false, delay, transparent};
  GifByteType block[4];
  EGifGCBToExtension (&control, block);
  return EGifPutExtension (w->gif, GRAPHICS_EXT_FUNC_CODE, sizeof block, block) == GIF_OK;
}

static bool
write_pixels (TrGifWriter *w, Rect r, const TrPalette *p, int transparent)
{
  g_autofree GifPixelType *line = g_new (GifPixelType, r.width);
  for (int y = r.y; y < r.y + r.height; y++) {
    for (int x = 0; x < r.width; x++) {
      size_t i = (size_t) y * (size_t) w->width + (size_t) (r.x + x);
      line[x] = (GifPixelType) (stays (w, i) ? transparent : tr_palette_find (p, w->held[i]));
    }
    if (EGifPutLine (w->gif, line, r.width) != GIF_OK)
      return false;
  }
  return true;
}

// The held frame, shown for so long. The file's own colours are those of the first.
static bool
write_frame (TrGifWriter *w, int delay)
{
  bool stay, is_first = w->first == NULL;
  Rect r = changed_part (w);
  g_autoptr (GHashTable) counts = count_colors (w, r, &stay);
  g_autoptr (TrPalette) own = NULL;
  if (is_first)
    w->first = tr_palette_new (counts, TR_PALETTE_MAX);
  const TrPalette *p = w->first;
  if (!is_first && (!has_all (p, counts) || (stay && p->n == TR_PALETTE_MAX)))
    p = own = tr_palette_new (counts, stay ? TR_PALETTE_MAX - 1 : TR_PALETTE_MAX);
  int transparent = stay ? p->n : NO_TRANSPARENT_COLOR;
  ColorMapObject *map = color_map (p);
  bool ok =
      map && (!is_first || write_head (w, map)) && write_control (w, delay, transparent) &&
      EGifPutImageDesc (w->gif, r.x, r.y, r.width, r.height, false, own ? map : NULL) == GIF_OK &&
      write_pixels (w, r, p, transparent);
  if (map)
    GifFreeMapObject (map);
  memcpy (w->written, w->held, sizeof *w->held * (size_t) w->width * (size_t) w->height);
  w->has_written = true;
  return ok;
}

// Writes the held frame as shown until then.
static void
flush_held (TrGifWriter *w, int until)
{
  int left = MAX (until - w->held_since, SHORTEST);
  for (; left > 0 && !w->failed; left -= LONGEST)
    w->failed = !write_frame (w, MIN (left, LONGEST));
}

void
tr_gif_writer_add (TrGifWriter *w, cairo_surface_t *frame)
{
  g_return_if_fail (w->gif || w->failed);
  g_return_if_fail (cairo_image_surface_get_width (frame) == w->width &&
                    cairo_image_surface_get_height (frame) == w->height);
  size_t size = sizeof *w->held * (size_t) w->width * (size_t) w->height;
  int now = (int) lround (100 * w->n_added++ / w->fps);

  cairo_surface_flush (frame);
  read_frame (w, frame);
  if (w->held_since >= 0 &&
      (now < w->held_since + SHORTEST || memcmp (w->next, w->held, size) == 0))
    return;
  if (w->held_since >= 0)
    flush_held (w, now);
  uint32_t *old = w->held;
  w->held = w->next;
  w->next = old;
  w->held_since = now;
}

GBytes *
tr_gif_writer_finish (TrGifWriter *w, GError **error)
{
  int closed = GIF_OK;
  bool is_empty = w->held_since < 0;
  if (!is_empty)
    flush_held (w, (int) lround (100 * w->n_added / w->fps));
  if (w->gif)
    EGifCloseFile (g_steal_pointer (&w->gif), &closed);
  if (is_empty || w->failed) {
    g_set_error_literal (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_CAIRO,
                         is_empty ? _ ("a moving picture without frames")
                                  : _ ("the GIF cannot be written"));
    return NULL;
  }
  return g_byte_array_free_to_bytes (g_steal_pointer (&w->bytes));
}
