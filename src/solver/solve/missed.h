// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is to blame where a solve has come to rest, not all holds, and no equations depend on each
// other: a length below 0, a place between branches.

#pragma once

#include "solver/component.h"

// Whether a constraint misses its tolerance.
bool tr_node_is_missed (const TrEngine *e, const TrNode *n, const TrState *s);

// What has no value (a square root of less than 0) holds nowhere near by, and is no reason for all else to stay as it is:
// it is left out of what is solved until it is taken in again. Rows at hand are those of before.
void tr_leave_out_void (TrEngine *e, TrComponent *k, const TrState *s);
void tr_take_in_void (TrComponent *k);

// Adds to sets (of GArray of int) the least sets of constraints of a component that find no way
// from state s to where they hold together, each without the last member of those before it. In a
// component too large to be tried what is missed is one set. Masses are known.
void tr_name_missed (TrEngine *e, TrComponent *k, const TrState *s, GPtrArray *sets);
