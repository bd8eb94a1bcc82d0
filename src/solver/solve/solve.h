// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: one component solved.

#pragma once

#include "solver/engine-private.h"

// Moves one component until its constraints hold, or to the compromise; true where it moved.
bool tr_component_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result);

void tr_engine_set_rest (TrEngine *e, int slot, TrRest rest);
