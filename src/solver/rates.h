// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: motion in time.

#pragma once

#include "solver/component.h"

// The system of motion at s. A = M, the rows of what holds now, dampers of so many
// seconds (0: none); k->f = all forces. False where a number is not finite.
bool tr_rates_assemble (TrEngine *e, TrComponent *k, const TrState *s, double damp, bool stiff);
// f += factor · M v, both local.
void tr_rates_add_momentum (const TrComponent *k, const double *v, double factor, double *f);
// Whether a drive has stopped short of where time wants it.
bool tr_rates_stands_still (const TrNode *n);
// b = −∂c/∂t; b = −(vᵀ c_qq v + c_tt), with v in q's order.
void tr_rates_velocity_side (TrEngine *e, TrComponent *k, const TrState *s, double *b);
void tr_rates_acceleration_side (
    TrEngine *e, TrComponent *k, const TrState *s, const double *v, double *b);
