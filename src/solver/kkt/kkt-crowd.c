// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A block that one constraint alone touches takes as many of its rows as it has unknowns, whatever
// else they say: the others are what the constraint says of the blocks that it shares. Blocks with
// few rows for their unknowns are then left out one by one, with all that is on them, until each has
// many.

#include "solver/kkt/kkt-crowd.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

// Unknowns of a crowd, at the most.
#define MOST_COLS 1024

static int
rows_left (const TrKktCrowds *s, const TrKktGraph *g, int con)
{
  return g->rows[con] - s->own[con];
}

static bool
is_own (const TrKktGraph *g, int incidence)
{
  int b = g->touch[incidence];
  return g->block_start[b + 1] - g->block_start[b] == 1;
}

// Of those that are not own.
static int
n_shared (const TrKktGraph *g, int con)
{
  int n = 0;
  for (int i = g->start[con]; i < g->start[con + 1]; i++)
    n += !is_own (g, i);
  return n;
}

static void
count_own (TrKktCrowds *s, const TrKktGraph *g)
{
  for (int c = 0; c < g->n_cons; c++)
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      s->own[c] += is_own (g, i) ? g->dim[g->touch[i]] : 0;
}

static int
compare_ints (const void *pa, const void *pb)
{
  int a = *(const int *) pa, b = *(const int *) pb;
  return (a > b) - (a < b);
}

// The constraints listed become a crowd; col_of_block: of each block of the whole, room.
static void
add_crowd (TrKktCrowds *s, const TrKktGraph *g, int n, const int *con, int *col_of_block)
{
  g_autoptr (GArray) block = g_array_new (FALSE, FALSE, sizeof (int));
  TrKktCrowd k = {.n_cons = n, .con = g_memdup2 (con, sizeof (int) * (gsize) n)};
  qsort (k.con, (gsize) n, sizeof *k.con, compare_ints);
  for (int c = 0; c < n; c++)
    for (int i = g->start[k.con[c]]; i < g->start[k.con[c] + 1]; i++)
      col_of_block[g->touch[i]] = -1;
  for (int c = 0; c < n; c++) {
    s->crowd_of[k.con[c]] = s->n;
    k.n_rows += rows_left (s, g, k.con[c]);
    for (int i = g->start[k.con[c]]; i < g->start[k.con[c] + 1]; i++) {
      int b = g->touch[i];
      if (is_own (g, i) || col_of_block[b] == 0)
        continue;
      col_of_block[b] = 0;
      g_array_append_val (block, b);
    }
  }
  g_array_sort (block, compare_ints);
  k.n_blocks = (int) block->len;
  k.block = g_memdup2 (block->data, sizeof (int) * block->len);
  for (int i = 0; i < k.n_blocks; i++) {
    col_of_block[k.block[i]] = k.n_cols;
    k.n_cols += g->dim[k.block[i]];
  }
  for (int c = 0; c < n; c++)
    for (int i = g->start[k.con[c]]; i < g->start[k.con[c] + 1]; i++)
      s->col_at[i] = is_own (g, i) ? -1 : col_of_block[g->touch[i]];
  s->crowd = g_renew (TrKktCrowd, s->crowd, s->n + 1);
  s->crowd[s->n++] = k;
}

// ─── on the same blocks ─────────────────────────────────────────────────────

typedef struct {
  int con, n, *block; // those that it shares, ascending
} Sorted;

static int
compare_blocks (const void *pa, const void *pb)
{
  const Sorted *a = pa, *b = pb;
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  for (int i = 0; i < a->n; i++)
    if (a->block[i] != b->block[i])
      return a->block[i] < b->block[i] ? -1 : 1;
  return 0;
}

static int
compare_sorted (const void *pa, const void *pb)
{
  const Sorted *a = pa, *b = pb;
  int order = compare_blocks (pa, pb);
  return order != 0 ? order : (a->con > b->con) - (a->con < b->con);
}

// Whether so many constraints are on each of its blocks that it may be in a crowd.
static bool
is_crowded (const TrKktCrowds *s, const TrKktGraph *g, int con)
{
  for (int i = g->start[con]; i < g->start[con + 1]; i++) {
    int b = g->touch[i];
    if (!is_own (g, i) &&
        (g->block_start[b + 1] - g->block_start[b]) * g->max_rows < TR_KKT_CROWD_ROWS)
      return false;
  }
  return rows_left (s, g, con) > 0 && n_shared (g, con) > 0;
}

static int
sort_by_blocks (const TrKktCrowds *s, const TrKktGraph *g, int *block, Sorted *sorted)
{
  int n_sorted = 0;
  for (int c = 0; c < g->n_cons; c++) {
    if (!is_crowded (s, g, c))
      continue;
    Sorted *at = &sorted[n_sorted++];
    *at = (Sorted){.con = c, .block = block + g->start[c]};
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      if (!is_own (g, i))
        at->block[at->n++] = g->touch[i];
    qsort (at->block, (gsize) at->n, sizeof (int), compare_ints);
  }
  qsort (sorted, (gsize) n_sorted, sizeof *sorted, compare_sorted);
  return n_sorted;
}

static bool
is_crowd (int n_rows, int n_cols)
{
  return n_rows >= TR_KKT_CROWD_ROWS && n_rows >= TR_KKT_CROWD_TIMES * n_cols;
}

