// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces in a step. A spring or pull of stiffness k is a row g with compliance 1/k, the implicit
// force −k g(q⁺); loads add −∇E to the right-hand side and their clamped ∇²E to the blocks; the
// hand is a pull, folded into its block where its point depends on one block only.

#include "solver/soft.h"

#include "solver/assemble.h"
#include "solver/engine-private.h"
#include "solver/hand/grab.h"

#include <string.h>

// Adds s·Σ w·x_q of a tap to the row J over the soft row's runs, frozen unknowns left out.
static void
add_gradient (TrComponent *k, int run, int n_runs, const TrTap *tap, Vec2 w, int row)
{
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++)
    for (int r = 0, incidence = 0; r < n_runs; r++) {
      int block = k->run_block[run + r];
      if (block >= 0 && k->run_at[run + r] == tap->run_at[a]) {
        double *J = tr_kkt_j (k->kkt, k->soft_incidence + incidence) + row * tap->run_n[a];
        for (int i = 0; i < tap->run_n[a]; i++)
          J[i] += v2_dot (w, tap->x_q[col + i]);
      }
      incidence += block >= 0;
    }
}

static void
clear_rows (TrComponent *k, int incidence, int run, int n_runs, int rows)
{
  k->soft_incidence = incidence;
  for (int r = 0; r < n_runs; r++) {
    int block = k->run_block[run + r];
    if (block >= 0)
      memset (tr_kkt_j (k->kkt, incidence++), 0,
              sizeof (double) * (size_t) (rows * k->blocks[block].dim));
  }
}

void
tr_soft_freeze_rows (TrComponent *k, int incidence, int run, int n_runs, int rows, int lambda)
{
  for (int r = 0; r < n_runs; r++) {
    int block = k->run_block[run + r];
    if (block < 0)
      continue;
    double *J = tr_kkt_j (k->kkt, incidence++);
    const TrBlock *b = &k->blocks[block];
    for (int i = b->bound; i < b->bound + b->n_bounds; i++)
      for (int m = 0; m < rows && k->bounds[i].frozen; m++)
        k->column[i * k->n_rows + lambda + m] = J[m * b->dim + k->bounds[i].k];
    tr_assemble_freeze (k, block, rows, b->dim, 0, J);
  }
}

// The clamped −f·x_qq of a force f on a connector, run by run.
static void
add_curvature (
    TrEngine *e, TrComponent *k, const TrState *s, const TrConnector *c, const TrTap *tap, Vec2 f)
{
  double *K = tr_scratch_zeroed (e->scratch, (size_t) tap->n * (size_t) tap->n);
  tr_connector_stiffness (e->m, c, s->q, f, tap, e->scratch, K);
  int *block = tr_scratch_ints (e->scratch, (size_t) tap->n_runs);
  for (int a = 0; a < tap->n_runs; a++) {
    block[a] = e->block_of_q[tap->run_at[a]];
    if (block[a] < 0)
      return; // pinned along with its body: nothing of it moves
  }
  for (int a = 0, at = 0; a < tap->n_runs; at += tap->run_n[a], a++) {
    const TrBlock *b = &k->blocks[block[a]];
    for (int i = b->bound; i < b->bound + b->n_bounds; i++)
      for (int j = 0; j < tap->n && k->bounds[i].frozen; j++)
        K[(at + k->bounds[i].k) * tap->n + j] = K[j * tap->n + at + k->bounds[i].k] = 0;
  }
  tr_assemble_stiffness (k, tap->n_runs, block, -1, tap->n, K);
}

