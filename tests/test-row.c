// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every kind of constraint on every sort of end: first and second derivatives against differences,
// the stiffness against the exact second derivatives.

#include "make-stage.h"
#include "math/eigen.h"

#include <math.h>

enum {
  CASES = 400, // of each kind
  N_MAX = 80,  // unknowns of one constraint
};

#define TIME 0.37

static const TrKey keys[] = {
    {0, {1, 2}, NULL}, {0.25, {3, -1}, NULL}, {0.6, {4, 4}, NULL}, {1, {1, 2}, NULL}};

// Variables are members, but for `time` and the parameter p.
static const char *const expressions[] = {
    "u", "u*v + p", "sin(0.1*u)*v - w/(3 + v^2)", "hypot(u, v, w) - p*u", "2*u - 3*v + time*w",
};
static const char *const drives[] = {"time", "3*sin(2*time) + p", "1/(1 + time)", "p"};

static TrVar
random_member (Stage *s)
{
  int body = g_rand_int_range (s->rand, 0, s->m.n_bodies);
  const TrBody *b = &s->bodies[body];
  TrVar v = {body, g_rand_int_range (s->rand, 0, b->n + TR_N_DERIVED)};
  unsigned derived = tr_body_get_ops (b)->has_derived;
  while (v.member >= b->n &&
         (!(derived & 1u << (v.member - b->n)) || (b->n > 6 && !b->closed && v.member > b->n)))
    v.member--;
  return v;
}

static void
random_expr (Stage *s, const char *text, TrVar *vars)
{
  TrExpr *e = tr_expr_parse (text, NULL);
  g_assert_nonnull (e);
  for (int v = 0; v < tr_expr_n_vars (e); v++) {
    const char *name = tr_expr_var_name (e, v);
    vars[v] = random_member (s);
    if (strcmp (name, "p") == 0)
      vars[v] = (TrVar){-1, 0};
    else if (strcmp (name, "time") == 0)
      vars[v] = (TrVar){-2, 0};
  }
  s->con.expr = e;
  s->con.vars = vars;
}

// Only on curves do connectors have tangents.
static bool
is_wrong_end (Stage *s, int end)
{
  return s->con.kind == TR_CON_TANGENT &&
         isnan (tr_connector_t (&s->m, &s->con.end[end].connector[0], s->q));
}

static bool
is_wrong_skate (const Stage *s)
{
  int body = s->con.end[0].connector[0].body;
  return s->con.kind == TR_CON_SKATE && (body < 0 || s->bodies[body].kind != TR_BODY_RIGID);
}

static void
random_end (Stage *s, const TrField *f)
{
  stage_choices (s, f->accepts);
  do
    s->con.end[f->at] = s->choice[g_rand_int_range (s->rand, 0, s->n_choices)];
  while (is_wrong_end (s, f->at) || is_wrong_skate (s));
}

static void
random_field (Stage *s, const TrField *f, TrVar *vars)
{
  TrConstraint *c = &s->con;
  TrVar what;
  switch ((int) f->type) {
  case TR_FIELD_END:
    random_end (s, f);
    break;
  case TR_FIELD_SCALAR:
    c->scalar[f->at].value = g_rand_double_range (s->rand, 0.5, 3);
    c->has |= (g_rand_boolean (s->rand) || f->required) ? 1u << f->at : 0;
    break;
  case TR_FIELD_PLACE:
    c->place = stage_vector (s);
    break;
  case TR_FIELD_MEMBER:
  case TR_FIELD_WHAT:
    what = random_member (s);
    c->end[0] = stage_body (what.body);
    c->member = what.member;
    break;
  case TR_FIELD_EXPR:
    if (c->kind == TR_CON_DRIVE)
      random_expr (s, drives[g_rand_int_range (s->rand, 0, G_N_ELEMENTS (drives))], vars);
    else
      random_expr (s, expressions[g_rand_int_range (s->rand, 0, G_N_ELEMENTS (expressions))], vars);
    break;
  case TR_FIELD_OP:
    c->op = g_rand_int_range (s->rand, 0, 3);
    break;
  case TR_FIELD_KEYS:
    c->keys = keys;
    c->n_keys = G_N_ELEMENTS (keys);
    break;
  case TR_FIELD_LOOP:
    c->loop = g_rand_boolean (s->rand);
    break;
  default:
    g_assert_not_reached ();
  }
}

