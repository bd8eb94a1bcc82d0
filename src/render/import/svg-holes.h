// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Fillings by the even-odd rule (SVG 1.1 §11.3), told by the rule that drawings know: what is
// filled is where subpaths wind round a place, this way or that, other than to 0.

#pragma once

#include "render/outline.h"

// Turns subpaths round until those inside others run the other way, so that both rules fill the same
// of what does not cross itself or another. Returns how much work that was, in points looked at.
gsize tr_svg_holes_turn (TrOutline *o);
