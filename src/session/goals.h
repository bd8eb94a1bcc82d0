// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Goals added to a drawing: each comes with what it asks for done, as far as that can be, in one
// step.

#pragma once

#include "session/session.h"

typedef enum {
  TR_GOAL_EQUAL,    // expr = 0, as a relation that gives way
  TR_GOAL_AT_MOST,  // expr <= 0
  TR_GOAL_AT_LEAST, // expr >= 0
  TR_GOAL_MINIMIZE,
} TrGoalSort;

// What is typed as the expression of a goal: an equation stands for the difference of its sides. NULL
// with the column told where it cannot be read.
char *tr_goal_read (const TrModel *m, const char *typed, GError **error);
// weight: an expression over the parameters; blank: it is no goal but has to hold, as an equation. *id (may be NULL): what it is called.
bool tr_goal_add (
    TrSession *s, TrGoalSort sort, const char *expr, const char *weight, char **id, GError **error);
// What a goal that is an equation misses it by, 0 where it is met or switched off; of other forces 0.
double tr_goal_missed (const TrModel *m, const TrState *s, int force);
// What there is to say of the weight of one, in words; NULL: nothing. Static.
const char *tr_goal_weight_text (const TrForce *f);
// All that are missed, in words, each by how much; NULL: none is.
char *tr_goal_missed_text (const TrModel *m, const TrState *s);
// The curve is drawn to the points (of Vec2).
bool tr_goal_add_fit (TrSession *s,
                      const char *curve,
                      const GArray *points,
                      double stiffness,
                      char **id,
                      GError **error);
// The curve is drawn to the edges of the picture that a rigid or a sheet carries.
bool
tr_goal_add_snake (TrSession *s, const char *curve, const char *carrier, char **id, GError **error);

// The first two numbers of each line, or those whose columns a heading calls x and y, as "pen.x [mm]";
// parted by commas, semicolons, tabs or spaces; in a line with semicolons or tabs a comma before a
// digit is a decimal one. Empty lines and those that begin with # are passed over. False with the
// line told where another has no two numbers, or where there is none. points: of Vec2. *has_more (may
// be NULL): lines had more numbers, and nothing said which are meant.
bool tr_goal_read_points (const char *text, GArray *points, bool *has_more, GError **error);
