// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a solve is not to lose on its way: directions that something is asked of.

#pragma once

#include "solver/solve/home.h"

// What is asked of a direction is not met by the loss of that direction, unless something else wants
// it: from where a solve has led the rest is met without it, and it stays as it was. Home is saved.
void tr_keep_directions (TrEngine *e, TrComponent *k, TrState *s, int *iterations);

// From home to where all holds: whether all that has a size and a direction there has them where it stands, but for a
// size that is given, and nothing is turned round.
bool tr_keeps_meaning (TrEngine *e, TrComponent *k, const TrState *s, const TrHome *home);
