// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/vertex.h"

#include "model/points-span.h"

// A span is not cut nearer to its ends.
#define LEAST_CUT 0.01
// Handles that a cut has left lie so near to where it would leave them, of their distance.
#define CUT_SLACK 1e-6

static Vec2
point_at (const double *q, int i)
{
  return v2 (q[2 * i], q[2 * i + 1]);
}

static Vec2
mix (Vec2 a, Vec2 b, double s)
{
  return v2_mad (v2_scale (a, 1 - s), s, b);
}

static TrVertexChange
change_begin (const TrBody *b, int n_new)
{
  TrVertexChange c = {.n = b->n / 2,
                      .n_new = n_new,
                      .closed = b->closed,
                      .n_spans = tr_span_count (b),
                      .ratio = 0.5};
  c.to = g_new (int, c.n);
  c.points = g_new (Vec2, n_new);
  for (int i = 0; i < c.n; i++)
    c.to[i] = -1;
  return c;
}

void
tr_vertex_clear (TrVertexChange *c)
{
  g_free (c->to);
  g_free (c->points);
}

// n old points from `from` on are the new ones from `at` on.
static void
keep (TrVertexChange *c, const double *q, int from, int n, int at)
{
  for (int k = 0; k < n; k++) {
    c->to[from + k] = at + k;
    c->points[at + k] = point_at (q, from + k);
  }
}

// ─── one more ───────────────────────────────────────────────────────────────

static void
put_in_polyline (TrVertexChange *c, const double *q, int span, double s)
{
  keep (c, q, 0, span + 1, 0);
  keep (c, q, span + 1, c->n - span - 1, span + 2);
  c->points[span + 1] = mix (point_at (q, span), point_at (q, (span + 1) % c->n), s);
  c->vertex = span + 1;
}

// de Casteljau:  a = (p₀ p₁)  e = (p₁ p₂)  d = (p₂ p₃)  b = (a e)  c = (e d)  m = (b c), each at s;
// the halves are p₀ a b m and m c d p₃.
static void
put_in_bezier (TrVertexChange *c, const double *q, int span, double s)
{
  int first = 3 * span;
  Vec2 p[4];
  for (int k = 0; k < 4; k++)
    p[k] = point_at (q, (first + k) % c->n);
  Vec2 a = mix (p[0], p[1], s), e = mix (p[1], p[2], s), d = mix (p[2], p[3], s);
  Vec2 before = mix (a, e, s), after = mix (e, d, s);
  keep (c, q, 0, first + 2, 0);
  keep (c, q, first + 2, c->n - first - 2, first + 5);
  c->points[first + 1] = a;
  c->points[first + 2] = before;
  c->points[first + 3] = mix (before, after, s);
  c->points[first + 4] = after;
  c->points[first + 5] = d;
  c->vertex = first + 3;
}

// A knot in the middle: of p₀ … p₃ the two inner ones become three, q_k = (1 − a) p_k + a p_(k+1)
// with a = (s + 2)/3, (s + 1)/3, s/3 at s = ½.
static void
put_in_spline (TrVertexChange *c, const double *q, int span)
{
  Vec2 p[4];
  int first = (span + 1) % c->n, at = first + 1;
  for (int k = 0; k < 4; k++)
    p[k] = point_at (q, (span + k) % c->n);
  keep (c, q, 0, at, 0);
  keep (c, q, at, c->n - at, at + 1);
  c->points[first] = mix (p[0], p[1], 5.0 / 6);
  c->points[at] = mix (p[1], p[2], 0.5);
  c->points[(at + 1) % c->n_new] = mix (p[2], p[3], 1.0 / 6);
  c->vertex = at;
  c->shift = span == c->n - 1; // the first point is of the second half
}

TrVertexChange
tr_vertex_put (const TrBody *b, const double *q, double t)
{
  const TrPointsBasis *basis = tr_body_get_ops (b)->basis;
  g_assert (basis != NULL);
  int n_spans = tr_span_count (b), span;
  if (b->closed)
    t -= n_spans * floor (t / n_spans);
  span = (int) fmin (fmax (floor (t), 0), n_spans - 1);
  double s = fmin (fmax (t - span, LEAST_CUT), 1 - LEAST_CUT);
  TrVertexChange c = change_begin (b, b->n / 2 + basis->stride);
  c.kind = TR_VERTEX_CUTS;
  c.knot = span;
  if (b->kind != TR_BODY_SPLINE)
    c.ratio = s;
  if (b->kind == TR_BODY_POLYLINE)
    put_in_polyline (&c, q, span, s);
  else if (b->kind == TR_BODY_BEZIER)
    put_in_bezier (&c, q, span, s);
  else
    put_in_spline (&c, q, span);
  return c;
}

// ─── one less ───────────────────────────────────────────────────────────────

// How the lengths before and after a point compare.
static double
ratio_at (Vec2 before, Vec2 at, Vec2 after)
{
  double a = v2_dist (before, at), b = v2_dist (at, after);
  return a + b > 0 ? a / (a + b) : 0.5;
}

static void
take_one (TrVertexChange *c, const TrBody *b, const double *q, int point)
{
  int n = c->n;
  keep (c, q, 0, point, 0);
  keep (c, q, point + 1, n - point - 1, point);
  if (b->kind == TR_BODY_SPLINE) // the control point's own place is at the knot before
    c->knot = b->closed ? (point - 1 + n) % n : point - 1;
  else {
    c->knot = b->closed && point == 0 ? n : point;
    c->ratio = ratio_at (point_at (q, (point + n - 1) % n), point_at (q, point),
                         point_at (q, (point + 1) % n));
  }
}

