// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/copies.h"

#include "solver/rank/culprits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 48 }; // rows of a class that are judged one by one, each against each

// Rows that are multiples of one: row i = times[i] · the first row of its class.
typedef struct {
  const TrDependencies *d;
  TrScratch *scratch;
  int *root; // of each row: the first of its class, −1: of none
  int *size; // of each first row
  double *times;
  bool *is_pair; // of each circuit: it makes one row a multiple of another
} Classes;

static bool
are_many (const Classes *w, int row)
{
  return w->root[row] >= 0 && w->size[w->root[row]] > FEW;
}

static void
join (const Classes *w, int row, int to, double times)
{
  w->root[row] = w->root[to];
  w->times[row] = times * w->times[to];
  w->size[w->root[to]]++;
}

// What joins two classes that are there already is left to the rest.
static void
take_pair (const Classes *w, int j)
{
  const TrSparseVec *y = &w->d->vec[j];
  if (y->n != 2)
    return;
  int a = y->at[0], b = y->at[1];
  double times = -y->val[0] / y->val[1]; // row b of row a
  if (w->root[a] >= 0 && w->root[b] >= 0)
    return;
  w->is_pair[j] = true;
  if (w->root[a] < 0 && w->root[b] < 0) {
    w->root[a] = a;
    w->times[a] = w->size[a] = 1;
  }
  if (w->root[b] < 0)
    join (w, b, a, times);
  else
    join (w, a, b, 1 / times);
}

static void
find_classes (Classes *w)
{
  size_t n = (size_t) w->d->n_rows;
  w->root = tr_scratch_ints (w->scratch, n);
  w->size = tr_scratch_ints (w->scratch, n);
  w->times = tr_scratch_doubles (w->scratch, n);
  w->is_pair = tr_scratch_bytes (w->scratch, (size_t) w->d->n * sizeof *w->is_pair);
  for (size_t i = 0; i < n; i++) {
    w->root[i] = -1;
    w->size[i] = 0;
    w->times[i] = 0;
  }
  for (int j = 0; j < w->d->n; j++) {
    w->is_pair[j] = false;
    take_pair (w, j);
  }
  for (int j = 0; j < w->d->n; j++)
    w->is_pair[j] = w->is_pair[j] && are_many (w, w->d->vec[j].at[0]);
}

// ---- One class by its values ----

typedef struct {
  int root, row;
  double value; // what the row misses, in terms of the first one
} Member;

static int
compare_members (const void *pa, const void *pb)
{
  const Member *a = pa, *b = pb;
  if (a->root != b->root)
    return (a->root > b->root) - (a->root < b->root);
  if (a->value < b->value || a->value > b->value)
    return a->value < b->value ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

// y with yᵀA = 0 of two rows.
static TrSparseVec
circuit_of (const Classes *w, int a, int b)
{
  int at[2] = {MIN (a, b), MAX (a, b)};
  double val[2] = {1 / w->times[at[0]], -1 / w->times[at[1]]};
  TrSparseVec y = {0};
  tr_sparse_vec_set (&y, 2, at, val, w->scratch);
  tr_sparse_vec_clean (&y, w->d->noise);
  return y;
}

static void
compare (const Classes *w, int a, int b, TrOwnerSets *conflicts)
{
  if (a == b)
    return;
  size_t mark = tr_scratch_mark (w->scratch);
  TrSparseVec y = circuit_of (w, a, b);
  int owner[2];
  double blur;
  if (fabs (tr_mismatch (w->d, &y, owner, &blur)) > 0)
    tr_owner_sets_add (conflicts, tr_owners_of (w->d, &y, owner), owner);
  tr_scratch_release (w->scratch, mark);
}

// Whether two rows miss the same, so that one says no more than the other. What could be curvature
// does not count: the next larger one could be so from the next, and the greatest from the least.
static bool
is_same (const Classes *w, const Member *a, const Member *b)
{
  double tol =
      w->d->tol[a->row] / fabs (w->times[a->row]) + w->d->tol[b->row] / fabs (w->times[b->row]);
  return fabs (a->value - b->value) <= tol;
}

static void
judge_class (
    const Classes *w, const Member *m, int n, TrConsistent *consistent, TrOwnerSets *conflicts)
{
  for (int i = 0, first = 0; i < n; i++) {
    compare (w, m[i].row, m[0].row, conflicts);
    compare (w, m[i].row, m[n - 1].row, conflicts);
    if (!is_same (w, &m[i], &m[first]))
      first = i;
    if (i > first)
      consistent->vec[consistent->n++] = circuit_of (w, m[i].row, m[first].row);
  }
}

// ---- The rest ----

static void
take_rest (const Classes *w, TrDependencies *rest, int **row)
{
  const TrDependencies *d = w->d;
  size_t n = (size_t) d->n_rows;
  int *place = tr_scratch_ints (w->scratch, n), *owner = tr_scratch_ints (w->scratch, n);
  double *c = tr_scratch_doubles (w->scratch, n), *tol = tr_scratch_doubles (w->scratch, n);
  TrSparseVec *vec = tr_scratch_bytes (w->scratch, (size_t) d->n * sizeof *vec);
  *rest = *d;
  *row = tr_scratch_ints (w->scratch, n);
  rest->n = rest->n_rows = 0;
  memset (place, 0, n * sizeof *place);
  for (int j = 0; j < d->n; j++)
    for (int i = 0; i < d->vec[j].n && !w->is_pair[j]; i++)
      place[d->vec[j].at[i]] = 1;
  for (int i = 0; i < d->n_rows; i++)
    if (place[i]) {
      place[i] = rest->n_rows;
      owner[rest->n_rows] = d->owner[i];
      c[rest->n_rows] = d->c[i];
      tol[rest->n_rows] = d->tol[i];
      (*row)[rest->n_rows++] = i;
    }
  for (int j = 0; j < d->n; j++) {
    if (w->is_pair[j])
      continue;
    const TrSparseVec *y = &d->vec[j];
    TrSparseVec *x = &vec[rest->n++];
    *x = (TrSparseVec){0};
    tr_sparse_vec_set (x, y->n, y->at, y->val, w->scratch);
    for (int i = 0; i < x->n; i++)
      x->at[i] = place[x->at[i]];
  }
  rest->owner = owner;
  rest->c = c;
  rest->tol = tol;
  rest->vec = vec;
}

bool
tr_copies_set_aside (const TrDependencies *d,
                     TrScratch *s,
                     TrConsistent *consistent,
                     TrOwnerSets *conflicts,
                     TrDependencies *rest,
                     int **row)
{
  if (d->n < FEW)
    return false;
  Classes w = {.d = d, .scratch = s};
  find_classes (&w);
  Member *member = tr_scratch_bytes (s, (size_t) d->n_rows * sizeof *member);
  int n = 0;
  for (int i = 0; i < d->n_rows; i++)
    if (are_many (&w, i))
      member[n++] = (Member){w.root[i], i, d->c[i] / w.times[i]};
  if (n == 0)
    return false;
  qsort (member, (size_t) n, sizeof *member, compare_members);
  for (int from = 0, to; from < n; from = to) {
    to = from + w.size[member[from].root];
    judge_class (&w, member + from, to - from, consistent, conflicts);
  }
  take_rest (&w, rest, row);
  return true;
}
