// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Outputs: what references measure (a length, an angle, an area, an equation's value), and a hand
// on them: a measure is pulled to another value and the drawing follows, by least motion, as far as
// its constraints allow.

#pragma once

#include "session/quantity.h"
#include "session/session.h"

// Whether constraint i is a reference with a value.
bool tr_output_is (const TrModel *m, int i);
// What it measures, in document units or radians; NaN where it is undefined.
double tr_output_value (const TrModel *m, const TrState *s, int i);
TrQuantityKind tr_output_kind (const TrModel *m, int i);

typedef struct _TrPull TrPull;

// Takes hold of a measure; NULL where it is none. The drawing must not be edited before the end.
TrPull *tr_pull_new (TrSession *s, const char *id);
// Towards a value, in small steps; returns where it has come to, as near as every constraint lets it.
double tr_pull_to (TrPull *p, double value);
// Whether the last pull asked for more than the constraints let it have.
bool tr_pull_is_at_end (const TrPull *p);
// An entry in the history where something has moved, or all as before. Frees p.
void tr_pull_end (TrPull *p, bool keeps);
