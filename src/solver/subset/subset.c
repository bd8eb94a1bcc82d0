// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Levenberg's and Marquardt's way down ½|c|², residuals c in units of their sizes and unknowns of
// their drag:
//
//   (A Aᵀ + μ I) y = c,   d = −Aᵀ y
//
// μ falls while steps succeed, so that the last of them are Newton's of least motion, and grows
// where they do not. Dense: the sets are small.

#include "solver/subset/subset-private.h"
#include "solver/subset/subset.h"

#include "math/dense.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/newton.h"

#include <string.h>

enum {
  MOST_STEPS = 80,
  MOST_ROWS = 160,
  MOST_ENDS = 3,    // times that something is found to have come to its end
  MOST_VAIN = 3,    // steps, one after the other, by which it seems to end where not all holds
  SHORT_STEPS = 16, // as long as they may be; what is asked for is far away then, and they grow
};

static const double tol_per_size = 1e-9;
static const double least_mu = 1e-14, most_mu = 1e4; // of the mean diagonal of A Aᵀ
static const double longest = 0.1;                   // step, of the component's size
static const double a_turn = 0.2;                    // as long as so much of the size
static const double kick_size = 1e-2;
static const double no_size = 1e-6;

// ---- What takes part ----

static void
add_block (TrSubset *t, int block)
{
  if (block < 0 || t->place[block] >= 0)
    return;
  t->place[block] = t->n;
  t->n += t->k->blocks[block].dim;
  t->block[t->n_blocks++] = block;
}

static void
add_node (TrSubset *t, int i)
{
  TrEngine *e = t->e;
  const TrNode *node = &t->k->nodes[i];
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  if (node->velocity)
    return;
  t->node[t->n_nodes++] = i;
  t->m += node->rows;
  tr_constraint_rows_roughly (e->m, node->con, t->s->q, &t->s->memory[node->con], t->s->time,
                              e->scratch, &rows);
  for (int a = 0; a < rows.n_runs; a++)
    add_block (t, e->block_of_q[rows.run_at[a]]);
  tr_scratch_release (e->scratch, mark);
}

void
tr_subset_init (
    TrSubset *t, TrScratch *scratch, TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  *t = (TrSubset){.e = e, .k = k, .s = s, .reach = 1};
  t->node = tr_scratch_ints (scratch, (size_t) n);
  t->block = tr_scratch_ints (scratch, (size_t) k->n_blocks);
  t->place = tr_scratch_ints (scratch, (size_t) k->n_blocks);
  for (int b = 0; b < k->n_blocks; b++)
    t->place[b] = -1;
  bool *wanted = tr_scratch_bytes (scratch, (size_t) e->m->n_constraints * sizeof *wanted);
  memset (wanted, 0, (size_t) e->m->n_constraints * sizeof *wanted);
  for (int i = 0; i < n; i++)
    wanted[con[i]] = true;
  for (int i = 0; i < k->n_nodes; i++)
    if (wanted[k->nodes[i].con])
      add_node (t, i);
  t->d = tr_scratch_doubles (scratch, (size_t) t->n);
  t->home = tr_scratch_doubles (scratch, (size_t) t->n);
}

// ---- Where it stands ----

// A residual in units of its size; what has hardly any counts as if it had some.
static double
unit_of (const TrSubset *t, const TrNode *node, int r)
{
  double size = fmax (node->ell, 1e-3 * t->k->size);
  return tol_per_size / node->tol[r] * (node->ell / size);
}

double
tr_descent_energy (const TrDescent *w, bool *holds)
{
  const TrSubset *t = &w->t;
  double sum = 0;
  *holds = w->others_in_range;
  for (int i = 0; i < t->n_blocks && *holds; i++)
    *holds = tr_block_in_range (t->e, t->k, t->block[i], t->s);
  if (!*holds)
    return INFINITY;
  for (int i = 0; i < t->n_nodes; i++) {
    const TrNode *node = &t->k->nodes[t->node[i]];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (t->e->m, node->con, t->s->q, &t->s->memory[node->con], t->s->time, c,
                            &undefined);
    for (int r = 0; r < node->rows && !undefined; r++) {
      double miss = node->inequality ? fmin (0, c[r]) : c[r];
      *holds &= fabs (miss) <= node->tol[r];
      miss *= unit_of (t, node, r);
      sum += 0.5 * miss * miss;
    }
  }
  return isfinite (sum) ? sum : INFINITY;
}

