// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: what of a component's system has changed since it was last filled.

#pragma once

#include "solver/assemble.h"

// Always in line: where n is a number of the program nothing is counted.
G_ALWAYS_INLINE static inline bool
tr_same_bits (const double *x, const double *y, int n)
{
  uint64_t other = 0;
  for (int i = 0; i < n; i++) {
    uint64_t a, b;
    memcpy (&a, x + i, sizeof a);
    memcpy (&b, y + i, sizeof b);
    other |= a ^ b;
  }
  return other == 0;
}

// Of the unknowns of a block. Those of rigid bodies are three, which the compiler then knows.
static inline bool
tr_same_place (const TrBlock *b, const double *x, const double *y)
{
  return b->dim == 3 ? tr_same_bits (x, y, 3) : tr_same_bits (x, y, b->dim);
}

// memcpy; true where that changes a bit.
G_ALWAYS_INLINE static inline bool
tr_change_copy (double *to, const double *from, int n)
{
  if (tr_same_bits (to, from, n))
    return false;
  memcpy (to, from, sizeof (double) * (size_t) n);
  return true;
}

// What the system was filled with is to be taken for nothing: something other than the state and
// the multipliers has changed, or rows have been written by others.
void tr_change_forget (TrComponent *k);
void tr_change_begin (TrComponent *k, const TrState *s, const TrTask *task);
// Whether the rows of a node are those at hand, and (but of pins) want no stiffness; then b is set.
bool tr_change_keeps (TrComponent *k, const TrNode *n, const TrState *s, const TrTask *task);
// The rows are filled, c their residuals: whether they may be kept.
void tr_change_look (
    TrComponent *k, TrNode *n, const TrState *s, const TrTask *task, bool defined, const double *c);
// The same of rows that nothing but the place of free blocks enters; here: all of these moved.
void tr_change_look_free (TrComponent *k, TrNode *n, const TrState *s, bool here, const double *c);
void tr_change_give (TrComponent *k);
// Factors what has changed and solves; all marks are taken off.
TrKktResult tr_change_solve (TrComponent *k);
