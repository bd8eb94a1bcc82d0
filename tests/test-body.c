// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every kind of body: derivatives against differences, names, boxes, degenerate states.

#include "make-body.h"

#include <math.h>

// The differences below are good to 1e-11 of the largest value around, but where a formula's third
// derivatives are differences themselves.
#define TOLERANCE 1e-9

// What a jet says, spread over the whole body: x x_t x_tt, and x_q x_tq of each unknown.
enum { OUT_X = 0, OUT_X_T = 2, OUT_X_TT = 4, OUT_Q = 6, OUT_MAX = OUT_Q + 4 * MAKE_MAX };

static void
put (double *out, Vec2 v)
{
  out[0] = v.x;
  out[1] = v.y;
}

static void
outputs (const TrBody *b, const double *q, double t, double *out)
{
  TrJet j;
  tr_body_get_ops (b)->jet (b, q, t, TR_JET_TANGENT, &j);
  memset (out, 0, sizeof (double) * OUT_MAX);
  put (out + OUT_X, j.x);
  put (out + OUT_X_T, j.x_t);
  put (out + OUT_X_TT, j.x_tt);
  for (int k = 0; k < j.n; k++) {
    put (out + OUT_Q + 4 * j.at[k], j.x_q[k]);
    put (out + OUT_Q + 4 * j.at[k] + 2, j.x_tq[k]);
  }
}

// Richardson's central difference of all outputs by unknown k, or by t where k is −1.
static void
difference (const TrBody *b, const double *q, double t, int k, double *d)
{
  const double h = 2e-3;
  const struct {
    double at, weight;
  } taps[4] = {{1, -1.0 / 6}, {-1, 1.0 / 6}, {0.5, 8.0 / 6}, {-0.5, -8.0 / 6}};
  double moved[MAKE_MAX], out[OUT_MAX];
  memset (d, 0, sizeof (double) * OUT_MAX);
  memcpy (moved, q, sizeof (double) * (size_t) b->n);
  for (int i = 0; i < 4; i++) {
    if (k >= 0)
      moved[k] = q[k] + h * taps[i].at;
    outputs (b, moved, k < 0 ? t + h * taps[i].at : t, out);
    for (int o = 0; o < OUT_MAX; o++)
      d[o] += out[o] * taps[i].weight / h;
  }
}

static void
assert_near (const TrBody *b, const char *what, double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%s (%d unknowns, %s) %s: %.15g, expected %.15g", tr_body_get_ops (b)->name, b->n,
             b->closed ? "closed" : "open", what, value, expected);
}

static void
assert_near2 (
    const TrBody *b, const char *what, Vec2 value, const double *expected, double tolerance)
{
  assert_near (b, what, value.x, expected[0], tolerance);
  assert_near (b, what, value.y, expected[1], tolerance);
}

// How large the numbers of a body are.
static double
scale_of (const double *out)
{
  double scale = 1;
  for (int o = 0; o < OUT_MAX; o++)
    scale = fmax (scale, fabs (out[o]));
  return scale;
}

static void
check_t_derivatives (const TrBody *b, const double *q, double t, const TrJet *j)
{
  double d[OUT_MAX];
  difference (b, q, t, -1, d);
  double tolerance = TOLERANCE * scale_of (d);
  double third = (b->kind == TR_BODY_FORMULA ? 10 : 1) * tolerance;
  assert_near2 (b, "x_t", j->x_t, d + OUT_X, tolerance);
  assert_near2 (b, "x_tt", j->x_tt, d + OUT_X_T, tolerance);
  assert_near2 (b, "x_ttt", j->x_ttt, d + OUT_X_TT, third);
  for (int k = 0; k < j->n; k++) {
    assert_near2 (b, "x_tq", j->x_tq[k], d + OUT_Q + 4 * j->at[k], tolerance);
    assert_near2 (b, "x_ttq", j->x_ttq[k], d + OUT_Q + 4 * j->at[k] + 2, third);
  }
}

