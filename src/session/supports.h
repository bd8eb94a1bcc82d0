// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The supports of a mechanism: where its links are held to what stands still while a drive turns.

#pragma once

#include "model/variable.h"

// Leaves out of dimensions (of TrVariable) those that would put supports of what the drive turns
// elsewhere: what holds points that stand still to their places, or to each other, and the parameters that it
// reads.
void tr_supports_leave_out (
    const TrModel *m, const TrState *s, int drive, const bool *is_in, GArray *dimensions);
