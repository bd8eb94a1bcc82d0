// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/blame.h"

#include "math/ortho.h"
#include "solver/circuits.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Share of Σ |yᵢ cᵢ| up to which yᵀc counts as zero.
#define SLACK 1e-6
// Tolerances are this share of the size ℓ of a constraint.
#define TOL_PER_SIZE 1e-9

static double *
vec_of (const TrDependencies *d, int j)
{
  return d->vec + (size_t) j * (size_t) d->n_rows;
}

// Moves the vector with the largest entry of all from j on to place j; returns its row.
static int
bring_pivot (TrDependencies *d, int j)
{
  int best_vec = j, best_row = 0;
  double most = 0;
  for (int l = j; l < d->n; l++)
    for (int i = 0; i < d->n_rows; i++)
      if (fabs (vec_of (d, l)[i]) > most) {
        most = fabs (vec_of (d, l)[i]);
        best_vec = l;
        best_row = i;
      }
  for (int i = 0; i < d->n_rows && best_vec != j; i++) {
    double swap = vec_of (d, j)[i];
    vec_of (d, j)[i] = vec_of (d, best_vec)[i];
    vec_of (d, best_vec)[i] = swap;
  }
  return best_row;
}

// Each vector gets a row of its own, by full pivoting: it is then the circuit that this row closes
// with the rows that are nobody's own.
static void
make_echelon (TrDependencies *d)
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
  for (int j = 0; j < d->n; j++) {
    double most = 0;
    for (int i = 0; i < d->n_rows; i++)
      most = fmax (most, fabs (vec_of (d, j)[i]));
    for (int i = 0; i < d->n_rows; i++)
      if (fabs (vec_of (d, j)[i]) <= d->noise * most)
        vec_of (d, j)[i] = 0;
  }
}

static int
root_of (int *parent, int j)
{
  while (parent[j] != j)
    j = parent[j] = parent[parent[j]];
  return j;
}

// Circuits that share a row are connected. group: the first vector of the connected set of each.
static void
connect (const TrDependencies *d, int *group)
{
  for (int j = 0; j < d->n; j++)
    group[j] = j;
  for (int i = 0; i < d->n_rows; i++) {
    int first = -1;
    for (int j = 0; j < d->n; j++) {
      if (!(fabs (vec_of (d, j)[i]) > 0))
        continue;
      if (first >= 0) {
        int a = root_of (group, first), b = root_of (group, j);
        group[MAX (a, b)] = MIN (a, b);
      }
      first = j;
    }
  }
  for (int j = 0; j < d->n; j++)
    group[j] = root_of (group, j);
}

// One connected set of circuits, its rows alone.
typedef struct {
  int k, n_rows;
  int *row;    // n_rows, into those of the dependencies
  double *vec; // k × n_rows
} Part;

static Part
take_part (const TrDependencies *d, const int *group, int root, TrScratch *s)
{
  Part p = {0};
  p.row = tr_scratch_ints (s, (size_t) d->n_rows);
  for (int j = root; j < d->n; j++)
    p.k += group[j] == root;
  for (int i = 0; i < d->n_rows; i++) {
    bool is_used = false;
    for (int j = root; j < d->n && !is_used; j++)
      is_used = group[j] == root && fabs (vec_of (d, j)[i]) > 0;
    if (is_used)
      p.row[p.n_rows++] = i;
  }
  p.vec = tr_scratch_doubles (s, (size_t) p.k * (size_t) p.n_rows);
  double *out = p.vec;
  for (int j = root; j < d->n; j++)
    for (int i = 0; i < p.n_rows && group[j] == root; i++)
      *out++ = vec_of (d, j)[p.row[i]];
  return p;
}

// yᵀc of a circuit, exactly 0 where its equations agree.
//
// At a compromise residuals are not small, and y is the gradient of a relation Φ of the lengths
// that is not linear: with Φ = 0 both for the lengths l and for those wanted, l − c,
// yᵀc = ½ cᵀΦ''c + …, of the size of Σ |yᵢ| cᵢ²/ℓᵢ. A circuit that conflicts by itself has yᵀc =
// Σ |yᵢ cᵢ|, as its compromise is c ∝ y.
static double
mismatch (const TrDependencies *d, const Part *p, const double *y)
{
  double sum = 0, slack = 0;
  for (int i = 0; i < p->n_rows; i++) {
    double c = d->c[p->row[i]], tol = d->tol[p->row[i]], share = y[i] * c;
    double curved = fmin (0.5, fabs (c) * TOL_PER_SIZE / tol);
    sum += share;
    slack += fabs (y[i]) * tol + fabs (share) * (SLACK + curved);
  }
  return fabs (sum) <= slack ? 0 : sum;
}

