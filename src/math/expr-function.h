// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The functions of the expression language: one table of names, arities, values and derivatives.

#pragma once

#include "math/expr-program.h"

// First and second derivatives of f(a) or f(a, b).
typedef struct {
  double a, b;
  double aa, ab, bb;
} ExprPartials;

typedef struct {
  const char *name;
  ExprCode code;
  int min_args, max_args;
  double (*value1) (double a);
  double (*value2) (double a, double b);
  ExprPartials (*partials) (double a, double b, double value); // NULL: flat (floor, sign)
} ExprFunction;

extern const ExprFunction expr_functions[];
extern const int expr_n_functions;

// Index into the table, -1 where there is none; "^" is the power.
int expr_function_find (const char *name, int length);

// Whether it is pi, tau or e; its value then.
bool expr_constant_find (const char *name, int length, double *value);

// Derivatives of a / b.
ExprPartials expr_quotient_partials (double a, double b, double value);
