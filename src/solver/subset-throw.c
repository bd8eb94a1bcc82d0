// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Far starts: what a drawing is made of lies about as if it had been thrown, whole.

#include "solver/subset-private.h"

#include "solver/engine-private.h"

static const double widest = 0.6; // of the size

// In [0, 1), as if by chance; the same every time.
static double
spread (int i, double by)
{
  double x = (i + 1) * by;
  return x - floor (x);
}

static void
move_point (double *q, Vec2 from, Mat2 turn, Vec2 to)
{
  Vec2 p = v2_add (to, m2_apply (turn, v2_sub (v2 (q[0], q[1]), from)));
  q[0] = p.x;
  q[1] = p.y;
}

// About its middle, which goes by so much.
static void
throw_body (const TrBody *b, double *q, double angle, Vec2 by)
{
  Mat2 turn = m2_rotation (angle);
  Vec2 middle = v2 (q[0], q[1]);
  switch (b->kind) {
  case TR_BODY_POINT:
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
    for (int i = 2; i + 1 < b->n; i += 2)
      middle = v2_add (middle, v2 (q[i], q[i + 1]));
    middle = v2_scale (middle, 2.0 / b->n);
    for (int i = 0; i + 1 < b->n; i += 2)
      move_point (&q[i], middle, turn, v2_add (middle, by));
    break;
  case TR_BODY_SHEET:
    move_point (&q[2], v2 (0, 0), turn, v2 (0, 0));
    move_point (&q[4], v2 (0, 0), turn, v2 (0, 0));
    move_point (q, middle, turn, v2_add (middle, by));
    break;
  case TR_BODY_RIGID:
    q[2] += angle;
    move_point (q, middle, turn, v2_add (middle, by));
    break;
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
    for (int i = 3 + (b->kind == TR_BODY_ELLIPSE); i < b->n; i++)
      q[i] += angle;
    move_point (q, middle, turn, v2_add (middle, by));
    break;
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
}

void
tr_subset_throw (const TrSubset *t, int which)
{
  const TrModel *m = t->e->m;
  for (int i = 0; i < t->n_blocks; i++) {
    int at = t->k->blocks[t->block[i]].at, body = t->k->blocks[t->block[i]].body;
    if (body < 0 || m->bodies[body].q != at)
      continue;
    double angle = 2 * G_PI * spread (which * 7 + body, 0.6180339887498949);
    Vec2 by = v2 (spread (which * 5 + body, 0.7548776662466927) - 0.5,
                  spread (which * 3 + body, 0.5698402909980532) - 0.5);
    throw_body (&m->bodies[body], t->s->q + at, angle, v2_scale (by, widest * t->k->size));
  }
}
