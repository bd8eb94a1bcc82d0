// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints: functions of a few plane vectors and scalars (inputs) that bodies put out through
// connectors. A kind is one file with one table and knows its inputs only; row.h takes its
// derivatives to the state by the chain rule (witkin-1990 §3.2, eq. 6).

#pragma once

#include "model/connector.h"

typedef enum {
  TR_CON_ATTACH,
  TR_CON_NAIL,
  TR_CON_ON_LINE,
  TR_CON_DISTANCE,
  TR_CON_DISTANCE_X,
  TR_CON_DISTANCE_Y,
  TR_CON_LENGTH,
  TR_CON_RADIUS,
  TR_CON_FIX,
  TR_CON_ANGLE,
  TR_CON_HORIZONTAL,
  TR_CON_VERTICAL,
  TR_CON_PARALLEL,
  TR_CON_PERPENDICULAR,
  TR_CON_EQUAL_LENGTH,
  TR_CON_EQUAL_RADIUS,
  TR_CON_MIDPOINT,
  TR_CON_SYMMETRIC,
  TR_CON_TANGENT,
  TR_CON_GEAR,
  TR_CON_RACK,
  TR_CON_SKATE,
  TR_CON_DRIVE,
  TR_CON_PATH,
  TR_CON_EQUATION,
  TR_CON_LIMIT,
  TR_N_CON_KINDS,
} TrConKind;

typedef enum { TR_OP_EQ, TR_OP_LE, TR_OP_GE } TrOp;

typedef struct {
  double time;
  Vec2 at;
  const char *extras;
} TrKey;

// Which scalar of a limit is what.
enum { TR_LIMIT_MIN, TR_LIMIT_MAX, TR_LIMIT_RESTITUTION };

// What an expression over the drawing reads: variable v is member `member` of body `body`, or,
// where body is −1, parameter `member`; −2: time.
typedef struct {
  int body;
  int member;
} TrVar;

// Numbers and expressions that hang on free parameters, over these parameters' unknowns; NULL: it
// does not (live.h).
typedef struct {
  const TrExpr *expr; // that of the constraint or force
  const TrVar *vars;
  const TrExpr *scalar[3];
  const TrVar *scalar_vars[3];
} TrLive;

typedef struct {
  const char *id;
  TrConKind kind;
  unsigned stamp;        // of its last edit: tr_pool_stamp
  unsigned disabled : 1; // "enabled": false
  unsigned driven : 1;   // it only measures
  unsigned loop : 1;
  TrOp op;
  const char *name;
  TrEnd end[3];       // a, b, c; `about` is end[2]; a `what` names its body in end[0]
  TrScalar scalar[3]; // value | ratio, phase | radius, phase | min, max, restitution
  unsigned has;       // bit k: scalar[k] is there (limits may leave one out)
  int member;         // of `fix`, `drive`, `limit`: scalar member of end[0].body
  Vec2 place;         // of `nail`
  const TrKey *keys;  // of `path`
  int n_keys;
  const TrExpr *expr; // of `equation`, `drive`
  const TrVar *vars;  // one for each variable of expr
  const TrLive *live; // NULL: hangs on no free parameter
  const char *extras;
} TrConstraint;

// Whether it is a distance or a length of 0 that no free parameter changes: its two points are in one place, which
// takes two rows.
static inline bool
tr_constraint_joins_points (const TrConstraint *c)
{
  bool is_free = c->live != NULL && c->live->scalar[0] != NULL;
  bool is_way =
      c->kind == TR_CON_LENGTH || (c->kind == TR_CON_DISTANCE && c->end[1].kind == TR_END_POINT);
  return is_way && !is_free && !(fabs (c->scalar[0].value) > 0);
}

// The inputs of a kind.
typedef enum {
  TR_IN_POINT,   // where a connector is
  TR_IN_TANGENT, // x_t of the curve there
  TR_IN_VECTOR,  // a direction as a vector, not of unit length (witkin's b − a)
  TR_IN_PLACE,   // the point a direction starts from
  TR_IN_SCALAR,  // a scalar member of a body (in .x)
} TrInputKind;

