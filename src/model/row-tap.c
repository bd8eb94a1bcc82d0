// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Inputs of constraints over the state: their values and gradients x_q (witkin-1990 §3.2).

#include "model/row-private.h"

#include <string.h>

enum { SPAN_MAX = 8 }; // unknowns of a list of points that one place of its curve depends on

const TrMemory tr_memory_fresh = {.dir = {1, 0}};

const TrBody *
tr_end_body (const TrModel *m, const TrEnd *e)
{
  int body = e->kind == TR_END_BODY ? e->body : e->connector[0].body;
  g_assert (body >= 0 && body < m->n_bodies);
  return &m->bodies[body];
}

int
tr_member_bound (const TrBody *b, int member)
{
  return member < b->n && tr_body_get_ops (b)->block > 0 ? tr_body_get_ops (b)->block : b->n;
}

// At most how many unknowns the place of a connector depends on.
static int
connector_bound (const TrModel *m, const TrConnector *c)
{
  if (c->kind == TR_AT_GROUND)
    return 0;
  const TrBody *b = &m->bodies[c->body];
  int n = tr_body_get_ops (b)->block == 0 ? b->n + tr_body_n_live (b) : MIN (b->n, SPAN_MAX);
  return c->kind == TR_AT_SLIDE ? n + 1 : n;
}

int
tr_input_bound (const TrModel *m, const TrEnd *ends, const TrInput *in)
{
  const TrEnd *e = &ends[in->end];
  if (in->kind == TR_IN_SCALAR)
    return tr_member_bound (tr_end_body (m, e), in->member);
  switch (e->kind) {
  case TR_END_NONE:
  case TR_END_X:
  case TR_END_Y:
    return 0;
  case TR_END_BODY:
    return m->bodies[e->body].n;
  case TR_END_FROMTO:
    return connector_bound (m, &e->connector[0]) + connector_bound (m, &e->connector[1]);
  case TR_END_POINT:
    break;
  }
  return connector_bound (m, &e->connector[0]);
}

// Room for so many unknowns in so many runs, as one piece: gradients first, for their alignment.
static void
tap_begin (TrTap *tap, int bound, TrScratch *scratch)
{
  size_t n = (size_t) bound;
  tap->x = v2 (0, 0);
  tap->extent = 0;
  tap->n = tap->n_runs = 0;
  tap->x_q = tr_scratch_bytes (scratch, n * (sizeof (Vec2) + 2 * sizeof (int)));
  tap->run_at = (int *) (tap->x_q + n);
  tap->run_n = tap->run_at + n;
}

// Adds s times a place.
static void
tap_add_place_at (TrTap *tap, Vec2 p, double s)
{
  double ax = fabs (p.x), ay = fabs (p.y);
  tap->x = v2_mad (tap->x, s, p);
  tap->extent = ax > tap->extent ? ax : tap->extent;
  tap->extent = ay > tap->extent ? ay : tap->extent;
}

// The gradients over a run of the tap, which is made where there is none yet.
static Vec2 *
tap_run (TrTap *tap, int at, int n)
{
  Vec2 *x_q = tap->x_q;
  for (int r = 0; r < tap->n_runs; x_q += tap->run_n[r++])
    if (tap->run_at[r] == at)
      return x_q;
  tap->run_at[tap->n_runs] = at;
  tap->run_n[tap->n_runs++] = n;
  tap->n += n;
  for (int k = 0; k < n; k++)
    x_q[k] = v2 (0, 0);
  return x_q;
}

// The gradients over the unknowns `offset` … of a body, whose whole block becomes a run.
static Vec2 *
tap_body (TrTap *tap, const TrBody *b, int offset)
{
  if (tr_body_get_ops (b)->block == 0)
    return tap_run (tap, b->q, b->n) + offset;
  int start = offset & ~1;
  return tap_run (tap, b->q + start, 2) + (offset - start);
}

// Adds s times the two unknowns at an offset, as a vector.
static void
tap_add_pair (TrTap *tap, const TrBody *b, const double *q, int offset, double s)
{
  const double *at = q + b->q + offset;
  tap_add_place_at (tap, v2 (at[0], at[1]), s);
  Vec2 *x_q = tap_body (tap, b, offset);
  x_q[0].x += s;
  x_q[1].y += s;
}

