// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Time in the second-order law, M q̈ = Q + Jᵀλ, by RATTLE: with a = M⁻¹(Q + Jᵀλ) at q,
//
//   q⁺ = q + h v + h²/2 a + M⁻¹ J(q)ᵀ μ,   c(q⁺, t + h) = 0      (multipliers μ by chords)
//   v½ = (q⁺ − q)/h
//   v⁺ = v½ + h/2 M⁻¹Q(q⁺) + M⁻¹ J(q⁺)ᵀ ν,  J(q⁺) v⁺ = −c_t
//
// second order in h, symplectic and reversible. One factorisation a part: that of q⁺ serves the
// velocities there and the next part's μ. Damping is implicit. A limit that is met gives an
// impulse, with its restitution, at the time of the impact.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/drives.h"
#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/hand/grab.h"
#include "solver/masses.h"
#include "solver/hand/mobility.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/rates.h"
#include "solver/renew.h"
#include "solver/time/second-order-private.h"
#include "solver/soft.h"

#include <string.h>

enum {
  FRAME_PARTS = 4, // of 1/60 s: 240 parts a second
  MOST_PARTS = 64, // where springs are stiff
  MOST_CHORDS = 40,
  MOST_HALVES = 6,
};

// An oscillation is followed in parts of at most so many radians.
static const double most_phase = 0.5;
// The hand as a spring, critically damped, in radians a second.
static const double hand_speed = 30;
// Of what the grabbed point would give way by itself: less is rounding, and the point is fixed.
static const double least_mobility = 1e-9;

static size_t
bytes_of (int n)
{
  return sizeof (double) * (size_t) n;
}

// ω² of the fastest spring or pull: k Σ x_q²/M over both ends; forces of the other kinds count by
// the row sums of their ∇²E.
static double
fastest (TrCourse *w)
{
  static const TrTask loads = {.forces = true};
  TrEngine *e = w->e;
  TrComponent *k = w->k;
  double most = 0;
  bool stale, energies = false;
  for (int i = 0; i < k->n_softs; i++) {
    const TrSoft *soft = &k->softs[i];
    energies |= soft->kind == TR_SOFT_SHEET || soft->kind == TR_SOFT_LOAD;
    if (soft->kind == TR_SOFT_RELATION)
      most = fmax (most, tr_goal_rate (e, k, soft, w->s));
    if (soft->kind != TR_SOFT_SPRING && soft->kind != TR_SOFT_PULL)
      continue;
    const TrForce *f = &e->m->forces[soft->force];
    double sum = 0;
    for (int end = 0; end < (soft->kind == TR_SOFT_SPRING ? 2 : 1); end++) {
      size_t mark = tr_scratch_mark (e->scratch);
      TrTap tap;
      tr_tap_connector (e->m, &f->end[end].connector[0], w->s->q, e->scratch, &tap);
      for (int a = 0, col = 0; a < tap.n_runs; col += tap.run_n[a], a++) {
        int block = e->block_of_q[tap.run_at[a]];
        for (int j = 0; j < tap.run_n[a] && block >= 0; j++) {
          const TrBlock *b = &k->blocks[block];
          sum += v2_dot (tap.x_q[col + j], tap.x_q[col + j]) / k->M[b->m + j * (b->dim + 1)];
        }
      }
      tr_scratch_release (e->scratch, mark);
    }
    most = fmax (most, f->scalar[TR_FORCE_STIFFNESS].value * sum);
  }
  if (energies && tr_assemble (e, k, w->s, &loads, &stale))
    for (int i = 0; i < k->n_blocks; i++)
      for (int r = 0; r < k->blocks[i].dim; r++) {
        const TrBlock *b = &k->blocks[i];
        double sum = 0;
        for (int c = 0; c < b->dim; c++)
          sum += fabs (tr_kkt_a (k->kkt, i)[r * b->dim + c]);
        most = fmax (most, sum / k->M[b->m + r * (b->dim + 1)]);
      }
  return most / e->m->world.density;
}