// Unknown k: x_q, x_tq, x_ttq, and column k of the curvature for one pair of covectors.
static void
check_q_derivatives (const TrBody *b,
                     const double *q,
                     double t,
                     const TrJet *j,
                     int k,
                     const double *H,
                     Vec2 w,
                     Vec2 w_t)
{
  double d[OUT_MAX];
  const Vec2 none = {0, 0};
  difference (b, q, t, k, d);
  int slot = 0;
  while (slot < j->n && j->at[slot] != k)
    slot++;
  bool in = slot < j->n;
  double tolerance = TOLERANCE * scale_of (d);
  double third = (b->kind == TR_BODY_FORMULA ? 10 : 1) * tolerance;
  assert_near2 (b, "x_q", in ? j->x_q[slot] : none, d + OUT_X, tolerance);
  assert_near2 (b, "x_tq", in ? j->x_tq[slot] : none, d + OUT_X_T, tolerance);
  assert_near2 (b, "x_ttq", in ? j->x_ttq[slot] : none, d + OUT_X_TT, third);
  for (int i = 0; i < j->n; i++) {
    const double *o = d + OUT_Q + 4 * j->at[i];
    double expected = w.x * o[0] + w.y * o[1] + w_t.x * o[2] + w_t.y * o[3];
    assert_near (b, "curvature", in ? H[i * j->n + slot] : 0, expected, 4 * third);
  }
}

static void
check_jet_at (const TrBody *b, const double *q, double t)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  const Vec2 w = {0.7, -1.3}, w_t = {-0.4, 0.9};
  TrJet j;
  double H[TR_JET_MAX * TR_JET_MAX] = {0};
  ops->jet (b, q, t, TR_JET_FULL, &j);
  if (ops->curvature != NULL)
    ops->curvature (b, q, t, w, w_t, H);
  check_t_derivatives (b, q, t, &j);
  for (int k = 0; k < b->n; k++)
    check_q_derivatives (b, q, t, &j, k, H, w, w_t);
}

// At an inner place of every span, and beyond the ends.
static void
check_jets (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  double t0, t1;
  if (tr_body_get_ops (b)->jet == NULL)
    return;
  tr_body_get_ops (b)->range (b, &t0, &t1);
  int spans = MAX (1, (int) ceil (t1 - t0));
  for (int i = 0; i < spans; i++)
    check_jet_at (b, made->q, t0 + i + g_rand_double_range (rand, 0.1, 0.9));
  check_jet_at (b, made->q, t0 - 0.3);
  check_jet_at (b, made->q, t1 + 0.3);
  if (!b->closed) {
    check_jet_at (b, made->q, t0);
    check_jet_at (b, made->q, t1);
  }
}

static void
test_jets (void)
{
  for_each_body (check_jets);
}

// Runs are whole blocks of the state, each named once.
static void
check_runs (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  TrJet j;
  double t0, t1;
  if (ops->jet == NULL)
    return;
  ops->range (b, &t0, &t1);
  ops->jet (b, made->q, g_rand_double_range (rand, t0, t1 + 1), TR_JET_PLACE, &j);
  int block = ops->block == 0 ? b->n : ops->block;
  g_assert_cmpint (j.n % block, ==, 0);
  for (int k = 0; k < j.n; k++) {
    g_assert_cmpint (j.at[k] % block, ==, k % block);
    for (int i = 0; i < k; i++)
      g_assert_cmpint (j.at[i], !=, j.at[k]);
  }
}

static void
test_runs (void)
{
  for_each_body (check_runs);
}

// Splines join with two derivatives, the others with none; closed curves wrap.
static void
check_joints (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  double t0, t1, before[OUT_MAX], after[OUT_MAX];
  if (ops->jet == NULL)
    return;
  ops->range (b, &t0, &t1);
  int outs = b->kind == TR_BODY_POLYLINE || b->kind == TR_BODY_BEZIER ? OUT_X_T : OUT_Q;
  for (double t = t0 + !b->closed; t < t1 + b->closed; t += 1) {
    outputs (b, made->q, t - 1e-9, before);
    outputs (b, made->q, t + 1e-9, after);
    for (int o = 0; o < outs; o++)
      assert_near (b, "at a joint", after[o], before[o], 2e-6);
  }
  if (!b->closed)
    return;
  double t = g_rand_double_range (rand, t0, t1);
  outputs (b, made->q, t, before);
  outputs (b, made->q, t - 3 * (t1 - t0), after);
  for (int o = 0; o < OUT_MAX; o++)
    assert_near (b, "wrapped", after[o], before[o], 1e-11 * scale_of (before));
}

static void
test_joints (void)
{
  for_each_body (check_joints);
}

