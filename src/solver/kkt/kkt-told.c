// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Of few columns by singular values: G = (Wᵀ Σ⁻¹) (Σ U), exact to the last digits. Of many
//
//   GᵀG = RᵀR        R₁ = R at the columns P of the pivots        Q = G_P R₁⁻¹
//
// by Cholesky's factor of the largest pivots; Q is never written down. Directions that are weak are
// left out after the rows of R have been turned until they are orthogonal. What GᵀG has lost of the
// digits the caller refines: the small system is good to 1e-8, what is missed is asked for again.

#include "solver/kkt/kkt-told.h"

#include "math/dense.h"
#include "solver/kkt/kkt-crowd.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Squares of what is left of a column that is none, of rows of unit length and beside the largest.
#define NO_PIVOT  1e-9
#define NO_DIGITS 1e-13

struct _TrKktTold {
  int n_rows, n_cols;
  const int *start, *col;
  double *val;
  bool is_small;
  int n;          // rows of R
  double *r;      // n_cols × n_cols, of which n
  double *length; // of each of R's rows, 0: none
  // small: Q's columns, n_cols × n_rows, and U
  double *w, *u;
  // not small
  double *gram;       // n_cols × n_cols
  double *left;       // of each column: the square of what is left of it
  int *pivot;         // of each row of R
  double *first;      // R before it is turned, where it is
  double *turn;       // n × n
  double *z, *by_col; // n_cols
  bool is_turned;
};

TrKktTold *
tr_kkt_told_new (int n_rows, int n_cols, const int *start, const int *col)
{
  gsize d = (gsize) n_cols;
  TrKktTold *t = g_new0 (TrKktTold, 1);
  t->n_rows = n_rows;
  t->n_cols = n_cols;
  t->start = start;
  t->col = col;
  t->is_small = n_cols <= TR_KKT_CROWD_FEW;
  t->val = g_new0 (double, start[n_rows] + 1);
  t->length = g_new0 (double, d);
  t->r = g_new0 (double, d *d);
  if (t->is_small) {
    t->w = g_new0 (double, d *(gsize) n_rows);
    t->u = g_new0 (double, d *d);
    return t;
  }
  double **squares[] = {&t->gram, &t->first, &t->turn};
  for (gsize i = 0; i < G_N_ELEMENTS (squares); i++)
    *squares[i] = g_new0 (double, d *d);
  t->left = g_new0 (double, d);
  t->z = g_new0 (double, d);
  t->by_col = g_new0 (double, d);
  t->pivot = g_new0 (int, d);
  return t;
}

void
tr_kkt_told_free (TrKktTold *t)
{
  if (!t)
    return;
  void *lists[] = {t->val,  t->r,     t->length, t->w, t->u,      t->gram,
                   t->left, t->pivot, t->first,  t->z, t->by_col, t->turn};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (t);
}

bool
tr_kkt_told_is_small (const TrKktTold *t)
{
  return t->is_small;
}

double *
tr_kkt_told_values (TrKktTold *t)
{
  return t->val;
}

const double *
tr_kkt_told_row (const TrKktTold *t, int k)
{
  return t->length[k] > 0 ? t->r + k * t->n_cols : NULL;
}

// ─── few columns ────────────────────────────────────────────────────────────

static int
find_small (TrKktTold *t, double weak)
{
  int d = t->n_cols, rank = 0;
  memset (t->w, 0, sizeof (double) * (size_t) d * (size_t) t->n_rows);
  for (int i = 0; i < t->n_rows; i++)
    for (int e = t->start[i]; e < t->start[i + 1]; e++)
      t->w[t->col[e] * t->n_rows + i] = t->val[e];
  dense_jacobi_svd (d, t->n_rows, t->w, t->u);
  for (int k = 0; k < d; k++) {
    double *w = t->w + k * t->n_rows, sigma = sqrt (dense_dot (t->n_rows, w, w));
    t->length[k] = sigma > weak ? sigma : 0;
    rank += t->length[k] > 0;
    for (int i = 0; i < t->n_rows; i++)
      w[i] = t->length[k] > 0 ? w[i] / sigma : 0;
    for (int c = 0; c < d; c++)
      t->r[k * d + c] = t->length[k] * t->u[k * d + c];
  }
  t->n = d;
  return rank;
}

// ─── many ───────────────────────────────────────────────────────────────────

static void
find_gram (TrKktTold *t)
{
  int d = t->n_cols;
  memset (t->gram, 0, sizeof (double) * (size_t) d * (size_t) d);
  for (int i = 0; i < t->n_rows; i++)
    for (int e = t->start[i]; e < t->start[i + 1]; e++)
      for (int l = t->start[i]; l < t->start[i + 1]; l++)
        t->gram[t->col[e] * d + t->col[l]] += t->val[e] * t->val[l];
}

