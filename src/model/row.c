// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/con-shape.h"
#include "model/row-private.h"

#include <string.h>

// ---- rows over the state

void
tr_rows_begin (TrRowBlock *rows, int m, int bound, TrScratch *scratch)
{
  // one piece: c, c_t, tol, then J and the runs
  size_t doubles = (size_t) (m * (3 + bound)), ints = 2 * (size_t) bound;
  rows->c = tr_scratch_bytes (scratch, doubles * sizeof (double) + ints * sizeof (int));
  rows->c_t = rows->c + m;
  rows->tol = rows->c_t + m;
  rows->J = rows->tol + m;
  rows->run_at = (int *) (rows->c + doubles);
  rows->run_n = rows->run_at + bound;
  rows->m = m;
  rows->n = rows->n_runs = 0;
  rows->ell = rows->extent = 0;
  rows->undefined = 0;
  for (int r = 0; r < 2 * m; r++)
    rows->c[r] = 0;
}

// Constraints touch few runs: a search beats any index.
static bool
has_run (const TrRowBlock *rows, int at)
{
  for (int r = 0; r < rows->n_runs; r++)
    if (rows->run_at[r] == at)
      return true;
  return false;
}

void
tr_rows_join (TrRowBlock *rows, const TrTap *tap)
{
  bool first = rows->n_runs == 0; // of one tap all runs are distinct
  for (int r = 0; r < tap->n_runs; r++) {
    if (!first && has_run (rows, tap->run_at[r]))
      continue;
    rows->run_at[rows->n_runs] = tap->run_at[r];
    rows->run_n[rows->n_runs++] = tap->run_n[r];
    rows->n += tap->run_n[r];
  }
}

void
tr_rows_clear (TrRowBlock *rows)
{
  for (int k = 0; k < rows->m * rows->n; k++)
    rows->J[k] = 0;
}

// The runs of a tap stand mostly in the order of those of the rows: each search starts where the
// last one ended.
void
tr_rows_add (TrRowBlock *rows, const Vec2 *c_x, const TrTap *tap)
{
  const Vec2 *x_q = tap->x_q;
  int column = 0, s = 0;
  for (int r = 0; r < tap->n_runs; r++) {
    while (rows->run_at[s] != tap->run_at[r]) {
      column += rows->run_n[s++];
      if (s == rows->n_runs)
        s = column = 0;
    }
    for (int row = 0; row < rows->m; row++)
      for (int k = 0; k < tap->run_n[r]; k++)
        rows->J[row * rows->n + column + k] += v2_dot (c_x[row], x_q[k]);
    x_q += tap->run_n[r];
  }
}

// ---- constraints

int
tr_constraint_row_count (const TrConstraint *c)
{
  if (c->kind == TR_CON_LIMIT)
    return (int) ((c->has & 1) + (c->has >> 1 & 1));
  if (c->kind == TR_CON_DISTANCE || c->kind == TR_CON_LENGTH)
    return tr_constraint_joins_points (c) ? 2 : 1;
  return tr_con_get_ops (c)->rows;
}

int
tr_constraint_n_rows (const TrModel *m, int i)
{
  const TrConstraint *c = &m->constraints[i];
  const TrConOps *ops = tr_con_get_ops (c);
  bool is_equality = !ops->is_inequality && (c->kind != TR_CON_EQUATION || c->op == TR_OP_EQ);
  return c->disabled || c->driven || !is_equality || ops->is_velocity ? 0
                                                                      : tr_constraint_row_count (c);
}

// What the kind of a constraint sees.
static TrConAt
look_at (const TrModel *m,
         const TrConstraint *c,
         const TrMemory *memory,
         const Vec2 *x,
         double time,
         double ell,
         double extent)
{
  return (TrConAt){m->bodies, c,    memory ? memory : &tr_memory_fresh,
                   x,         time, tr_least_ell (ell, extent),
                   extent};
}

