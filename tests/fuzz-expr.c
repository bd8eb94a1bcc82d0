// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Fuzz target: any text parses or is refused with a place; what parses has one value, with
// derivatives and without.

#include "math/expr.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

// Gradients and Hessians of more variables than this are left alone: they would only be large.
#define MOST_VARS 64

static void
check_values (const TrExpr *e, const double *at)
{
  double grad[MOST_VARS], hess[MOST_VARS * MOST_VARS];
  double value = tr_expr_value (e, at);
  double first = tr_expr_eval (e, at, NULL, grad, NULL),
         second = tr_expr_eval (e, at, NULL, grad, hess);
  g_assert_true (memcmp (&value, &first, sizeof value) == 0 || (isnan (value) && isnan (first)));
  g_assert_true (memcmp (&value, &second, sizeof value) == 0 || (isnan (value) && isnan (second)));
  g_assert_true (!(tr_expr_terms_size (e, at) < 0));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (TrExpr) e = tr_expr_parse (text, &error);
  g_assert_true ((e == NULL) == (error != NULL));
  if (e == NULL) {
    g_assert_true (g_str_has_prefix (error->message, "column "));
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    return 0;
  }

  int n = tr_expr_n_vars (e);
  if (n > MOST_VARS)
    return 0;
  double at[MOST_VARS];
  for (int i = 0; i < n; i++)
    at[i] = 0.75 * i - 1;
  check_values (e, at);
  memset (at, 0, sizeof at);
  check_values (e, at);
  return 0;
}
