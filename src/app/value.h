// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The value of a constraint as text for people, and back.

#pragma once

#include "session/quantity.h"
#include "session/session.h"

// "2*crank = 20 mm", "6 mm"; of a reference what it measures; NULL: a kind without a value.
char *tr_value_describe (TrSession *s, int constraint);
// What to begin with in an entry: "2*crank", "6 mm"; NULL: not to be edited so.
char *tr_value_text (TrSession *s, int constraint);
// One step of the history. Errors begin with the column where the text is no expression.
bool tr_value_set (TrSession *s, int constraint, const char *text, GError **error);
