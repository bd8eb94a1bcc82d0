// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// With rows of the basis B = R Q, Q orthonormal, and a row a = p Q of their span
//
//   a = (p R⁻¹) B
//
// is its circuit. In the order of the document circuits are short: what is given between all of many
// is given with the first of them first. A row has to do with those of Q alone that share an unknown
// with it, since what is taken away of these is orthogonal to the others.

#include "solver/rank/spanned-rows.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum {
  MANY = 256, // rows; fewer are looked at one by one in no time
  TIMES = 6,  // more than their unknowns; a lattice, which has fewer, comes apart around its points
};

// Entries of Q that are looked at and that are kept, before it is given up: a basis that fills in is
// no help.
#define MOST_WORK 2000000000
#define MOST_KEPT 10000000

// Of a unit row that is a combination of others so much is left at the most, and so much at least of
// one that is none; of parts of a row none is below the one, some are above the other.
#define NOTHING 1e-12
#define PART    1e-5
#define NO_PART 1e-10
// What is left of unit rows that counts, of their mean: clear of the singular values that are none.
#define HARDLY 1e-7
// Entries of a unit row of Q that are rounding, and what is left of a row of which so little went
// that all digits are good.
#define ROUNDING 1e-14
#define MOST_OF  0.5

// One of Q with an entry in a column, and the link of the next one.
typedef struct {
  int which, next;
} Link;

typedef struct {
  const TrSparse *a;
  TrScratch *scratch;
  int n, *row;        // of the basis
  TrSparseVec *q, *r; // of each: its unit part, what it is made of
  int *holder;        // of each column: the last of Q that has an entry there, a link, −1
  Link *link;
  int n_links, n_room;
  int n_near, *near; // of Q: those that share a column with the row at hand
  int *seen;         // of each of Q: the last row that it was near
  int n_cols, *col;  // columns of what is left of the row
  int *met;          // of each column: the last row that met it
  double *x;         // of each column: what is left
  double *p;         // of each of Q: its part, 0 between rows
  double *own;       // of each: R's diagonal
  int *at;           // the row's circuit
  double *val;
  gint64 work;
} Basis;

// ---- How many there are ----

// The unknowns that rows that take part touch. What just two rows touch counts for neither: it says
// how they go together, as a slide does.
bool
tr_rows_abound (const TrSparse *a, const int *is_in)
{
  int n_rows = 0, n_cols = 0;
  for (int i = 0; i < a->n_rows; i++)
    n_rows += is_in[i];
  for (int u = 0; u < a->n_cols; u++) {
    int n = 0;
    for (int k = a->col_start[u]; k < a->col_start[u + 1] && n < 3; k++)
      n += is_in[a->row[k]];
    n_cols += n > 2;
    n_rows -= n == 2;
  }
  return n_rows > MANY && n_rows > TIMES * n_cols;
}

// ---- Parts ----

static void
meet (Basis *b, int col, int row)
{
  if (b->met[col] == row)
    return;
  b->met[col] = row;
  b->col[b->n_cols++] = col;
  b->x[col] = 0;
}

static void
take_row (Basis *b, int row)
{
  b->n_near = b->n_cols = 0;
  for (int k = b->a->start[row]; k < b->a->start[row + 1]; k++) {
    int u = b->a->col[k];
    meet (b, u, row);
    b->x[u] += b->a->val[k];
    for (int l = b->holder[u]; l >= 0; l = b->link[l].next) {
      int j = b->link[l].which;
      if (b->seen[j] != row)
        b->near[b->n_near++] = j;
      b->seen[j] = row;
      b->work++;
    }
  }
  for (int i = 0; i < b->n_near; i++) {
    const TrSparseVec *q = &b->q[b->near[i]];
    for (int k = 0; k < q->n; k++)
      meet (b, q->at[k], row);
    b->work += q->n;
  }
}

