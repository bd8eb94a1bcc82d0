// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/reduced-basis.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

// Share of a vector under which it has no entry in a row.
#define NO_PART 1e-7

static void
exchange (int n, double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double other = x[i];
    x[i] = y[i];
    y[i] = other;
  }
}

// Gauss and Jordan, from the last row in the order on.
void
tr_reduced_basis (int n,
                  int n_rows,
                  double *basis,
                  const int *order,
                  double noise,
                  TrScratch *s,
                  TrSparseVec *out)
{
  int done = 0;
  for (int place = n_rows - 1; place >= 0 && done < n; place--) {
    int row = order[place], best = done;
    for (int j = done; j < n; j++)
      if (fabs (basis[j * n_rows + row]) > fabs (basis[best * n_rows + row]))
        best = j;
    double *pivot = basis + best * n_rows;
    if (!(fabs (pivot[row]) > NO_PART * sqrt (dense_dot (n_rows, pivot, pivot))))
      continue;
    exchange (n_rows, pivot, basis + done * n_rows);
    pivot = basis + done++ * n_rows;
    for (int i = 0; i < n; i++) {
      double *x = basis + i * n_rows, share = x[row] / pivot[row];
      if (x == pivot)
        continue;
      dense_axpy (n_rows, -share, pivot, x);
      x[row] = 0;
    }
  }
  int *at = tr_scratch_ints (s, (size_t) n_rows);
  double *val = tr_scratch_doubles (s, (size_t) n_rows);
  for (int j = 0; j < n; j++) {
    for (int place = 0; place < n_rows; place++) {
      at[place] = place;
      val[place] = basis[j * n_rows + order[place]];
    }
    out[j] = (TrSparseVec){0};
    tr_sparse_vec_set (&out[j], n_rows, at, val, s);
    tr_sparse_vec_clean (&out[j], noise);
  }
}
