// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Pins: two points that coincide, each fixed to a body or to the ground. A linkage is made of
// them, so their rows are written out here, for callers that keep each body's cos θ and sin θ,
//
//   c = x_a − x_b       x = p + R(θ) l on a rigid,  (q_i, q_i+1) on others
//   ∂x/∂q = (I  perp (R l))
//
// The numbers are those of row.h, which has them for every constraint.

#pragma once

#include "model/model.h"

typedef enum {
  TR_PIN_GROUND, // a place
  TR_PIN_POINT,  // two unknowns
  TR_PIN_LOCAL,  // a local point of a rigid
} TrPinKind;

typedef struct {
  TrPinKind kind;
  int body;   // −1: the ground
  int at;     // in q: where the block of the state starts that the point depends on
  int offset; // of a point: its first unknown, from there
  Vec2 p;     // the place, or the local point
} TrPinEnd;

typedef struct {
  TrPinEnd end[2]; // c is the first one's place less that of the second
} TrPin;

// False where constraint i is no pin, or holds one body to itself.
bool tr_pin_find (const TrModel *m, int i, TrPin *pin);

// R l; turn: (cos θ, sin θ).
static inline Vec2
tr_pin_arm (const TrPinEnd *end, Vec2 turn)
{
  return v2 (turn.x * end->p.x - turn.y * end->p.y, turn.y * end->p.x + turn.x * end->p.y);
}

// Where the end is at q; arm: its R l, of a rigid.
static inline Vec2
tr_pin_place (const TrPinEnd *end, const double *q, Vec2 arm)
{
  switch (end->kind) {
  case TR_PIN_GROUND:
    return end->p;
  case TR_PIN_POINT:
    return v2 (q[end->at + end->offset], q[end->at + end->offset + 1]);
  case TR_PIN_LOCAL:
    return v2 (q[end->at] + arm.x, q[end->at + 1] + arm.y);
  }
  return end->p;
}
