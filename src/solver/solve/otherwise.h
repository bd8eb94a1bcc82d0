// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a solve tries when its way from home has not led to where all holds.

#pragma once

#include "solver/solve/home.h"

// From home to where all holds and nothing has lost its meaning; false: s is as before, as large as it is there.
bool
tr_leave_otherwise (TrEngine *e, TrComponent *k, TrState *s, const TrHome *home, int *iterations);
