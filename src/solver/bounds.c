// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Unknowns with an end: a slide's parameter on an open curve, a radius. At the end an unknown
// is clipped and frozen, its row and column dropped; it is released when the forces on it point
// inside. A slide stops likewise where two spans of its curve meet at a corner, whose tangents say
// nothing of each other, and goes on to the span where the forces want it.

#include "solver/bounds.h"

#include "solver/engine-private.h"
#include "solver/tie.h"

enum { MOST_RELEASES = 3 }; // of one unknown in a sub-step: no chatter

// Of a slide's range: so near its end it is at the end. Where the curve stands still there it
// would come ever nearer without getting there, and never be let go.
static const double near_end = 1e-11;

// Spans whose tangents turn by less than its arc cosine are as one.
static const double corner_cosine = 0.95;

bool
tr_bounds_has_joints (const TrBody *body)
{
  return body->kind == TR_BODY_POLYLINE || body->kind == TR_BODY_BEZIER;
}

static double *
unknown (const TrComponent *k, const TrBound *b, double *q)
{
  return &q[k->blocks[b->block].at + b->k];
}

void
tr_bounds_clip (TrComponent *k, TrState *s)
{
  for (int i = 0; i < k->n_bounds; i++) {
    const TrBound *b = &k->bounds[i];
    double *x = unknown (k, b, s->q);
    if (k->blocks[b->block].is_slide)
      *x = fmin (fmax (*x, b->low), b->high);
  }
}

static void
begin (TrComponent *k, const TrState *s, bool at_nought)
{
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    double x = *unknown (k, b, s->q);
    bool is_slide = k->blocks[b->block].is_slide;
    if (!is_slide)
      b->low = at_nought ? 0 : fmin (1e-3 * k->size, 0.1 * x);
    // A radius of 0 that may not be held there starts free: a row on it alone would say nothing.
    bool free = !is_slide && at_nought;
    b->frozen = free ? 0 : x <= b->low ? -1 : x >= b->high ? 1 : 0;
    b->joint = false;
    b->releases = 0;
  }
}

void
tr_bounds_begin (TrComponent *k, const TrState *s)
{
  begin (k, s, false);
}

void
tr_bounds_begin_at_nought (TrComponent *k, const TrState *s)
{
  begin (k, s, true);
}

bool
tr_bounds_stop_radii (const TrComponent *k)
{
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen && !k->blocks[k->bounds[i].block].is_slide)
      return true;
  return false;
}

void
tr_bounds_restore (TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    double x = s->q[k->blocks[b->block].at + b->k];
    b->frozen = x <= b->low ? -1 : x >= b->high ? 1 : 0;
    b->joint = false;
  }
}

void
tr_bounds_begin_step (TrComponent *k)
{
  for (int i = 0; i < k->n_bounds; i++)
    k->bounds[i].releases = 0;
}

static bool
is_corner (const TrBody *body, const double *q, double t)
{
  TrJet before, after;
  tr_body_get_ops (body)->jet (body, q, t - 1e-6, TR_JET_PLACE, &before);
  tr_body_get_ops (body)->jet (body, q, t + 1e-6, TR_JET_PLACE, &after);
  return !(v2_dot (before.x_t, after.x_t) >
           corner_cosine * v2_norm (before.x_t) * v2_norm (after.x_t));
}

// A slide that has gone by d stops at the first corner on its way.
static void
stop_at_corner (const TrEngine *e, const TrComponent *k, TrState *s, TrBound *b, double d)
{
  enum { MOST_JOINTS = 64 };
  const TrBlock *block = &k->blocks[b->block];
  const TrBody *body = &e->m->bodies[tr_block_slide (e->m, block)->body];
  double *x = &s->q[block->at], from = *x - d, way = d < 0 ? -1 : 1;
  if (!(d < 0 || d > 0) || !tr_bounds_has_joints (body))
    return;
  // one that stands on a joint is counted to the span after it
  double joint = d > 0 ? floor (from) + 1 : floor (from);
  for (int i = 0; i < MOST_JOINTS && way * joint <= way * *x; i++, joint += way)
    if (joint > b->low && joint < b->high && is_corner (body, tr_body_q (body, s->q), joint)) {
      b->joint = true;
      b->frozen = d < 0 ? -1 : 1;
      *x = joint;
      return;
    }
}

G_ALWAYS_INLINE static inline void
move_by (double *q, const double *d, int n, double alpha, double least)
{
  for (int i = 0; i < n; i++) {
    double way = alpha * d[i], there = q[i] + way;
    q[i] = fabs (way) > least ? there : q[i];
  }
}

// What a hand does to the far end of a large drawing dies out but never ends: beyond the last digit
// of the drawing's size it is nothing, so that what stands still does so to the last bit.
static void
move_block (const TrEngine *e, const TrComponent *k, const TrBlock *b, TrState *s, double alpha)
{
  bool exact = b->is_slide || e->m->bodies[b->body].kind == TR_BODY_FORMULA ||
               e->m->bodies[b->body].kind == TR_BODY_NUMBER; // of any size
  double least = exact ? -1 : k->tiny;
  if (b->dim == 3) // most are bars
    move_by (s->q + b->at, k->d + b->v, 3, alpha, least);
  else
    move_by (s->q + b->at, k->d + b->v, b->dim, alpha, least);
}

