// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Bodies: parametric curves, rigids, sheets and numbers. A kind is one file with one table
// (body-circle.c has everything a circle is). A body owns a run of the flat state q; x(t; q) is
// its curve (witkin-1990 §3.1 and §5.2).

#pragma once

#include "math/expr.h"
#include "math/vec.h"
#include "model/field.h"

typedef enum {
  TR_BODY_POINT,
  TR_BODY_SEGMENT,
  TR_BODY_POLYLINE,
  TR_BODY_BEZIER,
  TR_BODY_SPLINE,
  TR_BODY_CIRCLE,
  TR_BODY_ARC,
  TR_BODY_ELLIPSE,
  TR_BODY_RIGID,
  TR_BODY_SHEET,
  TR_BODY_FORMULA,
  TR_BODY_NUMBER,
  TR_N_BODY_KINDS,
} TrBodyKind;

// The most unknowns that one point of a curve depends on; a formula has no more unknowns.
#define TR_JET_MAX 32

// A number as written: literal, or an expression over the parameters with its present value.
typedef struct {
  double value;
  TrExpr *expr; // NULL: a literal
} TrScalar;

typedef struct {
  const char *stroke; // "#rrggbb[aa]", "none"; NULL: inherited
  double width;       // mm; < 0: inherited
  const char *fill;
  const char *cap;
  const char *join;
  int n_dash;
  const double *dash; // mm; NULL: inherited
  const char *extras; // unknown members, as TrBody.extras
} TrStyle;

typedef enum { TR_MARK_PATH, TR_MARK_TEXT, TR_MARK_IMAGE } TrMarkKind;

// One element of the drawing that a rigid or a sheet carries, in local coordinates.
typedef struct {
  TrMarkKind kind;
  const char *text;   // SVG path data, the text, or the data URI
  const char *stroke; // of a path; NULL: the body's style
  double width;       // mm; < 0: the body's style
  const char *fill;
  int n_dash;
  const double *dash; // mm; NULL: the body's style
  Vec2 at;            // of a text; of an image the lower left corner
  Vec2 size;          // a text's size in x; an image's width and height
  double turn;        // of an image, about its middle
  bool mirrored;      // an image, left and right changed before it is turned
  const char *extras;
} TrMark;

typedef struct {
  const char *const *names; // of the unknowns, as many as the body has
  const TrExpr *expr[2];    // x and y over t, the unknowns and parameters
  const TrExpr *run[2];     // the same over free parameters where it hangs on such (live.h)
  const int *slot[2];       // of each variable of run: 0 t, 1 + k unknown k, −1 − p parameter p
  int n_live;               // free parameters, unknowns n … n + n_live − 1
  const int *live_at;       // where each lies, from the start of the body's run
  TrScalar range[2];
} TrFormula;

typedef struct {
  const char *id;
  TrBodyKind kind;
  unsigned stamp; // of its last edit: tr_pool_stamp
  int q;          // where its run of the state starts
  int n;          // and how long it is
  unsigned closed : 1;
  unsigned construction : 1;
  unsigned hidden : 1;
  unsigned locked : 1;
  const char *name, *layer, *group; // NULL: none
  const TrStyle *style;             // NULL: the defaults
  const double *weights;  // NULL, or one for each unknown; then 1 for each written, else 0
  const double *velocity; // NULL, or one for each unknown
  const TrMark *drawing;
  int n_drawing;
  // Members that the format does not name: "after\0key\0json\0 … \0", kept in place.
  const char *extras;
  union {
    struct {
      double length;
    } rigid;
    struct {
      Vec2 size;
      TrScalar shape, area; // stiffnesses; 0: not elastic
      const Vec2 *rest;     // two, or NULL: the unit vectors
      const char *elastic_extras, *rest_extras;
    } sheet;
    struct {
      const TrFormula *f;
      const double *parameters; // values, owned by the model
    } formula;
  };
} TrBody;

// The derivatives of a point x(t; q) of a body, sparse over its unknowns.
typedef struct {
  Vec2 x, x_t, x_tt, x_ttt;
  int n;              // unknowns it depends on, in runs that are whole blocks of the body
  int at[TR_JET_MAX]; // which, from the start of the body's run; ascending within a block
  Vec2 x_q[TR_JET_MAX], x_tq[TR_JET_MAX], x_ttq[TR_JET_MAX];
} TrJet;

typedef enum {
  TR_JET_PLACE,   // x, x_t, x_q
  TR_JET_TANGENT, // and x_tt, x_tq
  TR_JET_FULL,    // and x_ttt, x_ttq
} TrJetOrder;

// Derived scalars that a kind may have beside its own unknowns.
typedef enum { TR_DERIVED_LENGTH, TR_DERIVED_ANGLE, TR_DERIVED_AREA, TR_N_DERIVED } TrDerived;

// Two points of a list that the consistent matrix couples: its block (i, j) is diag (m), i ≠ j.
typedef struct {
  int i, j;
  Vec2 m;
} TrMassPair;

