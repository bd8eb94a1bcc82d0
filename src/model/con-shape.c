// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/con-shape.h"

double
tr_wrap_angle (double a)
{
  double w = remainder (a, 2 * TR_PI);
  return w <= -TR_PI ? TR_PI : w;
}

void
tr_hess_add (double *H, int n, int i, int j, double s, Mat2 b)
{
  int w = 2 * n;
  double *at = H + 2 * i * w + 2 * j;
  at[0] += s * b.xx;
  at[1] += s * b.xy;
  at[w] += s * b.yx;
  at[w + 1] += s * b.yy;
  if (i == j)
    return;
  at = H + 2 * j * w + 2 * i;
  at[0] += s * b.xx;
  at[1] += s * b.yx;
  at[w] += s * b.xy;
  at[w + 1] += s * b.yy;
}

// Of X: what ℓ is more than that comes of a value, which is no measure of what the drawing has.
static const double far = 1e3;

bool
tr_direction_is_short (const TrConAt *at, int end, int input)
{
  const TrEnd *e = &at->c->end[end];
  if (e->kind == TR_END_X || e->kind == TR_END_Y)
    return false;
  if (e->kind == TR_END_BODY && at->bodies[e->body].kind == TR_BODY_RIGID)
    return false;
  double ell = at->extent > 0 ? fmin (at->ell, far * at->extent) : at->ell;
  return !(v2_norm (at->x[input]) > 1e-9 * ell);
}

int
tr_inputs_point (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_POINT, 0);
  return 1;
}

int
tr_inputs_points (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_POINT, 0);
  in[1] = tr_in (TR_IN_POINT, 1);
  return 2;
}

int
tr_inputs_vector (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_VECTOR, 0);
  return 1;
}

int
tr_inputs_vectors (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX])
{
  in[0] = tr_in (TR_IN_VECTOR, 0);
  in[1] = tr_in (TR_IN_VECTOR, 1);
  return 2;
}

// A line form at given inputs: d along v, n to its left, w = along d + across n.
typedef struct {
  Vec2 d, n;
  double inverse; // 1/|v|
  double along, across;
} LineView;

static LineView
look (const TrLineForm *f, const Vec2 *x)
{
  Vec2 w = v2 (0, 0), v = x[f->vector];
  for (int k = 0; k < f->n; k++)
    if (k != f->vector)
      w = v2_mad (w, f->coef[k], x[k]);
  double inverse = 1 / v2_norm (v);
  Vec2 d = v2_scale (v, inverse);
  return (LineView){d, v2_perp (d), inverse, v2_dot (d, w), v2_cross (d, w)};
}

static void
set_gradients (const TrLineForm *f, Vec2 by_w, Vec2 by_v, Vec2 *c_x)
{
  for (int k = 0; k < f->n; k++)
    if (k != f->vector)
      c_x[k] = v2_scale (by_w, f->coef[k]);
  c_x[f->vector] = by_v;
}

//   d = v/L, n = perp d:   ∂d/∂v = n nᵀ/L,   ∂n/∂v = −d nᵀ/L
//   a = d·w:   a_w = d,   a_v = (b/L) n
//   b = n·w:   b_w = n,   b_v = −(a/L) n
void
tr_line_along (const TrLineForm *f, const Vec2 *x, int row, TrLocalRows *out)
{
  LineView l = look (f, x);
  out->c[row] += l.along;
  set_gradients (f, l.d, v2_scale (l.n, l.across * l.inverse), out->c_x[row]);
}

void
tr_line_across (const TrLineForm *f, const Vec2 *x, int row, TrLocalRows *out)
{
  LineView l = look (f, x);
  out->c[row] += l.across;
  set_gradients (f, l.n, v2_scale (l.n, -l.along * l.inverse), out->c_x[row]);
}

static void
add_curvature (const TrLineForm *f, double weight, Mat2 wv, Mat2 vv, double *H)
{
  tr_hess_add (H, f->n, f->vector, f->vector, weight, vv);
  for (int k = 0; k < f->n; k++)
    if (k != f->vector)
      tr_hess_add (H, f->n, k, f->vector, weight * f->coef[k], wv);
}

