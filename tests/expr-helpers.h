// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Shared by the tests of expressions.

#pragma once

#include "math/expr.h"

#include <math.h>
#include <string.h>

static inline bool
same_bits (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

static inline bool
is_near (double a, double b, double tolerance)
{
  return fabs (a - b) <= tolerance * fmax (1, fmax (fabs (a), fabs (b)));
}

static inline TrExpr *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  TrExpr *e = tr_expr_parse (text, &error);
  if (e == NULL)
    g_error ("%s: %s", text, error->message);
  return e;
}
