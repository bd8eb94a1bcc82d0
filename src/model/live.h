// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Free parameters: numbers of a drawing that the solver may change as it changes where things are.
// Each is an unknown of the state, and what is computed from it goes with it:
//
//   c (x, s),  s = s (p)      c_p = c_s s_p                  (the chain rule of witkin-1990 §3.2)
//
// s a value of a constraint (a length, a ratio), p the free parameters that it hangs on, also by way
// of other parameters. An equation, a goal and a drive that read one have it among their members; a
// typed curve among its unknowns. What else reads one (the stiffness of a spring, the range of a
// curve) follows it from frame to frame and does not pull at it.

#pragma once

#include "model/model.h"

// Finds the parameters that hang on free ones, after a layout and an evaluation (no cycle); then the
// constraints and forces, when their names are resolved. An error where an expression, with the
// parameters that it reads put in, is too large a program.
bool tr_model_bind_parameters (TrModel *m, GError **error);
bool tr_model_bind_live (TrModel *m, GError **error);
// e with the parameters put in that hang on free ones, `was` where that is the same again; e itself
// where it names none of these; NULL: too large.
const TrExpr *tr_live_flatten (const TrModel *m, const TrExpr *e, const TrExpr *was);
// The same of one constraint that has changed.
bool tr_constraint_bind_live (const TrModel *m, TrConstraint *c, GError **error);
// The same of one constraint or force, of which nothing is to be said where no parameter is free.
bool tr_constraint_follow_live (const TrModel *m, TrConstraint *c, GError **error);
bool tr_force_follow_live (const TrModel *m, TrForce *f, GError **error);

// Parameters have the values that they have at q, and all that reads them; nothing where none is
// free. A value that is none leaves what reads it as it was.
void tr_model_follow (TrModel *m, const TrState *s);

// The expression of a constraint or a force and what its variables stand for.
static inline const TrExpr *
tr_live_expr (const TrLive *live, const TrExpr *expr)
{
  return live != NULL && live->expr != NULL ? live->expr : expr;
}

static inline const TrVar *
tr_live_vars (const TrLive *live, const TrVar *vars)
{
  return live != NULL && live->expr != NULL ? live->vars : vars;
}
