// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A neighbourhood grows from one row: of all unknowns near the row those are taken in that most rows
// tie to it, and with them the rows that now have all their unknowns inside. Each row is made
// orthogonal to those before it, and what it is made of is kept: where nothing of it is left, that
// is a circuit.

#include "solver/rank/local-loops.h"

#include "math/ortho.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_ROWS = 28, // of a neighbourhood
  MOST_COLS = 48,
  FAR = 4, // unknowns farther by a row count as so many that are tied less
};

// What is left of a unit row that is a combination of others, at the most.
#define NOTHING 1e-12
// Parts of a row in a circuit: none below the one, some above the other; in between a circuit is
// not to be trusted.
#define NO_PART 1e-10
#define PART    1e-5

typedef struct {
  const TrSparse *a;
  const int *is_in; // of each row
  TrSparseList *out;
  TrScratch *scratch;
  int *col_place; // of each column: its place inside, −1
  int *row_stamp; // of each row: the last neighbourhood that it was taken into
  int *score;     // of each column outside: rows that would come in with it, less its like
  int stamp;
  int n_cols, col[MOST_COLS];
  int level[MOST_COLS];       // of each column inside: rows on the way to it from the first
  int n_rows, row[MOST_ROWS]; // independent
  double frame[MOST_ROWS][MOST_COLS];
  double made_of[MOST_ROWS][MOST_ROWS]; // frame = made_of × rows
} Near;

static bool
enter_col (Near *w, int col, int level)
{
  if (w->n_cols == MOST_COLS)
    return false;
  w->col_place[col] = w->n_cols;
  w->level[w->n_cols] = level;
  w->col[w->n_cols++] = col;
  return true;
}

// The least level of a row's columns inside; −1: none is.
static int
level_of (const Near *w, int row)
{
  int level = -1;
  for (int k = w->a->start[row]; k < w->a->start[row + 1]; k++) {
    int place = w->col_place[w->a->col[k]];
    if (place >= 0 && (level < 0 || w->level[place] < level))
      level = w->level[place];
  }
  return level;
}

static int
count_outside (const Near *w, int row, int *first)
{
  int n = 0;
  for (int k = w->a->start[row]; k < w->a->start[row + 1]; k++)
    if (w->col_place[w->a->col[k]] < 0 && n++ == 0)
      *first = w->a->col[k];
  return n;
}

// The circuit that row closes with the rows inside, y = (made_of, 1), unless a part is neither
// clearly there nor clearly not.
static void
keep_circuit (Near *w, int row, const double *of)
{
  int at[MOST_ROWS + 1], n = 0;
  double val[MOST_ROWS + 1], most = 1;
  for (int i = 0; i < w->n_rows; i++)
    most = fmax (most, fabs (of[i]));
  for (int i = 0; i <= w->n_rows; i++) {
    double y = i == w->n_rows ? 1 : of[i];
    int r = i == w->n_rows ? row : w->row[i];
    if (fabs (y) <= NO_PART * most)
      continue;
    if (fabs (y) <= PART * most)
      return;
    int k = n++;
    for (; k > 0 && at[k - 1] > r; k--) {
      at[k] = at[k - 1];
      val[k] = val[k - 1];
    }
    at[k] = r;
    val[k] = y / most;
  }
  tr_sparse_list_add (w->out, n, at, val, w->scratch);
}

// Makes a row orthogonal to those inside, which it joins unless it closes a circuit.
static void
enter_row (Near *w, int row)
{
  double *x = w->frame[w->n_rows], *of = w->made_of[w->n_rows];
  memset (x, 0, sizeof w->frame[0]);
  memset (of, 0, sizeof w->made_of[0]);
  for (int k = w->a->start[row]; k < w->a->start[row + 1]; k++)
    x[w->col_place[w->a->col[k]]] = w->a->val[k];
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < w->n_rows; j++) {
      double f = dense_dot (MOST_COLS, w->frame[j], x);
      dense_axpy (MOST_COLS, -f, w->frame[j], x);
      dense_axpy (w->n_rows, -f, w->made_of[j], of);
    }
  double left = sqrt (dense_dot (MOST_COLS, x, x));
  if (left < NOTHING)
    keep_circuit (w, row, of);
  if (left < PART)
    return; // hardly anything new: its circuits would be mostly rounding
  of[w->n_rows] = 1;
  for (int i = 0; i < MOST_COLS; i++)
    x[i] /= left;
  for (int i = 0; i <= w->n_rows; i++)
    of[i] /= left;
  w->row[w->n_rows++] = row;
}

