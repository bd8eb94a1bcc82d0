// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The slider-crank, crank a, rod b, offset e, crank angle θ from the slide's direction:
//
//   s = a cos θ + √(b² − h²),  h = a sin θ − e,  cos μ = |h| / b
//   |b − a| ≤ |AC| ≤ b + a with |AC|² = s² + e²: the slider's ends
//
// The lever, pivots d apart, the line at e left of the lever's pivot, its direction at α, that to
// the crank's pivot at γ:
//
//   d sin (γ − α) = e − a sin (crank − α) ∈ [e − a, e + a]

#include "session/slider.h"

#include <glib.h>

static double
angle_between (Vec2 from, Vec2 to)
{
  return atan2 (v2_cross (from, to), v2_dot (from, to));
}

// sin θ within [low, high]; of two ranges that on the side of `now`.
static TrTurn
turn_of_sine (double low, double high, double now)
{
  double from = low > -1 ? asin (low) : -M_PI / 2, to = high < 1 ? asin (high) : M_PI / 2;
  if (low <= -1 && high >= 1)
    return (TrTurn){true, -M_PI, M_PI};
  if (low <= -1)
    return (TrTurn){false, M_PI - to, 2 * M_PI + to};
  if (high >= 1)
    return (TrTurn){false, from, M_PI - from};
  return cos (now) >= 0 ? (TrTurn){false, from, to} : (TrTurn){false, M_PI - to, M_PI - from};
}

static void
add_slider_end (TrSlider *s, double place, bool stretched)
{
  double angle = atan2 (s->offset, place);
  if (!stretched && s->rod > s->crank)
    angle += M_PI;
  s->dead[s->n_dead++] = (TrDeadPoint){TR_DEAD_OUTPUT, tr_angle_wrap (angle), place};
}

static void
add_crank_end (TrSlider *s, double angle)
{
  s->dead[s->n_dead++] =
      (TrDeadPoint){TR_DEAD_INPUT, tr_angle_wrap (angle), s->crank * cos (angle)};
}

static void
find_ends (TrSlider *s)
{
  double far = s->crank + s->rod, near = fabs (s->rod - s->crank), e = fabs (s->offset);
  bool crosses = near < e;
  s->most = sqrt (fmax (0, far * far - e * e));
  s->least = crosses ? -s->most : sqrt (near * near - e * e);
  if (!s->crank_turn.full) {
    add_crank_end (s, s->crank_turn.from);
    add_crank_end (s, s->crank_turn.to);
  }
  add_slider_end (s, s->least, crosses);
  add_slider_end (s, s->most, true);
  s->time_ratio =
      s->crank_turn.full ? tr_turn_ratio (s->dead[0].input, s->dead[1].input) : (double) NAN;
}

void
tr_slider_crank_find (Vec2 a, Vec2 b, Vec2 c, Vec2 u, TrSlider *out)
{
  Vec2 along = v2_dot (v2_sub (c, a), u) < 0 ? v2_scale (u, -1) : u;
  TrSlider s = {.kind = TR_SLIDER_CRANK, .crank = v2_dist (a, b), .rod = v2_dist (b, c)};
  g_return_if_fail (s.crank > 0 && s.rod > 0);
  s.offset = v2_cross (along, v2_sub (c, a));
  s.place = v2_dot (along, v2_sub (c, a));
  s.crank_angle = angle_between (along, v2_sub (b, a));

  double size = s.crank + s.rod, e = s.offset;
  bool full = s.crank + fabs (e) < s.rod || tr_lengths_are_equal (s.crank + fabs (e), s.rod, size);
  s.crank_turn = full ? (TrTurn){true, -M_PI, M_PI}
                      : turn_of_sine ((e - s.rod) / s.crank, (e + s.rod) / s.crank, s.crank_angle);
  double low = fmax (-s.rod, -s.crank - e), high = fmin (s.rod, s.crank - e); // of h
  double least = low <= 0 && high >= 0 ? 0 : fmin (fabs (low), fabs (high));
  s.transmission = acos (fmin (1, fabs (s.crank * sin (s.crank_angle) - e) / s.rod));
  s.transmission_least = acos (fmin (1, fmax (fabs (low), fabs (high)) / s.rod));
  s.transmission_most = acos (fmin (1, least / s.rod));
  find_ends (&s);
  *out = s;
}

// The lever's ends, where the crank stands across the slide: sin (γ − α) = (e ∓ a)/d, the crank at
// α ± 90°. With a + |e| < d the lever stays within a right angle of the crank's pivot; γ is 0 here,
// and the crank's own angle is told from the opposite direction.
static void
find_swing (TrSlider *s)
{
  double from = -asin ((s->offset + s->crank) / s->rod);
  double to = -asin ((s->offset - s->crank) / s->rod);
  s->lever_turn = (TrTurn){false, from, to};
  s->dead[s->n_dead++] = (TrDeadPoint){TR_DEAD_OUTPUT, tr_angle_wrap (from + M_PI / 2), from};
  s->dead[s->n_dead++] = (TrDeadPoint){TR_DEAD_OUTPUT, tr_angle_wrap (to - M_PI / 2), to};
  s->time_ratio = tr_turn_ratio (s->dead[0].input, s->dead[1].input);
}

// The pin must keep off the lever's pivot by the offset: |BD| ≥ |e|.
static TrTurn
crank_turn_of_lever (const TrSlider *s)
{
  double e = fabs (s->offset), a = s->crank, d = s->rod;
  double cosine = (a * a + d * d - e * e) / (2 * a * d);
  if (fabs (d - a) >= e)
    return (TrTurn){true, -M_PI, M_PI};
  double limit = acos (CLAMP (cosine, -1, 1));
  return (TrTurn){false, limit, 2 * M_PI - limit};
}

void
tr_slider_lever_find (TrSliderKind kind, Vec2 a, Vec2 b, Vec2 d, Vec2 u, TrSlider *out)
{
  Vec2 along = v2_dot (v2_sub (b, d), u) < 0 ? v2_scale (u, -1) : u;
  TrSlider s = {.kind = kind, .crank = v2_dist (a, b), .rod = v2_dist (a, d), .time_ratio = NAN};
  g_return_if_fail (s.crank > 0 && s.rod > 0);
  s.offset = v2_cross (along, v2_sub (b, d));
  s.crank_angle = angle_between (v2_sub (d, a), v2_sub (b, a));
  s.lever_angle = angle_between (v2_sub (a, d), along);
  s.place = s.least = s.most = s.transmission = s.transmission_least = s.transmission_most = NAN;

  s.crank_turn = crank_turn_of_lever (&s);
  s.lever_turn = (TrTurn){true, -M_PI, M_PI};
  if (s.crank + fabs (s.offset) < s.rod)
    find_swing (&s);
  else if (!s.crank_turn.full) {
    s.lever_turn = (TrTurn){false, NAN, NAN};
    s.dead[s.n_dead++] = (TrDeadPoint){TR_DEAD_INPUT, s.crank_turn.from, NAN};
    s.dead[s.n_dead++] = (TrDeadPoint){TR_DEAD_INPUT, s.crank_turn.to - 2 * M_PI, NAN};
  }
  *out = s;
}