// g = |b − a| − rest. Damping D holds back against the length at the step's start, known from
// the last state: −k g − D (g − g₀)/h = −k' (g − D/(h k') g₀) with k' = k + D/h.
static void
put_spring (TrEngine *e, TrComponent *k, const TrSoft *soft, int node, const TrState *s)
{
  const TrForce *f = &e->m->forces[soft->force];
  TrTap a, b;
  tr_tap_connector (e->m, &f->end[0].connector[0], s->q, e->scratch, &a);
  tr_tap_connector (e->m, &f->end[1].connector[0], s->q, e->scratch, &b);
  Vec2 d = v2_sub (b.x, a.x), n = v2_unit_or (d, v2 (1, 0));
  double g = v2_norm (d) - f->scalar[TR_FORCE_REST].value;
  double stiffness = f->scalar[TR_FORCE_STIFFNESS].value;
  double held = f->scalar[TR_FORCE_DAMPING].value / e->h;
  double total = stiffness + held, *C = tr_kkt_c (k->kkt, node);
  clear_rows (k, soft->incidence, soft->run, soft->n_runs, 1);
  if (!(total > 0)) {
    C[0] = 1;
    k->b[soft->lambda] = 0;
    return;
  }
  add_gradient (k, soft->run, soft->n_runs, &a, v2_scale (n, -1), 0);
  add_gradient (k, soft->run, soft->n_runs, &b, n, 0);
  C[0] = 1 / total;
  k->b[soft->lambda] = -(g - held / total * soft->start);

  // tension straightens: f is what it pulls each end with
  double tension = -k->lambda[soft->lambda];
  if (isfinite (tension)) {
    add_curvature (e, k, s, &f->end[0].connector[0], &a, v2_scale (n, tension));
    add_curvature (e, k, s, &f->end[1].connector[0], &b, v2_scale (n, -tension));
    double side = v2_norm (d) > 0 ? fmax (0, tension) / v2_norm (d) : 0;
    const TrTap *tap[2] = {&a, &b};
    for (int i = 0; i < 2 && side > 0; i++) // majorised: twice each end's own
      tr_soft_add_square (e, k, tap[i], v2_perp (n), 2 * side);
  }
  tr_soft_freeze_rows (k, soft->incidence, soft->run, soft->n_runs, 1, soft->lambda);
}

// A += w (u·x_q)ᵀ (u·x_q), block by block (the off-diagonals majorised).
void
tr_soft_add_square (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 u, double w)
{
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    int block = e->block_of_q[tap->run_at[a]];
    if (block < 0)
      continue;
    double *A = tr_component_a (k, block);
    for (int i = 0; i < tap->run_n[a]; i++)
      for (int j = 0; j < tap->run_n[a]; j++)
        A[i * tap->run_n[a] + j] +=
            w * tap->n_runs * v2_dot (u, tap->x_q[col + i]) * v2_dot (u, tap->x_q[col + j]);
  }
}

// Two rows x − p with compliance 1/k over the tap's runs.
static void
put_pull (TrEngine *e,
          TrComponent *k,
          const TrConnector *c,
          Vec2 place,
          double stiffness,
          int run,
          int n_runs,
          int incidence,
          int node,
          int lambda,
          const TrState *s)
{
  TrTap tap;
  tr_tap_connector (e->m, c, s->q, e->scratch, &tap);
  clear_rows (k, incidence, run, n_runs, 2);
  double *C = tr_kkt_c (k->kkt, node);
  C[0] = C[1] = stiffness > 0 ? 1 / stiffness : 1;
  k->b[lambda] = k->b[lambda + 1] = 0;
  if (!(stiffness > 0))
    return;
  add_gradient (k, run, n_runs, &tap, v2 (1, 0), 0);
  add_gradient (k, run, n_runs, &tap, v2 (0, 1), 1);
  Vec2 gap = v2_sub (place, tap.x);
  k->b[lambda] = gap.x;
  k->b[lambda + 1] = gap.y;
  add_curvature (e, k, s, c, &tap, v2_scale (gap, stiffness));
  tr_soft_freeze_rows (k, incidence, run, n_runs, 2, lambda);
}

// Adds wᵀx_q to f.
void
tr_soft_add_load (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 w)
{
  for (int a = 0, col = 0; a < tap->n_runs; col += tap->run_n[a], a++) {
    int block = e->block_of_q[tap->run_at[a]];
    for (int i = 0; i < tap->run_n[a] && block >= 0; i++)
      k->f[k->blocks[block].v + i] += v2_dot (w, tap->x_q[col + i]);
  }
}

void
tr_soft_begin (TrEngine *e, TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_softs; i++)
    if (k->softs[i].kind == TR_SOFT_SPRING) {
      const TrForce *f = &e->m->forces[k->softs[i].force];
      k->softs[i].start = v2_dist (tr_connector_point (e->m, &f->end[0].connector[0], s->q),
                                   tr_connector_point (e->m, &f->end[1].connector[0], s->q)) -
                          f->scalar[TR_FORCE_REST].value;
    }
}

