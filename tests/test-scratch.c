// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/scratch.h"

#include <glib.h>
#include <stdint.h>

static void
test_alignment (void)
{
  TrScratch *s = tr_scratch_new ();
  for (size_t n = 0; n < 300; n++)
    g_assert_cmpuint ((uintptr_t) tr_scratch_bytes (s, n) % TR_SCRATCH_ALIGN, ==, 0);
  tr_scratch_free (s);
  tr_scratch_free (NULL);
}

static void
test_release_reuses (void)
{
  TrScratch *s = tr_scratch_new ();
  double *a = tr_scratch_doubles (s, 5);
  size_t mark = tr_scratch_mark (s);
  double *b = tr_scratch_zeroed (s, 7);
  for (int i = 0; i < 7; i++) {
    g_assert_false (b[i] > 0 || b[i] < 0);
    b[i] = 1;
  }
  tr_scratch_release (s, mark);
  g_assert_true (tr_scratch_mark (s) == mark);
  double *c = tr_scratch_zeroed (s, 7);
  g_assert_true (c == b && c != a);
  g_assert_false (c[6] > 0 || c[6] < 0);
  tr_scratch_free (s);
}

// Pieces taken before the stack grew keep their place and contents.
static void
test_growth_keeps_pointers (void)
{
  TrScratch *s = tr_scratch_new ();
  enum { N = 200 };
  int *piece[N];
  size_t marks[N];
  for (int i = 0; i < N; i++) {
    marks[i] = tr_scratch_mark (s);
    piece[i] = tr_scratch_ints (s, (size_t) (1 + 37 * i));
    for (int k = 0; k < 1 + 37 * i; k++)
      piece[i][k] = i;
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 1 + 37 * i; k++)
      g_assert_cmpint (piece[i][k], ==, i);
  for (int i = N - 1; i >= 0; i--) {
    tr_scratch_release (s, marks[i]);
    g_assert_true (tr_scratch_mark (s) == marks[i]);
    g_assert_cmpint (piece[i / 2][0], ==, i / 2);
  }
  tr_scratch_free (s);
}

static void
demand (TrScratch *s)
{
  for (size_t i = 0; i < 60; i++) {
    size_t mark = tr_scratch_mark (s);
    tr_scratch_doubles (s, 100 * i);
    tr_scratch_bytes (s, 3);
    if (i % 3 == 0)
      tr_scratch_release (s, mark);
  }
}

static void
test_warm_allocates_nothing (void)
{
  TrScratch *s = tr_scratch_new ();
  demand (s);
  tr_scratch_reset (s);
  g_assert_cmpuint (tr_scratch_mark (s), ==, 0);
  size_t capacity = tr_scratch_capacity (s);
  char *first = tr_scratch_bytes (s, 1);
  tr_scratch_reset (s);
  for (int i = 0; i < 20; i++) {
    demand (s);
    g_assert_cmpuint (tr_scratch_capacity (s), ==, capacity);
    tr_scratch_reset (s);
    g_assert_true (tr_scratch_bytes (s, 1) == first);
    tr_scratch_reset (s);
  }
  tr_scratch_free (s);
}

// A loop that takes and releases across the edge of a block allocates once.
static void
test_edge_is_calm (void)
{
  TrScratch *s = tr_scratch_new ();
  tr_scratch_bytes (s, tr_scratch_capacity (s) - 128);
  size_t mark = tr_scratch_mark (s);
  tr_scratch_bytes (s, 1000);
  size_t capacity = tr_scratch_capacity (s);
  for (int i = 0; i < 10; i++) {
    tr_scratch_release (s, mark);
    tr_scratch_bytes (s, 1000);
    g_assert_cmpuint (tr_scratch_capacity (s), ==, capacity);
  }
  tr_scratch_free (s);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scratch/alignment", test_alignment);
  g_test_add_func ("/scratch/release-reuses", test_release_reuses);
  g_test_add_func ("/scratch/growth-keeps-pointers", test_growth_keeps_pointers);
  g_test_add_func ("/scratch/warm-allocates-nothing", test_warm_allocates_nothing);
  g_test_add_func ("/scratch/edge-is-calm", test_edge_is_calm);
  return g_test_run ();
}
