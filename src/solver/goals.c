// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Goals in a step (goal.h): −E_q to the loads and the positive part of E_qq to the blocks; a
// relation's E″ x_qᵀ x_q is a row of compliance 1/E″, however many bodies it joins.

#include "model/goal.h"
#include "solver/assemble.h"
#include "solver/engine-private.h"
#include "solver/soft.h"

#include <string.h>

// f −= first · x_q
static void
add_slope (TrComponent *k, const TrSoft *soft, const TrRowBlock *rows, double first)
{
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = k->run_block[soft->run + a];
    for (int i = 0; i < rows->run_n[a] && block >= 0; i++)
      k->f[k->blocks[block].v + i] -= first * rows->J[col + i];
  }
}

static void
add_bend (TrEngine *e,
          TrComponent *k,
          const TrForce *f,
          const TrSoft *soft,
          const TrState *s,
          double first,
          TrRowBlock *rows)
{
  double *H = tr_scratch_zeroed (e->scratch, (size_t) rows->n * (size_t) rows->n);
  tr_force_add_hessian (e->m, f, s->q, first, rows, true, e->scratch, H);
  tr_assemble_bend (k, rows, soft->run, soft->pair, H);
}

static bool
look_at (TrEngine *e,
         const TrForce *f,
         const TrState *s,
         TrRowBlock *rows,
         double *first,
         double *second)
{
  tr_force_rows (e->m, f, s->q, e->scratch, rows);
  tr_force_ops[f->kind]->of_value (f, rows->c[0], first, second);
  return tr_rows_are_finite (rows) && isfinite (*first);
}

void
tr_goal_put_value (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s)
{
  const TrForce *f = &e->m->forces[soft->force];
  TrRowBlock rows;
  double first, second;
  if (!look_at (e, f, s, &rows, &first, &second))
    return; // where it has no value it asks for nothing
  add_slope (k, soft, &rows, first);
  add_bend (e, k, f, soft, s, first, &rows);
}

// The row of a relation with compliance 1/(share k); false where it does not pull.
static bool
put_row (TrEngine *e,
         TrComponent *k,
         const TrSoft *soft,
         int node,
         const TrState *s,
         double share,
         TrRowBlock *rows,
         double *first)
{
  const TrForce *f = &e->m->forces[soft->force];
  double second;
  bool pulls = look_at (e, f, s, rows, first, &second) && second * share > 0;
  int incidence = soft->incidence;
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    if (k->run_block[soft->run + a] < 0)
      continue;
    double *J = tr_kkt_j (k->kkt, incidence++);
    for (int i = 0; i < rows->run_n[a]; i++)
      J[i] = pulls ? rows->J[col + i] : 0;
  }
  tr_kkt_c (k->kkt, node)[0] = pulls ? 1 / (second * share) : 1;
  k->b[soft->lambda] = pulls ? -*first / second : 0;
  tr_soft_freeze_rows (k, soft->incidence, soft->run, soft->n_runs, 1, soft->lambda);
  return pulls;
}

void
tr_goal_put_relation (TrEngine *e, TrComponent *k, const TrSoft *soft, int node, const TrState *s)
{
  TrRowBlock rows;
  double first;
  if (put_row (e, k, soft, node, s, 1, &rows, &first))
    add_bend (e, k, &e->m->forces[soft->force], soft, s, first, &rows);
}

void
tr_goal_damp_relation (
    TrEngine *e, TrComponent *k, const TrSoft *soft, int node, const TrState *s, double square)
{
  TrRowBlock rows;
  double first;
  put_row (e, k, soft, node, s, square, &rows, &first);
}

void
tr_goal_add_plain (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s)
{
  const TrForce *f = &e->m->forces[soft->force];
  TrRowBlock rows;
  double first, second;
  if (look_at (e, f, s, &rows, &first, &second))
    add_slope (k, soft, &rows, first);
}

double
tr_goal_rate (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s)
{
  const TrForce *f = &e->m->forces[soft->force];
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  double first, second, sum = 0;
  bool any = look_at (e, f, s, &rows, &first, &second);
  for (int a = 0, col = 0; a < rows.n_runs && any; col += rows.run_n[a], a++) {
    int block = k->run_block[soft->run + a];
    for (int i = 0; i < rows.run_n[a] && block >= 0; i++)
      sum += rows.J[col + i] * rows.J[col + i] /
             k->M[k->blocks[block].m + i * (k->blocks[block].dim + 1)];
  }
  tr_scratch_release (e->scratch, mark);
  return any ? second * sum : 0;
}

// The matrix that couples block i to the earlier block j; NULL: none does.
static double *
find_pair (const TrComponent *k, int i, int j)
{
  int low = 0, high = k->n_pairs;
  while (low < high) {
    int middle = (low + high) / 2;
    const int *pair = &k->pair[2 * middle];
    if (pair[0] < i || (pair[0] == i && pair[1] < j))
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < k->n_pairs && k->pair[2 * low] == i && k->pair[2 * low + 1] == j;
  return found ? tr_component_pair (k, low) : NULL;
}

// to += s · xᵀ S y, n × m.
static void
add_product (double *to, double s, const Vec2 *x, int n, const Vec2 *y, int m, Mat2 S)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      to[i * m + j] += s * v2_dot (x[i], m2_apply (S, y[j]));
}

// A += x_qᵀ S x_q; what no pair couples is majorised on the diagonal.
static void
add_form (TrEngine *e, TrComponent *k, const TrTap *tap, Mat2 S)
{
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    int block = e->block_of_q[tap->run_at[a]], n = tap->run_n[a], alone = 1;
    for (int b = 0, other_col = 0; b < tap->n_runs; other_col += tap->run_n[b], b++) {
      int other = e->block_of_q[tap->run_at[b]], m = tap->run_n[b];
      double *P = find_pair (k, MAX (block, other), MIN (block, other));
      alone += b != a && !P;
      if (block > other && other >= 0 && P)
        add_product (P, 1, tap->x_q + col, n, tap->x_q + other_col, m, S);
    }
    if (block >= 0)
      add_product (tr_component_a (k, block), alone, tap->x_q + col, n, tap->x_q + col, n, S);
  }
}

void
tr_goal_put_points (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s)
{
  const TrForce *f = &e->m->forces[soft->force];
  const TrForceOps *ops = tr_force_ops[f->kind];
  int n = ops->n_loads (e->m->bodies, f);
  TrPointLoad *load = tr_scratch_bytes (e->scratch, (size_t) n * sizeof *load);
  ops->loads (e->m->bodies, f, s->q, load, &n);
  for (int i = 0; i < n; i++) {
    const TrBody *b = &e->m->bodies[load[i].at.body];
    if (b->locked || !v2_is_finite (load[i].force) || (load[i].answer && !soft->tied))
      continue;
    size_t mark = tr_scratch_mark (e->scratch);
    TrTap tap;
    tr_tap_connector (e->m, &load[i].at, s->q, e->scratch, &tap);
    tr_soft_add_load (e, k, &tap, load[i].force);
    add_form (e, k, &tap, load[i].stiffness);
    if (v2_norm (load[i].along) > 0) {
      Vec2 u = load[i].along;
      TrEnd end = {.kind = TR_END_POINT, .body = -1, .connector[0] = load[i].at};
      tr_tap_input (e->m, &end, &(TrInput){.kind = TR_IN_TANGENT}, s->q, e->scratch, &tap);
      add_form (e, k, &tap, (Mat2){u.x * u.x, u.x * u.y, u.x * u.y, u.y * u.y});
    }
    tr_scratch_release (e->scratch, mark);
  }
}
