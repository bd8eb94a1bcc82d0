// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/dissect.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum {
  SMALL = 12, // so few rows are not worth a separator
};

typedef struct {
  const TrSparse *a;
  int *part;  // of each row: the part of the recursion that it belongs to
  int *seen;  // of each row and
  int *met;   // of each column: the last search that came by
  int *level; // of each row, in the last search
  int *queue;
  int n_parts, n_searches;
} Dissection;

void
tr_sparse_transpose (TrSparse *a, TrScratch *s)
{
  int nnz = a->start[a->n_rows];
  a->col_start = tr_scratch_ints (s, (size_t) a->n_cols + 1);
  a->row = tr_scratch_ints (s, (size_t) nnz);
  memset (a->col_start, 0, sizeof (int) * ((size_t) a->n_cols + 1));
  for (int k = 0; k < nnz; k++)
    a->col_start[a->col[k] + 1]++;
  for (int u = 0; u < a->n_cols; u++)
    a->col_start[u + 1] += a->col_start[u];
  // Filling moves each start to its end, which is the next one's start: shift back after.
  for (int i = 0; i < a->n_rows; i++)
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      a->row[a->col_start[a->col[k]]++] = i;
  for (int u = a->n_cols; u > 0; u--)
    a->col_start[u] = a->col_start[u - 1];
  a->col_start[0] = 0;
}

TrSparse
tr_sparse_take (const TrSparse *a, int n, const int *row, TrScratch *s)
{
  TrSparse b = {.n_rows = n, .n_cols = a->n_cols};
  int nnz = 0;
  b.start = tr_scratch_ints (s, (size_t) n + 1);
  for (int i = 0; i < n; i++)
    nnz += a->start[row[i] + 1] - a->start[row[i]];
  b.col = tr_scratch_ints (s, (size_t) nnz);
  b.val = tr_scratch_doubles (s, (size_t) nnz);
  nnz = 0;
  for (int i = 0; i < n; i++) {
    b.start[i] = nnz;
    for (int k = a->start[row[i]]; k < a->start[row[i] + 1]; k++, nnz++) {
      b.col[nnz] = a->col[k];
      b.val[nnz] = a->val[k];
    }
  }
  b.start[n] = nnz;
  tr_sparse_transpose (&b, s);
  return b;
}

bool
tr_sparse_is_hub (const TrSparse *a, int col)
{
  int n = a->col_start[col + 1] - a->col_start[col];
  return n > 16 && n > 4 * sqrt (a->n_rows);
}

// Breadth first within the part of the root. Returns the number of rows reached; queue holds them
// by level.
static int
search_from (Dissection *d, int root)
{
  const TrSparse *a = d->a;
  int n = 0, stamp = ++d->n_searches, part = d->part[root];
  d->queue[n++] = root;
  d->seen[root] = stamp;
  d->level[root] = 0;
  for (int head = 0; head < n; head++) {
    int i = d->queue[head];
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
      int u = a->col[k];
      if (d->met[u] == stamp)
        continue;
      d->met[u] = stamp;
      if (tr_sparse_is_hub (a, u))
        continue;
      for (int l = a->col_start[u]; l < a->col_start[u + 1]; l++) {
        int j = a->row[l];
        if (d->seen[j] == stamp || d->part[j] != part)
          continue;
        d->seen[j] = stamp;
        d->level[j] = d->level[i] + 1;
        d->queue[n++] = j;
      }
    }
  }
  return n;
}

// The rows of the last search on one side of the middle level: −1 before, 0 at, 1 after it.
static int
take_side (const Dissection *d, int n, int middle, int side, int *rows)
{
  int taken = 0;
  for (int k = 0; k < n; k++) {
    int i = d->queue[k];
    if ((d->level[i] > middle) - (d->level[i] < middle) == side)
      rows[taken++] = i;
  }
  return taken;
}

static void
set_part (Dissection *d, const int *rows, int n)
{
  d->n_parts++;
  for (int k = 0; k < n; k++)
    d->part[rows[k]] = d->n_parts;
}

static void dissect_part (Dissection *d, int *rows, int n);

// The queue holds one connected part of n rows.
static void
dissect_connected (Dissection *d, int *rows, int n)
{
  // The far end of a search is a better root: the levels get thin.
  search_from (d, d->queue[n - 1]);
  int middle = d->level[d->queue[n / 2]];
  int n_before = take_side (d, n, middle, -1, rows);
  int n_after = take_side (d, n, middle, 1, rows + n_before);
  take_side (d, n, middle, 0, rows + n_before + n_after);
  if (n_before + n_after < n / 2)
    return;
  set_part (d, rows, n_before);
  set_part (d, rows + n_before, n_after);
  dissect_part (d, rows, n_before);
  dissect_part (d, rows + n_before, n_after);
}

static void
dissect_part (Dissection *d, int *rows, int n)
{
  while (n > SMALL) {
    int reached = search_from (d, rows[0]);
    // Move what was reached to the front, keep the order of the rest behind it.
    int stamp = d->n_searches, rest = n;
    for (int k = n - 1; k >= 0; k--)
      if (d->seen[rows[k]] != stamp)
        rows[--rest] = rows[k];
    g_assert (rest == reached);
    memcpy (rows, d->queue, sizeof (int) * (size_t) reached);
    if (reached > SMALL)
      dissect_connected (d, rows, reached);
    rows += reached;
    n -= reached;
    set_part (d, rows, n);
  }
}

void
tr_dissect (const TrSparse *a, TrScratch *s, int *order)
{
  size_t mark = tr_scratch_mark (s), n = (size_t) a->n_rows;
  Dissection d = {.a = a};
  d.part = tr_scratch_ints (s, n);
  d.seen = tr_scratch_ints (s, n);
  d.level = tr_scratch_ints (s, n);
  d.queue = tr_scratch_ints (s, n);
  d.met = tr_scratch_ints (s, (size_t) a->n_cols);
  memset (d.part, 0, n * sizeof (int));
  memset (d.seen, 0, n * sizeof (int));
  memset (d.met, 0, (size_t) a->n_cols * sizeof (int));
  for (int i = 0; i < a->n_rows; i++)
    order[i] = i;
  dissect_part (&d, order, a->n_rows);
  tr_scratch_release (s, mark);
}