static void
add_consistent (const TrDependencies *d, const Part *p, const double *y, TrConsistent *out)
{
  double *vec = out->vec + (size_t) out->n * (size_t) d->n_rows;
  memset (vec, 0, sizeof (double) * (size_t) d->n_rows);
  for (int i = 0; i < p->n_rows; i++)
    vec[p->row[i]] = y[i];
  out->n++;
}

// The owners of a circuit, each once; returns how many.
static int
owners_of (const TrDependencies *d, const Part *p, const double *y, int *owner)
{
  int n = 0;
  for (int i = 0; i < p->n_rows; i++)
    if (fabs (y[i]) > 0 && (n == 0 || owner[n - 1] != d->owner[p->row[i]]))
      owner[n++] = d->owner[p->row[i]];
  return n;
}

// A circuit, by its place among all and the number of its constraints.
typedef struct {
  int circuit, size;
  double mismatch;
} Candidate;

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

// Adds z to an orthonormal frame unless it lies in its span.
static bool
extend (int k, double *frame, int *n, const double *z, double least)
{
  if (*n == k)
    return false;
  double *u = frame + *n * k;
  memcpy (u, z, sizeof (double) * (size_t) k);
  bool is_new = ortho_add (k, u, *n, frame) > least;
  *n += is_new;
  return is_new;
}

// Whether z lies outside of the span of a frame.
static bool
is_outside (int k, const double *frame, int n, const double *z, double *work, double least)
{
  memcpy (work, z, sizeof (double) * (size_t) k);
  return n < k && ortho_add (k, work, n, frame) > least;
}

// Circuits, small ones first; all of one size are judged by the smaller ones alone, so that equals
// (the same bar twice against a third) are all named, in whatever order they came.
static void
name_conflicts (const TrDependencies *d,
                const Part *p,
                const TrCircuits *t,
                const Candidate *candidate,
                TrScratch *s,
                TrOwnerSets *conflicts)
{
  double *y = tr_scratch_doubles (s, (size_t) p->n_rows);
  double *frame = tr_scratch_doubles (s, (size_t) p->k * (size_t) p->k);
  double *work = tr_scratch_doubles (s, (size_t) p->k);
  int *owner = tr_scratch_ints (s, (size_t) p->n_rows), n_frame = 0;
  for (int from = 0, to; from < t->n && n_frame < p->k; from = to) {
    for (to = from; to < t->n && candidate[to].size == candidate[from].size; to++) {
      const double *z = t->z + candidate[to].circuit * p->k;
      if (agrees (&candidate[to]) || !is_outside (p->k, frame, n_frame, z, work, 10 * d->noise))
        continue;
      tr_circuits_vector (t, z, y);
      tr_owner_sets_add (conflicts, owners_of (d, p, y, owner), owner);
    }
    for (int i = from; i < to; i++)
      extend (p->k, frame, &n_frame, t->z + candidate[i].circuit * p->k, 10 * d->noise);
  }
}

// Whether two conflicting circuits come from one wrong row: with it eliminated the rest agrees,
// yᵢ/yⱼ there as yᵢᵀc/yⱼᵀc.
static bool
share_culprit (const Part *p, const double *yi, const double *yj, double mi, double mj)
{
  for (int r = 0; r < p->n_rows; r++) {
    double a = yi[r] * mj, b = yj[r] * mi;
    if (fabs (a) > 0 && fabs (b) > 0 && fabs (a - b) <= 1e-4 * fabs (a))
      return true;
  }
  return false;
}

