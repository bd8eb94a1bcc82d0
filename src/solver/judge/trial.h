// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a check cannot tell from where a drawing stands, it tells from where copies of it come to.

#pragma once

#include "solver/check.h"

// check: of the drawing as it stands at s, where not all holds. If nothing says why, a copy is
// solved: it may hold after all, and where it does not, its compromise tells what contradicts. Of
// what contradicts as little as can be is then left out of another copy, and rank and redundancy
// are those of the place where the rest holds: at a compromise nothing is quite as it should be,
// and lines that are level by two constraints follow from neither.
void tr_check_try (TrCheck *check, TrEngine *e, const TrState *s);

// As the drawing stands, without trials (examine.c).
// is_solved: it has been: what is missed for no reason
// that can be seen there is named all the same.
TrCheck *tr_engine_check_here (TrEngine *e, const TrState *s, bool is_solved);
