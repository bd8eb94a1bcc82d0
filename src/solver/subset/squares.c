// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/subset/squares.h"

#include "math/dense.h"
#include "solver/assemble.h"
#include "solver/engine-private.h"
#include "solver/newton.h"

#include <string.h>

static const double homesick = 1e-13; // the pull of home, beside rows
static const double faint = 1e-8; // of the mean diagonal: what stretches rows so little does not

// ---- Pattern ----

static int
n_moving (const TrSquares *w, int node)
{
  int n = 0;
  for (int r = w->run[node]; r < w->run[node + 1]; r++)
    n += w->t.e->block_of_q[w->run_at[r]] >= 0;
  return n;
}

// What the constraints touch, in the order of their rows.
static void
find_runs (TrSquares *w)
{
  const TrSubset *t = &w->t;
  GArray *at = g_array_new (FALSE, FALSE, sizeof (int));
  w->run = tr_scratch_ints (w->memory, (size_t) t->n_nodes + 1);
  for (int i = 0; i < t->n_nodes; i++) {
    const TrNode *n = &t->k->nodes[t->node[i]];
    size_t mark = tr_scratch_mark (t->e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_fast (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, n->ell,
                             t->e->scratch, &rows);
    w->run[i] = (int) at->len;
    g_array_append_vals (at, rows.run_at, (guint) rows.n_runs);
    tr_scratch_release (t->e->scratch, mark);
  }
  w->run[t->n_nodes] = (int) at->len;
  w->run_at = tr_scratch_ints (w->memory, at->len + 1);
  if (at->len > 0)
    memcpy (w->run_at, at->data, sizeof (int) * at->len);
  g_array_unref (at);
}

static int
compare_keys (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;
  return (x > y) - (x < y);
}

// Of two blocks, the later one first.
static gint64
key_of (const TrSquares *w, int a, int b)
{
  return (gint64) MAX (a, b) * w->t.n_blocks + MIN (a, b);
}

// The blocks that each constraint joins, two by two; in w->pair_of the number of each two among all. Returns
// these, two ints each.
static int *
find_pairs (TrSquares *w, int *n_pairs)
{
  const TrSubset *t = &w->t;
  size_t n = 0;
  w->pair = tr_scratch_ints (w->memory, (size_t) t->n_nodes + 1);
  for (int i = 0; i < t->n_nodes; i++) {
    int moving = n_moving (w, i);
    w->pair[i] = (int) n;
    n += (size_t) (moving * (moving - 1) / 2);
  }
  w->pair[t->n_nodes] = (int) n;
  w->pair_of = tr_scratch_ints (w->memory, n + 1);
  g_autofree gint64 *key = g_new (gint64, n + 1), *sorted = g_new (gint64, n + 1);
  n = 0;
  for (int i = 0; i < t->n_nodes; i++)
    for (int a = w->run[i]; a < w->run[i + 1]; a++)
      for (int b = w->run[i]; b < a; b++) {
        int x = t->e->block_of_q[w->run_at[a]], y = t->e->block_of_q[w->run_at[b]];
        if (x >= 0 && y >= 0)
          key[n++] = key_of (w, w->nth[x], w->nth[y]);
      }
  memcpy (sorted, key, sizeof *key * n);
  qsort (sorted, n, sizeof *sorted, compare_keys);
  size_t found = 0;
  for (size_t i = 0; i < n; i++)
    if (i == 0 || sorted[i] != sorted[found - 1])
      sorted[found++] = sorted[i];
  for (size_t i = 0; i < n; i++)
    w->pair_of[i] =
        (int) ((gint64 *) bsearch (&key[i], sorted, found, sizeof *key, compare_keys) - sorted);
  int *pair = g_new (int, 2 * found + 1);
  for (size_t i = 0; i < found; i++) {
    pair[2 * i] = (int) (sorted[i] / t->n_blocks);
    pair[2 * i + 1] = (int) (sorted[i] % t->n_blocks);
  }
  *n_pairs = (int) found;
  return pair;
}

static void
make_system (TrSquares *w)
{
  const TrSubset *t = &w->t;
  int n_pairs;
  g_autofree int *pair = find_pairs (w, &n_pairs);
  g_autofree int *dim = g_new (int, t->n_blocks + 1), *order = g_new (int, t->n_blocks + 1);
  g_autofree bool *all = g_new (bool, t->n_blocks + 1);
  for (int i = 0; i < t->n_blocks; i++) {
    dim[i] = t->k->blocks[t->block[i]].dim;
    order[i] = i;
    all[i] = true;
  }
  const TrKktShape shape = {.n_blocks = t->n_blocks, .dim = dim, .n_pairs = n_pairs, .pair = pair};
  w->graph = tr_kkt_graph_new (&shape);
  w->E = tr_kkt_numbers_new (w->graph, order);
  w->factor = tr_ldl_new (w->graph, w->E, all, NULL, TR_LDL_LEAST_FILL);
}

TrSquares *
tr_squares_new (TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  TrSquares *w = g_new0 (TrSquares, 1);
  w->memory = tr_scratch_new ();
  tr_subset_init (&w->t, w->memory, e, k, s, n, con);
  size_t m = (size_t) w->t.m, u = (size_t) w->t.n;
  w->c = tr_scratch_doubles (w->memory, m + 1);
  w->weight = tr_scratch_doubles (w->memory, m + 1);
  w->g = tr_scratch_doubles (w->memory, u + 1);
  w->parts = tr_scratch_doubles (w->memory, u + 1);
  w->unit = tr_scratch_doubles (w->memory, u + 1);
  w->diagonal = tr_scratch_doubles (w->memory, u + 1);
  w->nth = tr_scratch_ints (w->memory, (size_t) k->n_blocks);
  for (int i = 0; i < k->n_blocks; i++)
    w->nth[i] = -1;
  for (int i = 0; i < w->t.n_blocks; i++)
    w->nth[w->t.block[i]] = i;
  find_runs (w);
  make_system (w);
  return w;
}

void
tr_squares_free (TrSquares *w)
{
  if (!w)
    return;
  tr_ldl_free (w->factor);
  tr_kkt_numbers_free (w->E);
  tr_kkt_graph_free (w->graph);
  tr_scratch_free (w->memory);
  g_free (w);
}

static bool
same_runs (const TrSquares *w, int i, const TrRowBlock *rows)
{
  int n = w->run[i + 1] - w->run[i];
  return n == rows->n_runs &&
         memcmp (w->run_at + w->run[i], rows->run_at, sizeof (int) * (size_t) n) == 0;
}

// A slide has gone to another span: the pattern of what is touched there.
static void
remake (TrSquares *w)
{
  const TrSubset *t = &w->t;
  g_autofree int *con = g_new (int, t->n_nodes + 1);
  for (int i = 0; i < t->n_nodes; i++)
    con[i] = t->k->nodes[t->node[i]].con;
  TrSquares *now = tr_squares_new (t->e, t->k, t->s, t->n_nodes, con), was = *w;
  memcpy (now->weight, was.weight, sizeof (double) * (size_t) t->m);
  now->home = was.home;
  now->is_straight = was.is_straight;
  now->pattern = was.pattern + 1;
  *w = *now;
  *now = was;
  tr_squares_free (now);
}

// ---- E ----

// What a row misses: inequalities that hold miss nothing.
static double
miss_of (const TrNode *n, double c)
{
  return n->inequality && c > 0 ? 0 : c;
}

// The pull of home of an unknown in z, what E′ has of it; 0 where there is none.
static double
pull_of (const TrSquares *w, const TrBlock *b, int j)
{
  return w->home ? homesick * sqrt (w->t.k->M[b->m + j * (b->dim + 1)]) *
                       (w->t.s->q[b->at + j] - w->home[b->v + j])
                 : 0;
}

static double
energy_of_home (const TrSquares *w)
{
  double sum = 0;
  for (int i = 0; i < w->t.n_blocks && w->home; i++) {
    const TrBlock *b = &w->t.k->blocks[w->t.block[i]];
    for (int j = 0; j < b->dim; j++)
      sum += 0.5 * pull_of (w, b, j) * pull_of (w, b, j) / homesick;
  }
  return sum;
}

double
tr_squares_energy (const TrSquares *w)
{
  const TrSubset *t = &w->t;
  double sum = energy_of_home (w);
  if (!tr_component_in_range (t->e, t->k, t->s))
    return INFINITY;
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++) {
    const TrNode *n = &t->k->nodes[t->node[i]];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, c,
                            &undefined);
    for (int r = 0; r < n->rows && !undefined; r++)
      if (!(n->out & 1u << r))
        sum += 0.5 * w->weight[row + r] * miss_of (n, c[r]) * miss_of (n, c[r]);
  }
  return isfinite (sum) ? sum : INFINITY;
}