// Where not all circuits are known, a conflict may stand there that only adds consistent circuits
// to a smaller one, and no sum of known ones says so. It is replaced by what it adds.
static void
absorb (const Part *p, TrCircuits *t, Candidate *candidate, TrScratch *s)
{
  double *yi = tr_scratch_doubles (s, (size_t) p->n_rows);
  double *yj = tr_scratch_doubles (s, (size_t) p->n_rows);
  for (int j = 0; j < t->n; j++) {
    double *zj = t->z + candidate[j].circuit * p->k;
    double sj = tr_circuits_vector (t, zj, yj);
    for (int i = 0; i < j && !agrees (&candidate[j]); i++) {
      const double *zi = t->z + candidate[i].circuit * p->k;
      if (agrees (&candidate[i]))
        continue;
      double si = tr_circuits_vector (t, zi, yi);
      double mi = candidate[i].mismatch, mj = candidate[j].mismatch;
      if (!share_culprit (p, yi, yj, mi, mj))
        continue;
      // In the scale of y, since that is what the mismatch belongs to.
      for (int l = 0; l < p->k; l++)
        zj[l] = zj[l] / sj * mi - zi[l] / si * mj;
      ortho_normalize (p->k, zj);
      candidate[j].mismatch = 0;
    }
  }
}

// The span of the consistent circuits, orthonormal. Known to be independent and perhaps nearly
// parallel where not all circuits are known, so that little is asked of a new one then.
static void
collect_consistent (const TrDependencies *d,
                    const Part *p,
                    const TrCircuits *t,
                    const Candidate *candidate,
                    TrScratch *s,
                    TrConsistent *consistent)
{
  double *y = tr_scratch_doubles (s, (size_t) p->n_rows);
  double *frame = tr_scratch_doubles (s, (size_t) p->k * (size_t) p->k);
  double least = t->is_complete ? 10 * d->noise : 1e-9;
  int n_frame = 0;
  for (int i = 0; i < t->n; i++) {
    const double *z = t->z + candidate[i].circuit * p->k;
    if (!agrees (&candidate[i]) || !extend (p->k, frame, &n_frame, z, least))
      continue;
    tr_circuits_vector (t, frame + (n_frame - 1) * p->k, y);
    add_consistent (d, p, y, consistent);
  }
}

// A connected set with a conflict in it: its circuits one by one.
static void
judge_circuits (const TrDependencies *d,
                const Part *p,
                TrScratch *s,
                TrConsistent *consistent,
                TrOwnerSets *conflicts)
{
  TrCircuits t;
  tr_circuits_find (&t, p->k, p->n_rows, p->vec, d->noise, s);
  Candidate *candidate = tr_scratch_bytes (s, (size_t) t.n * sizeof *candidate);
  double *y = tr_scratch_doubles (s, (size_t) p->n_rows);
  int *owner = tr_scratch_ints (s, (size_t) p->n_rows);
  for (int i = 0; i < t.n; i++) {
    tr_circuits_vector (&t, t.z + i * p->k, y);
    candidate[i] = (Candidate){i, owners_of (d, p, y, owner), mismatch (d, p, y)};
  }
  qsort (candidate, (size_t) t.n, sizeof *candidate, compare_candidates);
  if (!t.is_complete)
    absorb (p, &t, candidate, s);
  collect_consistent (d, p, &t, candidate, s, consistent);
  name_conflicts (d, p, &t, candidate, s, conflicts);
}

static void
judge_part (const TrDependencies *d,
            const Part *p,
            TrScratch *s,
            TrConsistent *consistent,
            TrOwnerSets *conflicts)
{
  bool all_agree = true;
  for (int j = 0; j < p->k; j++)
    all_agree &= !(fabs (mismatch (d, p, p->vec + j * p->n_rows)) > 0);
  if (!all_agree) {
    judge_circuits (d, p, s, consistent, conflicts);
    return;
  }
  for (int j = 0; j < p->k; j++)
    add_consistent (d, p, p->vec + j * p->n_rows, consistent);
}

void
tr_blame (TrDependencies *d, TrScratch *s, TrConsistent *consistent, TrOwnerSets *conflicts)
{
  consistent->n = 0;
  consistent->vec = tr_scratch_doubles (s, (size_t) d->n * (size_t) d->n_rows);
  int *group = tr_scratch_ints (s, (size_t) d->n);
  make_echelon (d);
  connect (d, group);
  for (int j = 0; j < d->n; j++) {
    if (group[j] != j)
      continue;
    size_t mark = tr_scratch_mark (s);
    Part p = take_part (d, group, j, s);
    judge_part (d, &p, s, consistent, conflicts);
    tr_scratch_release (s, mark);
  }
}
