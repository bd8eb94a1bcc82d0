// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers of a component's system. In a step, at the iterate q with Δ = q − q₀:
//
//   (M/h + ∇²E + K) d − Jᵀλ = −M Δ/h − ∇E        K: geometric stiffness of the last λ
//                J d + C λ = −c

#include "solver/assemble.h"

#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/renew.h"
#include "solver/soft.h"

#include <string.h>

void
tr_assemble_freeze (const TrComponent *k, int block, int m, int n, int first, double *J)
{
  const TrBlock *b = &k->blocks[block];
  for (int i = b->bound; i < b->bound + b->n_bounds; i++)
    if (k->bounds[i].frozen)
      for (int r = 0; r < m; r++)
        J[r * n + first + k->bounds[i].k] = 0;
}

// Keeps J's column of each frozen unknown of the block, to feel later what would move it.
static void
keep_columns (TrComponent *k, int block, int m, int n, int first, int lambda, const double *J)
{
  const TrBlock *b = &k->blocks[block];
  for (int i = b->bound; i < b->bound + b->n_bounds; i++)
    for (int r = 0; r < m && k->bounds[i].frozen; r++)
      k->column[i * k->n_rows + lambda + r] = J[r * n + first + k->bounds[i].k];
}

static void
add_block (double *A, int dim, const double *K, int n, int row, int col)
{
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++)
      A[i * dim + j] += K[(row + i) * n + col + j];
}

// A pair's matrix is that of the later block's unknowns against the earlier one's.
static void
add_pair (double *P, int di, int dj, const double *K, int n, int row, int col)
{
  for (int i = 0; i < di; i++)
    for (int j = 0; j < dj; j++)
      P[i * dj + j] += K[(row + i) * n + col + j];
}

static void
majorise (double *A, int dim, const double *K, int n, int row)
{
  for (int i = 0; i < dim; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      if (j < row || j >= row + dim)
        sum += fabs (K[(row + i) * n + j]);
    A[i * dim + i] += sum;
  }
}

void
tr_assemble_stiffness (TrComponent *k, int n_runs, const int *block, int pair, int n, double *K)
{
  int row = 0;
  for (int a = 0; a < n_runs; a++) {
    if (block[a] < 0) // of a body that does not move: callers leave it out of K
      continue;
    int dim = k->blocks[block[a]].dim;
    double *A = tr_component_a (k, block[a]);
    add_block (A, dim, K, n, row, row);
    if (pair < 0)
      majorise (A, dim, K, n, row);
    int col = 0;
    for (int b = 0; b < a && pair >= 0; b++) {
      if (block[b] < 0)
        continue;
      double *P = tr_component_pair (k, k->pair_of[pair++]);
      int other = k->blocks[block[b]].dim;
      if (block[a] > block[b])
        add_pair (P, dim, other, K, n, row, col);
      else
        add_pair (P, other, dim, K, n, col, row);
      col += other;
    }
    row += dim;
  }
}

// Takes the rows and columns of runs that do not move out of K; returns its new size.
static int
compress (const TrRowBlock *rows, const int *block, double *K)
{
  int n = rows->n, m = 0, at = 0;
  for (int a = 0; a < rows->n_runs; at += rows->run_n[a], a++) {
    if (block[a] < 0)
      continue;
    for (int i = 0; i < rows->run_n[a]; i++, m++)
      for (int j = 0; j < n; j++)
        K[m * n + j] = K[(at + i) * n + j];
  }
  for (int r = 0; r < m; r++) {
    int col = 0;
    at = 0;
    for (int a = 0; a < rows->n_runs; at += rows->run_n[a], a++)
      for (int j = 0; j < rows->run_n[a] && block[a] >= 0; j++)
        K[r * m + col++] = K[r * n + at + j];
  }
  return m;
}

