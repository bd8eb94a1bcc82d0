// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The curve of a body as a path: lines and cubics exactly as they are, splines as the cubics that
// they are made of, circles and ellipses in arcs of 30° (4e-7 of the radius), formulas fitted.

#pragma once

#include "model/model.h"
#include "render/outline.h"

// Appends the outline of b in document units; q is the body's own run. A formula is fitted to the
// tolerance (document units). A point is a line of no length; a rigid or a sheet the paths of its
// drawing, or without one its bar or its frame; a number nothing. False: something was not
// finite and was left out.
bool tr_path_outline (const TrBody *b, const double *q, double tolerance, TrOutline *out);

// Where a rigid or a sheet puts its local coordinates.
Affine tr_path_frame (const TrBody *b, const double *q);

// Appends to the current path of cr, whose user space is that of the document; q is the whole
// state. Formulas are fitted to Cairo's own tolerance.
void tr_path_body (cairo_t *cr, const TrModel *m, const TrBody *b, const double *q);
