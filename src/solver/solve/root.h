// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Exact places where a root is double: a bar just as long as its way is wide, two circles that just meet. Rows
// depend on each other there and nowhere near. A residual that falls with the square of the way left is
// below its tolerance when this is still the tolerance's root, far too early to tell the rank.

#pragma once

#include "solver/engine-private.h"

// A component that holds, and is not too large, goes on to the double root that it is next to, if it is; true where
// it has moved.
bool tr_component_meet_root (TrEngine *e, TrComponent *k, TrState *s);
// All of them, in a copy that is only to be judged: also those that a solve leaves as they are.
void tr_engine_meet_roots (TrEngine *e, TrState *s);
