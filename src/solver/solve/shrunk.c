// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/shrunk.h"

#include "model/row.h"

#include <math.h>

// Of a body's largest coordinate; and near the origin, where this is what a solve leaves of what has come to nothing.
static const double nothing = 1e-9;
static const double no_length = 1e-15;

double
tr_body_size (const TrBody *b, const double *q)
{
  double size = 0;
  if (b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC)
    return fabs (q[2]);
  if (b->kind == TR_BODY_ELLIPSE)
    return fmin (fabs (q[2]), fabs (q[3]));
  if (b->kind != TR_BODY_SEGMENT && b->kind != TR_BODY_POLYLINE && b->kind != TR_BODY_BEZIER &&
      b->kind != TR_BODY_SPLINE)
    return INFINITY;
  for (int i = 2; i + 1 < b->n; i += 2)
    size = fmax (size, hypot (q[i] - q[0], q[i + 1] - q[1]));
  return size;
}

bool
tr_body_is_shrunk (const TrBody *b, const double *q)
{
  double size = tr_body_size (b, q), far = 0;
  for (int i = 0; i < b->n && isfinite (size); i++)
    far = fmax (far, fabs (q[i]));
  return size <= fmax (nothing * far, no_length);
}

bool
tr_gives_size (const TrModel *m, int con, int body)
{
  const TrConstraint *c = &m->constraints[con];
  const TrEnd *end = &c->end[0];
  const TrBody *b = &m->bodies[body];
  bool is_its_own = end->kind == TR_END_BODY && end->body == body;
  bool has_radius = b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC;
  bool has_radii = b->kind == TR_BODY_ELLIPSE;
  if (c->kind == TR_CON_LENGTH || c->kind == TR_CON_RADIUS)
    return is_its_own;
  return c->kind == TR_CON_FIX && is_its_own &&
         (c->member == b->n + (int) TR_DERIVED_LENGTH ||
          c->member == b->n + (int) TR_DERIVED_AREA ||
          (c->member == 2 && (has_radius || has_radii)) || (c->member == 3 && has_radii));
}

double
tr_axes_spread (const double *axes)
{
  Vec2 u = v2 (axes[0], axes[1]), v = v2 (axes[2], axes[3]);
  return fabs (v2_cross (u, v)) / (v2_dot (u, u) + v2_dot (v, v));
}

bool
tr_has_no_angle (const TrModel *m, int con, const TrState *s)
{
  const TrConstraint *c = &m->constraints[con];
  if (c->kind != TR_CON_FIX && c->kind != TR_CON_DRIVE)
    return false;
  const TrBody *b = &m->bodies[c->end[0].body];
  return c->member == b->n + (int) TR_DERIVED_ANGLE && tr_body_is_shrunk (b, tr_body_q (b, s->q));
}

double
tr_sense_of (const TrModel *m, int con, const double *q)
{
  const TrConstraint *c = &m->constraints[con];
  if (c->kind != TR_CON_PARALLEL && c->kind != TR_CON_PERPENDICULAR)
    return 0;
  Vec2 u = tr_direction_vector (m, &c->end[0], q), v = tr_direction_vector (m, &c->end[1], q);
  double sense = c->kind == TR_CON_PARALLEL ? v2_dot (u, v) : v2_cross (u, v);
  return fabs (sense) > 0.5 * v2_norm (u) * v2_norm (v) ? sense : 0;
}