static void
random_constraint (Stage *s, TrConKind kind, TrVar *vars)
{
  stage_randomize (s);
  s->con = (TrConstraint){.id = "k", .kind = kind};
  for (int k = 0; k < 3; k++)
    s->con.end[k].body = -1;
  for (const TrField *f = tr_con_ops[kind]->fields; f->name != NULL; f++)
    random_field (s, f, vars);
  stage_place_slides (s);
  s->memory = (TrMemory){.dir = {1, 0}, .sign = g_rand_boolean (s->rand) ? 1 : -1};
}

// Whether c is smooth about here: no short directions, no angle near ±π.
static bool
is_smooth (Stage *s, TrScratch *scratch, const TrRowBlock *rows)
{
  const TrConOps *ops = tr_con_get_ops (&s->con);
  for (int r = 0; r < rows->m; r++)
    if (tr_constraint_unit (&s->m, 0, r) == TR_ROW_ANGLE && fabs (rows->c[r]) > 3)
      return false;
  for (int i = 0; i < s->m.n_bodies; i++)
    if (s->bodies[i].kind == TR_BODY_SEGMENT &&
        fabs (tr_body_member (&s->bodies[i], s->q + s->bodies[i].q, 4 + TR_DERIVED_ANGLE, NULL,
                              NULL)) > 3)
      return false;
  TrInput in[TR_INPUTS_MAX];
  Vec2 last = v2 (0, 0);
  int n = ops->inputs ? ops->inputs (s->bodies, &s->con, in) : 0;
  for (int k = 0; k < n; k++) {
    TrTap tap;
    tr_tap_input (&s->m, s->con.end, &in[k], s->q, scratch, &tap);
    bool is_direction = in[k].kind == TR_IN_VECTOR || in[k].kind == TR_IN_TANGENT;
    if (is_direction && v2_norm (tap.x) < 1.5)
      return false;
    if (s->con.kind == TR_CON_DISTANCE && k == 1 && v2_dist (last, tap.x) < 1.5)
      return false;
    last = tap.x;
  }
  return true;
}

static void
assert_near (const Stage *s, const char *what, double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%s %s: %.15g, expected %.15g", tr_con_get_ops (&s->con)->name, what, value, expected);
}

// Steps and weights of Richardson's central difference.
static const struct {
  double at, weight;
} steps[4] = {{1, -1.0 / 6}, {-1, 1.0 / 6}, {0.5, 8.0 / 6}, {-0.5, -8.0 / 6}};
#define STEP 5e-4

// ∂c/∂q(k), or ∂c/∂t where k is −1.
static void
difference (Stage *s, int k, double d[TR_ROWS_MAX])
{
  double kept = k >= 0 ? s->q[k] : 0;
  memset (d, 0, TR_ROWS_MAX * sizeof (double));
  for (int i = 0; i < 4; i++) {
    double c[TR_ROWS_MAX], move = STEP * steps[i].at;
    if (k >= 0)
      s->q[k] = kept + move;
    int m =
        tr_constraint_residual (&s->m, 0, s->q, &s->memory, k < 0 ? TIME + move : TIME, c, NULL);
    for (int r = 0; r < m; r++)
      d[r] += c[r] * steps[i].weight / STEP;
  }
  if (k >= 0)
    s->q[k] = kept;
}

static double
largest (int n, const double *x)
{
  double m = 0;
  for (int i = 0; i < n; i++)
    m = fmax (m, fabs (x[i]));
  return m;
}

static void
check_first (Stage *s, const TrRowBlock *rows)
{
  double d[TR_ROWS_MAX], c[TR_ROWS_MAX],
      tolerance = 1e-7 * (1 + largest (rows->m * rows->n, rows->J));
  bool undefined, in_runs[STAGE_Q] = {false};
  int column = 0;
  g_assert_cmpint (tr_constraint_residual (&s->m, 0, s->q, &s->memory, TIME, c, &undefined), ==,
                   rows->m);
  g_assert_false (undefined);
  difference (s, -1, d);
  for (int r = 0; r < rows->m; r++) {
    assert_near (s, "residual", rows->c[r], c[r], 1e-13 * (100 + fabs (c[r])));
    assert_near (s, "c_t", rows->c_t[r], d[r], 1e-7);
  }
  for (int run = 0; run < rows->n_runs; run++)
    for (int k = 0; k < rows->run_n[run]; k++, column++) {
      difference (s, rows->run_at[run] + k, d);
      for (int r = 0; r < rows->m; r++)
        assert_near (s, "c_q", rows->J[r * rows->n + column], d[r], tolerance);
      g_assert_false (in_runs[rows->run_at[run] + k]);
      in_runs[rows->run_at[run] + k] = true;
    }
  g_assert_cmpint (column, ==, rows->n);
  for (int k = 0; k < s->m.n_q; k++)
    if (!in_runs[k] && g_rand_int_range (s->rand, 0, 20) == 0) {
      difference (s, k, d);
      for (int r = 0; r < rows->m; r++)
        assert_near (s, "c_q elsewhere", d[r], 0, 1e-8);
    }
}

