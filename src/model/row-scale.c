// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// ℓ, X and the tolerances of constraints: cli.md, Tolerance.

#include "model/live.h"
#include "model/row-private.h"

#include <float.h>

enum {
  POINTS_MAX = 6, // connectors of three ends
  MANY = 16,      // points of a body, of which more are not looked at where it is asked often
};

// What a solve leaves near the origin of things that have come to nothing is no length, nor is it farther away, of X.
static const double no_length = 1e-15;
static const double no_share = 8 * DBL_EPSILON;

// Of the size of an equation's terms: what it may miss by is looked at where it is more, for a slope that is very
// steep (of the root of nearly nothing) tells what it would be far away, and whatever is missed would hold.
static const double steep = 1e-6;

// What the extents of a body with many points count for.
typedef enum {
  WHOLE,   // ℓ of a tolerance
  ROUGHLY, // by some of its points: to tell a direction from none
  NOTHING, // they say nothing of how long its parts are
} Extents;

typedef struct {
  double ell;
  double extent; // X
  bool meet;     // its connectors are to coincide: what is between them is not how long it is
  double apart;  // but this
  Extents extents;
  const TrBoxes *boxes; // NULL: none are known
  int n_points;
  Vec2 point[POINTS_MAX];
} Scale;

static inline double
larger (double a, double b)
{
  return a > b ? a : b;
}

static void
see_place (Scale *s, Vec2 p)
{
  s->extent = larger (s->extent, larger (fabs (p.x), fabs (p.y)));
}

static void
see_distance (Scale *s, Vec2 a, Vec2 b)
{
  Vec2 d = v2_sub (b, a);
  s->ell = larger (s->ell, sqrt (v2_dot (d, d)));
}

static void
see_points (Scale *s, Vec2 a, Vec2 b)
{
  see_place (s, a);
  see_place (s, b);
  see_distance (s, a, b);
}

// So many points of a list, the first and the last among them, or all n.
static void
see_list (Scale *s, const double *x, int n, int count)
{
  Vec2 low = v2 (x[0], x[1]), high = low;
  for (int i = 1; i < count; i++) {
    const double *p = &x[2 * (count < n ? i * (n - 1) / (count - 1) : i)];
    low = v2 (p[0] < low.x ? p[0] : low.x, p[1] < low.y ? p[1] : low.y);
    high = v2 (larger (high.x, p[0]), larger (high.y, p[1]));
  }
  see_points (s, low, high);
}

bool
tr_boxes_find (
    const TrBoxes *boxes, const TrModel *m, int body, const double *q, Vec2 *low, Vec2 *high)
{
  int from = 0, to = boxes ? boxes->n : 0;
  while (from < to) {
    int middle = (from + to) / 2;
    const TrBox *known = &boxes->box[middle];
    if (known->body == body) {
      *low = known->low;
      *high = known->high;
      return known->is_any;
    }
    if (known->body < body)
      from = middle + 1;
    else
      to = middle;
  }
  return tr_body_box (&m->bodies[body], q + m->bodies[body].q, low, high);
}

// Extents in closed form where they are needed every frame, else the diagonal of the box.
static void
see_body (Scale *s, const TrModel *m, int body, const double *q)
{
  const TrBody *b = &m->bodies[body];
  const double *x = q + b->q;
  Vec2 low, high;
  bool is_many = tr_body_get_ops (b)->block == 2 && b->n > 2 * MANY;
  if (is_many && s->extents == NOTHING)
    return;
  if (is_many && s->extents == ROUGHLY) {
    see_list (s, x, b->n / 2, MANY);
  } else if (b->kind == TR_BODY_POLYLINE) {
    see_list (s, x, b->n / 2, b->n / 2);
  } else if (b->kind == TR_BODY_POINT) {
    see_place (s, v2 (x[0], x[1]));
  } else if (b->kind == TR_BODY_SEGMENT) {
    see_points (s, v2 (x[0], x[1]), v2 (x[2], x[3]));
  } else if (b->kind == TR_BODY_RIGID) {
    see_place (s, v2 (x[0], x[1]));
    s->ell = larger (s->ell, b->rigid.length);
  } else if (b->kind == TR_BODY_FORMULA && s->extents == ROUGHLY) {
    double place[2 * MANY];
    tr_formula_sample (b, x, MANY, place);
    see_list (s, place, MANY, MANY);
  } else if (tr_boxes_find (s->boxes, m, body, q, &low, &high)) {
    see_points (s, low, high);
  }
}

