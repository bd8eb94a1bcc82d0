// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the files of row.h share.

#pragma once

#include "model/row.h"

#include <float.h>

// The memory of a constraint after a load.
extern const TrMemory tr_memory_fresh;

// What eval takes for ell: at least so large that a direction as short as the rounding of the
// places that it is the difference of counts as none: 1e-9 ell ≥ 32 ε X.
static inline double
tr_least_ell (double ell, double extent)
{
  double least = 32 * DBL_EPSILON / 1e-9 * extent;
  return ell > least ? ell : least;
}

// At most how many unknowns a scalar member, an input depend on.
int tr_member_bound (const TrBody *b, int member);
int tr_input_bound (const TrModel *m, const TrEnd *ends, const TrInput *in);
// The body of a scalar input.
const TrBody *tr_end_body (const TrModel *m, const TrEnd *e);
// An input's value alone.
Vec2 tr_input_value (const TrModel *m, const TrEnd *ends, const TrInput *in, const double *q);
// A scalar member as a tap.
void tr_tap_member (
    const TrModel *m, int body, int member, const double *q, TrScratch *scratch, TrTap *tap);

// Takes room for m rows over at most `bound` unknowns; no runs yet, c and c_t zero.
void tr_rows_begin (TrRowBlock *rows, int m, int bound, TrScratch *scratch);
// Makes the tap's runs runs of the rows.
void tr_rows_join (TrRowBlock *rows, const TrTap *tap);
// Zeroes J, after the last join.
void tr_rows_clear (TrRowBlock *rows);
// J[row] += c_x[row]·x_q
void tr_rows_add (TrRowBlock *rows, const Vec2 *c_x, const TrTap *tap);

// Where the unknowns of rows or of a tap stand.
typedef struct {
  int n, n_runs;
  const int *run_at, *run_n;
} TrColumns;

static inline TrColumns
tr_rows_columns (const TrRowBlock *rows)
{
  return (TrColumns){rows->n, rows->n_runs, rows->run_at, rows->run_n};
}

// The column where the run that starts at `at` begins.
int tr_column (const TrColumns *columns, int at);
// The column of unknown k of a body.
int tr_body_column (const TrColumns *columns, const TrBody *b, int k);

// The rows, second derivatives and term sizes of equations and drives.
void tr_expr_rows (const TrModel *m,
                   const TrConstraint *c,
                   const double *q,
                   double time,
                   TrScratch *scratch,
                   TrRowBlock *out);
double tr_expr_residual (const TrModel *m, const TrConstraint *c, const double *q, double time);
void tr_expr_hessian (const TrModel *m,
                      const TrConstraint *c,
                      const double *q,
                      double time,
                      double w,
                      bool clamp,
                      const TrRowBlock *rows,
                      TrScratch *scratch,
                      double *H);
// Σ |term|
double tr_expr_size (const TrModel *m, const TrConstraint *c, const double *q);
// Of what the slopes tell that the expression changes by where its variables change by h, the share that it does; at
// most 1.
double tr_expr_share (const TrModel *m, const TrConstraint *c, const double *q, double h);

// A constraint as it is at q, where values of it hang on free parameters: `own` filled in; itself
// where none does.
const TrConstraint *
tr_live_at (const TrModel *m, const TrConstraint *c, const double *q, TrConstraint *own);
// At most how many unknowns its values hang on; each value as a tap (in x), of no runs where it does
// not; the rows' columns of these unknowns; and the second derivatives.
int tr_live_bound (const TrConstraint *c);
void tr_live_taps (
    const TrModel *m, const TrConstraint *c, const double *q, TrScratch *scratch, TrTap tap[3]);
void tr_live_add_rows (const TrConAt *at, const TrTap tap[3], TrRowBlock *rows);
void tr_live_add_hessian (const TrModel *m,
                          const TrConAt *at,
                          int n_inputs,
                          const TrInput *in,
                          const double *q,
                          const double *w,
                          bool clamp,
                          const TrColumns *columns,
                          TrScratch *scratch,
                          double *H);

// X[row] ← the x (part 0) or y (part 1) of the tap's gradients, over all columns.
void tr_spread_tap (const TrTap *tap, int part, const TrColumns *columns, double *X);
// H += Xᵀ A X; X N × n, A N × N symmetric, H n × n.
void
tr_add_congruence (int N, int n, const double *A, const double *X, TrScratch *scratch, double *H);
// Adds f times the second derivatives of a scalar member; clamp: the positive part of that.
void tr_add_member_hessian (const TrBody *b,
                            int member,
                            const double *q,
                            double f,
                            bool clamp,
                            const TrColumns *columns,
                            TrScratch *scratch,
                            double *H);
