// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A typed formula as cubic Béziers: piecewise Hermite interpolation of x(t) and its exact
// derivative, halved until it is near enough.

#pragma once

#include "model/body.h"
#include "render/outline.h"

// Appends the curve of b, a body that has one; nowhere farther from it than about the tolerance
// (document units). Where it is not finite, or jumps, the outline breaks; false: it was not
// finite somewhere. At most 49 152 pieces: what turns more often is drawn as chords, and the outline
// told to be coarse.
bool tr_fit_curve (const TrBody *b, const double *q, double tolerance, TrOutline *out);
