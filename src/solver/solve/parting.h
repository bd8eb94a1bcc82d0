// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Points that are in one place since the drawing was read, and are to part: nothing remembers which way they lay from
// each other, but what else holds them may tell.

#pragma once

#include "solver/solve/again.h"

// Whether there are such points, and few enough else.
bool tr_parting_is_open (const TrEngine *e, const TrComponent *k, const TrState *s);
// Solves it by way of `solve`, by that of four directions which moves what has to move by least, of equals the first;
// true where it stands elsewhere then.
bool
tr_parting_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve);
