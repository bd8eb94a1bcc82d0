// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Very many rows that hang together by a few columns, hubs, alone: as the sides of five hundred
// rectangles that are all as long as those of the first.

#pragma once

#include "solver/rank/null-groups.h"

// out: independent circuits over the rows of a, which are of unit length, as many as the rank lacks.
// cutoff, noise: as in tr_null_groups. False where that is no way, or where it is not clear what depends on what.
bool tr_beside_hubs (const TrSparse *a,
                     double cutoff,
                     double noise,
                     TrScratch *s,
                     TrSparseList *out,
                     TrSpannedWork *work);
