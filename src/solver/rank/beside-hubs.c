// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// With the columns of hubs apart, A = (L H), the circuits of L come in small groups, Y L = 0. What they
// say of the hubs, Y H, is very many rows of few columns:
//
//   yᵀA = 0      y = Yᵀx,   xᵀ(Y H) = 0

#include "solver/rank/beside-hubs.h"

#include "solver/rank/spanned-rows.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MANY = 256, // rows; fewer are looked at together in no time
  TIMES = 6,  // more than hubs
};

// Of a unit row: what is nothing, and what is clearly something.
#define NOTHING 1e-11
#define CLEAR   1e-5
// What sums leave at rows that they have no part in.
#define ROUNDING 1e-9

typedef struct {
  const TrSparse *a;
  TrScratch *scratch;
  bool *is_hub;   // of each column
  double *length; // of each row, of what it has beside hubs
  TrSparseList y; // over the rows of a
  double *sum;    // of each column or row, 0 between sums
  int *at, n_at;  // where it is not
  double *val;
} Beside;

static int
find_hubs (Beside *b)
{
  int n = 0;
  for (int u = 0; u < b->a->n_cols; u++) {
    b->is_hub[u] = tr_sparse_is_hub (b->a, u);
    n += b->is_hub[u];
  }
  return n;
}

// L, its rows of unit length, those that have no part in it left out: row, of each that is taken. False
// where it is not clear which have.
static bool
take_local (Beside *b, TrSparse *local, int *row)
{
  const TrSparse *a = b->a;
  int n = 0;
  *local = (TrSparse){.n_cols = a->n_cols};
  local->start = tr_scratch_ints (b->scratch, (size_t) a->n_rows + 1);
  local->col = tr_scratch_ints (b->scratch, (size_t) a->start[a->n_rows]);
  local->val = tr_scratch_doubles (b->scratch, (size_t) a->start[a->n_rows]);
  for (int i = 0; i < a->n_rows; i++) {
    double sum = 0;
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      sum += b->is_hub[a->col[k]] ? 0 : a->val[k] * a->val[k];
    b->length[i] = sum > NOTHING * NOTHING ? sqrt (sum) : 0;
    if (b->length[i] > 0 && b->length[i] < CLEAR)
      return false;
    if (!(b->length[i] > 0))
      continue;
    row[local->n_rows] = i;
    local->start[local->n_rows++] = n;
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      if (!b->is_hub[a->col[k]]) {
        local->col[n] = a->col[k];
        local->val[n++] = a->val[k] / b->length[i];
      }
  }
  local->start[local->n_rows] = n;
  tr_sparse_transpose (local, b->scratch);
  return true;
}

static int
compare_last (const void *pa, const void *pb)
{
  const TrSparseVec *a = pa, *b = pb;
  int la = a->at[a->n - 1], lb = b->at[b->n - 1];
  return la != lb ? (la > lb) - (la < lb) : (a->n > b->n) - (a->n < b->n);
}

// Y: circuits of L, and rows that have no part in it; in the order of their last rows.
static void
find_y (Beside *b, const TrNullGroups *groups, const int *row)
{
  for (int i = 0; i < b->a->n_rows; i++) {
    double one = 1;
    if (!(b->length[i] > 0))
      tr_sparse_list_add (&b->y, 1, &i, &one, b->scratch);
  }
  for (int g = 0; g < groups->n_groups; g++)
    for (int j = 0; j < groups->group[g].n; j++) {
      const TrSparseVec *x = &groups->group[g].vec[j];
      for (int i = 0; i < x->n; i++) {
        b->at[i] = row[groups->group[g].row[x->at[i]]];
        b->val[i] = x->val[i] / b->length[b->at[i]];
      }
      tr_sparse_list_add (&b->y, x->n, b->at, b->val, b->scratch);
    }
  qsort (b->y.vec, (size_t) b->y.n, sizeof *b->y.vec, compare_last);
}

static void
add_at (Beside *b, int place, double x)
{
  if (!(fabs (b->sum[place]) > 0))
    b->at[b->n_at++] = place;
  b->sum[place] += x;
  if (!(fabs (b->sum[place]) > 0)) // it is listed, and stays so
    b->sum[place] = 1e-300;
}

static int
compare_ints (const void *pa, const void *pb)
{
  int a = *(const int *) pa, b = *(const int *) pb;
  return (a > b) - (a < b);
}

// The sum's entries in order, into at and val; returns how many.
static int
take_sum (Beside *b)
{
  int n = b->n_at;
  qsort (b->at, (size_t) n, sizeof *b->at, compare_ints);
  for (int i = 0; i < n; i++) {
    b->val[i] = b->sum[b->at[i]];
    b->sum[b->at[i]] = 0;
  }
  b->n_at = 0;
  return n;
}

