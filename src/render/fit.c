// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/fit.h"

enum {
  FIRST_PIECES = 24, // so many before anything is measured: detail smaller than that may hide
  DEPTH_MAX = 16,    // halvings of each
  DEPTH_DARK = 4,    // halvings of a piece whose two ends are not finite
  MOST_PARTS = 2048, // of a first piece; what is finer is drawn as
  CHORDS = 1024,     // so many lines
};

#define ABSURD 1e12 // coordinates beyond are poles, not places

typedef struct {
  double t;
  Vec2 x, x_t;
  bool good;
} Sample;

typedef struct {
  const TrBody *body;
  const double *q;
  double tolerance;
  TrOutline *out;
  int left;     // parts that this first piece may still be tried in
  bool drawing; // the outline ends where the next piece starts
  bool broken;
  bool jumped;
} Fit;

static Sample
take (Fit *fit, double t)
{
  Sample s = {.t = t};
  TrJet jet;

  tr_body_get_ops (fit->body)->jet (fit->body, fit->q, t, TR_JET_TANGENT, &jet);
  s.x = jet.x;
  // A root has a place but no finite speed where it begins: Hermite with speed 0 still meets it.
  s.x_t = v2_is_finite (jet.x_t) ? jet.x_t : v2 (0, 0);
  s.good = v2_is_finite (s.x) && fabs (s.x.x) < ABSURD && fabs (s.x.y) < ABSURD;
  if (!s.good)
    fit->broken = true;
  return s;
}

// p₁ = x(a) + (b − a)/3 · x_t(a), and likewise at the other end.
static void
hermite (const Sample *a, const Sample *b, Vec2 p[4])
{
  double third = (b->t - a->t) / 3;

  p[0] = a->x;
  p[1] = v2_mad (a->x, third, a->x_t);
  p[2] = v2_mad (b->x, -third, b->x_t);
  p[3] = b->x;
}

static void
emit (Fit *fit, const Sample *a, const Vec2 p[4])
{
  if (!fit->drawing)
    tr_outline_move (fit->out, a->x);
  tr_outline_curve (fit->out, p[1], p[2], p[3]);
  fit->drawing = true;
}

// How far the cubic is from the curve at ¼, ½, ¾, whose middle sample the caller has.
static bool
is_near (Fit *fit, const Sample *a, const Sample *middle, const Sample *b, const Vec2 p[4])
{
  Sample quarter = take (fit, 0.75 * a->t + 0.25 * b->t);
  Sample last = take (fit, 0.25 * a->t + 0.75 * b->t);
  double size = fmax (v2_norm (a->x), v2_norm (b->x));
  double tolerance = fmax (fit->tolerance, 1e-13 * size);

  return quarter.good && last.good && v2_dist (quarter.x, tr_cubic_at (p, 0.25)) <= tolerance &&
         v2_dist (middle->x, tr_cubic_at (p, 0.5)) <= tolerance &&
         v2_dist (last.x, tr_cubic_at (p, 0.75)) <= tolerance;
}

// After all halvings a curve has moved about as far as its speed says; a jump much farther.
static bool
is_jump (const Fit *fit, const Sample *a, const Sample *b)
{
  double speed = fmax (v2_norm (a->x_t), v2_norm (b->x_t));

  return v2_dist (a->x, b->x) > 8 * (fabs (b->t - a->t) * speed + fit->tolerance);
}

static void
fit_piece (Fit *fit, const Sample *a, const Sample *b, int depth)
{
  Sample middle;
  Vec2 p[4];
  int most = a->good || b->good ? DEPTH_MAX : DEPTH_DARK;

  if (--fit->left < 0)
    return;
  if (depth >= most) {
    bool joined = a->good && b->good && !is_jump (fit, a, b);
    if (joined) {
      hermite (a, b, p);
      emit (fit, a, p);
    } else {
      fit->jumped = true;
      fit->drawing = false;
    }
    return;
  }
  middle = take (fit, 0.5 * (a->t + b->t));
  if (a->good && b->good && middle.good) {
    hermite (a, b, p);
    if (is_near (fit, a, &middle, b, p)) {
      emit (fit, a, p);
      return;
    }
  }
  fit_piece (fit, a, &middle, depth + 1);
  fit_piece (fit, &middle, b, depth + 1);
}

static void
fit_chords (Fit *fit, const Sample *a, const Sample *b)
{
  Sample from = *a;

  for (int i = 1; i <= CHORDS; i++) {
    Sample to = i < CHORDS ? take (fit, a->t + (b->t - a->t) * i / CHORDS) : *b;
    if (!from.good || !to.good)
      fit->drawing = false;
    else {
      if (!fit->drawing)
        tr_outline_move (fit->out, from.x);
      tr_outline_line (fit->out, to.x);
      fit->drawing = true;
    }
    from = to;
  }
  fit->out->coarse = true;
}

// A curve that turns too often to be followed (sin 10⁹ t) is not followed for ever: n parts are
// the leaves of a tree of 2n − 1.
static void
fit_first_piece (Fit *fit, const Sample *a, const Sample *b)
{
  guint verbs = fit->out->verbs->len, points = fit->out->points->len;
  Fit before = *fit;

  fit->left = 2 * MOST_PARTS;
  fit_piece (fit, a, b, 0);
  if (fit->left >= 0)
    return;
  *fit = before;
  g_byte_array_set_size (fit->out->verbs, verbs);
  g_array_set_size (fit->out->points, points);
  fit_chords (fit, a, b);
}

bool
tr_fit_curve (const TrBody *b, const double *q, double tolerance, TrOutline *out)
{
  Fit fit = {.body = b, .q = q, .tolerance = tolerance, .out = out};
  double t0, t1;

  g_return_val_if_fail (tolerance > 0, false);
  tr_body_get_ops (b)->range (b, &t0, &t1);
  if (!isfinite (t0) || !isfinite (t1))
    return false;
  Sample from = take (&fit, t0);
  for (int i = 1; i <= FIRST_PIECES; i++) {
    Sample to = take (&fit, i < FIRST_PIECES ? t0 + (t1 - t0) * i / FIRST_PIECES : t1);
    fit_first_piece (&fit, &from, &to);
    from = to;
  }
  if (b->closed && !fit.broken && !fit.jumped)
    tr_outline_close (out);
  return !fit.broken;
}
