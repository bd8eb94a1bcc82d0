// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures that no value gives a size. What contradicts in them is missed by the less the smaller they are, and a
// descent leads on until nothing is left of them, or to beyond all bounds. A person has drawn them in a size.

#pragma once

#include "solver/solve/again.h"

// Solves a component that does not hold at s by way of `solve`. Where that makes sides a thousand times shorter or longer
// that no value gives a length, it is solved with the longest of them as long as it is at s: with what is asked of
// the directions of such sides if that can hold, else without, else, where nothing would be left of the figure or it does
// not hold then either, to the compromise in that size.
bool tr_sized_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve);
