// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The turns of a design: what traced points do as the drive goes round, and how that hangs on the
// dimensions, ∂P/∂d = x_q q_d with J q_d = −c_d along the turn (the implicit-function theorem).

#include "solver/design/design-private.h"

#include "math/scratch.h"

#include <string.h>

enum { SAMPLES = 72 };
enum { MIDDLE = SAMPLES + TR_SWEEP_ENDS, ROOM = 2 * MIDDLE + 1 };

#define STEP (2 * G_PI / SAMPLES)

static const double least_share = 0.05;

static double
extent (const TrModel *m, const TrState *s)
{
  Vec2 low = v2 (G_MAXDOUBLE, G_MAXDOUBLE), high = v2 (-G_MAXDOUBLE, -G_MAXDOUBLE), a, b;
  bool any = false;
  for (int i = 0; i < m->n_bodies; i++)
    if (tr_body_box (&m->bodies[i], tr_body_q (&m->bodies[i], s->q), &a, &b)) {
      low = v2 (fmin (low.x, a.x), fmin (low.y, a.y));
      high = v2 (fmax (high.x, b.x), fmax (high.y, b.y));
      any = true;
    }
  return any && v2_dist (low, high) > 0 ? v2_dist (low, high) : 1;
}

static void
put_values (TrDesign *d, const double *value)
{
  TrModel *m = tr_sweep_get_model (d->sweep);
  for (int i = 0; i < d->n; i++)
    tr_variable_set (m, &d->dimensions[i], value[i]);
}

// The least that a bar, a radius may become: a twentieth of what it was.
static double
least_of (const TrConstraint *c)
{
  bool is_bar = c->kind == TR_CON_LENGTH || c->kind == TR_CON_RADIUS || c->kind == TR_CON_DISTANCE;
  return is_bar && c->scalar[0].value > 0 ? least_share * c->scalar[0].value : -G_MAXDOUBLE;
}

// Sets the values; false where they may not be: bars that vanish, numbers that no file can hold.
bool
tr_design_may_be (TrDesign *d, const double *value)
{
  TrModel *m = tr_sweep_get_model (d->sweep);
  bool ok = true;
  for (int i = 0; i < d->n; i++)
    ok &= fabs (value[i]) <= TR_VALUE_MAX;
  if (!ok)
    return false;
  put_values (d, value);
  ok = tr_model_evaluate (m, NULL);
  for (int i = 0; i < m->n_constraints && ok; i++)
    ok = m->constraints[i].scalar[0].value >= d->least[i];
  return ok;
}

static Vec2
traced (const TrDesign *d, const TrConnector *at)
{
  return tr_connector_point (tr_sweep_get_model (d->sweep), at, tr_sweep_get_state (d->sweep)->q);
}

// x_d = x_q q_d
static bool
slopes (TrDesign *d, const TrConnector *at, Vec2 *x_d)
{
  const TrModel *m = tr_sweep_get_model (d->sweep);
  if (!tr_sweep_slopes (d->sweep, d->dimensions, d->n, d->q_d))
    return false;
  size_t mark = tr_scratch_mark (d->scratch);
  TrTap tap;
  tr_tap_connector (m, at, tr_sweep_get_state (d->sweep)->q, d->scratch, &tap);
  for (int i = 0; i < d->n; i++) {
    x_d[i] = v2 (0, 0);
    for (int a = 0, col = 0; a < tap.n_runs; a++)
      for (int k = 0; k < tap.run_n[a]; k++, col++)
        x_d[i] = v2_mad (x_d[i], d->q_d[i * m->n_q + tap.run_at[a] + k], tap.x_q[col]);
  }
  tr_scratch_release (d->scratch, mark);
  return true;
}

static bool
look_at_target (TrDesign *d, TrDesignLook *look, int k)
{
  const TrConnector *at = look->target[k].at ? look->target[k].at : &d->at;
  Vec2 r = v2_sub (look->target[k].place, traced (d, at));
  look->r[2 * k] = r.x;
  look->r[2 * k + 1] = r.y;
  if (!look->G)
    return true;
  g_autofree Vec2 *x_d = g_new (Vec2, d->n);
  bool ok = slopes (d, at, x_d);
  for (int i = 0; i < d->n && ok; i++) {
    look->G[2 * k * d->n + i] = x_d[i].x;
    look->G[(2 * k + 1) * d->n + i] = x_d[i].y;
  }
  return ok;
}

