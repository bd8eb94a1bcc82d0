// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How big the things of a component are: ℓ and tolerances of its constraints, its size, and how far
// its points may go.

#include "solver/boxes.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/soft.h"

#include <float.h>
#include <math.h>

// What a solve leaves of things that have come to nothing near the origin, and farther away, of how far that is.
static const double no_size = 1e-15;
static const double no_share = 8 * DBL_EPSILON;
// Of the size: no length, but the last digits of one.
static const double rounding = 1e-13;

// The diagonal of the box of its bodies, grounded connectors of its constraints included.
static double
component_size (const TrEngine *e, const TrComponent *k, const TrState *s, const TrBoxes *boxes)
{
  Vec2 low = v2 (G_MAXDOUBLE, G_MAXDOUBLE), high = v2 (-G_MAXDOUBLE, -G_MAXDOUBLE), a, b;
  bool any = false;
  for (int i = 0; i < k->n_bodies; i++)
    if (tr_boxes_find (boxes, e->m, k->bodies[i], s->q, &a, &b)) {
      low = v2 (fmin (low.x, a.x), fmin (low.y, a.y));
      high = v2 (fmax (high.x, b.x), fmax (high.y, b.y));
      any = true;
    }
  double size = any ? v2_dist (low, high) : 0;
  double far =
      any ? fmax (fmax (fabs (low.x), fabs (low.y)), fmax (fabs (high.x), fabs (high.y))) : 0;
  for (int i = 0; i < k->n_nodes; i++)
    size = fmax (size, k->nodes[i].ell);
  size = fmax (size, k->least_size);
  return size > fmax (no_size, no_share * far) ? size : 1;
}

// Blocks of points, and bars whose third unknown is an angle: how far they may move with their
// rows straight on, by the least ℓ on them.
static void
measure_still (const TrEngine *e, TrComponent *k)
{
  static const double straight = 1e-7;
  for (int i = 0; i < k->n_blocks; i++)
    k->blocks[i].still = k->blocks[i].still_turn = 0;
  for (int i = 0; i < k->n_nodes; i++)
    for (int r = k->nodes[i].run; r < k->nodes[i].run + k->nodes[i].n_runs; r++) {
      TrBlock *b = k->run_block[r] >= 0 ? &k->blocks[k->run_block[r]] : NULL;
      TrBodyKind kind = b && b->body >= 0 ? e->m->bodies[b->body].kind : TR_N_BODY_KINDS;
      bool points = b && b->dim % 2 == 0 && kind < TR_N_BODY_KINDS &&
                    tr_soft_coordinate_of (&e->m->bodies[b->body], b->dim - 1) >= 0;
      if (!points && kind != TR_BODY_RIGID)
        continue;
      double still = straight * k->nodes[i].ell;
      b->still = b->still > 0 ? fmin (b->still, still) : still;
      b->still_turn = kind == TR_BODY_RIGID ? straight : b->still;
    }
}

// How far from its origin a constraint takes hold of a rigid.
static double
find_arm (const TrConstraint *c, int body)
{
  double arm = 0;
  for (int i = 0; i < 3; i++) {
    const TrEnd *end = &c->end[i];
    int n = end->kind == TR_END_FROMTO ? 2 : end->kind == TR_END_POINT;
    for (int j = 0; j < n; j++)
      if (end->connector[j].kind == TR_AT_LOCAL && end->connector[j].body == body)
        arm = fmax (arm, v2_norm (end->connector[j].p));
  }
  return arm;
}

static bool
is_rigid (const TrEngine *e, const TrComponent *k, int block)
{
  return block >= 0 && !k->blocks[block].is_slide &&
         e->m->bodies[k->blocks[block].body].kind == TR_BODY_RIGID;
}

// A rigid is as long as its arms, whatever length it resists with: one that goes without saying is 1, in a
// drawing of any size.
static void
measure_arms (const TrEngine *e, TrComponent *k)
{
  for (int i = 0; i < k->n_blocks; i++)
    k->limit[i] = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < k->n_nodes; i++) {
      TrNode *n = &k->nodes[i];
      for (int r = n->run; r < n->run + n->n_runs; r++) {
        int block = k->run_block[r];
        if (!is_rigid (e, k, block))
          continue;
        double *arm = &k->limit[block];
        if (pass == 0)
          *arm = fmax (*arm, find_arm (&e->m->constraints[n->con], k->blocks[block].body));
        else
          n->ell = fmax (n->ell, *arm);
      }
    }
}

