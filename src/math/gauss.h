// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Gauss–Legendre quadrature with 12 points: exact for polynomials up to degree 23.

#pragma once

enum {
  GAUSS_N = 12,
};

// Over the unit interval: ∫₀¹ f(s) ds ≈ Σ w f(s).
typedef struct {
  double s, w;
} GaussNode;

extern const GaussNode gauss_12[GAUSS_N];
