// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the files that read SVG share.

#pragma once

#include "render/import/import-private.h"
#include "render/import/svg-style.h"
#include "render/svg-value.h"

typedef struct {
  TrImport *out;
  GHashTable *ids;
  TrSvgSheet *sheet;
} TrSvgReader;

// What holds where an element stands.
typedef struct _TrSvgPlace {
  const struct _TrSvgPlace *parent;
  const xmlNode *node;
  Affine f; // user space to the drawing's units, y up
  TrSvgStyle style;
  Vec2 view;         // of percentages, user units
  const char *id;    // of the element; NULL
  const char *layer; // NULL: none
  int depth;
} TrSvgPlace;

// A length attribute, `otherwise` where there is none or one that makes no sense; whole: what a
// percentage is of.
double tr_svg_get_length (const TrSvgPlace *at, const char *name, double whole, double otherwise);
// The mean of a viewport's sides, of which percentages are that are neither wide nor high.
double tr_svg_mean_side (Vec2 view);

// How the element looks; the pen's dash is the place's style's.
TrImportLook tr_svg_look (const TrSvgReader *r, TrSvgPlace *at, const char *name);

// The outline of a path, rect, circle, ellipse, line, polyline or polygon, user units; false: it
// is none of these. A path in error is read up to there and *whole is false.
bool tr_svg_shape_outline (const TrSvgPlace *at, TrOutline *out, bool *whole);

// A label at a baseline's start, user units.
void tr_svg_add_text (
    const TrSvgReader *r, const TrSvgPlace *at, const char *text, Vec2 pen, double size);
void tr_svg_read_text (const TrSvgReader *r, TrSvgPlace *at);
void tr_svg_read_image (const TrSvgReader *r, TrSvgPlace *at);
