// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sparse vectors that are used up one by one, each at a place that the others then have no part in.

#pragma once

#include "solver/rank/sparse-vec.h"

typedef struct {
  int n, *vec; // numbers of vectors with an entry there, now or before
  int room;
} TrHolders;

typedef struct {
  int n, n_places;
  TrSparseVec *vec;
  bool *is_done;      // of each vector; the others span what is left
  TrHolders *holders; // of each place
  TrSparseSum sum;
  TrScratch *scratch;
} TrSparseSet;

// Room for so many vectors.
TrSparseSet *tr_sparse_set_make (int room, int n_places, TrScratch *s);

void tr_sparse_set_add (TrSparseSet *set, int n, const int *at, const double *val);

// Of the vectors left that have more than least at the place, the one with the most is done, and
// the others are freed of the place. Returns which one, −1 where none has it.
int tr_sparse_set_use_up (TrSparseSet *set, int place, double least);