void
tr_squares_weigh (TrSquares *w)
{
  const TrSubset *t = &w->t;
  w->is_here = false;
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++) {
    const TrNode *n = &t->k->nodes[t->node[i]];
    size_t mark = tr_scratch_mark (t->e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_fast (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, n->ell,
                             t->e->scratch, &rows);
    tr_component_row_sizes (t->e, t->k, n, &rows, &w->weight[row]);
    for (int r = 0; r < n->rows; r++)
      w->weight[row + r] = 1 / w->weight[row + r];
    tr_scratch_release (t->e->scratch, mark);
  }
}

// ---- Its derivatives ----

// An unknown that is frozen at its end takes no part.
static bool
is_frozen (const TrComponent *k, const TrBlock *b, int j)
{
  for (int i = b->bound; i < b->bound + b->n_bounds; i++)
    if (k->bounds[i].k == j && k->bounds[i].frozen)
      return true;
  return false;
}

static void
find_units (TrSquares *w)
{
  const TrSubset *t = &w->t;
  double sum = G_MINDOUBLE;
  int n = 0;
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = 0; j < b->dim; j++) {
      double root = sqrt (t->k->M[b->m + j * (b->dim + 1)]);
      w->unit[t->place[t->block[i]] + j] = is_frozen (t->k, b, j) ? 0 : 1 / root;
      sum += b->is_slide ? 0 : root;
      n += !b->is_slide;
    }
  }
  w->span = sum / MAX (n, 1) * t->k->size;
}

