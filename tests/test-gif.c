// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// GIFs read back: the colours of every frame as they are shown, how long each is, and how long the
// file is beside what it shows.

#include "render/export/export-gif.h"
#include "render/export/export.h"
#include "render/export/palette-cut.h"

#include <gif_lib.h>
#include <stdint.h>
#include <string.h>

enum { WIDTH = 60, HEIGHT = 40, AREA = WIDTH * HEIGHT };

typedef struct {
  const guint8 *data;
  gsize left;
} Source;

static int
read_source (GifFileType *gif, GifByteType *to, int n)
{
  Source *s = gif->UserData;
  int take = (int) MIN ((gsize) n, s->left);
  memcpy (to, s->data, (size_t) take);
  s->data += take;
  s->left -= (gsize) take;
  return take;
}

// A file as a viewer shows it.
typedef struct {
  GifFileType *gif;
  uint32_t shown[AREA];
  int delay; // of the frame that was drawn last
  int transparent;
} Viewer;

static void
viewer_open (Viewer *v, GBytes *bytes)
{
  gsize n;
  Source source = {g_bytes_get_data (bytes, &n), n};
  int error;
  memset (v, 0, sizeof *v);
  v->gif = DGifOpen (&source, read_source, &error);
  g_assert_nonnull (v->gif);
  g_assert_cmpint (DGifSlurp (v->gif), ==, GIF_OK);
  g_assert_cmpint (v->gif->SWidth, ==, WIDTH);
  g_assert_cmpint (v->gif->SHeight, ==, HEIGHT);
}

static void
viewer_close (Viewer *v)
{
  int error;
  DGifCloseFile (v->gif, &error);
}

static void
viewer_draw (Viewer *v, int i)
{
  const SavedImage *image = &v->gif->SavedImages[i];
  const GifImageDesc *d = &image->ImageDesc;
  const ColorMapObject *map = d->ColorMap ? d->ColorMap : v->gif->SColorMap;
  GraphicsControlBlock control;
  g_assert_cmpint (DGifSavedExtensionToGCB (v->gif, i, &control), ==, GIF_OK);
  g_assert_cmpint (control.DisposalMode, ==, DISPOSE_DO_NOT);
  v->delay = control.DelayTime;
  for (int k = 0; k < d->Width * d->Height; k++) {
    int c = image->RasterBits[k];
    int at = (d->Top + k / d->Width) * WIDTH + d->Left + k % d->Width;
    if (c == control.TransparentColor)
      continue;
    g_assert_cmpint (c, <, map->ColorCount);
    v->shown[at] = (uint32_t) map->Colors[c].Red << 16 | (uint32_t) map->Colors[c].Green << 8 |
                   map->Colors[c].Blue;
  }
}

static cairo_surface_t *
picture (uint32_t (*color) (int x, int y, int frame), int frame)
{
  cairo_surface_t *s = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  int stride = cairo_image_surface_get_stride (s);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      uint32_t c = color (x, y, frame);
      memcpy (cairo_image_surface_get_data (s) + y * stride + 4 * x, &c, 4);
    }
  cairo_surface_mark_dirty (s);
  return s;
}

static GBytes *
write_frames (uint32_t (*color) (int x, int y, int frame), int n, double fps)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrGifWriter) w = tr_gif_writer_new (WIDTH, HEIGHT, fps);
  for (int i = 0; i < n; i++) {
    cairo_surface_t *s = picture (color, i);
    tr_gif_writer_add (w, s);
    cairo_surface_destroy (s);
  }
  GBytes *bytes = tr_gif_writer_finish (w, &error);
  g_assert_no_error (error);
  return bytes;
}

// The farthest that a channel is off, over all frames.
static int
worst_error (Viewer *v, uint32_t (*color) (int x, int y, int frame), const int *frames)
{
  int worst = 0;
  for (int i = 0; i < v->gif->ImageCount; i++) {
    viewer_draw (v, i);
    for (int k = 0; k < AREA; k++) {
      uint32_t c = color (k % WIDTH, k / WIDTH, frames ? frames[i] : i);
      for (int shift = 0; shift <= 16; shift += 8) {
        int off = (int) (c >> shift & 0xff) - (int) (v->shown[k] >> shift & 0xff);
        worst = MAX (worst, ABS (off));
      }
    }
  }
  return worst;
}

// A square of one colour that runs over three stripes.
static uint32_t
running_square (int x, int y, int frame)
{
  if (x >= 4 * frame && x < 4 * frame + 8 && y >= 10 && y < 18)
    return 0xffcc0000 + (uint32_t) frame;
  return y < 10 ? 0xffffffff : y < 20 ? 0xff1c71d8 : 0xff26a269;
}

