// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A curve typed as x(t), y(t): looked at while it is typed, before it is a body.

#pragma once

#include "render/outline.h"
#include "session/parts.h"
#include "session/session.h"

typedef enum {
  TR_FORMULA_WHOLE, // an error that is of no one field
  TR_FORMULA_X,
  TR_FORMULA_Y,
  TR_FORMULA_FROM,
  TR_FORMULA_TO,
} TrFormulaField;

// Texts as they were typed; all borrowed.
typedef struct {
  const char *x, *y;     // of t, the unknowns and parameters
  const char *from, *to; // range of t: of parameters
  int n_unknowns;
  const char *const *unknowns; // names
  const double *values;        // where they start
  bool closed;
} TrFormulaText;

// Whether it makes a curve. On error field says where, *column in it (characters from 1; 0: none).
bool tr_formula_check (
    TrSession *session, const TrFormulaText *f, TrFormulaField *field, int *column, GError **error);

// How the curve runs over its range, seen at samples of t.
typedef struct {
  int n_gaps;     // stretches where it has no place
  Vec2 gap[3];    // the first of these, from x to y
  bool is_there;  // it has places at all
  TrBounds frame; // of these, without the far ends of poles
} TrFormulaSurvey;

// False where it cannot be read.
bool tr_formula_survey (TrSession *session, const TrFormulaText *f, TrFormulaSurvey *survey);

// The texts of a body, kept by `keep` or the model; NULL members where it is no formula. The
// values are as the body has been dragged, borrowed from the state.
TrFormulaText tr_formula_get (TrSession *session, int body, TrParts *keep);
// Makes a formula another curve, as one step of the history; what takes hold of it stays. False
// where that cannot be, and nothing has changed.
bool tr_formula_change (TrSession *session, const char *id, const TrFormulaText *f, GError **error);

// Adds the element, for tr_session_add_all; returns its id, which lives as long as the parts.
const char *tr_formula_add (const TrFormulaText *f, TrParts *parts);

// Appends the curve in document units, fitted to the tolerance. False where it cannot be read, or
// is not finite somewhere and was left out there.
bool
tr_formula_outline (TrSession *session, const TrFormulaText *f, double tolerance, TrOutline *out);
