// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/circuits.h"

#include "math/ortho.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// The length of the difference of unit vectors that is not to be trusted.
#define NEARLY_CANCELS 1e-2

enum {
  MOST_SUBSETS = 4000,  // of classes, to be tried one by one
  MOST_WORK = 40000000, // products spent on shortening where there are more
};

double
tr_circuits_vector (const TrCircuits *t, const double *z, double *y)
{
  double most = 0;
  for (int i = 0; i < t->n_rows; i++) {
    y[i] = 0;
    for (int j = 0; j < t->k; j++)
      y[i] += z[j] * t->basis[j * t->n_rows + i];
    most = fmax (most, fabs (y[i]));
  }
  for (int i = 0; i < t->n_rows; i++)
    y[i] = fabs (y[i]) > t->noise * most ? y[i] / most : 0;
  return most;
}

static void
keep (TrCircuits *t, const double *z)
{
  size_t k = (size_t) t->k;
  if (t->n == t->room) {
    t->room = MAX (16, 2 * t->room);
    double *all = tr_scratch_doubles (t->scratch, (size_t) t->room * k);
    if (t->n > 0)
      memcpy (all, t->z, (size_t) t->n * k * sizeof (double));
    t->z = all;
  }
  memcpy (t->z + (size_t) t->n * k, z, k * sizeof (double));
  t->n++;
}

static void
orthonormal_basis (TrCircuits *t, const double *vec)
{
  int n = t->n_rows;
  t->basis = tr_scratch_doubles (t->scratch, (size_t) t->k * (size_t) n);
  memcpy (t->basis, vec, (size_t) t->k * (size_t) n * sizeof (double));
  for (int j = 0; j < t->k; j++) {
    ortho_add (n, t->basis + j * n, j, t->basis);
  }
}

// The class of each row; the first row of a class gives the direction.
static void
sort_into_classes (TrCircuits *t)
{
  int k = t->k;
  double *u = tr_scratch_doubles (t->scratch, (size_t) k);
  t->class_of = tr_scratch_ints (t->scratch, (size_t) t->n_rows);
  t->dir = tr_scratch_doubles (t->scratch, (size_t) t->n_rows * (size_t) k);
  for (int i = 0; i < t->n_rows; i++) {
    int c = 0;
    for (int j = 0; j < k; j++)
      u[j] = t->basis[j * t->n_rows + i];
    ortho_normalize (k, u);
    for (; c < t->n_classes; c++)
      if (ortho_sine (k, u, t->dir + c * k) < 10 * t->noise)
        break;
    t->class_of[i] = c;
    if (c == t->n_classes)
      memcpy (t->dir + k * t->n_classes++, u, (size_t) k * sizeof (double));
  }
}

// ---- All circuits, by the sets of k − 1 independent classes that are left out ----

typedef struct {
  TrCircuits *t;
  int *chosen;   // k − 1 classes
  double *frame; // k × k: what is chosen made orthonormal, then z
  double *probe; // k × k: the same for checking
} Search;

// Whether the classes chosen are the first that would be, among all that z leaves out: of the
// many sets that give one z exactly one passes.
static bool
is_first_choice (const Search *w, const double *z)
{
  const TrCircuits *t = w->t;
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
  TrCircuits *t = w->t;
  int k = t->k;
  double *z = w->frame + (k - 1) * k;
  if (depth == k - 1) {
    complete_frame (w);
    if (is_first_choice (w, z))
      keep (t, z);
    return;
  }
  for (int c = from; c < t->n_classes; c++) {
    double *u = w->frame + depth * k;
    memcpy (u, t->dir + c * k, (size_t) k * sizeof (double));
    if (ortho_add (k, u, depth, w->frame) < 10 * t->noise)
      continue;
    w->chosen[depth] = c;
    choose (w, depth + 1, c + 1);
  }
}

static void
find_all (TrCircuits *t)
{
  size_t k = (size_t) t->k;
  Search w = {.t = t};
  w.chosen = tr_scratch_ints (t->scratch, k);
  w.frame = tr_scratch_doubles (t->scratch, k * k);
  w.probe = tr_scratch_doubles (t->scratch, k * k);
  choose (&w, 0, 0);
  t->is_complete = true;
}

static bool
are_few (int n_classes, int k)
{
  double subsets = 1;
  for (int i = 0; i < k - 1; i++)
    subsets *= (double) (n_classes - i) / (i + 1);
  return subsets <= MOST_SUBSETS;
}