// A row g with compliance 1/(D τ + k τ²ρ), J of g in place.
static void
damp_spring (TrEngine *e,
             TrComponent *k,
             const TrSoft *soft,
             int node,
             const TrState *s,
             double seconds,
             double square)
{
  const TrForce *f = &e->m->forces[soft->force];
  double damping =
      f->scalar[TR_FORCE_DAMPING].value * seconds + f->scalar[TR_FORCE_STIFFNESS].value * square;
  TrTap a, b;
  if (!(damping > 0))
    return;
  tr_tap_connector (e->m, &f->end[0].connector[0], s->q, e->scratch, &a);
  tr_tap_connector (e->m, &f->end[1].connector[0], s->q, e->scratch, &b);
  Vec2 n = v2_unit_or (v2_sub (b.x, a.x), v2 (1, 0));
  clear_rows (k, soft->incidence, soft->run, soft->n_runs, 1);
  add_gradient (k, soft->run, soft->n_runs, &a, v2_scale (n, -1), 0);
  add_gradient (k, soft->run, soft->n_runs, &b, n, 0);
  tr_soft_freeze_rows (k, soft->incidence, soft->run, soft->n_runs, 1, soft->lambda);
  tr_kkt_c (k->kkt, node)[0] = 1 / damping;
}

static void
damp_pull (
    TrEngine *e, TrComponent *k, const TrSoft *soft, int node, const TrState *s, double square)
{
  const TrForce *f = &e->m->forces[soft->force];
  double damping = f->scalar[TR_FORCE_STIFFNESS].value * square;
  TrTap tap;
  if (!(damping > 0))
    return;
  tr_tap_connector (e->m, &f->end[0].connector[0], s->q, e->scratch, &tap);
  clear_rows (k, soft->incidence, soft->run, soft->n_runs, 2);
  add_gradient (k, soft->run, soft->n_runs, &tap, v2 (1, 0), 0);
  add_gradient (k, soft->run, soft->n_runs, &tap, v2 (0, 1), 1);
  tr_soft_freeze_rows (k, soft->incidence, soft->run, soft->n_runs, 2, soft->lambda);
  double *C = tr_kkt_c (k->kkt, node);
  C[0] = C[1] = 1 / damping;
}

void
tr_soft_put_dampers (TrEngine *e, TrComponent *k, const TrState *s, double seconds, bool stiff)
{
  size_t mark = tr_scratch_mark (e->scratch);
  int node = k->n_nodes;
  double square = stiff ? seconds * seconds * e->m->world.density : 0;
  for (int i = 0; i < k->n_softs; i++) {
    const TrSoft *soft = &k->softs[i];
    if (soft->lambda >= 0 && soft->kind == TR_SOFT_SPRING)
      damp_spring (e, k, soft, node, s, seconds, square);
    else if (soft->lambda >= 0 && soft->kind == TR_SOFT_PULL)
      damp_pull (e, k, soft, node, s, square);
    else if (soft->kind == TR_SOFT_RELATION && square > 0)
      tr_goal_damp_relation (e, k, soft, node, s, square);
    node += soft->lambda >= 0;
  }
  tr_scratch_release (e->scratch, mark);
}

void
tr_soft_damper_side (TrComponent *k, const double *v, double *b)
{
  for (int i = 0; i < k->n_softs; i++) {
    const TrSoft *soft = &k->softs[i];
    double sum = 0;
    if (soft->lambda < 0 || soft->kind != TR_SOFT_SPRING)
      continue;
    for (int r = 0, incidence = soft->incidence; r < soft->n_runs; r++) {
      int block = k->run_block[soft->run + r];
      if (block < 0)
        continue;
      const double *J = tr_kkt_j (k->kkt, incidence++);
      for (int j = 0; j < k->blocks[block].dim; j++)
        sum += J[j] * v[k->blocks[block].v + j];
    }
    b[soft->lambda] = -sum;
  }
}

