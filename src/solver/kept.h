// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: what is long in the finding of a typed curve, a quadrature or a search over all of it.
// It is kept with the numbers that it was found for, for some of the last places of the curve: who looks for where
// constraints hold comes back to a few of them again and again.

#pragma once

#include "math/scratch.h"
#include "model/body.h"

typedef struct TrKept TrKept;

// n_values of the curve b as it is at q (its own unknowns), in *kept, which is made and grows as it must; *is_new:
// they are to be filled in. Good until the next call.
double *tr_kept_find (TrKept **kept,
                      const TrBody *b,
                      const double *q,
                      int n_values,
                      TrScratch *scratch,
                      bool *is_new);
