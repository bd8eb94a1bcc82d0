// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Curves over a list of points p: on span i, x = Σ_j b_j(s) p_(i·stride + j), s = t − i, indices
// cyclic where the curve is closed. Polyline, Bézier and B-spline differ in their basis alone.

#pragma once

#include "model/body.h"

enum {
  TR_SPAN_POINTS = 4, // the most points of a span
};

typedef struct TrPointsBasis {
  int width;  // points of a span
  int stride; // from the first point of a span to that of the next
  int pieces; // of the quadrature on one span
  int least, least_closed;
  double power[TR_SPAN_POINTS][4]; // b_j(s) = Σ_k power[j][k] sᵏ
} TrPointsBasis;

// All of these fit into TrBodyOps.
void tr_points_range (const TrBody *b, double *t0, double *t1);
void tr_points_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j);
void tr_points_lumped (const TrBody *b, const double *q, double *M);
void tr_points_consistent (const TrBody *b, const double *q, double *M);
int tr_points_pairs (const TrBody *b, const double *q, TrMassPair *pairs);
double tr_points_drag (const TrBody *b, const double *q);
double
tr_points_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess);
void tr_points_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high);

// Members of all three: "points", "closed".
extern const TrField tr_points_fields[];
