// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that say the same, up to the sign: the commonest dependency, found by looking.

#pragma once

#include "solver/rank/dissect.h"

// first: n_rows, the first row that each is parallel to, itself where there is none before it.
// sign: n_rows, 1 or −1: row i = sign[i] · row first[i]. Rows are of unit length.
void tr_parallel_rows (const TrSparse *a, TrScratch *s, int *first, double *sign);
