// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/unit-rows.h"

#include <glib.h>
#include <math.h>

// A row this much shorter than the longest has lost its digits: it says nothing about unknowns.
#define NO_LENGTH 1e-15

void
tr_unit_rows_measure (TrUnitRows *u, const TrRows *rows, TrScratch *scratch)
{
  u->rows = rows;
  u->scratch = scratch;
  u->row = tr_scratch_ints (scratch, (size_t) rows->n_rows);
  double most = 0;
  u->n = 0;
  u->length = tr_scratch_doubles (u->scratch, (size_t) rows->n_rows);
  for (int i = 0; i < rows->n_rows; i++) {
    double sum = 0;
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++)
      sum = hypot (sum, rows->val[k]);
    u->length[i] = isfinite (sum) ? sum : 0;
    most = fmax (most, u->length[i]);
  }
  for (int i = 0; i < rows->n_rows; i++)
    if (u->length[i] <= NO_LENGTH * most)
      u->length[i] = 0;
  for (int i = 0; i < rows->n_rows; i++)
    if (u->length[i] > 0)
      u->row[u->n++] = i;
}

// Entries of one unknown are added up.
void
tr_unit_rows_scale (TrUnitRows *u)
{
  const TrRows *rows = u->rows;
  size_t nnz = 0;
  for (int i = 0; i < u->n; i++)
    nnz += (size_t) (rows->start[u->row[i] + 1] - rows->start[u->row[i]]);
  TrSparse *a = &u->a;
  *a = (TrSparse){.n_rows = u->n, .n_cols = rows->n_unknowns};
  a->start = tr_scratch_ints (u->scratch, (size_t) u->n + 1);
  a->col = tr_scratch_ints (u->scratch, nnz);
  a->val = tr_scratch_doubles (u->scratch, nnz);
  int *place = tr_scratch_ints (u->scratch, (size_t) a->n_cols), n = 0;
  for (int i = 0; i < a->n_cols; i++)
    place[i] = -1;
  for (int i = 0; i < u->n; i++) {
    int from = a->start[i] = n;
    for (int k = rows->start[u->row[i]]; k < rows->start[u->row[i] + 1]; k++) {
      int col = rows->col[k];
      g_assert (col >= 0 && col < a->n_cols);
      if (place[col] < from) {
        place[col] = n;
        a->col[n] = col;
        a->val[n++] = 0;
      }
      a->val[place[col]] += rows->val[k] / u->length[u->row[i]];
    }
  }
  a->start[u->n] = n;
  tr_sparse_transpose (a, u->scratch);
}
