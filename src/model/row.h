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
  int *run_at;   // where in q each run starts
  int *run_n;    // and how long it is: a block of the state
  int n;         // unknowns in all: Σ run_n
  double extent; // the largest |coordinate| of the places that it is made of
  Vec2 *x_q;     // one for each unknown, run after run
} TrTap;

// Rows of one constraint over the state.
typedef struct {
  int m;      // rows
  int n_runs; // distinct runs, in the order of first touch
  int *run_at, *run_n;
  int n;              // Σ run_n
  double *c;          // m
  double *c_t;        // m
  double *J;          // m × n, row major, columns run after run
  double ell;         // of the constraint: cli.md, Tolerance
  double extent;      // X: the largest |coordinate| among its bodies
  double *tol;        // m: residuals up to this hold
  unsigned undefined; // rows, as bits, that take no part: their c, c_t and J are zero
} TrRowBlock;

static inline bool
tr_row_has_part (const TrRowBlock *rows, int r)
{
  return !(rows->undefined & 1u << r);
}

// Residuals and derivatives.
bool tr_rows_are_finite (const TrRowBlock *rows);

// Evaluates an input of a constraint at the state. Memory from scratch.
void tr_tap_input (const TrModel *m,
                   const TrEnd *ends,
                   const TrInput *in,
                   const double *q,
                   TrScratch *scratch,
                   TrTap *tap);
void tr_tap_connector (
    const TrModel *m, const TrConnector *c, const double *q, TrScratch *scratch, TrTap *tap);

// Where a connector is. Ground, bodies, slides alike.
Vec2 tr_connector_point (const TrModel *m, const TrConnector *c, const double *q);
// Where it goes along q + τ v: x_q v.
Vec2
tr_connector_velocity (const TrModel *m, const TrConnector *c, const double *q, const double *v);
// Its acceleration where q̇ = v and q̈ = a: x_q a + vᵀ x_qq v.
Vec2 tr_connector_acceleration (
    const TrModel *m, const TrConnector *c, const double *q, const double *v, const double *a);
// A direction as a vector, not of unit length; its place for those that have one.
Vec2 tr_direction_vector (const TrModel *m, const TrEnd *e, const double *q);
Vec2 tr_direction_place (const TrModel *m, const TrEnd *e, const double *q);
// The parameter of a connector on a curve: slide, t, or a named point on its curve; NAN: none.
double tr_connector_t (const TrModel *m, const TrConnector *c, const double *q);

// The rows of constraint i at q, whether it takes part or not. The runs depend on the model alone
// but for slides on curves of several spans, which touch the blocks of the span they are on.
// memory: of this constraint; NULL: as after a load. Memory from scratch.
//
// Inequalities are rows ≥ 0: a limit's member − min and max − member (those it has), the
// expression of >=, minus that of <=. A skate's row is n·x_q, n normal to the rigid's axis, to
// stand in J q̇ = 0; its c is 0 at every place.
void tr_constraint_rows (const TrModel *m,
                         int i,
                         const double *q,
                         const TrMemory *memory,
                         double time,
                         TrScratch *scratch,
                         TrRowBlock *out);
// The same with ℓ known (it changes little from frame to frame); extent and tol are not set.
void tr_constraint_rows_fast (const TrModel *m,
                              int i,
                              const double *q,
                              const TrMemory *memory,
                              double time,
                              double ell,
                              TrScratch *scratch,
                              TrRowBlock *out);
// The same with an ℓ that does for them (tr_constraint_ell_roughly); of kinds that do not look at it 1.
void tr_constraint_rows_roughly (const TrModel *m,
                                 int i,
                                 const double *q,
                                 const TrMemory *memory,
                                 double time,
                                 TrScratch *scratch,
                                 TrRowBlock *out);
// Sets ell of rows at q whose extent is known, and tol for it.
void tr_rows_judge (const TrModel *m, int i, const double *q, double ell, TrRowBlock *rows);

// ∂²c/∂t² of the rows of drives and paths, 0 of all others.
void tr_constraint_time_curvature (
    const TrModel *m, int i, const double *q, double time, double c_tt[TR_ROWS_MAX]);

// Residuals alone; returns how many rows (those of tr_constraint_rows). undefined (or NULL): whether
// none of them takes part; what takes no part is 0. Takes nothing from the heap but for an equation
// of more than 512 variables.
int tr_constraint_residual (const TrModel *m,
                            int i,
                            const double *q,
                            const TrMemory *memory,
                            double time,
                            double c[TR_ROWS_MAX],
                            bool *undefined);
// Which rows of it, as bits, want a direction that has no length.
unsigned tr_constraint_wants_direction (
    const TrModel *m, int i, const double *q, const TrMemory *memory, double time);
