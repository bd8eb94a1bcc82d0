// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of what depends on any number of members:
//
//   equation  c = s f (members, parameters), s = −1 for <=, else 1
//   drive     c = member − f (time, …), angles in (−π, π]
//
// with f(v) an expression:  c_q = Σ f_v v_q,  c_qq = Σ f_vw v_qᵀ w_q + Σ f_v v_qq.

#include "math/eigen.h"
#include "model/con-shape.h"
#include "model/live.h"
#include "model/row-private.h"

#include <math.h>

enum { FEW_VARS = 512 }; // on the C stack

static const double chord = 1e-6; // of a variable, or where it is 0 of 1

static double
var_value (const TrModel *m, TrVar v, const double *q, double time)
{
  if (v.body >= 0) {
    const TrBody *b = &m->bodies[v.body];
    return tr_body_member (b, q + b->q, v.member, NULL, NULL);
  }
  return v.body == -1 ? m->parameter_values[v.member] : time;
}

// A drive by a plain number has no expression.
static int
n_vars_of (const TrConstraint *c)
{
  return c->expr ? tr_expr_n_vars (tr_live_expr (c->live, c->expr)) : 0;
}

static const TrVar *
vars_of (const TrConstraint *c)
{
  return tr_live_vars (c->live, c->vars);
}

static void
get_values (const TrModel *m, const TrConstraint *c, const double *q, double time, double *values)
{
  for (int v = 0; v < n_vars_of (c); v++)
    values[v] = var_value (m, vars_of (c)[v], q, time);
}

// f, and where not NULL its derivatives. A drive may have a plain number instead.
static double
evaluate (
    const TrConstraint *c, const double *values, TrScratch *scratch, double *grad, double *hess)
{
  return c->expr ? tr_expr_eval (tr_live_expr (c->live, c->expr), values, scratch, grad, hess)
                 : c->scalar[0].value;
}

static double
expr_sign (const TrConstraint *c)
{
  return c->kind == TR_CON_DRIVE || c->op == TR_OP_LE ? -1 : 1;
}

// c from f and, for a drive, its member.
static double
residual_of (const TrModel *m, const TrConstraint *c, double f, double member)
{
  if (c->kind != TR_CON_DRIVE)
    return expr_sign (c) * f;
  double d = member - f;
  return tr_body_member_is_angle (tr_end_body (m, &c->end[0]), c->member) ? tr_wrap_angle (d) : d;
}

double
tr_expr_residual (const TrModel *m, const TrConstraint *c, const double *q, double time)
{
  double few[FEW_VARS], member = 0;
  double *many = n_vars_of (c) > FEW_VARS ? g_new (double, n_vars_of (c)) : NULL;
  double *values = many ? many : few;
  get_values (m, c, q, time, values);
  double f = c->expr ? tr_expr_value (tr_live_expr (c->live, c->expr), values) : c->scalar[0].value;
  g_free (many);
  if (c->kind == TR_CON_DRIVE)
    member = var_value (m, (TrVar){c->end[0].body, c->member}, q, time);
  return residual_of (m, c, f, member);
}

double
tr_expr_size (const TrModel *m, const TrConstraint *c, const double *q)
{
  double few[FEW_VARS];
  double *many = n_vars_of (c) > FEW_VARS ? g_new (double, n_vars_of (c)) : NULL;
  double *values = many ? many : few;
  get_values (m, c, q, 0, values);
  double size = tr_expr_terms_size (tr_live_expr (c->live, c->expr), values);
  g_free (many);
  return size;
}

// The most that f changes where one variable changes by h, 0 where it has no value on either side.
static double
change_of (const TrConstraint *c, double f, double *values, size_t v, double h)
{
  double x = values[v], most = 0;
  for (int side = 1; side >= -1; side -= 2) {
    values[v] = x + side * h;
    double change = fabs (evaluate (c, values, NULL, NULL, NULL) - f);
    most = isfinite (change) ? fmax (most, change) : most;
  }
  values[v] = x;
  return most;
}

