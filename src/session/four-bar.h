// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A four-bar linkage of its own, in closed form: ground A–D, input A–B, coupler B–C, output D–C.
// Angles in radians, counter-clockwise from the direction A → D; those of the circuit (the way of
// putting it together) that the linkage is in.

#pragma once

#include "math/vec.h"

// By Grashof's rule s + l < p + q, and which of the links is the shortest (Barker, A complete
// classification of planar four-bar linkages, Mechanism and Machine Theory 20, 1985).
typedef enum {
  TR_FOUR_BAR_CRANK_ROCKER,  // the shortest is the input: it turns, the output rocks
  TR_FOUR_BAR_ROCKER_CRANK,  // the shortest is the output
  TR_FOUR_BAR_DOUBLE_CRANK,  // the shortest is the ground: both turn
  TR_FOUR_BAR_DOUBLE_ROCKER, // the shortest is the coupler: both rock, it turns
  TR_FOUR_BAR_TRIPLE_ROCKER, // s + l > p + q: nothing turns
  TR_FOUR_BAR_CHANGE_POINT,  // s + l = p + q: it passes through positions where it may change over
  TR_FOUR_BAR_PARALLELOGRAM, // a change point with opposite links alike
  TR_FOUR_BAR_DELTOID,       // a change point with neighbours alike: a kite
} TrFourBarKind;

// What a link may do against the ground: turn all round, or from `from` on counter-clockwise to
// `to`.
typedef struct {
  bool full;
  double from, to;
} TrTurn;

static inline double
tr_turn_swing (const TrTurn *t)
{
  return t->full ? 2 * M_PI : t->to - t->from;
}

typedef enum {
  TR_DEAD_INPUT,  // the input cannot go on: coupler and output in line
  TR_DEAD_OUTPUT, // the output turns round and could not drive: input and coupler in line
} TrDeadKind;

typedef struct {
  TrDeadKind kind;
  double input, output; // angles there; of a slider's crank: its angle and where the slider is
} TrDeadPoint;

enum { TR_DEAD_MAX = 4 };

typedef struct {
  double ground, input, coupler, output; // lengths
  TrFourBarKind kind;
  TrTurn input_turn, output_turn;
  // Between coupler and output at C, 0 … π: now, and its extremes.
  double transmission, transmission_least, transmission_most;
  // Now; and the output's angular velocity over the input's (not finite at a dead point).
  double input_angle, output_angle, ratio;
  // Of an output that rocks while the input turns: the slower swing's time over the other's, at a
  // steady turn, ≥ 1; NAN of all others.
  double time_ratio;
  int n_dead;
  TrDeadPoint dead[TR_DEAD_MAX];
} TrFourBar;

// From where its joints are; A and D apart, no link without length.
void tr_four_bar_find (Vec2 a, Vec2 b, Vec2 c, Vec2 d, TrFourBar *out);

// The class of four lengths, whichever of them is the ground.
TrFourBarKind tr_four_bar_kind (double ground, double input, double coupler, double output);
// s + l < p + q.
bool tr_four_bar_is_grashof (TrFourBarKind kind);

// Shared with sliders: whether a is b but for rounding, of lengths of that size; and the ratio of
// the two parts that a way cuts off a whole turn, the larger over the smaller.
static inline bool
tr_lengths_are_equal (double a, double b, double size)
{
  return fabs (a - b) <= 1e-9 * size;
}
double tr_turn_ratio (double from, double to);
// The angle within (−π, π].
double tr_angle_wrap (double angle);
