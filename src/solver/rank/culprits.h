// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What circuits still agree on when the rows that are at odds with most of them are left out.

#pragma once

#include "solver/rank/blame.h"

// yᵀc of a circuit, exactly 0 where its equations agree. owner: workspace, n_rows; blur: the share
// of it that curvature may make.
double tr_mismatch (const TrDependencies *d, const TrSparseVec *y, int *owner, double *blur);

// consistent: a basis of the circuits of a basis given that have no part in as few rows as leave
// nothing at odds; vec: d->n independent circuits.
void tr_culprits_leave_out (const TrDependencies *d,
                            const TrSparseVec *vec,
                            TrScratch *s,
                            TrConsistent *consistent);
