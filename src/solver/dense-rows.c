// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/dense-rows.h"

#include "math/ortho.h"
#include "solver/engine-private.h"
#include "solver/masses.h"

#include <string.h>

// Lengths that differ by less count as equal, so that rounding never chooses.
#define TIE 1e-9

// M = L Lᵀ of one block, row major.
static void
cholesky (int n, const double *M, double *L)
{
  memset (L, 0, sizeof (double) * (size_t) (n * n));
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double x = M[i * n + j] - dense_dot (j, &L[i * n], &L[j * n]);
      if (i == j)
        L[i * n + i] = sqrt (fmax (x, 1e-300));
      else
        L[i * n + j] = x / L[j * n + j];
    }
}

static void
take_blocks (TrDenseRows *r, const TrComponent *k)
{
  size_t room = 0;

  r->n_blocks = k->n_blocks;
  r->block_at = g_new (int, k->n_blocks + 1);
  r->block_n = g_new (int, k->n_blocks + 1);
  for (int b = 0; b < k->n_blocks; b++)
    room += (size_t) (k->blocks[b].dim * k->blocks[b].dim);
  r->L = g_new (double, room + 1);
  for (int b = 0; b < k->n_blocks; b++) {
    const TrBlock *block = &k->blocks[b];
    r->block_at[b] = block->v;
    r->block_n[b] = block->dim;
    cholesky (block->dim, &k->M[block->m], &r->L[block->m]);
    for (int i = 0; i < block->dim; i++)
      r->at[block->v + i] = block->at + i;
  }
}

// A row j over the unknowns becomes L⁻¹ jᵀ, block by block, at unit length.
static void
to_metric (const TrDenseRows *r, double *row)
{
  const double *L = r->L;
  for (int b = 0; b < r->n_blocks; b++) {
    int n = r->block_n[b];
    double *x = row + r->block_at[b];
    for (int i = 0; i < n; i++)
      x[i] = (x[i] - dense_dot (i, &L[i * n], x)) / L[i * n + i];
    L += n * n;
  }
  ortho_normalize (r->n, row);
}

static void
add_constraint (
    TrDenseRows *r, const TrEngine *e, const TrComponent *k, const TrNode *node, const TrState *s)
{
  TrRowBlock rows;

  tr_constraint_rows_roughly (e->m, node->con, s->q, &s->memory[node->con], s->time, e->scratch,
                              &rows);
  for (int i = 0; i < node->rows; i++) {
    if (!tr_row_has_part (&rows, i))
      continue;
    double *out = r->row + (size_t) r->m * (size_t) r->n;
    for (int a = 0, col = 0; a < rows.n_runs; col += rows.run_n[a], a++) {
      int block = e->block_of_q[rows.run_at[a]];
      for (int c = 0; c < rows.run_n[a] && block >= 0; c++)
        out[k->blocks[block].v + c] += rows.J[i * rows.n + col + c];
    }
    to_metric (r, out);
    r->owner[r->m++] = node->con;
  }
}

TrDenseRows *
tr_dense_rows_new (TrEngine *e, const TrState *s, int component)
{
  g_return_val_if_fail (component >= 0 && component < e->n_components, NULL);
  TrComponent *k = e->components[component];
  TrDenseRows *r = g_new0 (TrDenseRows, 1);
  int most = 0;

  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_component_measure (e, k, s);
  tr_component_masses (e, k, s->q);
  for (int i = 0; i < k->n_nodes; i++)
    most += k->nodes[i].rows;
  r->n = k->n_v;
  r->at = g_new (int, r->n + 1);
  r->owner = g_new (int, most + 1);
  r->row = g_new0 (double, (size_t) most *(size_t) r->n + 1);
  take_blocks (r, k);
  for (int i = 0; i < k->n_nodes; i++) {
    size_t mark = tr_scratch_mark (e->scratch);
    if (!k->nodes[i].inequality && !k->nodes[i].velocity)
      add_constraint (r, e, k, &k->nodes[i], s);
    tr_scratch_release (e->scratch, mark);
  }
  return r;
}

void
tr_dense_rows_free (TrDenseRows *r)
{
  if (!r)
    return;
  g_free (r->at);
  g_free (r->owner);
  g_free (r->row);
  g_free (r->block_at);
  g_free (r->block_n);
  g_free (r->L);
  g_free (r);
}

void
tr_dense_rows_motion (const TrDenseRows *r, const double *y, double *v)
{
  const double *L = r->L;

  memcpy (v, y, sizeof (double) * (size_t) r->n);
  for (int b = 0; b < r->n_blocks; b++) {
    int n = r->block_n[b];
    double *x = v + r->block_at[b];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++)
        x[i] -= L[j * n + i] * x[j];
      x[i] /= L[i * n + i];
    }
    L += n * n;
  }
}

int
tr_dense_span (int m, int n, const double *a, double cutoff, double *basis)
{
  g_autofree double *rest = g_new (double, (size_t) m *(size_t) n + 1);
  g_autofree double *length = g_new (double, m + 1);
  int rank = 0;

  memcpy (rest, a, sizeof (double) * (size_t) m * (size_t) n);
  for (int i = 0; i < m; i++)
    length[i] =
        sqrt (dense_dot (n, rest + (size_t) i * (size_t) n, rest + (size_t) i * (size_t) n));
  while (rank < MIN (m, n)) {
    int best = 0;
    for (int i = 1; i < m; i++)
      if (length[i] > length[best] * (1 + TIE))
        best = i;
    if (m == 0 || !(length[best] > cutoff))
      break;
    double *v = basis + (size_t) rank * (size_t) n;
    memcpy (v, rest + (size_t) best * (size_t) n, sizeof (double) * (size_t) n);
    ortho_add (n, v, rank, basis);
    rank++;
    length[best] = 0;
    for (int i = 0; i < m; i++) {
      double *x = rest + (size_t) i * (size_t) n;
      if (!(length[i] > 0))
        continue;
      dense_axpy (n, -dense_dot (n, v, x), v, x);
      length[i] = sqrt (dense_dot (n, x, x));
    }
  }
  return rank;
}

// How much of each unit vector is left: 1 − Σ v_i² over the set, brought up to date as it grows.
int
tr_dense_complement (int n, int n_set, double *set)
{
  g_autofree double *left = g_new (double, n + 1);
  int n_all = n_set;

  for (int i = 0; i < n; i++) {
    left[i] = 1;
    for (int j = 0; j < n_set; j++)
      left[i] -=
          set[(size_t) j * (size_t) n + (size_t) i] * set[(size_t) j * (size_t) n + (size_t) i];
  }
  for (; n_all < n; n_all++) {
    double *v = set + (size_t) n_all * (size_t) n;
    int best = 0;
    for (int i = 1; i < n; i++)
      if (left[i] > left[best] + TIE)
        best = i;
    memset (v, 0, sizeof (double) * (size_t) n);
    v[best] = 1;
    ortho_add (n, v, n_all, set);
    for (int i = 0; i < n; i++)
      left[i] -= v[i] * v[i];
  }
  return n_all - n_set;
}
