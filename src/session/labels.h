// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the drawing by hand: labels have no ids, and are told by their place in the list.

#pragma once

#include "render/outline.h"
#include "session/session.h"

// The letters, document units; empty where there are none.
TrBounds tr_label_box (const TrModel *m, const TrState *s, int label);
// The topmost one at a place, so far from its letters at most; −1: none.
int tr_label_find (const TrModel *m, const TrState *s, Vec2 at, double tolerance);

// Each is one step of the history. An empty text is none: the label goes. False: a brace of the
// text is no expression.
bool tr_label_set_text (TrSession *s, int label, const char *text, GError **error);
void tr_label_move (TrSession *s, int label, Vec2 by);
void tr_label_remove (TrSession *s, int label);
