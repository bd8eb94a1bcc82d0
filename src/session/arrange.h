// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What lies over what: bodies are drawn in the order of the document, the last one in front.

#pragma once

#include "session/selection.h"

typedef enum {
  TR_ARRANGE_FRONT,
  TR_ARRANGE_RAISE,
  TR_ARRANGE_LOWER,
  TR_ARRANGE_BACK
} TrArrangement;

// Moves the bodies selected, as one step of the history. Raised and lowered, each goes past the
// next body that it overlaps (by their boxes) and that is not selected; those selected that overlap
// do not change places. False: all lie so already, and nothing is done.
bool tr_arrange (TrSelection *s, TrArrangement how);
