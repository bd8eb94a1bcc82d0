// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: what a grabbed point gives way to a force.

#pragma once

#include "solver/component.h"

// What the grabbed point would give way to a force if nothing held its body.
double tr_mobility_free (TrEngine *e, TrComponent *k, const TrState *s);
// Takes the mobility of the grabbed point, with a factorisation of its own; false where it is
// fixed. motion, if not NULL: of each unknown under a force on the point.
bool tr_mobility_measure (TrEngine *e, TrComponent *k, TrState *s, double *motion);
// The mobility at hand was taken with M as the component has it.
void tr_mobility_note (TrEngine *e, TrComponent *k);
// Whether it has to be taken again: many frames ago, or with a very different M.
bool tr_mobility_is_old (const TrEngine *e, const TrComponent *k);
// An unknown at its end, or an inequality in force.
bool tr_holds_on_one_side (const TrEngine *e, const TrComponent *k);
