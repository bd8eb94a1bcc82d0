// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the drawing by hand: where their letters are, and what is done to them.

#pragma once

#include "render/outline.h"
#include "session/selection.h"

// Neither hidden nor locked, which a text is by itself or with the body that it hangs on.
bool tr_label_is_in_reach (const TrModel *m, int label);
// The letters, document units; empty where there are none.
TrBounds tr_label_box (const TrModel *m, const TrState *s, int label);
// The topmost one in reach at a place, so far from its letters at most; −1: none.
int tr_label_find (const TrModel *m, const TrState *s, Vec2 at, double tolerance);
// Whether its letters are so, as a box.
bool tr_label_is_in_box (
    const TrModel *m, const TrState *s, int label, Vec2 low, Vec2 high, TrBoxMode mode);

// A text as people type it, its braces in the expression language (tr_quantity_plain). Free with
// g_free.
char *tr_label_plain (const char *text);

// Each is one step of the history. An empty text is none: the label goes. False: a brace of the
// text is no expression.
bool tr_label_set_text (TrSession *s, int label, const char *typed, GError **error);
void tr_label_move_all (TrSession *s, const GArray *labels, Vec2 by); // of int
// The same without a step, to go into one with what else moves.
void tr_label_shift (TrSession *s, int label, Vec2 by);
void tr_label_shift_all (TrSession *s, const GArray *labels, Vec2 by);