static void
put_push (TrEngine *e, TrComponent *k, const TrForce *f, const TrState *s)
{
  TrTap tap;
  tr_tap_connector (e->m, &f->end[0].connector[0], s->q, e->scratch, &tap);
  tr_soft_add_load (e, k, &tap, f->place);
  add_curvature (e, k, s, &f->end[0].connector[0], &tap, f->place);
}

static void
put_torque (TrEngine *e, TrComponent *k, const TrForce *f)
{
  int block = e->block_of_q[e->m->bodies[f->end[0].body].q];
  if (block >= 0)
    k->f[k->blocks[block].v + 2] += f->scalar[TR_FORCE_VALUE].value;
}

// Which unknowns of a body are the two coordinates of a point, to be carried by a uniform field.
int
tr_soft_coordinate_of (const TrBody *b, int i)
{
  switch (b->kind) {
  case TR_BODY_POINT:
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
    return i % 2;
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
  case TR_BODY_RIGID:
  case TR_BODY_SHEET:
    return i < 2 ? i : -1;
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    return -1;
  }
  return -1;
}

// f = M g over the coordinates of every body: what a uniform field does to the drag matrix.
static void
put_gravity (TrEngine *e, TrComponent *k, Vec2 g)
{
  if (e->m->world.law == TR_LAW_SECOND_ORDER) // on the mass
    g = v2_scale (g, e->m->world.density);
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    if (b->is_slide)
      continue;
    const TrBody *body = &e->m->bodies[b->body];
    for (int r = 0; r < b->dim; r++)
      for (int c = 0; c < b->dim; c++) {
        int axis = tr_soft_coordinate_of (body, b->at - body->q + c);
        if (axis >= 0)
          k->f[b->v + r] += k->M[b->m + r * b->dim + c] * (axis == 0 ? g.x : g.y);
      }
  }
}

static void
add_spring (TrEngine *e, TrComponent *k, const TrForce *f, const TrState *s)
{
  TrTap a, b;
  tr_tap_connector (e->m, &f->end[0].connector[0], s->q, e->scratch, &a);
  tr_tap_connector (e->m, &f->end[1].connector[0], s->q, e->scratch, &b);
  Vec2 d = v2_sub (b.x, a.x);
  double g = v2_norm (d) - f->scalar[TR_FORCE_REST].value;
  Vec2 pull = v2_scale (v2_unit_or (d, v2 (1, 0)), f->scalar[TR_FORCE_STIFFNESS].value * g);
  tr_soft_add_load (e, k, &a, pull);
  tr_soft_add_load (e, k, &b, v2_scale (pull, -1));
}

void
tr_soft_add_plain (TrEngine *e, TrComponent *k, const TrState *s)
{
  size_t mark = tr_scratch_mark (e->scratch);
  for (int i = 0; i < k->n_softs; i++) {
    TrTap a;
    if (k->softs[i].kind == TR_SOFT_SPRING) {
      add_spring (e, k, &e->m->forces[k->softs[i].force], s);
    } else if (k->softs[i].kind == TR_SOFT_PULL) {
      const TrForce *f = &e->m->forces[k->softs[i].force];
      tr_tap_connector (e->m, &f->end[0].connector[0], s->q, e->scratch, &a);
      tr_soft_add_load (e, k, &a,
                        v2_scale (v2_sub (f->place, a.x), f->scalar[TR_FORCE_STIFFNESS].value));
    } else if (k->softs[i].kind == TR_SOFT_RELATION) {
      tr_goal_add_plain (e, k, &k->softs[i], s);
    }
  }
  tr_scratch_release (e->scratch, mark);
}

static void
put_load (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s)
{
  const TrForce *f = &e->m->forces[soft->force];
  switch (f->kind) {
  case TR_FORCE_PUSH:
    put_push (e, k, f, s);
    break;
  case TR_FORCE_TORQUE:
    put_torque (e, k, f);
    break;
  case TR_FORCE_GRAVITY:
    put_gravity (e, k, f->place);
    break;
  case TR_FORCE_MINIMIZE:
    tr_goal_put_value (e, k, soft, s);
    break;
  case TR_FORCE_FIT:
  case TR_FORCE_SNAKE:
    tr_goal_put_points (e, k, soft, s);
    break;
  case TR_FORCE_SPRING:
  case TR_FORCE_PULL:
  case TR_FORCE_RELATION:
  case TR_N_FORCE_KINDS:
    break;
  }
}

