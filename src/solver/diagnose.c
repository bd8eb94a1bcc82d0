// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows are scaled to unit length; yᵀA = 0 gives the dependencies (null-space), their circuits
// with yᵀc ≠ 0 the conflicts (blame), the span of the others what is redundant.

#include "solver/diagnose.h"

#include "solver/blame.h"
#include "solver/null-space.h"

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
// A row this much shorter than the longest has lost its digits: it says nothing about unknowns.
#define NO_LENGTH 1e-15

typedef struct {
  const TrRows *rows;
  TrScratch *scratch;
  double *length; // of each row, 0 where it has none
  int n;          // rows under analysis
  int *row;       // n, ascending
  TrSparse a;     // n rows of unit length
  int *owner;     // of the n rows or, once found, of the rows of the null space
  double *c, *tol;
  TrNullSpace null;
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

// The dependencies among the rows under analysis.
static TrDependencies
find_dependencies (Analysis *an, double cutoff, double noise)
{
  const TrRows *rows = an->rows;
  scale_rows (an);
  tr_null_space (&an->a, cutoff, an->scratch, &an->null);
  size_t n = (size_t) an->null.n_rows;
  an->owner = tr_scratch_ints (an->scratch, n);
  an->c = tr_scratch_doubles (an->scratch, n);
  an->tol = tr_scratch_doubles (an->scratch, n);
  for (size_t k = 0; k < n; k++) {
    int i = an->row[an->null.row[k]];
    an->owner[k] = rows->owner[i];
    an->c[k] = rows->c[i] / an->length[i];
    an->tol[k] = rows->tol[i] / an->length[i];
  }
  return (TrDependencies){
      .n_rows = an->null.n_rows,
      .owner = an->owner,
      .c = an->c,
      .tol = an->tol,
      .n = an->null.n,
      .vec = an->null.vec,
      .noise = noise,
  };
}

// ---- Which constraints may go ----

typedef struct {
  const Analysis *an;
  TrConsistent *basis; // vectors from done on span what is still too many
  int n_cols, done;
  int *place; // of each row: its place in the vectors, −1 where it takes no part
  GArray *redundant;
} Removal;

static double *
basis_vec (const Removal *r, int j)
{
  return r->basis->vec + (size_t) j * (size_t) r->n_cols;
}

static void
swap_vecs (const Removal *r, int i, int j)
{
  for (int k = 0; k < r->n_cols && i != j; k++) {
    double swap = basis_vec (r, i)[k];
    basis_vec (r, i)[k] = basis_vec (r, j)[k];
    basis_vec (r, j)[k] = swap;
  }
}

static void
scale_to_one (int n, double *y)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax (most, fabs (y[i]));
  for (int i = 0; i < n && most > 0; i++)
    y[i] /= most;
}

// Uses up one dependency, at place `at`, that the row stands in; the others are freed of the row.
// False where none has it.
static bool
use_up (const Removal *r, int row, int at)
{
  int best = -1, col = r->place[row];
  double most = 10 * NOISE;
  for (int j = at; j < r->basis->n && col >= 0; j++)
    if (fabs (basis_vec (r, j)[col]) > most) {
      most = fabs (basis_vec (r, j)[col]);
      best = j;
    }
  if (best < 0)
    return false;
  swap_vecs (r, at, best);
  const double *y = basis_vec (r, at);
  for (int j = at + 1; j < r->basis->n; j++) {
    double *x = basis_vec (r, j), s = x[col] / y[col];
    if (!(fabs (s) > 0))
      continue;
    for (int k = 0; k < r->n_cols; k++)
      x[k] -= s * y[k];
    x[col] = 0;
    scale_to_one (r->n_cols, x);
  }
  return true;
}

static bool
is_void_and_met (const Analysis *an, int row)
{
  return !(an->length[row] > 0) && is_met (an->rows, row);
}

// Whether a constraint, rows from … to − 1, may go as a whole: each of its equations is implied.
static bool
remove_whole (Removal *r, int from, int to)
{
  int at = r->done;
  for (int i = from; i < to; i++)
    if (!is_void_and_met (r->an, i) && !use_up (r, i, at++))
      return false;
  r->done = at;
  return true;
}

// What is left: single equations of constraints that say more than that.
static bool
remove_in_part (Removal *r, int from, int to)
{
  bool is_partly = false;
  for (int i = from; i < to; i++) {
    if (is_void_and_met (r->an, i)) {
      is_partly = true;
    } else if (use_up (r, i, r->done)) {
      r->done++;
      is_partly = true;
    }
  }
  return is_partly;
}

static int
compare_ints (const void *pa, const void *pb)
{
  int a = *(const int *) pa, b = *(const int *) pb;
  return (a > b) - (a < b);
}

// From the latest constraint to the first: those that may go whole, then those in part.
static void
find_redundant (const Analysis *an, TrConsistent *basis, GArray *redundant)
{
  const TrRows *rows = an->rows;
  Removal r = {.an = an, .basis = basis, .n_cols = an->null.n_rows, .redundant = redundant};
  r.place = tr_scratch_ints (an->scratch, (size_t) rows->n_rows);
  bool *is_gone = tr_scratch_bytes (an->scratch, (size_t) rows->n_rows * sizeof *is_gone);
  for (int i = 0; i < rows->n_rows; i++) {
    r.place[i] = -1;
    is_gone[i] = false;
  }
  for (int k = 0; k < an->null.n_rows; k++)
    r.place[an->row[an->null.row[k]]] = k;
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
  g_assert (r.done <= basis->n);
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
  TrConsistent ignored;
  int n = 0;
  for (int i = 0; i < an->rows->n_rows; i++)
    if (an->length[i] > 0 && !is_met (an->rows, i) && !is_named (conflicts, an->rows->owner[i]))
      an->row[n++] = i;
  an->n = n;
  if (n == 0)
    return;
  TrDependencies d = find_dependencies (an, WEAK_CUTOFF, WEAK_NOISE);
  if (d.n > 0)
    tr_blame (&d, an->scratch, &ignored, conflicts);
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
  TrConsistent consistent;
  g_autoptr (GArray) redundant = g_array_new (FALSE, FALSE, sizeof (int));
  tr_owner_sets_init (&conflicts);
  measure_rows (&an);
  an.row = tr_scratch_ints (an.scratch, (size_t) rows->n_rows);
  for (int i = 0; i < rows->n_rows; i++)
    if (an.length[i] > 0)
      an.row[an.n++] = i;
  TrDependencies d = find_dependencies (&an, CUTOFF, NOISE);
  int rank = an.n - d.n;
  tr_blame (&d, an.scratch, &consistent, &conflicts);
  add_void_conflicts (&an, &conflicts);
  find_redundant (&an, &consistent, redundant);
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
