// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: boxes of the typed curves of a component. Each is a search over the whole curve, and
// asked for by all that is on it: it is kept (kept.h).

#pragma once

#include "solver/component.h"

// Of its typed curves as they stand at s.
TrBoxes tr_kept_boxes_at (TrEngine *e, TrComponent *k, const TrState *s);
