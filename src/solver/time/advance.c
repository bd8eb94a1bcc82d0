// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Time in the first-order law. A drive's row is c(q, t) = 0; when time has gone on, what it misses
// is r = c(q, t). The way there is a homotopy, so that drives move as a hand does and keep the
// branch, whatever their expression does in a frame:
//
//   c(q⁺, t) = (1 − α) r,   α from 0 to 1
//
// Where α cannot reach 1 (a dead centre, a limit in the way) the drive stands still with what is
// left of r as its `hold`: everything else goes on, and it goes on itself when a later r leads it
// another way. Steps are the implicit ones of a drag, of the seconds that their share of α has.

#include "solver/assemble.h"
#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/drives.h"
#include "solver/engine-private.h"
#include "solver/move.h"
#include "solver/newton.h"
#include "solver/time/second-order-private.h"
#include "solver/solve/solve.h"
#include "solver/trail.h"
#include "solver/hand/window.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_STEPS = 4096, // of a call
  MOST_PARTS = 64,   // of a step, for a component
  CATCH_UP = 12,     // of a step, for drives that had stopped: they glide
  BLADE_STEPS = 40,  // in a step, for a component with a blade
};

// A drive stops so far before the place that it cannot pass (radians, or units of ℓ): no eye sees
// the rest, and it has not come into the singular place, out of which it would find no way, or
// another one than it came.
static const double margin = 2e-6;
// Parts of a step that move a drive by less are none.
static const double least_part = 1e-6;
// Where forces alone move a drawing, and would move it too far at once, the part of a step's time is
// cut down to what their stiffness needs, and grows as they give in.
static const double force_shrink = 1.0 / 16, force_growth = 4, least_time = 1e-16;
// What a drive that has stopped tries at first.
static const double probe = TR_TRAIL_LEAST;

void
tr_drives_go (TrComponent *k)
{
  tr_conflict_end (k);
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].stands = false;
  for (int i = 0; i < k->n_nodes; i++)
    memset (k->nodes[i].hold, 0, sizeof k->nodes[i].hold);
}

bool
tr_drives_stand (TrEngine *e, TrComponent *k, const TrState *s)
{
  for (int i = 0; i < k->n_nodes && k->has_drive; i++) {
    TrNode *n = &k->nodes[i];
    bool undefined;
    n->stands = n->drive;
    if (n->drive)
      tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, n->hold, &undefined);
    for (int r = 0; r < n->rows; r++)
      if (!isfinite (n->hold[r])) // no value, no place
        n->hold[r] = 0;
  }
  return k->has_drive;
}

void
tr_engine_watch (TrEngine *e, TrEngineWatch func, gpointer data)
{
  e->watch = func;
  e->watch_data = data;
}

void
tr_engine_forget (TrEngine *e)
{
  for (int c = 0; c < e->n_components; c++) {
    TrComponent *k = e->components[c];
    tr_drives_go (k);
    if (k->M)
      memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows);
    k->known = false;
  }
  e->last_h = 0;
}

bool
tr_engine_is_stalled (const TrEngine *e, int constraint)
{
  for (int c = 0; c < e->n_components; c++)
    for (int i = 0; i < e->components[c]->n_nodes; i++) {
      const TrNode *n = &e->components[c]->nodes[i];
      if (n->con != constraint || !n->drive)
        continue;
      for (int r = 0; r < n->rows; r++)
        if (fabs (n->hold[r]) > n->tol[r])
          return true;
    }
  return false;
}

// Of the way of a step's drives, between so much and so much of it that is left.
typedef struct {
  const TrWay *way;
  double from, to;
} Part;

