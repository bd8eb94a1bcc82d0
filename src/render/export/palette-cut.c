// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/export/palette-cut.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
  uint32_t color;
  double weight;
} Count;

// A run of the counts.
typedef struct {
  int from, n;
  int axis;     // of the farthest spread: 16 red, 8 green, 0 blue, as a shift
  double mean;  // along it
  double error; // Σ w (c − mean)² along it
} Box;

static double
channel (uint32_t color, int shift)
{
  return (color >> shift) & 0xff;
}

static double
mean_of (const Count *c, int n, int shift)
{
  double sum = 0, weight = 0;
  for (int i = 0; i < n; i++) {
    sum += c[i].weight * channel (c[i].color, shift);
    weight += c[i].weight;
  }
  return sum / weight;
}

static void
measure (const Count *all, Box *b)
{
  const Count *c = all + b->from;
  b->error = -1;
  for (int shift = 0; shift <= 16; shift += 8) {
    double mean = mean_of (c, b->n, shift), error = 0;
    for (int i = 0; i < b->n; i++)
      error += c[i].weight * pow (channel (c[i].color, shift) - mean, 2);
    if (error > b->error) {
      b->axis = shift;
      b->mean = mean;
      b->error = error;
    }
  }
}

// Those up to the mean come first; there are some on both sides of it.
static Box
cut (Count *all, Box *b)
{
  int low = b->from, end = b->from + b->n;
  for (int i = b->from; i < end; i++)
    if (channel (all[i].color, b->axis) <= b->mean) {
      Count moved = all[i];
      all[i] = all[low];
      all[low++] = moved;
    }
  Box rest = {.from = low, .n = end - low};
  b->n = low - b->from;
  measure (all, b);
  measure (all, &rest);
  return rest;
}

static int
worst_of (const Box *boxes, int n)
{
  int worst = 0;
  for (int i = 1; i < n; i++)
    if (boxes[i].error > boxes[worst].error)
      worst = i;
  return worst;
}

static int
compare_counts (const void *a, const void *b)
{
  const Count *x = a, *y = b;
  return (x->color > y->color) - (x->color < y->color);
}

static Count *
sorted_counts (GHashTable *counts)
{
  Count *all = g_new (Count, g_hash_table_size (counts) + 1);
  GHashTableIter iter;
  gpointer color, count;
  int n = 0;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &color, &count))
    all[n++] = (Count){GPOINTER_TO_UINT (color), GPOINTER_TO_UINT (count)};
  qsort (all, (size_t) n, sizeof *all, compare_counts);
  return all;
}

static void
add_color (TrPalette *p, const Count *all, const Box *b)
{
  uint32_t color = 0;
  for (int shift = 0; shift <= 16; shift += 8)
    color |= (uint32_t) lround (mean_of (all + b->from, b->n, shift)) << shift;
  for (int i = b->from; i < b->from + b->n; i++)
    g_hash_table_insert (p->index, GUINT_TO_POINTER (all[i].color), GINT_TO_POINTER (p->n));
  p->color[p->n++] = color;
}

TrPalette *
tr_palette_new (GHashTable *counts, int most)
{
  TrPalette *p = g_new0 (TrPalette, 1);
  g_autofree Count *all = sorted_counts (counts);
  Box boxes[TR_PALETTE_MAX] = {{.n = (int) g_hash_table_size (counts)}};
  int n = 1;

  g_return_val_if_fail (boxes[0].n > 0 && most > 0 && most <= TR_PALETTE_MAX, p);
  p->index = g_hash_table_new (NULL, NULL);
  measure (all, &boxes[0]);
  for (int worst = 0; n < most && boxes[worst].error > 0; n++) {
    boxes[n] = cut (all, &boxes[worst]);
    worst = worst_of (boxes, n + 1);
  }
  for (int i = 0; i < n; i++)
    add_color (p, all, &boxes[i]);
  return p;
}

void
tr_palette_free (TrPalette *p)
{
  if (!p)
    return;
  g_clear_pointer (&p->index, g_hash_table_unref);
  g_free (p);
}

int
tr_palette_find (const TrPalette *p, uint32_t color)
{
  gpointer index;
  return g_hash_table_lookup_extended (p->index, GUINT_TO_POINTER (color), NULL, &index)
             ? GPOINTER_TO_INT (index)
             : -1;
}
