// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Far starts: what a drawing is made of lies about as if it had been thrown, whole or point by point.

#include "solver/subset-private.h"

#include "solver/engine-private.h"

static const double widest = 0.6; // of the size

// In [−½, ½), as if by chance; the same every time.
static double
spread (int i, int which)
{
  guint32 x = (guint32) i * 2654435761u + (guint32) which * 0x9e3779b9u + 0x85ebca6bu;
  for (int k = 0; k < 3; k++)
    x = (x ^ x >> 15) * 0x2c1b3c6du + 1;
  return (x ^ x >> 16) * 0x1p-32 - 0.5;
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

static void
throw_bodies (const TrSubset *t, int which)
{
  const TrModel *m = t->e->m;
  for (int i = 0; i < t->n_blocks; i++) {
    int at = t->k->blocks[t->block[i]].at, body = t->k->blocks[t->block[i]].body;
    if (body < 0 || m->bodies[body].q != at)
      continue;
    double angle = 2 * G_PI * spread (at + 2, which);
    Vec2 by = v2 (spread (at, which), spread (at + 1, which));
    if (which % 3 == 1) { // some of them lie the other way round where they were
      angle = angle > 0 ? G_PI : 0;
      by = v2 (0, 0);
    }
    throw_body (&m->bodies[body], t->s->q + at, angle, v2_scale (by, widest * t->k->size));
  }
}

static void
throw_points (const TrSubset *t, int which)
{
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = 0; j < b->dim; j++) {
      double part = spread (b->at + j, which);
      t->d[t->place[t->block[i]] + j] = b->is_slide ? part : part * t->k->size;
    }
  }
  tr_subset_keep_home (t);
  tr_subset_move (t, 1);
}

void
tr_subset_throw (const TrSubset *t, int which)
{
  if (which % 3 == 2)
    throw_points (t, which);
  else
    throw_bodies (t, which);
}
