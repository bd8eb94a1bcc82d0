// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/null-groups.h"

#include "solver/parallel-rows.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

// Shares of a row in all dependencies of the loops under this are rounding.
#define NO_PART 1e-9

enum {
  LOOPS = -1, // the group of the rows in loops, and of their repetitions
};

typedef struct {
  const TrSparse *a;
  TrScratch *scratch;
  int *first;       // of each row: the first one parallel to it
  double *sign;     // row = sign · first
  int *copies;      // of each first row: how many follow
  bool *in_loop;    // of each first row
  TrNullSpace loop; // of the first rows that take part
  int *loop_place;  // of each first row in a loop
} Grouping;

// Keeps the rows that take part, told in rows of a.
static void
trim_loop (Grouping *g, const int *row_of)
{
  TrNullSpace *l = &g->loop;
  int n = 0;
  for (int k = 0; k < l->n_rows; k++) {
    double most = 0;
    for (int j = 0; j < l->n; j++)
      most = fmax (most, fabs (l->vec[(size_t) j * (size_t) l->n_rows + (size_t) k]));
    if (most <= NO_PART)
      continue;
    g->loop_place[row_of[l->row[k]]] = k;
    g->in_loop[row_of[l->row[k]]] = true;
    n++;
  }
}

static void
find_loops (Grouping *g, double cutoff)
{
  const TrSparse *a = g->a;
  int n = 0, *row = tr_scratch_ints (g->scratch, (size_t) a->n_rows);
  for (int i = 0; i < a->n_rows; i++) {
    g->in_loop[i] = false;
    g->copies[i] = 0;
    if (g->first[i] == i)
      row[n++] = i;
    else
      g->copies[g->first[i]]++;
  }
  if (n == a->n_rows) {
    tr_null_space (a, cutoff, g->scratch, &g->loop);
  } else {
    TrSparse distinct = tr_sparse_take (a, n, row, g->scratch);
    tr_null_space (&distinct, cutoff, g->scratch, &g->loop);
  }
  trim_loop (g, row);
}

// Space for the rows whose first one is the given one, or is in a loop.
static TrNullSpace *
add_group (const Grouping *g, TrNullGroups *out, int which)
{
  const TrSparse *a = g->a;
  TrNullSpace *group = &out->group[out->n_groups++];
  *group = (TrNullSpace){.n = which == LOOPS ? g->loop.n : 0};
  int from = which == LOOPS ? 0 : which, room = 0;
  for (int i = from; i < a->n_rows; i++)
    room += which == LOOPS ? g->in_loop[g->first[i]] : g->first[i] == which;
  group->row = tr_scratch_ints (g->scratch, (size_t) room);
  for (int i = from; i < a->n_rows && group->n_rows < room; i++) {
    if (which == LOOPS ? !g->in_loop[g->first[i]] : g->first[i] != which)
      continue;
    group->row[group->n_rows++] = i;
    group->n += g->first[i] != i;
  }
  group->vec = tr_scratch_zeroed (g->scratch, (size_t) group->n * (size_t) room);
  out->nullity += group->n;
  return group;
}

// The vectors of repetitions, from place n on: row i − sign · first row.
static void
add_copies (const Grouping *g, TrNullSpace *group, int n, const int *place)
{
  for (int k = 0; k < group->n_rows; k++) {
    int i = group->row[k];
    if (g->first[i] == i)
      continue;
    double *y = group->vec + (size_t) n++ * (size_t) group->n_rows;
    y[k] = 1;
    y[place[g->first[i]]] = -g->sign[i];
  }
  g_assert (n == group->n);
}

void
tr_null_groups (const TrSparse *a, double cutoff, TrScratch *s, TrNullGroups *out)
{
  size_t n = (size_t) a->n_rows;
  Grouping g = {.a = a, .scratch = s};
  g.first = tr_scratch_ints (s, n);
  g.sign = tr_scratch_doubles (s, n);
  g.copies = tr_scratch_ints (s, n);
  g.in_loop = tr_scratch_bytes (s, n * sizeof *g.in_loop);
  g.loop_place = tr_scratch_ints (s, n);
  *out = (TrNullGroups){.group = tr_scratch_bytes (s, (n + 1) * sizeof *out->group)};
  tr_parallel_rows (a, s, g.first, g.sign);
  find_loops (&g, cutoff);
  int *place = tr_scratch_ints (s, n);
  if (g.loop.n > 0) {
    TrNullSpace *group = add_group (&g, out, LOOPS);
    for (int k = 0; k < group->n_rows; k++)
      place[group->row[k]] = k;
    for (int j = 0; j < g.loop.n; j++)
      for (int k = 0; k < group->n_rows; k++)
        if (g.first[group->row[k]] == group->row[k])
          group->vec[(size_t) j * (size_t) group->n_rows + (size_t) k] =
              g.loop
                  .vec[(size_t) j * (size_t) g.loop.n_rows + (size_t) g.loop_place[group->row[k]]];
    add_copies (&g, group, g.loop.n, place);
  }
  for (int i = 0; i < a->n_rows; i++)
    if (g.copies[i] > 0 && !g.in_loop[i]) {
      place[i] = 0;
      add_copies (&g, add_group (&g, out, i), 0, place);
    }
}
