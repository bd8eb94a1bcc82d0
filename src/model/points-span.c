// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/points-span.h"

#include "math/gauss.h"

#include <glib.h>

int
tr_span_count (const TrBody *b)
{
  const TrPointsBasis *basis = tr_body_get_ops (b)->basis;
  int points = b->n / 2;
  return b->closed ? points / basis->stride : (points - basis->width) / basis->stride + 1;
}

TrSpan
tr_span_make (const TrBody *b, int i)
{
  const TrPointsBasis *basis = tr_body_get_ops (b)->basis;
  TrSpan span = {.basis = basis, .width = basis->width};
  g_assert (basis->width <= TR_SPAN_POINTS);
  for (int k = 0; k < span.width; k++)
    span.point[k] = (i * basis->stride + k) % (b->n / 2);
  return span;
}

void
tr_span_weights (const TrSpan *span, int k, double s, double w[4])
{
  const double *c = span->basis->power[k];
  w[0] = ((c[3] * s + c[2]) * s + c[1]) * s + c[0];
  w[1] = (3 * c[3] * s + 2 * c[2]) * s + c[1];
  w[2] = 6 * c[3] * s + 2 * c[2];
  w[3] = 6 * c[3];
}

Vec2
tr_span_place (const TrSpan *span, const double *q, double s)
{
  Vec2 x = v2 (0, 0);
  for (int k = 0; k < span->width; k++) {
    double w[4];
    tr_span_weights (span, k, s, w);
    x = v2_mad (x, w[0], tr_span_point (span, q, k));
  }
  return x;
}

// Differences to the first point, so that a curve far from the origin keeps its digits.
void
tr_span_polynomial (const TrSpan *span, const double *q, Vec2 a[4])
{
  Vec2 first = tr_span_point (span, q, 0);
  for (int m = 0; m < 4; m++) {
    a[m] = v2 (0, 0);
    for (int k = 1; k < span->width; k++) {
      Vec2 d = v2_sub (tr_span_point (span, q, k), first);
      a[m] = v2_mad (a[m], span->basis->power[k][m], d);
    }
  }
}

void
tr_span_moments (const TrSpan *span, const double *q, int n, double *mu)
{
  int pieces = span->basis->pieces;
  Vec2 a[4];
  tr_span_polynomial (span, q, a);
  for (int m = 0; m < n; m++)
    mu[m] = 0;
  for (int piece = 0; piece < pieces; piece++)
    for (int node = 0; node < GAUSS_N; node++) {
      double s = (piece + gauss_12[node].s) / pieces;
      Vec2 x_t = v2_mad (a[1], s, v2_mad (v2_scale (a[2], 2), 3 * s, a[3]));
      double term = gauss_12[node].w / pieces * sqrt (v2_dot (x_t, x_t));
      for (int m = 0; m < n; m++, term *= s)
        mu[m] += term;
    }
}

int
tr_span_n_nodes (const TrSpan *span)
{
  return GAUSS_N * span->basis->pieces;
}

TrSpanNode
tr_span_node (const TrSpan *span, const double *q, int node)
{
  int pieces = span->basis->pieces, piece = node / GAUSS_N;
  const GaussNode *g = &gauss_12[node % GAUSS_N];
  TrSpanNode at = {.weight = g->w / pieces, .x_t = {0, 0}};
  Vec2 first = tr_span_point (span, q, 0);
  for (int k = 0; k < span->width; k++) {
    double w[4];
    tr_span_weights (span, k, (piece + g->s) / pieces, w);
    at.b_t[k] = w[1];
    at.x_t = v2_mad (at.x_t, w[1], v2_sub (tr_span_point (span, q, k), first));
  }
  return at;
}
