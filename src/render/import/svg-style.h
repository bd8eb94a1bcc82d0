// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How an SVG element looks, after what it inherits: SVG 1.1 §6, attributes, style sheets and the
// style attribute, each over the one before.

#pragma once

#include "render/style.h"
#include "render/import/svg-sheet.h"
#include "render/svg-tree.h"

#define TR_SVG_DASHES 16

// What our drawings have no word for.
typedef enum {
  TR_SVG_LOST_GRADIENT = 1 << 0,
  TR_SVG_LOST_PATTERN = 1 << 1,
  TR_SVG_LOST_CLIP = 1 << 2,
  TR_SVG_LOST_MASK = 1 << 3,
  TR_SVG_LOST_FILTER = 1 << 4,
  TR_SVG_LOST_MARKER = 1 << 5,
  TR_SVG_LOST_VALUE = 1 << 6, // a value that is not understood
} TrSvgLost;

// What is not upright sans-serif of the usual weight.
typedef enum {
  TR_SVG_FACE_FAMILY = 1 << 0,
  TR_SVG_FACE_WEIGHT = 1 << 1,
  TR_SVG_FACE_SLANT = 1 << 2,
} TrSvgFace;

typedef struct {
  TrColor fill, stroke, color;
  double fill_opacity, stroke_opacity;
  double opacity; // of all groups around it, multiplied
  double width;   // user units,
  bool is_fixed;  // or pixels, whatever the element's own are
  double dash[TR_SVG_DASHES];
  int n_dash;
  cairo_line_cap_t cap;
  cairo_line_join_t join;
  bool is_even_odd; // how it is filled
  double font_size; // user units
  guint face;       // TrSvgFace: how its font differs from that of all labels
  double anchor;    // of a text: 0 its start, ½ its middle, 1 its end
  bool is_shown;    // display
  bool is_visible;  // visibility
  guint lost;       // TrSvgLost, of the element itself
} TrSvgStyle;

// Black filling, no stroke, one pixel.
TrSvgStyle tr_svg_style_make (void);

// The style of a child. ids: of the tree, for gradients; whole: what a percentage of a width is
// of. *work counts the rules that were looked at.
TrSvgStyle tr_svg_style_of (const xmlNode *node,
                            const TrSvgStyle *parent,
                            const TrSvgSheet *sheet,
                            GHashTable *ids,
                            double whole,
                            guint *work);

// Where a shape lies and how large it is may be said by a style (SVG 2 §7.1): that becomes its attributes.
// *work counts as before.
void tr_svg_style_place (xmlNode *node, const TrSvgSheet *sheet, guint *work);

// The kind of body that a class says; TR_N_BODY_KINDS: none.
TrBodyKind tr_svg_class_kind (const char *class);

// A pen for it in mm, its lengths times scale; the dash is the style's own.
TrPen tr_svg_style_pen (TrSvgStyle *style, double scale);
