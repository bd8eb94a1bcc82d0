// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Derivatives. Each term of the sum is recorded as it is evaluated: a tape of the operations that
// depend on variables, operands before results, with the first and second derivatives of each by
// its operands a and b. With w = ∂f/∂node, a walk back over the tape gives the gradient:
//
//   w_a += w f_a,  w_b += w f_b                                         (f: this node's function)
//
// and for each variable x of the term, with dots for ∂/∂x, a walk forth and one back give its
// column of the Hessian:
//
//   ẋ = 1,  ḟ = f_a ȧ + f_b ḃ
//   ẇ_a += ẇ f_a + w (f_aa ȧ + f_ab ḃ),  ẇ_b += ẇ f_b + w (f_ab ȧ + f_bb ḃ)
//
// A gradient costs what the value costs, whatever the number of variables; a term costs a Hessian
// column only for variables of its own. What does not depend on x is never multiplied, so a pole
// in one place (√0, a branch not taken) does not turn zeros elsewhere into NaN.

#include "math/expr-function.h"
#include "math/expr-program.h"

#include <string.h>

#define NONE (-1)

// Tapes up to this length live on the C stack.
#define SHORT_TAPE 512

typedef struct {
  int a, b; // operands on the tape; NONE where constant
  int var;  // of a variable; else NONE
  ExprPartials f;
  double w;            // ∂f/∂node
  double dot, w_dot;   // ∂node/∂x, ∂w/∂x
  bool counts;         // the term depends on it: w is meant
  bool moves, w_moves; // dot, w_dot are meant
} Node;

typedef struct {
  Node *nodes;
  int n, most;
  double value[EXPR_STACK + 1]; // the machine's stack, empty at top = 0,
  int node[EXPR_STACK + 1];     // and where its values are on the tape
  int top;
} Tape;

// Member by member: the walks fill in the rest, and clearing it first costs a fifth of a gradient.
static Node *
append (Tape *tape, int a, int b, int var)
{
  g_assert (tape->n < tape->most);
  Node *node = &tape->nodes[tape->n++];
  node->a = a;
  node->b = b;
  node->var = var;
  node->w = 0;
  node->counts = false;
  return node;
}

static int
put (Tape *tape, int a, int b, ExprPartials f)
{
  if (a == NONE && b == NONE)
    return NONE;
  append (tape, a, b, NONE)->f = f;
  return tape->n - 1;
}

static void
push (Tape *tape, double value, int node)
{
  g_assert (tape->top < EXPR_STACK);
  tape->top++;
  tape->value[tape->top] = value;
  tape->node[tape->top] = node;
}

static void
push_var (Tape *tape, double value, int var)
{
  append (tape, NONE, NONE, var);
  push (tape, value, tape->n - 1);
}

static ExprPartials
arithmetic_partials (ExprCode code, double a, double b, double value)
{
  if (code == EXPR_ADD)
    return (ExprPartials){.a = 1, .b = 1};
  if (code == EXPR_SUB)
    return (ExprPartials){.a = 1, .b = -1};
  if (code == EXPR_MUL)
    return (ExprPartials){.a = b, .b = a, .ab = 1};
  return expr_quotient_partials (a, b, value);
}

// + − * /
static void
put_arithmetic (Tape *tape, ExprCode code)
{
  int top = --tape->top;
  double a = tape->value[top], b = tape->value[top + 1];
  double value = code == EXPR_ADD   ? a + b
                 : code == EXPR_SUB ? a - b
                 : code == EXPR_MUL ? a * b
                                    : a / b;
  ExprPartials f = arithmetic_partials (code, a, b, value);
  tape->value[top] = value;
  tape->node[top] = put (tape, tape->node[top], tape->node[top + 1], f);
}

static void
put_call1 (Tape *tape, const ExprFunction *function)
{
  int top = tape->top;
  double a = tape->value[top];
  double value = tape->value[top] = function->value1 (a);
  if (function->partials == NULL)
    tape->node[top] = NONE;
  else if (tape->node[top] != NONE)
    tape->node[top] = put (tape, tape->node[top], NONE, function->partials (a, 0, value));
}

