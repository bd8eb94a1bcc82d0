// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/kkt/kkt-reference.h"

#include <math.h>
#include <string.h>

void
tr_kkt_reference_fill_a (const TrKktGraph *g, const TrKktNumbers *n, TrKkt *to)
{
  for (int b = 0; b < g->n_blocks; b++)
    memcpy (tr_kkt_a (to, b), n->num + n->a_at[b],
            sizeof (double) * (size_t) (g->dim[b] * g->dim[b]));
  for (int p = 0; p < g->n_pairs; p++)
    memcpy (tr_kkt_pair (to, p), n->num + n->pair_at[p],
            sizeof (double) * (size_t) (g->dim[g->pair[2 * p]] * g->dim[g->pair[2 * p + 1]]));
}

void
tr_kkt_reference_sizes (const TrKktGraph *g, const TrKktNumbers *n, double *work, double *size)
{
  tr_kkt_row_sizes (g, n, work, size);
  for (int r = 0; r < g->n_rows; r++)
    size[r] = size[r] > 0 ? sqrt (size[r]) : 1;
}

double
tr_kkt_reference_conflict (const TrKktGraph *g,
                           const TrKktNumbers *n,
                           const double *size,
                           const double *b,
                           const double *v,
                           const double *lambda,
                           double *rb)
{
  double most = 0;
  tr_kkt_residual (g, n, NULL, b, v, lambda, NULL, rb);
  for (int r = 0; r < g->n_rows; r++)
    most = fmax (most, fabs (rb[r]) / size[r]);
  return most;
}