#define TR_INPUTS_MAX 5

typedef struct {
  TrInputKind kind;
  int end;       // which end of the constraint
  int connector; // of that end
  int member;    // of a scalar
} TrInput;

// What a constraint remembers of its past; state, but not in the file.
typedef struct {
  Vec2 dir;    // a distance: the unit vector it last had; (1, 0) after a load
  double sign; // a tangency: its sense (±1); of a rack and a distance 1; 0: not yet seen
  double turn; // a rack: the angle of its line, counted on over whole turns
} TrMemory;

// A constraint at a state: what a kind sees of it.
typedef struct {
  const TrBody *bodies;
  const TrConstraint *c;
  const TrMemory *memory;
  const Vec2 *x; // the inputs
  double time;
  double ell;    // ℓ of cli.md, Tolerance, or more; lengths below 1e-9 ell are none
  double extent; // X, or 0 where ell is not looked at
} TrConAt;

// Rows over the inputs. Gradients: of row r with respect to input k, c_x[r][k] (of a scalar: in
// .x).
#define TR_ROWS_MAX 3
#define TR_ROWS_ALL (~0u)

typedef struct {
  double c[TR_ROWS_MAX];
  double c_t[TR_ROWS_MAX];
  Vec2 c_x[TR_ROWS_MAX][TR_INPUTS_MAX];
  unsigned
      undefined; // rows, as bits, of a direction without length: they take no part and are zero
} TrLocalRows;

typedef enum { TR_ROW_LENGTH, TR_ROW_ANGLE, TR_ROW_SINE, TR_ROW_OTHER } TrRowUnit;

typedef struct {
  const char *name;
  const TrField *fields; // ends with a NULL name
  int rows;              // the most: a limit with one bound has one, and a distance that is not 0
  // TR_ROW_OTHER also where it depends on the ends (a member, an axis): row.h asks them.
  TrRowUnit unit[TR_ROWS_MAX];
  bool is_inequality; // rows ≥ 0
  bool is_velocity;   // rows over velocities alone: c is 0
  bool needs_ell;     // eval looks at ell
  // Fills in[]; returns how many. NULL: a function of any number of members (equation, drive).
  int (*inputs) (const TrBody *bodies, const TrConstraint *c, TrInput in[TR_INPUTS_MAX]);
  // Rows and gradients; out is zero before.
  void (*eval) (const TrConAt *at, TrLocalRows *out);
  // Σ w_r ∂²c_r/∂x² over the N = 2·n_inputs components, added to H (N × N, row major). Not
  // called where eval finds a row undefined. NULL: linear.
  void (*curvature) (const TrConAt *at, const double *w, double *H);
  // The positive part of −Σ w_r ∂²c_r/∂x² in closed form, added to K; false where there is none.
  // NULL: never one.
  bool (*stiffness) (const TrConAt *at, const double *w, double *K);
  // Looks at the inputs of an accepted state; at->memory is what it was before. NULL: nothing to
  // remember.
  void (*remember) (const TrConAt *at, TrMemory *memory);
} TrConOps;

extern const TrConOps *const tr_con_ops[TR_N_CON_KINDS];

static inline const TrConOps *
tr_con_get_ops (const TrConstraint *c)
{
  return tr_con_ops[c->kind];
}

// TR_N_CON_KINDS where no kind is called so.
TrConKind tr_con_kind_from_name (const char *name);

extern const TrConOps tr_con_attach, tr_con_nail, tr_con_on_line, tr_con_distance,
    tr_con_distance_x, tr_con_distance_y, tr_con_length, tr_con_radius, tr_con_fix, tr_con_angle,
    tr_con_horizontal, tr_con_vertical, tr_con_parallel, tr_con_perpendicular, tr_con_equal_length,
    tr_con_equal_radius, tr_con_midpoint, tr_con_symmetric, tr_con_tangent, tr_con_gear,
    tr_con_rack, tr_con_skate, tr_con_drive, tr_con_path, tr_con_equation, tr_con_limit;
