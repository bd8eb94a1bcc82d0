// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One way of a solve (solver/solve/reach.h), with all that it is not to lose.

#pragma once

#include "solver/component.h"

// From where it stands, which is home, to where all holds, or nearly; false where nothing finite
// was found and all is as before.
bool tr_leave_home (TrEngine *e, TrComponent *k, TrState *s, int *iterations);
// From where that has led: what grows out of next to nothing has not come to its place when all steps are done, as
// none goes farther than things are long, and goes on from there, as large as it is by then; so does what has stopped
// short of its place otherwise, and of a compromise, where it misses less than `near`, in units of tolerances.
bool tr_leave_again (TrEngine *e, TrComponent *k, TrState *s, double near, int *iterations);
