// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing that was just read: whoever wrote it may have left it to the program to make its
// constraints hold.

#pragma once

#include "session/session.h"

typedef struct {
  bool held;    // as it was read
  bool holds;   // as it is now
  double moved; // the largest change of a body's unknown
} TrArrival;

// Where not every constraint holds, the drawing follows them. It is no step of the history, and
// the drawing counts as unmodified.
TrArrival tr_session_arrive (TrSession *s);

// One byte for each constraint: whether it is in force and misses its tolerance. Free with g_free.
guint8 *tr_session_find_missing (TrSession *s);
// Whether constraint i holds at a state to its tolerance.
bool tr_constraint_is_met (const TrModel *m, const TrState *s, int i, TrScratch *scratch);
