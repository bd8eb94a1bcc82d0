// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Velocities and accelerations at a state, from the multipliers, nothing moved:
//
//   M v − Jᵀλ = Q,            J v = −c_t                      (witkin-1990 eq. 5)
//   M a − Jᵀλ = Q (2nd order), J a = −J̇ v − c_tt,  J̇ v = vᵀ c_qq v
//   M a − Jᵀμ = d/dt (Q − M v) + J̇ᵀλ (1st order)

#include "solver/rates.h"

#include "model/con-shape.h"
#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/soft.h"

#include <string.h>

void
tr_rates_add_momentum (const TrComponent *k, const double *v, double factor, double *f)
{
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int r = 0; r < b->dim; r++)
      for (int c = 0; c < b->dim; c++)
        f[b->v + r] += factor * k->M[b->m + r * b->dim + c] * v[b->v + c];
  }
  for (int i = 0; i < k->n_mass; i++) {
    const TrMassPair *p = &k->mass[i];
    const double m[2] = {factor * p->m.x, factor * p->m.y};
    for (int j = 0; j < 2; j++) {
      f[k->blocks[p->i].v + j] += m[j] * v[k->blocks[p->j].v + j];
      f[k->blocks[p->j].v + j] += m[j] * v[k->blocks[p->i].v + j];
    }
  }
}

static int
count_block_entries (const TrComponent *k)
{
  int n = 0;
  for (int i = 0; i < k->n_blocks; i++)
    n += k->blocks[i].dim * k->blocks[i].dim;
  return n;
}

// ∇²E of the loads, beside each block's own also what couples them.
typedef struct {
  int n_own, n_pair;
  double *own, *pair;
} Energy;

static void
keep_energy (TrEngine *e, const TrComponent *k, Energy *x)
{
  x->n_own = count_block_entries (k);
  x->n_pair = k->pair_at[k->n_pairs];
  x->own = tr_scratch_doubles (e->scratch, (size_t) x->n_own + 1);
  x->pair = tr_scratch_doubles (e->scratch, (size_t) x->n_pair + 1);
  memcpy (x->own, k->A, sizeof (double) * (size_t) x->n_own);
  memcpy (x->pair, k->pairs, sizeof (double) * (size_t) x->n_pair);
}

// A frozen unknown, whose own entry is 1, stays frozen.
static void
add_energy (TrComponent *k, const Energy *x, double factor)
{
  for (int i = 0; i < x->n_own; i++)
    k->A[i] += factor * x->own[i];
  for (int i = 0; i < x->n_pair; i++)
    k->pairs[i] += factor * x->pair[i];
}

bool
tr_rates_assemble (TrEngine *e, TrComponent *k, const TrState *s, double damp, bool stiff)
{
  static const TrTask loads = {.forces = true}, motion = {.inv_h = 1};
  size_t mark = tr_scratch_mark (e->scratch);
  double *f = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *force = tr_scratch_doubles (e->scratch, (size_t) k->n_bounds + 1);
  Energy energy;
  double stiffness = e->grab.stiffness;
  bool stale = false;
  e->grab.stiffness = 0;
  tr_component_masses (e, k, s->q);
  bool ok = tr_assemble (e, k, s, &loads, &stale);
  if (!ok && stale) {
    tr_component_prepare (e, k, s);
    ok = tr_assemble (e, k, s, &loads, &stale);
  }
  if (ok) { // the loads are kept; what they would add to A only where they are stiff
    keep_energy (e, k, &energy);
    memcpy (f, k->f, sizeof (double) * (size_t) k->n_v);
    memcpy (force, k->force, sizeof (double) * (size_t) k->n_bounds);
    ok = tr_assemble (e, k, s, &motion, &stale);
    memcpy (k->f, f, sizeof (double) * (size_t) k->n_v);
    tr_soft_add_plain (e, k, s);
    for (int i = 0; i < k->n_bounds; i++)
      if (k->bounds[i].frozen) {
        double *x = &k->f[k->blocks[k->bounds[i].block].v + k->bounds[i].k];
        k->force[i] = force[i] + *x; // what would move it
        *x = 0;
      }
    if (damp > 0)
      tr_soft_put_dampers (e, k, s, damp, stiff);
    if (damp > 0 && stiff)
      add_energy (k, &energy, damp * damp * e->m->world.density);
    tr_change_give (k);
  }
  tr_change_forget (k); // b will be another
  e->grab.stiffness = stiffness;
  tr_scratch_release (e->scratch, mark);
  return ok;
}

// Whether row r of a node is in force.
static bool
in_force (const TrEngine *e, const TrNode *n, int r)
{
  return !n->inequality || (e->active[n->con] & (1 << r)) != 0;
}

bool
tr_rates_stands_still (const TrNode *n)
{
  bool held = n->stands;
  for (int r = 0; r < n->rows && n->drive; r++)
    held |= fabs (n->hold[r]) > n->tol[r];
  return held;
}

