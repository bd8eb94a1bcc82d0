// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows are scaled to unit length; yᵀA = 0 gives the dependencies (null-groups), their circuits
// with yᵀc ≠ 0 the conflicts (blame), the span of the others what is redundant.

#include "solver/diagnose.h"

#include "solver/blame.h"
#include "solver/null-groups.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Singular values under this share of the largest are zero.
#define CUTOFF 1e-8
// Shares of a row in a dependency under this are none.
#define NOISE 1e-6
// The same where a compromise is reached along a valley: see find_hidden_conflicts.
#define WEAK_CUTOFF 1e-4
#define WEAK_NOISE  1e-3
// What sums of dependencies leave of rows that have no part in them.
#define ROUNDING 1e-12
// A row this much shorter than the longest has lost its digits: it says nothing about unknowns.
#define NO_LENGTH 1e-15

typedef struct {
  const TrRows *rows;
  TrScratch *scratch;
  double *length; // of each row, 0 where it has none
  int n;          // rows under analysis
  int *row;       // n, ascending
  TrSparse a;     // n rows of unit length
  TrNullGroups null;
  TrConsistent *consistent; // of each group
} Analysis;

static bool
is_met (const TrRows *rows, int i)
{
  return fabs (rows->c[i]) <= rows->tol[i];
}

static void
measure_rows (Analysis *an)
{
  const TrRows *rows = an->rows;
  double most = 0;
  an->length = tr_scratch_doubles (an->scratch, (size_t) rows->n_rows);
  for (int i = 0; i < rows->n_rows; i++) {
    double sum = 0;
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++)
      sum = hypot (sum, rows->val[k]);
    an->length[i] = isfinite (sum) ? sum : 0;
    most = fmax (most, an->length[i]);
  }
  for (int i = 0; i < rows->n_rows; i++)
    if (an->length[i] <= NO_LENGTH * most)
      an->length[i] = 0;
}

// The rows under analysis at unit length; entries of one unknown are added up.
static void
scale_rows (Analysis *an)
{
  const TrRows *rows = an->rows;
  size_t nnz = 0;
  for (int i = 0; i < an->n; i++)
    nnz += (size_t) (rows->start[an->row[i] + 1] - rows->start[an->row[i]]);
  TrSparse *a = &an->a;
  *a = (TrSparse){.n_rows = an->n, .n_cols = rows->n_unknowns};
  a->start = tr_scratch_ints (an->scratch, (size_t) an->n + 1);
  a->col = tr_scratch_ints (an->scratch, nnz);
  a->val = tr_scratch_doubles (an->scratch, nnz);
  int *place = tr_scratch_ints (an->scratch, (size_t) a->n_cols), n = 0;
  for (int u = 0; u < a->n_cols; u++)
    place[u] = -1;
  for (int i = 0; i < an->n; i++) {
    int from = a->start[i] = n;
    for (int k = rows->start[an->row[i]]; k < rows->start[an->row[i] + 1]; k++) {
      int u = rows->col[k];
      g_assert (u >= 0 && u < a->n_cols);
      if (place[u] < from) {
        place[u] = n;
        a->col[n] = u;
        a->val[n++] = 0;
      }
      a->val[place[u]] += rows->val[k] / an->length[an->row[i]];
    }
  }
  a->start[an->n] = n;
  tr_sparse_transpose (a, an->scratch);
}

// What one group of dependencies means.
static void
judge_group (Analysis *an, int group, double noise, TrOwnerSets *conflicts)
{
  const TrRows *rows = an->rows;
  const TrNullGroup *null = &an->null.group[group];
  size_t n = (size_t) null->n_rows;
  int *owner = tr_scratch_ints (an->scratch, n);
  double *c = tr_scratch_doubles (an->scratch, n), *tol = tr_scratch_doubles (an->scratch, n);
  for (size_t k = 0; k < n; k++) {
    int i = an->row[null->row[k]];
    owner[k] = rows->owner[i];
    c[k] = rows->c[i] / an->length[i];
    tol[k] = rows->tol[i] / an->length[i];
  }
  TrDependencies d = {.n_rows = null->n_rows,
                      .owner = owner,
                      .c = c,
                      .tol = tol,
                      .n = null->n,
                      .vec = null->vec,
                      .noise = noise,
                      .can_hold = rows->can_hold,
                      .data = rows->data};
  tr_blame (&d, an->scratch, &an->consistent[group], conflicts);
}

// Dependencies among the rows under analysis, and what they mean.
static void
analyse (Analysis *an, double cutoff, double noise, TrOwnerSets *conflicts)
{
  scale_rows (an);
  tr_null_groups (&an->a, cutoff, noise, an->scratch, &an->null);
  an->consistent =
      tr_scratch_bytes (an->scratch, (size_t) an->null.n_groups * sizeof *an->consistent);
  for (int g = 0; g < an->null.n_groups; g++)
    judge_group (an, g, noise, conflicts);
}

