// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Columns that at most three rows touch join these to groups. A group of m rows with m − 1 such columns, N
// of them, has one combination h with hᵀN = 0, which is what is left of N's complement.

#include "solver/rank/turned-rows.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST = 4, SHARED_BY = 3 };

// A column of N, of what is left of it, is none of its own where it is as short.
#define SHORT 1e-3
// The same of what a group says together; and the share of a row of which it may be told to follow.
#define NOTHING 1e-5
#define CLEAR   1e-2

typedef struct {
  const TrSparse *a;
  const int *is_in;
  int *parent; // of each row: an earlier one of its group, itself: the first one
  int *n;      // of each group, by its first row: rows
  int *n_cols; // of each: columns of its own
} Groups;

static int
root_of (int *parent, int i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

// Rows that take part and touch a column; at most SHARED_BY + 1.
static int
rows_on (const Groups *g, int col, int *row)
{
  int n = 0;
  for (int k = g->a->col_start[col]; k < g->a->col_start[col + 1] && n <= SHARED_BY; k++)
    if (g->is_in[g->a->row[k]])
      row[n++] = g->a->row[k];
  return n;
}

static void
find_groups (Groups *g)
{
  const TrSparse *a = g->a;
  int row[SHARED_BY + 1];
  for (int i = 0; i < a->n_rows; i++) {
    g->parent[i] = i;
    g->n[i] = g->n_cols[i] = 0;
  }
  for (int u = 0; u < a->n_cols; u++) {
    int n = rows_on (g, u, row);
    for (int k = 1; n <= SHARED_BY && k < n; k++) {
      int x = root_of (g->parent, row[0]), y = root_of (g->parent, row[k]);
      g->parent[MAX (x, y)] = MIN (x, y);
    }
  }
  for (int i = 0; i < a->n_rows; i++)
    g->n[root_of (g->parent, i)] += g->is_in[i];
  for (int u = 0; u < a->n_cols; u++) {
    int n = rows_on (g, u, row);
    if (n > 0 && n <= SHARED_BY)
      g->n_cols[root_of (g->parent, row[0])]++;
  }
}

// h: what is orthogonal to the n − 1 columns, n long, in frame (n × n, a column a row), which are
// made orthonormal on the way; false where they are not clearly independent.
static bool
complement (int n, double frame[MOST][MOST], double *h)
{
  for (int c = 0; c < n; c++) {
    double most = 0;
    int best = 0;
    for (int start = 0; c == n - 1 && start < n; start++) {
      double rest = 1;
      for (int k = 0; k < c; k++)
        rest -= frame[k][start] * frame[k][start];
      best = rest > most ? start : best;
      most = fmax (most, rest);
    }
    for (int i = 0; c == n - 1 && i < n; i++)
      frame[c][i] = i == best;
    double before = 0, after = 0;
    for (int i = 0; i < n; i++)
      before += frame[c][i] * frame[c][i];
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < c; k++) {
        double dot = 0;
        for (int i = 0; i < n; i++)
          dot += frame[k][i] * frame[c][i];
        for (int i = 0; i < n; i++)
          frame[c][i] -= dot * frame[k][i];
      }
    for (int i = 0; i < n; i++)
      after += frame[c][i] * frame[c][i];
    if (!(after > SHORT * SHORT * before) || !(after > SHORT * SHORT))
      return false;
    for (int i = 0; i < n; i++)
      frame[c][i] /= sqrt (after);
  }
  memcpy (h, frame[n - 1], sizeof (double) * (size_t) n);
  return true;
}

// What the rows of a group, m of them, say together; false where that is not clear.
static bool
find_share (const Groups *g, int m, const int *row, double *h)
{
  double frame[MOST][MOST] = {{0}};
  int n = 0, on[SHARED_BY + 1];
  for (int i = 0; i < m; i++)
    for (int k = g->a->start[row[i]]; k < g->a->start[row[i] + 1]; k++) {
      int u = g->a->col[k], n_on = rows_on (g, u, on);
      if (n_on > SHARED_BY || on[0] != row[i])
        continue;
      if (n == m - 1)
        return false;
      for (int j = 0; j < m; j++)
        for (int e = g->a->start[row[j]]; e < g->a->start[row[j] + 1]; e++)
          if (g->a->col[e] == u)
            frame[n][j] += g->a->val[e];
      n++;
    }
  return n == m - 1 && complement (m, frame, h);
}

// ─── the rows ───────────────────────────────────────────────────────────────

typedef struct {
  TrTurnedRows *out;
  const TrSparse *a;
  TrScratch *scratch;
  int room, *place; // of each column: where it is in the row at hand, −1
} Writer;

static void
make_room (Writer *w, int more)
{
  TrSparse *b = &w->out->a;
  int n = b->start[b->n_rows];
  if (n + more <= w->room)
    return;
  w->room = MAX (2 * w->room, n + more);
  int *col = tr_scratch_ints (w->scratch, (size_t) w->room);
  double *val = tr_scratch_doubles (w->scratch, (size_t) w->room);
  if (n > 0) {
    memcpy (col, b->col, sizeof (int) * (size_t) n);
    memcpy (val, b->val, sizeof (double) * (size_t) n);
  }
  b->col = col;
  b->val = val;
}

