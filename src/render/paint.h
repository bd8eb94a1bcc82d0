// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The one paint function: canvas, SVG, PDF, PNG and thumbnails are drawn by it.

#pragma once

#include "render/ink.h"

// Draws on cr, whose user space is millimetres of paper with y up: the caller's matrix brings
// them to pixels or points. A canvas at z pixels a unit scales by z/mm_per_unit. What lies
// farther out than Cairo can hold is clipped to the view first. Needs what tr_ink_each needs.
void
tr_paint_model (const TrModel *m, const TrState *state, const TrPaintOptions *options, cairo_t *cr);

// One body, whatever the filter says.
void tr_paint_body (
    const TrModel *m, const TrState *state, int body, const TrPaintOptions *options, cairo_t *cr);

// Dashes too many to be told apart on any page, and for Cairo to make in a useful time: such a
// stroke is drawn solid. Of the part of an outline that is stroked.
bool tr_dashes_are_too_many (const TrOutline *stroked, const TrPen *pen);

// What a tag tells.
typedef struct {
  int element;
  cairo_line_join_t join;
  bool ghost; // no stroke of the drawing's own
} TrTag;

// Under options.tagged every path is stroked, ghostly where it has no stroke of its own, and its
// mitre limit is a tag: what Cairo writes can then be traced back to the drawing, whatever
// Cairo leaves out or merges. The join itself is a bevel, since Cairo takes the reach of a mitred
// stroke from its limit and would run out of bits.
double tr_tag_make (TrTag tag);
// False where limit is no tag.
bool tr_tag_read (double limit, TrTag *tag);
