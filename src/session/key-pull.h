// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A key of a path in the hand: where the drawing would be with the key there, on a drawing of its own.
// The session's takes it over in one step when the hand lets go.

#pragma once

#include "session/session.h"

typedef struct _TrKeyPull TrKeyPull;

TrKeyPull *tr_key_pull_new (TrSession *s, int path, int key);
void tr_key_pull_free (TrKeyPull *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrKeyPull, tr_key_pull_free)

// The key at a place, in document units. False: the drawing cannot follow, and stays as it was.
bool tr_key_pull_to (TrKeyPull *p, Vec2 at);
const TrModel *tr_key_pull_get_model (const TrKeyPull *p);
const TrState *tr_key_pull_get_state (const TrKeyPull *p);
// Where the key is, as one step of the session's history. False: it could not, and all is as before.
bool tr_key_pull_take (TrKeyPull *p, GError **error);
