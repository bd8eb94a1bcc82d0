// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Circles, ellipses and arcs are found again where every cubic is an arc to within what its writer
// could have meant.

#include "render/recognize.h"

// Of the radius: what six digits in a file leave, beside the error of the cubics themselves.
#define ARC_SLACK   2e-5
#define ANGLE_SLACK 1e-4
#define ANGLE_GRAIN 1e-12 // what is left of an angle after sines and cosines

typedef struct {
  Vec2 center;
  double radius, miss; // miss: the farthest end from the circle
} Circle;

static TrFigure
make_shape (TrBodyKind kind, bool closed, int n)
{
  return (TrFigure){.kind = kind, .closed = closed, .n = n, .p = g_new0 (Vec2, (guint) n)};
}

// To the last decimal that the miss leaves certain: 35 and not 34.9999998.
static double
round_to (double x, double miss, double size)
{
  double step = pow (10, ceil (log10 (fmax (4 * miss, 1e-13 * size))));

  // By a whole number where the step is below 1: a decimal's nearest double.
  return step < 1 ? round (x * round (1 / step)) / round (1 / step) : round (x / step) * step;
}

// What a cubic of angle δ on a circle is off by, of the radius: 4/27 sin⁶(δ/4) / cos²(δ/4).
static double
cubic_error (double angle)
{
  double s = sin (angle / 4), c = cos (angle / 4);

  return 4.0 / 27.0 * pow (s, 6) / (c * c);
}

// The circle of least Σ (|p − c|² − r²)² over the ends and the middles: with p from their mean,
// linear in c and r² − |c|² (Kåsa 1976).
static bool
fit_circle (const TrPiece *piece, int n, Circle *out)
{
  Vec2 mean = v2 (0, 0), right = v2 (0, 0), c;
  Mat2 m = {0, 0, 0, 0};
  double square = 0;

  for (int i = 0; i < n; i++)
    mean = v2_add (mean, v2_add (piece[i].p[3], tr_cubic_at (piece[i].p, 0.5)));
  mean = v2_scale (v2_add (mean, piece[0].p[0]), 1.0 / (2 * n + 1));
  for (int i = -1; i < 2 * n; i++) {
    Vec2 p = i < 0 ? piece[0].p[0] : i % 2 ? piece[i / 2].p[3] : tr_cubic_at (piece[i / 2].p, 0.5);
    Vec2 d = v2_sub (p, mean);
    double dd = v2_dot (d, d);
    m = (Mat2){m.xx + d.x * d.x, m.xy + d.x * d.y, 0, m.yy + d.y * d.y};
    right = v2_mad (right, 0.5 * dd, d);
    square += dd;
  }
  m.yx = m.xy;
  if (!(m2_det (m) > 1e-18 * square * square))
    return false;
  c = m2_apply (m2_inverse (m), right);
  *out = (Circle){v2_add (mean, c), sqrt (v2_dot (c, c) + square / (2 * n + 1)), 0};
  return isfinite (out->radius) && v2_is_finite (out->center);
}

// The angle that a piece turns through about the centre.
static double
piece_angle (const TrPiece *piece, Vec2 center)
{
  Vec2 a = v2_sub (piece->p[0], center), b = v2_sub (piece->p[3], center);

  return atan2 (v2_cross (a, b), v2_dot (a, b));
}

// Whether a cubic runs along the circle, evenly: its ends on it, its handles on the tangents there
// at 4/3 tan(δ/4) of the radius.
static bool
is_on_circle (const TrPiece *piece, const Circle *circle, double angle)
{
  double slack = circle->radius * (1.5 * cubic_error (angle) + ARC_SLACK);
  double k = 4.0 / 3.0 * tan (angle / 4);
  Vec2 a = v2_sub (piece->p[0], circle->center), b = v2_sub (piece->p[3], circle->center);
  Vec2 first = v2_add (piece->p[0], v2_scale (v2_perp (a), k));
  Vec2 second = v2_sub (piece->p[3], v2_scale (v2_perp (b), k));

  if (fabs (v2_norm (a) - circle->radius) > slack || fabs (v2_norm (b) - circle->radius) > slack)
    return false;
  // Handles may be a little longer or shorter: writers use different constants for a quarter.
  slack += 2e-3 * fabs (k) * circle->radius;
  return v2_dist (first, piece->p[1]) <= slack && v2_dist (second, piece->p[2]) <= slack;
}

