// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything follows from two triangles. With θ the input's angle, η that of the output seen from
// D (η = π − ψ), lengths g, a, b, c of ground, input, coupler and output:
//
//   |BD|² = g² + a² − 2 g a cos θ,   |b − c| ≤ |BD| ≤ b + c
//   |AC|² = g² + c² − 2 g c cos η,   |b − a| ≤ |AC| ≤ b + a
//   cos μ = (b² + c² − |BD|²) / (2 b c)
//
// The ends of |BD| that are not 0 or π of θ are dead points of the input, those of |AC| of the
// output.

#include "session/four-bar.h"

#include <glib.h>
#include <stdlib.h>

double
tr_angle_wrap (double angle)
{
  double wrapped = remainder (angle, 2 * M_PI);
  return wrapped <= -M_PI ? M_PI : wrapped;
}

double
tr_turn_ratio (double from, double to)
{
  double part = fabs (tr_angle_wrap (to - from));
  return (2 * M_PI - part) / part;
}

static int
compare_lengths (const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

TrFourBarKind
tr_four_bar_kind (double ground, double input, double coupler, double output)
{
  double sorted[] = {ground, input, coupler, output}, size = ground + input + coupler + output;
  qsort (sorted, 4, sizeof sorted[0], compare_lengths);
  double excess = sorted[0] + sorted[3] - sorted[1] - sorted[2];
  if (tr_lengths_are_equal (excess, 0, size)) {
    if (tr_lengths_are_equal (ground, coupler, size) && tr_lengths_are_equal (input, output, size))
      return TR_FOUR_BAR_PARALLELOGRAM;
    if (tr_lengths_are_equal (sorted[0], sorted[1], size) &&
        tr_lengths_are_equal (sorted[2], sorted[3], size))
      return TR_FOUR_BAR_DELTOID;
    return TR_FOUR_BAR_CHANGE_POINT;
  }
  if (excess > 0)
    return TR_FOUR_BAR_TRIPLE_ROCKER;
  if (ground <= sorted[0])
    return TR_FOUR_BAR_DOUBLE_CRANK;
  if (input <= sorted[0])
    return TR_FOUR_BAR_CRANK_ROCKER;
  return output <= sorted[0] ? TR_FOUR_BAR_ROCKER_CRANK : TR_FOUR_BAR_DOUBLE_ROCKER;
}

bool
tr_four_bar_is_grashof (TrFourBarKind kind)
{
  switch (kind) {
  case TR_FOUR_BAR_CRANK_ROCKER:
  case TR_FOUR_BAR_ROCKER_CRANK:
  case TR_FOUR_BAR_DOUBLE_CRANK:
  case TR_FOUR_BAR_DOUBLE_ROCKER:
    return true;
  case TR_FOUR_BAR_TRIPLE_ROCKER:
  case TR_FOUR_BAR_CHANGE_POINT:
  case TR_FOUR_BAR_PARALLELOGRAM:
  case TR_FOUR_BAR_DELTOID:
    return false;
  }
  g_assert_not_reached ();
}

// The angle between sides p and q of a triangle, opposite the side r.
static double
triangle_angle (double p, double q, double r)
{
  double cosine = (p * p + q * q - r * r) / (2 * p * q);
  return acos (CLAMP (cosine, -1, 1));
}

// How far the angle between p and q may go while what is opposite stays from `near` to `far`; of
// two ranges, mirror images, that on the side of `now`.
static TrTurn
turn_of (double p, double q, double near, double far, double now)
{
  double size = p + q;
  bool through_0 = fabs (p - q) > near || tr_lengths_are_equal (fabs (p - q), near, size);
  bool through_pi = p + q < far || tr_lengths_are_equal (p + q, far, size);
  double least = through_0 ? 0 : triangle_angle (p, q, near);
  double most = through_pi ? M_PI : triangle_angle (p, q, far);
  if (through_0 && through_pi)
    return (TrTurn){true, -M_PI, M_PI};
  if (through_0)
    return (TrTurn){false, -most, most};
  if (through_pi)
    return (TrTurn){false, least, 2 * M_PI - least};
  return now >= 0 ? (TrTurn){false, least, most} : (TrTurn){false, -most, -least};
}

// Where the input stands still: the coupler and the output lie in line, outstretched or folded.
static void
add_input_dead (TrFourBar *f, double angle)
{
  Vec2 b = v2_polar (f->input, angle), d = v2 (f->ground, 0);
  Vec2 along = v2_unit_or (v2_sub (b, d), v2 (1, 0));
  bool stretched = v2_dist (b, d) > f->coupler;
  bool before = stretched || f->output > f->coupler; // C lies from D towards B
  Vec2 c = v2_scale (along, before ? 1 : -1);
  f->dead[f->n_dead++] =
      (TrDeadPoint){TR_DEAD_INPUT, tr_angle_wrap (angle), tr_angle_wrap (atan2 (c.y, c.x))};
}

static void
add_output_dead (TrFourBar *f, double angle)
{
  Vec2 c = v2_add (v2 (f->ground, 0), v2_polar (f->output, angle));
  bool stretched = v2_norm (c) > f->coupler;
  bool before = stretched || f->input > f->coupler; // B lies from A towards C
  Vec2 b = v2_scale (c, before ? 1 : -1);
  f->dead[f->n_dead++] =
      (TrDeadPoint){TR_DEAD_OUTPUT, tr_angle_wrap (atan2 (b.y, b.x)), tr_angle_wrap (angle)};
}

static void
add_dead_points (TrFourBar *f)
{
  const TrTurn *in = &f->input_turn, *out = &f->output_turn;
  if (!in->full) {
    add_input_dead (f, in->from);
    add_input_dead (f, in->to);
  }
  if (!out->full) {
    add_output_dead (f, out->from);
    add_output_dead (f, out->to);
  }
  f->time_ratio = NAN;
  if (in->full && !out->full)
    f->time_ratio = tr_turn_ratio (f->dead[0].input, f->dead[1].input);
}

// a ω sin (φ − θ) = c ω′ sin (φ − ψ): B and C keep their distance along the coupler's direction φ.
static void
find_now (TrFourBar *f, Vec2 a, Vec2 b, Vec2 c, Vec2 d)
{
  Vec2 ground = v2_sub (d, a), input = v2_sub (b, a), output = v2_sub (c, d);
  Vec2 coupler = v2_sub (c, b);
  f->input_angle = atan2 (v2_cross (ground, input), v2_dot (ground, input));
  f->output_angle = atan2 (v2_cross (ground, output), v2_dot (ground, output));
  f->transmission = fabs (atan2 (v2_cross (coupler, output), v2_dot (coupler, output)));
  f->ratio = v2_cross (input, coupler) / v2_cross (output, coupler);
}

void
tr_four_bar_find (Vec2 a, Vec2 b, Vec2 c, Vec2 d, TrFourBar *out)
{
  TrFourBar f = {.ground = v2_dist (a, d),
                 .input = v2_dist (a, b),
                 .coupler = v2_dist (b, c),
                 .output = v2_dist (d, c)};
  g_return_if_fail (f.ground > 0 && f.input > 0 && f.coupler > 0 && f.output > 0);
  find_now (&f, a, b, c, d);
  f.kind = tr_four_bar_kind (f.ground, f.input, f.coupler, f.output);

  double near = fabs (f.coupler - f.output), far = f.coupler + f.output;
  f.input_turn = turn_of (f.ground, f.input, near, far, f.input_angle);
  // η runs against ψ = π − η.
  double inside = tr_angle_wrap (M_PI - f.output_angle);
  TrTurn opposite =
      turn_of (f.ground, f.output, fabs (f.coupler - f.input), f.coupler + f.input, inside);
  f.output_turn = (TrTurn){opposite.full, M_PI - opposite.to, M_PI - opposite.from};

  near = fmax (near, fabs (f.ground - f.input));
  far = fmin (far, f.ground + f.input);
  f.transmission_least = triangle_angle (f.coupler, f.output, near);
  f.transmission_most = triangle_angle (f.coupler, f.output, far);
  add_dead_points (&f);
  *out = f;
}
