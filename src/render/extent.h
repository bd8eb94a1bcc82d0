// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The box of the ink: strokes with their joins and caps, curves by their true extent.

#pragma once

#include "render/ink.h"

// The box of one path under a pen, mm. Dashes count as solid.
TrBounds tr_extent_outline (const TrOutline *o, const TrPen *pen);

TrBounds tr_extent_ink (const TrInk *ink);

// Of everything that tr_paint_model would draw; empty where it draws nothing.
TrBounds tr_extent_model (const TrModel *m, const TrState *state, const TrPaintOptions *options);
