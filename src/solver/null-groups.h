// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The dependencies of rows in groups that have no row in common: rows said twice apart from each
// other and from the loops, so that many of them cost no more than their number.

#pragma once

#include "solver/null-space.h"

typedef struct {
  int nullity; // dependencies of all groups
  int n_groups;
  TrNullSpace *group; // rows ascending; vectors independent, those of the loops orthonormal
} TrNullGroups;

// As tr_null_space.
void tr_null_groups (const TrSparse *a, double cutoff, TrScratch *s, TrNullGroups *out);