static void
find_on_same_blocks (TrKktCrowds *s, const TrKktGraph *g, int *con, int *col_of_block)
{
  g_autofree int *block = g_new (int, g->n_touch + 1);
  g_autofree Sorted *sorted = g_new (Sorted, g->n_cons + 1);
  int n = sort_by_blocks (s, g, block, sorted);
  for (int from = 0, to; from < n; from = to) {
    int n_rows = 0, n_cols = 0;
    for (to = from; to < n && compare_blocks (&sorted[from], &sorted[to]) == 0; to++) {
      con[to - from] = sorted[to].con;
      n_rows += rows_left (s, g, sorted[to].con);
    }
    for (int i = 0; i < sorted[from].n; i++)
      n_cols += g->dim[sorted[from].block[i]];
    if (is_crowd (n_rows, n_cols) && n_cols <= TR_KKT_CROWD_FEW)
      add_crowd (s, g, to - from, con, col_of_block);
  }
}

// ─── on many blocks ─────────────────────────────────────────────────────────

// What is left: rows on each block, each constraint's shared among its blocks.
typedef struct {
  bool *has; // of each constraint
  double *load;
  int n, *queue; // blocks that go
  bool *is_gone; // of each block
} Core;

static double
share_of (const TrKktCrowds *s, const TrKktGraph *g, int con)
{
  return (double) rows_left (s, g, con) / n_shared (g, con);
}

static void
let_go_if_sparse (Core *k, const TrKktGraph *g, int block)
{
  if (k->is_gone[block] || k->load[block] >= 0.5 * TR_KKT_CROWD_TIMES * g->dim[block])
    return;
  k->is_gone[block] = true;
  k->queue[k->n++] = block;
}

static void
let_go (Core *k, const TrKktCrowds *s, const TrKktGraph *g, int con)
{
  double share = share_of (s, g, con);
  k->has[con] = false;
  for (int i = g->start[con]; i < g->start[con + 1]; i++)
    if (!is_own (g, i)) {
      k->load[g->touch[i]] -= share;
      let_go_if_sparse (k, g, g->touch[i]);
    }
}

static void
find_core (Core *k, const TrKktCrowds *s, const TrKktGraph *g)
{
  for (int c = 0; c < g->n_cons; c++) {
    k->has[c] = s->crowd_of[c] < 0 && rows_left (s, g, c) > 0 && n_shared (g, c) > 0;
    for (int i = g->start[c]; k->has[c] && i < g->start[c + 1]; i++)
      k->load[g->touch[i]] += is_own (g, i) ? 0 : share_of (s, g, c);
  }
  for (int b = 0; b < g->n_blocks; b++)
    let_go_if_sparse (k, g, b);
  for (int at = 0; at < k->n; at++)
    for (int l = g->block_start[k->queue[at]]; l < g->block_start[k->queue[at] + 1]; l++) {
      int con = g->owner[g->block_touch[l]];
      if (k->has[con])
        let_go (k, s, g, con);
    }
}

// The constraints of the core that hang together with one, taken out of it; returns how many.
static int
take_together (Core *k, const TrKktGraph *g, int first, int *con, int *n_cols)
{
  int n = 0;
  *n_cols = 0;
  con[n++] = first;
  k->has[first] = false;
  for (int at = 0; at < n; at++)
    for (int i = g->start[con[at]]; i < g->start[con[at] + 1]; i++) {
      int b = g->touch[i];
      if (is_own (g, i) || k->is_gone[b])
        continue;
      k->is_gone[b] = true;
      *n_cols += g->dim[b];
      for (int l = g->block_start[b]; l < g->block_start[b + 1]; l++) {
        int other = g->owner[g->block_touch[l]];
        if (k->has[other])
          con[n++] = other;
        k->has[other] = false;
      }
    }
  return n;
}

static void
find_on_many_blocks (TrKktCrowds *s, const TrKktGraph *g, int *con, int *col_of_block)
{
  gsize n_cons = (gsize) g->n_cons, n_blocks = (gsize) g->n_blocks;
  g_autofree bool *has = g_new0 (bool, n_cons + 1), *is_gone = g_new0 (bool, n_blocks + 1);
  g_autofree double *load = g_new0 (double, n_blocks + 1);
  g_autofree int *queue = g_new (int, n_blocks + 1);
  Core k = {has, load, 0, queue, is_gone};
  find_core (&k, s, g);
  for (int c = 0; c < g->n_cons; c++) {
    int n_cols, n_rows = 0;
    if (!has[c])
      continue;
    int n = take_together (&k, g, c, con, &n_cols);
    for (int i = 0; i < n; i++)
      n_rows += rows_left (s, g, con[i]);
    if (is_crowd (n_rows, n_cols) && n_cols <= MOST_COLS)
      add_crowd (s, g, n, con, col_of_block);
  }
}

// ─── the whole ──────────────────────────────────────────────────────────────

void
tr_kkt_crowds_find (TrKktCrowds *s, const TrKktGraph *g)
{
  *s = (TrKktCrowds){0};
  if (g->n_rows < TR_KKT_CROWD_ROWS)
    return;
  g_autofree int *con = g_new (int, g->n_cons + 1), *col_of_block = g_new (int, g->n_blocks + 1);
  s->crowd_of = g_new (int, g->n_cons + 1);
  s->own = g_new0 (int, g->n_cons + 1);
  s->col_at = g_new (int, g->n_touch + 1);
  for (int c = 0; c < g->n_cons; c++)
    s->crowd_of[c] = -1;
  for (int i = 0; i < g->n_touch; i++)
    s->col_at[i] = -1;
  count_own (s, g);
  find_on_same_blocks (s, g, con, col_of_block);
  find_on_many_blocks (s, g, con, col_of_block);
}

void
tr_kkt_crowds_clear (TrKktCrowds *s)
{
  for (int i = 0; i < s->n; i++) {
    g_free (s->crowd[i].con);
    g_free (s->crowd[i].block);
  }
  g_free (s->crowd);
  g_free (s->crowd_of);
  g_free (s->own);
  g_free (s->col_at);
  *s = (TrKktCrowds){0};
}
