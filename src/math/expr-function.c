// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/expr-function.h"

#include <math.h>
#include <string.h>

static bool
is_zero (double x)
{
  return fpclassify (x) == FP_ZERO;
}

// d/da (a / b) = 1 / b,  d/db (a / b) = −(a / b) / b
ExprPartials
expr_quotient_partials (double a, double b, double value)
{
  double r = 1 / b;
  return (ExprPartials){r, -value * r, 0, -r * r, 2 * value * r * r};
}

static ExprPartials
sin_partials (double a, double b, double value)
{
  return (ExprPartials){.a = cos (a), .aa = -value};
}

static ExprPartials
cos_partials (double a, double b, double value)
{
  return (ExprPartials){.a = -sin (a), .aa = -value};
}

static ExprPartials
tan_partials (double a, double b, double value)
{
  double d = 1 + value * value;
  return (ExprPartials){.a = d, .aa = 2 * value * d};
}

// asin' = (1 − a²)^(−1/2),  asin'' = a (1 − a²)^(−3/2)
static ExprPartials
asin_partials (double a, double b, double value)
{
  double d = 1 / sqrt ((1 - a) * (1 + a));
  return (ExprPartials){.a = d, .aa = a * d * d * d};
}

static ExprPartials
acos_partials (double a, double b, double value)
{
  ExprPartials p = asin_partials (a, b, value);
  return (ExprPartials){.a = -p.a, .aa = -p.aa};
}

static ExprPartials
atan_partials (double a, double b, double value)
{
  double d = 1 / (1 + a * a);
  return (ExprPartials){.a = d, .aa = -2 * a * d * d};
}

// With r = |(a, b)| and (s, c) = (a, b) / r: the angle's gradient is (c, −s) / r.
static ExprPartials
atan2_partials (double a, double b, double value)
{
  double r = hypot (a, b);
  double s = a / r, c = b / r;
  double turn = 2 * s * c / r / r;
  return (ExprPartials){c / r, -s / r, -turn, (s - c) * (s + c) / r / r, turn};
}

static ExprPartials
sinh_partials (double a, double b, double value)
{
  return (ExprPartials){.a = cosh (a), .aa = value};
}

static ExprPartials
cosh_partials (double a, double b, double value)
{
  return (ExprPartials){.a = sinh (a), .aa = value};
}

// 1 − tanh² would cancel far out; 1 / cosh² does not.
static ExprPartials
tanh_partials (double a, double b, double value)
{
  double c = cosh (a);
  double d = 1 / c / c;
  return (ExprPartials){.a = d, .aa = -2 * value * d};
}

static ExprPartials
exp_partials (double a, double b, double value)
{
  return (ExprPartials){.a = value, .aa = value};
}

static ExprPartials
ln_partials (double a, double b, double value)
{
  double d = 1 / a;
  return (ExprPartials){.a = d, .aa = -d * d};
}

static ExprPartials
log10_partials (double a, double b, double value)
{
  double d = 1 / a;
  return (ExprPartials){.a = d / G_LN10, .aa = -d * d / G_LN10};
}

static ExprPartials
sqrt_partials (double a, double b, double value)
{
  double d = 0.5 / value;
  return (ExprPartials){.a = d, .aa = -0.5 * d / a};
}

// At 0 the branch a ≥ 0 is the one taken.
static ExprPartials
abs_partials (double a, double b, double value)
{
  return (ExprPartials){.a = a >= 0 ? 1 : -1};
}

// With (c, s) = (a, b) / h: gradient (c, s), Hessian (s², −cs; −cs, c²) / h; all 0 at the tip.
static ExprPartials
hypot_partials (double a, double b, double value)
{
  if (is_zero (value))
    return (ExprPartials){0};
  double c = a / value, s = b / value;
  return (ExprPartials){c, s, s * s / value, -c * s / value, c * c / value};
}

static double
mod (double a, double b)
{
  return a - b * floor (a / b);
}

