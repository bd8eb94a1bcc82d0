// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A few colours for many (P. Heckbert, Color image quantization for frame buffer display, 1982):
// the box of colours that are farthest from their mean is cut in two there, until there are enough.

#pragma once

#include <glib.h>

#include <stdint.h>

enum { TR_PALETTE_MAX = 256 };

typedef struct {
  int n;
  uint32_t color[TR_PALETTE_MAX]; // 0xrrggbb
  GHashTable *index;              // 0xrrggbb → its index, for all colours that it was made for
} TrPalette;

// counts: 0xrrggbb → how often, both as GUINT_TO_POINTER. At most `most` colours; exactly those
// that there are where they are no more. The same colours give the same palette, in whichever
// order the table has them.
TrPalette *tr_palette_new (GHashTable *counts, int most);
void tr_palette_free (TrPalette *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrPalette, tr_palette_free)

// −1 where it was not made for that colour.
int tr_palette_find (const TrPalette *p, uint32_t color);
