// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A growing list of small sets of constraints.

#pragma once

#include <glib.h>

typedef struct {
  GArray *start;  // int: where each set begins in member, and the end
  GArray *member; // int: ascending in each set
} TrOwnerSets;

void tr_owner_sets_init (TrOwnerSets *sets);
void tr_owner_sets_clear (TrOwnerSets *sets);
int tr_owner_sets_count (const TrOwnerSets *sets);

// The members of a set and how many they are.
const int *tr_owner_sets_get (const TrOwnerSets *sets, int set, int *n);

// Adds the set of the owners given, in any order, repeated or not.
void tr_owner_sets_add (TrOwnerSets *sets, int n, const int *owner);

// Drops sets that contain another one, or repeat it, and sorts the rest by their members.
void tr_owner_sets_reduce (TrOwnerSets *sets);
