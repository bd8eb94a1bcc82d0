// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where rows are far more than their unknowns most of them say what others do: a basis is picked of
// them, and each of the others makes a circuit with it.

#pragma once

#include "solver/rank/dissect.h"
#include "solver/rank/sparse-vec.h"

#include <glib.h>

typedef struct {
  gint64 n_looked;  // how often rows were looked at for the dependencies of others
  gint64 n_entries; // of bases, looked at
  int n_unclear;    // rows that nearly are combinations of others
} TrSpannedWork;

// Whether the rows listed in is_in (of each row, 1 where it takes part) are so many that this is
// the way; else they are better looked at one by one with their neighbours.
bool tr_rows_abound (const TrSparse *a, const int *is_in);

// out: a circuit over the rows of a for each row that is a combination of others to the last digits,
// of earlier ones but where these hardly tell it; largest entries 1. spanned: of each circuit the
// row that it is of; rows that are nearly such combinations have none. False where that takes too
// much work, and out is not to be used. Adds to the counts of work.
bool tr_spanned_rows (const TrSparse *a,
                      const int *is_in,
                      TrScratch *s,
                      TrSparseList *out,
                      int *spanned,
                      TrSpannedWork *work);
