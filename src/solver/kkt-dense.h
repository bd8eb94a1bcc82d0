// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The reference: dense, by singular values. Cubic time, square memory.

#pragma once

#include "solver/kkt-graph.h"

typedef struct _TrKktDense TrKktDense;

TrKktDense *tr_kkt_dense_new (const TrKktGraph *g);
void tr_kkt_dense_free (TrKktDense *d);

// Returns the number of singular values under 1e-10 of the largest: the rank lost.
int tr_kkt_dense_factor (TrKktDense *d, const TrKktNumbers *n);

// Least-squares motion, least multipliers; conflict as in TrKktResult.
double
tr_kkt_dense_solve (TrKktDense *d, const double *f, const double *b, double *v, double *lambda);
