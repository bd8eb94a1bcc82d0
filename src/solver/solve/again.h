// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What cannot hold rests on a compromise, in one line perhaps, or beyond another branch: it does not tell where it came
// from. An edit that follows begins where things stood before they were solved in vain, too, so that a value that is put
// right again finds the drawing as it was.

#pragma once

#include "solver/component.h"

// Solves a component that does not hold at s, from there; true where it stands elsewhere then.
typedef bool TrSolve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result);
// The same, by way of `solve`, from s and, where a solve has left k there in vain, from where it stood before that:
// where both lead to where it holds, the shorter way counts.
bool tr_solve_again (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve);
