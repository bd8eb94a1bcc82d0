// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Label texts: {EXPR} and {EXPR:.2f} inside a text show values of the drawing.

#pragma once

#include "model/model.h"

// The text with its expressions replaced. The format behind the colon is [.digits](f|e|g|%);
// without one up to six significant digits. {{ and }} are braces. A value that is not finite
// shows as an em dash, an expression in error or of unknown names as it was written.
// Free with g_free.
char *tr_label_format (const TrModel *m, const TrState *state, const char *text);

// An expression at a state by its text alone; NAN where it cannot be read or names what is
// not there.
double tr_label_value (const TrModel *m, const TrState *state, const char *text, bool *understood);