double
tr_expr_share (const TrModel *m, const TrConstraint *c, const double *q, double h)
{
  size_t n = (size_t) n_vars_of (c);
  g_autofree double *values = g_new (double, 2 * n);
  double *slope = values + n, told = 0, real = 0;
  get_values (m, c, q, 0, values);
  double f = evaluate (c, values, NULL, slope, NULL);
  for (size_t v = 0; v < n; v++) {
    if (vars_of (c)[v].body < 0 || !isfinite (slope[v]) || !(fabs (slope[v]) > 0))
      continue;
    told += fabs (slope[v]) * h;
    real += change_of (c, f, values, v, h);
  }
  return told > real ? real / told : 1;
}

// The members that c depends on, each with ∂c/∂member and its place among the variables of f.
typedef struct {
  TrVar member;
  int var; // −1: the drive's own member
  double c_v;
  TrTap tap;
} Term;

typedef struct {
  int n;
  Term *term;
  double f, c_t;
  double *hess; // n_vars², of f
} Terms;

// At most how many unknowns the members depend on.
static int
terms_bound (const TrModel *m, const TrConstraint *c)
{
  int bound = 0;
  for (int v = 0; v < n_vars_of (c); v++)
    if (vars_of (c)[v].body >= 0)
      bound += tr_member_bound (&m->bodies[vars_of (c)[v].body], vars_of (c)[v].member);
  if (c->kind == TR_CON_DRIVE)
    bound += tr_member_bound (tr_end_body (m, &c->end[0]), c->member);
  return bound;
}

static void
add_term (Terms *t,
          const TrModel *m,
          TrVar member,
          int var,
          double c_v,
          const double *q,
          TrScratch *scratch)
{
  Term *term = &t->term[t->n++];
  term->member = member;
  term->var = var;
  term->c_v = c_v;
  tr_tap_member (m, member.body, member.member, q, scratch, &term->tap);
}

// Where f has a value and its slope has none (sqrt (x² + y²) at 0), none is taken, as of hypot (x, y) there:
// so it can be left again.
static void
drop_endless (double f, size_t n, double *slope)
{
  for (size_t i = 0; i < n && isfinite (f); i++)
    if (!isfinite (slope[i]))
      slope[i] = 0;
}

// At the end of where f has a value its slope may be endless (sqrt (x) at 0, asin (x) at 1). Then that of a short chord
// is taken, on the side where there is a value: so it can be left again, which with none, or an endless one, it cannot.
static void
take_chords (const TrConstraint *c, double f, size_t n, double *values, double *slope)
{
  for (size_t v = 0; v < n && isfinite (f); v++) {
    double x = values[v], h = chord * (fabs (x) > 0 ? fabs (x) : 1);
    if (!isinf (slope[v]) || vars_of (c)[v].body < 0)
      continue;
    slope[v] = NAN;
    for (int side = 1; side >= -1 && !isfinite (slope[v]); side -= 2) {
      values[v] = x + side * h;
      slope[v] = (evaluate (c, values, NULL, NULL, NULL) - f) / (values[v] - x);
    }
    values[v] = x;
  }
}

// f, its derivatives, and the members behind its variables as taps.
static Terms
get_terms (const TrModel *m,
           const TrConstraint *c,
           const double *q,
           double time,
           bool second,
           TrScratch *scratch)
{
  size_t n = (size_t) n_vars_of (c);
  Terms t = {.term = tr_scratch_bytes (scratch, (n + 1) * sizeof (Term))};
  double *values = tr_scratch_doubles (scratch, n), *grad = tr_scratch_zeroed (scratch, n);
  t.hess = second ? tr_scratch_zeroed (scratch, n * n) : NULL;
  get_values (m, c, q, time, values);
  t.f = evaluate (c, values, scratch, grad, t.hess);
  take_chords (c, t.f, n, values, grad);
  drop_endless (t.f, n, grad);
  drop_endless (t.f, second ? n * n : 0, t.hess);
  for (int v = 0; v < (int) n; v++)
    if (vars_of (c)[v].body >= 0)
      add_term (&t, m, vars_of (c)[v], v, expr_sign (c) * grad[v], q, scratch);
    else if (vars_of (c)[v].body == -2)
      t.c_t = expr_sign (c) * grad[v];
  if (c->kind == TR_CON_DRIVE)
    add_term (&t, m, (TrVar){c->end[0].body, c->member}, -1, 1, q, scratch);
  return t;
}