static ExprPartials
mod_partials (double a, double b, double value)
{
  return (ExprPartials){.a = 1, .b = -floor (a / b)};
}

// Keeps what is not a number.
static double
sign (double a)
{
  return a > 0 ? 1 : a < 0 ? -1 : a;
}

// factor · a^b, and 0 where the factor is, even at the pole of a^b. The two short cuts are what
// pow() returns as well, for less.
static double
power_term (double factor, double a, double b)
{
  if (is_zero (factor) || is_zero (b))
    return factor;
  return factor * (is_zero (b - 1) ? a : pow (a, b));
}

// d/da a^b = b a^(b−1),  d²/da² a^b = b (b−1) a^(b−2): for negative a too, b being whole.
// d/db a^b = a^b ln a: not a number for negative a, where a^b has no neighbours.
static ExprPartials
pow_partials (double a, double b, double value)
{
  ExprPartials p = {.a = power_term (b, a, b - 1), .aa = power_term (b * (b - 1), a, b - 2)};
  if (is_zero (a) && b > 0) {
    p.ab = b > 1 ? 0 : -INFINITY;
    return p;
  }
  double l = log (a);
  p.b = value * l;
  p.bb = value * l * l;
  p.ab = power_term (1 + b * l, a, b - 1);
  return p;
}

#define CALL1(name, value, partials)                                                               \
  {                                                                                                \
    name, EXPR_CALL1, 1, 1, value, NULL, partials                                                  \
  }
#define CALL2(name, value, partials)                                                               \
  {                                                                                                \
    name, EXPR_CALL2, 2, 2, NULL, value, partials                                                  \
  }

const ExprFunction expr_functions[] = {
    CALL2 ("^", pow, pow_partials),
    CALL1 ("sin", sin, sin_partials),
    CALL1 ("cos", cos, cos_partials),
    CALL1 ("tan", tan, tan_partials),
    CALL1 ("asin", asin, asin_partials),
    CALL1 ("acos", acos, acos_partials),
    CALL1 ("atan", atan, atan_partials),
    CALL2 ("atan2", atan2, atan2_partials),
    CALL1 ("sinh", sinh, sinh_partials),
    CALL1 ("cosh", cosh, cosh_partials),
    CALL1 ("tanh", tanh, tanh_partials),
    CALL1 ("exp", exp, exp_partials),
    CALL1 ("ln", log, ln_partials),
    CALL1 ("log", log, ln_partials),
    CALL1 ("log10", log10, log10_partials),
    CALL1 ("sqrt", sqrt, sqrt_partials),
    CALL1 ("abs", fabs, abs_partials),
    {"min", EXPR_MIN, 2, G_MAXINT, NULL, NULL, NULL},
    {"max", EXPR_MAX, 2, G_MAXINT, NULL, NULL, NULL},
    {"hypot", EXPR_HYPOT, 2, G_MAXINT, NULL, hypot, hypot_partials},
    CALL1 ("floor", floor, NULL),
    CALL1 ("sign", sign, NULL),
    CALL2 ("mod", mod, mod_partials),
    {"if", EXPR_UNLESS, 3, 3, NULL, NULL, NULL},
};

const int expr_n_functions = G_N_ELEMENTS (expr_functions);

static bool
same (const char *name, int length, const char *word)
{
  return *word == *name && strlen (word) == (size_t) length &&
         memcmp (name, word, (size_t) length) == 0;
}

int
expr_function_find (const char *name, int length)
{
  for (int i = 0; i < expr_n_functions; i++)
    if (same (name, length, expr_functions[i].name))
      return i;
  return -1;
}

bool
expr_constant_find (const char *name, int length, double *value)
{
  static const struct {
    const char *name;
    double value;
  } constants[] = {{"pi", G_PI}, {"tau", 2 * G_PI}, {"e", G_E}};
  for (size_t i = 0; i < G_N_ELEMENTS (constants); i++)
    if (same (name, length, constants[i].name)) {
      *value = constants[i].value;
      return true;
    }
  return false;
}
