// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Splines and bulges of DXF files as cubics.

#include "render/import/import-dxf-private.h"

#define DEGREE_MAX 11
#define CHORDS     16 // pieces of a span of a rational spline, or of one of a higher degree

typedef struct {
  double x, y, w; // times w
} Pole;

typedef struct {
  int degree, n;      // of poles
  const double *knot; // n + degree + 1
  const Pole *pole;
} Spline;

static Pole
mix (Pole a, Pole b, double t)
{
  return (Pole){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.w + t * (b.w - a.w)};
}

// The blossom of the span of knots k … k + 1 (de Boor 1972, with an argument for each level): of
// equal arguments the point there, of p − i times a and i times b pole i of the same curve as a
// Bézier from a to b.
static Pole
blossom (const Spline *s, int k, const double *u)
{
  Pole d[DEGREE_MAX + 1];

  for (int i = 0; i <= s->degree; i++)
    d[i] = s->pole[k - s->degree + i];
  for (int level = 1; level <= s->degree; level++)
    for (int i = s->degree; i >= level; i--) {
      double low = s->knot[k - s->degree + i], high = s->knot[k + 1 + i - level];
      d[i] = mix (d[i - 1], d[i], (u[level - 1] - low) / (high - low));
    }
  return d[s->degree];
}

static Vec2
project (Pole p)
{
  return v2 (p.x / p.w, p.y / p.w);
}

// Pole i of the span as a Bézier between a and b.
static Pole
bezier_pole (const Spline *s, int k, double a, double b, int i)
{
  double u[DEGREE_MAX];

  for (int level = 0; level < s->degree; level++)
    u[level] = level < s->degree - i ? a : b;
  return blossom (s, k, u);
}

// A span of at most the third degree is a cubic, exactly: of a lower one by raising it.
static void
add_exact (const Spline *s, int k, TrOutline *out)
{
  double a = s->knot[k], b = s->knot[k + 1];
  Vec2 p[4];

  for (int i = 0; i <= s->degree; i++)
    p[i] = project (bezier_pole (s, k, a, b, i));
  if (s->degree == 1)
    tr_outline_line (out, p[1]);
  else if (s->degree == 2)
    tr_outline_curve (out, v2_lerp (p[0], p[1], 2.0 / 3), v2_lerp (p[2], p[1], 2.0 / 3), p[2]);
  else
    tr_outline_curve (out, p[1], p[2], p[3]);
}

// Others in short pieces by their ends and the tangents there: of a Bézier of poles p₀ w₀, p₁ w₁ …
// the tangent at its start is degree · w₁/w₀ (p₁ − p₀).
static void
add_chords (const Spline *s, int k, TrOutline *out)
{
  double step = (s->knot[k + 1] - s->knot[k]) / CHORDS;

  for (int i = 0; i < CHORDS; i++) {
    double a = s->knot[k] + i * step, b = a + step;
    Pole first = bezier_pole (s, k, a, b, 0), second = bezier_pole (s, k, a, b, 1);
    Pole next = bezier_pole (s, k, a, b, s->degree - 1), last = bezier_pole (s, k, a, b, s->degree);
    Vec2 p0 = project (first), p3 = project (last);
    Vec2 t0 = v2_scale (v2_sub (project (second), p0), s->degree * second.w / first.w);
    Vec2 t1 = v2_scale (v2_sub (p3, project (next)), s->degree * next.w / last.w);
    tr_outline_curve (out, v2_mad (p0, 1.0 / 3, t0), v2_mad (p3, -1.0 / 3, t1), p3);
  }
}

