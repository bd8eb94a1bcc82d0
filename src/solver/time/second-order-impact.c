// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Limits in the second-order law: when one is met, and the impulse that it gives.

#include "solver/drives.h"
#include "solver/engine-private.h"
#include "solver/rates.h"
#include "solver/time/second-order-private.h"

#include <string.h>

enum { MOST_TRIES = 12 }; // for the time of an impact

static size_t
bytes_of (int n)
{
  return sizeof (double) * (size_t) n;
}

double
tr_course_first_impact (TrCourse *w, const double *before, int *node, int *row)
{
  double first = 1;
  for (int i = 0; i < w->k->n_nodes; i++) {
    const TrNode *n = &w->k->nodes[i];
    double c[TR_ROWS_MAX];
    bool undefined;
    if (!n->inequality)
      continue;
    tr_constraint_residual (w->e->m, n->con, w->s->q, &w->s->memory[n->con], w->s->time, c,
                            &undefined);
    for (int r = 0; r < n->rows; r++) {
      double was = before[n->lambda + r];
      if ((w->e->active[n->con] & (1 << r)) || !isfinite (c[r]) || c[r] >= -0.1 * n->tol[r])
        continue;
      double share = was > 0 ? was / (was - c[r]) : 0;
      if (share < first) {
        first = share;
        *node = i;
        *row = r;
      }
    }
  }
  return first;
}

void
tr_course_look_at_limits (TrCourse *w, double *c)
{
  memset (c, 0, bytes_of (w->k->n_rows));
  for (int i = 0; i < w->k->n_nodes && w->k->has_inequality; i++) {
    const TrNode *n = &w->k->nodes[i];
    bool undefined;
    if (n->inequality)
      tr_constraint_residual (w->e->m, n->con, w->s->q, &w->s->memory[n->con], w->s->time,
                              &c[n->lambda], &undefined);
  }
}

// J v of a row.
static double
row_speed (TrCourse *w, const TrNode *n, int row)
{
  size_t mark = tr_scratch_mark (w->e->scratch);
  TrRowBlock rows;
  double sum = 0;
  tr_constraint_rows_fast (w->e->m, n->con, w->s->q, &w->s->memory[n->con], w->s->time, n->ell,
                           w->e->scratch, &rows);
  for (int a = 0, col = 0; a < rows.n_runs; col += rows.run_n[a], a++) {
    int block = w->k->run_block[n->run + a];
    for (int i = 0; i < rows.run_n[a] && block >= 0; i++)
      sum += rows.J[row * rows.n + col + i] * w->v[w->k->blocks[block].v + i];
  }
  tr_scratch_release (w->e->scratch, mark);
  return sum;
}

bool
tr_course_bounce (TrCourse *w, int node, int row)
{
  const TrNode *n = &w->k->nodes[node];
  const TrConstraint *c = &w->e->m->constraints[n->con];
  bool gives_back = c->kind == TR_CON_LIMIT && (c->has & (1u << TR_LIMIT_RESTITUTION));
  double e = gives_back ? CLAMP (c->scalar[TR_LIMIT_RESTITUTION].value, 0, 1) : 0;
  double speed = row_speed (w, n, row), fall = 0;
  for (int i = 0; i < w->k->n_v; i++)
    fall = fmax (fall, fabs (w->a[i]));
  w->e->active[n->con] |= (unsigned char) (1 << row);
  if (!tr_course_assemble (w, 0))
    return false;
  memset (w->d, 0, bytes_of (w->k->n_v));
  tr_rates_add_momentum (w->k, w->v, 1, w->d);
  tr_rates_velocity_side (w->e, w->k, w->s, w->b);
  bool bounces = -e * speed > 2 * fall * fabs (w->h);
  if (bounces && speed < 0)
    w->b[n->lambda + row] = -e * speed;
  if (!tr_course_factor_solve (w, w->d, w->b, w->v))
    return false;
  if (bounces)
    w->e->active[n->con] &= (unsigned char) ~(1 << row);
  else if (row_speed (w, n, row) < -1e-6 * fabs (speed)) // a drive would go through it
    tr_drives_stand (w->e, w->k, w->s);
  return tr_course_settle (w, 0);
}

static double
limit_left (TrCourse *w, int node, int row)
{
  const TrNode *n = &w->k->nodes[node];
  double c[TR_ROWS_MAX];
  bool undefined;
  tr_constraint_residual (w->e->m, n->con, w->s->q, &w->s->memory[n->con], w->s->time, c,
                          &undefined);
  return c[row] / n->tol[row];
}

// Regula falsi on what is left, the end that stays counted half (the Illinois rule): a chord of a
// fall ends above the floor. was: at the start, in tolerances.
bool
tr_course_fall (TrCourse *w, double h, double share, double was, int node, int row, double *done)
{
  double low = 0, high = 1, above = was, below = share > 0 ? was - was / share : -1;
  *done = 0;
  for (int i = 0; i < MOST_TRIES && share > 1e-12; i++) {
    if (!tr_course_drift (w, share * h))
      return false;
    double left = limit_left (w, node, row);
    if (left >= -0.1 && (left <= 1 || i == MOST_TRIES - 1)) {
      *done = share * h;
      return tr_course_settle (w, 0.5 * share * h);
    }
    if (!tr_course_go_back (w, share * h))
      return false;
    if (left > 0) {
      below *= low > 0 ? 0.5 : 1;
      low = share;
      above = left;
    } else {
      above *= high < 1 ? 0.5 : 1;
      high = share;
      below = left;
    }
    share = i < MOST_TRIES - 2 ? (low * below - high * above) / (below - above) : low;
  }
  return true;
}