static void
test_exact (void)
{
  g_autoptr (GBytes) bytes = write_frames (running_square, 12, 20);
  g_autoptr (GBytes) still = write_frames (running_square, 1, 20);
  Viewer v;
  viewer_open (&v, bytes);
  g_assert_cmpint (v.gif->ImageCount, ==, 12);
  g_assert_cmpint (worst_error (&v, running_square, NULL), ==, 0);
  g_assert_cmpint (v.delay, ==, 5);
  // Only the square and what it leaves is written.
  const GifImageDesc *d = &v.gif->SavedImages[5].ImageDesc;
  g_assert_cmpint (d->Width, ==, 12);
  g_assert_cmpint (d->Height, ==, 8);
  // It goes round for ever.
  const ExtensionBlock *loop = v.gif->SavedImages[0].ExtensionBlocks;
  g_assert_cmpint (loop->Function, ==, APPLICATION_EXT_FUNC_CODE);
  g_assert_cmpmem (loop->Bytes, loop->ByteCount, "NETSCAPE2.0", 11);
  g_assert_cmpmem (loop[1].Bytes, loop[1].ByteCount, "\1\0\0", 3);
  viewer_close (&v);
  g_assert_cmpint (g_bytes_get_size (bytes), <, 12 * g_bytes_get_size (still));
}

// 240 colours, of which a frame may use them all: with the transparent one they fit.
static uint32_t
many (int x, int y, int frame)
{
  return 0xff000000 + (uint32_t) ((x / 4 + 15 * (y / 2) + frame) % 240 * 0x010203);
}

static uint32_t
too_many (int x, int y, int frame)
{
  return 0xff000000 + (uint32_t) (4 * x) + ((uint32_t) (6 * y) << 8) +
         ((uint32_t) (30 * frame) << 16);
}

static void
test_many_colors (void)
{
  g_autoptr (GBytes) bytes = write_frames (many, 6, 20);
  Viewer v;
  viewer_open (&v, bytes);
  g_assert_cmpint (v.gif->ImageCount, ==, 6);
  g_assert_cmpint (worst_error (&v, many, NULL), ==, 0);
  viewer_close (&v);

  // 2400 colours by 256: a field of about 4 by 3 steps shares one.
  g_autoptr (GBytes) coarse = write_frames (too_many, 6, 20);
  viewer_open (&v, coarse);
  g_assert_cmpint (worst_error (&v, too_many, NULL), <=, 16);
  viewer_close (&v);
}

// Frames of a sixtieth of a second cannot all be shown; a hundred of them last as long as they do.
static void
test_pace (void)
{
  g_autoptr (GBytes) bytes = write_frames (too_many, 100, 60);
  Viewer v;
  int total = 0;
  viewer_open (&v, bytes);
  g_assert_cmpint (v.gif->ImageCount, >, 50);
  g_assert_cmpint (v.gif->ImageCount, <, 84);
  for (int i = 0; i < v.gif->ImageCount; i++) {
    viewer_draw (&v, i);
    g_assert_cmpint (v.delay, >=, 2);
    total += v.delay;
  }
  g_assert_cmpint (total, ==, 167);
  viewer_close (&v);
}

static uint32_t
seldom (int x, int y, int frame)
{
  return x < 10 * (frame / 40) ? 0xff000000 : 0x00000000;
}

// What does not change is one frame, shown for longer; what is transparent is white.
static void
test_standing (void)
{
  g_autoptr (GBytes) bytes = write_frames (seldom, 100, 10);
  const int frames[] = {0, 40, 80};
  Viewer v;
  viewer_open (&v, bytes);
  g_assert_cmpint (v.gif->ImageCount, ==, 3);
  for (int i = 0; i < 3; i++) {
    viewer_draw (&v, i);
    g_assert_cmpint (v.delay, ==, i < 2 ? 400 : 200);
    g_assert_cmphex (v.shown[0], ==, frames[i] < 40 ? 0xffffff : 0);
    g_assert_cmphex (v.shown[WIDTH - 1], ==, 0xffffff);
  }
  viewer_close (&v);
}

static void
test_empty (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrGifWriter) w = tr_gif_writer_new (WIDTH, HEIGHT, 25);
  g_assert_null (tr_gif_writer_finish (w, &error));
  g_assert_error (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_CAIRO);
}

// The white that most of a drawing is stays white, and a rare colour far from all keeps its own.
static void
test_palette (void)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < 1000; i++)
    g_hash_table_insert (counts, GUINT_TO_POINTER (0xffffff - i % 200 * 0x010101 - i / 200),
                         GUINT_TO_POINTER (i == 0 ? 1000000 : 3));
  g_hash_table_insert (counts, GUINT_TO_POINTER (0xe01b24), GUINT_TO_POINTER (50));
  g_autoptr (TrPalette) p = tr_palette_new (counts, 16);
  g_assert_cmpint (p->n, ==, 16);
  g_assert_cmphex (p->color[tr_palette_find (p, 0xffffff)], ==, 0xffffff);
  g_assert_cmphex (p->color[tr_palette_find (p, 0xe01b24)], ==, 0xe01b24);
  g_assert_cmpint (tr_palette_find (p, 0x123456), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gif/exact", test_exact);
  g_test_add_func ("/gif/many-colors", test_many_colors);
  g_test_add_func ("/gif/pace", test_pace);
  g_test_add_func ("/gif/standing", test_standing);
  g_test_add_func ("/gif/empty", test_empty);
  g_test_add_func ("/gif/palette", test_palette);
  return g_test_run ();
}
