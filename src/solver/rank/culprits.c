// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A wrong row makes yᵢᵀc = yᵢᵣ w in every circuit that it alone is wrong in, with one w. Row by row
// the one is taken out that explains most circuits so and fewest wrongly; what is left of the
// others then has no part in it.

#include "solver/rank/culprits.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Share of Σ |yᵢ cᵢ| up to which yᵀc counts as zero.
#define SLACK 1e-6
// Curvature makes about so much of yᵀc, beside Σ |yᵢ| cᵢ²/ℓᵢ; up to the second share it surely is
// all, beyond the third surely not.
#define CURVED         5
#define SURELY_CURVED  0.02
#define AT_MOST_CURVED 200
// Tolerances are this share of the size ℓ of a constraint.
#define TOL_PER_SIZE 1e-9

enum {
  UNKNOWN = G_MININT,
};

// At a compromise residuals are not small, and y is the gradient of a relation Φ of the lengths
// that is not linear: with Φ = 0 both for the lengths l and for those wanted, l − c,
// yᵀc = ½ cᵀΦ''c + …, of the size of Σ |yᵢ| cᵢ²/ℓᵢ: in between they are tried. A circuit that
// conflicts by itself has yᵀc = Σ |yᵢ cᵢ|, as its compromise is c ∝ y.
double
tr_mismatch (const TrDependencies *d, const TrSparseVec *y, int *owner, double *blur)
{
  double sum = 0, slack = 0, curved = 0;
  for (int i = 0; i < y->n; i++) {
    double c = d->c[y->at[i]], tol = d->tol[y->at[i]], share = y->val[i] * c;
    sum += share;
    slack += fabs (y->val[i]) * tol + fabs (share) * SLACK;
    curved += fabs (share) * fmin (0.5, fabs (c) * TOL_PER_SIZE / tol);
  }
  *blur = fmin (0.3, CURVED * curved / fabs (sum));
  if (fabs (sum) <= slack + SURELY_CURVED * curved)
    return 0;
  if (!d->can_hold)
    return fabs (sum) <= slack + curved ? 0 : sum;
  if (fabs (sum) > slack + AT_MOST_CURVED * curved)
    return sum;
  return d->can_hold (tr_owners_of (d, y, owner), owner, d->data) ? 0 : sum;
}

// A row's entry in a circuit at odds.
typedef struct {
  double y, mismatch, blur;
} Saying;

typedef struct {
  const TrDependencies *d;
  TrScratch *scratch;
  int n; // circuits left
  TrSparseVec *vec;
  double *mismatch, *blur;
  GArray **part; // of each row: int, circuits with an entry there, now or before
  TrSparseSum sum;
  int *owner;
  int *score;  // of each row, UNKNOWN where a circuit of it has changed
  Saying *say; // n: workspace
} Search;

// What w the circuits of a row say it has; how many agree on the one that most do, less those that
// are not at odds with anything.
static int
score (const Search *w, int row)
{
  const GArray *part = w->part[row];
  int best = 0, against = 0, n = 0;
  for (guint a = 0; a < part->len; a++) {
    int i = g_array_index (part, int, a);
    double y = tr_sparse_vec_at (&w->vec[i], row);
    if (!(fabs (y) > 0))
      continue;
    if (fabs (w->mismatch[i]) > 0)
      w->say[n++] = (Saying){y, w->mismatch[i], w->blur[i]};
    else
      against++;
  }
  for (int a = 0; a < n; a++) {
    const Saying *i = &w->say[a];
    int votes = 0;
    for (int b = 0; b < n; b++) {
      const Saying *j = &w->say[b];
      double p = i->mismatch * j->y, q = j->mismatch * i->y;
      votes +=
          fabs (p) > 0 && fabs (q) > 0 && fabs (p - q) <= (1e-4 + i->blur + j->blur) * fabs (q);
    }
    best = MAX (best, votes);
  }
  return best - against;
}

