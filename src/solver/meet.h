// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Points that are to be in one place, and all but are.

#pragma once

#include "solver/component.h"

// Beside all else what is left between such points is no direction, and the one that they last had leads past each
// other; beside nothing, which is what they are judged by once they have met, it is one. From where a solve has come
// to, measured afresh, to where all holds, or nearly. size: of the component before.
void tr_meet (TrEngine *e, TrComponent *k, TrState *s, double size, int *iterations);
