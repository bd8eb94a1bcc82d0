// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a hand moved last when it let go, for one that takes hold of the same point again where it was
// left: at a change point nothing else tells the way on which the drawing came.

#pragma once

#include "solver/component.h"

typedef struct {
  bool is_kept; // else the hand is still at it
  TrConnector what;
  int n;        // unknowns of its component; 0: nothing was moved
  double *q;    // where it was left
  double *move; // the last move of it all
  double step;  // the pointer's move that made it
  Vec2 dir;
} TrLetGo;

void tr_let_go_clear (TrLetGo *l);
// Of the move that the grab has made last.
void tr_let_go_note (TrEngine *e, const TrComponent *k);
// At a release; at a press.
void tr_let_go_keep (TrEngine *e, const TrComponent *k, const TrState *s);
void tr_let_go_take (TrEngine *e, const TrComponent *k, const TrState *s);
