// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/scratch.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>

enum {
  FIRST_BLOCK = 1 << 14, // bytes
  MOST_BLOCKS = 48,      // each at least as large as all before it: more than memory can be
};

typedef struct {
  char *bytes;
  size_t size;
  size_t used;
} Block;

// Blocks 0 … top are in use, those above it empty and kept for the next demand.
struct _TrScratch {
  Block block[MOST_BLOCKS];
  int n_blocks;
  int top;
};

static size_t
round_up (size_t n)
{
  g_assert (n <= SIZE_MAX / 2);
  return (n + TR_SCRATCH_ALIGN - 1) & ~(size_t) (TR_SCRATCH_ALIGN - 1);
}

static void
add_block (TrScratch *s, size_t size)
{
  g_assert (s->n_blocks < MOST_BLOCKS);
  s->block[s->n_blocks++] = (Block){g_aligned_alloc (1, size, TR_SCRATCH_ALIGN), size, 0};
}

static void
drop_blocks (TrScratch *s, int keep)
{
  while (s->n_blocks > keep)
    g_aligned_free (s->block[--s->n_blocks].bytes);
}

TrScratch *
tr_scratch_new (void)
{
  TrScratch *s = g_new0 (TrScratch, 1);
  add_block (s, FIRST_BLOCK);
  return s;
}

void
tr_scratch_free (TrScratch *s)
{
  if (s == NULL)
    return;
  drop_blocks (s, 0);
  g_free (s);
}

size_t
tr_scratch_capacity (const TrScratch *s)
{
  size_t sum = 0;
  for (int i = 0; i < s->n_blocks; i++)
    sum += s->block[i].size;
  return sum;
}

// Bytes in use. A larger mark is a later one, since blocks fill in their order.
size_t
tr_scratch_mark (const TrScratch *s)
{
  size_t sum = 0;
  for (int i = 0; i <= s->top; i++)
    sum += s->block[i].used;
  return sum;
}

void
tr_scratch_release (TrScratch *s, size_t mark)
{
  size_t excess = tr_scratch_mark (s);
  g_return_if_fail (mark <= excess);
  excess -= mark;
  while (excess > s->block[s->top].used) {
    excess -= s->block[s->top].used;
    s->block[s->top].used = 0;
    s->top--;
  }
  s->block[s->top].used -= excess;
}

void
tr_scratch_reset (TrScratch *s)
{
  size_t size = tr_scratch_capacity (s);
  tr_scratch_release (s, 0);
  s->top = 0;
  if (s->n_blocks == 1)
    return;
  drop_blocks (s, 0);
  add_block (s, size);
}

// Makes a block with room for n the top: the next kept one if it is large enough, else a new one.
static void
grow (TrScratch *s, size_t n)
{
  int next = s->top + 1;
  if (next >= s->n_blocks || s->block[next].size < n) {
    drop_blocks (s, next);
    add_block (s, MAX (n, tr_scratch_capacity (s)));
  }
  s->top = next;
}

void *
tr_scratch_bytes (TrScratch *s, size_t n)
{
  n = round_up (n);
  if (n > s->block[s->top].size - s->block[s->top].used)
    grow (s, n);
  Block *b = &s->block[s->top];
  void *p = b->bytes + b->used;
  b->used += n;
  return p;
}

double *
tr_scratch_doubles (TrScratch *s, size_t n)
{
  g_assert (n <= SIZE_MAX / 2 / sizeof (double));
  return tr_scratch_bytes (s, n * sizeof (double));
}

double *
tr_scratch_zeroed (TrScratch *s, size_t n)
{
  double *x = tr_scratch_doubles (s, n);
  memset (x, 0, n * sizeof (double));
  return x;
}

int *
tr_scratch_ints (TrScratch *s, size_t n)
{
  g_assert (n <= SIZE_MAX / 2 / sizeof (int));
  return tr_scratch_bytes (s, n * sizeof (int));
}