// The part of K over the unknowns of runs a and b into the numbers.
static void
add_part (double *to, const TrRowBlock *rows, int a, int col_a, int b, int col_b, const double *K)
{
  for (int i = 0; i < rows->run_n[a]; i++)
    dense_axpy (rows->run_n[b], 1, K + (col_a + i) * rows->n + col_b, to + i * rows->run_n[b]);
}

// E″ += K over the unknowns of node i.
static void
add_matrix (const TrSquares *w, int i, const TrRowBlock *rows, const double *K)
{
  const TrSubset *t = &w->t;
  const int *pair = w->pair_of + w->pair[i];
  for (int a = 0, col_a = 0; a < rows->n_runs; col_a += rows->run_n[a], a++) {
    int x = t->e->block_of_q[rows->run_at[a]];
    if (x < 0)
      continue;
    for (int b = 0, col_b = 0; b < a; col_b += rows->run_n[b], b++) {
      int y = t->e->block_of_q[rows->run_at[b]];
      if (y < 0)
        continue;
      double *to = w->E->num + w->E->pair_at[*pair++];
      if (w->nth[x] > w->nth[y])
        add_part (to, rows, a, col_a, b, col_b, K);
      else
        add_part (to, rows, b, col_b, a, col_a, K);
    }
    add_part (w->E->num + w->E->a_at[w->nth[x]], rows, a, col_a, a, col_a, K);
  }
}

// In place of ∂/∂q of each row ∂/∂z. at: where each unknown is, −1: it does not move.
static void
scale_rows (const TrSquares *w, TrRowBlock *rows, int *at)
{
  const TrSubset *t = &w->t;
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = t->e->block_of_q[rows->run_at[a]];
    for (int i = 0; i < rows->run_n[a]; i++)
      at[col + i] = block >= 0 ? t->place[block] + i : -1;
  }
  for (int r = 0; r < rows->m; r++)
    for (int i = 0; i < rows->n; i++)
      rows->J[r * rows->n + i] *= at[i] >= 0 ? w->unit[at[i]] : 0;
}

