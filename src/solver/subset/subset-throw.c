// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Far starts: what a drawing is made of lies about as if it had been thrown, whole or point by point.

#include "solver/subset/subset-private.h"

#include "solver/engine-private.h"
#include "solver/solve/shrunk.h"

static const double widest = 0.6;      // of the size
static const double hardly_any = 1e-3; // of the size: what is so small has no shape to be kept

// ---- By chance ----

// In [−½, ½), as if by chance; the same every time.
static double
chance (guint32 name, int which)
{
  guint32 x = name * 2654435761u + (guint32) which * 0x9e3779b9u + 0x85ebca6bu;
  for (int k = 0; k < 3; k++)
    x = (x ^ x >> 15) * 0x2c1b3c6du + 1;
  return (x ^ x >> 16) * 0x1p-32 - 0.5;
}

// What is drawn by it hangs on what a thing is called, not on where it stands in the document.
static guint32
name_of (const TrModel *m, const TrBlock *b)
{
  if (!b->is_slide)
    return g_str_hash (m->bodies[b->body].id) + (guint32) (b->at - m->bodies[b->body].q);
  return g_str_hash (b->of_force ? m->forces[b->owner].id : m->constraints[b->owner].id) +
         (guint32) b->nth;
}

// ---- How a drawing lies ----

// Unknowns of a body that are the coordinates of points, or of an axis: they come first.
static int
n_vectors (const TrBody *b)
{
  switch (b->kind) {
  case TR_BODY_POINT:
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_SHEET:
    return b->n / 2;
  case TR_BODY_RIGID:
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
    return 1;
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    return 0;
  }
  g_return_val_if_reached (0);
}

int
tr_body_n_places (const TrBody *b)
{
  return b->kind == TR_BODY_SHEET ? 1 : n_vectors (b);
}

// Σ w (p − the middle of all) over the points of the component, the weights by chance: it turns with the
// drawing.
static Vec2
leaning (const TrSubset *t, int which)
{
  Vec2 sum = v2 (0, 0), weighed = v2 (0, 0);
  double weight = 0;
  int n = 0;
  for (int i = 0; i < t->k->n_bodies; i++) {
    const TrBody *b = &t->e->m->bodies[t->k->bodies[i]];
    const double *q = tr_body_q (b, t->s->q);
    guint32 name = g_str_hash (b->id);
    for (int j = 0; j < tr_body_n_places (b); j++, n++) {
      Vec2 p = v2 (q[2 * j], q[2 * j + 1]);
      double w = chance (name + (guint32) j, which);
      sum = v2_add (sum, p);
      weighed = v2_mad (weighed, w, p);
      weight += w;
    }
  }
  return v2_mad (weighed, -weight / MAX (n, 1), sum);
}

// Axes of the drawing's own: they turn with it, and are mirrored as it is.
static Mat2
lie_of (const TrSubset *t)
{
  Vec2 x = v2_unit_or (leaning (t, -1), v2 (1, 0)), y = v2_perp (x);
  if (v2_dot (leaning (t, -2), y) < 0)
    y = v2_scale (y, -1);
  return (Mat2){x.x, y.x, x.y, y.y};
}

// ---- Far away ----

static void
move_point (double *q, Vec2 from, Mat2 turn, Vec2 to)
{
  Vec2 p = v2_add (to, m2_apply (turn, v2_sub (v2 (q[0], q[1]), from)));
  q[0] = p.x;
  q[1] = p.y;
}

Vec2
tr_body_middle (const TrBody *b, const double *q)
{
  Vec2 middle = v2 (0, 0);
  for (int i = 0; i < tr_body_n_places (b); i++)
    middle = v2_mad (middle, 1.0 / tr_body_n_places (b), v2 (q[2 * i], q[2 * i + 1]));
  return middle;
}