// The row to be taken out: of those of circuits at odds the one with the best score, with the
// largest share of its circuit among equals. −1: nothing is at odds.
static int
worst_row (const Search *w, int *circuit)
{
  int worst = -1, most = G_MININT;
  double share = 0;
  for (int i = 0; i < w->n; i++)
    for (int k = 0; k < w->vec[i].n && fabs (w->mismatch[i]) > 0; k++) {
      int row = w->vec[i].at[k];
      if (w->score[row] == UNKNOWN)
        w->score[row] = score (w, row);
      int now = w->score[row];
      if (now > most || (now == most && fabs (w->vec[i].val[k]) > share)) {
        most = now;
        share = fabs (w->vec[i].val[k]);
        worst = row;
        *circuit = i;
      }
    }
  return worst;
}

// What the rows of a circuit have scored was of it as it was.
static void
forget_scores (const Search *w, int i)
{
  for (int k = 0; k < w->vec[i].n; k++)
    w->score[w->vec[i].at[k]] = UNKNOWN;
}

static void
weigh (Search *w, int i)
{
  w->mismatch[i] = tr_mismatch (w->d, &w->vec[i], w->owner, &w->blur[i]);
}

// Frees the circuits of a row, by one that goes.
static void
take_out (Search *w, int row, int circuit)
{
  const GArray *part = w->part[row];
  const TrSparseVec pivot = w->vec[circuit];
  double y = tr_sparse_vec_at (&pivot, row);
  for (guint a = 0; a < part->len; a++) {
    int i = g_array_index (part, int, a);
    double x = tr_sparse_vec_at (&w->vec[i], row);
    if (i == circuit || !(fabs (x) > 0))
      continue;
    int n = tr_sparse_vec_sum (&w->sum, 1, &w->vec[i], -x / y, &pivot, row, w->d->noise);
    for (int k = 0; k < n; k++)
      if (!(fabs (tr_sparse_vec_at (&w->vec[i], w->sum.at[k])) > 0))
        g_array_append_val (w->part[w->sum.at[k]], i);
    forget_scores (w, i);
    w->vec[i] = (TrSparseVec){0};
    tr_sparse_vec_set (&w->vec[i], n, w->sum.at, w->sum.val, w->scratch);
    weigh (w, i);
    forget_scores (w, i);
  }
  forget_scores (w, circuit);
  w->vec[circuit] = (TrSparseVec){0};
  w->mismatch[circuit] = 0;
}

void
tr_culprits_leave_out (const TrDependencies *d,
                       const TrSparseVec *vec,
                       TrScratch *s,
                       TrConsistent *consistent)
{
  size_t n = (size_t) d->n;
  Search w = {.d = d, .scratch = s, .n = d->n};
  w.vec = tr_scratch_bytes (s, n * sizeof *w.vec);
  w.mismatch = tr_scratch_doubles (s, n);
  w.blur = tr_scratch_doubles (s, n);
  w.owner = tr_scratch_ints (s, (size_t) d->n_rows);
  w.score = tr_scratch_ints (s, (size_t) d->n_rows);
  w.say = tr_scratch_bytes (s, n * sizeof *w.say);
  w.sum = tr_sparse_sum_make (d->n_rows, s);
  w.part = tr_scratch_bytes (s, (size_t) d->n_rows * sizeof *w.part);
  for (int r = 0; r < d->n_rows; r++) {
    w.part[r] = g_array_new (FALSE, FALSE, sizeof (int));
    w.score[r] = UNKNOWN;
  }
  memcpy (w.vec, vec, n * sizeof *vec);
  for (int i = 0; i < d->n; i++) {
    weigh (&w, i);
    for (int k = 0; k < vec[i].n; k++)
      g_array_append_val (w.part[vec[i].at[k]], i);
  }
  for (int circuit, row; (row = worst_row (&w, &circuit)) >= 0;)
    take_out (&w, row, circuit);
  consistent->n = 0;
  for (int i = 0; i < d->n; i++)
    if (w.vec[i].n > 0)
      consistent->vec[consistent->n++] = w.vec[i];
  for (int r = 0; r < d->n_rows; r++)
    g_array_unref (w.part[r]);
}
