// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/sparse-set.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// What sums of vectors leave at places that they have no part in.
#define ROUNDING 1e-12

TrSparseSet *
tr_sparse_set_make (int room, int n_places, TrScratch *s)
{
  size_t n = (size_t) room, places = (size_t) n_places;
  TrSparseSet *set = tr_scratch_bytes (s, sizeof *set);
  *set = (TrSparseSet){.n_places = n_places, .scratch = s, .sum = tr_sparse_sum_make (n_places, s)};
  set->vec = tr_scratch_bytes (s, n * sizeof *set->vec);
  set->is_done = tr_scratch_bytes (s, n * sizeof *set->is_done);
  set->holders = tr_scratch_bytes (s, places * sizeof *set->holders);
  memset (set->holders, 0, places * sizeof *set->holders);
  return set;
}

static void
add_holder (const TrSparseSet *set, int place, int vec)
{
  TrHolders *h = &set->holders[place];
  if (h->n == h->room) {
    h->room = MAX (4, 2 * h->room);
    int *all = tr_scratch_ints (set->scratch, (size_t) h->room);
    if (h->n > 0)
      memcpy (all, h->vec, sizeof (int) * (size_t) h->n);
    h->vec = all;
  }
  h->vec[h->n++] = vec;
}

void
tr_sparse_set_add (TrSparseSet *set, int n, const int *at, const double *val)
{
  set->vec[set->n] = (TrSparseVec){0};
  set->is_done[set->n] = false;
  tr_sparse_vec_set (&set->vec[set->n], n, at, val, set->scratch);
  for (int k = 0; k < n; k++)
    add_holder (set, at[k], set->n);
  set->n++;
}

// Takes away from vector j what it has of vector i at a place.
static void
free_of_place (TrSparseSet *set, int i, int j, int place)
{
  const TrSparseVec *y = &set->vec[i];
  TrSparseVec *x = &set->vec[j];
  double f = tr_sparse_vec_at (x, place) / tr_sparse_vec_at (y, place);
  int n = tr_sparse_vec_sum (&set->sum, 1, x, -f, y, place, ROUNDING);
  for (int k = 0, e = 0; k < n; k++) {
    while (e < x->n && x->at[e] < set->sum.at[k])
      e++;
    if (e == x->n || x->at[e] != set->sum.at[k])
      add_holder (set, set->sum.at[k], j);
  }
  tr_sparse_vec_set (x, n, set->sum.at, set->sum.val, set->scratch);
}

int
tr_sparse_set_use_up (TrSparseSet *set, int place, double least)
{
  const TrHolders *h = &set->holders[place];
  int best = -1, n = h->n;
  for (int l = 0; l < n; l++) {
    int j = h->vec[l];
    double y = set->is_done[j] ? 0 : fabs (tr_sparse_vec_at (&set->vec[j], place));
    if (y > least || (y >= least && best >= 0 && j < best)) {
      least = y;
      best = j;
    }
  }
  if (best < 0)
    return -1;
  set->is_done[best] = true;
  for (int l = 0; l < n; l++) {
    int j = h->vec[l];
    if (!set->is_done[j] && fabs (tr_sparse_vec_at (&set->vec[j], place)) > 0)
      free_of_place (set, best, j, place);
  }
  return best;
}