// One more row, of the m given with their shares, but for what they have to themselves; false where
// that is next to nothing.
static bool
add_row (Writer *w, const Groups *g, int m, const int *row, double *share)
{
  TrSparse *b = &w->out->a;
  int first = b->start[b->n_rows], n = first, on[SHARED_BY + 1];
  double length = 0;
  for (int i = 0; i < m; i++) {
    make_room (w, n - first + w->a->start[row[i] + 1] - w->a->start[row[i]]);
    for (int k = w->a->start[row[i]]; k < w->a->start[row[i] + 1]; k++) {
      int u = w->a->col[k];
      if (m > 1 && rows_on (g, u, on) <= SHARED_BY)
        continue;
      if (w->place[u] < first) {
        w->place[u] = n;
        b->col[n] = u;
        b->val[n++] = 0;
      }
      b->val[w->place[u]] += share[i] * w->a->val[k];
    }
  }
  for (int k = first; k < n; k++) {
    length += b->val[k] * b->val[k];
    w->place[b->col[k]] = -1;
  }
  length = sqrt (length);
  if (!(length > NOTHING))
    return false;
  for (int k = first; k < n; k++)
    b->val[k] /= length;
  for (int i = 0; i < m; i++)
    share[i] /= length;
  w->out->made[b->n_rows] = (TrSparseVec){0};
  tr_sparse_vec_set (&w->out->made[b->n_rows], m, row, share, w->scratch);
  b->start[++b->n_rows] = n;
  return true;
}

static void
add_rows (Writer *w, Groups *g)
{
  const TrSparse *a = w->a;
  int *met = tr_scratch_ints (w->scratch, (size_t) a->n_rows);
  int (*member)[MOST] = tr_scratch_bytes (w->scratch, (size_t) a->n_rows * sizeof *member);
  memset (met, 0, (size_t) a->n_rows * sizeof *met);
  for (int i = 0; i < a->n_rows; i++) {
    double share[MOST] = {1};
    int root = root_of (g->parent, i), m = g->n[root];
    if (!g->is_in[i])
      continue;
    bool turns = m > 1 && m <= MOST && g->n_cols[root] == m - 1;
    if (turns)
      member[root][met[root]++] = i;
    if (turns && met[root] < m)
      continue;
    if (turns && find_share (g, m, member[root], share) && add_row (w, g, m, member[root], share))
      continue;
    for (int k = 0; k < (turns ? m : 1); k++) {
      double one = 1;
      add_row (w, g, 1, turns ? &member[root][k] : &i, &one);
    }
  }
}

void
tr_turned_rows (const TrSparse *a, const int *is_in, TrScratch *s, TrTurnedRows *out)
{
  size_t n_rows = (size_t) a->n_rows, n_cols = (size_t) a->n_cols;
  Groups g = {.a = a, .is_in = is_in};
  g.parent = tr_scratch_ints (s, n_rows);
  g.n = tr_scratch_ints (s, n_rows);
  g.n_cols = tr_scratch_ints (s, n_rows);
  find_groups (&g);
  *out = (TrTurnedRows){.a = {.n_cols = a->n_cols}, .sum = tr_sparse_sum_make (a->n_rows, s)};
  out->a.start = tr_scratch_ints (s, n_rows + 1);
  out->a.start[0] = 0;
  out->made = tr_scratch_bytes (s, n_rows * sizeof *out->made);
  Writer w = {.out = out, .a = a, .scratch = s, .place = tr_scratch_ints (s, n_cols)};
  for (size_t u = 0; u < n_cols; u++)
    w.place[u] = -1;
  make_room (&w, a->start[a->n_rows]);
  add_rows (&w, &g);
  tr_sparse_transpose (&out->a, s);
}

// ─── back ───────────────────────────────────────────────────────────────────

int
tr_turned_back (
    TrTurnedRows *t, const TrSparseVec *y, int turned, double noise, TrScratch *s, TrSparseVec *x)
{
  const TrSparseVec *last = &t->made[turned];
  double most = 0;
  int n = 0, follows = last->at[0];
  for (int k = 0; k < y->n; k++) {
    const TrSparseVec *made = &t->made[y->at[k]];
    for (int i = 0; i < made->n; i++) {
      int to = n++;
      for (; to > 0 && t->sum.at[to - 1] > made->at[i]; to--) {
        t->sum.at[to] = t->sum.at[to - 1];
        t->sum.val[to] = t->sum.val[to - 1];
      }
      t->sum.at[to] = made->at[i];
      t->sum.val[to] = y->val[k] * made->val[i];
    }
  }
  tr_sparse_vec_set (x, n, t->sum.at, t->sum.val, s);
  tr_sparse_vec_clean (x, noise);
  for (int i = 0; i < last->n; i++)
    most = fmax (most, fabs (last->val[i]));
  for (int i = 0; i < last->n; i++)
    if (fabs (last->val[i]) > CLEAR * most)
      follows = last->at[i];
  return follows;
}
