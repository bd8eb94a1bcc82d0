// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Unknowns with an end: a slide's parameter on an open curve, a radius. At the end an unknown
// is clipped and frozen, its row and column dropped; it is released when the forces on it point
// inside.

#include "solver/component.h"

enum { MOST_RELEASES = 3 }; // of one unknown in a sub-step: no chatter

// Of a slide's range: so near its end it is at the end. Where the curve stands still there it
// would come ever nearer without getting there, and never be let go.
static const double near_end = 1e-11;

static double *
unknown (const TrComponent *k, const TrBound *b, double *q)
{
  return &q[k->blocks[b->block].at + b->k];
}

void
tr_bounds_begin (TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    double x = *unknown (k, b, s->q);
    // A radius that went through 0 would come back as another circle's side.
    if (!k->blocks[b->block].slide)
      b->low = fmin (1e-3 * k->size, x);
    b->frozen = x <= b->low ? -1 : x >= b->high ? 1 : 0;
    b->releases = 0;
  }
}

void
tr_bounds_restore (TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    double x = s->q[k->blocks[b->block].at + b->k];
    b->frozen = x <= b->low ? -1 : x >= b->high ? 1 : 0;
  }
}

void
tr_bounds_begin_step (TrComponent *k)
{
  for (int i = 0; i < k->n_bounds; i++)
    k->bounds[i].releases = 0;
}

bool
tr_bounds_move (TrComponent *k, TrState *s, double alpha)
{
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      k->d[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int j = 0; j < b->dim; j++)
      s->q[b->at + j] += alpha * k->d[b->v + j];
  }
  bool changed = false;
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    double *x = unknown (k, b, s->q);
    double near = k->blocks[b->block].slide ? near_end * (b->high - b->low) : 0;
    if (b->frozen || (*x > b->low + near && *x < b->high - near))
      continue;
    b->frozen = *x <= b->low + near ? -1 : 1;
    *x = b->frozen < 0 ? b->low : b->high;
    changed = true;
  }
  return changed;
}

// Where the curve stands still at its end (x_t = 0: a handle of no length) Jᵀλ says nothing: a
// point a little inside is asked whether the multipliers would rather have it there.
static bool
rather_inside (TrEngine *e, const TrComponent *k, const TrBound *b, TrState *s, double *t_in)
{
  const TrBlock *block = &k->blocks[b->block];
  if (!block->slide)
    return false;
  const TrBody *body = &e->m->bodies[block->slide->body];
  const double *q = tr_body_q (body, s->q);
  TrJet here, there;
  double t = b->frozen < 0 ? b->low : b->high;
  tr_body_get_ops (body)->jet (body, q, t, TR_JET_TANGENT, &here);
  if (v2_norm (here.x_t) >= 1e-6 * k->size)
    return false;
  *t_in = t - 1e-2 * b->frozen;
  tr_body_get_ops (body)->jet (body, q, *t_in, TR_JET_PLACE, &there);
  // λ·(c(t_in) − c(t)): the rows of the constraint at both parameters
  double gain = 0, *x = &s->q[block->at], kept = *x;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    bool touches = false, undefined;
    for (int r = 0; r < n->n_runs; r++)
      touches |= k->run_block[n->run + r] == b->block;
    if (!touches)
      continue;
    double at[TR_ROWS_MAX], in[TR_ROWS_MAX];
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, at, &undefined);
    *x = *t_in;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, in, &undefined);
    *x = kept;
    for (int r = 0; r < n->rows; r++)
      gain += k->lambda_new[n->lambda + r] * (in[r] - at[r]);
  }
  return gain > 0;
}

bool
tr_bounds_release (TrEngine *e, TrComponent *k, TrState *s)
{
  bool changed = false;
  for (int i = 0; i < k->n_bounds; i++) {
    TrBound *b = &k->bounds[i];
    if (!b->frozen || b->releases >= MOST_RELEASES)
      continue;
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
    double span = k->blocks[b->block].slide ? b->high - b->low : k->size;
    *unknown (k, b, s->q) -= 1e-3 * span * b->frozen;
    b->frozen = 0;
    any = true;
  }
  return any;
}
