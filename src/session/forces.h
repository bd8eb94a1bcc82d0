// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Who pulls against whom: the multipliers of a drawing as forces on points and tensions of bars.

#pragma once

#include "session/session.h"

typedef enum {
  TR_FORCE_ARROW, // a force on a point
  TR_FORCE_BAR,   // a tension between two points
} TrForceSign;

// In the units that springs and weights are in; a hand pulls as hard as it has to.
typedef struct {
  int constraint; // that exerts it
  TrForceSign sign;
  Vec2 at, to;    // where it acts; of a bar its ends. Document units
  Vec2 force;     // of an arrow
  double tension; // of a bar: above 0 it pulls its ends together, below it pushes them apart
} TrForceMark;

static inline double
tr_force_size (const TrForceMark *f)
{
  return f->sign == TR_FORCE_BAR ? fabs (f->tension) : v2_norm (f->force);
}

// The largest; 0 where there are none.
double tr_forces_largest (const GArray *forces);

// Of TrForceMark, in the order of the constraints; what is nothing beside the largest is left out.
// While something is dragged those of the last frame, else those under springs, weights and drives.
GArray *tr_forces_find (TrSession *s);
