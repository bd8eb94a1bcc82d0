// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What several kinds of bodies share: parts of jets, boxes, and the drag of a curve by quadrature.

#pragma once

#include "model/body.h"

// Below this a vector has no direction: its squared inverse would overflow.
#define TR_NO_LENGTH 1e-150

// The unknowns 0 … n − 1, and no derivatives yet.
void tr_jet_clear (TrJet *j, int n);
// Unknowns k, k + 1 are the place of x, scaled by w: x_q = w I.
void tr_jet_place (TrJet *j, int k, double w);

// Σ w X_qᵀ X_q added to M (n × n) for a jet over the whole body.
void tr_jet_add_outer (const TrJet *j, double w, double *M);
// h added at (i, k) and (k, i), once where they are the same.
void tr_add_symmetric (double *H, int n, int i, int k, double h);

// M ← d I (n × n)
void tr_set_diagonal (double *M, int n, double d);
void tr_clear_gradient (int n, double *grad, double *hess);

// ∫ X_qᵀ X_q |x_t| dt over the range of t, set; non-finite nodes (an undefined formula) count
// nothing. The range is cut in equal pieces of 12 nodes each. Whole-body kinds only.
void tr_curve_consistent (const TrBody *b, const double *q, int pieces, double *M);
// ∫ |x_t| dt in the same way.
double tr_curve_length (const TrBody *b, const double *q, int pieces);

void tr_box_start (Vec2 p, Vec2 *low, Vec2 *high);
void tr_box_add (Vec2 p, Vec2 *low, Vec2 *high);

// The length of d and its angle: gradients over d, and Hessians where wanted. A d of no length
// lies along +x, with Hessian 0; its angle is 0 with no gradient.
double tr_vector_length (Vec2 d, Vec2 *grad, Mat2 *hess);
double tr_vector_angle (Vec2 d, Vec2 *grad, Mat2 *hess);