// The phase of a target as the turn comes to it: of a whole one from 0 to 2π.
static double
phase_of (const TrDesign *d, double phase)
{
  return d->closed && phase < 0 ? phase + 2 * G_PI : phase;
}

// From where the drive stands one way, a whole turn or to a dead end; targets are looked at where
// their phases come. Returns how many points there are, the first included; −1: a target is missed.
static int
walk (TrDesign *d, TrDesignLook *look, int way, int most, int *seen)
{
  Vec2 *points = d->next + MIDDLE;
  double *phases = d->next_phases + MIDDLE;
  int n = 1;
  points[0] = traced (d, &d->at);
  phases[0] = 0;
  for (int i = 0; i <= most; i++) {
    double from = STEP * i, to = STEP * (i + 1);
    if (i > 0) {
      d->stuck = way * from;
      if (!tr_sweep_turn (d->sweep, way * from)) // no whole turn: where exactly is not asked
        return d->closed ? -1
                         : n + tr_sweep_end (d->sweep, &d->at, way * (from - STEP), way * from, way,
                                             points + way * n, phases + way * n);
      points[way * n] = traced (d, &d->at);
      phases[way * n] = way * from;
      n++;
    }
    for (int k = 0; k < look->n; k++) {
      double phase = way * phase_of (d, look->target[k].phase);
      if (phase < from || phase >= to || (way < 0 && !(phase > 0)))
        continue;
      d->stuck = way * phase;
      if ((phase > from && !tr_sweep_turn (d->sweep, way * phase)) || !look_at_target (d, look, k))
        return -1;
      (*seen)++;
    }
  }
  return n;
}

// A turn with the values that are set, to both dead ends where it is not whole. False where a target
// is not reached, or the turn is not whole though it was.
bool
tr_design_turn (TrDesign *d, TrDesignLook *look)
{
  int seen = 0, n = -1, back = 1;
  d->stuck = 0;
  if (tr_sweep_start (d->sweep, d->state)) {
    tr_state_assign (d->next_state, tr_sweep_get_state (d->sweep));
    n = walk (d, look, 1, SAMPLES, &seen);
  }
  if (n < 0)
    return false;
  bool whole = tr_sweep_is_whole (d->next_phases[MIDDLE + n - 1]);
  if (!whole && !d->closed) {
    if (tr_sweep_start (d->sweep, d->state))
      back = walk (d, look, -1, MAX (SAMPLES - n, 0), &seen);
    if (back < 0)
      return false;
  }
  d->n_next_back = back - 1;
  d->n_next = n + back - 1;
  return seen == look->n && (whole || !d->closed);
}

// Takes the drive to a phase, with the values that are kept.
bool
tr_design_seek (TrDesign *d, double phase)
{
  if (!tr_design_may_be (d, d->value) || !tr_sweep_start (d->sweep, d->state))
    return false;
  int way = phase < 0 ? -1 : 1;
  for (int i = 1; i <= SAMPLES && STEP * i < fabs (phase); i++)
    if (!tr_sweep_turn (d->sweep, way * STEP * i))
      return false;
  return !(fabs (phase) > 0) || tr_sweep_turn (d->sweep, phase);
}

void
tr_design_keep (TrDesign *d, const double *value)
{
  Vec2 *other = d->curve;
  d->curve = d->next;
  d->next = other;
  double *other_phases = d->phases;
  d->phases = d->next_phases;
  d->next_phases = other_phases;
  TrState *other_state = d->state;
  d->state = d->next_state;
  d->next_state = other_state;
  d->n_curve = d->n_next;
  d->n_back = d->n_next_back;
  memcpy (d->value, value, sizeof (double) * (size_t) d->n);
}

