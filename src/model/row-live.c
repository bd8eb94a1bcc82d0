// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Values of constraints that hang on free parameters: at a state, and what the rows are to them.
//
//   c = c (x, s (p)),  c_p = Σ_k c_s(k) s_p(k)
//   c_pp = Σ_k c_s(k) s_pp(k)                 (c is linear in its values),  c_xp = c_xs s_p

#include "math/eigen.h"
#include "model/con-shape.h"
#include "model/live.h"
#include "model/row-private.h"

// What the variables of a value are at q.
static double *
values_at (const TrModel *m, const TrLive *live, int k, const double *q, TrScratch *scratch)
{
  int n = tr_expr_n_vars (live->scalar[k]);
  double *x = tr_scratch_doubles (scratch, (size_t) n);
  for (int v = 0; v < n; v++) {
    TrVar var = live->scalar_vars[k][v];
    x[v] = var.body >= 0 ? q[m->bodies[var.body].q] : m->parameter_values[var.member];
  }
  return x;
}

const TrConstraint *
tr_live_at (const TrModel *m, const TrConstraint *c, const double *q, TrConstraint *own)
{
  if (c->live == NULL)
    return c;
  *own = *c;
  for (guint k = 0; k < G_N_ELEMENTS (own->scalar); k++)
    if (c->live->scalar[k] != NULL)
      own->scalar[k].value =
          tr_model_expr_value (m, c->live->scalar[k], c->live->scalar_vars[k], q, 0);
  return own;
}

int
tr_live_bound (const TrConstraint *c)
{
  int bound = 0;
  for (guint k = 0; c->live != NULL && k < G_N_ELEMENTS (c->scalar); k++)
    bound += c->live->scalar[k] != NULL ? tr_expr_n_vars (c->live->scalar[k]) : 0;
  return bound;
}

// ∂c/∂(scalar k) of each row.
static void
scalar_slope (const TrConAt *at, int k, double c_s[TR_ROWS_MAX])
{
  for (int r = 0; r < TR_ROWS_MAX; r++)
    c_s[r] = 0;
  c_s[0] = -1;
  if (at->c->kind == TR_CON_GEAR && k == 0)
    c_s[0] = -at->x[1].x;
  else if (at->c->kind == TR_CON_RACK && k == 0)
    c_s[0] = tr_rack_turn (at);
  else if (at->c->kind == TR_CON_LIMIT && k == TR_LIMIT_MAX)
    c_s[at->c->has & 1] = 1, c_s[0] *= !(at->c->has & 1);
  else if (at->c->kind == TR_CON_LIMIT && k == TR_LIMIT_RESTITUTION)
    c_s[0] = 0;
}

// One value as a tap: its gradient over the free parameters, in x.
static void
tap_scalar (const TrModel *m, const TrLive *live, int k, const double *q, TrScratch *s, TrTap *tap)
{
  const TrExpr *e = live->scalar[k];
  size_t n = (size_t) tr_expr_n_vars (e);
  double *x = values_at (m, live, k, q, s), *grad = tr_scratch_zeroed (s, n);
  *tap = (TrTap){.x_q = tr_scratch_bytes (s, n * (sizeof (Vec2) + 2 * sizeof (int)) + 1)};
  tap->run_at = (int *) (tap->x_q + n);
  tap->run_n = tap->run_at + n;
  tap->x = v2 (tr_expr_eval (e, x, s, grad, NULL), 0);
  for (size_t v = 0; v < n; v++)
    if (live->scalar_vars[k][v].body >= 0) {
      tap->run_at[tap->n_runs] = m->bodies[live->scalar_vars[k][v].body].q;
      tap->run_n[tap->n_runs++] = 1;
      tap->x_q[tap->n++] = v2 (grad[v], 0);
    }
}

void
tr_live_taps (
    const TrModel *m, const TrConstraint *c, const double *q, TrScratch *scratch, TrTap tap[3])
{
  for (int k = 0; k < 3; k++) {
    tap[k] = (TrTap){.n_runs = 0};
    if (c->live != NULL && c->live->scalar[k] != NULL)
      tap_scalar (m, c->live, k, q, scratch, &tap[k]);
  }
}

