// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Systems of rows under construction, for the tests of diagnose.

#pragma once

#include "solver/rank/diagnose.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>

typedef struct {
  int n_unknowns;
  GArray *start, *col, *owner; // int
  GArray *val, *c, *tol;       // double
} System;

static inline System
system_make (int n_unknowns)
{
  int zero = 0;
  System s = {n_unknowns,
              g_array_new (FALSE, FALSE, sizeof (int)),
              g_array_new (FALSE, FALSE, sizeof (int)),
              g_array_new (FALSE, FALSE, sizeof (int)),
              g_array_new (FALSE, FALSE, sizeof (double)),
              g_array_new (FALSE, FALSE, sizeof (double)),
              g_array_new (FALSE, FALSE, sizeof (double))};
  g_array_append_val (s.start, zero);
  return s;
}

static inline void
system_clear (System *s)
{
  GArray *all[] = {s->start, s->col, s->owner, s->val, s->c, s->tol};
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_array_unref (all[i]);
}

static inline void
add_entry (System *s, int col, double val)
{
  g_array_append_val (s->col, col);
  g_array_append_val (s->val, val);
}

static inline void
end_row (System *s, int owner, double c)
{
  double tol = 1e-9;
  int end = (int) s->col->len;
  g_array_append_val (s->start, end);
  g_array_append_val (s->owner, owner);
  g_array_append_val (s->c, c);
  g_array_append_val (s->tol, tol);
}

static inline int
n_rows (const System *s)
{
  return (int) s->owner->len;
}

static inline TrRows
system_rows (const System *s)
{
  return (TrRows){
      .n_unknowns = s->n_unknowns,
      .n_rows = n_rows (s),
      .start = (const int *) s->start->data,
      .col = (const int *) s->col->data,
      .val = (const double *) s->val->data,
      .owner = (const int *) s->owner->data,
      .c = (const double *) s->c->data,
      .tol = (const double *) s->tol->data,
  };
}

static inline TrDiagnosis *
diagnose (const System *s)
{
  TrRows rows = system_rows (s);
  TrScratch *scratch = tr_scratch_new ();
  TrDiagnosis *d = tr_diagnose (&rows, scratch);
  tr_scratch_free (scratch);
  return d;
}

// "1 2;4" for the sets {1, 2} and {4}.
static inline char *
conflicts_text (const TrDiagnosis *d)
{
  GString *text = g_string_new (NULL);
  for (int k = 0; k < d->n_conflicts; k++)
    for (int i = d->conflict_start[k]; i < d->conflict_start[k + 1]; i++)
      g_string_append_printf (text, "%s%d",
                              i > d->conflict_start[k] ? " "
                              : k > 0                  ? ";"
                                                       : "",
                              d->conflict[i]);
  return g_string_free (text, FALSE);
}

static inline char *
redundant_text (const TrDiagnosis *d)
{
  GString *text = g_string_new (NULL);
  for (int i = 0; i < d->n_redundant; i++)
    g_string_append_printf (text, "%s%d", i > 0 ? " " : "", d->redundant[i]);
  return g_string_free (text, FALSE);
}

static inline void
assert_diagnosis (const System *s, int rank, const char *redundant, const char *conflicts)
{
  TrDiagnosis *d = diagnose (s);
  g_autofree char *r = redundant_text (d), *c = conflicts_text (d);
  g_assert_cmpint (d->rank, ==, rank);
  g_assert_cmpstr (r, ==, redundant);
  g_assert_cmpstr (c, ==, conflicts);
  tr_diagnosis_free (d);
}

// The same system with its constraints in another order; owner[new] gives the old one.
static inline System
reordered (const System *s, int n_owners, const int *owner)
{
  System t = system_make (s->n_unknowns);
  for (int k = 0; k < n_owners; k++)
    for (int i = 0; i < n_rows (s); i++) {
      if (g_array_index (s->owner, int, i) != owner[k])
        continue;
      for (int e = g_array_index (s->start, int, i); e < g_array_index (s->start, int, i + 1); e++)
        add_entry (&t, g_array_index (s->col, int, e), g_array_index (s->val, double, e));
      end_row (&t, k, g_array_index (s->c, double, i));
    }
  return t;
}

static inline void
shuffle (GRand *rand, int n, int *x)
{
  for (int i = n - 1; i > 0; i--) {
    int k = g_rand_int_range (rand, 0, i + 1), swap = x[i];
    x[i] = x[k];
    x[k] = swap;
  }
}
