// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The ledger of a state: its places that may have moved, each with its velocity, and the memories of
// constraints that may have changed. An unknown stands in it as a BODY by its place in q, a memory as
// a CONSTRAINT.

#pragma once

#include "model/ledger.h"

#include <stdbool.h>

static inline void
tr_moves_note_unknowns (TrLedger *moves, int at, int n)
{
  for (int i = at; i < at + n; i++)
    tr_ledger_note (moves, (TrElement){TR_ELEMENT_BODY, i});
}

static inline void
tr_moves_note_memory (TrLedger *moves, int constraint)
{
  tr_ledger_note (moves, (TrElement){TR_ELEMENT_CONSTRAINT, constraint});
}

static inline bool
tr_moves_is_memory (TrElement move)
{
  return move.kind == TR_ELEMENT_CONSTRAINT;
}
