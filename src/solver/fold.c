// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point of a mechanism with one freedom goes along a curve, and turns back where the mechanism
// goes through a dead centre: there ∂x/∂τ = 0 while all others go on. Beyond it lies another
// branch, on which the point is at the same places. A hand that pulls the point too far must not
// slip over: the way back would be another one. The fold was passed when ẋ has turned round and
// the motion of all unknowns with it has not, or the other way about.

#include "solver/component.h"

#include <string.h>

// The smaller eigenvalue of a point with one way, beside the larger.
static const double one_way = 1e-6;
// The cosine of two motions that can be told from their opposites.
static const double clear = 0.3;

void
tr_fold_init (TrFold *fold, int n_v)
{
  *fold = (TrFold){.way = g_new0 (double, n_v + 1), .now = g_new0 (double, n_v + 1)};
}

void
tr_fold_clear (TrFold *fold)
{
  g_clear_pointer (&fold->way, g_free);
  g_clear_pointer (&fold->now, g_free);
}

// v and the point's own velocity under a unit force on it.
static Vec2
give (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 unit, double *v)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *f = tr_scratch_zeroed (e->scratch, (size_t) k->n_v);
  double *b = tr_scratch_zeroed (e->scratch, (size_t) k->n_rows + 1);
  double *lambda = tr_scratch_doubles (e->scratch, (size_t) k->n_rows + 1);
  Vec2 x = {0, 0};
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    const TrBlock *block = &k->blocks[e->block_of_q[tap->run_at[a]]];
    for (int i = 0; i < tap->run_n[a]; i++)
      f[block->v + i] = v2_dot (unit, tap->x_q[col + i]);
  }
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      f[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
  tr_kkt_solve (k->kkt, f, b, v, lambda);
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    const TrBlock *block = &k->blocks[e->block_of_q[tap->run_at[a]]];
    for (int i = 0; i < tap->run_n[a]; i++)
      x = v2_mad (x, v[block->v + i], tap->x_q[col + i]);
  }
  tr_scratch_release (e->scratch, mark);
  return x;
}

double
tr_fold_measure (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrFold *fold = &e->grab.fold;
  size_t mark = tr_scratch_mark (e->scratch);
  TrTap tap;
  tr_tap_connector (e->m, &e->grab.what, s->q, e->scratch, &tap);
  double *v = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  Vec2 x = give (e, k, &tap, v2 (1, 0), fold->now), y = give (e, k, &tap, v2 (0, 1), v);
  double mean = 0.5 * (x.x + y.y), half = 0.5 * (x.x - y.y);
  double spread = hypot (half, 0.5 * (x.y + y.x)), larger = mean + spread;
  // the eigenvector of the larger, from the better of two forms
  Vec2 dir = half > 0 ? v2 (half + spread, x.y) : v2 (x.y, spread - half);
  double length = v2_norm (dir);
  fold->has_one = larger > 0 && length > 0 && mean - spread <= one_way * larger;
  if (fold->has_one) {
    fold->now_dir = v2_scale (dir, 1 / length);
    for (int i = 0; i < k->n_v; i++)
      fold->now[i] = fold->now_dir.x * fold->now[i] + fold->now_dir.y * v[i];
  }
  tr_scratch_release (e->scratch, mark);
  return larger;
}

// The cosine of the angle between two motions in the metric of the drag.
static double
cosine (const TrComponent *k, const double *a, const double *b)
{
  double ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *block = &k->blocks[i];
    for (int j = 0; j < block->dim; j++) {
      double m = k->M[block->m + j * (block->dim + 1)];
      double x = a[block->v + j], y = b[block->v + j];
      ab += m * x * y;
      aa += m * x * x;
      bb += m * y * y;
    }
  }
  return aa > 0 && bb > 0 ? ab / sqrt (aa * bb) : 0;
}

bool
tr_fold_is_passed (const TrComponent *k, const TrFold *fold)
{
  if (!fold->is_known || !fold->has_one)
    return false;
  double point = v2_dot (fold->dir, fold->now_dir), all = cosine (k, fold->way, fold->now);
  return fabs (point) > clear && fabs (all) > clear && point * all < 0;
}

void
tr_fold_learn (const TrComponent *k, TrFold *fold)
{
  if (!fold->has_one)
    return;
  fold->is_known = true;
  fold->dir = fold->now_dir;
  memcpy (fold->way, fold->now, sizeof (double) * (size_t) k->n_v);
}