void
tr_expr_rows (const TrModel *m,
              const TrConstraint *c,
              const double *q,
              double time,
              TrScratch *scratch,
              TrRowBlock *out)
{
  tr_rows_begin (out, 1, terms_bound (m, c), scratch);
  size_t mark = tr_scratch_mark (scratch);
  Terms t = get_terms (m, c, q, time, false, scratch);
  for (int k = 0; k < t.n; k++)
    tr_rows_join (out, &t.term[k].tap);
  tr_rows_clear (out);
  for (int k = 0; k < t.n; k++)
    tr_rows_add (out, &(Vec2){t.term[k].c_v, 0}, &t.term[k].tap);
  out->c[0] = residual_of (m, c, t.f, c->kind == TR_CON_DRIVE ? t.term[t.n - 1].tap.x.x : 0);
  out->c_t[0] = t.c_t;
  tr_scratch_release (scratch, mark);
}

void
tr_expr_hessian (const TrModel *m,
                 const TrConstraint *c,
                 const double *q,
                 double time,
                 double w,
                 bool clamp,
                 const TrRowBlock *rows,
                 TrScratch *scratch,
                 double *H)
{
  TrColumns columns = tr_rows_columns (rows);
  Terms t = get_terms (m, c, q, time, true, scratch);
  size_t N = (size_t) t.n, n = (size_t) rows->n;
  double *A = tr_scratch_zeroed (scratch, N * N), *X = tr_scratch_zeroed (scratch, N * n);
  for (int a = 0; a < t.n; a++) {
    tr_spread_tap (&t.term[a].tap, 0, &columns, X + a * rows->n);
    for (int b = 0; b < t.n; b++)
      if (t.term[a].var >= 0 && t.term[b].var >= 0)
        A[a * t.n + b] = -w * expr_sign (c) * t.hess[t.term[a].var * n_vars_of (c) + t.term[b].var];
  }
  // −w f_vw over the members, its positive part where asked for
  if (clamp)
    eig_clamp (t.n, A, tr_scratch_doubles (scratch, 3 * N * N + N));
  tr_add_congruence (t.n, rows->n, A, X, scratch, H);
  for (int k = 0; k < t.n; k++)
    tr_add_member_hessian (&m->bodies[t.term[k].member.body], t.term[k].member.member, q,
                           -w * t.term[k].c_v, clamp, &columns, scratch, H);
}

void
tr_constraint_time_curvature (
    const TrModel *m, int i, const double *q, double time, double c_tt[TR_ROWS_MAX])
{
  const TrConstraint *c = &m->constraints[i];
  size_t n = (size_t) n_vars_of (c);
  for (int r = 0; r < TR_ROWS_MAX; r++)
    c_tt[r] = 0;
  if (c->kind == TR_CON_PATH)
    tr_path_curvature (c, time, c_tt);
  if (c->kind != TR_CON_DRIVE || n == 0)
    return;
  g_autofree double *values = g_new (double, 2 * n + n * n);
  double *hess = values + 2 * n;
  get_values (m, c, q, time, values);
  evaluate (c, values, NULL, values + n, hess);
  for (size_t v = 0; v < n; v++)
    if (vars_of (c)[v].body == -2)
      c_tt[0] = expr_sign (c) * hess[v * n + v];
}
