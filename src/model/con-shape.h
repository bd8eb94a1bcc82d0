// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What several kinds of constraints are made of: a point seen from a directed line, the turn
// between two directions, and the inputs of their ends. Inputs are named by their index.

#pragma once

#include "model/constraint.h"

#define TR_PI 3.14159265358979323846

// The angle congruent to a modulo 2π in (−π, π].
double tr_wrap_angle (double a);

// Adds s·b to the block of inputs (i, j) of a Hessian over n inputs, and its transpose to (j, i)
// where i ≠ j.
void tr_hess_add (double *H, int n, int i, int j, double s, Mat2 b);

// a bᵀ
static inline Mat2
m2_outer (Vec2 a, Vec2 b)
{
  return (Mat2){a.x * b.x, a.x * b.y, a.y * b.x, a.y * b.y};
}

static inline Mat2
m2_add (Mat2 a, Mat2 b)
{
  return (Mat2){a.xx + b.xx, a.xy + b.xy, a.yx + b.yx, a.yy + b.yy};
}

static inline Mat2
m2_scale (Mat2 a, double s)
{
  return (Mat2){a.xx * s, a.xy * s, a.yx * s, a.yy * s};
}

// Whether the direction of an end, given as an input, has no length: ≤ 1e-9 ell, a value that is far
// beyond the drawing not counted. Axes and rigids have length 1 in no unit, whatever ell is.
bool tr_direction_is_short (const TrConAt *at, int end, int input);

// A point w = Σ coef[k] x[k], relative to the place of a directed line v = x[vector]:
// along = d·w, across = d × w, where d = v/|v|. coef[vector] is 0.
typedef struct {
  int n; // inputs
  int vector;
  double coef[TR_INPUTS_MAX];
} TrLineForm;

// Adds the value to c[row] and sets the gradients.
void tr_line_along (const TrLineForm *f, const Vec2 *x, int row, TrLocalRows *out);
void tr_line_across (const TrLineForm *f, const Vec2 *x, int row, TrLocalRows *out);
// Where a path leads at a time.
Vec2 tr_path_place (const TrConstraint *c, double time);
// ∂²c/∂t² of a path.
void tr_path_curvature (const TrConstraint *c, double time, double c_tt[TR_ROWS_MAX]);

// Of a rack: what the rigid has turned more than the line, and its gradient by input k.
double tr_rack_turn (const TrConAt *at);
Vec2 tr_rack_turn_gradient (const TrConAt *at, int k);

// Adds weight times the second derivatives.
void tr_line_along_curvature (const TrLineForm *f, const Vec2 *x, double weight, double *H);
void tr_line_across_curvature (const TrLineForm *f, const Vec2 *x, double weight, double *H);

// The angle θ of v: θ_v = perp v/|v|².
static inline Vec2
tr_angle_gradient (Vec2 v)
{
  return v2_scale (v2_perp (v), 1 / v2_dot (v, v));
}

// θ_vv = (2xy, y² − x²; y² − x², −2xy)/|v|⁴
static inline Mat2
tr_angle_hessian (Vec2 v)
{
  double s = 1 / v2_dot (v, v);
  double p = 2 * v.x * v.y * s * s, r = (v.y * v.y - v.x * v.x) * s * s;
  return (Mat2){p, r, r, -p};
}

// A function c of the turn φ from x[u] to x[v], given c′(φ): sets the gradients.
void tr_turn_gradient (int u, int v, const Vec2 *x, double first, int row, TrLocalRows *out);
// Adds first·φ_xx + second·φ_x φ_xᵀ over n inputs.
void tr_turn_curvature (int u, int v, int n, const Vec2 *x, double first, double second, double *H);

// The sine and cosine of the turn from u to v.
static inline Vec2
tr_turn_sine_cosine (Vec2 u, Vec2 v)
{
  double s = 1 / sqrt (v2_dot (u, u) * v2_dot (v, v));
  return v2 (s * v2_cross (u, v), s * v2_dot (u, v));
}

// The length of x[i] − x[from] (from −1: of x[i]), times sign, in c[row]: adds the value and sets
// the gradients. Below 1e-9 ell the unit vector is otherwise.
void tr_length_row (
    const TrConAt *at, int from, int i, double sign, Vec2 otherwise, int row, TrLocalRows *out);
// The difference itself, x[i] − x[from] = 0, in two rows: of a length that is 0.
void tr_meeting_rows (int from, int i, const Vec2 *x, TrLocalRows *out);
// Adds weight times its second derivatives (I − n nᵀ)/L, over n inputs.
void tr_length_curvature (int from, int i, int n, const Vec2 *x, double weight, double *H);

// Inputs that most kinds have.
static inline TrInput
tr_in (TrInputKind kind, int end)
{
  return (TrInput){kind, end, 0, 0};
}

static inline TrInput
tr_in_scalar (int end, int member)
{
  return (TrInput){TR_IN_SCALAR, end, 0, member};
}

// Places of unknowns that kinds know: circle, arc; rigid.
enum { TR_MEMBER_RADIUS = 2, TR_MEMBER_ROTATION = 2 };

int tr_inputs_point (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX]);
int tr_inputs_points (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX]);
int tr_inputs_vector (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX]);
int tr_inputs_vectors (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX]);
