// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows that repeat another, up to the sign, are set aside first; then what can be found around
// each row; the rest has few dependencies, and its null space is made into circuits by elimination.

#include "solver/rank/null-groups.h"

#include "math/dense.h"
#include "solver/rank/beside-hubs.h"
#include "solver/rank/local-loops.h"
#include "solver/rank/parallel-rows.h"
#include "solver/rank/spanned-rows.h"
#include "solver/rank/turned-rows.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// The share of a circuit in the row that it takes for its own, at the least.
#define CLEAR 1e-3
// What sums of circuits leave at rows that they have no part in.
#define ROUNDING 1e-9
// What a row of a circuit has at least, of what the largest has.
#define SHARE 1e-10

enum {
  MOST_FREED = 16, // rows of others, of one circuit
  MOST_ROWS = 48,  // of a circuit on the way
};

// Circuits over the rows of a, while they are found.
typedef struct {
  const TrSparse *a;
  TrScratch *scratch;
  double noise;
  TrSparseList list;
  TrSpannedWork work;
} Finder;

// row i − sign · first row, for all but the first of parallel rows. row: the others; returns how
// many.
static int
set_copies_aside (Finder *f, int *row)
{
  size_t n_rows = (size_t) f->a->n_rows;
  int n = 0, *first = tr_scratch_ints (f->scratch, n_rows);
  double *sign = tr_scratch_doubles (f->scratch, n_rows);
  tr_parallel_rows (f->a, f->scratch, first, sign);
  for (int i = 0; i < f->a->n_rows; i++) {
    if (first[i] == i) {
      row[n++] = i;
      continue;
    }
    int at[2] = {first[i], i};
    double val[2] = {-sign[i], 1};
    if (first[i] > i) {
      at[0] = i;
      at[1] = first[i];
      val[0] = 1;
      val[1] = -sign[i];
    }
    tr_sparse_list_add (&f->list, 2, at, val, f->scratch);
  }
  return n;
}

// ---- Circuits around a row ----

// Circuits each of which is the first to have its last row, in an order of elimination: that makes
// them independent, whatever else they share.
typedef struct {
  int *place;         // of each row in the order
  int *claim;         // of each row: the circuit of which it is the last, −1
  TrSparseList freed; // the circuits, freed of rows that others are the last of
  TrSparseVec x;      // the one at hand
  TrSparseSum sum;
  TrScratch *scratch;
} Claims;

static void
claims_init (Claims *c, const TrSparse *a, TrScratch *s)
{
  size_t n = (size_t) a->n_rows;
  int *order = tr_scratch_ints (s, n);
  *c = (Claims){.scratch = s, .sum = tr_sparse_sum_make (a->n_rows, s)};
  c->place = tr_scratch_ints (s, n);
  c->claim = tr_scratch_ints (s, n);
  tr_dissect (a, s, order);
  for (int i = 0; i < a->n_rows; i++) {
    c->place[order[i]] = i;
    c->claim[i] = -1;
  }
}

static int
last_entry (const Claims *c, const TrSparseVec *x)
{
  int last = 0;
  for (int i = 1; i < x->n; i++)
    if (c->place[x->at[i]] > c->place[x->at[last]])
      last = i;
  return last;
}

// Whether a circuit has a row for its own, once it is freed of those that are taken. What would get
// long on the way is left alone: another one leads there sooner.
static bool
claim_row (Claims *c, const TrSparseVec *circuit)
{
  TrSparseVec *x = &c->x;
  tr_sparse_vec_set (x, circuit->n, circuit->at, circuit->val, c->scratch);
  for (int turn = 0; turn < MOST_FREED; turn++) {
    int last = last_entry (c, x), row = x->at[last];
    if (c->claim[row] < 0) {
      if (fabs (x->val[last]) < CLEAR)
        return false;
      c->claim[row] = c->freed.n;
      tr_sparse_list_add (&c->freed, x->n, x->at, x->val, c->scratch);
      return true;
    }
    const TrSparseVec *y = &c->freed.vec[c->claim[row]];
    double f = x->val[last] / tr_sparse_vec_at (y, row);
    int n = tr_sparse_vec_sum (&c->sum, 1, x, -f, y, row, ROUNDING);
    if (n == 0 || n > MOST_ROWS)
      return false;
    tr_sparse_vec_set (x, n, c->sum.at, c->sum.val, c->scratch);
  }
  return false;
}

