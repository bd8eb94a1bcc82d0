// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that have an unknown to themselves, as those of a point that slides have its place: but for one of
// them they say nothing of the others. That one is what they say together once they are free of such
// unknowns.

#pragma once

#include "solver/rank/dissect.h"
#include "solver/rank/sparse-vec.h"

typedef struct {
  TrSparse a;        // of unit length, in the order of the last of those that each is made of
  TrSparseVec *made; // of each of its rows: of which rows of the whole
  TrSparseSum sum;
} TrTurnedRows;

// Of the rows of a that take part (is_in: of each row, 1 where it does).
void tr_turned_rows (const TrSparse *a, const int *is_in, TrScratch *s, TrTurnedRows *out);

// x ← a circuit y over the turned rows in those of the whole, largest entry 1; entries under the
// share noise of it are none. Returns a row that follows from the others by it if the turned one does: the last
// one that has a clear share in that.
int tr_turned_back (
    TrTurnedRows *t, const TrSparseVec *y, int turned, double noise, TrScratch *s, TrSparseVec *x);