// c_q = Σ_k c_x(k) x_q(k)                                     (witkin-1990 eq. 6)
static void
input_rows (const TrModel *m,
            int i,
            const double *q,
            const TrMemory *memory,
            double time,
            double ell,
            TrScratch *scratch,
            TrRowBlock *out)
{
  TrConstraint own;
  const TrConstraint *c = tr_live_at (m, &m->constraints[i], q, &own);
  const TrConOps *ops = tr_con_get_ops (c);
  TrInput in[TR_INPUTS_MAX];
  TrTap tap[TR_INPUTS_MAX], live[3];
  Vec2 x[TR_INPUTS_MAX];
  double extent = 0;
  int n = ops->inputs (m->bodies, c, in), bound = tr_live_bound (c);
  for (int k = 0; k < n; k++)
    bound += tr_input_bound (m, c->end, &in[k]);
  tr_rows_begin (out, tr_constraint_row_count (c), bound, scratch);

  size_t mark = tr_scratch_mark (scratch);
  for (int k = 0; k < n; k++) {
    tr_tap_input (m, c->end, &in[k], q, scratch, &tap[k]);
    tr_rows_join (out, &tap[k]);
    x[k] = tap[k].x;
    extent = tap[k].extent > extent ? tap[k].extent : extent;
  }
  if (c->live)
    tr_live_taps (m, c, q, scratch, live);
  for (int k = 0; k < 3 && c->live; k++)
    tr_rows_join (out, &live[k]);
  // the rows over the inputs, as the kind knows them
  tr_rows_clear (out);
  TrLocalRows local = {.undefined = 0};
  TrConAt at = look_at (m, c, memory, x, time, ell, extent);
  ops->eval (&at, &local);
  out->undefined = local.undefined;
  for (int r = 0; r < out->m && local.undefined != TR_ROWS_ALL; r++) {
    out->c[r] = local.c[r];
    out->c_t[r] = local.c_t[r];
  }
  // the chain rule: each input's gradients through its tap
  for (int k = 0; k < n && local.undefined != TR_ROWS_ALL; k++) {
    Vec2 c_x[TR_ROWS_MAX];
    for (int r = 0; r < out->m; r++)
      c_x[r] = local.c_x[r][k];
    tr_rows_add (out, c_x, &tap[k]);
  }
  if (c->live && !local.undefined)
    tr_live_add_rows (&at, live, out);
  tr_scratch_release (scratch, mark);
}

void
tr_constraint_rows_fast (const TrModel *m,
                         int i,
                         const double *q,
                         const TrMemory *memory,
                         double time,
                         double ell,
                         TrScratch *scratch,
                         TrRowBlock *out)
{
  const TrConstraint *c = &m->constraints[i];
  if (tr_con_get_ops (c)->inputs)
    input_rows (m, i, q, memory, time, ell, scratch, out);
  else
    tr_expr_rows (m, c, q, time, scratch, out);
  out->ell = ell;
}

void
tr_constraint_rows_roughly (const TrModel *m,
                            int i,
                            const double *q,
                            const TrMemory *memory,
                            double time,
                            TrScratch *scratch,
                            TrRowBlock *out)
{
  double ell = 1;
  if (tr_con_get_ops (&m->constraints[i])->needs_ell)
    ell = tr_constraint_ell_roughly (m, i, q, NULL);
  tr_constraint_rows_fast (m, i, q, memory, time, ell, scratch, out);
}

bool
tr_rows_are_finite (const TrRowBlock *rows)
{
  double sum = 0;
  for (int i = 0; i < rows->m; i++)
    sum += fabs (rows->c[i]);
  for (int i = 0; i < rows->m * rows->n; i++)
    sum += fabs (rows->J[i]);
  return isfinite (sum);
}

void
tr_constraint_rows (const TrModel *m,
                    int i,
                    const double *q,
                    const TrMemory *memory,
                    double time,
                    TrScratch *scratch,
                    TrRowBlock *out)
{
  double extent, ell = tr_constraint_ell (m, i, q, &extent);
  tr_constraint_rows_fast (m, i, q, memory, time, ell, scratch, out);
  out->extent = extent;
  tr_rows_judge (m, i, q, ell, out);
}

// The values of the inputs; returns how many.
static int
input_values (const TrModel *m, const TrConstraint *c, const double *q, Vec2 x[TR_INPUTS_MAX])
{
  TrInput in[TR_INPUTS_MAX];
  int n = tr_con_get_ops (c)->inputs (m->bodies, c, in);
  for (int k = 0; k < n; k++)
    x[k] = tr_input_value (m, c->end, &in[k], q);
  return n;
}

