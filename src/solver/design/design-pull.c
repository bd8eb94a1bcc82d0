// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// With P_k(d) the traced point at the phase of target k and T_k its place, r_k = T_k − P_k, a step
// is the damped least change of the dimensions that answers the pull (damped.h), G = ∂P/∂d. A step
// is kept where the turn is as whole as it was and the targets have come nearer; else the damping
// grows, and where no whole turn came of it, or a bar too short, the next goes along that wall.

#include "solver/design/damped.h"
#include "solver/design/design-private.h"

#include <string.h>

enum { MOST_TRIES = 10, PRODUCTS = 4 };
static const double most_off_walls = 0.05;
// Dampings: hardly any less is felt, or leaves a step that is felt.
static const double fail_mu = 1e-4, most_mu = 1e6;
// Places that so many turns bring nearer by less than this share are as near as they come.
enum { PATIENCE = 16 };
static const double least_gain = 0.01;
static const double reached_share = 1e-6; // of the mechanism's size
static const double place_size = 0.2;     // of the mechanism's: of a place
static const double least_size = 1e-3;    // of the mechanism's: of a dimension

// The sizes of the dimensions are those that they have now; from where the targets are missed by `off`.
void
tr_design_begin_round (TrDesign *d, double off)
{
  for (int i = 0; i < d->n; i++) {
    TrVariableKind kind = d->dimensions[i].kind;
    bool place = kind == TR_VARIABLE_NAIL || kind == TR_VARIABLE_PLACE;
    double size = place ? place_size * d->extent : fabs (d->value[i]);
    d->size[i] = d->is_held[i] ? 0 : fmax (size, least_size * d->extent);
  }
  d->mu = fmin (d->mu, 1e-6);
  d->tries = 0;
  d->round = off;
}

static double
gap_of (const TrDesignLook *look)
{
  double gap = 0;
  for (int k = 0; k < look->n; k++)
    gap = fmax (gap, hypot (look->r[2 * k], look->r[2 * k + 1]));
  return gap;
}

static double
distance (const TrDesignLook *look)
{
  double sum = 0;
  for (int a = 0; a < 2 * look->n; a++)
    sum += look->r[a] * look->r[a];
  return sqrt (sum);
}

static gsize
size_of_G (const TrDesign *d, const TrDesignLook *look)
{
  return sizeof (double) * 2 * (gsize) look->n * (gsize) d->n;
}

// At the phase where the turn with the values in trial got stuck: next to a dead end all of the
// drawing goes one way, far, whatever changes, and how far is what must not grow (λᵀc_d of the
// multipliers λ of the singular system, but for a factor). Of Q = q_d S the way that `move` takes it,
// made the strongest by a few products with Q Qᵀ. False: nothing is known of it.
static bool
look_at_stuck (TrDesign *d, TrDamped *p, const double *move)
{
  int n_q = tr_sweep_get_model (d->sweep)->n_q;
  g_autofree double *way = g_new (double, n_q + 1), *gradient = g_new (double, d->n + 1);
  if (!isfinite (d->stuck) || !tr_design_seek (d, d->stuck) ||
      !tr_sweep_slopes (d->sweep, d->dimensions, d->n, d->q_d))
    return false;
  for (int i = 0; i < d->n; i++)
    gradient[i] = p->size[i] > 0 ? move[i] / (p->size[i] * p->size[i]) : 0;
  for (int product = 0; product < PRODUCTS; product++) {
    double most = 0;
    memset (way, 0, sizeof (double) * (gsize) n_q);
    for (int i = 0; i < d->n; i++)
      for (int k = 0; k < n_q; k++)
        way[k] += d->q_d[i * n_q + k] * p->size[i] * p->size[i] * gradient[i];
    for (int k = 0; k < n_q; k++)
      most = fmax (most, fabs (way[k]));
    if (!(most > 0))
      return false;
    for (int i = 0; i < d->n; i++) {
      gradient[i] = 0;
      for (int k = 0; k < n_q; k++)
        gradient[i] += d->q_d[i * n_q + k] * way[k] / most;
    }
  }
  return tr_damped_add_wall (p, gradient, move);
}

