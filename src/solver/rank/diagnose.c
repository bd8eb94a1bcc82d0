// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows are scaled to unit length; yᵀA = 0 gives the dependencies (null-groups), their circuits
// with yᵀc ≠ 0 the conflicts (blame), the span of the others what is redundant.

#include "solver/rank/diagnose.h"

#include "solver/rank/blame.h"
#include "solver/rank/null-groups.h"
#include "solver/rank/sparse-set.h"
#include "solver/rank/unit-rows.h"

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

typedef struct {
  const TrRows *rows;
  TrScratch *scratch;
  TrUnitRows unit; // rows under analysis
  TrNullGroups null;
  TrConsistent *consistent; // of each group
  gint64 n_looked, n_entries;
} Analysis;

static bool
is_met (const TrRows *rows, int i)
{
  return fabs (rows->c[i]) <= rows->tol[i];
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
    int i = an->unit.row[null->row[k]];
    owner[k] = rows->owner[i];
    c[k] = rows->c[i] / an->unit.length[i];
    tol[k] = rows->tol[i] / an->unit.length[i];
  }
  TrDependencies d = {.n_rows = null->n_rows,
                      .owner = owner,
                      .c = c,
                      .tol = tol,
                      .n = null->n,
                      .vec = null->vec,
                      .noise = noise,
                      .can_hold = rows->can_hold,
                      .compare = rows->compare,
                      .data = rows->data};
  tr_blame (&d, an->scratch, &an->consistent[group], conflicts);
}

// Dependencies among the rows under analysis, and what they mean.
static void
analyse (Analysis *an, double cutoff, double noise, TrOwnerSets *conflicts)
{
  tr_unit_rows_scale (&an->unit);
  tr_null_groups (&an->unit.a, cutoff, noise, an->scratch, &an->null);
  an->n_looked += an->null.n_looked;
  an->n_entries += an->null.n_entries;
  an->consistent =
      tr_scratch_bytes (an->scratch, (size_t) an->null.n_groups * sizeof *an->consistent);
  for (int g = 0; g < an->null.n_groups; g++)
    judge_group (an, g, noise, conflicts);
}

// ---- Which constraints may go ----

// Vectors of the set that are not done span what is still too many.
typedef struct {
  const Analysis *an;
  TrSparseSet *excess; // over all rows
  int *used;           // of the constraint at hand
} Removal;

static bool
is_void_and_met (const Analysis *an, int row)
{
  return !(an->unit.length[row] > 0) && is_met (an->rows, row);
}

// Whether a constraint, rows from … to − 1, may go as a whole: each of its equations is implied,
// or goes for an unknown of its own. These alone imply nothing: where two curves meet that are free
// to, no equation is too many.
static bool
remove_whole (const Removal *r, int from, int to)
{
  int own = r->an->rows->own ? r->an->rows->own[from] : 0;
  int n = 0, n_void = 0, n_needed = 0;
  for (int i = from; i < to && n_needed <= own; i++) {
    int which = -1;
    if (is_void_and_met (r->an, i))
      n_void++;
    else if ((which = tr_sparse_set_use_up (r->excess, i, 10 * NOISE)) >= 0)
      r->used[n++] = which;
    else
      n_needed++;
  }
  if (n_needed <= own && n + n_void > 0)
    return true;
  // Not all: what was used up counts again. Freeing the others of a row changed no span.
  while (n > 0)
    r->excess->is_done[r->used[--n]] = false;
  return false;
}

// What is left: single equations of constraints that say more than that.
static bool
remove_in_part (const Removal *r, int from, int to)
{
  bool is_partly = false;
  for (int i = from; i < to; i++)
    is_partly |= is_void_and_met (r->an, i) || tr_sparse_set_use_up (r->excess, i, 10 * NOISE) >= 0;
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
  int n_rows = an->rows->n_rows;
  TrSparseVec at = {0};
  Removal r = {.an = an};
  r.used = tr_scratch_ints (an->scratch, (size_t) n_rows);
  r.excess = tr_sparse_set_make (an->null.nullity, n_rows, an->scratch);
  for (int g = 0; g < an->null.n_groups; g++)
    for (int j = 0; j < an->consistent[g].n; j++) {
      const TrSparseVec *x = &an->consistent[g].vec[j];
      tr_sparse_vec_set (&at, x->n, x->at, x->val, an->scratch);
      for (int k = 0; k < x->n; k++)
        at.at[k] = an->unit.row[an->null.group[g].row[x->at[k]]];
      tr_sparse_set_add (r.excess, at.n, at.at, at.val);
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
    if (!(an->unit.length[i] > 0) && !is_met (an->rows, i))
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
    if (an->unit.length[i] > 0 && !is_met (an->rows, i) &&
        !is_named (conflicts, an->rows->owner[i]))
      an->unit.row[n++] = i;
  an->unit.n = n;
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
tr_diagnose (const TrRows *rows, TrScratch *scratch)
{
  g_return_val_if_fail (rows != NULL && rows->n_rows >= 0 && rows->n_unknowns >= 0, NULL);
  size_t mark = tr_scratch_mark (scratch);
  Analysis an = {.rows = rows, .scratch = scratch};
  TrOwnerSets conflicts;
  g_autoptr (GArray) redundant = g_array_new (FALSE, FALSE, sizeof (int));
  tr_owner_sets_init (&conflicts);
  tr_unit_rows_measure (&an.unit, rows, an.scratch);
  analyse (&an, CUTOFF, NOISE, &conflicts);
  int rank = an.unit.n - an.null.nullity;
  add_void_conflicts (&an, &conflicts);
  find_redundant (&an, redundant);
  find_hidden_conflicts (&an, &conflicts);
  tr_owner_sets_reduce (&conflicts);
  TrDiagnosis *diagnosis = write_down (rank, redundant, &conflicts);
  diagnosis->n_looked = an.n_looked;
  diagnosis->n_entries = an.n_entries;
  tr_owner_sets_clear (&conflicts);
  tr_scratch_release (scratch, mark);
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