void
tr_live_add_rows (const TrConAt *at, const TrTap tap[3], TrRowBlock *rows)
{
  for (int k = 0; k < 3; k++) {
    double c_s[TR_ROWS_MAX];
    Vec2 slope[TR_ROWS_MAX];
    if (tap[k].n_runs == 0)
      continue;
    scalar_slope (at, k, c_s);
    for (int r = 0; r < rows->m; r++)
      slope[r] = v2 (c_s[r], 0);
    tr_rows_add (rows, slope, &tap[k]);
  }
}

// −w c_xs over one input and what a value hangs on, exact.
static void
add_cross (const TrTap *input,
           Vec2 c_xs,
           double w,
           const TrTap *value,
           const TrColumns *columns,
           TrScratch *scratch,
           double *H)
{
  size_t n = (size_t) columns->n;
  double *x = tr_scratch_zeroed (scratch, n), *y = tr_scratch_zeroed (scratch, n),
         *s = tr_scratch_zeroed (scratch, n);
  tr_spread_tap (input, 0, columns, x);
  tr_spread_tap (input, 1, columns, y);
  tr_spread_tap (value, 0, columns, s);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++)
      H[i * n + k] -=
          w * (s[i] * (c_xs.x * x[k] + c_xs.y * y[k]) + s[k] * (c_xs.x * x[i] + c_xs.y * y[i]));
}

// What a gear and a rack have: their ratio and radius multiply angles.
static void
add_crosses (const TrModel *m,
             const TrConAt *at,
             int n_inputs,
             const TrInput *in,
             const double *q,
             double w,
             const TrTap *value,
             const TrColumns *columns,
             TrScratch *scratch,
             double *H)
{
  for (int k = 0; k < n_inputs; k++) {
    Vec2 c_xs =
        at->c->kind == TR_CON_GEAR ? v2 (k == 1 ? -1 : 0, 0) : tr_rack_turn_gradient (at, k);
    TrTap input;
    tr_tap_input (m, at->c->end, &in[k], q, scratch, &input);
    add_cross (&input, c_xs, w, value, columns, scratch, H);
  }
}

// −w c_s s_pp
static void
add_bend (const TrModel *m,
          const TrLive *live,
          int k,
          const double *q,
          double w,
          bool clamp,
          const TrColumns *columns,
          TrScratch *scratch,
          double *H)
{
  const TrExpr *e = live->scalar[k];
  size_t n = (size_t) tr_expr_n_vars (e);
  double *x = values_at (m, live, k, q, scratch), *hess = tr_scratch_zeroed (scratch, n * n);
  tr_expr_eval (e, x, scratch, NULL, hess);
  for (size_t v = 0; v < n; v++)
    for (size_t u = 0; u < n; u++) {
      bool both = live->scalar_vars[k][v].body >= 0 && live->scalar_vars[k][u].body >= 0;
      hess[v * n + u] *= both ? -w : 0;
    }
  if (clamp)
    eig_clamp ((int) n, hess, tr_scratch_doubles (scratch, 3 * n * n + n));
  for (size_t v = 0; v < n; v++)
    for (size_t u = 0; u < n; u++) {
      TrVar a = live->scalar_vars[k][v], b = live->scalar_vars[k][u];
      if (a.body >= 0 && b.body >= 0)
        H[tr_column (columns, m->bodies[a.body].q) * columns->n +
          tr_column (columns, m->bodies[b.body].q)] += hess[v * n + u];
    }
}

void
tr_live_add_hessian (const TrModel *m,
                     const TrConAt *at,
                     int n_inputs,
                     const TrInput *in,
                     const double *q,
                     const double *w,
                     bool clamp,
                     const TrColumns *columns,
                     TrScratch *scratch,
                     double *H)
{
  const TrLive *live = at->c->live;
  TrTap tap[3];
  if (live == NULL)
    return;
  tr_live_taps (m, at->c, q, scratch, tap);
  for (int k = 0; k < 3; k++) {
    double c_s[TR_ROWS_MAX], sum = 0;
    if (tap[k].n_runs == 0)
      continue;
    scalar_slope (at, k, c_s);
    for (int r = 0; r < tr_constraint_row_count (at->c); r++)
      sum += w[r] * c_s[r];
    add_bend (m, live, k, q, sum, clamp, columns, scratch, H);
    bool multiplies = at->c->kind == TR_CON_GEAR || at->c->kind == TR_CON_RACK;
    if (k == 0 && multiplies && !clamp)
      add_crosses (m, at, n_inputs, in, q, w[0], &tap[k], columns, scratch, H);
  }
}
