// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows at unit length, as dependencies are looked for among them.

#pragma once

#include "solver/rank/diagnose.h"
#include "solver/rank/dissect.h"

typedef struct {
  const TrRows *rows;
  TrScratch *scratch;
  double *length; // of each row, 0 where it has none
  int n;          // rows taken
  int *row;       // n, ascending
  TrSparse a;     // n rows of unit length
} TrUnitRows;

// Sets length, and takes all rows that have one.
void tr_unit_rows_measure (TrUnitRows *u, const TrRows *rows, TrScratch *scratch);

// Sets a for the rows taken.
void tr_unit_rows_scale (TrUnitRows *u);
