// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Reports as JSON text: pieces that verbs and scripts put together.

#pragma once

#include "session/session.h"

// A number that reads back as the same double; null where it is not finite.
void tr_report_number (GString *out, double x);
// [x, y]
void tr_report_place (GString *out, Vec2 p);
void tr_report_string (GString *out, const char *text);
// A field of a CSV: in quotes where it has a comma, a quote or a line's end.
void tr_report_field (GString *out, const char *text);
// "mm", "mm²", "rad", "s": of time or a member; NULL: none that is known. Free with g_free.
char *tr_report_unit (const TrModel *m, const char *expr);
// The head of a column of a CSV: an expression, and its unit where it is time or a member that has one,
// "s.length [mm]", "s.angle [rad]".
void tr_report_column (GString *out, const TrModel *m, const char *expr);
// ["a", "b"]; texts ends with NULL.
void tr_report_strings (GString *out, const char *const *texts);
// ["c1", "c2"] of constraint indices.
void tr_report_constraints (GString *out, const TrModel *m, const GArray *constraints);
// [["c1", "c2"], …]
void tr_report_conflicts (GString *out, const TrModel *m, const GPtrArray *conflicts);
// {"body": {"member": value}}: the state's own members, or, given velocities, theirs.
void tr_report_state (GString *out, const TrModel *m, const double *q);
// {"constraint": [..]}
void
tr_report_multipliers (GString *out, const TrModel *m, const TrEngine *e, const double *lambda);
// The keys of `check`, without braces.
void tr_report_check (GString *out, const TrModel *m, const TrCheck *check);
// The same for people, a line or two.
char *tr_report_check_text (const TrModel *m, const TrCheck *check);
