// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: a hand in a large component moves the part around it.

#pragma once

#include "solver/component.h"

// Whether the grabbed component k is large and only part of it may move.
bool tr_window_is_wanted (const TrEngine *e, const TrComponent *k);
// Makes the part of k that moves; motion: of each unknown, under a force on the grabbed point.
void tr_window_choose (TrEngine *e, const TrComponent *k, const TrState *s, const double *motion);
// Around a frame of the hand; the part goes when its rim feels something.
void tr_window_enter (TrEngine *e);
void tr_window_leave (TrEngine *e, const TrState *s);
void tr_window_end (TrEngine *e);
