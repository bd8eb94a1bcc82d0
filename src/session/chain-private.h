// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the search for links share.

#pragma once

#include "session/chain.h"

// One for each point that bodies and constraints have.
typedef struct {
  TrConnector at;
  int joint;
} TrChainPlace;

typedef struct {
  TrChain *chain;
  GArray *places; // TrChainPlace
  int n_joints;
  Vec2 *x;              // TR_CHAIN_STATES for each joint
  unsigned char *close; // n_joints²: whether a body or a constraint has both
} TrChainSearch;

enum { TR_CHAIN_POINTS_MAX = 24 };

// The points that constraint i takes hold of, and those that body b is; returns how many.
int tr_chain_constraint_points (const TrModel *m, int i, TrConnector out[TR_CHAIN_POINTS_MAX]);
int tr_chain_body_points (const TrModel *m, int b, TrConnector *out);
bool tr_chain_is_in_force (const TrConstraint *c);

// Where a connector is among the joints; −1: nowhere.
int tr_chain_find (const TrChainSearch *w, const TrConnector *c);
bool tr_chain_is_fixed (const TrChainSearch *w, int joint);
bool tr_chain_is_rigid (const TrChainSearch *w, int i, int j);

// Fills in links (chain-links.c), then slides and ties (chain-ties.c).
void tr_chain_find_links (TrChainSearch *w);
void tr_chain_find_ties (TrChainSearch *w);
// The link that has all of these joints; −1: none.
int tr_chain_common (const TrChain *c, const int *joints, int n);
