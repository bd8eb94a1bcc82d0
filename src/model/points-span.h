// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// One span of a curve over a list of points, for what runs over all of them.

#pragma once

#include "model/body-points.h"

typedef struct {
  const TrPointsBasis *basis;
  int width;
  int point[TR_SPAN_POINTS]; // which points of the list
} TrSpan;

int tr_span_count (const TrBody *b);
TrSpan tr_span_make (const TrBody *b, int i);

static inline Vec2
tr_span_point (const TrSpan *span, const double *q, int k)
{
  const double *p = q + 2 * span->point[k];
  return v2 (p[0], p[1]);
}

// b_k(s) and its three derivatives.
void tr_span_weights (const TrSpan *span, int k, double s, double w[4]);
Vec2 tr_span_place (const TrSpan *span, const double *q, double s);
// x(s) = p_first + Σ a_k sᵏ
void tr_span_polynomial (const TrSpan *span, const double *q, Vec2 a[4]);

enum {
  TR_SPAN_MOMENTS = 7, // enough for products of two cubics
};

// μ_m = ∫ sᵐ |x_t| ds, m < n, by the quadrature: integrals of |x_t| times basis functions are
// sums of these.
void tr_span_moments (const TrSpan *span, const double *q, int n, double *mu);

// One node of the quadrature: ∫ f dt over the span = Σ weight f.
typedef struct {
  double weight;
  double b_t[TR_SPAN_POINTS];
  Vec2 x_t;
} TrSpanNode;

int tr_span_n_nodes (const TrSpan *span);
TrSpanNode tr_span_node (const TrSpan *span, const double *q, int node);
