// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/contrast.h"

#include <glib.h>

enum { MOST_SAMPLES = 256 }; // along the longer side

// How far an edge is seen, in shares of the longer side: sharply, and from afar.
static const double near_share = 1.0 / 128, far_share = 1.0 / 12;

// The picture as a grid of mean brightness, row 0 at the bottom.
static float *
shrink (int w, int h, const unsigned char *brightness, int nx, int ny)
{
  float *grid = g_new (float, (gsize) nx *(gsize) ny);
  for (int j = 0; j < ny; j++) {
    gint64 y0 = (gint64) j * h / ny, y1 = (gint64) (j + 1) * h / ny;
    for (int i = 0; i < nx; i++) {
      gint64 x0 = (gint64) i * w / nx, x1 = (gint64) (i + 1) * w / nx, sum = 0;
      for (gint64 y = y0; y < y1; y++)
        for (gint64 x = x0; x < x1; x++)
          sum += brightness[(h - 1 - y) * w + x];
      grid[(gsize) j * (gsize) nx + (gsize) i] =
          (float) ((double) sum / (double) ((y1 - y0) * (x1 - x0)));
    }
  }
  return grid;
}

// One pass of a running mean of 2 r + 1 samples along rows of n, `step` apart; the ends go on.
static void
smooth_row (const float *from, float *to, int n, int step, int r)
{
  double sum = 0;
  for (int k = -r; k <= r; k++)
    sum += (double) from[CLAMP (k, 0, n - 1) * step];
  for (int i = 0; i < n; i++) {
    to[i * step] = (float) (sum / (2 * r + 1));
    sum += (double) from[MIN (i + r + 1, n - 1) * step] - (double) from[MAX (i - r, 0) * step];
  }
}

// Three running means: a piecewise parabola, near a Gaussian of σ² = r (r + 1).
static void
smooth (float *grid, float *spare, int nx, int ny, int r)
{
  for (int pass = 0; pass < 3; pass++) {
    for (int j = 0; j < ny; j++)
      smooth_row (grid + j * nx, spare + j * nx, nx, 1, r);
    for (int i = 0; i < nx; i++)
      smooth_row (spare + i, grid + i, ny, nx, r);
  }
}

// Adds |∇ brightness| of the picture smoothed over r samples, its greatest made 1.
static void
add_slopes (const float *bright, int nx, int ny, int r, float *sum)
{
  gsize n = (gsize) nx * (gsize) ny;
  g_autofree float *grid = g_memdup2 (bright, n * sizeof (float));
  g_autofree float *slope = g_new (float, n);
  double most = 0;
  smooth (grid, slope, nx, ny, r);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      const float *row = grid + j * nx;
      double x = (double) (row[MIN (i + 1, nx - 1)] - row[MAX (i - 1, 0)]) / 2;
      double y = (double) (grid[MIN (j + 1, ny - 1) * nx + i] - grid[MAX (j - 1, 0) * nx + i]) / 2;
      slope[j * nx + i] = (float) hypot (x, y);
      most = fmax (most, hypot (x, y));
    }
  for (gsize k = 0; k < n && most > 0; k++)
    sum[k] += (float) ((double) slope[k] / most / 2);
}

const TrContrast *
tr_contrast_new (
    TrPool *pool, int w, int h, const unsigned char *brightness, Vec2 at, Vec2 size, double turn)
{
  g_return_val_if_fail (w > 0 && h > 0, NULL);
  double share = fmin (1, (double) MOST_SAMPLES / MAX (w, h));
  int nx = MAX (1, (int) (w * share)), ny = MAX (1, (int) (h * share));
  gsize n = (gsize) nx * (gsize) ny;
  g_autofree float *bright = shrink (w, h, brightness, nx, ny);
  g_autofree float *sum = g_new0 (float, n);
  add_slopes (bright, nx, ny, MAX (1, (int) lround (near_share * MAX (nx, ny))), sum);
  add_slopes (bright, nx, ny, MAX (1, (int) lround (far_share * MAX (nx, ny))), sum);
  TrContrast c = {nx, ny,   tr_pool_copy (pool, sum, n * sizeof (float)),
                  at, size, v2_polar (1, turn)};
  return tr_pool_copy (pool, &c, sizeof c);
}

// The four cubic B-splines that are not 0 at u within its unit, and their derivatives.
static void
basis (double u, double b[4], double b1[4], double b2[4])
{
  double v = 1 - u;
  b[0] = v * v * v / 6;
  b[1] = (3 * u * u * u - 6 * u * u + 4) / 6;
  b[2] = (3 * v * v * v - 6 * v * v + 4) / 6;
  b[3] = u * u * u / 6;
  b1[0] = -v * v / 2;
  b1[1] = (3 * u * u - 4 * u) / 2;
  b1[2] = -(3 * v * v - 4 * v) / 2;
  b1[3] = u * u / 2;
  b2[0] = v;
  b2[1] = 3 * u - 2;
  b2[2] = 3 * v - 2;
  b2[3] = u;
}

double
tr_contrast_value (const TrContrast *c, Vec2 p, Vec2 *slope, Mat2 *bend)
{
  // as the picture would lie upright
  Vec2 middle = v2_mad (c->at, 0.5, c->size), d = v2_sub (p, middle);
  Mat2 turn = {c->along.x, -c->along.y, c->along.y, c->along.x};
  Mat2 back = {c->along.x, c->along.y, -c->along.y, c->along.x};
  p = v2_add (middle, m2_apply (back, d));
  // in samples; far outside nothing changes, and the whole number stays one
  Vec2 per = v2 (c->nx / c->size.x, c->ny / c->size.y);
  double u = CLAMP ((p.x - c->at.x) * per.x - 0.5, -4, c->nx + 4);
  double v = CLAMP ((p.y - c->at.y) * per.y - 0.5, -4, c->ny + 4);
  int i0 = (int) floor (u), j0 = (int) floor (v);
  double bx[4], bx1[4], bx2[4], by[4], by1[4], by2[4], value = 0;
  basis (u - i0, bx, bx1, bx2);
  basis (v - j0, by, by1, by2);
  *slope = v2 (0, 0);
  *bend = (Mat2){0, 0, 0, 0};
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++) {
      int x = CLAMP (i0 - 1 + i, 0, c->nx - 1), y = CLAMP (j0 - 1 + j, 0, c->ny - 1);
      double s = (double) c->value[(gsize) y * (gsize) c->nx + (gsize) x];
      value += s * bx[i] * by[j];
      *slope = v2_add (*slope, v2 (s * bx1[i] * by[j], s * bx[i] * by1[j]));
      bend->xx += s * bx2[i] * by[j];
      bend->xy += s * bx1[i] * by1[j];
      bend->yy += s * bx[i] * by2[j];
    }
  slope->x *= per.x;
  slope->y *= per.y;
  bend->xx *= per.x * per.x;
  bend->yy *= per.y * per.y;
  bend->xy *= per.x * per.y;
  bend->yx = bend->xy;
  *slope = m2_apply (turn, *slope);
  *bend = m2_mul (m2_mul (turn, *bend), back);
  return value;
}