// Adds Σ W c ∂²c/∂z² of a node to K.
static void
add_bend (const TrSquares *w,
          const TrNode *n,
          const TrRowBlock *rows,
          const int *at,
          const double *wc,
          double *K)
{
  const TrSubset *t = &w->t;
  double *H = tr_scratch_doubles (t->e->scratch, (size_t) rows->n * (size_t) rows->n);
  tr_constraint_hessian (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, wc, rows,
                         t->e->scratch, H);
  for (int i = 0; i < rows->n; i++)
    for (int j = 0; j < rows->n; j++)
      if (at[i] >= 0 && at[j] >= 0)
        K[i * rows->n + j] -= H[i * rows->n + j] * w->unit[at[i]] * w->unit[at[j]];
}

static bool
is_on (const TrNode *n, const TrRowBlock *rows, int r)
{
  return tr_row_has_part (rows, r) && !(n->out & 1u << r) && !(n->inequality && rows->c[r] > 0);
}

// Node i, its rows from `row` on; false where it touches something else than before.
static bool
put_node (TrSquares *w, int i, int row)
{
  const TrSubset *t = &w->t;
  const TrNode *n = &t->k->nodes[t->node[i]];
  size_t mark = tr_scratch_mark (t->e->scratch);
  TrRowBlock rows;
  double wc[TR_ROWS_MAX] = {0};
  bool bends = false;
  tr_constraint_rows_fast (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, n->ell,
                           t->e->scratch, &rows);
  bool fits = same_runs (w, i, &rows);
  int *at = tr_scratch_ints (t->e->scratch, (size_t) rows.n);
  double *K = tr_scratch_zeroed (t->e->scratch, (size_t) rows.n * (size_t) rows.n);
  if (fits)
    scale_rows (w, &rows, at);
  for (int r = 0; r < n->rows && fits; r++) {
    const double *J = rows.J + r * rows.n;
    bool on = is_on (n, &rows, r);
    w->c[row + r] = on ? rows.c[r] : 0;
    wc[r] = w->weight[row + r] * w->c[row + r];
    bends |= fabs (w->c[row + r]) > n->tol[r];
    for (int j = 0; j < rows.n && on; j++) {
      dense_axpy (rows.n, w->weight[row + r] * J[j], J, K + j * rows.n);
      if (at[j] >= 0) {
        w->g[at[j]] += wc[r] * J[j];
        w->parts[at[j]] += fabs (wc[r] * J[j]);
      }
    }
  }
  if (fits && bends && n->curved && !w->is_straight) // all else is straight
    add_bend (w, n, &rows, at, wc, K);
  if (fits)
    add_matrix (w, i, &rows, K);
  tr_scratch_release (t->e->scratch, mark);
  return fits;
}

static void
put_home (TrSquares *w)
{
  const TrSubset *t = &w->t;
  for (int i = 0; i < t->n_blocks && w->home; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    double *E = w->E->num + w->E->a_at[i];
    for (int j = 0; j < b->dim; j++)
      if (w->unit[t->place[t->block[i]] + j] > 0) {
        w->g[t->place[t->block[i]] + j] += pull_of (w, b, j);
        E[j * (b->dim + 1)] += homesick;
      }
  }
}

static void
take_diagonal (TrSquares *w)
{
  const TrSubset *t = &w->t;
  w->mean = G_MINDOUBLE;
  w->pull = dense_largest (t->n, w->parts);
  w->still = 0;
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++)
    for (int r = 0; r < t->k->nodes[t->node[i]].rows; r++) {
      double root = sqrt (w->weight[row + r]);
      w->still = fmax (w->still, t->k->nodes[t->node[i]].tol[r] * root);
    }
  for (int i = 0; i < t->n_blocks; i++) {
    int dim = t->k->blocks[t->block[i]].dim, at = t->place[t->block[i]];
    for (int j = 0; j < dim; j++) {
      w->diagonal[at + j] = w->E->num[w->E->a_at[i] + j * (dim + 1)];
      w->mean += fabs (w->diagonal[at + j]) / t->n;
    }
  }
}

