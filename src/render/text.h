// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts, in a sans-serif face at a size of one: the first baseline starts at the origin, y up.

#pragma once

#include "render/outline.h"

// Appends the letters' outlines.
void tr_text_outline (const char *text, TrOutline *out);
// From the left end of its first letter to the right end of its last.
double tr_text_width (const char *text);

// Draws the letters as glyphs (in a PDF they can be searched) where frame puts them.
void tr_text_show (cairo_t *cr, const char *text, Affine frame);
