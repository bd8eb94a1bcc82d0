// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What of a picture of the drawing has to be painted again: the record of what was last painted,
// body by body and joint by joint, compared with the drawing as it is now. Cheap against painting:
// nothing is outlined that has not changed.

#pragma once

#include "model/model.h"
#include "render/outline.h"

// Where something is, or was: the ink lies within the box and a reach around it, which has a part
// on paper (strokes with their mitres) and one on the screen.
typedef struct {
  TrBounds box; // document units; empty: there is nothing to see
  double width; // of its strokes, mm
} TrDamageArea;

typedef struct _TrDamage TrDamage;

TrDamage *tr_damage_new (void);
void tr_damage_free (TrDamage *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrDamage, tr_damage_free)
// Nothing of what was painted is good any more.
void tr_damage_forget (TrDamage *d);

// Brings the record up to the drawing. changed: TrDamageArea, the old and the new places of all
// that looks otherwise now; of each body its look too (a TrLookState; NULL: all the same). False:
// nothing was known before, or nearly everything has changed. Labels and traces are not told of.
bool tr_damage_update (
    TrDamage *d, const TrModel *m, const TrState *s, const guint8 *states, GArray *changed);

// Of a body as it was last recorded.
TrDamageArea tr_damage_area (const TrDamage *d, int body);
