// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/blame.h"

#include "solver/rank/circuits.h"
#include "solver/rank/copies.h"
#include "solver/rank/culprits.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int
tr_owners_of (const TrDependencies *d, const TrSparseVec *y, int *owner)
{
  int n = 0;
  for (int i = 0; i < y->n; i++)
    if (n == 0 || owner[n - 1] != d->owner[y->at[i]])
      owner[n++] = d->owner[y->at[i]];
  return n;
}

// A circuit, by its place among all and the number of its constraints.
typedef struct {
  int circuit, size;
  double mismatch;
  double blur; // share of it that curvature may make
} Candidate;

typedef struct {
  const TrDependencies *d;
  TrCircuits all;
  Candidate *candidate; // of each circuit, small ones first
  int *owner;           // n_rows: of one circuit
  TrScratch *scratch;
} Trial;

static bool
agrees (const Candidate *a)
{
  return !(fabs (a->mismatch) > 0);
}

static int
compare_candidates (const void *pa, const void *pb)
{
  const Candidate *a = pa, *b = pb;
  return a->size != b->size ? (a->size > b->size) - (a->size < b->size)
                            : (a->circuit > b->circuit) - (a->circuit < b->circuit);
}

static const TrSparseVec *
vec_of (const Trial *t, int i)
{
  return &t->all.list.vec[t->candidate[i].circuit];
}

// Whether two conflicting circuits come from one wrong row: with it eliminated the rest agrees,
// yᵢ/yⱼ there as yᵢᵀc/yⱼᵀc. Returns the row, −1: none.
static int
shared_culprit (const Trial *t, int i, int j)
{
  const TrSparseVec *yi = vec_of (t, i), *yj = vec_of (t, j);
  double mi = t->candidate[i].mismatch, mj = t->candidate[j].mismatch;
  double slack = 1e-4 + t->candidate[i].blur + t->candidate[j].blur;
  for (int r = 0; r < yi->n; r++) {
    double a = yi->val[r] * mj, b = tr_sparse_vec_at (yj, yi->at[r]) * mi;
    if (fabs (b) > 0 && fabs (a - b) <= slack * fabs (a))
      return yi->at[r];
  }
  return -1;
}

// Where not all circuits are known, a conflict may stand there that only adds consistent circuits
// to a much smaller one, and no sum of known ones says so.
static bool
repeats_smaller (const Trial *t, int j)
{
  if (t->all.is_complete)
    return false;
  // Small ones come first: of many that are alike none is compared with another.
  for (int i = 0; i < j && 2 * t->candidate[i].size <= t->candidate[j].size; i++)
    if (!agrees (&t->candidate[i]) && shared_culprit (t, i, j) >= 0)
      return true;
  return false;
}

// Circuits, small ones first; all of one size are judged by the smaller ones alone, so that equals
// (the same bar twice against a third) are all named, in whatever order they came.
static void
name_conflicts (const Trial *t, TrOwnerSets *conflicts)
{
  const TrDependencies *d = t->d;
  TrSpan smaller;
  tr_span_init (&smaller, d->n_rows, t->scratch);
  for (int from = 0, to; from < t->all.list.n && smaller.n < d->n; from = to) {
    for (to = from; to < t->all.list.n && t->candidate[to].size == t->candidate[from].size; to++)
      if (!agrees (&t->candidate[to]) &&
          tr_span_is_outside (&smaller, vec_of (t, to), 10 * d->noise) && !repeats_smaller (t, to))
        tr_owner_sets_add (conflicts, tr_owners_of (d, vec_of (t, to), t->owner), t->owner);
    for (int i = from; i < to; i++)
      tr_span_add (&smaller, vec_of (t, i), 10 * d->noise);
  }
}

