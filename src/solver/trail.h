// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a drive that was led from one place to another could have gone all the way between. Both
// places hold the constraints, and yet there may be a dead centre between them that it cannot pass,
// or a limit, in a part of the way shorter than the step.

#pragma once

#include "solver/component.h"

// A way of drives that time has moved: c(q, t) = left · rest, `left` from 1 to 0. `rest`: c of each
// row of each drive at its start, TR_ROWS_MAX a node.
typedef struct {
  double *rest;
  int only;    // node, −1: all drives
  double far;  // the longest of them, in radians or units of ℓ
  double left; // how much of it is left
  double home; // and was at the last place but one
} TrWay;

// A way of all drives from where they are in s to where time wants them; w->rest holds n_nodes ×
// TR_ROWS_MAX. What has no value stands still.
void tr_way_begin (TrEngine *e, const TrComponent *k, const TrState *s, TrWay *w);
double tr_way_length (const TrEngine *e, const TrComponent *k, const TrWay *w);
// The drives are to be where so much of the way is left.
void tr_way_hold (TrComponent *k, const TrWay *w, double left);

// Parts of a way shorter than this (radians, or units of ℓ) are not looked into: what the
// constraints lack in between, half the square of it, is of the order of their tolerance.
#define TR_TRAIL_LEAST 1e-4

// From the state s a way begins; the constraints hold. False where nothing is known of it.
bool tr_trail_begin (TrEngine *e, TrComponent *k, const TrState *s, const TrWay *w);
// The move from there by `length` more of the drives, as the last two places and tangents go on; false
// where they do not tell it.
bool tr_trail_predict (const TrComponent *k, double length, double *d);
// The drives were led from `from` to `to` of what is left, and the state s was found, with a factor of
// it, or nearly, at hand. False: there is no way between that all can go. Else it goes on from s.
bool
tr_trail_goes_on (TrEngine *e, TrComponent *k, TrState *s, const TrWay *w, double from, double to);