// A span of a rational parabola is an arc of an ellipse where its middle weighs
//   cos α = w₁/√(w₀ w₂) < 1: the image of the unit circle from −α to α, of which the poles are
//   (cos α, ∓sin α) and, where the tangents meet, (1/cos α, 0).
static bool
add_conic (const Spline *s, int k, TrOutline *out)
{
  double a = s->knot[k], b = s->knot[k + 1];
  Pole w0 = bezier_pole (s, k, a, b, 0), w1 = bezier_pole (s, k, a, b, 1),
       w2 = bezier_pole (s, k, a, b, 2);
  Vec2 p0 = project (w0), p1 = project (w1), p2 = project (w2), middle = v2_mid (p0, p2);
  double c = w1.w / sqrt (w0.w * w2.w);

  if (!(c > 0.01 && c < 1 - 1e-9))
    return false;
  double sine = sqrt (1 - c * c);
  Vec2 u = v2_scale (v2_sub (p1, middle), c / (sine * sine)); // from cos α to 1/cos α
  Vec2 v = v2_scale (v2_sub (p2, p0), 0.5 / sine);
  Affine f = {{u.x, v.x, u.y, v.y}, v2_mad (middle, -c, u)};
  tr_outline_arc (out, f, -acos (c), acos (c), false);
  g_array_index (out->points, Vec2, out->points->len - 1) = p2;
  return true;
}

static bool
add_spans (const Spline *s, bool rational, TrOutline *out)
{
  bool moved = false;

  for (int i = 0; i + 1 < s->n + s->degree + 1; i++)
    if (s->knot[i + 1] < s->knot[i])
      return false;
  for (int k = s->degree; k < s->n; k++) {
    if (!(s->knot[k + 1] > s->knot[k]))
      continue;
    if (!moved)
      tr_outline_move (out, project (bezier_pole (s, k, s->knot[k], s->knot[k + 1], 0)));
    moved = true;
    if (rational && s->degree == 2 && add_conic (s, k, out))
      continue;
    if (rational || s->degree > 3)
      add_chords (s, k, out);
    else
      add_exact (s, k, out);
  }
  return moved;
}

// The values of a code, in order; of places their y too.
static GArray *
collect (TrDxfRun run, int code)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  for (int i = 1; i < run.n && run.pair[i].code != 1001; i++)
    if (run.pair[i].code == code)
      g_array_append_val (values, run.pair[i].number);
  return values;
}

// The velocities of a curve through n places at times u, smooth to the second derivative: at an end as it is
// given, or such that it runs out straight. Row i of the tridiagonal system, with h of the span before and
// after:  v₋/h₋ + 2 (1/h₋ + 1/h₊) v + v₊/h₊ = 3 (Δ₋/h₋² + Δ₊/h₊²).
static void
find_velocities (const Vec2 *p, const double *u, int n, const Vec2 *end[2], Vec2 *v)
{
  g_autofree double *upper = g_new0 (double, (guint) n);

  for (int i = 0; i < n; i++) {
    const Vec2 *fixed = i == 0 ? end[0] : i == n - 1 ? end[1] : NULL;
    double before = i > 0 ? 1 / (u[i] - u[i - 1]) : 0;
    double after = i < n - 1 ? 1 / (u[i + 1] - u[i]) : 0, middle = 2 * (before + after);
    v[i] = v2 (0, 0);
    if (i > 0)
      v[i] = v2_mad (v[i], 3 * before * before, v2_sub (p[i], p[i - 1]));
    if (i < n - 1)
      v[i] = v2_mad (v[i], 3 * after * after, v2_sub (p[i + 1], p[i]));
    if (fixed) {
      v[i] = *fixed;
      middle = 1;
      before = after = 0;
    }
    double pivot = middle - (i > 0 ? before * upper[i - 1] : 0);
    upper[i] = after / pivot;
    v[i] = v2_scale (i > 0 ? v2_mad (v[i], -before, v[i - 1]) : v[i], 1 / pivot);
  }
  for (int i = n - 2; i >= 0; i--)
    v[i] = v2_mad (v[i], -upper[i], v[i + 1]);
}

// Of the places that a spline was drawn through those that differ from the one before.
static int
fit_places (TrDxfRun run, Vec2 *p, double *u)
{
  g_autoptr (GArray) x = collect (run, 11), y = collect (run, 21);
  int n = 0;

  for (guint i = 0; i < x->len && i < y->len; i++) {
    Vec2 at = v2 (g_array_index (x, double, i), g_array_index (y, double, i));
    double way = n > 0 ? v2_dist (p[n - 1], at) : 0;
    if (n > 0 && !(way > 0 && u[n - 1] + way > u[n - 1]))
      continue;
    u[n] = n > 0 ? u[n - 1] + way : 0;
    p[n++] = at;
  }
  return n;
}

