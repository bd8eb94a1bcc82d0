// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a solve has brought to nothing but for its last digits.

#pragma once

#include "solver/component.h"

// A segment that is to have no length, or a circle that is to have no area, and has come to that but for
// its last digits of a drawing of that size, has none: what is asked of its direction takes no part, and is
// not missed. Only where then all holds, and nothing is left of what it was at home (n_v): beside a value far beyond the
// drawing all of it is small. afresh: by tolerances as they are then, for what is hardly there has
// hardly any, and what holds it would be missed by its last digits.
void tr_lose_last_digits (
    TrEngine *e, TrComponent *k, TrState *s, double size, const double *home, bool afresh);