// ∂c_r/∂z of a node's row, times unit: into at and val. Returns how many.
static int
list_row (const TrDescent *w, const TrNode *node, const TrRowBlock *rows, int r, double unit)
{
  const TrSubset *t = &w->t;
  int n = 0;
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = t->e->block_of_q[rows->run_at[a]];
    if (block < 0 || t->place[block] < 0) // does not move; a slide on another span
      continue;
    const TrBlock *b = &t->k->blocks[block];
    for (int i = 0; i < rows->run_n[a]; i++) {
      w->at[n] = t->place[block] + i;
      w->val[n++] = unit * rows->J[r * rows->n + col + i] / sqrt (t->k->M[b->m + i * (b->dim + 1)]);
    }
  }
  return n;
}

void
tr_descent_linearise (TrDescent *w)
{
  const TrSubset *t = &w->t;
  gram_empty (&w->a);
  for (int i = 0; i < t->n_nodes; i++) {
    const TrNode *node = &t->k->nodes[t->node[i]];
    size_t mark = tr_scratch_mark (t->e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_roughly (t->e->m, node->con, t->s->q, &t->s->memory[node->con], t->s->time,
                                t->e->scratch, &rows);
    for (int r = 0; r < node->rows; r++) {
      if (!tr_row_has_part (&rows, r))
        continue;
      if (node->inequality && !(rows.c[r] < 0))
        continue;
      double unit = unit_of (t, node, r);
      w->c[w->a.m] = rows.c[r] * unit;
      gram_add_row (&w->a, list_row (w, node, &rows, r, unit), w->at, w->val);
    }
    tr_scratch_release (t->e->scratch, mark);
  }
  gram_multiply (&w->a);
}

// ---- Steps ----

// Of a place on a curve, or an angle: it has no length, however large the drawing is.
static bool
has_no_length (const TrSubset *t, const TrBlock *b, int j)
{
  if (b->is_slide)
    return true;
  switch (t->e->m->bodies[b->body].kind) {
  case TR_BODY_RIGID:
    return j == 2;
  case TR_BODY_ARC:
    return j >= 3;
  case TR_BODY_ELLIPSE:
    return j == 4;
  case TR_BODY_POINT:
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_CIRCLE:
  case TR_BODY_SHEET:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    return false;
  }
  g_return_val_if_reached (false);
}

double
tr_subset_limit (const TrSubset *t, double turn)
{
  double length = 0, most = t->reach * longest * t->k->size;
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = 0; j < b->dim; j++) {
      double *d = &t->d[t->place[t->block[i]] + j];
      *d /= sqrt (t->k->M[b->m + j * (b->dim + 1)]);
      length = fmax (length, fabs (*d) * (has_no_length (t, b, j) ? t->reach * turn : 1));
    }
  }
  for (int i = 0; i < t->n && length > most; i++)
    t->d[i] *= most / length;
  return fmin (length, most);
}

// What is at an end, and would go beyond, stays there: its column of A is taken away. Whether there was any.
static bool
stop_at_ends (TrDescent *w)
{
  const TrSubset *t = &w->t;
  bool any = false;
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = b->bound; j < b->bound + b->n_bounds; j++) {
      const TrBound *bound = &t->k->bounds[j];
      int at = t->place[t->block[i]] + bound->k;
      if ((t->d[at] < 0 && t->home[at] <= bound->low) ||
          (t->d[at] > 0 && t->home[at] >= bound->high)) {
        gram_drop_column (&w->a, at);
        any = true;
      }
    }
  }
  if (any)
    gram_multiply (&w->a);
  return any;
}

// d = −Aᵀ (A Aᵀ + μ I)⁻¹ c, no longer than allowed. Returns whether it would have been.
static bool
solve_for_direction (TrDescent *w, double mu)
{
  const TrSubset *t = &w->t;
  gram_solve (&w->a, mu, G_MINDOUBLE, w->c, w->y);
  memset (t->d, 0, sizeof (double) * (size_t) t->n);
  gram_add_transposed (&w->a, -1, w->y, t->d);
  return tr_subset_limit (t, a_turn * t->k->size) >= t->reach * longest * t->k->size;
}

