// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The drive's row gets a plain number in its expression's place. A step starts from the last
// one's move and is projected onto the constraints; where that would leave the branch, time's own
// way of leading a drive takes over, and tells where it cannot go on.

#include "solver/design/sweep.h"

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/rates.h"
#include "solver/trail.h"

#include <string.h>

struct _TrSweep {
  TrModel *m; // a copy whose drive has a plain number
  TrConstraint *drive;
  int index;
  TrState *s;
  TrState *mark; // where the last turn began
  TrEngine *e;
  TrComponent *k;
  double *last; // the last move
  double *rest; // of the way to the next place
  int most;
  double base;  // of the drive
  double worst; // residual
};

// They are as they are: no unknowns of the way.
static void
hold_parameters (TrModel *m)
{
  for (int i = m->n_bodies; i < tr_model_n_all (m); i++)
    m->bodies[i].locked = 1;
}

TrSweep *
tr_sweep_new (const TrModel *m, const TrState *s, int drive, int most_samples)
{
  const TrConstraint *c = drive >= 0 && drive < m->n_constraints ? &m->constraints[drive] : NULL;
  if (!c || c->kind != TR_CON_DRIVE || tr_constraint_unit (m, drive, 0) != TR_ROW_ANGLE)
    return NULL;
  TrSweep *w = g_new0 (TrSweep, 1);
  w->m = tr_model_copy (m);
  w->index = drive;
  w->drive = &w->m->constraints[drive];
  w->drive->expr = NULL;
  w->drive->vars = NULL;
  w->drive->live = NULL;
  w->drive->disabled = w->drive->driven = 0;
  hold_parameters (w->m);
  w->s = tr_state_copy (s);
  w->mark = tr_state_copy (s);
  w->e = tr_engine_new (w->m, w->s);
  w->most = most_samples;
  w->last = g_new0 (double, m->n_q + 1);
  w->rest = g_new0 (double, (size_t) m->n_constraints *TR_ROWS_MAX + 1);
  for (int i = 0; i < w->e->n_components; i++)
    for (int j = 0; j < w->e->components[i]->n_nodes; j++)
      if (w->e->components[i]->nodes[j].con == drive)
        w->k = w->e->components[i];
  if (!w->k) { // it moves nothing
    tr_sweep_free (w);
    return NULL;
  }
  return w;
}

void
tr_sweep_free (TrSweep *w)
{
  if (!w)
    return;
  tr_engine_free (w->e);
  tr_state_free (w->s);
  tr_state_free (w->mark);
  tr_model_free (w->m);
  g_free (w->last);
  g_free (w->rest);
  g_free (w);
}

bool
tr_sweep_moves (const TrSweep *w, int body)
{
  int i = tr_engine_component_of_body (w->e, body);
  return i >= 0 && w->e->components[i] == w->k;
}

// Numbers of the model may have been changed: nothing is known of what stands as it did.
static void
forget (TrSweep *w)
{
  tr_engine_forget (w->e);
  for (int i = 0; i < w->e->n_components; i++)
    g_clear_pointer (&w->e->components[i]->stand, tr_stand_free);
}

// The state from which a way begins.
static void
begin (TrSweep *w, const TrState *s)
{
  tr_state_assign (w->s, s);
  forget (w);
  if (!w->k->kkt)
    tr_component_prepare (w->e, w->k, w->s);
  tr_component_measure (w->e, w->k, w->s);
  tr_component_masses (w->e, w->k, w->s->q);
  tr_bounds_begin (w->k, w->s);
  tr_move_begin (w->e, w->s);
  memset (w->last, 0, sizeof (double) * (size_t) w->k->n_v);
}

// From the last place by the last move, and onto the constraints, if that is one way.
static bool
glide (TrSweep *w)
{
  TrComponent *k = w->k;
  TrWay way = {.rest = w->rest, .only = -1};
  int iterations = 0;
  tr_way_begin (w->e, k, w->s, &way);
  tr_way_hold (k, &way, 0);
  bool trailed = way.far > 0 && tr_trail_begin (w->e, k, w->s, &way);
  if (!trailed || !tr_trail_predict (k, way.far, k->d))
    memcpy (k->d, w->last, sizeof (double) * (size_t) k->n_v);
  tr_bounds_move (w->e, k, w->s, 1);
  double miss = tr_project (w->e, k, w->s, false, &iterations);
  if (miss <= 1 && tr_move_ratio (w->e, k, k->saved, w->s) < 1 &&
      (!trailed || tr_trail_goes_on (w->e, k, w->s, &way, 1, 0)))
    return true;
  tr_component_restore (k, w->s);
  return false;
}

