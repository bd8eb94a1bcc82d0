// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// With rows of the basis B = R Q, Q orthonormal, and a row a = p Q of their span
//
//   a = (p R⁻¹) B
//
// is its circuit. In the order of the document circuits are short: what is given between all of many
// is given with the first of them first.

#include "solver/rank/spanned-rows.h"

#include "math/ortho.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum {
  MANY = 256,       // rows; fewer are looked at one by one in no time
  TIMES = 2,        // more than their unknowns
  MOST_COLS = 1200, // of a basis that is kept whole
};

// Of a unit row that is a combination of others so much is left at the most, and so much at least of
// one that is none; of parts of a row none is below the one, some are above the other.
#define NOTHING 1e-12
#define PART    1e-5
#define NO_PART 1e-10

typedef struct {
  const TrSparse *a;
  TrScratch *scratch;
  int n_cols, *place; // of each column that is touched: its place, −1
  int n, *row;        // of the basis
  double *q;          // n × n_cols
  double *r;          // n × n, by rows, lower left
  double *x, *p;      // one row
  int *at;            // its circuit
  double *val;
} Basis;

// Columns that rows that take part touch, numbered; −1 for the others.
static int
number_cols (const TrSparse *a, const int *is_in, int *place)
{
  int n = 0;
  for (int u = 0; u < a->n_cols; u++) {
    bool is_touched = false;
    for (int k = a->col_start[u]; k < a->col_start[u + 1] && !is_touched; k++)
      is_touched = is_in[a->row[k]];
    place[u] = is_touched ? n++ : -1;
  }
  return n;
}

bool
tr_rows_abound (const TrSparse *a, const int *is_in, TrScratch *s)
{
  size_t mark = tr_scratch_mark (s);
  int n_in = 0, n_cols = number_cols (a, is_in, tr_scratch_ints (s, (size_t) a->n_cols));
  for (int i = 0; i < a->n_rows; i++)
    n_in += is_in[i];
  tr_scratch_release (s, mark);
  return n_in > MANY && n_in > TIMES * n_cols && n_cols <= MOST_COLS;
}

// p, x: what a row has of the basis, and what is left of it, which has the length returned.
static double
project (Basis *b, int row)
{
  memset (b->x, 0, sizeof (double) * (size_t) b->n_cols);
  memset (b->p, 0, sizeof (double) * (size_t) b->n_cols);
  for (int k = b->a->start[row]; k < b->a->start[row + 1]; k++)
    b->x[b->place[b->a->col[k]]] += b->a->val[k];
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < b->n; j++) {
      const double *q = b->q + (size_t) j * (size_t) b->n_cols;
      double f = dense_dot (b->n_cols, q, b->x);
      dense_axpy (b->n_cols, -f, q, b->x);
      b->p[j] += f;
    }
  return sqrt (dense_dot (b->n_cols, b->x, b->x));
}

static void
take_in (Basis *b, int row, double left)
{
  double *r = b->r + (size_t) b->n * (size_t) b->n_cols;
  double *q = b->q + (size_t) b->n * (size_t) b->n_cols;
  memcpy (r, b->p, sizeof (double) * (size_t) b->n);
  r[b->n] = left;
  for (int u = 0; u < b->n_cols; u++)
    q[u] = b->x[u] / left;
  b->row[b->n++] = row;
}

// p ← p R⁻¹; whether each part is clearly there or clearly not.
static bool
solve (Basis *b)
{
  double most = 1;
  bool is_clear = true;
  for (int j = b->n - 1; j >= 0; j--) {
    const double *r = b->r + (size_t) j * (size_t) b->n_cols;
    b->p[j] /= r[j];
    dense_axpy (j, -b->p[j], r, b->p);
    most = fmax (most, fabs (b->p[j]));
  }
  for (int j = 0; j < b->n; j++)
    is_clear &= fabs (b->p[j]) <= NO_PART * most || fabs (b->p[j]) > PART * most;
  return is_clear;
}

// The row less its parts: earlier ones all.
static void
add_circuit (const Basis *b, int row, TrSparseList *out)
{
  int n = 0;
  double most = 1;
  for (int j = 0; j < b->n; j++)
    most = fmax (most, fabs (b->p[j]));
  for (int j = 0; j < b->n; j++)
    if (fabs (b->p[j]) > NO_PART * most) {
      b->at[n] = b->row[j];
      b->val[n++] = -b->p[j] / most;
    }
  b->at[n] = row;
  b->val[n++] = 1 / most;
  tr_sparse_list_add (out, n, b->at, b->val, b->scratch);
}

void
tr_spanned_rows (
    const TrSparse *a, const int *is_in, TrScratch *s, TrSparseList *out, bool *is_spanned)
{
  Basis b = {.a = a, .scratch = s, .place = tr_scratch_ints (s, (size_t) a->n_cols)};
  b.n_cols = number_cols (a, is_in, b.place);
  size_t n = (size_t) b.n_cols;
  b.row = tr_scratch_ints (s, n);
  b.q = tr_scratch_doubles (s, n * n);
  b.r = tr_scratch_doubles (s, n * n);
  b.x = tr_scratch_doubles (s, n);
  b.p = tr_scratch_doubles (s, n);
  b.at = tr_scratch_ints (s, n + 1);
  b.val = tr_scratch_doubles (s, n + 1);
  *out = (TrSparseList){0};
  for (int i = 0; i < a->n_rows; i++) {
    is_spanned[i] = false;
    double left = is_in[i] ? project (&b, i) : 0;
    if (is_in[i] && left > PART && b.n < b.n_cols) {
      take_in (&b, i, left);
    } else if (is_in[i] && left < NOTHING && solve (&b)) {
      add_circuit (&b, i, out);
      is_spanned[i] = true;
    }
  }
}