void
tr_body_throw (const TrBody *b, double *q, double angle, double stretch, Vec2 by)
{
  Mat2 turn = m2_rotation (angle);
  turn = (Mat2){stretch * turn.xx, stretch * turn.xy, stretch * turn.yx, stretch * turn.yy};
  Vec2 middle = tr_body_middle (b, q);
  for (int i = 0; i < tr_body_n_places (b); i++)
    move_point (&q[2 * i], middle, turn, v2_add (middle, by));
  switch (b->kind) {
  case TR_BODY_SHEET:
    move_point (&q[2], v2 (0, 0), turn, v2 (0, 0));
    move_point (&q[4], v2 (0, 0), turn, v2 (0, 0));
    break;
  case TR_BODY_RIGID:
    q[2] += angle;
    break;
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
    for (int i = 2; i < b->n; i++) // radii, then angles
      q[i] = i < 3 + (b->kind == TR_BODY_ELLIPSE) ? stretch * q[i] : q[i] + angle;
    break;
  case TR_BODY_POINT:
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
}

// What has come to nothing, thrown whole, stays so: its points, or its radius, get another place.
static void
spread_out (const TrBody *b, double *q, const Mat2 *lie, double size, int which)
{
  guint32 name = g_str_hash (b->id);
  if (!(tr_body_size (b, q) < hardly_any * size))
    return;
  for (int i = 0; i < tr_body_n_places (b) && tr_body_n_places (b) > 1; i++) {
    guint32 at = name + (guint32) (2 * i);
    Vec2 by = m2_apply (*lie, v2 (chance (at, which), chance (at + 1, which)));
    q[2 * i] += size * by.x;
    q[2 * i + 1] += size * by.y;
  }
  for (int i = 2; i < 4 && tr_body_n_places (b) == 1; i++)
    if (i == 2 || b->kind == TR_BODY_ELLIPSE)
      q[i] = size * (0.6 + chance (name + (guint32) i, which)) / 4;
}

static void
throw_bodies (const TrSubset *t, int which)
{
  const TrModel *m = t->e->m;
  Mat2 lie = lie_of (t);
  double size = widest * t->k->size, sense = m2_det (lie);
  for (int i = 0; i < t->n_blocks; i++) {
    int at = t->k->blocks[t->block[i]].at, body = t->k->blocks[t->block[i]].body;
    if (body < 0 || m->bodies[body].q != at)
      continue;
    guint32 name = g_str_hash (m->bodies[body].id);
    double angle = 2 * G_PI * sense * chance (name + 2, which), stretch = 1;
    Vec2 by = m2_apply (lie, v2 (chance (name, which), chance (name + 1, which)));
    if (which % 4 == 1) { // some of them lie the other way round where they were
      angle = chance (name + 2, which) > 0 ? G_PI : 0;
      by = v2 (0, 0);
    }
    if (which % 4 == 0) { // longer or shorter, and turned a little
      angle /= 3;
      stretch = exp (2 * chance (name + 3, which));
    }
    tr_body_throw (&m->bodies[body], t->s->q + at, angle, stretch, v2_scale (by, size));
    spread_out (&m->bodies[body], t->s->q + at, &lie, size, which);
  }
}

// ---- Every unknown by itself ----

// The move of a block, of lengths by `by` at the most.
static void
put_move (const TrSubset *t, const TrBlock *b, const Mat2 *lie, double by, int which, double *d)
{
  const TrModel *m = t->e->m;
  guint32 name = name_of (m, b);
  int n = b->is_slide
              ? 0
              : MAX (0, 2 * n_vectors (&m->bodies[b->body]) - (b->at - m->bodies[b->body].q));
  double sense = m2_det (*lie);
  for (int j = 0; j < b->dim; j++)
    d[j] = by * chance (name + (guint32) j, which);
  for (int j = 0; j + 1 < b->dim && j + 1 < n; j += 2) {
    Vec2 p = m2_apply (*lie, v2 (d[j], d[j + 1]));
    d[j] = p.x;
    d[j + 1] = p.y;
  }
  // Along a circle it goes the other way where the drawing is mirrored.
  if (b->is_slide && m->bodies[tr_block_slide (t->e->m, b)->body].kind == TR_BODY_CIRCLE)
    d[0] *= sense;
}

// What lies at an end is moved inwards.
static void
turn_inwards (const TrSubset *t, const TrBlock *b)
{
  for (int j = b->bound; j < b->bound + b->n_bounds; j++) {
    const TrBound *bound = &t->k->bounds[j];
    double x = t->s->q[b->at + bound->k], *d = &t->d[t->place[b - t->k->blocks] + bound->k];
    if (x + *d < bound->low || x + *d > bound->high)
      *d = -*d;
  }
}

static void
move_all (const TrSubset *t, double by, int which)
{
  Mat2 lie = lie_of (t);
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    put_move (t, b, &lie, b->is_slide ? by : by * t->k->size, which, &t->d[t->place[t->block[i]]]);
    turn_inwards (t, b);
  }
  tr_subset_keep_home (t);
  tr_subset_move (t, 1);
}

void
tr_subset_kick (const TrSubset *t, double by)
{
  move_all (t, by, 0);
}

void
tr_subset_throw (const TrSubset *t, int which)
{
  if (which % 4 == 2)
    move_all (t, 1, which);
  else
    throw_bodies (t, which);
}