static void
freeze_stiffness (const TrComponent *k, int n_runs, const int *block, int n, double *K)
{
  for (int a = 0, at = 0; a < n_runs; a++) {
    if (block[a] < 0)
      continue;
    const TrBlock *b = &k->blocks[block[a]];
    for (int i = b->bound; i < b->bound + b->n_bounds; i++)
      for (int j = 0; j < n && k->bounds[i].frozen; j++)
        K[(at + k->bounds[i].k) * n + j] = K[j * n + at + k->bounds[i].k] = 0;
    at += b->dim;
  }
}

void
tr_assemble_bend (TrComponent *k, const TrRowBlock *rows, int run, int pair, double *K)
{
  const int *block = &k->run_block[run];
  int m = compress (rows, block, K);
  freeze_stiffness (k, rows->n_runs, block, m, K);
  tr_assemble_stiffness (k, rows->n_runs, block, pair, m, K);
}

static void
add_stiffness (
    TrEngine *e, TrComponent *k, const TrNode *n, const TrState *s, const TrRowBlock *rows)
{
  const double *lambda = &k->lambda[n->lambda];
  double pull = tr_node_pull (k, n);
  if (!(pull > n->faint) || !isfinite (pull))
    return;
  double *K = tr_scratch_doubles (e->scratch, (size_t) rows->n * (size_t) rows->n);
  tr_constraint_stiffness (e->m, n->con, s->q, &s->memory[n->con], s->time, lambda, rows,
                           e->scratch, K);
  tr_assemble_bend (k, rows, n->run, n->pair, K);
}

static bool
same_pattern (const TrComponent *k, int run, int n_runs, const TrRowBlock *rows)
{
  if (rows->n_runs != n_runs)
    return false;
  for (int r = 0; r < n_runs; r++)
    if (rows->run_at[r] != k->run_at[run + r])
      return false;
  return true;
}

// J of a row on the motion as the mean of the step's ends: the trapezoidal rule.
static void
take_mean (TrEngine *e, const TrComponent *k, const TrNode *n, const TrState *s, TrRowBlock *rows)
{
  double *q = tr_scratch_doubles (e->scratch, (size_t) s->n_q);
  TrRowBlock start;
  memcpy (q, s->q, sizeof (double) * (size_t) s->n_q);
  tr_component_scatter (k, k->q0, q);
  tr_constraint_rows_fast (e->m, n->con, q, &s->memory[n->con], s->time, n->ell, e->scratch,
                           &start);
  for (int i = 0; i < rows->m * rows->n && start.n == rows->n; i++)
    rows->J[i] = 0.5 * (rows->J[i] + start.J[i]);
}

// A row on the motion holds for the whole step: J (q − q₀) = 0.
static void
take_motion (const TrComponent *k, const TrNode *n, const double *q, TrRowBlock *rows)
{
  for (int r = 0; r < n->rows; r++) {
    rows->c[r] = 0;
    for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
      int block = k->run_block[n->run + a];
      for (int i = 0; i < rows->run_n[a] && block >= 0; i++)
        rows->c[r] += rows->J[r * rows->n + col + i] *
                      (q[k->blocks[block].at + i] - k->q0[k->blocks[block].v + i]);
    }
  }
}

// J M⁻¹ Jᵀ of a row, M by its diagonal, without slides or with them.
static double
row_size (const TrComponent *k, const TrNode *n, const TrRowBlock *rows, int r, bool slides)
{
  double sum = 0;
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = k->run_block[n->run + a];
    bool counts = block >= 0 && (slides || !k->blocks[block].is_slide);
    for (int i = 0; i < rows->run_n[a] && counts; i++) {
      double x = rows->J[r * rows->n + col + i];
      sum += x * x / k->M[k->blocks[block].m + i * (rows->run_n[a] + 1)];
    }
  }
  return sum;
}