// What has no length of its own (coincidences, nails, equations) is as long as the shortest of what
// else is on its bodies, or as most things are.
static void
borrow_links (TrComponent *k)
{
  static const double no_length = 1e-9; // points that are joined, and miss each other
  for (int i = 0; i < k->n_blocks; i++)
    k->limit[i] = G_MAXDOUBLE;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    for (int r = n->run; r < n->run + n->n_runs && n->ell > 0; r++)
      if (k->run_block[r] >= 0)
        k->limit[k->run_block[r]] = fmin (k->limit[k->run_block[r]], n->ell);
  }
  for (int i = 0; i < k->n_nodes; i++) {
    TrNode *n = &k->nodes[i];
    if (n->ell > 0)
      continue;
    double least = G_MAXDOUBLE;
    for (int r = n->run; r < n->run + n->n_runs; r++)
      if (k->run_block[r] >= 0)
        least = fmin (least, k->limit[k->run_block[r]]);
    if (!(least < G_MAXDOUBLE))
      least = k->link > 0 ? k->link : k->size;
    n->ell = least > no_length ? least : 1;
  }
}

// A link: the harmonic mean of what has a length, near the least, so that long rails do not make
// links longer; nor does one short link make all short, and specks count for nothing.
static double
find_link (const TrComponent *k)
{
  static const double speck = 1e-3; // of the geometric mean
  double log_sum = 0, inverse = 0, least = G_MAXDOUBLE;
  int n_logs = 0, n = 0;
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].ell > 0) {
      log_sum += log (k->nodes[i].ell);
      n_logs++;
    }
  double floor = n_logs > 0 ? speck * exp (log_sum / n_logs) : 0;
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].ell > floor) {
      inverse += 1 / k->nodes[i].ell;
      least = fmin (least, k->nodes[i].ell);
      n++;
    }
  double mean = n > 0 ? n / inverse : 0;
  return CLAMP (1.2 * least, 0.5 * mean, mean);
}

// A nail is held as well as its links are, however small they are.
static void
judge_rows (TrEngine *e, const TrState *s, const TrBoxes *boxes, TrNode *n)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  double extent, ell = tr_constraint_ell_within (e->m, n->con, s->q, boxes, &extent);
  tr_constraint_rows_fast (e->m, n->con, s->q, &s->memory[n->con], s->time, ell, e->scratch, &rows);
  rows.extent = extent;
  tr_rows_judge (e->m, n->con, s->q, n->ell < ell ? n->ell : ell, &rows);
  for (int r = 0; r < n->rows; r++)
    n->tol[r] = rows.tol[r];
  tr_scratch_release (e->scratch, mark);
}

// The component's size, ℓ and tolerances of its constraints, and from them how far the points of
// each block may go in a sub-step: half the ℓ of the constraints on it, at least 1e-2 size (turns
// are held apart: a long chain may be carried farther than its links are long).
void
tr_component_measure (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrBoxes boxes = tr_kept_boxes_at (e, k, s);
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].ell = tr_constraint_link (e->m, k->nodes[i].con, s->q, &boxes);
  measure_arms (e, k);
  k->size = component_size (e, k, s, &boxes);
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].ell < rounding * k->size)
      k->nodes[i].ell = 0; // what has come to nothing
  k->link = find_link (k);
  borrow_links (k);
  for (int i = 0; i < k->n_nodes; i++)
    judge_rows (e, s, &boxes, &k->nodes[i]);
  k->tiny = 0x1p-64 * fmin (1, k->size);
  measure_still (e, k);
  tr_change_forget (k);
  k->allowance = G_MAXDOUBLE;
  for (int i = 0; i < k->n_blocks; i++)
    k->limit[i] = G_MAXDOUBLE;
  for (int i = 0; i < k->n_nodes; i++) {
    double limit = 0.5 * fmax (k->nodes[i].ell, 1e-2 * k->size);
    // a drive says nothing of the sizes of things
    for (int r = 0; r < k->nodes[i].n_runs && !k->nodes[i].drive; r++) {
      int block = k->run_block[k->nodes[i].run + r];
      if (block >= 0)
        k->limit[block] = fmin (k->limit[block], limit);
    }
  }
}
