// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Fillings by the even-odd rule (SVG 1.1 §11.3), told by the rule that drawings know: what is
// filled is where subpaths wind round a place, this way or that, other than to 0.

#pragma once

#include "render/outline.h"

// Turns subpaths round until those inside others run the other way, so that both rules fill the same
// of what does not cross itself or another. Returns how much work that was, in points looked at.
gsize tr_svg_holes_turn (TrOutline *o);

typedef struct {
  bool apart; // filled that the file leaves empty, where each subpath is filled by itself
  bool
      together; // the same where all are filled as one, wherever they wind round a place other than to 0
  guint n_parts; // subpaths
  gsize work;    // done, in points looked at
} TrSvgSpill;

// Looked for beside each subpath and at what crosses; a curve counts as a few chords.
TrSvgSpill tr_svg_holes_spill (const TrOutline *o, bool is_even_odd);