// How many rows tr_constraint_rows gives.
int tr_constraint_row_count (const TrConstraint *c);
// Rows that must be 0: none of a constraint that is disabled or driven, an inequality, a skate.
int tr_constraint_n_rows (const TrModel *m, int i);
// The box of a body, if it has any, as it stands.
typedef struct {
  int body;
  bool is_any;
  Vec2 low, high;
} TrBox;

// What is known of some bodies, in the order of their numbers.
typedef struct {
  int n;
  const TrBox *box;
} TrBoxes;

// As tr_body_box at q, looked up where it is known (boxes NULL: of none).
bool tr_boxes_find (
    const TrBoxes *boxes, const TrModel *m, int body, const double *q, Vec2 *low, Vec2 *high);

// ℓ of a constraint and X (where not NULL), at q.
double tr_constraint_ell (const TrModel *m, int i, const double *q, double *extent);
// The same with boxes that are known there.
double tr_constraint_ell_within (
    const TrModel *m, int i, const double *q, const TrBoxes *boxes, double *extent);
// The same in a time that does not grow with the points of a body, for what 1e-9 ℓ is asked of.
double tr_constraint_ell_roughly (const TrModel *m, int i, const double *q, double *extent);
// The length that tells how big the things are that it joins: ℓ, but 0 where nothing gives one, and
// where a member is to have a value (a coordinate is no length). boxes: those known at q, NULL: of none.
double tr_constraint_link (const TrModel *m, int i, const double *q, const TrBoxes *boxes);
TrRowUnit tr_constraint_unit (const TrModel *m, int i, int row);
// What multipliers do: the force f_k = Σ_r λ_r ∂c_r/∂x_k on each of the inputs that the kind has,
// in their order; on a direction, that on its end (its start feels the opposite). x: the inputs'
// values. Returns how many: 0 of equations and drives, and where the rows are undefined.
int tr_constraint_forces (const TrModel *m,
                          int i,
                          const double *q,
                          const TrMemory *memory,
                          double time,
                          const double *lambda,
                          TrInput in[TR_INPUTS_MAX],
                          Vec2 x[TR_INPUTS_MAX],
                          Vec2 f[TR_INPUTS_MAX]);
// Lets constraint i look at an accepted state. least_ell: ℓ counts for no less (where a length has
// shrunk to nothing, what is left of it is what the way there has missed).
void tr_constraint_remember (
    const TrModel *m, int i, const double *q, double least_ell, TrMemory *memory);
// Of a rack: what its rigid has turned more than its line.
double tr_constraint_turn (const TrModel *m, int i, const TrState *s);

// The exact −Σ w_r ∂²c_r/∂q² over the unknowns of rows (n × n, set), for tests and for
// small systems; and the geometric stiffness of the step, made positive semidefinite part by
// part: the inputs' own Hessian, each connector's x_qq, each slide's t, without the cross terms
// x_tq (notes: clamped jointly it converges more slowly, unclamped it sits on saddles).
void tr_constraint_hessian (const TrModel *m,
                            int i,
                            const double *q,
                            const TrMemory *memory,
                            double time,
                            const double *w,
                            const TrRowBlock *rows,
                            TrScratch *scratch,
                            double *H);
void tr_constraint_stiffness (const TrModel *m,
                              int i,
                              const double *q,
                              const TrMemory *memory,
                              double time,
                              const double *lambda,
                              const TrRowBlock *rows,
                              TrScratch *scratch,
                              double *K);
// The same for a force f on a connector: −f·x_qq, clamped; added to K over the tap's unknowns.
// A force along the residual r of a pull of stiffness k (r = x − p) is f = −k r.
void tr_connector_stiffness (const TrModel *m,
                             const TrConnector *c,
                             const double *q,
                             Vec2 f,
                             const TrTap *tap,
                             TrScratch *scratch,
                             double *K);

// Whether constraint i's stiffness can be other than 0 (linear kinds on linear curves cannot).
bool tr_constraint_is_curved (const TrModel *m, int i);

// The drag matrix of body b by the rule of the format and the world's metric, weights and floor
// included; q: the whole state; ell: of the component. n × n, or one 2 × 2 for each point.
void tr_body_mass (const TrModel *m, const TrBody *b, const double *q, double ell, double *M);
// The same in two steps: without weights and floor, which does not hang on ℓ, and with them.
void tr_body_mass_plain (const TrModel *m, const TrBody *b, const double *q, double *M);
void tr_body_mass_finish (const TrBody *b, double ell, double *M);
// What the viscous metric has beside those 2 × 2: at most 3 pairs a point, the same at every q;
// returns how many, 0 in the natural metric and for other kinds.
int tr_body_mass_pairs (const TrModel *m, const TrBody *b, const double *q, TrMassPair *pairs);
// The drag of all of the curve that a slide is on, and from it the M of the slide: one number.
double tr_slide_drag (const TrModel *m, const TrConnector *c, const double *q);
double
tr_slide_mass (const TrModel *m, const TrConnector *c, const double *q, double ell, double drag);