void
tr_rates_velocity_side (TrEngine *e, TrComponent *k, const TrState *s, double *b)
{
  memset (b, 0, sizeof (double) * (size_t) k->n_rows);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (!n->drive || tr_rates_stands_still (n))
      continue;
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_fast (e->m, n->con, s->q, &s->memory[n->con], s->time, n->ell, e->scratch,
                             &rows);
    for (int r = 0; r < n->rows; r++)
      if (tr_row_has_part (&rows, r))
        b[n->lambda + r] = -rows.c_t[r];
    tr_scratch_release (e->scratch, mark);
  }
}

// uᵀ H w over the unknowns of a constraint's rows, H = −Σ wᵣ ∂²cᵣ/∂q².
static double
bend (TrEngine *e,
      const TrNode *n,
      const TrState *s,
      const TrRowBlock *rows,
      int row,
      const double *v)
{
  double w[TR_ROWS_MAX] = {0}, sum = 0;
  double *H = tr_scratch_zeroed (e->scratch, (size_t) rows->n * (size_t) rows->n);
  double *u = tr_scratch_doubles (e->scratch, (size_t) rows->n);
  w[row] = 1;
  tr_constraint_hessian (e->m, n->con, s->q, &s->memory[n->con], s->time, w, rows, e->scratch, H);
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++)
    for (int i = 0; i < rows->run_n[a]; i++)
      u[col + i] = v[rows->run_at[a] + i];
  for (int i = 0; i < rows->n; i++)
    for (int j = 0; j < rows->n; j++)
      sum += u[i] * H[i * rows->n + j] * u[j];
  return -sum;
}

// A blade's row over velocities, n·ẋ = 0 with n = (−sin θ, cos θ), has J̇ v of its own:
//   −(cos θ, sin θ)·ẋ θ̇ + n·(vᵀ x_qq v)
static double
turn_of_blade (const TrModel *m, const TrConstraint *c, const TrState *s, const double *v)
{
  const TrConnector *at = &c->end[0].connector[0];
  int rotation = m->bodies[at->body].q + TR_MEMBER_ROTATION;
  Vec2 along = v2_polar (1, s->q[rotation]), x = tr_connector_velocity (m, at, s->q, v);
  g_autofree double *none = g_new0 (double, m->n_q + 1);
  Vec2 bent = tr_connector_acceleration (m, at, s->q, v, none);
  return v2_dot (v2_perp (along), bent) - v2_dot (along, x) * v[rotation];
}

void
tr_rates_acceleration_side (
    TrEngine *e, TrComponent *k, const TrState *s, const double *v, double *b)
{
  memset (b, 0, sizeof (double) * (size_t) k->n_rows);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (n->velocity) {
      b[n->lambda] = -turn_of_blade (e->m, &e->m->constraints[n->con], s, v);
      continue;
    }
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    double c_tt[TR_ROWS_MAX] = {0};
    tr_constraint_rows_fast (e->m, n->con, s->q, &s->memory[n->con], s->time, n->ell, e->scratch,
                             &rows);
    if (n->drive && !tr_rates_stands_still (n))
      tr_constraint_time_curvature (e->m, n->con, s->q, s->time, c_tt);
    for (int r = 0; r < rows.m; r++)
      if (tr_row_has_part (&rows, r) && in_force (e, n, r))
        b[n->lambda + r] = -c_tt[r] - (n->curved ? bend (e, n, s, &rows, r, v) : 0);
    tr_scratch_release (e->scratch, mark);
  }
}

static void
prepare (TrEngine *e, TrComponent *k, const TrState *s)
{
  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_component_measure (e, k, s);
  tr_bounds_begin (k, s);
}

static void
put_out (const TrEngine *e, const TrComponent *k, double *rate, double *lambda)
{
  tr_component_scatter (k, k->d, rate);
  for (int j = 0; j < k->n_nodes; j++)
    for (int r = 0; r < k->nodes[j].rows; r++)
      lambda[e->row_at[k->nodes[j].con] + r] = k->lambda_new[k->nodes[j].lambda + r];
}

TrStepResult
tr_engine_velocity (TrEngine *e,
                    const TrState *s,
                    const TrConnector *at,
                    Vec2 force,
                    double *velocity,
                    double *lambda)
{
  TrStepResult result = {.ok = true};
  memset (velocity, 0, sizeof (double) * (size_t) e->m->n_q);
  memset (lambda, 0, sizeof (double) * (size_t) e->n_rows);
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    prepare (e, k, s);
    if (!tr_rates_assemble (e, k, s, 1, false)) {
      result.ok = false;
      continue;
    }
    size_t mark = tr_scratch_mark (e->scratch);
    TrTap tap;
    tr_tap_connector (e->m, at, s->q, e->scratch, &tap);
    if (tap.n_runs > 0 && e->component_of_q[tap.run_at[0]] == k->slot)
      tr_soft_add_load (e, k, &tap, force);
    tr_scratch_release (e->scratch, mark);
    tr_rates_velocity_side (e, k, s, k->b);
    tr_kkt_factor_solve (k->kkt, k->f, k->b, k->d, k->lambda_new);
    put_out (e, k, velocity, lambda);
  }
  return result;
}