// −∂(Jᵀ w)/∂q by differences, n × n.
static void
difference_hessian (
    Stage *s, const TrRowBlock *rows, const double *w, TrScratch *scratch, double *H)
{
  int column = 0, n = rows->n;
  memset (H, 0, (size_t) (n * n) * sizeof (double));
  for (int run = 0; run < rows->n_runs; run++)
    for (int k = 0; k < rows->run_n[run]; k++, column++)
      for (int i = 0; i < 4; i++) {
        int at = rows->run_at[run] + k;
        double kept = s->q[at];
        size_t mark = tr_scratch_mark (scratch);
        TrRowBlock moved;
        s->q[at] = kept + STEP * steps[i].at;
        tr_constraint_rows_fast (&s->m, 0, s->q, &s->memory, TIME, rows->ell, scratch, &moved);
        s->q[at] = kept;
        g_assert_cmpint (moved.n, ==, n);
        for (int a = 0; a < n; a++)
          for (int r = 0; r < rows->m; r++)
            H[a * n + column] -= w[r] * moved.J[r * n + a] * steps[i].weight / STEP;
        tr_scratch_release (scratch, mark);
      }
}

static bool
is_slide_unknown (const Stage *s, const TrRowBlock *rows, int column)
{
  for (int run = 0, start = 0; run < rows->n_runs; start += rows->run_n[run++])
    if (column < start + rows->run_n[run])
      return rows->run_at[run] >= s->m.n_body_q;
  return false;
}

// Positive; and since A = A⁺ − (−A)⁺, what is clamped in parts gives K(λ) − K(−λ) = H, but for the
// cross terms of slides, which are left out.
static void
check_stiffness (
    Stage *s, const TrRowBlock *rows, const double *w, const double *H, TrScratch *scratch)
{
  int n = rows->n;
  size_t nn = (size_t) (n * n);
  double *K = tr_scratch_doubles (scratch, nn), *minus_K = tr_scratch_doubles (scratch, nn);
  double *copy = tr_scratch_doubles (scratch, nn), *v = tr_scratch_doubles (scratch, nn);
  double d[N_MAX], minus_w[TR_ROWS_MAX];
  for (int r = 0; r < TR_ROWS_MAX; r++)
    minus_w[r] = -w[r];
  tr_constraint_stiffness (&s->m, 0, s->q, &s->memory, TIME, w, rows, scratch, K);
  tr_constraint_stiffness (&s->m, 0, s->q, &s->memory, TIME, minus_w, rows, scratch, minus_K);
  double size = 1 + largest (n * n, K) + largest (n * n, minus_K);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      double parts = K[a * n + b] - minus_K[a * n + b];
      assert_near (s, "symmetry of K", K[a * n + b], K[b * n + a], 1e-14 * size);
      if (is_slide_unknown (s, rows, a) == is_slide_unknown (s, rows, b))
        assert_near (s, "parts of K", parts, H[a * n + b], 1e-11 * size);
    }
  memcpy (copy, K, nn * sizeof (double));
  eig_jacobi (n, copy, d, v);
  for (int k = 0; k < n; k++)
    g_assert_cmpfloat (d[k], >=, -1e-12 * size);
  if (!tr_constraint_is_curved (&s->m, 0))
    assert_near (s, "stiffness of what is not curved", largest (n * n, K), 0, 0);
}

static void
check_second (Stage *s, const TrRowBlock *rows, TrScratch *scratch)
{
  int n = rows->n;
  double w[TR_ROWS_MAX];
  double *H = tr_scratch_doubles (scratch, (size_t) (n * n));
  double *d = tr_scratch_doubles (scratch, (size_t) (n * n));
  g_assert_cmpint (n, <=, N_MAX);
  for (int r = 0; r < TR_ROWS_MAX; r++)
    w[r] = g_rand_double_range (s->rand, -2, 2);
  tr_constraint_hessian (&s->m, 0, s->q, &s->memory, TIME, w, rows, scratch, H);
  difference_hessian (s, rows, w, scratch, d);
  double tolerance = 1e-7 * (1 + largest (n * n, H));
  for (int k = 0; k < n * n; k++)
    assert_near (s, "c_qq", H[k], d[k], tolerance);
  check_stiffness (s, rows, w, H, scratch);
}