// ---- Which constraints may go ----

// Vectors that are not done span what is still too many.
typedef struct {
  int n, *vec; // numbers of vectors with an entry there, now or before
  int room;
} Holders;

typedef struct {
  TrSparseVec vec;
  bool is_done;
} Excess;

typedef struct {
  const Analysis *an;
  Excess *excess;   // of all groups, over all rows
  Holders *holders; // of each row
  TrSparseSum *sum;
  int *used; // of the constraint at hand
} Removal;

static void
add_holder (const Removal *r, int row, int vec)
{
  Holders *h = &r->holders[row];
  if (h->n == h->room) {
    h->room = MAX (4, 2 * h->room);
    int *all = tr_scratch_ints (r->an->scratch, (size_t) h->room);
    if (h->n > 0)
      memcpy (all, h->vec, sizeof (int) * (size_t) h->n);
    h->vec = all;
  }
  h->vec[h->n++] = vec;
}

// Takes away from vector j what it has of vector i in a row.
static void
free_of_row (const Removal *r, int i, int j, int row)
{
  const TrSparseVec *y = &r->excess[i].vec;
  TrSparseVec *x = &r->excess[j].vec;
  double f = tr_sparse_vec_at (x, row) / tr_sparse_vec_at (y, row);
  int n = tr_sparse_vec_sum (r->sum, 1, x, -f, y, row, ROUNDING);
  for (int k = 0, e = 0; k < n; k++) {
    while (e < x->n && x->at[e] < r->sum->at[k])
      e++;
    if (e == x->n || x->at[e] != r->sum->at[k])
      add_holder (r, r->sum->at[k], j);
  }
  tr_sparse_vec_set (x, n, r->sum->at, r->sum->val, r->an->scratch);
}

// Uses up one dependency that the row stands in; those left are freed of the row. Returns which
// one, −1 where none has it.
static int
use_up (const Removal *r, int row)
{
  const Holders *h = &r->holders[row];
  int best = -1, n = h->n;
  double most = 10 * NOISE;
  for (int l = 0; l < n; l++) {
    const Excess *e = &r->excess[h->vec[l]];
    double y = e->is_done ? 0 : fabs (tr_sparse_vec_at (&e->vec, row));
    if (y > most || (y >= most && h->vec[l] < best)) {
      most = y;
      best = h->vec[l];
    }
  }
  if (best < 0)
    return -1;
  r->excess[best].is_done = true;
  for (int l = 0; l < n; l++) {
    int j = h->vec[l];
    if (!r->excess[j].is_done && fabs (tr_sparse_vec_at (&r->excess[j].vec, row)) > 0)
      free_of_row (r, best, j, row);
  }
  return best;
}

static bool
is_void_and_met (const Analysis *an, int row)
{
  return !(an->length[row] > 0) && is_met (an->rows, row);
}

// Whether a constraint, rows from … to − 1, may go as a whole: each of its equations is implied.
static bool
remove_whole (const Removal *r, int from, int to)
{
  int n = 0, i = from;
  for (; i < to; i++) {
    if (is_void_and_met (r->an, i))
      continue;
    int which = use_up (r, i);
    if (which < 0)
      break;
    r->used[n++] = which;
  }
  if (i == to)
    return true;
  // Not all: what was used up counts again. Freeing the others of a row changed no span.
  while (n > 0)
    r->excess[r->used[--n]].is_done = false;
  return false;
}

// What is left: single equations of constraints that say more than that.
static bool
remove_in_part (const Removal *r, int from, int to)
{
  bool is_partly = false;
  for (int i = from; i < to; i++)
    is_partly |= is_void_and_met (r->an, i) || use_up (r, i) >= 0;
  return is_partly;
}

static int
compare_ints (const void *pa, const void *pb)
{
  int a = *(const int *) pa, b = *(const int *) pb;
  return (a > b) - (a < b);
}

static Removal
removal_make (const Analysis *an)
{
  size_t n_rows = (size_t) an->rows->n_rows;
  int n = 0;
  Removal r = {.an = an};
  r.sum = tr_scratch_bytes (an->scratch, sizeof *r.sum);
  *r.sum = tr_sparse_sum_make ((int) n_rows, an->scratch);
  r.used = tr_scratch_ints (an->scratch, n_rows);
  r.excess = tr_scratch_bytes (an->scratch, (size_t) an->null.nullity * sizeof *r.excess);
  r.holders = tr_scratch_bytes (an->scratch, n_rows * sizeof *r.holders);
  memset (r.holders, 0, n_rows * sizeof *r.holders);
  for (int g = 0; g < an->null.n_groups; g++)
    for (int j = 0; j < an->consistent[g].n; j++) {
      const TrSparseVec *x = &an->consistent[g].vec[j];
      Excess *e = &r.excess[n];
      *e = (Excess){.is_done = false};
      tr_sparse_vec_set (&e->vec, x->n, x->at, x->val, an->scratch);
      for (int k = 0; k < x->n; k++) {
        e->vec.at[k] = an->row[an->null.group[g].row[x->at[k]]];
        add_holder (&r, e->vec.at[k], n);
      }
      n++;
    }
  return r;
}