static void
check_local (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  const Vec2 p = {1.5, -2.25}, w = {0.7, -1.3};
  if (!ops->has_local)
    return;
  TrJet j, plus, minus;
  double H[36] = {0}, h = 1e-5;
  ops->local (b, made->q, p, &j);
  if (ops->local_curvature != NULL)
    ops->local_curvature (b, made->q, p, w, H);
  g_assert_cmpint (j.n, ==, b->n);
  for (int k = 0; k < b->n; k++) {
    double q = made->q[k];
    made->q[k] = q + h;
    ops->local (b, made->q, p, &plus);
    made->q[k] = q - h;
    ops->local (b, made->q, p, &minus);
    made->q[k] = q;
    Vec2 d = v2_scale (v2_sub (plus.x, minus.x), 0.5 / h);
    assert_near2 (b, "local", j.x_q[k], (double[]){d.x, d.y}, 1e-8);
    for (int i = 0; i < b->n; i++) {
      double expected = v2_dot (w, v2_sub (plus.x_q[i], minus.x_q[i])) * 0.5 / h;
      assert_near (b, "local curvature", H[i * b->n + k], expected, 1e-8);
    }
  }
}

static void
test_local (void)
{
  for_each_body (check_local);
}

// Gradient of the member's value and Hessian of its gradient, by Richardson.
static void
check_member (MadeBody *made, int member)
{
  const TrBody *b = &made->b;
  int n = b->n;
  double grad[MAKE_MAX], hess[MAKE_MAX * MAKE_MAX], h = 1e-3;
  tr_body_member (b, made->q, member, grad, hess);
  for (int k = 0; k < n; k++) {
    double value = 0, turned[MAKE_MAX] = {0}, q = made->q[k];
    for (int i = 0; i < 4; i++) {
      const double at[4] = {1, -1, 0.5, -0.5}, weight[4] = {-1, 1, 8, -8};
      double g[MAKE_MAX];
      made->q[k] = q + h * at[i];
      value += weight[i] / (6 * h) * tr_body_member (b, made->q, member, g, NULL);
      for (int m = 0; m < n; m++)
        turned[m] += weight[i] / (6 * h) * g[m];
    }
    made->q[k] = q;
    double size = 1 + fabs (value);
    assert_near (b, "gradient", grad[k], value, 1e-10 * size);
    for (int m = 0; m < n; m++)
      assert_near (b, "Hessian", hess[m * n + k], turned[m], 1e-9 * (size + fabs (turned[m])));
  }
}

static void
check_members (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  for (int member = 0; member < b->n + TR_N_DERIVED; member++) {
    char buf[32];
    const char *name = tr_body_member_name (b, member, buf);
    int found = tr_body_find_member (b, name);
    bool open_area = ops->basis != NULL && !b->closed && member == b->n + TR_DERIVED_AREA;
    bool has = member < b->n || (ops->has_derived >> (member - b->n) & 1 && !open_area);
    g_assert_cmpint (found, ==, has ? member : -1);
    if (has)
      check_member (made, member);
    g_assert_true (tr_body_member_is_area (b, member) == (strcmp (name, "area") == 0));
    g_assert_true (tr_body_member_is_angle (b, member) ==
                   (strcmp (name, "angle") == 0 || strcmp (name, "rotation") == 0));
  }
  for (int i = 0; i < 7; i++) {
    const char *const wrong[] = {"", "x", "x00", "x99999999999", "x-1", "X", "y1 "};
    bool right = ops->basis == NULL && i == 1;
    g_assert_true (right || tr_body_find_member (b, wrong[i]) < 0);
  }
}

static void
test_members (void)
{
  for_each_body (check_members);
}

static void
check_points (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  for (int point = 0; point < tr_body_n_points (b); point++) {
    char buf[32];
    int offset;
    double t;
    g_assert_cmpint (tr_body_find_point (b, tr_body_point_name (b, point, buf)), ==, point);
    g_assert_true (ops->named (b, point, &offset, &t));
    g_assert_true (offset >= 0 || !isnan (t));
    if (isnan (t))
      continue;
    TrJet j;
    ops->jet (b, made->q, t, TR_JET_PLACE, &j);
    if (offset >= 0)
      assert_near2 (b, "named point", j.x, made->q + offset, 1e-13 * 40);
  }
  int offset;
  double t;
  g_assert_cmpint (tr_body_find_point (b, "nowhere"), <, 0);
  if (ops->named != NULL)
    g_assert_false (ops->named (b, tr_body_n_points (b), &offset, &t));
}

static void
test_points (void)
{
  for_each_body (check_points);
}

// A multiple of all numbers up to 12, so that corners are among the samples.
enum { SAMPLES = 27720 };