bool
tr_course_assemble (TrCourse *w, double damped)
{
  TrComponent *k = w->k;
  double per = 1 / w->e->m->world.density;
  // half, for the damping is that of the mean velocity
  if (!tr_rates_assemble (w->e, k, w->s, 0.5 * damped * per, w->stiff))
    return false;
  for (int i = 0; i < k->n_v; i++)
    w->f[i] = per * k->f[i];
  return true;
}

bool
tr_course_factor_solve (TrCourse *w, const double *f, const double *b, double *out)
{
  ++*w->iterations;
  return tr_kkt_factor_solve (w->k->kkt, f, b, out, w->lambda).ok;
}

static bool
solve (TrCourse *w, const double *f, const double *b, double *out)
{
  return tr_kkt_solve (w->k->kkt, f, b, out, w->lambda).ok;
}

// m (ω² (p − x) − 2 ω ẋ) on the grabbed point, m what of the drawing resists there.
static void
add_hand (TrCourse *w)
{
  TrEngine *e = w->e;
  TrComponent *k = w->k;
  TrGrab *g = &e->grab;
  if (!g->on || g->component != k->slot)
    return;
  double mobility = tr_fold_measure (e, k, w->s);
  g->fixed = !(mobility > least_mobility * tr_mobility_free (e, k, w->s));
  if (g->fixed)
    return;
  size_t mark = tr_scratch_mark (e->scratch);
  TrTap tap;
  tr_tap_connector (e->m, &g->what, w->s->q, e->scratch, &tap);
  Vec2 speed = v2 (0, 0), pull = v2_scale (v2_sub (g->at, tap.x), hand_speed * hand_speed);
  for (int a = 0, col = 0; a < tap.n_runs; col += tap.run_n[a], a++)
    for (int i = 0; i < tap.run_n[a]; i++)
      speed = v2_mad (speed, w->v[k->blocks[e->block_of_q[tap.run_at[a]]].v + i], tap.x_q[col + i]);
  pull = v2_scale (v2_mad (pull, -2 * hand_speed, speed), 1 / mobility);
  memset (k->f, 0, bytes_of (k->n_v));
  tr_soft_add_load (e, k, &tap, pull);
  for (int i = 0; i < k->n_v; i++)
    w->f[i] += k->f[i];
  tr_scratch_release (e->scratch, mark);
}

static double *
in_q (const TrCourse *w, const double *local)
{
  double *v = tr_scratch_zeroed (w->e->scratch, (size_t) w->s->n_q);
  tr_component_scatter (w->k, local, v);
  return v;
}

// a at the state and its velocities, from the factor at hand. Limits in force that would pull let
// go, and ends of slides likewise; true where one did and the system is another.
static bool
accelerate (TrCourse *w)
{
  TrComponent *k = w->k;
  size_t mark = tr_scratch_mark (w->e->scratch);
  bool changed = false;
  tr_rates_acceleration_side (w->e, k, w->s, in_q (w, w->v), w->b);
  tr_scratch_release (w->e->scratch, mark);
  solve (w, w->f, w->b, w->a);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    for (int r = 0; r < n->rows && n->inequality; r++)
      if ((w->e->active[n->con] & (1 << r)) && w->lambda[n->lambda + r] < 0) {
        w->e->active[n->con] &= (unsigned char) ~(1 << r);
        changed = true;
      }
  }
  memcpy (k->lambda_new, w->lambda, bytes_of (k->n_rows));
  return tr_bounds_release (w->e, k, w->s) || changed;
}