// What a circuit of L says of the hubs, of unit length; 0 where it says nothing, −1 where that is not clear.
static double
say (Beside *b, const TrSparseVec *y, TrSparseVec *out)
{
  double size = 0, sum = 0;
  for (int i = 0; i < y->n; i++) {
    size = fmax (size, fabs (y->val[i]));
    for (int k = b->a->start[y->at[i]]; k < b->a->start[y->at[i] + 1]; k++)
      if (b->is_hub[b->a->col[k]])
        add_at (b, b->a->col[k], y->val[i] * b->a->val[k]);
  }
  int n = take_sum (b);
  for (int i = 0; i < n; i++)
    sum += b->val[i] * b->val[i];
  double length = sqrt (sum);
  if (!(length > NOTHING * size))
    return 0;
  if (length < CLEAR * size)
    return -1;
  for (int i = 0; i < n; i++)
    b->val[i] /= length;
  tr_sparse_vec_set (out, n, b->at, b->val, b->scratch);
  return length;
}

// Y H by those of Y that say something: which, and how much. The others are circuits of the whole. False where it is
// not clear.
static bool
find_said (Beside *b, TrSparse *said, int *which, double *much, TrSparseList *out)
{
  TrSparseVec row = {0};
  TrSparseList rows = {0};
  int n = 0;
  for (int j = 0; j < b->y.n; j++) {
    double length = say (b, &b->y.vec[j], &row);
    if (length < 0)
      return false;
    if (!(length > 0)) {
      const TrSparseVec *y = &b->y.vec[j];
      tr_sparse_list_add (out, y->n, y->at, y->val, b->scratch);
      continue;
    }
    which[rows.n] = j;
    much[rows.n] = length;
    tr_sparse_list_add (&rows, row.n, row.at, row.val, b->scratch);
    n += row.n;
  }
  *said = (TrSparse){.n_rows = rows.n, .n_cols = b->a->n_cols};
  said->start = tr_scratch_ints (b->scratch, (size_t) rows.n + 1);
  said->col = tr_scratch_ints (b->scratch, (size_t) n);
  said->val = tr_scratch_doubles (b->scratch, (size_t) n);
  said->start[0] = 0;
  for (int j = 0; j < rows.n; j++) {
    int at = said->start[j];
    memcpy (said->col + at, rows.vec[j].at, sizeof (int) * (size_t) rows.vec[j].n);
    memcpy (said->val + at, rows.vec[j].val, sizeof (double) * (size_t) rows.vec[j].n);
    said->start[j + 1] = at + rows.vec[j].n;
  }
  tr_sparse_transpose (said, b->scratch);
  return true;
}

static void
add_circuit (
    Beside *b, const TrSparseVec *x, const int *which, const double *much, TrSparseList *out)
{
  for (int j = 0; j < x->n; j++) {
    const TrSparseVec *y = &b->y.vec[which[x->at[j]]];
    for (int i = 0; i < y->n; i++)
      add_at (b, y->at[i], x->val[j] / much[x->at[j]] * y->val[i]);
  }
  int n = take_sum (b);
  tr_sparse_vec_clean (tr_sparse_list_add (out, n, b->at, b->val, b->scratch), ROUNDING);
}

bool
tr_beside_hubs (const TrSparse *a,
                double cutoff,
                double noise,
                TrScratch *s,
                TrSparseList *out,
                TrSpannedWork *work)
{
  size_t n_rows = (size_t) a->n_rows, most = n_rows + (size_t) a->n_cols;
  Beside b = {.a = a, .scratch = s};
  TrSparse local, said;
  TrNullGroups groups;
  TrSparseList circuits;
  b.is_hub = tr_scratch_bytes (s, (size_t) a->n_cols * sizeof *b.is_hub);
  *out = (TrSparseList){0};
  int n_hubs = find_hubs (&b), *row = tr_scratch_ints (s, n_rows);
  if (a->n_rows <= MANY || n_hubs == 0 || a->n_rows < TIMES * n_hubs)
    return false;
  b.length = tr_scratch_doubles (s, n_rows);
  b.sum = tr_scratch_zeroed (s, most);
  b.at = tr_scratch_ints (s, most);
  b.val = tr_scratch_doubles (s, most);
  if (!take_local (&b, &local, row))
    return false;
  tr_null_groups (&local, cutoff, noise, s, &groups);
  work->n_looked += groups.n_looked;
  work->n_entries += groups.n_entries;
  find_y (&b, &groups, row);
  size_t n_y = (size_t) b.y.n;
  int *which = tr_scratch_ints (s, n_y), *is_in = tr_scratch_ints (s, n_y),
      *spanned = tr_scratch_ints (s, n_y);
  double *much = tr_scratch_doubles (s, n_y);
  if (!find_said (&b, &said, which, much, out))
    return false;
  for (int j = 0; j < said.n_rows; j++)
    is_in[j] = 1;
  work->n_unclear = 0;
  if (!tr_spanned_rows (&said, is_in, s, &circuits, spanned, work) || work->n_unclear > 0)
    return false;
  for (int j = 0; j < circuits.n; j++)
    add_circuit (&b, &circuits.vec[j], which, much, out);
  return true;
}
