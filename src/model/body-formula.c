// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>
#include <glib.h>
#include <string.h>

// x(t; q) as typed. Everything but x_ttt, x_ttq and x_tqq is exact: the expression engine gives
// second derivatives over t and the unknowns together.

enum {
  PIECES = 32,            // of the quadrature
  FEW_VARS = 48,          // variables of one expression that need no memory from the heap
  BOX_SAMPLES = 256,      // before refinement
  N_ALL = TR_JET_MAX + 1, // t and the unknowns
};

// One expression at one place: value, gradient, Hessian over (t, q); the first n + 1 are used.
typedef struct {
  double value, grad[N_ALL], hess[N_ALL][N_ALL];
} Deep;

// An infinite slope (√t at 0) counts as none, so that a step stays finite.
static double
finite_or_zero (double x)
{
  return isfinite (x) ? x : 0;
}

static void
fill_vars (const TrBody *b, int curve, const double *q, double t, double *vars)
{
  const int *slot = b->formula.f->slot[curve];
  int n = tr_expr_n_vars (b->formula.f->run[curve]);
  for (int v = 0; v < n; v++)
    vars[v] = slot[v] == 0  ? t
              : slot[v] > 0 ? q[tr_body_offset (b, slot[v] - 1)]
                            : b->formula.parameters[-1 - slot[v]];
}

// Memory for the variables of one expression with their gradient and Hessian.
typedef struct {
  double few[FEW_VARS * (FEW_VARS + 2)];
  double *heap;
  double *vars, *grad, *hess;
} Workspace;

static void
workspace_init (Workspace *w, int n, bool with_hess)
{
  double *p = w->few;
  w->heap = NULL;
  if (n > FEW_VARS)
    p = w->heap = g_new (double, (size_t) n *(size_t) (with_hess ? n + 2 : 2));
  w->vars = p;
  w->grad = p + n;
  w->hess = with_hess ? p + 2 * n : NULL;
}

static void
workspace_clear (Workspace *w)
{
  g_free (w->heap);
}

// All that the curve hangs on but t.
static int
n_unknowns (const TrBody *b)
{
  return b->n + b->formula.f->n_live;
}

// Component `curve` at t. Parameters that are not free are constants: no part of derivatives.
static void
evaluate (const TrBody *b, int curve, const double *q, double t, bool with_hess, Deep *d)
{
  const TrExpr *e = b->formula.f->run[curve];
  const int *slot = b->formula.f->slot[curve];
  int n = tr_expr_n_vars (e);
  Workspace w;
  workspace_init (&w, n, with_hess);
  fill_vars (b, curve, q, t, w.vars);
  for (int i = 0; i <= n_unknowns (b); i++) {
    d->grad[i] = 0;
    memset (d->hess[i], 0, with_hess ? sizeof (double) * (size_t) (n_unknowns (b) + 1) : 0);
  }
  d->value = tr_expr_eval (e, w.vars, NULL, w.grad, w.hess);
  for (int v = 0; v < n; v++) {
    if (slot[v] < 0)
      continue;
    d->grad[slot[v]] = finite_or_zero (w.grad[v]);
    for (int u = 0; with_hess && u < n; u++)
      if (slot[u] >= 0)
        d->hess[slot[v]][slot[u]] = finite_or_zero (w.hess[v * n + u]);
  }
  workspace_clear (&w);
}

static void
formula_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = b->formula.f->range[0].value;
  *t1 = b->formula.f->range[1].value;
}

int
tr_formula_n_inputs (const TrBody *b)
{
  return tr_expr_n_vars (b->formula.f->run[0]) + tr_expr_n_vars (b->formula.f->run[1]) + 2;
}

void
tr_formula_inputs (const TrBody *b, const double *q, double *inputs)
{
  formula_range (b, &inputs[0], &inputs[1]);
  fill_vars (b, 0, q, 0, inputs + 2);
  fill_vars (b, 1, q, 0, inputs + 2 + tr_expr_n_vars (b->formula.f->run[0]));
}

static double
wrap (const TrBody *b, double t)
{
  double t0, t1;
  formula_range (b, &t0, &t1);
  if (!b->closed || (t >= t0 && t <= t1) || !(t1 > t0))
    return t;
  return t - (t1 - t0) * floor ((t - t0) / (t1 - t0));
}

