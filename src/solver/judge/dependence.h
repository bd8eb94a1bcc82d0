// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What one constraint says that others say already: its circuit.

#pragma once

#include "solver/engine.h"

typedef struct {
  int rows, dependent; // of the constraint; and how many of them follow from others
  GArray *circuit;     // int: a smallest set of other constraints from which they follow, in
                       // document order: none of them may be missing
} TrDependence;

// At state s. Nothing depends where the constraint is not in force, or nothing it touches moves.
TrDependence *tr_dependence_find (TrEngine *e, const TrState *s, int constraint);
void tr_dependence_free (TrDependence *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrDependence, tr_dependence_free)