// The system at the state, its velocities allowed by the constraints, its acceleration. start:
// momentum is what M v says, else v½ and half a kick.
bool
tr_course_settle (TrCourse *w, double kick)
{
  for (int i = 0; i < 3; i++) {
    TrComponent *k = w->k;
    if (!tr_course_assemble (w, w->stiff ? 2 * fabs (w->h) : 2 * kick))
      return false;
    memset (w->d, 0, bytes_of (k->n_v));
    tr_rates_add_momentum (k, w->v, 1, w->d);
    for (int j = 0; j < k->n_v; j++)
      w->d[j] += kick * w->f[j];
    for (int j = 0; j < k->n_bounds; j++)
      if (k->bounds[j].frozen)
        w->d[k->blocks[k->bounds[j].block].v + k->bounds[j].k] = 0;
    tr_rates_velocity_side (w->e, k, w->s, w->b);
    if (kick > 0 && !w->stiff)
      tr_soft_damper_side (k, w->v, w->b);
    if (!tr_course_factor_solve (w, w->d, w->b, w->v))
      return false;
    add_hand (w);
    kick = 0;
    if (!accelerate (w))
      return true;
  }
  return true;
}

// −c of the rows in force; returns the worst in units of the tolerance.
static double
missing (TrCourse *w, double *b)
{
  double worst = 0;
  memset (b, 0, bytes_of (w->k->n_rows));
  for (int i = 0; i < w->k->n_nodes; i++) {
    const TrNode *n = &w->k->nodes[i];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    if (n->velocity)
      continue;
    tr_constraint_residual (w->e->m, n->con, w->s->q, &w->s->memory[n->con], w->s->time, c,
                            &undefined);
    for (int r = 0; r < n->rows && !undefined; r++)
      if (!n->inequality || (w->e->active[n->con] & (1 << r))) {
        b[n->lambda + r] = n->hold[r] - c[r];
        double miss = fabs (b[n->lambda + r]) / n->tol[r];
        worst = miss <= worst ? worst : miss;
      }
  }
  return worst;
}

static void
move (TrCourse *w, const double *d)
{
  memcpy (w->k->d, d, bytes_of (w->k->n_v));
  tr_bounds_move (w->e, w->k, w->s, 1);
}

// On to where the constraints hold, along M⁻¹ J(q)ᵀ; false where they do not.
static bool
close_gap (TrCourse *w)
{
  double last = G_MAXDOUBLE;
  memset (w->d, 0, bytes_of (w->k->n_v));
  for (int i = 0; i < MOST_CHORDS; i++) {
    double miss = missing (w, w->b);
    if (miss <= 0.02)
      return true;
    if (!isfinite (miss) || (i > 4 && miss > 0.95 * last))
      return miss <= 1;
    last = miss;
    memset (w->d, 0, bytes_of (w->k->n_v));
    if (!solve (w, w->d, w->b, w->v)) // v is not needed until the next velocities
      return false;
    move (w, w->v);
  }
  return last <= 1;
}

// At the state that they stand at, and a new time: what they miss.
static void
keep_standing (TrCourse *w)
{
  for (int i = 0; i < w->k->n_nodes; i++) {
    TrNode *n = &w->k->nodes[i];
    bool undefined;
    if (n->stands)
      tr_constraint_residual (w->e->m, n->con, w->s->q, &w->s->memory[n->con], w->s->time, n->hold,
                              &undefined);
  }
}

static void
keep (TrCourse *w)
{
  memcpy (w->q0, w->k->saved, bytes_of (w->k->n_v));
}

// One part of h seconds from the settled state; false where the state is as it was.
bool
tr_course_drift (TrCourse *w, double h)
{
  TrComponent *k = w->k;
  double from = w->s->time;
  tr_component_save (k, w->s);
  keep (w);
  memcpy (w->v0, w->v, bytes_of (k->n_v));
  for (int i = 0; i < k->n_v; i++)
    w->d[i] = h * w->v[i] + 0.5 * h * h * w->a[i];
  w->s->time = from + h;
  keep_standing (w);
  bool stopped = false;
  memcpy (k->d, w->d, bytes_of (k->n_v));
  stopped = tr_bounds_move (w->e, k, w->s, 1);
  bool ok = stopped ? tr_project (w->e, k, w->s, false, w->iterations) <= 1
                    : close_gap (w) && tr_component_in_range (w->e, k, w->s);
  if (!ok) {
    w->s->time = from;
    memcpy (w->v, w->v0, bytes_of (k->n_v));
    tr_component_restore (k, w->s);
    keep_standing (w);
    return false;
  }
  tr_component_gather (k, w->s->q, w->v);
  for (int i = 0; i < k->n_v; i++)
    w->v[i] = (w->v[i] - w->q0[i]) / h;
  for (int i = 0; i < k->n_bounds; i++)
    if (k->bounds[i].frozen)
      w->v[k->blocks[k->bounds[i].block].v + k->bounds[i].k] = 0;
  return true;
}