// A connector counts with its body, its place and the distances to those before it.
static void
see_connector (Scale *s, const TrModel *m, const TrConnector *c, const double *q)
{
  if (c->kind != TR_AT_GROUND)
    see_body (s, m, c->body, q);
  Vec2 p = tr_connector_point (m, c, q);
  see_place (s, p);
  for (int k = 0; k < s->n_points; k++)
    if (s->meet)
      s->apart = v2_dist (p, s->point[k]);
    else
      see_distance (s, p, s->point[k]);
  s->point[s->n_points++] = p;
}

static void
see_end (Scale *s, const TrModel *m, const TrEnd *e, const double *q)
{
  switch (e->kind) {
  case TR_END_NONE:
  case TR_END_X:
  case TR_END_Y:
    return;
  case TR_END_BODY:
    see_body (s, m, e->body, q);
    return;
  case TR_END_FROMTO:
    see_connector (s, m, &e->connector[0], q);
    see_connector (s, m, &e->connector[1], q);
    return;
  case TR_END_POINT:
    see_connector (s, m, &e->connector[0], q);
    return;
  }
}

// Of two points that may be in one place what is left between them there says nothing of how long it is, and
// is no direction.
static bool
may_meet (const TrConstraint *c)
{
  bool is_nothing = !(fabs (c->scalar[0].value) > 0);
  switch (c->kind) {
  case TR_CON_ATTACH:
    return true;
  case TR_CON_DISTANCE:
    return is_nothing && c->end[1].kind == TR_END_POINT;
  case TR_CON_DISTANCE_X:
  case TR_CON_DISTANCE_Y:
    return is_nothing;
  case TR_CON_LENGTH:
    return is_nothing && c->end[0].kind == TR_END_FROMTO;
  case TR_CON_HORIZONTAL:
  case TR_CON_VERTICAL:
    return c->end[0].kind == TR_END_FROMTO;
  case TR_CON_NAIL:
  case TR_CON_ON_LINE:
  case TR_CON_RADIUS:
  case TR_CON_FIX:
  case TR_CON_ANGLE:
  case TR_CON_PARALLEL:
  case TR_CON_PERPENDICULAR:
  case TR_CON_EQUAL_LENGTH:
  case TR_CON_EQUAL_RADIUS:
  case TR_CON_MIDPOINT:
  case TR_CON_SYMMETRIC:
  case TR_CON_TANGENT:
  case TR_CON_GEAR:
  case TR_CON_RACK:
  case TR_CON_SKATE:
  case TR_CON_DRIVE:
  case TR_CON_PATH:
  case TR_CON_EQUATION:
  case TR_CON_LIMIT:
  case TR_N_CON_KINDS:
    return false;
  }
  g_return_val_if_reached (false);
}

// All but |value|.
static Scale
look (
    const TrModel *m, const TrConstraint *c, const double *q, Extents extents, const TrBoxes *boxes)
{
  Scale s = {.meet = may_meet (c), .extents = extents, .boxes = boxes};
  for (int k = 0; k < 3; k++)
    see_end (&s, m, &c->end[k], q);
  if (c->kind == TR_CON_NAIL)
    see_place (&s, c->place);
  const TrVar *vars = tr_live_vars (c->live, c->vars);
  for (int v = 0; c->expr && v < tr_expr_n_vars (tr_live_expr (c->live, c->expr)); v++)
    if (vars[v].body >= 0)
      see_body (&s, m, vars[v].body, q);
  return s;
}

static double
value_size (const TrModel *m, int i)
{
  const TrConstraint *c = &m->constraints[i];
  if (tr_constraint_unit (m, i, 0) != TR_ROW_LENGTH)
    return 0;
  return larger (fabs (c->scalar[0].value), fabs (c->scalar[1].value));
}