TrStepResult
tr_engine_project_velocity (TrEngine *e, const TrState *s, double *v)
{
  TrStepResult result = {.ok = true};
  g_autofree double *lambda = g_new0 (double, e->n_rows + 1);
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    prepare (e, k, s);
    g_autofree double *local = g_new0 (double, k->n_v + 1);
    if (!tr_rates_assemble (e, k, s, 0, false)) {
      result.ok = false;
      continue;
    }
    tr_component_gather (k, v, local);
    memset (k->f, 0, sizeof (double) * (size_t) k->n_v);
    tr_rates_add_momentum (k, local, 1, k->f);
    tr_rates_velocity_side (e, k, s, k->b);
    tr_kkt_factor_solve (k->kkt, k->f, k->b, k->d, k->lambda_new);
    put_out (e, k, v, lambda);
  }
  return result;
}

// J̇ᵀλ = Σ λᵣ c_qq,r v, added to f.
static void
add_turning_forces (TrEngine *e,
                    TrComponent *k,
                    const TrState *s,
                    const double *v,
                    const double *carried,
                    double *f)
{
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (!n->curved || n->velocity)
      continue;
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_fast (e->m, n->con, s->q, &s->memory[n->con], s->time, n->ell, e->scratch,
                             &rows);
    double *H = tr_scratch_zeroed (e->scratch, (size_t) rows.n * (size_t) rows.n);
    tr_constraint_hessian (e->m, n->con, s->q, &s->memory[n->con], s->time,
                           &carried[e->row_at[n->con]], &rows, e->scratch, H);
    for (int a = 0, row = 0; a < rows.n_runs; row += rows.run_n[a], a++) {
      int block = k->run_block[n->run + a];
      for (int b = 0, col = 0; b < rows.n_runs; col += rows.run_n[b], b++)
        for (int p = 0; p < rows.run_n[a] && block >= 0; p++)
          for (int q = 0; q < rows.run_n[b]; q++)
            f[k->blocks[block].v + p] -= H[(row + p) * rows.n + col + q] * v[rows.run_at[b] + q];
    }
    tr_scratch_release (e->scratch, mark);
  }
}

// d/dt (Q − M v) along v, local, into f.
static bool
differentiate_forces (TrEngine *e, TrComponent *k, const TrState *s, const double *v, double *f)
{
  double fastest = 0;
  TrState *moved = tr_state_copy (s);
  g_autofree double *local = g_new (double, k->n_v + 1);
  tr_component_gather (k, v, local);
  for (int i = 0; i < k->n_v; i++)
    fastest = fmax (fastest, fabs (local[i]));
  double step = fastest > 0 ? 1e-5 * k->size / fastest : 0;
  bool ok = true;
  memset (f, 0, sizeof (double) * (size_t) k->n_v);
  for (int side = -1; side <= 1 && step > 0; side += 2) {
    for (int i = 0; i < s->n_q; i++)
      moved->q[i] = s->q[i] + side * step * v[i];
    ok = ok && tr_rates_assemble (e, k, moved, 0, false);
    tr_rates_add_momentum (k, local, -1, k->f);
    for (int i = 0; i < k->n_v; i++)
      f[i] += side * k->f[i] / (2 * step);
  }
  tr_state_free (moved);
  return ok;
}

TrStepResult
tr_engine_acceleration (TrEngine *e,
                        const TrState *s,
                        const double *v,
                        const double *carried,
                        double *acceleration,
                        double *lambda)
{
  TrStepResult result = {.ok = true};
  bool second = e->m->world.law == TR_LAW_SECOND_ORDER;
  memset (acceleration, 0, sizeof (double) * (size_t) e->m->n_q);
  memset (lambda, 0, sizeof (double) * (size_t) e->n_rows);
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    prepare (e, k, s);
    g_autofree double *f = g_new0 (double, k->n_v + 1);
    g_autofree double *local = g_new0 (double, k->n_v + 1);
    bool ok = second || differentiate_forces (e, k, s, v, f);
    ok = ok && tr_rates_assemble (e, k, s, 0, false);
    if (!ok) {
      result.ok = false;
      continue;
    }
    if (second) { // mass is the drag matrix times the density; the multipliers come out in forces
      double density = e->m->world.density;
      tr_component_gather (k, v, local);
      memcpy (f, k->f, sizeof (double) * (size_t) k->n_v);
      tr_rates_add_momentum (k, local, -e->m->world.drag, f);
      for (int j = 0; j < k->n_v; j++)
        f[j] /= density;
    } else {
      add_turning_forces (e, k, s, v, carried, f);
    }
    tr_rates_acceleration_side (e, k, s, v, k->b);
    tr_kkt_factor_solve (k->kkt, f, k->b, k->d, k->lambda_new);
    for (int r = 0; r < k->n_rows && second; r++)
      k->lambda_new[r] *= e->m->world.density;
    put_out (e, k, acceleration, lambda);
  }
  return result;
}
