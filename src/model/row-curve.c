// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Second derivatives of constraints, exact and as geometric stiffness.
//
//   c_qq = x_qᵀ c_xx x_q + Σ_k c_x(k)·x_qq(k)

#include "math/eigen.h"
#include "model/row-private.h"

#include <string.h>

enum {
  PULLS_MAX = 2 * TR_INPUTS_MAX,
  CLAMPED_MAX = 64, // unknowns of a body whose second derivatives eigenvalues are found for
};

int
tr_column (const TrColumns *columns, int at)
{
  int column = 0, r = 0;
  while (r < columns->n_runs && columns->run_at[r] != at)
    column += columns->run_n[r++];
  g_assert (r < columns->n_runs);
  return column;
}

int
tr_body_column (const TrColumns *columns, const TrBody *b, int k)
{
  if (k >= b->n) // a free parameter
    return tr_column (columns, b->q + tr_body_offset (b, k));
  if (tr_body_get_ops (b)->block == 0)
    return tr_column (columns, b->q) + k;
  return tr_column (columns, b->q + (k & ~1)) + (k & 1);
}

void
tr_spread_tap (const TrTap *tap, int part, const TrColumns *columns, double *X)
{
  const Vec2 *x_q = tap->x_q;
  for (int r = 0; r < tap->n_runs; r++) {
    int column = tr_column (columns, tap->run_at[r]);
    for (int k = 0; k < tap->run_n[r]; k++)
      X[column + k] = part == 0 ? x_q[k].x : x_q[k].y;
    x_q += tap->run_n[r];
  }
}

void
tr_add_congruence (int N, int n, const double *A, const double *X, TrScratch *scratch, double *H)
{
  double *AX = tr_scratch_doubles (scratch, (size_t) n);
  double *sum = tr_scratch_zeroed (scratch, (size_t) n * (size_t) n);
  // most of A is nothing, and of each row of X
  for (int a = 0; a < N; a++) {
    bool any = false;
    for (int b = 0; b < N; b++) {
      double f = A[a * N + b];
      if (!(fabs (f) > 0))
        continue;
      for (int k = 0; k < n; k++)
        AX[k] = (any ? AX[k] : 0) + f * X[b * n + k];
      any = true;
    }
    for (int i = 0; i < n && any; i++)
      if (fabs (X[a * n + i]) > 0)
        for (int k = 0; k <= i; k++)
          sum[i * n + k] += X[a * n + i] * AX[k];
  }
  // the lower triangle, then its mirror image: exactly symmetric
  for (int i = 0; i < n; i++)
    for (int k = 0; k <= i; k++) {
      H[i * n + k] += sum[i * n + k];
      if (k < i)
        H[k * n + i] += sum[i * n + k];
    }
}

// Adds the second derivatives h over n unknowns of a body; work for eigenvalues from scratch.
static void
add_body_block (const TrColumns *columns,
                const TrBody *b,
                int n,
                double *h,
                bool clamp,
                TrScratch *scratch,
                double *H)
{
  if (clamp)
    eig_clamp (n, h, tr_scratch_doubles (scratch, 3 * (size_t) n * (size_t) n + (size_t) n));
  bool is_one_run = tr_body_get_ops (b)->block == 0 && n == b->n && n > 0;
  int start = is_one_run ? tr_column (columns, b->q) : 0;
  for (int i = 0; i < n; i++) {
    int row = is_one_run ? start + i : tr_body_column (columns, b, i);
    for (int k = 0; k < n; k++) {
      int column = is_one_run ? start + k : tr_body_column (columns, b, k);
      H[row * columns->n + column] += h[i * n + k];
    }
  }
}

// Of a list of many points, too many for eigenvalues, only a length keeps its stiffness: it is
// convex in the points, so that the sign of f decides.
void
tr_add_member_hessian (const TrBody *b,
                       int member,
                       const double *q,
                       double f,
                       bool clamp,
                       const TrColumns *columns,
                       TrScratch *scratch,
                       double *H)
{
  if (member < b->n)
    return;
  bool is_long = b->n > CLAMPED_MAX;
  if (clamp && is_long && !(member == b->n + (int) TR_DERIVED_LENGTH && f > 0))
    return;
  size_t n = (size_t) b->n;
  double *h = tr_scratch_zeroed (scratch, n * n);
  tr_body_member (b, q + b->q, member, NULL, h);
  for (size_t k = 0; k < n * n; k++)
    h[k] *= f;
  add_body_block (columns, b, b->n, h, clamp && !is_long, scratch, H);
}

// A connector and the weights of its place and of its tangent.
typedef struct {
  const TrConnector *c;
  Vec2 w, w_t;
} Pull;