static double
find_ell (
    const TrModel *m, int i, const double *q, Extents extents, const TrBoxes *boxes, double *extent)
{
  Scale s = look (m, &m->constraints[i], q, extents, boxes);
  double ell = larger (s.ell, value_size (m, i));
  if (s.apart > 1e-9) // else they coincide, and nothing gives a length
    ell = larger (ell, s.apart);
  if (extent)
    *extent = s.extent;
  return ell > larger (no_length, no_share * s.extent) ? ell : 1;
}

double
tr_constraint_ell (const TrModel *m, int i, const double *q, double *extent)
{
  return find_ell (m, i, q, WHOLE, NULL, extent);
}

double
tr_constraint_ell_within (
    const TrModel *m, int i, const double *q, const TrBoxes *boxes, double *extent)
{
  return find_ell (m, i, q, WHOLE, boxes, extent);
}

double
tr_constraint_ell_roughly (const TrModel *m, int i, const double *q, double *extent)
{
  return find_ell (m, i, q, ROUGHLY, NULL, extent);
}

static bool
is_of_member (const TrConstraint *c)
{
  return c->kind == TR_CON_FIX || c->kind == TR_CON_DRIVE || c->kind == TR_CON_LIMIT;
}

double
tr_constraint_link (const TrModel *m, int i, const double *q, const TrBoxes *boxes)
{
  const TrConstraint *c = &m->constraints[i];
  double ell = look (m, c, q, NOTHING, boxes).ell;
  ell = is_of_member (c) ? ell : larger (ell, value_size (m, i));
  return ell > no_length ? ell : 0;
}

// What a difference of two values of a member is measured in.
static TrRowUnit
member_unit (const TrBody *b, int member)
{
  bool is_arc_angle = b->kind == TR_BODY_ARC && (member == 3 || member == 4);
  if (is_arc_angle || tr_body_member_is_angle (b, member))
    return TR_ROW_ANGLE;
  if (tr_body_member_is_area (b, member) || b->kind == TR_BODY_NUMBER || b->kind == TR_BODY_FORMULA)
    return TR_ROW_OTHER;
  return TR_ROW_LENGTH;
}

TrRowUnit
tr_constraint_unit (const TrModel *m, int i, int row)
{
  const TrConstraint *c = &m->constraints[i];
  bool is_level = c->kind == TR_CON_HORIZONTAL || c->kind == TR_CON_VERTICAL;
  const TrEnd *e = &c->end[0];
  if (is_level && e->kind == TR_END_BODY && m->bodies[e->body].kind == TR_BODY_RIGID)
    return TR_ROW_SINE;
  if (is_of_member (c))
    return member_unit (tr_end_body (m, e), c->member);
  return tr_con_get_ops (c)->unit[row];
}

// Σ |term| of a row: of member − value, where c is what they differ by.
static double
terms_size (const TrModel *m, const TrConstraint *c, const double *q, double residual)
{
  if (c->kind == TR_CON_EQUATION)
    return tr_expr_size (m, c, q);
  const TrBody *b = tr_end_body (m, &c->end[0]);
  return 2 * fabs (tr_body_member (b, q + b->q, c->member, NULL, NULL)) + fabs (residual);
}

void
tr_rows_judge (const TrModel *m, int i, const double *q, double ell, TrRowBlock *rows)
{
  const TrConstraint *c = &m->constraints[i];
  double X = rows->extent, norm = 0, size;
  rows->ell = ell;
  for (int r = 0; r < rows->m; r++)
    switch (tr_constraint_unit (m, i, r)) {
    case TR_ROW_LENGTH:
      rows->tol[r] = 1e-9 * ell + 32 * DBL_EPSILON * X;
      break;
    case TR_ROW_ANGLE:
    case TR_ROW_SINE:
      rows->tol[r] = 1e-9 + 32 * DBL_EPSILON * X / ell;
      break;
    case TR_ROW_OTHER:
      norm = 0;
      for (int k = 0; k < rows->n; k++)
        norm = hypot (norm, rows->J[r * rows->n + k]);
      size = terms_size (m, c, q, rows->c[r]);
      if (c->kind == TR_CON_EQUATION && 1e-9 * ell * norm > steep * size)
        norm *= tr_expr_share (m, c, q, 1e-9 * ell);
      rows->tol[r] = 1e-9 * ell * norm + 32 * DBL_EPSILON * size;
      break;
    }
}
