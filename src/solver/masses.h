// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: drag matrices.

#pragma once

#include "solver/component.h"

// Drag matrices at q, blocks packed one after another.
void tr_component_masses (TrEngine *e, TrComponent *k, const double *q);
// Uniform drag along a curve couples the points that share a span (metric "viscous").
void tr_masses_find_pairs (TrEngine *e, TrComponent *k, const double *q);
void tr_masses_forget (TrComponent *k);
