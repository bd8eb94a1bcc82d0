// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// (A Aᵀ + μ I) y = c of sparse rows A, few enough that an order for them is not worth its while: what is 0
// for where things stand is neither added nor multiplied, and the numbers are to the last bit those of
// ldl_factor and ldl_solve.

#pragma once

#include "math/scratch.h"

typedef struct {
  int m;           // rows
  int *start, *at; // row r has columns at[start[r]], …, at[start[r + 1] − 1], ascending
  double *a;       // and there these values
  int n;           // columns
  int *entry, *next,
      *row;       // of each column its last entry, of each entry the one before, and its row
  int *low, *col; // of A Aᵀ and L: below the diagonal row r has columns col[low[r]], …, ascending
  double *gram, *l;     // values of both there
  double *diagonal, *d; // of A Aᵀ; 1/D
  int *parent, *mark;   // the next row that a row is eliminated into, −1: none
  double *x;            // m, zero
} Gram;

// For at most so many rows and columns, and any number of entries.
void gram_init (Gram *g, TrScratch *scratch, int most_rows, int n);
void gram_empty (Gram *g);
// Another row; its n entries are put in order of their columns, each of which is there once.
void gram_add_row (Gram *g, int n, const int *at, const double *a);
// Takes a column out of all rows.
void gram_drop_column (Gram *g, int column);
// A Aᵀ and where L has entries: once for all rows, and again where a column was dropped.
void gram_multiply (Gram *g);
// y ← (A Aᵀ + (μ mean + least) I)⁻¹ c, mean that of the diagonal.
void gram_solve (Gram *g, double mu, double least, const double *c, double *y);
// x ← x + s Aᵀ y, x of n columns.
void gram_add_transposed (const Gram *g, double s, const double *y, double *x);
