// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Dependencies among a few rows that lie close together, as a braced cell has them: found one by
// one around each row, so that thousands of them cost no more than their number. What joins more
// rows is left to tr_null_space.

#pragma once

#include "solver/rank/dissect.h"
#include "solver/rank/sparse-vec.h"

#include <glib.h>

// out: circuits over the rows of a, largest entries 1, none twice, short ones first.
// is_in: of each row, 1 where it may take part. Only what vanishes to the last digits counts as a
// dependency. Returns how often a row was looked at.
gint64 tr_local_loops (const TrSparse *a, const int *is_in, TrScratch *s, TrSparseList *out);