static bool
recognize_arc (const TrPiece *piece, int n, bool closed, TrFigure *out)
{
  Circle circle;
  double total = 0;

  if (!fit_circle (piece, n, &circle))
    return false;
  for (int i = 0; i < n; i++) {
    double angle = piece_angle (&piece[i], circle.center);
    if (fabs (angle) > 0.6 * G_PI || angle * total < 0 || !is_on_circle (&piece[i], &circle, angle))
      return false;
    total += angle;
    circle.miss = fmax (circle.miss, fabs (v2_dist (piece[i].p[3], circle.center) - circle.radius));
  }
  bool is_whole = fabs (fabs (total) - 2 * G_PI) < ANGLE_SLACK;
  if ((closed && !is_whole) || fabs (total) > 2 * G_PI + ANGLE_SLACK || !(fabs (total) > 0))
    return false;
  double size = circle.radius + v2_norm (circle.center);
  Vec2 arm = v2_sub (piece[0].p[0], circle.center);
  *out = make_shape (is_whole ? TR_BODY_CIRCLE : TR_BODY_ARC, false, 1);
  // A short arc says less of its centre than of its ends.
  double miss = circle.miss / fmin (1, total * total);
  out->p[0] = v2 (round_to (circle.center.x, miss, size), round_to (circle.center.y, miss, size));
  out->value[0] = round_to (circle.radius, miss, size);
  double grain = fmax (miss / circle.radius, ANGLE_GRAIN);
  out->value[1] = round_to (atan2 (arm.y, arm.x), grain, G_PI);
  out->value[2] = round_to (out->value[1] + total, grain, G_PI);
  return true;
}

// The image of a unit circle under (a b): its axes, from the turn that makes them upright,
// tan 2θ = 2 a·b / (a·a − b·b).
static void
set_axes (TrFigure *out, Vec2 a, Vec2 b, double miss)
{
  double skew = v2_dot (a, b), size = fmax (v2_norm (a), v2_norm (b)), turn = 0;

  if (fabs (skew) > 4 * miss * size)
    turn = 0.5 * atan2 (2 * skew, v2_dot (a, a) - v2_dot (b, b));
  Vec2 u = v2_mad (v2_scale (a, cos (turn)), sin (turn), b);
  Vec2 v = v2_mad (v2_scale (b, cos (turn)), -sin (turn), a);
  out->value[0] = round_to (v2_norm (u), miss, size);
  out->value[1] = round_to (v2_norm (v), miss, size);
  out->value[2] = round_to (atan2 (u.y, u.x), fmax (miss / size, ANGLE_GRAIN), 1);
  // The same ellipse from its other end.
  if (out->value[2] > G_PI / 2 + 1e-9)
    out->value[2] -= G_PI;
  else if (out->value[2] <= -G_PI / 2 - 1e-9)
    out->value[2] += G_PI;
}

// A closed ring of 4k even cubics: opposite ends are as far from the middle, and those a quarter
// apart are conjugate half-diameters a, b; all ends are c + a cos θ + b sin θ.
static bool
recognize_ellipse (const TrPiece *piece, int n, TrFigure *out)
{
  double step = 2 * G_PI / n, k = 4.0 / 3.0 * tan (step / 4), miss = 0;
  Vec2 c = v2 (0, 0), a, b;

  if (n % 4 != 0)
    return false;
  for (int i = 0; i < n; i++)
    c = v2_mad (c, 1.0 / n, piece[i].p[0]);
  a = v2_scale (v2_sub (piece[0].p[0], piece[n / 2].p[0]), 0.5);
  b = v2_scale (v2_sub (piece[n / 4].p[0], piece[3 * n / 4].p[0]), 0.5);
  double size = fmax (v2_norm (a), v2_norm (b));
  if (!(fabs (v2_cross (a, b)) > 1e-9 * size * size))
    return false;
  for (int i = 0; i < n; i++) {
    Affine f = {{a.x, b.x, a.y, b.y}, c};
    Vec2 from = v2_polar (1, i * step), to = v2_polar (1, (i + 1) * step);
    Vec2 first = aff_apply (f, v2_mad (from, k, v2_perp (from)));
    Vec2 second = aff_apply (f, v2_mad (to, -k, v2_perp (to)));
    miss = fmax (miss, v2_dist (aff_apply (f, from), piece[i].p[0]));
    if (v2_dist (first, piece[i].p[1]) > (ARC_SLACK + 2e-3 * k) * size ||
        v2_dist (second, piece[i].p[2]) > (ARC_SLACK + 2e-3 * k) * size)
      return false;
  }
  if (miss > ARC_SLACK * size)
    return false;
  *out = make_shape (TR_BODY_ELLIPSE, false, 1);
  out->p[0] =
      v2 (round_to (c.x, miss, size + v2_norm (c)), round_to (c.y, miss, size + v2_norm (c)));
  set_axes (out, a, b, fmax (miss, 1e-14 * size));
  return true;
}

