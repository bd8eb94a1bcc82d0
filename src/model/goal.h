// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces that are goals (minimize, relation, fit, snake): their energy, and what those of an
// expression x do over the state. Those of points say it by their loads (force.h).

#pragma once

#include "model/row.h"

// E at q; 0 of forces that are no goals.
double tr_force_energy (const TrModel *m, const TrForce *f, const double *q);

// x as a row: its value in c[0], x_q in J. Memory from scratch.
void tr_force_rows (
    const TrModel *m, const TrForce *f, const double *q, TrScratch *scratch, TrRowBlock *out);
// first · x_qq, or its positive part, added to H over the unknowns of the row.
void tr_force_add_hessian (const TrModel *m,
                           const TrForce *f,
                           const double *q,
                           double first,
                           const TrRowBlock *rows,
                           bool clamp,
                           TrScratch *scratch,
                           double *H);
