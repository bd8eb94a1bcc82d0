// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/short-circuits.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum {
  MOST_WORK = 400000000, // entries added, before what is at hand must do
  MOST_FOUND = 200000,   // circuits: thousands of lengths of one bar make millions of pairs
};

typedef struct {
  int n, room;
  int *vec;
} Holders;

typedef struct {
  int k;
  TrSparseVec *vec;
  Holders *holders; // of each row: vectors that have, or had, an entry there
  TrSparseSum sum;
  double noise;
  TrScratch *scratch;
  gint64 work;
} Shortening;

static void
add_holder (Shortening *w, int row, int vec)
{
  Holders *h = &w->holders[row];
  if (h->n == h->room) {
    h->room = MAX (8, 2 * h->room);
    int *all = tr_scratch_ints (w->scratch, (size_t) h->room);
    if (h->n > 0)
      memcpy (all, h->vec, sizeof (int) * (size_t) h->n);
    h->vec = all;
  }
  h->vec[h->n++] = vec;
}

static bool
is_held (const Shortening *w, int row, int vec)
{
  const Holders *h = &w->holders[row];
  for (int i = 0; i < h->n; i++)
    if (h->vec[i] == vec)
      return true;
  return false;
}

// The sum of two vectors in which the row given drops out, into w->sum; how many entries it has,
// 0 where it is not to be had.
static int
eliminate (Shortening *w, int i, int j, int row)
{
  const TrSparseVec *x = &w->vec[i], *y = &w->vec[j];
  double a = tr_sparse_vec_at (y, row), b = -tr_sparse_vec_at (x, row);
  w->work += x->n + y->n;
  if (!(fabs (a) > 0 && fabs (b) > 0))
    return 0;
  double h = sqrt (a * a + b * b);
  return tr_sparse_vec_sum (&w->sum, a / h, x, b / h, y, row, w->noise);
}

static void
replace (Shortening *w, int i, int n)
{
  tr_sparse_vec_set (&w->vec[i], n, w->sum.at, w->sum.val, w->scratch);
  for (int e = 0; e < n; e++)
    if (!is_held (w, w->sum.at[e], i))
      add_holder (w, w->sum.at[e], i);
}

// Replaces the longer of vector i and another by what they combine to, if that is shorter. Returns
// which one became so, −1: none.
static int
shorten (Shortening *w, int i)
{
  for (int e = 0; e < w->vec[i].n; e++) {
    int row = w->vec[i].at[e];
    for (int l = 0; l < w->holders[row].n && w->work < MOST_WORK; l++) {
      int j = w->holders[row].vec[l], n = j == i ? 0 : eliminate (w, i, j, row);
      int longer = w->vec[i].n > w->vec[j].n || (w->vec[i].n == w->vec[j].n && i > j) ? i : j;
      if (n == 0 || n >= w->vec[longer].n)
        continue;
      replace (w, longer, n);
      return longer;
    }
  }
  return -1;
}

// Until nothing gets shorter.
static void
shorten_all (Shortening *w)
{
  int *queue = tr_scratch_ints (w->scratch, (size_t) w->k + 1), head = 0, n = w->k;
  bool *is_queued = tr_scratch_bytes (w->scratch, (size_t) w->k * sizeof *is_queued);
  for (int i = 0; i < w->k; i++) {
    queue[i] = i;
    is_queued[i] = true;
  }
  while (n > 0 && w->work < MOST_WORK) {
    int i = queue[head], which = shorten (w, i);
    if (which >= 0 && !is_queued[which]) {
      queue[(head + n++) % w->k] = which;
      is_queued[which] = true;
    }
    if (which >= 0)
      continue; // i once more
    is_queued[i] = false;
    head = (head + 1) % w->k;
    n--;
  }
}

// Circuits that two of the short ones combine to and that are no longer than the longer one: the
// loops around two cells beside the loops around each.
static void
add_combinations (Shortening *w, TrCircuits *out)
{
  for (int i = 0; i < w->k; i++)
    for (int e = 0; e < w->vec[i].n; e++) {
      const Holders *h = &w->holders[w->vec[i].at[e]];
      for (int l = 0; l < h->n && w->work < MOST_WORK && out->list.n < MOST_FOUND; l++) {
        int j = h->vec[l], n = j <= i ? 0 : eliminate (w, i, j, w->vec[i].at[e]);
        if (n > 0 && n <= MAX (w->vec[i].n, w->vec[j].n))
          tr_sparse_list_add (&out->list, n, w->sum.at, w->sum.val, w->scratch);
      }
    }
}

void
tr_short_circuits (
    TrCircuits *out, int k, int n_rows, const TrSparseVec *vec, double noise, TrScratch *s)
{
  Shortening w = {.k = k, .noise = noise, .scratch = s};
  w.vec = tr_scratch_bytes (s, (size_t) k * sizeof *w.vec);
  w.holders = tr_scratch_bytes (s, (size_t) n_rows * sizeof *w.holders);
  memset (w.holders, 0, (size_t) n_rows * sizeof *w.holders);
  w.sum = tr_sparse_sum_make (n_rows, s);
  for (int i = 0; i < k; i++) {
    w.vec[i] = (TrSparseVec){0};
    tr_sparse_vec_set (&w.vec[i], vec[i].n, vec[i].at, vec[i].val, s);
    for (int e = 0; e < vec[i].n; e++)
      add_holder (&w, vec[i].at[e], i);
  }
  shorten_all (&w);
  for (int i = 0; i < k; i++)
    tr_sparse_list_add (&out->list, w.vec[i].n, w.vec[i].at, w.vec[i].val, s);
  add_combinations (&w, out);
}