// A Newton step and a projection, both within what a sub-step may do, the constraints held as well
// as before (in units of the tolerance).
static bool
try_part (TrEngine *e,
          TrComponent *k,
          TrState *s,
          const double *predictor,
          double before,
          const Part *part,
          int *iterations)
{
  TrNewtonStep newton = {.most = 1.2};
  bool ok = tr_newton_step (e, k, s, predictor, &newton, iterations) && newton.ratio <= newton.most;
  if (ok) {
    // to the last digits where drives lead, so that a place does not depend on the way there
    double miss = tr_project (e, k, s, k->has_drive, iterations);
    if (k->has_inequality && miss <= fmax (1, before)) // those not in force count too
      tr_component_residual (e, k, s, NULL, &miss);
    ok = miss <= fmax (1, before) && tr_move_ratio (e, k, k->saved, s) < 1.5 &&
         (!part || tr_trail_goes_on (e, k, s, part->way, part->from, part->to));
  }
  return ok;
}

// One part of a step; no radius goes to 0 but where there is no other way. False where the state is
// as it was.
static bool
take_part (TrEngine *e,
           TrComponent *k,
           TrState *s,
           const double *predictor,
           double before,
           const Part *part,
           int *iterations)
{
  tr_component_save (k, s);
  tr_bounds_begin (k, s);
  bool ok = try_part (e, k, s, predictor, before, part, iterations);
  if (!ok && tr_bounds_stop_radii (k)) {
    tr_component_restore (k, s);
    tr_bounds_begin_at_nought (k, s);
    ok = try_part (e, k, s, predictor, before, part, iterations);
  }
  if (ok)
    tr_component_accept (e, k, s);
  else
    tr_component_restore (k, s);
  return ok;
}

// The last move, scaled to a part of `h` seconds, in the component's order.
static const double *
predictor (const TrEngine *e, const TrComponent *k, double h, double *local)
{
  if (!(e->last_h > 0) || !k->has_drive)
    return NULL;
  tr_component_gather (k, e->last, local);
  for (int i = 0; i < k->n_v; i++)
    local[i] *= h / e->last_h;
  return local;
}

// From `home`, the last place but one, to a margin before the last one.
static void
stand_off (
    TrEngine *e, TrComponent *k, TrState *s, double far, const double *home, TrWay *w, int *n)
{
  double before, left = fmin (w->left + margin / far, 1);
  tr_component_scatter (k, home, s->q);
  tr_bounds_begin (k, s);
  tr_way_hold (k, w, w->home);
  tr_component_residual (e, k, s, NULL, &before);
  tr_way_hold (k, w, left);
  w->left = left < w->home && take_part (e, k, s, NULL, before, NULL, n) ? left : w->home;
}

// Leads the drives from α = 0 as far as they go; w->left is what remains. False where nothing was
// found.
static bool
lead (
    TrEngine *e, TrComponent *k, TrState *s, double h, bool stopped, TrWay *w, TrStepResult *result)
{
  size_t mark = tr_scratch_mark (e->scratch);
  double *local = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double *home = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  double far = w->far = tr_way_length (e, k, w);
  double part = stopped && far > probe ? probe / far : 1, before;
  bool predict = !stopped, any = false;
  tr_component_residual (e, k, s, NULL, &before);
  tr_component_gather (k, s->q, home);
  w->left = w->home = 1;
  e->h = fmax (h, 1e-9 * TR_FRAME_SECONDS);
  bool trailed = far > 0 && tr_trail_begin (e, k, s, w);
  for (int i = 0; i < (stopped ? CATCH_UP : MOST_PARTS) && w->left > 0; i++) {
    double left = part < w->left ? w->left - part : 0;
    e->h = fmax (h, 1e-9 * TR_FRAME_SECONDS) * (w->left - left);
    tr_way_hold (k, w, left);
    const Part taken = {w, w->left, left};
    if (take_part (e, k, s, predict ? predictor (e, k, e->h, local) : NULL, before,
                   trailed ? &taken : NULL, &result->iterations)) {
      if ((w->left - left) * far >= margin) {
        memcpy (home, k->saved, sizeof (double) * (size_t) k->n_v);
        w->home = w->left;
      }
      w->left = left;
      any = true;
      part *= far > 0 ? stopped ? 4 : 2 : force_growth;
      result->substeps++;
      continue;
    }
    if (!predict)
      part = (far > 0 ? 0.5 : force_shrink) * fmin (part, w->left);
    predict = false;
    if ((stopped && !any) || (far > 0 ? part * far < least_part : part < least_time)) {
      if (any && w->home > w->left)
        stand_off (e, k, s, far, home, w, &result->iterations);
      break;
    }
  }
  tr_way_hold (k, w, w->left);
  tr_scratch_release (e->scratch, mark);
  return any;
}