static void
check_case (Stage *s, TrScratch *scratch, int *checked)
{
  TrRowBlock rows;
  tr_constraint_rows (&s->m, 0, s->q, &s->memory, TIME, scratch, &rows);
  for (int r = 0; r < rows.m; r++)
    g_assert_cmpfloat (rows.tol[r], >, 0);
  if (rows.undefined || !is_smooth (s, scratch, &rows))
    return;
  (*checked)++;
  check_first (s, &rows);
  check_second (s, &rows, scratch);
}

static void
test_derivatives (gconstpointer data)
{
  TrConKind kind = (TrConKind) GPOINTER_TO_INT (data);
  Stage *s = stage_new (26 + kind);
  TrScratch *scratch = tr_scratch_new ();
  int checked = 0;
  for (int i = 0; i < CASES; i++) {
    TrVar vars[8];
    random_constraint (s, kind, vars);
    check_case (s, scratch, &checked);
    tr_scratch_reset (scratch);
    g_clear_pointer ((TrExpr **) &s->con.expr, tr_expr_unref);
  }
  g_test_message ("%d cases", checked);
  g_assert_cmpint (checked, >, CASES / 8);
  tr_scratch_free (scratch);
  stage_free (s);
}

// A blade at a point p of a rigid: n·(v + ω × (p − origin)) with n normal to the axis.
static void
test_skate (void)
{
  Stage *s = stage_new (7);
  TrScratch *scratch = tr_scratch_new ();
  for (int i = 0; i < 50; i++) {
    random_constraint (s, TR_CON_SKATE, NULL);
    TrRowBlock rows;
    tr_constraint_rows (&s->m, 0, s->q, &s->memory, TIME, scratch, &rows);
    g_assert_cmpint (rows.n_runs, ==, 1);
    const TrConnector *c = &s->con.end[0].connector[0];
    double *q = s->q + s->bodies[c->body].q;
    Vec2 p = c->kind == TR_AT_LOCAL ? c->p : v2 (0, 0);
    assert_near (s, "x", rows.J[0], -sin (q[2]), 1e-14);
    assert_near (s, "y", rows.J[1], cos (q[2]), 1e-14);
    assert_near (s, "rotation", rows.J[2], p.x, 1e-14);
    assert_near (s, "residual", rows.c[0], 0, 0);
    g_assert_cmpint (tr_constraint_n_rows (&s->m, 0), ==, 0);
    g_assert_false (tr_constraint_is_curved (&s->m, 0));
  }
  tr_scratch_free (scratch);
  stage_free (s);
}

// −f·x_qq of connectors alone, against differences of x_q.
static void
test_connectors (void)
{
  Stage *s = stage_new (11);
  TrScratch *scratch = tr_scratch_new ();
  stage_randomize (s);
  stage_choices (s, TR_ACCEPT_POINT);
  for (int i = 0; i < s->n_choices; i++) {
    s->con = (TrConstraint){.kind = TR_CON_NAIL, .end[0] = s->choice[i]};
    stage_place_slides (s);
    const TrConnector *c = &s->con.end[0].connector[0];
    TrTap tap;
    TrRowBlock rows;
    double f[2] = {0.7, -1.1}, K[N_MAX * N_MAX] = {0}, expected[N_MAX * N_MAX];
    tr_tap_connector (&s->m, c, s->q, scratch, &tap);
    tr_constraint_rows (&s->m, 0, s->q, &s->memory, TIME, scratch, &rows);
    tr_connector_stiffness (&s->m, c, s->q, v2 (f[0], f[1]), &tap, scratch, K);
    tr_constraint_stiffness (&s->m, 0, s->q, &s->memory, TIME, f, &rows, scratch, expected);
    g_assert_cmpint (tap.n, ==, rows.n);
    for (int k = 0; k < tap.n * tap.n; k++)
      assert_near (s, "a pull's stiffness", K[k], expected[k], 1e-14);
    g_assert_true (v2_dist (tap.x, tr_connector_point (&s->m, c, s->q)) < 1e-13);
    tr_scratch_reset (scratch);
  }
  tr_scratch_free (scratch);
  stage_free (s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int kind = 0; kind < TR_N_CON_KINDS; kind++) {
    g_autofree char *path = g_strdup_printf ("/row/derivatives/%s", tr_con_ops[kind]->name);
    if (kind != TR_CON_SKATE)
      g_test_add_data_func (path, GINT_TO_POINTER (kind), test_derivatives);
  }
  g_test_add_func ("/row/skate", test_skate);
  g_test_add_func ("/row/connectors", test_connectors);
  return g_test_run ();
}
