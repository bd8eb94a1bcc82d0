// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/sparse-vec.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The size of a sum beside its terms below which it is rounding for the most part.
#define CANCELS 1e-6
// A vector's entry at a place of its own, beside its largest, at the least.
#define OWN 0.1

void
tr_sparse_vec_set (TrSparseVec *x, int n, const int *at, const double *val, TrScratch *s)
{
  if (n > x->room) {
    x->room = n + n / 2;
    x->at = tr_scratch_ints (s, (size_t) x->room);
    x->val = tr_scratch_doubles (s, (size_t) x->room);
  }
  x->n = n;
  if (n > 0) {
    memcpy (x->at, at, sizeof (int) * (size_t) n);
    memcpy (x->val, val, sizeof (double) * (size_t) n);
  }
}

TrSparseVec *
tr_sparse_list_add (TrSparseList *l, int n, const int *at, const double *val, TrScratch *s)
{
  if (l->n == l->room) {
    l->room = MAX (64, 2 * l->room);
    TrSparseVec *all = tr_scratch_bytes (s, (size_t) l->room * sizeof *all);
    if (l->n > 0)
      memcpy (all, l->vec, (size_t) l->n * sizeof *all);
    l->vec = all;
  }
  TrSparseVec *x = &l->vec[l->n++];
  *x = (TrSparseVec){0};
  tr_sparse_vec_set (x, n, at, val, s);
  return x;
}

double
tr_sparse_vec_at (const TrSparseVec *x, int place)
{
  int low = 0, high = x->n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (x->at[middle] < place)
      low = middle + 1;
    else
      high = middle;
  }
  return low < x->n && x->at[low] == place ? x->val[low] : 0;
}

// Entries to a largest one of 1, small ones left out; returns how many stay.
static int
clean (int n, int *at, double *val, double noise)
{
  double most = 0;
  int kept = 0;
  for (int i = 0; i < n; i++)
    most = fabs (val[i]) > most ? fabs (val[i]) : most;
  for (int i = 0; i < n; i++)
    if (fabs (val[i]) > noise * most) {
      at[kept] = at[i];
      val[kept++] = val[i] / most;
    }
  return kept;
}

void
tr_sparse_vec_clean (TrSparseVec *x, double noise)
{
  x->n = clean (x->n, x->at, x->val, noise);
}

TrSparseSum
tr_sparse_sum_make (int n_places, TrScratch *s)
{
  return (TrSparseSum){.at = tr_scratch_ints (s, (size_t) n_places),
                       .val = tr_scratch_doubles (s, (size_t) n_places)};
}

int
tr_sparse_vec_sum (TrSparseSum *out,
                   double a,
                   const TrSparseVec *x,
                   double b,
                   const TrSparseVec *y,
                   int without,
                   double noise)
{
  int n = 0;
  double terms = 0, most = 0;
  for (int i = 0, k = 0; i < x->n || k < y->n;) {
    int at = k == y->n || (i < x->n && x->at[i] < y->at[k]) ? x->at[i] : y->at[k];
    double p = i < x->n && x->at[i] == at ? a * x->val[i++] : 0;
    double q = k < y->n && y->at[k] == at ? b * y->val[k++] : 0;
    if (at == without)
      continue;
    double sum = p + q, larger = fabs (p) > fabs (q) ? fabs (p) : fabs (q);
    terms = larger > terms ? larger : terms;
    most = fabs (sum) > most ? fabs (sum) : most;
    out->at[n] = at;
    out->val[n++] = sum;
  }
  return most > CANCELS * terms ? clean (n, out->at, out->val, noise) : 0;
}

void
tr_span_init (TrSpan *span, int n_places, TrScratch *s)
{
  size_t n = (size_t) n_places;
  *span = (TrSpan){.n_places = n_places, .scratch = s};
  span->vec = tr_scratch_bytes (s, n * sizeof *span->vec);
  span->own = tr_scratch_ints (s, n);
  span->vec_of = tr_scratch_ints (s, n);
  span->value = tr_scratch_zeroed (s, n);
  span->heap = tr_scratch_ints (s, n);
  span->touched = tr_scratch_ints (s, n);
  span->n_with = tr_scratch_ints (s, n);
  span->is_queued = tr_scratch_bytes (s, n * sizeof *span->is_queued);
  for (int i = 0; i < n_places; i++) {
    span->vec_of[i] = -1;
    span->n_with[i] = 0;
    span->is_queued[i] = false;
  }
}

// ---- The least first ----

