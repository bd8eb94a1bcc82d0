// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which bodies can move at all, for their colours: each is pushed a little and the drawing's
// velocity looked at, nothing moved.

#pragma once

#include "solver/engine.h"

typedef enum {
  TR_MOBILITY_FREE,
  TR_MOBILITY_FIXED,   // nothing that its constraints allow moves it
  TR_MOBILITY_UNKNOWN, // the drawing is too large to ask each
} TrMobility;

// One for each body, set. most: how many pushes may be tried, each a solve of the whole drawing.
void tr_mobility_find (TrEngine *e, const TrState *s, int most, TrMobility *out);
