// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The conflicts that rows tell to first order, made as small as they can be.

#pragma once

#include "solver/component.h"

// sets: of constraints (GArray of int) that conflict in e's drawing, as its rows tell at s. Returns those
// of which every member is needed: without any one a way leads from s to where the others hold. Where a set
// can hold by itself it stands for what does not in its part of the drawing, and is left out where all of
// it can; but where nothing would be left they are returned as they are, as are sets of more than can be
// tried: something holds them here.
GPtrArray *tr_least_conflicts (TrEngine *e, const TrState *s, const GPtrArray *sets);
// Ascending by their names, of which shorter ones are first: in whatever order they stand in the document.
void tr_sort_by_name (const TrModel *m, GArray *set);
// The same of two of them: < 0 where a is before b.
int tr_compare_names (const TrModel *m, int a, int b);
// Ascending in the document.
void tr_sort_by_place (GArray *set);
// The component that a constraint is in; NULL: nothing that it touches moves.
TrComponent *tr_component_with (const TrEngine *e, int constraint);
