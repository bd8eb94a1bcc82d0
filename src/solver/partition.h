// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Cuts elements of a drawing into the connected components of what moves.

#pragma once

#include "solver/component.h"

// Elements by their index, in order. No element beside them shares a component with one of them.
typedef struct {
  int n_bodies, n_constraints, n_forces;
  int *bodies, *constraints, *forces;
} TrElements;

// Which constraints are rows of the system: those that hold, and inequalities that may.
static inline bool
tr_takes_part (const TrConstraint *c)
{
  return !c->disabled && !c->driven;
}

// The components, by their first body (those of slides alone last, in the order of q). Of the
// engine only its model is looked at. They have no slot yet. Free the array with g_free().
TrComponent **tr_partition (TrEngine *e, const TrState *s, const TrElements *of, int *n);

// Whether a force acts on every component: gravity of the drawing.
bool tr_force_is_everywhere (const TrForce *f);
