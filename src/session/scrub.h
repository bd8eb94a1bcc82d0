// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand on what a drive or a path holds: it cannot be moved off its way, so that time follows the
// hand instead, to where the held point is nearest to it. Time stays there; it is no step of the history.

#pragma once

#include "session/session.h"

// Whether hands may do so: those of a window; a script says what it does to time.
void tr_session_let_scrub (TrSession *s, bool may);
// Whether the hand that drags does.
bool tr_session_is_scrubbing (TrSession *s);

// Of the session: after a frame of a hand on a fixed point, whether time moves it; it is in the hand then.
bool tr_scrub_begin (TrSession *s);
// A frame of the hand.
TrStepResult tr_scrub_to (TrSession *s, Vec2 pointer);
