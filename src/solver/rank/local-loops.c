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

// What a neighbourhood knows of a row that it has come to.
typedef struct {
  int stamp;   // the last neighbourhood that came
  int entered; // the last one that the row was taken into
  int n_out;   // its columns outside
  int first;   // the first of them, an entry of a
  int n_near;  // its columns inside that are no hubs
  int level;   // the least of its columns inside
} Met;

typedef struct {
  const TrSparse *a;
  const int *is_in; // of each row
  TrSparseList *out;
  TrScratch *scratch;
  int *col_place;      // of each column: its place inside, −1
  bool *is_hub;        // of each column
  int *score;          // of each column outside: rows that would come in with it, less its like
  Met *met;            // of each row
  int n_near, *near;   // rows that touch a column inside that is no hub, as they were met
  int n_bound, *bound; // rows that touch hubs alone
  bool *is_told;       // of each row: it touches the same hubs as one that was grown from
  int stamp;
  gint64 n_looked;
  int n_cols, col[MOST_COLS];
  int level[MOST_COLS];       // of each column inside: rows on the way to it from the first
  int n_rows, row[MOST_ROWS]; // independent
  double frame[MOST_ROWS][MOST_COLS];
  double made_of[MOST_ROWS][MOST_ROWS]; // frame = made_of × rows
} Near;

static int
length_of (const Near *w, int row)
{
  return w->a->start[row + 1] - w->a->start[row];
}

// ---- Columns ----

static bool
touches (const TrSparse *a, int row, int col)
{
  for (int k = a->start[row]; k < a->start[row + 1]; k++)
    if (a->col[k] == col)
      return true;
  return false;
}

static void
come_by (Near *w, int row, int level, bool is_hub)
{
  Met *m = &w->met[row];
  if (m->stamp != w->stamp) {
    int entered = m->entered;
    *m = (Met){w->stamp, entered, 0, w->a->start[row], 0, level};
    for (int k = w->a->start[row]; k < w->a->start[row + 1]; k++) {
      int place = w->col_place[w->a->col[k]];
      m->n_out += place < 0;
      if (place >= 0)
        m->level = MIN (m->level, w->level[place]);
    }
  } else {
    m->n_out--;
    m->level = MIN (m->level, level);
  }
  if (!is_hub && m->n_near++ == 0)
    w->near[w->n_near++] = row;
  w->n_looked++;
}

// Rows that a hub alone leads to are not followed: those that are near already are looked at, and
// what touches nothing but hubs.
static bool
enter_col (Near *w, int col, int level)
{
  if (w->n_cols == MOST_COLS)
    return false;
  w->col_place[col] = w->n_cols;
  w->level[w->n_cols] = level;
  w->col[w->n_cols++] = col;
  if (!w->is_hub[col]) {
    for (int k = w->a->col_start[col]; k < w->a->col_start[col + 1]; k++)
      if (w->is_in[w->a->row[k]])
        come_by (w, w->a->row[k], level, false);
    return true;
  }
  for (int i = 0; i < w->n_near; i++)
    if (touches (w->a, w->near[i], col))
      come_by (w, w->near[i], level, true);
  return true;
}
// ---- Rows ----

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
  int width = (w->n_cols + 3) / 4 * 4; // that there are entries in so far
  memset (x, 0, sizeof w->frame[0]);
  memset (of, 0, sizeof w->made_of[0]);
  for (int k = w->a->start[row]; k < w->a->start[row + 1]; k++)
    x[w->col_place[w->a->col[k]]] = w->a->val[k];
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < w->n_rows; j++) {
      double f = dense_dot (width, w->frame[j], x);
      if (!(fabs (f) > 0)) // no unknown in common, mostly
        continue;
      dense_axpy (width, -f, w->frame[j], x);
      dense_axpy (w->n_rows, -f, w->made_of[j], of);
    }
  double left = sqrt (dense_dot (width, x, x));
  if (left < NOTHING)
    keep_circuit (w, row, of);
  if (left < PART)
    return; // hardly anything new: its circuits would be mostly rounding
  of[w->n_rows] = 1;
  for (int i = 0; i < width; i++)
    x[i] /= left;
  for (int i = 0; i <= w->n_rows; i++)
    of[i] /= left;
  w->row[w->n_rows++] = row;
}

// A row that has all its unknowns inside.
static void
enter_if_inside (Near *w, int row)
{
  Met *m = &w->met[row];
  w->n_looked++;
  if (m->stamp != w->stamp || m->n_out > 0 || m->entered == w->stamp || w->n_rows == MOST_ROWS)
    return;
  m->entered = w->stamp;
  enter_row (w, row);
}