bool
tr_course_go_back (TrCourse *w, double h)
{
  w->s->time -= h;
  memcpy (w->v, w->v0, bytes_of (w->k->n_v));
  tr_component_restore (w->k, w->s);
  keep_standing (w);
  return tr_course_settle (w, 0);
}

static bool part (TrCourse *w, double h, int depth);

static bool
halves (TrCourse *w, double h, int depth)
{
  if (depth >= MOST_HALVES || !tr_course_settle (w, 0))
    return false;
  return part (w, 0.5 * h, depth + 1) && part (w, 0.5 * h, depth + 1);
}

// h seconds, impacts included.
static bool
part (TrCourse *w, double h, int depth)
{
  size_t mark = tr_scratch_mark (w->e->scratch);
  double *limits = tr_scratch_doubles (w->e->scratch, (size_t) w->k->n_rows + 1);
  bool ok = true;
  for (int i = 0; i <= TR_MOST_IMPACTS && ok && fabs (h) > 0; i++) {
    int node = -1, row = 0;
    double full = h;
    tr_course_look_at_limits (w, limits);
    if (!tr_course_drift (w, h)) {
      ok = halves (w, h, depth);
      break;
    }
    double share = w->k->has_inequality ? tr_course_first_impact (w, limits, &node, &row) : 1;
    if (node >= 0 && i < TR_MOST_IMPACTS) {
      const TrNode *n = &w->k->nodes[node];
      double was = fmax (0, limits[n->lambda + row]) / n->tol[row];
      ok = tr_course_go_back (w, h) && tr_course_fall (w, h, share, was, node, row, &full) &&
           tr_course_bounce (w, node, row);
    } else {
      ok = tr_course_settle (w, 0.5 * h);
    }
    h = node >= 0 && i < TR_MOST_IMPACTS ? h - full : 0;
  }
  tr_scratch_release (w->e->scratch, mark);
  return ok;
}

static void
allot (TrCourse *w)
{
  TrScratch *scratch = w->e->scratch;
  size_t n = (size_t) w->k->n_v + 1, rows = (size_t) w->k->n_rows + 1;
  w->v = tr_scratch_zeroed (scratch, n);
  w->a = tr_scratch_zeroed (scratch, n);
  w->q0 = tr_scratch_zeroed (scratch, n);
  w->v0 = tr_scratch_zeroed (scratch, n);
  w->f = tr_scratch_zeroed (scratch, n);
  w->d = tr_scratch_zeroed (scratch, n);
  w->b = tr_scratch_zeroed (scratch, rows);
  w->lambda = tr_scratch_zeroed (scratch, rows);
}

// Drives that have stopped go on as soon as they can, with what hangs on them; the seconds that this takes
// have no forces. True where they have.
static bool
start_drives (TrCourse *w, double seconds, TrStepResult *result)
{
  TrComponent *k = w->k;
  bool stand = false;
  for (int i = 0; i < k->n_nodes; i++)
    stand |= k->nodes[i].stands;
  if (!stand)
    return false;
  tr_component_gather (k, w->s->q, w->q0);
  w->s->time += seconds;
  if (!tr_drives_lead (w->e, k, w->s, true, result)) {
    w->s->time -= seconds;
    keep_standing (w);
    return false;
  }
  tr_component_gather (k, w->s->q, w->v);
  for (int i = 0; i < k->n_v; i++)
    w->v[i] = (w->v[i] - w->q0[i]) / seconds;
  return true;
}

