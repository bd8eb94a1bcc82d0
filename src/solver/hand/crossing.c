// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/hand/crossing.h"

#include "math/ortho.h"
#include "solver/engine-private.h"

#include <string.h>

enum {
  MOST_ITERATIONS = 6,
  MOST_DENSE = 32, // unknowns of a determinant
};

static const double crossed = -0.8;
// Under this at the first look at all of them together.
static const double still = 1e-3;
// A pivot of rows of unit length, of which the sign means something. Under the root of what lengths may
// miss a drawing comes from the one side to the other without missing more: a pen on a bar that two
// others in one line with it hold lies now here, now there of that line.
static const double clear_pivot = 1e-4;

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
  tr_kkt_let_miss (k->kkt, INFINITY); // what spare rows are asked for here is of no account
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    if (!iterate (k, J0, J1, z, work, &change)) {
      change = (TrCrossing){-INFINITY, INFINITY};
      break;
    }
    if (!(change.size > (i > 0 ? TR_CROSSING_CALM : still)))
      break;
  }
  tr_kkt_let_miss (k->kkt, 0);
  tr_scratch_release (e->scratch, mark);
  return change;
}

bool
tr_crossing_is_likely (const TrCrossing *change)
{
  return change->size > TR_CROSSING_CALM && change->value < crossed;
}

// The rows of the constraints and t, of unit length, as a square matrix; false where it is none.
static bool
fill_square (const TrComponent *k, const double *J, const double *t, double *a)
{
  int n = k->n_v, row = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *node = &k->nodes[i];
    if (node->velocity || (!node->inequality && row + node->rows > n - 1))
      return false;
    for (int r = node->run; r < node->run + node->n_runs; r++) {
      if (k->run_block[r] < 0)
        continue;
      const TrBlock *b = &k->blocks[k->run_block[r]];
      for (int l = 0; l < node->rows; l++)
        for (int j = 0; j < b->dim; j++, J++)
          if (!node->inequality)
            a[(row + l) * n + b->v + j] += *J;
    }
    row += node->inequality ? 0 : node->rows;
  }
  memcpy (a + (n - 1) * n, t, sizeof (double) * (size_t) n);
  for (int i = 0; i < n; i++)
    ortho_normalize (n, a + i * n);
  return row == n - 1;
}

// By elimination with the largest pivot of each column.
static int
determinant_sign (int n, double *a)
{
  int sign = 1;
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int r = c + 1; r < n; r++)
      if (fabs (a[r * n + c]) > fabs (a[best * n + c]))
        best = r;
    double pivot = a[best * n + c];
    if (!(fabs (pivot) > clear_pivot))
      return 0;
    sign *= (pivot > 0) == (best == c) ? 1 : -1;
    for (int j = c; j < n && best != c; j++) {
      double x = a[c * n + j];
      a[c * n + j] = a[best * n + j];
      a[best * n + j] = x;
    }
    for (int r = c + 1; r < n; r++)
      dense_axpy (n - c, -a[r * n + c] / pivot, a + c * n + c, a + r * n + c);
  }
  return sign;
}

static int
find_side (TrEngine *e, const TrComponent *k, const double *J, const double *t, bool *is_square)
{
  int n = k->n_v, sign = 0;
  *is_square = false;
  if (n > MOST_DENSE || k->n_hard < n - 1)
    return 0;
  size_t mark = tr_scratch_mark (e->scratch);
  double *a = tr_scratch_zeroed (e->scratch, (size_t) (n * n));
  *is_square = fill_square (k, J, t, a);
  if (*is_square)
    sign = determinant_sign (n, a);
  tr_scratch_release (e->scratch, mark);
  return sign;
}

int
tr_crossing_side (TrEngine *e, const TrComponent *k, const double *J, const double *t)
{
  bool is_square;
  return find_side (e, k, J, t, &is_square);
}

bool
tr_crossing_is_near (TrEngine *e, const TrComponent *k, const double *J, const double *t)
{
  bool is_square;
  return find_side (e, k, J, t, &is_square) == 0 && is_square;
}