TrDesign *
tr_design_new (const TrModel *m,
               const TrState *s,
               int drive,
               const TrConnector *at,
               const TrVariable *dimensions,
               int n_dimensions)
{
  TrSweep *sweep = tr_sweep_new (m, s, drive, SAMPLES);
  if (!sweep)
    return NULL;
  TrDesign *d = g_new0 (TrDesign, 1);
  gsize n = (gsize) n_dimensions;
  d->sweep = sweep;
  d->at = *at;
  d->n = n_dimensions;
  d->dimensions = g_memdup2 (dimensions, n * sizeof *dimensions);
  d->first = g_new (double, 4 * n + 1);
  d->value = d->first + n;
  d->size = d->value + n;
  d->trial = d->size + n;
  d->is_held = g_new0 (bool, n + 1);
  d->q_d = g_new (double, n *(gsize) m->n_q + 1);
  d->known_G = g_new (double, 2 * TR_DESIGN_TARGETS * n + 1);
  for (int i = 0; i < d->n; i++)
    d->first[i] = d->value[i] = tr_variable_get (m, &d->dimensions[i]);
  d->extent = extent (m, s);
  tr_design_begin_round (d, INFINITY);
  d->least = g_new (double, m->n_constraints + 1);
  for (int i = 0; i < m->n_constraints; i++)
    d->least[i] = least_of (&m->constraints[i]);
  d->start = tr_state_copy (s);
  d->state = tr_state_copy (s);
  d->next_state = tr_state_copy (s);
  d->scratch = tr_scratch_new ();
  d->curve = g_new0 (Vec2, ROOM);
  d->next = g_new0 (Vec2, ROOM);
  d->phases = g_new0 (double, ROOM);
  d->next_phases = g_new0 (double, ROOM);
  d->mu = 1e-9;
  TrDesignLook none = {.n = 0};
  tr_design_turn (d, &none); // whether it is whole: no more is asked of later ones
  d->closed = tr_sweep_is_whole (d->next_phases[MIDDLE + d->n_next - 1]) && d->n_next_back == 0;
  tr_design_keep (d, d->first);
  return d;
}

void
tr_design_free (TrDesign *d)
{
  if (!d)
    return;
  tr_sweep_free (d->sweep);
  tr_state_free (d->start);
  tr_state_free (d->state);
  tr_state_free (d->next_state);
  tr_scratch_free (d->scratch);
  g_free (d->dimensions);
  g_free (d->first); // the other vectors lie behind it
  g_free (d->least);
  g_free (d->is_held);
  g_free (d->q_d);
  g_free (d->known_G);
  g_free (d->curve);
  g_free (d->next);
  g_free (d->phases);
  g_free (d->next_phases);
  g_free (d);
}

void
tr_design_reset (TrDesign *d)
{
  memcpy (d->value, d->first, sizeof (double) * (size_t) d->n);
  d->n_known = 0;
  tr_design_may_be (d, d->value);
  tr_state_assign (d->state, d->start);
}

const TrModel *
tr_design_get_model (const TrDesign *d)
{
  return tr_sweep_get_model (d->sweep);
}

const TrState *
tr_design_get_state (const TrDesign *d)
{
  return d->state;
}

const TrVariable *
tr_design_get_variables (const TrDesign *d, int *n)
{
  *n = d->n;
  return d->dimensions;
}

bool
tr_design_has_changed (const TrDesign *d, int i)
{
  return d->value[i] < d->first[i] || d->value[i] > d->first[i];
}

const Vec2 *
tr_design_get_curve (const TrDesign *d, int *n, const double **phases)
{
  *n = d->n_curve;
  *phases = d->phases + MIDDLE - d->n_back;
  return d->curve + MIDDLE - d->n_back;
}

bool
tr_design_is_closed (const TrDesign *d)
{
  return d->closed;
}

double
tr_design_get_base (const TrDesign *d)
{
  return tr_sweep_get_base (d->sweep);
}

double
tr_design_get_phase (const TrDesign *d, double turn)
{
  double phase = remainder (turn - tr_sweep_get_base (d->sweep), 2 * G_PI);
  const double *phases = d->phases + MIDDLE - d->n_back;
  double from = phases[0], to = phases[d->n_curve - 1];
  if (d->closed)
    return phase_of (d, phase);
  if (phase > to + STEP && phase - 2 * G_PI >= from - STEP)
    return phase - 2 * G_PI;
  return phase < from - STEP && phase + 2 * G_PI <= to + STEP ? phase + 2 * G_PI : phase;
}

bool
tr_design_moves (const TrDesign *d, int body)
{
  return body >= 0 && tr_sweep_moves (d->sweep, body);
}

bool
tr_design_look (TrDesign *d, double phase, Vec2 *x, Vec2 *x_d)
{
  if (!tr_design_seek (d, phase))
    return false;
  *x = traced (d, &d->at);
  return slopes (d, &d->at, x_d);
}
