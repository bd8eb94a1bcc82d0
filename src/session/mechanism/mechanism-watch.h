// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The mechanism of a drawing that goes on changing, found on a copy in a thread of its own, so that
// no frame waits for it; while one search is under way the newest drawing waits for the next.

#pragma once

#include "session/mechanism/mechanism-facts.h"

typedef struct _TrMechanismWatch TrMechanismWatch;

// x: NULL where the drawing has too many parts; m is the drawing it is of. Both, and facts (NULL with
// x), are borrowed until func returns. ms: how long it took.
typedef void (*TrMechanismFunc) (
    const TrMechanism *x, const TrModel *m, GPtrArray *facts, double ms, gpointer data);

TrMechanismWatch *tr_mechanism_watch_new (TrMechanismFunc func, gpointer data);
// What is under way comes to nothing.
void tr_mechanism_watch_free (TrMechanismWatch *w);

// func is told in the main loop what the session's drawing is as it stands now, or a little later.
void tr_mechanism_watch_ask (TrMechanismWatch *w, TrSession *s);
