// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// States to go back to, bit for bit. They are kept in pages; snapshots share those that are the
// same, so that one of a large drawing of which a small part has moved costs that part.

#pragma once

#include "model/model.h"

typedef struct TrSnapshot TrSnapshot;

// like: one that may be much the same; NULL: none.
TrSnapshot *tr_snapshot_new (const TrState *s, const TrSnapshot *like);
TrSnapshot *tr_snapshot_copy (const TrSnapshot *shot);
void tr_snapshot_free (TrSnapshot *shot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSnapshot, tr_snapshot_free)

double tr_snapshot_time (const TrSnapshot *shot);
// As tr_state_equal: time, places and velocities have the same bits.
bool tr_snapshot_equal (const TrSnapshot *shot, const TrState *s);
// Bytes of pages that are not shared.
size_t tr_snapshot_own_bytes (const TrSnapshot *shot);

TrState *tr_snapshot_state (const TrSnapshot *shot);
// s has to be of the same size.
void tr_snapshot_restore (const TrSnapshot *shot, TrState *s);