// Adds s times the gradients of a jet, block by block.
static void
tap_add_columns (TrTap *tap, const TrBody *b, const TrJet *j, const Vec2 *x_q, double s)
{
  if (tr_body_get_ops (b)->block == 0) {
    // a formula without unknowns: its place in q is somebody else's
    Vec2 *to = b->n > 0 ? tap_run (tap, b->q, b->n) : NULL;
    for (int k = 0; k < j->n; k++) {
      bool own = j->at[k] < b->n;
      Vec2 *x = own ? &to[j->at[k]] : tap_run (tap, b->q + tr_body_offset (b, j->at[k]), 1);
      *x = v2_mad (*x, s, x_q[k]);
    }
    return;
  }
  for (int k = 0; k < j->n; k++) {
    Vec2 *to = tap_body (tap, b, j->at[k]);
    *to = v2_mad (*to, s, x_q[k]);
  }
}

// Adds s times the place of a connector.
static void
tap_add_connector (TrTap *tap, const TrModel *m, const TrConnector *c, const double *q, double s)
{
  if (c->kind == TR_AT_GROUND) {
    tap_add_place_at (tap, c->p, s);
    return;
  }
  const TrBody *b = &m->bodies[c->body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int offset = -1;
  double t = c->p.x;
  if (c->kind == TR_AT_NAMED && ops->named (b, c->point, &offset, &t) && offset >= 0) {
    tap_add_pair (tap, b, q, offset, s);
    return;
  }

  // the body's own derivatives; a slide adds x_t, the column of its parameter
  TrJet j;
  bool slides = c->kind == TR_AT_SLIDE && c->slide >= 0;
  if (c->kind == TR_AT_LOCAL)
    ops->local (b, q + b->q, c->p, &j);
  else
    ops->jet (b, q + b->q, slides ? q[c->slide] : t, TR_JET_PLACE, &j);
  tap_add_place_at (tap, j.x, s);
  tap_add_columns (tap, b, &j, j.x_q, s);
  if (slides) {
    Vec2 *x_q = tap_run (tap, c->slide, 1);
    *x_q = v2_mad (*x_q, s, j.x_t);
  }
}

void
tr_tap_connector (
    const TrModel *m, const TrConnector *c, const double *q, TrScratch *scratch, TrTap *tap)
{
  tap_begin (tap, connector_bound (m, c), scratch);
  tap_add_connector (tap, m, c, q, 1);
}

Vec2
tr_connector_velocity (const TrModel *m, const TrConnector *c, const double *q, const double *v)
{
  TrScratch *scratch = tr_scratch_new ();
  TrTap tap;
  Vec2 sum = v2 (0, 0);
  tr_tap_connector (m, c, q, scratch, &tap);
  for (int a = 0, col = 0; a < tap.n_runs; col += tap.run_n[a], a++)
    for (int i = 0; i < tap.run_n[a]; i++)
      sum = v2_mad (sum, v[tap.run_at[a] + i], tap.x_q[col + i]);
  tr_scratch_free (scratch);
  return sum;
}

// x_t at a connector on a curve; nothing where it is on none.
static void
tap_add_tangent (TrTap *tap, const TrModel *m, const TrConnector *c, const double *q)
{
  double t = tr_connector_t (m, c, q);
  if (isnan (t))
    return;
  const TrBody *b = &m->bodies[c->body];
  TrJet j;
  tr_body_get_ops (b)->jet (b, q + b->q, t, TR_JET_TANGENT, &j);
  tap->x = j.x_t;
  tap->extent = fmax (fabs (j.x.x), fabs (j.x.y));
  tap_add_columns (tap, b, &j, j.x_tq, 1);
  if (c->kind == TR_AT_SLIDE && c->slide >= 0)
    *tap_run (tap, c->slide, 1) = j.x_tt;
}

// Of a body with a direction: a segment's b − a, a rigid's and a sheet's first axis.
static void
tap_add_axis (TrTap *tap, const TrBody *b, const double *q)
{
  if (b->kind == TR_BODY_SEGMENT) {
    tap_add_pair (tap, b, q, 0, -1);
    tap_add_pair (tap, b, q, 2, 1);
  } else if (b->kind == TR_BODY_SHEET) {
    tap_add_pair (tap, b, q, 2, 1);
  } else {
    g_return_if_fail (b->kind == TR_BODY_RIGID);
    tap->x = v2_polar (1, q[b->q + 2]);
    *tap_body (tap, b, 2) = v2_perp (tap->x);
  }
}

// A direction as a vector: its end minus its start.
static void
tap_add_vector (TrTap *tap, const TrModel *m, const TrEnd *e, const double *q)
{
  switch (e->kind) {
  case TR_END_X:
    tap->x = v2 (1, 0);
    return;
  case TR_END_Y:
    tap->x = v2 (0, 1);
    return;
  case TR_END_BODY:
    tap_add_axis (tap, &m->bodies[e->body], q);
    return;
  case TR_END_FROMTO:
    tap_add_connector (tap, m, &e->connector[1], q, 1);
    tap_add_connector (tap, m, &e->connector[0], q, -1);
    return;
  case TR_END_NONE:
  case TR_END_POINT:
    break;
  }
  g_return_if_reached ();
}

// Where a direction starts: a segment's a, the origin of a rigid or a sheet, `from`.
static void
tap_add_place (TrTap *tap, const TrModel *m, const TrEnd *e, const double *q)
{
  if (e->kind == TR_END_BODY)
    tap_add_pair (tap, &m->bodies[e->body], q, 0, 1);
  else if (e->kind == TR_END_FROMTO)
    tap_add_connector (tap, m, &e->connector[0], q, 1);
}

// A scalar member in x.x: an unknown itself, or derived from all unknowns of its body.
static void
tap_add_member (TrTap *tap, const TrBody *b, int member, const double *q, TrScratch *scratch)
{
  // an unknown: 1 at its place
  if (member < b->n) {
    tap->x.x = q[b->q + member];
    tap_body (tap, b, member)->x = 1;
    return;
  }
  size_t mark = tr_scratch_mark (scratch);
  double *grad = tr_scratch_doubles (scratch, (size_t) b->n);
  tap->x.x = tr_body_member (b, q + b->q, member, grad, NULL);
  int block = tr_body_get_ops (b)->block == 0 ? b->n : 2;
  // the blocks of the body come in order and once each: no search
  for (int k = 0; k < b->n; k++) {
    if (k % block == 0) {
      tap->run_at[tap->n_runs] = b->q + k;
      tap->run_n[tap->n_runs++] = block;
    }
    tap->x_q[tap->n++] = v2 (grad[k], 0);
  }
  tr_scratch_release (scratch, mark);
}

void
tr_tap_member (
    const TrModel *m, int body, int member, const double *q, TrScratch *scratch, TrTap *tap)
{
  const TrBody *b = &m->bodies[body];
  tap_begin (tap, tr_member_bound (b, member), scratch);
  tap_add_member (tap, b, member, q, scratch);
}

void
tr_tap_input (const TrModel *m,
              const TrEnd *ends,
              const TrInput *in,
              const double *q,
              TrScratch *scratch,
              TrTap *tap)
{
  const TrEnd *e = &ends[in->end];
  tap_begin (tap, tr_input_bound (m, ends, in), scratch);
  switch (in->kind) {
  case TR_IN_POINT:
    tap_add_connector (tap, m, &e->connector[in->connector], q, 1);
    break;
  case TR_IN_TANGENT:
    tap_add_tangent (tap, m, &e->connector[in->connector], q);
    break;
  case TR_IN_VECTOR:
    tap_add_vector (tap, m, e, q);
    break;
  case TR_IN_PLACE:
    tap_add_place (tap, m, e, q);
    break;
  case TR_IN_SCALAR:
    tap_add_member (tap, tr_end_body (m, e), in->member, q, scratch);
    break;
  }
}
