// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Live coupler curves: the whole way of each traced point through one turn of a drive. They are
// found on a copy of the drawing in a thread of their own, so that no frame waits for them; while
// one round is under way the newest state waits for the next.

#pragma once

#include "session/session.h"

typedef struct _TrCoupler TrCoupler;

typedef struct {
  int trace;            // of the model
  const Vec2 *points;   // document units
  const double *phases; // how far the drive has turned at each, from base
  int n;
  bool closed; // a whole turn
  double base; // the drive's angle
} TrCouplerCurve;

// func is told in the main loop when there are new curves.
typedef void (*TrCouplerFunc) (TrCoupler *c, gpointer data);

TrCoupler *tr_coupler_new (TrCouplerFunc func, gpointer data);
// What is under way comes to nothing.
void tr_coupler_free (TrCoupler *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrCoupler, tr_coupler_free)

// Curves of the session's drawing as it stands once the main loop has nothing better to do.
void tr_coupler_ask (TrCoupler *c, TrSession *s);
// None any more, until they are asked for.
void tr_coupler_forget (TrCoupler *c);

// Those that were found last, of the model that they were asked for; borrowed until the next.
const TrCouplerCurve *tr_coupler_get (TrCoupler *c, int *n);
