// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The dependencies of rows as circuits, in groups that have no row in common: rows said twice,
// what a few rows close to each other say, and longer loops; so that many small ones cost no more
// than their number.

#pragma once

#include "solver/rank/null-space.h"
#include "solver/rank/spanned-rows.h"
#include "solver/rank/sparse-vec.h"

#include <glib.h>

typedef struct {
  int n_rows;
  int *row;         // of A, ascending
  int n;            // dependencies
  TrSparseVec *vec; // independent circuits over the places in row, largest entries 1
} TrNullGroup;

typedef struct {
  int nullity; // dependencies of all groups
  int n_groups;
  TrNullGroup *group;
  gint64 n_looked;  // how often rows were looked at for the dependencies of others
  gint64 n_entries; // of bases of rows that are far more than their unknowns, looked at
} TrNullGroups;

// As tr_null_space; entries of a circuit under the share noise of its largest are zero.
void
tr_null_groups (const TrSparse *a, double cutoff, double noise, TrScratch *s, TrNullGroups *out);
