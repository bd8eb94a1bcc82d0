// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/owner-sets.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  int n;
  const int *member;
} Set;

void
tr_owner_sets_init (TrOwnerSets *sets)
{
  const int zero = 0;
  sets->start = g_array_new (FALSE, FALSE, sizeof (int));
  sets->member = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_val (sets->start, zero);
}

void
tr_owner_sets_clear (TrOwnerSets *sets)
{
  g_array_unref (sets->start);
  g_array_unref (sets->member);
}

int
tr_owner_sets_count (const TrOwnerSets *sets)
{
  return (int) sets->start->len - 1;
}

const int *
tr_owner_sets_get (const TrOwnerSets *sets, int set, int *n)
{
  int from = g_array_index (sets->start, int, set);
  *n = g_array_index (sets->start, int, set + 1) - from;
  return (const int *) sets->member->data + from;
}

static int
compare_ints (const void *pa, const void *pb)
{
  int a = *(const int *) pa, b = *(const int *) pb;
  return (a > b) - (a < b);
}

void
tr_owner_sets_add (TrOwnerSets *sets, int n, const int *owner)
{
  guint from = sets->member->len, to = from;
  g_array_append_vals (sets->member, owner, (guint) n);
  int *member = (int *) sets->member->data;
  qsort (member + from, (size_t) n, sizeof (int), compare_ints);
  for (guint i = from; i < from + (guint) n; i++)
    if (to == from || member[i] != member[to - 1])
      member[to++] = member[i];
  g_array_set_size (sets->member, to);
  g_array_append_val (sets->start, to);
}

static bool
contains (Set large, Set small)
{
  int k = 0;
  for (int i = 0; i < large.n && k < small.n; i++)
    k += large.member[i] == small.member[k];
  return k == small.n;
}

static int
compare_members (const void *pa, const void *pb)
{
  const Set *a = pa, *b = pb;
  for (int i = 0; i < a->n && i < b->n; i++)
    if (a->member[i] != b->member[i])
      return a->member[i] < b->member[i] ? -1 : 1;
  return compare_ints (&a->n, &b->n);
}

static int
compare_sizes (const void *pa, const void *pb)
{
  const Set *a = pa, *b = pb;
  return a->n != b->n ? compare_ints (&a->n, &b->n) : compare_members (a, b);
}

void
tr_owner_sets_reduce (TrOwnerSets *sets)
{
  int n = tr_owner_sets_count (sets), kept = 0;
  if (n < 2)
    return;
  g_autofree Set *all = g_new (Set, n);
  TrOwnerSets reduced;
  for (int i = 0; i < n; i++)
    all[i].member = tr_owner_sets_get (sets, i, &all[i].n);
  // Small ones first: only a kept set can be contained in a later one. Of those of one size only
  // equals are, which stand side by side.
  qsort (all, (size_t) n, sizeof *all, compare_sizes);
  for (int i = 0; i < n; i++) {
    bool is_new = kept == 0 || compare_sizes (&all[i], &all[kept - 1]) != 0;
    for (int k = 0; k < kept && is_new && all[k].n < all[i].n; k++)
      is_new = !contains (all[i], all[k]);
    if (is_new)
      all[kept++] = all[i];
  }
  qsort (all, (size_t) kept, sizeof *all, compare_members);
  tr_owner_sets_init (&reduced);
  for (int i = 0; i < kept; i++)
    tr_owner_sets_add (&reduced, all[i].n, all[i].member);
  tr_owner_sets_clear (sets);
  *sets = reduced;
}
