// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Paths cut to what is seen. Cairo holds ±2²³ device units and wraps silently beyond, so that
// what lies farther out has to be gone before Cairo sees it.

#pragma once

#include "render/outline.h"

// The path inside `keep` as a pen sees it. Lines are cut at its sides (Liang–Barsky); curves are
// halved until each part lies inside `hold` (which contains keep) or outside keep, so that they
// stay curves. Parts outside leave gaps, and after a gap the path starts again a whole number of
// dash periods from its beginning (straight parts; period 0: solid), so that dashes stay put.
void
tr_clip_stroke (const TrOutline *o, TrBounds keep, TrBounds hold, double period, TrOutline *out);

// The path as an area, its subpaths closed, cut to `keep` (Sutherland–Hodgman); curves become
// lines within the tolerance. Sides along the border of keep belong to the area, not to the path.
void tr_clip_fill (const TrOutline *o, TrBounds keep, double tolerance, TrOutline *out);
