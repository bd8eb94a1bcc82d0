// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What both ways to follow an edit share: that of renew.c, which looks at all, and that of
// renew-local.c, which looks at what the model's ledger names.

#pragma once

#include "solver/engine-private.h"

enum { TR_NOWHERE = -1, TR_EVERYWHERE = -2 }; // in TrSeen.component

// False: it does not tell enough, and nothing was done.
bool tr_renew_locally (TrEngine *e, const TrModel *m, const TrState *s);

// The bodies, and the numbers of free parameters, that an element holds on to or reads, alone in
// `held` (int); of a typed curve the numbers.
void tr_renew_hold_constraint (GArray *held, const TrConstraint *c);
void tr_renew_hold_force (GArray *held, const TrForce *f);
void tr_renew_hold_numbers (GArray *held, const TrModel *m, const TrBody *b);
// Its numbers start afresh, as those of a new engine.
void tr_renew_cool (TrComponent *k);
// Where a component comes among all: bodies are before slides.
int tr_renew_rank (const TrEngine *e, const TrComponent *k);
// Its elements and unknowns are in its slot.
void tr_renew_enter (TrEngine *e, const TrComponent *k);
bool tr_renew_is_same_world (const TrWorld *a, const TrWorld *b);

// Where a component stands, or would.
int tr_engine_find_place (const TrEngine *e, const TrComponent *k);

// Slots for n components at the least; those that were not there are the caller's to fill.
void tr_renew_allot_slots (TrEngine *e, int n);

// So much for n that to add one by one copies each a few times only.
static inline int
tr_renew_room (int n)
{
  return n + n / 4 + 8;
}

// Its numbers are to start afresh after the next edit, as those of a new engine.
static inline void
tr_engine_note_warm (TrEngine *e, const TrComponent *k)
{
  int slot = k->slot >= 0 ? k->slot : e->grab.component;
  g_array_append_val (e->warmed, slot);
}

// Whether a soft row is one of the model's forces, by its number there.
static inline bool
tr_renew_is_of_force (const TrSoft *soft)
{
  return soft->force >= 0 && soft->kind != TR_SOFT_SHEET;
}
