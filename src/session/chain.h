// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing as an engineer sees a mechanism: rigid links, the joints that they share, points that
// slide along lines. Found by moving it: what keeps its distances however the drawing moves, its
// motors off, is one link, whatever bodies and constraints it is drawn with.

#pragma once

#include "session/session.h"

// A place where points meet and stay together.
typedef struct {
  Vec2 at;
  TrConnector place; // a point that lies there: of a point body where there is one
  GArray *links;     // int, ascending
} TrJoint;

typedef struct {
  int body;       // the first that it carries and that is more than a point; −1: none
  int constraint; // that holds two points apart where there is no body; −1
  GArray *joints; // int: all places on it, ascending
  int from, to;   // of them the two farthest apart; −1 of a ground of less than two
} TrLink;

// A joint of one link that keeps to a straight line of another.
typedef struct {
  int joint, link;
  Vec2 along; // of unit length, now
  int constraint;
} TrSlide;

// What ties links together other than a joint.
typedef struct {
  int constraint; // −1: a circle that something is fast to, which never turns
  int rows;
  int held;      // the link of which it says how it lies to the ground, and no more; −1: none
  GArray *links; // int, ascending
} TrTie;

enum { TR_CHAIN_STATES = 4 };

typedef struct {
  const TrModel *m;                // of the session
  TrModel *released;               // without drives and paths
  TrState *state[TR_CHAIN_STATES]; // now, and near it
  TrEngine *engine;                // of the released model, now
  GPtrArray *motions;              // of the released model: TrMotion
  double size;
  GArray *joints; // TrJoint
  GArray *links;  // TrLink; the first is the ground
  GArray *slides; // TrSlide
  GArray *ties;   // TrTie
  int n_pins;     // over all joints, one less than the links that meet there
  int n_loose;    // joints that are on no link
  int n_rows;     // of ties
  bool is_plain;  // nothing moves but points, links and curves that keep their shape
} TrChain;

// NULL: too large to be looked at so.
TrChain *tr_chain_new (const TrModel *m, const TrState *s);
void tr_chain_free (TrChain *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrChain, tr_chain_free)

// Grübler's count, 3 (links − 1) + 2 loose − 2 pins − rows of ties.
int tr_chain_count (const TrChain *c);

static inline const TrJoint *
tr_chain_joint (const TrChain *c, int joint)
{
  return &g_array_index (c->joints, TrJoint, joint);
}

static inline const TrLink *
tr_chain_link (const TrChain *c, int link)
{
  return &g_array_index (c->links, TrLink, link);
}

bool tr_chain_has (const GArray *ascending, int value);
// The first joint that two links share; −1: none.
int tr_chain_shared (const TrChain *c, int link, int other);
// Whether one keeps its direction against the other.
bool tr_chain_is_parallel (const TrChain *c, int link, int other);
