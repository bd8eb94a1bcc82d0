// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where connectors and directions are: values alone.

#include "model/row-private.h"

// Two unknowns of a body as a vector.
static Vec2
pair_at (const TrBody *b, const double *q, int offset)
{
  return v2 (q[b->q + offset], q[b->q + offset + 1]);
}

double
tr_connector_t (const TrModel *m, const TrConnector *c, const double *q)
{
  switch (c->kind) {
  case TR_AT_GROUND:
  case TR_AT_LOCAL:
    return NAN;
  case TR_AT_T:
    return c->p.x;
  case TR_AT_SLIDE:
    return c->slide >= 0 ? q[c->slide] : c->p.x;
  case TR_AT_NAMED:
    break;
  }
  const TrBody *b = &m->bodies[c->body];
  int offset = -1;
  double t = NAN;
  return tr_body_get_ops (b)->named (b, c->point, &offset, &t) ? t : NAN;
}

Vec2
tr_connector_point (const TrModel *m, const TrConnector *c, const double *q)
{
  if (c->kind == TR_AT_GROUND)
    return c->p;
  const TrBody *b = &m->bodies[c->body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int offset = -1;
  double t = NAN;
  if (c->kind == TR_AT_NAMED && ops->named (b, c->point, &offset, &t) && offset >= 0)
    return pair_at (b, q, offset);
  TrJet j;
  if (c->kind == TR_AT_LOCAL)
    ops->local (b, q + b->q, c->p, &j);
  else
    ops->jet (b, q + b->q, tr_connector_t (m, c, q), TR_JET_PLACE, &j);
  return j.x;
}

// As tap_add_axis, without gradients.
static Vec2
body_axis (const TrBody *b, const double *q)
{
  if (b->kind == TR_BODY_SEGMENT)
    return v2_sub (pair_at (b, q, 2), pair_at (b, q, 0));
  if (b->kind == TR_BODY_SHEET)
    return pair_at (b, q, 2);
  g_return_val_if_fail (b->kind == TR_BODY_RIGID, v2 (1, 0));
  return v2_polar (1, q[b->q + 2]);
}

Vec2
tr_direction_vector (const TrModel *m, const TrEnd *e, const double *q)
{
  switch (e->kind) {
  case TR_END_X:
    return v2 (1, 0);
  case TR_END_Y:
    return v2 (0, 1);
  case TR_END_BODY:
    return body_axis (&m->bodies[e->body], q);
  case TR_END_FROMTO:
    return v2_sub (tr_connector_point (m, &e->connector[1], q),
                   tr_connector_point (m, &e->connector[0], q));
  case TR_END_NONE:
  case TR_END_POINT:
    break;
  }
  g_return_val_if_reached (v2 (0, 0));
}

Vec2
tr_direction_place (const TrModel *m, const TrEnd *e, const double *q)
{
  if (e->kind == TR_END_BODY)
    return pair_at (&m->bodies[e->body], q, 0);
  if (e->kind == TR_END_FROMTO)
    return tr_connector_point (m, &e->connector[0], q);
  return v2 (0, 0);
}

// x_t; 0 where the connector is on no curve.
static Vec2
tangent_at (const TrModel *m, const TrConnector *c, const double *q)
{
  double t = tr_connector_t (m, c, q);
  if (isnan (t))
    return v2 (0, 0);
  const TrBody *b = &m->bodies[c->body];
  TrJet j;
  tr_body_get_ops (b)->jet (b, q + b->q, t, TR_JET_TANGENT, &j);
  return j.x_t;
}

Vec2
tr_input_value (const TrModel *m, const TrEnd *ends, const TrInput *in, const double *q)
{
  const TrEnd *e = &ends[in->end];
  const TrBody *b;
  switch (in->kind) {
  case TR_IN_POINT:
    return tr_connector_point (m, &e->connector[in->connector], q);
  case TR_IN_TANGENT:
    return tangent_at (m, &e->connector[in->connector], q);
  case TR_IN_VECTOR:
    return tr_direction_vector (m, e, q);
  case TR_IN_PLACE:
    return tr_direction_place (m, e, q);
  case TR_IN_SCALAR:
    b = tr_end_body (m, e);
    return v2 (tr_body_member (b, q + b->q, in->member, NULL, NULL), 0);
  }
  g_return_val_if_reached (v2 (0, 0));
}
