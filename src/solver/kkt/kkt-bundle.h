// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Very many constraints for the unknowns that they are on, as thousands of dimensions of one bar: their
// rows are told by as many as the blocks have unknowns, which makes a small system of the same
// motion and the same multipliers.

#pragma once

#include "solver/kkt/kkt-graph.h"

typedef struct _TrKktBundle TrKktBundle;

// NULL where no constraints are so many.
TrKktBundle *tr_kkt_bundle_new (const TrKktGraph *g);
void tr_kkt_bundle_free (TrKktBundle *s);

// The small system, as it is until the next factorisation.
TrKkt *tr_kkt_bundle_inner (TrKktBundle *s);
size_t tr_kkt_bundle_n_factored (const TrKktBundle *s);

// As tr_kkt_refactor_solve and tr_kkt_solve, of the numbers n; change NULL: all is other.
TrKktResult tr_kkt_bundle_factor_solve (TrKktBundle *s,
                                        const TrKktNumbers *n,
                                        const TrKktChange *change,
                                        const double *f,
                                        const double *b,
                                        double *v,
                                        double *lambda);
TrKktResult
tr_kkt_bundle_solve (TrKktBundle *s, const double *f, const double *b, double *v, double *lambda);