// The rows of R, a pivot each; those of columns that were pivots before are 0 to the last bit.
static void
factor (TrKktTold *t, double weak)
{
  int d = t->n_cols;
  double least = 0;
  for (int c = 0; c < d; c++) {
    t->left[c] = t->gram[c * (d + 1)];
    least = fmax (least, NO_DIGITS * t->left[c]);
  }
  if (weak > 0)
    least = fmax (least, NO_PIVOT);
  for (t->n = 0; t->n < d; t->n++) {
    int best = 0;
    for (int c = 1; c < d; c++)
      if (t->left[c] > t->left[best])
        best = c;
    if (!(t->left[best] > least))
      break;
    double *row = t->r + t->n * d, root = sqrt (t->left[best]);
    memcpy (row, t->gram + best * d, sizeof (double) * (size_t) d);
    for (int i = 0; i < t->n; i++)
      dense_axpy (d, -t->r[i * d + best], t->r + i * d, row);
    for (int c = 0; c < d; c++) {
      row[c] /= root;
      t->left[c] = fmax (0, t->left[c] - row[c] * row[c]);
    }
    row[best] = root;
    for (int i = 0; i < t->n; i++)
      row[t->pivot[i]] = 0;
    t->left[best] = 0;
    t->pivot[t->n] = best;
    t->length[t->n] = 1;
  }
}

// x ← R₁⁻¹ y
static void
solve_upper (const TrKktTold *t, const double *r, const double *y, double *x)
{
  for (int l = t->n - 1; l >= 0; l--) {
    double sum = y[l];
    for (int m = l + 1; m < t->n; m++)
      sum -= r[l * t->n_cols + t->pivot[m]] * x[m];
    x[l] = sum / r[l * t->n_cols + t->pivot[l]];
  }
}

// The smallest singular value of R is not less than 1/|R₁⁻¹|.
static bool
may_be_weak (const TrKktTold *t, double weak)
{
  double sum = 0;
  for (int k = 0; k < t->n; k++) {
    // column k of the inverse has nothing under the diagonal
    for (int l = k; l >= 0; l--) {
      double s = l == k ? 1 : 0;
      for (int m = l + 1; m <= k; m++)
        s -= t->r[l * t->n_cols + t->pivot[m]] * t->z[m];
      t->z[l] = s / t->r[l * t->n_cols + t->pivot[l]];
      sum += t->z[l] * t->z[l];
    }
  }
  return !(sum * weak * weak < 1);
}

static int
leave_out_weak (TrKktTold *t, double weak)
{
  int rank = 0;
  memcpy (t->first, t->r, sizeof (double) * (size_t) t->n * (size_t) t->n_cols);
  dense_jacobi_svd (t->n, t->n_cols, t->r, t->turn);
  for (int k = 0; k < t->n; k++) {
    double *row = t->r + k * t->n_cols;
    t->length[k] = dense_dot (t->n_cols, row, row) > weak * weak ? 1 : 0;
    rank += t->length[k] > 0;
  }
  return rank;
}

static int
find_many (TrKktTold *t, double weak)
{
  find_gram (t);
  factor (t, weak);
  t->is_turned = weak > 0 && may_be_weak (t, weak);
  return t->is_turned ? leave_out_weak (t, weak) : t->n;
}

int
tr_kkt_told_find (TrKktTold *t, double weak, int *rank)
{
  *rank = t->is_small ? find_small (t, weak) : find_many (t, weak);
  return t->n;
}

// ─── Q ──────────────────────────────────────────────────────────────────────

static void
down_small (const TrKktTold *t, const double *x, double *y)
{
  for (int k = 0; k < t->n; k++)
    y[k] = dense_dot (t->n_rows, t->w + k * t->n_rows, x);
}

// R₁⁻ᵀ (Gᵀx)_P, turned.
static void
down_many (TrKktTold *t, const double *x, double *y)
{
  const double *r = t->is_turned ? t->first : t->r;
  memset (t->by_col, 0, sizeof (double) * (size_t) t->n_cols);
  for (int i = 0; i < t->n_rows; i++)
    for (int e = t->start[i]; e < t->start[i + 1]; e++)
      t->by_col[t->col[e]] += t->val[e] * x[i];
  for (int l = 0; l < t->n; l++) {
    double sum = t->by_col[t->pivot[l]];
    for (int m = 0; m < l; m++)
      sum -= r[m * t->n_cols + t->pivot[l]] * t->z[m];
    t->z[l] = sum / r[l * t->n_cols + t->pivot[l]];
  }
  for (int k = 0; k < t->n; k++)
    y[k] = t->is_turned ? (t->length[k] > 0 ? dense_dot (t->n, t->turn + k * t->n, t->z) : 0)
                        : t->z[k];
}

static void
up_many (TrKktTold *t, const double *y, double *x)
{
  double *turned = t->by_col;
  if (t->is_turned) {
    memset (turned, 0, sizeof (double) * (size_t) t->n);
    for (int k = 0; k < t->n; k++)
      if (t->length[k] > 0)
        dense_axpy (t->n, y[k], t->turn + k * t->n, turned);
    y = turned;
  }
  solve_upper (t, t->is_turned ? t->first : t->r, y, t->z);
  memset (t->by_col, 0, sizeof (double) * (size_t) t->n_cols);
  for (int k = 0; k < t->n; k++)
    t->by_col[t->pivot[k]] = t->z[k];
  for (int i = 0; i < t->n_rows; i++)
    for (int e = t->start[i]; e < t->start[i + 1]; e++)
      x[i] += t->val[e] * t->by_col[t->col[e]];
}

void
tr_kkt_told_down (TrKktTold *t, const double *x, double *y)
{
  if (t->is_small)
    down_small (t, x, y);
  else
    down_many (t, x, y);
}

void
tr_kkt_told_up (TrKktTold *t, const double *y, double *x)
{
  if (!t->is_small)
    up_many (t, y, x);
  for (int k = 0; t->is_small && k < t->n; k++)
    dense_axpy (t->n_rows, y[k], t->w + k * t->n_rows, x);
}
