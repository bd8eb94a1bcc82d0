// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Some of the constraints of a component by themselves: whether they could hold together.

#pragma once

#include "solver/component.h"

// Whether so many can be tried at all.
bool tr_subset_is_small (const TrComponent *k, int n, const int *con);

// Whether a way down from state s, or from close to it, leads to where all n constraints hold.
// Nothing is moved. False too where they are too many to try. The component is measured, its masses
// are known.
bool tr_subset_can_hold (TrEngine *e, TrComponent *k, const TrState *s, int n, const int *con);

// Where a way down begins: at s, a little beside it, and, from 2 on, at one place after the other that is far
// away (tr_subset_throw).
enum { TR_START_HERE, TR_START_BESIDE, TR_START_AFAR };

// Places in a component from which ways down have led nowhere, each measured there.
typedef struct {
  int n;
  double
      *q; // of the component's unknowns, one place after the other; room for all that may be noted
} TrStarts;

// Notes where s is; false: it was there before.
bool tr_starts_note (TrStarts *starts, const TrComponent *k, const TrState *s);

// Whether one way down leads to where all n hold; it ends in s. From afar the component is measured anew where it
// begins, and `before` is told of that place: where it was there before, the way is not gone again.
bool tr_subset_try (
    TrEngine *e, TrComponent *k, TrState *s, int n, const int *con, int start, TrStarts *before);

// The same from s itself; the place found is in s, where there is one.
bool tr_subset_solve (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con);

// The same from a little beside s: where s is a place from which nothing leads down.
bool tr_subset_leave (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con);

// con: few enough. Takes constraints out for as long as the others cannot hold; returns how many
// are left: none of them could be missing.
int tr_subset_reduce (TrEngine *e, TrComponent *k, const TrState *s, int n, int *con);
