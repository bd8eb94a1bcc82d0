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

// Under options.tagged every path is stroked, ghostly where it has no stroke of its own, with a
// mitre limit that tells its element: what Cairo writes can then be traced back to the drawing,
// whatever Cairo leaves out or merges.
enum { TR_TAG_NONE = -1 };

double tr_tag_make (int element, bool ghost);
// TR_TAG_NONE where limit is no tag.
int tr_tag_element (double limit, bool *ghost);
