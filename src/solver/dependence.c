// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The combinations y with yᵀA = 0, A the rows of a component at unit length, form a space Y of
// few dimensions. The constraint depends on others as far as Y has entries in its rows. Others are
// struck from Y one by one, the latest first (y_i = 0 for their rows), as long as this leaves the
// constraint's own entries as many as there were: what cannot be struck is the circuit.

#include "solver/dependence.h"

#include "math/ortho.h"
#include "solver/component.h"
#include "solver/dense-rows.h"

#include <string.h>

#define CUTOFF 1e-8
// Entries of unit vectors in Y under this are rounding.
#define NOISE 1e-6

// A subspace: k orthonormal rows of m.
typedef struct {
  int k, m;
  double *v;
} Space;

static double *
space_row (const Space *s, int i)
{
  return s->v + (size_t) i * (size_t) s->m;
}

static Space
space_copy (const Space *s)
{
  size_t n = (size_t) s->k * (size_t) s->m;
  Space copy = {s->k, s->m, g_new (double, n + 1)};
  memcpy (copy.v, s->v, sizeof (double) * n);
  return copy;
}

// Y: what is orthogonal to the columns of A, which are the rows of Aᵀ.
static Space
left_null_space (const TrDenseRows *r)
{
  int m = r->m, n = r->n;
  g_autofree double *columns = g_new (double, (size_t) m *(size_t) n + 1);
  g_autofree double *set = g_new0 (double, (size_t) m *(size_t) m + 1);
  Space y = {0, m, NULL};

  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      columns[(size_t) j * (size_t) m + (size_t) i] = r->row[(size_t) i * (size_t) n + (size_t) j];
  int rank = tr_dense_span (n, m, columns, CUTOFF, set);
  y.k = tr_dense_complement (m, rank, set);
  y.v = g_new (double, (size_t) y.k *(size_t) m + 1);
  memcpy (y.v, set + (size_t) rank * (size_t) m, sizeof (double) * (size_t) y.k * (size_t) m);
  return y;
}

// Leaves of the space what vanishes at place i: all rows are turned so that one alone has an
// entry there (a Householder reflection), and that one goes.
static void
strike (Space *s, int i)
{
  g_autofree double *u = g_new (double, s->k + 1);
  double length = 0;

  for (int a = 0; a < s->k; a++)
    length = hypot (length, u[a] = space_row (s, a)[i]);
  if (s->k == 0 || length <= NOISE)
    return;
  // H u = ∓ length·e: H = 1 − 2 w wᵀ/(wᵀw), w = u ± length·e, e the last.
  int last = s->k - 1;
  u[last] += u[last] < 0 ? -length : length;
  double ww = dense_dot (s->k, u, u);
  g_autofree double *sum = g_new0 (double, s->m + 1);
  for (int a = 0; a < s->k; a++)
    dense_axpy (s->m, u[a], space_row (s, a), sum);
  for (int a = 0; a < last; a++)
    dense_axpy (s->m, -2 * u[a] / ww, sum, space_row (s, a));
  s->k = last;
}

// The dimension of the entries of the space in the rows of one owner, first … first + n − 1.
static int
rank_at (const Space *s, int first, int n)
{
  g_autofree double *part = g_new (double, (size_t) s->k *(size_t) n + 1);
  g_autofree double *basis = g_new (double, (size_t) n *(size_t) n + 1);

  for (int a = 0; a < s->k; a++)
    memcpy (part + (size_t) a * (size_t) n, space_row (s, a) + first, sizeof (double) * (size_t) n);
  return tr_dense_span (s->k, n, part, NOISE, basis);
}

static int
component_of (const TrEngine *e, int constraint, bool *found)
{
  for (int c = 0; c < e->n_components; c++)
    for (int i = 0; i < e->components[c].n_nodes; i++)
      if (e->components[c].nodes[i].con == constraint) {
        *found = true;
        return c;
      }
  *found = false;
  return -1;
}

static int
rows_of (const TrDenseRows *r, int owner, int *first)
{
  int n = 0;
  for (int i = 0; i < r->m; i++)
    if (r->owner[i] == owner && n++ == 0)
      *first = i;
  return n;
}

// Strikes the rows of the others, the latest first, where the constraint keeps its own.
static void
find_circuit (TrDependence *d, const TrDenseRows *r, Space *y, int constraint, int first)
{
  for (int end = r->m, from; end > 0; end = from) {
    int owner = r->owner[end - 1];
    for (from = end; from > 0 && r->owner[from - 1] == owner;)
      from--;
    if (owner == constraint)
      continue;
    Space trial = space_copy (y);
    for (int i = from; i < end; i++)
      strike (&trial, i);
    if (rank_at (&trial, first, d->rows) == d->dependent) {
      g_free (y->v);
      *y = trial;
    } else {
      g_array_prepend_val (d->circuit, owner);
      g_free (trial.v);
    }
  }
}

TrDependence *
tr_dependence_find (TrEngine *e, const TrState *s, int constraint)
{
  TrDependence *d = g_new0 (TrDependence, 1);
  int first = 0;
  bool found;
  int component = component_of (e, constraint, &found);

  d->circuit = g_array_new (FALSE, FALSE, sizeof (int));
  if (!found)
    return d;
  g_autoptr (TrDenseRows) r = tr_dense_rows_new (e, s, component);
  d->rows = rows_of (r, constraint, &first);
  if (d->rows == 0)
    return d;
  Space y = left_null_space (r);
  d->dependent = rank_at (&y, first, d->rows);
  if (d->dependent > 0)
    find_circuit (d, r, &y, constraint, first);
  g_free (y.v);
  return d;
}

void
tr_dependence_free (TrDependence *d)
{
  if (!d)
    return;
  g_array_unref (d->circuit);
  g_free (d);
}