// Rows that have all their unknowns inside, from the columns given on.
static void
enter_rows (Near *w, int from_col)
{
  const TrSparse *a = w->a;
  for (int c = from_col; c < w->n_cols; c++)
    for (int k = a->col_start[w->col[c]]; k < a->col_start[w->col[c] + 1]; k++) {
      int row = a->row[k], outside;
      if (!w->is_in[row] || w->row_stamp[row] == w->stamp || count_outside (w, row, &outside) > 0)
        continue;
      w->row_stamp[row] = w->stamp;
      if (w->n_rows < MOST_ROWS)
        enter_row (w, row);
    }
}

// Rows that come in with an unknown, less the unknowns that these need, less its distance: level bars
// have to do with x alone, and without that a row of them would be followed to its end.
static int
worth (const Near *w, int row, int outside, int first)
{
  return w->score[first] - (w->a->start[row + 1] - w->a->start[row]) * outside -
         FAR * level_of (w, row);
}

// The row outside whose unknowns are best taken in: most rows come with them for each of them.
static int
next_row (const Near *w)
{
  const TrSparse *a = w->a;
  int best = -1, most = G_MININT;
  for (int pass = 0; pass < 3; pass++)
    for (int c = 0; c < w->n_cols; c++) {
      if (tr_sparse_is_hub (a, w->col[c]))
        continue;
      for (int k = a->col_start[w->col[c]]; k < a->col_start[w->col[c] + 1]; k++) {
        int row = a->row[k], first = -1;
        if (!w->is_in[row] || w->row_stamp[row] == w->stamp)
          continue;
        int n = count_outside (w, row, &first);
        if (n == 0)
          continue;
        if (pass == 0)
          w->score[first] = 0;
        else if (pass == 1)
          w->score[first]++;
        else if (worth (w, row, n, first) > most) {
          most = worth (w, row, n, first);
          best = row;
        }
      }
    }
  return best;
}

static void
grow (Near *w, int row)
{
  const TrSparse *a = w->a;
  w->n_cols = w->n_rows = 0;
  w->stamp++;
  for (bool is_open = true; is_open && row >= 0 && w->n_rows < MOST_ROWS; row = next_row (w)) {
    int from = w->n_cols, level = 1 + level_of (w, row);
    for (int k = a->start[row]; k < a->start[row + 1] && is_open; k++)
      if (w->col_place[a->col[k]] < 0)
        is_open = enter_col (w, a->col[k], level);
    if (is_open)
      enter_rows (w, from);
  }
  for (int c = 0; c < w->n_cols; c++)
    w->col_place[w->col[c]] = -1;
}

static int
compare_circuits (const void *pa, const void *pb)
{
  const TrSparseVec *a = pa, *b = pb;
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  for (int i = 0; i < a->n; i++)
    if (a->at[i] != b->at[i])
      return a->at[i] < b->at[i] ? -1 : 1;
  return 0;
}

void
tr_local_loops (const TrSparse *a, const int *is_in, TrScratch *s, TrSparseList *out)
{
  int n = 0;
  *out = (TrSparseList){0};
  Near *w = tr_scratch_bytes (s, sizeof *w);
  *w = (Near){.a = a, .is_in = is_in, .out = out, .scratch = s};
  w->col_place = tr_scratch_ints (s, (size_t) a->n_cols);
  w->score = tr_scratch_ints (s, (size_t) a->n_cols);
  w->row_stamp = tr_scratch_ints (s, (size_t) a->n_rows);
  memset (w->row_stamp, 0, sizeof (int) * (size_t) a->n_rows);
  for (int u = 0; u < a->n_cols; u++)
    w->col_place[u] = -1;
  for (int i = 0; i < a->n_rows; i++)
    if (is_in[i])
      grow (w, i);
  if (out->n > 0)
    qsort (out->vec, (size_t) out->n, sizeof *out->vec, compare_circuits);
  for (int i = 0; i < out->n; i++)
    if (n == 0 || compare_circuits (&out->vec[i], &out->vec[n - 1]) != 0)
      out->vec[n++] = out->vec[i];
  out->n = n;
}