// The one place where differences stand in for a derivative: the t-derivative of an exact
// Hessian (third derivatives: curvature of a tangency with a typed curve). Central, at h and 2h:
//   f′ = (8 (f₊₁ − f₋₁) − (f₊₂ − f₋₂)) / 12 h + O(h⁴)
// with h = 1e-4 of the range: about 1e-11 relative for curves smooth at a hundredth of it.
static const struct {
  double at, weight;
} stencil[4] = {{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}};

static double
stencil_step (const TrBody *b)
{
  double t0, t1;
  formula_range (b, &t0, &t1);
  return 1e-4 * (t1 > t0 ? t1 - t0 : 1);
}

static void
third_derivatives (const TrBody *b, const double *q, double t, int curve, Deep *sum)
{
  double h = stencil_step (b);
  memset (sum, 0, sizeof *sum);
  for (int k = 0; k < 4; k++) {
    Deep d;
    evaluate (b, curve, q, t + h * stencil[k].at, true, &d);
    for (int i = 0; i <= n_unknowns (b); i++)
      for (int j = 0; j <= n_unknowns (b); j++)
        sum->hess[i][j] += d.hess[i][j] * stencil[k].weight / h;
  }
}

static void
set_component (Vec2 *v, int curve, double x)
{
  *(curve == 0 ? &v->x : &v->y) = x;
}

static void
formula_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  t = wrap (b, t);
  tr_jet_clear (j, n_unknowns (b));
  for (int curve = 0; curve < 2; curve++) {
    Deep d;
    evaluate (b, curve, q, t, order >= TR_JET_TANGENT, &d);
    set_component (&j->x, curve, d.value);
    set_component (&j->x_t, curve, d.grad[0]);
    for (int i = 0; i < n_unknowns (b); i++)
      set_component (&j->x_q[i], curve, d.grad[1 + i]);
    if (order < TR_JET_TANGENT)
      continue;
    set_component (&j->x_tt, curve, d.hess[0][0]);
    for (int i = 0; i < n_unknowns (b); i++)
      set_component (&j->x_tq[i], curve, d.hess[0][1 + i]);
    if (order < TR_JET_FULL)
      continue;
    third_derivatives (b, q, t, curve, &d);
    set_component (&j->x_ttt, curve, d.hess[0][0]);
    for (int i = 0; i < n_unknowns (b); i++)
      set_component (&j->x_ttq[i], curve, d.hess[0][1 + i]);
  }
}

// H += w d_qq of one component.
static void
add_hessian (const TrBody *b, const Deep *d, double w, double *H)
{
  for (int i = 0; i < n_unknowns (b); i++)
    for (int k = 0; k < n_unknowns (b); k++)
      H[i * n_unknowns (b) + k] += w * d->hess[1 + i][1 + k];
}

static void
formula_curvature (const TrBody *b, const double *q, double t, Vec2 w, Vec2 w_t, double *H)
{
  t = wrap (b, t);
  for (int curve = 0; curve < 2; curve++) {
    double place = curve == 0 ? w.x : w.y, tangent = curve == 0 ? w_t.x : w_t.y;
    Deep d;
    evaluate (b, curve, q, t, true, &d);
    add_hessian (b, &d, place, H);
    if (!(fabs (tangent) > 0))
      continue;
    third_derivatives (b, q, t, curve, &d);
    add_hessian (b, &d, tangent, H);
  }
}

static void
formula_mass (const TrBody *b, const double *q, double *M)
{
  tr_curve_consistent (b, q, PIECES, M);
}

static double
formula_drag (const TrBody *b, const double *q)
{
  return tr_curve_length (b, q, PIECES);
}

// Component `curve` at t.
static double
value_at (const TrBody *b, const double *q, int curve, double t)
{
  double few[FEW_VARS];
  int n = tr_expr_n_vars (b->formula.f->run[curve]);
  g_autofree double *heap = n > FEW_VARS ? g_new (double, n) : NULL;
  double *vars = heap != NULL ? heap : few;
  fill_vars (b, curve, q, t, vars);
  return tr_expr_value (b->formula.f->run[curve], vars);
}

