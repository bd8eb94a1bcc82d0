// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The PNG specification, second edition: chunks (§5), filters (§9), interlace (§8). Its data are
// one zlib stream.

#include "doc/png.h"

#include <string.h>

G_DEFINE_QUARK (tr_png_error, tr_png_error)

enum {
  MOST_PIXELS = 64 << 20,
  HEAD = 13, // bytes of IHDR
  GREY = 0,
  COLOUR = 2,
  PALETTE = 3,
  GREY_ALPHA = 4,
  COLOUR_ALPHA = 6,
};

// What is known before the pixels.
typedef struct {
  guint32 width, height;
  int depth, type, interlace;
  guchar palette[256][3], alpha[256];
  GByteArray *data; // IDAT
} Reader;

static bool
bad (GError **error, const char *text)
{
  g_set_error (error, TR_PNG_ERROR, TR_PNG_ERROR_FORMAT, "no PNG picture: %s", text);
  return false;
}

static guint32
big_endian (const guchar *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static int
n_samples (int type)
{
  switch (type) {
  case GREY:
  case PALETTE:
    return 1;
  case COLOUR:
    return 3;
  case GREY_ALPHA:
    return 2;
  case COLOUR_ALPHA:
    return 4;
  }
  return 0;
}

static bool
is_depth_of (int depth, int type)
{
  if (depth == 8)
    return true;
  if (depth == 16)
    return type != PALETTE;
  return (type == GREY || type == PALETTE) && (depth == 1 || depth == 2 || depth == 4);
}

static bool
read_head (Reader *r, const guchar *chunk, guint32 n, GError **error)
{
  if (n != HEAD)
    return bad (error, "its head has another length");
  r->width = big_endian (chunk);
  r->height = big_endian (chunk + 4);
  r->depth = chunk[8];
  r->type = chunk[9];
  r->interlace = chunk[12];
  if (r->width == 0 || r->height == 0 || n_samples (r->type) == 0 ||
      !is_depth_of (r->depth, r->type) || r->interlace > 1)
    return bad (error, "its head says what no picture has");
  if ((guint64) r->width * r->height > MOST_PIXELS) {
    g_set_error (error, TR_PNG_ERROR, TR_PNG_ERROR_TOO_BIG, "a picture of over %d million pixels",
                 MOST_PIXELS >> 20);
    return false;
  }
  return true;
}

static bool
read_chunks (Reader *r, const guchar *bytes, gsize n, GError **error)
{
  static const guchar mark[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (n < sizeof mark || memcmp (bytes, mark, sizeof mark) != 0)
    return bad (error, "it begins otherwise");
  memset (r->alpha, 255, sizeof r->alpha);
  for (gsize at = sizeof mark; at + 12 <= n;) {
    guint32 size = big_endian (bytes + at);
    const guchar *name = bytes + at + 4, *chunk = bytes + at + 8;
    if (size > n - at - 12)
      return bad (error, "it ends too early");
    if (memcmp (name, "IHDR", 4) == 0 && !read_head (r, chunk, size, error))
      return false;
    if (memcmp (name, "PLTE", 4) == 0)
      memcpy (r->palette, chunk, MIN (size, sizeof r->palette));
    else if (memcmp (name, "tRNS", 4) == 0 && r->type == PALETTE)
      memcpy (r->alpha, chunk, MIN (size, sizeof r->alpha));
    else if (memcmp (name, "IDAT", 4) == 0)
      g_byte_array_append (r->data, chunk, size);
    else if (memcmp (name, "IEND", 4) == 0)
      break;
    at += (gsize) size + 12;
  }
  return r->width > 0 || bad (error, "it has no head");
}

// Exactly n bytes of the zlib stream; NULL where it has fewer.
static guchar *
inflate (const GByteArray *data, gsize n)
{
  g_autoptr (GConverter) zlib =
      G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  g_autofree guchar *out = g_try_malloc (n + 1);
  gsize in = 0, done = 0;
  while (data->len > 0 && out != NULL && done < n) {
    gsize read, written;
    GConverterResult result =
        g_converter_convert (zlib, data->data + in, data->len - in, out + done, n - done,
                             G_CONVERTER_INPUT_AT_END, &read, &written, NULL);
    if (result == G_CONVERTER_ERROR || (read == 0 && written == 0))
      return NULL;
    in += read;
    done += written;
    if (result == G_CONVERTER_FINISHED)
      break;
  }
  return done == n ? g_steal_pointer (&out) : NULL;
}

// §9.4
static guchar
paeth (int a, int b, int c)
{
  int p = a + b - c, pa = ABS (p - a), pb = ABS (p - b), pc = ABS (p - c);
  return (guchar) (pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

// Undoes the filter of a row of n bytes; up: the row above, zeros at the top.
static bool
unfilter (int filter, guchar *row, const guchar *up, gsize n, gsize pixel)
{
  for (gsize i = 0; i < n; i++) {
    int a = i >= pixel ? row[i - pixel] : 0, b = up[i], c = i >= pixel ? up[i - pixel] : 0;
    switch (filter) {
    case 0:
      break;
    case 1:
      row[i] = (guchar) (row[i] + a);
      break;
    case 2:
      row[i] = (guchar) (row[i] + b);
      break;
    case 3:
      row[i] = (guchar) (row[i] + (a + b) / 2);
      break;
    case 4:
      row[i] = (guchar) (row[i] + paeth (a, b, c));
      break;
    default:
      return false;
    }
  }
  return true;
}

// Sample k of a row, of 16 bits the upper 8.
static int
sample (const Reader *r, const guchar *row, gsize k)
{
  if (r->depth == 16)
    return row[2 * k];
  if (r->depth == 8)
    return row[k];
  gsize bit = k * (gsize) r->depth;
  return row[bit / 8] >> (8 - r->depth - (int) (bit % 8)) & ((1 << r->depth) - 1);
}

// ITU-R BT.601, over white.
static guchar
mix (double red, double green, double blue, double alpha)
{
  double y = 0.299 * red + 0.587 * green + 0.114 * blue;
  return (guchar) (255 + (y - 255) * alpha / 255 + 0.5);
}

static guchar
brightness (const Reader *r, const guchar *row, guint32 x)
{
  gsize k = (gsize) x * (gsize) n_samples (r->type);
  int s = sample (r, row, k);
  switch (r->type) {
  case GREY:
    return (guchar) (r->depth < 8 ? s * 255 / ((1 << r->depth) - 1) : s);
  case PALETTE:
    return mix (r->palette[s][0], r->palette[s][1], r->palette[s][2], r->alpha[s]);
  case GREY_ALPHA:
    return mix (s, s, s, sample (r, row, k + 1));
  default:
    return mix (s, sample (r, row, k + 1), sample (r, row, k + 2),
                r->type == COLOUR_ALPHA ? sample (r, row, k + 3) : 255);
  }
}

// A pass of the picture: every step-th pixel from an offset on.
typedef struct {
  guint32 x0, y0, dx, dy;
} Pass;

static guint32
pass_count (guint32 size, guint32 first, guint32 step)
{
  return size > first ? (size - first + step - 1) / step : 0;
}

static gsize
row_bytes (const Reader *r, guint32 width)
{
  return ((gsize) width * (gsize) (n_samples (r->type) * r->depth) + 7) / 8;
}

// Reads one pass from *raw on; false where a filter is unknown.
static bool
read_pass (const Reader *r, const Pass *p, guchar **raw, guchar *out)
{
  guint32 w = pass_count (r->width, p->x0, p->dx), h = pass_count (r->height, p->y0, p->dy);
  gsize n = row_bytes (r, w), pixel = MAX (1, row_bytes (r, 1));
  g_autofree guchar *zeros = g_malloc0 (n + 1);
  const guchar *up = zeros;
  if (w == 0)
    return true;
  for (guint32 y = 0; y < h; y++) {
    guchar *row = *raw + 1;
    if (!unfilter (**raw, row, up, n, pixel))
      return false;
    for (guint32 x = 0; x < w; x++)
      out[(gsize) (p->y0 + y * p->dy) * r->width + p->x0 + x * p->dx] = brightness (r, row, x);
    up = row;
    *raw += n + 1;
  }
  return true;
}

static bool
read_pixels (const Reader *r, guchar *out, GError **error)
{
  static const Pass whole[] = {{0, 0, 1, 1}};
  static const Pass adam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                               {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  const Pass *pass = r->interlace ? adam7 : whole;
  gsize n_passes = r->interlace ? G_N_ELEMENTS (adam7) : 1, n = 0;
  for (gsize i = 0; i < n_passes; i++) {
    guint32 w = pass_count (r->width, pass[i].x0, pass[i].dx);
    if (w > 0)
      n += (row_bytes (r, w) + 1) * pass_count (r->height, pass[i].y0, pass[i].dy);
  }
  g_autofree guchar *raw = inflate (r->data, n);
  guchar *at = raw;
  if (raw == NULL)
    return bad (error, "its data are damaged or too few");
  for (gsize i = 0; i < n_passes; i++)
    if (!read_pass (r, &pass[i], &at, out))
      return bad (error, "a row has an unknown filter");
  return true;
}

bool
tr_png_read (const guchar *bytes, gsize n, TrPng *png, GError **error)
{
  Reader r = {.data = g_byte_array_new ()};
  *png = (TrPng){0};
  bool ok = read_chunks (&r, bytes, n, error);
  if (ok) {
    png->width = (int) r.width;
    png->height = (int) r.height;
    png->brightness = g_malloc ((gsize) r.width * r.height);
    ok = read_pixels (&r, png->brightness, error);
  }
  if (!ok)
    tr_png_clear (png);
  g_byte_array_unref (r.data);
  return ok;
}

bool
tr_png_read_uri (const char *uri, TrPng *png, GError **error)
{
  static const char head[] = "data:image/png;base64,";
  gsize n;
  *png = (TrPng){0};
  if (g_ascii_strncasecmp (uri, head, strlen (head)) != 0)
    return bad (error, "expected data:image/png;base64,…");
  g_autofree guchar *bytes = g_base64_decode (uri + strlen (head), &n);
  return tr_png_read (bytes, n, png, error);
}

void
tr_png_clear (TrPng *png)
{
  g_clear_pointer (&png->brightness, g_free);
  png->width = png->height = 0;
}
