// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Circuits: the dependencies yᵀA = 0 of minimal support in a space of dependencies. Each names
// rows of which any one may go, whereupon the others are independent.
//
// The space is written with coordinates z ∈ ℝᵏ: y = zᵀY, Y orthonormal. Row e takes no part where
// z ⊥ Yₑ (its column of Y), so a circuit is a z that is orthogonal to k − 1 independent columns.
// Rows with parallel columns stand or fall together: they form a class.

#pragma once

#include "math/scratch.h"

#include <stdbool.h>

typedef struct {
  int k; // dimension of the space
  int n_rows;
  double *basis; // k × n_rows, orthonormal: Y
  int n_classes;
  int *class_of;    // n_rows
  double *dir;      // n_classes × k, unit: the common direction of the columns
  double noise;     // what is smaller is zero
  int n, room;      // circuits found
  double *z;        // n × k, unit
  bool is_complete; // all circuits were found
  TrScratch *scratch;
} TrCircuits;

// vec: k × n_rows, a basis in which each vector is already a circuit and no row is without part.
void tr_circuits_find (
    TrCircuits *out, int k, int n_rows, const double *vec, double noise, TrScratch *s);

// y ← zᵀY scaled to a largest entry of 1, small entries exactly 0. Returns that largest entry.
double tr_circuits_vector (const TrCircuits *t, const double *z, double *y);
