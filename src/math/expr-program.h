// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an expression compiles to: a program for a stack machine, one run of code for each term of
// the top-level sum, and the means to write it instruction by instruction.

#pragma once

#include "math/expr.h"

#include <math.h>

// The most values that a program may hold on its stack at once.
#define EXPR_STACK 256

typedef enum {
  EXPR_CONST,  // push consts[arg]
  EXPR_VAR,    // push vars[arg]
  EXPR_NEGATE, // a → −a
  EXPR_ADD,    // a, b → a + b
  EXPR_SUB,
  EXPR_MUL,
  EXPR_DIV,
  EXPR_CALL1,  // a → expr_functions[arg] (a)
  EXPR_CALL2,  // a, b → expr_functions[arg] (a, b)
  EXPR_MIN,    // a, b → one of them, the first of equals
  EXPR_MAX,    // the same
  EXPR_HYPOT,  // the last arg ≥ 3 values → their hypotenuse
  EXPR_UNLESS, // c → nothing; unless c > 0 go on at code[arg]
  EXPR_GOTO,   // go on at code[arg]
} ExprCode;

typedef struct {
  ExprCode code;
  int arg;
} ExprInstr;

// Code [begin, end) leaves one value; it is subtracted where negative. Its distinct variables are
// term_vars[first_var … first_var + n_vars − 1].
typedef struct {
  int begin, end;
  bool negative;
  int first_var, n_vars;
} ExprTerm;

struct _TrExpr {
  gint ref_count; // atomic: copies of a document on other threads share their expressions
  char *text;

  ExprInstr *code;
  double *consts;
  ExprTerm *terms;
  int *term_vars;
  char **names;
  int *columns; // where each name first appears
  int n_terms, n_vars;
  int longest_term; // instructions
};

// Runs code [begin, end) for the one value that it leaves.
double
expr_run (const ExprInstr *code, const double *consts, int begin, int end, const double *vars);

// Whether min or max of (a, b) is b. What is not a number wins, so that it shows.
static inline bool
expr_takes_second (ExprCode code, double a, double b)
{
  if (isnan (a))
    return false;
  return code == EXPR_MIN ? !(a <= b) : !(a >= b);
}

// The hypotenuse of n ≥ 2 values.
double expr_hypot (int n, const double *x);

typedef struct {
  GArray *code, *consts, *terms, *term_vars;
  GArray *columns, *last_term; // per variable; last_term: the latest term that lists it, else −1
  GPtrArray *names;
  GHashTable *index; // name → 1 + its place in names
  int depth, max_depth;
  int landed; // code before this may be jumped across: no folding into it
} ExprWriter;

void expr_writer_init (ExprWriter *w);
void expr_writer_clear (ExprWriter *w);

void expr_write_const (ExprWriter *w, double value);
void expr_write_var (ExprWriter *w, const char *name, int length, int column);

// An operation on the last values; on constants it is carried out at once, by expr_run(), so
// with the same bits.
void expr_write_op (ExprWriter *w, ExprCode code, int arg);

// A jump whose target is the place where it is landed.
int expr_write_jump (ExprWriter *w, ExprCode code);
void expr_write_landing (ExprWriter *w, int jump);

// The code since the last term is one.
void expr_write_term (ExprWriter *w, bool negative);

// The finished program with one reference; the writer is left empty.
TrExpr *expr_writer_finish (ExprWriter *w, const char *text);
