// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Length and area of curves over lists of points, with exact gradients and Hessians.

#include "model/body-parts.h"
#include "model/points-span.h"

#include <glib.h>

// What is summed over all spans: grad and hess of the whole body, NULL where not wanted.
typedef struct {
  int n;
  double *grad, *hess;
  bool is_nothing; // all points are in one place: where they go to is as good one way as the other
} Sum;

static void
add_gradient (const Sum *sum, int p, Vec2 g)
{
  if (sum->grad == NULL)
    return;
  sum->grad[2 * p] += g.x;
  sum->grad[2 * p + 1] += g.y;
}

static void
add_hessian (const Sum *sum, int p, int r, double s, Mat2 h)
{
  double *row = sum->hess + (size_t) 2 * p * sum->n + 2 * r;
  row[0] += s * h.xx;
  row[1] += s * h.xy;
  row[sum->n] += s * h.yx;
  row[sum->n + 1] += s * h.yy;
}

// weight · |Σ b_j p_j|:  gradient b_j n,  Hessian b_j b_k (I − n nᵀ)/|·|
static double
add_length (const Sum *sum, const TrSpan *span, Vec2 d, double weight, const double *b)
{
  Vec2 n;
  Mat2 h;
  double r = tr_vector_length (d, &n, &h);
  if (!(r > TR_NO_LENGTH) && !sum->is_nothing)
    n = v2 (0, 0);
  for (int j = 0; j < span->width; j++)
    add_gradient (sum, span->point[j], v2_scale (n, weight * b[j]));
  for (int j = 0; sum->hess != NULL && j < span->width; j++)
    for (int k = 0; k < span->width; k++)
      add_hessian (sum, span->point[j], span->point[k], weight * b[j] * b[k], h);
  return weight * r;
}

// ∫ |x_t| dt by the rule; of a straight span in closed form.
static double
span_length (const Sum *sum, const TrSpan *span, const double *q)
{
  if (span->width == 2) {
    Vec2 d = v2_sub (tr_span_point (span, q, 1), tr_span_point (span, q, 0));
    return add_length (sum, span, d, 1, (const double[]){-1, 1});
  }
  double length = 0;
  for (int node = 0; node < tr_span_n_nodes (span); node++) {
    TrSpanNode at = tr_span_node (span, q, node);
    length += add_length (sum, span, at.x_t, at.weight, at.b_t);
  }
  return length;
}

// S_jk = ½ ∫ (b_j b_k′ − b_k b_j′) ds; with b_j = Σ a_l sˡ, b_k = Σ c_m sᵐ the terms are
// ½ a_l c_m (m − l)/(m + l): exact.
static double
skew_weight (const TrPointsBasis *basis, int j, int k)
{
  double sum = 0;
  for (int l = 0; l < 4; l++)
    for (int m = 0; m < 4; m++)
      if (l != m)
        sum += basis->power[j][l] * basis->power[k][m] * (m - l) / (m + l);
  return 0.5 * sum;
}

// ½ ∮ x × x_t dt = ½ Σ_jk S_jk p_j × p_k,  gradient Σ_k S_jk (y_k, −x_k),  Hessian S_jk (0 1; −1 0);
// with points relative to an origin near by, which a closed curve allows.
static double
span_area (const Sum *sum, const TrSpan *span, const double *q, Vec2 origin)
{
  double area = 0;
  for (int j = 0; j < span->width; j++)
    for (int k = 0; k < span->width; k++) {
      double s = skew_weight (span->basis, j, k);
      Vec2 a = v2_sub (tr_span_point (span, q, j), origin);
      Vec2 c = v2_sub (tr_span_point (span, q, k), origin);
      area += 0.5 * s * v2_cross (a, c);
      add_gradient (sum, span->point[j], v2_scale (v2_perp (c), -s));
      if (sum->hess != NULL)
        add_hessian (sum, span->point[j], span->point[k], s, (Mat2){0, 1, -1, 0});
    }
  return area;
}

double
tr_points_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess)
{
  Sum sum = {b->n, grad, hess, true};
  double value = 0;
  g_assert (which == TR_DERIVED_LENGTH || (which == TR_DERIVED_AREA && b->closed));
  tr_clear_gradient (b->n, grad, hess);
  for (int i = 2; i < b->n && sum.is_nothing; i++)
    sum.is_nothing = !(fabs (q[i] - q[i - 2]) > 0);
  for (int i = 0; i < tr_span_count (b); i++) {
    TrSpan span = tr_span_make (b, i);
    value += which == TR_DERIVED_LENGTH ? span_length (&sum, &span, q)
                                        : span_area (&sum, &span, q, v2 (q[0], q[1]));
  }
  return value;
}
