// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A moving picture as a GIF that goes round for ever. Each frame writes only the part that has
// changed, with the colours of its own: exactly those where they are few enough, else the best few
// hundred. Frames that differ in nothing are one frame shown for longer.

#pragma once

#include <cairo.h>
#include <glib.h>

#include <stdbool.h>

typedef struct _TrGifWriter TrGifWriter;

// Pixels, 1 … 65535 a side; fps > 0. A GIF counts in hundredths of a second and programs show no
// frame for less than two of them: above 50 a second frames are left out, so that it plays as fast
// as it should.
TrGifWriter *tr_gif_writer_new (int width, int height, double fps);
void tr_gif_writer_free (TrGifWriter *w);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrGifWriter, tr_gif_writer_free)

// Of that size, an image surface of format ARGB32 or RGB24; what is transparent lies on white.
void tr_gif_writer_add (TrGifWriter *w, cairo_surface_t *frame);
// The file; after it nothing can be added. NULL with error set (TR_EXPORT_ERROR) where there were
// no frames or memory ran out.
GBytes *tr_gif_writer_finish (TrGifWriter *w, GError **error);