// Of the first bar that the values in trial, which are set, make less than it may be.
static bool
look_at_least (TrDesign *d, TrDamped *p, const double *move)
{
  const TrModel *m = tr_sweep_get_model (d->sweep);
  g_autofree double *gradient = g_new0 (double, d->n + 1);
  g_autofree double *slopes = g_new (double, m->n_parameters + 1);
  int con = 0;
  while (con < m->n_constraints && m->constraints[con].scalar[0].value >= d->least[con])
    con++;
  if (con == m->n_constraints)
    return false;
  for (int i = 0; i < d->n; i++) {
    double c_d[TR_ROWS_MAX];
    tr_variable_parameters (m, &d->dimensions[i], slopes);
    tr_variable_slope (m, &d->dimensions[i], slopes, con, d->start, c_d);
    gradient[i] = c_d[0]; // of what it measures, less its value
  }
  return tr_damped_add_wall (p, gradient, move);
}

// Where there are too many walls: holds all that goes through any of them. False where nothing is left.
static bool
hold_walled (TrDamped *p, double *size)
{
  bool any = false;
  for (int i = 0; i < p->n; i++) {
    for (int w = 0; w < p->n_walls; w++)
      if (fabs (p->walls[w * p->n + i]) > 1e-3)
        size[i] = 0;
    any |= size[i] > 0;
  }
  p->n_walls = 0;
  return any;
}

typedef enum { STEP_NEARER, STEP_FARTHER, STEP_BARRED, STEP_NONE } StepEnd;

// One step; barred where it went through a wall that is known now.
static StepEnd
step (TrDesign *d, TrDamped *p, const TrDesignLook *look, TrDesignLook *after, double *move)
{
  if (!tr_damped_step (p, d->mu, move))
    return STEP_NONE;
  for (int i = 0; i < d->n; i++)
    d->trial[i] = d->value[i] + move[i];
  if (!tr_design_may_be (d, d->trial))
    return look_at_least (d, p, move) ? STEP_BARRED : STEP_FARTHER;
  if (!tr_design_turn (d, after))
    return look_at_stuck (d, p, move) ? STEP_BARRED : STEP_FARTHER;
  return distance (after) < distance (look) ? STEP_NEARER : STEP_FARTHER;
}

// Tries steps of growing damping until one brings the targets nearer; the look is that turn's then.
// A step that no whole turn comes out of is tried along the wall that it went through.
static bool
improve (TrDesign *d, TrDesignLook *look, TrDesignResult *result, int most)
{
  gsize n = (gsize) d->n, rows = 2 * (gsize) look->n;
  g_autofree double *r = g_new (double, rows), *G = g_new (double, rows *n + 1);
  g_autofree double *walls = g_new (double, TR_DAMPED_WALLS *n + 1), *move = g_new (double, n + 1);
  g_autofree double *size = g_memdup2 (d->size, sizeof (double) * n);
  TrDamped p = {d->n, 2 * look->n, look->r, look->G, size, 0, walls, most_off_walls};
  TrDesignLook after = {look->target, look->n, r, G};
  bool is_held = false;
  while (d->tries < MOST_TRIES && result->iterations < most) {
    StepEnd end = step (d, &p, look, &after, move);
    result->iterations += end != STEP_NONE;
    if (end == STEP_NEARER) {
      tr_design_keep (d, d->trial);
      memcpy (look->r, r, sizeof (double) * rows);
      memcpy (look->G, G, size_of_G (d, look));
      d->mu = fmax (1e-15, d->mu / 16);
      d->tries = 0;
      return true;
    }
    if (end == STEP_NONE && !is_held)
      return false;
    if (end == STEP_BARRED && p.n_walls < TR_DAMPED_WALLS)
      continue;
    if (end == STEP_BARRED && !is_held) {
      is_held = true;
      if (hold_walled (&p, size))
        continue;
    }
    if (end == STEP_NONE || end == STEP_BARRED) {
      memcpy (size, d->size, sizeof (double) * n);
      p.n_walls = 0;
    }
    d->mu = fmin (most_mu, fmax (fail_mu, d->mu * 8));
    p.off_walls = fmin (most_off_walls, p.off_walls * (end == STEP_FARTHER ? 0.25 : 2));
    d->tries++;
  }
  return false;
}