// From the latest constraint to the first: those that may go whole, then those in part.
static void
find_redundant (const Analysis *an, GArray *redundant)
{
  const TrRows *rows = an->rows;
  Removal r = removal_make (an);
  bool *is_gone = tr_scratch_bytes (an->scratch, (size_t) rows->n_rows * sizeof *is_gone);
  memset (is_gone, 0, (size_t) rows->n_rows * sizeof *is_gone);
  for (int pass = 0; pass < 2; pass++) {
    for (int to = rows->n_rows, from; to > 0; to = from) {
      for (from = to - 1; from > 0 && rows->owner[from - 1] == rows->owner[to - 1];)
        from--;
      if (is_gone[from])
        continue;
      is_gone[from] = pass == 0 ? remove_whole (&r, from, to) : remove_in_part (&r, from, to);
      if (is_gone[from])
        g_array_append_val (redundant, rows->owner[from]);
    }
  }
  g_array_sort (redundant, compare_ints);
}

// ---- The whole ----

// What acts on nothing that can move and is not met cannot hold whatever else goes.
static void
add_void_conflicts (const Analysis *an, TrOwnerSets *conflicts)
{
  for (int i = 0; i < an->rows->n_rows; i++)
    if (!(an->length[i] > 0) && !is_met (an->rows, i))
      tr_owner_sets_add (conflicts, 1, &an->rows->owner[i]);
}

static bool
is_named (const TrOwnerSets *sets, int owner)
{
  const int *member = (const int *) sets->member->data;
  for (guint i = 0; i < sets->member->len; i++)
    if (member[i] == owner)
      return true;
  return false;
}

// The least-squares compromise of a conflict lies where its rows become dependent: three sides
// that cannot meet lie in one line. The residual is flat there, so the state reaches that place to
// half of the digits only, and the rows are dependent to as many. Hence rows that are violated and
// not named yet are looked at again by themselves, with a coarser measure.
static void
find_hidden_conflicts (Analysis *an, TrOwnerSets *conflicts)
{
  int n = 0;
  for (int i = 0; i < an->rows->n_rows; i++)
    if (an->length[i] > 0 && !is_met (an->rows, i) && !is_named (conflicts, an->rows->owner[i]))
      an->row[n++] = i;
  an->n = n;
  if (n > 0)
    analyse (an, WEAK_CUTOFF, WEAK_NOISE, conflicts);
}

static TrDiagnosis *
write_down (int rank, const GArray *redundant, const TrOwnerSets *conflicts)
{
  TrDiagnosis *d = g_new0 (TrDiagnosis, 1);
  d->rank = rank;
  d->n_redundant = (int) redundant->len;
  d->redundant = g_memdup2 (redundant->data, redundant->len * sizeof (int));
  d->n_conflicts = tr_owner_sets_count (conflicts);
  d->conflict_start = g_memdup2 (conflicts->start->data, conflicts->start->len * sizeof (int));
  d->conflict = g_memdup2 (conflicts->member->data, conflicts->member->len * sizeof (int));
  return d;
}

TrDiagnosis *
tr_diagnose (const TrRows *rows)
{
  g_return_val_if_fail (rows != NULL && rows->n_rows >= 0 && rows->n_unknowns >= 0, NULL);
  Analysis an = {.rows = rows, .scratch = tr_scratch_new ()};
  TrOwnerSets conflicts;
  g_autoptr (GArray) redundant = g_array_new (FALSE, FALSE, sizeof (int));
  tr_owner_sets_init (&conflicts);
  measure_rows (&an);
  an.row = tr_scratch_ints (an.scratch, (size_t) rows->n_rows);
  for (int i = 0; i < rows->n_rows; i++)
    if (an.length[i] > 0)
      an.row[an.n++] = i;
  analyse (&an, CUTOFF, NOISE, &conflicts);
  int rank = an.n - an.null.nullity;
  add_void_conflicts (&an, &conflicts);
  find_redundant (&an, redundant);
  find_hidden_conflicts (&an, &conflicts);
  tr_owner_sets_reduce (&conflicts);
  TrDiagnosis *diagnosis = write_down (rank, redundant, &conflicts);
  tr_owner_sets_clear (&conflicts);
  tr_scratch_free (an.scratch);
  return diagnosis;
}

void
tr_diagnosis_free (TrDiagnosis *d)
{
  if (d == NULL)
    return;
  g_free (d->redundant);
  g_free (d->conflict_start);
  g_free (d->conflict);
  g_free (d);
}