// The same for rows that are far more than their unknowns; −1 where that is no way.
static int
set_spanned_aside (Finder *f, const TrSparse *a, const int *core, int *row)
{
  int n_left = 0;
  size_t n_rows = (size_t) a->n_rows;
  bool *is_spanned = tr_scratch_bytes (f->scratch, n_rows * sizeof *is_spanned);
  int *is_in = tr_scratch_ints (f->scratch, n_rows),
      *spanned = tr_scratch_ints (f->scratch, n_rows);
  TrTurnedRows turned;
  TrSparseList circuits;
  tr_turned_rows (a, core, f->scratch, &turned);
  for (int i = 0; i < turned.a.n_rows; i++)
    is_in[i] = 1;
  if (!tr_rows_abound (&turned.a, is_in) ||
      !tr_spanned_rows (&turned.a, is_in, f->scratch, &circuits, spanned, &f->work))
    return -1;
  memset (is_spanned, 0, n_rows * sizeof *is_spanned);
  for (int j = 0; j < circuits.n; j++) {
    TrSparseVec *x = tr_sparse_list_add (&f->list, 0, NULL, NULL, f->scratch);
    is_spanned[tr_turned_back (&turned, &circuits.vec[j], spanned[j], SHARE, f->scratch, x)] = true;
    for (int i = 0; i < x->n; i++)
      x->at[i] = row[x->at[i]];
  }
  for (int i = 0; i < a->n_rows; i++)
    if (!is_spanned[i])
      row[n_left++] = row[i];
  return n_left;
}

// Independent circuits around the rows, short ones first. row: n rows of a on entry; on return
// without one row of each circuit, since the others say the same without it. Returns how many.
// Halves first and what separates them last, rows that go leave others that still say it well: row
// by row through a wide drawing what is left would say the same with ever fewer digits.
static int
find_local (Finder *f, int n, int *row)
{
  TrSparse distinct = tr_sparse_take (f->a, n, row, f->scratch);
  int *core = tr_scratch_ints (f->scratch, (size_t) n);
  TrSparseList loops;
  Claims claims;
  tr_null_peel (&distinct, f->scratch, core);
  int n_left = set_spanned_aside (f, &distinct, core, row);
  if (n_left >= 0)
    return n_left;
  n_left = 0;
  f->work.n_looked += tr_local_loops (&distinct, core, f->scratch, &loops);
  claims_init (&claims, &distinct, f->scratch);
  for (int j = 0; j < loops.n; j++) {
    if (!claim_row (&claims, &loops.vec[j]))
      continue;
    TrSparseVec *x = tr_sparse_list_add (&f->list, 0, NULL, NULL, f->scratch);
    *x = loops.vec[j];
    for (int i = 0; i < x->n; i++)
      x->at[i] = row[x->at[i]];
  }
  for (int i = 0; i < n; i++)
    if (claims.claim[i] < 0)
      row[n_left++] = row[i];
  return n_left;
}

// ---- Longer loops ----

static double *
vec_of (const TrNullSpace *d, int j)
{
  return d->vec + (size_t) j * (size_t) d->n_rows;
}

// Moves the vector with the largest entry of all from j on to place j; returns the entry's place.
static int
bring_pivot (const TrNullSpace *d, int j)
{
  int best_vec = j, best = 0;
  double most = 0;
  for (int l = j; l < d->n; l++)
    for (int i = 0; i < d->n_rows; i++)
      if (fabs (vec_of (d, l)[i]) > most) {
        most = fabs (vec_of (d, l)[i]);
        best_vec = l;
        best = i;
      }
  for (int i = 0; i < d->n_rows && best_vec != j; i++) {
    double swap = vec_of (d, j)[i];
    vec_of (d, j)[i] = vec_of (d, best_vec)[i];
    vec_of (d, best_vec)[i] = swap;
  }
  return best;
}

// Each vector gets a row of its own, by full pivoting: it is then the circuit that this row closes
// with the rows that are nobody's own.
static void
make_echelon (const TrNullSpace *d)
{
  for (int j = 0; j < d->n; j++) {
    int pivot = bring_pivot (d, j);
    double *y = vec_of (d, j), own = y[pivot];
    for (int i = 0; i < d->n_rows; i++)
      y[i] /= own;
    for (int l = 0; l < d->n; l++) {
      if (l == j)
        continue;
      dense_axpy (d->n_rows, -vec_of (d, l)[pivot], y, vec_of (d, l));
      vec_of (d, l)[pivot] = 0;
    }
  }
}

// Around hubs, where that is clear.
static bool
find_beside_hubs (Finder *f, double cutoff, const TrSparse *rest, const int *row)
{
  int n = 0, *kept = tr_scratch_ints (f->scratch, (size_t) rest->n_rows);
  int *core_row = tr_scratch_ints (f->scratch, (size_t) rest->n_rows);
  TrSparseList circuits;
  tr_null_peel (rest, f->scratch, kept);
  for (int i = 0; i < rest->n_rows; i++)
    if (kept[i])
      core_row[n++] = i;
  TrSparse core = tr_sparse_take (rest, n, core_row, f->scratch);
  if (!tr_beside_hubs (&core, cutoff, f->noise, f->scratch, &circuits, &f->work))
    return false;
  for (int j = 0; j < circuits.n; j++) {
    TrSparseVec *x = tr_sparse_list_add (&f->list, 0, NULL, NULL, f->scratch);
    *x = circuits.vec[j];
    for (int i = 0; i < x->n; i++)
      x->at[i] = row[core_row[x->at[i]]];
  }
  return true;
}

