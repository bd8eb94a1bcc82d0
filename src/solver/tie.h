// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Polylines of a fixed, or a longest, length: a span that has come to nothing while they are pulled at stays so.

#pragma once

#include "solver/component.h"

// Whether it fixes the length of a polyline, or lets it be no longer.
bool tr_constraint_is_rope (const TrModel *m, const TrConstraint *c);

// The step alpha k->d from s, with points of a polyline whose length is fixed, and which pulls at them by its multiplier
// k->lambda_new, together where they would pass each other, or have come together: |x_a − x_b| has no slope there,
// and what holds them is any force up to the pull.
void tr_ties_keep (const TrEngine *e, TrComponent *k, const TrState *s, double alpha);
