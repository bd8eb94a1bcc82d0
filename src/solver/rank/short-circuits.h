// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Short circuits of a space that has too many to list: like shortening the vectors of a lattice.

#pragma once

#include "solver/rank/circuits.h"

// As tr_circuits_find.
void tr_short_circuits (
    TrCircuits *out, int k, int n_rows, const TrSparseVec *vec, double noise, TrScratch *s);
