// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// At a double root Newton's steps leave half of the way each, at others ⅔, 0.618… or the like: after k of them
//
//   qₖ = q + A αᵏ + B βᵏ + …,   1 > α > β > …
//
// and from some places in a row as many of these terms are taken away: of all Σ γₖ qₖ, Σ γₖ = 1, that one is taken
// whose steps, Σ γₖ dₖ, leave least (reduced rank extrapolation). Rounding counts as much more in a step as rows come
// closer to depending on each other; so this begins where the tolerance has left it, and nothing is squared on the way.

#include "solver/solve/root.h"

#include "math/dense.h"
#include "solver/change.h"
#include "solver/masses.h"
#include "solver/subset/subset-private.h"

#include <string.h>

enum { MOST_ROWS = 200, LEAST_STEPS = 3, MOST_STEPS = 6 };

static const double rounding = 1e-10;  // of the size: a step under this is none
static const double dependent = 1e-11; // what is left of a row of length 1 that follows from others
static const double nearly = 1e-4;     // and of one that may follow from them at the root
static const double least_share = 0.3, most_share = 0.95; // of the step before
static const double no_part = 1e-15;                      // of the size, of a difference of steps

// A subset of all that takes part; false: there are too many rows, or some are out.
static bool
take_all (TrSubset *t, TrEngine *e, TrComponent *k, TrState *s)
{
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes), n = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *node = &k->nodes[i];
    if (node->out)
      return false;
    if (!node->velocity)
      con[n++] = node->con;
  }
  if (n == 0 || k->n_hard > MOST_ROWS)
    return false;
  tr_subset_init (t, e->scratch, e, k, s, n, con);
  return true;
}

// One of Newton's steps, which is in t.d then; rows of which less than `cutoff` is left beside others take no part.
// Whether it is more than rounding.
static bool
step (TrDescent *w, double cutoff)
{
  const TrSubset *t = &w->t;
  tr_descent_linearise (w);
  tr_subset_keep_home (t);
  tr_descent_least_step (w, cutoff);
  tr_subset_limit (t, t->k->size);
  tr_subset_move (t, 1);
  return dense_largest (t->n, t->d) > rounding * t->k->size;
}

// Some steps, one after the other, into d; returns how many there are that lead to such a root, each somewhat shorter
// than the one before.
static int
go_some_steps (TrDescent *w, double *d)
{
  int n = w->t.n;
  double last = 0;
  for (int k = 0; k < MOST_STEPS; k++) {
    bool is_step = step (w, dependent);
    double size = dense_largest (n, w->t.d);
    if (!is_step || (k > 0 && (size < least_share * last || size > most_share * last)))
      return k;
    memcpy (d + k * n, w->t.d, sizeof *d * (size_t) n);
    last = size;
  }
  return MOST_STEPS;
}

// Of the m columns of u those that are not too short are made upright on each other, and what lies along them is taken out of
// x; `up` is the triangle that they were. Returns how many.
static int
take_columns (int m, int n, double least, double *u, double *x, double (*up)[MOST_STEPS], double *z)
{
  for (int j = 0; j < m; j++) {
    double *c = u + j * n;
    for (int i = 0; i < j; i++) {
      up[i][j] = dense_dot (n, u + i * n, c);
      dense_axpy (n, -up[i][j], u + i * n, c);
    }
    up[j][j] = sqrt (dense_dot (n, c, c));
    if (!(up[j][j] > least))
      return j;
    for (int i = 0; i < n; i++)
      c[i] /= up[j][j];
    z[j] = dense_dot (n, c, x);
    dense_axpy (n, -z[j], c, x);
  }
  return m;
}

// From n_steps steps d to where all of them would lead: q = q₀ + Σ xⱼ dⱼ, |d₀ + Σ xⱼ (dⱼ₊₁ − dⱼ)| least.
static void
go_all_the_way (const TrSubset *t, int n_steps, const double *d)
{
  int n = t->n, m = n_steps - 1;
  size_t all = (size_t) m * (size_t) n;
  double up[MOST_STEPS][MOST_STEPS] = {{0}}, x[MOST_STEPS] = {0};
  double *u = tr_scratch_doubles (t->e->scratch, all + (size_t) n), *left = u + all;
  for (size_t i = 0; i < all; i++)
    u[i] = d[i + (size_t) n] - d[i];
  memcpy (left, d, sizeof *left * (size_t) n);
  m = take_columns (m, n, no_part * t->k->size, u, left, up, x);
  for (int j = m - 1; j >= 0; j--) {
    x[j] = -x[j];
    for (int l = j + 1; l < m; l++)
      x[j] -= up[j][l] * x[l];
    x[j] /= up[j][j];
  }
  // q is at hand after all steps
  for (int i = 0; i < n; i++)
    t->d[i] = 0;
  for (int j = 0; j < n_steps; j++)
    dense_axpy (n, (j < m ? x[j] : 0) - 1, d + j * n, t->d);
  tr_subset_keep_home (t);
  tr_subset_move (t, 1);
}

static bool
meet (TrDescent *w)
{
  const TrSubset *t = &w->t;
  double *d = tr_scratch_doubles (t->e->scratch, MOST_STEPS * (size_t) t->n);
  bool holds;
  double before = tr_descent_energy (w, &holds);
  int n_steps = holds ? go_some_steps (w, d) : 0;
  if (n_steps < LEAST_STEPS)
    return false;
  go_all_the_way (t, n_steps, d);
  step (w, nearly);
  double after = tr_descent_energy (w, &holds);
  return after <= before && holds;
}

bool
tr_component_meet_root (TrEngine *e, TrComponent *k, TrState *s)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *there = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  TrSubset t;
  TrDescent w;
  bool has_met = false;
  tr_component_gather (k, s->q, there);
  tr_component_masses (e, k, s->q);
  if (take_all (&t, e, k, s)) {
    tr_descent_init (&w, e->scratch, &t);
    has_met = meet (&w);
    if (!has_met)
      tr_component_scatter (k, there, s->q);
    tr_change_forget (k);
    k->known = false;
  }
  tr_scratch_release (e->scratch, mark);
  return has_met;
}

void
tr_engine_meet_roots (TrEngine *e, TrState *s)
{
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    if (k->n_nodes == 0)
      continue;
    tr_component_prepare_rows (e, k, s);
    tr_component_measure (e, k, s);
    tr_component_meet_root (e, k, s);
  }
}
