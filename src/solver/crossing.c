// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/crossing.h"

#include <string.h>

enum { MOST_ITERATIONS = 6 };

static const double crossed = -0.8;
// Under this at the first look at all of them together.
static const double still = 1e-3;

int
tr_rows_count (const TrComponent *k)
{
  int n = 0;
  for (int i = 0; i < k->n_nodes; i++)
    for (int r = k->nodes[i].run; r < k->nodes[i].run + k->nodes[i].n_runs; r++)
      if (k->run_block[r] >= 0)
        n += k->nodes[i].rows * k->blocks[k->run_block[r]].dim;
  return n;
}

void
tr_rows_copy (TrComponent *k, double *J)
{
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    int incidence = n->incidence;
    for (int r = n->run; r < n->run + n->n_runs; r++) {
      if (k->run_block[r] < 0)
        continue;
      int size = n->rows * k->blocks[k->run_block[r]].dim;
      memcpy (J, tr_kkt_j (k->kkt, incidence++), sizeof (double) * (size_t) size);
      J += size;
    }
  }
}

// z ← (J₀ − J₁) x
static void
apply_difference (
    const TrComponent *k, const double *J0, const double *J1, const double *x, double *z)
{
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    double *to = z + n->lambda;
    memset (to, 0, sizeof (double) * (size_t) n->rows);
    for (int r = n->run; r < n->run + n->n_runs; r++) {
      if (k->run_block[r] < 0)
        continue;
      const TrBlock *b = &k->blocks[k->run_block[r]];
      for (int row = 0; row < n->rows; row++)
        for (int j = 0; j < b->dim; j++)
          to[row] += (*J0++ - *J1++) * x[b->v + j];
    }
  }
}

// One step of the iteration: z, in tolerances, which is left with length 1.
static bool
iterate (TrComponent *k,
         const double *J0,
         const double *J1,
         double *z,
         double *work[4], // f, which is 0; b; x; λ
         TrCrossing *change)
{
  double zz = 0, dd = 0, zd = 0;
  for (int i = 0; i < k->n_nodes; i++)
    for (int r = 0; r < k->nodes[i].rows; r++) {
      int at = k->nodes[i].lambda + r;
      work[1][at] = z[at] * k->nodes[i].tol[r];
    }
  if (!tr_kkt_solve (k->kkt, work[0], work[1], work[2], work[3]).ok)
    return false;
  apply_difference (k, J0, J1, work[2], work[1]);
  for (int i = 0; i < k->n_nodes; i++)
    for (int r = 0; r < k->nodes[i].rows; r++) {
      int at = k->nodes[i].lambda + r;
      double d = work[1][at] / k->nodes[i].tol[r];
      zz += z[at] * z[at];
      zd += z[at] * d;
      dd += d * d;
      z[at] = d;
    }
  *change = (TrCrossing){zd / zz, sqrt (dd / zz)};
  for (int i = 0; i < k->n_hard; i++)
    z[i] /= sqrt (dd);
  return true;
}

TrCrossing
tr_crossing_find (TrEngine *e, TrComponent *k, const double *J0, const double *J1)
{
  size_t mark = tr_scratch_mark (e->scratch), n = (size_t) k->n_rows + 1;
  double *z = tr_scratch_zeroed (e->scratch, n);
  double *work[] = {
      tr_scratch_zeroed (e->scratch, (size_t) k->n_v), tr_scratch_zeroed (e->scratch, n),
      tr_scratch_doubles (e->scratch, (size_t) k->n_v), tr_scratch_doubles (e->scratch, n)};
  uint32_t seed = 1;
  TrCrossing change = {0, 0};
  for (int i = 0; i < k->n_hard; i++) {
    seed = seed * 1664525 + 1013904223;
    z[i] = seed >> 31 ? 1 : -1;
  }
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    if (!iterate (k, J0, J1, z, work, &change)) {
      change = (TrCrossing){-INFINITY, INFINITY};
      break;
    }
    if (!(change.size > (i > 0 ? TR_CROSSING_CALM : still)))
      break;
  }
  tr_scratch_release (e->scratch, mark);
  return change;
}

bool
tr_crossing_is_likely (const TrCrossing *change)
{
  return change->size > TR_CROSSING_CALM && change->value < crossed;
}