// A slide's own unknown t: −(w·x_tt + w_t·x_ttt), and exactly also −(w·x_tq + w_t·x_ttq).
static void
add_slide (const TrBody *b,
           const Pull *p,
           const double *q,
           bool clamp,
           const TrColumns *columns,
           double *H)
{
  TrJet j;
  tr_body_get_ops (b)->jet (b, q + b->q, q[p->c->slide], TR_JET_FULL, &j);
  int n = columns->n, t = tr_column (columns, p->c->slide);
  double tt = -(v2_dot (p->w, j.x_tt) + v2_dot (p->w_t, j.x_ttt));
  H[t * n + t] += clamp ? fmax (0, tt) : tt;
  for (int k = 0; k < j.n && !clamp; k++) {
    double tq = -(v2_dot (p->w, j.x_tq[k]) + v2_dot (p->w_t, j.x_ttq[k]));
    int column = tr_body_column (columns, b, j.at[k]);
    H[t * n + column] += tq;
    H[column * n + t] += tq;
  }
}

// Adds −(w·x_qq + w_t·(x_t)_qq): what a connector itself curves.
static void
add_pull (const TrModel *m,
          const Pull *p,
          const double *q,
          bool clamp,
          const TrColumns *columns,
          TrScratch *scratch,
          double *H)
{
  if (p->c->kind == TR_AT_GROUND)
    return;
  const TrBody *b = &m->bodies[p->c->body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  Vec2 w = v2_scale (p->w, -1), w_t = v2_scale (p->w_t, -1);
  double t = tr_connector_t (m, p->c, q);
  size_t n = (size_t) (b->n + tr_body_n_live (b));
  if (p->c->kind == TR_AT_LOCAL && ops->local_curvature) {
    double *h = tr_scratch_zeroed (scratch, n * n);
    ops->local_curvature (b, q + b->q, p->c->p, w, h);
    add_body_block (columns, b, (int) n, h, clamp, scratch, H);
  } else if (!isnan (t) && ops->curvature) {
    double *h = tr_scratch_zeroed (scratch, n * n);
    ops->curvature (b, q + b->q, t, w, w_t, h);
    add_body_block (columns, b, (int) n, h, clamp, scratch, H);
  }
  if (p->c->kind == TR_AT_SLIDE && p->c->slide >= 0)
    add_slide (b, p, q, clamp, columns, H);
}

void
tr_connector_stiffness (const TrModel *m,
                        const TrConnector *c,
                        const double *q,
                        Vec2 f,
                        const TrTap *tap,
                        TrScratch *scratch,
                        double *K)
{
  TrColumns columns = {tap->n, tap->n_runs, tap->run_at, tap->run_n};
  size_t mark = tr_scratch_mark (scratch);
  add_pull (m, &(Pull){c, f, {0, 0}}, q, true, &columns, scratch, K);
  tr_scratch_release (scratch, mark);
}

// −f·x_qq, unclamped, along v on both sides.
static double
bend_along (const TrModel *m,
            const TrConnector *c,
            const double *q,
            const double *v,
            Vec2 f,
            const TrTap *tap,
            TrScratch *scratch)
{
  TrColumns columns = {tap->n, tap->n_runs, tap->run_at, tap->run_n};
  size_t n = (size_t) tap->n;
  double *K = tr_scratch_zeroed (scratch, n * n), *u = tr_scratch_doubles (scratch, n), sum = 0;
  add_pull (m, &(Pull){c, f, {0, 0}}, q, false, &columns, scratch, K);
  for (int a = 0, col = 0; a < tap->n_runs; a++)
    for (int i = 0; i < tap->run_n[a]; i++)
      u[col++] = v[tap->run_at[a] + i];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      sum += u[i] * K[i * n + j] * u[j];
  return sum;
}

Vec2
tr_connector_acceleration (
    const TrModel *m, const TrConnector *c, const double *q, const double *v, const double *a)
{
  TrScratch *scratch = tr_scratch_new ();
  TrTap tap;
  tr_tap_connector (m, c, q, scratch, &tap);
  Vec2 bend = v2 (-bend_along (m, c, q, v, v2 (1, 0), &tap, scratch),
                  -bend_along (m, c, q, v, v2 (0, 1), &tap, scratch));
  tr_scratch_free (scratch);
  return v2_add (tr_connector_velocity (m, c, q, a), bend);
}

// Weights on one connector are gathered, so that they are clamped as one.
typedef struct {
  int n;
  Pull pull[PULLS_MAX];
} Pulls;

// Ends are told apart by where they stand in the constraint: the order is that of the inputs.
static Pull *
find_pull (Pulls *p, const TrConnector *c)
{
  for (int k = 0; k < p->n; k++)
    if (p->pull[k].c == c)
      return &p->pull[k];
  p->pull[p->n] = (Pull){c, {0, 0}, {0, 0}};
  return &p->pull[p->n++];
}

static void
pull_at (Pulls *p, const TrConnector *c, double s, Vec2 w)
{
  Pull *pull = find_pull (p, c);
  pull->w = v2_mad (pull->w, s, w);
}

// f, the weights of an input times its gradients, pulls at the connectors behind it; what has
// none adds its second derivatives at once.
static void
pull_input (const TrModel *m,
            const TrConstraint *c,
            const TrInput *in,
            const double *q,
            Vec2 f,
            bool clamp,
            const TrColumns *columns,
            TrScratch *scratch,
            Pulls *pulls,
            double *H)
{
  const TrEnd *e = &c->end[in->end];
  bool is_body = e->kind == TR_END_BODY;
  switch (in->kind) {
  case TR_IN_POINT:
    pull_at (pulls, &e->connector[in->connector], 1, f);
    return;
  case TR_IN_TANGENT:
    find_pull (pulls, &e->connector[in->connector])->w_t = f;
    return;
  case TR_IN_PLACE:
    if (e->kind == TR_END_FROMTO)
      pull_at (pulls, &e->connector[0], 1, f);
    return;
  case TR_IN_SCALAR:
    tr_add_member_hessian (tr_end_body (m, e), in->member, q, -f.x, clamp, columns, scratch, H);
    return;
  case TR_IN_VECTOR:
    if (e->kind == TR_END_FROMTO) {
      pull_at (pulls, &e->connector[0], -1, f);
      pull_at (pulls, &e->connector[1], 1, f);
    } else if (is_body && m->bodies[e->body].kind == TR_BODY_RIGID) {
      // the second derivative of (cos θ, sin θ) is its opposite
      int rotation = tr_body_column (columns, &m->bodies[e->body], 2);
      double h = v2_dot (f, tr_direction_vector (m, e, q));
      H[rotation * columns->n + rotation] += clamp ? fmax (0, h) : h;
    }
    return;
  }
}

// −x_qᵀ (Σ w_r c_xx) x_q, clamped before it is taken to the state.
static void
add_input_part (const TrConAt *at,
                const double *w,
                int n_inputs,
                const TrTap *tap,
                bool clamp,
                const TrColumns *columns,
                TrScratch *scratch,
                double *H)
{
  const TrConOps *ops = tr_con_get_ops (at->c);
  size_t N = 2 * (size_t) n_inputs;
  double *A = tr_scratch_zeroed (scratch, N * N), minus_w[TR_ROWS_MAX];
  for (int r = 0; r < TR_ROWS_MAX; r++)
    minus_w[r] = r < tr_constraint_row_count (at->c) ? -w[r] : 0;
  if (!clamp || !ops->stiffness || !ops->stiffness (at, w, A)) {
    ops->curvature (at, minus_w, A);
    if (clamp)
      eig_clamp ((int) N, A, tr_scratch_doubles (scratch, 3 * N * N + N));
  }
  // to the state
  double *X = tr_scratch_zeroed (scratch, N * (size_t) columns->n);
  for (int k = 0; k < (int) N; k++)
    tr_spread_tap (&tap[k / 2], k % 2, columns, X + k * columns->n);
  tr_add_congruence ((int) N, columns->n, A, X, scratch, H);
}

static void
input_hessian (const TrModel *m,
               int i,
               const double *q,
               const TrMemory *memory,
               double time,
               const double *w,
               bool clamp,
               const TrRowBlock *rows,
               TrScratch *scratch,
               double *H)
{
  TrConstraint own;
  const TrConstraint *c = tr_live_at (m, &m->constraints[i], q, &own);
  const TrConOps *ops = tr_con_get_ops (c);
  TrColumns columns = tr_rows_columns (rows);
  TrInput in[TR_INPUTS_MAX];
  TrTap tap[TR_INPUTS_MAX];
  Vec2 x[TR_INPUTS_MAX];
  double extent = 0;
  int n = ops->inputs (m->bodies, c, in);
  for (int k = 0; k < n; k++) {
    // of a linear kind only the gradients are needed, and they are constant
    if (ops->curvature || c->live)
      tr_tap_input (m, c->end, &in[k], q, scratch, &tap[k]);
    else
      tap[k] = (TrTap){.n_runs = 0};
    x[k] = tap[k].x;
    extent = fmax (extent, tap[k].extent);
  }
  TrConAt at = {m->bodies, c,    memory ? memory : &tr_memory_fresh,
                x,         time, tr_least_ell (rows->ell, extent),
                extent};
  TrLocalRows local = {.undefined = 0};
  ops->eval (&at, &local);
  if (ops->curvature && !local.undefined)
    add_input_part (&at, w, n, tap, clamp, &columns, scratch, H);
  tr_live_add_hessian (m, &at, n, in, q, w, clamp, &columns, scratch, H);

  // what the inputs themselves curve, pulled at by f = Σ w_r c_x
  Pulls pulls = {.n = 0};
  for (int k = 0; k < n; k++) {
    Vec2 f = v2 (0, 0);
    for (int r = 0; r < rows->m; r++)
      f = v2_mad (f, w[r], local.c_x[r][k]);
    pull_input (m, c, &in[k], q, f, clamp, &columns, scratch, &pulls, H);
  }
  for (int k = 0; k < pulls.n; k++)
    add_pull (m, &pulls.pull[k], q, clamp, &columns, scratch, H);
}

static void
second_derivatives (const TrModel *m,
                    int i,
                    const double *q,
                    const TrMemory *memory,
                    double time,
                    const double *w,
                    bool clamp,
                    const TrRowBlock *rows,
                    TrScratch *scratch,
                    double *H)
{
  const TrConstraint *c = &m->constraints[i];
  const TrConOps *ops = tr_con_get_ops (c);
  memset (H, 0, (size_t) rows->n * (size_t) rows->n * sizeof (double));
  if (rows->undefined == TR_ROWS_ALL || ops->is_velocity)
    return;
  size_t mark = tr_scratch_mark (scratch);
  if (ops->inputs)
    input_hessian (m, i, q, memory, time, w, clamp, rows, scratch, H);
  else
    tr_expr_hessian (m, c, q, time, w[0], clamp, rows, scratch, H);
  tr_scratch_release (scratch, mark);
}

void
tr_constraint_hessian (const TrModel *m,
                       int i,
                       const double *q,
                       const TrMemory *memory,
                       double time,
                       const double *w,
                       const TrRowBlock *rows,
                       TrScratch *scratch,
                       double *H)
{
  second_derivatives (m, i, q, memory, time, w, false, rows, scratch, H);
}

void
tr_constraint_stiffness (const TrModel *m,
                         int i,
                         const double *q,
                         const TrMemory *memory,
                         double time,
                         const double *lambda,
                         const TrRowBlock *rows,
                         TrScratch *scratch,
                         double *K)
{
  second_derivatives (m, i, q, memory, time, lambda, true, rows, scratch, K);
}

// ---- what can curve at all

// Whether x_qq or x_tt of a connector can be other than 0.
static bool
connector_is_curved (const TrModel *m, const TrConnector *c)
{
  if (c->kind == TR_AT_GROUND)
    return false;
  const TrBody *b = &m->bodies[c->body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int offset = -1;
  double t = NAN;
  switch (c->kind) {
  case TR_AT_GROUND:
    return false;
  case TR_AT_NAMED:
    return ops->named (b, c->point, &offset, &t) && offset < 0 && ops->curvature;
  case TR_AT_T:
    return ops->curvature != NULL;
  case TR_AT_SLIDE:
    return ops->curvature || (b->kind != TR_BODY_SEGMENT && b->kind != TR_BODY_POLYLINE);
  case TR_AT_LOCAL:
    return ops->local_curvature != NULL;
  }
  g_return_val_if_reached (true);
}

bool
tr_constraint_is_curved (const TrModel *m, int i)
{
  const TrConstraint *c = &m->constraints[i];
  const TrConOps *ops = tr_con_get_ops (c);
  if (ops->is_velocity)
    return false;
  if (ops->curvature || !ops->inputs || c->live)
    return true;
  TrInput in[TR_INPUTS_MAX];
  int n = ops->inputs (m->bodies, c, in);
  for (int k = 0; k < n; k++) {
    const TrEnd *e = &c->end[in[k].end];
    bool rigid = e->kind == TR_END_BODY && m->bodies[e->body].kind == TR_BODY_RIGID;
    if (in[k].kind == TR_IN_SCALAR && in[k].member >= tr_end_body (m, e)->n)
      return true;
    if (in[k].kind == TR_IN_VECTOR && rigid)
      return true;
    bool points = e->kind == TR_END_POINT || e->kind == TR_END_FROMTO;
    if (in[k].kind != TR_IN_SCALAR && points && connector_is_curved (m, &e->connector[0]))
      return true;
    if (e->kind == TR_END_FROMTO && connector_is_curved (m, &e->connector[1]))
      return true;
  }
  return false;
}