// ---- Short circuits, where there are too many: like shortening the vectors of a lattice ----

// Per circuit: its value on each class and how many classes it has.
typedef struct {
  TrCircuits *t;
  double *value; // room × n_classes
  int *size;     // room
  double *z;     // k, a trial
  double *trial; // n_classes
  long work;
} Shortening;

static int
values_of (Shortening *w, const double *z, double *value)
{
  const TrCircuits *t = w->t;
  int size = 0;
  for (int c = 0; c < t->n_classes; c++) {
    value[c] = dense_dot (t->k, z, t->dir + c * t->k);
    if (fabs (value[c]) <= t->noise)
      value[c] = 0;
    else
      size++;
  }
  w->work += (long) t->k * t->n_classes;
  return size;
}

// trial ← zᵢ and zⱼ combined such that class c drops out. Returns how many classes stay; all where
// the two nearly cancel, which would leave rounding.
static int
eliminate (Shortening *w, int i, int j, int c)
{
  TrCircuits *t = w->t;
  double vi = w->value[i * t->n_classes + c], vj = w->value[j * t->n_classes + c];
  double h = hypot (vi, vj);
  for (int l = 0; l < t->k; l++)
    w->z[l] = (vj * t->z[i * t->k + l] - vi * t->z[j * t->k + l]) / h;
  if (ortho_normalize (t->k, w->z) < NEARLY_CANCELS)
    return t->n_classes;
  return values_of (w, w->z, w->trial);
}

static bool
share (const Shortening *w, int i, int j, int c)
{
  int n = w->t->n_classes;
  return fabs (w->value[i * n + c]) > 0 && fabs (w->value[j * n + c]) > 0;
}

// Replaces the longer of two by the shortest that they combine to, if that is shorter.
static bool
shorten_pair (Shortening *w, int i, int j)
{
  TrCircuits *t = w->t;
  bool is_shorter = false;
  for (int c = 0; c < t->n_classes && w->work < MOST_WORK; c++) {
    if (!share (w, i, j, c))
      continue;
    int longer = w->size[i] > w->size[j] ? i : j;
    int size = eliminate (w, i, j, c);
    if (size >= w->size[longer])
      continue;
    memcpy (t->z + longer * t->k, w->z, (size_t) t->k * sizeof (double));
    memcpy (w->value + longer * t->n_classes, w->trial, (size_t) t->n_classes * sizeof (double));
    w->size[longer] = size;
    is_shorter = true;
  }
  return is_shorter;
}

// Circuits that two of the short ones combine to and that are no longer than these together less
// what they share: the loops around two cells beside the loops around each.
static void
add_combinations (Shortening *w)
{
  TrCircuits *t = w->t;
  int n = t->n;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int c = 0; c < t->n_classes && w->work < MOST_WORK; c++)
        if (share (w, i, j, c) && eliminate (w, i, j, c) <= MAX (w->size[i], w->size[j]))
          keep (t, w->z);
}

static void
find_short (TrCircuits *t, const double *vec)
{
  size_t k = (size_t) t->k, n = (size_t) t->n_classes;
  Shortening w = {.t = t};
  w.value = tr_scratch_doubles (t->scratch, k * n);
  w.size = tr_scratch_ints (t->scratch, k);
  w.z = tr_scratch_doubles (t->scratch, k);
  w.trial = tr_scratch_doubles (t->scratch, n);
  for (int j = 0; j < t->k; j++) {
    for (int l = 0; l < t->k; l++)
      w.z[l] = dense_dot (t->n_rows, vec + j * t->n_rows, t->basis + l * t->n_rows);
    ortho_normalize (t->k, w.z);
    keep (t, w.z);
    w.size[j] = values_of (&w, w.z, w.value + j * t->n_classes);
  }
  for (bool is_moving = true; is_moving && w.work < MOST_WORK;) {
    is_moving = false;
    for (int i = 0; i < t->k; i++)
      for (int j = i + 1; j < t->k; j++)
        is_moving |= shorten_pair (&w, i, j);
  }
  add_combinations (&w);
}

void
tr_circuits_find (TrCircuits *out, int k, int n_rows, const double *vec, double noise, TrScratch *s)
{
  g_assert (k > 0 && n_rows >= k);
  *out = (TrCircuits){.k = k, .n_rows = n_rows, .noise = noise, .scratch = s};
  orthonormal_basis (out, vec);
  sort_into_classes (out);
  if (are_few (out->n_classes, k))
    find_all (out);
  else
    find_short (out, vec);
}
