// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The one basis of a space of dependencies that hangs on nothing but the space and an order of its rows.

#pragma once

#include "solver/rank/sparse-vec.h"

// basis: n × n_rows, orthonormal; in the end each of its vectors has a row in which it is 1 and the others are 0,
// and these rows are as late as can be in the order given (row by place).
// out: n vectors over places in that order, entries under the share noise of the largest left out.
void tr_reduced_basis (int n,
                       int n_rows,
                       double *basis,
                       const int *order,
                       double noise,
                       TrScratch *s,
                       TrSparseVec *out);
