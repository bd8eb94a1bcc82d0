// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What time does to a drawing: whether it moves anything, and how soon all of that begins again.

#pragma once

#include "doc/document.h"

// Drives, paths, forces or masses in motion, switched off or not: there is something to play.
bool tr_timetable_has_motion (const TrModel *m);
// The constraint is a drive or a path that does more than measure, switched off or not.
bool tr_timetable_is_drive (const TrConstraint *c);
// Of the drives and paths, how many are switched on.
int tr_timetable_n_running (const TrModel *m);
// Where none of them runs all are switched on; one that cannot be stays as it is. Whether any was.
bool tr_timetable_start (TrDocument *d);
// Seconds until every drive and looping path is where it was, whole turns apart; 0: none is known.
double tr_timetable_period (const TrModel *m, const double *q);
// Why nothing moves while time runs, for people: what leads the drawing stands, or nothing leads it.
// dof: the freedoms that are left.
const char *tr_timetable_still_reason (const TrModel *m, double time, int dof);