typedef struct {
  const char *name;
  const TrField *fields; // ends with a NULL name
  int n;                 // unknowns; 0: varies
  int block;             // 0: the whole body is one block of the state, 2: one for each point
  bool has_curve;
  bool has_local;     // local points (rigid, sheet)
  bool has_direction; // segment, rigid, sheet

  // Lists of points: the basis functions of a span (body-points.h); else NULL.
  const struct TrPointsBasis *basis;

  // Names of the unknowns, fixed kinds only: "x", "y", "radius".
  const char *const *members;
  // Named points, fixed kinds only: "a", "b", "middle".
  const char *const *points;

  // The range of t. Closed curves wrap.
  void (*range) (const TrBody *b, double *t0, double *t1);
  // The curve at t, to the given order or beyond; q is the body's own run. Outside an open range
  // the last span goes on smoothly.
  void (*jet) (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j);
  // Σ w·∂²x/∂q² + Σ w_t·∂²x_t/∂q² added to H (j.n × j.n over the unknowns of the jet at t).
  // NULL: x is linear in q.
  void (*curvature) (const TrBody *b, const double *q, double t, Vec2 w, Vec2 w_t, double *H);
  // A local point, and Σ w·∂²x/∂q² of it (n × n, added; NULL: linear).
  void (*local) (const TrBody *b, const double *q, Vec2 p, TrJet *j);
  void (*local_curvature) (const TrBody *b, const double *q, Vec2 p, Vec2 w, double *H);
  // A named point: its offset in q (−1: none) where it is two unknowns, its t (NAN: none).
  bool (*named) (const TrBody *b, int point, int *offset, double *t);
  // The drag matrix: n × n row major, or (block = 2) one 2 × 2 for each point.
  void (*mass) (const TrBody *b, const double *q, double *M);
  // Uniform drag along the curve, ∫ x_qᵀ x_q |x_t| dt, in the same form; NULL: mass is it, or
  // there is no curve. Lists of points have it off the diagonal too: at most 3 pairs a point,
  // each once, the same ones at every q; returns how many.
  void (*consistent) (const TrBody *b, const double *q, double *M);
  int (*pairs) (const TrBody *b, const double *q, TrMassPair *pairs);
  // The total translational drag: the m of a slide on the curve.
  double (*drag) (const TrBody *b, const double *q);
  // A derived scalar: value; grad (n) and hess (n × n) are set where not NULL.
  double (*derived) (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess);
  unsigned has_derived; // bits 1 << TrDerived; of a list of points the area only where closed
  // The box of what the body draws; NULL: it draws nothing.
  void (*box) (const TrBody *b, const double *q, Vec2 *low, Vec2 *high);
} TrBodyOps;

extern const TrBodyOps *const tr_body_ops[TR_N_BODY_KINDS];

static inline const TrBodyOps *
tr_body_get_ops (const TrBody *b)
{
  return tr_body_ops[b->kind];
}

// The place of the curve at t; q and t as those of jet.
static inline Vec2
tr_body_place (const TrBody *b, const double *q, double t)
{
  TrJet j;
  tr_body_get_ops (b)->jet (b, q, t, TR_JET_PLACE, &j);
  return j.x;
}

// Circles and ellipses always are, other curves where the document says so.
static inline bool
tr_body_is_closed (const TrBody *b)
{
  return b->closed || b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ELLIPSE;
}

// Whether what lies between the axes of a sheet is a line: it has no place for each point then, and
// no file has such a one.
bool tr_sheet_is_flat (Vec2 u, Vec2 v);
// The same of a sheet in the state q.
bool tr_sheet_is_flat_at (const TrBody *b, const double *q);

// How many unknowns beyond its own a body's curve hangs on.
static inline int
tr_body_n_live (const TrBody *b)
{
  return b->kind == TR_BODY_FORMULA ? b->formula.f->n_live : 0;
}

// Where unknown k of the curve lies, from the start of the body's run.
static inline int
tr_body_offset (const TrBody *b, int k)
{
  return k < b->n ? k : b->formula.f->live_at[k - b->n];
}

// All numbers that a typed curve hangs on as it is at q, its own run: unknowns, parameters and the
// ends of its range.
int tr_formula_n_inputs (const TrBody *b);
void tr_formula_inputs (const TrBody *b, const double *q, double *inputs);
// n places of a typed curve from end to end, 2n numbers; one that is undefined is that before it.
void tr_formula_sample (const TrBody *b, const double *q, int n, double *x);

// TR_N_BODY_KINDS where no kind is called so.
TrBodyKind tr_body_kind_from_name (const char *name);

// Scalar members: 0 … n − 1 are the unknowns themselves, n + TrDerived the derived ones.
// −1 where the body has none of that name. For a list of points "x0", "y0", "x1", …
int tr_body_find_member (const TrBody *b, const char *name);
// The name of a member, in buf where it has to be made.
const char *tr_body_member_name (const TrBody *b, int member, char buf[32]);
// "ax, ay, bx, by, length, angle": the names that there are, the first of many. Newly allocated.
char *tr_body_list_members (const TrBody *b);
// Angles are compared modulo 2π by drives: segment.angle, rotation.
bool tr_body_member_is_angle (const TrBody *b, int member);
bool tr_body_member_is_area (const TrBody *b, int member);

// Named points: −1 where the body has none of that name.
int tr_body_find_point (const TrBody *b, const char *name);
const char *tr_body_point_name (const TrBody *b, int point, char buf[32]);
int tr_body_n_points (const TrBody *b);
char *tr_body_list_points (const TrBody *b); // "a, b, middle"; "" where it has none

// A scalar's value; grad (n) and hess (n × n) are set where not NULL.
double tr_body_member (const TrBody *b, const double *q, int member, double *grad, double *hess);

// The box of what the body draws (curve or points), not of its ink; false where it has none.
bool tr_body_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high);

// Lists of points are refused by the reader where they have too few; the least for a kind.
int tr_body_least_points (TrBodyKind kind, bool closed);

extern const TrBodyOps tr_body_point, tr_body_segment, tr_body_polyline, tr_body_bezier,
    tr_body_spline, tr_body_circle, tr_body_arc, tr_body_ellipse, tr_body_rigid, tr_body_sheet,
    tr_body_formula, tr_body_number;