static double
length_left (const Basis *b)
{
  double sum = 0;
  for (int i = 0; i < b->n_cols; i++)
    sum += b->x[b->col[i]] * b->x[b->col[i]];
  return sqrt (sum);
}

// p, x: what a row has of the basis, and what is left of it, which has the length returned. The
// second pass removes what rounding leaves of the first (kahan: twice is enough).
static double
project (Basis *b, int row)
{
  double left = 1;
  take_row (b, row);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < b->n_near; i++) {
      const TrSparseVec *q = &b->q[b->near[i]];
      double f = 0;
      for (int k = 0; k < q->n; k++)
        f += q->val[k] * b->x[q->at[k]];
      for (int k = 0; k < q->n; k++)
        b->x[q->at[k]] -= f * q->val[k];
      b->p[b->near[i]] += f;
      b->work += 2 * q->n;
    }
    left = length_left (b);
    if (left < NOTHING || left > MOST_OF)
      break;
  }
  return left;
}

// ---- The basis ----

static void
hold (Basis *b, int col, int which)
{
  if (b->n_links == b->n_room) {
    b->n_room = MAX (1024, 2 * b->n_room);
    Link *all = tr_scratch_bytes (b->scratch, (size_t) b->n_room * sizeof *all);
    if (b->n_links > 0)
      memcpy (all, b->link, (size_t) b->n_links * sizeof *all);
    b->link = all;
  }
  b->link[b->n_links] = (Link){which, b->holder[col]};
  b->holder[col] = b->n_links++;
}

// R's row: parts of earlier ones of Q; its own comes with them.
static void
take_in (Basis *b, int row, double left)
{
  int n = 0;
  TrSparseVec *q = &b->q[b->n], *r = &b->r[b->n];
  *q = *r = (TrSparseVec){0};
  for (int i = 0; i < b->n_near; i++) {
    int j = b->near[i];
    b->at[i] = j;
    b->val[i] = b->p[j];
  }
  tr_sparse_vec_set (r, b->n_near, b->at, b->val, b->scratch);
  b->own[b->n] = left;
  for (int i = 0; i < b->n_cols; i++) {
    int u = b->col[i];
    if (!(fabs (b->x[u]) > ROUNDING * left))
      continue;
    b->at[n] = u;
    b->val[n++] = b->x[u] / left;
    hold (b, u, b->n);
  }
  tr_sparse_vec_set (q, n, b->at, b->val, b->scratch);
  b->row[b->n++] = row;
}

// p ← p R⁻¹; whether each part is clearly there or clearly not.
static bool
solve (Basis *b, double *most)
{
  bool is_clear = true;
  *most = 1;
  for (int j = b->n - 1; j >= 0; j--) {
    if (!(fabs (b->p[j]) > 0))
      continue;
    const TrSparseVec *r = &b->r[j];
    b->p[j] /= b->own[j];
    for (int k = 0; k < r->n; k++)
      b->p[r->at[k]] -= b->p[j] * r->val[k];
    *most = fmax (*most, fabs (b->p[j]));
    b->work += r->n;
  }
  b->work += b->n;
  for (int j = 0; j < b->n; j++)
    is_clear &= fabs (b->p[j]) <= NO_PART * *most || fabs (b->p[j]) > PART * *most;
  return is_clear;
}

// The row less its parts, in the order of rows.
static void
add_circuit (const Basis *b, int row, double most, TrSparseList *out)
{
  int n = 0;
  for (int j = 0; j <= b->n; j++) {
    double x = j < b->n ? -b->p[j] : 1;
    int at = j < b->n ? b->row[j] : row, to = n;
    if (j < b->n && !(fabs (x) > NO_PART * most))
      continue;
    for (; to > 0 && b->at[to - 1] > at; to--) {
      b->at[to] = b->at[to - 1];
      b->val[to] = b->val[to - 1];
    }
    b->at[to] = at;
    b->val[to] = x / most;
    n++;
  }
  tr_sparse_list_add (out, n, b->at, b->val, b->scratch);
}

