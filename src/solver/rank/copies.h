// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Hundreds of rows that say one and the same with different values, as thousands of lengths of one
// bar: any two are a circuit, and these are millions.

#pragma once

#include "solver/rank/blame.h"

// Judges the rows of which very many are parallel by their order: each against the first of
// the same value, which says as much, and against the least and the greatest one, which it may be at
// odds with. Adds what is found to consistent (with room for d->n) and conflicts. rest: what is
// not judged so, over the rows that have part in it; row: their places in d; both from the scratch
// stack. False where there is nothing of the kind; then rest is not set.
bool tr_copies_set_aside (const TrDependencies *d,
                          TrScratch *s,
                          TrConsistent *consistent,
                          TrOwnerSets *conflicts,
                          TrDependencies *rest,
                          int **row);