static void
find_rest (Finder *f, double cutoff, int n, const int *row)
{
  TrSparse rest = tr_sparse_take (f->a, n, row, f->scratch);
  TrNullSpace null;
  if (find_beside_hubs (f, cutoff, &rest, row))
    return;
  tr_null_space (&rest, cutoff, f->scratch, &null);
  f->work.n_looked += (gint64) (null.n + 1) * null.n_rows; // all of them for each dependency
  make_echelon (&null);
  for (int i = 0; i < null.n_rows; i++)
    null.row[i] = row[null.row[i]];
  for (int j = 0; j < null.n; j++) {
    const double *y = vec_of (&null, j);
    tr_sparse_vec_clean (tr_sparse_list_add (&f->list, null.n_rows, null.row, y, f->scratch),
                         f->noise);
  }
}

// ---- Groups ----

static int
root_of (int *parent, int j)
{
  while (parent[j] != j)
    j = parent[j] = parent[parent[j]];
  return j;
}

// parent: of each row the least row of its group; −1 where it is in no circuit.
static void
connect (const Finder *f, int *parent)
{
  for (int i = 0; i < f->a->n_rows; i++)
    parent[i] = -1;
  for (int j = 0; j < f->list.n; j++)
    for (int i = 0; i < f->list.vec[j].n; i++)
      parent[f->list.vec[j].at[i]] = f->list.vec[j].at[i];
  for (int j = 0; j < f->list.n; j++)
    for (int i = 1; i < f->list.vec[j].n; i++) {
      int a = root_of (parent, f->list.vec[j].at[0]), b = root_of (parent, f->list.vec[j].at[i]);
      parent[MAX (a, b)] = MIN (a, b);
    }
  for (int i = 0; i < f->a->n_rows; i++)
    if (parent[i] >= 0)
      parent[i] = root_of (parent, i);
}

static void
make_groups (const Finder *f, TrNullGroups *out)
{
  size_t n = (size_t) f->a->n_rows;
  int *parent = tr_scratch_ints (f->scratch, n), *place = tr_scratch_ints (f->scratch, n);
  int *group_of = tr_scratch_ints (f->scratch, n);
  connect (f, parent);
  *out = (TrNullGroups){.nullity = f->list.n};
  out->group = tr_scratch_bytes (f->scratch, ((size_t) f->list.n + 1) * sizeof *out->group);
  for (int i = 0; i < f->a->n_rows; i++) {
    if (parent[i] == i) {
      group_of[i] = out->n_groups;
      out->group[out->n_groups++] = (TrNullGroup){0};
    }
    if (parent[i] >= 0)
      out->group[group_of[i] = group_of[parent[i]]].n_rows++;
  }
  for (int j = 0; j < f->list.n; j++)
    out->group[group_of[f->list.vec[j].at[0]]].n++;
  for (int g = 0; g < out->n_groups; g++) {
    TrNullGroup *group = &out->group[g];
    group->row = tr_scratch_ints (f->scratch, (size_t) group->n_rows);
    group->vec = tr_scratch_bytes (f->scratch, (size_t) group->n * sizeof *group->vec);
    group->n_rows = group->n = 0;
  }
  for (int i = 0; i < f->a->n_rows; i++)
    if (parent[i] >= 0) {
      TrNullGroup *group = &out->group[group_of[i]];
      place[i] = group->n_rows;
      group->row[group->n_rows++] = i;
    }
  for (int j = 0; j < f->list.n; j++) {
    TrNullGroup *group = &out->group[group_of[f->list.vec[j].at[0]]];
    for (int i = 0; i < f->list.vec[j].n; i++)
      f->list.vec[j].at[i] = place[f->list.vec[j].at[i]];
    group->vec[group->n++] = f->list.vec[j];
  }
}

void
tr_null_groups (const TrSparse *a, double cutoff, double noise, TrScratch *s, TrNullGroups *out)
{
  Finder f = {.a = a, .scratch = s, .noise = noise};
  int *row = tr_scratch_ints (s, (size_t) a->n_rows);
  int n = set_copies_aside (&f, row);
  n = find_local (&f, n, row);
  find_rest (&f, cutoff, n, row);
  make_groups (&f, out);
  out->n_looked = f.work.n_looked;
  out->n_entries = f.work.n_entries;
}