void
tr_formula_sample (const TrBody *b, const double *q, int n, double *x)
{
  double t0, t1;
  formula_range (b, &t0, &t1);
  for (int i = 0; i < n; i++)
    for (int curve = 0; curve < 2; curve++) {
      double at = value_at (b, q, curve, i == n - 1 ? t1 : t0 + (t1 - t0) * i / (n - 1));
      x[2 * i + curve] = isfinite (at) ? at : i > 0 ? x[2 * i - 2 + curve] : 0;
    }
}

// sign · component at t; an undefined place is never outermost.
static double
height (const TrBody *b, const double *q, int curve, double sign, double t)
{
  double x = sign * value_at (b, q, curve, t);
  return isfinite (x) ? x : -INFINITY;
}

// The highest value between a and c, by golden section.
static double
climb (const TrBody *b, const double *q, int curve, double sign, double a, double c)
{
  const double golden = 0.6180339887498949;
  double t[2] = {c - golden * (c - a), a + golden * (c - a)}, f[2];
  for (int k = 0; k < 2; k++)
    f[k] = height (b, q, curve, sign, t[k]);
  for (int step = 0; step < 48; step++) {
    int high = f[1] > f[0];
    if (high)
      a = t[0];
    else
      c = t[1];
    t[!high] = t[high];
    f[!high] = f[high];
    t[high] = high ? a + golden * (c - a) : c - golden * (c - a);
    f[high] = height (b, q, curve, sign, t[high]);
  }
  return fmax (f[0], f[1]);
}

// The maximum of sign · component over the range: samples, then a climb from each that may lie
// beside a higher peak than any sample (by the parabola through it and its neighbours, doubled).
static double
highest (const TrBody *b, const double *q, int curve, double sign, const double *sample)
{
  double t0, t1, f[BOX_SAMPLES + 1];
  formula_range (b, &t0, &t1);
  double step = (t1 - t0) / BOX_SAMPLES, best = -INFINITY;
  for (int k = 0; k <= BOX_SAMPLES; k++) {
    f[k] = isfinite (sample[k]) ? sign * sample[k] : -INFINITY;
    best = fmax (best, f[k]);
  }
  for (int k = 1; k < BOX_SAMPLES; k++) {
    if (f[k] < f[k - 1] || f[k] < f[k + 1])
      continue;
    double bend = 2 * f[k] - f[k - 1] - f[k + 1], tilt = f[k + 1] - f[k - 1];
    if (!(bend > 0) || f[k] + tilt * tilt / (4 * bend) < best)
      continue;
    best = fmax (best, climb (b, q, curve, sign, t0 + step * (k - 1), t0 + step * (k + 1)));
  }
  return best;
}

static void
formula_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  double t0, t1, sample[BOX_SAMPLES + 1], end[2][2];
  formula_range (b, &t0, &t1);
  for (int curve = 0; curve < 2; curve++) {
    for (int k = 0; k <= BOX_SAMPLES; k++)
      sample[k] = value_at (b, q, curve, k == BOX_SAMPLES ? t1 : t0 + (t1 - t0) / BOX_SAMPLES * k);
    end[0][curve] = -highest (b, q, curve, -1, sample);
    end[1][curve] = highest (b, q, curve, 1, sample);
  }
  *low = v2 (end[0][0], end[0][1]);
  *high = v2 (end[1][0], end[1][1]);
}

static const TrField formula_fields[] = {
    {.name = "unknowns", .type = TR_FIELD_UNKNOWNS, .at = 0, .required = true},
    {.name = "x", .type = TR_FIELD_CURVE_X, .required = true},
    {.name = "y", .type = TR_FIELD_CURVE_Y, .required = true},
    {.name = "t", .type = TR_FIELD_RANGE, .required = true},
    {.name = "closed", .type = TR_FIELD_CLOSED},
    {.name = NULL},
};

const TrBodyOps tr_body_formula = {
    .name = N_ ("formula"),
    .fields = formula_fields,
    .has_curve = true,
    .range = formula_range,
    .jet = formula_jet,
    .curvature = formula_curvature,
    .mass = formula_mass,
    .drag = formula_drag,
    .box = formula_box,
};
