// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/last-digits.h"

#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/solve/shrunk.h"
#include "solver/solve/vanish.h"

static const double nothing = 1e-9; // of the component's size

// Points that are all in one place, but for so little.
static void
shrink_points (int n, double *q, double little)
{
  Vec2 low = v2 (q[0], q[1]), high = low;
  for (int i = 2; i < n; i += 2) {
    low = v2 (fmin (low.x, q[i]), fmin (low.y, q[i + 1]));
    high = v2 (fmax (high.x, q[i]), fmax (high.y, q[i + 1]));
  }
  if (!(v2_dist (low, high) <= little))
    return;
  Vec2 middle = v2_lerp (low, high, 0.5);
  for (int i = 0; i < n; i += 2) {
    q[i] = middle.x;
    q[i + 1] = middle.y;
  }
}

// Its unknowns where it is next to nothing: a segment, or a list of points, comes to its middle, a radius to 0.
static void
shrink_body (const TrBody *b, double *q, double size)
{
  bool is_ellipse = b->kind == TR_BODY_ELLIPSE;
  bool is_round = b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC || is_ellipse;
  bool is_list = b->kind == TR_BODY_POLYLINE || b->kind == TR_BODY_BEZIER ||
                 b->kind == TR_BODY_SPLINE || b->kind == TR_BODY_SEGMENT;
  if (is_list)
    shrink_points (b->n, q, nothing * size);
  for (int i = 2; i <= 2 + is_ellipse && is_round; i++)
    q[i] = q[i] <= nothing * size ? 0 : q[i];
}

// Whether the blocks from the first on are a whole body: points of a list may be of several components. n: blocks of it.
static bool
has_all_of_body (const TrEngine *e, const TrComponent *k, int first, int *n)
{
  const TrBlock *b = &k->blocks[first];
  int dim = b->dim;
  *n = 1;
  if (b->is_slide)
    return false;
  for (; first + *n < k->n_blocks && !b[*n].is_slide && b[*n].body == b->body; ++*n)
    dim += b[*n].dim;
  return dim == e->m->bodies[b->body].n && b->at == e->m->bodies[b->body].q;
}

void
tr_lose_last_digits (
    TrEngine *e, TrComponent *k, TrState *s, double size, const double *home, bool afresh)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *there = tr_scratch_doubles (e->scratch, (size_t) k->n_v), in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  tr_component_gather (k, s->q, there);
  for (int i = 0, n; i < k->n_blocks && in_tol > 1; i += n)
    if (has_all_of_body (e, k, i, &n)) {
      const TrBody *b = &e->m->bodies[k->blocks[i].body];
      double *q = s->q + k->blocks[i].at;
      if (tr_body_has_vanished (b, q, home + k->blocks[i].v) || tr_body_is_shrunk (b, q))
        shrink_body (b, q, size);
    }
  if (in_tol > 1) {
    if (afresh)
      tr_component_measure (e, k, s);
    tr_component_residual (e, k, s, NULL, &in_tol);
    if (in_tol > 1) {
      tr_component_scatter (k, there, s->q);
      if (afresh)
        tr_component_measure (e, k, s);
    }
    tr_change_forget (k);
    k->known = false;
  }
  tr_scratch_release (e->scratch, mark);
}