// What cannot go on as it moves: its drives stop, and where that is not enough, all of it.
static bool
stop (TrCourse *w, double h, TrStepResult *result)
{
  bool ok = false;
  if (w->k->has_drive) { // as near to where they cannot as they would without masses
    w->s->time += h;
    tr_drives_lead (w->e, w->k, w->s, false, result);
    w->s->time -= h;
  }
  if (tr_drives_stand (w->e, w->k, w->s)) {
    memset (w->v, 0, bytes_of (w->k->n_v));
    ok = tr_course_settle (w, 0) && tr_course_drift (w, h) && tr_course_settle (w, 0.5 * h);
  }
  if (ok)
    return true;
  memset (w->v, 0, bytes_of (w->k->n_v));
  w->s->time += h;
  tr_drives_stand (w->e, w->k, w->s);
  return tr_course_settle (w, 0);
}

// The world's drag, exactly: v̇ = −(drag/density) v.
static void
calm (TrCourse *w, double h)
{
  double share = exp (-w->e->m->world.drag / w->e->m->world.density * fabs (h));
  for (int i = 0; i < w->k->n_v; i++)
    w->v[i] *= share;
}

static void
advance_component (TrEngine *e, TrComponent *k, TrState *s, double time, TrStepResult *result)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrCourse w = {.e = e, .k = k, .s = s, .iterations = &result->iterations};
  double from = s->time, seconds = time - from;
  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_component_measure (e, k, s);
  tr_component_masses (e, k, s->q);
  tr_bounds_begin (k, s);
  allot (&w);
  tr_component_gather (k, s->v, w.v);
  bool is_led = start_drives (&w, seconds, result);
  double speed = sqrt (fastest (&w)), frames = fabs (seconds) / TR_FRAME_SECONDS;
  double n = fmax (FRAME_PARTS * frames, speed * fabs (seconds) / most_phase);
  int parts = (int) fmax (1, ceil (fmin (n, fmax (1, MOST_PARTS * frames)) - 1e-6));
  w.h = seconds / parts;
  w.stiff = speed * fabs (w.h) > 2 * most_phase;
  bool ok = tr_course_settle (&w, 0);
  for (int i = 0; i < parts && ok && !is_led; i++) {
    double end = i + 1 < parts ? from + (i + 1) * w.h : time;
    tr_bounds_begin_step (k);
    calm (&w, 0.5 * w.h);
    if (!part (&w, end - s->time, 0))
      ok = stop (&w, end - s->time, result);
    calm (&w, 0.5 * w.h);
    s->time = end;
    tr_component_accept (e, k, s);
    result->substeps++;
    if (e->watch && i + 1 < parts)
      e->watch (s, tr_engine_find_place (e, k), e->watch_data);
  }
  memcpy (k->lambda, w.lambda, bytes_of (k->n_rows));
  tr_component_scatter (k, w.v, s->v);
  result->ok &= ok;
  result->moved = true;
  s->time = time;
  for (int i = 0; i < k->n_nodes; i++)
    result->stalled += k->nodes[i].drive && tr_rates_stands_still (&k->nodes[i]);
  double relative, residual = tr_component_residual (e, k, s, &relative, NULL);
  result->residual = fmax (result->residual, residual);
  result->relative = fmax (result->relative, relative);
  tr_scratch_release (e->scratch, mark);
  s->time = from;
}

TrStepResult
tr_second_order_advance (TrEngine *e, TrState *s, double time)
{
  TrStepResult result = {.ok = true};
  if (fabs (time - s->time) > 0) {
    tr_move_begin (e, s);
    for (int c = 0; c < e->n_components; c++)
      advance_component (e, e->components[c], s, time, &result);
    result.fixed = e->grab.on && e->grab.fixed;
  }
  s->time = time;
  return result;
}