// The drive by `angle` from where it stands; false at a dead end.
static bool
turn_to (TrSweep *w, double angle)
{
  TrComponent *k = w->k;
  w->drive->scalar[0].value = w->base + angle;
  tr_state_assign (w->mark, w->s);
  tr_component_save (k, w->s);
  if (!glide (w)) {
    TrStepResult r = tr_engine_advance (w->e, w->s, w->s->time);
    if (!r.ok || r.stalled > 0)
      return false;
    tr_component_masses (w->e, k, w->s->q);
  } else {
    tr_component_accept (w->e, k, w->s);
  }
  tr_component_gather (k, w->s->q, w->last);
  for (int i = 0; i < k->n_v; i++)
    w->last[i] -= k->saved[i];
  for (int i = 0; i < k->n_blocks; i++) // a slide that wrapped has made no such move
    if (k->blocks[i].is_slide && fabs (w->last[k->blocks[i].v]) > 1)
      w->last[k->blocks[i].v] = 0;
  if (k->known)
    w->worst = fmax (w->worst, k->residual);
  return true;
}

static double
drive_angle (const TrSweep *w, const TrState *s)
{
  const TrBody *b = &w->m->bodies[w->drive->end[0].body];
  return tr_body_member (b, tr_body_q (b, s->q), w->drive->member, NULL, NULL);
}

// Where a drive has stopped it stands a margin before the dead end (advance.c), and its angle tells
// where that is. From `last`, of the way d that is left, the places
//
//   φᵢ = stop − (1 − i/n)² d
int
tr_sweep_end (TrSweep *w,
              const TrConnector *at,
              double last,
              double tried,
              int way,
              Vec2 *points,
              double *phases)
{
  static const double least = 1e-7;
  Vec2 end = tr_connector_point (w->m, at, w->s->q);
  double stop = tried + remainder (drive_angle (w, w->s) - w->base - tried, 2 * G_PI);
  double left = (stop - last) * way;
  int n = 0;

  if (!(left > least) || left > fabs (tried - last))
    return 0;
  begin (w, w->mark);
  for (int i = 1; i < TR_SWEEP_ENDS; i++) {
    double ahead = 1 - (double) i / TR_SWEEP_ENDS, phase = stop - way * ahead * ahead * left;
    if (!turn_to (w, phase))
      break;
    phases[way * n] = phase;
    points[way * n++] = tr_connector_point (w->m, at, w->s->q);
  }
  phases[way * n] = stop;
  points[way * n++] = end;
  return n;
}

// From where the drive stands one way, to points and phases in that direction, the first of which is
// there. Returns how many there are with it.
static int
walk (TrSweep *w, const TrConnector *at, double step, int most, Vec2 *points, double *phases)
{
  int n = 1, way = step > 0 ? 1 : -1;

  for (; n <= most; n++) {
    if (!turn_to (w, n * step))
      return n + tr_sweep_end (w, at, (n - 1) * step, n * step, way, points + way * n,
                               phases + way * n);
    phases[way * n] = n * step;
    points[way * n] = tr_connector_point (w->m, at, w->s->q);
  }
  return n;
}

// The way back from the start, to the other dead end, goes before the n points that are there.
// Returns how many there are in all.
static int
walk_back (TrSweep *w,
           const TrState *s,
           const TrConnector *at,
           int samples,
           int n,
           Vec2 *points,
           double *phases)
{
  int room = tr_sweep_room (samples), start = room - n;

  memmove (points + start, points, sizeof (Vec2) * (size_t) n);
  memmove (phases + start, phases, sizeof (double) * (size_t) n);
  begin (w, s);
  int back =
      walk (w, at, -2 * G_PI / samples, start - TR_SWEEP_ENDS, points + start, phases + start) - 1;
  memmove (points, points + start - back, sizeof (Vec2) * (size_t) (n + back));
  memmove (phases, phases + start - back, sizeof (double) * (size_t) (n + back));
  return n + back;
}