// What each drive misses at the new time; it is held where it is until it is led. *stopped: one
// of them had stopped before.
static int
begin_way (TrEngine *e, TrComponent *k, const TrState *s, TrWay *w, bool *stopped)
{
  int n = 0;
  tr_way_begin (e, k, s, w);
  for (int i = 0; i < k->n_nodes; i++) {
    TrNode *node = &k->nodes[i];
    bool any = false;
    for (int r = 0; r < node->rows && node->drive; r++) {
      *stopped |= fabs (node->hold[r]) > node->tol[r];
      node->hold[r] = w->rest[i * TR_ROWS_MAX + r];
      any |= fabs (node->hold[r]) > 0.1 * node->tol[r];
    }
    n += any;
  }
  return n;
}

// A drive of one member that follows time alone.
typedef struct {
  int node, body, member;
} Plain;

static bool
is_plain (const TrConstraint *c)
{
  bool plain = c->kind == TR_CON_DRIVE && !c->live;
  for (int v = 0; plain && c->expr && v < tr_expr_n_vars (c->expr); v++)
    plain = c->vars[v].body < 0;
  return plain;
}

static int
compare_plain (const void *pa, const void *pb)
{
  const Plain *a = pa, *b = pb;
  if (a->body != b->body)
    return a->body < b->body ? -1 : 1;
  return (a->member > b->member) - (a->member < b->member);
}

// is_barred: of each node, whether it drives a member that another one drives, too: alone it goes
// nowhere, since that one stands still.
static void
find_barred (TrEngine *e, const TrComponent *k, bool *is_barred)
{
  size_t mark = tr_scratch_mark (e->scratch);
  Plain *plain = tr_scratch_bytes (e->scratch, (size_t) k->n_nodes * sizeof *plain);
  int n = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrConstraint *c = &e->m->constraints[k->nodes[i].con];
    is_barred[i] = false;
    if (k->nodes[i].drive && is_plain (c))
      plain[n++] = (Plain){i, c->end[0].body, c->member};
  }
  qsort (plain, (size_t) n, sizeof *plain, compare_plain);
  for (int i = 1; i < n; i++)
    if (compare_plain (&plain[i - 1], &plain[i]) == 0)
      is_barred[plain[i - 1].node] = is_barred[plain[i].node] = true;
  tr_scratch_release (e->scratch, mark);
}

// Where together they cannot, each drive is led alone, the others standing still.
static void
lead_each (TrEngine *e, TrComponent *k, TrState *s, TrWay *w, TrStepResult *result)
{
  double share = w->left;
  bool *is_barred = tr_scratch_bytes (e->scratch, (size_t) k->n_nodes * sizeof *is_barred);
  find_barred (e, k, is_barred);
  for (int i = 0; i < k->n_nodes; i++) {
    if (!k->nodes[i].drive || is_barred[i])
      continue;
    TrWay alone = {.rest = w->rest, .only = i};
    for (int r = 0; r < k->nodes[i].rows; r++)
      w->rest[i * TR_ROWS_MAX + r] *= share;
    // forces have had their seconds, or have none without the drives
    lead (e, k, s, 1e-3 * TR_FRAME_SECONDS, false, &alone, result);
  }
}

