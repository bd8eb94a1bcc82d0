// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Pulling at the motion of a drawing: dimensions change so that a traced curve goes where it is
// pulled (solver/design/design.h), and the drawing takes them over in one step.

#pragma once

#include "session/session.h"
#include "solver/design/design.h"

// drive: its id; NULL: the first that turns the point's body, those that are switched on before
// others. vary: names as of tr_variable_find, ends with NULL; NULL itself: the free
// parameters that the mechanism hangs on, where there are none its dimensions, of which those
// that put supports elsewhere only where these may move.
TrDesign *tr_session_design (TrSession *s,
                             const char *drive,
                             const TrConnector *at,
                             const char *const *vary,
                             TrSupports supports,
                             GError **error);
// What pulls by hand and by scripts do with supports, saved with the drawing; a step of the history.
bool tr_session_set_supports (TrSession *s, TrSupports supports, GError **error);
// Gives the drawing the dimensions and the place of a design, and a trace its pins (−1: none); an
// entry of the history where something has changed.
bool tr_session_take_design (
    TrSession *s, const TrDesign *d, int trace, const TrTracePin *pins, int n_pins, GError **error);
// The pins of a trace alone, as a step of a name.
bool tr_session_set_pins (
    TrSession *s, int trace, const TrTracePin *pins, int n_pins, const char *name, GError **error);
// The pins of all traces that the design's drive moves and that it can come to, as targets; but one
// (trace, pin). Returns how many.
int tr_session_pin_targets (
    TrSession *s, const TrDesign *d, int trace, int pin, TrDesignTarget out[TR_DESIGN_TARGETS - 1]);
