// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/design/damped.h"

#include "math/dense.h"

#include <glib.h>
#include <math.h>

static const double most_share = 0.5; // of its size a number changes by
static const double least_angle = 1e-3;

static double
dot (const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

// y −= the part of it along each wall.
static void
leave_out_walls (const TrDamped *p, double *y)
{
  for (int w = 0; w < p->n_walls; w++) {
    const double *wall = p->walls + w * p->n;
    double along = dot (wall, y, p->n);
    for (int i = 0; i < p->n; i++)
      y[i] -= along * wall[i];
  }
}

bool
tr_damped_step (const TrDamped *p, double mu, double *move)
{
  int rows = p->rows, n = p->n;
  g_autofree double *A = g_new (double, rows *n), *K = g_new0 (double, rows *rows);
  g_autofree double *x = g_memdup2 (p->r, sizeof (double) * (gsize) rows);
  double trace = 0, most = 0;
  for (int a = 0; a < rows; a++) {
    for (int i = 0; i < n; i++)
      A[a * n + i] = p->G[a * n + i] * p->size[i];
    leave_out_walls (p, A + a * n);
  }
  for (int a = 0; a < rows; a++)
    for (int b = 0; b < rows; b++) {
      K[a * rows + b] = dot (A + a * n, A + b * n, n);
      trace += a == b ? K[a * rows + a] : 0;
    }
  if (!(trace > 0))
    return false;
  for (int a = 0; a < rows; a++)
    K[a * rows + a] += mu * trace;
  ldl_factor (rows, K, NULL, 0);
  ldl_solve (rows, K, x);
  for (int i = 0; i < n; i++) {
    move[i] = 0;
    for (int a = 0; a < rows; a++)
      move[i] += A[a * n + i] * x[a];
  }
  double length = sqrt (dot (move, move, n));
  for (int w = 0; w < p->n_walls; w++)
    for (int i = 0; i < n; i++)
      move[i] -= p->off_walls * length * p->walls[w * n + i];
  for (int i = 0; i < n; i++)
    most = fmax (most, fabs (move[i]));
  for (int i = 0; i < n; i++)
    move[i] *= p->size[i] * fmin (1, most_share / most);
  return most > 0 && isfinite (most);
}

bool
tr_damped_add_wall (TrDamped *p, const double *gradient, const double *move)
{
  if (p->n_walls == TR_DAMPED_WALLS)
    return false;
  double *wall = p->walls + p->n_walls * p->n, out = 0;
  for (int i = 0; i < p->n; i++) {
    wall[i] = gradient[i] * p->size[i];
    out += gradient[i] * move[i];
  }
  double before = sqrt (dot (wall, wall, p->n));
  leave_out_walls (p, wall);
  double length = sqrt (dot (wall, wall, p->n));
  if (!(length > least_angle * before) || !isfinite (length))
    return false;
  for (int i = 0; i < p->n; i++)
    wall[i] *= (out < 0 ? -1 : 1) / length;
  p->n_walls++;
  return true;
}
