// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The chain rule: from a constraint's rows over its inputs to rows over the state.
//
//   c_q = Σ_k c_x(k) x_q(k)                                   (witkin-1990 eq. 6)
//   c_qq = x_qᵀ c_xx x_q + Σ_k c_x(k)·x_qq(k)
//
// The unknowns that a constraint touches come in runs, each a whole block of the state.

#pragma once

#include "math/scratch.h"
#include "model/model.h"

// A plane vector (or a scalar, in .x) that depends on the state.
typedef struct {
  Vec2 x;
  int n_runs;
  int *run_at;  // where in q each run starts
  int *run_n;   // and how long it is: a block of the state
  int n;        // unknowns in all: Σ run_n
  Vec2 *x_q;    // one for each unknown, run after run
} TrTap;

// Rows of one constraint over the state.
typedef struct {
  int m;       // rows
  int n_runs;  // distinct runs, in the order of first touch
  int *run_at, *run_n;
  int n;       // Σ run_n
  double *c;   // m
  double *c_t; // m
  double *J;   // m × n, row major, columns run after run
  double ell;  // of the constraint: cli.md, Tolerance
  double extent; // X: the largest |coordinate| among its bodies
  double *tol; // m: residuals up to this hold
  bool undefined;
} TrRowBlock;

// Evaluates an input of a constraint at the state. Memory from scratch.
void tr_tap_input (const TrModel *m, const TrEnd *ends, const TrInput *in, const double *q,
                   TrScratch *scratch, TrTap *tap);
void tr_tap_connector (const TrModel *m, const TrConnector *c, const double *q, TrScratch *scratch,
                       TrTap *tap);

// Where a connector is. Ground, bodies, slides alike.
Vec2 tr_connector_point (const TrModel *m, const TrConnector *c, const double *q);
// A direction as a vector, not of unit length; its place for those that have one.
Vec2 tr_direction_vector (const TrModel *m, const TrEnd *e, const double *q);
Vec2 tr_direction_place (const TrModel *m, const TrEnd *e, const double *q);
// The parameter of a connector on a curve: slide, t, or a named point on its curve; NAN: none.
double tr_connector_t (const TrModel *m, const TrConnector *c, const double *q);

// The rows of constraint i at q. The runs depend on the model alone but for slides on curves of
// several spans, which touch the blocks of the span they are on. Memory from scratch.
void tr_constraint_rows (const TrModel *m, int i, const double *q, const TrMemory *memory,
                         double time, TrScratch *scratch, TrRowBlock *out);

// Residuals alone (cheap); returns how many rows.
int tr_constraint_residual (const TrModel *m, int i, const double *q, const TrMemory *memory,
                            double time, double c[TR_ROWS_MAX], bool *undefined);
int tr_constraint_n_rows (const TrModel *m, int i); // 2 for attach …; 0 where it takes no part
// ℓ of a constraint and X, at q.
double tr_constraint_ell (const TrModel *m, int i, const double *q, double *extent);

// The exact −Σ w_r ∂²c_r/∂q² over the unknowns of rows (n × n, set), for tests and for
// small systems; and the geometric stiffness of the step, made positive semidefinite part by
// part: the inputs' own Hessian, each connector's x_qq, each slide's t, without the cross terms
// x_tq (notes: clamped jointly it converges more slowly, unclamped it sits on saddles).
void tr_constraint_hessian (const TrModel *m, int i, const double *q, const TrMemory *memory,
                            double time, const double *w, const TrRowBlock *rows,
                            TrScratch *scratch, double *H);
void tr_constraint_stiffness (const TrModel *m, int i, const double *q, const TrMemory *memory,
                              double time, const double *lambda, const TrRowBlock *rows,
                              TrScratch *scratch, double *K);
// The same for a force f on a connector: −f·x_qq, clamped; added to K over the tap's unknowns.
void tr_connector_stiffness (const TrModel *m, const TrConnector *c, const double *q, Vec2 f,
                             const TrTap *tap, TrScratch *scratch, double *K);

// Whether constraint i's stiffness can be other than 0 (linear kinds on linear curves cannot).
bool tr_constraint_is_curved (const TrModel *m, int i);

// The drag matrix of body b by the rule of the format, weights and floor included; ell: of the
// component. n × n, or one 2 × 2 for each point. Of a slide: one number.
void tr_body_mass (const TrModel *m, const TrBody *b, const double *q, double ell, double *M);
double tr_slide_mass (const TrModel *m, const TrConnector *c, const double *q, double ell);