// Two spans p₀ a b m, m c d p₃ as one. Where a cut at s has made them, with b = (a e) and c = (e d) for
// one e, it is undone: p₁ = p₀ + (a − p₀)/s, p₂ = p₃ + (d − p₃)/(1 − s). Else s is what the
// handles say, within bounds.
static double
join_handles (Vec2 p[7])
{
  double s = ratio_at (p[2], p[3], p[4]);
  double inside = fmin (fmax (s, LEAST_CUT), 1 - LEAST_CUT);
  Vec2 e = v2_mad (p[1], 1 / inside, v2_sub (p[2], p[1]));
  Vec2 f = v2_mad (p[5], 1 / (1 - inside), v2_sub (p[4], p[5]));
  double size = v2_dist (p[0], p[3]) + v2_dist (p[3], p[6]);
  bool was_cut = v2_dist (e, f) <= CUT_SLACK * size &&
                 v2_dist (mix (p[2], p[4], inside), p[3]) <= CUT_SLACK * size;
  if (!was_cut)
    inside = fmin (fmax (s, 1.0 / 3), 2.0 / 3);
  p[1] = v2_mad (p[0], 1 / inside, v2_sub (p[1], p[0]));
  p[5] = v2_mad (p[6], 1 / (1 - inside), v2_sub (p[5], p[6]));
  return inside;
}

// An end of spans, with the handles beside it.
static void
take_end (TrVertexChange *c, const double *q, int point)
{
  int n = c->n;
  bool is_first = point == 0, is_last = !c->closed && point == n - 1;
  c->knot = is_first && c->closed ? n / 3 : point / 3;
  if (!c->closed && (is_first || is_last)) {
    keep (c, q, is_first ? 3 : 0, n - 3, 0);
    return;
  }
  Vec2 p[7];
  for (int k = 0; k < 7; k++)
    p[k] = point_at (q, (point - 3 + k + n) % n);
  c->ratio = join_handles (p);
  if (is_first) { // what was the second end is the first
    keep (c, q, 3, n - 4, 0);
    keep (c, q, 2, 1, n - 4);
  } else {
    keep (c, q, 0, point - 1, 0);
    keep (c, q, point + 2, n - point - 2, point - 1);
  }
  c->points[c->to[(point + n - 2) % n]] = p[1];
  c->points[c->to[(point + 2) % n]] = p[5];
}

static void
straighten (TrVertexChange *c, const double *q, int point)
{
  int own = point % 3 == 1 ? point - 1 : point + 1, other = point % 3 == 1 ? point + 2 : point - 2;
  c->kind = TR_VERTEX_STRAIGHTENS;
  keep (c, q, 0, c->n, 0);
  c->points[point] = mix (point_at (q, own % c->n), point_at (q, other % c->n), 1.0 / 3);
}

bool
tr_vertex_take (const TrBody *b, const double *q, int point, TrVertexChange *c)
{
  const TrPointsBasis *basis = tr_body_get_ops (b)->basis;
  int n = b->n / 2, n_new = n - basis->stride;
  bool is_handle = b->kind == TR_BODY_BEZIER && point % 3 != 0;
  g_return_val_if_fail (point >= 0 && point < n, false);
  if (is_handle)
    n_new = n;
  if (n_new < tr_body_least_points (b->kind, b->closed))
    return false;
  *c = change_begin (b, n_new);
  c->kind = TR_VERTEX_JOINS;
  c->vertex = point;
  if (is_handle)
    straighten (c, q, point);
  else if (b->kind == TR_BODY_BEZIER)
    take_end (c, q, point);
  else
    take_one (c, b, q, point);
  c->start = c->closed ? (int) c->knot - 1 : 0;
  c->shift = c->closed && point == 0 ? -1 : 0;
  return true;
}

// ─── where things are ───────────────────────────────────────────────────────

bool
tr_vertex_loses (const TrVertexChange *c, int point)
{
  return c->to[point] < 0 || (c->kind == TR_VERTEX_STRAIGHTENS && point == c->vertex);
}

static double
parameter_of_cut (const TrVertexChange *c, double t)
{
  double s = t - c->knot;
  if (s <= 0)
    return t;
  if (s >= 1)
    return t + 1;
  return c->knot + (s < c->ratio ? s / c->ratio : 1 + (s - c->ratio) / (1 - c->ratio));
}

// What was on a span at an open end that is gone is at the end.
static double
parameter_of_joint (const TrVertexChange *c, double t)
{
  double s = t - c->knot;
  if (!c->closed && c->knot <= 0)
    return fmax (t - 1, 0);
  if (!c->closed && c->knot >= c->n_spans)
    return fmin (t, c->n_spans - 1);
  if (s <= -1)
    return t;
  if (s >= 1)
    return t - 1;
  return c->knot - 1 + (s < 0 ? (s + 1) * c->ratio : c->ratio + s * (1 - c->ratio));
}

double
tr_vertex_parameter (const TrVertexChange *c, double t)
{
  int n_new = c->n_spans + (c->kind == TR_VERTEX_CUTS ? 1 : -1);
  if (c->kind == TR_VERTEX_STRAIGHTENS)
    return t;
  if (c->closed)
    t -= c->n_spans * floor ((t - c->start) / c->n_spans);
  t = c->kind == TR_VERTEX_CUTS ? parameter_of_cut (c, t) : parameter_of_joint (c, t);
  if (!c->closed)
    return t;
  t += c->shift;
  return t - n_new * floor (t / n_new);
}