// Span i of a uniform B-spline runs on the inner thirds of its polygon: b₁ = (2 d₁ + d₂)/3 and
// b₂ = (d₁ + 2 d₂)/3, so that d₁ = 2 b₁ − b₂ and d₂ = 2 b₂ − b₁, where the next span agrees; the
// ends from b₀ = (d₀ + 4 d₁ + d₂)/6.
bool
tr_recognize_spline (const TrPiece *piece, int n, bool closed, TrFigure *out)
{
  double size = 0, miss = 0;

  for (int i = 0; i < n; i++)
    size = fmax (size, v2_dist (piece[i].p[0], piece[i].p[3]));
  for (int i = 0; i < n; i++) {
    const Vec2 *p = piece[i].p, *next = piece[(i + 1) % n].p;
    if (piece[i].verb != TR_VERB_CURVE)
      return false;
    if (i + 1 < n || closed)
      miss = fmax (miss, v2_dist (v2_sub (v2_scale (p[2], 2), p[1]),
                                  v2_sub (v2_scale (next[1], 2), next[2])));
  }
  if (n < (closed ? 3 : 1) || miss > ARC_SLACK * size)
    return false;
  *out = make_shape (TR_BODY_SPLINE, closed, closed ? n : n + 3);
  for (int i = 0; i < n; i++)
    out->p[(i + 1) % out->n] = v2_sub (v2_scale (piece[i].p[1], 2), piece[i].p[2]);
  if (!closed) {
    const Vec2 *p = piece[n - 1].p, *d = out->p;
    out->p[n + 1] = v2_sub (v2_scale (p[2], 2), p[1]);
    out->p[0] = v2_sub (v2_scale (piece[0].p[0], 6), v2_add (v2_scale (d[1], 4), d[2]));
    out->p[n + 2] = v2_sub (v2_scale (p[3], 6), v2_add (v2_scale (d[n + 1], 4), d[n]));
  }
  for (int i = 0; i < out->n; i++)
    out->p[i] =
        v2 (round_to (out->p[i].x, 10 * miss, size), round_to (out->p[i].y, 10 * miss, size));
  return true;
}

static bool
recognize_lines (const TrPiece *piece, int n, bool closed, TrFigure *out)
{
  // The line that closes is the polyline's own.
  int points = closed ? n : n + 1;

  if (points == 2) {
    *out = make_shape (TR_BODY_SEGMENT, false, 2);
    out->p[0] = piece[0].p[0];
    out->p[1] = piece[0].p[3];
    return true;
  }
  *out = make_shape (TR_BODY_POLYLINE, closed, points);
  out->p[0] = piece[0].p[0];
  for (int i = 0; i + 1 < points; i++)
    out->p[i + 1] = piece[i].p[3];
  return true;
}

// Lines are cubics with their handles at the thirds.
static void
make_bezier (const TrPiece *piece, int n, bool closed, TrFigure *out)
{
  *out = make_shape (TR_BODY_BEZIER, closed, 3 * n + !closed);
  for (int i = 0; i < n; i++) {
    const Vec2 *p = piece[i].p;
    bool is_line = piece[i].verb != TR_VERB_CURVE;
    out->p[3 * i] = p[0];
    out->p[3 * i + 1] = is_line ? v2_lerp (p[0], p[3], 1.0 / 3) : p[1];
    out->p[3 * i + 2] = is_line ? v2_lerp (p[0], p[3], 2.0 / 3) : p[2];
  }
  if (!closed)
    out->p[3 * n] = piece[n - 1].p[3];
}

bool
tr_recognize (const TrPiece *piece, int n, bool closed, TrFigure *out)
{
  bool has_lines = false, has_curves = false;

  for (int i = 0; i < n; i++) {
    has_lines |= piece[i].verb != TR_VERB_CURVE;
    has_curves |= piece[i].verb == TR_VERB_CURVE;
  }
  if (n == 0)
    return false;
  if (!has_curves)
    return recognize_lines (piece, n, closed, out);
  bool is_ring = closed || v2_dist (piece[0].p[0], piece[n - 1].p[3]) <
                               1e-9 * v2_dist (piece[0].p[0], piece[n / 2].p[0]);
  if (!has_lines && recognize_arc (piece, n, closed, out))
    return true;
  if (!has_lines && is_ring && recognize_ellipse (piece, n, out))
    return true;
  make_bezier (piece, n, closed, out);
  return true;
}

// The largest coordinate of what is drawn: of a place at the origin its own says nothing.
static double
largest_coordinate (const GArray *pieces)
{
  double most = 0;

  for (guint i = 0; i < pieces->len; i++)
    for (int k = 0; k < 4; k++) {
      Vec2 p = g_array_index (pieces, TrPiece, i).p[k];
      most = fmax (most, fmax (fabs (p.x), fabs (p.y)));
    }
  return most;
}

int
tr_drop_short_lines (GArray *pieces)
{
  const double nothing = 1e-13 * largest_coordinate (pieces);
  guint n = 0;

  for (guint i = 0; i < pieces->len; i++) {
    TrPiece *p = &g_array_index (pieces, TrPiece, i);
    if (p->verb == TR_VERB_CURVE || v2_dist (p->p[0], p->p[3]) > nothing)
      g_array_index (pieces, TrPiece, n++) = *p;
  }
  return (int) n;
}