// The rows over the values of the inputs alone, of a kind that has inputs.
static TrLocalRows
local_rows (const TrModel *m,
            int i,
            const TrConstraint *con,
            const double *q,
            const TrMemory *memory,
            double time)
{
  const TrConOps *ops = tr_con_get_ops (con);
  Vec2 x[TR_INPUTS_MAX];
  input_values (m, con, q, x);
  TrLocalRows local = {.undefined = 0};
  double extent = 0, ell = 1;
  if (ops->needs_ell)
    ell = tr_constraint_ell_roughly (m, i, q, &extent);
  TrConAt at = look_at (m, con, memory, x, time, ell, extent);
  ops->eval (&at, &local);
  return local;
}

int
tr_constraint_residual (const TrModel *m,
                        int i,
                        const double *q,
                        const TrMemory *memory,
                        double time,
                        double c[TR_ROWS_MAX],
                        bool *undefined)
{
  TrConstraint own;
  const TrConstraint *con = tr_live_at (m, &m->constraints[i], q, &own);
  int rows = tr_constraint_row_count (con);
  if (undefined)
    *undefined = false;
  if (tr_con_get_ops (con)->inputs == NULL) {
    c[0] = tr_expr_residual (m, con, q, time);
    return rows;
  }
  TrLocalRows local = local_rows (m, i, con, q, memory, time);
  for (int r = 0; r < rows; r++)
    c[r] = local.undefined & 1u << r ? 0 : local.c[r];
  if (undefined)
    *undefined = local.undefined == TR_ROWS_ALL;
  return rows;
}

unsigned
tr_constraint_wants_direction (
    const TrModel *m, int i, const double *q, const TrMemory *memory, double time)
{
  TrConstraint own;
  const TrConstraint *con = tr_live_at (m, &m->constraints[i], q, &own);
  return tr_con_get_ops (con)->inputs ? local_rows (m, i, con, q, memory, time).undefined : 0;
}

int
tr_constraint_forces (const TrModel *m,
                      int i,
                      const double *q,
                      const TrMemory *memory,
                      double time,
                      const double *lambda,
                      TrInput in[TR_INPUTS_MAX],
                      Vec2 x[TR_INPUTS_MAX],
                      Vec2 f[TR_INPUTS_MAX])
{
  TrConstraint own;
  const TrConstraint *c = tr_live_at (m, &m->constraints[i], q, &own);
  const TrConOps *ops = tr_con_get_ops (c);
  if (ops->inputs == NULL)
    return 0;
  int n = ops->inputs (m->bodies, c, in);
  input_values (m, c, q, x);
  TrLocalRows local = {.undefined = 0};
  double extent, ell = tr_constraint_ell_roughly (m, i, q, &extent);
  TrConAt at = look_at (m, c, memory, x, time, ell, extent);
  ops->eval (&at, &local);
  if (local.undefined == TR_ROWS_ALL)
    return 0;
  for (int k = 0; k < n; k++) {
    f[k] = v2 (0, 0);
    for (int r = 0; r < tr_constraint_row_count (c); r++)
      f[k] = v2_add (f[k], v2_scale (local.c_x[r][k], lambda[r]));
  }
  return n;
}

void
tr_constraint_remember (
    const TrModel *m, int i, const double *q, double least_ell, TrMemory *memory)
{
  const TrConstraint *c = &m->constraints[i];
  const TrConOps *ops = tr_con_get_ops (c);
  if (ops->remember == NULL)
    return;
  Vec2 x[TR_INPUTS_MAX];
  input_values (m, c, q, x);
  TrMemory before = *memory;
  double extent, ell = fmax (least_ell, tr_constraint_ell_roughly (m, i, q, &extent));
  TrConAt at = look_at (m, c, &before, x, 0, ell, extent);
  ops->remember (&at, memory);
}

double
tr_constraint_turn (const TrModel *m, int i, const TrState *s)
{
  const TrConstraint *c = &m->constraints[i];
  g_return_val_if_fail (c->kind == TR_CON_RACK, 0);
  Vec2 x[TR_INPUTS_MAX];
  input_values (m, c, s->q, x);
  TrConAt at = look_at (m, c, &s->memory[i], x, s->time, 1, 0);
  return tr_rack_turn (&at);
}

void
tr_state_remember_all (const TrModel *m, TrState *s)
{
  g_return_if_fail (s->n_memory == m->n_constraints);
  for (int i = 0; i < s->n_memory; i++) {
    s->memory[i] = tr_memory_fresh;
    tr_constraint_remember (m, i, s->q, 0, &s->memory[i]);
  }
}