static void
put_call2 (Tape *tape, const ExprFunction *function)
{
  int top = --tape->top;
  double a = tape->value[top], b = tape->value[top + 1];
  double value = tape->value[top] = function->value2 (a, b);
  if (tape->node[top] != NONE || tape->node[top + 1] != NONE)
    tape->node[top] =
        put (tape, tape->node[top], tape->node[top + 1], function->partials (a, b, value));
}

static void
put_choice (Tape *tape, ExprCode code)
{
  int top = --tape->top;
  if (!expr_takes_second (code, tape->value[top], tape->value[top + 1]))
    return;
  tape->value[top] = tape->value[top + 1];
  tape->node[top] = tape->node[top + 1];
}

// h = m √s with s = Σ (xᵢ / m)², m = max |xᵢ| held constant, as h does not depend on it. Not a
// chain of two-argument ones, whose Hessian would miss 1 / h where the first two vanish.
static void
put_hypot (Tape *tape, int n)
{
  g_assert (n >= 2 && n <= tape->top);
  int top = tape->top -= n - 1;
  const double *x = tape->value + top;
  double m = 0, s = 0;
  for (int i = 0; i < n; i++)
    m = fmax (m, fabs (x[i]));
  int sum = NONE;
  for (int i = 0; i < n && m > 0; i++) {
    double u = x[i] / m;
    s += u * u;
    if (tape->node[top + i] != NONE)
      sum = put (tape, sum, tape->node[top + i],
                 (ExprPartials){.a = 1, .b = 2 * u / m, .bb = 2 / m / m});
  }
  double root = sqrt (s);
  tape->value[top] = expr_hypot (n, x);
  tape->node[top] =
      put (tape, sum, NONE, (ExprPartials){.a = 0.5 * m / root, .aa = -0.25 * m / (s * root)});
}

static double
record (Tape *tape, const TrExpr *e, const ExprTerm *term, const double *vars)
{
  tape->n = tape->top = 0;
  for (int i = term->begin; i < term->end; i++) {
    const ExprInstr in = e->code[i];
    switch (in.code) {
    case EXPR_CONST:
      push (tape, e->consts[in.arg], NONE);
      break;
    case EXPR_VAR:
      push_var (tape, vars[in.arg], in.arg);
      break;
    case EXPR_NEGATE:
      tape->value[tape->top] = -tape->value[tape->top];
      tape->node[tape->top] = put (tape, tape->node[tape->top], NONE, (ExprPartials){.a = -1});
      break;
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
      put_arithmetic (tape, in.code);
      break;
    case EXPR_CALL1:
      put_call1 (tape, &expr_functions[in.arg]);
      break;
    case EXPR_CALL2:
      put_call2 (tape, &expr_functions[in.arg]);
      break;
    case EXPR_MIN:
    case EXPR_MAX:
      put_choice (tape, in.code);
      break;
    case EXPR_HYPOT:
      put_hypot (tape, in.arg);
      break;
    case EXPR_UNLESS:
      if (!(tape->value[tape->top--] > 0))
        i = in.arg - 1;
      break;
    case EXPR_GOTO:
      i = in.arg - 1;
      break;
    }
  }
  g_assert (tape->top == 1);
  return tape->value[1];
}

static void
add_to_weight (Tape *tape, int node, double w)
{
  if (node == NONE)
    return;
  tape->nodes[node].w += w;
  tape->nodes[node].counts = true;
}

// Leaves every node its w, starting from the term's own.
static void
walk_weights (Tape *tape, double w_term, double *grad)
{
  add_to_weight (tape, tape->node[1], w_term);
  for (int i = tape->n - 1; i >= 0; i--) {
    const Node *node = &tape->nodes[i];
    if (!node->counts)
      continue;
    if (node->var != NONE) {
      if (grad != NULL)
        grad[node->var] += node->w;
      continue;
    }
    add_to_weight (tape, node->a, node->w * node->f.a);
    add_to_weight (tape, node->b, node->w * node->f.b);
  }
}

