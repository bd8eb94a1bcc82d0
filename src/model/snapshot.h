// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// States to go back to, bit for bit. They are kept in pages; snapshots share those that are the
// same, so that one of a large drawing of which a small part has moved costs that part.

#pragma once

#include "model/moves.h"
#include "model/model.h"

typedef struct TrSnapshot TrSnapshot;

// like: one that may be much the same; NULL: none.
TrSnapshot *tr_snapshot_new (const TrState *s, const TrSnapshot *like);
// The same where the state is that of `like`, but for its size and n places that have moved since
// (moves.h; NULL: any).
TrSnapshot *
tr_snapshot_after (const TrState *s, const TrSnapshot *like, const TrElement *moved, guint n);
// Whether a state is of its size.
bool tr_snapshot_fits (const TrSnapshot *shot, const TrState *s);
TrSnapshot *tr_snapshot_copy (const TrSnapshot *shot);
void tr_snapshot_free (TrSnapshot *shot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSnapshot, tr_snapshot_free)

double tr_snapshot_time (const TrSnapshot *shot);
// As tr_state_equal: time, places and velocities have the same bits.
bool tr_snapshot_equal (const TrSnapshot *shot, const TrState *s);
// The same of a state that has been that of the snapshot, but for what has moved since.
bool
tr_snapshot_equal_after (const TrSnapshot *shot, const TrState *s, const TrElement *moved, guint n);
// Bytes of pages that are not shared.
size_t tr_snapshot_own_bytes (const TrSnapshot *shot);

TrState *tr_snapshot_state (const TrSnapshot *shot);
// s has to be of the same size.
void tr_snapshot_restore (const TrSnapshot *shot, TrState *s);
// The same of a state of any size that is that of `from`, but for what has moved since. What that
// changes is noted in `moves`, which may be the ledger that `moved` is of.
void tr_snapshot_restore_after (const TrSnapshot *shot,
                                const TrSnapshot *from,
                                TrState *s,
                                const TrElement *moved,
                                guint n,
                                TrLedger *moves);