static void
push (TrSpan *span, int *n, int j)
{
  int i = (*n)++;
  for (int up; i > 0 && span->heap[up = (i - 1) / 2] > j; i = up)
    span->heap[i] = span->heap[up];
  span->heap[i] = j;
  span->is_queued[j] = true;
}

static int
pop (TrSpan *span, int *n)
{
  int least = span->heap[0], last = span->heap[--*n], i = 0;
  for (int down; (down = 2 * i + 1) < *n; i = down) {
    down += down + 1 < *n && span->heap[down + 1] < span->heap[down];
    if (span->heap[down] >= last)
      break;
    span->heap[i] = span->heap[down];
  }
  span->heap[i] = last;
  span->is_queued[least] = false;
  return least;
}

// ---- Reduction ----

// Adds f x to the value at hand; places that become touched are noted, vectors to be eliminated
// queued: those with a number after the one at hand.
static void
add_scaled (TrSpan *span, double f, const TrSparseVec *x, int *n_touched, int *n_heap, int after)
{
  for (int i = 0; i < x->n; i++) {
    int at = x->at[i], j = span->vec_of[at];
    if (!(fabs (span->value[at]) > 0))
      span->touched[(*n_touched)++] = at;
    span->value[at] += f * x->val[i];
    if (!(fabs (span->value[at]) > 0))
      span->value[at] = G_MINDOUBLE; // stays touched, once
    if (j > after && !span->is_queued[j])
      push (span, n_heap, j);
  }
}

// x freed of all that the span has, into touched and value. Returns how many places; left: the
// largest value.
static int
reduce (TrSpan *span, const TrSparseVec *x, double *left)
{
  int n_touched = 0, n_heap = 0;
  add_scaled (span, 1, x, &n_touched, &n_heap, -1);
  while (n_heap > 0) {
    int j = pop (span, &n_heap);
    const TrSparseVec *v = &span->vec[j];
    double f = span->value[span->own[j]];
    if (fabs (f) > 1e-13)
      add_scaled (span, -f / tr_sparse_vec_at (v, span->own[j]), v, &n_touched, &n_heap, j);
    span->value[span->own[j]] = G_MINDOUBLE;
  }
  *left = 0;
  for (int i = 0; i < n_touched; i++)
    *left = fmax (*left, fabs (span->value[span->touched[i]]));
  return n_touched;
}

static void
forget (TrSpan *span, int n_touched)
{
  for (int i = 0; i < n_touched; i++)
    span->value[span->touched[i]] = 0;
}

bool
tr_span_is_outside (TrSpan *span, const TrSparseVec *x, double least)
{
  double left;
  forget (span, reduce (span, x, &left));
  return left > least;
}

static int
compare_ints (const void *pa, const void *pb)
{
  int a = *(const int *) pa, b = *(const int *) pb;
  return (a > b) - (a < b);
}

// Of the large entries of a new vector the one whose place the fewest others have: the less will be
// freed of it.
static void
choose_own (TrSpan *span)
{
  const TrSparseVec *v = &span->vec[span->n];
  int own = -1;
  for (int i = 0; i < v->n; i++) {
    int with = span->n_with[v->at[i]]++;
    if (fabs (v->val[i]) < OWN)
      continue;
    int least = own < 0 ? with + 1 : span->n_with[v->at[own]] - 1;
    if (with < least || (with == least && fabs (v->val[i]) > fabs (v->val[own])))
      own = i;
  }
  g_assert (own >= 0);
  span->own[span->n] = v->at[own];
  span->vec_of[v->at[own]] = span->n;
}

bool
tr_span_add (TrSpan *span, const TrSparseVec *x, double least)
{
  double left;
  int n_touched = reduce (span, x, &left), n = 0;
  if (!(left > least) || span->n == span->n_places) {
    forget (span, n_touched);
    return false;
  }
  qsort (span->touched, (size_t) n_touched, sizeof (int), compare_ints);
  TrSparseVec *v = &span->vec[span->n];
  *v = (TrSparseVec){.room = n_touched,
                     .at = tr_scratch_ints (span->scratch, (size_t) n_touched),
                     .val = tr_scratch_doubles (span->scratch, (size_t) n_touched)};
  for (int i = 0; i < n_touched; i++) {
    int at = span->touched[i];
    double value = span->value[at] / left;
    span->value[at] = 0;
    if (fabs (value) <= 1e-12)
      continue;
    v->at[n] = at;
    v->val[n++] = value;
  }
  v->n = n;
  choose_own (span);
  span->n++;
  return true;
}
