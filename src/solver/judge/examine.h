// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be said of a drawing: from where it stands, and from where copies of it come to.

#pragma once

#include "solver/check.h"

// Nothing is moved. Of a drawing that does not hold as it stands rank, redundancy and conflicts are
// those of the places that copies of it come to (trial.h); worst, relative, undefined and shrunk are
// always of s.
TrCheck *tr_engine_check (TrEngine *e, const TrState *s);
// A conflict in the order in which its members are doubted: first what has a value, last what joins the drawing,
// later ones before earlier ones. A new list.
GArray *tr_check_doubts (const TrModel *m, const GArray *set);
