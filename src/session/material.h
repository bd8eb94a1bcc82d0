// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a sheet is like to the hand, from jelly to nearly rigid: how hard it goes back to its rest
// shape and area, and how it drags. Values are told in units of the sheet's size, so that the same
// range means the same for a stamp and for a wall.

#pragma once

#include "session/session.h"

typedef enum {
  TR_MATERIAL_SHAPE, // stiffness of the shape; infinite: constraints keep it (picture-part.h)
  TR_MATERIAL_AREA,  // and of the area
  TR_MATERIAL_DRAG,  // times that of a plain sheet
  TR_N_MATERIALS,
} TrMaterial;

double tr_material_get (const TrModel *m, int body, TrMaterial which);
// No entry of the history, and no solve. 0 of a stiffness: it does not go back by itself; infinite
// (the shape of a picture alone): as constraints keep it. What is no such number is refused.
bool tr_material_set (TrSession *s, int body, TrMaterial which, double value, GError **error);
// Whether constraints could keep the shape: they are there, in force or not.
bool tr_material_may_be_kept (const TrModel *m, int body);

// Places of a slider, 0 … 1: of stiffnesses 0 is none and 1 nearly rigid, or kept where it may be.
double tr_material_to_slider (const TrModel *m, int body, TrMaterial which, double value);
double tr_material_from_slider (const TrModel *m, int body, TrMaterial which, double place);
