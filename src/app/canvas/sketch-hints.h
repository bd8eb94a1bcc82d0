// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What pointer and keys are good for at each stage of a sketch.

#pragma once

#include "app/canvas/tool.h"

enum { TR_SKETCH_HINTS = 8 };

// Fills hints, the last of them with a NULL key. snaps: snapping is not switched off.
void tr_sketch_hints (const TrSketch *t, bool snaps, TrKeyHint hints[TR_SKETCH_HINTS]);