// The hand on one block, or carrying a whole body: k M pulls every unknown back to where the
// pointer has taken it.
static void
put_hand (TrEngine *e, TrComponent *k, const TrState *s, int node)
{
  TrGrab *g = &e->grab;
  if (g->lambda >= 0) {
    int first = k->n_runs - g->n_runs;
    put_pull (e, k, &g->what, g->pointer, g->stiffness, first, g->n_runs, g->incidence, node,
              g->lambda, s);
    return;
  }
  if (g->whole) {
    tr_soft_put_whole (e, k, s);
    return;
  }
  TrTap tap;
  tr_tap_connector (e->m, &g->what, s->q, e->scratch, &tap);
  if (tap.n_runs == 0 || e->block_of_q[tap.run_at[0]] < 0)
    return;
  Vec2 pull = v2_scale (v2_sub (g->pointer, tap.x), g->stiffness);
  int block = e->block_of_q[tap.run_at[0]];
  tr_soft_add_load (e, k, &tap, pull);
  add_curvature (e, k, s, &g->what, &tap, pull);
  // frozen unknowns feel the pull but do not give way to it
  const TrBlock *b = &k->blocks[block];
  for (int i = b->bound; i < b->bound + b->n_bounds; i++)
    if (k->bounds[i].frozen)
      tap.x_q[k->bounds[i].k] = v2 (0, 0);
  tr_soft_add_square (e, k, &tap, v2 (1, 0), g->stiffness);
  tr_soft_add_square (e, k, &tap, v2 (0, 1), g->stiffness);
}

// Soft rows without their force: 0·d + 1·λ = 0.
static void
put_none (TrComponent *k, int node, int rows, int run, int n_runs, int incidence, int lambda)
{
  clear_rows (k, incidence, run, n_runs, rows);
  for (int r = 0; r < rows; r++) {
    tr_kkt_c (k->kkt, node)[r] = 1;
    k->b[lambda + r] = 0;
  }
}

void
tr_soft_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task)
{
  int node = k->n_nodes;
  // masses that are posed by hand feel no forces: those act when time runs
  bool second = e->m->world.law == TR_LAW_SECOND_ORDER && !e->settles;
  bool posed = second || (e->time_runs && e->grab.stiffness > 0);
  bool forces = task->forces && !(task->home && posed);
  size_t mark = tr_scratch_mark (e->scratch);
  for (int i = 0; i < k->n_softs; i++) {
    const TrSoft *soft = &k->softs[i];
    if (soft->lambda >= 0 && !forces)
      put_none (k, node, soft->rows, soft->run, soft->n_runs, soft->incidence, soft->lambda);
    else if (soft->lambda >= 0 && soft->kind == TR_SOFT_SPRING)
      put_spring (e, k, soft, node, s);
    else if (soft->lambda >= 0 && soft->kind == TR_SOFT_RELATION)
      tr_goal_put_relation (e, k, soft, node, s);
    else if (soft->lambda >= 0)
      put_pull (e, k, &e->m->forces[soft->force].end[0].connector[0],
                e->m->forces[soft->force].place,
                e->m->forces[soft->force].scalar[TR_FORCE_STIFFNESS].value, soft->run, soft->n_runs,
                soft->incidence, node, soft->lambda, s);
    else if (forces && soft->kind == TR_SOFT_SHEET)
      tr_soft_put_sheet (e, k, soft->force, s);
    else if (forces && soft->kind == TR_SOFT_WORLD)
      put_gravity (e, k, e->m->world.gravity);
    else if (forces && soft->kind == TR_SOFT_LOAD)
      put_load (e, k, soft, s);
    if (soft->lambda >= 0)
      k->new_con[node++] = true;
  }
  if (tr_is_grabbed (e, k)) {
    TrGrab *g = &e->grab;
    if (g->lambda >= 0)
      k->new_con[node] = true;
    if (task->forces && g->stiffness > 0)
      put_hand (e, k, s, node);
    else if (g->lambda >= 0)
      put_none (k, node, 2, k->n_runs - g->n_runs, g->n_runs, g->incidence, g->lambda);
  }
  tr_scratch_release (e->scratch, mark);
}
