// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a solve begins, and what may tell that it ends there too.

#pragma once

#include "solver/component.h"

typedef struct {
  double *q;
  TrMemory *memory;      // of its nodes
  unsigned char *active; // the same
  double energy;         // of a compromise that it rests at; INFINITY: of none
} TrHome;

// As it stands, whatever it rests at.
TrHome tr_home_here (const TrEngine *e, const TrComponent *k, const TrState *s);
// Masses are those there then.
TrHome tr_home_take (TrEngine *e, TrComponent *k, const TrState *s);
void tr_home_clear (TrHome *h);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrHome, tr_home_clear)

// Whether home is none, or a compromise has been found that is better.
bool tr_home_is_left (const TrHome *h, TrEngine *e, TrComponent *k, const TrState *s);
// Back to it, as large as it is there.
void tr_home_come_back (TrEngine *e, TrComponent *k, TrState *s, const TrHome *to);
