// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a body is drawn with, once everything that it leaves out is filled in.

#pragma once

#include "model/body.h"

#include <cairo.h>

#define TR_STYLE_WIDTH       0.35 // mm
#define TR_STYLE_MITRE_LIMIT 10   // mitre length over width: corners down to 11.5°

typedef struct {
  bool is_none;
  double r, g, b, a; // 0 … 1
} TrColor;

// What is drawn from here on: the colour, let through to a share.
static inline void
tr_color_set (cairo_t *cr, TrColor c, double alpha)
{
  cairo_set_source_rgba (cr, c.r, c.g, c.b, alpha * c.a);
}

typedef struct {
  TrColor stroke;
  double width; // mm; 0 draws nothing
  TrColor fill;
  cairo_line_cap_t cap;
  cairo_line_join_t join;
  const double *dash; // mm; of the style it came from
  int n_dash;         // 0: solid
} TrPen;

// Black, 0.35 mm, no fill, butt caps, mitre joins.
TrPen tr_pen_default (void);

// style may be NULL. What cannot be read (the reader lets none through) counts as left out.
TrPen tr_pen_make (const TrStyle *style);

// A mark of a drawing over its body's pen. A mark without fill has none.
TrPen tr_pen_for_mark (TrPen body, const TrMark *mark);
// Where the unit square of a text's em or of an image lies, in the carrier's coordinates.
Affine tr_mark_frame (const TrMark *mark);

// "#rrggbb", "#rrggbbaa" in either case, "none"; false and out untouched for anything else.
bool tr_color_parse (const char *text, TrColor *out);

// The sum of the dashes: after so many mm the pattern repeats. 0: solid.
double tr_pen_dash_period (const TrPen *pen);

bool tr_pen_has_stroke (const TrPen *pen);
bool tr_pen_has_fill (const TrPen *pen);