// Leaves every node its dot for x = var, and its ẇ empty.
static void
walk_dots (Tape *tape, int var)
{
  for (int i = 0; i < tape->n; i++) {
    Node *node = &tape->nodes[i];
    const Node *a = node->a != NONE && tape->nodes[node->a].moves ? &tape->nodes[node->a] : NULL;
    const Node *b = node->b != NONE && tape->nodes[node->b].moves ? &tape->nodes[node->b] : NULL;
    node->moves = a != NULL || b != NULL || node->var == var;
    node->dot = node->var == var ? 1 : 0;
    if (a != NULL)
      node->dot += node->f.a * a->dot;
    if (b != NULL)
      node->dot += node->f.b * b->dot;
    node->w_dot = 0;
    node->w_moves = false;
  }
}

// w f'' ȧ, for an operand that moves and a function that is not linear in it.
static void
add_curvature (Node *target, double w, double second, const Node *mover)
{
  if (mover == NULL || !mover->moves || fpclassify (second) == FP_ZERO)
    return;
  target->w_dot += w * second * mover->dot;
  target->w_moves = true;
}

static void
add_slope (Node *target, const Node *node, double first)
{
  if (!node->w_moves)
    return;
  target->w_dot += node->w_dot * first;
  target->w_moves = true;
}

// Adds to the column of var in the lower triangle and, mirrored, in the upper one.
static void
walk_weight_dots (Tape *tape, int var, int n_vars, double *hess)
{
  for (int i = tape->n - 1; i >= 0; i--) {
    const Node *node = &tape->nodes[i];
    Node *a = node->a != NONE ? &tape->nodes[node->a] : NULL;
    Node *b = node->b != NONE ? &tape->nodes[node->b] : NULL;
    if (!node->counts)
      continue;
    if (a != NULL) {
      add_slope (a, node, node->f.a);
      add_curvature (a, node->w, node->f.aa, a);
      add_curvature (a, node->w, node->f.ab, b);
    }
    if (b != NULL) {
      add_slope (b, node, node->f.b);
      add_curvature (b, node->w, node->f.ab, a);
      add_curvature (b, node->w, node->f.bb, b);
    }
    if (node->var < var || !node->w_moves)
      continue;
    hess[(size_t) node->var * (size_t) n_vars + (size_t) var] += node->w_dot;
    if (node->var > var)
      hess[(size_t) var * (size_t) n_vars + (size_t) node->var] += node->w_dot;
  }
}

static double
eval_term (const TrExpr *e,
           const ExprTerm *term,
           const double *vars,
           Tape *tape,
           double *grad,
           double *hess)
{
  double value = record (tape, e, term, vars);
  walk_weights (tape, term->negative ? -1 : 1, grad);
  for (int i = 0; hess != NULL && i < term->n_vars; i++) {
    int var = e->term_vars[term->first_var + i];
    walk_dots (tape, var);
    walk_weight_dots (tape, var, e->n_vars, hess);
  }
  return term->negative ? -value : value;
}

// For so many nodes, where they are more than fit on the C stack; NULL: they do.
static Node *
long_tape (int most, TrScratch *scratch)
{
  if (most <= SHORT_TAPE)
    return NULL;
  size_t size = (size_t) most * sizeof (Node);
  return scratch ? tr_scratch_bytes (scratch, size) : g_malloc (size);
}

double
tr_expr_eval (const TrExpr *e, const double *vars, TrScratch *scratch, double *grad, double *hess)
{
  if (grad == NULL && hess == NULL)
    return tr_expr_value (e, vars);
  size_t n = (size_t) e->n_vars;
  if (grad != NULL)
    memset (grad, 0, n * sizeof *grad);
  if (hess != NULL)
    memset (hess, 0, n * n * sizeof *hess);

  // An instruction makes at most one node, but a hypot() one more for each operand.
  int most = 2 * e->longest_term;
  Node short_tape[SHORT_TAPE];
  size_t mark = scratch ? tr_scratch_mark (scratch) : 0;
  Node *nodes = long_tape (most, scratch);
  Tape tape; // not cleared: a stack of a few kilobytes
  tape.nodes = nodes != NULL ? nodes : short_tape;
  tape.most = MAX (most, SHORT_TAPE);

  double sum = eval_term (e, &e->terms[0], vars, &tape, grad, hess);
  for (int i = 1; i < e->n_terms; i++)
    sum += eval_term (e, &e->terms[i], vars, &tape, grad, hess);
  if (scratch)
    tr_scratch_release (scratch, mark);
  else
    g_free (nodes);
  return sum;
}
