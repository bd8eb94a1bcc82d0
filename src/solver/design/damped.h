// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Damped least changes: with r what is missed, G = ∂x/∂d and sizes S of the numbers d, the least
// Δd = S y that answers the pull (K. Levenberg, D. Marquardt),
//
//   y = Aᵀ (A Aᵀ + μ tr(A Aᵀ) I)⁻¹ r,   A = G S P
//
// P leaves out what would go through walls: directions y beyond which nothing is whole.

#pragma once

#include <stdbool.h>

enum { TR_DAMPED_WALLS = 4 }; // at most

typedef struct {
  int n, rows;
  const double *r, *G, *size; // rows; rows × n; n
  int n_walls;
  double *walls;    // n each, in units of the sizes: unit vectors at right angles, out of bounds
  double off_walls; // how far off them for each unit along them
} TrDamped;

// Δd, n, no number by more than half its size; false where nothing answers. With walls it keeps a
// little off them.
bool tr_damped_step (const TrDamped *p, double mu, double *move);
// Of a function whose gradient by d is given and that grew along `move`, which went too far; false
// where it is no new wall, or one too many.
bool tr_damped_add_wall (TrDamped *p, const double *gradient, const double *move);
