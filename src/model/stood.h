// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where things stood before they were solved in vain: part of a state, by names, so that edits leave it alone.

#pragma once

#include "model/model.h"

// NULL: of nothing.
typedef struct TrStood TrStood;
TrStood *tr_stood_ref (TrStood *stood);
void tr_stood_unref (TrStood *stood);

// A solve in vain has left what is called so, `size` bytes of it, at `left`; it began at `home`, and what this had been
// left at in vain stood where it did then.
void
tr_state_note_stood (TrState *s, const char *name, gsize size, const void *home, const void *left);
void tr_state_forget_stood (TrState *s, const char *name);
// What is there as it was left goes where it stood. Whether that moves it.
bool tr_state_go_stood (const TrState *s, const char *name, gsize size, void *at);
