// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The free motions of a drawing at a state, one for each degree of freedom: velocities that the
// constraints allow, orthonormal in the drag metric, vᵢᵀ M vⱼ = δᵢⱼ. Each is the allowed part of
// one unknown's own motion, of the freest unknown first, so that far apart freedoms stay apart.

#pragma once

#include "solver/engine.h"

typedef struct {
  int component;
  int unknown; // in q: the one whose motion this is; there it is positive
  double *v;   // n_q of the model; 0 outside the component
} TrMotion;

// Of TrMotion, component by component; free with g_ptr_array_unref. As many as the check counts
// degrees of freedom: rolling conditions (skate), bounds and inequalities do not reduce them.
// Dense: for components of up to a thousand unknowns or so; larger ones than `most` are left out.
GPtrArray *tr_motions_find (TrEngine *e, const TrState *s, int most);
