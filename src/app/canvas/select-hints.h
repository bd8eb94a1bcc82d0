// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the keys and buttons do while things are selected and dragged, for the status line.

#pragma once

#include "app/canvas/tool.h"

typedef enum {
  TR_SELECT_HINTS_HOVER,
  TR_SELECT_HINTS_FORMULA,
  TR_SELECT_HINTS_SPAN, // of a curve over a list of points
  TR_SELECT_HINTS_NOTE,
  TR_SELECT_HINTS_DIMENSION,
  TR_SELECT_HINTS_TEXT,
  TR_SELECT_HINTS_CARRY, // of a text
  TR_SELECT_HINTS_KEY,
  TR_SELECT_HINTS_KEY_DRAG,
  TR_SELECT_HINTS_PATH,
  TR_SELECT_HINTS_DRAG,
  TR_SELECT_HINTS_CURVE,
  TR_SELECT_HINTS_PIN,
  TR_SELECT_HINTS_FREE,
  TR_SELECT_HINTS_BAND,
  TR_SELECT_HINTS_CHOSEN,
  TR_SELECT_HINTS_VIEW,
  TR_N_SELECT_HINTS,
} TrSelectHints;

// Ends with a NULL key.
const TrKeyHint *tr_select_hints (TrSelectHints which);
