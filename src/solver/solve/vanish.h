// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sides that come to nothing because values ask for just that: a slot is a rectangle with corners as round as
// half of its width. What they are to lie along is met in the limit, as they are drawn, and only that tells
// them from sides that shrink to be rid of what is asked of them.

#pragma once

#include "solver/engine-private.h"

// Whether so little of a body's size at home is left at q, its own run both.
bool tr_body_has_vanished (const TrBody *b, const double *q, const double *home);
// From s, where sides have come to nothing, or nearly, to where all n constraints hold with them come to
// nothing, each on its line as it lies at `home` or not much turned. False: there is no such place, s is as before.
bool tr_vanish_as_drawn (
    TrEngine *e, TrComponent *k, TrState *s, const double *home, int n, const int *con);