TrSweepResult
tr_sweep_run (
    TrSweep *w, const TrState *s, const TrConnector *at, int samples, Vec2 *points, double *phases)
{
  TrSweepResult result = {.n = 1};
  g_return_val_if_fail (samples > 0 && samples <= w->most, result);
  double step = 2 * G_PI / samples;
  w->base = drive_angle (w, s);
  w->worst = 0;
  begin (w, s);
  points[0] = tr_connector_point (w->m, at, w->s->q);
  phases[0] = 0;
  result.n = walk (w, at, step, samples, points, phases);
  result.closed = tr_sweep_is_whole (phases[result.n - 1]);
  if (!result.closed) // the other way, to the other dead end
    result.n = walk_back (w, s, at, samples, result.n, points, phases);
  result.base = w->base;
  result.residual = w->worst;
  return result;
}

double
tr_sweep_find (const double *phases, int n, double phase, int *k)
{
  int low = 0, high = n - 1;

  g_assert (n >= 2);
  while (high - low > 1) {
    int middle = (low + high) / 2;
    *(phases[middle] <= phase ? &low : &high) = middle;
  }
  *k = low;
  double width = phases[low + 1] - phases[low];
  return width > 0 ? CLAMP ((phase - phases[low]) / width, 0, 1) : 0;
}

TrModel *
tr_sweep_get_model (TrSweep *w)
{
  return w->m;
}

double
tr_sweep_get_base (const TrSweep *w)
{
  return w->base;
}

const TrState *
tr_sweep_get_state (const TrSweep *w)
{
  return w->s;
}

// Free parameters as the model has them.
static void
put_parameters (const TrModel *m, TrState *s)
{
  for (int i = 0; i < m->n_parameters && m->n_free > 0; i++)
    if (m->parameters[i].number >= 0)
      s->q[m->bodies[m->parameters[i].number].q] = m->parameters[i].value.value;
}

// Numbers may have changed since: the drawing follows by least motion, the drive held.
bool
tr_sweep_start (TrSweep *w, const TrState *s)
{
  double in_tol;
  w->base = drive_angle (w, s);
  w->drive->scalar[0].value = w->base;
  tr_state_assign (w->s, s);
  put_parameters (w->m, w->s);
  forget (w);
  w->worst = 0;
  if (w->k->kkt)
    tr_pins_find (w->e, w->k); // they know places of the model
  if (!tr_engine_solve (w->e, w->s).ok)
    return false;
  TrState *from = tr_state_copy (w->s);
  begin (w, from);
  tr_state_free (from);
  tr_component_residual (w->e, w->k, w->s, NULL, &in_tol);
  return in_tol <= 1;
}

bool
tr_sweep_turn (TrSweep *w, double angle)
{
  return turn_to (w, angle);
}

bool
tr_sweep_slopes (TrSweep *w, const TrVariable *dimensions, int n, double *q_d)
{
  TrComponent *k = w->k;
  g_autofree double *slopes = g_new (double, w->m->n_parameters + 1);
  if (!tr_rates_assemble (w->e, k, w->s, 0, false))
    return false;
  memset (q_d, 0, sizeof (double) * (size_t) n * (size_t) w->m->n_q);
  for (int d = 0; d < n; d++) {
    tr_variable_parameters (w->m, &dimensions[d], slopes);
    memset (k->f, 0, sizeof (double) * (size_t) k->n_v);
    memset (k->b, 0, sizeof (double) * (size_t) k->n_rows);
    for (int i = 0; i < k->n_nodes; i++) {
      const TrNode *node = &k->nodes[i];
      double c_d[TR_ROWS_MAX];
      tr_variable_slope (w->m, &dimensions[d], slopes, node->con, w->s, c_d);
      for (int r = 0; r < node->rows && !node->inequality && !node->velocity; r++)
        k->b[node->lambda + r] = -c_d[r];
    }
    tr_kkt_factor_solve (k->kkt, k->f, k->b, k->d, k->lambda_new);
    tr_component_scatter (k, k->d, q_d + (size_t) d * (size_t) w->m->n_q);
  }
  tr_change_forget (k);
  return true;
}

void
tr_sweep_list (const TrSweep *w, bool *is_in)
{
  memset (is_in, 0, sizeof (bool) * (size_t) w->m->n_constraints);
  for (int i = 0; i < w->k->n_nodes; i++)
    is_in[w->k->nodes[i].con] = w->k->nodes[i].con != w->index;
}
