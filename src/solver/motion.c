// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// J v = 0 with vᵀ M v = 1: over y = Lᵀ v these are the unit vectors orthogonal to the rows of
// J L⁻ᵀ. The rows' span comes first, then what is left of the unit vectors.

#include "solver/motion.h"

#include "solver/dense-rows.h"
#include "solver/engine-private.h"

// As the check has it.
#define CUTOFF 1e-8

static void
motion_free (gpointer data)
{
  TrMotion *m = data;
  g_free (m->v);
  g_free (m);
}

// The unknown that moves most, in the metric's units: of equals the first.
static int
leading (int n, const double *y)
{
  int best = 0;
  for (int i = 1; i < n; i++)
    if (fabs (y[i]) > fabs (y[best]) * (1 + 1e-9))
      best = i;
  return best;
}

static void
add_motion (GPtrArray *out, const TrDenseRows *r, const double *y, int component, int n_q)
{
  TrMotion *m = g_new (TrMotion, 1);
  g_autofree double *v = g_new (double, r->n + 1);
  int lead = leading (r->n, y);

  m->component = component;
  m->unknown = r->at[lead];
  m->v = g_new0 (double, n_q + 1);
  tr_dense_rows_motion (r, y, v);
  double sign = v[lead] < 0 ? -1 : 1;
  for (int i = 0; i < r->n; i++)
    m->v[r->at[i]] = sign * v[i];
  g_ptr_array_add (out, m);
}

GPtrArray *
tr_motions_find (TrEngine *e, const TrState *s, int most)
{
  GPtrArray *out = g_ptr_array_new_with_free_func (motion_free);

  for (int c = 0; c < e->n_components; c++) {
    if (e->components[c]->n_v > most)
      continue;
    g_autoptr (TrDenseRows) r = tr_dense_rows_new (e, s, c);
    g_autofree double *set = g_new (double, (size_t) r->n *(size_t) r->n + 1);
    int rank = tr_dense_span (r->m, r->n, r->row, CUTOFF, set);
    int n = tr_dense_complement (r->n, rank, set);
    for (int i = 0; i < n; i++)
      add_motion (out, r, set + (size_t) (rank + i) * (size_t) r->n, c, e->m->n_q);
  }
  return out;
}
