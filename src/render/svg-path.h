// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The path data of SVG 1.1 §8.3: M L H V C S Q T A Z, absolute and relative, numbers run
// together as its grammar allows ("M.5.5-1e2-3", arc flags "a1 1 0 00 1 1").

#pragma once

#include "render/outline.h"

// Appends to out. Where the text is in error everything before it is kept, as SVG 1.1 §F.2 asks,
// and false is returned with the byte offset of the error in at (may be NULL).
bool tr_svg_path_parse (const char *text, TrOutline *out, int *at);
