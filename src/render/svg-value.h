// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The values of SVG's attributes: numbers, lengths, transforms, colours. Every reader here takes
// any text, and what it takes is finite.

#pragma once

#include "math/vec.h"
#include "render/style.h"

// Passes white space, and one comma with the white space behind it.
void tr_svg_skip_space (const char **s);
void tr_svg_skip_comma (const char **s);

// A number by the grammar of SVG 1.1 §8.3.9; *s stays where there is none.
bool tr_svg_read_number (const char **s, double *x);
// A list of them, with commas or without; returns how many were read into v.
int tr_svg_read_numbers (const char *text, double *v, int most);

// A length with or without a unit, in pixels of 1/96 in: px mm cm in pt pc Q; em and ex of a font
// of em pixels; a percentage of `whole`. False, and px untouched, for anything else.
bool tr_svg_parse_length (const char *text, double whole, double em, double *px);

// The transform attribute of SVG 1.1 §7.6, the leftmost applied last.
bool tr_svg_parse_transform (const char *text, Affine *f);

// What places the box (x, y, width, height) of a viewBox in a viewport of a size: SVG 1.1 §7.8.
// aspect is preserveAspectRatio, NULL: "xMidYMid meet".
Affine tr_svg_fit_box (const double box[4], Vec2 size, const char *aspect);

// "#rgb", "#rrggbb", both with alpha, rgb(), rgba(), hsl(), hsla(), the names of CSS, "none" and
// "transparent".
bool tr_svg_parse_color (const char *text, TrColor *out);