// False where it is between its ends.
static bool
stop_at_end (const TrComponent *k, TrState *s, TrBound *b)
{
  double *x = unknown (k, b, s->q);
  bool is_slide = k->blocks[b->block].is_slide;
  double near = is_slide && b->high < G_MAXDOUBLE ? near_end * (b->high - b->low) : 0;
  if (*x > b->low + near && *x < b->high - near)
    return false;
  b->frozen = *x <= b->low + near ? -1 : 1;
  *x = b->frozen < 0 ? b->low : b->high;
  return true;
}

bool
tr_bounds_move (TrEngine *e, TrComponent *k, TrState *s, double alpha)
{
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      k->d[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
  tr_ties_keep (e, k, s, alpha);
  for (int i = 0; i < k->n_blocks; i++)
    move_block (e, k, &k->blocks[i], s, alpha);
  bool changed = false;
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    if (b->frozen)
      continue;
    bool slide = k->blocks[b->block].is_slide;
    if (slide && k->corners)
      stop_at_corner (e, k, s, b, alpha * k->d[k->blocks[b->block].v]);
    changed |= b->joint;
    if (!b->joint)
      changed |= stop_at_end (k, s, b);
  }
  return changed;
}

// The way there may have ended beyond an end, and a part of it does as well.
void
tr_bounds_go_back (TrComponent *k, TrState *s, double share)
{
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int j = 0; j < b->dim; j++)
      s->q[b->at + j] = k->trial[b->v + j] + share * k->d[b->v + j];
  }
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    if (b->joint)
      continue;
    b->frozen = 0;
    stop_at_end (k, s, b);
  }
}

// λ·(c(t) − c(now)) over the rows of the constraints on a slide: what the multipliers gain by
// having it at t. *any: whether there are such rows.
static double
gain_at (const TrEngine *e, const TrComponent *k, const TrBound *b, TrState *s, double t, bool *any)
{
  const TrBlock *block = &k->blocks[b->block];
  double gain = 0, *x = &s->q[block->at], kept = *x;
  *any = false;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    bool touches = false, undefined;
    for (int r = 0; r < n->n_runs; r++)
      touches |= k->run_block[n->run + r] == b->block;
    if (!touches)
      continue;
    double at[TR_ROWS_MAX], there[TR_ROWS_MAX];
    *any = true;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, at, &undefined);
    *x = t;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, there, &undefined);
    *x = kept;
    for (int r = 0; r < n->rows; r++)
      gain += k->lambda_new[n->lambda + r] * (there[r] - at[r]);
  }
  return gain;
}

// Which span a slide at a corner should go on to: −1 the one before, 1 the one after, 0 neither.
static int
way_from_corner (const TrEngine *e, const TrComponent *k, const TrBound *b, TrState *s)
{
  double t = s->q[k->blocks[b->block].at], step = 1e-4;
  bool any;
  double before = gain_at (e, k, b, s, t - step, &any);
  double after = gain_at (e, k, b, s, t + step, &any);
  if (!any)
    return b->frozen;
  if (!(before > 0 || after > 0))
    return 0;
  return before > after ? -1 : 1;
}

// Where the curve stands still at its end (x_t = 0: a handle of no length) Jᵀλ says nothing: a
// point a little inside is asked whether the multipliers would rather have it there.
static bool
rather_inside (TrEngine *e, const TrComponent *k, const TrBound *b, TrState *s, double *t_in)
{
  const TrBlock *block = &k->blocks[b->block];
  if (!block->is_slide)
    return false;
  const TrBody *body = &e->m->bodies[tr_block_slide (e->m, block)->body];
  const double *q = tr_body_q (body, s->q);
  TrJet here;
  double t = b->frozen < 0 ? b->low : b->high;
  tr_body_get_ops (body)->jet (body, q, t, TR_JET_TANGENT, &here);
  if (v2_norm (here.x_t) >= 1e-6 * k->size)
    return false;
  *t_in = t - 1e-2 * fmin (1, b->high - b->low) * b->frozen;
  bool any;
  return gain_at (e, k, b, s, *t_in, &any) > 0;
}

bool
tr_bounds_release (TrEngine *e, TrComponent *k, TrState *s)
{
  bool changed = false;
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    if (!b->frozen || b->releases >= MOST_RELEASES)
      continue;
    if (b->joint) {
      int way = way_from_corner (e, k, b, s);
      if (way == 0)
        continue;
      if (way < 0) // inside the span before it
        *unknown (k, b, s->q) -= 1e-7;
      b->joint = false;
      b->frozen = 0;
      b->releases++;
      changed = true;
      continue;
    }
    double f = k->force[i], t_in;
    for (int r = 0; r < k->n_rows; r++)
      f += k->column[i * k->n_rows + r] * k->lambda_new[r];
    bool inside = rather_inside (e, k, b, s, &t_in);
    if (inside)
      *unknown (k, b, s->q) = t_in;
    if (inside || f * b->frozen < 0) {
      b->frozen = 0;
      b->releases++;
      changed = true;
    }
  }
  return changed;
}

bool
tr_bounds_any_frozen (const TrComponent *k)
{
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      return true;
  return false;
}

bool
tr_bounds_release_all (TrComponent *k, TrState *s)
{
  bool any = false;
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    if (!b->frozen)
      continue;
    double span = !k->blocks[b->block].is_slide ? k->size : b->joint ? 1 : b->high - b->low;
    *unknown (k, b, s->q) -= 1e-3 * span * b->frozen;
    b->frozen = 0;
    b->joint = false;
    any = true;
  }
  return any;
}
