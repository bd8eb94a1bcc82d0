// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/parallel-rows.h"

#include <math.h>
#include <stdlib.h>

// The length of the difference of unit rows that is rounding.
#define SAME 1e-13

// Entries of a row by column.
typedef struct {
  int row, n;
  int *col;
  double *val;
} SortedRow;

static void
sort_entries (SortedRow *r)
{
  for (int i = 1; i < r->n; i++) {
    int col = r->col[i], k = i;
    double val = r->val[i];
    for (; k > 0 && r->col[k - 1] > col; k--) {
      r->col[k] = r->col[k - 1];
      r->val[k] = r->val[k - 1];
    }
    r->col[k] = col;
    r->val[k] = val;
  }
}

static int
compare_patterns (const SortedRow *a, const SortedRow *b)
{
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  for (int i = 0; i < a->n; i++)
    if (a->col[i] != b->col[i])
      return a->col[i] < b->col[i] ? -1 : 1;
  return 0;
}

static int
compare_rows (const void *pa, const void *pb)
{
  const SortedRow *a = pa, *b = pb;
  int order = compare_patterns (a, b);
  return order != 0 ? order : (a->row > b->row) - (a->row < b->row);
}

// 1 or −1 where a = ±b, else 0.
static int
sign_between (const SortedRow *a, const SortedRow *b)
{
  double plus = 0, minus = 0;
  for (int i = 0; i < a->n; i++) {
    plus += (a->val[i] - b->val[i]) * (a->val[i] - b->val[i]);
    minus += (a->val[i] + b->val[i]) * (a->val[i] + b->val[i]);
  }
  return sqrt (plus) < SAME ? 1 : sqrt (minus) < SAME ? -1 : 0;
}

static SortedRow *
sorted_rows (const TrSparse *a, TrScratch *s)
{
  SortedRow *row = tr_scratch_bytes (s, (size_t) a->n_rows * sizeof *row);
  int *col = tr_scratch_ints (s, (size_t) a->start[a->n_rows]);
  double *val = tr_scratch_doubles (s, (size_t) a->start[a->n_rows]);
  for (int i = 0; i < a->n_rows; i++) {
    int from = a->start[i], n = a->start[i + 1] - from;
    for (int k = from; k < from + n; k++) {
      col[k] = a->col[k];
      val[k] = a->val[k];
    }
    row[i] = (SortedRow){i, n, col + from, val + from};
    sort_entries (&row[i]);
  }
  qsort (row, (size_t) a->n_rows, sizeof *row, compare_rows);
  return row;
}

void
tr_parallel_rows (const TrSparse *a, TrScratch *s, int *first, double *sign)
{
  size_t mark = tr_scratch_mark (s);
  SortedRow *row = sorted_rows (a, s);
  int begin = 0; // of the rows on the same unknowns
  for (int i = 0; i < a->n_rows; i++) {
    if (i > 0 && compare_patterns (&row[i - 1], &row[i]) != 0)
      begin = i;
    int self = row[i].row;
    first[self] = self;
    sign[self] = 1;
    for (int k = begin; k < i && first[self] == self; k++) {
      int other = row[k].row, found = sign_between (&row[i], &row[k]);
      if (found == 0 || first[other] != other)
        continue;
      first[self] = other;
      sign[self] = found;
    }
  }
  tr_scratch_release (s, mark);
}
