// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Systems of a known make for measuring the linear solver: trees, chains with loops or nails, and
// bar frameworks. Bodies have three unknowns (x, y, angle), every constraint two rows. The same
// name and sizes give the same numbers on every machine (but for the last digits of sin and cos).

#pragma once

#include "solver/kkt/kkt.h"

typedef struct {
  int n_bodies, n_cons;
  int *dim, *rows, *start, *touch; // of the shape
  double *mass;                    // 9 for each body, row major
  double *jacobian;                // 6 for each incidence, row major
  double *f;                       // 3 for each body
  double *b;                       // 2 for each constraint
} TrWorkload;

// What a workload of that name may be: from so many bodies on, and of n bodies at most so many loops,
// nails or bars too many. fewest 0: there is none of that name.
typedef struct {
  int fewest, most_loops;
} TrWorkloadLimits;

TrWorkloadLimits tr_workload_limits (const char *name, int n);

// name: chain, star, btree, rtree; chainloop, chainrand, chainnail, btreenail with so many loops
// or nails more; ladder, truss, grid of at most n bars; overbraced, conflicting: a truss with so many
// panels that hold one bar too many, asked for what is possible or for what is not. NULL where it is
// beyond its limits.
TrWorkload *tr_workload_new (const char *name, int n, int loops);
void tr_workload_free (TrWorkload *w);

TrKktShape tr_workload_shape (const TrWorkload *w);

// Puts the numbers into their places in a solver of that shape.
void tr_workload_fill (const TrWorkload *w, TrKkt *k);

// Largest entry of both residuals / max (1, |v|, |λ|).
double tr_workload_residual (const TrWorkload *w, const double *v, const double *lambda);