//   a_wv = n nᵀ/L,    a_vv = −(a n nᵀ + b (n dᵀ + d nᵀ))/L²
void
tr_line_along_curvature (const TrLineForm *f, const Vec2 *x, double weight, double *H)
{
  LineView l = look (f, x);
  Mat2 nn = m2_outer (l.n, l.n), both = m2_add (m2_outer (l.n, l.d), m2_outer (l.d, l.n));
  Mat2 vv = m2_add (m2_scale (nn, -l.along), m2_scale (both, -l.across));
  add_curvature (f, weight, m2_scale (nn, l.inverse), m2_scale (vv, l.inverse * l.inverse), H);
}

//   b_wv = −d nᵀ/L,   b_vv = (a (n dᵀ + d nᵀ) − b n nᵀ)/L²
void
tr_line_across_curvature (const TrLineForm *f, const Vec2 *x, double weight, double *H)
{
  LineView l = look (f, x);
  Mat2 nn = m2_outer (l.n, l.n), both = m2_add (m2_outer (l.n, l.d), m2_outer (l.d, l.n));
  Mat2 vv = m2_add (m2_scale (both, l.along), m2_scale (nn, -l.across));
  add_curvature (f, weight, m2_scale (m2_outer (l.d, l.n), -l.inverse),
                 m2_scale (vv, l.inverse * l.inverse), H);
}

// φ = θ(x[v]) − θ(x[u])
void
tr_turn_gradient (int u, int v, const Vec2 *x, double first, int row, TrLocalRows *out)
{
  out->c_x[row][u] = v2_scale (tr_angle_gradient (x[u]), -first);
  out->c_x[row][v] = v2_scale (tr_angle_gradient (x[v]), first);
}

void
tr_turn_curvature (int u, int v, int n, const Vec2 *x, double first, double second, double *H)
{
  Vec2 gu = v2_scale (tr_angle_gradient (x[u]), -1), gv = tr_angle_gradient (x[v]);
  tr_hess_add (H, n, u, u, -first, tr_angle_hessian (x[u]));
  tr_hess_add (H, n, v, v, first, tr_angle_hessian (x[v]));
  tr_hess_add (H, n, u, u, second, m2_outer (gu, gu));
  tr_hess_add (H, n, v, v, second, m2_outer (gv, gv));
  tr_hess_add (H, n, u, v, second, m2_outer (gu, gv));
}

static Vec2
difference (int from, int i, const Vec2 *x)
{
  return from < 0 ? x[i] : v2_sub (x[i], x[from]);
}

void
tr_length_row (
    const TrConAt *at, int from, int i, double sign, Vec2 otherwise, int row, TrLocalRows *out)
{
  Vec2 d = difference (from, i, at->x);
  double length = sqrt (v2_dot (d, d));
  Vec2 n = v2_scale (length > 1e-9 * at->ell ? v2_scale (d, 1 / length) : otherwise, sign);
  out->c[row] += sign * length;
  out->c_x[row][i] = n;
  if (from >= 0)
    out->c_x[row][from] = v2_scale (n, -1);
}

void
tr_meeting_rows (int from, int i, const Vec2 *x, TrLocalRows *out)
{
  Vec2 d = difference (from, i, x);
  out->c[0] = d.x;
  out->c[1] = d.y;
  out->c_x[0][i] = v2 (1, 0);
  out->c_x[1][i] = v2 (0, 1);
  if (from < 0)
    return;
  out->c_x[0][from] = v2 (-1, 0);
  out->c_x[1][from] = v2 (0, -1);
}

void
tr_length_curvature (int from, int i, int n, const Vec2 *x, double weight, double *H)
{
  Vec2 d = difference (from, i, x);
  double l2 = v2_dot (d, d);
  if (!(l2 > 0))
    return;
  // I − n nᵀ = p pᵀ/L², where p = perp d
  double s = weight / (l2 * sqrt (l2));
  Mat2 b = m2_outer (v2_perp (d), v2_perp (d));
  tr_hess_add (H, n, i, i, s, b);
  if (from < 0)
    return;
  tr_hess_add (H, n, from, from, s, b);
  tr_hess_add (H, n, from, i, -s, b);
}