void
tr_descent_least_step (TrDescent *w, double cutoff)
{
  const Gram *g = &w->a;
  int n = w->t.n;
  size_t mark = tr_scratch_mark (w->t.e->scratch);
  double *a = tr_scratch_zeroed (w->t.e->scratch, (size_t) g->m * (size_t) n);
  for (int r = 0; r < g->m; r++)
    for (int i = g->start[r]; i < g->start[r + 1]; i++)
      a[r * n + g->at[i]] = g->a[i];
  memcpy (w->y, w->c, sizeof *w->y * (size_t) g->m);
  dense_least_step (g->m, n, a, w->y, cutoff, w->t.d);
  tr_scratch_release (w->t.e->scratch, mark);
}

void
tr_subset_move (const TrSubset *t, double share)
{
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    int at = t->place[t->block[i]];
    for (int j = 0; j < b->dim; j++)
      t->s->q[b->at + j] = t->home[at + j] + share * t->d[at + j];
    for (int j = b->bound; j < b->bound + b->n_bounds && share > 0; j++) {
      const TrBound *bound = &t->k->bounds[j];
      double *x = &t->s->q[b->at + bound->k];
      *x = fmin (fmax (*x, bound->low), bound->high);
    }
  }
}

void
tr_subset_keep_home (const TrSubset *t)
{
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = 0; j < b->dim; j++)
      t->home[t->place[t->block[i]] + j] = t->s->q[b->at + j];
  }
}

static bool
direction (TrDescent *w, double mu)
{
  bool is_cut = solve_for_direction (w, mu);
  for (int i = 0; i < MOST_ENDS && stop_at_ends (w); i++)
    is_cut = solve_for_direction (w, mu);
  return is_cut;
}

// What steps will gain in all that gain as much less each as this one gained less than the one before.
static double
to_come (double gain, double before)
{
  return gain < before ? gain / (1 - gain / before) : INFINITY;
}

static bool
descend (TrDescent *w)
{
  TrSubset *t = &w->t;
  bool holds, is_cut = false;
  double now = tr_descent_energy (w, &holds), mu = 1e-3, gained = INFINITY;
  int vain = 0, cut = 0;
  for (int i = 0; i < MOST_STEPS && !holds && vain < MOST_VAIN; i++) {
    double next = INFINITY;
    tr_descent_linearise (w);
    tr_subset_keep_home (t);
    for (; mu <= most_mu; mu = 10 * fmax (mu, 1e-8)) {
      is_cut = direction (w, mu);
      tr_subset_move (t, 1);
      next = tr_descent_energy (w, &holds);
      if (next < now)
        break;
      tr_subset_move (t, 0);
      t->reach = fmax (1, 0.5 * t->reach);
    }
    if (!(next < now))
      return false;
    // a step that could not go its whole way says nothing
    vain = !is_cut && to_come (now - next, gained) < 0.5 * next ? vain + 1 : 0;
    gained = now - next;
    now = next;
    mu = fmax (0.1 * mu, least_mu);
    cut += is_cut;
    if (is_cut && cut > SHORT_STEPS)
      t->reach *= 2;
  }
  return holds;
}

bool
tr_starts_note (TrStarts *starts, const TrComponent *k, const TrState *s)
{
  double *q = starts->q + (size_t) starts->n * (size_t) k->n_v;
  tr_component_gather (k, s->q, q);
  for (int i = 0; i < starts->n; i++)
    if (tr_same_bits (starts->q + (size_t) i * (size_t) k->n_v, q, k->n_v))
      return false;
  starts->n++;
  return true;
}

void
tr_descent_init (TrDescent *w, TrScratch *scratch, const TrSubset *t)
{
  size_t m = (size_t) t->m, n = (size_t) t->n;
  *w = (TrDescent){.t = *t, .others_in_range = true};
  for (int i = 0; i < t->k->n_blocks; i++)
    w->others_in_range &= t->place[i] >= 0 || tr_block_in_range (t->e, t->k, i, t->s);
  gram_init (&w->a, scratch, t->m, t->n);
  w->at = tr_scratch_ints (scratch, n);
  w->val = tr_scratch_doubles (scratch, n);
  w->c = tr_scratch_doubles (scratch, m);
  w->y = tr_scratch_doubles (scratch, m);
}

