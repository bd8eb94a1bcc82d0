// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: drives and paths, which time leads.

#pragma once

#include "solver/component.h"

// Drives and paths stand still where they are at s; false where there are none.
bool tr_drives_stand (TrEngine *e, TrComponent *k, const TrState *s);
// They are to be where time wants them.
void tr_drives_go (TrComponent *k);
// Where masses move: drives that cannot go on with them, or have stopped, go to where s->time wants
// them, as far as they can; false where they cannot, and the state is as it was. What else moves has no
// time in it.
bool tr_drives_lead (TrEngine *e, TrComponent *k, TrState *s, bool stopped, TrStepResult *result);
