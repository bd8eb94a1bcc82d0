// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A few spare rows, combinations of others to the last digits: what most drawings have that hold too
// much, or things that contradict each other. The factor without them gives the exact answer.

#pragma once

#include "solver/kkt/kkt-ldl.h"

#include <stdbool.h>

typedef struct _TrKktSpare TrKktSpare;

TrKktSpare *tr_kkt_spare_new (const TrKktGraph *g);
void tr_kkt_spare_free (TrKktSpare *s);

// Room for n spare rows.
void tr_kkt_spare_reserve (TrKktSpare *s, int n);

// Takes in the n small pivots that the factorisation of what is left has dropped; false
// where they are too many, or one is not of a spare row.
bool tr_kkt_spare_take (TrKkt *k, int n);

// v, λ of the whole system by the factor without the spare rows: least squares, least motion, least
// multipliers (of rows scaled to J A^−½ of length 1). False where the answer does not prove right.
// conflict as in TrKktResult; adds the solves to *n_solves.
bool tr_kkt_spare_solve (TrKkt *k,
                         const double *f,
                         const double *b,
                         double *v,
                         double *lambda,
                         double *conflict,
                         int *n_solves);
