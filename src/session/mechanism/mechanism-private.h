// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the report share.

#pragma once

#include "session/mechanism/mechanism.h"

typedef struct {
  TrChain *chain;
  TrMechanism *out;
  int *steps; // of each link: how many joints and ties from the driven one, not by the ground
} TrMechanismSearch;

char *tr_mechanism_joint_name (const TrChain *c, int joint);

void tr_mechanism_find_loops (TrMechanismSearch *w);
void tr_mechanism_find_poles (TrMechanismSearch *w);