// No sample of the curve lies outside its box, and the box is no larger than the samples tell.
static void
check_box (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  Vec2 low, high, least = {INFINITY, INFINITY}, most = {-INFINITY, -INFINITY};
  double t0, t1;
  g_assert_true (tr_body_box (b, made->q, &low, &high) == (b->kind != TR_BODY_NUMBER));
  if (ops->jet == NULL)
    return;
  ops->range (b, &t0, &t1);
  for (int i = 0; i <= SAMPLES; i++) {
    TrJet j;
    ops->jet (b, made->q, t0 + (t1 - t0) * i / SAMPLES, TR_JET_PLACE, &j);
    least = v2 (fmin (least.x, j.x.x), fmin (least.y, j.x.y));
    most = v2 (fmax (most.x, j.x.x), fmax (most.y, j.x.y));
  }
  const double slack = 2e-13 * 50, loose = 1e-5;
  g_assert_true (low.x <= least.x + slack && low.y <= least.y + slack);
  g_assert_true (high.x >= most.x - slack && high.y >= most.y - slack);
  assert_near2 (b, "box", low, (double[]){least.x, least.y}, loose);
  assert_near2 (b, "box", high, (double[]){most.x, most.y}, loose);
}

static void
test_boxes (void)
{
  for_each_body (check_box);
}

static void
test_box_of_arcs (void)
{
  MadeBody made;
  Vec2 low, high;
  make_body (TR_BODY_ARC, NULL, NULL, &made);
  memcpy (made.q, (double[]){0, 0, 2, 20 * G_PI + 0.1, 20 * G_PI + G_PI_2 + 0.1},
          5 * sizeof (double));
  g_assert_true (tr_body_box (&made.b, made.q, &low, &high));
  assert_near2 (&made.b, "low", low, (double[]){2 * cos (G_PI_2 + 0.1), 2 * sin (0.1)}, 1e-12);
  assert_near2 (&made.b, "high", high, (double[]){2 * cos (0.1), 2}, 1e-12);
  made.q[4] = -1e9;
  g_assert_true (tr_body_box (&made.b, made.q, &low, &high));
  assert_near2 (&made.b, "low", low, (double[]){-2, -2}, 1e-12);
  assert_near2 (&made.b, "high", high, (double[]){2, 2}, 1e-12);
}

static void
assert_finite (const double *x, int n)
{
  for (int i = 0; i < n; i++)
    g_assert_true (isfinite (x[i]));
}

// Everything at one place: nothing that is not finite.
static void
check_collapsed (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  double grad[MAKE_MAX], many[MAKE_MAX * MAKE_MAX] = {0};
  memset (made->q, 0, sizeof made->q);
  for (int which = 0; which < TR_N_DERIVED; which++) {
    bool open_area = ops->basis != NULL && which == TR_DERIVED_AREA && !b->closed;
    if ((ops->has_derived >> which & 1) == 0 || open_area)
      continue;
    g_assert_true (isfinite (ops->derived (b, made->q, which, grad, many)));
    assert_finite (grad, b->n);
    assert_finite (many, b->n * b->n);
  }
  ops->mass (b, made->q, many);
  assert_finite (many, ops->block == 2 ? 2 * b->n : b->n * b->n);
  g_assert_true (isfinite (ops->drag (b, made->q)));
  if (ops->curvature != NULL)
    ops->curvature (b, made->q, 0.5, v2 (1, 2), v2 (3, 4), many);
  assert_finite (many, b->n * b->n);
}

static void
test_collapsed (void)
{
  for_each_body (check_collapsed);
  MadeBody made;
  double grad[4], hess[16];
  make_body (TR_BODY_SEGMENT, NULL, NULL, &made);
  int length = tr_body_find_member (&made.b, "length");
  tr_body_member (&made.b, made.q, length, grad, hess);
  assert_near2 (&made.b, "away from b", v2 (grad[0], grad[1]), (double[]){-1, 0}, 0);
  assert_near2 (&made.b, "away from a", v2 (grad[2], grad[3]), (double[]){1, 0}, 0);
}

