// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: what cannot hold and what holds beside it, in one step,
//
//   (E″ + μ M) d − Jᵀ λ = −E′        E of what cannot hold,
//             J d       = −c         the rows of all else
//
// which is Newton's on the way to where the one rests and the other holds: there λ is 0.

#pragma once

#include "solver/subset/squares.h"

typedef struct TrJoint TrJoint;

// of: what cannot hold, assembled; is_in: of each node, whether it is part of it.
TrJoint *tr_joint_new (const TrComponent *k, const TrSquares *of, const bool *is_in);
void tr_joint_free (TrJoint *joint);
// Whether that is what the two touch as last assembled.
bool tr_joint_fits (const TrJoint *joint, const TrComponent *k, const TrSquares *of);
// The step into k->d, E″ + μ being positive definite; false where a number is not finite.
bool tr_joint_solve (TrJoint *joint, TrComponent *k, const TrSquares *of, double mu);
// With that factor, what leaves the one at rest and the other as it is: (E″ + μ M) v − Jᵀ λ = f, J v = 0. f and
// v: of the component's unknowns.
bool tr_joint_give (TrJoint *joint, const TrComponent *k, const double *f, double *v);