// Rows that touch hubs alone: those that touch the same ones as the first row have nothing to add by
// themselves.
static void
enter_bound (Near *w)
{
  for (int i = 0; i < w->n_bound && w->n_rows < MOST_ROWS; i++) {
    int row = w->bound[i], n_out = 0;
    w->n_looked++;
    for (int k = w->a->start[row]; k < w->a->start[row + 1]; k++)
      n_out += w->col_place[w->a->col[k]] < 0;
    if (n_out > 0 || w->met[row].entered == w->stamp)
      continue;
    w->met[row].entered = w->stamp;
    enter_row (w, row);
    if (w->n_near == 0 && length_of (w, row) == w->n_cols)
      w->is_told[row] = true;
  }
}

// Rows that have all their unknowns inside, from the columns given on.
static void
enter_rows (Near *w, int from_col)
{
  const TrSparse *a = w->a;
  bool is_bound = false;
  for (int c = from_col; c < w->n_cols; c++) {
    int col = w->col[c];
    is_bound |= w->is_hub[col];
    if (w->is_hub[col])
      for (int i = 0; i < w->n_near; i++)
        enter_if_inside (w, w->near[i]);
    else
      for (int k = a->col_start[col]; k < a->col_start[col + 1]; k++)
        enter_if_inside (w, a->row[k]);
  }
  if (is_bound)
    enter_bound (w);
}

// ---- Growing ----

// Rows that come in with an unknown, less the unknowns that these need, less its distance: level bars
// have to do with x alone, and without that a row of them would be followed to its end.
static int
worth (const Near *w, int row)
{
  const Met *m = &w->met[row];
  return w->score[w->a->col[m->first]] - length_of (w, row) * m->n_out - FAR * m->level;
}

// The row outside whose unknowns are best taken in: most rows come with them for each of them.
static int
next_row (Near *w)
{
  const int *col = w->a->col;
  int best = -1, most = G_MININT, n = 0;
  for (int i = 0; i < w->n_near; i++) {
    Met *m = &w->met[w->near[i]];
    if (m->n_out == 0)
      continue;
    while (w->col_place[col[m->first]] >= 0)
      m->first++;
    w->score[col[m->first]] = 0;
    w->near[n++] = w->near[i];
  }
  w->n_near = n;
  w->n_looked += n;
  for (int i = 0; i < n; i++)
    w->score[col[w->met[w->near[i]].first]] += w->met[w->near[i]].n_near;
  for (int i = 0; i < n; i++)
    if (worth (w, w->near[i]) > most) {
      most = worth (w, w->near[i]);
      best = w->near[i];
    }
  return best;
}

static void
grow (Near *w, int row)
{
  const TrSparse *a = w->a;
  w->n_cols = w->n_rows = w->n_near = 0;
  w->stamp++;
  for (bool is_open = true; is_open && row >= 0 && w->n_rows < MOST_ROWS; row = next_row (w)) {
    int from = w->n_cols, level = w->met[row].stamp == w->stamp ? 1 + w->met[row].level : 0;
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

static void
near_init (Near *w)
{
  const TrSparse *a = w->a;
  size_t n_rows = (size_t) a->n_rows, n_cols = (size_t) a->n_cols;
  w->col_place = tr_scratch_ints (w->scratch, n_cols);
  w->score = tr_scratch_ints (w->scratch, n_cols);
  w->is_hub = tr_scratch_bytes (w->scratch, n_cols * sizeof *w->is_hub);
  w->near = tr_scratch_ints (w->scratch, n_rows);
  w->bound = tr_scratch_ints (w->scratch, n_rows);
  w->is_told = tr_scratch_bytes (w->scratch, n_rows * sizeof *w->is_told);
  w->met = tr_scratch_bytes (w->scratch, n_rows * sizeof *w->met);
  for (int u = 0; u < a->n_cols; u++) {
    w->col_place[u] = -1;
    w->is_hub[u] = tr_sparse_is_hub (a, u);
  }
  for (int i = 0; i < a->n_rows; i++) {
    bool is_bound = w->is_in[i];
    for (int k = a->start[i]; k < a->start[i + 1]; k++)
      is_bound &= w->is_hub[a->col[k]];
    if (is_bound)
      w->bound[w->n_bound++] = i;
    w->is_told[i] = false;
    w->met[i] = (Met){0};
  }
}

gint64
tr_local_loops (const TrSparse *a, const int *is_in, TrScratch *s, TrSparseList *out)
{
  int n = 0;
  *out = (TrSparseList){0};
  Near *w = tr_scratch_bytes (s, sizeof *w);
  *w = (Near){.a = a, .is_in = is_in, .out = out, .scratch = s};
  near_init (w);
  for (int i = 0; i < a->n_rows; i++)
    if (is_in[i] && !w->is_told[i])
      grow (w, i);
  if (out->n > 0)
    qsort (out->vec, (size_t) out->n, sizeof *out->vec, compare_circuits);
  for (int i = 0; i < out->n; i++)
    if (n == 0 || compare_circuits (&out->vec[i], &out->vec[n - 1]) != 0)
      out->vec[n++] = out->vec[i];
  out->n = n;
  return w->n_looked;
}