// More variables than a formula keeps on the stack, nearly all of them parameters.
static void
test_many_parameters (void)
{
  enum { MANY = 70 };
  g_autoptr (GString) text = g_string_new ("a*t^2");
  int slot[MANY + 2] = {1, 0};
  double parameters[MANY];
  for (int k = 0; k < MANY; k++) {
    g_string_append_printf (text, "+p%d*a", k);
    slot[k + 2] = -1 - k;
    parameters[k] = k;
  }
  g_autoptr (TrExpr) e = tr_expr_parse (text->str, NULL);
  const char *const names[] = {"a"};
  TrFormula f = {.names = names,
                 .expr = {e, e},
                 .run = {e, e},
                 .slot = {slot, slot},
                 .range = {{-1, NULL}, {1, NULL}}};
  TrBody b = {.kind = TR_BODY_FORMULA, .n = 1, .formula = {&f, parameters}};
  const double a = 2, sum = MANY * (MANY - 1) / 2;
  TrJet j;
  Vec2 low, high;
  tr_body_formula.jet (&b, &a, 0.5, TR_JET_FULL, &j);
  assert_near2 (&b, "x", j.x, (double[]){2 * (0.25 + sum), 2 * (0.25 + sum)}, 1e-12);
  assert_near2 (&b, "x_a", j.x_q[0], (double[]){0.25 + sum, 0.25 + sum}, 1e-12);
  assert_near2 (&b, "x_ta", j.x_tq[0], (double[]){1, 1}, 1e-12);
  assert_near2 (&b, "x_tta", j.x_ttq[0], (double[]){2, 2}, 1e-9);
  g_assert_true (tr_body_box (&b, &a, &low, &high));
  assert_near2 (&b, "low", low, (double[]){2 * sum, 2 * sum}, 1e-9);
  assert_near2 (&b, "high", high, (double[]){2 * sum + 2, 2 * sum + 2}, 1e-9);
}

static void
test_names (void)
{
  for (int kind = 0; kind < TR_N_BODY_KINDS; kind++)
    g_assert_cmpint (tr_body_kind_from_name (tr_body_ops[kind]->name), ==, kind);
  g_assert_cmpint (tr_body_kind_from_name ("blob"), ==, TR_N_BODY_KINDS);
  g_assert_cmpint (tr_body_least_points (TR_BODY_BEZIER, true), ==, 3);
  g_assert_cmpint (tr_body_least_points (TR_BODY_SPLINE, false), ==, 4);
}

// Known sizes: a unit square's outline, a circle's area out of four Béziers.
static void
test_measures (void)
{
  MadeBody made;
  const double square[8] = {0, 0, 1, 0, 1, 1, 0, 1};
  make_body (TR_BODY_POLYLINE, &(MadeList){TR_BODY_POLYLINE, 4, true}, NULL, &made);
  memcpy (made.q, square, sizeof square);
  int length = made.b.n + TR_DERIVED_LENGTH, area = made.b.n + TR_DERIVED_AREA;
  assert_near (&made.b, "length", tr_body_member (&made.b, made.q, length, NULL, NULL), 4, 1e-15);
  assert_near (&made.b, "area", tr_body_member (&made.b, made.q, area, NULL, NULL), 1, 1e-15);
  const double k = 0.5522847498307936;
  const double circle[24] = {1,  0, 1,  k,  k,  1,  0, 1,  -k, 1,  -1, k,
                             -1, 0, -1, -k, -k, -1, 0, -1, k,  -1, 1,  -k};
  make_body (TR_BODY_BEZIER, &(MadeList){TR_BODY_BEZIER, 12, true}, NULL, &made);
  memcpy (made.q, circle, sizeof circle);
  length = made.b.n + TR_DERIVED_LENGTH;
  area = made.b.n + TR_DERIVED_AREA;
  // A quarter sweeps 1/2 + 3 k/5 − 3 k²/20 by hand integration.
  double exact = 4 * (0.5 + 0.6 * k - 0.15 * k * k);
  assert_near (&made.b, "area", tr_body_member (&made.b, made.q, area, NULL, NULL), exact, 1e-14);
  assert_near (&made.b, "length", tr_body_member (&made.b, made.q, length, NULL, NULL), 2 * G_PI,
               2e-3);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/body/names", test_names);
  g_test_add_func ("/body/jets", test_jets);
  g_test_add_func ("/body/runs", test_runs);
  g_test_add_func ("/body/joints", test_joints);
  g_test_add_func ("/body/local", test_local);
  g_test_add_func ("/body/members", test_members);
  g_test_add_func ("/body/points", test_points);
  g_test_add_func ("/body/boxes", test_boxes);
  g_test_add_func ("/body/box-of-arcs", test_box_of_arcs);
  g_test_add_func ("/body/collapsed", test_collapsed);
  g_test_add_func ("/body/measures", test_measures);
  g_test_add_func ("/body/many-parameters", test_many_parameters);
  return g_test_run ();
}
