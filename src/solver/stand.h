// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is known of a component as it stands. In a drawing of many parts only those are solved and
// checked that have moved, or were edited, since the last time.

#pragma once

#include "solver/check.h"
#include "solver/component.h"

struct TrStand {
  // All that it hangs on, but for the elements themselves: an edit of one makes another component.
  double time;
  double *q;        // its unknowns
  TrMemory *memory; // of its constraints
  // What a solve found.
  bool is_solved;
  bool holds;
  double residual, relative;
  // What a check found: NULL: there was none. It hangs on where the last solve came to rest, too.
  TrCheck *found;
  double settled;
};

// NULL where nothing is known of the component as it is at s.
TrStand *tr_stand_find (const TrComponent *k, const TrState *s);
// The same, with nothing known where there was none.
TrStand *tr_stand_note (TrComponent *k, const TrState *s);