// A hand takes the places elsewhere, but hardly ever the phases: what the last turn has found of the
// points there still holds, and needs no turn.
static bool
recall (TrDesign *d, TrDesignLook *look)
{
  bool same = d->n_known == look->n, goes_on = same;
  for (int k = 0; k < look->n && same; k++)
    same = !(fabs (d->known[k].phase - look->target[k].phase) > 0) &&
           d->known[k].at == look->target[k].at;
  for (int k = 0; k < look->n && same; k++) {
    Vec2 r = v2_sub (look->target[k].place, d->known[k].place);
    look->r[2 * k] = r.x;
    look->r[2 * k + 1] = r.y;
    goes_on &= !(v2_dist (d->asked[k], look->target[k].place) > 0);
  }
  if (!same || !goes_on) // else it is tried on from where the last pull was cut short
    tr_design_begin_round (d, INFINITY);
  if (same)
    memcpy (look->G, d->known_G, size_of_G (d, look));
  return same;
}

static void
remember (TrDesign *d, const TrDesignLook *look)
{
  d->n_known = look->n;
  for (int k = 0; k < look->n; k++) {
    d->known[k] = look->target[k];
    d->asked[k] = look->target[k].place;
    d->known[k].place = v2_sub (look->target[k].place, v2 (look->r[2 * k], look->r[2 * k + 1]));
  }
  memcpy (d->known_G, look->G, size_of_G (d, look));
}

TrDesignResult
tr_design_pull (TrDesign *d, const TrDesignTarget *targets, int n, int most)
{
  TrDesignResult result = {.closed = d->closed};
  g_return_val_if_fail (n > 0 && n <= TR_DESIGN_TARGETS, result);
  g_autofree double *r = g_new (double, 2 * n), *G = g_new (double, 2 * n * d->n + 1);
  TrDesignLook look = {targets, n, r, G};
  double size = d->extent, best = INFINITY;
  int since = 0; // the last turn that has brought the targets nearer by much
  result.ok = recall (d, &look);
  if (!result.ok) {
    tr_design_may_be (d, d->value);
    result.iterations++;
    result.ok = tr_design_turn (d, &look);
    if (result.ok)
      tr_design_keep (d, d->value);
  }
  for (bool goes_on = result.ok; goes_on;) {
    result.gap = gap_of (&look);
    result.reached = result.gap <= reached_share * size;
    result.off = distance (&look);
    if (result.off < (1 - least_gain) * best) {
      best = result.off;
      since = result.iterations;
    }
    goes_on = result.gap > 1e-12 * size && result.iterations < most;
    if (!goes_on || (result.iterations < since + PATIENCE && improve (d, &look, &result, most)))
      continue;
    goes_on = result.iterations < most && result.off < (1 - least_gain) * d->round;
    if (goes_on) // other sizes by now lead on where the first have led no farther
      tr_design_begin_round (d, result.off);
    since = result.iterations;
  }
  result.is_cut =
      result.ok && result.gap > 1e-12 * size && result.iterations >= most && d->tries < MOST_TRIES;
  d->n_known = 0;
  if (result.ok)
    remember (d, &look);
  tr_design_may_be (d, d->value); // the model as it is now
  return result;
}

void
tr_design_hold (TrDesign *d, const TrVariable *free, int n)
{
  for (int i = 0; i < d->n; i++) {
    const TrVariable *v = &d->dimensions[i];
    d->is_held[i] = free != NULL;
    for (int k = 0; k < n && d->is_held[i]; k++)
      d->is_held[i] =
          free[k].kind != v->kind || free[k].element != v->element || free[k].part != v->part;
  }
  tr_design_begin_round (d, INFINITY);
}
