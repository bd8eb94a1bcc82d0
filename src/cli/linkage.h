// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Random linkages: bars as segments or rigids, sliders on rails and circles, sheets, as trees
// and with loops, all assembled exactly. The same seed gives the same linkage everywhere.

#pragma once

#include "model/model.h"

#include <stdint.h>

typedef struct {
  uint64_t state;
} TrRandom;

double tr_random_uniform (TrRandom *r, double low, double high);
int tr_random_below (TrRandom *r, int n);

// A joint as the two connectors of bars that meet in it.
typedef struct {
  TrConnector before, joint, after; // the other end of one bar, where they meet, of the other
} TrCorner;

typedef struct {
  TrModel *model;
  TrState *state;
  int n_joints, n_corners;
  TrConnector *joints;
  double *links; // of each joint: the bar that it ends
  TrCorner *corners;
  TrConnector hand; // what is dragged
  Vec2 base;        // the first ground point
  double reach;     // from it to the farthest joint, along the bars
  double link;      // length of the bars on average
} TrLinkage;

bool tr_linkage_make (uint64_t seed, TrLinkage *out);
void tr_linkage_clear (TrLinkage *linkage);
