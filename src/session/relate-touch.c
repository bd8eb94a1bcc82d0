// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where two curves come nearest to touching: a coarse search over both parameters, then finer
// ones around the best place.

#include "session/relate-private.h"

#define SAMPLES 48
// Each round looks at this part of the last one's steps.
#define ROUNDS 12
#define FINE   2

typedef struct {
  Vec2 x, v; // place, and the unit tangent
} Sample;

typedef struct {
  const TrBody *body;
  const double *q;
  double t0, t1, t, step;
  int n;
  double at[SAMPLES + 1];
  Sample sample[SAMPLES + 1];
} Side;

static void
take (Side *s, int i, double t)
{
  TrJet j;
  bool wraps = tr_body_is_closed (s->body);

  s->at[i] = wraps ? t : fmin (s->t1, fmax (s->t0, t));
  tr_body_get_ops (s->body)->jet (s->body, s->q, s->at[i], TR_JET_PLACE, &j);
  s->sample[i] = (Sample){j.x, v2_unit_or (j.x_t, v2 (0, 0))};
}

static void
sample_all (Side *s)
{
  s->n = SAMPLES + 1;
  s->step = (s->t1 - s->t0) / SAMPLES;
  for (int i = 0; i <= SAMPLES; i++)
    take (s, i, s->t0 + i * s->step);
}

static void
sample_near (Side *s)
{
  s->n = 2 * FINE + 1;
  s->step /= FINE;
  for (int i = 0; i < s->n; i++)
    take (s, i, s->t + (i - FINE) * s->step);
}

// |x_a − x_b|²/ℓ² + sin²
static double
cost (const Sample *a, const Sample *b, double ell)
{
  Vec2 d = v2_sub (a->x, b->x);
  double s = v2_cross (a->v, b->v);
  return v2_dot (d, d) / (ell * ell) + s * s;
}

static bool
choose (Side *a, Side *b, double ell)
{
  double least = INFINITY;

  for (int i = 0; i < a->n; i++)
    for (int k = 0; k < b->n; k++) {
      double c = cost (&a->sample[i], &b->sample[k], ell);
      if (c < least) {
        least = c;
        a->t = a->at[i];
        b->t = b->at[k];
      }
    }
  return isfinite (least);
}

static Side
side_of (const TrModel *m, const double *q, int body)
{
  Side s = {.body = &m->bodies[body], .q = tr_body_q (&m->bodies[body], q)};
  tr_body_get_ops (s.body)->range (s.body, &s.t0, &s.t1);
  return s;
}

// ℓ: the smaller of the two bodies' boxes, so that neither looks like a point to the other.
static double
size_of (const Side *a, const Side *b)
{
  Vec2 low, high;
  double size = INFINITY;

  if (tr_body_box (a->body, a->q, &low, &high))
    size = v2_dist (low, high);
  if (tr_body_box (b->body, b->q, &low, &high))
    size = fmin (size, v2_dist (low, high));
  return isfinite (size) && size > 0 ? size : 1;
}

static double
wrapped (const Side *s)
{
  double period = s->t1 - s->t0;
  if (!tr_body_is_closed (s->body))
    return s->t;
  return s->t - period * floor ((s->t - s->t0) / period);
}

bool
tr_nearest_touch (const TrModel *m, const double *q, int a, int b, double *t_a, double *t_b)
{
  Side x = side_of (m, q, a), y = side_of (m, q, b);
  double ell = size_of (&x, &y);

  sample_all (&x);
  sample_all (&y);
  if (!choose (&x, &y, ell))
    return false;
  for (int i = 0; i < ROUNDS; i++) {
    sample_near (&x);
    sample_near (&y);
    choose (&x, &y, ell);
  }
  *t_a = wrapped (&x);
  *t_b = wrapped (&y);
  return true;
}
