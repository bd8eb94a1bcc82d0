// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What has changed since the system was last filled: a hand on a large drawing moves a small part
// of it from one iteration to the next, the last iterations move nothing by much, and constant
// systems keep all their numbers. Rows of blocks that stand still, or have moved so little that
// their curvature is beyond the last digit, are not evaluated,
//
//   c(q) = c(q') + J (q − q')      |q − q'| ≤ 1e-7 ℓ: the rest is under 1e-14 ℓ
//
// and numbers that are what they were are not factored.

#include "solver/change.h"

#include "solver/assemble.h"

#include <string.h>

void
tr_change_forget (TrComponent *k)
{
  k->seen_any = false;
}

static bool
stands (const TrBlock *b, const double *seen, const double *q, bool loose)
{
  if (!loose || !(b->still > 0))
    return tr_same_place (b, seen, q);
  bool stands = true;
  for (int i = 0; i < b->dim; i++)
    stands &= fabs (q[i] - seen[i]) <= (i == 2 ? b->still_turn : b->still);
  return stands;
}

// Which blocks stand elsewhere than when their rows were evaluated.
void
tr_change_begin (TrComponent *k, const TrState *s, const TrTask *task)
{
  bool same =
      k->seen_any && k->seen_time <= s->time && k->seen_time >= s->time && !(task->soften > 0);
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    double *seen = k->seen + b->v;
    const double *q = s->q + b->at;
    bool moved = !same || !stands (b, seen, q, task->loose);
    for (int j = 0; moved && j < b->dim; j++)
      seen[j] = q[j];
    k->moved[i] = moved;
  }
  k->seen_any = k->warm = true;
  k->loose = task->loose;
  k->seen_time = s->time;
}

// What the rows of a node gain from the place where its blocks were last seen to where they are.
static void
add_straight (const TrComponent *k, const TrNode *n, const double *q, double sign, double *c)
{
  for (int r = n->run, incidence = n->incidence; r < n->run + n->n_runs; r++) {
    if (k->run_block[r] < 0)
      continue;
    const TrBlock *b = &k->blocks[k->run_block[r]];
    int at = incidence++;
    if (k->moved[k->run_block[r]]) // it was seen where it is
      continue;
    const double *J = tr_kkt_j (k->kkt, at);
    const double *seen = k->seen + b->v, *now = q + b->at;
    for (int row = 0; row < n->rows; row++)
      for (int i = 0; i < b->dim; i++)
        c[row] += sign * J[row * b->dim + i] * (now[i] - seen[i]);
  }
}

// What a constraint remembers only chooses between ways to read the state.
static bool
same_memory (const TrMemory *a, const TrMemory *b, double apart)
{
  return fabs (a->dir.x - b->dir.x) <= apart && fabs (a->dir.y - b->dir.y) <= apart &&
         fabs (a->sign - b->sign) <= 0 && fabs (a->turn - b->turn) <= apart;
}

bool
tr_change_keeps (TrComponent *k, const TrNode *n, const TrState *s, const TrTask *task)
{
  if (!n->kept || tr_node_moved (k, n))
    return false;
  if (n->pin < 0 && task->stiffness && n->curved && tr_node_pull (k, n) > n->faint)
    return false;
  if (!same_memory (&n->memory, &s->memory[n->con], task->loose ? 1e-6 : 0))
    return false;
  double c[TR_ROWS_MAX];
  memcpy (c, k->base + n->lambda, sizeof (double) * (size_t) n->rows);
  add_straight (k, n, s->q, 1, c);
  for (int r = 0; r < n->rows; r++)
    k->b[n->lambda + r] = -task->shrink * c[r];
  return true;
}

// Nothing but the state that they were evaluated at may be in rows that are kept.
void
tr_change_look (
    TrComponent *k, TrNode *n, const TrState *s, const TrTask *task, bool defined, const double *c)
{
  n->kept =
      defined && !n->inequality && !n->velocity && !n->drive && !n->turns && !(task->soften > 0);
  for (int r = n->run; r < n->run + n->n_runs; r++)
    n->kept &= k->run_block[r] < 0 || k->blocks[k->run_block[r]].n_bounds == 0;
  if (n->kept)
    tr_change_look_free (k, n, s, false, c);
}

void
tr_change_look_free (TrComponent *k, TrNode *n, const TrState *s, bool here, const double *c)
{
  n->kept = true;
  n->memory = s->memory[n->con];
  for (int r = 0; r < n->rows; r++)
    k->base[n->lambda + r] = c[r];
  if (!here)
    add_straight (k, n, s->q, -1, k->base + n->lambda);
}

// The matrices of blocks and pairs into the system.
void
tr_change_give (TrComponent *k)
{
  for (int i = 0; i < k->n_blocks; i++) {
    int dim = k->blocks[i].dim;
    double *to = tr_kkt_a (k->kkt, i), *A = tr_component_a (k, i);
    k->new_block[i] |= dim == 3 ? tr_change_copy (to, A, 9) : tr_change_copy (to, A, dim * dim);
  }
  for (int i = 0; i < k->n_pairs; i++)
    if (tr_change_copy (tr_kkt_pair (k->kkt, i), tr_component_pair (k, i), k->pair_size[i]))
      k->new_block[k->pair[2 * i]] = k->new_block[k->pair[2 * i + 1]] = true;
}

TrKktResult
tr_change_solve (TrComponent *k)
{
  const TrKktChange change = {k->new_block, k->new_con, k->loose ? 1e-8 : 0};
  TrKktResult r = tr_kkt_refactor_solve (k->kkt, &change, k->f, k->b, k->d, k->lambda_new);
  memset (k->new_block, 0, (size_t) k->n_blocks);
  memset (k->new_con, 0, (size_t) k->n_cons);
  return r;
}
