// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/rank/circuits.h"

#include "math/ortho.h"
#include "solver/rank/reduced-basis.h"
#include "solver/rank/short-circuits.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum {
  MOST_SUBSETS = 4000,  // of classes, to be tried one by one
  MOST_DIMENSIONS = 96, // of a space in which these can be so few
};

typedef struct {
  TrCircuits *out;
  int k, n_rows;
  double *basis; // k × n_rows, orthonormal: Y
  int n_classes;
  double *dir;  // n_classes × k, unit: the common direction of the columns
  double noise; // what is smaller is zero
  int *at;      // n_rows, and
  double *y;    // n_rows: one vector
  TrScratch *scratch;
} Space;

// y = zᵀY
static void
keep (const Space *t, const double *z)
{
  for (int i = 0; i < t->n_rows; i++) {
    t->at[i] = i;
    t->y[i] = 0;
    for (int j = 0; j < t->k; j++)
      t->y[i] += z[j] * t->basis[j * t->n_rows + i];
  }
  tr_sparse_vec_clean (tr_sparse_list_add (&t->out->list, t->n_rows, t->at, t->y, t->scratch),
                       t->noise);
}

static void
orthonormal_basis (Space *t, const TrSparseVec *vec)
{
  int n = t->n_rows;
  t->at = tr_scratch_ints (t->scratch, (size_t) n);
  t->y = tr_scratch_doubles (t->scratch, (size_t) n);
  t->basis = tr_scratch_zeroed (t->scratch, (size_t) t->k * (size_t) n);
  for (int j = 0; j < t->k; j++) {
    for (int i = 0; i < vec[j].n; i++)
      t->basis[j * n + vec[j].at[i]] = vec[j].val[i];
    ortho_add (n, t->basis + j * n, j, t->basis);
  }
}

static bool
are_few (int n_classes, int k)
{
  double subsets = 1;
  for (int i = 0; i < k - 1; i++)
    subsets *= (double) (n_classes - i) / (i + 1);
  return subsets <= MOST_SUBSETS;
}

// The directions of the columns; the first row of a class gives it. False where they are too many
// for all circuits to be listed.
static bool
sort_into_classes (Space *t)
{
  int k = t->k;
  double *u = tr_scratch_doubles (t->scratch, (size_t) k);
  t->dir = tr_scratch_doubles (t->scratch, (size_t) t->n_rows * (size_t) k);
  for (int i = 0; i < t->n_rows && are_few (t->n_classes, k); i++) {
    int c = 0;
    for (int j = 0; j < k; j++)
      u[j] = t->basis[j * t->n_rows + i];
    ortho_normalize (k, u);
    for (; c < t->n_classes; c++)
      if (ortho_sine (k, u, t->dir + c * k) < 10 * t->noise)
        break;
    if (c == t->n_classes)
      memcpy (t->dir + k * t->n_classes++, u, (size_t) k * sizeof (double));
  }
  return are_few (t->n_classes, k);
}

// ---- All circuits, by the sets of k − 1 independent classes that are left out ----

typedef struct {
  const Space *t;
  int *chosen;   // k − 1 classes
  double *frame; // k × k: what is chosen made orthonormal, then z
  double *probe; // k × k: the same for checking
} Search;

// Whether the classes chosen are the first that would be, among all that z leaves out: of the
// many sets that give one z exactly one passes.
static bool
is_first_choice (const Search *w, const double *z)
{
  const Space *t = w->t;
  int k = t->k, n = 0;
  for (int c = 0; c < t->n_classes && n < k - 1; c++) {
    const double *dir = t->dir + c * k;
    if (fabs (dense_dot (k, dir, z)) > t->noise)
      continue;
    double *u = w->probe + n * k;
    memcpy (u, dir, (size_t) k * sizeof (double));
    if (ortho_add (k, u, n, w->probe) < 10 * t->noise)
      continue;
    if (w->chosen[n++] != c)
      return false;
  }
  return n == k - 1;
}

// z: the unit vector orthogonal to the k − 1 of the frame.
static void
complete_frame (const Search *w)
{
  int k = w->t->k, best = 0;
  double *z = w->frame + (k - 1) * k, most = -1;
  for (int pass = 0; pass <= k; pass++) {
    memset (z, 0, (size_t) k * sizeof (double));
    z[pass < k ? pass : best] = 1;
    double norm = ortho_add (k, z, k - 1, w->frame);
    if (norm > most) {
      most = norm;
      best = pass;
    }
  }
}

static void
choose (const Search *w, int depth, int from)
{
  const Space *t = w->t;
  int k = t->k;
  double *z = w->frame + (k - 1) * k;
  if (depth == k - 1) {
    complete_frame (w);
    if (is_first_choice (w, z))
      keep (t, z);
    return;
  }
  // Where too few are left for k − 1 in all nothing is to be found, on very many ways.
  for (int c = from; c + k - 1 - depth <= t->n_classes; c++) {
    double *u = w->frame + depth * k;
    memcpy (u, t->dir + c * k, (size_t) k * sizeof (double));
    if (ortho_add (k, u, depth, w->frame) < 10 * t->noise)
      continue;
    w->chosen[depth] = c;
    choose (w, depth + 1, c + 1);
  }
}

static void
find_all (const Space *t)
{
  size_t k = (size_t) t->k;
  Search w = {.t = t};
  w.chosen = tr_scratch_ints (t->scratch, k);
  w.frame = tr_scratch_doubles (t->scratch, k * k);
  w.probe = tr_scratch_doubles (t->scratch, k * k);
  choose (&w, 0, 0);
}

// ---- Short ones ----

// Places in an order back to rows, ascending.
static void
put_back (TrSparseVec *x, const int *order)
{
  for (int i = 0; i < x->n; i++) {
    int row = order[x->at[i]], to = i;
    double val = x->val[i];
    for (; to > 0 && x->at[to - 1] > row; to--) {
      x->at[to] = x->at[to - 1];
      x->val[to] = x->val[to - 1];
    }
    x->at[to] = row;
    x->val[to] = val;
  }
}

static void
find_short (const Space *t, const int *order)
{
  TrSparseVec *vec = tr_scratch_bytes (t->scratch, (size_t) t->k * sizeof *vec);
  tr_reduced_basis (t->k, t->n_rows, t->basis, order, t->noise, t->scratch, vec);
  tr_short_circuits (t->out, t->k, t->n_rows, vec, t->noise, t->scratch);
  for (int i = 0; i < t->out->list.n; i++)
    put_back (&t->out->list.vec[i], order);
}

void
tr_circuits_find (TrCircuits *out,
                  int k,
                  int n_rows,
                  const TrSparseVec *vec,
                  const int *order,
                  double noise,
                  TrScratch *s)
{
  g_assert (k > 0 && n_rows >= k);
  *out = (TrCircuits){.is_complete = false};
  if (k <= MOST_DIMENSIONS) {
    Space t = {.out = out, .k = k, .n_rows = n_rows, .noise = noise, .scratch = s};
    orthonormal_basis (&t, vec);
    out->is_complete = sort_into_classes (&t);
    if (out->is_complete) {
      find_all (&t);
      return;
    }
    if (order) {
      find_short (&t, order);
      return;
    }
  }
  tr_short_circuits (out, k, n_rows, vec, noise, s);
}