static Basis
basis_make (const TrSparse *a, TrScratch *s)
{
  size_t n = (size_t) MIN (a->n_rows, a->n_cols), n_rows = (size_t) a->n_rows,
         n_cols = (size_t) a->n_cols;
  Basis b = {.a = a, .scratch = s};
  b.row = tr_scratch_ints (s, n);
  b.q = tr_scratch_bytes (s, n * sizeof *b.q);
  b.r = tr_scratch_bytes (s, n * sizeof *b.r);
  b.own = tr_scratch_doubles (s, n);
  b.near = tr_scratch_ints (s, n);
  b.seen = tr_scratch_ints (s, n);
  b.p = tr_scratch_zeroed (s, n);
  b.holder = tr_scratch_ints (s, n_cols);
  b.met = tr_scratch_ints (s, n_cols);
  b.col = tr_scratch_ints (s, n_cols);
  b.x = tr_scratch_doubles (s, n_cols);
  b.at = tr_scratch_ints (s, MAX (n_rows, n_cols) + 1);
  b.val = tr_scratch_doubles (s, MAX (n_rows, n_cols) + 1);
  for (size_t j = 0; j < n; j++)
    b.seen[j] = -1;
  for (size_t u = 0; u < n_cols; u++)
    b.holder[u] = b.met[u] = -1;
  return b;
}

// A row that is a combination of the basis is done; so is one that it is clearly none of, which joins it.
// Else what is left of the row is returned.
static double
look_at (Basis *b, int row, double least, TrSparseList *out, int *spanned)
{
  double most, left = project (b, row);
  bool is_done = false;
  if (left > least && b->n < MIN (b->a->n_rows, b->a->n_cols)) {
    take_in (b, row, left);
    is_done = true;
  } else if (left < NOTHING && solve (b, &most)) {
    spanned[out->n] = row;
    add_circuit (b, row, most, out);
    is_done = true;
  }
  memset (b->p, 0, sizeof (double) * (size_t) b->n);
  return is_done ? -1 : left;
}

static bool
is_too_much (const Basis *b)
{
  return b->work > MOST_WORK || b->n_links > MOST_KEPT;
}

// Where very many rows hardly tell what the basis does not, all together tell it: the one with the most
// of it joins the basis, and the others have a share of that.
static int
look_closer (Basis *b, int n, int *row, double *left, TrSparseList *out, int *spanned)
{
  while (n > MANY && !is_too_much (b)) {
    double sum = 0;
    int best = 0, n_left = 0;
    for (int i = 0; i < n; i++) {
      best = left[i] > left[best] ? i : best;
      sum += left[i] * left[i];
    }
    if (!(sum > HARDLY * HARDLY * b->a->n_rows) || b->n == MIN (b->a->n_rows, b->a->n_cols))
      break;
    look_at (b, row[best], 0, out, spanned);
    for (int i = 0; i < n; i++) {
      double rest = i == best ? -1 : look_at (b, row[i], PART, out, spanned);
      if (rest < 0)
        continue;
      row[n_left] = row[i];
      left[n_left++] = rest;
    }
    n = n_left;
  }
  return n;
}

bool
tr_spanned_rows (const TrSparse *a,
                 const int *is_in,
                 TrScratch *s,
                 TrSparseList *out,
                 int *spanned,
                 TrSpannedWork *work)
{
  Basis b = basis_make (a, s);
  int n = 0, *row = tr_scratch_ints (s, (size_t) a->n_rows);
  double *left = tr_scratch_doubles (s, (size_t) a->n_rows);
  *out = (TrSparseList){0};
  for (int i = 0; i < a->n_rows && !is_too_much (&b); i++) {
    if (!is_in[i])
      continue;
    left[n] = look_at (&b, i, PART, out, spanned);
    row[n] = i;
    n += !(left[n] < 0);
  }
  work->n_unclear += look_closer (&b, n, row, left, out, spanned);
  work->n_entries += b.work;
  return !is_too_much (&b);
}