// False where the pattern is another one.
static bool
put_nodes (TrSquares *w)
{
  const TrSubset *t = &w->t;
  memset (w->E->num, 0, sizeof (double) * (size_t) w->E->n_num);
  memset (w->g, 0, sizeof (double) * (size_t) t->n);
  memset (w->parts, 0, sizeof (double) * (size_t) t->n);
  find_units (w);
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++)
    if (!put_node (w, i, row))
      return false;
  return true;
}

// E from the rows at hand.
static double
energy_here (const TrSquares *w)
{
  double sum = energy_of_home (w);
  for (int r = 0; r < w->t.m; r++)
    sum += 0.5 * w->weight[r] * w->c[r] * w->c[r];
  return isfinite (sum) && tr_component_in_range (w->t.e, w->t.k, w->t.s) ? sum : INFINITY;
}

double
tr_squares_assemble (TrSquares *w)
{
  if (w->is_here)
    return w->now;
  if (!put_nodes (w)) {
    remake (w);
    put_nodes (w);
  }
  put_home (w);
  take_diagonal (w);
  w->is_here = true;
  return w->now = energy_here (w);
}

// E″ + μ; false where it is not positive definite.
static bool
factor (const TrSquares *w, double mu)
{
  const TrSubset *t = &w->t;
  for (int i = 0; i < t->n_blocks; i++) {
    int dim = t->k->blocks[t->block[i]].dim, at = t->place[t->block[i]];
    for (int j = 0; j < dim; j++)
      w->E->num[w->E->a_at[i] + j * (dim + 1)] = w->diagonal[at + j] + mu * w->mean;
  }
  tr_ldl_factor (w->factor, w->E, NULL, NULL, NULL);
  return tr_ldl_is_definite (w->factor);
}

bool
tr_squares_direction (TrSquares *w, double mu, double *length)
{
  const TrSubset *t = &w->t;
  if (!factor (w, mu))
    return false;
  for (int i = 0; i < t->n; i++)
    t->d[i] = -w->g[i];
  tr_ldl_solve (w->factor, t->d, NULL, t->d, NULL);
  *length = tr_subset_limit (t, 1);
  return isfinite (*length);
}

// Σ Jᵀλ of a node's rows into d, or where that has been solved for, λ = W J d of them; d in z.
static void
relax_node (const TrSquares *w, int i, int row, bool is_solved, double *lambda)
{
  const TrSubset *t = &w->t;
  const TrNode *n = &t->k->nodes[t->node[i]];
  size_t mark = tr_scratch_mark (t->e->scratch);
  TrRowBlock rows;
  tr_constraint_rows_fast (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, n->ell,
                           t->e->scratch, &rows);
  int *at = tr_scratch_ints (t->e->scratch, (size_t) rows.n);
  scale_rows (w, &rows, at);
  for (int r = 0; r < n->rows; r++) {
    const double *J = rows.J + r * rows.n;
    double sum = 0;
    for (int j = 0; j < rows.n && is_on (n, &rows, r); j++) {
      if (at[j] >= 0 && !is_solved)
        t->d[at[j]] += lambda[row + r] * J[j];
      sum += at[j] >= 0 ? J[j] * t->d[at[j]] : 0;
    }
    if (is_solved)
      lambda[row + r] = w->weight[row + r] * sum;
  }
  tr_scratch_release (t->e->scratch, mark);
}

static void
relax_nodes (const TrSquares *w, bool is_solved, double *lambda)
{
  const TrSubset *t = &w->t;
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++)
    relax_node (w, i, row, is_solved, lambda);
}

bool
tr_squares_relax (TrSquares *w, double *lambda)
{
  w->is_here = false;
  w->is_straight = true;
  bool ok = isfinite (tr_squares_assemble (w)) && factor (w, faint);
  w->is_here = false; // all of E″ is another
  w->is_straight = false;
  const TrSubset *t = &w->t;
  memset (t->d, 0, sizeof (double) * (size_t) t->n);
  relax_nodes (w, false, lambda);
  if (ok)
    tr_ldl_solve (w->factor, t->d, NULL, t->d, NULL);
  for (int j = 0; j < t->n; j++)
    ok &= isfinite (t->d[j]);
  if (ok)
    relax_nodes (w, true, lambda);
  return ok;
}
