// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/gram.h"

#include <string.h>

void
gram_init (Gram *g, TrScratch *scratch, int most_rows, int n)
{
  size_t rows = (size_t) most_rows, entries = rows * (size_t) n, below = rows * (rows + 1) / 2;
  *g = (Gram){.n = n};
  g->start = tr_scratch_ints (scratch, rows + 1);
  g->at = tr_scratch_ints (scratch, entries);
  g->a = tr_scratch_doubles (scratch, entries);
  g->entry = tr_scratch_ints (scratch, (size_t) n);
  g->next = tr_scratch_ints (scratch, entries);
  g->row = tr_scratch_ints (scratch, entries);
  g->low = tr_scratch_ints (scratch, rows + 1);
  g->col = tr_scratch_ints (scratch, below);
  g->gram = tr_scratch_doubles (scratch, below);
  g->l = tr_scratch_doubles (scratch, below);
  g->diagonal = tr_scratch_doubles (scratch, rows);
  g->d = tr_scratch_doubles (scratch, rows);
  g->parent = tr_scratch_ints (scratch, rows);
  g->mark = tr_scratch_ints (scratch, rows);
  g->x = tr_scratch_zeroed (scratch, rows);
  gram_empty (g);
}

void
gram_empty (Gram *g)
{
  g->m = 0;
  g->start[0] = 0;
}

void
gram_add_row (Gram *g, int n, const int *at, const double *a)
{
  int from = g->start[g->m];
  for (int i = 0; i < n; i++) {
    int j = from + i;
    for (; j > from && g->at[j - 1] > at[i]; j--) {
      g->at[j] = g->at[j - 1];
      g->a[j] = g->a[j - 1];
    }
    g->at[j] = at[i];
    g->a[j] = a[i];
  }
  g->start[++g->m] = from + n;
}

void
gram_drop_column (Gram *g, int column)
{
  for (int i = 0; i < g->start[g->m]; i++)
    if (g->at[i] == column)
      g->a[i] = 0;
}

// Row r's entries come first in the lists of their columns.
static void
list_row (Gram *g, int r)
{
  for (int i = g->start[r]; i < g->start[r + 1]; i++) {
    g->row[i] = r;
    g->next[i] = g->entry[g->at[i]];
    g->entry[g->at[i]] = i;
  }
}

// Marks row j and all that it is eliminated into before row r.
static void
climb (Gram *g, int r, int j)
{
  while (g->mark[j] != r) {
    g->mark[j] = r;
    if (g->parent[j] < 0)
      g->parent[j] = r;
    j = g->parent[j];
  }
}

// Row r of A Aᵀ into x, its terms in the order of the columns; marks where L has entries.
static void
multiply_row (Gram *g, int r)
{
  g->parent[r] = -1;
  g->mark[r] = r;
  for (int i = g->start[r]; i < g->start[r + 1]; i++)
    for (int k = g->entry[g->at[i]]; k >= 0; k = g->next[k]) {
      climb (g, r, g->row[k]);
      g->x[g->row[k]] += g->a[i] * g->a[k];
    }
}

void
gram_multiply (Gram *g)
{
  for (int i = 0; i < g->n; i++)
    g->entry[i] = -1;
  for (int r = 0; r < g->m; r++)
    g->mark[r] = -1;
  g->low[0] = 0;
  for (int r = 0; r < g->m; r++) {
    int n = g->low[r];
    list_row (g, r);
    multiply_row (g, r);
    for (int j = 0; j < r; j++)
      if (g->mark[j] == r) {
        g->col[n] = j;
        g->gram[n++] = g->x[j];
        g->x[j] = 0;
      }
    g->diagonal[r] = g->x[r];
    g->x[r] = 0;
    g->low[r + 1] = n;
  }
}

// As ldl_factor: l_ij dⱼ = a_ij − Σ_k l_ik d_k l_jk.
static void
factor (Gram *g, double shift)
{
  for (int r = 0; r < g->m; r++) {
    const int *col = g->col + g->low[r];
    double *l = g->l + g->low[r], pivot = g->diagonal[r] + shift;
    int n = g->low[r + 1] - g->low[r];
    for (int i = 0; i < n; i++)
      g->x[col[i]] = g->gram[g->low[r] + i];
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = g->low[col[i]]; k < g->low[col[i] + 1]; k++)
        sum += g->x[g->col[k]] * g->l[k];
      g->x[col[i]] -= sum;
    }
    for (int i = 0; i < n; i++) {
      l[i] = g->x[col[i]] * g->d[col[i]];
      pivot -= l[i] * g->x[col[i]];
      g->x[col[i]] = 0;
    }
    g->d[r] = 1 / pivot;
  }
}

void
gram_solve (Gram *g, double mu, double least, const double *c, double *y)
{
  double mean = 0;
  for (int r = 0; r < g->m; r++)
    mean += g->diagonal[r] / g->m;
  factor (g, mu * mean + least);
  memcpy (y, c, sizeof *y * (size_t) g->m);
  for (int r = 0; r < g->m; r++) {
    double sum = 0;
    for (int i = g->low[r]; i < g->low[r + 1]; i++)
      sum += g->l[i] * y[g->col[i]];
    y[r] -= sum;
  }
  for (int r = 0; r < g->m; r++)
    y[r] *= g->d[r];
  for (int r = g->m - 1; r > 0; r--)
    for (int i = g->low[r]; i < g->low[r + 1]; i++)
      y[g->col[i]] += -y[r] * g->l[i];
}

void
gram_add_transposed (const Gram *g, double s, const double *y, double *x)
{
  for (int r = 0; r < g->m; r++)
    for (int i = g->start[r]; i < g->start[r + 1]; i++)
      x[g->at[i]] += s * y[r] * g->a[i];
}
