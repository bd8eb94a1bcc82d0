// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The conflicts that rows tell to first order, made as small as they can be.

#pragma once

#include "solver/component.h"

// sets: of constraints (GArray of int) that conflict in e's drawing, as its rows tell at s. In each component
// that has one, as many constraints are left out (added to left_out) as keep the others from holding; for each
// of them those sets are returned that cannot hold with it and of which every member is needed: one of the
// smallest, and its equals. They do not hang on the order of the document, nor on the sets given. In `at` the
// component comes to where the others hold. Of components that are too large to be tried the sets are
// returned as they are; of those that can hold after all, where a solve leads, they are added to `doubtful`. What can only far
// away cannot by itself: of such a drawing the sets are those that cannot close by, and of what can there, those that no solve
// brings to hold.
// drawn: as the drawing was before it was solved, if it was; else s.
GPtrArray *tr_least_conflicts (TrEngine *e,
                               const TrState *s,
                               const TrState *drawn,
                               const GPtrArray *sets,
                               GArray *left_out,
                               TrState *at,
                               GPtrArray *doubtful);
// What rows tell beside these, where all but what was left out holds, s: those of the sets that are least ones,
// and the named ones for what no smaller of these tells by itself. One wrong bar is in many figures; those that are
// made of smaller ones are not named.
GPtrArray *tr_least_conflicts_there (TrEngine *e,
                                     const TrState *s,
                                     const TrState *drawn,
                                     const GPtrArray *sets,
                                     const GPtrArray *named,
                                     const GArray *left_out);
// Ascending by their names, of which shorter ones are first, in whatever order they stand in the document:
// < 0 where a is before b.
int tr_compare_names (const TrModel *m, int a, int b);
