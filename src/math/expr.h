// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The expression language of documents: parsed once into a program for a small stack machine,
// then evaluated to a value, an exact gradient and an exact Hessian.

#pragma once

#include "math/scratch.h"

#include <glib.h>
#include <stdbool.h>

// Immutable and counted; names are left open: the caller binds each variable of the program to
// whatever it stands for (a parameter, `body.member`, `t`, `time`) and passes the values in.
typedef struct _TrExpr TrExpr;

#define TR_EXPR_ERROR (tr_expr_error_quark ())
GQuark tr_expr_error_quark (void);

typedef enum {
  TR_EXPR_ERROR_SYNTAX,  // the message begins "column N: " and says what was expected
  TR_EXPR_ERROR_TOO_BIG, // text over 64 KiB, nesting over 64
} TrExprError;

// Where in the text an error is, in characters from 1; 0 where it is none of an expression.
int tr_expr_error_column (const GError *error);
// Sets an error at a column: "column N: message".
void tr_expr_error_set (GError **error, TrExprError code, int column, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
// Says another column: that of the text from which the expression was made.
void tr_expr_error_move (GError *error, int column);

// NULL with error set where the text is no expression. Columns count characters from 1.
TrExpr *tr_expr_parse (const char *text, GError **error);
TrExpr *tr_expr_ref (TrExpr *e);
void tr_expr_unref (TrExpr *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrExpr, tr_expr_unref)

const char *tr_expr_text (const TrExpr *e);

// The distinct names in the order in which they first appear: `crank`, `s1.length`, `t`.
int tr_expr_n_vars (const TrExpr *e);
const char *tr_expr_var_name (const TrExpr *e, int var);
int tr_expr_var_column (const TrExpr *e, int var);

// vars: n_vars values. Not finite where the expression is undefined there.
double tr_expr_value (const TrExpr *e, const double *vars);

// grad: n_vars; hess: n_vars × n_vars, row major, symmetric; either may be NULL.
// Of the branch taken for abs (a ≥ 0), min, max (the first of equals), if, mod; 0 for sign, floor,
// and at the tip of hypot. The value has the same bits as tr_expr_value(). A gradient costs about
// as much as a few values; a term of more than 256 operations takes memory from scratch, or the heap where that is NULL.
double
tr_expr_eval (const TrExpr *e, const double *vars, TrScratch *scratch, double *grad, double *hess);

// Σ |term| over the top-level sum, for tolerances (cli.md, Tolerance).
double tr_expr_terms_size (const TrExpr *e, const double *vars);

// e with other expressions in the place of variables: with[v] of variable v, NULL where it stays.
// NULL where that comes to too large a program. The text is what the new one is called.
TrExpr *tr_expr_substitute (const TrExpr *e, const TrExpr *const *with, const char *text);

// Whether the text may be used as an identifier: [A-Za-z_][A-Za-z0-9_]* and none of the
// language's own words (constants, functions, t, time, deg, if).
bool tr_expr_is_identifier (const char *text);
bool tr_expr_is_reserved (const char *word);
// Whether it is a function of several arguments, which commas part.
bool tr_expr_takes_list (const char *word);