void
tr_component_row_sizes (const TrEngine *e,
                        const TrComponent *k,
                        const TrNode *n,
                        const TrRowBlock *rows,
                        double size[TR_ROWS_MAX])
{
  for (int r = 0; r < n->rows; r++) {
    double all = row_size (k, n, rows, r, true);
    size[r] = row_size (k, n, rows, r, false);
    if (!(size[r] > 1e-12 * all)) // the turn of a circle's tangent is all its slide's
      size[r] = all;
    if (r > 0 && tr_constraint_unit (e->m, n->con, r) == tr_constraint_unit (e->m, n->con, r - 1))
      size[r] = size[r - 1] = 0.5 * (size[r] + size[r - 1]);
  }
  for (int r = 0; r < n->rows; r++)
    if (!(size[r] > 0))
      size[r] = 1;
}

// Rows that take no part (mask 0): 0·d + 1·λ = 0.
static void
put_rows (const TrEngine *e,
          TrComponent *k,
          int node,
          const TrTask *task,
          unsigned mask,
          TrRowBlock *rows)
{
  const TrNode *n = &k->nodes[node];
  for (int r = 0; r < n->rows; r++)
    if (!(mask & (1u << r)))
      memset (&rows->J[r * rows->n], 0, sizeof (double) * (size_t) rows->n);
  int incidence = n->incidence;
  bool changed = false;
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = k->run_block[n->run + a], dim = rows->run_n[a];
    if (block < 0)
      continue;
    if (k->blocks[block].n_bounds) {
      keep_columns (k, block, n->rows, rows->n, col, n->lambda, rows->J);
      tr_assemble_freeze (k, block, n->rows, rows->n, col, rows->J);
    }
    double *J = tr_kkt_j (k->kkt, incidence++);
    for (int r = 0; r < n->rows; r++)
      changed |= tr_change_copy (J + r * dim, rows->J + r * rows->n + col, dim);
  }
  double C[TR_ROWS_MAX];
  if (task->soften > 0)
    tr_component_row_sizes (e, k, n, rows, &k->scale[n->lambda]);
  for (int r = 0; r < n->rows; r++) {
    bool on = mask & (1u << r);
    C[r] = on ? 0 : 1;
    if (on && task->soften > 0)
      C[r] = task->soften * k->scale[n->lambda + r];
    k->b[n->lambda + r] = on ? -task->shrink * rows->c[r] : 0;
  }
  changed |= tr_change_copy (tr_kkt_c (k->kkt, node), C, n->rows);
  k->new_con[node] |= changed;
}

// Held at what it misses: c − hold; of a vector only how long it is, |c| − |hold|, in the row that
// goes its way. Returns which rows are left.
static unsigned
take_hold (const TrNode *n, TrRowBlock *rows)
{
  Vec2 c = v2 (rows->c[0], n->turns ? rows->c[1] : 0), u = v2_unit_or (c, v2 (1, 0));
  for (int r = n->turns ? 2 : 0; r < n->rows && !n->velocity; r++)
    rows->c[r] -= n->hold[r];
  if (!n->turns)
    return ~0u;
  rows->c[0] = v2_norm (c) - hypot (n->hold[0], n->hold[1]);
  for (int i = 0; i < rows->n; i++)
    rows->J[i] = u.x * rows->J[i] + u.y * rows->J[rows->n + i];
  return ~2u;
}

static void
clear_rows (TrRowBlock *rows)
{
  memset (rows->c, 0, sizeof (double) * (size_t) rows->m);
  memset (rows->c_t, 0, sizeof (double) * (size_t) rows->m);
  memset (rows->J, 0, sizeof (double) * (size_t) (rows->m * rows->n));
}