bool
tr_drives_lead (TrEngine *e, TrComponent *k, TrState *s, bool stopped, TrStepResult *result)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrWay w = {.rest = tr_scratch_zeroed (e->scratch, (size_t) k->n_nodes * TR_ROWS_MAX + 1)};
  double stiffness = e->grab.stiffness, h = e->h;
  bool before = false;
  e->grab.stiffness = 0;
  tr_move_begin_one (e, k, s);
  memset (k->lambda, 0, sizeof (double) * (size_t) k->n_rows); // those of masses are others
  begin_way (e, k, s, &w, &before);
  bool any = lead (e, k, s, 1e-3 * TR_FRAME_SECONDS, stopped, &w, result);
  for (int i = 0; i < k->n_nodes; i++)
    k->nodes[i].stands = k->nodes[i].drive && w.left > 0;
  e->grab.stiffness = stiffness;
  e->h = h;
  tr_scratch_release (e->scratch, mark);
  return any;
}

static int
count_stalled (TrEngine *e, const TrComponent *k)
{
  int n = 0;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *node = &k->nodes[i];
    bool short_of = false;
    for (int r = 0; r < node->rows && node->drive; r++)
      short_of |= fabs (node->hold[r]) > node->tol[r];
    n += short_of;
  }
  return n;
}

// A step of h seconds of one component; s->time is its end.
static void
advance_component (TrEngine *e, TrComponent *k, TrState *s, double h, TrStepResult *result)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrWay w = {.rest = tr_scratch_zeroed (e->scratch, (size_t) k->n_nodes * TR_ROWS_MAX + 1)};
  bool stopped = false;
  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_component_measure (e, k, s);
  int driven = begin_way (e, k, s, &w, &stopped);
  bool forced = k->n_softs > 0 && h > 0;
  if (driven > 0 || forced) {
    bool any = lead (e, k, s, h, stopped, &w, result);
    if (w.left > 0 && driven > 1)
      lead_each (e, k, s, &w, result);
    else if (w.left > 0 && forced) { // forces act on with the drives standing still
      double before;
      tr_component_residual (e, k, s, NULL, &before);
      e->h = h * w.left;
      any |= take_part (e, k, s, NULL, before, NULL, &result->iterations);
    }
    result->ok &= any || driven > 0;
    result->moved |= any;
  }
  result->stalled += count_stalled (e, k);
  double relative, residual = tr_component_residual (e, k, s, &relative, NULL);
  result->residual = fmax (result->residual, residual);
  result->relative = fmax (result->relative, relative);
  tr_scratch_release (e->scratch, mark);
}

// A step of a component. What a blade has come to is the sum of its way, which the trapezoidal rule
// follows to second order in the step: a 40th of a step takes a towed cart within 1e-8 of its length
// along the tractrix.
static void
advance_finely (TrEngine *e, TrComponent *k, TrState *s, double from, TrStepResult *result)
{
  double to = s->time;
  int stalled = result->stalled, n = k->has_blade ? BLADE_STEPS : 1;
  for (int i = 1; i <= n; i++) {
    s->time = i < n ? from + (to - from) * i / n : to;
    result->stalled = stalled;
    advance_component (e, k, s, fabs (to - from) / n, result);
  }
}

// What does not hold, drives apart, is brought together before time moves it: a drawing may be played
// as it was written, and from there no part of a step would be as good as what was before.
static void
bring_together (TrEngine *e, TrState *s, TrStepResult *result)
{
  for (int c = 0; c < e->n_components; c++) {
    TrComponent *k = e->components[c];
    if (k->n_nodes == 0 || (k->n_softs == 0 && !k->has_drive))
      continue;
    double in_tol;
    if (!k->kkt)
      tr_component_prepare (e, k, s);
    tr_component_measure (e, k, s);
    tr_drives_stand (e, k, s);
    tr_component_residual (e, k, s, NULL, &in_tol);
    tr_drives_go (k);
    if (in_tol > 1)
      tr_component_solve (e, k, s, result);
  }
}

