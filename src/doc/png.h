// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How bright the pixels of a PNG picture are: all that a snake wants to know of it, and so early
// that nothing that draws is there yet.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

typedef struct {
  int width, height;
  guchar *brightness; // 0 … 255, over white where it is transparent; the topmost row first
} TrPng;

#define TR_PNG_ERROR (tr_png_error_quark ())
GQuark tr_png_error_quark (void);
typedef enum { TR_PNG_ERROR_FORMAT, TR_PNG_ERROR_TOO_BIG } TrPngError;

// Any depth and colour type of the standard, interlaced or not. Checksums are not looked at.
bool tr_png_read (const guchar *bytes, gsize n, TrPng *png, GError **error);
// From "data:image/png;base64,…".
bool tr_png_read_uri (const char *uri, TrPng *png, GError **error);
void tr_png_clear (TrPng *png);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrPng, tr_png_clear)