// The span of the circuits that agree; where not all are known, that of the short ones less what is
// at odds with them.
static void
collect_consistent (const Trial *t, TrConsistent *consistent)
{
  const TrDependencies *d = t->d;
  TrSpan span;
  tr_span_init (&span, d->n_rows, t->scratch);
  if (t->all.is_complete) {
    for (int i = 0; i < t->all.list.n && span.n < d->n; i++)
      if (agrees (&t->candidate[i]) && tr_span_add (&span, vec_of (t, i), 10 * d->noise))
        consistent->vec[consistent->n++] = *vec_of (t, i);
    return;
  }
  TrSparseVec *basis = tr_scratch_bytes (t->scratch, (size_t) d->n * sizeof *basis);
  for (int i = 0; i < t->all.list.n && span.n < d->n; i++)
    if (tr_span_add (&span, vec_of (t, i), 1e-7))
      basis[span.n - 1] = *vec_of (t, i);
  if (span.n == d->n)
    tr_culprits_leave_out (d, basis, t->scratch, consistent);
  else
    tr_culprits_leave_out (d, d->vec, t->scratch, consistent);
}

static bool
all_agree (const TrDependencies *d, int *owner)
{
  double blur;
  for (int j = 0; j < d->n; j++)
    if (fabs (tr_mismatch (d, &d->vec[j], owner, &blur)) > 0)
      return false;
  return true;
}

static int
compare_rows (const void *pa, const void *pb, void *data)
{
  const TrDependencies *d = data;
  int a = *(const int *) pa, b = *(const int *) pb, way = 0;
  if (d->owner[a] != d->owner[b])
    way = d->compare (d->owner[a], d->owner[b], d->data);
  return way != 0 ? way : (a > b) - (a < b);
}

// Rows by places in the order of their constraints; NULL: none is known.
static const int *
order_of (const TrDependencies *d, TrScratch *s)
{
  int *order = tr_scratch_ints (s, (size_t) d->n_rows);
  for (int i = 0; i < d->n_rows; i++)
    order[i] = i;
  if (!d->compare)
    return NULL;
  g_qsort_with_data (order, d->n_rows, sizeof *order, compare_rows, (void *) d);
  return order;
}

// Each circuit against each; consistent is added to.
static void
judge (const TrDependencies *d, TrScratch *s, TrConsistent *consistent, TrOwnerSets *conflicts)
{
  Trial t = {.d = d, .scratch = s};
  t.owner = tr_scratch_ints (s, (size_t) d->n_rows);
  if (all_agree (d, t.owner)) {
    for (int j = 0; j < d->n; j++)
      consistent->vec[consistent->n++] = d->vec[j];
    return;
  }
  tr_circuits_find (&t.all, d->n, d->n_rows, d->vec, order_of (d, s), d->noise, s);
  t.candidate = tr_scratch_bytes (s, (size_t) t.all.list.n * sizeof *t.candidate);
  for (int i = 0; i < t.all.list.n; i++) {
    const TrSparseVec *y = &t.all.list.vec[i];
    double blur, miss = tr_mismatch (d, y, t.owner, &blur);
    t.candidate[i] = (Candidate){i, tr_owners_of (d, y, t.owner), miss, blur};
  }
  qsort (t.candidate, (size_t) t.all.list.n, sizeof *t.candidate, compare_candidates);
  collect_consistent (&t, consistent);
  name_conflicts (&t, conflicts);
}

static TrConsistent
room_for (int n, TrScratch *s)
{
  return (TrConsistent){0, tr_scratch_bytes (s, (size_t) n * sizeof (TrSparseVec))};
}

void
tr_blame (const TrDependencies *d, TrScratch *s, TrConsistent *consistent, TrOwnerSets *conflicts)
{
  TrDependencies rest;
  int *row;
  *consistent = room_for (d->n, s);
  if (!tr_copies_set_aside (d, s, consistent, conflicts, &rest, &row)) {
    judge (d, s, consistent, conflicts);
    return;
  }
  if (rest.n == 0)
    return;
  TrConsistent others = room_for (rest.n, s);
  judge (&rest, s, &others, conflicts);
  for (int j = 0; j < others.n; j++) {
    TrSparseVec *y = &consistent->vec[consistent->n++];
    *y = others.vec[j];
    for (int i = 0; i < y->n; i++)
      y->at[i] = row[y->at[i]];
  }
}
