// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include "math/gauss.h"

#include <glib.h>
#include <string.h>

void
tr_jet_clear (TrJet *j, int n)
{
  g_assert (n <= TR_JET_MAX);
  j->x = j->x_t = j->x_tt = j->x_ttt = v2 (0, 0);
  j->n = n;
  for (int k = 0; k < n; k++) {
    j->at[k] = k;
    j->x_q[k] = j->x_tq[k] = j->x_ttq[k] = v2 (0, 0);
  }
}

void
tr_jet_place (TrJet *j, int k, double w)
{
  j->x_q[k] = v2 (w, 0);
  j->x_q[k + 1] = v2 (0, w);
}

void
tr_jet_add_outer (const TrJet *j, double w, double *M)
{
  for (int i = 0; i < j->n; i++)
    for (int k = 0; k < j->n; k++)
      M[i * j->n + k] += w * v2_dot (j->x_q[i], j->x_q[k]);
}

void
tr_add_symmetric (double *H, int n, int i, int k, double h)
{
  H[i * n + k] += h;
  if (i != k)
    H[k * n + i] += h;
}

void
tr_set_diagonal (double *M, int n, double d)
{
  memset (M, 0, sizeof (double) * (size_t) n * (size_t) n);
  for (int i = 0; i < n; i++)
    M[i * n + i] = d;
}

void
tr_clear_gradient (int n, double *grad, double *hess)
{
  if (grad != NULL)
    memset (grad, 0, sizeof (double) * (size_t) n);
  if (hess != NULL)
    memset (hess, 0, sizeof (double) * (size_t) n * (size_t) n);
}

// The next node of the rule: t and weight of node k of a piece.
static double
node_place (double t0, double step, int piece, int k)
{
  return t0 + step * (piece + gauss_12[k].s);
}

void
tr_curve_consistent (const TrBody *b, const double *q, int pieces, double *M)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  double t0, t1;
  ops->range (b, &t0, &t1);
  double step = (t1 - t0) / pieces;
  memset (M, 0, sizeof (double) * (size_t) b->n * (size_t) b->n);
  for (int p = 0; p < pieces; p++)
    for (int k = 0; k < GAUSS_N; k++) {
      TrJet j;
      ops->jet (b, q, node_place (t0, step, p, k), TR_JET_PLACE, &j);
      g_assert (j.n == b->n + tr_body_n_live (b));
      j.n = b->n; // free parameters have no drag along a curve
      double w = gauss_12[k].w * fabs (step) * v2_norm (j.x_t);
      if (isfinite (w) && v2_is_finite (j.x))
        tr_jet_add_outer (&j, w, M);
    }
}

double
tr_curve_length (const TrBody *b, const double *q, int pieces)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  double t0, t1, length = 0;
  ops->range (b, &t0, &t1);
  double step = (t1 - t0) / pieces;
  for (int p = 0; p < pieces; p++)
    for (int k = 0; k < GAUSS_N; k++) {
      TrJet j;
      ops->jet (b, q, node_place (t0, step, p, k), TR_JET_PLACE, &j);
      double w = gauss_12[k].w * fabs (step) * v2_norm (j.x_t);
      if (isfinite (w) && v2_is_finite (j.x))
        length += w;
    }
  return length;
}

void
tr_box_start (Vec2 p, Vec2 *low, Vec2 *high)
{
  *low = *high = p;
}

void
tr_box_add (Vec2 p, Vec2 *low, Vec2 *high)
{
  *low = v2 (fmin (low->x, p.x), fmin (low->y, p.y));
  *high = v2 (fmax (high->x, p.x), fmax (high->y, p.y));
}

// r = |d|, n = d/r:   r_d = n,   r_dd = (I − n nᵀ)/r
double
tr_vector_length (Vec2 d, Vec2 *grad, Mat2 *hess)
{
  double r = v2_norm (d);
  bool none = !(r > TR_NO_LENGTH);
  Vec2 n = none ? v2 (1, 0) : v2_scale (d, 1 / r);
  if (grad != NULL)
    *grad = n;
  if (hess != NULL) {
    double s = none ? 0 : 1 / r;
    *hess = (Mat2){s * n.y * n.y, -s * n.x * n.y, -s * n.x * n.y, s * n.x * n.x};
  }
  return r;
}

// With n = d/r = (c, s):   θ_d = (−s, c)/r,   θ_dd = (2cs, s² − c²; s² − c², −2cs)/r²
double
tr_vector_angle (Vec2 d, Vec2 *grad, Mat2 *hess)
{
  double r = v2_norm (d);
  double k = r > TR_NO_LENGTH ? 1 / r : 0;
  Vec2 n = v2_scale (d, k);
  if (grad != NULL)
    *grad = v2_scale (v2_perp (n), k);
  if (hess != NULL) {
    double twice = 2 * n.x * n.y * k * k, rest = (n.y * n.y - n.x * n.x) * k * k;
    *hess = (Mat2){twice, rest, rest, -twice};
  }
  return atan2 (d.y, d.x);
}
