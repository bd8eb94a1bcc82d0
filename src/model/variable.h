// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a designer may change: numbers of a drawing that are no part of its state. A parameter, a
// number of a constraint (a length, a ratio), a place that a nail or a connector names.

#pragma once

#include "model/row.h"

typedef enum {
  TR_VARIABLE_PARAMETER, // element: of the parameters
  TR_VARIABLE_SCALAR,    // element: of the constraints; part: of its scalars
  TR_VARIABLE_NAIL,      // part: 0 x, 1 y
  TR_VARIABLE_PLACE,     // of a ground or local connector; part: 2·end + axis
} TrVariableKind;

typedef struct {
  TrVariableKind kind;
  int element, part;
} TrVariable;

// Adds what `what` names to dimensions (of TrVariable): a parameter's name, "c1.value", "n1.at",
// "c1.a"; false with error set where it names nothing that can be changed by itself (an expression
// follows its parameters).
bool tr_variable_find (const TrModel *m, const char *what, GArray *dimensions, GError **error);
// All of the constraints for which `is_in` (one for each) is true, and the parameters they read; a 0
// is no dimension but says that things lie level or on each other, and is left out.
void tr_variable_list (const TrModel *m, const bool *is_in, GArray *dimensions);

double tr_variable_get (const TrModel *m, const TrVariable *d);
// m is a copy of one's own; tr_model_evaluate() is to follow.
void tr_variable_set (TrModel *m, const TrVariable *d, double value);
// How tr_document_set() would set it: ID.MEMBER and the value, of both axes of a place.
char *tr_variable_text (const TrModel *m, const TrVariable *d, char **value);

// ∂/∂d of all parameters: slopes (one for each).
void tr_variable_parameters (const TrModel *m, const TrVariable *d, double *slopes);
// ∂c/∂d of the rows of constraint i; slopes as above.
void tr_variable_slope (const TrModel *m,
                        const TrVariable *d,
                        const double *slopes,
                        int i,
                        const TrState *s,
                        double c_d[TR_ROWS_MAX]);
