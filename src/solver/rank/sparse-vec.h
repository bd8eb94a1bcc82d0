// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Vectors that are zero in most places, and independent sets of them: what dependencies of rows
// are, each of which joins a few rows.

#pragma once

#include "math/scratch.h"

#include <stdbool.h>

typedef struct {
  int n, room;
  int *at; // places, ascending
  double *val;
} TrSparseVec;

// x ← the n entries given, places ascending.
void tr_sparse_vec_set (TrSparseVec *x, int n, const int *at, const double *val, TrScratch *s);

// A list that grows on the scratch stack.
typedef struct {
  int n, room;
  TrSparseVec *vec;
} TrSparseList;

// One more, of the n entries given (n = 0: to be set later).
TrSparseVec *
tr_sparse_list_add (TrSparseList *l, int n, const int *at, const double *val, TrScratch *s);

// The entry at a place, 0 where there is none.
double tr_sparse_vec_at (const TrSparseVec *x, int place);

// x ← x / its largest entry in magnitude; entries of at most noise times that go.
void tr_sparse_vec_clean (TrSparseVec *x, double noise);

// Memory for sums of vectors with so many places.
typedef struct {
  int *at;
  double *val;
} TrSparseSum;

TrSparseSum tr_sparse_sum_make (int n_places, TrScratch *s);

// out ← the sum a x + b y without its entry at the place given, cleaned. Returns how many entries
// it has; 0 where x and y cancel up to the share of their length that is not to be trusted.
int tr_sparse_vec_sum (TrSparseSum *out,
                       double a,
                       const TrSparseVec *x,
                       double b,
                       const TrSparseVec *y,
                       int without,
                       double noise);

// A set of independent vectors in echelon form: each has a place of its own, in which all that came
// later are zero.
typedef struct {
  int n, n_places;
  TrSparseVec *vec; // room for n_places
  int *own;         // the place of each
  int *vec_of;      // of each place: the vector whose own it is, −1
  double *value;    // n_places, zero between calls
  int *n_with;      // of each place: vectors with an entry there
  int *heap, *touched;
  bool *is_queued; // of each vector, false between calls
  TrScratch *scratch;
} TrSpan;

void tr_span_init (TrSpan *span, int n_places, TrScratch *s);

// Whether x has a part of more than least of itself outside of the span.
bool tr_span_is_outside (TrSpan *span, const TrSparseVec *x, double least);

// Adds x, if it is outside; returns whether it was.
bool tr_span_add (TrSpan *span, const TrSparseVec *x, double least);