static bool
go_down (TrSubset *t)
{
  TrDescent w;
  tr_descent_init (&w, t->e->scratch, t);
  return descend (&w);
}

bool
tr_subset_try (
    TrEngine *e, TrComponent *k, TrState *s, int n, const int *con, int start, TrStarts *before)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrSubset t;
  tr_subset_init (&t, e->scratch, e, k, s, n, con);
  bool goes = t.m <= MOST_ROWS;
  if (goes && start == TR_START_BESIDE)
    tr_subset_kick (&t, kick_size);
  if (goes && start >= TR_START_AFAR) {
    tr_subset_throw (&t, start);
    goes = tr_starts_note (before, k, s);
    if (goes) {
      tr_component_measure (e, k, s);
      tr_component_masses (e, k, s->q);
    }
  }
  bool holds = goes && go_down (&t);
  tr_scratch_release (e->scratch, mark);
  return holds;
}

bool
tr_subset_solve (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  return tr_subset_try (e, k, s, n, con, TR_START_HERE, NULL);
}

// Whether all in it has shrunk to nothing; what has no length says nothing of it.
static bool
is_nothing (const TrEngine *e, const TrComponent *k, const TrState *s)
{
  Vec2 low, high;
  bool nothing = k->size <= 1, any = false;
  for (int i = 0; i < k->n_bodies && nothing; i++) {
    const TrBody *b = &e->m->bodies[k->bodies[i]];
    if (!tr_body_box (b, tr_body_q (b, s->q), &low, &high))
      continue;
    nothing = v2_dist (low, high) < no_size;
    any = true;
  }
  return nothing && any;
}

// What has shrunk to nothing has no size to be moved by, and what is asked of it may be of any.
static bool
leave_nothing (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  static const double sizes[] = {1, 1e3, 1e6};
  g_autofree double *home = g_new (double, k->n_v);
  bool holds = false;
  tr_component_gather (k, s->q, home);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes) && !holds; i++) {
    tr_component_scatter (k, home, s->q);
    k->size = sizes[i];
    holds = tr_subset_try (e, k, s, n, con, TR_START_BESIDE, NULL);
    tr_component_measure (e, k, s); // as large as it is there, and as exact
    holds = holds || tr_subset_try (e, k, s, n, con, TR_START_HERE, NULL);
  }
  if (!holds) {
    tr_component_scatter (k, home, s->q);
    tr_component_measure (e, k, s);
  }
  return holds;
}

bool
tr_subset_leave (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  return is_nothing (e, k, s) ? leave_nothing (e, k, s, n, con)
                              : tr_subset_try (e, k, s, n, con, TR_START_BESIDE, NULL);
}

bool
tr_subset_can_hold (TrEngine *e, TrComponent *k, const TrState *s, int n, const int *con)
{
  g_autoptr (TrState) copy = tr_state_copy (s);
  if (tr_subset_try (e, k, copy, n, con, TR_START_HERE, NULL))
    return true;
  g_autoptr (TrState) other = tr_state_copy (s);
  return tr_subset_try (e, k, other, n, con, TR_START_BESIDE, NULL);
}

bool
tr_subset_is_small (const TrComponent *k, int n, const int *con)
{
  int rows = 0;
  for (int i = 0; i < k->n_nodes; i++)
    for (int j = 0; j < n; j++)
      rows += k->nodes[i].con == con[j] ? k->nodes[i].rows : 0;
  return rows <= MOST_ROWS;
}

// Halves, quarters and so on are taken out, single ones in the end.
int
tr_subset_reduce (TrEngine *e, TrComponent *k, const TrState *s, int n, int *con)
{
  g_autofree int *rest = g_new (int, n + 1);
  for (int chunk = (n + 1) / 2; chunk > 0 && n > 1; chunk = chunk > 1 ? (chunk + 1) / 2 : 0)
    for (int end = n; end > 0; end -= chunk) {
      int from = MAX (0, end - chunk), left = 0;
      for (int i = 0; i < n; i++)
        if (i < from || i >= end)
          rest[left++] = con[i];
      if (left == 0 || tr_subset_can_hold (e, k, s, left, rest))
        continue;
      memcpy (con, rest, sizeof (int) * (size_t) left);
      n = left;
    }
  return n;
}