// A spline of which only the places are told that it goes through (codes 11 and 21), and perhaps its directions
// at both ends (12, 13): it goes from one to the next in times like their distances.
static bool
add_fitted (TrDxfRun run, TrOutline *out)
{
  guint most = (guint) run.n + 1;
  g_autofree Vec2 *p = g_new (Vec2, most), *v = g_new (Vec2, most);
  g_autofree double *u = g_new (double, most);
  int n = fit_places (run, p, u);
  Vec2 given[2] = {tr_dxf_get_place (run, 12), tr_dxf_get_place (run, 13)};
  const Vec2 *end[2] = {NULL, NULL};

  if (n < 2 || !isfinite (u[n - 1]))
    return false;
  for (int i = 0; i < 2; i++)
    if (v2_norm (given[i]) > 0) {
      given[i] = v2_scale (given[i], 1 / v2_norm (given[i]));
      end[i] = &given[i];
    }
  find_velocities (p, u, n, end, v);
  tr_outline_move (out, p[0]);
  for (int i = 0; i + 1 < n; i++) {
    double third = (u[i + 1] - u[i]) / 3;
    tr_outline_curve (out, v2_mad (p[i], third, v[i]), v2_mad (p[i + 1], -third, v[i + 1]),
                      p[i + 1]);
  }
  return tr_outline_is_finite (out);
}

bool
tr_dxf_spline (TrDxfRun run, TrOutline *out)
{
  g_autoptr (GArray) x = collect (run, 10), y = collect (run, 20);
  g_autoptr (GArray) weight = collect (run, 41), knot = collect (run, 40);
  int degree = tr_dxf_get_int (run, 71, 3), n = (int) x->len;
  bool rational = false;

  if (n == 0)
    return add_fitted (run, out);
  if (degree < 1 || degree > DEGREE_MAX || n <= degree || y->len != x->len ||
      (int) knot->len != n + degree + 1 || (weight->len > 0 && weight->len != x->len))
    return false;
  g_autofree Pole *pole = g_new (Pole, (guint) n);
  for (int i = 0; i < n; i++) {
    double w = weight->len > 0 ? g_array_index (weight, double, i) : 1;
    if (!(w > 0))
      return false;
    rational |= weight->len > 0 && fabs (w - g_array_index (weight, double, 0)) > 1e-12 * w;
    pole[i] = (Pole){w * g_array_index (x, double, i), w * g_array_index (y, double, i), w};
  }
  Spline s = {degree, n, (const double *) (void *) knot->data, pole};
  return add_spans (&s, rational, out) && tr_outline_is_finite (out);
}

// A bulge b = tan (θ/4): the arc of angle θ from p to q about
//   c = (p + q)/2 + (1 − b²)/(4 b) · perp (q − p).
static void
add_bulge (Vec2 p, Vec2 q, double b, TrOutline *out)
{
  Vec2 d = v2_sub (q, p);
  Vec2 c = v2_mad (v2_mid (p, q), (1 - b * b) / (4 * b), v2_perp (d));
  Vec2 arm = v2_sub (p, c);
  double start = atan2 (arm.y, arm.x), radius = v2_norm (arm);

  tr_outline_arc (out, (Affine){{radius, 0, 0, radius}, c}, start, start + 4 * atan (b), false);
  // The last point is the vertex, bit for bit.
  g_array_index (out->points, Vec2, out->points->len - 1) = q;
}

void
tr_dxf_bulged (const Vec2 *p, const double *bulge, int n, bool closed, TrOutline *out)
{
  tr_outline_move (out, p[0]);
  for (int i = 0; i + 1 < n + closed; i++) {
    Vec2 next = p[(i + 1) % n];
    if (fabs (bulge[i]) > 1e-12 && isfinite (1 / bulge[i]) && v2_dist (p[i], next) > 0)
      add_bulge (p[i], next, bulge[i], out);
    else if (i + 1 < n)
      tr_outline_line (out, next);
  }
  if (closed)
    tr_outline_close (out);
}