static bool
put_node (TrEngine *e, TrComponent *k, int node, const TrState *s, const TrTask *task, bool *stale)
{
  TrNode *n = &k->nodes[node];
  if (n->pin >= 0 && !(task->soften > 0) && !n->turns)
    return tr_assemble_pin (k, node, s, task);
  if (tr_change_keeps (k, n, s, task))
    return true;
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  tr_constraint_rows_fast (e->m, n->con, s->q, &s->memory[n->con], s->time, n->ell, e->scratch,
                           &rows);
  rows.undefined |= n->out;
  if (n->never)
    clear_rows (&rows);
  *stale |= !same_pattern (k, n->run, n->n_runs, &rows);
  bool ok = !*stale && tr_rows_are_finite (&rows);
  if (ok) {
    unsigned mask = ~rows.undefined & (n->inequality ? e->active[n->con] : TR_ROWS_ALL);
    if (n->velocity && task->shrink > 0)
      take_mean (e, k, n, s, &rows);
    if (n->velocity)
      take_motion (k, n, s->q, &rows);
    if (task->stiffness && n->curved && mask && !n->turns)
      add_stiffness (e, k, n, s, &rows);
    mask &= take_hold (n, &rows);
    put_rows (e, k, node, task, mask, &rows);
    tr_change_look (k, n, s, task, !rows.undefined, rows.c);
  }
  tr_scratch_release (e->scratch, mark);
  return ok;
}

// M/h and −M Δ/h of a block of so many unknowns.
G_ALWAYS_INLINE static inline void
put_block (TrComponent *k, const TrBlock *b, int dim, const double *q, const TrTask *task)
{
  const double *M = &k->M[b->m], *q0 = &k->q0[b->v], inv_h = task->inv_h;
  double *A = &k->A[b->m], *f = &k->f[b->v];
  for (int r = 0; r < dim; r++) {
    double back = 0;
    for (int c = 0; c < dim; c++) {
      double a = M[r * dim + c] * inv_h;
      A[r * dim + c] = a;
      if (task->home)
        back -= a * (q[b->at + c] - q0[c]);
    }
    f[r] = back;
  }
}

static void
put_blocks (TrComponent *k, const double *q, const TrTask *task)
{
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    if (b->dim == 3) // most are bars
      put_block (k, b, 3, q, task);
    else
      put_block (k, b, b->dim, q, task);
  }
  memset (k->pairs, 0, sizeof (double) * (size_t) k->pair_at[k->n_pairs]);
}

static void
put_mass_pairs (TrComponent *k, const double *q, const TrTask *task)
{
  for (int i = 0; i < k->n_mass; i++) {
    const TrMassPair *p = &k->mass[i];
    const TrBlock *a = &k->blocks[p->i], *b = &k->blocks[p->j];
    double *A = tr_component_pair (k, k->pair_of[k->mass_pair + i]);
    double m[2] = {p->m.x * task->inv_h, p->m.y * task->inv_h};
    for (int j = 0; j < 2; j++) {
      A[3 * j] += m[j];
      if (task->home) {
        k->f[a->v + j] -= m[j] * (q[b->at + j] - k->q0[b->v + j]);
        k->f[b->v + j] -= m[j] * (q[a->at + j] - k->q0[a->v + j]);
      }
    }
  }
}

// A frozen unknown's equation is d = 0; what the forces would do to it is kept.
static void
freeze_blocks (TrComponent *k)
{
  for (int i = 0; i < k->n_bounds; i++) {
    const TrBound *bound = &k->bounds[i];
    if (!bound->frozen)
      continue;
    const TrBlock *b = &k->blocks[bound->block];
    double *A = tr_component_a (k, bound->block);
    for (int j = 0; j < b->dim; j++)
      A[bound->k * b->dim + j] = A[j * b->dim + bound->k] = 0;
    A[bound->k * b->dim + bound->k] = 1;
    k->force[i] = k->f[b->v + bound->k];
    k->f[b->v + bound->k] = 0;
  }
}

bool
tr_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task, bool *stale)
{
  *stale = false;
  if (!k->warm)
    tr_engine_note_warm (e, k);
  tr_change_begin (k, s, task);
  put_blocks (k, s->q, task);
  put_mass_pairs (k, s->q, task);
  for (int i = 0; i < k->n_nodes; i++)
    if (!put_node (e, k, i, s, task, stale)) {
      tr_change_forget (k);
      return false;
    }
  tr_soft_assemble (e, k, s, task);
  freeze_blocks (k);
  tr_change_give (k);
  return true;
}
