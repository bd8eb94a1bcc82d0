// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Plane vectors, 2 × 2 matrices and affine maps: small values, passed and returned by value.

#pragma once

#include <math.h>
#include <stdbool.h>

typedef struct {
  double x, y;
} Vec2;

// Rows first: (xx xy; yx yy).
typedef struct {
  double xx, xy, yx, yy;
} Mat2;

// p ↦ m p + t
typedef struct {
  Mat2 m;
  Vec2 t;
} Affine;

static inline Vec2
v2 (double x, double y)
{
  return (Vec2){x, y};
}

static inline Vec2
v2_add (Vec2 a, Vec2 b)
{
  return v2 (a.x + b.x, a.y + b.y);
}

static inline Vec2
v2_sub (Vec2 a, Vec2 b)
{
  return v2 (a.x - b.x, a.y - b.y);
}

static inline Vec2
v2_scale (Vec2 a, double s)
{
  return v2 (a.x * s, a.y * s);
}

// a + s b
static inline Vec2
v2_mad (Vec2 a, double s, Vec2 b)
{
  return v2 (a.x + s * b.x, a.y + s * b.y);
}

static inline Vec2
v2_lerp (Vec2 a, Vec2 b, double t)
{
  return v2 ((1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y);
}

static inline Vec2
v2_mid (Vec2 a, Vec2 b)
{
  return v2 (0.5 * (a.x + b.x), 0.5 * (a.y + b.y));
}

static inline double
v2_dot (Vec2 a, Vec2 b)
{
  return a.x * b.x + a.y * b.y;
}

// The z of a × b: positive where b lies counter-clockwise of a.
static inline double
v2_cross (Vec2 a, Vec2 b)
{
  return a.x * b.y - a.y * b.x;
}

// A quarter turn counter-clockwise.
static inline Vec2
v2_perp (Vec2 a)
{
  return v2 (-a.y, a.x);
}

static inline double
v2_norm (Vec2 a)
{
  return hypot (a.x, a.y);
}

static inline double
v2_dist (Vec2 a, Vec2 b)
{
  return hypot (a.x - b.x, a.y - b.y);
}

// The unit vector along a, or the given one where a has no length.
static inline Vec2
v2_unit_or (Vec2 a, Vec2 otherwise)
{
  double n = v2_norm (a);
  return n > 0 ? v2_scale (a, 1 / n) : otherwise;
}

static inline Vec2
v2_polar (double radius, double angle)
{
  return v2 (radius * cos (angle), radius * sin (angle));
}

static inline bool
v2_is_finite (Vec2 a)
{
  return isfinite (a.x) && isfinite (a.y);
}

static inline Mat2
m2_rotation (double angle)
{
  double c = cos (angle), s = sin (angle);
  return (Mat2){c, -s, s, c};
}

static inline Vec2
m2_apply (Mat2 m, Vec2 a)
{
  return v2 (m.xx * a.x + m.xy * a.y, m.yx * a.x + m.yy * a.y);
}

static inline double
m2_det (Mat2 m)
{
  return m.xx * m.yy - m.xy * m.yx;
}

static inline Mat2
m2_mul (Mat2 a, Mat2 b)
{
  return (Mat2){a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx,
                a.yx * b.xy + a.yy * b.yy};
}

static inline Mat2
m2_inverse (Mat2 m)
{
  double d = 1 / m2_det (m);
  return (Mat2){m.yy * d, -m.xy * d, -m.yx * d, m.xx * d};
}

static inline bool
aff_is_finite (Affine f)
{
  return isfinite (f.m.xx) && isfinite (f.m.xy) && isfinite (f.m.yx) && isfinite (f.m.yy) &&
         v2_is_finite (f.t);
}

static inline Vec2
aff_apply (Affine f, Vec2 p)
{
  return v2_add (m2_apply (f.m, p), f.t);
}

// f after g.
static inline Affine
aff_mul (Affine f, Affine g)
{
  return (Affine){m2_mul (f.m, g.m), v2_add (m2_apply (f.m, g.t), f.t)};
}

static inline Affine
aff_inverse (Affine f)
{
  Mat2 i = m2_inverse (f.m);
  return (Affine){i, v2_scale (m2_apply (i, f.t), -1)};
}