// How much of a sub-step's way a drive makes in so many seconds: half a radian, or half a link of what
// it moves. Wherever the drawing lies, and however large the rest of it is.
static double
count_ways (TrEngine *e, const TrState *s, const TrNode *n, double seconds)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  tr_constraint_rows (e->m, n->con, s->q, &s->memory[n->con], s->time, e->scratch, &rows);
  double rate = rows.m > 1 ? hypot (rows.c_t[0], rows.c_t[1]) : fabs (rows.c_t[0]);
  double most = tr_constraint_unit (e->m, n->con, 0) == TR_ROW_ANGLE ? 0.5 : 0.5 * n->ell;
  tr_scratch_release (e->scratch, mark);
  return most > 0 && isfinite (rate) ? rate * seconds / most : 0;
}

// How many steps: none longer than a frame, and in none does a drive go farther than in a sub-step.
static int
count_steps (TrEngine *e, const TrState *s, double seconds)
{
  double n = seconds / TR_FRAME_SECONDS - 1e-6;
  for (int c = 0; c < e->n_components; c++) {
    TrComponent *k = e->components[c];
    if (!k->has_drive)
      continue;
    if (!k->kkt)
      tr_component_prepare (e, k, s);
    tr_component_measure (e, k, s);
    for (int i = 0; i < k->n_nodes; i++)
      if (k->nodes[i].drive)
        n = fmax (n, count_ways (e, s, &k->nodes[i], seconds));
  }
  return (int) fmin (MOST_STEPS, fmax (1, ceil (n)));
}

// The move of the whole drawing, for the next step's predictor; a slide that wrapped has made no
// such move.
static void
keep_move (TrEngine *e, const TrState *s, double h)
{
  for (int i = 0; i < e->m->n_q; i++) {
    e->last[i] = s->q[i] - e->last[i];
    if (i >= e->m->n_body_q && fabs (e->last[i]) > 1)
      e->last[i] = 0;
  }
  e->last_h = h;
}

TrStepResult
tr_engine_advance (TrEngine *e, TrState *s, double time)
{
  TrStepResult result = {.ok = true};
  g_return_val_if_fail (s->n_q == e->m->n_q && isfinite (time), result);
  tr_window_end (e); // time moves all
  if (e->m->world.law == TR_LAW_SECOND_ORDER)
    return tr_second_order_advance (e, s, time);
  double from = s->time, seconds = fabs (time - from);
  int n = count_steps (e, s, seconds);
  double stiffness = e->grab.stiffness;
  size_t mark = tr_scratch_mark (e->scratch);
  double *before = tr_scratch_doubles (e->scratch, (size_t) e->m->n_q + 1);
  if (!e->last)
    e->last = g_new0 (double, e->m->n_q + 1);
  bool backwards = time < from;
  if (backwards != e->backwards) // what it did then is no sign of what it does now
    e->last_h = 0;
  e->backwards = backwards;
  e->grab.stiffness = 0; // the hand has frames of its own
  if (!(e->last_h > 0))
    bring_together (e, s, &result);
  for (int i = 1; i <= n; i++) {
    s->time = i < n ? from + (time - from) * i / n : time;
    if (s->n_q > 0)
      memcpy (before, s->q, sizeof (double) * (size_t) s->n_q);
    tr_move_begin (e, s);
    result.stalled = 0;
    for (int c = 0; c < e->n_components; c++)
      if (e->components[c]->n_softs > 0 || e->components[c]->has_drive)
        advance_finely (e, e->components[c], s, from + (time - from) * (i - 1) / n, &result);
    if (s->n_q > 0)
      memcpy (e->last, before, sizeof (double) * (size_t) s->n_q);
    keep_move (e, s, seconds / n);
    if (e->watch && i < n)
      e->watch (s, -1, e->watch_data);
  }
  e->h = TR_FRAME_SECONDS;
  e->grab.stiffness = stiffness;
  tr_scratch_release (e->scratch, mark);
  return result;
}
