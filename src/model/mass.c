// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The drag that decides how motion is shared: M of bodies and of slides (format.md, Bodies and
// Connectors; the viscous metric is witkin-1990 §5.2).

#include "model/row.h"

#include <glib.h>
#include <math.h>

// What M has at least on its diagonal, and a slide's |x_t|, as parts of ell.
#define DRAG_FLOOR  1e-6
#define SPEED_FLOOR 1e-3
#define SLIDE_DRAG  1e-4

// Square root of the weight of unknown i.
static double
root_weight (const TrBody *b, int i)
{
  return b->weights != NULL ? sqrt (b->weights[i]) : 1;
}

static bool
is_angle (const TrBodyOps *ops, int i)
{
  for (const TrField *f = ops->fields; f->name != NULL; f++)
    if (f->type == TR_FIELD_ANGLE && f->at == i)
      return true;
  return false;
}

// A member of a sheet's u or v: a length over a length.
static bool
is_share (const TrBody *b, int i)
{
  return b->kind == TR_BODY_SHEET && i >= 2;
}

// The size × size block of M whose first unknown is `first`: weights, then the floor.
static void
finish_block (const TrBody *b, int first, int size, double ell, double *M)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  double least = DRAG_FLOOR * ell, of_angles = least * (ell * ell);
  for (int i = 0; i < size; i++) {
    double *diagonal = &M[i * size + i];
    if (b->weights != NULL)
      for (int k = 0; k < size; k++)
        M[i * size + k] *= root_weight (b, first + i) * root_weight (b, first + k);
    if (*diagonal < least || *diagonal < of_angles) {
      double floor = is_angle (ops, first + i) ? of_angles
                     : is_share (b, first + i) ? fmin (least, of_angles)
                                               : least;
      *diagonal = fmax (*diagonal, floor);
    }
  }
}

void
tr_body_mass (const TrModel *m, const TrBody *b, const double *q, double ell, double *M)
{
  tr_body_mass_plain (m, b, q, M);
  tr_body_mass_finish (b, ell, M);
}

void
tr_body_mass_plain (const TrModel *m, const TrBody *b, const double *q, double *M)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  bool viscous = m->world.metric == TR_METRIC_VISCOUS && ops->consistent != NULL;
  (viscous ? ops->consistent : ops->mass) (b, tr_body_q (b, q), M);
}

void
tr_body_mass_finish (const TrBody *b, double ell, double *M)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  int size = ops->block == 0 ? b->n : ops->block;
  for (int first = 0; first < b->n; first += size)
    finish_block (b, first, size, ell, M + first * size);
}

int
tr_body_mass_pairs (const TrModel *m, const TrBody *b, const double *q, TrMassPair *pairs)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  if (m->world.metric != TR_METRIC_VISCOUS || ops->pairs == NULL)
    return 0;
  int n = ops->pairs (b, tr_body_q (b, q), pairs);
  for (int k = 0; k < n; k++) {
    int i = 2 * pairs[k].i, j = 2 * pairs[k].j;
    pairs[k].m.x *= root_weight (b, i) * root_weight (b, j);
    pairs[k].m.y *= root_weight (b, i + 1) * root_weight (b, j + 1);
  }
  return n;
}

double
tr_slide_drag (const TrModel *m, const TrConnector *c, const double *q)
{
  g_return_val_if_fail (c->kind == TR_AT_SLIDE && c->body >= 0, 0);
  const TrBody *b = &m->bodies[c->body];
  return tr_body_get_ops (b)->drag (b, tr_body_q (b, q));
}

// 1e-4 · m · max (|x_t|, 1e-3 ℓ)²; m too has its floor, so that a slide on a curve of no length
// does not move without any drag.
double
tr_slide_mass (const TrModel *m, const TrConnector *c, const double *q, double ell, double drag)
{
  g_return_val_if_fail (c->kind == TR_AT_SLIDE && c->body >= 0, 0);
  const TrBody *b = &m->bodies[c->body];
  TrJet j;
  tr_body_get_ops (b)->jet (b, tr_body_q (b, q), c->slide < 0 ? c->p.x : q[c->slide], TR_JET_PLACE,
                            &j);
  double speed = fmax (v2_norm (j.x_t), SPEED_FLOOR * ell);
  return SLIDE_DRAG * fmax (drag, DRAG_FLOOR * ell) * speed * speed;
}
